// test_rows.c - what the nonsmooth solver makes of laws: forces at rest, damping times, restitution and limits against
// closed forms, against the laws of the smooth solver and against impacts integrated here; and which laws have no rows.
// label: sanitize
#include "harness.h"
#include "support/scenes.h"

#include "base/mathlib.h"
#include "law/rows.h"
#include "law/single.h"

#include <stdlib.h>

static const double pi = 3.14159265358979323846;

// Two glass balls of 5 mm and 10 mm: E* and R*.
static const double young = 70e9, poisson = 0.22, r_eff = 10e-3 / 3, m_eff = 1.2e-3;
static double e_star(void)
{
    return young / (2 * (1 - poisson * poisson));
}
static double hertz_k(void)
{
    return 4.0 / 3 * e_star() * sqrt(r_eff);
}

static const char *case_with(const char *laws)
{
    static char text[2000];
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: 0\ndomain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m]}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22, yield: 100 MPa}}\n"
        "pairs: {glass-glass: {%s}}\nshapes: {ball: {ball: {radius: 5 mm}}}\nrun: {duration: 1 "
        "s}\n",
        laws);
    return text;
}

// The laws between two glass balls.
static law_set set_of(const char *laws)
{
    sim s;
    law_set set = {0};
    scree_error error;
    if (!CHECK(sim_read(&s, case_with(laws), NULL, 0)))
        abort();
    CHECK_MSG(law_set_mix(&s.m, 0, 0, &set, &error) == SCREE_OK, "%s", error.what);
    model_clear(&s.m);
    return set;
}

static double force(normal_row r)
{
    return r.stiffness * -r.gap;
}

// Where nothing moves the smooth solver pushes as the row does.
static void rests_as_the_law(const char *laws)
{
    law_set set = set_of(laws);
    for (double d = 1e-9; d < 1e-3; d *= 1.7) {
        law_single c;
        law_single_begin(&c, &set, r_eff, m_eff);
        law_motion hold = {.overlap = d, .dt = 1};
        law_single_step(&c, hold);
        double want = law_single_step(&c, hold).push, pull = law_set_limits(&set, r_eff).pull;
        normal_row r = law_set_normal_row(&set, d, r_eff, m_eff);
        CHECK_NEAR(real_max(force(r), -pull), want, 1e-12 * (fabs(want) + pull));
        CHECK(r.stiffness > 0 && r.time >= 0);
    }
    CHECK(law_set_normal_row(&set, -1e-6, r_eff, m_eff).stiffness == 0);
    CHECK(law_set_normal_row(&set, 0, r_eff, m_eff).stiffness == 0);
    CHECK(isfinite(law_set_normal_row(&set, 1e-300, r_eff, m_eff).stiffness));
}

TEST(at_rest_a_row_pushes_as_its_law)
{
    rests_as_the_law("normal: {law: hertz, restitution: 0.6}, tangential: none");
    rests_as_the_law(
        "normal: {law: linear, stiffness: 1e6 N/m, restitution: 0.6}, tangential: none");
    rests_as_the_law("normal: {law: kuwabara-kono, damping_time: 1e-6 s}, tangential: none");
    rests_as_the_law("normal: {law: hertz}, tangential: none, cohesion: {law: adhesion, force: 3 "
                     "N, overlap: 5 um}");
    rests_as_the_law("normal: {law: linear, stiffness: 1e6 N/m}, tangential: none, cohesion: {law: "
                     "adhesion, force: 3 "
                     "N, overlap: 5 um}");
}

// g' = -d/e, K = e k sqrt(d), and k d^{3/2} of both.
TEST(the_map_of_hertz)
{
    law_set set = set_of("normal: {law: hertz, restitution: 0.6}, tangential: none");
    double zeta = law_damping_ratio(0.6, false);
    for (double d = 1e-8; d < 1e-4; d *= 3) {
        normal_row r = law_set_normal_row(&set, d, r_eff, m_eff);
        CHECK_NEAR(r.gap, -d / 1.25, 1e-15 * d);
        CHECK_NEAR(r.stiffness, 1.25 * hertz_k() * sqrt(d), 1e-12 * r.stiffness);
        double dashpot =
            sqrt(5) * zeta * sqrt(m_eff * hertz_k() * sqrt(d)); // Tsuji's, of that damping ratio
        CHECK_NEAR(r.time * r.stiffness, dashpot, 1e-12 * dashpot);
    }
}

// tau = c / e_H = 4/5 c at any overlap; of a linear spring c / k.
TEST(damping_times)
{
    law_set set = set_of("normal: {law: kuwabara-kono, damping_time: 3 us}, tangential: none");
    for (double d = 1e-8; d < 1e-4; d *= 3)
        CHECK_NEAR(law_set_normal_row(&set, d, r_eff, m_eff).time, 0.8 * 3e-6, 1e-18);
    set = set_of("normal: {law: linear, stiffness: 1e6 N/m, damping: 2 N s/m, damping_rate: 1e3 "
                 "1/s}, tangential: none");
    for (double d = 1e-8; d < 1e-4; d *= 3)
        CHECK_NEAR(law_set_normal_row(&set, d, r_eff, m_eff).time, (2 + 1e3 * m_eff) / 1e6, 1e-18);
    set = set_of("normal: {law: hertz}, tangential: none, cohesion: {law: adhesion, force: 3 N, "
                 "overlap: 5 um}");
    CHECK(law_set_normal_row(&set, 2e-6, r_eff, m_eff).time == 0); // attraction loses nothing
}

// --- restitution ----------------------------------------------------------------------------------------------------

// An impact of unit mass and speed with the push `P(y, v)`, by the classical fourth-order scheme, until the push is
// gone (`parts`: until the surfaces part).
typedef double push_of(double y, double v, double x);

static double impact(push_of *push, double x, double dt, bool parts)
{
    double y = 0, v = 1;
    for (int64_t n = 0; n < 100000000; n++) {
        double h =
            dt *
            real_min(
                1, 1e-4 * (double)(n + 1)); // fine at the start, where a push may begin as sqrt(y)
        double a = -push(y, v, x), v1 = v + 0.5 * h * a, b = -push(y + 0.5 * h * v, v1, x),
               v2 = v + 0.5 * h * b, c = -push(y + 0.5 * h * v1, v2, x), v3 = v + h * c,
               d = -push(y + h * v2, v3, x);
        double y_next = y + h / 6 * (v + 2 * v1 + 2 * v2 + v3),
               v_next = v + h / 6 * (a + 2 * b + 2 * c + d);
        double before = parts ? y : push(y, v, x), after = parts ? y_next : push(y_next, v_next, x);
        if (v_next < 0 && after <= 0)
            return -(v + before / (before - after) * (v_next - v));
        y = y_next;
        v = v_next;
    }
    return NAN;
}

static double viscoelastic(double y, double v, double x)
{
    return sqrt(real_max(y, 0)) * (y + x * v);
}
static double dashpot(double y, double v, double zeta)
{
    return y + 2 * zeta * v;
}

// One number, x, decides: compared with the impact itself and, where damping is weak, with the published series.
TEST(restitution_of_viscoelastic_spheres)
{
    static const double x[] = {0.003, 0.03, 0.1, 0.3, 0.6, 1, 1.7, 3, 6, 12, 25, 60};
    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        char laws[200];
        double speed = 0.3,
               c = x[i] / real_pow(hertz_k() / m_eff * (hertz_k() / m_eff) * speed, 0.2);
        snprintf(laws, sizeof laws,
                 "normal: {law: kuwabara-kono, damping_time: %.17g s}, tangential: none", c);
        law_set set = set_of(laws);
        double e = law_set_restitution(&set, r_eff, m_eff, speed),
               want = impact(viscoelastic, x[i], 1e-3, false);
        CHECK_NEAR(e, want, 2e-6);
        if (x[i] < 0.1)
            CHECK_NEAR(e, 1 - 1.15344 * x[i] + 0.79826 * x[i] * x[i],
                       0.4 * x[i] * x[i] * sqrt(x[i]));
        // 32 times as fast, or a 32nd of it
        CHECK(law_set_restitution(&set, r_eff, m_eff, 32 * speed) < e);
        CHECK(law_set_restitution(&set, r_eff, m_eff, speed / 32) > e);
    }
    law_set set = set_of("normal: {law: kuwabara-kono, damping_time: 0 s}, tangential: none");
    CHECK(law_set_restitution(&set, r_eff, m_eff, 1) == 1);
}

TEST(restitution_of_the_others)
{
    law_set set = set_of("normal: {law: hertz, restitution: 0.37}, tangential: none");
    CHECK(law_set_restitution(&set, r_eff, m_eff, 0.1) == 0.37 &&
          law_set_restitution(&set, r_eff, m_eff, 10) == 0.37);
    static const double given[] = {0.05, 0.2, 0.5, 0.9, 1};
    for (int k = 0; k < 5; k++)
        for (int tension = 0; tension < 2; tension++) {
            char laws[200];
            snprintf(laws, sizeof laws,
                     "normal: {law: linear, stiffness: 1e6 N/m, restitution: %g, tension: %s}, "
                     "tangential: none",
                     given[k], tension ? "true" : "false");
            set = set_of(laws);
            CHECK_NEAR(law_set_restitution(&set, r_eff, m_eff, 1), given[k], 1e-12);
        }
}

// Dashpots that are given instead: the impact is that of a damped oscillator.
TEST(restitution_that_follows_from_a_dashpot)
{
    static const double ratio[] = {0.02, 0.3, 0.8, 0.99, 1.0, 1.5, 4};
    for (int k = 0; k < 7; k++)
        for (int tension = 0; tension < 2; tension++) {
            char laws[300];
            double c = 2 * ratio[k] *
                       sqrt(1e6 * m_eff); // half of it constant, half in proportion to the mass
            snprintf(laws, sizeof laws,
                     "normal: {law: linear, stiffness: 1e6 N/m, damping: %.17g N s/m, "
                     "damping_rate: %.17g 1/s, "
                     "tension: %s}, tangential: none",
                     0.5 * c, 0.5 * c / m_eff, tension ? "true" : "false");
            law_set set = set_of(laws);
            double e = law_set_restitution(&set, r_eff, m_eff, 1);
            if (tension && ratio[k] < 1)
                CHECK_NEAR(e, exp(-pi * ratio[k] / sqrt(1 - ratio[k] * ratio[k])), 1e-9);
            else if (tension)
                CHECK(e < 1e-9); // it never parts
            else
                CHECK_NEAR(e, impact(dashpot, ratio[k], 2e-4, false), 1e-6);
        }
}

// --- limits ---------------------------------------------------------------------------------------------------------

TEST(limits_of_the_other_slots)
{
    law_limits l;
    law_set set = set_of("normal: {law: hertz}, tangential: none");
    l = law_set_limits(&set, r_eff);
    CHECK(l.friction == 0 && l.creep == 0 && l.rolling == 0 && l.twisting == 0 && l.pull == 0 &&
          !l.rich);
    set = set_of(
        "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3, dynamic_friction: 0.3}");
    l = law_set_limits(&set, r_eff);
    CHECK(l.friction == 0.3 && l.creep == 0 && !l.rich);
    set = set_of(
        "normal: {law: hertz}, tangential: {law: cundall-strack, friction: 0.4, damping: 3 N s/m}, "
        "rolling: {law: constant, friction: 0.02}, twisting: {law: elastic-plastic, friction: "
        "0.03}");
    l = law_set_limits(&set, r_eff);
    CHECK(l.friction == 0.4 && l.creep == 0 && l.rich);
    CHECK(l.rolling_creep == 0 && l.twisting_creep == 0);
    CHECK_NEAR(l.rolling, 0.02 * r_eff, 1e-18);
    CHECK_NEAR(l.twisting, 0.03 * r_eff, 1e-18);
    set = set_of("normal: {law: hertz}, tangential: {law: viscous-coulomb, friction: 0.4, damping: "
                 "50 N s/m}, "
                 "rolling: {law: viscous, damping: 0.2 N m s, friction: 0.1}, twisting: {law: "
                 "viscous, damping: 4 N m s}");
    l = law_set_limits(&set, r_eff);
    CHECK(l.friction == 0.4 && l.rich);
    CHECK_NEAR(l.creep, 0.02, 1e-15);
    CHECK_NEAR(l.rolling_creep, 5, 1e-14);
    CHECK_NEAR(l.rolling, 0.1 * r_eff, 1e-18);
    CHECK_NEAR(l.twisting_creep, 0.25, 1e-15);
    CHECK(l.twisting > 1e4 && isfinite(l.twisting)); // no cap
    set = set_of("normal: {law: hertz}, tangential: {law: viscous-coulomb, friction: 0.4, damping: "
                 "0 N s/m}, "
                 "rolling: {law: viscous, damping: 0 N m s}");
    l = law_set_limits(&set, r_eff);
    CHECK(l.friction == 0 && l.creep == 0 && l.rolling == 0 && l.rolling_creep == 0 && !l.rich);
}

// Seed 002 (35.4.6): at rest under its weight at d_a + (mg/k)^{2/3}; the largest attraction min(F_a, k d_a^{3/2}).
TEST(adhesion)
{
    law_set set = set_of("normal: {law: hertz}, tangential: none, cohesion: {law: adhesion, force: "
                         "3 N, overlap: 5 um}");
    law_limits l = law_set_limits(&set, r_eff);
    CHECK(l.pull == 3 && l.pull_overlap == 5e-6 && l.rich);
    double weight = 0.01, depth = real_pow(weight / hertz_k(), 2.0 / 3);
    CHECK_NEAR(force(law_set_normal_row(&set, 5e-6 + depth, r_eff, m_eff)), weight, 1e-9 * weight);
    normal_row r = law_set_normal_row(&set, 4e-6, r_eff, m_eff);
    CHECK_NEAR(r.gap, 1e-6 / 1.25, 1e-18);
    CHECK_NEAR(r.stiffness, 1.25 * hertz_k() * 1e-3, 1e-9 * r.stiffness);
    set = set_of("normal: {law: hertz}, tangential: none, cohesion: {law: adhesion, force: 0 N, "
                 "overlap: 5 um}");
    CHECK(!law_set_limits(&set, r_eff).rich);
}

// --- laws without rows ----------------------------------------------------------------------------------------------

static void rowless(const char *laws, const char *why, const char *remedy)
{
    sim s;
    char said[300] = "", told[300] = "";
    if (!CHECK(sim_read(&s, case_with(laws), NULL, 0)))
        abort();
    int refused = 0;
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        refused += law_rowless(slot, &model_pair_of(&s.m, 0, 0)->law[slot], said, told,
                               sizeof said) != NULL;
    CHECK(refused == (*why != 0));
    CHECK_STR(said, why);
    CHECK_STR(told, remedy);
    model_clear(&s.m);
}

TEST(laws_without_rows_are_named)
{
    static const char *const with[LAW_SLOTS] = {
        " hertz kuwabara_kono linear ", " adhesion ", " cundall_strack mindlin viscous_coulomb ",
        " constant elastic_plastic viscous ", " constant elastic_plastic viscous "};
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        int n;
        const plugin *const *list = law_plugins(slot, &n);
        for (int i = 0; i < n; i++) {
            char word[80];
            snprintf(word, sizeof word, " %s ", list[i]->name);
            CHECK_MSG(law_has_rows(slot, list[i]) == (strstr(with[slot], word) != NULL), "%s",
                      list[i]->name);
        }
    }
    rowless("normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3}, rolling: {law: "
            "constant, friction: 0.1}",
            "", "");
    rowless("normal: {law: walton-braun, stiffness: 1e6 N/m, restitution: 0.5}, tangential: none",
            "the normal law walton-braun has no rows for the nonsmooth solver",
            "choose solver: smooth, or hertz, kuwabara-kono or linear");
    rowless("normal: {law: hertz}, tangential: {law: mindlin-deresiewicz, friction: 0.3}",
            "the tangential law mindlin-deresiewicz has no rows for the nonsmooth solver",
            "choose solver: smooth, or cundall-strack, mindlin, viscous-coulomb or none");
    rowless("normal: {law: hertz}, tangential: none, cohesion: {law: sjkr, energy_density: 1 MPa}",
            "the cohesion law sjkr has no rows for the nonsmooth solver",
            "choose solver: smooth, or adhesion or none");
    rowless(
        "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3, dynamic_friction: 0.2}",
        "the tangential law mindlin with dynamic_friction has no rows for the nonsmooth solver",
        "choose solver: smooth, or leave dynamic_friction out");
    rowless("normal: {law: hertz}, tangential: {law: cundall-strack, friction: 0.3, "
            "dynamic_friction: 0.2}",
            "the tangential law cundall-strack with dynamic_friction has no rows for the nonsmooth "
            "solver",
            "choose solver: smooth, or leave dynamic_friction out");
    rowless(
        "normal: {law: hertz}, tangential: none, cohesion: {law: adhesion, force: 1 N, overlap: 1 "
        "um, "
        "friction_adds_force: true}",
        "the cohesion law adhesion with friction_adds_force has no rows for the nonsmooth solver",
        "choose solver: smooth, or leave friction_adds_force out");
}

TEST_MAIN
