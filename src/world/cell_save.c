// cell_save.c - a periodic cell that deforms, in snapshots: in columns of its own, which the state of all other worlds
// knows nothing of.
#include "world/internal.h"

#include <stddef.h>
#include <string.h>

typedef struct kept_matrix {
    const char *name, *unit, *doc;
    size_t offset;
} kept_matrix;

static const kept_matrix kept[] = {
    {"cell/edges", "m", "xx, yy, zz, xy, xz, yz of the matrix of its edges",
     offsetof(cell_state, now)},
    {"cell/flow", "m/s", "how they moved in the step before", offsetof(cell_state, flow)},
    {"cell/gradient", "1/s", "velocity gradient in the step before",
     offsetof(cell_state, gradient)},
    {"cell/start", "m", "edges at the start", offsetof(cell_state, start)},
    {"cell/passed", "1", "velocity gradients summed up over time", offsetof(cell_state, passed)},
    {"cell/servo", "1/s", "velocity gradient that stresses ask for", offsetof(cell_state, servo)},
    {"cell/steady", "1/s", "the part of it that goes on without a deviation",
     offsetof(cell_state, steady)},
};
enum { KEPT = sizeof kept / sizeof *kept };
enum {
    REST = 3,
    REST_BEFORE = 2
}; // numbers beside them; snapshots of before have no time of an impact

bool world_save_cell(const world *world, image *im)
{
    const cell_state *state = &world->shared->cell;
    if (!state->given)
        return true;
    for (int i = 0; i < KEPT; i++) {
        double *row = image_add(im, kept[i].name, (image_shape){IMAGE_F64, 1, CELL_PARTS},
                                kept[i].unit, kept[i].doc);
        if (!row)
            return false;
        memcpy(row, (const char *)state + kept[i].offset, sizeof(cell_matrix));
    }
    double *rest = image_add(im, "cell/rest", (image_shape){IMAGE_F64, 1, REST}, "SI",
                             "work up to half a step back, modulus of servos, time of an impact");
    if (!rest)
        return false;
    rest[0] = state->work;
    rest[1] = state->modulus;
    rest[2] = state->impact;
    return true;
}

scree_status world_load_cell(world *world, const image *im, scree_error *error)
{
    cell_state *state = &world->shared->cell;
    const image_column *whole = image_find(im, "cell/rest", IMAGE_F64, REST);
    const image_column *rest = whole ? whole : image_find(im, "cell/rest", IMAGE_F64, REST_BEFORE);
    bool good = rest && rest->rows == 1;
    if (!rest)
        return SCREE_OK;
    for (int i = 0; good && i < KEPT; i++) {
        const image_column *column = image_find(im, kept[i].name, IMAGE_F64, CELL_PARTS);
        good = column && column->rows == 1;
        if (good)
            memcpy((char *)state + kept[i].offset, image_reals(column), sizeof(cell_matrix));
    }
    for (int axis = 0; good && axis < 3; axis++)
        good = state->now.of[axis] > 0 && state->now.of[axis] < 1e15;
    if (!good) {
        return fail(error, SCREE_BAD_INPUT, "cell/edges", "resume from another snapshot",
                    "this column of the snapshot is damaged");
    }
    state->given = true;
    state->work = image_reals(rest)[0];
    state->modulus = image_reals(rest)[1];
    state->impact = whole ? image_reals(whole)[2] : 0;
    state->step.next = state->now;
    state->step.before = state->gradient;
    return SCREE_OK;
}
