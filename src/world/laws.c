// laws.c - the law sets of a world: for which pairs of materials there must be one, how far each reaches, what its
// contacts keep.
#include "world/internal.h"

#include "base/mathlib.h"
#include "collide/arms.h"

#include <math.h>
#include <stdlib.h>

static bool can_meet(const grain_extremes *extreme, int a, int b)
{
    bool mobile_a = isfinite(extreme[a].radius), mobile_b = isfinite(extreme[b].radius);
    bool there_a = mobile_a || isfinite(extreme[a].fixed_radius) || extreme[a].wall,
         there_b = mobile_b || isfinite(extreme[b].fixed_radius) || extreme[b].wall;
    return (mobile_a && there_b) || (mobile_b && there_a);
}

scree_status world_mix_laws(const model *model, const grain_extremes *extreme, law_set **law,
                            int32_t **set_of, int *sets, scree_error *error)
{
    size_t materials = (size_t)model->materials;
    *law = calloc(materials * materials + 1, sizeof **law);
    *set_of = calloc(materials * materials + 1, sizeof **set_of);
    *sets = 0;
    if (!*law || !*set_of)
        return fail_memory(error, "laws");
    for (size_t i = 0; i < materials * materials; i++)
        (*set_of)[i] = -1;
    for (int a = 0; a < model->materials; a++) {
        for (int b = a; b < model->materials; b++) {
            // those that cannot meet have a set as well where it can be had, so that the sets follow from the model
            // alone and a snapshot finds them again when the last grain of a material has gone
            bool meet = can_meet(extreme, a, b);
            scree_error unused;
            if (!meet && !model_pair_of(model, a, b)->given)
                continue;
            scree_status status = law_set_mix(model, a, b, &(*law)[*sets], meet ? error : &unused);
            if (status != SCREE_OK && meet)
                return status;
            if (status != SCREE_OK)
                continue;
            (*set_of)[a * model->materials + b] = (*set_of)[b * model->materials + a] = (*sets)++;
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
        const primitive *shape = shared->wall[k].shape;
        const char *why;
        bool meets = shared->wall[k].material == set->a || shared->wall[k].material == set->b;
        if (meets && shape->kind->largest_ball)
            share = real_min(share, 1 - radius / shape->kind->largest_ball(shape, &why));
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

// What contacts of a law set keep, and the largest gap at which they live.
static scree_status lay_out_set(world *world, const grain_extremes *extreme, int number,
                                scree_error *error)
{
    shared *shared = world->shared;
    const model *model = shared->m;
    law_set *set = &shared->law[number];
    set->unlike = may_be_unlike(&extreme[set->a], &extreme[set->b]);
    shared->layout[number] = history_layout_of(set, model->integrator != INTEGRATOR_LEAPFROG,
                                               shared->cores, model->ledger);
    double largest = real_max(extreme[set->a].largest, extreme[set->b].largest);
    double curved = real_max(world_largest_contact_radius(world, set->a),
                             world_largest_contact_radius(world, set->b));
    if (set->far && largest > 0) {
        shared->reach[number] =
            law_set_reach(set, largest_r_eff(world, set, real_max(largest, curved)));
    }
    shared->reach_most = real_max(shared->reach_most, shared->reach[number]);
    if (!(shared->reach[number] > largest))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, model->path, "lower the range of the attraction",
                "contacts of %s and %s would live up to a gap of %.3g m, more than the "
                "largest radius %.3g m",
                model->material[set->a].name, model->material[set->b].name, shared->reach[number],
                largest);
}

scree_status world_lay_out_laws(world *world, const grain_extremes *extreme, scree_error *error)
{
    shared *shared = world->shared;
    scree_status status = SCREE_OK;
    for (int i = 0; status == SCREE_OK && i < shared->sets; i++)
        status = lay_out_set(world, extreme, i, error);
    return status;
}
