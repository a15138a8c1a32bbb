// seek.c - see seek.h: making, and grains in boxes and balls.
#include "world/seek_parts.h"

#include "base/corners.h"
#include "base/memory.h"

#include <stdlib.h>

// ---- making

seek_room seek_room_of(const seek *seek, int64_t row)
{
    const double radius = seek->frame.ball.radius[row];
    const v3 around = v3_make(radius, radius, radius);
    const v3 at = seek->frame.ball.position[row];
    return (seek_room){v3_sub(at, around), v3_add(at, around)};
}

static scree_status plant(seek *seek, scree_error *error)
{
    const int64_t count = seek->frame.ball.count;
    v3 *low = count < INT32_MAX ? mem_array(count + 1, sizeof *low) : NULL;
    v3 *high = count < INT32_MAX ? mem_array(count + 1, sizeof *high) : NULL;
    scree_status status = low && high ? SCREE_OK : fail_memory(error, "looking for grains");
    for (int64_t i = 0; status == SCREE_OK && i < count; i++) {
        const seek_room room = seek_room_of(seek, i);
        low[i] = room.low;
        high[i] = room.high;
    }
    if (status == SCREE_OK)
        status = box_tree_plant(low, high, (int32_t)count, &seek->tree, error);
    mem_free(low);
    mem_free(high);
    return status;
}

static scree_status place_walls(seek *seek, scree_error *error)
{
    const shared *shared = seek->world->shared;
    seek->wall = mem_array(shared->walls + 1, sizeof *seek->wall);
    if (!seek->wall)
        return fail_memory(error, "looking for walls");
    for (int i = 0; i < shared->walls; i++)
        seek->wall[i] = moving_wall_placed(&shared->wall[i]);
    return SCREE_OK;
}

scree_status seek_make(world *world, seek **out, scree_error *error)
{
    const model *model = world->shared->model;
    seek *seek = calloc(1, sizeof *seek);
    *out = NULL;
    if (!seek)
        return fail_memory(error, "looking for grains");
    seek->world = world;
    seek->model = model;
    seek->generation = world->generation;
    seek->flat = model->dimensions == 2;
    for (int axis = 0; axis < 3; axis++)
        seek->periodic[axis] =
            model->boundary[axis] == BOUNDARY_PERIODIC && !(axis == 2 && seek->flat);
    scree_status status = world_frame(world, &seek->frame, error);
    if (status == SCREE_OK)
        status = plant(seek, error);
    if (status == SCREE_OK)
        status = place_walls(seek, error);
    if (status == SCREE_OK)
        status = seek_list_touches(seek, error);
    if (status != SCREE_OK) {
        seek_free(seek);
        return status;
    }
    *out = seek;
    return SCREE_OK;
}

void seek_free(seek *seek)
{
    if (!seek)
        return;
    box_tree_clear(&seek->tree);
    frame_clear(&seek->frame);
    mem_free(seek->wall);
    mem_free(seek->owner);
    mem_free(seek->first);
    mem_free(seek->listed);
    free(seek);
}

bool seek_is_of_now(const seek *seek)
{
    const shared *shared = seek->world->shared;
    return shared->model == seek->model && shared->step == seek->frame.step;
}

bool seek_knows_grains(const seek *seek)
{
    return seek->world->generation == seek->generation;
}

bool seek_is_flat(const seek *seek)
{
    return seek->flat;
}

grain_space seek_grain(const seek *seek, int64_t row)
{
    const frame_balls *balls = &seek->frame.ball;
    return (grain_space){
        .form = seek->world->shared->form[balls->set[row]],
        .radius = balls->radius[row],
        .at = balls->position[row],
        .turn = balls->orientation ? balls->orientation[row] : q4_identity(),
    };
}

// ---- grains in a room

typedef struct seek_search {
    const seek *seek;
    seek_ids *ids;
    seek_room room; // that is looked at
    bool is_ball;   // in it, at that place and with that radius
    v3 centre;
    double radius;
} seek_search;

static bool is_in(const seek_search *search, int64_t row, const seek_room *room, v3 shift)
{
    const grain_space grain = seek_grain(search->seek, row);
    v3 nearest;
    if (!search->is_ball)
        return grain_space_in_box(&grain, room->low, room->high);
    const v3 centre = v3_sub(search->centre, shift);
    return grain_space_distance(&grain, centre, &nearest) <= search->radius;
}

// The room is moved and not the grains; what is of it beyond all grains is left out, so that no side is without end.
static scree_status search_image(void *context, v3 shift, scree_error *error)
{
    seek_search *search = context;
    const seek *seek = search->seek;
    const box_node *all = &seek->tree.node[0];
    const seek_room room = {
        .low = v3_max(all->low, v3_sub(search->room.low, shift)),
        .high = v3_min(all->high, v3_sub(search->room.high, shift)),
    };
    if (v3_below(room.high, room.low))
        return SCREE_OK;
    box_walk walk;
    box_walk_begin(&walk, &seek->tree, room.low, room.high);
    for (int32_t row = box_walk_next(&walk); row >= 0; row = box_walk_next(&walk)) {
        seek_ids *ids = search->ids;
        if (!is_in(search, row, &room, shift))
            continue;
        if (!MEM_GROW(ids->id, ids->room, ids->count + 1))
            return fail_memory(error, "looking for grains");
        ids->id[ids->count++] = seek->frame.ball.body[row];
    }
    return SCREE_OK;
}

static int compare_ids(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one;
    const int64_t b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static void keep_each_once(seek_ids *ids)
{
    int64_t kept = 0;
    if (ids->count > 1)
        qsort(ids->id, (size_t)ids->count, sizeof *ids->id, compare_ids);
    for (int64_t i = 0; i < ids->count; i++) {
        if (kept == 0 || ids->id[i] != ids->id[kept - 1])
            ids->id[kept++] = ids->id[i];
    }
    ids->count = kept;
}

static scree_status search_images(seek_search *search, scree_error *error)
{
    const box_tree *tree = &search->seek->tree;
    search->ids->count = 0;
    if (!tree->nodes)
        return SCREE_OK;
    const seek_room all = {tree->node[0].low, tree->node[0].high};
    const seek_looker looker = {search_image, search};
    const scree_status status = seek_images(search->seek, &all, &search->room, looker, error);
    keep_each_once(search->ids);
    return status;
}

// Of a box that is longer than a period and all grains, a part tells the same: some image of each grain is in it. So it is along
// axes that no tilt connects with others.
static void shorten(double length, double span, double *low, double *high)
{
    const double enough = length + 2 * span;
    if (!(*high - *low > enough))
        return;
    if (isfinite(*low))
        *high = *low + enough;
    else if (isfinite(*high))
        *low = *high - enough;
    else {
        *low = 0;
        *high = enough;
    }
}

static void shorten_periods(const seek *seek, seek_room *room)
{
    if (!seek->tree.nodes)
        return;
    const double *edge = seek->frame.cell.edges.of;
    const v3 span = v3_sub(seek->tree.node[0].high, seek->tree.node[0].low);
    if (seek->periodic[0])
        shorten(edge[CELL_XX], span.x, &room->low.x, &room->high.x);
    if (seek->periodic[1] && edge[CELL_XY] == 0)
        shorten(edge[CELL_YY], span.y, &room->low.y, &room->high.y);
    if (seek->periodic[2] && edge[CELL_XZ] == 0 && edge[CELL_YZ] == 0)
        shorten(edge[CELL_ZZ], span.z, &room->low.z, &room->high.z);
}

scree_status seek_box(const seek *seek, v3 low, v3 high, seek_ids *out, scree_error *error)
{
    seek_search search = {.seek = seek, .ids = out, .room = {low, high}};
    shorten_periods(seek, &search.room);
    return search_images(&search, error);
}

scree_status seek_ball(const seek *seek, v3 centre, double radius, seek_ids *out,
                       scree_error *error)
{
    const v3 around = v3_make(radius, radius, radius);
    seek_search search = {
        .seek = seek,
        .ids = out,
        .room = {v3_sub(centre, around), v3_add(centre, around)},
        .is_ball = true,
        .centre = centre,
        .radius = radius,
    };
    return search_images(&search, error);
}
