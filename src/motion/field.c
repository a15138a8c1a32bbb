// field.c - see field.h.
#include "motion/field.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "state/bodies.h"

#include <math.h>

// What a force is asked about.
static force_in asked_of(const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    const double *position = bodies->position[bodies->now][slot].v;
    force_in in = {
        .at = v3_at(position),
        .radius = position[3],
        .given = bodies->given ? v3_of(&bodies->given[slot]) : v3_make(0, 0, 0),
        .set = bodies->set[slot],
    };
    if (!bodies_clumped(bodies, slot)) {
        in.mass = 1 / bodies_inverse_mass(bodies, slot);
        return in;
    }
    const double *centre = bodies->centre[slot].v;
    const model_clump *clump = stepping->clump[bodies->set[slot]];
    in.at = v3_at(centre);
    in.mass = centre[3];
    if (clump && !clump->of_ball && stepping->flat)
        in.radius = sqrt(clump->volume / PI);
    else if (clump && !clump->of_ball)
        in.radius = real_cbrt(clump->volume * (3 / (4 * PI)));
    return in;
}

force_pull field_pull(const stepping *stepping, int32_t slot)
{
    const force_in in = asked_of(stepping, slot);
    force_pull pull = force_field_pull(stepping->field, &in);
    if (stepping->flat)
        pull.acceleration.z = 0;
    return pull;
}

v3 field_push(const stepping *stepping, int32_t slot, v3 push, v3 before, double kick)
{
    const force_pull pull = field_pull(stepping, slot);
    const v3 at_rest = v3_add(push, pull.acceleration);
    const v3 all = v3_fma(at_rest, -pull.brake, before);
    return v3_scale(1 / (1 + 0.5 * kick * pull.brake), all);
}

v3 field_downhill(const stepping *stepping, int32_t slot)
{
    const force_in in = asked_of(stepping, slot);
    const force_pull all = force_field_pull(stepping->field, &in);
    const force_pull drag = force_field_drag(stepping->field, &in);
    return v3_sub(all.acceleration, drag.acceleration);
}

v3 field_moment(const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    return bodies->moment ? v3_of(&bodies->moment[slot]) : v3_make(0, 0, 0);
}

double field_power(const stepping *stepping, int32_t slot, v3 velocity, v3 spin)
{
    const force_in in = asked_of(stepping, slot);
    const force_pull drag = force_field_drag(stepping->field, &in);
    const v3 acceleration = v3_fma(drag.acceleration, -drag.brake, velocity);
    return in.mass * v3_dot(acceleration, velocity) + v3_dot(field_moment(stepping, slot), spin);
}
