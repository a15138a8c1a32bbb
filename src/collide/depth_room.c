// depth_room.c - see depth_room.h.
#include "collide/depth_room.h"

#include "base/mathlib.h"

#include <math.h>

#define BEYOND 1e-9 // of a radius: what is taken to be in the ball

// What both balls around the solids share, as a cylinder about the way from the centre of one to that of the other.
typedef struct shared_room {
    v3 along;
    double low, high, wide; // from where to where on that way, and how far beside it, m
    double deepest;         // no place there is deeper in the solid, m
} shared_room;

static shared_room room_of(double own, double radius, v3 towards)
{
    const double distance = v3_norm(towards);
    const double low = distance - radius;
    const double high = own * (1 + BEYOND);
    const double square = real_max(high * high - low * low, 0);
    return (shared_room){
        .along = v3_scale(distance > 0 ? 1 / distance : 0, towards),
        .low = low,
        .high = high,
        .wide = sqrt(square),
        .deepest = high - low,
    };
}

// Is every place there farther behind the plane of a face than any is deep? Then the face is nowhere the least.
static bool is_far_behind(const shared_room *room, v3 normal, double height)
{
    const double up = v3_dot(normal, room->along);
    const double across = sqrt(real_max(1 - up * up, 0));
    const double highest = up * (up > 0 ? room->high : room->low) + across * room->wide;
    return room->low > 0 && height - highest > room->deepest;
}

int32_t depth_faces_in_room(const depth_field *in, double radius, v3 towards, int32_t *listed)
{
    const shared_room room = room_of(in->radius, radius, towards);
    int32_t count = 0;
    for (int32_t k = 0; k < in->group[0].faces; k++) {
        if (is_far_behind(&room, in->normal[k], in->height[k]))
            continue;
        if (count == DEPTH_FACES_MOST)
            return -1;
        listed[count++] = k;
    }
    return count + (in->faces - in->group[0].faces) <= DEPTH_FACES_MOST ? count : -1;
}

bool depth_clip_edge(const depth_field *in, v3 *from, v3 *to)
{
    const double radius = in->radius * (1 + 0.5 * BEYOND);
    const v3 way = v3_sub(*to, *from);
    const double square = v3_dot(way, way);
    const double along = v3_dot(*from, way);
    const double beyond = v3_dot(*from, *from) - radius * radius;
    const double apart = along * along - square * beyond;
    if (!(apart > 0))
        return false;
    const double root = sqrt(apart);
    const double first = (-along - root) / square;
    const double last = (root - along) / square;
    const v3 begin = *from;
    if (!(last > 0) || !(first < 1))
        return false;
    if (first > 0)
        *from = v3_fma(begin, first, way);
    if (last < 1)
        *to = v3_fma(begin, last, way);
    return true;
}
