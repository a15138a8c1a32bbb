// build.c - from a model to a world: grains, laws, walls, time step, memory.
#include "base/constants.h"
#include "world/internal.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/text.h"
#include "collide/arms.h"
#include "scene/stream.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    for (int a = 0; a < model->materials; a++)
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
    return SCREE_OK;
}

static scree_status add_wall(world *world, const char *name, primitive *shape, int material,
                             const choice *drive, scree_error *error)
{
    moving_wall *wall = &world->shared->wall[world->shared->walls++];
    wall->shape = shape;
    wall->name = text_copy(name);
    wall->material = material;
    wall->choice = drive;
    wall->drive = drive && drive->what ? drive_find(drive->what) : NULL;
    wall->start = wall->now =
        (wall_pose){primitive_reference(shape), v3_make(0, 0, 0), v3_make(0, 0, 0), q4_identity()};
    if (!wall->name)
        return fail_memory(error, "walls");
    if (!wall->drive)
        return SCREE_OK;
    if (wall->drive->check) {
        scree_status status = wall->drive->check(drive, name, error);
        if (status != SCREE_OK)
            return status;
    }
    drive_in in = moving_wall_drive_in(wall, 0);
    wall->drive->pose(drive, &in, wall->state, &wall->now);
    return SCREE_OK;
}

static scree_status add_domain_planes(world *world, scree_error *error)
{
    static const char *const names[] = {"domain-x-low",  "domain-x-high", "domain-y-low",
                                        "domain-y-high", "domain-z-low",  "domain-z-high"};
    const model *model = world->shared->m;
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        if (model->boundary[axis] != BOUNDARY_WALL || (axis == 2 && model->dimensions == 2))
            continue;
        double sign = side % 2 ? -1 : 1;
        v3 normal = v3_make(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
        primitive *plane;
        scree_status status =
            primitive_make_plane(side % 2 ? model->high : model->low, normal, &plane, error);
        if (status == SCREE_OK)
            status = add_wall(world, names[side], plane, model->domain_material, NULL, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

// A primitive names its rows, "mesh.unit"; in the case they stand in a wall. Lines of files stay as they are.
static void place_in_wall(const model_wall *wall, scree_error *error)
{
    if (!error)
        return;
    const char *form = wall->primitive.what->name;
    size_t n = strlen(form);
    char where[128];
    snprintf(where, sizeof where, "walls.%.60s.%.50s", wall->name, error->where);
    if (!strncmp(error->where, form, n) && (error->where[n] == '.' || !error->where[n]))
        snprintf(error->where, sizeof error->where, "%s", where);
}

scree_status world_make_walls(world *world, scree_error *error)
{
    const model *model = world->shared->m;
    size_t room = (size_t)model->walls + 6;
    world->shared->wall = calloc(room, sizeof *world->shared->wall);
    world->shared->wall_state = calloc(room, sizeof *world->shared->wall_state);
    world->shared->placed_wall = calloc(room, sizeof *world->shared->placed_wall);
    if (!world->shared->wall || !world->shared->wall_state || !world->shared->placed_wall)
        return fail_memory(error, "walls");
    scree_status status = add_domain_planes(world, error);
    for (int i = 0; status == SCREE_OK && i < model->walls; i++) {
        primitive *shape;
        mesh_report report;
        status = primitive_make(&model->wall[i].primitive, world->folder, &shape, &report, error);
        if (status)
            place_in_wall(&model->wall[i], error);
        if (status == SCREE_OK)
            status = add_wall(world, model->wall[i].name, shape, model->wall[i].material,
                              &model->wall[i].drive, error);
        if (status == SCREE_OK && world->shared->cores)
            status =
                wall_faces_make(shape, &world->shared->wall[world->shared->walls - 1].faces, error);
    }
    return status;
}

static scree_status check_periodic(const world *world, double radius, scree_error *error)
{
    static const char *const axes[] = {"x", "y", "z"};
    const model *model = world->shared->m;
    const double length[3] = {model->high.x - model->low.x, model->high.y - model->low.y,
                              model->high.z - model->low.z};
    for (int axis = 0; axis < 3; axis++) {
        if (model->boundary[axis] != BOUNDARY_PERIODIC || (axis == 2 && model->dimensions == 2))
            continue;
        if (length[axis] < 4.2 * radius)
            return fail(error, SCREE_BAD_INPUT, "domain",
                        "make the domain longer, or the axis a wall",
                        "the periodic %s axis is %.4g m long; it must be at least 2.1 diameters of "
                        "the largest grain (%.4g m)",
                        axes[axis], length[axis], 4.2 * radius);
    }
    return SCREE_OK;
}

// Coordinates are kept in single precision where near pairs are searched.
static scree_status check_domain(const model *model, scree_error *error)
{
    const double most = 1e15; // m
    const double low[3] = {model->low.x, model->low.y, model->low.z};
    const double high[3] = {model->high.x, model->high.y, model->high.z};
    for (int axis = 0; axis < model->dimensions; axis++)
        if (!(low[axis] >= -most && high[axis] <= most))
            return fail(error, SCREE_BAD_INPUT, "domain", "check its unit, or make it smaller",
                        "the domain reaches from %g to %g m along %c, farther than %g m", low[axis],
                        high[axis], "xyz"[axis], most);
    return SCREE_OK;
}

// More grains than fit into the box of a stream never find a place, and to try takes for ever. Of all in one step, so
// many fit as balls fill of a box at most.
static scree_status check_stream_step(const world *world, int i, scree_error *error)
{
    const double densest = world->shared->m->dimensions == 2 ? 0.91 : 0.75;
    const model_stream *stream = &world->shared->m->stream[i];
    const spread size = world->shared->m->shape[stream->shape].radius;
    const double radius = size.kind != SPREAD_FIXED && size.from > 0 ? size.from : size.value;
    const v3 box = v3_sub(stream->high, stream->low);
    const double room = world->shared->m->dimensions == 2 ? box.x * box.y : box.x * box.y * box.z;
    const double ball = world->shared->m->dimensions == 2 ? PI * radius * radius
                                                          : 4 * PI / 3 * radius * radius * radius;
    const double most = densest * room / ball + 1;
    const double comes =
        real_min(stream_rate(world->shared->m, i) * world->shared->dt, (double)stream->most);
    char where[128];
    if (comes <= most)
        return SCREE_OK;
    snprintf(where, sizeof where, "streams.%.100s", stream->name);
    return fail(
        error, SCREE_BAD_INPUT, where, "lower its rate, enlarge its box, or take a shorter step",
        "the stream brings %.3g grains in a step of %.3g s, and no more than %.3g fit into its box",
        comes, world->shared->dt, most);
}

// A stream must be able to make its largest grain, and inside the domain.
static scree_status check_streams(const model *model, scree_error *error)
{
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        spread size = model->shape[stream->shape].radius;
        double radius = size.kind == SPREAD_FIXED ? size.value : size.to;
        char where[128];
        snprintf(where, sizeof where, "streams.%.100s", stream->name);
        const double low[3] = {stream->low.x, stream->low.y, stream->low.z};
        const double high[3] = {stream->high.x, stream->high.y, stream->high.z};
        const double from[3] = {model->low.x, model->low.y, model->low.z};
        const double to[3] = {model->high.x, model->high.y, model->high.z};
        double made = stream_expected(model, i, model->steps ? 0 : model->duration);
        if (size.kind == SPREAD_FIXED && !packing_radius_fits(radius))
            return fail(error, SCREE_BAD_INPUT, where, "check the radius and its unit",
                        "a grain of radius %g m is not one that can be computed with", radius);
        if (made > 1e9)
            return fail(error, SCREE_BAD_INPUT, where, "lower its rate, or give it a `count`",
                        "the stream makes %.3g grains in the run, more than one world holds", made);
        for (int axis = 0; axis < (model->dimensions == 2 ? 2 : 3); axis++) {
            if (low[axis] < from[axis] || high[axis] > to[axis])
                return fail(error, SCREE_BAD_INPUT, where, "move its box, or widen `domain`",
                            "the stream reaches out of the domain along %c: from %g to %g m, the "
                            "domain from %g to %g m",
                            "xyz"[axis], low[axis], high[axis], from[axis], to[axis]);
            if (isfinite(radius) && high[axis] - low[axis] < 2 * radius)
                return fail(
                    error, SCREE_BAD_INPUT, where, "widen its box",
                    "the stream is %g m wide along %c, narrower than its largest grain (%g m)",
                    high[axis] - low[axis], "xyz"[axis], 2 * radius);
        }
    }
    return SCREE_OK;
}

part *world_nursery(world *world)
{
    return world->parts > 1 ? world->part + world->parts : world->part;
}

// With the nursery.
static part *end_of_all(world *world)
{
    return world_nursery(world) + 1;
}

// What the step needs, from model and laws.
static void set_stepping(world *world, part *part)
{
    const model *model = world->shared->m;
    stepping *stepping = &part->s;
    const double low[3] = {model->low.x, model->low.y, model->low.z};
    const double high[3] = {model->high.x, model->high.y, model->high.z};
    stepping->context.body = &part->body;
    stepping->context.layout = world->shared->layout;
    stepping->context.set_of = world->shared->set_of;
    stepping->context.reach = world->shared->reach;
    stepping->context.materials = model->materials;
    for (int axis = 0; axis < 3; axis++) {
        bool locked = axis == 2 && model->dimensions == 2;
        stepping->periodic[axis] = model->boundary[axis] == BOUNDARY_PERIODIC && !locked;
        stepping->low[axis] = locked ? -1e300 : low[axis];
        stepping->high[axis] = locked ? 1e300 : high[axis];
        stepping->context.length[axis] = stepping->periodic[axis] ? high[axis] - low[axis] : 0;
        stepping->context.inverse_length[axis] =
            stepping->periodic[axis] ? 1 / (high[axis] - low[axis]) : 0;
    }
    stepping->gravity[0] = model->gravity.x;
    stepping->gravity[1] = model->gravity.y;
    stepping->gravity[2] = model->gravity.z;
    stepping->law = world->shared->law;
    stepping->wall = world->shared->wall_state;
    stepping->walls = world->shared->walls;
    part_pace(part, world->shared);
    stepping->flat = model->dimensions == 2;
    stepping->rotation = model->rotation;
    stepping->extrapolate = model->integrator != INTEGRATOR_LEAPFROG;
    stepping->full_arm = model->full_arm;
    stepping->ledger = model->ledger;
    stepping->spin_factor = model->dimensions == 2 ? 2.0 : 2.5;
    stepping->too_deep = model->deepest;
    stepping->clump = world->shared->clump;
    stepping->inertia = world->shared->inertia;
    stepping->form = world->shared->cores ? world->shared->form : NULL;
    stepping->corners =
        world->shared->cores && (!stepping->flat || world->shared->solver->turns_outlines);
    stepping->rare = stepping->flat || part->body.with_orientation;
}

// Fixed bodies, wherever they are, make motion of all rare, and say which law sets have to do with them.
static void note_fixed(world *world)
{
    bool any = false;
    for (int k = 0; k < world->shared->sets; k++)
        world->shared->law[k].fixed = false;
    for (const part *part = world->part; part < end_of_all(world); part++)
        for (int32_t i = 0; i < part->body.count; i++) {
            const bodies *bodies = &part->body;
            if (bodies->velocity[bodies->now][i].v[3] > 0)
                continue;
            any = true;
            for (int k = 0; k < world->shared->sets; k++) {
                law_set *law = &world->shared->law[k];
                law->fixed =
                    law->fixed || law->a == bodies->material[i] || law->b == bodies->material[i];
            }
        }
    for (part *part = world->part; part < end_of_all(world); part++)
        part->s.rare = part->s.rare || any;
}

static scree_status allocate_part(world *world, part *part, double skin, scree_error *error)
{
    part->s.skin = skin;
    if (!bodies_reserve(&part->body, part->body.room))
        return fail_memory(error, "grains");
    part->scratch = calloc((size_t)world->shared->threads, sizeof *part->scratch);
    part->report = calloc((size_t)world->shared->threads, sizeof *part->report);
    if (!part->scratch || !part->report ||
        !lists_init(&part->list, world->shared->m->search, world->shared->threads,
                    world->shared->width, skin))
        return fail_memory(error, "lists");
    for (int thread = 0; thread < world->shared->threads; thread++) {
        part->scratch[thread].load =
            calloc((size_t)world->shared->walls + 1, sizeof *part->scratch[thread].load);
        if (!part->scratch[thread].load)
            return fail_memory(error, "walls");
    }
    return SCREE_OK;
}

scree_status world_allocate(world *world, scree_error *error)
{
    double largest = 0;
    double smallest = INFINITY;
    for (const part *part = world->part; part < end_of_all(world); part++)
        for (int32_t i = 0; i < part->body.count; i++) {
            double radius = part->body.position[part->body.now][i].v[3];
            largest = real_max(largest, radius);
            smallest = real_min(smallest, radius);
        }
    scree_status status = check_periodic(world, largest, error);
    const double skin = world->skin_asked > 0 ? world->skin_asked
                        : isfinite(smallest)  ? 0.35 * smallest
                                              : 1;
    for (part *part = world->part; status == SCREE_OK && part < end_of_all(world); part++) {
        set_stepping(world, part);
        status = allocate_part(world, part, skin, error);
    }
    if (status != SCREE_OK)
        return status;
    if (world->parts > 1 && !world_make_links(world))
        return fail_memory(error, "parts");
    note_fixed(world);
    shared_place_walls(world->shared);
    return world->shared->solver->make(world->shared, world->part, world->parts, &world->solver,
                                       error);
}

void world_body_options(const model *model, bodies *bodies)
{
    const bool schemes = world_solver_of(model)->schemes;
    bool clumps = false;
    for (int i = 0; i < model->grain_sets + model->streams; i++)
        clumps = clumps || model_shape_of(model, i)->clump.balls > 0;
    // Gear's scheme moves all bodies as it moves clumps
    bodies->with_gear = schemes && model->integrator == INTEGRATOR_GEAR;
    bodies->with_clumps = clumps || bodies->with_gear;
    bodies->with_orientation = model->orientation || bodies->with_clumps;
    bodies->with_rate = bodies->with_clumps && schemes && model->rotation == ROTATION_LEAPFROG &&
                        model->dimensions == 3;
    bodies->with_image = model->boundary[0] == BOUNDARY_PERIODIC ||
                         model->boundary[1] == BOUNDARY_PERIODIC ||
                         model->boundary[2] == BOUNDARY_PERIODIC;
}

static world *world_shell(const model *model, const world_options *options, scree_error *error)
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
    if (options->parts > 1 && !world_solver_of(model)->parts) {
        fail(error, SCREE_BAD_INPUT, "parts", "run with --parts 1, or take the smooth solver",
             "the nonsmooth solver cannot deal grains to several parts");
        return NULL;
    }
    if (options->parts < 0 || options->parts > WORLD_PARTS_MOST) {
        fail(error, SCREE_BAD_INPUT, "parts", "give 0 or 1 for one", "%d parts are not 0 to %d",
             options->parts, WORLD_PARTS_MOST);
        return NULL;
    }
    world *world = calloc(1, sizeof *world);
    if (world)
        world->shared = calloc(1, sizeof *world->shared);
    if (world)
        world->parts = options->parts > 1 ? options->parts : 1;
    if (world)
        world->part = calloc((size_t)world->parts + 1, sizeof *world->part);
    if (!world || !world->shared || !world->part) {
        fail_memory(error, "world");
        if (world)
            free(world->shared);
        if (world)
            free(world->part);
        free(world);
        return NULL;
    }
    world->shared->m = model;
    world->shared->solver = world_solver_of(model);
    world->shared->width = kernel->width;
    world->shared->threads = options->threads > 0 ? options->threads : omp_get_max_threads();
    world->skin_asked = options->skin;
    world->poisons = options->poison;
    world->folder = text_copy(options->folder ? options->folder : ".");
    world->stream = calloc((size_t)model->streams + 1, sizeof *world->stream);
    for (int i = 0; world->stream && i < model->streams; i++)
        world_start_stream(world, i);
    world->shared->clump =
        calloc((size_t)(model->grain_sets + model->streams) + 1, sizeof *world->shared->clump);
    world->shared->inertia =
        calloc((size_t)(model->grain_sets + model->streams) + 1, sizeof *world->shared->inertia);
    for (int i = 0;
         world->shared->clump && world->shared->inertia && i < model->grain_sets + model->streams;
         i++) {
        const model_clump *clump = &model_shape_of(model, i)->clump;
        world->shared->clump[i] = clump->balls > 0 ? clump : NULL;
        if (clump->balls > 0)
            world->shared->inertia[i] = inertia_make(clump->inertia);
    }
    for (part *part = world->part; part < end_of_all(world); part++)
        world_body_options(model, &part->body);
    world->shared->books.worst_a = world->shared->books.worst_b = -1;
    if (!world->folder || !world->stream || !world->shared->clump || !world->shared->inertia) {
        fail_memory(error, "world");
        world_destroy(world);
        return NULL;
    }
    return world;
}

// No R* of these two materials is larger: that of a ball on a plane, or in a drum not much wider than it.
static double largest_r_eff(const world *world, const law_set *set, double radius)
{
    double share = 1;
    for (int k = 0; k < world->shared->walls; k++) {
        const primitive *shape = world->shared->wall[k].shape;
        const char *why;
        bool meets =
            world->shared->wall[k].material == set->a || world->shared->wall[k].material == set->b;
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

// Everything but the bodies' values.
static scree_status build(world *world, const grain_prospect *grains, scree_error *error)
{
    const model *model = world->shared->m;
    const grain_extremes *extreme = grains->extreme;
    scree_status status = world_mix_laws(model, extreme, &world->shared->law,
                                         &world->shared->set_of, &world->shared->sets, error);
    if (status == SCREE_OK)
        status = step_choice_of(model, world->shared->law, world->shared->set_of, grains,
                                &world->choice, error);
    if (status != SCREE_OK)
        return status;
    world->shared->dt = world->shared->dt_before = world->choice.step;
    world->shared->diameter = world->choice.diameter;
    world->shared->layout = calloc((size_t)world->shared->sets + 1, sizeof *world->shared->layout);
    world->shared->reach = calloc((size_t)world->shared->sets + 1, sizeof *world->shared->reach);
    if (!world->shared->layout || !world->shared->reach)
        return fail_memory(error, "laws");
    status = world_make_walls(world, error);
    for (int i = 0; status == SCREE_OK && i < world->shared->sets; i++) {
        law_set *set = &world->shared->law[i];
        set->unlike = may_be_unlike(&extreme[set->a], &extreme[set->b]);
        world->shared->layout[i] = history_layout_of(set, model->integrator != INTEGRATOR_LEAPFROG,
                                                     world->shared->cores, model->ledger);
        double largest = real_max(extreme[set->a].largest, extreme[set->b].largest);
        double curved = real_max(world_largest_contact_radius(world, set->a),
                                 world_largest_contact_radius(world, set->b));
        if (set->far && largest > 0)
            world->shared->reach[i] =
                law_set_reach(set, largest_r_eff(world, set, real_max(largest, curved)));
        world->shared->reach_most = real_max(world->shared->reach_most, world->shared->reach[i]);
        if (world->shared->reach[i] > largest)
            status = fail(error, SCREE_BAD_INPUT, model->path, "lower the range of the attraction",
                          "contacts of %s and %s would live up to a gap of %.3g m, more than the "
                          "largest radius %.3g m",
                          model->material[set->a].name, model->material[set->b].name,
                          world->shared->reach[i], largest);
    }
    for (int i = 0; status == SCREE_OK && i < model->streams; i++)
        status = check_stream_step(world, i, error);
    if (status == SCREE_OK)
        status = world_check_cores(world, error);
    return status;
}

// When a saved world is made, its bodies are in the first part.
static bool look_at_body(const void *from, int64_t i, filling_grain *out)
{
    const world *world = from;
    const bodies *bodies = &world->part->body;
    const double *position = bodies->position[bodies->now][i].v;
    const double share =
        1 / real_max(model_shape_of(world->shared->m, bodies->set[i])->clump.balls, 1);
    *out = (filling_grain){bodies->set[i], v3_make(position[0], position[1], position[2]),
                           position[3], share};
    return bodies->velocity[bodies->now][i].v[3] > 0;
}

// The same from bodies that are there already.
static scree_status bodies_prospect(const world *world, grain_extremes *extreme,
                                    grain_prospect *out, scree_error *error)
{
    const bodies *bodies = &world->part->body;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *velocity = bodies->velocity[bodies->now];
    grain_list none = {0};
    grain_extremes_of(world->shared->m, &none, extreme);
    out->extreme = extreme;
    grain_speed_of(world->shared->m, &none, out);
    for (int32_t i = 0; i < bodies->count; i++) {
        if (bodies->material[i] < 0 || bodies->material[i] >= world->shared->m->materials)
            return fail(error, SCREE_BAD_INPUT, "body/material",
                        "resume with the case that made the snapshot",
                        "a grain has a material that the case does not have");
        grain_extremes *known = &extreme[bodies->material[i]];
        known->largest = real_max(known->largest, position[i].v[3]);
        const model_shape *shape = model_shape_of(world->shared->m, bodies->set[i]);
        double im = velocity[i].v[3];
        double radius = shape->core.vertices ? shape->core.contact_radius : position[i].v[3];
        double fast =
            sqrt(velocity[i].v[0] * velocity[i].v[0] + velocity[i].v[1] * velocity[i].v[1] +
                 velocity[i].v[2] * velocity[i].v[2]);
        if (!(im > 0)) {
            known->fixed_radius = real_min(known->fixed_radius, radius);
            continue;
        }
        known->radius = real_min(known->radius, radius);
        known->mass = real_min(known->mass, world_core_share(world->shared->m, shape) / im);
        out->speed = real_max(out->speed, 2 * fast);
    }
    return filling_of(world->shared->m, bodies->count, look_at_body, world, &out->filling, error);
}

static scree_status create(world *world, fault_list *faults, scree_error *error)
{
    const model *model = world->shared->m;
    grain_list grains = {0};
    scree_status status = check_domain(model, error);
    if (status == SCREE_OK)
        status = check_streams(model, error);
    if (status == SCREE_OK)
        status = packing_build(model, world->folder, &grains, faults, error);
    if (status == SCREE_OK)
        status = world_make_cores(world, error);
    if (status == SCREE_OK)
        status = world_check_start(world, &grains, faults, error);
    grain_extremes *extreme = calloc((size_t)model->materials + 1, sizeof *extreme);
    if (status == SCREE_OK && !extreme)
        status = fail_memory(error, "laws");
    if (status == SCREE_OK) {
        grain_extremes_of(model, &grains, extreme);
        grain_prospect prospect = {.extreme = extreme};
        grain_speed_of(model, &grains, &prospect);
        status = grain_filling_of(model, &grains, &prospect.filling, error);
        if (status == SCREE_OK)
            status = build(world, &prospect, error);
    }
    free(extreme);
    world->next_id = world->shared->walls;
    if (status == SCREE_OK)
        status = world_fill_bodies(world, &grains, error);
    grain_list_clear(&grains);
    if (status == SCREE_OK)
        status = world_allocate(world, error);
    if (status == SCREE_OK && !world_turn_cores(world, world->part))
        status = fail_memory(error, "shapes");
    if (status == SCREE_OK)
        status = world_check_walls(world, faults, error);
    if (status == SCREE_OK)
        status = world_refresh(world, true, error);
    return status == SCREE_OK && model->ledger ? world_open_books(world, error) : status;
}

scree_status world_create(const model *model, const world_options *options, world **out,
                          scree_error *error)
{
    world *world = world_shell(model, options, error);
    *out = NULL;
    if (!world)
        return error ? error->status : SCREE_NO_MEMORY;
    scree_status status = create(world, options ? options->faults : NULL, error);
    if (status == SCREE_OK)
        *out = world;
    else
        world_destroy(world);
    return status;
}

scree_status world_restore_shell(const model *model, const world_options *options, const image *im,
                                 world **out, scree_error *error)
{
    world *world = world_shell(model, options, error);
    *out = NULL;
    if (!world)
        return error ? error->status : SCREE_NO_MEMORY;
    scree_status status = bodies_from_image(&world->part->body, im, error);
    grain_extremes *extreme = calloc((size_t)model->materials + 1, sizeof *extreme);
    const image_column *time = image_find(im, "run/time", IMAGE_F64, 2);
    grain_prospect prospect = {0};
    if (status == SCREE_OK && !extreme)
        status = fail_memory(error, "laws");
    if (time && time->rows == 1)
        prospect.going = ((const double *)time->data)[1];
    if (status == SCREE_OK)
        status = bodies_prospect(world, extreme, &prospect, error);
    if (status == SCREE_OK)
        status = world_make_cores(world, error);
    if (status == SCREE_OK)
        status = build(world, &prospect, error);
    free(extreme);
    if (status == SCREE_OK)
        *out = world;
    else
        world_destroy(world);
    return status;
}

static void free_part(world *world, part *part)
{
    bodies_free(&part->body);
    lists_free(&part->list);
    for (int thread = 0; part->scratch && thread < world->shared->threads; thread++) {
        mem_free(part->scratch[thread].lines);
        free(part->scratch[thread].gone);
        free(part->scratch[thread].last);
        free(part->scratch[thread].load);
    }
    free(part->scratch);
    free(part->report);
    mem_free(part->s.turned);
    mem_free(part->s.turned_first);
    written_free_step(part);
    followers_free(&part->follow);
    mem_free(part->s.pull);
}

void world_destroy(world *world)
{
    if (!world)
        return;
    for (part *part = world->part; part < end_of_all(world); part++)
        free_part(world, part);
    for (int i = 0; i < world->shared->walls; i++) {
        wall_faces_clear(&world->shared->wall[i].faces);
        primitive_free(world->shared->wall[i].shape);
        free(world->shared->wall[i].name);
    }
    free(world->shared->wall);
    free(world->shared->wall_state);
    free(world->shared->placed_wall);
    free(world->shared->law);
    free(world->shared->layout);
    free(world->shared->reach);
    free(world->shared->set_of);
    free(world->stream);
    free(world->near_stream);
    free(world->near_place);
    world_free_cores(world);
    written_free(world->shared);
    world_free_links(world);
    world->shared->solver->free(world->solver);
    free(world->shared->clump);
    free(world->shared->inertia);
    free(world->folder);
    free(world->shared);
    free(world->part);
    free(world);
}
