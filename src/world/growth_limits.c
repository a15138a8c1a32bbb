// growth_limits.c - how far radii may change: to what grains may start with, no further (scene/start_check.c). The search
// works in single precision, and masses and moments go with the fifth power of a radius.
//
// What a step would bring is asked before it is taken, so a world that has stopped is one that can be looked at and
// saved. `largest` and `smallest` are bounds that grains which are gone may have left behind: before anything is refused
// they are taken anew. Where the case itself says how far radii come in the run, no world is made of it.
#include "world/internal.h"
#include "world/ranks.h"

#include "base/mathlib.h"
#include "state/bodies.h"

#include <math.h>
#include <stdio.h>

static const char remedy[] = "lower its growth, or end it with `until`";
static const char remedy_below[] = "end it with `until`, or take grains out: removed_below: 0.1 mm";

static bool too_large(const growth_set *set, double radius)
{
    const double next = growth_radius(&set->coming, radius);
    return next > radius && !packing_radius_fits(next);
}

static bool too_small(const growth_set *set, double radius)
{
    return growth_radius(&set->coming, radius) < packing_radius_least;
}

// The first set whose radii leave the limits, if the bounds are true; -1: none.
static int set_beyond(const world *world)
{
    const growth_state *state = &world->shared->growth;
    const model *model = world->shared->model;
    const int sets = model->grain_sets + model->streams;
    for (int i = 0; i < sets; i++) {
        const growth_set *set = &state->set[i];
        if (!set->law)
            continue;
        if (too_large(set, set->largest) || too_small(set, set->smallest))
            return i;
    }
    return -1;
}

// The grain of a set with the largest radius, or the smallest one; -1: the set has none. Of equal ones the lowest id.
static int64_t find_grain(const world *world, int set, bool largest, double *radius)
{
    int64_t found = -1;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++) {
            if (part->body.set[i] != set)
                continue;
            const double own = bodies_radius(&part->body, i);
            const bool better = largest ? own > *radius : own < *radius;
            if (found >= 0 && !better && !(own == *radius && part->body.id[i] < found))
                continue;
            found = part->body.id[i];
            *radius = own;
        }
    }
    return found;
}

static scree_status tell(const world *world, int number, scree_error *error)
{
    const shared *shared = world->shared;
    const growth_set *set = &shared->growth.set[number];
    const char *name = model_set_name(shared->model, number);
    const bool above = too_large(set, set->largest);
    // a case whose first step goes too far is not one to begin with
    const scree_status status = shared->started ? SCREE_DIVERGED : SCREE_BAD_INPUT;
    char where[80];
    double radius = above ? 0 : INFINITY;
    const int64_t id = find_grain(world, number, above, &radius);
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)shared->step);
    if (!above) {
        return fail(error, status, where, remedy_below,
                    "grain %lld of `%s` would shrink from %.3g m to a radius of %.3g m in this "
                    "step, less than %g m",
                    (long long)id, name, radius, growth_radius(&set->coming, radius),
                    packing_radius_least);
    }
    if (id >= 0 && too_large(set, radius)) {
        return fail(error, status, where, remedy,
                    "grain %lld of `%s` would grow from %.3g m to a radius of %.3g m in this step, "
                    "more than %g m",
                    (long long)id, name, radius, growth_radius(&set->coming, radius),
                    packing_radius_most);
    }
    return fail(
        error, status, where, remedy,
        "a grain that `%s` brings would grow from %.3g m to a radius of %.3g m in one step, "
        "more than %g m",
        name, set->born, growth_radius(&set->coming, set->born), packing_radius_most);
}

scree_status world_check_radii(world *world, scree_error *error)
{
    if (!world->shared->growth.set || set_beyond(world) < 0)
        return SCREE_OK;
    world_begin_growth(world);
    const int set = set_beyond(world);
    const scree_status seen = set < 0 ? SCREE_OK : world_mirror(world, error);
    return set < 0 || seen != SCREE_OK ? seen : tell(world, set, error);
}

// ---- before the run

// Whether each grain of the start is there to the end, for a time that the case says.
static bool lasts(const world *world)
{
    const model *model = world->shared->model;
    const bool stays = model->removals == 0 && model->loss != ON_LOSS_REMOVE;
    const bool one_case = world->staging.root->stages == 0 && !model->maser.given;
    return stays && one_case && model->steps == 0 && model->duration > 0;
}

scree_status world_check_growth_ends(const world *world, const grain_list *grains,
                                     scree_error *error)
{
    const model *model = world->shared->model;
    char where[160];
    if (!world->shared->growth.set || !lasts(world))
        return SCREE_OK;
    for (int64_t i = 0; i < grains->count; i++) {
        const int set = grains->set[i];
        const growth_set *growth = &world->shared->growth.set[set];
        if (!growth->law)
            continue;
        const growth_range range = growth_bounds(growth->law, 0, model->duration);
        const double most = growth_radius(&range.most, grains->radius[i]);
        const double least = growth_radius(&range.least, grains->radius[i]);
        const bool above = most > packing_radius_most;
        if (!above && (least >= packing_radius_least || growth->least > 0))
            continue;
        snprintf(where, sizeof where, "grains.%.100s.growth", model_set_name(model, set));
        return fail(error, SCREE_BAD_INPUT, where, above ? remedy : remedy_below,
                    "a grain of radius %.3g m would have one of %.3g m in the %.6g s of the run, "
                    "%s than %g m",
                    grains->radius[i], above ? most : least, model->duration,
                    above ? "more" : "less", above ? packing_radius_most : packing_radius_least);
    }
    return SCREE_OK;
}
