// create.c - a world of a case: its grains are made and checked, then all else that follows from them.
//
// Of a world of ranks rank 0 alone makes the grains, looks at all of them, and tells the others what it has seen; then each
// gets those that it is to own (world/hand_out.c). So no other rank ever holds them all.
#include "world/build.h"
#include "world/maser.h"
#include "world/ranks.h"

#include <stdlib.h>

// Where the grains are given, they are taken; else those of the packings are made. Other ranks have none.
static scree_status begin_grains(world *world, grain_list *given, grain_list *grains,
                                 fault_list *faults, scree_error *error)
{
    *grains = (grain_list){0};
    if (given) {
        *grains = *given;
        *given = (grain_list){0};
        if (!ranks_lead(world))
            grain_list_clear(grains);
        return SCREE_OK;
    }
    if (!ranks_lead(world))
        return SCREE_OK;
    return packing_build(world->shared->model, world->folder, grains, faults, error);
}

// Grains that a world can begin with.
static scree_status make_grains(world *world, grain_list *given, grain_list *grains,
                                fault_list *faults, scree_error *error)
{
    const model *model = world->shared->model;
    scree_status status = world_check_domain(model, error);
    if (status == SCREE_OK)
        status = world_check_streams(model, error);
    if (status == SCREE_OK)
        status = begin_grains(world, given, grains, faults, error);
    if (status == SCREE_OK)
        status = maser_take(world, grains, error);
    if (status == SCREE_OK)
        status = world_make_growth(world, error);
    if (status == SCREE_OK)
        status = world_make_cores(world, error);
    if (status == SCREE_OK)
        status = world_check_start(world, grains, faults, error);
    return status == SCREE_OK ? world_check_growth_ends(world, grains, error) : status;
}

// Walls, laws and the step, from what is seen of all grains.
static scree_status build_for(world *world, scree_status status, grain_list *grains,
                              scree_error *error)
{
    const model *model = world->shared->model;
    grain_extremes *extreme = calloc((size_t)model->materials + 1, sizeof *extreme);
    grain_prospect prospect = {.extreme = extreme};
    if (status == SCREE_OK && !extreme)
        status = fail_memory(error, "laws");
    if (status == SCREE_OK)
        status = world_make_walls(world, error);
    if (status == SCREE_OK) {
        world_give_inertia(model, grains);
        grain_extremes_of(model, grains, extreme);
        status = grain_speed_of(model, grains, world_walls_of_case(world), &prospect, error);
    }
    if (status == SCREE_OK)
        status = grain_filling_of(model, grains, &prospect.filling, error);
    status = ranks_status(world, status, error);
    if (status == SCREE_OK) {
        world_tell_prospect(world, &prospect, extreme);
        status = world_build(world, &prospect, error);
    }
    free(extreme);
    if (status != SCREE_OK)
        return status;
    if (ranks_lead(world))
        status = world_limit_by_stages(world->staging.root, world->folder, grains, &world->choice,
                                       error);
    status = ranks_status(world, status, error);
    ranks_tell(world, &world->choice, sizeof world->choice);
    world->shared->dt = world->choice.step;
    world->shared->dt_before = world->choice.step;
    return status;
}

static scree_status create(world *world, grain_list *given, fault_list *faults, scree_error *error)
{
    grain_list grains = {0};
    scree_status status = make_grains(world, given, &grains, faults, error);
    status = build_for(world, status, &grains, error);
    world->shared->first_grain = world->shared->walls;
    world->next_id = world->shared->first_grain;
    if (status == SCREE_OK)
        status = world->ranks ? world_share_grains(world, &grains, error)
                              : world_fill_bodies(world, &grains, error);
    grain_list_clear(&grains);
    if (status == SCREE_OK)
        status = world_allocate(world, error);
    if (status == SCREE_OK && !world_turn_cores(world, world_own(world)))
        status = fail_memory(error, "shapes");
    if (status == SCREE_OK)
        status = world_check_walls(world, NULL, faults, error);
    if (status == SCREE_OK)
        status = world_check_radii(world, error);
    if (status == SCREE_OK)
        status = world_refresh(world, true, error);
    if (status == SCREE_OK)
        status = world_prepare_servos(world, error);
    if (status == SCREE_OK)
        status = maser_begin(world, world_create_from, error);
    const bool ledger = world->shared->model->ledger;
    return status == SCREE_OK && ledger ? world_open_books(world, error) : status;
}

static scree_status create_from(const model *root, const world_options *options, grain_list *given,
                                world **out, scree_error *error)
{
    world *world = world_shell(model_of_stage(root, 0), options, error);
    *out = NULL;
    if (!world)
        return error ? error->status : SCREE_NO_MEMORY;
    scree_status status = staging_make(world, root, 0, error);
    if (status == SCREE_OK)
        status = create(world, given, options ? options->faults : NULL, error);
    if (status == SCREE_OK)
        status = staging_begin(world, error);
    status = ranks_same(world, status, error);
    world->inside = 0;
    if (status == SCREE_OK)
        *out = world;
    else
        world_destroy(world);
    return status;
}

scree_status world_create_from(const model *model, const world_options *options, grain_list *grains,
                               world **out, scree_error *error)
{
    return create_from(model, options, grains, out, error);
}

scree_status world_create(const model *root, const world_options *options, world **out,
                          scree_error *error)
{
    return create_from(root, options, NULL, out, error);
}
