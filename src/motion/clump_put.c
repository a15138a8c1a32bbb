// clump_put.c - where a step puts a body that moves as a whole: its balls, its corners, its centre.
#include "motion/whole.h"

#include "base/mathlib.h"

// Writes one ball at `raw`, in the image nearest to where it was.
static void put_ball(const stepping *stepping, int32_t slot, v3 raw, v3 velocity, v3 spin,
                     report *report)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *was = &bodies->position[bodies->now][slot];
    rec4 *position = &bodies->position[1 - bodies->now][slot];
    rec4 *velocity_record = &bodies->velocity[1 - bodies->now][slot];
    rec4 *spin_record = &bodies->spin[1 - bodies->now][slot];
    double to[3] = {raw.x, raw.y, raw.z};
    double radius = was->v[3];
    double d2 = 0;
    bool out = false;
    for (int axis = 0; axis < 3; axis++) {
        double length = stepping->context.length[axis];
        double lengths = (to[axis] - was->v[axis]) * stepping->context.inverse_length[axis];
        if (length > 0 && !(fabs(lengths) < 0.5))
            to[axis] -= length * real_round(lengths);
        double way = to[axis] - bodies->hold[slot].v[axis];
        d2 += way * way;
        out = out || to[axis] < stepping->low[axis] || to[axis] >= stepping->high[axis];
    }
    *position = (rec4){{to[0], to[1], to[2], radius}};
    *velocity_record = rec4_of(velocity, bodies->velocity[bodies->now][slot].v[3]);
    *spin_record = rec4_of(v3_scale(radius, spin), bodies->spin[bodies->now][slot].v[3]);
    if (stepping->form && stepping->form[bodies->set[slot]]) {
        // its corners turn; hold adds up how far, beyond the radius
        bodies->hold[slot].v[3] += stepping->dt * radius * v3_norm(spin);
        double far = sqrt(d2) + (bodies->hold[slot].v[3] - radius);
        d2 = far * far;
    }
    if (d2 > report->moved2)
        report->moved2 = d2;
    if (out || !(d2 < 1e300))
        cross_border(stepping, slot, report);
}

static void put_balls(const stepping *stepping, const whole *whole, int32_t head, const arrival *to,
                      report *report)
{
    const bodies *bodies = stepping->context.body;
    q4 orientation = q4_of(&bodies->orientation[head]);
    q4 next = to->orientation;
    v3 spin = rotation_mean_spin(orientation, next, stepping->dt);
    for (int k = 0; k < whole_balls(whole); k++) {
        v3 before = whole_arm(whole, orientation, k);
        v3 after = whole_arm(whole, next, k);
        v3 turned = v3_scale(1 / stepping->dt, v3_sub(after, before));
        v3 velocity = v3_add(to->velocity, turned);
        put_ball(stepping, head + k, v3_add(to->centre, after), velocity, spin, report);
        bodies->orientation[head + k] = (rec4){{next.w, next.x, next.y, next.z}};
    }
}

void whole_put(const stepping *stepping, const whole *whole, int32_t head, const arrival *to,
               report *report)
{
    const bodies *bodies = stepping->context.body;
    if (followers_of(stepping, head))
        followers_put(stepping, head, to->centre, to->velocity, to->orientation, report);
    else
        put_balls(stepping, whole, head, to, report);
    const grain_form *form = stepping->corners ? stepping->form[bodies->set[head]] : NULL;
    if (form)
        grain_turn(form, to->orientation, stepping->turned + stepping->turned_first[head]);
    bodies->centre[head] = rec4_of(to->centre, whole->mass);
}
