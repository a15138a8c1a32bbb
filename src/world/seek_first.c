// seek_first.c - what a ray meets first, and which grain is nearest, for seek.h.
//
// A ray in a periodic domain is looked at piece by piece, each no longer than a period: the first piece on which there is something has
// what comes first.
#include "world/seek_parts.h"

#include "base/corners.h"

#include <math.h>
#include <stdlib.h>

enum { PIECES_MOST = 100000 };

// ---- rays

typedef struct seek_shot {
    const seek *seek;
    ray ray;
    seek_hit *first;
    int wall; // that is looked at
} seek_shot;

static ray moved_back(const ray *ray, v3 shift)
{
    return (struct ray){v3_sub(ray->from, shift), ray->along};
}

static void meet_grain(seek_shot *shot, const ray *ray, int32_t row)
{
    const grain_space grain = seek_grain(shot->seek, row);
    const int64_t id = shot->seek->frame.ball.body[row];
    seek_hit *first = shot->first;
    v3 normal;
    const double way = grain_space_ray(&grain, ray, &normal);
    if (!(way < first->way || (way < INFINITY && way == first->way && id < first->id)))
        return;
    *first = (seek_hit){
        .id = id,
        .wall = -1,
        .way = way,
        .place = ray_at(&shot->ray, way),
        .normal = normal,
    };
}

static scree_status shoot_grains(void *context, v3 shift, scree_error *error)
{
    seek_shot *shot = context;
    const box_tree *tree = &shot->seek->tree;
    const ray ray = moved_back(&shot->ray, shift);
    int32_t stack[BOX_DEPTH_MOST];
    int top = 0;
    (void)error;
    stack[top++] = 0;
    while (top > 0) {
        const int32_t index = stack[--top];
        const box_node *node = &tree->node[index];
        const double way = ray_first(ray_in_box(&ray, node->low, node->high));
        if (way == INFINITY || !(way <= shot->first->way))
            continue;
        if (!node->count) {
            stack[top++] = node->right;
            stack[top++] = index + 1;
        }
        for (int32_t i = node->first; i < node->first + node->count; i++)
            meet_grain(shot, &ray, tree->order[i]);
    }
    return SCREE_OK;
}

static scree_status shoot_wall(void *context, v3 shift, scree_error *error)
{
    seek_shot *shot = context;
    const placed_wall *wall = &shot->seek->wall[shot->wall];
    const ray ray = moved_back(&shot->ray, shift);
    primitive_hit hit;
    (void)error;
    if (!primitive_ray(wall->shape, wall->position, wall->orientation, &ray, &hit) ||
        !(hit.way < shot->first->way))
        return SCREE_OK;
    *shot->first = (seek_hit){
        .id = shot->seek->frame.wall[shot->wall].id,
        .wall = shot->wall,
        .way = hit.way,
        .place = ray_at(&shot->ray, hit.way),
        .normal = hit.normal,
    };
    return SCREE_OK;
}

// A plane without end is there once.
static scree_status shoot_walls(seek_shot *shot, const seek_room *room, scree_error *error)
{
    const seek *seek = shot->seek;
    scree_status status = SCREE_OK;
    for (int i = 0; status == SCREE_OK && i < seek->frame.walls; i++) {
        const placed_wall *wall = &seek->wall[i];
        const v3 nowhere = {0, 0, 0};
        shot->wall = i;
        if (seek->frame.wall[i].absent)
            continue;
        if (!isfinite(primitive_extent(wall->shape))) {
            status = shoot_wall(shot, nowhere, error);
            continue;
        }
        seek_room of;
        primitive_bounds(wall->shape, wall->position, wall->orientation, &of.low, &of.high);
        status = seek_images(seek, &of, room, (seek_looker){shoot_wall, shot}, error);
    }
    return status;
}

static scree_status shoot_piece(seek_shot *shot, double begin, double end, scree_error *error)
{
    const box_tree *tree = &shot->seek->tree;
    const v3 from = ray_at(&shot->ray, begin);
    const v3 along = shot->ray.along;
    // An axis along which it does not go has no way without end either.
    const v3 to = {
        .x = along.x != 0 ? from.x + (end - begin) * along.x : from.x,
        .y = along.y != 0 ? from.y + (end - begin) * along.y : from.y,
        .z = along.z != 0 ? from.z + (end - begin) * along.z : from.z,
    };
    const seek_room room = {v3_min(from, to), v3_max(from, to)};
    scree_status status = SCREE_OK;
    if (tree->nodes) {
        const seek_room all = {tree->node[0].low, tree->node[0].high};
        status = seek_images(shot->seek, &all, &room, (seek_looker){shoot_grains, shot}, error);
    }
    return status == SCREE_OK ? shoot_walls(shot, &room, error) : status;
}

// The shortest period; INFINITY: there is none.
static double period_of(const seek *seek)
{
    static const int along[] = {CELL_XX, CELL_YY, CELL_ZZ};
    double least = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        if (seek->periodic[axis])
            least = real_min(least, seek->frame.cell.edges.of[along[axis]]);
    }
    return least;
}

scree_status seek_ray(const seek *seek, const ray *ray, double length, seek_hit *out,
                      scree_error *error)
{
    const double period = period_of(seek);
    seek_shot shot = {.seek = seek, .ray = *ray, .first = out};
    scree_status status = SCREE_OK;
    *out = (seek_hit){.id = -1, .wall = -1, .way = INFINITY};
    if (period < INFINITY && !(length <= PIECES_MOST * period))
        return fail(error, SCREE_BAD_INPUT, "length", "ask for less at a time",
                    "a ray of %g m goes over more than %d periods of the domain", length,
                    PIECES_MOST);
    double begin = 0;
    for (int piece = 1; status == SCREE_OK && begin <= length; piece++) {
        const double end = real_min(length, piece * period);
        status = shoot_piece(&shot, begin, end, error);
        if (out->way <= end || !(end < length))
            break;
        begin = end;
    }
    if (!(out->way <= length))
        *out = (seek_hit){.id = -1, .wall = -1, .way = INFINITY};
    return status;
}

// ---- the nearest grain

static double room_distance(const box_node *node, v3 place)
{
    const v3 nearest = v3_max(node->low, v3_min(place, node->high));
    return v3_distance(place, nearest);
}

static void see_grain(const seek *seek, int32_t row, v3 place, seek_hit *first)
{
    const grain_space grain = seek_grain(seek, row);
    const int64_t id = seek->frame.ball.body[row];
    v3 nearest;
    const double way = grain_space_distance(&grain, place, &nearest);
    if (!(way < first->way || (way == first->way && first->id >= 0 && id < first->id)))
        return;
    *first = (seek_hit){.id = id, .wall = -1, .way = way, .place = nearest};
    if (way > 0)
        first->normal = v3_scale(1 / way, v3_sub(place, nearest));
}

// `first` has the nearest so far, as seen from there.
static void see_image(const seek *seek, v3 place, seek_hit *first)
{
    const box_tree *tree = &seek->tree;
    int32_t stack[BOX_DEPTH_MOST];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const int32_t index = stack[--top];
        const box_node *node = &tree->node[index];
        if (!(room_distance(node, place) <= first->way))
            continue;
        if (!node->count) {
            const double right = room_distance(&tree->node[node->right], place);
            const bool right_first = right < room_distance(&tree->node[index + 1], place);
            stack[top++] = right_first ? index + 1 : node->right;
            stack[top++] = right_first ? node->right : index + 1;
        }
        for (int32_t i = node->first; i < node->first + node->count; i++)
            see_grain(seek, tree->order[i], place, first);
    }
}

// By how many edges a place is beyond the cell.
static void edges_beyond(const seek *seek, v3 place, double number[3])
{
    const double *edge = seek->frame.cell.edges.of;
    const v3 from = v3_sub(place, seek->frame.cell.corner);
    number[0] = number[1] = 0;
    number[2] = seek->periodic[2] ? floor(from.z / edge[CELL_ZZ]) : 0;
    const double y = from.y - seek_shift(seek, number).y;
    number[1] = seek->periodic[1] ? floor(y / edge[CELL_YY]) : 0;
    const double x = from.x - seek_shift(seek, number).x;
    number[0] = seek->periodic[0] ? floor(x / edge[CELL_XX]) : 0;
}

// A place in the cell is nearest to an image of one of the cells around it; the edges lean by half of one at most.
seek_hit seek_nearest(const seek *seek, v3 place, double most)
{
    enum { AROUND = 2, IMAGES = 2 * AROUND + 1 };
    seek_hit first = {.id = -1, .wall = -1, .way = INFINITY};
    double beyond[3];
    if (!seek->tree.nodes)
        return first;
    edges_beyond(seek, place, beyond);
    for (int image = 0; image < IMAGES * IMAGES * IMAGES; image++) {
        // From the middle on: 0, 1, -1, 2, -2.
        const int step[3] = {image % IMAGES, image / IMAGES % IMAGES, image / (IMAGES * IMAGES)};
        double number[3];
        bool is_one = true;
        for (int axis = 0; axis < 3; axis++) {
            const int off = (step[axis] + 1) / 2;
            number[axis] = beyond[axis] + (step[axis] % 2 ? off : -off);
            is_one = is_one && (seek->periodic[axis] || step[axis] == 0);
        }
        if (!is_one)
            continue;
        const v3 shift = seek_shift(seek, number);
        seek_hit here = first;
        see_image(seek, v3_sub(place, shift), &here);
        if (here.way < first.way || here.id != first.id) {
            here.place = v3_add(here.place, shift);
            first = here;
        }
    }
    if (!(first.way <= most))
        return (seek_hit){.id = -1, .wall = -1, .way = INFINITY};
    return first;
}
