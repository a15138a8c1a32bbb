// label: sanitize
// test_branch_drives.c - a branch that gives a wall another motion: it begins where the wall is, and when. Without a
// change not a bit changes; what has begun is saved and goes on.
#include "harness.h"
#include "support/scenes.h"

#include <stdlib.h>

// A ball between floor and press, both of which it touches, and a plate beside them that nothing touches.
static const char text[] =
    "scree: 1\ngravity: 0\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: "
    "0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 50 kN/m, restitution: 0.8}, tangential: "
    "{law: cundall-strack, "
    "friction: 0.4}}}\n"
    "shapes: {ball: {ball: {radius: 1 cm}}}\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "walls:\n"
    "  floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}\n"
    "  press: {material: soft, disk: {centre: [0 m, 0 m, 20.1 mm], normal: [0, 0, -1], radius: 5 "
    "cm}, drive: {law: "
    "fixed}}\n"
    "grains:\n"
    "  - {name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [3 cm, 3 cm, 3 "
    "cm], counts: [1, 1, "
    "1], origin: [0 m, 0 m, 1 cm]}}\n"
    "run: {duration: 1 s, step: 1e-5 s, ledger: true}\n";

static const char *const solvers[] = {"smooth", "nonsmooth"};

// Motions along and about z, at most 0.1 m/s; several of each kind with other values.
static const char *const drives[] = {
    "{law: fixed}",
    "{law: velocity, velocity: [0 m/s, 0 m/s, -20 mm/s]}",
    "{law: velocity, velocity: [10 mm/s, 0 m/s, -40 mm/s], from: 1 ms}",
    "{law: velocity, velocity: [0 m/s, 0 m/s, -20 mm/s], to: 1 s}",
    "{law: rotation, axis: [0, 0, 1], rate: 2 rad/s}",
    "{law: rotation, axis: [0, 0, 1], rate: -1 rad/s, point: [1 cm, 0 m, 0 m]}",
    "{law: oscillation, direction: [0, 0, 1], amplitude: 0.1 mm, frequency: 40 Hz}",
    "{law: oscillation, direction: [0, 0, 1], amplitude: 0.2 mm, frequency: 40 Hz, phase: 90 deg}",
    "{law: oscillation, direction: [0, 0, 1], amplitude: 0.1 mm, frequency: 55 Hz}",
    "{law: force, axis: [0, 0, 1], force: -2 N, mass: 0.1 kg}",
    "{law: force, axis: [0, 0, -1], force: 1 N, mass: 0.2 kg, damping: 3 N s/m}",
    "{law: servo, axis: [0, 0, -1], force: 2 N, mass: 0.1 kg, speed: 0.1 m/s}",
    "{law: servo, axis: [0, 0, 1], torque: 1e-4 N*m, inertia: 1e-5 kg m^2}",
    "{law: body, mass: 0.1 kg, inertia: [6e-5 kg m^2, 7e-5 kg m^2, 1e-4 kg m^2], force: [0, 0, -2 "
    "N]}",
    "[{law: oscillation, direction: [0, 0, 1], amplitude: 0.1 mm, frequency: 40 Hz},"
    " {law: rotation, axis: [0, 0, 1], rate: 1 rad/s, point: [1 cm, 0 m, 0 m]},"
    " {law: velocity, velocity: [10 mm/s, 0 m/s, -10 mm/s], from: 2 ms}]",
    "{law: expression, z: '-0.3 mm*(1 - cos(200 rad/s*t))', angle: 1 rad/s*t, axis: [0, 0, 1]}"};
enum { DRIVES = sizeof drives / sizeof *drives, PRESS = 1 };
#define FASTEST 0.12 // m/s

static bool open_with(sim *s, const char *solver, const char *drive)
{
    const case_override set[] = {{"solver", solver}, {"walls.press.drive", drive}};
    return sim_open(s, text, set, 2, NULL);
}

static bool branch(const sim *from, const char *solver, const char *drive, sim *to,
                   scree_error *error)
{
    image im = {0};
    const case_override set[] = {{"solver", solver}, {"walls.press.drive", drive}};
    world_options o = options_of(1, 0, 0);
    bool ok = world_image(from->w, &im, error) == SCREE_OK && sim_read(to, text, set, 2) &&
              world_restore(&to->m, &o, &im, &to->w, error) == SCREE_OK;
    image_clear(&im);
    return ok;
}

static frame_wall press_of(sim *s)
{
    frame f = sim_frame(s);
    frame_wall is = f.wall[PRESS];
    frame_clear(&f);
    return is;
}

static double way(const frame_wall *a, const frame_wall *b)
{
    return v3_norm(v3_sub(a->position, b->position));
}

static double turn(const frame_wall *a, const frame_wall *b)
{
    q4 d = q4_mul(a->orientation, q4_conjugate(b->orientation));
    return 2 * sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

// From every motion to every other: the wall is where it was, and goes on from there at no more than its speed.
static void try_change(const char *solver, int from, int to)
{
    sim a, b, c;
    scree_error error = {0};
    REQUIRE(open_with(&a, solver, drives[from]) && sim_step(&a, 730));
    const frame_wall was = press_of(&a);
    REQUIRE(branch(&a, solver, drives[to], &b, &error));
    frame_wall is = press_of(&b);
    CHECK_MSG(way(&was, &is) == 0 && turn(&was, &is) == 0, "%s: %s to %s jumps by %g m", solver,
              drives[from], drives[to], way(&was, &is));
    const double dt = world_dt(b.w);
    for (int k = 0; k < 40; k++) {
        frame_wall before = is;
        if (!CHECK(sim_step(&b, 1)))
            break;
        is = press_of(&b);
        CHECK_MSG(way(&before, &is) <= FASTEST * dt && turn(&before, &is) <= 2.1 * dt,
                  "%s: %s to %s: %g m in a step", solver, drives[from], drives[to],
                  way(&before, &is));
    }
    // saved and resumed, before its first step and in the middle
    REQUIRE(branch(&a, solver, drives[to], &c, &error));
    sim_close(&a);
    a = c;
    REQUIRE(branch(&a, solver, drives[to], &c, &error));
    sim_close(&a);
    CHECK(sim_step(&c, 17));
    a = c;
    REQUIRE(branch(&a, solver, drives[to], &c, &error));
    CHECK(sim_step(&c, 23));
    CHECK_MSG(sim_hash(&c) == sim_hash(&b), "%s: %s to %s is not the same in parts", solver,
              drives[from], drives[to]);
    sim_close(&a);
    sim_close(&b);
    sim_close(&c);
}

TEST(nothing_jumps)
{
    for (int s = 0; s < 2; s++)
        for (int from = 0; from < DRIVES; from++)
            for (int to = 0; to < DRIVES; to++)
                if (harness_takes(from + to + s) && harness_takes(from + 2 * to))
                    try_change(solvers[s], from, to);
}

// The same drive, or one that differs in what is still to come alone, is no change.
TEST(what_has_not_changed_goes_on_to_the_bit)
{
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < DRIVES; k++) {
            sim a, b;
            image im = {0};
            scree_error error = {0};
            if (!harness_takes(s + k))
                continue;
            REQUIRE(open_with(&a, solvers[s], drives[k]) && sim_step(&a, 730));
            REQUIRE(branch(&a, solvers[s], k == 1 ? drives[3] : drives[k], &b, &error));
            CHECK(sim_step(&a, 200) && sim_step(&b, 200));
            CHECK_MSG(sim_hash(&a) == sim_hash(&b), "%s %s", solvers[s], drives[k]);
            CHECK(world_image(b.w, &im, &error) == SCREE_OK &&
                  !image_find(&im, "wall/motion", IMAGE_F64, 15));
            image_clear(&im);
            sim_close(&a);
            sim_close(&b);
        }
}

// x(t) = x(now) + v (t - now), and a `from` that is still to come is waited for.
TEST(new_motions_follow_their_law)
{
    static const char faster[] =
        "{law: velocity, velocity: [30 mm/s, 0 m/s, 0 m/s], from: 9 ms, to: 11 ms}";
    for (int s = 0; s < 2; s++) {
        sim a, b;
        scree_error error = {0};
        REQUIRE(open_with(&a, solvers[s], drives[1]) && sim_step(&a, 800));
        const frame_wall was = press_of(&a);
        REQUIRE(branch(&a, solvers[s], faster, &b, &error) && sim_step(&b, 99));
        CHECK(press_of(&b).position.x == was.position.x);
        CHECK(sim_step(&b, 101));
        CHECK_REL(press_of(&b).position.x - was.position.x, 0.03e-3, 1e-9);
        CHECK(sim_step(&b, 300));
        CHECK_REL(press_of(&b).position.x - was.position.x, 0.06e-3, 1e-9);
        CHECK_NEAR(press_of(&b).velocity.x, 0, 0);
        sim_close(&b);
        // a mass keeps the speed that the wall had
        REQUIRE(branch(&a, solvers[s], drives[9], &b, &error));
        CHECK_NEAR(press_of(&b).velocity.z, -0.02, 3e-4);
        sim_close(&a);
        sim_close(&b);
    }
}

TEST(a_jump_must_be_asked_for)
{
    static const char back[] = "{law: velocity, velocity: [0 m/s, 0 m/s, 1 mm/s], jump: true}";
    for (int s = 0; s < 2; s++) {
        sim a, b, c;
        scree_error error = {0};
        REQUIRE(open_with(&a, solvers[s], drives[1]) && sim_step(&a, 800));
        REQUIRE(branch(&a, solvers[s], back, &b, &error));
        CHECK_NEAR(press_of(&b).position.z, 20.1e-3 + 8e-6, 1e-12);
        CHECK(sim_step(&b, 10));
        REQUIRE(branch(&b, solvers[s], back, &c, &error)); // asked for once
        CHECK(sim_step(&b, 10) && sim_step(&c, 10) && sim_hash(&b) == sim_hash(&c));
        sim_close(&a);
        sim_close(&b);
        sim_close(&c);
    }
}

// The dashpots of contacts go by the mass of a wall that gives way, which its damping does not change: in the first step that of
// a servo with a time of its own is that of one which has to be told it.
TEST(a_servo_gives_way_from_its_first_step_on)
{
    static const char *const servos[][2] = {
        {"{law: servo, axis: [0, 1, 0], torque: 0 N*m, inertia: 1e-8 kg m^2}",
         "{law: servo, axis: [0, 1, 0], torque: 0 N*m, inertia: 1e-8 kg m^2, time: 1 ms}"},
        {"{law: servo, axis: [0, 0, -1], force: 0 N, mass: 1 g}",
         "{law: servo, axis: [0, 0, -1], force: 0 N, mass: 1 g, time: 1 ms}"}};
    const case_override off[] = {{"grains.one.packing.origin", "[6 mm, 0, 1 cm]"},
                                 {"run.ledger", "false"}, // whose first look would place the walls
                                 {"walls.press.drive", drives[1]}};
    for (int k = 0; k < 2; k++) {
        sim from;
        v3 place[3];
        REQUIRE(sim_open(&from, text, off, 3, NULL) && sim_step(&from, 1000));
        for (int i = 0; i < 3; i++) {
            const case_override set[] = {
                off[0], off[1], {"walls.press.drive", i < 2 ? servos[k][i] : "{law: fixed}"}};
            sim to;
            image im = {0};
            const world_options options = {.threads = 1, .changed = true};
            REQUIRE(world_image(from.w, &im, NULL) == SCREE_OK);
            REQUIRE(sim_read(&to, text, set, 3) && sim_restore(&to, &im, &options));
            CHECK(sim_step(&to, 1));
            frame f = sim_frame(&to);
            place[i] = f.ball.position[0];
            frame_clear(&f);
            image_clear(&im);
            sim_close(&to);
        }
        CHECK_MSG(place[0].z == place[1].z, "%s: %.17g, not %.17g", servos[k][0], place[0].z,
                  place[1].z);
        CHECK(place[0].z != place[2].z);
        sim_close(&from);
    }
}

TEST(a_limit_that_was_passed_is_refused)
{
    static const char loaded[] = "{law: force, axis: [0, 0, 1], force: -2 N, mass: 0.1 kg}",
                      limited[] =
                          "{law: force, axis: [0, 0, 1], force: -2 N, mass: 0.1 kg, low: -0.1 mm}",
                      wide[] =
                          "{law: force, axis: [0, 0, 1], force: -3 N, mass: 0.1 kg, low: -1 cm}";
    for (int s = 0; s < 2; s++) {
        sim a, b;
        scree_error error = {0};
        REQUIRE(open_with(&a, solvers[s], loaded) && sim_step(&a, 600));
        CHECK(press_of(&a).position.z < 20e-3);
        CHECK(!branch(&a, solvers[s], limited, &b, &error));
        CHECK_HAS(error.where, "walls.press.drive");
        CHECK_HAS(error.what, "below its limit `low: -0.0001 m`");
        sim_close(&b);
        CHECK(branch(&a, solvers[s], wide, &b, &error));
        sim_close(&a);
        sim_close(&b);
    }
}

// The ball is pressed while the motion changes: what the wall does is booked as exactly as without a change. Without
// dashpots, whose force jumps with the speed of the wall.
static double out_of_books(const char *step, int steps, const char *to)
{
    const case_override elastic = {"pairs.default.normal.restitution", "1"};
    const case_override set[] = {{"run.step", step}, {"walls.press.drive", drives[1]}, elastic};
    const case_override other[] = {{"run.step", step}, {"walls.press.drive", to}, elastic};
    sim a, b;
    image im = {0};
    scree_error error = {0};
    world_options o = options_of(1, 0, 0);
    if (!sim_open(&a, text, set, 3, NULL) || !sim_step(&a, steps) ||
        world_image(a.w, &im, &error) || !sim_read(&b, text, other, 3) ||
        world_restore(&b.m, &o, &im, &b.w, &error) || !sim_step(&b, steps))
        abort();
    frame f = sim_frame(&b);
    double out = f.ledger.residual / f.ledger.turned_over;
    frame_clear(&f);
    image_clear(&im);
    sim_close(&a);
    sim_close(&b);
    return fabs(out);
}

TEST(books_of_walls_stay_right)
{
    static const int to[] = {0, 2, 6, 9};
    const double same = out_of_books("1e-5 s", 1500, drives[1]);
    CHECK_MSG(same < 1e-7, "%g without a change", same);
    for (int k = 0; k < 4; k++) {
        const double coarse = out_of_books("1e-5 s", 1500, drives[to[k]]),
                     fine = out_of_books("0.5e-5 s", 3000, drives[to[k]]);
        CHECK_MSG(coarse < 2e-6 && fine < 0.3 * coarse + 1e-12,
                  "%s: books are out by %g, %g with half the step", drives[to[k]], coarse, fine);
    }
}

TEST_MAIN
