// test_api_replace.c - grains that a program places elsewhere or changes otherwise: they keep their ids and what is theirs, close the
// books, leave the same bits for any number of threads and parts and after a snapshot.
#include "unit/api_kinds.h"

static const char *const bed[] = {SETS, "grains.bed.packing.count=120", NULL};
static const char *const alone[] = {SETS, "grains.bed.packing.count=1", NULL};
static const char *const impulses[] = {SETS, "grains.bed.packing.count=120", "solver=nonsmooth",
                                       "run.step=1 ms", NULL};

static double energy_of(scree_world *w)
{
    return ledger_of(w, "kinetic") + ledger_of(w, "gravitational") + ledger_of(w, "elastic");
}

// ---- where it is

TEST(a_placed_ball_is_there_and_falls)
{
    const opened o = open_box(alone, 1, 1);
    const int64_t id = 4;
    double at[3] = {0};
    double speed[3] = {0};
    step(o.world, 400);
    read_ball(o.world, id, "velocity", speed);
    const double was = speed[2];
    change(o.world, (scree_change){.id = id, .position = (double[]){0.05, 0.06, 0.3}});
    read_ball(o.world, id, "position", at);
    read_ball(o.world, id, "velocity", speed);
    CHECK(at[0] == 0.05 && at[1] == 0.06 && at[2] == 0.3);
    CHECK_NEAR(speed[2], was, 1e-14);
    change(o.world, (scree_change){.id = id,
                                   .position = (double[]){0.07, 0.06, 0.38},
                                   .velocity = (double[]){0.1, 0, 0},
                                   .spin = (double[]){0, 3, 0}});
    step(o.world, 1000);
    read_ball(o.world, id, "position", at);
    CHECK_NEAR(at[2], 0.38 - 0.5 * 9.81 * 0.05 * 0.05, 1e-12);
    CHECK_NEAR(at[0], 0.07 + 0.1 * 0.05, 1e-12);
    read_ball(o.world, id, "spin", at);
    CHECK_NEAR(at[1], 3, 1e-12);
    CHECK(scree_world_grain_count(o.world) == 1);
    CHECK(add(o.world, (scree_grain){.set = "cubes", .position = {0.1, 0.1, 0.2}}) == id + 1);
    close_box(o);
}

// A body of two balls and a cube turn as they are told, about their centres.
TEST(a_turned_body_is_turned)
{
    const opened o = open_box(alone, 1, 1);
    const int64_t pair = add(o.world, (scree_grain){.set = "pairs", .position = {0.1, 0.1, 0.3}});
    double at[2][3] = {{0}};
    step(o.world, 10);
    read_ball(o.world, pair, "position", at[0]);
    read_ball(o.world, pair + 1, "position", at[1]);
    const double height = at[0][2];
    change(o.world,
           (scree_change){.id = pair, .orientation = (double[]){sqrt(0.5), 0, 0, sqrt(0.5)}});
    read_ball(o.world, pair, "position", at[0]);
    read_ball(o.world, pair + 1, "position", at[1]);
    CHECK(alike(at[0], (double[]){0.1, 0.095, height}, 1e-14));
    CHECK(alike(at[1], (double[]){0.1, 0.105, height}, 1e-14));
    close_box(o);
}

// Along a periodic axis it has gone as far as it has; being placed it crosses nothing.
TEST(how_often_it_has_crossed_is_kept)
{
    static const char *const kinds[] = {"bed", "pairs", "cubes"};
    for (int i = 0; i < 3; i++) {
        const opened o = open_box(alone, 1, 1);
        const int64_t id = add(
            o.world,
            (scree_grain){.set = kinds[i], .position = {0.19, 0.1, 0.3}, .velocity = {3, 0, 0}});
        step(o.world, 400); // 0.06 m
        CHECK(whole_of(o.world, id, "image") == 1);
        const double gravity = ledger_of(o.world, "gravitational");
        change(o.world, (scree_change){.id = id, .hold = SCREE_HOLD_FREE});
        CHECK(whole_of(o.world, id, "image") == 1);
        CHECK_REL(ledger_of(o.world, "gravitational"), gravity, 1e-14);
        change(o.world, (scree_change){.id = id, .position = (double[]){0.1, 0.1, 0.2}});
        CHECK(whole_of(o.world, id, "image") == 1);
        step(o.world, 100);
        CHECK(whole_of(o.world, id, "image") == 1);
        close_box(o);
    }
}

// ---- books

// In a bed at rest, so that contacts end and begin.
static void check_books(const opened *o, scree_change one)
{
    const double energy = energy_of(o->world);
    const double residual = ledger_of(o->world, "residual");
    const double net = ledger_of(o->world, "added") - ledger_of(o->world, "removed");
    change(o->world, one);
    const double brought = ledger_of(o->world, "added") - ledger_of(o->world, "removed") - net;
    CHECK_NEAR(brought, energy_of(o->world) - energy, 1e-12 * energy);
    CHECK_NEAR(ledger_of(o->world, "residual"), residual, 1e-12 * energy);
    step(o->world, 60);
    CHECK_NEAR(ledger_of(o->world, "residual"), residual, 2e-4 * energy);
}

static void check_all_books(const char *const *settings, int64_t steps)
{
    const opened o = open_box(settings, 1, 1);
    const int64_t pair = add(o.world, (scree_grain){.set = "pairs", .position = {0.1, 0.1, 0.2}});
    const int64_t cube = add(o.world, (scree_grain){.set = "cubes", .position = {0.05, 0.1, 0.2}});
    step(o.world, steps);
    const int64_t ids[] = {pair, cube, 40, 41};
    static const char *const others[] = {"steel-pairs", "steel-cubes", "steel-beads",
                                         "steel-beads"};
    for (int i = 0; i < 4; i++) {
        const double place[3] = {0.03 + 0.04 * i, 0.1, 0.25};
        check_books(&o, (scree_change){.id = ids[i], .set = others[i]});
        check_books(&o, (scree_change){.id = ids[i], .hold = SCREE_HOLD_FIXED});
        check_books(&o, (scree_change){.id = ids[i], .hold = SCREE_HOLD_FREE});
        check_books(&o, (scree_change){.id = ids[i],
                                       .position = place,
                                       .velocity = (double[]){0.1, 0.2, -0.3},
                                       .spin = (double[]){4, 5, 6},
                                       .material = "glass"});
    }
    close_box(o);
}

TEST(books_are_kept_with_both_solvers)
{
    check_all_books(bed, 3000);
    static const char *const books[] = {SETS, "solver=nonsmooth", "run.step=1 ms",
                                        "run.ledger=true", NULL};
    check_all_books(books, 150);
}

// ---- bits

static void change_many(scree_world *w, int64_t pair, int64_t cube)
{
    scree_error e = {0};
    const scree_change many[] = {
        {.id = 30, .position = (double[]){0.05, 0.05, 0.3}, .spin = (double[]){1, 2, 3}},
        {.id = pair,
         .orientation = (double[]){0.8, 0, 0.6, 0},
         .position = (double[]){0.1, 0.1, 0.3}},
        {.id = cube, .hold = SCREE_HOLD_FIXED, .position = (double[]){0.15, 0.1, 0.3}},
        {.id = 77, .hold = SCREE_HOLD_FIXED},
        {.id = 12, .set = "steel-beads"},
    };
    if (!CHECK(scree_world_change(w, many, 5, &e) == SCREE_OK))
        tell(&e);
}

static void change_back(scree_world *w, int64_t pair, int64_t cube)
{
    change(w, (scree_change){.id = pair, .hold = SCREE_HOLD_FIXED});
    step(w, 50);
    change(w, (scree_change){.id = pair, .hold = SCREE_HOLD_FREE, .material = "steel"});
    change(w, (scree_change){.id = cube, .hold = SCREE_HOLD_FREE});
    step(w, 50);
}

static uint64_t hash_of_changed(const char *const *settings, int threads, int parts)
{
    const opened o = open_box(settings, threads, parts);
    scree_world *again = NULL;
    void *data = NULL;
    int64_t size = 0;
    scree_error e = {0};
    const int64_t pair = add(o.world, (scree_grain){.set = "pairs", .position = {0.1, 0.1, 0.2}});
    const int64_t cube = add(o.world, (scree_grain){.set = "cubes", .position = {0.05, 0.1, 0.2}});
    step(o.world, 100);
    change_many(o.world, pair, cube);
    if (!CHECK(scree_world_save_memory(o.world, &data, &size, &e) == SCREE_OK))
        tell(&e);
    if (!CHECK(scree_world_load_memory(o.of, data, size, 1, &again, &e) == SCREE_OK))
        tell(&e);
    scree_memory_free(data);
    step(o.world, 60);
    step(again, 60);
    CHECK(hash_of(again) == hash_of(o.world));
    change_back(o.world, pair, cube);
    change_back(again, pair, cube);
    const uint64_t hash = hash_of(o.world);
    CHECK(hash_of(again) == hash);
    scree_world_destroy(again);
    close_box(o);
    return hash;
}

TEST(threads_parts_and_snapshots_do_not_tell)
{
    const uint64_t hash = hash_of_changed(bed, 1, 1);
    CHECK(hash_of_changed(bed, 2, 1) == hash);
    CHECK(hash_of_changed(bed, 1, 3) == hash);
    const uint64_t other = hash_of_changed(impulses, 1, 1);
    CHECK(hash_of_changed(impulses, 2, 1) == other);
}

// ---- several at once

// Two that change their places at once are in nobody's way.
TEST(grains_change_their_places)
{
    const opened o = open_box(bed, 1, 1);
    double one[3] = {0};
    double other[3] = {0};
    double now[3] = {0};
    scree_error e = {0};
    step(o.world, 1000);
    read_ball(o.world, 10, "position", one);
    read_ball(o.world, 20, "position", other);
    const scree_change both[] = {{.id = 10, .position = other}, {.id = 20, .position = one}};
    if (!CHECK(scree_world_change(o.world, both, 2, &e) == SCREE_OK))
        tell(&e);
    read_ball(o.world, 10, "position", now);
    CHECK(memcmp(now, other, sizeof now) == 0);
    read_ball(o.world, 20, "position", now);
    CHECK(memcmp(now, one, sizeof now) == 0);
    step(o.world, 200);
    close_box(o);
}

TEST_MAIN
