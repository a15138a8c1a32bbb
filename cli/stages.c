// stages.c - see stages.h.
#include "cli/stages.h"

#include "case/changes.h"
#include "case/condition.h"
#include "law/registry.h"
#include "scene/stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- words

// Another order of walls is told by those that come and go.
static bool tells_all(const case_difference *change, const void *context)
{
    (void)context;
    return strcmp(change->path, "walls") != 0;
}

static const char *verb_of(const case_change *change)
{
    if (!*change->is)
        return " goes";
    return !*change->was && change->holds_others ? " comes" : " becomes ";
}

// The case before a stage; before the first one that of the file, which `plain` has room for.
static const model *before(const model *root, int stage, model *plain)
{
    *plain = *root;
    plain->stages = 0;
    return stage > 0 ? root->stage[stage - 1].model : plain;
}

// Of what holds others only that it is there is known.
static const char *value_of(const case_change *change)
{
    return !*change->was && change->holds_others ? "" : change->is;
}

// The name of an entry of `streams`, which may be a mixture of several sets; NULL: there are not so many.
static const char *stream_named(const model *model, int entry)
{
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        if (stream->mixed.part > 0 || entry-- > 0)
            continue;
        return stream->mixed.entry ? stream->mixed.entry : stream->name;
    }
    return NULL;
}

// Streams are numbered in the text of a case, and known by their names. One that takes no more grains is `none`.
static void tell_change(char *out, size_t size, const case_change *change, const model *model)
{
    int number;
    int length = 0;
    const bool stream = sscanf(change->path, "streams[%d]%n", &number, &length) == 1 && length > 0;
    const char *name = stream ? stream_named(model, number) : NULL;
    if (!name) {
        snprintf(out, size, "%s%s%s", change->path, verb_of(change), value_of(change));
        return;
    }
    const char *rest = change->path + length;
    if (!strcmp(rest, ".to") && !strcmp(change->is, "0 s"))
        snprintf(out, size, "streams.%s ends", name);
    else
        snprintf(out, size, "streams.%s%s%s%s", name, rest, verb_of(change), value_of(change));
}

static size_t put_changes(char *out, size_t size, const session *session, int stage)
{
    const model *root = &session->model;
    model plain;
    case_changes changes = {.tells = tells_all};
    char *was = case_resolved(before(root, stage, &plain), &session->families);
    char *is = case_resolved(root->stage[stage].model, &session->families);
    size_t length = 0;
    if (was && is && !case_changes_find(was, is, &changes)) {
        for (int i = 0; i < changes.count && i < CHANGES_TOLD && length < size; i++) {
            char words[300];
            tell_change(words, sizeof words, &changes.item[i], root->stage[stage].model);
            length += (size_t)snprintf(out + length, size - length, "%s%s", i ? ", " : "; ", words);
        }
        if (changes.count > CHANGES_TOLD && length < size)
            length += (size_t)snprintf(out + length, size - length, ", and %d more",
                                       changes.count - CHANGES_TOLD);
    }
    free(was);
    free(is);
    return length;
}

void stages_words(char out[STAGES_ROOM], const session *session, int stage)
{
    const model_stage *is = &session->model.stage[stage];
    size_t length = (size_t)snprintf(out, STAGES_ROOM, "%d. %.60s: ", stage + 1, is->name);
    if (is->until_holds) {
        length += (size_t)snprintf(out + length, STAGES_ROOM - length,
                                   "until %.200s, looked at each %lld steps", is->until,
                                   (long long)is->every);
        if (isfinite(is->limit))
            length += (size_t)snprintf(out + length, STAGES_ROOM - length, ", %s after %g s",
                                       is->goes_on ? "or the next one" : "or a stop", is->limit);
    } else if (isfinite(is->lasts)) {
        length += (size_t)snprintf(out + length, STAGES_ROOM - length, "%g s", is->lasts);
    } else {
        length += (size_t)snprintf(out + length, STAGES_ROOM - length, "to the end of the run");
    }
    put_changes(out + length, STAGES_ROOM - length, session, stage);
}

// ---- what cannot be

// The most grains that a stream brings.
static double most_of_stream(const model *model, int i)
{
    const model_stream *stream = &model->stream[i];
    if (stream->by_mass)
        return stream->most == INT64_MAX ? INFINITY : (double)stream->most;
    const double end = fmin(stream->to, model->duration);
    const double grains = fmax(0, end - stream->from) * stream->rate + 1;
    return fmin(grains, (double)stream->most);
}

static double most_of_streams(const model *model)
{
    double sum = 0;
    for (int i = 0; i < model->streams; i++)
        sum += model->stream[i].mixed.part == 0 ? most_of_stream(model, i) : 0;
    return sum;
}

// Streams that later stages add count, too.
static double most_streamed(const model *root)
{
    double most = most_of_streams(root);
    for (int i = 0; i < root->stages; i++)
        most = fmax(most, most_of_streams(root->stage[i].model));
    return most;
}

// May grains have been taken by removals, in this stage or before it?
static bool takes_grains(const model *model)
{
    bool grows = false;
    for (int i = 0; i < model->grain_sets + model->streams; i++)
        grows = grows || model_growth_of(model, i);
    return model->removals > 0 || grows || model->maser.given;
}

static bool loses_grains(const model *model)
{
    return model->loss != ON_LOSS_STOP || model->maser.given;
}

static bool any_until(const model *root, const model_stage *last, bool (*has)(const model *))
{
    bool any = false;
    for (int i = 0; i < root->stages && &root->stage[i] <= last; i++)
        any = any || has(root->stage[i].model);
    return any;
}

// Where laws attract, contacts may hold less than nothing.
static bool attracts(const model *model)
{
    bool any = false;
    for (int i = 0; i < model->materials * model->materials; i++)
        any = any || law_attracts(model->pair[i].law);
    return any;
}

static condition_range range_of(const condition_variable *variable, const model_stage *stage,
                                const model *root, const world *world)
{
    const double streamed = most_streamed(root);
    const double grains = (double)world_grains(world) + streamed;
    const bool of_stream = variable->number >= stage->model->grain_sets;
    const bool may_go =
        any_until(root, stage, takes_grains) || any_until(root, stage, loses_grains);
    switch (variable->source) {
    case CONDITION_TIME:
        return (condition_range){0, root->steps > 0 ? INFINITY : root->duration};
    case CONDITION_STAGE_TIME:
        return (condition_range){0,
                                 fmin(stage->limit, root->steps > 0 ? INFINITY : root->duration)};
    case CONDITION_COUNT:
        if (variable->number >= 0 && of_stream)
            return (condition_range){0, streamed};
        if (variable->number >= 0)
            return (condition_range){0, (double)world_grains(world)};
        return (condition_range){may_go ? 0 : (double)world_grains(world), grains};
    case CONDITION_STREAMED:
        return (condition_range){0, streamed};
    case CONDITION_REMOVED:
        return (condition_range){0, any_until(root, stage, takes_grains) ? grains : 0};
    case CONDITION_LOST:
        return (condition_range){0, any_until(root, stage, loses_grains) ? grains : 0};
    case CONDITION_ELASTIC:
        return (condition_range){attracts(stage->model) ? -INFINITY : 0, INFINITY};
    case CONDITION_KINETIC:
    case CONDITION_UNBALANCED:
    case CONDITION_SPEED:
    case CONDITION_CONTACTS:
        return (condition_range){0, INFINITY};
    default:
        return (condition_range){-INFINITY, INFINITY};
    }
}

bool stages_warning(char out[STAGES_ROOM], const session *session, const world *world, int number)
{
    const model *root = &session->model;
    const model_stage *stage = &root->stage[number];
    condition_range range[CONDITION_VARIABLES];
    if (!stage->until_holds)
        return false;
    for (int i = 0; i < stage->until_holds->variables; i++)
        range[i] = range_of(&stage->until_holds->variable[i], stage, root, world);
    if (!condition_may_hold(stage->until_holds, NULL)) {
        snprintf(out, STAGES_ROOM,
                 "the stage %.60s cannot be over by its condition: '%.200s' cannot hold, as its "
                 "comparisons contradict each other",
                 stage->name, stage->until);
        return true;
    }
    if (condition_may_hold(stage->until_holds, range))
        return false;
    snprintf(
        out, STAGES_ROOM,
        "the stage %.60s cannot be over by its condition: '%.200s' cannot hold with the grains "
        "that there are, %g of them at most, with what takes grains in this case, and in the time "
        "there is, %g s",
        stage->name, stage->until, (double)world_grains(world) + most_streamed(root),
        fmin(stage->limit, root->duration));
    return true;
}
