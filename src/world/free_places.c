// free_places.c - where a newcomer of a stream finds a place: the bodies near the box of the stream, and draws that miss
// them all.
#include "world/internal.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "scene/region.h"
#include "scene/stream.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 50, RUNS_MOST = 64 };
// From so many grains that come at once on, they are sorted into cells; for how many at most at a time.
enum { GRID_LEAST = 4, GRID_MOST = 1 << 17 };

// The bodies that a grain of the stream may touch, or meet before lists are built again.
typedef struct crowd {
    v3 middle,
        half;     // of the box in which centres may be, and as far beyond it as such a body may be
    double reach; // m, beyond the radii of both
} crowd;

static crowd crowd_of(const world *world, int i)
{
    const shared *shared = world->shared;
    const model_stream *stream = &shared->model->stream[i];
    crowd crowd = {.middle = v3_scale(0.5, v3_add(stream->low, stream->high)),
                   .half = v3_scale(0.5, v3_sub(stream->high, stream->low))};
    if (shared->model->dimensions == 2) {
        crowd.middle.z = packing_depth(shared->model);
        crowd.half.z = 0;
    }
    crowd.reach = lists_insert_reach(&world->part->list);
    return crowd;
}

static bool in_crowd(const crowd *crowd, const contact_context *at, const double *position)
{
    const double reach = position[3] + crowd->reach;
    const double away_x = nearest_of(at, 0, position[0] - crowd->middle.x);
    const double away_y = nearest_of(at, 1, position[1] - crowd->middle.y);
    const double away_z = nearest_of(at, 2, position[2] - crowd->middle.z);
    if (!(fabs(away_x) <= crowd->half.x + reach))
        return false;
    if (!(fabs(away_y) <= crowd->half.y + reach))
        return false;
    return fabs(away_z) <= crowd->half.z + reach;
}

bool world_reserve_crowd(world *world, int64_t more)
{
    const int64_t need = world->near_streams + more + 1;
    return MEM_GROW(world->near_stream, world->near_stream_room, need) &&
           MEM_GROW(world->near_place, world->near_place_room, need);
}

void world_add_to_crowd(world *world, const bodies *bodies, int32_t slot)
{
    const rec4 *place = position_now(bodies, slot);
    world->near_stream[world->near_streams] = slot;
    world->near_place[world->near_streams] = *place;
    if (world->near_grid_holds > 0)
        cells_put(&world->near_grid, world->near_streams, v3_of(place), place->v[3]);
    world->near_streams++;
}

// Each thread looks through a run of bodies and leaves what it finds where that run begins; then the runs move
// together.
static bool gather_from(world *world, const crowd *crowd, const part *part)
{
    shared *shared = world->shared;
    const bodies *bodies = &part->body;
    const rec4 *position = bodies->position[bodies->now];
    const int64_t most = shared->threads < RUNS_MOST ? shared->threads : RUNS_MOST;
    if (!world_reserve_crowd(world, bodies->count))
        return false;
    int32_t *list = world->near_stream + world->near_streams;
    int64_t found[RUNS_MOST] = {0};
#pragma omp parallel for num_threads(shared->threads) schedule(static)
    for (int64_t thread = 0; thread < most; thread++) {
        int64_t first = thread * bodies->count / most;
        int64_t end = (thread + 1) * bodies->count / most;
        for (int64_t k = first; k < end; k++) {
            if (in_crowd(crowd, &world->part->stepping.context, position[k].v))
                list[first + found[thread]++] = (int32_t)k;
        }
    }
    for (int64_t thread = 0; thread < most; thread++) {
        for (int64_t k = 0; k < found[thread]; k++)
            world_add_to_crowd(world, bodies, list[thread * bodies->count / most + k]);
    }
    return true;
}

static void drop_grid(world *world)
{
    if (world->near_grid_holds > 0)
        cells_clear(&world->near_grid);
    world->near_grid_holds = 0;
}

void world_free_crowd(world *world)
{
    drop_grid(world);
    free(world->near_stream);
    free(world->near_place);
    free(world->near_newcomer);
}

static int by_slot(const void *first, const void *second)
{
    const int32_t a = *(const int32_t *)first;
    const int32_t b = *(const int32_t *)second;
    return (a > b) - (a < b);
}

// A walk may come to one of them twice.
static int64_t each_once(int32_t *slot, int64_t count)
{
    int64_t kept = 0;
    qsort(slot, (size_t)count, sizeof *slot, by_slot);
    for (int64_t i = 0; i < count; i++) {
        if (kept == 0 || slot[kept - 1] != slot[i])
            slot[kept++] = slot[i];
    }
    return kept;
}

const int32_t *world_crowd_around(void *context, int32_t slot, int64_t *count)
{
    world *world = context;
    *count = world->near_streams;
    if (world->near_grid_holds == 0)
        return world->near_stream;
    const rec4 *place = position_now(&world->part->body, slot);
    const double reach = lists_insert_reach(&world->part->list);
    cells_walk walk = cells_around(&world->near_grid, v3_of(place), place->v[3] + reach, false);
    int64_t found = 0;
    for (int64_t k = cells_next(&walk); k >= 0; k = cells_next(&walk)) {
        if (!MEM_GROW(world->near_newcomer, world->near_newcomer_room, found + 1))
            return NULL;
        world->near_newcomer[found++] = world->near_stream[k];
    }
    if (found == 0)
        return world->near_stream; // of none
    *count = each_once(world->near_newcomer, found);
    return world->near_newcomer;
}

// The balls of so many grains to come.
static int64_t balls_to_come(const world *world, int i, int64_t grains)
{
    const model *model = world->shared->model;
    stream_row row = world->stream[i].placed;
    int64_t balls = 0;
    if (model->stream[i].mixed.parts <= 1)
        return grains * world_balls_of(world, model->grain_sets + i);
    for (int64_t grain = 0; grain < grains; grain++) {
        const int64_t number = world->stream[i].made + grain;
        balls += world_balls_of(world, stream_grain_at(&row, model, i, number).set);
    }
    return balls;
}

// The radii of the bodies there, and behind them of the balls of so many grains to come, `all` together.
static double *radii_of(const world *world, int i, int64_t grains, int64_t all)
{
    const model *model = world->shared->model;
    stream_row row = world->stream[i].placed;
    double *radius = mem_array(all, sizeof *radius);
    int64_t count = 0;
    for (; radius && count < world->near_streams; count++)
        radius[count] = world->near_place[count].v[3];
    for (int64_t grain = 0; radius && grain < grains; grain++) {
        const stream_grain comes = stream_grain_at(&row, model, i, world->stream[i].made + grain);
        const model_clump *clump = world->shared->clump[comes.set];
        const int balls = world_balls_of(world, comes.set);
        for (int ball = 0; ball < balls; ball++)
            radius[count++] = clump ? model_clump_radius(clump, ball, comes.radius) : comes.radius;
    }
    return radius;
}

bool world_sort_crowd(world *world, int i, int set)
{
    const model *model = world->shared->model;
    const int balls = world_balls_of(world, set);
    const int64_t missing = world->stream[i].missing;
    const int64_t grains = missing < GRID_MOST ? missing : GRID_MOST;
    const bool holds = world->near_streams + balls <= world->near_grid_holds;
    if (holds || (world->near_grid_holds == 0 && missing < GRID_LEAST))
        return true;
    drop_grid(world);
    const int64_t all = world->near_streams + balls_to_come(world, i, grains);
    double *radius = radii_of(world, i, grains, all);
    cells_box box = {.low = model->low, .high = model->high};
    for (int axis = 0; axis < 3; axis++)
        box.periodic[axis] = model->boundary[axis] == BOUNDARY_PERIODIC;
    const bool good = radius && cells_make(&world->near_grid, &box, 0, radius, all);
    mem_free(radius);
    if (!good)
        return false;
    world->near_grid_holds = all;
    for (int64_t k = 0; k < world->near_streams; k++) {
        const rec4 *place = &world->near_place[k];
        cells_put(&world->near_grid, k, v3_of(place), place->v[3]);
    }
    return true;
}

bool world_gather_crowd(world *world, int i)
{
    const crowd crowd = crowd_of(world, i);
    drop_grid(world);
    world->near_streams = 0;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        if (!gather_from(world, &crowd, part))
            return false;
    }
    return world->parts == 1 || gather_from(world, &crowd, world_nursery(world));
}

static bool overlaps(const world *world, int64_t k, v3 at, double radius)
{
    const rec4 *near = &world->near_place[k];
    const double reach = near->v[3] + radius;
    const v3 apart = v3_sub(v3_of(near), at);
    const v3 away = nearest_image(&world->part->stepping.context, apart);
    return v3_dot(away, away) < reach * reach;
}

// By the grid, where there is one, or all one after the other: the answer is the same.
static bool crowd_free(const world *world, v3 at, double radius)
{
    if (world->near_grid_holds > 0) {
        cells_walk walk = cells_around(&world->near_grid, at, radius, false);
        for (int64_t k = cells_next(&walk); k >= 0; k = cells_next(&walk)) {
            if (overlaps(world, k, at, radius))
                return false;
        }
        return true;
    }
    for (int64_t k = 0; k < world->near_streams; k++) {
        if (overlaps(world, k, at, radius))
            return false;
    }
    return true;
}

static bool place_free(const world *world, v3 at, double radius)
{
    if (!crowd_free(world, at, radius))
        return false;
    int32_t candidate[256];
    for (int k = 0; k < world->shared->walls; k++) {
        const placed_wall *wall = &world->shared->placed_wall[k];
        if (!world->shared->wall[k].absent &&
            ball_wall_near(wall, at, radius, 0, candidate, 256) > 0)
            return false;
    }
    return true;
}

static bool place_in_region(const world *world, const region *region, double radius, rng *place,
                            v3 *out)
{
    const model *model = world->shared->model;
    for (int attempt = 0; attempt < TRIES; attempt++) {
        if (!region_draw(region, radius, place, out))
            return false;
        if (model->dimensions == 2)
            out->z = packing_depth(model);
        if (place_free(world, *out, radius))
            return true;
    }
    return false;
}

// A place that depends on number, step and try.
bool world_find_place(const world *world, int i, double radius, v3 *out)
{
    const shared *shared = world->shared;
    const model *model = shared->model;
    const model_stream *stream = &model->stream[i];
    const uint64_t spread = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t seed = (stream->seed ^ 0x5ca1ab1e) + spread * (uint64_t)world->stream[i].made;
    const v3 low = stream->low;
    const v3 high = stream->high;
    rng place = rng_make(seed, (uint64_t)shared->step);
    if (stream->region >= 0)
        return place_in_region(world, model->region[stream->region].made, radius, &place, out);
    for (int attempt = 0; attempt < TRIES; attempt++) {
        // one after the other, as arguments of a call have no order
        out->x = rng_range(&place, low.x + radius, high.x - radius);
        out->y = rng_range(&place, low.y + radius, high.y - radius);
        out->z = rng_range(&place, low.z + radius, high.z - radius);
        if (model->dimensions == 2)
            out->z = packing_depth(model);
        if (place_free(world, *out, radius))
            return true;
    }
    return false;
}
