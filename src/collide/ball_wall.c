// ball_wall.c - see ball_wall.h. The ball's centre is taken into the frame of the wall, and what touches it there is
// taken back into space.
#include "collide/ball_wall.h"

_Static_assert((int)WALL_TOUCH_MOST == (int)PRIMITIVE_TOUCH_MOST,
               "one limit for walls and primitives");

static inline v3 into_frame(const placed_wall *wall, v3 point)
{
    return q4_rotate(q4_conjugate(wall->orientation), v3_sub(point, wall->position));
}

static void insert_sorted(wall_touch *out, int count, const wall_touch *touch)
{
    int at = count;
    for (; at > 0 && out[at - 1].feature > touch->feature; at--)
        out[at] = out[at - 1];
    out[at] = *touch;
}

int ball_wall_touches(const placed_wall *wall, v3 centre, double radius, double reach,
                      wall_parts parts, wall_touch out[WALL_TOUCH_MOST])
{
    const primitive *shape = wall->shape;
    primitive_touch found[PRIMITIVE_TOUCH_MOST];
    int count = 0;
    if (!parts.count)
        return 0;
    v3 seen = into_frame(wall, centre);
    int most = shape->kind->touches(shape, seen, radius + reach, parts.part, parts.count, found);
    for (int i = 0; i < most; i++) {
        wall_touch touch = {
            .gap = found[i].distance - radius,
            .curvature = found[i].curvature,
            .round = found[i].round,
            .feature = found[i].feature,
        };
        if (!(touch.gap < reach))
            continue;
        touch.normal = q4_rotate(wall->orientation, found[i].normal);
        touch.point = v3_fma(centre, -found[i].distance, touch.normal);
        insert_sorted(out, count++, &touch);
    }
    return most < 0 ? -1 : count;
}

double ball_wall_lone_face(const placed_wall *wall, v3 seen, wall_parts parts, int32_t *face)
{
    const primitive_kind *kind = wall->shape->kind;
    if (!kind->joined)
        return 0;
    return mesh_lone_face(kind->joined(wall->shape), seen, parts.part, parts.count, face);
}

int ball_wall_touches_face(const placed_wall *wall, const ball_seen *ball, int32_t face,
                           wall_touch *out)
{
    const mesh *mesh = wall->shape->kind->joined(wall->shape);
    const double within = ball->radius + ball->reach;
    mesh_touch found;
    const int count = mesh_face_touch(mesh, face, ball->seen, within, &found);
    if (count <= 0)
        return count == MESH_FACE_UNSURE ? -1 : 0;
    *out = (wall_touch){.gap = found.distance - ball->radius, .feature = found.feature};
    if (!(out->gap < ball->reach))
        return 0;
    out->normal = q4_rotate(wall->orientation, found.normal);
    out->point = v3_fma(ball->centre, -found.distance, out->normal);
    return 1;
}

v3 ball_wall_seen(const placed_wall *wall, v3 centre)
{
    return into_frame(wall, centre);
}

int ball_wall_narrow(const placed_wall *wall, v3 seen, double distance, int32_t *part, int parts)
{
    const primitive_kind *kind = wall->shape->kind;
    return kind->joined ? mesh_narrow(kind->joined(wall->shape), seen, distance, part, parts)
                        : parts;
}

int ball_wall_near(const placed_wall *wall, v3 centre, double radius, double distance,
                   int32_t *candidate, int room)
{
    const primitive *shape = wall->shape;
    v3 seen = into_frame(wall, centre);
    if (shape->kind->near)
        return shape->kind->near(shape, seen, radius + distance, candidate, room);
    primitive_touch found[PRIMITIVE_TOUCH_MOST];
    if (!shape->kind->touches(shape, seen, radius + distance, NULL, 0, found))
        return 0;
    if (room > 0)
        candidate[0] = 0;
    return 1;
}
