// stages.c - a run in stages: which one a world is in and when it is over. How the next one begins: next_stage.c.
//
// A stage is a branch in memory. Where one is over its world is saved to an image, as for a snapshot, and restored with
// the case of the next one; so whatever a branch may change a stage may change, and a run through a border has the bits
// of one that was stopped and resumed there. The change comes before the first step of the next stage: a world at a
// border is still that of the stage that is over.
#include "world/ranks.h"

#include "world/judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char state_name[] = "stage/state";
static const char begun_name[] = "stage/begun";
static const char name_name[] = "case/stage";

// ---- made and saved

static const model_stage *stage_of(const world *world)
{
    const world_staging *staging = &world->staging;
    return staging->root->stages > 0 ? &staging->root->stage[staging->number] : NULL;
}

// What ranks cannot do is refused of later stages as well.
static scree_status check_ranks(const world *world, const model *root, int from, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = from; i < root->stages && world->ranks && status == SCREE_OK; i++)
        status = ranks_refuse(root->stage[i].model, error);
    return status;
}

scree_status staging_make(world *world, const model *root, int number, scree_error *error)
{
    world_staging *staging = &world->staging;
    const size_t room = (size_t)root->stages + 1;
    staging->root = root;
    staging->number = number;
    staging->begun_step = calloc(room, sizeof *staging->begun_step);
    staging->begun_time = calloc(room, sizeof *staging->begun_time);
    if (!staging->begun_step || !staging->begun_time)
        return fail_memory(error, "stages");
    scree_status status = check_ranks(world, root, number, error);
    if (status != SCREE_OK)
        return status;
    const model_stage *stage = stage_of(world);
    if (!stage || !stage->until_holds)
        return SCREE_OK;
    status = judge_make(stage->model, stage->until_holds, &staging->judge, error);
    if (judge_wants_traffic(staging->judge))
        world->notes_traffic = true;
    return status;
}

void staging_free(world *world)
{
    judge_free(world->staging.judge);
    free(world->staging.begun_step);
    free(world->staging.begun_time);
    world->staging = (world_staging){0};
}

scree_status staging_begin(world *world, scree_error *error)
{
    world_staging *staging = &world->staging;
    staging->begun_step[staging->number] = world->shared->step;
    staging->begun_time[staging->number] = world_time(world);
    staging->end = STAGE_END_NONE;
    return staging->judge ? judge_begin(staging->judge, world, error) : SCREE_OK;
}

bool staging_save(const world *world, image *im)
{
    const world_staging *staging = &world->staging;
    if (staging->root->stages == 0)
        return true;
    const int64_t begun = staging->number + 1;
    int64_t *state = image_add(im, state_name, (image_shape){IMAGE_I64, 1, 2}, "1",
                               "number of the stage, what ended it (0: it goes on)");
    double *rows = state ? image_add(im, begun_name, (image_shape){IMAGE_F64, begun, 2}, "1, s",
                                     "of each stage so far: step and time at which it began")
                         : NULL;
    if (!rows)
        return false;
    state[0] = staging->number;
    state[1] = staging->end;
    for (int64_t i = 0; i < begun; i++) {
        rows[2 * i] = (double)staging->begun_step[i];
        rows[2 * i + 1] = staging->begun_time[i];
    }
    const char *name = stage_of(world)->name;
    char *text = image_add(im, name_name, (image_shape){IMAGE_U8, (int64_t)strlen(name) + 1, 1},
                           "1", "name of the stage, no part of the state");
    if (!text)
        return false;
    memcpy(text, name, strlen(name) + 1);
    return !staging->judge || judge_save(staging->judge, im);
}

// ---- loaded

static scree_status harmed(scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, state_name, "take an unharmed snapshot",
                "the columns of the stage do not fit each other");
}

static bool begun_is_sound(const image_column *begun, int64_t stages)
{
    if (!begun || begun->rows != stages)
        return false;
    double step = 0;
    double time = 0;
    for (int64_t i = 0; i < stages; i++) {
        const double *row = image_reals(begun) + 2 * i;
        if (!(row[0] >= step && row[0] < 9e15) || !(row[1] >= time && row[1] < 1e300))
            return false;
        step = row[0];
        time = row[1];
    }
    return true;
}

scree_status staging_of_image(const model *root, const image *im, int *number, scree_error *error)
{
    const image_column *state = image_find(im, state_name, IMAGE_I64, 2);
    *number = -1;
    if (!state || root->stages == 0)
        return SCREE_OK;
    const int64_t *row = image_integers(state);
    if (state->rows != 1 || row[0] < 0 || row[0] > INT32_MAX || row[1] < 0 || row[1] >= STAGE_ENDS)
        return harmed(error);
    if (!begun_is_sound(image_find(im, begun_name, IMAGE_F64, 2), row[0] + 1))
        return harmed(error);
    if (row[0] >= root->stages)
        return fail(error, SCREE_BAD_INPUT, "stages",
                    "leave the stages that are over, and the one in progress, in the list",
                    "the snapshot is of stage number %" PRId64 ", and the case has %d", row[0] + 1,
                    root->stages);
    *number = (int)row[0];
    return SCREE_OK;
}

// A branch may give the stage in progress another end: a longer time or limit, a condition in place of a time.
static void take_end(world *world, stage_end was)
{
    world_staging *staging = &world->staging;
    const model_stage *stage = stage_of(world);
    const double begun = staging->begun_time[staging->number];
    const double lasts = begun + (stage->until_holds ? stage->limit : stage->lasts);
    const bool past = isfinite(lasts) && world->shared->step >= world_step_at(world, lasts);
    const bool by_time = was == STAGE_END_TIME || was == STAGE_END_LIMIT;
    staging->end = was;
    if (!stage->until_holds)
        staging->end = past ? STAGE_END_TIME : STAGE_END_NONE;
    else if (by_time && !(past && was == STAGE_END_LIMIT))
        staging->end = STAGE_END_NONE;
}

// What the probes of another condition kept says nothing to those of this one.
static scree_status load_judge(world *world, const image *im, const world_options *options,
                               scree_error *error)
{
    world_staging *staging = &world->staging;
    const model_stage *stage = stage_of(world);
    if (!staging->judge)
        return SCREE_OK;
    scree_status status = judge_load(staging->judge, im, options ? options->anew : NULL, error);
    if (status == SCREE_OK)
        return judge_begin(staging->judge, world, error);
    if (status != SCREE_BAD_INPUT || !options || !options->changed)
        return status;
    judge_free(staging->judge);
    staging->judge = NULL;
    status = judge_make(stage->model, stage->until_holds, &staging->judge, error);
    return status ? status : judge_begin(staging->judge, world, error);
}

void staging_recall(world *world, const image *im, bool begins)
{
    world_staging *staging = &world->staging;
    const image_column *begun = image_find(im, begun_name, IMAGE_F64, 2);
    for (int64_t i = 0; begun && i < begun->rows && i < staging->root->stages; i++) {
        staging->begun_step[i] = (int64_t)image_reals(begun)[2 * i];
        staging->begun_time[i] = image_reals(begun)[2 * i + 1];
    }
    if (begins)
        staging->begun_time[staging->number] = world_time(world);
}

scree_status staging_load(world *world, const image *im, bool begins, const world_options *options,
                          scree_error *error)
{
    world_staging *staging = &world->staging;
    const image_column *state = image_find(im, state_name, IMAGE_I64, 2);
    if (staging->root->stages == 0)
        return SCREE_OK;
    if (begins)
        return staging_begin(world, error);
    take_end(world, (stage_end)image_integers(state)[1]);
    return load_judge(world, im, options, error);
}

bool image_stage(const image *im, stage_mark *out)
{
    const image_column *state = image_find(im, state_name, IMAGE_I64, 2);
    const image_column *begun = image_find(im, begun_name, IMAGE_F64, 2);
    const image_column *name = image_find(im, name_name, IMAGE_U8, 1);
    if (!state || state->rows != 1 || !begun || begun->rows < 1)
        return false;
    const int64_t end = image_integers(state)[1];
    const char *text = name && name->rows > 0 ? name->data : NULL;
    const bool whole = text && !text[name->rows - 1];
    *out = (stage_mark){
        .number = (int)begun->rows - 1,
        .name = whole ? text : "",
        .step = (int64_t)image_reals(begun)[2 * begun->rows - 2],
        .time = image_reals(begun)[2 * begun->rows - 1],
        .end = end > 0 && end < STAGE_ENDS ? (stage_end)end : STAGE_END_NONE,
    };
    return true;
}

// ---- over

// The lists of a world from a row on.
static frame_balls behind(const frame_balls *all, int64_t from)
{
    frame_balls rest = *all;
#define SHIFT(name, type, unit, doc) rest.name = all->name ? all->name + from : NULL;
    FRAME_BALLS(SHIFT)
#undef SHIFT
    rest.count = all->count - from;
    return rest;
}

scree_status staging_pass(world *world, scree_error *error)
{
    world_staging *staging = &world->staging;
    if (!staging->judge || !judge_wants_traffic(staging->judge))
        return SCREE_OK;
    const frame_balls arrived = behind(&world->arrived, staging->arrived);
    const frame_balls departed = behind(&world->departed, staging->departed);
    staging->arrived = world->arrived.count;
    staging->departed = world->departed.count;
    return judge_pass(staging->judge, &arrived, &departed, error);
}

static scree_status look(world *world, scree_error *error)
{
    world_staging *staging = &world->staging;
    bool holds = false;
    world_place_followers(world);
    scree_status status = staging_pass(world, error);
    if (status == SCREE_OK)
        status = judge_look(staging->judge, world, &holds, error);
    if (status == SCREE_OK && holds)
        staging->end = STAGE_END_HOLDS;
    return status;
}

static scree_status stop_at_limit(const world *world, scree_error *error)
{
    const model_stage *stage = stage_of(world);
    char where[200];
    snprintf(where, sizeof where, "stages.%.80s.until", stage->name);
    return fail(error, SCREE_DIVERGED, where,
                "give it a longer limit, another condition, or at_limit: next",
                "'%.200s' did not hold in %g s", stage->until, stage->limit);
}

scree_status staging_judge(world *world, scree_error *error)
{
    world_staging *staging = &world->staging;
    const model_stage *stage = stage_of(world);
    const int64_t step = world->shared->step;
    if (!stage || staging->end != STAGE_END_NONE)
        return SCREE_OK;
    const double begun = staging->begun_time[staging->number];
    const int64_t since = step - staging->begun_step[staging->number];
    if (!stage->until_holds) {
        if (isfinite(stage->lasts) && step >= world_step_at(world, begun + stage->lasts))
            staging->end = STAGE_END_TIME;
        return SCREE_OK;
    }
    scree_status status = since % stage->every == 0 ? look(world, error) : SCREE_OK;
    const bool waited =
        isfinite(stage->limit) && step >= world_step_at(world, begun + stage->limit);
    if (status != SCREE_OK || staging->end != STAGE_END_NONE || !waited)
        return status;
    staging->end = STAGE_END_LIMIT;
    return stage->goes_on ? SCREE_OK : stop_at_limit(world, error);
}
