// follow.c - see follow.h.
#include "measure/follow.h"

#include "base/text.h"
#include "state/columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const model *model, int set)
{
    return model_set_name(model, set);
}

static scree_status unknown_set(const model *model, const char *law, const char *name,
                                scree_error *error)
{
    enum { NAMES_MOST = 64 };
    const char *names[NAMES_MOST];
    char hint[240] =
        "give the name of an entry of `grains` or `streams`, NAME/3 for its third grain, or an id";
    int count = 0;
    for (int i = 0; i < model->grain_sets + model->streams && count < NAMES_MOST; i++)
        names[count++] = name_of(model, i);
    const char *near = text_closest(name, names, count, 3);
    if (near) {
        snprintf(hint, sizeof hint, "did you mean '%.60s'?", near);
    } else if (count) {
        snprintf(hint, sizeof hint,
                 "give the name of an entry of `grains` or `streams`, such as %.60s, %.60s/3 for "
                 "its third grain, or an id",
                 names[0], names[0]);
    }
    return probe_fail(error, law, hint, "there are no grains called '%.60s'", name);
}

// A stream that is limited brings no more than its `count`.
static scree_status check_stream(const model *model, const char *law, const grain_follow *follow,
                                 scree_error *error)
{
    if (follow->set < model->grain_sets)
        return SCREE_OK;
    const model_stream *stream = &model->stream[follow->set - model->grain_sets];
    if (follow->number <= (double)stream->most)
        return SCREE_OK;
    return probe_fail(error, law, "count from 1 to that number, or raise the `count` of the stream",
                      "the stream '%.60s' brings %" PRId64 " grains, so none is number %.0f",
                      stream->name, stream->most, follow->number);
}

// NAME or NAME/NUMBER.
// The number of a grain in its set: a few digits, or else 0.
static double number_in(const char *text)
{
    const size_t length = strlen(text);
    const bool digits = length > 0 && length < 16 && strspn(text, "0123456789") == length;
    return digits ? strtod(text, NULL) : 0;
}

static scree_status read_place(const char *text, const model *model, const char *law,
                               grain_follow *out, scree_error *error)
{
    char name[128];
    const char *slash = strrchr(text, '/');
    const size_t length = slash ? (size_t)(slash - text) : strlen(text);
    const int shown = length < sizeof name ? (int)length : (int)sizeof name - 1;
    snprintf(name, sizeof name, "%.*s", shown, text);
    out->number = 1;
    out->set = model_sets_named(model, name, &out->sets);
    if (out->set < 0)
        return unknown_set(model, law, name, error);
    if (!slash)
        return check_stream(model, law, out, error);
    out->number = number_in(slash + 1);
    if (out->number >= 1)
        return check_stream(model, law, out, error);
    return probe_fail(error, law, "count from 1, such as NAME/1 for the first of them",
                      "grain = '%.60s': '%.30s' is no number of a grain", text, slash + 1);
}

scree_status follow_begin(const choice *choice, const model *model, const char *law,
                          grain_follow *out, scree_error *error)
{
    const char *text = choice_text(choice, "grain");
    bool number = choice_given(choice, "id");
    *out = (grain_follow){.set = -1, .id = -1, .last = -1};
    if (text && number)
        return probe_fail(error, law, "leave one of them", "both `grain` and `id` are given");
    if (!text && !number) {
        return probe_fail(error, law,
                          "give grain: NAME, the first of that entry of `grains`; or id: NUMBER",
                          "which grain is not said");
    }
    if (number) {
        out->id = choice_real(choice, "id");
        return SCREE_OK;
    }
    bool digits = *text && strspn(text, "0123456789") == strlen(text);
    if (!digits)
        return read_place(text, model, law, out, error);
    out->id = strtod(text, NULL);
    if (out->id < (double)ID_MOST)
        return SCREE_OK;
    return probe_fail(error, law, "frames show the ids of grains",
                      "there is no id as large as %.30s", text);
}

// Counts the grains of the set that came since the frame before; ids ascend, also in the order of coming.
static void count_on(grain_follow *is, const frame_balls *balls)
{
    for (int64_t i = 0; i < balls->count && is->id < 0; i++) {
        const double id = (double)balls->id[i];
        // balls of a clump but the first are no grains
        const bool first = balls->body[i] == balls->id[i];
        if (balls->set[i] < is->set || balls->set[i] >= is->set + is->sets || !first)
            continue;
        if (id <= is->last)
            continue;
        is->counted += 1;
        is->last = id;
        if (is->counted == is->number)
            is->id = is->last;
    }
}

scree_status follow_find(grain_follow *is, const model *model, const frame *frame, const char *law,
                         int64_t *at, scree_error *error)
{
    const frame_balls *balls = &frame->ball;
    int64_t last = frame->walls - 1;
    *at = -1;
    if (is->id < 0)
        count_on(is, balls);
    if (is->id < 0 && is->set < model->grain_sets) { // nor do more come to a set
        return probe_fail(error, law, "count from 1 to that number",
                          "'%.60s' has %.0f grains%s, so none is number %.0f",
                          name_of(model, is->set), is->counted, frame->step > 0 ? " now" : "",
                          is->number);
    }
    if (is->id < 0)
        return SCREE_OK;
    const int wall = frame_wall_of(frame, (int64_t)is->id);
    const int64_t first = balls->count > 0 ? balls->id[0] : frame->walls;
    if (wall >= 0) {
        return probe_fail(error, law,
                          "walls have the first ids, grains follow; frames show the ids of grains",
                          "id %.0f is a wall, %.60s; the first grain has the id %" PRId64, is->id,
                          frame->wall[wall].name, first);
    }
    for (int64_t i = 0; i < balls->count; i++) {
        if (balls->id[i] > last)
            last = balls->id[i];
        if ((double)balls->id[i] == is->id)
            *at = i;
    }
    if (*at < 0 && frame->step == 0 && !model->streams) { // nor will there ever be
        return probe_fail(error, law, "the frames have the ids of the grains",
                          "there is no grain %.0f: ids reach from %" PRId64 " to %" PRId64, is->id,
                          first, last);
    }
    return SCREE_OK;
}

bool follow_save(const grain_follow *is, probe_memory *out)
{
    const double kept[] = {is->id, is->counted, is->last};
    return memory_put(out, kept, 3);
}

bool follow_load(grain_follow *is, const double *value, int64_t count)
{
    if (count != 3)
        return false;
    if (is->set < 0)
        return true; // the id is that of the case
    is->id = value[0];
    is->counted = value[1];
    is->last = value[2];
    return true;
}
