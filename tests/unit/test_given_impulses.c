// test_given_impulses.c - what contacts begin a step with, given to their bodies batch by batch. label: sanitize
#include "harness.h"
#include "support/network_of.h"
#include "support/scenes.h"

#include "base/memory.h"
#include "smooth/smooth.h"

#include <string.h>

static void give_blocks(ns_solver *s, bool filled)
{
    for (int i = 0; i < s->order.phase_first[NS_PHASES]; i++)
        solver_give_block(s, busy_block(s, i), false, filled);
}

// Batches of balls give what their contacts give one by one, to the bit, at any width; rows that are not there nothing.
TEST(batches_give_what_contacts_give)
{
    static const int widths[] = {1, 2, 4, 8};
    const scene *what = scene_find("nonsmooth-bed");
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        sim s;
        const world_options options = options_of(1, widths[i], 0);
        if (!sweep_choose(widths[i]) || !kernel_choose(widths[i]))
            continue;
        REQUIRE(what && sim_open(&s, what->text, NULL, 0, &options) &&
                sim_step(&s, what->steps / 5));
        ns_solver *n = network_of(s.w);
        mover_copy before = {0};
        mover_copy given = {0};
        for (int64_t k = 0; k < n->network.ordered; k += 5)
            n->network.contact[k].soft = -1;
        solver_fill(n, STAGE_CONSTRAINTS);
        REQUIRE(solver_keep(n, &before));
        give_blocks(n, false);
        REQUIRE(solver_keep(n, &given));
        const size_t bytes = (size_t)n->movers.count * sizeof *before.at;
        CHECK(memcmp(given.at, before.at, bytes) != 0);
        memcpy(n->movers.body, before.at, bytes);
        give_blocks(n, true);
        CHECK_MSG(memcmp(given.at, n->movers.body, bytes) == 0, "width %d", widths[i]);
        mem_free(before.at);
        mem_free(given.at);
        sim_close(&s);
    }
}

TEST_MAIN
