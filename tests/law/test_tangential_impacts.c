// test_tangential_impacts.c - a ball hits a wall obliquely: the laws of partial slip in a rigid-body impact of their
// own.
//
// With the radius as lever arm the slip speed u of the ball obeys du = -(7/2) Q/m dt, whatever share of it is spin.
// Special material (Zhang 1998, 5.5.1): latching normal spring, K_T0 = 2/7 of its stiffness. Ordinary material (5.5.2):
// Hertz, nu = 0.3, in the scales of Maw, psi = 2 (1 - nu) u / (mu (2 - nu) v).
#include "harness.h"
#include "law/slip_paths.h"

static const double mass = 11.3055, radius = 0.1, speed = 0.1, mu = 0.4;
static const double latch = 1e8, latch_ratio = 0.25; // K_1, e^2
static const double e_star = 7e10 / 0.91, g_star = 7e10 / 2.6 / 1.7;

typedef struct normal_path {
    bool hertz;
    double most, residual;
} normal_path;

static double normal_push(normal_path *n, double overlap, double *stiffness)
{
    if (n->hertz) {
        *stiffness = 8 * g_star * sqrt(radius * overlap);
        return 4.0 / 3 * e_star * sqrt(radius * overlap) * overlap;
    }
    *stiffness = 2.0 / 7 * latch;
    if (overlap >= n->most) {
        n->most = overlap;
        n->residual = overlap * (1 - latch_ratio);
        return latch * overlap;
    }
    return fmax(0, latch / latch_ratio * (overlap - n->residual));
}

static double impact_duration(bool hertz)
{
    if (!hertz)
        return 0.5 * PATH_PI * sqrt(mass / latch) * (1 + sqrt(latch_ratio));
    return 2.94328 * pow(1.25 * mass * speed * speed / (4.0 / 3 * e_star * sqrt(radius)), 0.4) /
           speed;
}

typedef struct impact {
    double slip, rebound, friction; // u and speed after, work lost
    double least, mean;             // Q / mu P
} impact;

// By a law, or where p is given by a printed form.
static impact collide(path_contact c, printed_law *p, bool hertz, double slip, int steps)
{
    normal_path n = {.hertz = hertz};
    double overlap = 0, v = speed, dt = impact_duration(hertz) / steps;
    impact o = {slip, 0, 0, 1, 0};
    int count = 0;
    for (;; count++) {
        double k, q;
        overlap += v * dt;
        double push = overlap > 0 ? normal_push(&n, overlap, &k) : 0;
        if (push <= 0)
            break;
        q = p ? printed_step(p, push, k, o.slip * dt)
              : path_step(&c, push, k, o.slip * dt, &o.friction);
        o.least = fmin(o.least, q / (mu * push));
        o.mean += q / (mu * push);
        v -= push / mass * dt;
        o.slip -= 3.5 * q / mass * dt;
    }
    o.mean /= count;
    o.rebound = -v;
    return o;
}

static double beta(path_contact c, double ratio, int steps)
{
    return -collide(c, NULL, false, ratio * speed, steps).slip / (ratio * speed);
}

static double printed_beta(printed_form form, double ratio, int steps)
{
    printed_law p = {.form = form, .latch = form == PRINTED_WALTON_BRAUN, .mu = mu};
    return -collide((path_contact){0}, &p, false, ratio * speed, steps).slip / (ratio * speed);
}

// Beyond 3.5 mu the contact slides throughout, beta = -1 + 3.5 mu (1 + e) / ratio, at 40 steps.
TEST(special_material_slides)
{
    static const double ratio[] = {1.4, 2, 3, 4};
    path_contact c = path_vu_quoc_zhang(mu, false, false);
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(beta(c, ratio[i], 40), -1 + 3.5 * mu * 1.5 / ratio[i], 1e-3);
}

// Just below, the force lies on the limit all the time; after Walton and Braun it does not, Zhang 1998, figure 5.13.
// Their printed form depends on the step; it and the law have one limit.
TEST(special_material_near_the_limit)
{
    path_contact c = path_vu_quoc_zhang(mu, false, false), w = path_walton_braun(mu);
    impact i = collide(c, NULL, false, 1.389 * speed, 40);
    CHECK_REL(-i.slip / (1.389 * speed), 0.503, 5e-3);
    CHECK_REL(i.least, 0.992, 5e-3);
    printed_law p = {.form = PRINTED_WALTON_BRAUN, .latch = true, .mu = mu};
    i = collide(w, &p, false, 1.389 * speed, 40);
    CHECK_REL(-i.slip / (1.389 * speed), 0.224, 5e-3);
    CHECK_REL(i.least, 0.739, 5e-3);
    CHECK_REL(i.mean, 0.83, 5e-3);
    CHECK_NEAR(beta(w, 1.389, 2000), printed_beta(PRINTED_WALTON_BRAUN, 1.389, 2000), 2e-3);
}

// Sticking impacts in small steps; the law of Vu-Quoc and Zhang against both printed forms.
TEST(special_material_sticks)
{
    path_contact c = path_vu_quoc_zhang(mu, false, false), w = path_walton_braun(mu);
    CHECK_REL(beta(c, 0.5, 2000), 0.578, 0.01);
    CHECK_REL(beta(c, 1, 2000), 0.552, 0.01);
    CHECK_REL(beta(w, 0.5, 2000), 0.539, 0.01);
    CHECK_REL(beta(w, 1, 2000), 0.344, 0.01);
    for (int i = 1; i <= 20; i++) {
        double law = beta(c, 0.2 * i, 2000);
        CHECK_NEAR(law, printed_beta(PRINTED_FOUR_CASES, 0.2 * i, 2000), 2e-3);
        CHECK_NEAR(law, printed_beta(PRINTED_SMALL_STEP, 0.2 * i, 2000), 2e-3);
    }
}

// psi after of ordinary material, and psi = -1 at 4 chi - 1 = 4.7647 (Maw: 4.765), where the contact slides throughout.
// The first is 0.079 after the print, (3.45) in small steps. There the contact turns while the push grows faster than
// it slips, and the print lets the turning point run ahead of what the slip has paid for; slip_held_turn of
// slip_curves.h does not, which is stiffer on the way back. With every turning point kept (independent springs of a
// cone of contact, each with its own limit, which is the theory of Mindlin and Deresiewicz itself) it is -0.060: one is
// too few there.
TEST(ordinary_material)
{
    static const double before[] = {1, 2, 3, 3.6, 4, 6},
                        after[] = {0.088, -0.809, -1.379, -1.481, -1.436, 0.235};
    const double scale = 2 * 0.7 / (mu * 1.7) / speed;
    path_contact c = path_mindlin_deresiewicz(mu);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(scale * collide(c, NULL, true, before[i] / scale, 4000).slip, after[i], 0.002);
        CHECK_NEAR(scale * collide(c, NULL, true, before[i] / scale, 40).slip, after[i], 0.02);
    }
    for (int steps = 40; steps <= 4000; steps *= 100) {
        double low = 4, high = 5.5;
        for (int i = 0; i < 50; i++) {
            double middle = 0.5 * (low + high);
            *(scale * collide(c, NULL, true, middle / scale, steps).slip < -1 ? &low : &high) =
                middle;
        }
        CHECK_NEAR(low, 4.7647, 0.002);
    }
}

// 20, 40 and 60 steps an impact: the tangential restitution within 0.01 for slips from half the speed of approach on.
TEST(steps_an_impact)
{
    static const int steps[] = {20, 40, 60};
    path_contact c[] = {path_vu_quoc_zhang(mu, false, false), path_vu_quoc_zhang(mu, true, false),
                        path_walton_braun(mu)};
    for (int l = 0; l < 3; l++)
        for (double ratio = 0.5; ratio < 5; ratio += 0.1) {
            double low = 2, high = -2;
            for (int s = 0; s < 3; s++) {
                low = fmin(low, beta(c[l], ratio, steps[s]));
                high = fmax(high, beta(c[l], ratio, steps[s]));
            }
            CHECK_MSG(high - low < 0.01, "law %d, ratio %g: beta from %g to %g", l, ratio, low,
                      high);
        }
}

// No impact gives energy: at 180 angles the ball never comes out with more slip energy than it brought, and the books
// close: the slip energy m u^2 / 7 lost is the friction booked.
TEST(no_angle_gains)
{
    path_contact c[] = {path_mindlin_deresiewicz(mu), path_vu_quoc_zhang(mu, true, false),
                        path_walton_braun(mu)};
    for (int l = 0; l < 3; l++)
        for (int hertz = 0; hertz < 2; hertz++)
            for (int angle = 1; angle < 180; angle++) {
                double slip = speed / tan(PATH_PI * angle / 180);
                if (angle == 90)
                    continue;
                impact i = collide(c[l], NULL, hertz, slip, 2000),
                       coarse = collide(c[l], NULL, hertz, slip, 30);
                double lost = mass / 7 * (slip * slip - i.slip * i.slip);
                CHECK_MSG(fabs(i.slip) <= fabs(slip) && fabs(coarse.slip) <= fabs(slip) * 1.0001,
                          "law %d, %d degrees: slip %g to %g and %g", l, angle, slip, i.slip,
                          coarse.slip);
                CHECK_NEAR(i.friction, lost, 2e-3 * mass / 7 * (slip * slip + speed * speed));
            }
}

static double gap_of(vd3 a, vd3 b)
{
    return sqrt(vd3_dot(vd3_sub(a, b), vd3_sub(a, b)));
}

// -- dashpots beside partial slip -------------------------------------------------------------------------------------

// The laws with a dashpot of half of the normal one.
static void damped_laws(path_contact c[3])
{
    law_pair pair = {.g_star = 0.125};
    double ordinary[] = {mu, 0.5};
    double improved[] = {mu, (double)NAN, 0, 0, 0.5};
    double latched[] = {mu, (double)NAN, 0.5, 0};
    c[0] = path_mindlin_deresiewicz(mu);
    c[1] = path_vu_quoc_zhang(mu, false, false);
    c[2] = path_walton_braun(mu);
    tangential_mindlin_deresiewicz_mix(&pair, ordinary, c[0].k);
    tangential_vu_quoc_zhang_mix(&pair, improved, c[1].k);
    tangential_walton_braun_mix(&pair, latched, c[2].k);
}

static tangential_out damped_step(path_contact *c, double push, double dashpot, vd3 moved)
{
    tangential_in in = path_in(push, 1, 0);
    in.dashpot = dashpot;
    in.slip = in.rate = moved;
    return c->drag(c->k, in, c->h);
}

// A weight on a spring of stiffness 1 that hardly slips swings as a damped oscillator: u'' + 2 zeta u' + u = 0 has lost
// the factor exp(-2 pi zeta / sqrt(1 - zeta^2)) after a whole swing.
TEST(small_swings_are_damped)
{
    const double dt = 2e-4, zeta = 0.1, push = 1e8;
    path_contact c[3];
    damped_laws(c);
    for (int l = 0; l < 3; l++) {
        double u = 1, swing = 2 * PATH_PI / sqrt(1 - zeta * zeta);
        int steps = (int)(swing / dt + 0.5);
        for (int i = 0; i < steps; i++) {
            tangential_out o = damped_step(&c[l], push, 4 * zeta / dt, vd3_make(dt * u, 0, 0));
            u += dt * o.force.x;
        }
        CHECK_REL(u, exp(-zeta * swing), 2e-3);
    }
}

// Together spring and dashpot are never beyond Coulomb's limit, however strong the dashpot; it never gives energy, and
// is whole where there is room for it.
TEST(dashpots_obey_the_limit)
{
    path_contact c[3];
    damped_laws(c);
    for (int l = 0; l < 3; l++) {
        bool whole = false, cut = false;
        for (int i = 0; i < 4000; i++) {
            vd3 moved = vd3_make(0.3 * sin(0.1 * i), 0.2 * cos(0.037 * i), 0);
            double push = 1.2 + sin(0.02 * i), dashpot = 8 * (i % 3);
            tangential_out o = damped_step(&c[l], push, dashpot, moved);
            double size = sqrt(vd3_dot(o.force, o.force)), left = vd3_dot(o.damper, moved);
            vd3 full = vd3_scale(-0.5 * dashpot, moved);
            CHECK_MSG(size <= mu * push * (1 + 1e-12), "law %d: %g beyond %g", l, size, mu * push);
            CHECK_MSG(left <= 0, "law %d: a dashpot gave %g", l, left);
            bool all = gap_of(o.damper, full) < 1e-12;
            whole = whole || (all && dashpot > 0);
            cut = cut || !all;
        }
        CHECK(whole && cut);
    }
}

TEST_MAIN
