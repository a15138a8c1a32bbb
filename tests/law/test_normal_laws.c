// test_normal_laws.c - normal laws one contact at a time against published numbers and closed forms. label: sanitize
//
// Each law is driven by a small leap-frog of its own (a sphere against a plane) or along a given overlap, without any
// world: paths of the overlap, and the books, work = elastic energy + plastic work. AL is the aluminium sphere of Zhang
// 1998. Published forces, overlaps, restitutions and durations of impacts (V2 to V6, V14, V16) are rows of scree verify
// laws, which test.physics.verify_laws holds.
#include "harness.h"
#include "support/normal_lanes.h"

#include "base/mathlib.h"
#include "law/normal_hertz.h"
#include "law/normal_hunt_crossley.h"
#include "law/normal_kuwabara_kono.h"
#include "law/normal_thornton.h"
#include "law/normal_vu_quoc_zhang.h"
#include "law/normal_walton_braun.h"

#include <stdint.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

typedef normal_out push_function(const double *k, normal_in in, vd *h);
typedef vd energy_function(const double *k, normal_in in, const vd *h);
typedef const char *mix_function(const law_pair *pair, const double *value, double *k);
typedef double duration_function(const double *, double, double, double,
                                 double (*)(double, double));
typedef struct law {
    mix_function *mix;
    push_function *push;
    energy_function *energy;
    duration_function *duration;
} law;
#define LAW(name)                                                                                  \
    {                                                                                              \
        normal_##name##_mix, normal_##name##_push, normal_##name##_energy,                         \
            normal_##name##_duration                                                               \
    }
static const law laws[TESTED_LAWS] = {LAW(hertz),        LAW(kuwabara_kono), LAW(hunt_crossley),
                                      LAW(walton_braun), LAW(thornton),      LAW(vu_quoc_zhang)};

// A contact on its way: the law with its coefficients, the bodies, the state and the books.
typedef struct single {
    law law;
    double k[LAW_COEFFICIENTS], r_eff, m_eff;
    vd h[LAW_HISTORY_MOST];
    double overlap, push, energy, plastic, work, damped; // books in J; work by the trapezium rule
    normal_out out;
} single;

// A rigid plane and one elastic body.
static law_pair on_plane(double young, double poisson, double yield)
{
    law_pair p = {.young = {young, INFINITY}, .poisson = {poisson, 0}, .yield = {yield, NAN}};
    p.e_star = young / (1 - poisson * poisson);
    p.g_star = young / (2 * (1 + poisson)) / (2 - poisson);
    return p;
}

static single single_of(int which, law_pair pair, const double *value, double r_eff, double m_eff)
{
    single s = {.law = laws[which], .r_eff = r_eff, .m_eff = m_eff};
    const char *missing = s.law.mix(&pair, value, s.k);
    CHECK_MSG(!missing, "%s", missing);
    return s;
}

static double step_to(single *s, double overlap, double approach, double closing)
{
    double before = s->overlap;
    normal_in in = {.overlap = overlap,
                    .overlap_before = before > 0 ? before : overlap,
                    .shrunk = before > overlap ? (before - overlap) / before : 0,
                    .grown = overlap > before ? (overlap - fmax(before, 0)) / overlap : 0,
                    .closing = closing,
                    .approach = approach,
                    .r_eff = s->r_eff,
                    .m_eff = s->m_eff,
                    .dt = 1e-6};
    s->out = s->law.push(s->k, in, s->h);
    double push = s->out.elastic + s->out.damping;
    s->work += 0.5 * (s->push + push) * (overlap - before);
    s->plastic += s->out.plastic;
    s->damped += s->out.damping * (overlap - before);
    s->energy = s->law.energy(s->k, in, s->h);
    s->overlap = overlap;
    s->push = push;
    return push;
}

// Along a straight path of the overlap in `steps` steps.
static void drive(single *s, double to, int steps)
{
    double from = s->overlap;
    for (int i = 1; i <= steps; i++)
        step_to(s, from + (to - from) * i / steps, 0, 0);
}

typedef struct impact {
    double e, push, deepest, duration, left; // left: overlap at separation
    double off; // (work - energy - plastic - damping) / (m* v^2 / 2), the largest
} impact;

static impact impact_of(single *s, double speed, double dt)
{
    impact r = {0};
    double x = 0, v = speed, last = speed, kinetic = 0.5 * s->m_eff * speed * speed;
    for (int64_t n = 1; n < 10000000; n++) {
        x += v * dt;
        r.duration = (double)n * dt;
        if (x <= 0)
            break;
        double push = step_to(s, x, v, 1.5 * v - 0.5 * last);
        double off = fabs(s->work - s->energy - s->plastic - s->damped) / kinetic;
        if (off > r.off)
            r.off = off;
        if (push > r.push)
            r.push = push;
        if (x > r.deepest)
            r.deepest = x;
        if (push <= 0 && v < 0)
            break;
        last = v;
        v -= push / s->m_eff * dt;
    }
    r.left = x;
    r.e = -v / speed;
    return r;
}

static const double al_radius = 0.1, al_mass = 11.30554476271847, al_young = 7e10, al_poisson = 0.3,
                    al_yield = 1e8;
static const double al_vqz[] = {2.33e-7, 2.69e-4, 36.45, 0};
static single aluminium(int which, const double *value)
{
    return single_of(which, on_plane(al_young, al_poisson, al_yield), value, al_radius, al_mass);
}

static void show(const char *what, double speed, impact r)
{
    if (getenv("SCREE_SHOW"))
        printf("%s at %g m/s: e %.5f, peak %.6g N, deepest %.5g m, left %.5g m, %.5g s, books off "
               "by %.2g\n",
               what, speed, r.e, r.push, r.deepest, r.left, r.duration, r.off);
}

// What the impact has lost is plastic work.
TEST(vu_quoc_zhang_books)
{
    static const double speed[] = {0.02, 0.04, 0.06, 0.10, 0.20};
    for (int i = 0; i < 5; i++) {
        single s = aluminium(TESTED_VU_QUOC_ZHANG, al_vqz);
        impact r = impact_of(&s, speed[i], 2e-8);
        show("Vu-Quoc-Zhang AL", speed[i], r);
        CHECK(r.off < 1e-6);
        CHECK_REL(s.plastic, (1 - r.e * r.e) * 0.5 * al_mass * speed[i] * speed[i], 1e-4);
    }
}

// The law finds its force to 1e-12: put back into the equation of the virgin curve.
TEST(vu_quoc_zhang_solves_its_equation)
{
    single s = aluminium(TESTED_VU_QUOC_ZHANG, al_vqz);
    double e_star = al_young / (1 - al_poisson * al_poisson), worst = 0;
    for (int i = 1; i <= 300; i++) {
        double d = 2e-6 * i, p = step_to(&s, d, 0, 0), over = p > 36.45 ? p - 36.45 : 0;
        double a = real_cbrt(0.75 * p * al_radius / e_star) + 2.33e-7 * over;
        double off = fabs(a * a / ((1 + 2.69e-4 * over) * al_radius) / d - 1);
        if (off > worst)
            worst = off;
        if (i % 60 == 0) { // one giant step from nothing arrives at the same force
            single t = aluminium(TESTED_VU_QUOC_ZHANG, al_vqz);
            CHECK_REL(step_to(&t, d, 0, 0), p, 1e-12);
        }
    }
    CHECK_MSG(worst < 1e-13, "%g", worst);
}

// The elastic energy that the law tells is what comes back.
TEST(quasi_static_compression)
{
    static const double deepest[] = {1.560e-5, 1.143e-5, 6.789e-6};
    for (int i = 0; i < 6; i++) {
        single s = i < 3 ? aluminium(TESTED_VU_QUOC_ZHANG, al_vqz)
                         : aluminium(TESTED_THORNTON, (double[]){1.61 * al_yield, INFINITY});
        const double deep = deepest[i % 3];
        drive(&s, deep, 2000);
        const double kept = s.energy / (s.energy + s.plastic), loaded = s.work;
        drive(&s, deep * 1e-9, 20000);
        CHECK_REL((loaded - s.work) / loaded, kept, 1e-3);
    }
}

TEST(thornton_books)
{
    static const double speed[] = {.02, .04, .10};
    for (int i = 0; i < 3; i++) {
        single s = aluminium(TESTED_THORNTON, (double[]){1.61 * al_yield, INFINITY});
        impact r = impact_of(&s, speed[i], 2e-8);
        show("Thornton AL", speed[i], r);
        CHECK(r.off < 1e-6);
    }
}

TEST(thornton_yield)
{
    // p_y from the yield stress, and from the yield load that belongs to it
    single a = aluminium(TESTED_THORNTON, (double[]){INFINITY, INFINITY}),
           b = aluminium(TESTED_THORNTON, (double[]){1.61280 * al_yield, INFINITY}),
           c = aluminium(TESTED_THORNTON, (double[]){INFINITY, 36.6373320});
    double first = step_to(&a, 2e-5, 0, 0);
    CHECK_REL(step_to(&b, 2e-5, 0, 0), first, 1e-5);
    CHECK_REL(step_to(&c, 2e-5, 0, 0), first, 1e-5);
}

// Restitution of another exponent, and of the dampings that are known by a formula alone: Muth et al. 2005 (3), h = 3/2
// (1 - e) and h = 8 (1 - e) / (5 e). Those of exponents 1 and 3/2 are rows of scree verify laws.
TEST(hunt_crossley_restitution)
{
    static const double e[] = {.1, .2, .3, .4, .5, .6, .7, .8, .9, .95};
    static const double exact[] = {9.99816, 4.91917, 3.08708, 2.08250, 1.43275,
                                   .97487,  .63483,  .37315,  .16648,  .07893};
    static const double slow[] = {.5158, .5469, .5813, .6197, .6630,
                                  .7120, .7680, .8329, .9090, .9524};
    static const double fast[] = {.0694, .1555, .2562, .3629, .4704,
                                  .5773, .6832, .7885, .8939, .9468};
    law_pair pair = on_plane(1e7, 0.3, NAN);
    for (int i = 0; i < 10; i++) {
        const double x = e[i];
        const struct {
            double value[6], want;
        } form[] = {{{x, true, INFINITY, 2.3, 1e4, 1e-3}, x},
                    {{INFINITY, true, 1.5 * (1 - x), 1.5, INFINITY, 1}, slow[i]},
                    {{INFINITY, true, 1.6 * (1 - x) / x, 1.5, INFINITY, 1}, fast[i]}};
        for (int n = 0; n < 3; n++) {
            single s = single_of(TESTED_HUNT_CROSSLEY, pair, form[n].value, 0.01, 0.01);
            double tau = s.law.duration(s.k, 0.01, 0.01, 0.7, real_pow);
            CHECK_NEAR(impact_of(&s, 0.7, tau / 20000).e, form[n].want, 1e-3);
        }
        const double value[] = {x, true, INFINITY, 1.5, INFINITY, 1};
        single s = single_of(TESTED_HUNT_CROSSLEY, pair, value, 0.01, 0.01);
        CHECK_NEAR(s.k[3], exact[i], 6e-6);
    }
    CHECK_REL(hunt_crossley_hysteresis(0.9990000001), hunt_crossley_hysteresis(0.999), 1e-6);
    CHECK(hunt_crossley_hysteresis(1) == 0);
    // a contact born at rest is not braked beyond h
    single s = single_of(TESTED_HUNT_CROSSLEY, pair, (double[]){0.5, 1, INFINITY, 1.5, INFINITY, 1},
                         0.01, 0.01);
    step_to(&s, 1e-5, 0, 0);
    CHECK(s.out.damping == 0);
    step_to(&s, 1.1e-5, 1e-3, 1e-3);
    CHECK_REL(s.out.damping, 1.43275 * s.out.elastic, 1e-5);
}

TEST(kuwabara_kono_by_viscosity)
{
    law_pair pair = on_plane(1e7, 0.3, NAN);
    double k[LAW_COEFFICIENTS], nu = 0.3, eta = 40, young = 1e7;
    double c = 4 * (1 - nu * nu) * (1 - 2 * nu) * eta / (15 * young * nu * nu);
    CHECK(!normal_kuwabara_kono_mix(&pair, (double[]){INFINITY, eta}, k));
    CHECK_REL(k[2], c, 1e-14); // against a rigid body
    law_pair same = {.young = {young, young}, .poisson = {nu, nu}, .e_star = 0.5 * pair.e_star};
    CHECK(!normal_kuwabara_kono_mix(&same, (double[]){INFINITY, eta}, k));
    CHECK_REL(k[2], c, 1e-14);
}

// Without damping both are Hertz's law.
TEST(hertz_impacts)
{
    static const double speed[] = {.02, .06, .10, .20};
    for (int i = 0; i < 4; i++) {
        single hertz = aluminium(TESTED_HERTZ, (double[]){1, INFINITY});
        single undamped = aluminium(TESTED_KUWABARA_KONO, (double[]){0, INFINITY});
        const impact first = impact_of(&hertz, speed[i], 2e-8);
        const impact second = impact_of(&undamped, speed[i], 2e-8);
        CHECK_NEAR(first.e, 1, 1e-4);
        CHECK_REL(second.duration, first.duration, 1e-12);
        CHECK_REL(second.push, first.push, 1e-12);
    }
}

TEST(walton_braun_impacts)
{
    double k1 = 1e6, m = 0.01, v = 0.5, w = sqrt(k1 / m);
    for (int i = 1; i <= 10; i++) {
        double e = 0.1 * i, s_hard = (1 / (e * e) - 1) * w / v; // the hardening that gives e at v
        single a = single_of(TESTED_WALTON_BRAUN, on_plane(1e7, 0.3, NAN),
                             (double[]){k1, e, INFINITY}, 0.01, m);
        single b = single_of(TESTED_WALTON_BRAUN, on_plane(1e7, 0.3, NAN),
                             (double[]){k1, INFINITY, s_hard}, 0.01, m);
        impact r = impact_of(&a, v, 1e-8), q = impact_of(&b, v, 1e-8);
        CHECK_NEAR(r.e, e, 1e-4);
        CHECK_NEAR(q.e, e, 1e-4);
        CHECK_REL(r.duration, 0.5 * pi / w * (1 + e), 1e-4);
        CHECK_REL(r.deepest, v / w, 1e-4);
        if (e < 1)
            CHECK_REL(r.left, v / w * (1 - e * e), 1e-3);
        CHECK(r.off < 1e-6 && q.off < 1e-6);
        if (i == 5) {
            show("Walton-Braun", v, r);
            single c = single_of(TESTED_WALTON_BRAUN, on_plane(1e7, 0.3, NAN),
                                 (double[]){k1, INFINITY, s_hard}, 0.01, m);
            CHECK_NEAR(impact_of(&c, 2 * v, 1e-8).e, 1 / sqrt(1 + 2 * s_hard * v / w), 1e-4);
        }
    }
}

static void plastic_values(int which, double *value)
{
    static const double walton_braun[] = {1e8, 0.5, INFINITY}, thornton[] = {1.61e8, INFINITY};
    memcpy(value,
           which == TESTED_WALTON_BRAUN ? walton_braun
           : which == TESTED_THORNTON   ? thornton
                                        : al_vqz,
           which == TESTED_WALTON_BRAUN ? sizeof walton_braun
           : which == TESTED_THORNTON   ? sizeof thornton
                                        : sizeof al_vqz);
}

// Below the largest overlap the way back is the way in; beyond it the virgin curve goes on as if nothing had been. The
// loss does not depend on how many steps were taken, and never is negative.
TEST(plastic_laws_reload_on_the_way_back)
{
    for (int which = TESTED_WALTON_BRAUN; which < TESTED_LAWS; which++) {
        double value[4];
        plastic_values(which, value);
        single s = aluminium(which, value), straight = s, coarse = s, tiny = s;
        drive(&s, 2e-5, 500);
        double top = s.push, lost = s.plastic, energy = s.energy;
        drive(&s, 1.9e-5, 50);
        double part = s.push;
        CHECK(part < 0.95 * top && part > 0);
        drive(&s, 1.8e-5, 50);
        drive(&s, 1.9e-5, 50);
        CHECK_REL(s.push, part, 1e-12);
        drive(&s, 2e-5, 50);
        CHECK_REL(s.push, top, 1e-12);
        CHECK_REL(s.energy, energy, 1e-12);
        CHECK(s.plastic == lost);
        drive(&s, 1e-8, 300);
        CHECK(s.push == 0 && s.energy == 0 && s.out.load == 0 && s.out.live > 0 && s.out.grip > 0);
        drive(&s, 3e-5, 3000);
        drive(&straight, 3e-5, 1000);
        drive(&coarse, 3e-5, 20);
        drive(&tiny, 3e-5, 100000);
        CHECK_REL(s.push, straight.push, 1e-11);
        CHECK_REL(s.plastic, straight.plastic, 1e-9);
        CHECK_REL(coarse.plastic, tiny.plastic, 1e-5);
        CHECK_REL(coarse.energy, tiny.energy, 1e-10);
        CHECK_REL(straight.work, straight.energy + straight.plastic, 1e-5);
        double before = 0;
        for (int i = 1; i < 2000; i++) {
            drive(&tiny, 3e-5 + i * 1e-7, 1);
            CHECK(tiny.out.plastic > -1e-15 * tiny.energy && tiny.plastic >= before);
            before = tiny.plastic;
        }
    }
}

// What the law tells those across the normal, just loaded and just turned. The stiffness itself (V8) is a row of scree
// verify laws.
TEST(vu_quoc_zhang_grip)
{
    static const double force[] = {1500, 500, 250};
    law_pair same = {
        .young = {al_young, al_young}, .poisson = {0.3, 0.3}, .e_star = 0.5 * al_young / 0.91};
    for (int i = 0; i < 3; i++) {
        single s = single_of(TESTED_VU_QUOC_ZHANG, same, al_vqz, 0.5 * al_radius, al_mass);
        double d = 0, a = real_cbrt(0.75 * force[i] * s.r_eff / same.e_star);
        while (s.push < force[i])
            step_to(&s, d += 1e-9, 0, 0);
        CHECK_REL(s.out.radius, a + 2.33e-7 * (force[i] - 36.45), 1e-3);
        CHECK(s.out.fade == 1);
        double loaded = s.out.grip;
        step_to(&s, d -= 1e-9, 0, 0);
        CHECK_REL(s.out.change, s.out.grip / loaded, 1e-12);
        CHECK(s.out.fade < 1 && s.out.fade > 0.999);
    }
    single e = aluminium(TESTED_VU_QUOC_ZHANG, al_vqz); // not yet yielding: Hertz
    drive(&e, 1e-6, 10);
    CHECK_REL(e.out.grip, sqrt(1e-6 * al_radius), 1e-12);
    CHECK_REL(e.push, e.k[0] * sqrt(al_radius * 1e-6) * 1e-6, 1e-12);
    CHECK(e.plastic == 0);
}

// Reloading with `restart` (Zhang 1998 (6.16)): the force goes on from where it was, along the virgin curve; every
// small oscillation leaves more overlap behind.
TEST(vu_quoc_zhang_restart)
{
    double value[] = {2.33e-7, 2.69e-4, 36.45, 1};
    single s = aluminium(TESTED_VU_QUOC_ZHANG, value),
           other = aluminium(TESTED_VU_QUOC_ZHANG, al_vqz);
    drive(&s, 2e-5, 500);
    drive(&other, 2e-5, 500);
    CHECK_REL(s.push, other.push, 1e-11);
    CHECK_REL(s.plastic, other.plastic, 1e-9);
    drive(&s, 1.8e-5, 100);
    drive(&other, 1.8e-5, 100);
    CHECK_REL(s.push, other.push, 1e-11);
    double turn = s.push, elastic = s.energy, lost = s.plastic;
    step_to(&s, 1.8e-5 + 1e-12, 0, 0);
    CHECK_REL(s.push, turn, 1e-4);
    drive(&s, 2e-5, 20000);
    CHECK(s.push < other.push + 0.9 * (2000 - turn)); // softer than the way back
    // virgin curve from the turning point: alpha_virgin(P) - alpha_virgin(P_turn) = 2e-6
    single v = aluminium(TESTED_VU_QUOC_ZHANG, al_vqz), w = v;
    double low = 0, high = 2e-5;
    for (int i = 0; i < 60; i++) {
        single t = v;
        double middle = 0.5 * (low + high);
        if (step_to(&t, middle, 0, 0) < turn)
            low = middle;
        else
            high = middle;
    }
    CHECK_REL(s.push, step_to(&w, low + 2e-6, 0, 0), 1e-9);
    CHECK(s.work > 0 && fabs(s.work - s.energy - s.plastic) < 1e-5 * s.work);
    CHECK(elastic > 0 && s.plastic != lost);
}

TEST(two_materials_yield_as_the_weaker_does)
{
    law_pair p = {.young = {7e10, 2e11}, .poisson = {0.3, 0.25}, .yield = {1e8, 8e7}};
    p.e_star = 1 / (0.91 / 7e10 + 0.9375 / 2e11);
    double k[LAW_COEFFICIENTS], r = 0.07;
    CHECK(!normal_vu_quoc_zhang_mix(&p, (double[]){1e-7, 1e-4, INFINITY, 0}, k));
    CHECK_REL(k[3] * r * r,
              yield_load_of_pair(r, p.e_star, (yield_body){0.3, 1e8}, (yield_body){0.25, 8e7}),
              1e-12);
    CHECK(!normal_thornton_mix(&p, (double[]){INFINITY, INFINITY}, k));
    CHECK_REL(k[1], 1.55435 * 8e7, 1e-5);
    single s = single_of(TESTED_VU_QUOC_ZHANG, on_plane(al_young, al_poisson, al_yield),
                         (double[]){1e-7, 1e-4, INFINITY, 0}, al_radius, al_mass);
    CHECK_REL(s.k[3] * al_radius * al_radius, 36.637332, 1e-6);
}

TEST(what_is_missing_is_said)
{
    law_pair p = on_plane(1e7, 0.3, NAN), soft = on_plane(1e7, 0, NAN);
    double k[LAW_COEFFICIENTS];
    const double none = INFINITY;
    CHECK_STR(normal_kuwabara_kono_mix(&p, (double[]){none, none}, k),
              "needs one of damping_time and viscosity");
    CHECK_HAS(normal_kuwabara_kono_mix(&soft, (double[]){none, 1}, k),
              "needs Poisson's ratios of at least 0.01");
    CHECK_STR(normal_hunt_crossley_mix(&p, (double[]){none, 1, none, 1.5, none, 1}, k),
              "needs one of restitution and hysteresis");
    CHECK_HAS(normal_hunt_crossley_mix(&p, (double[]){0.5, 1, none, 2, none, 1}, k),
              "needs reference_force");
    CHECK_STR(normal_walton_braun_mix(&p, (double[]){1, none, none}, k),
              "needs one of restitution and hardening");
    CHECK_HAS(normal_thornton_mix(&p, (double[]){none, none}, k),
              "needs the yield stress (`yield`) of both materials");
    CHECK_HAS(normal_thornton_mix(&p, (double[]){1, 1}, k), "not both");
    CHECK_HAS(normal_vu_quoc_zhang_mix(&p, (double[]){1e-7, 1e-4, none, 0}, k),
              "needs the yield stress (`yield`) of both materials");
    CHECK_HAS(normal_vu_quoc_zhang_mix(&p, (double[]){0, 1e-4, 1, 0}, k),
              "needs plastic_radius above 0");
}

// The duration for the step choice is the time of the impact, or of the way back where that is the faster.
TEST(durations)
{
    static const double speed[] = {.001, .02, .2};
    for (int i = 0; i < 3; i++)
        for (int which = TESTED_WALTON_BRAUN; which < TESTED_LAWS; which++) {
            double value[4];
            plastic_values(which, value);
            single s = aluminium(which, value);
            double tau = s.law.duration(s.k, al_radius, al_mass, speed[i], real_pow);
            impact r = impact_of(&s, speed[i], tau / 5000);
            CHECK_MSG(tau < 1.001 * r.duration && tau > 0.5 * r.duration,
                      "law %d at %g m/s: %g for %g", which, speed[i], tau, r.duration);
            single t = aluminium(which, value); // and 20 steps are enough
            CHECK_NEAR(impact_of(&t, speed[i], tau / 20).e, r.e, 0.01);
        }
}

TEST_MAIN
