// ball_wall.c - see ball_wall.h. The ball's centre is taken into the frame of the wall, and what touches it there is
// taken back into space.
#include "collide/ball_wall.h"

_Static_assert((int)WALL_TOUCH_MOST == (int)PRIMITIVE_TOUCH_MOST,
               "one limit for walls and primitives");

static v3 into_frame(v3 position, q4 orientation, v3 point)
{
    return q4_rotate(q4_conjugate(orientation), v3_sub(point, position));
}

static void insert_sorted(wall_touch *out, int count, const wall_touch *touch)
{
    int at = count;
    for (; at > 0 && out[at - 1].feature > touch->feature; at--)
        out[at] = out[at - 1];
    out[at] = *touch;
}

int ball_wall_touches(const primitive *primitive, v3 wall_position, q4 wall_orientation, v3 centre,
                      double radius, double reach, const int32_t *candidate, int candidates,
                      wall_touch out[WALL_TOUCH_MOST])
{
    primitive_touch found[PRIMITIVE_TOUCH_MOST];
    int count = 0;
    if (!candidates)
        return 0;
    v3 c = into_frame(wall_position, wall_orientation, centre);
    int most = primitive->kind->touches(primitive, c, radius + reach, candidate, candidates, found);
    for (int i = 0; i < most; i++) {
        wall_touch touch = {.gap = found[i].distance - radius,
                            .curvature = found[i].curvature,
                            .feature = found[i].feature};
        if (!(touch.gap < reach))
            continue;
        touch.normal = q4_rotate(wall_orientation, found[i].normal);
        touch.point = v3_fma(centre, -found[i].distance, touch.normal);
        insert_sorted(out, count++, &touch);
    }
    return most < 0 ? -1 : count;
}

int ball_wall_near(const primitive *primitive, v3 wall_position, q4 wall_orientation, v3 centre,
                   double radius, double distance, int32_t *candidate, int room)
{
    v3 c = into_frame(wall_position, wall_orientation, centre);
    if (primitive->kind->near)
        return primitive->kind->near(primitive, c, radius + distance, candidate, room);
    primitive_touch found[PRIMITIVE_TOUCH_MOST];
    if (!primitive->kind->touches(primitive, c, radius + distance, NULL, 0, found))
        return 0;
    if (room > 0)
        candidate[0] = 0;
    return 1;
}
