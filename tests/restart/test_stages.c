// label: sanitize
// test_stages.c - a run in stages: the same bits however it is cut and dealt, whatever a stage changes, with both solvers;
// contacts with a wall that is taken away end and are booked; a wall that comes up in grains is refused.
#include "harness.h"
#include "support/scenes.h"

#include <stdlib.h>

// Disks fall into a bin; its gate is taken away, a ram is put up beside them and moves, gravity turns, the law softens.
static const char text[] =
    "scree: 1\ndimensions: 2\ngravity: [0 m/s^2, -9.81 m/s^2]\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.4}, tangential: {law: mindlin, "
    "friction: "
    "0.5}}}\n"
    "shapes: {bead: {ball: {radius: 5 mm}}}\n"
    "domain: {low: [0 m, -0.2 m], high: [0.1 m, 0.3 m], boundary: {x: wall}, material: glass}\n"
    "walls: {gate: {material: glass, plane: {point: [0 m, 0 m], normal: [0, 1]}}}\n"
    "grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 24, low: [0 "
    "m, "
    "0 m], high: [0.1 m, 0.06 m], seed: 5}}]\n"
    "run: {on_loss: remove, ledger: true, deepest_overlap: none, step: 5e-5 s}\n"
    "probes: {flow: {law: flow-rate, axis: y, at: -5 cm}}\n"
    "stages:\n"
    "  - {name: fill, until: 'speed < 2 m/s and stage_time > 20 ms', every: 40, limit: 1 s}\n"
    "  - {name: soften, until: 21 ms, set: {materials.glass.young: 3 MPa, gravity: [1 m/s^2, -9.81 "
    "m/s^2]}}\n"
    "  - name: push\n"
    "    until: 17 ms\n"
    "    set:\n"
    "      walls.ram: {material: glass, plane: {point: [-1 cm, 0 m], normal: [1, 0]}, drive: {law: "
    "velocity, velocity: [0.3 m/s, 0 m/s]}}\n"
    "      run.step: 4e-5 s\n"
    "  - {name: open, set: {walls.gate: none}, until: 'flow.grains_total <= -2', every: 25, limit: "
    "1 "
    "s}\n"
    "  - {name: rain, until: 20 ms, set: {walls.ram: none, streams.rain: {shape: bead, material: "
    "glass, low: [0 m, 0.2 m], high: "
    "[0.1 m, 0.28 m], rate: 200/s}, walls.lid: {material: glass, plane: {point: [0 m, -0.15 m], "
    "normal: [0, 1]}}}}\n";

enum { STEPS = 20000 };

static void to_the_end(sim *s)
{
    scree_error error;
    while (!world_is_over(s->w) && world_steps(s->w) < STEPS)
        if (!CHECK_MSG(world_step(s->w, 1000, &error) == SCREE_OK, "%s: %s", error.where,
                       error.what))
            return;
}

static bool open_with(sim *s, const char *solver, const world_options *options)
{
    const case_override set[] = {{"solver", solver}};
    return sim_open(s, text, set, 1, options);
}

// From an image and on, with other threads and parts: `s` is closed, and `next` goes on. A world keeps the address of its
// model, so neither can be copied.
static bool cut(sim *s, sim *next, const char *solver, const world_options *options)
{
    const case_override set[] = {{"solver", solver}};
    image im = {0};
    scree_error error;
    bool ok = world_image(s->w, &im, &error) == SCREE_OK && sim_read(next, text, set, 1);
    ok = ok && CHECK_MSG(world_restore(&next->m, options, &im, &next->w, &error) == SCREE_OK,
                         "%s: %s", error.where, error.what);
    image_clear(&im);
    if (ok)
        sim_close(s);
    return ok;
}

static void try_solver(const char *solver, int parts)
{
    sim a;
    sim cuts[2];
    sim *b = &cuts[0];
    sim *next = &cuts[1];
    const world_options plain = options_of(1, 0, 0);
    world_options other = options_of(3, 1, 0);
    scree_error error;
    other.parts = parts;
    REQUIRE(open_with(&a, solver, &plain) && open_with(b, solver, &other));
    to_the_end(&a);
    const stage_mark last = world_stage(a.w);
    CHECK_MSG(last.number == 4 && last.end == STAGE_END_TIME, "%s: stage %d", solver, last.number);
    // cut at every border, before and behind it, and here and there
    uint64_t state = 7;
    while (!world_is_over(b->w) && world_steps(b->w) < STEPS) {
        state = state * UINT64_C(6364136223846793005) + 1;
        const int64_t steps = 1 + (int64_t)(state >> 40) % 300;
        if (!CHECK_MSG(world_step(b->w, steps, &error) == SCREE_OK, "%s: %s", error.where,
                       error.what) ||
            !cut(b, next, solver, &other))
            break;
        sim *closed = b;
        b = next;
        next = closed;
    }
    CHECK_MSG(world_steps(a.w) == world_steps(b->w), "%s: %lld and %lld steps, stages %d and %d",
              solver, (long long)world_steps(a.w), (long long)world_steps(b->w),
              world_stage(a.w).number, world_stage(b->w).number);
    CHECK_MSG(sim_hash(&a) == sim_hash(b), "%s: not the same when cut", solver);
    frame f = sim_frame(&a);
    CHECK_MSG(fabs(f.ledger.residual) < 2e-3 * f.ledger.turned_over, "%s: %g of %g J", solver,
              f.ledger.residual, f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&a);
    sim_close(b);
}

TEST(a_run_that_is_cut_has_the_same_bits)
{
    try_solver("smooth", 3);
    try_solver("nonsmooth", 1);
}

// Walls keep their ids, those that come get new ones, and no id is given twice.
TEST(walls_are_known_by_their_names)
{
    sim a;
    const world_options plain = options_of(1, 0, 0);
    REQUIRE(open_with(&a, "smooth", &plain));
    to_the_end(&a);
    frame f = sim_frame(&a);
    CHECK(f.walls == 3); // two planes of the domain, and the lid
    CHECK(f.walls == 3 && f.wall[0].id == 0 && f.wall[1].id == 1 && f.wall[2].id == -2);
    CHECK(f.ball.count > 0 && f.ball.id[0] >= 3);
    frame_clear(&f);
    sim_close(&a);
}

// A ball rests on a floor that is taken away: the energy in the contact is booked, and the ball falls.
TEST(the_contact_with_a_wall_that_goes_ends)
{
    static const char one[] =
        "scree: 1\ngravity: [0 m/s^2, 0 m/s^2, -10 m/s^2]\n"
        "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 1 kN/m, restitution: 0.5}, tangential: "
        "{law: none}}}\n"
        "shapes: {ball: {ball: {radius: 1 cm}}}\n"
        "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
        "walls: {floor: {material: soft, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
        "grains: [{name: one, shape: ball, material: soft, packing: {law: lattice, spacing: [3 cm, "
        "3 "
        "cm, 3 cm], counts: [1, 1, 1], origin: [0 m, 0 m, 9.95 mm]}}]\n"
        "run: {step: 1e-4 s, ledger: true}\n"
        "stages: [{name: rest, until: 1 s}, {name: fall, until: 0.1 s, set: {walls.floor: "
        "none}}]\n";
    sim a;
    scree_error error;
    const world_options plain = options_of(1, 0, 0);
    REQUIRE(sim_open(&a, one, NULL, 0, &plain));
    CHECK(world_step(a.w, 20000, &error) == SCREE_OK && world_steps(a.w) == 10000);
    frame before = sim_frame(&a);
    const double held = before.ledger.elastic;
    CHECK(held > 0);
    to_the_end(&a);
    CHECK(world_is_over(a.w) && world_steps(a.w) == 11000);
    frame f = sim_frame(&a);
    const double fallen = before.ball.position[0].z - f.ball.position[0].z;
    CHECK_MSG(fabs(fallen - 0.05) < 1e-4, "fell %g m", fallen); // g t^2/2
    CHECK_MSG(fabs(f.ledger.added + held) < 1e-6 * f.ledger.turned_over, "added %g, held %g",
              f.ledger.added, held);
    CHECK_MSG(fabs(f.ledger.residual) < 1e-6 * f.ledger.turned_over, "%g of %g J",
              f.ledger.residual, f.ledger.turned_over);
    frame_clear(&before);
    frame_clear(&f);
    sim_close(&a);
}

// The world is what it was, and tells where the wall is.
TEST(a_wall_that_comes_up_in_grains_is_refused)
{
    static const char stages[] = "[{name: first, until: 1 ms}, {name: second, until: 1 ms, set: {"
                                 "walls.cut: {material: glass, plane: {point: [0 m, 2 cm], normal: "
                                 "[0, 1]}}}}]";
    const case_override set[] = {{"stages", stages}, {"run.deepest_overlap", "0.5"}};
    sim a;
    scree_error error = {0};
    const world_options plain = options_of(1, 0, 0);
    REQUIRE(sim_open(&a, text, set, 2, &plain));
    CHECK(world_step(a.w, 1000, &error) == SCREE_OK);
    const uint64_t hash = sim_hash(&a);
    CHECK(world_step(a.w, 1, &error) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(error.where, "walls.cut") != NULL, "%s: %s", error.where, error.what);
    CHECK(sim_hash(&a) == hash && hash != 0);
    sim_close(&a);
}

// A condition that does not hold is a verdict at its limit, or the next stage begins.
TEST(a_limit_stops_or_goes_on)
{
    static const char *const stages[] = {
        "[{name: wait, until: 'count > 1000', limit: 5 ms}, {name: more, until: 1 ms}]",
        "[{name: wait, until: 'count > 1000', limit: 5 ms, at_limit: next}, {name: more, until: 1 "
        "ms}]"};
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {{"stages", stages[i]}};
        sim a;
        scree_error error = {0};
        const world_options plain = options_of(1, 0, 0);
        REQUIRE(sim_open(&a, text, set, 1, &plain));
        const scree_status status = world_step(a.w, 1000, &error);
        CHECK(world_steps(a.w) == 100 && world_stage(a.w).end == STAGE_END_LIMIT);
        CHECK(status == (i == 0 ? SCREE_DIVERGED : SCREE_OK));
        CHECK(i == 1 || strstr(error.what, "did not hold in 0.005 s") != NULL);
        sim_close(&a);
    }
}

// From forces to impulses and back, each begins with what the other left.
TEST(a_stage_may_have_the_other_solver)
{
    static const char stages[] =
        "[{name: fall, until: 0.2 s}, {name: lie, until: 50 ms, set: {solver: nonsmooth, run.step: "
        "2e-4 "
        "s}}, {name: again, until: 50 ms, set: {solver: smooth, run.step: 5e-5 s}}]";
    const case_override set[] = {{"stages", stages}};
    sim a;
    const world_options plain = options_of(1, 0, 0);
    REQUIRE(sim_open(&a, text, set, 1, &plain));
    to_the_end(&a);
    CHECK(world_is_over(a.w) && world_stage(a.w).number == 2);
    CHECK_NEAR(world_time(a.w), 0.3, 1e-9);
    CHECK_NEAR(world_stage(a.w).time, 0.25, 1e-9);
    frame f = sim_frame(&a);
    CHECK(f.ball.count == 24 && f.contact.count > 20);
    CHECK_MSG(fabs(f.ledger.residual) < 0.02 * f.ledger.turned_over, "%g of %g J",
              f.ledger.residual, f.ledger.turned_over);
    frame_clear(&f);
    sim_close(&a);
}

// A stage that lets `auto` choose for the other solver has a step for it.
TEST(auto_chooses_for_the_other_solver)
{
    static const char stages[] =
        "[{name: fall, until: 50 ms}, {name: lie, until: 20 ms, set: {solver: nonsmooth}}]";
    const case_override set[] = {{"stages", stages}, {"run.step", "auto"}};
    sim a;
    const world_options plain = options_of(1, 0, 0);
    REQUIRE(sim_open(&a, text, set, 2, &plain));
    const double step = world_dt(a.w);
    to_the_end(&a);
    CHECK(world_stage(a.w).number == 1);
    CHECK_MSG(world_dt(a.w) > 1.5 * step, "%g s after %g s", world_dt(a.w), step);
    CHECK_NEAR(world_time(a.w), 0.07, world_dt(a.w));
    sim_close(&a);
}

// What `auto` chose stands in the resolved case as a number, which is not for the stages that have the other solver.
TEST(the_resolved_case_chooses_for_the_other_solver)
{
    static const char stages[] =
        "[{name: fall, until: 20 ms}, {name: lie, until: 10 ms, set: {solver: nonsmooth}}, {name: "
        "shake, until: 10 ms, set: {solver: smooth}}, {name: rest, until: 10 ms, set: {solver: "
        "nonsmooth}}]";
    static const char *const solver[] = {"smooth", "nonsmooth"};
    const case_families families = all_families();
    const world_options plain = options_of(1, 0, 0);
    for (int i = 0; i < 2; i++) {
        const case_override set[] = {
            {"stages", stages}, {"run.step", "auto"}, {"solver", solver[i]}};
        sim a;
        sim b;
        REQUIRE(sim_open(&a, text, set, 3, &plain));
        model shown = a.m;
        shown.step = world_dt(a.w);
        if (i == 1)
            shown.nonsmooth.diameter = world_step_choice(a.w)->diameter;
        char *resolved = case_resolved(&shown, &families);
        REQUIRE(resolved && sim_open(&b, resolved, NULL, 0, &plain));
        to_the_end(&a);
        to_the_end(&b);
        CHECK(world_steps(a.w) == world_steps(b.w) && world_stage(b.w).number == 3);
        CHECK_MSG(sim_hash(&a) == sim_hash(&b), "%s first", solver[i]);
        free(resolved);
        sim_close(&a);
        sim_close(&b);
    }
}

// A cell that has grown holds grains beyond the domain of the case: they come back with it.
TEST(a_cell_that_has_grown_goes_on)
{
    static const char cell[] =
        "scree: 1\ngravity: 0\n"
        "domain: {low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm], boundary: {x: periodic, y: periodic, "
        "z: "
        "periodic}}\n"
        "cell: {rate: {xx: 4/s, zz: 5/s}}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, "
        "friction: 0.5}}}\n"
        "shapes: {b: {ball: {radius: 0.9 mm}}}\n"
        "grains: [{name: g, shape: b, material: m, temperature: 0.05 m^2/s^2, packing: {law: "
        "lattice, "
        "spacing: [2 mm, 2 mm, 2 mm], counts: [5, 5, 5], origin: [1 mm, 1 mm, 1 mm]}}]\n"
        "run: {duration: 0.1 s}\n";
    const world_options plain = options_of(1, 0, 0);
    scree_error error = {0};
    image im = {0};
    sim whole;
    sim again;
    REQUIRE(sim_open(&whole, cell, NULL, 0, &plain));
    REQUIRE(sim_step(&whole, world_step_at(whole.w, 0.04)));
    frame f = sim_frame(&whole);
    double farthest = 0;
    for (int64_t i = 0; i < f.ball.count; i++)
        farthest = fmax(farthest, f.ball.position[i].z);
    CHECK(farthest > 0.01);
    frame_clear(&f);
    REQUIRE(world_image(whole.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_read(&again, cell, NULL, 0));
    REQUIRE(sim_restore(&again, &im, &plain));
    CHECK(sim_step(&whole, 200) && sim_step(&again, 200));
    CHECK(sim_hash(&whole) == sim_hash(&again));
    image_clear(&im);
    sim_close(&whole);
    sim_close(&again);
}

TEST_MAIN
