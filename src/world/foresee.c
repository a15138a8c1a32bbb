// foresee.c - what later stages of a run cannot begin with, told before the first step.
//
// A stage begins with the state that the one before leaves, and much of what it may refuse depends on that. What does not:
// its laws, streams and step for the grains that there are now, and walls that it puts up across a periodic border. A
// world without contacts is made for each stage from the state of now, asked, and thrown away.
#include "world/adapt.h"
#include "world/internal.h"

#include "base/mathlib.h"

#include <stdio.h>
#include <string.h>

static bool has_wall(const model *model, const char *name)
{
    for (int i = 0; i < adapt_wall_count(model); i++) {
        if (!strcmp(adapt_wall_name(model, i), name))
            return true;
    }
    return false;
}

// The radius of the largest grain that is there or comes.
static double largest_radius(const world *world)
{
    const model *model = world->shared->model;
    const bodies *bodies = &world->part->body;
    double most = 0;
    for (int32_t i = 0; i < bodies->count; i++)
        most = real_max(most, bodies_radius(bodies, i));
    for (int i = 0; i < model->streams; i++) {
        const spread size = model->shape[model->stream[i].shape].radius;
        most = real_max(most, size.kind == SPREAD_FIXED ? size.value : size.to);
    }
    return most;
}

// Walls that this stage puts up stand where the case has them.
static scree_status check_new_walls(const world *world, const model *before, scree_error *error)
{
    const shared *shared = world->shared;
    const double most = largest_radius(world);
    char where[128];
    for (int k = 0; most > 0 && k < shared->walls; k++) {
        const char *name = adapt_wall_name(shared->model, k);
        if (has_wall(before, name))
            continue;
        snprintf(where, sizeof where, "walls.%.100s", name);
        const scree_status status = world_check_border(world, k, most, where, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

// A world for that stage from the state of an image, without contacts; with an owner, who destroys it.
static scree_status make_trial(const world *world, const image *im, int number, struct world **out,
                               scree_error *error)
{
    const model *model = model_of_stage(world->staging.root, number);
    const world_options options = {
        .threads = world->shared->threads,
        .width = world->shared->width,
        .folder = world->folder,
    };
    adapted from;
    *out = NULL;
    scree_status status = adapt_image(model, im, &from, error);
    if (status == SCREE_OK)
        status = world_restore_shell(model, &options, &from.im, out, error);
    adapted_clear(&from);
    return status;
}

static scree_status foresee(const world *world, const image *im, int number, scree_error *error)
{
    struct world *trial;
    scree_status status = make_trial(world, im, number, &trial, error);
    if (status == SCREE_OK)
        status = check_new_walls(trial, model_of_stage(world->staging.root, number - 1), error);
    world_destroy(trial);
    return status;
}

scree_status world_foresee_stages(world *world, int *stage, scree_error *error)
{
    const world_staging *staging = &world->staging;
    image im = {0};
    *stage = staging->number + 1;
    if (*stage >= staging->root->stages)
        return SCREE_OK;
    scree_status status = world_image(world, &im, error);
    for (; status == SCREE_OK && *stage < staging->root->stages; (*stage)++) {
        status = foresee(world, &im, *stage, error);
        if (status != SCREE_OK)
            break;
    }
    image_clear(&im);
    return status;
}

// ---- servos of stages to come

// How long a wall is there at most that a stage puts up, s.
static double lasting_of(const model *root, int stage, const char *wall)
{
    double sum = 0;
    for (int i = stage; i < root->stages && has_wall(root->stage[i].model, wall); i++)
        sum += real_min(root->stage[i].lasts, root->stage[i].limit);
    return sum;
}

scree_status world_stage_servo_doubt(world *world, int stage, char *out, size_t size,
                                     scree_error *error)
{
    const model *root = world->staging.root;
    image im = {0};
    struct world *trial = NULL;
    *out = 0;
    if (stage < 1)
        return SCREE_OK;
    scree_status status = world_image(world, &im, error);
    if (status == SCREE_OK)
        status = make_trial(world, &im, stage, &trial, error);
    for (int k = 0; trial && k < trial->shared->walls && !*out; k++) {
        const char *name = adapt_wall_name(trial->shared->model, k);
        char why[200];
        if (!has_wall(model_of_stage(root, stage - 1), name) &&
            world_servo_doubt_within(trial, k, lasting_of(root, stage, name), why, sizeof why))
            snprintf(out, size, "the servo of wall `%.60s`, as grains stand at the start, %s", name,
                     why);
    }
    world_destroy(trial);
    image_clear(&im);
    return status;
}
