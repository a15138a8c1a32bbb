// log.c - see scree/event.h: what a world has to tell, seen after steps by what has changed.
#include "api/log.h"

#include "scree/event.h"

#include "base/mathlib.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct event_log {
    scree_log call;
    void *context;
    int stage;      // number of that in progress; -1: there are none
    int64_t lost;   // grains, over open borders
    int streams;    // of the case of the stage
    bool *is_short; // of each stream
} event_log;

static void SCREE_PRINTF(4, 5)
    tell(const scree_world *handle, const char *where, const char *hint, const char *format, ...)
{
    const event_log *log = handle->log;
    scree_error note = {.status = SCREE_OK};
    va_list args;
    va_start(args, format);
    vsnprintf(note.what, sizeof note.what, format, args);
    va_end(args);
    snprintf(note.where, sizeof note.where, "%s", where);
    snprintf(note.hint, sizeof note.hint, "%s", hint);
    log->call(log->context, handle, &note);
}

void log_forget(scree_world *handle)
{
    if (handle->log)
        free(handle->log->is_short);
    free(handle->log);
    handle->log = NULL;
}

static void tell_stage(const scree_world *handle, event_log *log)
{
    const stage_mark now = world_stage(handle->world);
    if (now.number == log->stage)
        return;
    char where[120];
    snprintf(where, sizeof where, "stages.%.100s", now.name);
    log->stage = now.number;
    tell(handle, where, "", "begins at t = %.9g s", now.time);
}

static void tell_lost(const scree_world *handle, event_log *log)
{
    const int64_t lost = world_flows_of(handle->world).lost;
    if (lost == log->lost)
        return;
    log->lost = lost;
    tell(handle, "domain", "close the border, or let on_loss: remove take them",
         "grains that have gone over open borders so far: %lld", (long long)lost);
}

static void tell_stream(const scree_world *handle, event_log *log, int number)
{
    const stream_tally tally = world_stream_tally(handle->world, number);
    if (tally.falls_short == log->is_short[number])
        return;
    char where[120];
    snprintf(where, sizeof where, "streams.%.100s", tally.name);
    log->is_short[number] = tally.falls_short;
    if (tally.falls_short)
        tell(handle, where, "give it more room, or a lower rate",
             "falls short: it places %.4g grains/s of %.4g", tally.got, tally.asked);
    else
        tell(handle, where, "", "keeps up again");
}

// False without memory: streams are not told of then.
static bool know_streams(const scree_world *handle, event_log *log)
{
    const int streams = world_streams(handle->world);
    if (streams == log->streams && log->is_short)
        return true;
    free(log->is_short);
    log->is_short = calloc((size_t)streams + 1, sizeof *log->is_short);
    log->streams = log->is_short ? streams : 0;
    return log->is_short != NULL;
}

void log_tell(scree_world *handle)
{
    event_log *log = handle->log;
    if (!log)
        return;
    tell_stage(handle, log);
    tell_lost(handle, log);
    if (!know_streams(handle, log))
        return;
    for (int i = 0; i < log->streams; i++)
        tell_stream(handle, log, i);
}

// What is to be known before the first step.
static void tell_doubts(const scree_world *handle)
{
    const step_choice *choice = world_step_choice(handle->world);
    if (*choice->warning)
        tell(handle, "run.step", "use `step: auto`", "%s", choice->warning);
    for (int wall = 0; wall < world_walls(handle->world); wall++) {
        char where[120];
        char doubt[400];
        if (!world_servo_doubt(handle->world, wall, doubt, sizeof doubt))
            continue;
        snprintf(where, sizeof where, "walls.%.100s", world_wall_name(handle->world, wall));
        tell(handle, where, "", "%s", doubt);
    }
}

scree_status scree_world_log(scree_world *handle, scree_log call, void *context, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = SCREE_OK;
    log_forget(handle);
    if (call) {
        handle->log = calloc(1, sizeof *handle->log);
        if (!handle->log)
            status = fail_memory(error, "log");
    }
    if (handle->log) {
        *handle->log = (event_log){
            .call = call,
            .context = context,
            .stage = world_stage(handle->world).number,
            .lost = world_flows_of(handle->world).lost,
        };
        tell_doubts(handle);
    }
    plain_locale_end(locale);
    return status;
}
