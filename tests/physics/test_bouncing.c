// label: sanitize
// test_bouncing.c - a ball that bounces by the nonsmooth solver, on a plane that lies flat or slopes, and on top of a
// fixed ball: each bounce is a blow at the time of the touch between two parabolas, in steps of any length.
#include "harness.h"
#include "support/scenes.h"

#include <math.h>
#include <stdio.h>

static const double gravity = 9.81, radius = 5e-3, height = 0.1;

typedef struct bounce {
    const char *below; // what it falls on
    double slope;      // gravity is turned by that
    double restitution;
    const char *tangential;
    double step;
} bounce;

static bool open_ball(sim *s, const bounce *q)
{
    char text[2000];
    snprintf(text, sizeof text,
             "scree: 1\nsolver: nonsmooth\ngravity: [%.17g m/s^2, 0 m/s^2, %.17g m/s^2]\n"
             "materials: {m: {density: 2500 kg/m^3, young: 10 GPa, poisson: 0.25}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: %g}, tangential: %s}}\n"
             "domain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
             "shapes: {ball: {ball: {radius: %.17g m}}}\n%s"
             "grains:\n  - {name: ball, shape: ball, material: m, packing: {law: lattice, counts: "
             "[1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0 m, 0 m, %.17g m]}}\n%s"
             "run: {duration: 10 s, step: %.17g s, ledger: true}\n",
             gravity * sin(q->slope), -gravity * cos(q->slope), q->restitution, q->tangential,
             radius,
             q->below ? ""
                      : "walls: {floor: {material: m, plane: {point: [0, 0, 0], "
                        "normal: [0, 0, 1]}}}\n",
             height + radius, q->below ? q->below : "", q->step);
    return sim_open(s, text, NULL, 0, NULL);
}

// Its flight at the end of steps: the height over the floor and its speed there, by the parabola through three places.
typedef struct flight {
    v3 at, velocity, spin;
    double time;
} flight;

static flight look(sim *s, double step)
{
    v3 x[3];
    flight out;
    frame f = {0};
    for (int i = 0; i < 3; i++) {
        CHECK(sim_step(s, 1));
        frame_clear(&f);
        f = sim_frame(s);
        x[i] = f.ball.position[0];
    }
    out.at = x[1];
    out.velocity = v3_scale(0.5 / step, v3_sub(x[2], x[0]));
    out.spin = f.ball.spin[0];
    out.time = f.time - step;
    CHECK_MSG(fabs(f.ledger.residual) < 1e-12 * f.ledger.turned_over, "residual %g",
              f.ledger.residual);
    frame_clear(&f);
    return out;
}

// As it should be: from rest, each blow with e, and with friction that stops the slip or is mu times as much.
static flight exact(const bounce *q, double mu, double time)
{
    const double down = gravity * cos(q->slope), along = gravity * sin(q->slope);
    flight out = {.at = {0, 0, height + radius}, .time = 0};
    for (;;) {
        const double z = out.at.z - radius, w = out.velocity.z;
        const double left = (w + sqrt(w * w + 2 * down * z)) / down;
        const double t = fmin(left, time - out.time);
        out.at.x += out.velocity.x * t + 0.5 * along * t * t;
        out.at.z += w * t - 0.5 * down * t * t;
        out.velocity.x += along * t;
        out.velocity.z -= down * t;
        out.time += t;
        if (t < left)
            return out;
        const double push = -(1 + q->restitution) * out.velocity.z;
        const double slip = out.velocity.x - radius * out.spin.y;
        const double drag = fmin(mu * push, 2.0 / 7 * fabs(slip)) * (slip > 0 ? 1 : -1);
        out.velocity.z += push;
        out.velocity.x -= drag;
        out.spin.y += 2.5 * drag / radius;
        out.at.z = radius;
    }
}

static const double fall = 0.6; // s

// A step takes the velocity that a run begins with as that of half a step before, so that all is h/2 early, and the
// height that a ball falls from is g h^2/8 above the one where it begins. Nothing else is left over.
static void compare(const bounce *q, double mu)
{
    sim s;
    if (!CHECK(open_ball(&s, q)))
        return;
    CHECK(sim_step(&s, (int64_t)floor(fall / q->step)));
    const flight is = look(&s, q->step);
    const flight wanted = exact(q, mu, is.time + 0.5 * q->step);
    const double place = v3_norm(v3_sub(is.at, wanted.at));
    const double speed = v3_norm(v3_sub(is.velocity, wanted.velocity));
    const double rim = radius * v3_norm(v3_sub(is.spin, wanted.spin));
    CHECK_MSG(place < gravity * q->step * q->step, "%g s, e = %g: off by %g m", q->step,
              q->restitution, place);
    CHECK_MSG(speed + rim < 100 * q->step * q->step, "%g s, e = %g: off by %g m/s, spin %g m/s",
              q->step, q->restitution, speed, rim);
    sim_close(&s);
}

static const double steps[] = {2e-3, 1.87e-3, 1e-3, 0.93e-3, 0.5e-3, 0.47e-3, 0.25e-3};
enum { STEPS = sizeof steps / sizeof *steps };
static const double restitutions[] = {0.7, 0.8, 1};

TEST(a_ball_bounces_on_a_plane_with_an_error_of_the_second_order)
{
    for (int i = 0; i < 3 * STEPS; i++)
        compare(&(bounce){.restitution = restitutions[i % 3],
                          .tangential = "none",
                          .step = steps[i / 3]},
                0);
}

TEST(a_ball_bounces_down_a_slope_with_friction_and_an_error_of_the_second_order)
{
    for (int i = 0; i < 3 * STEPS; i++)
        compare(&(bounce){.slope = 0.3,
                          .restitution = restitutions[i % 3],
                          .tangential = "{law: mindlin, friction: 0.05}",
                          .step = steps[i / 3]},
                0.05);
    for (int i = 0; i < 3 * STEPS; i++)
        compare(&(bounce){.slope = 0.1,
                          .restitution = restitutions[i % 3],
                          .tangential = "{law: mindlin, friction: 0.5}",
                          .step = steps[i / 3]},
                0.5);
}

TEST(a_ball_bounces_on_the_top_of_a_fixed_one_with_an_error_of_the_second_order)
{
    static const char below[] =
        "  - {name: below, shape: ball, material: m, fixed: true, packing: {law: lattice, counts: "
        "[1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0 m, 0 m, -0.005 m]}}\n";
    for (int i = 0; i < 3 * STEPS; i++)
        compare(&(bounce){.below = below,
                          .restitution = restitutions[i % 3],
                          .tangential = "none",
                          .step = steps[i / 3]},
                0);
}

// Nothing of the blow comes back, whatever the step, and the ball lies where it fell.
TEST(a_ball_without_restitution_lies_after_its_first_blow)
{
    for (int i = 0; i < STEPS; i++) {
        const bounce without = {.restitution = 0, .tangential = "none", .step = steps[i]};
        const double touch = sqrt(2 * height / gravity);
        sim s;
        REQUIRE(open_ball(&s, &without));
        CHECK(sim_step(&s, (int64_t)ceil(touch / steps[i]) + 2));
        for (int k = 0; k < 5; k++) {
            frame f;
            CHECK(sim_step(&s, 7));
            f = sim_frame(&s);
            CHECK_MSG(fabs(f.ball.velocity[0].z) < 1e-5, "%g s: %g m/s", steps[i],
                      f.ball.velocity[0].z);
            CHECK_MSG(fabs(f.ball.position[0].z - radius) < 1e-6, "%g s: %g m from the floor",
                      steps[i], f.ball.position[0].z - radius);
            frame_clear(&f);
        }
        sim_close(&s);
    }
}

TEST_MAIN
