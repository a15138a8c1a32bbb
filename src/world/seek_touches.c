// seek_touches.c - the contacts of a grain or a wall, for seek.h: those of a frame, listed by whom they are of.
#include "world/seek_parts.h"

#include "base/memory.h"

// The first ball of the body of a ball, among the balls of the frame, or a wall behind them; -1: there is neither of that id.
static int64_t owner_of(const seek *seek, int64_t id)
{
    const frame_balls *balls = &seek->frame.ball;
    const int wall = frame_wall_of(&seek->frame, id);
    int64_t from = 0;
    int64_t to = balls->count;
    if (wall >= 0)
        return balls->count + wall;
    while (from < to) {
        const int64_t middle = from + (to - from) / 2;
        if (balls->id[middle] < id)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == balls->count || balls->id[from] != id)
        return -1;
    const int64_t body = balls->body[from];
    while (balls->id[from] != body)
        from--;
    return from;
}

static int64_t id_of(const seek *seek, int64_t owner, int *wall)
{
    const int64_t balls = seek->frame.ball.count;
    *wall = owner < balls ? -1 : (int)(owner - balls);
    return owner < balls ? seek->frame.ball.id[owner] : seek->frame.wall[*wall].id;
}

// By counting: `first` of an owner says where its contacts begin, and that of the next one where they end.
scree_status seek_list_touches(seek *seek, scree_error *error)
{
    const frame_contacts *contacts = &seek->frame.contact;
    const int64_t owners = seek->frame.ball.count + seek->frame.walls;
    seek->owner = mem_array(2 * contacts->count + 1, sizeof *seek->owner);
    seek->listed = mem_array(2 * contacts->count + 1, sizeof *seek->listed);
    seek->first = mem_array(owners + 2, sizeof *seek->first);
    if (!seek->owner || !seek->listed || !seek->first)
        return fail_memory(error, "looking for contacts");
    int64_t *behind = seek->first + 1; // where the next of an owner goes
    for (int64_t i = 0; i < 2 * contacts->count; i++) {
        seek->owner[i] = owner_of(seek, i % 2 ? contacts->b[i / 2] : contacts->a[i / 2]);
        behind[seek->owner[i] + 1]++;
    }
    for (int64_t i = 1; i <= owners; i++)
        behind[i] += behind[i - 1];
    for (int64_t i = 0; i < 2 * contacts->count; i++)
        seek->listed[behind[seek->owner[i]]++] = i;
    return SCREE_OK;
}

// Contacts stand where the second partner is; seen from the first one they may be on the other side of a border.
static v3 place_seen_from(const seek *seek, int64_t contact, bool by_first)
{
    const frame_contacts *contacts = &seek->frame.contact;
    const frame_balls *balls = &seek->frame.ball;
    const v3 point = contacts->point[contact];
    if (!by_first || seek->owner[2 * contact] >= balls->count)
        return point;
    int64_t ball = seek->owner[2 * contact];
    while (balls->id[ball] != contacts->a[contact])
        ball++;
    return v3_add(point, v3_sub(balls->position[ball], contacts->position_a[contact]));
}

static seek_touch touch_of(const seek *seek, int64_t listed)
{
    const frame_contacts *contacts = &seek->frame.contact;
    const int64_t contact = listed / 2;
    const bool by_first = listed % 2 == 0;
    const double side = by_first ? 1 : -1;
    seek_touch touch = {
        .place = place_seen_from(seek, contact, by_first),
        .normal = v3_scale(side, contacts->normal[contact]),
        .overlap = contacts->overlap[contact],
        .force = v3_scale(-side, contacts->force[contact]),
    };
    touch.partner = id_of(seek, seek->owner[listed ^ 1], &touch.wall);
    return touch;
}

bool seek_touches(const seek *seek, int64_t id, seek_touch *out, int64_t room, int64_t *count)
{
    const int64_t owner = owner_of(seek, id);
    int wall;
    *count = 0;
    if (owner < 0 || id_of(seek, owner, &wall) != id)
        return false;
    const int64_t first = seek->first[owner];
    *count = seek->first[owner + 1] - first;
    for (int64_t i = 0; i < *count && i < room; i++)
        out[i] = touch_of(seek, seek->listed[first + i]);
    return true;
}
