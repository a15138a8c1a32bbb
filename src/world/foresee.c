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

static scree_status foresee(const world *world, const image *im, int number, scree_error *error)
{
    const model *root = world->staging.root;
    const model *model = model_of_stage(root, number);
    const world_options options = {
        .threads = world->shared->threads,
        .width = world->shared->width,
        .folder = world->folder,
    };
    struct world *trial = NULL;
    adapted from;
    scree_status status = adapt_image(model, im, &from, error);
    if (status == SCREE_OK)
        status = world_restore_shell(model, &options, &from.im, &trial, error);
    if (status == SCREE_OK)
        status = check_new_walls(trial, model_of_stage(root, number - 1), error);
    world_destroy(trial);
    adapted_clear(&from);
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
