// slip_paths.h - what the tests of the tangential laws share: one contact driven by slip or by force, the two printed
// forms of the scalar law as oracles, and the normal relations of the seed.
#ifndef SCREE_TESTS_SLIP_PATHS_H
#define SCREE_TESTS_SLIP_PATHS_H

#include <string.h>

#include "law/tangential_mindlin.h"
#include "law/tangential_mindlin_deresiewicz.h"
#include "law/tangential_vu_quoc_zhang.h"
#include "law/tangential_walton_braun.h"

typedef tangential_out drag_function(const double *k, tangential_in in, vd *h);
typedef vd energy_function(const double *k, tangential_in in, const vd *h);
#define PATH_PI 3.14159265358979323846
#define PATH_UNUSED __attribute__((unused))

// A law with its coefficients and the history of one contact.
typedef struct path_contact {
    drag_function *drag;
    energy_function *energy;
    double k[LAW_COEFFICIENTS], h[LAW_HISTORY_MOST];
} path_contact;

// K_T0 = 8 G* grip with 8 G* = 1 unless a share of the normal stiffness is given: so grip is K_T0.
PATH_UNUSED static path_contact path_mindlin_deresiewicz(double friction)
{
    path_contact c = {
        tangential_mindlin_deresiewicz_drag, tangential_mindlin_deresiewicz_energy, {0}, {0}};
    law_pair pair = {.g_star = 0.125};
    double value[] = {friction, 0};
    tangential_mindlin_deresiewicz_mix(&pair, value, c.k);
    return c;
}
PATH_UNUSED static path_contact path_vu_quoc_zhang(double friction, bool walton_braun, bool rolling)
{
    path_contact c = {tangential_vu_quoc_zhang_drag, tangential_vu_quoc_zhang_energy, {0}, {0}};
    law_pair pair = {.g_star = 0.125};
    double value[] = {friction, (double)NAN, walton_braun, rolling, 0};
    tangential_vu_quoc_zhang_mix(&pair, value, c.k);
    return c;
}
PATH_UNUSED static path_contact path_walton_braun_form(double friction, bool printed)
{
    path_contact c = {tangential_walton_braun_drag, tangential_walton_braun_energy, {0}, {0}};
    law_pair pair = {.g_star = 0.125};
    double value[] = {friction, (double)NAN, 0, printed};
    tangential_walton_braun_mix(&pair, value, c.k);
    return c;
}
PATH_UNUSED static path_contact path_walton_braun(double friction)
{
    return path_walton_braun_form(friction, false);
}

// A step with n along z and a displacement along x; force on b along x is positive where d is.
static tangential_in path_in(double push, double stiffness, double d)
{
    tangential_in in;
    memset(&in, 0, sizeof in);
    in.load = push;
    in.grip = in.stiffness = stiffness;
    in.radius = in.fade = in.change = in.mean = in.dt = 1;
    in.spring_fade = in.spring_change = in.spring_mean = 1;
    in.turn.normal = vd3_make(0, 0, 1);
    in.slip = in.rate = vd3_make(-d, 0, 0);
    return in;
}

static double path_step(path_contact *c, double push, double stiffness, double d, double *friction)
{
    tangential_out o = c->drag(c->k, path_in(push, stiffness, d), c->h);
    if (friction)
        *friction += o.friction;
    return o.force.x;
}

// The displacement after which the force is q: doubling, then halving of an interval. The force grows with it.
PATH_UNUSED static double path_force_step(path_contact *c, double push, double stiffness, double q,
                                          double *friction)
{
    double low = -1e-12, high = 1e-12;
    for (path_contact trial = *c; path_step(&trial, push, stiffness, low, NULL) > q && low > -1;
         trial = *c)
        low *= 2;
    for (path_contact trial = *c; path_step(&trial, push, stiffness, high, NULL) < q && high < 1;
         trial = *c)
        high *= 2;
    for (int i = 0; i < 80; i++) {
        double middle = 0.5 * (low + high);
        path_contact trial = *c;
        if (path_step(&trial, push, stiffness, middle, NULL) < q)
            low = middle;
        else
            high = middle;
    }
    path_step(c, push, stiffness, 0.5 * (low + high), friction);
    return 0.5 * (low + high);
}

// The scalar law as printed, with the stiffness at the start of the step; kappa after Mindlin or after Walton and
// Braun. One thing is not as printed: the turning point of a contact that sticks under a growing push (printed_held).
typedef enum printed_form {
    PRINTED_FOUR_CASES,
    PRINTED_SMALL_STEP,
    PRINTED_WALTON_BRAUN
} printed_form;
typedef struct printed_law {
    printed_form form;
    bool latch;
    double mu, q, turn, push, stiffness;
    int way;
    bool turned, recovered;
} printed_law;

PATH_UNUSED static double printed_kappa(const printed_law *c, double q, double turn, double limit)
{
    double x = 1 - q / limit;
    if (c->turned && c->latch)
        x = 1 - (q - turn) / (limit - turn);
    if (c->turned && !c->latch && q < -turn)
        x = 1 - (q - turn) / (2 * limit);
    return x > 0 ? cbrt(x) : 0;
}

// A shrinking push that erases the reverse slip, (3.54)-(3.64); q, turn and d in the mirrored frame.
PATH_UNUSED static double printed_erased(printed_law *c, double q, double *turn, double d,
                                         double push, double k)
{
    double limit = c->mu * push, jump = limit - c->mu * c->push;
    if (c->form == PRINTED_SMALL_STEP) {
        if (k * d < -jump) {
            double x = cbrt(fmax(1 - fabs(*turn - jump) / limit, 0));
            q += k * x * d - (1 - x) * jump;
            *turn = q;
            c->recovered = true;
        } else {
            q += k * d;
            *turn = q < *turn - jump ? q : *turn - jump;
        }
        return q;
    }
    double to = *turn - jump, way = to - q, soft = c->stiffness;
    if (way > 0)
        soft *= cbrt(1 - (q + 0.5 * way - *turn) / (2 * c->mu * c->push));
    double rest = d - way / soft;
    if (rest >= 0) {
        double x = cbrt(1 - fmax(q - to, 0) / (2 * limit));
        *turn = to;
        return to + k * x * rest;
    }
    q = to + k * cbrt(fmax(1 - fabs(to) / limit, 0)) * rest;
    *turn = q;
    c->recovered = true;
    return q;
}

// Elastic energy of a force q that has turned at `turn`, in the mirrored frame, or has not turned (NaN), for a limit mu
// P and a stiffness k.
PATH_UNUSED static double printed_energy(double limit, double k, double q, double turn)
{
    bool inner = q < -turn;
    double most = fmin((inner ? -turn : fabs(q)) / limit, 1),
           back = inner ? fmin((q - turn) / (2 * limit), most) : 0;
    double y = cbrt(1 - most), x = cbrt(1 - back), y3 = y * y * y;
    double turned = 0.4 - y3 + 0.6 * y3 * y * y;
    return 1.5 * limit * limit / k * (turned - 2 * (1 - x * x) * (x * x * x - y3));
}

// The printed turning point is turn - mu dP, which may be the state of an energy that nothing has put in. Here it goes
// from the border to slipping, turn - k d, towards that as far as the energy is that of before and the work.
PATH_UNUSED static double printed_held(const printed_law *c, double q, double turn, double d,
                                       double to, double push, double k)
{
    double limit = c->mu * push, jump = limit - c->mu * c->push, near = turn - k * d,
           far = turn - fmin(jump, 10 * k * d);
    if (!c->turned)
        return far;
    double had = printed_energy(c->mu * c->push, c->stiffness, q, turn) + 0.5 * (q + to) * d;
    if (printed_energy(limit, k, to, far) <= had)
        return far;
    for (int i = 0; i < 50; i++) {
        double middle = 0.5 * (near + far);
        *(printed_energy(limit, k, to, middle) <= had ? &near : &far) = middle;
    }
    return near;
}

PATH_UNUSED static double printed_moved(printed_law *c, double q, double *turn, double d,
                                        double push, double k)
{
    double limit = c->mu * push, jump = limit - c->mu * c->push, before = *turn, to = before - jump;
    if (c->form == PRINTED_WALTON_BRAUN)
        return q + k * printed_kappa(c, q, *turn, limit) * d;
    if (c->turned && jump < 0 && q - *turn <= -2 * jump)
        return printed_erased(c, q, turn, d, push, k);
    *turn = to;
    if (c->form == PRINTED_SMALL_STEP) {
        if (jump >= 0 && k * d < jump) {
            *turn = printed_held(c, q, before, d, q + k * d, push, k);
            return q + k * d;
        }
        double x = printed_kappa(c, q + jump, to, limit);
        return q + k * x * d + (1 - x) * jump;
    }
    if (jump >= 0 && d <= jump / c->stiffness) {
        *turn = printed_held(c, q, before, d, q + c->stiffness * d, push, k);
        return q + c->stiffness * d;
    }
    double x12 = printed_kappa(c, q + jump, to, limit), x23 = printed_kappa(c, q, to, limit);
    if (jump >= 0)
        return q + jump + k * x12 * (d - jump / c->stiffness);
    return q + k * x23 * (d - jump / c->stiffness) + (x12 > 0 ? jump * x23 / x12 : 0);
}

PATH_UNUSED static double printed_step(printed_law *c, double push, double k, double d)
{
    if (c->push <= 0) {
        c->push = push;
        c->stiffness = k;
    }
    int way = d > 0 ? 1 : d < 0 ? -1 : c->way ? c->way : 1;
    // a push that shrinks faster than the contact is moved back leaves it slipping onwards, as (3.59) has it not turned
    if (c->form != PRINTED_WALTON_BRAUN && c->way && k * fabs(d) <= c->mu * (c->push - push))
        way = c->way;
    if (c->way && way != c->way) {
        c->turned = !c->recovered;
        c->turn = c->turned ? c->q : 0;
    }
    c->way = way;
    c->recovered = false;
    double turn = way * c->turn, limit = c->mu * push,
           q = printed_moved(c, way * c->q, &turn, way * d, push, k);
    c->q = way * fmax(-limit, fmin(limit, q));
    c->turn = c->turned ? way * fmax(-limit, fmin(limit, turn)) : 0;
    c->push = push;
    c->stiffness = k;
    return c->q;
}

#endif
