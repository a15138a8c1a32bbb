// bodies.c - beds of polyhedra as LAMMPS data files of `atom_style body rounded/polyhedron`, for comparison.
//
// Each grain is written with its own vertices in space, seen from its centre, its edges, its faces of three or four
// corners, and twice the radius around them. Source: LAMMPS manual, "Body particles" and "read_data command".
#include "bench/shapes.h"
#include "console/exit.h"

#include "collide/grain.h"
#include "state/rotation.h"
#include "store/dump.h"
#include "store/file_out.h"
#include "world/world.h"

#include <inttypes.h>

typedef struct body_out {
    file_out *out;
    const frame *frame;
    const model_shape *shape;
    const grain_form *form;
} body_out;

// Moments of a grain with the mass of this one.
static inertia moments_of(const body_out *out, int64_t i)
{
    const model_clump *clump = &out->shape->clump;
    return inertia_make(v3_scale(out->frame->ball.mass[i] / clump->volume, clump->inertia));
}

static void write_head(const body_out *out, int64_t i)
{
    const convex_form *form = &out->form->hull;
    const int integers = 3;
    const int numbers = 6 + 3 * form->vertices + 2 * form->edges + 4 * form->faces + 1;
    file_out_printf(out->out, "%" PRId64 " %d %d\n", out->frame->ball.id[i] + 1, integers, numbers);
    file_out_printf(out->out, "%d %d %d\n", form->vertices, form->edges, form->faces);
}

// An entry of the tensor of inertia in space, from the principal moments and that coordinate of each principal axis.
static double tensor_entry(v3 moment, v3 row, v3 column)
{
    return moment.x * row.x * column.x + moment.y * row.y * column.y + moment.z * row.z * column.z;
}

static void write_tensor(const body_out *out, int64_t i)
{
    const q4 turn = out->frame->ball.orientation[i];
    const v3 moment = moments_of(out, i).moment;
    const v3 first = q4_rotate(turn, v3_make(1, 0, 0));
    const v3 second = q4_rotate(turn, v3_make(0, 1, 0));
    const v3 third = q4_rotate(turn, v3_make(0, 0, 1));
    const v3 x = v3_make(first.x, second.x, third.x);
    const v3 y = v3_make(first.y, second.y, third.y);
    const v3 z = v3_make(first.z, second.z, third.z);
    const double xx = tensor_entry(moment, x, x);
    const double yy = tensor_entry(moment, y, y);
    const double zz = tensor_entry(moment, z, z);
    const double xy = tensor_entry(moment, x, y);
    const double xz = tensor_entry(moment, x, z);
    const double yz = tensor_entry(moment, y, z);
    file_out_printf(out->out, "%.17g %.17g %.17g ", xx, yy, zz);
    file_out_printf(out->out, "%.17g %.17g %.17g\n", xy, xz, yz);
}

static void write_body(const body_out *out, int64_t i)
{
    const convex_form *form = &out->form->hull;
    const q4 turn = out->frame->ball.orientation[i];
    write_head(out, i);
    write_tensor(out, i);
    for (int32_t k = 0; k < form->vertices; k++) {
        const v3 p = q4_rotate(turn, form->vertex[k]);
        file_out_printf(out->out, "%.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    for (int32_t k = 0; k < form->edges; k++) {
        const int32_t *end = form->edge[k].vertex;
        file_out_printf(out->out, "%d %d\n", end[0], end[1]);
    }
    for (int32_t k = 0; k < form->faces; k++) {
        const int32_t start = form->face_start[k];
        const int32_t *v = form->face_vertex + start;
        const bool four = form->face_start[k + 1] - start == 4;
        file_out_printf(out->out, "%d %d %d %d\n", v[0], v[1], v[2], four ? v[3] : -1);
    }
    file_out_printf(out->out, "%.17g\n", 2 * out->form->core->radius);
}

static void write_atom(const body_out *out, int64_t i)
{
    const frame_balls *balls = &out->frame->ball;
    const v3 at = balls->position[i];
    file_out_printf(out->out, "%" PRId64 " 1 1 %.17g %.17g %.17g %.17g\n", balls->id[i] + 1,
                    balls->mass[i], at.x, at.y, at.z);
}

static void write_velocity(const body_out *out, int64_t i)
{
    const frame_balls *balls = &out->frame->ball;
    const inertia moments = moments_of(out, i);
    const v3 v = balls->velocity[i];
    const v3 l = rotation_momentum(balls->orientation[i], balls->spin[i], &moments);
    file_out_printf(out->out, "%" PRId64 " %.17g %.17g %.17g %.17g %.17g %.17g\n", balls->id[i] + 1,
                    v.x, v.y, v.z, l.x, l.y, l.z);
}

static void write_grains(const body_out *out, const model *model)
{
    static const char *const axis[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
    const int64_t count = out->frame->ball.count;
    v3 low;
    v3 high;
    store_box(out->frame, model, &low, &high);
    file_out_printf(out->out, "LAMMPS data file, atom_style body rounded/polyhedron, units si\n\n");
    file_out_printf(out->out, "%" PRId64 " atoms\n%" PRId64 " bodies\n1 atom types\n\n", count,
                    count);
    for (int k = 0; k < 3; k++)
        file_out_printf(out->out, "%.17g %.17g %s\n", v3_component(low, k), v3_component(high, k),
                        axis[k]);
    file_out_printf(out->out, "\nAtoms # body\n\n");
    for (int64_t i = 0; i < count; i++)
        write_atom(out, i);
    file_out_printf(out->out, "\nVelocities\n\n");
    for (int64_t i = 0; i < count; i++)
        write_velocity(out, i);
    file_out_printf(out->out, "\nBodies\n\n");
    for (int64_t i = 0; i < count; i++)
        write_body(out, i);
}

static bool fits(const body_out *out)
{
    const convex_form *form = &out->form->hull;
    const frame *frame = out->frame;
    const model *model = frame->model;
    const frame_balls *balls = &frame->ball;
    if (form->faces == 0 || !balls->orientation || model->dimensions != 3)
        return false;
    for (int32_t k = 0; k < form->faces; k++) {
        const int32_t corners = form->face_start[k + 1] - form->face_start[k];
        if (corners > 4)
            return false;
    }
    for (int64_t i = 0; i < balls->count; i++) {
        if (&model->shape[balls->shape[i]] != out->shape)
            return false;
    }
    return true;
}

int bench_write_bodies(const bench_options *options, bench_scene *scene)
{
    frame frame = {0};
    scree_error error = {0};
    grain_form form = {0};
    file_out out;
    scree_status status = world_frame(scene->world, &frame, &error);
    const model_shape *shape = &scene->model.shape[0];
    if (status == SCREE_OK)
        status = grain_form_make(&shape->core, shape->name, &form, &error);
    body_out bodies = {
        .out = &out,
        .frame = &frame,
        .shape = shape,
        .form = &form,
    };
    if (status == SCREE_OK && !fits(&bodies)) {
        status =
            fail(&error, SCREE_BAD_INPUT, options->lammps, "leave the LAMMPS file out",
                 "LAMMPS takes convex polyhedra of one shape with faces of three or four corners");
    }
    if (status == SCREE_OK)
        status = file_out_open(&out, options->lammps, &error);
    if (status == SCREE_OK) {
        write_grains(&bodies, &scene->model);
        status = file_out_commit(&out, &error);
    }
    grain_form_clear(&form);
    frame_clear(&frame);
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}
