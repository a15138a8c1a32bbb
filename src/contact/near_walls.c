// near_walls.c - which walls a grain is near, and which parts of them, when lists are built.
//
// Grains have images, walls stand once. While lists are young a grain may move by the skin, so one that is nearer than that to
// a periodic border may come in at the other end and meet what stands there: it is near that, too. Further parts change no
// result (collide/ball_wall.h). Walls of a cell that deforms are planes, so images that lean say nothing more.
#include "contact/lists.h"

#include "base/memory.h"
#include "state/bodies.h"

enum { PLACES_MOST = 27 };

// Along one axis: where it is, and where it may come in again.
static int shifts_along(const grid_box *box, int axis, double at, double skin, double shift[3])
{
    const double length = box->high[axis] - box->low[axis];
    int count = 1;
    shift[0] = 0;
    if (box->periodic[axis] && at - skin < box->low[axis])
        shift[count++] = length;
    if (box->periodic[axis] && at + skin >= box->high[axis])
        shift[count++] = -length;
    return count;
}

// All places of a grain by the borders that it may cross; the first is where it is.
static int places_of(const grid_box *box, v3 centre, double skin, v3 place[PLACES_MOST])
{
    double x[3];
    double y[3];
    double z[3];
    const int along_x = shifts_along(box, 0, centre.x, skin, x);
    const int along_y = shifts_along(box, 1, centre.y, skin, y);
    const int along_z = shifts_along(box, 2, centre.z, skin, z);
    const int count = along_x * along_y * along_z;
    for (int i = 0; i < count; i++) {
        const int number_y = i / along_x % along_y;
        const int number_z = i / along_x / along_y;
        place[i] = v3_add(centre, v3_make(x[i % along_x], y[number_y], z[number_z]));
    }
    return count;
}

static bool is_known(const int32_t *part, int32_t parts, int32_t wanted)
{
    for (int32_t i = 0; i < parts; i++) {
        if (part[i] == wanted)
            return true;
    }
    return false;
}

// The parts that are near a place go behind the `count` that are known of this grain, those that are new. False without
// memory.
static bool add_parts(wall_pairs *own, const placed_wall *placed, v3 place, double radius,
                      double skin, int32_t *count)
{
    const int32_t used = own->candidates + *count;
    int32_t *end = own->candidate ? own->candidate + used : NULL;
    const int32_t room = own->candidate_room - used;
    const int32_t found = ball_wall_near(placed, place, radius, skin, end, room);
    if (found > room) {
        if (!MEM_GROW32(own->candidate, own->candidate_room, (int64_t)used + found))
            return false;
        end = own->candidate + used;
        ball_wall_near(placed, place, radius, skin, end, found);
    }
    const int32_t *known = own->candidate ? own->candidate + own->candidates : NULL;
    const int32_t before = *count;
    for (int32_t i = 0; i < found; i++) {
        if (!is_known(known, before, end[i]))
            own->candidate[own->candidates + (*count)++] = end[i];
    }
    return true;
}

static bool is_around(const placed_wall *placed, const v3 *place, int places, double radius,
                      double skin)
{
    for (int i = 0; i < places; i++) {
        if (grain_wall_around(placed, place[i], radius, skin))
            return true;
    }
    return false;
}

bool lists_meet_wall(block *block, const lists_task *task, int wall, int32_t slot, double skin)
{
    const placed_wall *placed = &task->wall[wall];
    const bodies *bodies = task->body;
    const rec4 *record = &bodies->position[bodies->now][slot];
    const double radius = record->v[3];
    v3 place[PLACES_MOST];
    const int places = places_of(&task->box, v3_of(record), skin, place);
    if (lists_has_core(task, slot)) { // which of its corners are near is looked for in steps
        const bool near = is_around(placed, place, places, radius, skin);
        return !near || block_add_near_grain(block, true, wall, slot);
    }
    wall_pairs *own = &block->walls;
    int32_t count = 0;
    for (int i = 0; i < places; i++) {
        if (!add_parts(own, placed, place[i], radius, skin, &count))
            return false;
    }
    if (count == 0)
        return true;
    if (!MEM_GROW32(own->pair, own->room, own->count + 1))
        return false;
    near_wall *near = &own->pair[own->count++];
    *near = (near_wall){.body = slot, .wall = wall};
    near->candidates = count;
    near->first_candidate = own->candidates;
    own->candidates += count;
    return true;
}
