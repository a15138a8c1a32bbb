// adapt.c - see adapt.h.
#include "world/adapt_columns.h"

#include "world/internal.h"

#include "scene/force.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- streams that the image does not know stand behind those that it knows

// The numbers of the streams that the image knows; NULL: it has none, or too few rows of them, which is told when it is checked.
static const double *numbers_of_streams(const image *im, const char *name, int width, int known)
{
    const image_column *column = image_find(im, name, IMAGE_F64, width);
    return column && column->rows >= known ? image_reals(column) : NULL;
}

static bool adapt_streams(const model *model, adapted *out)
{
    static const char *const whole[] = {"stream/made", "stream/missing"};
    const image_column *made = image_find(&out->im, "stream/made", IMAGE_I64, 1);
    const image_column *time = image_find(&out->im, "run/time", IMAGE_F64, 2);
    const int streams = model->streams;
    if (!made || !time || time->rows != 1 || made->rows >= streams)
        return true;
    const int known = (int)made->rows;
    const double now = image_reals(time)[0];
    const double *since = numbers_of_streams(&out->im, "stream/short_since", 1, known);
    const double *clock = numbers_of_streams(&out->im, "stream/clock", 4, known);
    int64_t *kept[2];
    double *new_since = malloc((size_t)streams * sizeof *new_since);
    double *new_clock = malloc((size_t)streams * 4 * sizeof *new_clock);
    bool ok = new_since && new_clock;
    for (int i = 0; ok && i < streams; i++) {
        const model_stream *stream = &model->stream[i];
        const double from = real_min(real_max(stream->from, now), WORLD_NUMBER_MOST);
        const double fresh[4] = {0, from, 0, stream->rate};
        new_since[i] = i < known && since ? since[i] : INFINITY;
        memcpy(new_clock + 4 * i, i < known && clock ? clock + 4 * i : fresh, sizeof fresh);
    }
    for (int k = 0; ok && k < 2; k++) {
        const image_column *was = image_find(&out->im, whole[k], IMAGE_I64, 1);
        kept[k] = calloc((size_t)streams, sizeof *kept[k]);
        ok = kept[k] != NULL;
        for (int i = 0; ok && was && i < known && i < was->rows; i++)
            kept[k][i] = image_integers(was)[i];
        int64_t *data = ok ? adapt_put(out, whole[k], (image_shape){IMAGE_I64, streams, 1}) : NULL;
        ok = data != NULL;
        if (ok)
            memcpy(data, kept[k], (size_t)streams * sizeof *data);
        free(kept[k]);
    }
    double *data =
        ok ? adapt_put(out, "stream/short_since", (image_shape){IMAGE_F64, streams, 1}) : NULL;
    if (data)
        memcpy(data, new_since, (size_t)streams * sizeof *data);
    data = data ? adapt_put(out, "stream/clock", (image_shape){IMAGE_F64, streams, 4}) : NULL;
    if (data)
        memcpy(data, new_clock, (size_t)streams * 4 * sizeof *data);
    free(new_since);
    free(new_clock);
    return data != NULL;
}

// ---- the other solver

// All contacts of forces end.
static bool close_all_books(adapted *out)
{
    const image_column *key = image_find(&out->im, "contact/key", IMAGE_I64, 4);
    bool *stays = key ? calloc((size_t)key->rows + 1, sizeof *stays) : NULL;
    const bool ok = !key || (stays && adapt_close_books(out, key, stays));
    free(stays);
    return ok;
}

// Velocities of the nonsmooth solver are those of the positions, as before the first kick of the smooth one. Those of the
// smooth one are half a step older, which the nonsmooth one takes as they are.
static bool adapt_solver(const model *model, adapted *out)
{
    const bool forces = image_find(&out->im, "contact/history", IMAGE_F64, 1) ||
                        adapt_place(&out->im, "contact/history") >= 0;
    const bool impulses = adapt_place(&out->im, "contact/impulse") >= 0;
    const bool resolves = world_solver_of(model)->resolves;
    if (!(resolves ? impulses : forces))
        return true;
    if (!close_all_books(out))
        return false;
    static const char *const of_contacts[] = {
        "contact/key",     "contact/history", "contact/layout",
        "contact/impulse", "written/id",      "written/motion",
    };
    for (size_t i = 0; i < sizeof of_contacts / sizeof *of_contacts; i++)
        adapt_leave_out(out, of_contacts[i]);
    out->other_solver = true;
    const image_column *run = image_find(&out->im, "run/step", IMAGE_I64, 3);
    if (!run || run->rows != 1)
        return true;
    const int64_t step = image_integers(run)[0];
    const int64_t next_id = image_integers(run)[2];
    int64_t *now = adapt_put(out, "run/step", (image_shape){IMAGE_I64, 1, 3});
    if (!now)
        return false;
    now[0] = step;
    now[1] = 0;
    now[2] = next_id;
    return true;
}

// ---- forces and moments of a program

// None where the image knows of none, none kept where the case has none.
static bool adapt_given(const model *model, adapted *out)
{
    static const char *const columns[] = {"body/given", "body/moment"};
    const image_column *id = image_find(&out->im, "body/id", IMAGE_I64, 1);
    const bool wants = force_is_led(model);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const bool has = image_find(&out->im, columns[i], IMAGE_F64, 4) != NULL;
        if (has && !wants)
            adapt_leave_out(out, columns[i]);
        if (has || !wants || !id)
            continue;
        if (!adapt_put(out, columns[i], (image_shape){IMAGE_F64, id->rows, 4}))
            return false;
    }
    return true;
}

// ---- bodies of several balls, where there were balls alone

static void turn_none(double *turn, int64_t rows)
{
    for (int64_t i = 0; i < rows; i++)
        turn[4 * i] = 1;
}

// Balls that move by themselves keep nothing there but how they have turned, which nobody has asked for so far: they are taken
// to stand as their set has them.
static bool adapt_bodies(const model *model, adapted *out)
{
    bodies wanted = {0};
    const image_column *id = image_find(&out->im, "body/id", IMAGE_I64, 1);
    world_body_options(model, &wanted);
    if (!id || !wanted.with_clumps || wanted.with_gear || adapt_place(&out->im, "body/member") >= 0)
        return true;
    static const char *const columns[] = {"body/centre", "body/drift", "body/turning", "body/rate"};
    const int count = wanted.with_rate ? 4 : 3;
    const int64_t rows = id->rows;
    bool ok = adapt_put(out, "body/member", (image_shape){IMAGE_I64, rows, 2}) != NULL;
    for (int i = 0; ok && i < count; i++)
        ok = adapt_put(out, columns[i], (image_shape){IMAGE_F64, rows, 4}) != NULL;
    if (!ok || adapt_place(&out->im, "body/orientation") >= 0)
        return ok;
    double *turn = adapt_put(out, "body/orientation", (image_shape){IMAGE_F64, rows, 4});
    if (turn)
        turn_none(turn, rows);
    return turn != NULL;
}

// ---- the whole

scree_status adapt_image(const model *model, const image *im, adapted *out, scree_error *error)
{
    enum { MORE = 24 }; // columns that come
    const int room = im->count + MORE;
    *out = (adapted){0};
    out->im.column = malloc((size_t)room * sizeof *out->im.column);
    out->owned = calloc((size_t)room, sizeof *out->owned);
    out->fresh = calloc((size_t)adapt_wall_count(model) + 1, sizeof *out->fresh);
    if (!out->im.column || !out->owned || !out->fresh)
        return fail_memory(error, "snapshot");
    out->im.room = room;
    out->im.count = im->count;
    if (im->count > 0)
        memcpy(out->im.column, im->column, (size_t)im->count * sizeof *im->column);
    scree_status status = adapt_walls(model, out, error);
    if (!status &&
        !(adapt_streams(model, out) && adapt_solver(model, out) && adapt_inertia(model, out) &&
          adapt_given(model, out) && adapt_bodies(model, out)))
        status = fail_memory(error, "snapshot");
    return status;
}

void adapted_clear(adapted *is)
{
    for (int i = 0; is->owned && i < is->im.count; i++) {
        if (is->owned[i])
            free(is->im.column[i].data);
    }
    free(is->im.column);
    free(is->owned);
    free(is->fresh);
    *is = (adapted){0};
}
