// test_golden.c - the state hashes of some scenes, as they came out when they were last meant to change.
//
// They hold for gcc and clang, for every vector width and every processor. A change of physics or of the order of
// operations changes them: then run this program with the argument `print`, put in what it prints, and say in the
// commit why. With `print` all scenes are printed, with `print-few` in as many steps as sanitizers see of them;
// tests/parallel/gcc-vs-clang.sh compares that of two builds.
#include "harness.h"
#include "support/scenes.h"

#include <inttypes.h>

typedef struct golden {
    const char *name;
    uint64_t hash;
} golden;
static const golden goldens[] = {
    {"slope", UINT64_C(0x752371279a6158c9)},
    {"stirred", UINT64_C(0x6200fe00c25898e1)},
    {"rolling", UINT64_C(0x8002bb106e5e897e)},
    {"mixture", UINT64_C(0xc524567923a2fa2c)},
    {"outlines", UINT64_C(0x7a048f682752fd19)},
    {"solids", UINT64_C(0x931b89a668b2d935)},
    {"sticky-outlines", UINT64_C(0x2e7994bce0491199)},
    {"sticky-solids", UINT64_C(0x25cbcb463a7f0a96)},
    {"leaves", UINT64_C(0x38c16d2baed668b9)},
    {"stones", UINT64_C(0x675d9784d61e519e)},
    {"nonsmooth-bed", UINT64_C(0x1bc955d12f1ab302)},
    {"nonsmooth-stirred", UINT64_C(0x13647695b6f5655a)},
    {"nonsmooth-stream", UINT64_C(0x95221052af6a168b)},
    {"nonsmooth-solids", UINT64_C(0xc17797c58fb20b1d)},
    {"nonsmooth-outlines", UINT64_C(0x830cf20744ee9c03)},
    {"nonsmooth-sticky-solids", UINT64_C(0x0d2682c0b66df429)},
    {"corners-at-walls", UINT64_C(0xd818a4f2f380eff7)},
    {"outlines-at-walls", UINT64_C(0xc034e58f608a8ceb)},
};

static uint64_t life(const scene *s, int width, int steps)
{
    sim a;
    world_options o = options_of(2, width, 0);
    uint64_t hash = 0;
    if (sim_open(&a, s->text, NULL, 0, &o) && sim_step(&a, steps))
        hash = sim_hash(&a);
    sim_close(&a);
    return hash;
}

TEST(golden_hashes)
{
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        const scene *s = scene_find(goldens[i].name);
        REQUIRE(s != NULL);
        uint64_t hash = life(s, 0, s->steps);
        CHECK_MSG(hash == goldens[i].hash, "%s has 0x%016" PRIx64 ", not 0x%016" PRIx64, s->name,
                  hash, goldens[i].hash);
    }
}

// All scenes at all widths; `few`: in as many steps as builds with sanitizers run them.
static void print_all(bool few)
{
    int width[4], widths = widths_here(width);
    for (int i = 0; i < scene_count; i++) {
        const scene *s = &scenes[i];
        for (int k = 0; k < widths; k++)
            printf("%s width %d 0x%016" PRIx64 "\n", s->name, width[k],
                   life(s, width[k], few ? s->few : s->steps));
    }
}

int main(int count, char **argument)
{
    if (count < 2 || strncmp(argument[1], "print", 5) != 0)
        return harness_main(count, argument);
    print_all(!strcmp(argument[1], "print-few"));
    return 0;
}
