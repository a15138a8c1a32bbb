// test_kept_order.c - blocks whose contacts are those of the step before keep their order, and the network its levels:
// they are those that would be made anew, the same with threads, and a world in which all is always made anew goes the
// same way to the bit.
// label: sanitize
#include "harness.h"
#include "support/network_of.h"
#include "support/scenes.h"

#include <string.h>

// A cubic heap that stands, and balls that come down on it later.
static const char heap[] =
    "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [10 cm, 10 cm, 30 cm], boundary: {x: periodic, y: "
    "periodic, z: wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: 0.4}}}\n"
    "shapes: {ball: {ball: {radius: 5 mm}}}\n"
    "grains:\n"
    "  - {name: heap, shape: ball, material: glass, packing: {law: lattice, counts: [10, 10, 14], "
    "spacing: [1 cm, 1 cm, 1 cm], origin: [5 mm, 5 mm, 5 mm]}}\n"
    "  - {name: late, shape: ball, material: glass, packing: {law: lattice, counts: [2, 2, 1], "
    "spacing: [2.5 cm, 2.5 cm, 1 cm], origin: [2 cm, 2 cm, 14.8 cm]}}\n"
    "run: {duration: 1 s, step: 0.5 ms}\n";

enum { STEPS = 70 };

// All that batches are made of, one after the other.
static uint64_t sum_of_order(const ns_solver *s)
{
    uint64_t sum = 1469598103934665603u;
    for (int i = 0; i < s->order.phase_first[NS_PHASES]; i++) {
        const ns_block *block = busy_block(s, i);
        for (int32_t k = 0; k < block->batches; k++) {
            for (int lane = 0; lane < SWEEP_LANES; lane++) {
                const int32_t at = block->lane[k][lane];
                const ns_contact *contact = at >= 0 ? &s->network.contact[at] : NULL;
                const int64_t number[] = {block->batch[k].b[lane], block->batch[k].a[lane], at,
                                          contact ? contact->id_a : -1,
                                          contact ? contact->id_b : -1};
                for (size_t j = 0; j < sizeof number / sizeof *number; j++)
                    sum = (sum ^ (uint64_t)number[j]) * 1099511628211u;
            }
        }
    }
    return sum;
}

static void forget_order(ns_solver *s)
{
    s->ways.known = 0;
    for (int i = 0; i < s->order.blocks; i++)
        s->order.block[i].ordered_count = -1;
}

TEST(a_kept_order_is_the_one_that_would_be_made)
{
    sim kept;
    sim anew;
    int all = 0;
    int some = 0;
    int walked = 0;
    REQUIRE(sim_open(&kept, heap, NULL, 0, NULL));
    REQUIRE(sim_open(&anew, heap, NULL, 0, NULL));
    for (int k = 0; k < STEPS; k++) {
        REQUIRE(sim_step(&kept, 1) && sim_step(&anew, 1));
        const ns_report *report = &network_of(kept.w)->report;
        all += report->kept == report->blocks;
        some += report->kept > 0 && report->kept < report->blocks;
        walked += report->walked;
        CHECK(report->blocks > 2 && network_of(anew.w)->report.kept == 0);
        CHECK(network_of(anew.w)->report.walked);
        CHECK(report->depth == network_of(anew.w)->report.depth);
        REQUIRE(sum_of_order(network_of(kept.w)) == sum_of_order(network_of(anew.w)));
        forget_order(network_of(anew.w));
    }
    // At rest all blocks keep theirs; where balls come down, those do that they do not come to.
    CHECK_MSG(all > STEPS / 2, "all blocks kept their order in %d steps", all);
    CHECK_MSG(walked < STEPS / 2, "the network was followed anew in %d steps", walked);
    CHECK_MSG(some > 0, "some blocks kept their order in %d steps", some);
    CHECK(sim_hash(&kept) == sim_hash(&anew));
    sim_close(&kept);
    sim_close(&anew);
}

// Where much begins and ends as well.
TEST(what_is_kept_is_what_would_be_made_in_scenes)
{
    static const char *const scenes[] = {"nonsmooth-bed", "nonsmooth-hubs", "nonsmooth-stirred",
                                         "nonsmooth-solids", "nonsmooth-stream"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        const scene *what = scene_find(scenes[i]);
        sim kept;
        sim anew;
        REQUIRE(what && sim_open(&kept, what->text, NULL, 0, NULL));
        REQUIRE(sim_open(&anew, what->text, NULL, 0, NULL));
        for (int k = 0; k < 60; k++) {
            REQUIRE(sim_step(&kept, 1) && sim_step(&anew, 1));
            const int depth = network_of(anew.w)->report.depth;
            CHECK_MSG(network_of(kept.w)->report.depth == depth, "%s, step %d", what->name, k);
            CHECK(sum_of_order(network_of(kept.w)) == sum_of_order(network_of(anew.w)));
            forget_order(network_of(anew.w));
        }
        CHECK_MSG(sim_hash(&kept) == sim_hash(&anew), "%s", what->name);
        sim_close(&kept);
        sim_close(&anew);
    }
}

// Who finds which contacts changes from step to step.
TEST(threads_keep_the_order_as_well)
{
    sim s;
    int all = 0;
    const world_options two = options_of(2, 0, 0);
    REQUIRE(sim_open(&s, heap, NULL, 0, &two));
    for (int k = 0; k < STEPS; k++) {
        REQUIRE(sim_step(&s, 1));
        all += network_of(s.w)->report.kept == network_of(s.w)->report.blocks;
    }
    CHECK_MSG(all > STEPS / 2, "all blocks kept their order in %d steps", all);
    sim_close(&s);
}

// Impulses are found whichever way they stand, and wherever they are looked for first.
TEST(impulses_are_found_by_their_keys)
{
    sim s;
    REQUIRE(sim_open(&s, heap, NULL, 0, NULL) && sim_step(&s, 20));
    const ns_solver *solver = network_of(s.w);
    const int64_t slots = solver->memory.slots;
    int64_t known = 0;
    for (int64_t i = 0; i < solver->network.ordered; i++) {
        const ns_contact *contact = &solver->network.contact[i];
        const int64_t guess[] = {-1, 0, i, slots - 1, slots};
        for (size_t k = 0; k < sizeof guess / sizeof *guess; k++) {
            int64_t slot = guess[k];
            impact_row impulse = {0};
            const bool there = solver_recall(solver, contact, &slot, &impulse);
            REQUIRE(there == solver->memory.kept[i].there);
            REQUIRE(!there || (slot == i + 1 && impulse.push == contact->impulse.push));
            known += there;
        }
    }
    CHECK_MSG(known > 5 * 500, "%ld impulses", (long)known);
    sim_close(&s);
}

TEST_MAIN
