// test_probes_refused.c - values of probes that would give empty tables without a word: refused when the case is read, with
// what is wrong and what to do.
#include "swarm_fixture.h"

// The box of a swarm goes from 0 to 1.
static void check_refused(rig *r, const swarm *s, const char *what)
{
    CHECK(swarm_begin(r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r->error.what, what);
    CHECK(*r->error.hint);
    rig_clear(r);
}

TEST(intervals_that_end_before_they_begin)
{
    static const char *const names[] = {"fields", "velocity-profile", "radial-profile",
                                        "force-histogram", "radial-distribution"};
    swarm *s = swarm_make(1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        rig r = rig_make(names[i]);
        if (!strcmp(names[i], "fields"))
            set(&r, "cell", 0.5, 0, 0);
        if (!strcmp(names[i], "radial-distribution"))
            set(&r, "reach", 0.2, 0, 0);
        if (!strcmp(names[i], "force-histogram"))
            set(&r, "high", 1, 0, 0);
        if (!strcmp(names[i], "radial-profile")) {
            set(&r, "point", 0.5, 0.5, 0);
            set(&r, "radius", 0.5, 0, 0);
        }
        set(&r, "from", 2, 0, 0);
        set(&r, "to", 2, 0, 0);
        CHECK(swarm_begin(&r, s) == SCREE_OK);
        set(&r, "to", 1, 0, 0);
        check_refused(&r, s, "no time is from 2 s to 1 s");
    }
    free(s);
}

TEST(corners_and_ranges)
{
    swarm *s = swarm_make(1);
    rig r = rig_make("velocity-profile");
    set(&r, "corner_low", 0.6, 0, 0);
    set(&r, "corner_high", 0.4, 1, 1);
    check_refused(&r, s, "along x the box from 0.6 m to 0.4 m is empty");
    r = rig_make("velocity-profile");
    set(&r, "corner_low", 2, 0, 0);
    set(&r, "corner_high", 3, 1, 1);
    check_refused(&r, s, "no grain is ever from 2 m to 3 m");
    r = rig_make("velocity-profile");
    set(&r, "low", -2, 0, 0);
    set(&r, "high", -1, 0, 0);
    check_refused(&r, s, "along z no grain is ever from -2 m to -1 m");
    free(s);
}

TEST(boxes_outside_of_the_domain)
{
    swarm *s = swarm_make(1);
    rig r = rig_make("region");
    set(&r, "low", 0, 2, 0);
    set(&r, "high", 1, 3, 1);
    check_refused(&r, s, "along y no grain is ever");
    r = rig_make("fields");
    set(&r, "cell", 0.5, 0, 0);
    set(&r, "low", 0, 0, 2);
    set(&r, "high", 1, 1, 3);
    check_refused(&r, s, "along z no grain is ever");
    r = rig_make("radial-profile");
    set(&r, "point", 5, 0, 0);
    set(&r, "radius", 1, 0, 0);
    check_refused(&r, s, "along x no grain is ever");
    r = rig_make("flow-rate");
    set(&r, "at", 5, 0, 0);
    check_refused(&r, s, "along x no grain is ever");
    r = rig_make("flow-rate"); // an image of the plane is within
    s->m.boundary[0] = BOUNDARY_PERIODIC;
    set(&r, "at", 5, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_OK);
    rig_clear(&r);
    free(s);
}

TEST(surfaces)
{
    swarm *s = swarm_make(1);
    s->m.gravity = v3_make(0, 0, -9.81);
    rig r = rig_make("angle-of-repose");
    set(&r, "along", 0, 0, 0);
    check_refused(&r, s, "`along` has no length");
    r = rig_make("angle-of-repose");
    set(&r, "cell", 1e-9, 0, 0);
    check_refused(&r, s, "into more than a million");
    free(s);
}
TEST_MAIN
