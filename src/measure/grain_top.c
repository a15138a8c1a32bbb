// grain_top.c - see grain_top.h.
#include "measure/grain_top.h"

#include <math.h>

// Of a grain with corners the highest corner, and the radius around it.
static double top_of_core(const model_core *core, v3 at, q4 turn, v3 up)
{
    double top = -INFINITY;
    for (int32_t i = 0; i < core->vertices; i++) {
        const v3 arm = q4_rotate(turn, core->vertex[i]);
        top = fmax(top, v3_dot(arm, up));
    }
    return v3_dot(at, up) + top + core->radius;
}

double grain_top(const frame *frame, const whole_grain *grain, v3 up)
{
    const frame_balls *balls = &frame->ball;
    const model_core *core = frame_core(frame, grain->first);
    double top = -INFINITY;
    if (core && balls->orientation) {
        const q4 turn = balls->orientation[grain->first];
        return top_of_core(core, grain->position, turn, up);
    }
    for (int64_t i = grain->first; i < grain->first + grain->balls; i++) {
        const double height = v3_dot(balls->position[i], up);
        top = fmax(top, height + balls->radius[i]);
    }
    return top;
}
