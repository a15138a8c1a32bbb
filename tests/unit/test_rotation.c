// test_rotation.c - schemes of state/rotation.h and motion/gear.h against closed forms of tops. label: sanitize
//
// The table of errors, costs and rivals in docs/rotation.md is printed by test_rotation_schemes.c.
#include "base/kardan.h"
#include "harness.h"
#include "motion/gear.h"
#include "support/scenes.h"
#include "support/tops.h"

#include <stdlib.h>

enum { SCHEMES = 3 };
static const rotation_scheme all[SCHEMES] = {ROTATION_SPLIT, ROTATION_AXES, ROTATION_LEAPFROG};
static const char *const names[SCHEMES] = {"split", "axes", "leapfrog"};

static const v3 none = {0, 0, 0};

static double apart(v3 a, v3 b)
{
    return v3_norm(v3_sub(a, b));
}
static double angle_between(q4 a, q4 b)
{
    q4 d = q4_mul(q4_conjugate(a), b);
    return 2 * v3_norm(v3_make(d.x, d.y, d.z));
}
static double length_error(q4 q)
{
    return fabs(sqrt(q4_dot(q, q)) - 1);
}

static double random_real(void)
{
    return 2.0 * rand() / RAND_MAX - 1;
}
static v3 random_v3(void)
{
    double x = random_real(), y = random_real();
    return v3_make(x, y, random_real());
}
static q4 random_q4(void)
{
    v3 v = random_v3();
    q4 q = {random_real(), v.x, v.y, v.z};
    return q4_unit(q);
}

// V20: the matrix of Zhang 1998 (2.22) is space to body, and (w, x, y, z) = (q4, q2, -q1, q3).
TEST(quaternion_of_seed_004)
{
    srand(1);
    for (int n = 0; n < 1000; n++) {
        q4 q = random_q4();
        double q1 = -q.y, q2 = q.x, q3 = q.z, q0 = q.w;
        v3 t[3] = {{-q1 * q1 + q2 * q2 - q3 * q3 + q0 * q0, -2 * (q1 * q2 - q3 * q0),
                    2 * (q2 * q3 + q1 * q0)},
                   {-2 * (q1 * q2 + q3 * q0), q1 * q1 - q2 * q2 - q3 * q3 + q0 * q0,
                    2 * (q2 * q0 - q1 * q3)},
                   {2 * (q2 * q3 - q1 * q0), -2 * (q1 * q3 + q2 * q0),
                    -q1 * q1 - q2 * q2 + q3 * q3 + q0 * q0}};
        v3 v = random_v3();
        CHECK_NEAR(
            apart(q4_unrotate(q, v), v3_make(v3_dot(t[0], v), v3_dot(t[1], v), v3_dot(t[2], v))), 0,
            1e-14);
    }
}

// V20: the length stays; also of the bare mid-point rule over a step, without the division.
TEST(quaternions_stay_unit)
{
    inertia i = inertia_make(v3_make(1, 2, 3));
    for (int s = 0; s < SCHEMES; s++) {
        rotor r = rotor_start(all[s], q4_identity(), v3_make(.01, 1, .01), &i);
        for (int n = 0; n < 8000; n++)
            rotor_step(&r, all[s], &i, none, n ? 0.0125 : 0.00625, 0.0125);
        CHECK_NEAR(length_error(r.orientation), 0, 1e-15);
    }
    q4 d = rotation_midpoint(v3_make(3, -4, 12), 0.02);
    CHECK_REL(sqrt(q4_dot(d, d)), 1 + 169 * 0.0004, 1e-15); // 1 + s s
}

typedef struct drift {
    double energy, momentum; // largest relative errors
} drift;

static drift free_flight(rotation_scheme scheme, v3 spin, double dt, int steps)
{
    inertia i = inertia_make(v3_make(1, 2, 3));
    rotor r = rotor_start(scheme, q4_identity(), spin, &i);
    double e0 = rotation_energy(r.orientation, spin, &i);
    v3 l0 = rotation_momentum(r.orientation, spin, &i);
    drift worst = {0, 0};
    for (int n = 0; n < steps; n++) {
        rotor_step(&r, scheme, &i, none, n ? dt : 0.5 * dt, dt);
        v3 w = rotor_spin(&r, scheme, &i, none, 0.5 * dt);
        double e = fabs(rotation_energy(r.orientation, w, &i) / e0 - 1);
        double l = apart(rotation_momentum(r.orientation, w, &i), l0) / v3_norm(l0);
        worst.energy = fmax(worst.energy, e);
        worst.momentum = fmax(worst.momentum, l);
    }
    return worst;
}

// V21: I = (1, 2, 3), w = (.01, 1, .01), T = 100, dt = 0.0125.
TEST(v21_free_asymmetric_top)
{
    v3 w = v3_make(.01, 1, .01);
    drift b = free_flight(ROTATION_LEAPFROG, w, 0.0125, 8000),
          c = free_flight(ROTATION_AXES, w, 0.0125, 8000);
    drift e = free_flight(ROTATION_SPLIT, w, 0.0125, 8000);
    CHECK(b.energy > 1.5e-5 / 1.5 && b.energy < 1.5e-5 * 1.5);
    CHECK(c.energy > 1.1e-6 / 1.5 && c.energy < 1.1e-6 * 1.5);
    CHECK(e.energy < 1.1e-6 * 1.5);
    CHECK(c.momentum < 1e-13 && e.momentum < 1e-13);
    drift b2 = free_flight(ROTATION_LEAPFROG, w, 0.025, 4000),
          c2 = free_flight(ROTATION_AXES, w, 0.025, 4000);
    drift e2 = free_flight(ROTATION_SPLIT, w, 0.025, 4000);
    CHECK_NEAR(log2(b2.energy / b.energy), 2.0, 0.3);
    CHECK_NEAR(log2(c2.energy / c.energy), 2.0, 0.1);
    CHECK_NEAR(log2(e2.energy / e.energy), 2.0, 0.1);
}

// Time between passages of w_y through zero, mean of all in `steps` steps.
static double mean_flip(rotation_scheme scheme, v3 spin, double dt, int steps, drift *kept)
{
    inertia i = inertia_make(v3_make(1, 2, 3));
    rotor r = rotor_start(scheme, q4_identity(), spin, &i);
    v3 l0 = rotation_momentum(r.orientation, spin, &i);
    double e0 = rotation_energy(r.orientation, spin, &i), last = spin.y, first = -1, latest = 0;
    int flips = -1;
    for (int n = 1; n <= steps; n++) {
        rotor_step(&r, scheme, &i, none, n > 1 ? dt : 0.5 * dt, dt);
        v3 w = rotor_spin(&r, scheme, &i, none, 0.5 * dt);
        double y = q4_unrotate(r.orientation, w).y;
        if ((y > 0) != (last > 0)) {
            latest = (n - y / (y - last)) * dt;
            if (++flips == 0)
                first = latest;
        }
        last = y;
        double l = apart(rotation_momentum(r.orientation, w, &i), l0) / v3_norm(l0);
        kept->momentum = fmax(kept->momentum, l);
        kept->energy = fmax(kept->energy, fabs(rotation_energy(r.orientation, w, &i) / e0 - 1));
    }
    return (latest - first) / flips;
}

// Dzhanibekov: a body that turns about its middle axis flips over, at times that an elliptic integral tells. A million
// steps; momentum and energy are taken from orientation and angular velocity, as an observer would.
TEST(free_body_flips_with_the_exact_period)
{
    v3 w = v3_make(.01, 1, .01);
    free_top top = free_top_make(v3_make(1, 2, 3), w);
    double exact = free_top_flip(&top);
    CHECK(top.upper && exact > 15 && exact < 25);
    for (int s = 0; s < 2; s++) {
        drift kept = {0, 0}, half = {0, 0};
        double period = mean_flip(all[s], w, 0.002, 1000000, &kept);
        printf("flip of %-8s %.9f, exactly %.9f: off by %.1e; L to %.1e, E to %.1e\n", names[s],
               period, exact, period / exact - 1, kept.momentum, kept.energy);
        CHECK_REL(period, exact, 2e-7);
        CHECK(kept.momentum < 1e-10);
        CHECK(kept.energy < 1e-6);
        double coarse = mean_flip(all[s], w, 0.1, 20000, &half),
               fine = mean_flip(all[s], w, 0.05, 40000, &half);
        CHECK_NEAR(log2(fabs(coarse / exact - 1) / fabs(fine / exact - 1)), 2.0, 0.15);
        CHECK(half.momentum < 1e-12);
    }
}

// The spin of a free top at T, from the closed form at both ends of a stretch.
static double free_top_error(rotation_scheme scheme, const free_top *f, double from, double span,
                             int steps)
{
    inertia i = inertia_make(f->moment);
    double dt = span / steps;
    rotor r = rotor_start(scheme, random_q4(), none, &i);
    r = rotor_start(scheme, r.orientation, q4_rotate(r.orientation, free_top_spin(f, from)), &i);
    for (int n = 0; n < steps; n++)
        rotor_step(&r, scheme, &i, none, n ? dt : 0.5 * dt, dt);
    v3 w = q4_unrotate(r.orientation, rotor_spin(&r, scheme, &i, none, 0.5 * dt));
    return apart(w, free_top_spin(f, from + span));
}

TEST(order_for_the_free_top)
{
    srand(3);
    static const v3 start[] = {{.9, .5, .2}, {.2, .6, .8}};
    for (int k = 0; k < 2; k++) {
        free_top f = free_top_make(v3_make(1, 2, 3), start[k]);
        CHECK(f.upper == k);
        for (int s = 0; s < SCHEMES; s++) {
            double coarse = free_top_error(all[s], &f, 0.7, 20, 1000),
                   fine = free_top_error(all[s], &f, 0.7, 20, 2000);
            CHECK_MSG(fine < 2e-3, "%s: %g", names[s], fine);
            CHECK_MSG(fabs(log2(coarse / fine) - 2) < 0.1, "%s: %g %g", names[s], coarse, fine);
        }
    }
}

// Where its z axis points at the end: at the angle to L that the spin tells, turned about L by an integral.
static double free_top_tip_error(rotation_scheme scheme, const free_top *f, double from,
                                 double span, int steps)
{
    inertia i = inertia_make(f->moment);
    double dt = span / steps;
    q4 q0 = q4_unit((q4){1, .4, .2, .1});
    rotor r = rotor_start(scheme, q0, q4_rotate(q0, free_top_spin(f, from)), &i);
    v3 l = rotation_momentum(q0, q4_rotate(q0, free_top_spin(f, from)), &i), up = v3_unit(l);
    v3 start = q4_rotate(q0, v3_make(0, 0, 1)), u = v3_unit(v3_fma(start, -v3_dot(start, up), up)),
       v = v3_cross(up, u);
    for (int n = 0; n < steps; n++)
        rotor_step(&r, scheme, &i, none, n ? dt : 0.5 * dt, dt);
    double cosine = f->moment.z * free_top_spin(f, from + span).z / v3_norm(l),
           sine = sqrt(1 - cosine * cosine);
    double phi = free_top_precession(f, from, from + span);
    v3 tip =
        v3_add(v3_scale(cosine, up), v3_scale(sine, v3_fma(v3_scale(cos(phi), u), sin(phi), v)));
    return apart(tip, q4_rotate(r.orientation, v3_make(0, 0, 1)));
}

TEST(orientation_of_the_free_top)
{
    static const v3 start[] = {{.9, .5, .2}, {.2, .6, .8}};
    for (int k = 0; k < 2; k++) {
        free_top f = free_top_make(v3_make(1, 2, 3), start[k]);
        for (int s = 0; s < SCHEMES; s++) {
            double coarse = free_top_tip_error(all[s], &f, 0.7, 20, 1000);
            double fine = free_top_tip_error(all[s], &f, 0.7, 20, 2000);
            CHECK_MSG(fine < (all[s] == ROTATION_LEAPFROG ? 5e-4 : 1e-4), "%s: %g", names[s], fine);
            CHECK_MSG(fabs(log2(coarse / fine) - 2) < 0.15, "%s: %g %g", names[s], coarse, fine);
        }
    }
}

// Axes in any order: the same motion, to rounding, and the middle moment is found.
TEST(order_of_the_axes_does_not_matter)
{
    static const v3 moment = {1, 2.5, 4};
    static const int shifts[3] = {0, 1, 2};
    v3 spin = v3_make(.3, 1.1, -.7);
    q4 end[6];
    for (int k = 0; k < 6; k++) {
        v3 m = moment, w = spin;
        if (k >= 3) {
            m = v3_make(moment.z, moment.y, moment.x);
            w = v3_make(-spin.z, -spin.y, -spin.x);
        } // odd: turned over
        m = v3_shift(m, shifts[k % 3]);
        w = v3_shift(w, shifts[k % 3]);
        inertia i = inertia_make(m);
        CHECK_NEAR(v3_shift(i.inverse, i.shift).y, 0.4, 0);
        rotor r = rotor_start(ROTATION_SPLIT, q4_identity(), w, &i);
        for (int n = 0; n < 500; n++)
            rotor_step(&r, ROTATION_SPLIT, &i, none, n ? .02 : .01, .02);
        v3 v = v3_shift(v3_make(r.orientation.x, r.orientation.y, r.orientation.z),
                        (3 - shifts[k % 3]) % 3);
        if (k >= 3)
            v = v3_make(-v.z, -v.y, -v.x);
        end[k] = (q4){r.orientation.w, v.x, v.y, v.z};
        // x-z-x and z-x-z differ by an error of second order
        CHECK_NEAR(angle_between(end[k], end[k < 3 ? 0 : 3]), 0, 1e-12);
    }
    CHECK_NEAR(angle_between(end[0], end[3]), 0, 2e-3);
}

// Two equal moments: a step of `split` is exact but for the tangents, at any speed; the body turns about L by |L|/A and
// about its own axis by the rest.
TEST(free_symmetric_tops_are_exact)
{
    srand(4);
    for (int n = 0; n < 200; n++) {
        double a = 1 + fabs(random_real()), c = 0.1 + 2 * fabs(random_real()), dt = 0.02, span = 20;
        v3 w = v3_scale(2, random_v3()), m = v3_shift(v3_make(a, a, c), n % 3);
        inertia i = inertia_make(m);
        q4 q0 = random_q4();
        w = v3_shift(w, n % 3);
        rotor r = rotor_start(ROTATION_SPLIT, q0, q4_rotate(q0, w), &i);
        v3 momentum = r.motion, axis = v3_shift(v3_make(0, 0, 1), n % 3);
        for (int k = 0; k < 1000; k++)
            rotor_step(&r, ROTATION_SPLIT, &i, none, k ? dt : 0.5 * dt, dt);
        double about = v3_norm(momentum) * span / a, own = v3_dot(axis, w) * (1 - c / a) * span;
        v3 u = v3_scale(sin(0.5 * about), v3_unit(momentum)), v = v3_scale(sin(0.5 * own), axis);
        q4 turn = {cos(0.5 * about), u.x, u.y, u.z}, spin = {cos(0.5 * own), v.x, v.y, v.z};
        CHECK_NEAR(angle_between(r.orientation, q4_mul(q4_mul(turn, q0), spin)), 0, 1e-6);
    }
}

// Largest distance of the tip from the closed form over `span`.
static double heavy_top_error(rotation_scheme scheme, const heavy_top *h, double span, int steps)
{
    inertia i = inertia_make(v3_make(h->a, h->a, h->c));
    double dt = span / steps, worst = 0;
    rotor r = rotor_start(scheme, heavy_top_orientation(h), heavy_top_spin(h), &i);
    for (int n = 0; n < steps; n++) {
        v3 e = q4_rotate(r.orientation, v3_make(0, 0, 1));
        rotor_step(&r, scheme, &i, v3_cross(e, v3_make(0, 0, -h->p)), n ? dt : 0.5 * dt, dt);
        if (n % 50 == 49) {
            v3 tip = q4_rotate(r.orientation, v3_make(0, 0, 1));
            worst = fmax(worst, apart(tip, heavy_top_axis(h, (n + 1) * dt)));
        }
    }
    return worst;
}

// The oracle itself: its start is that of the spin, and it obeys the law of the torque (finite differences).
TEST(heavy_top_closed_form)
{
    heavy_top h = heavy_top_make(1, 0.4, 1, 0.6, 0.3, 5);
    v3 e = heavy_top_axis(&h, 0), from = q4_rotate(heavy_top_orientation(&h), v3_make(0, 0, 1));
    CHECK_NEAR(apart(e, from), 0, 1e-14);
    double d = 1e-3;
    v3 rate = v3_scale(0.5 / d, v3_sub(heavy_top_axis(&h, d), heavy_top_axis(&h, 0)));
    CHECK_NEAR(apart(v3_scale(2, rate), v3_cross(heavy_top_spin(&h), e)), 0, 3e-3);
    for (double t = 0.3; t < 10;
         t += 0.7) { // A e x e'' + C w3 e' = P e_z x e ... the equation of the axis
        v3 before = heavy_top_axis(&h, t - d), now = heavy_top_axis(&h, t),
           after = heavy_top_axis(&h, t + d);
        v3 first = v3_scale(0.5 / d, v3_sub(after, before));
        v3 second = v3_scale(1 / (d * d), v3_sub(v3_add(after, before), v3_scale(2, now)));
        v3 left = v3_fma(v3_scale(h.a, v3_cross(now, second)), h.c * h.own, first);
        CHECK_NEAR(apart(left, v3_cross(now, v3_make(0, 0, -h.p))), 0, 1e-4);
    }
}

TEST(order_for_the_lagrange_top)
{
    static const double start[][3] = {
        {0.6, 0.3, 5}, {1.2, -0.4, 3}, {0.5, 0, 8}}; // waves, loops, cusps
    static const double limit[SCHEMES] = {1.5e-4, 3e-4, 2e-3};
    for (int k = 0; k < 3; k++) {
        heavy_top h = heavy_top_make(1, 0.4, 1, start[k][0], start[k][1], start[k][2]);
        for (int s = 0; s < SCHEMES; s++) {
            double coarse = heavy_top_error(all[s], &h, 20, 4000),
                   fine = heavy_top_error(all[s], &h, 20, 8000);
            printf("Lagrange top %d, %-8s dt 0.005: %.2e, 0.0025: %.2e\n", k, names[s], coarse,
                   fine);
            CHECK_MSG(fine < limit[s], "%s: %g", names[s], fine);
            CHECK_MSG(fabs(log2(coarse / fine) - 2) < 0.15, "%s: %g %g", names[s], coarse, fine);
        }
    }
}

// A body under the torque of a spring to space, forth and back again. `split` and `axes` return; leapfrog does not.
TEST(time_runs_backwards)
{
    inertia i = inertia_make(v3_make(1, 2, 3));
    v3 arm = v3_make(.3, .2, .9), pull = v3_make(0.1, 0, -1);
    double dt = 0.02, error[SCHEMES];
    for (int s = 0; s < SCHEMES; s++) {
        q4 q0 = q4_unit((q4){1, .4, .2, 0});
        rotor r = rotor_start(all[s], q0, v3_make(.3, 1, .4), &i);
        for (int n = 0; n < 500; n++)
            rotor_step(&r, all[s], &i, v3_cross(q4_rotate(r.orientation, arm), pull),
                       n ? dt : dt / 2, dt);
        // turn round: the motion that will follow, n+1/2, is what was before, n-1/2, with the other sign
        v3 torque = v3_cross(q4_rotate(r.orientation, arm), pull);
        v3 spin = rotor_spin(&r, all[s], &i, torque, 0.5 * dt);
        rotor back = rotor_start(all[s], r.orientation, v3_scale(-1, spin), &i);
        for (int n = 0; n < 500; n++)
            rotor_step(&back, all[s], &i, v3_cross(q4_rotate(back.orientation, arm), pull),
                       n ? dt : dt / 2, dt);
        error[s] = angle_between(back.orientation, q0);
    }
    printf("there and back: split %.1e, axes %.1e, leapfrog %.1e\n", error[0], error[1], error[2]);
    CHECK(error[0] < 1e-11);
    CHECK(error[1] < 1e-11);
    CHECK(error[2] > 1e-7);
}

TEST(mean_spin_moves_every_point)
{
    srand(5);
    inertia i = inertia_make(v3_make(1, 2, 3));
    for (int n = 0; n < 1000; n++) {
        rotor r = rotor_start(ROTATION_SPLIT, random_q4(), random_v3(), &i);
        q4 before = r.orientation;
        double dt = 0.5;
        rotor_step(&r, ROTATION_SPLIT, &i, none, dt / 2, dt);
        v3 w = rotation_mean_spin(before, r.orientation, dt), point = random_v3();
        v3 from = q4_rotate(before, point), to = q4_rotate(r.orientation, point);
        CHECK_NEAR(
            apart(v3_sub(to, from), v3_scale(dt, v3_cross(w, v3_scale(0.5, v3_add(from, to))))), 0,
            1e-14);
    }
}

// A step that changes: the kick goes from the middle of the last to the middle of the next; under a constant torque
// nothing is lost.
TEST(steps_may_change)
{
    inertia i = inertia_make(v3_make(1, 2, 3));
    v3 torque = v3_make(.3, -.2, .5);
    double h = 0.01, g = 0.004;
    rotor r = rotor_start(ROTATION_SPLIT, q4_identity(), none, &i);
    rotor_step(&r, ROTATION_SPLIT, &i, torque, h / 2, h);
    rotor_step(&r, ROTATION_SPLIT, &i, torque, h, h);
    rotor_step(&r, ROTATION_SPLIT, &i, torque, (h + g) / 2, g);
    rotor_step(&r, ROTATION_SPLIT, &i, torque, g, g);
    CHECK_NEAR(apart(v3_fma(r.motion, g / 2, torque), v3_scale(2 * h + 2 * g, torque)), 0, 1e-17);
}

// Moments, torques and momenta of any unit: the same orientations, to the bit for powers of two.
TEST(units_do_not_matter)
{
    for (int s = 0; s < SCHEMES; s++) {
        double unit = 0x1p-90;
        inertia i = inertia_make(v3_make(1, 2, 3)), small = inertia_make(v3_scale(unit, i.moment));
        rotor a = rotor_start(all[s], q4_identity(), v3_make(.1, .7, .3), &i);
        rotor b = rotor_start(all[s], q4_identity(), v3_make(.1, .7, .3), &small);
        v3 torque = v3_make(.2, .1, -.4);
        for (int n = 0; n < 200; n++) {
            rotor_step(&a, all[s], &i, torque, 0.01, 0.01);
            rotor_step(&b, all[s], &small, v3_scale(unit, torque), 0.01, 0.01);
        }
        CHECK(!memcmp(&a.orientation, &b.orientation, sizeof a.orientation));
    }
}

// Bodies with three equal moments go the way of balls in the engine, bit for bit: momenta are counted in moments of a
// ball and spins as they are kept there, times R, with 1/R in place of the inverse moment.
TEST(equal_moments_are_a_ball)
{
    CHECK(inertia_make(v3_make(.4, .4, .4)).round && !inertia_make(v3_make(.4, .4, .41)).round);
    sim s;
    REQUIRE(sim_open(&s, scene_find("rolling")->text, NULL, 0, NULL));
    CHECK(sim_step(&s, 500));
    image before = {0}, after = {0};
    CHECK(world_image(s.w, &before, NULL) == SCREE_OK);
    CHECK(sim_step(&s, 1));
    CHECK(world_image(s.w, &after, NULL) == SCREE_OK);
    const image_column *old = image_find(&before, "body/orientation", IMAGE_F64, 4);
    const image_column *new = image_find(&after, "body/orientation", IMAGE_F64, 4);
    const image_column *spin = image_find(&after, "body/spin", IMAGE_F64, 4);
    REQUIRE(old && new &&spin);
    const double *q0 = old->data, *q1 = new->data, *w1 = spin->data;
    int64_t count = world_balls(s.w), turning = 0;
    for (int64_t n = 0; n < count; n++) {
        const double *w = w1 + 4 * n;
        inertia i = inertia_make(v3_make(1, 1, 1));
        i.inverse = v3_make(w[3], w[3], w[3]);
        q4 q = {q0[4 * n], q0[4 * n + 1], q0[4 * n + 2], q0[4 * n + 3]};
        q = rotation_drift_split(q, v3_make(w[0], w[1], w[2]), &i, world_dt(s.w));
        CHECK(!memcmp(&q, q1 + 4 * n, sizeof q));
        turning += w[0] != 0;
    }
    CHECK(turning > count / 2);
    image_clear(&before);
    image_clear(&after);
    sim_close(&s);
}

TEST(kardan_angles)
{
    srand(6);
    for (int n = 0; n < 1000; n++) {
        v3 a = v3_make(3.14 * random_real(), 1.57 * random_real(), 3.14 * random_real());
        q4 q = kardan_to_quaternion(a);
        CHECK_NEAR(apart(kardan_from_quaternion(q), a), 0, 1e-11);
        // R_x R_y R_z: the last turn is about the body's own z
        v3 z = q4_rotate(q, v3_make(0, 0, 1));
        CHECK_NEAR(apart(z, v3_make(sin(a.y), -sin(a.x) * cos(a.y), cos(a.x) * cos(a.y))), 0,
                   1e-14);
        q4 any = random_q4();
        CHECK_NEAR(angle_between(kardan_to_quaternion(kardan_from_quaternion(any)), any), 0, 1e-13);
    }
    for (int sign = -1; sign <= 1;
         sign += 2) { // the singular angles give the same orientation back
        q4 q = kardan_to_quaternion(v3_make(0.4, sign * acos(0.0), 0.3));
        v3 a = kardan_from_quaternion(q);
        CHECK_NEAR(a.x, 0.4 + sign * 0.3, 1e-7);
        CHECK_NEAR(a.y, sign * acos(0.0), 1e-7);
        CHECK_NEAR(angle_between(kardan_to_quaternion(a), q), 0, 1e-7);
    }
}

// V19: x'' = -x - 2 z x', exact derivatives at the start, T = 10.
static double gear_oscillator(double z, int steps)
{
    inertia i = inertia_make(v3_make(1, 1, 1));
    double dt = 10.0 / steps, d[GEAR_VALUES] = {1, 0}, scale = 1;
    gear_body g = gear_start(v3_make(1, 0, 0), none, q4_identity(), none, dt);
    for (int k = 2; k < GEAR_VALUES; k++)
        d[k] = -d[k - 2] - 2 * z * d[k - 1];
    for (int k = 0; k < GEAR_VALUES; scale *= dt / ++k)
        g.position[k].x = scale * d[k];
    for (int n = 0; n < steps; n++) {
        gear_predict(&g);
        gear_correct(&g, &i, v3_make(-g.position[0].x - 2 * z * gear_velocity(&g, dt).x, 0, 0),
                     none, dt);
    }
    double w = sqrt(1 - z * z);
    return fabs(g.position[0].x - exp(-z * 10) * (cos(10 * w) + z / w * sin(10 * w)));
}

TEST(v19_order_of_gear)
{
    double free[3], damped[3];
    for (int k = 0; k < 3; k++) {
        free[k] = gear_oscillator(0, 200 << k);
        damped[k] = gear_oscillator(0.1, 200 << k);
    }
    printf("Gear, oscillator: %.1e %.1e %.1e, damped %.1e %.1e %.1e\n", free[0], free[1], free[2],
           damped[0], damped[1], damped[2]);
    CHECK_NEAR(log2(free[1] / free[2]), 5.0, 0.2);
    CHECK_NEAR(log2(damped[1] / damped[2]), 4.1, 0.2);
}

// The free top by Gear, all of it in quaternions, against the closed form.
static double gear_top_error(const free_top *f, double span, int steps)
{
    inertia i = inertia_make(f->moment);
    double dt = span / steps;
    q4 q0 = q4_unit((q4){1, .4, .2, .1});
    gear_body g = gear_start(none, none, q0, q4_rotate(q0, free_top_spin(f, 0.7)), dt);
    for (int n = 0; n <= steps; n++) { // the last step only corrects
        if (n == steps)
            gear_correct(&g, &i, none, none, dt);
        else
            gear_step(&g, &i, none, none, dt, n == 0);
    }
    return apart(q4_unrotate(g.orientation[0], gear_spin(&g, dt)), free_top_spin(f, 0.7 + span));
}

TEST(gear_turns_tops)
{
    free_top f = free_top_make(v3_make(1, 2, 3), v3_make(.2, .6, .8));
    double coarse = gear_top_error(&f, 20, 1000), fine = gear_top_error(&f, 20, 2000);
    printf("free top, gear: dt 0.02: %.2e, 0.01: %.2e\n", coarse, fine);
    CHECK(fine < 1e-6);
    CHECK_NEAR(log2(coarse / fine), 4.0, 0.5);
    heavy_top h = heavy_top_make(1, 0.4, 1, 0.6, 0.3, 5);
    inertia i = inertia_make(v3_make(h.a, h.a, h.c));
    double error[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        double dt = 0.005 / (1 << k);
        gear_body g = gear_start(none, none, heavy_top_orientation(&h), heavy_top_spin(&h), dt);
        for (int n = 0; n < 4000 << k; n++) {
            v3 e = q4_rotate(g.orientation[0], v3_make(0, 0, 1));
            gear_step(&g, &i, none, v3_cross(e, v3_make(0, 0, -h.p)), dt, n == 0);
        }
        error[k] = apart(q4_rotate(g.orientation[0], v3_make(0, 0, 1)), heavy_top_axis(&h, 20));
        CHECK_NEAR(length_error(g.orientation[0]), 0, 1e-9);
    }
    printf("Lagrange top, gear: dt 0.005: %.2e, 0.0025: %.2e\n", error[0], error[1]);
    CHECK(error[1] < 1e-5);
}

// A parabola is exact from the first step on, also when the step changes on the way.
TEST(gear_falls_exactly)
{
    inertia i = inertia_make(v3_make(1, 1, 1));
    double dt = 0.01, t = 0;
    v3 pull = v3_make(0, 0, -9.81), v0 = v3_make(1, 2, 3);
    gear_body g = gear_start(none, v0, q4_identity(), v3_make(0, 0, 1), dt);
    for (int n = 0; n < 200; n++) {
        gear_step(&g, &i, pull, none, dt, n == 0);
        t += dt;
        CHECK_NEAR(apart(g.position[0], v3_fma(v3_scale(t, v0), 0.5 * t * t, pull)), 0, 1e-12);
        CHECK_NEAR(apart(gear_velocity(&g, dt), v3_fma(v0, t, pull)), 0, 1e-12);
        CHECK_NEAR(apart(gear_spin(&g, dt), v3_make(0, 0, 1)), 0, 1e-8);
        if (n ==
            100) { // predicted for t with the old step: back, rescaled, and on with the new one
            gear_rescale(&g, 0.5);
            dt *= 0.5;
        }
    }
}

TEST_MAIN
