// cores.c - grains with a core in a world: their forms, what they cannot meet, where their corners are.
#include "world/internal.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

scree_status world_make_cores(world *world, scree_error *error)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    const int sets = model->grain_sets + model->streams;
    shared->shape = calloc((size_t)model->shapes + 1, sizeof *shared->shape);
    shared->form = calloc((size_t)sets + 1, sizeof *shared->form);
    shared->core = calloc((size_t)sets + 1, sizeof *shared->core);
    if (!shared->shape || !shared->form || !shared->core)
        return fail_memory(error, "shapes");
    for (int i = 0; i < sets; i++) {
        const model_shape *shape = model_shape_of(model, i);
        grain_form *form = &shared->shape[shape - model->shape];
        if (shape->core.vertices == 0)
            continue;
        if (!form->core) {
            scree_status status = grain_form_make(&shape->core, shape->name, form, error);
            if (status != SCREE_OK)
                return status;
        }
        shared->form[i] = form;
        shared->core[i] = true;
        shared->cores = true;
    }
    return SCREE_OK;
}

void world_free_cores(world *world)
{
    shared *shared = world->shared;
    for (int i = 0; shared->shape && i < shared->model->shapes; i++)
        grain_form_clear(&shared->shape[i]);
    free(shared->shape);
    free(shared->form);
    free(shared->core);
}

static int material_of(const model *model, int set)
{
    return set < model->grain_sets ? model->grains[set].material
                                   : model->stream[set - model->grain_sets].material;
}

double world_largest_contact_radius(const world *world, int material)
{
    shared *shared = world->shared;
    double most = 0;
    for (int i = 0; i < shared->model->grain_sets + shared->model->streams; i++) {
        if (shared->core[i] && material_of(shared->model, i) == material)
            most = real_max(most, shared->form[i]->core->contact_radius);
    }
    return most;
}

// An attraction across a gap is that of the pair: what it holds on by is shared. In a plain sum each two features would
// hold on by themselves, and begin to in the middle of the gap.
static scree_status check_laws(const world *world, scree_error *error)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    for (int i = 0; i < shared->sets; i++) {
        for (int k = 0; shared->reach[i] > 0 && k < model->grain_sets + model->streams; k++) {
            const law_set *set = &shared->law[i];
            int material = material_of(model, k);
            if (!shared->core[k] || shared->form[k]->core->weights != WEIGHTS_SUM ||
                (material != set->a && material != set->b))
                continue;
            return fail(error, SCREE_BAD_INPUT, "pairs",
                        "leave `weights: sum` out, or use a law that ends with touch",
                        "by the law '%s' the pair %.60s, %.60s attracts across a gap, which is not "
                        "defined for the plain sum of features of the shape `%.60s`",
                        law_set_far_law(set, model), model->material[set->a].name,
                        model->material[set->b].name, model_shape_of(model, k)->name);
        }
    }
    return SCREE_OK;
}

scree_status world_check_cores(const world *world, scree_error *error)
{
    const model *model = world->shared->model;
    if (!world->shared->cores)
        return SCREE_OK;
    int set = 0;
    while (!world->shared->core[set])
        set++;
    if (model->full_arm) {
        return fail(error, SCREE_BAD_INPUT, "run.arm", "leave it out",
                    "full arms are a choice for balls, and the shape '%.60s' is none",
                    model_shape_of(model, set)->name);
    }
    return check_laws(world, error);
}

static bool is_sharp_solid(const grain_form *form)
{
    return form->solid.triangles > 0 && !(form->core->radius > 0);
}

static bool some_attract(const world *world, int material)
{
    const shared *shared = world->shared;
    for (int i = 0; i < shared->sets; i++) {
        const law_set *set = &shared->law[i];
        if (set->attracts && (set->a == material || set->b == material))
            return true;
    }
    return false;
}

// Why a set of grains has no potential among its like; NULL: it has, or is of balls.
static const char *lacks_potential(const world *world, int set)
{
    const grain_form *form = world->shared->form[set];
    if (!form || world->shared->model->solver != SOLVER_SMOOTH)
        return NULL;
    const model_core *core = form->core;
    if (some_attract(world, material_of(world->shared->model, set)))
        return "its laws attract, and what attracts is shared";
    if (core->weights == WEIGHTS_SHARED)
        return "`weights: shared` is no potential; leave it out";
    if (is_sharp_solid(form) && core->potential && !form->depths.groups)
        return "its pockets are of another kind, or its faces more, than depths are known of; give "
               "it a radius";
    const bool by_features = core->meeting == MEET_FEATURES && core->radius > 0;
    if (!core->potential && !by_features)
        return "its `meeting` is no potential; leave it out";
    return NULL;
}

// Do contacts of a material yield by a law that goes by radii?
static bool some_yield(const model *model, int material)
{
    bool some = false;
    for (int other = 0; other < model->materials; other++) {
        const model_pair *pair = model_pair_of(model, material, other);
        some = some || law_has(LAW_NORMAL, pair->law[LAW_NORMAL].what, LAW_YIELDS | LAW_MODULI);
    }
    return some;
}

// What has yielded keeps the largest push, whose meaning goes by radii: where these change, so does what is stored.
static const char *changes_what_is_stored(const world *world, int set)
{
    const model *model = world->shared->model;
    const bool grows = model_growth_of(model, set) && model->solver == SOLVER_SMOOTH;
    return grows && some_yield(model, material_of(model, set))
               ? "its radii change, and with them what contacts that have yielded store"
               : NULL;
}

const char *world_lacks_potential(const world *world, int shape)
{
    const model *model = world->shared->model;
    for (int k = 0; k < model->grain_sets + model->streams; k++) {
        const bool is_of_shape = model_shape_of(model, k) == &model->shape[shape];
        const char *why = NULL;
        if (is_of_shape && world->shared->core && world->shared->core[k])
            why = lacks_potential(world, k);
        if (is_of_shape && !why)
            why = changes_what_is_stored(world, k);
        if (why)
            return why;
    }
    return NULL;
}

const char *world_wall_lacks_potential(const world *world, int wall)
{
    const shared *shared = world->shared;
    const wall_faces *faces = &shared->wall[wall].faces;
    if (!shared->cores || shared->model->solver != SOLVER_SMOOTH)
        return NULL;
    bool has = true;
    for (int set = 0; set < shared->model->grain_sets + shared->model->streams; set++) {
        const bool is_shaped = faces->surface && shared->core[set] && shared->form[set];
        has = has && (!is_shaped || (grain_wall_has_potential(shared->form[set], faces) &&
                                     !some_attract(world, material_of(shared->model, set))));
    }
    if (has || faces->edges + faces->corners == 0)
        return NULL;
    return "its edges and corners push by no potential";
}

static bool reserve(const world *world, part *part)
{
    const bodies *bodies = &part->body;
    stepping *stepping = &part->stepping;
    const int32_t slots = bodies->count + bodies->ghosts;
    int64_t need = 0;
    for (int32_t i = 0; i < slots; i++) {
        const grain_form *form = world->shared->form[bodies->set[i]];
        need += form ? form->turned : 0;
    }
    if (need > INT32_MAX)
        return false;
    if (slots > part->turned_slots) {
        mem_free(stepping->turned_first);
        stepping->turned_first = mem_array(bodies->room, sizeof *stepping->turned_first);
        part->turned_slots = stepping->turned_first ? bodies->room : 0;
    }
    if (need > part->turned_room) {
        mem_free(stepping->turned);
        stepping->turned = mem_array(need + need / 4, sizeof *stepping->turned);
        part->turned_room = stepping->turned ? need + need / 4 : 0;
    }
    return slots <= part->turned_slots && need <= part->turned_room;
}

static void turn_cores(const world *world, part *part, int32_t from, int32_t to)
{
    const shared *shared = world->shared;
    const bodies *bodies = &part->body;
#pragma omp parallel for num_threads(shared->threads) schedule(static)
    for (int32_t i = from; i < to; i++) {
        const grain_form *form = shared->form[bodies->set[i]];
        if (!form)
            continue; // without one there may be no room for corners at all
        v3 *turned = part->stepping.turned + part->stepping.turned_first[i];
        grain_turn(form, q4_of(&bodies->orientation[i]), turned);
    }
}

bool world_turn_cores(const world *world, part *part)
{
    const shared *shared = world->shared;
    const bodies *bodies = &part->body;
    if (!shared->cores)
        return true;
    if (!reserve(world, part))
        return false;
    int32_t first = 0;
    for (int32_t i = 0; i < bodies->count + bodies->ghosts; i++) {
        const grain_form *form = shared->form[bodies->set[i]];
        part->stepping.turned_first[i] = first;
        first += form ? form->turned : 0;
    }
    turn_cores(world, part, 0, bodies->count + bodies->ghosts);
    return true;
}

void world_turn_ghosts(const world *world, part *part)
{
    if (part->stepping.corners)
        turn_cores(world, part, part->body.count, part->body.count + part->body.ghosts);
}

double world_set_share(const model *model, int set)
{
    const model_shape *shape = model_shape_of(model, set);
    const model_clump *clump = &shape->clump;
    const int first_axis = model->dimensions == 2 ? 2 : 0;
    double least = INFINITY;
    if (shape->core.vertices == 0 || model_set_locked(model, set))
        return 1;
    for (int axis = first_axis; axis < 3; axis++) {
        const double inertia = v3_component(clump->inertia, axis);
        if (inertia > 0)
            least = real_min(least, inertia);
    }
    if (!(least < INFINITY))
        return 1;
    const double radius = clump->radius[0];
    return 1 / (1 + clump->volume * radius * radius / least);
}
