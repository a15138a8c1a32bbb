// motion_table.c - what a table says between its rows; see motion_table.h. Reading is in motion_table_read.c.
//
// Places. Linear: x = x_i + s (x_{i+1} - x_i), orientations turn about one axis at a constant rate, q = exp(s w/2) q_i.
// Cubic: Hermite's polynomials with slopes that weight the two secants by the other one's length, which is the parabola
// through three rows; orientations as four numbers, q = p/|p|, so that the spin is 2 p' p*/|p|^2, its vector part.
// Velocities are linear between rows; the place is their integral, x = x_i + h s v_i + h s^2 (v_{i+1} - v_i)/2. So is the
// rotation vector r of a piece, and q = exp(r/2) q_i has the spin r' + (1 - cos a)/a^2 r x r' + (a - sin a)/a^3
// r x (r x r') with a = |r|: r' itself where the axis stays the same.
//
// All rates are those of the places that are given: a wall has exactly the velocity of its own motion.
#include "scene/motion_table.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdlib.h>

void motion_table_free(void *table)
{
    motion_table *is = table;
    if (is)
        free(is->row);
    free(is);
}

double motion_table_period(const motion_table *table)
{
    return table->row[table->rows - 1].time - table->row[0].time;
}

// The unit quaternion of a rotation vector.
static q4 turn_by(v3 vector)
{
    const double angle = v3_norm(vector);
    double sine;
    double cosine;
    if (!(angle > 0))
        return q4_identity();
    real_sin_cos(0.5 * angle, &sine, &cosine);
    const v3 part = v3_scale(sine / angle, vector);
    return (q4){cosine, part.x, part.y, part.z};
}

// Where in which piece a time is.
typedef struct table_place {
    const table_row *from, *to;
    double length, share; // s; 0 to 1
} table_place;

static table_place find_piece(const motion_table *table, double time)
{
    int low = 0;
    int high = table->rows - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (table->row[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    const table_row *from = &table->row[low];
    const double length = from[1].time - from->time;
    return (table_place){
        .from = from,
        .to = from + 1,
        .length = length,
        .share = (time - from->time) / length,
    };
}

// Hermite's polynomials, and their rates by the share.
typedef struct hermite {
    double from, to, from_slope, to_slope;
} hermite;

static hermite hermite_values(double s)
{
    const double s2 = s * s;
    const double s3 = s2 * s;
    return (hermite){
        .from = 2 * s3 - 3 * s2 + 1,
        .to = 3 * s2 - 2 * s3,
        .from_slope = s3 - 2 * s2 + s,
        .to_slope = s3 - s2,
    };
}

static hermite hermite_rates(double s)
{
    const double s2 = s * s;
    return (hermite){
        .from = 6 * s2 - 6 * s,
        .to = 6 * s - 6 * s2,
        .from_slope = 3 * s2 - 4 * s + 1,
        .to_slope = 3 * s2 - 2 * s,
    };
}

static double blend(hermite weights, double length, const double value[2], const double slope[2])
{
    const double by_values = weights.from * value[0] + weights.to * value[1];
    const double by_slopes = weights.from_slope * slope[0] + weights.to_slope * slope[1];
    return by_values + length * by_slopes;
}

static double blend_one(hermite weights, const table_place *at, int axis)
{
    const double value[2] = {
        v3_component(at->from->place, axis),
        v3_component(at->to->place, axis),
    };
    const double slope[2] = {
        v3_component(at->from->slope, axis),
        v3_component(at->to->slope, axis),
    };
    return blend(weights, at->length, value, slope);
}

static v3 blend3(hermite weights, const table_place *at)
{
    return (v3){
        .x = blend_one(weights, at, 0),
        .y = blend_one(weights, at, 1),
        .z = blend_one(weights, at, 2),
    };
}

static q4 scaled(double factor, q4 q)
{
    return (q4){
        .w = factor * q.w,
        .x = factor * q.x,
        .y = factor * q.y,
        .z = factor * q.z,
    };
}

static q4 added(q4 one, q4 other)
{
    return (q4){
        .w = one.w + other.w,
        .x = one.x + other.x,
        .y = one.y + other.y,
        .z = one.z + other.z,
    };
}

static q4 blend4(hermite weights, const table_place *at)
{
    const table_row *from = at->from;
    const table_row *to = at->to;
    const q4 value_from = scaled(weights.from, from->turn);
    const q4 value_to = scaled(weights.to, to->turn);
    const q4 slope_from = scaled(weights.from_slope, from->turn_slope);
    const q4 slope_to = scaled(weights.to_slope, to->turn_slope);
    const q4 values = added(value_from, value_to);
    const q4 slopes = added(slope_from, slope_to);
    return added(values, scaled(at->length, slopes));
}

// The spin of p/|p|.
static v3 spin_of(q4 p, q4 rate)
{
    const double square = p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z;
    const q4 product = q4_mul(rate, q4_conjugate(p));
    return v3_scale(2 / square, v3_make(product.x, product.y, product.z));
}

static table_motion cubic_in(const table_place *at)
{
    const double per_time = 1 / at->length;
    const hermite values = hermite_values(at->share);
    hermite rates = hermite_rates(at->share);
    rates.from *= per_time;
    rates.to *= per_time;
    rates.from_slope *= per_time;
    rates.to_slope *= per_time;
    const double angle[2] = {at->from->angle, at->to->angle};
    const double slope[2] = {at->from->angle_slope, at->to->angle_slope};
    const q4 turn = blend4(values, at);
    return (table_motion){
        .shift = blend3(values, at),
        .velocity = blend3(rates, at),
        .turn = q4_unit(turn),
        .spin = spin_of(turn, blend4(rates, at)),
        .angle = blend(values, at->length, angle, slope),
        .rate = blend(rates, at->length, angle, slope),
    };
}

static table_motion linear_in(const table_place *at)
{
    const table_row *a = at->from;
    const table_row *b = at->to;
    const v3 way = v3_sub(b->place, a->place);
    const double turned = b->angle - a->angle;
    const q4 turn = turn_by(v3_scale(at->share, a->way));
    return (table_motion){
        .shift = v3_fma(a->place, at->share, way),
        .velocity = v3_scale(1 / at->length, way),
        .turn = q4_unit(q4_mul(turn, a->turn)),
        .spin = v3_scale(1 / at->length, a->way),
        .angle = a->angle + at->share * turned,
        .rate = turned / at->length,
    };
}

// The spin of exp(r/2) where the rotation vector r has that rate.
static v3 spin_of_vector(v3 r, v3 rate)
{
    const double square = v3_dot(r, r);
    const double angle = sqrt(square);
    double first = 0.5;
    double second = 1.0 / 6;
    if (angle > 1e-3) {
        double sine;
        double cosine;
        real_sin_cos(angle, &sine, &cosine);
        first = (1 - cosine) / square;
        second = (angle - sine) / (square * angle);
    } else {
        first -= square / 24;
        second -= square / 120;
    }
    const v3 once = v3_cross(r, rate);
    const v3 twice = v3_cross(r, once);
    return v3_fma(v3_fma(rate, first, once), second, twice);
}

static v3 integral(v3 from, v3 to, double length, double share)
{
    const v3 more = v3_sub(to, from);
    const double time = length * share;
    return v3_fma(v3_scale(time, from), 0.5 * time * share, more);
}

static v3 between(v3 from, v3 to, double share)
{
    return v3_fma(from, share, v3_sub(to, from));
}

static table_motion velocities_in(const table_place *at)
{
    const table_row *a = at->from;
    const table_row *b = at->to;
    const v3 vector = integral(a->spin, b->spin, at->length, at->share);
    const q4 turn = turn_by(vector);
    return (table_motion){
        .shift = v3_add(a->place, integral(a->velocity, b->velocity, at->length, at->share)),
        .velocity = between(a->velocity, b->velocity, at->share),
        .turn = q4_unit(q4_mul(turn, a->turn)),
        .spin = spin_of_vector(vector, between(a->spin, b->spin, at->share)),
    };
}

// Where it is after so many times through the table.
static void go_round(const motion_table *table, double times, table_motion *motion)
{
    const table_row *first = &table->row[0];
    const table_row *last = &table->row[table->rows - 1];
    const v3 way = v3_sub(last->place, first->place);
    const q4 turn = turn_by(v3_scale(times, table->whole));
    motion->shift = v3_fma(motion->shift, times, way);
    motion->angle += times * (last->angle - first->angle);
    motion->turn = q4_unit(q4_mul(motion->turn, turn));
}

table_motion motion_table_at(const motion_table *table, table_course course, double time)
{
    const table_row *first = &table->row[0];
    const table_row *last = &table->row[table->rows - 1];
    const double period = motion_table_period(table);
    const v3 still = {0, 0, 0};
    double times = 0;
    if (course.repeats && time > last->time) {
        times = floor((time - first->time) / period);
        time -= times * period;
    }
    const bool before = time < first->time;
    const bool after = time >= last->time;
    const double inside = before ? first->time : after ? last->time : time;
    const table_place at = find_piece(table, inside);
    table_motion motion = table->velocities ? velocities_in(&at)
                          : course.cubic    ? cubic_in(&at)
                                            : linear_in(&at);
    if (before || (after && !course.repeats)) {
        motion.velocity = still;
        motion.spin = still;
        motion.rate = 0;
    }
    motion.shift = v3_sub(motion.shift, first->place);
    motion.angle -= first->angle;
    motion.turn = q4_unit(q4_mul(motion.turn, q4_conjugate(q4_unit(first->turn))));
    if (times > 0)
        go_round(table, times, &motion);
    return motion;
}
