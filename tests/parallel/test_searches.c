// label: sanitize
// test_searches.c - one state hash per scene whichever way its pairs are searched: by the grid or by sorted lists, from
// the start or changed on the way.
#include "harness.h"
#include "support/scenes.h"
#include "world/internal.h"

static const case_override grid = {"run.search", "grid"}, sorted = {"run.search", "sorted-list"};

// How the lists of a life came about.
typedef struct builds {
    int64_t all, made, kept;
} builds;

static uint64_t life(const scene *s, const case_override *search, world_options o, builds *b)
{
    sim a;
    uint64_t hash = 0;
    if (!sim_open(&a, s->text, search, 1, &o))
        return 0;
    if (sim_step(&a, s->steps))
        hash = sim_hash(&a);
    *b = (builds){a.w->part->list.builds, a.w->part->list.sorted.made, a.w->part->list.sorted.kept};
    sim_close(&a);
    return hash;
}

TEST(every_scene)
{
    int64_t kept = 0;
    int lives = 0;
    for (int i = 0; i < scene_count; i++) {
        const scene *s = &scenes[i];
        if (!harness_takes(i) && !harness_takes(i + 1))
            continue;
        builds g, b;
        uint64_t plain = life(s, &grid, options_of(1, 0, 0), &g);
        CHECK_MSG(plain != 0 && g.made + g.kept == 0, "%s", s->name);
        for (int threads = 1; threads <= 3; threads += 2) {
            if (!harness_takes(i + (threads == 3)))
                continue;
            CHECK_MSG(life(s, &sorted, options_of(threads, 0, 0), &b) == plain,
                      "%s with %d threads", s->name, threads);
            CHECK_MSG(b.all > 1 && b.made + b.kept == b.all,
                      "%s: %lld builds, made %lld, kept %lld", s->name, (long long)b.all,
                      (long long)b.made, (long long)b.kept);
            kept += b.kept;
            lives++;
        }
    }
    CHECK_MSG(kept > 100 * lives / (2 * scene_count), "lists are hardly ever kept: %lld",
              (long long)kept);
}

// Bodies that change places in memory: their bounds are not sorted from the old places of others.
TEST(reordered_bodies)
{
    const scene *s = scene_find("slope");
    scree_error e;
    builds b;
    sim a;
    REQUIRE(sim_open(&a, s->text, &sorted, 1, NULL));
    CHECK(sim_step(&a, s->steps / 2) && a.w->part->list.sorted.made == 1);
    a.w->part->list.disordered = true;
    CHECK(world_refresh(a.w, true, &e) == SCREE_OK && a.w->part->list.reorders == 2 &&
          a.w->part->list.sorted.made == 2);
    CHECK(sim_step(&a, s->steps - s->steps / 2) && a.w->part->list.sorted.made == 2);
    CHECK(sim_hash(&a) == life(s, &grid, options_of(1, 0, 0), &b));
    sim_close(&a);
}

// Skins from thin to so thick that some axes are too short to be swept.
TEST(skins)
{
    static const double skin[] = {0.15e-3, 4e-3};
    static const char *const names[] = {"bed", "sizes", "disks"};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            const scene *s = scene_find(names[i]);
            builds b;
            CHECK_MSG(life(s, &sorted, options_of(2, 0, skin[k]), &b) ==
                          life(s, &grid, options_of(1, 0, 0), &b),
                      "%s with skin %g mm", s->name, 1e3 * skin[k]);
        }
}

TEST(changed_on_the_way)
{
    static const char *const names[] = {"slope", "stream", "clumps"};
    for (int i = 0; i < 3; i++) {
        const scene *s = scene_find(names[i]);
        const case_override *const search[] = {&grid, &sorted, &grid, &sorted};
        sim scene[2] = {0};
        builds count;
        bool good = sim_open(&scene[0], s->text, search[0], 1, NULL);
        for (int k = 1; good && k <= 4; k++) {
            sim *now = &scene[(k + 1) % 2];
            const world_options o = options_of(1 + k % 2, 0, 0);
            good = CHECK(sim_step(now, k * s->steps / 4 - (k - 1) * s->steps / 4));
            if (k < 4)
                good = good && CHECK(sim_hand_over(now, &scene[k % 2], s->text, search[k], &o));
        }
        if (!CHECK_MSG(good, "%s does not go on", s->name))
            return;
        CHECK_MSG(sim_hash(&scene[1]) == life(s, &grid, options_of(1, 0, 0), &count), "%s",
                  s->name);
        sim_close(&scene[1]);
    }
}

TEST_MAIN
