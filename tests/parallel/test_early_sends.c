// test_early_sends.c - ranks work on blocks whose grains others see first, and those grains go before the inner blocks are done.
#define _DEFAULT_SOURCE
#include "harness.h"
#include "support/scenes.h"

#include "ranks/local.h"
#include "world/internal.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// A long heap of balls that do not touch, so many that blocks of one thread are small.
static const char heap[] =
    "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, -1 m], high: [11 m, 2 m, 1 m]}\n"
    "materials: {m: {density: 1000 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 100 kN/m, restitution: 0.5}, tangential: "
    "{law: none}}}\n"
    "shapes: {b: {ball: {radius: 2.4 cm}}}\n"
    "grains:\n"
    "  - {name: g, shape: b, material: m, packing: {law: lattice, counts: [210, 20, 10], spacing: "
    "[5 cm, 5 cm, 5 cm], origin: [3 cm, 3 cm, 3 cm]}}\n"
    "run: {steps: 1, step: 0.1 ms}\n";

enum { RANKS = 2, STEPS = 2 };

// Of a rank: how many blocks were done when it began to send, and in all, in the last step.
typedef struct outcome {
    int64_t sends, first, blocks;
    bool ended;
} outcome;

// ---- a transport that counts; each rank is a process

static const transport *behind;
static outcome now;

static void expect(void *context)
{
    now = (outcome){.sends = 0};
    behind->expect(context);
}

static void send_room(void *context, int rank)
{
    if (now.sends++ == 0)
        now.first = now.blocks;
    behind->send(context, rank);
}

static void push(void *context)
{
    now.blocks++;
    behind->push(context);
}

static void live(const world_options *o, outcome *out)
{
    sim a;
    if (!sim_open(&a, heap, NULL, 0, o))
        return;
    scree_error error;
    if (o->ranks->rank > 0)
        world_obey(a.w);
    else
        now.ended = world_step(a.w, STEPS, &error) == SCREE_OK;
    out[o->ranks->rank] = now;
    if (o->ranks->rank > 0)
        return;
    world_dismiss(a.w);
    sim_close(&a);
}

static void live_apart(outcome *out)
{
    world_options o = options_of(1, 0, 0);
    local_ranks *local = local_begin(RANKS, 1);
    behind = local_transport(local);
    transport counting = *behind;
    counting.expect = expect;
    counting.send = send_room;
    counting.push = push;
    o.ranks = &counting;
    live(&o, out);
    if (counting.rank == 0)
        local_end(local);
    fflush(NULL);
    _exit(0);
}

TEST(they_go_before_inner_blocks)
{
    outcome *out =
        mmap(NULL, RANKS * sizeof *out, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(out != MAP_FAILED);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        live_apart(out);
    waitpid(child, NULL, 0);
    CHECK_MSG(out[0].ended, "a run comes to an end");
    for (int k = 0; k < RANKS; k++) {
        CHECK_MSG(out[k].blocks >= 20, "rank %d has %lld blocks", k, (long long)out[k].blocks);
        CHECK_MSG(out[k].sends == 1 && out[k].first <= 10,
                  "rank %d sends %lld times, first when %lld of %lld blocks are done", k,
                  (long long)out[k].sends, (long long)out[k].first, (long long)out[k].blocks);
    }
    munmap(out, RANKS * sizeof *out);
}

TEST_MAIN
