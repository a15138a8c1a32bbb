// test_friction_problem.c - what the sweeps end at solves the friction-contact problem of the step, put together
// densely from masses, inertia and arms. label: sanitize
#include "harness.h"
#include "support/friction_problem.h"

// Where the matrix is definite impulses are unique; between faces that stick friction can be shared in many ways, which
// sweeps come to slowly.
TEST(sweeps_solve_the_problem_of_the_step)
{
    int definite = 0;
    int mixed = 0;
    for (int k = 0; k < friction_scene_count; k++) {
        const char *name = friction_scenes[k].name;
        sim s;
        friction_problem p;
        if (!CHECK_MSG(friction_scene_open(&friction_scenes[k], &s, &p), "%s", name))
            continue;
        friction_gap gap = friction_problem_compare(&p, p.ours);
        friction_state state = friction_problem_state(&p, p.ours);
        bool regular = friction_problem_definite(&p);
        double left = friction_problem_residual(&p, p.ours);
        double allowed = (regular ? 1e-11 : 1e-9) * gap.most;
        definite += regular;
        mixed += state.sliding > 0;
        CHECK_MSG(p.contacts >= 20 && p.contacts <= 200, "%s: %d contacts", name, p.contacts);
        CHECK_MSG(state.sliding < state.pushing, "%s: %d of %d slide", name, state.sliding,
                  state.pushing);
        CHECK_MSG(left <= allowed, "%s: rows are off by %g of %g m/s", name, left, gap.most);
        CHECK_MSG(gap.off <= 1e-10 * gap.most, "%s: velocities are off by %g of %g m/s", name,
                  gap.off, gap.most);
        friction_problem_clear(&p);
        sim_close(&s);
    }
    CHECK(definite >= 5 && mixed >= 7);
}

// The residual sees impulses that are wrong, and so does the comparison of velocities.
TEST(wrong_impulses_are_seen)
{
    sim s;
    friction_problem p;
    REQUIRE(friction_scene_open(&friction_scenes[0], &s, &p));
    int last = p.size - p.each; // of the floor
    double wrong = 1e-6 * p.ours[last];
    REQUIRE(wrong > 0);
    for (int k = last; k < p.size; k++) {
        double right = p.ours[k];
        double d = p.matrix[(size_t)k * ((size_t)p.size + 1)];
        p.ours[k] += wrong;
        CHECK(friction_problem_residual(&p, p.ours) > 0.1 * d * wrong);
        CHECK(friction_problem_compare(&p, p.ours).off > 0.1 * p.inverse_mass[p.row[k].b] * wrong);
        p.ours[k] = right;
    }
    friction_problem_clear(&p);
    sim_close(&s);
}

TEST_MAIN
