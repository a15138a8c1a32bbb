// balance.c - see balance.h.
#include "measure/balance.h"

#include "measure/solids.h"
#include "scene/force.h"

#include <math.h>

static double length_in(const model *model, v3 vector)
{
    if (model->dimensions == 2)
        vector.z = 0;
    return v3_norm(vector);
}

// Gravity and all else that needs no contact, as a step gives it to the grain: at its centre, and a drag as the ball of its
// volume has it.
static v3 force_without_contact(const model *model, const force_field *field,
                                const frame_balls *balls, const whole_grain *grain)
{
    const force_in in = {
        .at = grain->position,
        .mass = grain->mass,
        .radius = 0.5 * solid_diameter(model, balls, grain),
        .given = balls->given ? balls->given[grain->first] : v3_make(0, 0, 0),
        .set = (int)grain->set,
    };
    const force_pull pull = force_field_pull(field, &in);
    const v3 at_rest = v3_add(model->gravity, pull.acceleration);
    const v3 acceleration = v3_fma(at_rest, -pull.brake, grain->velocity);
    return v3_scale(in.mass, acceleration);
}

balance balance_of(const model *model, const frame *frame)
{
    const frame_balls *ball = &frame->ball;
    double net = 0;
    double grains = 0;
    double forces = 0;
    balance out = {.net = NAN, .contact = NAN, .largest = NAN};
    force_field field;
    if (force_field_make(model, &field, NULL) != SCREE_OK) { // no memory
        force_field_free(&field);
        return out;
    }
    whole_grain grain;
    for (int64_t i = 0; i < ball->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, ball, i);
        if (!isfinite(grain.mass))
            continue;
        v3 force = v3_make(0, 0, 0);
        for (int64_t k = i; k < i + grain.balls; k++)
            force = v3_add(force, ball->force[k]);
        force = v3_add(force, force_without_contact(model, &field, ball, &grain));
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
