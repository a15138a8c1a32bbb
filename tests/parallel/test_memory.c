// test_memory.c - every allocation of some steps and of a look fails once: the call says so, nothing breaks, and the
// world can still be asked for frames and steps, and destroyed. Quick tests let some of them fail.
#include "harness.h"
#include "support/failing.h"
#include "support/scenes.h"

#include <stdlib.h>

// One thread: which allocation is the n-th must not depend on luck. True while there are allocations left to fail.
static bool fail_at(const scene *what, const world_options *options, int begin, long n)
{
    sim s;
    scree_error e = {0};
    frame f = {0};
    if (!CHECK(sim_open(&s, what->text, NULL, 0, options)) || !CHECK(sim_step(&s, begin)))
        return false;
    until_failure = n;
    scree_status status = world_step(s.w, 3, &e);
    if (status == SCREE_OK)
        status = world_frame(s.w, &f, &e);
    bool failed = until_failure < 0;
    until_failure = -1;
    CHECK_MSG((status == SCREE_NO_MEMORY) == failed && (!failed || (e.what[0] && e.hint[0])),
              "%s, allocation %ld: status %d, %s", what->name, n, (int)status, e.what);
    (void)world_frame(s.w, &f, &e);
    (void)world_step(s.w, 1, &e);
    frame_clear(&f);
    sim_close(&s);
    return failed;
}

TEST(every_allocation_fails_once)
{
    static const struct {
        const char *scene;
        int begin;
    } all[] = {{"nonsmooth-hubs", 0},
               {"nonsmooth-stirred", 60},
               {"nonsmooth-solids", 60},
               {"nonsmooth-stream", 40}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const scene *what = scene_find(all[i].scene);
        long n = 0;
        REQUIRE(what != NULL);
        while (fail_at(what, NULL, all[i].begin, n))
            n += harness_shares().all;
        CHECK_MSG(n > 10, "%s: only %ld allocations", what->name, n);
    }
}

// With so thin a skin that bodies are dealt out anew in each step.
TEST(every_allocation_of_parts_fails_once)
{
    static const char *const names[] = {"outlines", "geared"};
    const world_options options = {.threads = 1, .skin = 1e-7, .parts = 3};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        long n = 0;
        while (fail_at(scene_find(names[i]), &options, 5, n))
            n += harness_shares().all;
        CHECK_MSG(n > 100, "%s: only %ld allocations", names[i], n);
    }
}

TEST_MAIN
