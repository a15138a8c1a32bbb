// turning.c - see turning.h.
#include "case/turning.h"

#include "base/mathlib.h"
#include "base/spread.h"
#include "shape/clump.h"

#include <math.h>
#include <stdlib.h>

// A turn is meant from the axes in which the case gives the shape; grains are turned from their principal axes. Where
// the two are the same the vector keeps its bits.
v3 turning_of_principal_axes(v3 turn, q4 axes)
{
    if (axes.x == 0 && axes.y == 0 && axes.z == 0)
        return turn;
    double angle = v3_norm(turn);
    const double s = angle > 0 ? real_sin(0.5 * angle) / angle : 0;
    const q4 turned = {real_cos(0.5 * angle), s * turn.x, s * turn.y, s * turn.z};
    q4 orientation = q4_mul(turned, axes);
    v3 along =
        v3_scale(orientation.w < 0 ? -1 : 1, v3_make(orientation.x, orientation.y, orientation.z));
    double half_sine = v3_norm(along);
    return v3_scale(half_sine > 0 ? 2 * real_atan2(half_sine, fabs(orientation.w)) / half_sine : 2,
                    along);
}

// Only what moves as a whole has an inertia of its own.
static scree_status make_whole(model_shape *shape, bool flat, scree_error *error)
{
    model_clump clump = {
        .balls = 1,
        .of_ball = true,
        .at = calloc(1, sizeof(v3)),
        .radius = calloc(1, sizeof(double)),
    };
    double reach;
    scree_status status = SCREE_OK;
    if (!clump.at || !clump.radius)
        status = fail_memory(error, "a ball");
    if (!status) {
        clump.radius[0] = spread_mean(&shape->radius);
        status = clump_from_balls(&clump, MASS_SUM, flat, &reach, error);
    }
    if (status) {
        free(clump.at);
        free(clump.radius);
        return status;
    }
    shape->clump = clump;
    return SCREE_OK;
}

bool turning_locked(reader *reader, node *map, model *model, int shape)
{
    static const char *const words[] = {"rotation"};
    scree_error error;
    const node *node = reader_take(reader, map, "locked");
    if (!node || reader_word(reader, node, words, 1) < 0 || shape < 0)
        return false;
    model_shape *of = &model->shape[shape];
    if (of->clump.balls > 0)
        return true;
    if (make_whole(of, reader->dimensions == 2, &error)) {
        reader_fault(reader, node, error.hint, "%s", error.what);
        return false;
    }
    return true;
}

void turning_check(reader *reader, const node *spin, const model_grains *grains)
{
    const double square = v3_dot(grains->spin, grains->spin);
    if (grains->locked && square > 0)
        reader_fault(reader, spin, "leave it out, or leave out `locked`",
                     "grains whose rotation is locked cannot spin");
}
