// bodies.c - beds of polyhedra as LAMMPS data files of `atom_style body rounded/polyhedron`, for comparison.
//
// Each grain is written with its own vertices in space, seen from its centre, its edges, its faces of three or four
// corners, and twice the radius around them. Source: LAMMPS manual, "Body particles" and "read_data command".
#include "bench/shapes.h"
#include "console/exit.h"

#include "collide/grain.h"
#include "motion/rotation.h"
#include "store/dump.h"
#include "store/file_out.h"
#include "world/world.h"

#include <inttypes.h>

typedef struct body_out {
    file_out *out;
    const frame *f;
    const model_shape *shape;
    const grain_form *form;
} body_out;

// Moments of a grain with the mass of this one.
static inertia moments_of(const body_out *o, int64_t i)
{
    const model_clump *c = &o->shape->clump;
    return inertia_make(v3_scale(o->f->body.mass[i] / c->volume, c->inertia));
}

static void write_body(const body_out *o, int64_t i)
{
    const convex_form *h = &o->form->hull;
    q4 q = o->f->body.orientation[i];
    v3 m = moments_of(o, i).moment;
    v3 x = q4_rotate(q, v3_make(1, 0, 0));
    v3 y = q4_rotate(q, v3_make(0, 1, 0));
    v3 z = q4_rotate(q, v3_make(0, 0, 1));
    file_out_printf(o->out, "%" PRId64 " 3 %d\n%d %d %d\n", o->f->body.id[i] + 1,
                    6 + 3 * h->vertices + 2 * h->edges + 4 * h->faces + 1, h->vertices, h->edges,
                    h->faces);
    file_out_printf(o->out, "%.17g %.17g %.17g %.17g %.17g %.17g\n",
                    m.x * x.x * x.x + m.y * y.x * y.x + m.z * z.x * z.x,
                    m.x * x.y * x.y + m.y * y.y * y.y + m.z * z.y * z.y,
                    m.x * x.z * x.z + m.y * y.z * y.z + m.z * z.z * z.z,
                    m.x * x.x * x.y + m.y * y.x * y.y + m.z * z.x * z.y,
                    m.x * x.x * x.z + m.y * y.x * y.z + m.z * z.x * z.z,
                    m.x * x.y * x.z + m.y * y.y * y.z + m.z * z.y * z.z);
    for (int32_t k = 0; k < h->vertices; k++) {
        v3 p = q4_rotate(q, h->vertex[k]);
        file_out_printf(o->out, "%.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    for (int32_t k = 0; k < h->edges; k++)
        file_out_printf(o->out, "%d %d\n", h->edge[k].vertex[0], h->edge[k].vertex[1]);
    for (int32_t k = 0; k < h->faces; k++) {
        const int32_t *v = h->face_vertex + h->face_start[k];
        bool four = h->face_start[k + 1] - h->face_start[k] == 4;
        file_out_printf(o->out, "%d %d %d %d\n", v[0], v[1], v[2], four ? v[3] : -1);
    }
    file_out_printf(o->out, "%.17g\n", 2 * o->form->core->radius);
}

static void write_grains(const body_out *o, const model *m)
{
    static const char *const axis[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
    const frame_bodies *b = &o->f->body;
    v3 low;
    v3 high;
    store_box(o->f, m, &low, &high);
    file_out_printf(o->out, "LAMMPS data file, atom_style body rounded/polyhedron, units si\n\n");
    file_out_printf(o->out, "%" PRId64 " atoms\n%" PRId64 " bodies\n1 atom types\n\n", b->count,
                    b->count);
    for (int k = 0; k < 3; k++)
        file_out_printf(o->out, "%.17g %.17g %s\n", (&low.x)[k], (&high.x)[k], axis[k]);
    file_out_printf(o->out, "\nAtoms # body\n\n");
    for (int64_t i = 0; i < b->count; i++)
        file_out_printf(o->out, "%" PRId64 " 1 1 %.17g %.17g %.17g %.17g\n", b->id[i] + 1,
                        b->mass[i], b->position[i].x, b->position[i].y, b->position[i].z);
    file_out_printf(o->out, "\nVelocities\n\n");
    for (int64_t i = 0; i < b->count; i++) {
        inertia moments = moments_of(o, i);
        v3 v = b->velocity[i];
        v3 l = rotation_momentum(b->orientation[i], b->spin[i], &moments);
        file_out_printf(o->out, "%" PRId64 " %.17g %.17g %.17g %.17g %.17g %.17g\n", b->id[i] + 1,
                        v.x, v.y, v.z, l.x, l.y, l.z);
    }
    file_out_printf(o->out, "\nBodies\n\n");
    for (int64_t i = 0; i < b->count; i++)
        write_body(o, i);
}

static bool fits(const body_out *o)
{
    const convex_form *h = &o->form->hull;
    bool few = h->faces > 0 && o->f->body.orientation && o->f->model->dimensions == 3;
    for (int32_t k = 0; few && k < h->faces; k++)
        few = h->face_start[k + 1] - h->face_start[k] <= 4;
    for (int64_t i = 0; few && i < o->f->body.count; i++)
        few = &o->f->model->shape[o->f->body.shape[i]] == o->shape;
    return few;
}

int bench_write_bodies(const bench_options *o, bench_scene *scene)
{
    frame f = {0};
    scree_error error = {0};
    grain_form form = {0};
    file_out out;
    scree_status status = world_frame(scene->w, &f, &error);
    const model_shape *shape = &scene->m.shape[0];
    if (status == SCREE_OK)
        status = grain_form_make(&shape->core, shape->name, &form, &error);
    body_out b = {&out, &f, shape, &form};
    if (status == SCREE_OK && !fits(&b))
        status =
            fail(&error, SCREE_BAD_INPUT, o->lammps, "leave the LAMMPS file out",
                 "LAMMPS takes convex polyhedra of one shape with faces of three or four corners");
    if (status == SCREE_OK)
        status = file_out_open(&out, o->lammps, &error);
    if (status == SCREE_OK) {
        write_grains(&b, &scene->m);
        status = file_out_commit(&out, &error);
    }
    grain_form_clear(&form);
    frame_clear(&f);
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}
