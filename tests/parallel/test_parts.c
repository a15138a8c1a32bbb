// test_parts.c - one state hash per scene, into however many parts the bodies are dealt; what a part does not own and
// has not been sent is NaN after each step.
#include "harness.h"
#include "support/scenes.h"

static world_options parts_of(int parts, int threads)
{
    world_options o = options_of(threads, 0, 0);
    o.parts = parts;
    o.poison = true;
    return o;
}

static uint64_t life(const scene *s, const world_options *o, int look)
{
    sim a;
    uint64_t hash = 0;
    if (!sim_open(&a, s->text, NULL, 0, o))
        return 0;
    bool ok = true;
    for (int done = 0; ok && done < s->steps; done += look) {
        ok = sim_step(&a, look < s->steps - done ? look : s->steps - done);
        if (ok && look < s->steps) {
            frame f = sim_frame(&a);
            ok = f.ball.count > 0;
            frame_clear(&f);
        }
    }
    if (ok)
        hash = sim_hash(&a);
    sim_close(&a);
    return hash;
}

static uint64_t plain(int i)
{
    static uint64_t known[64];
    const world_options o = options_of(1, 0, 0);
    if (!known[i])
        known[i] = life(&scenes[i], &o, scenes[i].steps);
    return known[i];
}

static void same_bits(int parts, int threads)
{
    for (int i = 0; i < scene_count; i++) {
        if (!harness_takes(i + parts))
            continue;
        const world_options o = parts_of(parts, threads);
        CHECK_MSG(life(&scenes[i], &o, scenes[i].steps) == plain(i), "%s in %d parts",
                  scenes[i].name, parts);
    }
}

TEST(two)
{
    same_bits(2, 1);
}

TEST(three)
{
    same_bits(3, 2);
}

TEST(five)
{
    same_bits(5, 1);
}

TEST(eight)
{
    same_bits(8, 1);
}

TEST_MAIN
