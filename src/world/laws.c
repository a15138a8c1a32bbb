// laws.c - the law sets of a world: for which pairs of materials there must be one, how far each reaches, what its
// contacts keep.
#include "world/internal.h"

#include "base/mathlib.h"
#include "collide/arms.h"

#include <math.h>
#include <stdlib.h>

static bool can_meet(const grain_extremes *extreme, int a, int b)
{
    const grain_extremes *one = &extreme[a];
    const grain_extremes *other = &extreme[b];
    const bool mobile_a = isfinite(one->radius);
    const bool mobile_b = isfinite(other->radius);
    const bool there_a = mobile_a || isfinite(one->fixed_radius) || one->wall;
    const bool there_b = mobile_b || isfinite(other->fixed_radius) || other->wall;
    return (mobile_a && there_b) || (mobile_b && there_a);
}

scree_status world_mix_laws(const model *model, const grain_extremes *extreme, law_set **law,
                            int32_t **set_of, int *sets, scree_error *error)
{
    const int materials = model->materials;
    const size_t pairs = (size_t)materials * (size_t)materials;
    *law = calloc(pairs + 1, sizeof **law);
    *set_of = calloc(pairs + 1, sizeof **set_of);
    *sets = 0;
    if (!*law || !*set_of)
        return fail_memory(error, "laws");
    for (size_t i = 0; i < pairs; i++)
        (*set_of)[i] = -1;
    for (int a = 0; a < materials; a++) {
        for (int b = a; b < materials; b++) {
            // those that cannot meet have a set as well where it can be had, so that the sets follow from the model
            // alone and a snapshot finds them again when the last grain of a material has gone
            const bool meet = can_meet(extreme, a, b);
            scree_error unused;
            if (!meet && !model_pair_of(model, a, b)->given)
                continue;
            scree_status status = law_set_mix(model, a, b, &(*law)[*sets], meet ? error : &unused);
            if (status != SCREE_OK && meet)
                return status;
            if (status != SCREE_OK)
                continue;
            const int set = (*sets)++;
            (*set_of)[a * materials + b] = set;
            (*set_of)[b * materials + a] = set;
        }
    }
    return SCREE_OK;
}

// No R* of these two materials is larger: that of a ball on a plane, or in a drum not much wider than it.
static double largest_r_eff(const world *world, const law_set *set, double radius)
{
    const shared *shared = world->shared;
    double share = 1;
    for (int k = 0; k < shared->walls; k++) {
        const moving_wall *wall = &shared->wall[k];
        const primitive *shape = wall->shape;
        const bool meets = wall->material == set->a || wall->material == set->b;
        const char *why;
        if (!meets || !shape->kind->largest_ball)
            continue;
        const double largest = shape->kind->largest_ball(shape, &why);
        share = real_min(share, 1 - radius / largest);
    }
    return radius / real_max(share, 1e-3); // at 0 and below it does not fit, and is refused
}

// Whether two balls that move may have arms of their own; more often than they do harms nothing but the pace.
static bool may_be_unlike(const grain_extremes *a, const grain_extremes *b)
{
    if (!isfinite(a->radius) || !isfinite(b->radius))
        return false;
    return arms_of_own(a->radius, b->largest) || arms_of_own(b->radius, a->largest);
}

// Of grains up to that radius.
static double reach_of(const world *world, const law_set *set, double largest)
{
    const double curved_a = world_largest_contact_radius(world, set->a);
    const double curved_b = world_largest_contact_radius(world, set->b);
    const double curved = real_max(curved_a, curved_b);
    return law_set_reach(set, largest_r_eff(world, set, real_max(largest, curved)));
}

static history_layout layout_of(const shared *shared, const law_set *set)
{
    const model *model = shared->model;
    const bool extrapolates = model->integrator != INTEGRATOR_LEAPFROG;
    return history_layout_of(set, extrapolates, shared->cores, model->ledger);
}

// What contacts of a law set keep, and the largest gap at which they live.
static scree_status lay_out_set(world *world, const grain_extremes *extreme, int number,
                                scree_error *error)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    law_set *set = &shared->law[number];
    const grain_extremes *one = &extreme[set->a];
    const grain_extremes *other = &extreme[set->b];
    const double largest = real_max(one->largest, other->largest);
    double *reach = &shared->reach[number];
    set->unlike = may_be_unlike(one, other) || shared->growth.set;
    shared->layout[number] = layout_of(shared, set);
    if (set->far && shared->growth.set) {
        return fail(error, SCREE_BAD_INPUT, "growth", "take laws that end with touch, or no growth",
                    "by the law '%s' contacts of %s and %s live beyond touch, as far as the radii "
                    "of the start allow: radii cannot change",
                    law_set_far_law(set, model), model->material[set->a].name,
                    model->material[set->b].name);
    }
    if (set->far && largest > 0)
        *reach = reach_of(world, set, largest);
    shared->reach_most = real_max(shared->reach_most, *reach);
    if (!(*reach > largest))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, model->path, "lower the range of the attraction",
                "contacts of %s and %s would live up to a gap of %.3g m, more than the "
                "largest radius %.3g m",
                model->material[set->a].name, model->material[set->b].name, *reach, largest);
}

scree_status world_lay_out_laws(world *world, const grain_extremes *extreme, scree_error *error)
{
    shared *shared = world->shared;
    scree_status status = SCREE_OK;
    for (int i = 0; status == SCREE_OK && i < shared->sets; i++)
        status = lay_out_set(world, extreme, i, error);
    return status;
}

// ---- grains that a program changes

scree_status world_check_meetings(const world *world, const grain_extremes *extreme,
                                  scree_error *error)
{
    const shared *shared = world->shared;
    const model *model = shared->model;
    for (int a = 0; a < model->materials; a++) {
        for (int b = a; b < model->materials; b++) {
            if (shared->set_of[a * model->materials + b] >= 0 || !can_meet(extreme, a, b))
                continue;
            return fail(error, SCREE_BAD_INPUT, "grains to be changed",
                        "give the case an entry of `pairs` for the two, or `default`",
                        "%s and %s could meet, and the case has no laws for them",
                        model->material[a].name, model->material[b].name);
        }
    }
    return SCREE_OK;
}

// As lay_out_set would have it of a world that begins with these grains.
void world_widen_laws(world *world, const grain_extremes *extreme)
{
    shared *shared = world->shared;
    for (int i = 0; i < shared->model->materials; i++)
        shared->largest[i] = real_max(shared->largest[i], extreme[i].largest);
    for (int i = 0; i < shared->sets; i++) {
        law_set *set = &shared->law[i];
        const double largest = real_max(shared->largest[set->a], shared->largest[set->b]);
        set->unlike = set->unlike || may_be_unlike(&extreme[set->a], &extreme[set->b]);
        shared->layout[i] = layout_of(shared, set);
        if (set->far && largest > 0)
            shared->reach[i] = real_max(shared->reach[i], reach_of(world, set, largest));
        shared->reach_most = real_max(shared->reach_most, shared->reach[i]);
    }
}
