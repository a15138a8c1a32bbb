// reading.c - a reading on its way through a run; see reading.h.
//
// Of each grain: its value less that of another grain, less what that was at the time `since`, less a number; then a
// part of the vector, over the time gone by, times and over numbers. Of all grains one number is picked, and of all
// steps that are watched one again.
#include "verify/reading.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- where to look --------------------------------------------------------------------------------------------------

static scree_status unknown(const reading *is, const char *what, const char *name,
                            scree_error *error)
{
    char place[200];
    reading_place(is->way, place, sizeof place);
    return fail(error, SCREE_BAD_INPUT, place, "take one of the case, or all grains: grains.all",
                "%s: the case has no %s '%.100s'", is->way->text, what, name);
}

static int32_t set_named(const model *model, const char *name)
{
    for (int i = 0; i < model->grain_sets; i++)
        if (!strcmp(model->grains[i].name, name))
            return i;
    return -1;
}

static int32_t wall_named(const frame *frame, const char *name)
{
    for (int i = 0; i < frame->walls; i++)
        if (!strcmp(frame->wall[i].name, name))
            return i;
    return -1;
}

static scree_status find_names(gauge *gauge, const trial *trial, scree_error *error)
{
    const reading *is = gauge->is;
    const bool wall = is->table == TABLE_WALLS;
    const bool named = *is->name && strcmp(is->name, "all") != 0;
    gauge->one = gauge->reference = -1;
    if (named)
        gauge->one =
            wall ? wall_named(&trial->frame, is->name) : set_named(&trial->model, is->name);
    if (named && gauge->one < 0)
        return unknown(is, wall ? "wall" : "set of grains", is->name, error);
    if (is->relative_to)
        gauge->reference = set_named(&trial->model, is->relative_to);
    if (is->relative_to && gauge->reference < 0)
        return unknown(is, "set of grains", is->relative_to, error);
    return SCREE_OK;
}

// The step of a time, or another one where that is not given.
static int64_t step_at(const world *world, double time, int64_t other)
{
    return isfinite(time) ? world_step_at(world, time) : other;
}

static bool refuse(const reading *is, const char *hint, scree_error *error, const char *what)
{
    char place[200];
    reading_place(is->way, place, sizeof place);
    return fail(error, SCREE_BAD_INPUT, place, hint, "%s: %s", is->way->text, what) == SCREE_OK;
}

bool gauge_begin(gauge *gauge, const reading *is, const trial *trial, scree_error *error)
{
    const world *world = trial->world;
    const bool watched = is->watch != PICK_NONE || isfinite(is->reaches);
    *gauge = (struct gauge){.is = is, .number = NAN, .last = NAN};
    gauge->at = step_at(world, is->at, world_last_step(world));
    gauge->since = step_at(world, is->since, -1);
    gauge->from = step_at(world, is->from, watched ? 0 : gauge->at);
    if (gauge->since > gauge->at || gauge->from > gauge->at)
        return refuse(is, "give it a later `at`, or let the run last longer", error,
                      "it is read before `since` or `from`");
    if (gauge->at > world_last_step(world))
        return refuse(is, "give it an earlier `at`, or let the run last longer", error,
                      "it is read after the end of the run");
    return find_names(gauge, trial, error) == SCREE_OK;
}

int64_t gauge_next(const gauge *gauge, int64_t step)
{
    const bool over = isfinite(gauge->is->reaches) && isfinite(gauge->number);
    if (step < gauge->since)
        return gauge->since;
    if (step < gauge->from)
        return gauge->from;
    return step < gauge->at && !over ? step + 1 : -1;
}

void gauge_end(gauge *gauge)
{
    free(gauge->before);
    gauge->before = NULL;
}

// --- the values of a frame ------------------------------------------------------------------------------------------

static v3 value_of(const gauge *gauge, const frame *frame, int64_t row)
{
    const column *column = gauge->is->column;
    const column_place place = column_in_frame(column, gauge->is->table, frame);
    const void *at = (const char *)place.data + row * place.stride;
    v3 value = {0, 0, 0};
    if (column->width == 3)
        value = *(const v3 *)at;
    else if (column->type == NUMBER_I32)
        value.x = *(const int32_t *)at;
    else if (column->type == NUMBER_I64)
        value.x = (double)*(const int64_t *)at;
    else
        value.x = *(const double *)at;
    return value;
}

static int64_t rows_of(const gauge *gauge, const frame *frame)
{
    return column_in_frame(gauge->is->column, gauge->is->table, frame).rows;
}

static bool counts(const gauge *gauge, const frame *frame, int64_t row)
{
    if (gauge->one < 0)
        return true;
    return gauge->one == (gauge->is->table == TABLE_WALLS ? row : frame->ball.set[row]);
}

// The set from which others are seen must be one grain in this frame.
static bool find_reference(gauge *gauge, const frame *frame, scree_error *error)
{
    int64_t count = 0;
    for (int64_t i = 0; i < frame->ball.count && gauge->reference >= 0; i++)
        if (frame->ball.set[i] == gauge->reference) {
            gauge->seen_from = i;
            count++;
        }
    if (gauge->reference < 0 || count == 1)
        return true;
    return refuse(gauge->is, "name a set of one ball that stays", error,
                  count ? "there are several in `relative_to`"
                        : "there is none left in `relative_to`");
}

// The value of the row less that of the grain from which it is seen.
static v3 raw_value(const gauge *gauge, const frame *frame, int64_t row)
{
    const v3 value = value_of(gauge, frame, row);
    return gauge->reference < 0 ? value : v3_sub(value, value_of(gauge, frame, gauge->seen_from));
}

static double part_of(const reading *is, v3 value)
{
    if (is->projects)
        return v3_dot(value, is->along);
    switch (is->part) {
    case PART_Y:
        return value.y;
    case PART_Z:
        return value.z;
    case PART_NORM:
        return v3_norm(value);
    case PART_ANGLE:
        return 180 / PI * atan2(value.y, value.x);
    case PART_X:
    case PART_WHOLE:
        break;
    }
    return value.x;
}

// Means and sums count signs; what is without one is the mean or the sum.
static bool of_all(const reading *is)
{
    return is->pick == PICK_MEAN || is->pick == PICK_SUM;
}

static double number_of(const gauge *gauge, const frame *frame, int64_t row)
{
    const reading *is = gauge->is;
    double elapsed = 1; // to the power asked for
    v3 value = raw_value(gauge, frame, row);
    if (gauge->before)
        value = v3_sub(value, gauge->before[row]);
    double number = part_of(is, v3_sub(value, is->less)) - is->less_number;
    if (is->size && !of_all(is))
        number = fabs(number);
    for (int i = 0; i < is->per_time; i++)
        elapsed *= frame->time - gauge->before_time;
    return number / elapsed * is->times / is->over;
}

// --- one number of many ---------------------------------------------------------------------------------------------

static double picked(reading_pick pick, double so_far, double number, bool first)
{
    if (first)
        return number;
    switch (pick) {
    case PICK_LARGEST:
        return fmax(so_far, number);
    case PICK_SMALLEST:
        return fmin(so_far, number);
    case PICK_NONE:
    case PICK_MEAN:
    case PICK_SUM:
        break;
    }
    return so_far + number;
}

static bool remember(gauge *gauge, const frame *frame, scree_error *error)
{
    const int64_t rows = rows_of(gauge, frame);
    gauge->before_time = frame->time;
    gauge->count = rows;
    gauge->before = calloc((size_t)rows + 1, sizeof *gauge->before);
    if (!gauge->before)
        return fail_memory(error, "a reading") == SCREE_OK;
    for (int64_t i = 0; i < rows; i++)
        gauge->before[i] = raw_value(gauge, frame, i);
    return true;
}

// Of several there must be said which; of no contacts all is 0.
static bool number_of_frame(const gauge *gauge, const frame *frame, double *out, scree_error *error)
{
    const reading *is = gauge->is;
    int64_t count = 0;
    char what[80];
    *out = 0;
    for (int64_t i = 0; i < rows_of(gauge, frame); i++)
        if (counts(gauge, frame, i)) {
            *out = picked(is->pick, *out, number_of(gauge, frame, i), count == 0);
            count++;
        }
    if (is->pick == PICK_MEAN && count > 0)
        *out /= (double)count;
    if (is->size && of_all(is))
        *out = fabs(*out);
    if (count < 2 || is->pick != PICK_NONE)
        return true;
    snprintf(what, sizeof what, "these are %lld, and which of them counts is not said",
             (long long)count);
    return refuse(is, "add pick: largest, smallest, mean or sum", error, what);
}

// The time at which a straight line between two looks passes the level.
static void look_for_crossing(gauge *gauge, double number, double time)
{
    const double level = gauge->is->reaches;
    if (isfinite(gauge->last) && (gauge->last < level) != (number < level))
        gauge->number =
            time - (time - gauge->last_time) * (number - level) / (number - gauge->last);
    gauge->last = number;
    gauge->last_time = time;
}

bool gauge_look(gauge *gauge, const frame *frame, scree_error *error)
{
    const reading *is = gauge->is;
    double number;
    if (!find_reference(gauge, frame, error))
        return false;
    if (frame->step == gauge->since && !remember(gauge, frame, error))
        return false;
    if (frame->step < gauge->from || frame->step > gauge->at)
        return true;
    if (gauge->count != (gauge->before ? rows_of(gauge, frame) : 0)) {
        fail(error, SCREE_BAD_INPUT, is->key, "leave out `since`",
             "grains or contacts came or went in between");
        return false;
    }
    if (!number_of_frame(gauge, frame, &number, error))
        return false;
    if (isfinite(is->reaches)) {
        look_for_crossing(gauge, number, frame->time);
        return true;
    }
    gauge->sum = picked(is->watch, gauge->sum, number, gauge->samples == 0);
    gauge->samples++;
    gauge->number = is->watch == PICK_MEAN ? gauge->sum / gauge->samples
                    : is->watch            ? gauge->sum
                                           : number;
    return true;
}
