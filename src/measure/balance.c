// balance.c - see balance.h.
#include "measure/balance.h"

#include "scene/force.h"

#include <math.h>

static double length_in(const model *model, v3 vector)
{
    if (model->dimensions == 2)
        vector.z = 0;
    return v3_norm(vector);
}

// Gravity and all else that needs no contact; of a clump at its balls, with the share of each.
static v3 force_without_contact(const model *model, const force_field *field,
                                const frame_balls *ball, int64_t i)
{
    const force_in in = {ball->position[i], ball->mass[i], ball->radius[i]};
    const force_pull pull = force_field_pull(field, &in);
    const v3 acceleration = v3_add(model->gravity, pull.acceleration);
    return v3_scale(ball->mass[i], v3_fma(acceleration, -pull.brake, ball->velocity[i]));
}

balance balance_of(const model *model, const frame *frame)
{
    const frame_balls *ball = &frame->ball;
    double net = 0;
    double grains = 0;
    double forces = 0;
    balance out = {.net = NAN, .contact = NAN, .largest = NAN};
    force_field field;
    if (force_field_make(model, &field, NULL) != SCREE_OK)
        return out;
    for (int64_t i = 0; i < ball->count;) {
        v3 force = v3_make(0, 0, 0);
        const int64_t body = ball->body[i];
        const bool fixed = !isfinite(ball->mass[i]);
        for (; i < ball->count && ball->body[i] == body; i++) {
            force = v3_add(force, ball->force[i]);
            if (!fixed)
                force = v3_add(force, force_without_contact(model, &field, ball, i));
        }
        if (fixed)
            continue;
        const double own = length_in(model, force);
        net += own;
        grains += 1;
        out.largest = fmax(out.largest, own); // takes the other one where one is nan
    }
    force_field_free(&field);
    for (int64_t i = 0; i < frame->contact.count; i++)
        forces += length_in(model, frame->contact.force[i]);
    out.net = net / grains;
    out.contact = forces / (double)frame->contact.count;
    return out;
}
