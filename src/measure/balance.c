// balance.c - see balance.h.
#include "measure/balance.h"

#include <math.h>

static double length_in(const model *model, v3 vector)
{
    if (model->dimensions == 2)
        vector.z = 0;
    return v3_norm(vector);
}

balance balance_of(const model *model, const frame *frame)
{
    const frame_balls *ball = &frame->ball;
    double net = 0;
    double grains = 0;
    double forces = 0;
    balance out = {.largest = NAN};
    for (int64_t i = 0; i < ball->count;) {
        v3 force = v3_make(0, 0, 0);
        const int64_t body = ball->body[i];
        const bool fixed = !isfinite(ball->mass[i]);
        for (; i < ball->count && ball->body[i] == body; i++) {
            force = v3_add(force, ball->force[i]);
            if (!fixed)
                force = v3_fma(force, ball->mass[i], model->gravity);
        }
        if (fixed)
            continue;
        const double own = length_in(model, force);
        net += own;
        grains += 1;
        out.largest = fmax(out.largest, own); // takes the other one where one is nan
    }
    for (int64_t i = 0; i < frame->contact.count; i++)
        forces += length_in(model, frame->contact.force[i]);
    out.net = net / grains;
    out.contact = forces / (double)frame->contact.count;
    return out;
}
