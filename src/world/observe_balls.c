// observe_balls.c - see observe_balls.h.
#include "world/observe_balls.h"

#include "state/bodies.h"

#include <math.h>

void world_see_columns(frame_balls *seen, const model *model, const bodies *body, int32_t slot,
                       int32_t at)
{
    const int32_t set = body->set[slot];
    const double inverse_mass = bodies_inverse_mass(body, slot);
    const double scaling = model_mass_scaling(model);
    seen->id[at] = body->id[slot];
    seen->position[at] = v3_of(position_now(body, slot));
    seen->radius[at] = bodies_radius(body, slot);
    seen->mass[at] = inverse_mass > 0 ? 1 / (inverse_mass * scaling) : INFINITY;
    if (body->orientation)
        seen->orientation[at] = q4_of(&body->orientation[slot]);
    if (body->given)
        seen->given[at] = v3_of(&body->given[slot]);
    seen->material[at] = body->material[slot];
    seen->set[at] = set;
    const model_shape *shape = model_shape_of(model, set);
    const int32_t first_ball = bodies_first(body, slot);
    seen->shape[at] = (int32_t)(shape - model->shape);
    seen->body[at] = body->id[first_ball];
    seen->image[at] = bodies_image(body, slot);
}
