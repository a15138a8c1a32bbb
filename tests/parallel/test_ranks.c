// test_ranks.c - one state hash per case, one snapshot to the byte, the same that is seen and the same words of trouble, among
// however many processes the grains are shared; what a rank does not own and has not been sent is NaN after each step.
//
// Each life is led in a process of its own, which makes the other ranks before it has threads.
// limit: 300 s
#define _DEFAULT_SOURCE
#include "harness.h"
#include "support/scenes.h"

#include "base/hash.h"
#include "ranks/local.h"
#include "state/image.h"
#include "store/snapshot.h"
#include "world/internal.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- cases that scenes have not

#define LAWS                                                                                       \
    "materials: {m: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"                        \
    "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: " \
    "{law: cundall-strack, friction: 0.3}}}\n"
#define SHAPES                                                                                     \
    "shapes:\n  b: {ball: {radius: {distribution: uniform, from: 2 cm, to: 7 cm}}}\n"              \
    "  c: {clump: {balls: [{at: [-3 cm, 0 m, 0 m], radius: 5 cm}, {at: [3 cm, 0 m, 0 m], radius: " \
    "4 cm}]}}\n"                                                                                   \
    "  k: {spheropolyhedron: {builder: {box: [8 cm, 6 cm, 6 cm]}, radius: 1 cm}}\n"
#define BESIDE                                                                                     \
    "  - {name: h, shape: c, material: m, packing: {law: random, count: 20, inside: domain, "      \
    "seed: "                                                                                       \
    "8}}\n"                                                                                        \
    "  - {name: k, shape: k, material: m, packing: {law: random, count: 20, inside: domain, "      \
    "seed: "                                                                                       \
    "9}}\n"

// Radii that grow and shrink, grains that go as they are too small, a stream, forces that no contact makes.
static const char growing[] =
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic, y: wall, z: "
    "wall}, material: m}\n" LAWS SHAPES "grains:\n"
    "  - {name: g, shape: b, material: m, growth: {rate: 4/s, until: 15 ms}, packing: {law: "
    "random, count: 70, inside: domain, seed: 7}}\n"
    "  - {name: s, shape: b, material: m, growth: {velocity: -20 cm/s, keeps: mass, removed_below: "
    "2 cm}, packing: {law: random, count: 40, inside: domain, seed: 6}}\n"
    "  - {name: f, shape: b, material: m, fixed: true, growth: {velocity: 1 m/s}, packing: {law: "
    "random, count: 5, inside: domain, seed: 5}}\n" BESIDE "streams:\n"
    "  in: {shape: b, material: m, rate: 2000/s, growth: {rate: -5/s, removed_below: 1 cm}, low: "
    "[0, 0, 0.5 m], high: [1 m, 1 m, 1 m], velocity: [0, 0, -1 m/s]}\n"
    "forces:\n"
    "  wind: {law: drag, time: 50 ms, velocity: [3 m/s, 0, 0]}\n"
    "  well: {law: spring, point: [0, 0, 50 cm], axis: [1, 0, 0], rate: 30 rad/s}\n"
    "run: {steps: 1, step: 0.1 ms, ledger: true, deepest_overlap: none}\n";

// A cell that deforms and answers to stress.
static const char deforming[] =
    "scree: 1\ngravity: 0\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic, y: periodic, "
    "z: periodic}}\n" LAWS SHAPES "grains:\n"
    "  - {name: g, shape: b, material: m, packing: {law: random, count: 100, inside: domain, seed: "
    "7}}\n" BESIDE
    "cell: {rate: {xx: -1/s, xy: 25/s, yz: 8/s, xz: -12/s}, stress: {yy: 100 Pa}, limit: 5/s}\n"
    "run: {steps: 1, step: 0.1 ms, ledger: true, deepest_overlap: none}\n";

// Stages that end by a condition, a gate that goes and a lid that comes, a piston, a stream, removals, grains that fall out.
static const char staged[] =
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, -1 m], high: [1 m, 1 m, 2 m], boundary: {x: wall, y: periodic, z: "
    "open}, material: m}\n" LAWS SHAPES "walls:\n"
    "  gate: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, until: 12 ms, drive: "
    "{law: servo, axis: [0, 0, 1], force: 200 N, mass: 10 kg, speed: 1 m/s}}\n"
    "  lid: {material: m, plane: {point: [0, 0, 1.9 m], normal: [0, 0, -1]}, from: 6 ms}\n"
    "grains:\n"
    "  - {name: g, shape: b, material: m, velocity: [1 m/s, 0, -3 m/s], packing: {law: random, "
    "count: "
    "90, low: [0, 0, 0], high: [1 m, 1 m, 1 m], seed: 7}}\n"
    "streams:\n"
    "  in: {shape: b, material: m, rate: 1000/s, low: [0, 0, 1.2 m], high: [1 m, 1 m, 1.8 m], "
    "velocity: [0, 0, -20 m/s]}\n"
    "removals:\n"
    "  out: {low: [0, 0, 0], high: [0.3 m, 1 m, 2 m], every: 5 ms, fraction: 0.5, seed: 3}\n"
    "run: {step: 0.1 ms, ledger: true, deepest_overlap: none, on_loss: remove}\n"
    "stages:\n"
    "  - {name: fill, until: 'count(in) > 5', every: 10, limit: 20 ms}\n"
    "  - {name: wait, until: '5 ms'}\n"
    "  - {name: open, until: 'stage_time > 3 ms and kinetic > 0 J', every: 10, limit: 1 s, set: "
    "{gravity: [2 m/s^2, 0, -20 m/s^2]}}\n"
    "  - {name: end, until: '1 s'}\n";

// One solver after the other, and back; a wind, a stream, grains that fall out, a piston that is a body of the solver by impulses.
static const char solved[] =
    "scree: 1\nsolver: nonsmooth\ngravity: [1 m/s^2, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 2 m], boundary: {x: open, y: periodic, z: "
    "wall}, material: m}\n" LAWS SHAPES "walls:\n"
    "  lid: {material: m, plane: {point: [0, 0, 1.1 m], normal: [0, 0, -1]}, drive: {law: force, "
    "axis: [0, 0, 1], force: -200 N, mass: 10 kg}}\n"
    "grains:\n"
    "  - {name: g, shape: b, material: m, velocity: [1 m/s, 0, -3 m/s], packing: {law: random, "
    "count: 120, low: [0.2 m, 0 m, 0 m], high: [0.8 m, 1 m, 1 m], seed: 7}}\n"
    "  - {name: h, shape: c, material: m, packing: {law: random, count: 20, low: [0, 0, 0], high: "
    "[1 m, 1 m, 1 m], seed: 8}}\n"
    "  - {name: k, shape: k, material: m, packing: {law: random, count: 20, low: [0, 0, 0], high: "
    "[1 m, 1 m, 1 m], seed: 9}}\n"
    "streams:\n"
    "  in: {shape: b, material: m, rate: 400/s, low: [0.2 m, 0, 1.3 m], high: [0.8 m, 1 m, 1.8 "
    "m], velocity: [0, 0, -2 m/s]}\n"
    "forces:\n"
    "  wind: {law: drag, time: 50 ms, velocity: [3 m/s, 0, 0]}\n"
    "run: {step: 1 ms, ledger: true, deepest_overlap: none, on_loss: remove}\n"
    "stages:\n"
    "  - {name: fall, until: '40 ms'}\n"
    "  - {name: bounce, until: '4 ms', set: {solver: smooth, run.step: 0.1 ms}}\n"
    "  - {name: rest, until: 'stage_time > 20 ms and kinetic > 0 J', every: 10, limit: 1 s}\n"
    "  - {name: end, until: '1 s', set: {solver: smooth, run.step: 0.1 ms}}\n";

// Grains that fall out and that are removed, without books: no rank needs copies of the grains of others for that.
static const char leaving[] =
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [1 m, 1 m, 1 m], boundary: {x: periodic, y: wall, z: "
    "open}, material: m}\n" LAWS SHAPES "grains:\n"
    "  - {name: g, shape: b, material: m, velocity: [1 m/s, 0, -9 m/s], packing: {law: random, "
    "count: 100, inside: domain, seed: 7}}\n" BESIDE "removals:\n"
    "  out: {low: [0, 0, 0], high: [0.5 m, 1 m, 1 m], every: 4 ms, fraction: 0.3, seed: 3}\n"
    "run: {steps: 1, step: 0.1 ms, deepest_overlap: none, on_loss: remove}\n";

static const scene more[] = {{"growing", growing, 220, 60},
                             {"deforming", deforming, 220, 60},
                             {"staged", staged, 320, 60},
                             {"solved", solved, 200, 60},
                             {"leaving", leaving, 220, 60}};
enum { MORE = sizeof more / sizeof *more, LEAVING = MORE - 1 };

static const scene *case_of(int i)
{
    return i < MORE ? &more[i] : &scenes[i - MORE];
}

// ---- lives

// What is compared.
typedef struct outcome {
    uint64_t hash, bytes; // of the state, of its snapshot as a file
    uint64_t seen;        // of what is seen of bodies and contacts, and of the ledger
    int64_t steps;
    int64_t copies;  // of grains of others for which there was room when the last step was made
    char words[480]; // of the trouble in which it ended
    bool ended;
} outcome;

// How many looks on the way, from which snapshot, and where the last one goes.
typedef struct plan {
    int ranks, threads, looks;
    int64_t steps;
    const char *from, *to;
} plan;

static uint64_t hash_seen(const frame *seen)
{
    const frame_balls *ball = &seen->ball;
    const size_t balls = (size_t)ball->count;
    const size_t contacts = (size_t)seen->contact.count;
    uint64_t hash = hash_of(ball->position, balls * sizeof *ball->position, balls);
    hash = hash_of(ball->velocity, balls * sizeof *ball->velocity, hash);
    hash = hash_of(ball->contacts, balls * sizeof *ball->contacts, hash);
    hash = hash_of(ball->torque, balls * sizeof *ball->torque, hash);
    hash = hash_of(ball->mass, balls * sizeof *ball->mass, hash);
    hash = hash_of(ball->image, balls * sizeof *ball->image, hash);
    hash = hash_of(seen->contact.a, contacts * sizeof *seen->contact.a, hash);
    hash = hash_of(seen->contact.overlap, contacts * sizeof *seen->contact.overlap, hash);
    hash = hash_of(seen->contact.force, contacts * sizeof *seen->contact.force, hash);
    hash = hash_of(seen->of_set, (size_t)seen->sets * sizeof *seen->of_set, hash);
    hash = hash_of(&seen->cell, sizeof seen->cell, hash);
    for (int i = 0; i < seen->walls; i++)
        hash = hash_of(&seen->wall[i].force, 2 * sizeof(v3) + sizeof(double), hash);
    return hash_of(&seen->ledger, sizeof seen->ledger, hash);
}

static uint64_t hash_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint64_t hash = 0;
    char page[4096];
    size_t bytes;
    while (file && (bytes = fread(page, 1, sizeof page, file)) > 0)
        hash = hash_of(page, bytes, hash);
    if (file)
        fclose(file);
    return hash;
}

static void tell(outcome *out, const scree_error *error)
{
    snprintf(out->words, sizeof out->words, "%.80s: %.390s", error->where, error->what);
}

static bool step(world *w, int64_t steps, outcome *out)
{
    scree_error error;
    // a call ends where a stage does
    for (const int64_t end = world_steps(w) + steps; world_steps(w) < end;) {
        if (world_step(w, end - world_steps(w), &error) != SCREE_OK) {
            tell(out, &error);
            return false;
        }
    }
    return true;
}

static int64_t room_for_copies(const world *w)
{
    int64_t room = 0;
    for (int i = 0; w->ranks && i < w->parts; i++)
        room += i == w->ranks->rank ? 0 : w->part[i].body.room;
    return room;
}

static void look(sim *a, outcome *out)
{
    frame seen = sim_frame(a);
    out->seen = hash_seen(&seen);
    world_pulse_of(a->w);
    frame_clear(&seen);
}

static void save(sim *a, const plan *by, outcome *out)
{
    image im = {0};
    scree_error error;
    uint64_t hash = 0;
    if (world_image_portions(a->w, &im, &error) == SCREE_OK &&
        snapshot_write_hashed(by->to, &im, NULL, &hash, &error) == SCREE_OK)
        out->bytes = hash_file(by->to) + (hash - out->hash);
    image_clear(&im);
    // the same from copies of all grains
    if (world_image(a->w, &im, &error) != SCREE_OK || image_hash(&im) != hash)
        out->bytes = 0;
    image_clear(&im);
}

static bool open_sim(sim *a, const scene *s, const plan *by, const world_options *o)
{
    image im = {0};
    scree_error error;
    if (!by->from)
        return sim_open(a, s->text, NULL, 0, o);
    const bool good = snapshot_read(by->from, &im, &error) == SCREE_OK &&
                      sim_read(a, s->text, NULL, 0) && sim_restore(a, &im, o);
    image_clear(&im);
    return good;
}

static void live(const scene *s, const plan *by, const world_options *o, outcome *out)
{
    sim a;
    if (!open_sim(&a, s, by, o))
        return;
    if (o->ranks && o->ranks->rank > 0) {
        world_obey(a.w);
        return;
    }
    bool good = true;
    for (int i = 0; good && i < by->looks; i++) {
        good = step(a.w, by->steps * (i + 1) / by->looks - by->steps * i / by->looks, out);
        out->copies = room_for_copies(a.w);
        if (good)
            look(&a, out);
    }
    if (good) {
        out->hash = sim_hash(&a);
        save(&a, by, out);
    }
    out->steps = world_steps(a.w);
    out->ended = true;
    if (o->ranks)
        world_dismiss(a.w);
    sim_close(&a);
}

static void live_apart(const scene *s, const plan *by, outcome *out)
{
    world_options o = options_of(by->threads, 0, 0);
    local_ranks *local = by->ranks > 1 ? local_begin(by->ranks, by->threads) : NULL;
    o.ranks = local ? local_transport(local) : NULL;
    o.poison = true;
    live(s, by, &o, out);
    if (local && o.ranks->rank == 0)
        local_end(local);
    fflush(NULL);
    _exit(0);
}

static outcome life(const scene *s, const plan *by)
{
    const outcome none = {.ended = false};
    outcome *out =
        mmap(NULL, sizeof *out, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (out == MAP_FAILED)
        return none;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        live_apart(s, by, out);
    waitpid(child, NULL, 0);
    const outcome found = *out;
    munmap(out, sizeof *out);
    return found;
}

static int64_t steps_of(const scene *s)
{
    return scenes_are_short || harness_shares().all > 1 ? s->steps / 2 + 1 : s->steps;
}

static int cases(void)
{
    return MORE + scene_count;
}

// The place of a scene among the cases.
static int case_named(const char *name)
{
    int i = 0;
    while (i < cases() - 1 && strcmp(case_of(i)->name, name) != 0)
        i++;
    return i;
}

// Of the quick tests each number of ranks has its own share of the cases, one of so many.
static void same_bits(int share, int quick_shares, plan by)
{
    const int shares = harness_shares().all > 1 ? quick_shares : 1;
    for (int i = 0; i < cases(); i++) {
        const scene *s = case_of(i);
        if (i % shares != share % shares)
            continue;
        by.steps = steps_of(s);
        by.to = "ranks.h5";
        const plan alone = {1, 1, 1, by.steps, NULL, "alone.h5"};
        const outcome one = life(s, &alone);
        const outcome is = life(s, &by);
        CHECK_MSG(one.ended && is.ended, "%s on %d ranks comes to an end", s->name, by.ranks);
        CHECK_MSG(is.steps == one.steps && !strcmp(is.words, one.words),
                  "%s on %d ranks: '%s', not '%s'", s->name, by.ranks, is.words, one.words);
        CHECK_MSG(is.hash == one.hash, "state of %s on %d ranks", s->name, by.ranks);
        CHECK_MSG(is.bytes == one.bytes, "snapshot of %s on %d ranks", s->name, by.ranks);
        CHECK_MSG(*one.words || is.seen == one.seen, "what is seen of %s on %d ranks", s->name,
                  by.ranks);
    }
}

TEST(two)
{
    same_bits(0, 3, (plan){.ranks = 2, .threads = 1, .looks = 1});
}

TEST(three)
{
    same_bits(1, 3, (plan){.ranks = 3, .threads = 2, .looks = 3});
}

TEST(five)
{
    same_bits(2, 3, (plan){.ranks = 5, .threads = 1, .looks = 2});
}

// Of the quick tests they have one bed.
TEST(eight)
{
    same_bits(case_named("bed"), cases(), (plan){.ranks = 8, .threads = 1, .looks = 1});
}

TEST(grains_leave_without_copies)
{
    const plan by = {2, 1, 1, 220, NULL, "ranks.h5"};
    const scene *s = &more[LEAVING];
    const outcome is = life(s, &by);
    CHECK_MSG(is.ended && is.hash != 0 && is.copies == 0, "room for %lld copies",
              (long long)is.copies);
}

// ---- on another number

TEST(goes_on_on_another_number)
{
    static const int ranks[] = {3, 1, 5, 2};
    for (int i = 0; i < MORE; i++) {
        const plan whole = {1, 1, 1, 200, NULL, "whole.h5"};
        const outcome want = life(&more[i], &whole);
        outcome is = {.ended = false};
        for (int k = 0; k < 4; k++) {
            const plan by = {
                .ranks = ranks[k],
                .threads = 1,
                .looks = 1,
                .steps = 50,
                .from = k > 0 ? (k % 2 ? "even.h5" : "odd.h5") : NULL,
                .to = k % 2 ? "odd.h5" : "even.h5",
            };
            is = life(&more[i], &by);
        }
        CHECK_MSG(want.hash != 0 && is.hash == want.hash && is.bytes == want.bytes, "%s",
                  more[i].name);
    }
}

TEST_MAIN
