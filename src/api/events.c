// events.c - see scree/event.h: a list of what is to come, and the conditions in it.
//
// A call may add to the list and cancel what is on it, so that what is over is taken off when no call is under way.
#include "scree/event.h"

#include "api/events.h"
#include "case/condition.h"
#include "measure/probe.h"
#include "world/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct event {
    struct event *next;
    int64_t id;
    scree_event is;
    double first, every; // s; calls, or looks at a condition, are due at first + k every
    int64_t passed;      // so many of these times are over
    int64_t last;        // step of the last call or look
    bool over;
    // Of a condition: its text, and what it is in the case of the stage.
    char *text;
    const model *model;
    condition *condition;
    judge *judge;
} event;

// ---- the list

static void free_event(event *event)
{
    if (!event)
        return;
    judge_free(event->judge);
    free(event->condition);
    free(event->text);
    free(event);
}

void events_forget(scree_world *handle)
{
    while (handle->event) {
        event *first = handle->event;
        handle->event = first->next;
        free_event(first);
    }
}

static void sweep(scree_world *handle)
{
    event **link = &handle->event;
    while (*link) {
        event *event = *link;
        if (event->over) {
            *link = event->next;
            free_event(event);
        } else
            link = &event->next;
    }
}

// In the order in which they were asked for.
static void append(scree_world *handle, event *event, int64_t *id)
{
    struct event **link = &handle->event;
    while (*link)
        link = &(*link)->next;
    *link = event;
    event->id = ++handle->events;
    if (id)
        *id = event->id;
}

static int64_t step_of(const scree_world *handle, const event *event)
{
    const double time = event->first + (double)event->passed * event->every;
    const int64_t step = world_step_at(handle->world, time);
    return step > event->last ? step : event->last + 1;
}

// On to the first of its times that comes after this step.
static void pass(const scree_world *handle, event *event)
{
    const int64_t now = world_steps(handle->world);
    event->last = now;
    if (!(event->every > 0))
        return;
    event->passed = (int64_t)((world_time(handle->world) - event->first) / event->every);
    while (world_step_at(handle->world, event->first + (double)event->passed * event->every) <= now)
        event->passed++;
}

int64_t events_next(const scree_world *handle)
{
    int64_t next = INT64_MAX;
    for (const event *event = handle->event; event; event = event->next) {
        const int64_t step = event->over ? INT64_MAX : step_of(handle, event);
        next = step < next ? step : next;
    }
    return next;
}

// ---- conditions

static scree_status refuse(const event *event, const char *what, const char *hint,
                           scree_error *error)
{
    char where[200];
    snprintf(where, sizeof where, "condition '%.160s'", event->text);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

// What a probe is told step by step, nobody tells it here.
static scree_status check_probes(const event *event, scree_error *error)
{
    for (int i = 0; i < event->condition->variables; i++) {
        const condition_variable *variable = &event->condition->variable[i];
        if (variable->source != CONDITION_PROBE)
            continue;
        const probe *is = probe_find(event->model->probe[variable->number].measure.what);
        if (is->hear || is->gate)
            return refuse(event, "it asks a probe that is told of every step",
                          "sample the probe yourself (scree/measure.h) in a call of scree_world_at",
                          error);
    }
    return SCREE_OK;
}

// The condition in the words of the case that the world is in.
static scree_status read_condition(scree_world *handle, event *event, scree_error *error)
{
    quantity_fault fault;
    const model *model = world_model(handle->world);
    judge_free(event->judge);
    event->judge = NULL;
    event->model = model;
    if (!condition_read(event->text, model, event->condition, &fault))
        return *fault.what ? refuse(event, fault.what, fault.hint, error)
                           : fail_memory(error, "condition");
    scree_status status = check_probes(event, error);
    if (!status)
        status = judge_make(model, event->condition, &event->judge, error);
    return status ? status : judge_begin(event->judge, handle->world, error);
}

static scree_status look(scree_world *handle, event *event, bool *holds, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = SCREE_OK;
    *holds = false;
    if (event->model != world_model(handle->world))
        status = read_condition(handle, event, error);
    if (!status)
        status = judge_look(event->judge, handle->world, holds, error);
    plain_locale_end(locale);
    return status;
}

scree_status events_pass(scree_world *handle, scree_error *error)
{
    const frame_balls *arrived = world_arrived(handle->world);
    const frame_balls *departed = world_departed(handle->world);
    scree_status status = SCREE_OK;
    for (event *event = handle->event; event && !status; event = event->next) {
        if (event->judge && !event->over)
            status = judge_pass(event->judge, arrived, departed, error);
    }
    return status;
}

// ---- calls

static void call(scree_world *handle, const event *event, bool *stops)
{
    handle->calling = true;
    if (event->is.call(event->is.context, handle))
        *stops = true;
    handle->calling = false;
}

static scree_status call_due(scree_world *handle, event *event, bool *stops, scree_error *error)
{
    bool holds = true;
    scree_status status = event->text ? look(handle, event, &holds, error) : SCREE_OK;
    if (status)
        return status;
    event->over = event->text ? holds : !(event->every > 0);
    pass(handle, event);
    if (holds)
        call(handle, event, stops);
    return SCREE_OK;
}

scree_status events_call(scree_world *handle, bool *stops, scree_error *error)
{
    const int64_t now = world_steps(handle->world);
    scree_status status = SCREE_OK;
    *stops = false;
    for (event *event = handle->event; event && !status; event = event->next) {
        if (!event->over && step_of(handle, event) <= now)
            status = call_due(handle, event, stops, error);
    }
    sweep(handle);
    return status;
}

// ---- what is asked for

// Times are counted one by one where several fall on a step, so there are not to be any number of them.
static const double shortest = 1e-3; // in steps

static scree_status check_event(const scree_world *handle, double every, const scree_event *event,
                                scree_error *error)
{
    const double step = world_dt(handle->world);
    if (!event->call)
        return fail(error, SCREE_BAD_INPUT, "event.call", "give a function",
                    "there is nothing to call");
    if (every > 0 && every < shortest * step)
        return fail(error, SCREE_BAD_INPUT, "every", "give a step or more, or 0 s for none",
                    "%.3g s is less than a thousandth of the time step of %.3g s", every, step);
    if (every >= 0 && isfinite(every))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "every", "give 0 s or more",
                "%g s is no time between calls", every);
}

// What a call asks for begins after the next step.
static event *make(const scree_world *handle, double first, double every, scree_event is)
{
    event *event = calloc(1, sizeof *event);
    if (!event)
        return NULL;
    event->is = is;
    event->first = first;
    event->every = every;
    event->last = world_steps(handle->world) - (handle->calling ? 0 : 1);
    return event;
}

scree_status scree_world_at(scree_world *handle, double time, double every, scree_event event,
                            int64_t *id, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const double now = world_time(handle->world);
    scree_status status = check_event(handle, every, &event, error);
    if (!status &&
        (!isfinite(time) || world_step_at(handle->world, time) < world_steps(handle->world)))
        status = fail(error, SCREE_BAD_INPUT, "time", "give one that is to come",
                      "%g s is no time from %g s on", time, now);
    struct event *made = status ? NULL : make(handle, time, every, event);
    if (!status && !made)
        status = fail_memory(error, "event");
    if (!status)
        append(handle, made, id);
    plain_locale_end(locale);
    return status;
}

static scree_status make_condition(scree_world *handle, event *made, const char *text,
                                   scree_error *error)
{
    const size_t size = strlen(text) + 1;
    made->text = malloc(size);
    made->condition = calloc(1, sizeof *made->condition);
    if (!made->text || !made->condition)
        return fail_memory(error, "event");
    memcpy(made->text, text, size);
    return read_condition(handle, made, error);
}

scree_status scree_world_when(scree_world *handle, const char *condition, double every,
                              scree_event event, int64_t *id, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const double now = world_time(handle->world);
    scree_status status = check_event(handle, every, &event, error);
    struct event *made = status ? NULL : make(handle, now, every, event);
    if (!status && !made)
        status = fail_memory(error, "event");
    if (!status)
        status = make_condition(handle, made, condition, error);
    if (status)
        free_event(made);
    else
        append(handle, made, id);
    plain_locale_end(locale);
    return status;
}

scree_status scree_world_cancel(scree_world *handle, int64_t id, scree_error *error)
{
    for (event *event = handle->event; event; event = event->next) {
        if (event->id != id || event->over)
            continue;
        event->over = true;
        if (!handle->calling)
            sweep(handle);
        return SCREE_OK;
    }
    return fail(error, SCREE_BAD_INPUT, "id", "cancel what is still to come",
                "no call of the number %lld is to come", (long long)id);
}
