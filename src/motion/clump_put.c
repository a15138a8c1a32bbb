// clump_put.c - where a step puts a body that moves as a whole: its balls, its corners, its centre.
#include "motion/whole.h"

#include "base/mathlib.h"

// The place of a ball, in the image nearest to where it was, and how far that is from where lists were built.
typedef struct ball_place {
    v3 at;
    double d2; // m^2
    bool out;  // beyond a border
} ball_place;

// The coordinate along an axis in the image nearest to `was`.
static inline double near_image(const stepping *stepping, int axis, double raw, double was)
{
    double length = stepping->context.length[axis];
    double inverse_length = stepping->context.inverse_length[axis];
    double lengths = (raw - was) * inverse_length;
    bool is_near = fabs(lengths) < 0.5;
    if (length > 0 && !is_near)
        return raw - length * real_round(lengths);
    return raw;
}

static inline __attribute__((always_inline)) ball_place place_of(const stepping *stepping,
                                                                 int32_t slot, v3 raw)
{
    const bodies *bodies = stepping->context.body;
    const double *was = bodies->position[bodies->now][slot].v;
    v3 at;
    at.x = near_image(stepping, 0, raw.x, was[0]);
    at.y = near_image(stepping, 1, raw.y, was[1]);
    at.z = near_image(stepping, 2, raw.z, was[2]);
    v3 way = v3_sub(at, v3_of(&bodies->hold[slot]));
    bool in_x = border_inside(stepping, 0, at.x);
    bool in_y = border_inside(stepping, 1, at.y);
    bool in_z = border_inside(stepping, 2, at.z);
    return (ball_place){
        .at = at,
        .d2 = v3_dot(way, way),
        .out = !(in_x && in_y && in_z),
    };
}

// The same in a cell that deforms: where the body has the ball, in the image inside of it, which moves as it does. That
// follows from the place alone.
static ball_place place_in_cell(const stepping *stepping, int32_t slot, v3 raw, v3 *velocity)
{
    const bodies *bodies = stepping->context.body;
    v3 at = raw;
    const v3 turns = cell_enter(stepping, &at, velocity);
    const v3 held = v3_of(&bodies->hold[slot]);
    const v3 since = v3_sub(at, held);
    contact_context then = stepping->context;
    then.cell = stepping->cell->next;
    for (int axis = 0; axis < 3; axis++) {
        if (stepping->periodic[axis])
            then.inverse_length[axis] = 1 / then.cell.of[axis];
    }
    const v3 way = nearest_image(&then, since);
    border_count(bodies, slot, turns);
    const bool in_x = border_inside(stepping, 0, at.x);
    const bool in_y = border_inside(stepping, 1, at.y);
    const bool in_z = border_inside(stepping, 2, at.z);
    return (ball_place){
        .at = at,
        .d2 = v3_dot(way, way),
        .out = !(in_x && in_y && in_z),
    };
}

// Its corners turn: hold adds up how far, beyond the radius.
static double moved_with_corners(const stepping *stepping, int32_t slot, double d2, v3 spin)
{
    const bodies *bodies = stepping->context.body;
    double radius = bodies_radius(bodies, slot);
    double *turned = &bodies->hold[slot].v[3];
    *turned += stepping->dt * radius * v3_norm(spin);
    double far = sqrt(d2) + (*turned - radius);
    return far * far;
}

// Writes one ball at `raw`, in the image nearest to where it was.
static inline __attribute__((always_inline)) void
put_ball(const stepping *stepping, int32_t slot, v3 raw, v3 velocity, v3 spin, report *report)
{
    const bodies *bodies = stepping->context.body;
    int now = bodies->now;
    int next = 1 - now;
    double radius = bodies_radius(bodies, slot);
    double mobile = bodies_inverse_mass(bodies, slot);
    double inverse = bodies_inverse_radius(bodies, slot);
    const ball_place to = stepping->cell ? place_in_cell(stepping, slot, raw, &velocity)
                                         : place_of(stepping, slot, raw);
    v3 rim_speed = v3_scale(radius, spin);
    bodies->position[next][slot] = rec4_of(to.at, radius);
    bodies->velocity[next][slot] = rec4_of(velocity, mobile);
    bodies->spin[next][slot] = rec4_of(rim_speed, inverse);
    bool cornered = stepping->form && stepping->form[bodies->set[slot]];
    double d2 = to.d2;
    if (cornered)
        d2 = moved_with_corners(stepping, slot, d2, spin);
    if (d2 > report->moved2)
        report->moved2 = d2;
    if (to.out || !(d2 < 1e300))
        cross_border(stepping, slot, report);
}

// The one ball of a body without arms.
static void put_lone(const stepping *stepping, int32_t head, const arrival *to, report *report)
{
    const bodies *bodies = stepping->context.body;
    q4 orientation = bodies_orientation(bodies, head);
    q4 next = to->orientation;
    v3 none = v3_make(0, 0, 0);
    v3 raw = v3_add(to->centre, none);
    v3 velocity = v3_add(to->velocity, none);
    v3 spin = rotation_mean_spin(orientation, next, stepping->dt);
    put_ball(stepping, head, raw, velocity, spin, report);
    bodies->orientation[head] = (rec4){{next.w, next.x, next.y, next.z}};
}

static void put_balls(const stepping *stepping, const whole *whole, int32_t head, const arrival *to,
                      report *report)
{
    const bodies *bodies = stepping->context.body;
    q4 orientation = bodies_orientation(bodies, head);
    q4 next = to->orientation;
    rec4 turn = {{next.w, next.x, next.y, next.z}};
    double rate = 1 / stepping->dt;
    v3 spin = rotation_mean_spin(orientation, next, stepping->dt);
    for (int k = 0; k < whole->clump->balls; k++) {
        int32_t slot = head + k;
        v3 before = q4_rotate(orientation, whole->clump->at[k]);
        v3 after = q4_rotate(next, whole->clump->at[k]);
        v3 turned = v3_sub(after, before);
        v3 swing = v3_scale(rate, turned);
        v3 velocity = v3_add(to->velocity, swing);
        v3 raw = v3_add(to->centre, after);
        put_ball(stepping, slot, raw, velocity, spin, report);
        bodies->orientation[slot] = turn;
    }
}

// By half of a periodic axis or more in the step: nobody knows in which image its balls then are. A cell that deforms counts
// them by the place of the body.
static bool runs_away(const stepping *stepping, v3 velocity)
{
    const double way[3] = {velocity.x, velocity.y, velocity.z};
    for (int axis = 0; axis < 3; axis++) {
        const double length = stepping->context.length[axis];
        if (length > 0 && !stepping->cell && !(fabs(stepping->dt * way[axis]) < 0.5 * length))
            return true;
    }
    return false;
}

void whole_put(const stepping *stepping, const whole *whole, int32_t head, const arrival *to,
               report *report)
{
    const bodies *bodies = stepping->context.body;
    if (runs_away(stepping, to->velocity))
        report_trouble(stepping, report, TROUBLE_FAST, head, -1, false);
    if (followers_of(stepping, head))
        followers_put(stepping, head, to->centre, to->velocity, to->orientation, report);
    else if (whole->lone)
        put_lone(stepping, head, to, report);
    else
        put_balls(stepping, whole, head, to, report);
    int32_t set = bodies->set[head];
    const grain_form *form = stepping->corners ? stepping->form[set] : NULL;
    if (form) {
        v3 *turned = stepping->turned + stepping->turned_first[head];
        grain_turn(form, to->orientation, turned);
    }
    bodies->centre[head] = rec4_of(to->centre, whole->mass);
}
