// test_ranks.c - one state hash per scene, and the bytes of one snapshot and one frame, among however many processes the bodies
// are shared; what a rank does not own and has not been sent is NaN after each step.
//
// Each case runs in a process of its own, which makes the other ranks before it has threads, and tells what came out by a file.
#define _DEFAULT_SOURCE
#include "harness.h"
#include "support/scenes.h"

#include "base/hash.h"
#include "ranks/local.h"
#include "state/image.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// What is compared.
typedef struct outcome {
    uint64_t hash;    // of the state
    uint64_t frame;   // of what is seen of its bodies
    int64_t contacts; // that are seen
    bool good;
} outcome;

static uint64_t hash_seen(const frame *seen)
{
    const frame_balls *ball = &seen->ball;
    const size_t count = (size_t)ball->count;
    uint64_t hash = hash_of(ball->position, count * sizeof *ball->position, 0);
    hash = hash_of(ball->velocity, count * sizeof *ball->velocity, hash);
    hash = hash_of(ball->contacts, count * sizeof *ball->contacts, hash);
    return hash_of(&seen->ledger, sizeof seen->ledger, hash);
}

// Rank 0 leads a life in so many looks, the others obey.
static void live(const scene *s, const world_options *o, int looks, outcome *out)
{
    sim a;
    if (!sim_open(&a, s->text, NULL, 0, o))
        return;
    if (o->ranks && o->ranks->rank > 0) {
        world_obey(a.w);
        return;
    }
    const int steps = scenes_are_short ? s->few : s->steps;
    bool ok = true;
    for (int i = 0, done = 0; ok && i < looks; i++) {
        const int next = steps * (i + 1) / looks;
        ok = sim_step(&a, next - done);
        done = next;
        frame seen = sim_frame(&a);
        ok = ok && seen.ball.count > 0;
        out->frame = hash_seen(&seen);
        out->contacts = seen.contact.count;
        frame_clear(&seen);
    }
    if (ok)
        out->hash = sim_hash(&a);
    out->good = ok;
    if (o->ranks)
        world_dismiss(a.w);
    sim_close(&a);
}

// In a process of its own.
static outcome life(const scene *s, int ranks, int threads, int looks)
{
    outcome *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const outcome none = {.good = false};
    if (shared == MAP_FAILED)
        return none;
    *shared = none;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        world_options o = options_of(threads, 0, 0);
        local_ranks *local = ranks > 1 ? local_begin(ranks, threads) : NULL;
        o.ranks = local ? local_transport(local) : NULL;
        o.poison = true;
        live(s, &o, looks, shared);
        if (local && o.ranks->rank == 0)
            local_end(local);
        fflush(NULL);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) || WEXITSTATUS(status))
        printf("    %s on %d ranks: signal %d, code %d\n", s->name, ranks,
               WIFSIGNALED(status) ? WTERMSIG(status) : 0,
               WIFEXITED(status) ? WEXITSTATUS(status) : 0);
    const outcome found = *shared;
    munmap(shared, sizeof *shared);
    return found;
}

static bool is_smooth(const scene *s)
{
    return strstr(s->text, "solver: nonsmooth") == NULL;
}

static outcome plain(int i)
{
    static outcome known[64];
    if (!known[i].good)
        known[i] = life(&scenes[i], 1, 1, 1);
    return known[i];
}

static void same_bits(int ranks, int threads, int looks)
{
    for (int i = 0; i < scene_count; i++) {
        if (!is_smooth(&scenes[i]))
            continue;
        const outcome is = life(&scenes[i], ranks, threads, looks);
        const outcome one = plain(i);
        CHECK_MSG(is.good && one.good, "%s on %d ranks ends", scenes[i].name, ranks);
        CHECK_MSG(is.hash == one.hash, "%s on %d ranks", scenes[i].name, ranks);
        CHECK_MSG(is.frame == one.frame && is.contacts == one.contacts,
                  "what is seen of %s on %d ranks", scenes[i].name, ranks);
    }
}

TEST(two)
{
    same_bits(2, 1, 1);
}

TEST(three)
{
    same_bits(3, 2, 1);
}

TEST(five)
{
    same_bits(5, 1, 3);
}

TEST_MAIN
