// label: sanitize
// test_conformance.c - what every law, and every allowed combination of laws, must keep, found out by impacts of lonely
// pairs of balls in worlds like any other: action is reaction, no direction and no velocity is special, a contact in a
// batch is a contact alone, no impact gains energy, a restart in the middle of an impact is none. A new law in src/law
// is tested without a line here.
//
// With every pair of laws of two slots in at least one set; with SCREE_EVERY_COMBINATION set, as every_combination.sh
// does, with every allowed set of laws.
#include "harness.h"
#include "support/law_pairs.h"

#include "base/random.h"

#include <stdlib.h>

// A sanitizer looks at memory, and whole batches with a rest show all of that there is; what is asked of velocities and energies is so of memory in
// a third of the combinations.
#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { DUOS = 21, APART = 3 };
#else
enum { DUOS = 61, APART = 1 };
#endif

static bool every(void)
{
    return getenv("SCREE_EVERY_COMBINATION") != NULL;
}

static combination list[COMBINATIONS_MOST];
static int combinations(void)
{
    const int count = combinations_list(every(), list, COMBINATIONS_MOST);
    const bool shared = every() || APART > 1;
    return shared ? combinations_share(list, count) : count;
}

// Impacts all around take long: quick tests have them of a share of the combinations.
static bool left_out(int which)
{
    return !every() && APART == 1 && !harness_takes(which);
}

static const double degree = 3.14159265358979323846 / 180;

// Impacts in all directions, with spins, offset by up to a step's way.
static void random_duos(duo *d, int count, uint64_t seed)
{
    rng r = rng_make(seed, 0);
    for (int i = 0; i < count; i++) {
        v3 n = duos_direction(&r), t = v3_perpendicular(n),
           place = v3_make(0.1 * (i % 8) - 0.4, 0.1 * (i / 8 % 8) - 0.4, 0.1 * (i / 64));
        double angle = rng_range(&r, -80, 80) * degree, apart;
        d[i].radius[0] = rng_range(&r, 3e-3, 6e-3);
        d[i].radius[1] = rng_range(&r, 3e-3, 6e-3);
        apart = d[i].radius[0] + d[i].radius[1] + rng_range(&r, 0, 2e-5);
        d[i].position[0] = place;
        d[i].position[1] = v3_fma(place, apart, n);
        d[i].velocity[0] = v3_scale(0.5, duos_direction(&r));
        d[i].velocity[1] =
            v3_add(d[i].velocity[0], v3_add(v3_scale(-cos(angle), n), v3_scale(sin(angle), t)));
        for (int k = 0; k < 2; k++)
            d[i].spin[k] = v3_scale(rng_range(&r, 0, 100), duos_direction(&r));
    }
}

TEST(action_is_reaction)
{
    duo d[DUOS];
    char name[160];
    random_duos(d, DUOS, 1);
    REQUIRE(duos_write("duos.csv", d, DUOS));
    const int count = combinations();
    for (int i = 0; i < count; i++) {
        combination c = list[i];
        sim s;
        double tau = duos_duration(c, "duos.csv");
        if (!duos_open(&s, c, 0.6, "duos.csv", tau / 50, "", 0))
            continue;
        motion_sums before[DUOS];
        for (int k = 0; k < DUOS; k++)
            before[k] = motion_of(&s, 2 * k, 2 * k + 1);
        CHECK(sim_step(&s, 150));
        combination_name(c, name);
        for (int k = 0; k < DUOS; k++) {
            motion_sums after = motion_of(&s, 2 * k, 2 * k + 1);
            double size = v3_norm(before[k].momentum) + 1e-3;
            CHECK_MSG(v3_norm(v3_sub(after.momentum, before[k].momentum)) < 1e-12 * size,
                      "%s: momentum of pair %d", name, k);
            CHECK_MSG(v3_norm(v3_sub(after.turning, before[k].turning)) <
                          1e-11 * before[k].size_turning,
                      "%s: angular momentum of pair %d", name, k);
        }
        sim_close(&s);
    }
}

// Turned about an axis, and seen from a moving frame: the velocities afterwards are the turned, shifted ones.
static void turn_duos(duo *d, int count, q4 turn, v3 drift)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            d[i].position[k] = q4_rotate(turn, d[i].position[k]);
            d[i].velocity[k] = v3_add(q4_rotate(turn, d[i].velocity[k]), drift);
            d[i].spin[k] = q4_rotate(turn, d[i].spin[k]);
        }
}

static void compare_turned(combination c, q4 turn, v3 drift, const char *what)
{
    duo d[DUOS], e[DUOS];
    char name[160];
    sim a, b;
    random_duos(d, DUOS, 2);
    memcpy(e, d, sizeof d);
    turn_duos(e, DUOS, turn, drift);
    if (!CHECK(duos_write("straight.csv", d, DUOS) && duos_write("turned.csv", e, DUOS)))
        return;
    double tau = duos_duration(c, "straight.csv");
    if (!duos_open(&a, c, 0.6, "straight.csv", tau / 50, "", 0))
        return;
    if (duos_open(&b, c, 0.6, "turned.csv", tau / 50, "", 0)) {
        CHECK(sim_step(&a, 150) && sim_step(&b, 150));
        frame f = sim_frame(&a), g = sim_frame(&b);
        double worst = 0;
        for (int64_t i = 0; i < f.ball.count; i++) {
            v3 v = v3_sub(v3_add(q4_rotate(turn, f.ball.velocity[i]), drift), g.ball.velocity[i]),
               w = v3_sub(q4_rotate(turn, f.ball.spin[i]), g.ball.spin[i]);
            double off = v3_norm(v) + f.ball.radius[i] * v3_norm(w);
            if (!(off <= worst))
                worst = off;
        }
        CHECK_MSG(worst < 1e-9, "%s: %s changes velocities by %.3g m/s", combination_name(c, name),
                  what, worst);
        frame_clear(&f);
        frame_clear(&g);
        sim_close(&b);
    }
    sim_close(&a);
}

TEST(no_direction_is_special)
{
    const int count = combinations();
    for (int i = 0; i < count; i += APART)
        compare_turned(list[i], q4_unit((q4){0.7, 0.3, -0.5, 0.4}), v3_make(0, 0, 0), "a rotation");
}

TEST(no_velocity_is_special)
{
    const int count = combinations();
    for (int i = 0; i < count; i += APART)
        compare_turned(list[i], q4_identity(), v3_make(3, -2, 1), "a moving frame");
}

// Every kernel width, and each pair in a world of its own, give the bits of the batch.
TEST(batch_is_single)
{
    duo d[DUOS];
    char name[160];
    int width[4], widths = widths_here(width);
    random_duos(d, DUOS, 3);
    REQUIRE(duos_write("batch.csv", d, DUOS));
    const int count = combinations();
    for (int i = 0; i < count; i++) {
        combination c = list[i];
        double tau = duos_duration(c, "batch.csv");
        uint64_t hash = 0;
        image whole = {0};
        scree_error e;
        combination_name(c, name);
        for (int k = 0; k < widths; k++) {
            sim s;
            if (!duos_open(&s, c, 0.6, "batch.csv", tau / 50, "ledger: true", width[k]))
                break;
            CHECK(sim_step(&s, 40)); // in the middle of most impacts
            uint64_t mine = sim_hash(&s);
            CHECK_MSG(k == 0 || mine == hash, "%s: width %d", name, width[k]);
            hash = mine;
            if (k == widths - 1)
                CHECK(world_image(s.w, &whole, &e) == SCREE_OK);
            sim_close(&s);
        }
        const image_column *all = image_find(&whole, "body/velocity", IMAGE_F64, 4);
        for (int k = 0; all && k < DUOS; k += 20) {
            sim s;
            image im = {0};
            if (!CHECK(duos_write("single.csv", &d[k], 1)) ||
                !duos_open(&s, c, 0.6, "single.csv", tau / 50, "", 1))
                break;
            CHECK(sim_step(&s, 40) && world_image(s.w, &im, &e) == SCREE_OK);
            const image_column *one = image_find(&im, "body/velocity", IMAGE_F64, 4);
            CHECK_MSG(one && !memcmp(one->data, (const double *)all->data + 8 * k, 64),
                      "%s: pair %d alone", name, k);
            image_clear(&im);
            sim_close(&s);
        }
        image_clear(&whole);
    }
}

// Saved while most pairs press, while those that yield part, and when most have parted; each goes on to the same end.
static const int saved_at[] = {25, 45, 70};
enum { SAVES = sizeof saved_at / sizeof *saved_at, LAST = 130 };

static void restart_one(const char *text, const char *name, const char *run)
{
    sim a, b;
    image im[SAVES] = {{0}};
    scree_error e;
    world_options o = options_of(1, 0, 0);
    if (!CHECK(sim_open(&a, text, NULL, 0, &o)))
        return;
    for (int k = 0; k < SAVES; k++) {
        CHECK(sim_step(&a, saved_at[k] - (k ? saved_at[k - 1] : 0)) &&
              world_image(a.w, &im[k], &e) == SCREE_OK);
        const image_column *key = image_find(&im[k], "contact/key", IMAGE_I64, 4);
        CHECK_MSG(key && key->rows > (k ? 0 : DUOS / 2),
                  "%s: too few contacts for a test at step %d", name, saved_at[k]);
    }
    CHECK(sim_step(&a, LAST - saved_at[SAVES - 1]));
    for (int k = 0; k < SAVES; k++) {
        CHECK(sim_read(&b, text, NULL, 0));
        if (CHECK(sim_restore(&b, &im[k], &o)))
            CHECK_MSG(sim_step(&b, LAST - saved_at[k]) && sim_hash(&a) == sim_hash(&b),
                      "%s, %s, saved at step %d", name, run, saved_at[k]);
        image_clear(&im[k]);
        sim_close(&b);
    }
    sim_close(&a);
}

static void restart_each(const char *run)
{
    duo d[DUOS];
    char name[160], text[DUO_TEXT];
    random_duos(d, DUOS, 4);
    REQUIRE(duos_write("mid.csv", d, DUOS));
    const int count = combinations();
    for (int i = 0; i < count; i++) {
        duos_case(text, list[i], 0.6, "mid.csv", duos_duration(list[i], "mid.csv") / 50, run);
        restart_one(text, combination_name(list[i], name), run);
    }
}

// With and without what stands before and behind the histories of the laws.
TEST(restart_in_mid_impact)
{
    restart_each("ledger: true");
    restart_each("integrator: leapfrog");
}

static void check_fan(combination c, int steps_an_impact, double restitution, double spin,
                      double tolerance)
{
    char name[160];
    int angle;
    double gain = fan_worst_gain(c, steps_an_impact, restitution, spin, &angle);
    CHECK_MSG(gain <= tolerance,
              "%s, restitution %g, spin %g: gains %.3g of its energy at %d degrees",
              combination_name(c, name), restitution, spin, gain, angle);
}

TEST(no_impact_gains_energy)
{
    const int count = combinations();
    for (int i = 0; i < count; i += APART) {
        if (left_out(i))
            continue;
        check_fan(list[i], 50, 1, 0, 1e-3);
        check_fan(list[i], 50, 0.6, 0, 1e-3);
        check_fan(list[i], 50, 1, 200, 1e-3);
    }
}

// A friction that never slips is the hardest for laws whose state moves with friction times the push.
TEST(no_impact_gains_energy_at_any_friction)
{
    const int count = combinations();
    for (int i = 0; i < count; i += APART) {
        combination c = list[i];
        if (c.law[LAW_TANGENTIAL] < 0 || c.law[LAW_COHESION] >= 0 || left_out(i))
            continue;
        for (c.friction = 10; c.friction < 2e5; c.friction *= 100) {
            check_fan(c, 100, 0.6, 0, 1e-3);
            check_fan(c, 100, 0.3, 200, 1e-3);
        }
    }
}

TEST_MAIN
