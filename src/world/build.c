// build.c - what a world is made of before it has bodies: its parts, laws, walls, time step; and the bodies of an image.
#include "world/build.h"
#include "world/hand_over.h"
#include "world/ranks.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/text.h"
#include "scene/force.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

void world_body_options(const model *model, bodies *bodies)
{
    const bool schemes = world_solver_of(model)->schemes;
    const bool leapfrog = schemes && model->rotation == ROTATION_LEAPFROG;
    bool clumps = false;
    bool periodic = false;
    for (int i = 0; i < model->grain_sets + model->streams; i++)
        clumps = clumps || model_clump_of(model, i);
    for (int axis = 0; axis < 3; axis++)
        periodic = periodic || model->boundary[axis] == BOUNDARY_PERIODIC;
    // Gear's scheme moves all bodies as it moves clumps
    bodies->with_gear = schemes && model->integrator == INTEGRATOR_GEAR;
    bodies->with_clumps = clumps || bodies->with_gear;
    bodies->with_orientation = model->orientation || bodies->with_clumps;
    bodies->with_rate = bodies->with_clumps && leapfrog && model->dimensions == 3;
    bodies->with_image = periodic;
    bodies->with_given = force_is_led(model);
}

// Refuses what no world can be made with.
static bool check_options(const model *model, const world_options *options, scree_error *error)
{
    if (options->ranks && options->ranks->ranks > 1 && ranks_refuse(model, error) != SCREE_OK)
        return false;
    if (options->parts < 0 || options->parts > WORLD_PARTS_MOST) {
        fail(error, SCREE_BAD_INPUT, "parts", "give 0 or 1 for one", "%d parts are not 0 to %d",
             options->parts, WORLD_PARTS_MOST);
        return false;
    }
    return true;
}

// A world of so many parts, with the nursery behind them; NULL without memory.
static world *allocate_world(int parts)
{
    world *world = calloc(1, sizeof *world);
    if (!world)
        return NULL;
    world->parts = parts;
    world->shared = calloc(1, sizeof *world->shared);
    world->part = calloc((size_t)parts + 1, sizeof *world->part);
    if (world->shared && world->part)
        return world;
    free(world->shared);
    free(world->part);
    free(world);
    return NULL;
}

// What all grains of a set have in common: their clump and its inertia.
static bool share_clumps(shared *shared, const model *model)
{
    const int sets = model->grain_sets + model->streams;
    shared->clump = calloc((size_t)sets + 1, sizeof *shared->clump);
    shared->inertia = calloc((size_t)sets + 1, sizeof *shared->inertia);
    if (!shared->clump || !shared->inertia)
        return false;
    for (int i = 0; i < sets; i++) {
        const model_clump *clump = model_clump_of(model, i);
        if (!clump)
            continue;
        shared->clump[i] = clump;
        shared->inertia[i] =
            model_set_locked(model, i) ? inertia_locked() : inertia_make(clump->inertia);
    }
    return true;
}

static bool share_damping(shared *shared, const model *model)
{
    const int sets = model->grain_sets + model->streams;
    if (!(model->damping > 0))
        return true;
    shared->damping = calloc((size_t)sets + 1, sizeof *shared->damping);
    for (int i = 0; shared->damping && i < sets; i++)
        shared->damping[i] = model_set_damping(model, i);
    return shared->damping != NULL;
}

world *world_shell(const model *model, const world_options *options, scree_error *error)
{
    const world_options none = {0};
    if (!options)
        options = &none;
    const kernel *kernel = kernel_choose(options->width);
    if (!kernel) {
        fail(error, SCREE_BAD_INPUT, "width", "leave it out",
             "this processor has no kernel of vector width %d", options->width);
        return NULL;
    }
    if (!check_options(model, options, error))
        return NULL;
    const int parts = options->ranks ? options->ranks->ranks : options->parts;
    world *world = allocate_world(parts > 1 ? parts : 1);
    if (!world) {
        fail_memory(error, "world");
        return NULL;
    }
    shared *shared = world->shared;
    shared->model = model;
    shared->solver = world_solver_of(model);
    shared->width = kernel->width;
    shared->threads = options->threads > 0 ? options->threads : omp_get_max_threads();
    shared->books.worst_a = -1;
    shared->books.worst_b = -1;
    world->skin_asked = options->skin;
    if (parts > 1 && options->ranks) {
        world->ranks = options->ranks;
        world->inside = 1;
    }
    world->poisons = options->poison;
    world->notes_traffic = options->traffic;
    world->faults = options->faults;
    world->folder = text_copy(options->folder ? options->folder : ".");
    world->stream = calloc((size_t)model->streams + 1, sizeof *world->stream);
    for (int i = 0; world->stream && i < model->streams; i++)
        world_start_stream(world, i);
    for (part *part = world->part; part < world_end(world); part++)
        world_body_options(model, &part->body);
    if (!share_clumps(shared, model) || !share_damping(shared, model) || !world->folder ||
        !world->stream) {
        fail_memory(error, "world");
        world_destroy(world);
        return NULL;
    }
    return world;
}

// Those of the case stand behind the planes of the domain.
const moving_wall *world_walls_of_case(const world *world)
{
    const shared *shared = world->shared;
    return shared->wall + (shared->walls - shared->model->walls);
}

void world_tell_prospect(const world *world, grain_prospect *prospect, grain_extremes *extreme)
{
    const moving_wall *walls = prospect->wall; // they have their own
    ranks_tell(world, extreme, (size_t)world->shared->model->materials * sizeof *extreme);
    ranks_tell(world, prospect, sizeof *prospect);
    prospect->extreme = extreme;
    prospect->wall = walls;
}

// Everything but walls and the bodies' values.
scree_status world_build(world *world, const grain_prospect *grains, scree_error *error)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    const grain_extremes *extreme = grains->extreme;
    scree_status status =
        world_mix_laws(model, extreme, &shared->law, &shared->set_of, &shared->sets, error);
    if (status == SCREE_OK) {
        status = step_choice_of(model, shared->law, shared->set_of, grains, &world->choice, error);
    }
    if (status != SCREE_OK)
        return status;
    status = force_field_make(model, &shared->field, error);
    if (status != SCREE_OK)
        return status;
    shared->dt = world->choice.step;
    shared->dt_before = world->choice.step;
    shared->diameter = world->choice.diameter;
    shared->layout = calloc((size_t)shared->sets + 1, sizeof *shared->layout);
    shared->reach = calloc((size_t)shared->sets + 1, sizeof *shared->reach);
    shared->largest = calloc((size_t)model->materials + 1, sizeof *shared->largest);
    if (!shared->layout || !shared->reach || !shared->largest)
        return fail_memory(error, "laws");
    for (int i = 0; i < model->materials; i++)
        shared->largest[i] = extreme[i].largest;
    status = world_lay_out_laws(world, extreme, error);
    for (int i = 0; status == SCREE_OK && i < model->streams; i++)
        status = world_check_stream_step(world, i, error);
    if (status == SCREE_OK)
        status = world_check_cores(world, error);
    return status;
}

// Bodies of an image, of which a world of ranks has none yet.
typedef struct saved_bodies {
    const model *model;
    int64_t count;
    const int64_t *material, *set;
    const double *position, *velocity; // with the radius, and 1/m
} saved_bodies;

static bool find_bodies(const model *model, const image *im, saved_bodies *out)
{
    const image_column *material = image_find(im, "body/material", IMAGE_I64, 1);
    const image_column *set = image_find(im, "body/set", IMAGE_I64, 1);
    const image_column *position = image_find(im, "body/position", IMAGE_F64, 4);
    const image_column *velocity = image_find(im, "body/velocity", IMAGE_F64, 4);
    if (!material || !set || !position || !velocity)
        return false;
    *out = (saved_bodies){
        .model = model,
        .count = position->rows,
        .material = image_integers(material),
        .set = image_integers(set),
        .position = image_reals(position),
        .velocity = image_reals(velocity),
    };
    return material->rows == out->count && set->rows == out->count && velocity->rows == out->count;
}

static bool look_at_body(const void *from, int64_t i, filling_grain *out)
{
    const saved_bodies *bodies = from;
    const double *position = bodies->position + 4 * i;
    const int set = (int)bodies->set[i];
    const model_shape *shape = model_shape_of(bodies->model, set);
    *out = (filling_grain){
        .set = set,
        .at = v3_at(position),
        .radius = position[3],
        .share = 1 / real_max(shape->clump.balls, 1),
    };
    return bodies->velocity[4 * i + 3] > 0;
}

// The largest grains that there have been: those that are gone, and clumps as wholes, belong to them.
static void take_largest(const model *model, const image *im, grain_extremes *extreme)
{
    const image_column *largest = image_find(im, "run/largest", IMAGE_F64, 1);
    for (int i = 0; largest && i < model->materials && i < largest->rows; i++)
        extreme[i].largest = real_max(extreme[i].largest, image_reals(largest)[i]);
}

// The same from saved bodies.
static scree_status bodies_prospect(const world *world, const image *im, grain_extremes *extreme,
                                    grain_prospect *out, scree_error *error)
{
    const model *model = world->shared->model;
    saved_bodies bodies;
    grain_list none = {0};
    if (!find_bodies(model, im, &bodies)) {
        return fail(error, SCREE_BAD_INPUT, "body/position", "is this a snapshot of Scree?",
                    "columns of bodies are missing, or have other numbers of rows");
    }
    grain_extremes_of(model, &none, extreme);
    take_largest(model, im, extreme);
    out->extreme = extreme;
    const image_column *time = image_find(im, "run/time", IMAGE_F64, 2);
    const double now = time && time->rows == 1 ? image_reals(time)[0] : 0;
    scree_status status = grain_speed_of(model, &none, world_walls_of_case(world), out, error);
    for (int64_t i = 0; status == SCREE_OK && i < bodies.count; i++) {
        const int64_t material = bodies.material[i];
        const int set = (int)bodies.set[i];
        if (material < 0 || material >= model->materials) {
            return fail(error, SCREE_BAD_INPUT, "body/material",
                        "resume with the case that made the snapshot",
                        "a grain has a material that the case does not have");
        }
        const model_shape *shape = model_shape_of(model, set);
        const double inverse_mass = bodies.velocity[4 * i + 3];
        const double whole = bodies.position[4 * i + 3];
        const double least = world_least_radius(model, set, whole, now);
        const double left = world_least_share(model, set, whole, now);
        const double radius = shape->core.vertices ? shape->core.contact_radius : least;
        const v3 velocity = v3_at(bodies.velocity + 4 * i);
        const double speed = v3_norm(velocity);
        grain_extremes *known = &extreme[material];
        known->largest = real_max(known->largest, whole);
        if (!(inverse_mass > 0)) {
            known->fixed_radius = real_min(known->fixed_radius, radius);
            continue;
        }
        known->radius = real_min(known->radius, radius);
        const double mass = left * world_set_share(model, set) / inverse_mass;
        known->mass = real_min(known->mass, mass);
        out->speed = real_max(out->speed, 2 * speed); // two grains may meet head-on
    }
    if (status != SCREE_OK)
        return status;
    return filling_of(model, bodies.count, look_at_body, &bodies, &out->filling, error);
}

scree_status world_restore_shell(const model *model, const world_options *options, const image *im,
                                 world **out, scree_error *error)
{
    world *world = world_shell(model, options, error);
    *out = NULL;
    if (!world)
        return error ? error->status : SCREE_NO_MEMORY;
    const bool handed = hand_over_is_for(world);
    scree_status status = handed ? SCREE_OK : bodies_from_image(&world_own(world)->body, im, error);
    grain_extremes *extreme = calloc((size_t)model->materials + 1, sizeof *extreme);
    const image_column *time = image_find(im, "run/time", IMAGE_F64, 2);
    grain_prospect prospect = {0};
    if (status == SCREE_OK && !extreme)
        status = fail_memory(error, "laws");
    if (status == SCREE_OK)
        status = world_make_growth(world, error);
    if (time && time->rows == 1)
        prospect.going = image_reals(time)[1];
    if (status == SCREE_OK)
        status = world_make_cores(world, error);
    if (status == SCREE_OK)
        status = world_make_walls(world, error);
    if (status == SCREE_OK && ranks_lead(world))
        status = bodies_prospect(world, im, extreme, &prospect, error);
    else if (status == SCREE_OK)
        status =
            grain_speed_of(model, &(grain_list){0}, world_walls_of_case(world), &prospect, error);
    status = ranks_status(world, status, error);
    if (status == SCREE_OK) {
        const image_column *id = image_find(im, "body/id", IMAGE_I64, 1);
        world->balls = ranks_sum(world, id ? id->rows : 0);
        world_tell_prospect(world, &prospect, extreme);
        status = world_build(world, &prospect, error);
    }
    free(extreme);
    if (status == SCREE_OK)
        *out = world;
    else
        world_destroy(world);
    return status;
}
