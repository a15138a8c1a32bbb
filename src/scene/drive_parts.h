// drive_parts.h - what the drives share: reading rows, and the time between `from` and `to`.
#ifndef SCREE_SCENE_DRIVE_PARTS_H
#define SCREE_SCENE_DRIVE_PARTS_H

#include "scene/drive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Rows of a motion that begins and ends. Before `from` and after `to` the wall stands still.
#define DRIVE_FROM_ROW                                                                             \
    {                                                                                              \
        "from", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "when the motion begins"                        \
    }
#define DRIVE_TO_ROW                                                                               \
    {                                                                                              \
        "to", ROW_REAL, "s", ROW_OPTIONAL, 0, ROW_ANY_HIGH, "when it ends; default: never"         \
    }

// Every drive has it; the world reads it.
#define DRIVE_JUMP_ROW                                                                             \
    {                                                                                              \
        "jump", ROW_FLAG, "1", 0, 0, 1,                                                            \
            "of a branch: the wall jumps to where this motion would have brought it from the "     \
            "start of the case"                                                                    \
    }

typedef struct drive_clock {
    double elapsed; // s of motion so far
    bool moving;    // now
} drive_clock;

// A motion moves from `from` on, or from when it began if that was later, and no longer at `to`. Both count from the clock
// of the drive.
static inline drive_clock drive_clock_at(const choice *choice, const drive_in *in)
{
    double from = in->clock + choice_real(choice, "from");
    double to = in->clock + choice_real(choice, "to");
    double time = in->time;
    if (from < in->since)
        from = in->since;
    bool ended = to <= time; // false for the NaN of a `to` that is not given
    drive_clock clock = {(ended ? to : time) - from, !ended && time >= from};
    if (!(clock.elapsed > 0))
        clock.elapsed = 0;
    return clock;
}

// From when to when it moves, s by its clock; of one without times for ever.
static inline void drive_window(const choice *choice, double *from, double *to)
{
    *from = 0;
    *to = INFINITY;
    for (int i = 0; i < choice->what->count; i++) {
        const char *name = choice->what->rows[i].name;
        if (!strcmp(name, "from"))
            *from = choice_real(choice, name);
        if (!strcmp(name, "to") && isfinite(choice_real(choice, name)))
            *to = choice_real(choice, name);
    }
}

static inline v3 drive_vector(const choice *choice, const char *name)
{
    double x[3];
    choice_vector(choice, name, x);
    return v3_make(x[0], x[1], x[2]);
}

static inline scree_status drive_fail(scree_error *error, const char *wall, const char *hint,
                                      const char *what)
{
    char where[160];
    snprintf(where, sizeof where, "walls.%.120s.drive", wall);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

static inline scree_status drive_check_direction(const choice *choice, const char *name,
                                                 const char *wall, scree_error *error)
{
    double length = v3_norm(drive_vector(choice, name));
    if (length > 1e-100 && isfinite(length))
        return SCREE_OK;
    char what[80];
    snprintf(what, sizeof what, "%s has no direction", name);
    return drive_fail(error, wall, "give three numbers that are not all zero, such as [0, 0, 1]",
                      what);
}

// ---- out of the plane of a case in 2D

#define DRIVE_LEADS_OUT(row)                                                                       \
    {                                                                                              \
        row " leads out of the plane of this case", "let its third component be 0"                 \
    }
#define DRIVE_TILTED(row)                                                                          \
    {                                                                                              \
        row " is not across the plane of this case", "give " row ": [0, 0, 1]"                     \
    }

// NaN is no part of a vector that was not given.
static inline bool drive_leads_out(v3 along)
{
    return fabs(along.z) > 0;
}

static inline bool drive_tilts(v3 axis)
{
    return fabs(axis.x) > 0 || fabs(axis.y) > 0;
}

static inline scree_status drive_check_times(const choice *choice, const char *wall,
                                             scree_error *error)
{
    if (!(choice_real(choice, "to") < choice_real(choice, "from")))
        return SCREE_OK;
    return drive_fail(error, wall, "let `to` be the later time",
                      "the motion ends before it begins: to < from");
}

#endif
