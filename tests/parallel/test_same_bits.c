// label: sanitize
// test_same_bits.c - one state hash per scene, whatever the threads, the vector width, the skin, and whoever looks.
#include "harness.h"
#include "support/scenes.h"

// One hash of a scene after its steps, looked at every `look` steps (0: never).
static uint64_t life(const scene *s, world_options o, int steps, int look)
{
    sim a;
    uint64_t hash = 0;
    if (!sim_open(&a, s->text, NULL, 0, &o)) return 0;
    bool ok = true;
    for (int done = 0; ok && done < steps;) {
        int n = look > 0 && look < steps - done ? look : steps - done;
        ok = sim_step(&a, n);
        done += n;
        if (!ok || look == 0) continue;
        frame f = sim_frame(&a);
        image im = {0};
        scree_error e = {0};
        ok = (done / look) % 2 ? world_image(a.w, &im, &e) == SCREE_OK : f.body.count > 0;
        image_clear(&im);
        frame_clear(&f);
    }
    if (ok) hash = sim_hash(&a);
    sim_close(&a);
    return hash;
}

TEST(threads)
{
    for (int i = 0; i < scene_count; i++) {
        uint64_t one = life(&scenes[i], options_of(1, 0, 0), scenes[i].steps, 0);
        CHECK_MSG(one != 0, "%s does not run", scenes[i].name);
        for (int t = 2; t <= 3; t++) CHECK_MSG(life(&scenes[i], options_of(t, 0, 0), scenes[i].steps, 0) == one, "%s with %d threads", scenes[i].name, t);
    }
}

TEST(vector_widths)
{
    int width[4], n = widths_here(width);
    CHECK(n >= 1);
    for (int i = 0; i < scene_count; i++) {
        uint64_t one = life(&scenes[i], options_of(1, 1, 0), scenes[i].steps, 0);
        CHECK_MSG(one != 0, "%s does not run", scenes[i].name);
        for (int k = 1; k < n; k++)
            CHECK_MSG(life(&scenes[i], options_of(1, width[k], 0), scenes[i].steps, 0) == one, "%s with width %d", scenes[i].name, width[k]);
    }
}

TEST(skins)
{
    static const double skin[] = {0.1e-3, 0.5e-3, 2.5e-3, 6e-3};
    for (int i = 0; i < scene_count; i++) {
        uint64_t one = life(&scenes[i], options_of(1, 0, 0), scenes[i].steps, 0);
        for (int k = 0; k < 4; k++)
            CHECK_MSG(life(&scenes[i], options_of(1, 0, skin[k]), scenes[i].steps, 0) == one, "%s with skin %g mm", scenes[i].name, 1e3 * skin[k]);
    }
}

TEST(looking_changes_nothing)
{
    for (int i = 0; i < scene_count; i++) {
        uint64_t one = life(&scenes[i], options_of(1, 0, 0), scenes[i].steps, 0);
        CHECK_MSG(life(&scenes[i], options_of(1, 0, 0), scenes[i].steps, 1) == one, "%s looked at in every step", scenes[i].name);
        CHECK_MSG(life(&scenes[i], options_of(2, 0, 0), scenes[i].steps, 7) == one, "%s looked at in every seventh step", scenes[i].name);
    }
}

TEST_MAIN
