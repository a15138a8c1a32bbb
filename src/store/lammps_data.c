// lammps_data.c - see lammps_data.h. Here: writing, and reading from a path; the reader is in lammps_parse.c.
// Source: LAMMPS manual, "read_data command".
#include "store/lammps_data.h"

#include "base/constants.h"
#include "store/dump.h"
#include "store/file_in.h"
#include "store/file_out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

scree_status lammps_data_read(const char *path, lammps_data *data, fault_list *faults,
                              scree_error *error)
{
    char *text;
    size_t size;
    memset(data, 0, sizeof *data);
    scree_status status = file_in_load(path, &text, &size, error);
    if (status)
        return status;
    status = lammps_data_parse(text, size, path, data, faults, error);
    free(text);
    return status;
}

// The material's own density where the mass comes from it, else what the mass asks for.
static double density_of(const frame_balls *balls, const model *model, int64_t i)
{
    const double radius = balls->radius[i];
    const double own = model->material[balls->material[i]].density;
    if (!isfinite(balls->mass[i]))
        return model->dimensions == 2 ? 0.75 * own / radius : own;
    const double needed = balls->mass[i] / (4.0 / 3.0 * PI * (radius * radius * radius));
    return fabs(needed - own) <= 1e-12 * own ? own : needed;
}

// As balls, grains with corners would overlap, and no other style holds all of them.
static scree_status refuse_cores(const char *path, const frame *frame, scree_error *error)
{
    for (int64_t i = 0; i < frame->ball.count; i++) {
        if (!frame_core(frame, i))
            continue;
        const char *name = frame->model->shape[frame->ball.shape[i]].name;
        return fail(error, SCREE_BAD_INPUT, path,
                    "leave the LAMMPS file out; a dump holds place, turn and shape",
                    "grain %" PRId64
                    " has the shape '%s', and LAMMPS data of atom_style sphere hold balls only",
                    frame->ball.id[i], name ? name : "");
    }
    return SCREE_OK;
}

scree_status store_lammps_data(const char *path, const frame *frame, const model *model,
                               scree_error *error)
{
    static const char *const axis[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
    file_out out;
    scree_status status = refuse_cores(path, frame, error);
    if (!status)
        status = file_out_open(&out, path, error);
    if (status)
        return status;
    const frame_balls *balls = &frame->ball;
    v3 low;
    v3 high;
    store_box(frame, model, &low, &high);
    file_out_printf(&out, "LAMMPS data file, atom_style sphere, units si, time %.17g s\n\n",
                    frame->time);
    file_out_printf(&out, "%" PRId64 " atoms\n%d atom types\n\n", balls->count, model->materials);
    for (int k = 0; k < 3; k++)
        file_out_printf(&out, "%.17g %.17g %s\n", (&low.x)[k], (&high.x)[k], axis[k]);
    if (frame->cell.deforms) {
        const double *edge = frame->cell.edges.of;
        file_out_printf(&out, "%.17g %.17g %.17g xy xz yz\n", edge[CELL_XY], edge[CELL_XZ],
                        edge[CELL_YZ]);
    }
    file_out_printf(&out, "\nAtoms # sphere\n\n");
    for (int64_t i = 0; i < balls->count && !out.fault; i++) {
        v3 x = balls->position[i];
        file_out_printf(&out, "%" PRId64 " %d %.17g %.17g %.17g %.17g %.17g\n", balls->id[i] + 1,
                        balls->material[i] + 1, 2 * balls->radius[i], density_of(balls, model, i),
                        x.x, x.y, x.z);
    }
    file_out_printf(&out, "\nVelocities\n\n");
    for (int64_t i = 0; i < balls->count && !out.fault; i++) {
        v3 vector = balls->velocity[i];
        v3 spin = balls->spin[i];
        file_out_printf(&out, "%" PRId64 " %.17g %.17g %.17g %.17g %.17g %.17g\n", balls->id[i] + 1,
                        vector.x, vector.y, vector.z, spin.x, spin.y, spin.z);
    }
    return file_out_commit(&out, error);
}
