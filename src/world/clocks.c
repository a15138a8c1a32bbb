// clocks.c - from when the times count that a case says of its walls: `from` and `to` of a drive, the t of the factor of a
// surface, `from` and `until` of the wall itself.
//
// Times that a stage sets count from its beginning, all others from the start of the run. Which stage has set them is seen
// by holding its case against the one before: that of a drive or a surface is the latest that changes anything of it, that
// of `from` and `until` the latest that changes this time, or puts the wall up. So the text of the case and the times at which
// stages began, which are saved, say it all: a run that is resumed, and a branch, have the same clocks.
#include "world/internal.h"

#include "scene/motion_words.h"

#include <string.h>

static const model_wall *wall_of(const model *model, const char *name)
{
    for (int i = 0; i < model->walls; i++) {
        if (!strcmp(model->wall[i].name, name))
            return &model->wall[i];
    }
    return NULL;
}

// What a wall has besides its place.
typedef enum timed { OF_DRIVE, OF_SURFACE, OF_COMING, OF_GOING } timed;

static void put_words(text_buffer *out, const model_wall *wall, timed what)
{
    if (what == OF_SURFACE) {
        choice_words(out, &wall->surface);
        choice_words(out, &wall->surface_turn);
        return;
    }
    for (int i = 0; i < wall->drives; i++)
        choice_words(out, &wall->drive[i]);
}

static bool differs(const model_wall *was, const model_wall *is, timed what, bool *failed)
{
    if (what == OF_COMING)
        return was->from != is->from;
    if (what == OF_GOING)
        return was->until != is->until;
    text_buffer before = {0};
    text_buffer now = {0};
    put_words(&before, was, what);
    put_words(&now, is, what);
    *failed = *failed || before.failed || now.failed;
    const bool other =
        before.length != now.length || (now.length && strcmp(before.data, now.data) != 0);
    text_buffer_clear(&before);
    text_buffer_clear(&now);
    return other;
}

// The beginning of the stage that has set it, s; 0: it is of the case, or of the first stage.
static double clock_of(const world *world, const char *name, timed what, bool *failed)
{
    const world_staging *staging = &world->staging;
    int stage = staging->root->stages > 0 ? staging->number : 0;
    for (; stage > 0; stage--) {
        const model_wall *is = wall_of(model_of_stage(staging->root, stage), name);
        const model_wall *was = wall_of(model_of_stage(staging->root, stage - 1), name);
        if (is && (!was || differs(was, is, what, failed)))
            return staging->begun_time[stage];
    }
    return 0;
}

scree_status world_set_clocks(world *world, scree_error *error)
{
    shared *shared = world->shared;
    bool failed = false;
    for (int i = 0; i < shared->walls; i++) {
        moving_wall *wall = &shared->wall[i];
        const model_wall *from = wall_of(shared->model, wall->name);
        if (!from)
            continue; // a plane of the domain
        wall->clock = clock_of(world, wall->name, OF_DRIVE, &failed);
        wall->surface.clock = clock_of(world, wall->name, OF_SURFACE, &failed);
        wall->from = from->from + clock_of(world, wall->name, OF_COMING, &failed);
        wall->until = from->until + clock_of(world, wall->name, OF_GOING, &failed);
    }
    return failed ? fail_memory(error, "walls") : SCREE_OK;
}
