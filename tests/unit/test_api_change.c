// test_api_change.c - grains that a program adds and removes: they move as those that a case begins with, the books know of
// them, the bits know nothing of threads, parts and snapshots; and every refusal by its words.
#include "unit/api_box.h"

// It falls by g t^2 / 2 from where it was put, and what it brings is its energy there.
TEST(a_ball_that_comes_falls)
{
    opened o = open_box(NULL, 1, 1);
    step(o.world, 100);
    const double before = ledger_of(o.world, "added");
    const int64_t id =
        add(o.world,
            (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.38}, .velocity = {0.1, 0, 0}});
    const double mass = 2500 * 4.0 / 3.0 * 3.14159265358979 * 8e-3 * 8e-3 * 8e-3;
    CHECK_REL(ledger_of(o.world, "added") - before, mass * (9.81 * 0.38 + 0.5 * 0.01), 1e-9);
    step(o.world, 1000); // 50 ms
    double at[3] = {0};
    double speed[3] = {0};
    read_ball(o.world, id, "position", at);
    read_ball(o.world, id, "velocity", speed);
    CHECK_NEAR(at[2], 0.38 - 0.5 * 9.81 * 0.05 * 0.05, 1e-12);
    CHECK_NEAR(at[0], 0.1 + 0.1 * 0.05, 1e-12);
    CHECK_NEAR(speed[2], -9.81 * 0.05, 1e-12);
    close_box(o);
}

// Grains of all shapes, with spin, come and go; the books are kept.
static void come_and_go(scree_world *w)
{
    const scree_grain come[] = {
        {.set = "bed", .radius = 8e-3, .position = {0.05, 0.05, 0.25}, .spin = {0, 30, 0}},
        {.set = "pairs",
         .position = {0.1, 0.1, 0.25},
         .orientation = {0.6, 0, 0.8, 0},
         .velocity = {0, 0, -1},
         .spin = {5, 10, 20}},
        {.set = "cubes",
         .position = {0.15, 0.15, 0.25},
         .orientation = {0.8, 0.6, 0, 0},
         .spin = {10, 0, 15}},
        {.set = "cubes", .position = {0.001, 0.1, 0.3}, .velocity = {-0.5, 0, 0}},
    };
    scree_error e = {0};
    int64_t ids[4];
    step(w, 200);
    if (scree_world_add(w, come, 4, ids, &e))
        tell(&e);
    CHECK(ids[1] == ids[0] + 1 && ids[2] == ids[1] + 2 && ids[3] == ids[2] + 1);
    CHECK(scree_world_grain_count(w) == 304);
    CHECK(scree_world_ball_count(w) == 305);
    step(w, 1500);
    const int64_t go[] = {ids[1], 40, ids[2]};
    if (scree_world_remove(w, go, 3, &e))
        tell(&e);
    CHECK(!*e.what);
    CHECK(scree_world_grain_count(w) == 301);
    step(w, 500);
}

TEST(books_are_kept_as_grains_come_and_go)
{
    opened o = open_box(NULL, 1, 1);
    come_and_go(o.world);
    const double turned_over = ledger_of(o.world, "added") + ledger_of(o.world, "damping");
    CHECK_MSG(fabs(ledger_of(o.world, "residual")) < 1e-3 * turned_over, "residual %.3g of %.3g J",
              ledger_of(o.world, "residual"), turned_over);
    CHECK(ledger_of(o.world, "removed") > 0);
    close_box(o);
}

// ---- into contact

static const scree_grain into_contact[] = {
    {.set = "bed", .position = {0.1, 0.1, 0.0995}},
    {.set = "bed", .position = {0.1, 0.1, 0.0995}, .velocity = {0.2, 0, -0.3}, .spin = {0, 20, 0}},
    {.set = "pairs", .position = {0.1, 0.1, 0.0985}, .spin = {0, 20, 0}},
    {.set = "cubes", .position = {0.1, 0.1, 0.0993}, .velocity = {0, 0, -0.2}},
    {.set = "bed", .position = {0.15, 0.1, 0.0075}}, // in the floor
};
enum { INTO_CONTACT = sizeof into_contact / sizeof *into_contact };

// One ball of 8 mm at 85 mm, under no weight.
static const char *const one_ball[] = {"grains.bed.packing={law: lattice, counts: [1, 1, 1], "
                                       "spacing: [1 m, 1 m, 1 m], origin: [10 cm, 10 cm, 85 mm]}",
                                       "gravity=[0 m/s^2, 0 m/s^2, 0 m/s^2]", NULL};

static double energy_of(scree_world *w)
{
    return ledger_of(w, "kinetic") + ledger_of(w, "gravitational") + ledger_of(w, "elastic");
}

// What it brings is what there is more than before, and the contact that it makes balances by itself.
static void check_brought(const char *const *settings, int i, int steps)
{
    opened o = open_box(settings, 1, 1);
    step(o.world, steps);
    const double energy = energy_of(o.world);
    const double residual = ledger_of(o.world, "residual");
    const int64_t id = add(o.world, into_contact[i]);
    const double elastic = ledger_of(o.world, "elastic");
    CHECK_MSG(elastic > 1e-6, "grain %d touches nothing", i);
    CHECK_REL(ledger_of(o.world, "added"), energy_of(o.world) - energy, 1e-9);
    CHECK_NEAR(ledger_of(o.world, "residual"), residual, 1e-9 * elastic);
    CHECK_NEAR(ledger_of(o.world, "worst"), 0, 1e-9 * elastic);
    CHECK_NEAR(ledger_of(o.world, "damping"), 0, 1e-9 * elastic);
    CHECK_NEAR(ledger_of(o.world, "plastic"), 0, 1e-9 * elastic);
    step(o.world, 400);
    CHECK_MSG(fabs(ledger_of(o.world, "residual")) < 0.02 * ledger_of(o.world, "turned_over"),
              "grain %d after %d steps: residual %.3g of %.3g J", i, steps,
              ledger_of(o.world, "residual"), ledger_of(o.world, "turned_over"));
    CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_OK);
    close_box(o);
}

TEST(what_comes_into_contact_brings_what_its_springs_hold)
{
    // a latching spring that is pressed so has lost energy on its way, which is nobody's loss
    const char *const latching[] = {
        one_ball[0],
        one_ball[1],
        "pairs.default.normal={law: walton-braun, stiffness: 5e3 N/m, restitution: 0.7}",
        "pairs.default.tangential={law: cundall-strack, friction: 0.4}",
        "run.step=20 us",
        NULL};
    for (int i = 0; i < INTO_CONTACT; i++) {
        check_brought(one_ball, i, 0);
        check_brought(one_ball, i, 5);
        check_brought(latching, i, 0);
        check_brought(latching, i, 5);
    }
}

// One that goes at once takes what it brought.
TEST(who_comes_and_goes_takes_what_it_brought)
{
    for (int i = 0; i < INTO_CONTACT; i++) {
        opened o = open_box(one_ball, 1, 1);
        const int64_t id = add(o.world, into_contact[i]);
        const double brought = ledger_of(o.world, "added");
        CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_OK);
        CHECK_REL(ledger_of(o.world, "removed"), brought, 1e-9);
        CHECK_NEAR(ledger_of(o.world, "residual"), 0, 1e-9 * brought);
        close_box(o);
    }
}

// The grain that stays is seen half a kick of the contact after its last step, until the other one is gone.
TEST(who_goes_out_of_contact_leaves_the_books_as_they_were)
{
    static const char *const settings[] = {"grains.bed.packing.count=1", NULL};
    opened o = open_box(settings, 1, 1);
    const scree_grain low = {.set = "bed", .position = {0.1, 0.1, 0.2}, .velocity = {0, 0, 1}};
    const scree_grain high = {.set = "bed", .position = {0.1, 0.1, 0.2159}, .velocity = {0, 0, -1}};
    scree_error e = {0};
    add(o.world, low);
    const int64_t gone = add(o.world, high);
    step(o.world, 3);
    const double before = ledger_of(o.world, "residual");
    CHECK(ledger_of(o.world, "elastic") > 1e-6);
    CHECK(scree_world_remove(o.world, &gone, 1, &e) == SCREE_OK);
    CHECK_NEAR(ledger_of(o.world, "residual"), before, 1e-15);
    CHECK(ledger_of(o.world, "elastic") == 0);
    close_box(o);
}

TEST(what_comes_into_contact_knows_nothing_of_threads_and_parts)
{
    static const char *const apart[] = {
        "grains.bed.packing={law: lattice, counts: [4, 4, 4], spacing: [4 cm, 4 cm, 4 cm], origin: "
        "[3 cm, 3 cm, 3 cm]}",
        NULL};
    const int many[][2] = {{1, 1}, {3, 1}, {1, 3}, {2, 5}};
    uint64_t hash = 0;
    for (int k = 0; k < 4; k++) {
        opened o = open_box(apart, many[k][0], many[k][1]);
        step(o.world, 200);
        for (int64_t id = 4; id < 68; id += 9) {
            double there[3] = {0};
            read_ball(o.world, id, "position", there);
            add(o.world, (scree_grain){
                             .set = "bed",
                             .position = {there[0], there[1], there[2] + 0.0155},
                         });
        }
        step(o.world, 100);
        if (k == 0)
            hash = hash_of(o.world);
        CHECK_MSG(hash_of(o.world) == hash, "%d threads, %d parts", many[k][0], many[k][1]);
        close_box(o);
    }
}

TEST(bits_know_nothing_of_threads_parts_and_snapshots)
{
    opened o = open_box(NULL, 1, 1);
    come_and_go(o.world);
    const uint64_t hash = hash_of(o.world);
    close_box(o);
    const int many[][2] = {{3, 1}, {1, 3}, {2, 5}};
    for (int i = 0; i < 3; i++) {
        o = open_box(NULL, many[i][0], many[i][1]);
        come_and_go(o.world);
        CHECK_MSG(hash_of(o.world) == hash, "%d threads, %d parts", many[i][0], many[i][1]);
        close_box(o);
    }
    o = open_box(NULL, 1, 1);
    step(o.world, 300);
    add(o.world, (scree_grain){.set = "cubes", .position = {0.1, 0.1, 0.3}, .spin = {1, 2, 3}});
    scree_world *again = NULL;
    CHECK(scree_world_save(o.world, "come.h5", NULL) == SCREE_OK);
    CHECK(scree_world_load(o.of, "come.h5", 1, &again, NULL) == SCREE_OK);
    CHECK(hash_of(again) == hash_of(o.world));
    step(o.world, 700);
    step(again, 700);
    CHECK(hash_of(again) == hash_of(o.world));
    scree_world_destroy(again);
    close_box(o);
}

// Those that come before the first step are as those of a packing.
TEST(a_grain_that_comes_at_once_is_one_of_the_case)
{
    static const char *const written[] = {"grains=[{name: bed, shape: bead, material: glass, "
                                          "packing: {law: lattice, counts: [2, 1, 1], "
                                          "spacing: [15 mm, 1 m, 1 m], origin: [5 cm, 5 cm, 7.9 "
                                          "mm]}, velocity: [0.1 m/s, 0 m/s, 0 m/s]}]",
                                          NULL};
    static const char *const alone[] = {"grains=[{name: bed, shape: bead, material: glass, "
                                        "packing: {law: lattice, counts: [1, 1, 1], "
                                        "spacing: [15 mm, 1 m, 1 m], origin: [5 cm, 5 cm, 7.9 "
                                        "mm]}, velocity: [0.1 m/s, 0 m/s, 0 m/s]}]",
                                        NULL};
    opened whole = open_box(written, 1, 1);
    opened part = open_box(alone, 1, 1);
    double at[3] = {0};
    double of_whole[3] = {0};
    const int64_t first = 4; // behind the four planes of the domain
    read_ball(whole.world, first + 1, "position", at);
    const scree_grain second = {
        .set = "bed", .position = {at[0], at[1], at[2]}, .velocity = {0.1, 0, 0}};
    CHECK(add(part.world, second) == first + 1);
    step(whole.world, 400);
    step(part.world, 400);
    for (int k = 0; k < 2; k++) {
        read_ball(whole.world, first + k, "position", of_whole);
        read_ball(part.world, first + k, "position", at);
        CHECK(memcmp(at, of_whole, sizeof at) == 0);
    }
    close_box(whole);
    close_box(part);
}

TEST(the_nonsmooth_solver_takes_them_too)
{
    static const char *const settings[] = {"solver=nonsmooth", "run.step=1 ms", "run.ledger=false",
                                           NULL};
    opened o = open_box(settings, 1, 1);
    step(o.world, 20);
    const int64_t id = add(o.world, (scree_grain){.set = "cubes", .position = {0.1, 0.1, 0.3}});
    step(o.world, 100);
    double at[3] = {0};
    read_ball(o.world, id, "position", at);
    CHECK_NEAR(at[2], 0.3 - 0.5 * 9.81 * 0.1 * 0.1, 1e-3);
    CHECK(scree_world_remove(o.world, &id, 1, NULL) == SCREE_OK);
    step(o.world, 10);
    close_box(o);
}

static void refused(scree_world *w, scree_grain grain, const char *what)
{
    scree_error e = {0};
    int64_t id = -7;
    const uint64_t hash = hash_of(w);
    CHECK(scree_world_add(w, &grain, 1, &id, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "grain 0 to be added");
    CHECK_HAS(e.what, what);
    CHECK(*e.hint != 0);
    CHECK(id == -7);
    CHECK(hash_of(w) == hash);
}

TEST(refusals_of_newcomers)
{
    opened o = open_box(NULL, 1, 1);
    scree_world *w = o.world;
    double there[3] = {0};
    step(w, 50);
    read_ball(w, 10, "position", there);
    refused(w, (scree_grain){.set = "bad"}, "there is no set 'bad'");
    refused(w, (scree_grain){.radius = 1}, "its set is not given");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.5}},
            "is outside of the domain");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, NAN, 0.3}}, "is not a number");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .radius = -1},
            "its radius is not from");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .radius = 1e-4},
            "its radius of 0.0001 m is none of 'bed', whose grains have from 0.008 to 0.008 m");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .radius = 0.02},
            "its radius of 0.02 m is none of 'bed'");
    refused(w, (scree_grain){.set = "cubes", .position = {0.1, 0.1, 0.3}, .radius = 0.01},
            "have one size");
    refused(w,
            (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .orientation = {2, 0, 0, 0}},
            "no quaternion of length 1");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.3}, .velocity = {1e20, 0, 0}},
            "faster than 1e15");
    refused(w, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.399}},
            "deep in wall 'domain-z-high'");
    refused(w, (scree_grain){.set = "bed", .position = {there[0], there[1], there[2] + 1e-3}},
            "it would overlap grain");
    refused(w, (scree_grain){.set = "cubes", .position = {there[0], there[1], there[2] + 1e-3}},
            "it would overlap grain");
    refused(w, (scree_grain){.set = "pairs", .position = {there[0], there[1], there[2] + 1e-3}},
            "it would overlap grain");
    const scree_grain both[] = {{.set = "pairs", .position = {0.1, 0.1, 0.3}},
                                {.set = "cubes", .position = {0.104, 0.1, 0.3}}};
    scree_error e = {0};
    const uint64_t hash = hash_of(w);
    CHECK(scree_world_add(w, both, 2, NULL, &e) == SCREE_BAD_INPUT);
    CHECK_STR(e.where, "grain 1 to be added");
    CHECK_HAS(e.what, "it would overlap grain 0 to be added");
    CHECK(hash_of(w) == hash);
    CHECK(scree_world_add(w, both, -1, NULL, &e) == SCREE_BAD_INPUT);
    CHECK(scree_world_add(w, both, 0, NULL, &e) == SCREE_OK);
    close_box(o);
}

// May a pair of balls begin, and come, at that distance from the wall?
static void check_pair_at_wall(double y, bool may)
{
    char bed[400];
    const char *const settings[] = {bed, NULL};
    scree_case *of = NULL;
    scree_world *begun = NULL;
    scree_error e = {0};
    snprintf(bed, sizeof bed,
             "grains=[{name: bed, shape: pair, material: glass, turn: [0, 0, 0], packing: {law: "
             "lattice, counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [0.1 m, %.17g m, 0.2 "
             "m]}}]",
             y);
    const char *const words = "deep in the wall";
    if (!CHECK(scree_case_parse(box, "box.yaml", settings, &of, &e) == SCREE_OK))
        tell(&e);
    const scree_status status = scree_world_create(of, 1, &begun, &e);
    CHECK_MSG(status == (may ? SCREE_OK : SCREE_BAD_INPUT), "begins at %g m: %s", y, e.what);
    if (!may)
        CHECK_HAS(e.what, words);
    scree_world_destroy(begun);
    scree_case_destroy(of);
    opened o = open_box(one_ball, 1, 1);
    const scree_grain come = {.set = "pairs", .position = {0.1, y, 0.2}};
    const scree_status added = scree_world_add(o.world, &come, 1, NULL, &e);
    CHECK_MSG(added == (may ? SCREE_OK : SCREE_BAD_INPUT), "comes at %g m: %s", y, e.what);
    if (may)
        step(o.world, 1);
    close_box(o);
}

// Its balls are 7 mm, the ball around it is 12 mm; deepest_overlap is 0.5.
TEST(a_pair_at_a_wall_is_as_deep_as_its_balls)
{
    check_pair_at_wall(0.2 - 0.0034, false);
    check_pair_at_wall(0.2 - 0.0036, true);
    check_pair_at_wall(0.0034, false);
    check_pair_at_wall(0.0036, true);
}

// Of a distribution any size between its ends may come, of a set of a file those that its grains have.
TEST(sizes_are_those_of_the_shape)
{
    static const char *const several[] = {
        "shapes.bead.ball.radius={distribution: uniform, from: 6 mm, to: 8 mm}", NULL};
    opened o = open_box(several, 1, 1);
    add(o.world, (scree_grain){.set = "bed", .radius = 6e-3, .position = {0.05, 0.1, 0.3}});
    add(o.world, (scree_grain){.set = "bed", .radius = 7.1e-3, .position = {0.1, 0.1, 0.3}});
    add(o.world, (scree_grain){.set = "bed", .radius = 8e-3, .position = {0.15, 0.1, 0.3}});
    refused(o.world, (scree_grain){.set = "bed", .radius = 5.9e-3, .position = {0.1, 0.1, 0.35}},
            "its radius of 0.0059 m is none of 'bed', whose grains have from 0.006 to 0.008 m");
    refused(o.world, (scree_grain){.set = "bed", .radius = 8.1e-3, .position = {0.1, 0.1, 0.35}},
            "its radius of 0.0081 m is none of 'bed'");
    close_box(o);
}

static void not_removed(scree_world *w, const int64_t *ids, int64_t count, const char *what)
{
    scree_error e = {0};
    const uint64_t hash = hash_of(w);
    CHECK(scree_world_remove(w, ids, count, &e) == SCREE_BAD_INPUT);
    CHECK_HAS(e.what, what);
    CHECK(*e.hint != 0);
    CHECK(hash_of(w) == hash);
}

TEST(refusals_of_removals)
{
    opened o = open_box(NULL, 1, 1);
    const int64_t id = add(o.world, (scree_grain){.set = "pairs", .position = {0.1, 0.1, 0.3}});
    not_removed(o.world, (int64_t[]){5, 99999}, 2, "it is not there");
    not_removed(o.world, (int64_t[]){5, 6, 5}, 3, "stands twice");
    not_removed(o.world, (int64_t[]){id + 1}, 1, "it is not there"); // the other ball of a pair
    not_removed(o.world, (int64_t[]){2}, 1, "it is not there");      // a wall
    CHECK(scree_world_remove(o.world, NULL, 0, NULL) == SCREE_OK);
    close_box(o);
}

// Of a world all grains may go, and others come.
TEST(a_world_may_be_emptied_and_filled)
{
    opened o = open_box(NULL, 1, 1);
    int64_t all[300];
    for (int i = 0; i < 300; i++)
        all[i] = 4 + i;
    step(o.world, 10);
    CHECK(scree_world_remove(o.world, all, 300, NULL) == SCREE_OK);
    CHECK(scree_world_grain_count(o.world) == 0);
    step(o.world, 10);
    add(o.world, (scree_grain){.set = "bed", .position = {0.1, 0.1, 0.1}});
    step(o.world, 10);
    CHECK(scree_world_grain_count(o.world) == 1);
    close_box(o);
}

TEST_MAIN
