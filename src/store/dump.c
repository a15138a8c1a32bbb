// dump.c - see dump.h.
#include "store/dump.h"

#include "base/kardan.h"
#include "store/file_out.h"

#include <inttypes.h>

static void box_axis(const frame_balls *balls, int axis, double *low, double *high)
{
    const bool find_low = !isfinite(*low);
    const bool find_high = !isfinite(*high);
    double least = INFINITY;
    double most = -INFINITY;
    for (int64_t i = 0; i < balls->count; i++) {
        double x = (&balls->position[i].x)[axis];
        least = fmin(least, x - balls->radius[i]);
        most = fmax(most, x + balls->radius[i]);
    }
    if (!isfinite(least) || !isfinite(most)) {
        least = 0;
        most = 1;
    }
    if (find_low)
        *low = find_high ? least : fmin(least, *high - 1);
    if (find_high)
        *high = find_low ? most : fmax(most, *low + 1);
}

void store_box(const frame *frame, const model *model, v3 *low, v3 *high)
{
    *low = model->low;
    *high = model->high;
    if (frame->cell.deforms) {
        const double *edge = frame->cell.edges.of;
        *high = v3_add(*low, v3_at(edge));
    }
    for (int axis = 0; axis < 3; axis++)
        if (!isfinite((&low->x)[axis]) || !isfinite((&high->x)[axis]))
            box_axis(&frame->ball, axis, &(&low->x)[axis], &(&high->x)[axis]);
}

// The box of a cell that leans, as LAMMPS has it: what holds all of it, and the tilts behind.
static void put_leaning_box(file_out *out, const frame *frame, v3 low, v3 high)
{
    const double *edge = frame->cell.edges.of;
    const double xy = edge[CELL_XY];
    const double xz = edge[CELL_XZ];
    const double yz = edge[CELL_YZ];
    const double below = fmin(fmin(0, xy + xz), fmin(xy, xz));
    const double above = fmax(fmax(0, xy + xz), fmax(xy, xz));
    file_out_printf(out, "%.17g %.17g %.17g\n", low.x + below, high.x + above, xy);
    file_out_printf(out, "%.17g %.17g %.17g\n", low.y + fmin(0, yz), high.y + fmax(0, yz), xz);
    file_out_printf(out, "%.17g %.17g %.17g\n", low.z, high.z, yz);
}

static void put_vector(file_out *out, v3 vector)
{
    file_out_printf(out, " %.17g %.17g %.17g", vector.x, vector.y, vector.z);
}

scree_status store_dump(const char *path, const frame *frame, const model *model,
                        scree_error *error)
{
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    const frame_balls *balls = &frame->ball;
    v3 low;
    v3 high;
    store_box(frame, model, &low, &high);
    file_out_printf(
        &out, "ITEM: TIMESTEP\n%" PRId64 "\nITEM: NUMBER OF ATOMS\n%" PRId64 "\nITEM: BOX BOUNDS",
        frame->step, balls->count);
    if (frame->cell.deforms)
        file_out_printf(&out, " xy xz yz");
    for (int axis = 0; axis < 3; axis++) {
        bool endless = !isfinite((&model->low.x)[axis]) || !isfinite((&model->high.x)[axis]);
        file_out_printf(&out, model->boundary[axis] == BOUNDARY_PERIODIC ? " pp"
                              : endless                                  ? " ss"
                                                                         : " ff");
    }
    file_out_printf(&out, "\n");
    if (frame->cell.deforms)
        put_leaning_box(&out, frame, low, high);
    for (int axis = 0; !frame->cell.deforms && axis < 3; axis++)
        file_out_printf(&out, "%.17g %.17g\n", (&low.x)[axis], (&high.x)[axis]);
    const bool turned = frame_has_cores(frame) && balls->orientation;
    const bool angles = model->output.kardan && balls->orientation;
    file_out_printf(
        &out, "ITEM: ATOMS id type x y z vx vy vz fx fy fz radius mass omegax omegay omegaz%s%s\n",
        turned ? " quat1 quat2 quat3 quat4 shape" : "", angles ? " alpha beta gamma" : "");
    for (int64_t i = 0; i < balls->count && !out.fault; i++) {
        file_out_printf(&out, "%" PRId64 " %d", balls->id[i], balls->material[i] + 1);
        put_vector(&out, balls->position[i]);
        put_vector(&out, balls->velocity[i]);
        put_vector(&out, balls->force[i]);
        file_out_printf(&out, " %.17g %.17g", balls->radius[i], balls->mass[i]);
        put_vector(&out, balls->spin[i]);
        if (turned) {
            const q4 orientation = balls->orientation[i];
            file_out_printf(&out, " %.17g %.17g %.17g %.17g %d", orientation.w, orientation.x,
                            orientation.y, orientation.z, balls->shape[i] + 1);
        }
        if (angles)
            put_vector(&out, kardan_from_quaternion(balls->orientation[i]));
        file_out_printf(&out, "\n");
    }
    return file_out_commit(&out, error);
}
