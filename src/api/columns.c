// columns.c - columns and frames of scree/scree.h. There is no list here: names, types and places come from
// state/tables.h.
#include "api/objects.h"

#include "base/text.h"
#include "state/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 64 };

_Static_assert((int)SCREE_STATE == TABLE_STATE && (int)SCREE_BALLS == TABLE_BALLS &&
                   (int)SCREE_CONTACTS == TABLE_CONTACTS && (int)SCREE_WALLS == TABLE_WALLS &&
                   (int)SCREE_LEDGER == TABLE_LEDGER && TABLES == SCREE_LEDGER + 1,
               "the tables have the same numbers inside and outside");
_Static_assert((int)SCREE_FLOAT64 == NUMBER_F64 && (int)SCREE_INT32 == NUMBER_I32 &&
                   (int)SCREE_INT64 == NUMBER_I64,
               "types have the same numbers inside and outside");

static bool is_table(scree_table table)
{
    return (int)table >= 0 && (int)table < TABLES;
}

const char *scree_column_name(scree_table table, int index)
{
    int count = 0;
    const column *list = is_table(table) ? columns_of((enum table)table, &count) : NULL;
    return index >= 0 && index < count ? list[index].name : NULL;
}

static scree_status unknown(scree_table table, const char *name, scree_error *error)
{
    char hint[120] = "docs/columns.md and scree_column_name have them all";
    const char *names[COLUMNS_MOST];
    int count = 0;
    while (count < COLUMNS_MOST && (names[count] = scree_column_name(table, count)))
        count++;
    const char *near = text_closest(name, names, count, 2);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    return fail(error, SCREE_BAD_INPUT, name, hint,
                "there is no column of that name in this table");
}

static void describe(const column *column, column_place at, scree_view *out)
{
    *out = (scree_view){at.rows ? at.data : NULL, at.rows,      at.stride,    column->width,
                        (scree_type)column->type, column->name, column->unit, column->doc};
}

// ---- rows

static const void *row_of(const scree_view *view, scree_type type, int64_t row)
{
    if (view->type != type || row < 0 || row >= view->rows)
        return NULL;
    return (const char *)view->data + row * view->stride;
}

const double *scree_row_float64(const scree_view *view, int64_t row)
{
    return row_of(view, SCREE_FLOAT64, row);
}

const int32_t *scree_row_int32(const scree_view *view, int64_t row)
{
    return row_of(view, SCREE_INT32, row);
}

const int64_t *scree_row_int64(const scree_view *view, int64_t row)
{
    return row_of(view, SCREE_INT64, row);
}

// ---- columns

static scree_status not_kept(const column *column, scree_error *error)
{
    static const struct {
        const char *name, *hint;
    } wanted[] = {{"orientation", "write run: {orientation: true, ...} in the case"},
                  {"image", "make an axis of the domain periodic"},
                  {"rate", "only a case with clumps and run: {rotation: leapfrog, ...} has it"},
                  {"path", "write run: {integrator: gear, ...} in the case"},
                  {"swing", "write run: {integrator: gear, ...} in the case"},
                  {"given", "write forces: {NAME: {law: given}} in the case"},
                  {"moment", "write forces: {NAME: {law: given}} in the case"},
                  {"drift", "only a case with clumps and without integrator: gear has it"},
                  {"turning", "only a case with clumps and without integrator: gear has it"}};
    const char *hint = "only a case with clumps has it";
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!strcmp(column->name, wanted[i].name))
            hint = wanted[i].hint;
    return fail(error, SCREE_BAD_INPUT, column->name, hint, "this world does not follow it");
}

scree_status scree_world_column(const scree_world *handle, const char *name, scree_view *out,
                                scree_error *error)
{
    const column *column = column_named(TABLE_STATE, name);
    if (!column)
        return unknown(SCREE_STATE, name, error);
    if (world_parts(handle->world) > 1)
        return fail(error, SCREE_BAD_INPUT, column->name,
                    "take a frame, or make the world of one part",
                    "the state of a world of %d parts does not lie in one place",
                    world_parts(handle->world));
    column_place at = column_in_state(column, world_bodies(handle->world, 0));
    if (column->optional && !at.data && world_balls(handle->world) > 0)
        return not_kept(column, error);
    describe(column, at, out);
    return SCREE_OK;
}

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || !strcmp(name, list[i]);
    return found;
}

scree_frame *scree_frame_create(void)
{
    return calloc(1, sizeof(scree_frame));
}

static void frame_empty(scree_frame *frame)
{
    frame_clear(&frame->frame);
    if (frame->of)
        case_release(frame->of);
    frame->of = NULL;
    frame->glance = false;
}

static void set_case(scree_frame *frame, scree_case *of)
{
    scree_case *before = frame->of;
    frame->of = case_keep(of);
    if (before)
        case_release(before);
}

void scree_frame_destroy(scree_frame *frame)
{
    if (!frame)
        return;
    frame_empty(frame);
    free(frame);
}

scree_status scree_frame_take(scree_frame *frame, scree_world *handle, scree_error *error)
{
    const scree_status status = world_frame(handle->world, &frame->frame, error);
    if (status) {
        frame_empty(frame);
        return status;
    }
    set_case(frame, handle->of);
    frame->glance = false;
    return SCREE_OK;
}

// Of a whole frame the rows stand otherwise, and all is filled in anew.
scree_status scree_frame_glance(scree_frame *frame, scree_world *handle, scree_error *error)
{
    if (!frame->glance)
        frame_empty(frame);
    const scree_status status = world_glance(handle->world, &frame->frame, error);
    if (status) {
        frame_empty(frame);
        return status;
    }
    set_case(frame, handle->of);
    frame->glance = true;
    return SCREE_OK;
}

static bool is_glanced_at(scree_table table, const char *name)
{
    static const char *const balls[] = {"id",       "position", "radius", "velocity", "orientation",
                                        "material", "body",     "shape",  "set"};
    static const char *const walls[] = {"id", "position", "orientation"};
    if (table == SCREE_BALLS)
        return is_one_of(name, balls, sizeof balls / sizeof *balls);
    return table == SCREE_WALLS && is_one_of(name, walls, sizeof walls / sizeof *walls);
}

scree_status scree_frame_copy(scree_frame *to, const scree_frame *from, scree_error *error)
{
    if (to == from)
        return SCREE_OK;
    if (!from->of || !frame_copy(&to->frame, &from->frame)) {
        frame_empty(to);
        return from->of ? fail_memory(error, "frame") : SCREE_OK;
    }
    set_case(to, from->of);
    to->glance = from->glance;
    return SCREE_OK;
}

double scree_frame_time(const scree_frame *frame)
{
    return frame->frame.time;
}
int64_t scree_frame_steps(const scree_frame *frame)
{
    return frame->frame.step;
}

scree_status scree_frame_column(const scree_frame *frame, scree_table table, const char *name,
                                scree_view *out, scree_error *error)
{
    if (!is_table(table) || table == SCREE_STATE)
        return fail(error, SCREE_BAD_INPUT, "table",
                    "give SCREE_BALLS, SCREE_CONTACTS, SCREE_WALLS or SCREE_LEDGER",
                    "%d is no table of a frame", (int)table);
    const column *column = column_named((enum table)table, name);
    if (!column)
        return unknown(table, name, error);
    if (frame->glance && !is_glanced_at(table, name))
        return fail(error, SCREE_BAD_INPUT, column->name, "take a whole frame, by scree_frame_take",
                    "a short look has not looked at it");
    column_place at = column_in_frame(column, (enum table)table, &frame->frame);
    if (table == SCREE_BALLS && !at.data && frame->frame.ball.count > 0)
        return not_kept(column, error);
    describe(column, at, out);
    return SCREE_OK;
}
