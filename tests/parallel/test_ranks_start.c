// test_ranks_start.c - a world of ranks begins: no rank but the first ever has room for all grains, and what cannot begin, or be
// saved, is told in the words of one process, whoever owns the grains that are named.
#define _DEFAULT_SOURCE
#include "harness.h"
#include "support/scenes.h"

#include "base/hash.h"
#include "ranks/local.h"
#include "store/snapshot.h"
#include "world/internal.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRAY                                                                                       \
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"                                                     \
    "domain: {low: [0 m, 0 m, 0 m], high: [4 m, 1 m, 1 m]}\n"                                      \
    "materials: {m: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"                        \
    "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: " \
    "{law: none}}}\n"                                                                              \
    "shapes:\n  b: {ball: {radius: 4 cm}}\n"                                                       \
    "  c: {clump: {balls: [{at: [-1 cm, 0 m, 0 m], radius: 2 cm}, {at: [1 cm, 0 m, 0 m], radius: " \
    "2 cm}]}}\n"                                                                                   \
    "run: {steps: 2, step: 0.1 ms}\n"
#define LATTICE(origin)                                                                            \
    "packing: {law: lattice, counts: [20, 10, 10], spacing: [10 cm, 10 cm, 10 cm], origin: "       \
    "" origin "}"

// 2000 balls, and 20 of them fixed.
static const char good[] =
    TRAY "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
         "grains:\n  - {name: g, shape: b, material: m, " LATTICE(
             "[5 cm, 5 cm, 5 cm]") "}\n"
                                   "  - {name: c, shape: c, material: m, packing: {law: lattice, "
                                   "counts: [10, 5, 5], spacing: [15 cm, "
                                   "15 cm, 15 cm], origin: [2.2 m, 10 cm, 10 cm]}}\n"
                                   "  - {name: f, shape: b, material: m, fixed: true, packing: "
                                   "{law: lattice, counts: [20, 1, 1], "
                                   "spacing: [9 cm, 1 cm, 1 cm], origin: [2.2 m, 95 cm, 95 cm]}}\n";
// The whole lowest layer stands in the floor, more than are told one by one; and the first column in a wall.
static const char deep[] =
    TRAY "walls:\n  floor: {material: m, plane: {point: [0, 0, 4 cm], normal: [0, 0, 1]}}\n"
         "  side: {material: m, plane: {point: [3.5 cm, 0, 0], normal: [1, 0, 0]}}\n"
         "grains:\n  - {name: g, shape: b, material: m, " LATTICE("[5 cm, 5 cm, 5 cm]") "}\n";
// Rank 0 alone can see that these are one in the other.
static const char crowded[] = TRAY "grains:\n  - {name: g, shape: b, material: m, " LATTICE(
    "[5 cm, 5 cm, 5 cm]") "}\n"
                          "  - {name: h, shape: b, material: m, " LATTICE(
                              "[8 cm, 5 cm, 5 cm]") "}\n";

// A grain among many whose state no snapshot holds.
static const char fast[] = TRAY "grains:\n  - {name: g, shape: b, material: m, " LATTICE(
    "[5 cm, 5 cm, 5 cm]") "}\n"
                          "  - {name: h, shape: b, material: m, velocity: [1e16 m/s, 0 m/s, 0 "
                          "m/s], packing: {law: "
                          "lattice, counts: [1, 1, 1], spacing: [1 cm, 1 cm, 1 cm], origin: [3 m, "
                          "50 cm, 50 cm]}}\n";

enum { RANKS = 3 };

typedef struct outcome {
    int64_t room[RANKS]; // of bodies, in all parts of a rank
    int64_t balls;
    uint64_t hash, faults; // of the words
    int told;
    char words[480];
} outcome;

static void refused(const scree_error *error, const fault_list *faults, outcome *out)
{
    out->told = faults->count + (int)faults->left_out;
    snprintf(out->words, sizeof out->words, "%.80s: %.390s", error->where, error->what);
    for (int i = 0; i < faults->count; i++) {
        const scree_error *one = &faults->item[i];
        out->faults = hash_of(one->where, strlen(one->where), out->faults);
        out->faults = hash_of(one->what, strlen(one->what), out->faults);
    }
}

static void note_room(world *w, int64_t *room)
{
    for (const part *part = w->part; part < world_end(w); part++)
        *room += part->body.room;
}

// Made, or read back from what one process has saved.
static scree_status make(sim *a, const world_options *o, const char *from, scree_error *error)
{
    image im = {0};
    if (!from)
        return world_create(&a->m, o, &a->w, error);
    const bool follows = o->ranks && o->ranks->rank > 0;
    scree_status status =
        follows ? snapshot_read_without_rows(from, &im, error) : snapshot_read(from, &im, error);
    const image_column *id = image_find(&im, "body/id", IMAGE_I64, 1);
    if (!id || (id->rows == 0) != follows)
        status = SCREE_IO; // seen by the hash
    if (status == SCREE_OK)
        status = world_restore(&a->m, o, &im, &a->w, error);
    image_clear(&im);
    return status;
}

static void begin(const char *text, const char *from, const world_options *o, outcome *out)
{
    sim a = {0};
    scree_error error = {0};
    if (!sim_read(&a, text, NULL, 0))
        return;
    const int rank = o->ranks ? o->ranks->rank : 0;
    if (make(&a, o, from, &error) != SCREE_OK) {
        if (rank == 0)
            refused(&error, o->faults, out);
        return;
    }
    if (rank > 0) {
        world_obey(a.w);
        note_room(a.w, &out->room[rank]);
        return;
    }
    image im = {0};
    if (world_image_portions(a.w, &im, &error) != SCREE_OK)
        refused(&error, o->faults, out);
    else if (!o->ranks)
        snapshot_write("begun.h5", &im, NULL, &error);
    image_clear(&im);
    if (!*out->words)
        sim_step(&a, 2);
    out->balls = world_balls(a.w);
    if (!*out->words)
        out->hash = sim_hash(&a);
    frame seen = sim_frame(&a);
    frame_clear(&seen);
    note_room(a.w, &out->room[rank]);
    if (o->ranks)
        world_dismiss(a.w);
}

static bool all_have_noted(const outcome *out)
{
    bool all = true;
    for (int rank = 0; rank < RANKS; rank++)
        all = all && ((volatile const outcome *)out)->room[rank] > 0;
    return all;
}

static void begin_apart(const char *text, const char *from, int ranks, outcome *out)
{
    world_options o = options_of(1, 0, 0);
    fault_list faults = {0};
    local_ranks *local = ranks > 1 ? local_begin(ranks, 1) : NULL;
    o.ranks = local ? local_transport(local) : NULL;
    o.faults = &faults;
    begin(text, from, &o, out);
    // the others note what they have before they are ended
    for (int i = 0; ranks > 1 && !*out->words && !all_have_noted(out) && i < 1000; i++)
        usleep(10000);
    if (local && o.ranks->rank == 0)
        local_end(local);
    _exit(0);
}

static outcome beginning_from(const char *text, const char *from, int ranks)
{
    const outcome none = {0};
    outcome *out =
        mmap(NULL, sizeof *out, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (out == MAP_FAILED)
        return none;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        begin_apart(text, from, ranks, out);
    waitpid(child, NULL, 0);
    const outcome found = *out;
    munmap(out, sizeof *out);
    return found;
}

static outcome beginning(const char *text, int ranks)
{
    return beginning_from(text, NULL, ranks);
}

// Not at the start, and not for a snapshot, a hash and a frame.
TEST(no_rank_has_room_for_all)
{
    const outcome one = beginning(good, 1);
    const outcome is = beginning(good, RANKS);
    CHECK(is.room[1] > 0 && is.room[2] > 0);
    CHECK_MSG(one.balls == 2520 && is.balls == one.balls, "%lld balls", (long long)is.balls);
    CHECK(one.hash != 0 && is.hash == one.hash);
    // the own ones, a quarter more, and ghosts with an eighth more
    for (int rank = 0; rank < RANKS; rank++) {
        CHECK_MSG(is.room[rank] > 0 && is.room[rank] < is.balls * 3 / 4,
                  "rank %d has room for %lld of %lld balls", rank, (long long)is.room[rank],
                  (long long)is.balls);
    }
}

// Rank 0 alone reads grains of the snapshot, and makes bodies of its own.
TEST(no_rank_has_room_for_all_that_was_saved)
{
    const outcome one = beginning(good, 1);
    const outcome is = beginning_from(good, "begun.h5", RANKS);
    CHECK(one.hash != 0 && is.hash == one.hash);
    for (int rank = 0; rank < RANKS; rank++) {
        CHECK_MSG(is.room[rank] > 0 && is.room[rank] < is.balls * 3 / 4,
                  "rank %d has room for %lld of %lld balls", rank, (long long)is.room[rank],
                  (long long)is.balls);
    }
}

static void same_words(const char *text)
{
    const outcome one = beginning(text, 1);
    const outcome is = beginning(text, RANKS);
    CHECK_MSG(*one.words && !strcmp(is.words, one.words), "'%s', not '%s'", is.words, one.words);
    CHECK_MSG(is.told == one.told, "%d faults, not %d", is.told, one.told);
}

TEST(grains_in_walls_are_told_as_by_one)
{
    const outcome one = beginning(deep, 1);
    const outcome is = beginning(deep, RANKS);
    same_words(deep);
    CHECK_MSG(one.told == 300, "%d faults", one.told);
    CHECK(is.faults == one.faults);
}

TEST(what_the_first_sees_all_know)
{
    same_words(crowded);
}

TEST(what_no_snapshot_holds_is_told_as_by_one)
{
    same_words(fast);
}

TEST_MAIN
