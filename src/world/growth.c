// growth.c - radii that change while a case runs: once a step is done, the grains of its end have the radii of its end.
//
// So forces of each time see the radii of that time. Where density is kept the mass follows the radius: what is added
// has the velocity and spin of the grain, so these stay as they are, and no force acts for it; momentum and energy come
// and go with it. Where mass is kept the angular momentum is, too. All of that energy, and the work against contacts
// (smooth/growth_work.c), is booked as `growth`.
//
// Contacts take dR/dt for motion of the surfaces along the normal: dashpots act on the rate of the overlap, and an
// impact knows when it began. It is that of the step before, as all velocities are.
#include "world/internal.h"
#include "world/ranks.h"

#include "base/mathlib.h"
#include "base/spread.h"
#include "motion/field.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>

static int sets_of(const model *model)
{
    return model->grain_sets + model->streams;
}

scree_status world_read_growth(const model *model, const char *folder, fault_list *faults,
                               scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int set = 0; status == SCREE_OK && set < sets_of(model); set++) {
        const choice *growth = model_growth_of(model, set);
        if (growth)
            status = growth_read(growth, model_set_name(model, set), folder, faults, error);
    }
    return status;
}

scree_status world_make_growth(world *world, scree_error *error)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    growth_state *state = &shared->growth;
    bool any = false;
    for (int set = 0; set < sets_of(model); set++)
        any = any || model_growth_of(model, set);
    if (!any)
        return SCREE_OK;
    const size_t room = (size_t)sets_of(model) + 1;
    state->set = calloc(room, sizeof *state->set);
    state->pace = calloc(room, sizeof *state->pace);
    if (!state->set || !state->pace)
        return fail_memory(error, "growth");
    for (int set = 0; set < sets_of(model); set++) {
        const choice *growth = model_growth_of(model, set);
        if (!growth)
            continue;
        state->set[set] = (growth_set){
            .law = growth,
            .keeps_mass = growth_keeps_mass(growth),
            .least = growth_removed_below(growth),
            .born = set < model->grain_sets ? 0 : spread_most(&model_shape_of(model, set)->radius),
        };
        state->set[set].largest = state->set[set].born;
        state->set[set].smallest = INFINITY;
    }
    return world_read_growth(model, world->folder, world->faults, error);
}

void world_free_growth(world *world)
{
    free(world->shared->growth.set);
    free(world->shared->growth.pace);
}

// ---- how radii change in the steps around now

static growth_pace pace_of(const shared *shared, growth_set *set)
{
    const double now = shared_time(shared);
    const double then = shared_time_of(shared, shared->step + 1);
    const growth_map before = growth_between(set->law, now - shared->dt_before, now);
    set->coming = growth_between(set->law, now, then);
    // R - R' of the step before, whose end R = scale R' + shift is
    const double gained_part = shared->started ? 1 - 1 / before.scale : 0;
    const double gained = shared->started ? before.shift / before.scale : 0;
    const double gains_part = set->coming.scale - 1;
    const double gains = set->coming.shift;
    growth_pace pace = {
        .rate_part = gained_part / shared->dt_before,
        .rate = gained / shared->dt_before,
        .half_part = 0.5 * gained_part,
        .half = 0.5 * gained,
        .mean_part = 0.5 * (gained_part + gains_part),
        .mean = 0.5 * (gained + gains),
    };
    if (!shared->started) { // velocities are those of now
        pace.rate_part = gains_part / shared->dt;
        pace.rate = gains / shared->dt;
    }
    return pace;
}

void world_pace_growth(world *world)
{
    shared *shared = world->shared;
    growth_state *state = &shared->growth;
    if (!state->set)
        return;
    state->ahead = 0;
    for (int i = 0; i < sets_of(shared->model); i++) {
        growth_set *set = &state->set[i];
        if (!set->law)
            continue;
        state->pace[i] = pace_of(shared, set);
        const double next = growth_radius(&set->coming, set->largest);
        const double most = real_min(next, packing_radius_most); // no step goes further
        state->ahead = real_max(state->ahead, most - set->largest);
    }
}

// Largest and smallest radii are those of all ranks.
static void agree_on_sets(world *world)
{
    for (int i = 0; world->ranks && i < sets_of(world->shared->model); i++) {
        growth_set *set = &world->shared->growth.set[i];
        ranks_most(world, &set->largest, 1);
        ranks_least(world, &set->smallest, 1);
    }
}

void world_begin_growth(world *world)
{
    growth_state *state = &world->shared->growth;
    if (!state->set)
        return;
    for (int i = 0; i < sets_of(world->shared->model); i++) {
        state->set[i].largest = state->set[i].born;
        state->set[i].smallest = INFINITY;
    }
    for (const part *part = world->part; part < world_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++) {
            growth_set *set = &state->set[part->body.set[i]];
            const double radius = bodies_radius(&part->body, i);
            set->largest = real_max(set->largest, radius);
            set->smallest = real_min(set->smallest, radius);
        }
    }
    agree_on_sets(world);
    world_pace_growth(world);
}

scree_status world_check_growth(world *world, scree_error *error)
{
    const growth_state *state = &world->shared->growth;
    const int sets = sets_of(world->shared->model);
    double largest = 0;
    if (!state->set)
        return SCREE_OK;
    world_begin_growth(world); // grains that are gone count no more
    for (int i = 0; i < sets; i++) {
        const growth_set *set = &state->set[i];
        largest = real_max(largest, set->largest);
    }
    return world_check_periodic(world, largest, error);
}

// ---- the step

// Gravity, and forces that have a potential, m/s^2.
static v3 pull_down(const stepping *stepping, int32_t slot)
{
    const v3 gravity = v3_at(stepping->gravity);
    return stepping->field ? v3_add(gravity, field_downhill(stepping, slot)) : gravity;
}

// Of a grain that has just grown: what its mass and its spin have brought, J.
static double energy_brought(const world *world, const part *part, int32_t slot, double mass_before,
                             double rim2_before)
{
    const stepping *stepping = &part->stepping;
    const bodies *bodies = &part->body;
    const double mass = 1 / bodies_inverse_mass(bodies, slot);
    const double more = mass - mass_before;
    const v3 velocity = v3_of(velocity_now(bodies, slot));
    const v3 rim = v3_of(spin_now(bodies, slot));
    const double speed2 = v3_dot(velocity, velocity);
    const double spinning = mass * v3_dot(rim, rim) - mass_before * rim2_before;
    const double of_spin = spinning / stepping->spin_factor;
    const double kinetic = 0.5 * (more * speed2 + of_spin);
    double height = world_height_energy(world, part, slot) / mass;
    if (world->shared->solver->lags) { // mass has come on the way
        const v3 down = pull_down(stepping, slot);
        height += 0.5 * stepping->dt * v3_dot(down, velocity);
    }
    const double flow = world_flow_energy(world, part, slot, more, velocity);
    return kinetic + more * height + flow;
}

// What the grains of some slots have to tell.
typedef struct grown {
    double way, ratio; // the largest gain, m; the least ratio of radii
    bool below;
    exact_sum energy;
} grown;

// By less than to nothing: a grain that has become so small goes.
static const double least_ratio = 1e-3;

static void grow_one(const world *world, part *part, int32_t slot, growth_set *set, grown *out)
{
    const stepping *stepping = &part->stepping;
    bodies *bodies = &part->body;
    double *position = position_now(bodies, slot)->v;
    double *velocity = velocity_now(bodies, slot)->v;
    double *spin = spin_now(bodies, slot)->v;
    const double before = position[3];
    const double grown = growth_radius(&set->coming, before);
    const double radius = real_max(grown, least_ratio * before);
    const double ratio = radius / before;
    const double area = ratio * ratio;
    const double volume = stepping->flat ? area : area * ratio;
    const double mass_before = 1 / velocity[3];
    const double rim2_before = v3_dot(v3_at(spin), v3_at(spin));
    const double rim = set->keeps_mass ? 1 / ratio : ratio;
    position[3] = radius;
    spin[3] = 1 / radius;
    if (radius < set->least)
        out->below = true;
    out->way = real_max(out->way, radius - before);
    out->ratio = real_min(out->ratio, ratio);
    for (int axis = 0; axis < 3; axis++)
        spin[axis] *= rim;
    if (!(velocity[3] > 0))
        return;
    if (!set->keeps_mass)
        velocity[3] /= volume;
    if (stepping->ledger)
        exact_sum_add(&out->energy, energy_brought(world, part, slot, mass_before, rim2_before));
}

// Which sets change in this step; the rest of the work is spared where none does.
static bool any_changes(const growth_state *state, int sets)
{
    bool any = false;
    for (int i = 0; i < sets; i++) {
        const growth_set *set = &state->set[i];
        any = any || (set->law && (set->coming.scale != 1 || set->coming.shift != 0));
    }
    return any;
}

static void take_grown(growth_state *state, grown *all, const grown *one)
{
    all->ratio = real_min(all->ratio, one->ratio);
    state->way = real_max(state->way, one->way);
    state->below = state->below || one->below;
    exact_sum_merge(&all->energy, &one->energy);
}

static void grow_part(const world *world, part *part, growth_state *state, grown *all)
{
#pragma omp parallel num_threads(world->shared->threads)
    {
        grown mine = {.ratio = 1};
#pragma omp for
        for (int32_t i = 0; i < part->body.count; i++) {
            growth_set *set = &state->set[part->body.set[i]];
            if (set->law)
                grow_one(world, part, i, set, &mine);
        }
#pragma omp critical(scree_growth)
        take_grown(state, all, &mine);
    }
}

static void agree_on_growth(const world *world, growth_state *state, grown *all)
{
    if (!world->ranks)
        return;
    ranks_most(world, &state->way, 1);
    ranks_least(world, &all->ratio, 1);
    state->below = !ranks_all(world, !state->below);
    ranks_merge_sum(world, &all->energy);
}

void world_grow(world *world)
{
    shared *shared = world->shared;
    growth_state *state = &shared->growth;
    const int sets = sets_of(shared->model);
    grown all = {.ratio = 1};
    state->way = 0;
    if (!state->set || !any_changes(state, sets))
        return;
    for (part *part = world_own(world); part < world_own_end(world); part++)
        grow_part(world, part, state, &all);
    agree_on_growth(world, state, &all);
    for (int i = 0; i < sets; i++) {
        growth_set *set = &state->set[i];
        if (!set->law)
            continue;
        const double least =
            real_max(growth_radius(&set->coming, set->smallest), least_ratio * set->smallest);
        set->largest = real_max(growth_radius(&set->coming, set->largest), set->born);
        set->smallest = real_min(least, set->smallest);
    }
    shared->least_allowance *= all.ratio;
    if (shared->model->ledger)
        shared->books.growth += exact_sum_value(&all.energy);
}

// ---- before the run

double world_least_radius(const model *model, int set, double radius, double from)
{
    const choice *growth = model_growth_of(model, set);
    if (!growth)
        return radius;
    const bool ends = model->duration > 0 && model->steps == 0;
    const growth_range range = growth_bounds(growth, from, ends ? model->duration : INFINITY);
    const double least = growth_radius(&range.least, radius);
    return real_min(real_max(least, growth_removed_below(growth)), radius);
}

double world_least_share(const model *model, int set, double radius, double from)
{
    const choice *growth = model_growth_of(model, set);
    if (!growth || growth_keeps_mass(growth))
        return 1;
    const double ratio = world_least_radius(model, set, radius, from) / radius;
    return model->dimensions == 2 ? ratio * ratio : ratio * ratio * ratio;
}

// ---- snapshots: in a column of its own, which the state of all other worlds knows nothing of

bool world_save_growth(const world *world, image *im)
{
    const shared *shared = world->shared;
    if (!shared->model->ledger || !(shared->growth.set || shared->books.growth != 0))
        return true;
    double *growth = image_add(im, "ledger/growth", (image_shape){IMAGE_F64, 1, 1}, "J",
                               "brought by grains that grow, up to half a step back");
    if (growth)
        *growth = shared->books.growth;
    return growth != NULL;
}
