// interior.c - see interior.h.
//
// With x = (mu r_N, r_T) and z = (u^_N/mu, u^_T) both cones become that of second order, L = {x_0 >= |x_T|}, and the
// problem z = Q x + c + |z_T| e, x and z in L, x . z = 0, where Q = P W P, P = diag(1/mu, 1, 1) and e = (1, 0, 0). Without
// the term of De Saxce, |z_T| e, it is a convex program, for which primal-dual methods from the interior need few steps,
// also where W is singular (Acary, Armand, Nguyen, Shpakovych 2024, "Second-order cone programming for frictional contact
// mechanics using interior point algorithm"). The term goes along: in each step it is that of y = Q x + c, with its
// derivative, J = I + e y_T^T/|y_T|. So dz = J Q dx - ..., and what is solved has J^-1 G in the place of G.
//
// A step is that of Mehrotra 1992 with the scaling of Nesterov, Todd 1997: G is the matrix with G x = z that maps the cone
// onto itself, and (Q + G) dx = ... gives the way towards x o z = sigma m e, m the mean of x . z. First it is looked how
// far a step with sigma = 0 gets, from which sigma follows, and what that step leaves at second order is put right.
//
// A contact without friction has a ray for its cone: its tangential rows are left out, by P = diag(1, 0, 0).
#include "friction/interior.h"

#include "friction/cone.h"
#include "friction/factor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 150 };
enum { PATIENCE = 40 };                  // steps without a better residual
static const double short_of_edge = 0.9; // how much of the way to the edge of the cones a step goes
#define SHORT 0.1                        // of a step: too little of it

// Of one contact: x, z and what the scaling makes of them.
typedef struct scaling {
    // h, det h = 1: of the scaling 2 h h^T - diag(1, -1, -1) that takes the direction of x half of the way to that of z
    double root[3];
    double size;    // sqrt(|z|/|x|), in the sense of determinants
    double both[3]; // lambda: x and z as they are seen where both are the same
} scaling;

typedef struct interior {
    const friction_system *system;
    const friction_interior *with;
    size_t size;     // 3 a contact
    double unit;     // the mean diagonal of W
    double speed;    // the largest entry of q
    double *scale;   // P/sqrt(unit)
    double *x, *z;   // where it is; reactions are scale x speed/sqrt(unit)
    double *dx, *dz; // the step
    double *miss;    // z - (Q x + c + |z_T| e)
    double *aim;     // the right side
    double *r, *u;
    scaling *scaled;    // of each contact
    double *slip;       // the direction of y_T of each contact, 3 numbers, the first 0
    double (*added)[9]; // G of each contact
    double (*bent)[9];  // G with what the term of De Saxce changes, and the shift
    friction_factor factor;
    double last; // how much of the last step was made
} interior;

// ---- the cone of second order and its product

static double length_of(const double of[3])
{
    return sqrt(of[1] * of[1] + of[2] * of[2]);
}

static double determinant(const double of[3])
{
    const double along = length_of(of);
    return (of[0] - along) * (of[0] + along);
}

static double dot(const double one[3], const double other[3])
{
    return (one[0] * other[0] + one[1] * other[1]) + one[2] * other[2];
}

static void product(const double one[3], const double other[3], double out[3])
{
    const double first = dot(one, other);
    for (int row = 1; row < 3; row++)
        out[row] = one[0] * other[row] + other[0] * one[row];
    out[0] = first;
}

// out with one o out = other.
static void quotient(const double one[3], const double other[3], double out[3])
{
    const double across = one[1] * other[1] + one[2] * other[2];
    const double first = (one[0] * other[0] - across) / determinant(one);
    for (int row = 1; row < 3; row++)
        out[row] = (other[row] - first * one[row]) / one[0];
    out[0] = first;
}

// 2 h (h . of) - J of, J = diag(1, -1, -1), for det h = 1.
static void represent(const double h[3], const double of[3], double factor, double out[3])
{
    const double twice = 2 * dot(h, of);
    out[0] = factor * (twice * h[0] - of[0]);
    out[1] = factor * (twice * h[1] + of[1]);
    out[2] = factor * (twice * h[2] + of[2]);
}

static void scale_up(const scaling *by, const double of[3], double out[3])
{
    represent(by->root, of, by->size, out);
}

static void scale_down(const scaling *by, const double of[3], double out[3])
{
    const double inverse[3] = {by->root[0], -by->root[1], -by->root[2]};
    represent(inverse, of, 1 / by->size, out);
}

static scaling scaling_of(const double x[3], const double z[3])
{
    scaling of;
    const double size_x = sqrt(determinant(x));
    const double size_z = sqrt(determinant(z));
    const double cosine = dot(x, z) / (size_x * size_z);
    const double half = sqrt(0.5 * (1 + cosine));
    double middle[3];
    for (int row = 0; row < 3; row++) {
        const double mirrored = row == 0 ? x[row] : -x[row];
        middle[row] = (z[row] / size_z + mirrored / size_x) / (2 * half);
    }
    const double over = 1 / sqrt(2 * (middle[0] + 1));
    of.root[0] = over * (middle[0] + 1);
    of.root[1] = over * middle[1];
    of.root[2] = over * middle[2];
    of.size = sqrt(size_z / size_x);
    scale_up(&of, x, of.both);
    return of;
}

// How far along a way the edge of the cone is.
static double way_to_edge(const double from[3], const double way[3])
{
    const double a = way[0] * way[0] - (way[1] * way[1] + way[2] * way[2]);
    const double b = from[0] * way[0] - (from[1] * way[1] + from[2] * way[2]);
    const double c = determinant(from);
    const double square = b * b - a * c;
    if (!(square >= 0))
        return INFINITY;
    const double below = sqrt(square) - b;
    return below > 0 ? c / below : INFINITY;
}

// ---- where it is

static void find_reactions(const interior *at)
{
    const double impulse = at->speed / sqrt(at->unit);
    for (size_t i = 0; i < at->size; i++)
        at->r[i] = impulse * at->scale[i] * at->x[i];
    friction_velocity(at->system, at->r, at->u);
    const double *shift = at->with->shift;
    if (!shift)
        return;
    for (size_t i = 0; i < at->size; i++) {
        const double moved = at->r[i] - at->with->centre[i];
        at->u[i] += shift[i] * moved;
    }
}

static double mean_gap(const interior *at, double step)
{
    double sum = 0;
    for (size_t i = 0; i < at->size; i++)
        sum += (at->x[i] + step * at->dx[i]) * (at->z[i] + step * at->dz[i]);
    return sum / at->system->contacts;
}

// By how much z misses what x gives; the velocities belong to x.
static void find_miss(const interior *at)
{
    const double over = sqrt(at->unit) / at->speed;
    for (size_t first = 0; first < at->size; first += 3) {
        double y[3];
        for (size_t row = 0; row < 3; row++)
            y[row] = over * at->scale[first + row] * at->u[first + row];
        for (size_t row = 0; row < 3; row++)
            at->miss[first + row] = at->z[first + row] - y[row];
        const double along = length_of(y);
        at->miss[first] -= along;
        at->slip[first] = 0;
        at->slip[first + 1] = along > 0 ? y[1] / along : 0;
        at->slip[first + 2] = along > 0 ? y[2] / along : 0;
    }
}

// ---- a step

static bool factorise(interior *at)
{
    for (int32_t contact = 0; contact < at->system->contacts; contact++) {
        const size_t first = 3 * (size_t)contact;
        at->scaled[contact] = scaling_of(at->x + first, at->z + first);
        for (int column = 0; column < 3; column++) {
            double unit[3] = {0, 0, 0};
            double once[3];
            unit[column] = 1;
            scale_up(&at->scaled[contact], unit, once);
            scale_up(&at->scaled[contact], once, unit);
            for (int row = 0; row < 3; row++)
                at->added[contact][3 * row + column] = unit[row];
        }
    }
    // What is solved is J dz = ..., J the derivative of the term of De Saxce: its inverse goes to the other side.
    for (int32_t contact = 0; contact < at->system->contacts; contact++) {
        const double *t = at->slip + 3 * (size_t)contact;
        memcpy(at->bent[contact], at->added[contact], sizeof at->bent[contact]);
        for (int column = 0; column < 3; column++)
            at->bent[contact][column] -=
                t[1] * at->added[contact][3 + column] + t[2] * at->added[contact][6 + column];
        const size_t first = 3 * (size_t)contact;
        for (size_t row = 0; at->with->shift && row < 3; row++) {
            const double scale = at->scale[first + row];
            at->bent[contact][4 * row] += scale * scale * at->with->shift[first + row];
        }
    }
    return friction_factor_make(&at->factor, at->system, at->scale, (const double(*)[9])at->bent);
}

// The step whose products x o z tend to `middle` e; with the products of the step before it where `corrects`.
static void find_step(interior *at, double middle, bool corrects)
{
    for (size_t first = 0; first < at->size; first += 3) {
        const scaling *by = &at->scaled[first / 3];
        double to[3];
        double v[3];
        product(by->both, by->both, to);
        for (int row = 0; row < 3; row++)
            to[row] = -to[row];
        to[0] += middle;
        if (corrects) {
            double of_x[3];
            double of_z[3];
            double second[3];
            scale_up(by, at->dx + first, of_x);
            scale_down(by, at->dz + first, of_z);
            product(of_x, of_z, second);
            for (int row = 0; row < 3; row++)
                to[row] -= second[row];
        }
        quotient(by->both, to, v);
        scale_up(by, v, at->aim + first);
        for (size_t row = first; row < first + 3; row++)
            at->dx[row] = at->aim[row] + at->miss[row];
        at->dx[first] -= dot(at->slip + first, at->dx + first);
    }
    friction_factor_solve(&at->factor, at->dx);
    for (size_t first = 0; first < at->size; first += 3) {
        const double *block = at->added[first / 3];
        for (int row = 0; row < 3; row++)
            at->dz[first + row] = at->aim[first + row] - dot(block + 3 * row, at->dx + first);
    }
}

static double longest_step(const interior *at)
{
    double step = 1;
    for (size_t first = 0; first < at->size; first += 3) {
        step = fmin(step, way_to_edge(at->x + first, at->dx + first));
        step = fmin(step, way_to_edge(at->z + first, at->dz + first));
    }
    return step;
}

static bool make_step(interior *at)
{
    find_miss(at);
    if (!factorise(at))
        return false;
    const double gap = mean_gap(at, 0);
    find_step(at, 0, false);
    const double reach = longest_step(at);
    const double share = mean_gap(at, reach) / gap;
    // After a step that was short, x and z stand too near to the edge of their cones: they are drawn to the middle.
    const bool is_jammed = at->last < SHORT;
    const double aim = share * share * share;
    find_step(at, (is_jammed ? fmax(aim, 0.5) : aim) * gap, !is_jammed);
    const double step = short_of_edge * longest_step(at);
    at->last = step;
    for (size_t i = 0; i < at->size; i++) {
        at->x[i] += step * at->dx[i];
        at->z[i] += step * at->dz[i];
    }
    return step > 0 && isfinite(step);
}

// ---- the whole

static bool open(interior *at)
{
    const size_t contacts = (size_t)at->system->contacts;
    const size_t arrays = 10;
    double *storage = calloc(arrays * at->size, sizeof *storage);
    at->scale = storage;
    at->scaled = malloc(contacts * sizeof *at->scaled);
    at->added = malloc(contacts * sizeof *at->added);
    at->bent = malloc(contacts * sizeof *at->bent);
    if (!storage || !at->scaled || !at->added || !at->bent)
        return false;
    at->x = storage + at->size;
    at->z = at->x + at->size;
    at->dx = at->z + at->size;
    at->dz = at->dx + at->size;
    at->miss = at->dz + at->size;
    at->aim = at->miss + at->size;
    at->r = at->aim + at->size;
    at->u = at->r + at->size;
    at->slip = at->u + at->size;
    return true;
}

static void close(interior *at)
{
    free(at->scale);
    free(at->scaled);
    free(at->added);
    free(at->bent);
    friction_factor_clear(&at->factor);
}

static void begin(interior *at)
{
    const friction_system *system = at->system;
    at->last = 1;
    at->unit = friction_mean_diagonal(system);
    at->speed = 0;
    for (size_t i = 0; i < at->size; i++)
        at->speed = fmax(at->speed, fabs(system->offset[i]));
    const double unit = 1 / sqrt(at->unit);
    for (int32_t contact = 0; contact < system->contacts; contact++) {
        const size_t first = 3 * (size_t)contact;
        const double mu = system->friction[contact];
        at->scale[first] = mu > 0 ? unit / mu : unit;
        at->scale[first + 1] = mu > 0 ? unit : 0;
        at->scale[first + 2] = mu > 0 && system->dimension == 3 ? unit : 0;
        at->x[first] = 1;
        at->z[first] = 1;
    }
}

bool friction_interior_solve(const friction_system *system, friction_interior *with, double *r)
{
    const double sweep =
        (double)system->first[system->contacts]; // products of blocks with a vector
    interior at = {.system = system, .with = with, .size = 3 * (size_t)system->contacts};
    double least = INFINITY;
    int waited = 0;
    with->cost = 0;
    const bool is_planned = friction_factor_plan(system, with->sweeps * sweep / 3, &at.factor);
    with->no_memory = at.factor.no_memory || (is_planned && !open(&at));
    if (!is_planned || with->no_memory) {
        close(&at);
        return false;
    }
    begin(&at);
    if (!(at.speed > 0)) {
        close(&at);
        return false;
    }
    const double cost =
        3 * at.factor.work / sweep + 4; // a product of blocks is three with a vector
    for (int step = 0; step < STEPS_MOST && waited < PATIENCE; step++) {
        find_reactions(&at);
        const friction_residual now = friction_residual_of(system, at.r, at.u);
        waited++;
        if (now.scaled < least) {
            waited = now.scaled < 0.9 * least ? 0 : waited;
            least = now.scaled;
            with->residual = now;
            memcpy(r, at.r, at.size * sizeof *r);
        }
        if (least <= with->tolerance || with->cost + cost > with->sweeps || !make_step(&at))
            break;
        with->cost += cost;
    }
    close(&at);
    return isfinite(least);
}
