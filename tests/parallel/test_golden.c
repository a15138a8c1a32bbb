// test_golden.c - the state hashes of some scenes, as they came out when they were last meant to change.
//
// They hold for gcc and clang, for every vector width and every processor. A change of physics or of the order of
// operations changes them: then run this program with the argument `print`, put in what it prints, and say in the
// commit why. With `print` all scenes are printed; tests/parallel/gcc-vs-clang.sh compares that of two builds.
#include "harness.h"
#include "support/scenes.h"

#include <inttypes.h>

typedef struct golden {
    const char *name;
    uint64_t hash;
} golden;
static const golden goldens[] = {
    {"slope", UINT64_C(0xdc5b564455da2786)},
    {"stirred", UINT64_C(0x46bdc4c007e11c26)},
    {"rolling", UINT64_C(0xc3d98957b93e4e2d)},
    {"mixture", UINT64_C(0x08c6bc627ed80d38)},
    {"outlines", UINT64_C(0x3c5b59f0b5fa3ca7)},
    {"solids", UINT64_C(0xbc1bcb2afb05c28d)},
    {"sticky-outlines", UINT64_C(0x1c80da04f62a7793)},
    {"sticky-solids", UINT64_C(0x346426fbf040c5bb)},
    {"leaves", UINT64_C(0x9b478623beb4c05b)},
    {"stones", UINT64_C(0x605b17e2d3812702)},
    {"nonsmooth-bed", UINT64_C(0xa5e714e039ac9990)},
    {"nonsmooth-stirred", UINT64_C(0x32e10c24cd0dcbb9)},
    {"nonsmooth-stream", UINT64_C(0x5d5ebfaf7e6f4eac)},
    {"nonsmooth-solids", UINT64_C(0x7ef67800976c67c3)},
    {"nonsmooth-outlines", UINT64_C(0x7ab25fdb11540705)},
    {"nonsmooth-sticky-solids", UINT64_C(0x01823ea8602e0d1d)},
    {"corners-at-walls", UINT64_C(0x1c47274bc415b4b6)},
    {"outlines-at-walls", UINT64_C(0x5e373a456873746f)},
};

static uint64_t life(const scene *s, int width)
{
    sim a;
    world_options o = options_of(2, width, 0);
    uint64_t hash = 0;
    if (sim_open(&a, s->text, NULL, 0, &o) && sim_step(&a, s->steps)) hash = sim_hash(&a);
    sim_close(&a);
    return hash;
}

TEST(golden_hashes)
{
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        const scene *s = scene_find(goldens[i].name);
        REQUIRE(s != NULL);
        uint64_t hash = life(s, 0);
        CHECK_MSG(hash == goldens[i].hash, "%s has 0x%016" PRIx64 ", not 0x%016" PRIx64, s->name, hash,
                  goldens[i].hash);
    }
}

int main(int count, char **argument)
{
    if (count < 2 || strcmp(argument[1], "print") != 0) return harness_main(count, argument);
    int width[4], widths = widths_here(width);
    for (int i = 0; i < scene_count; i++)
        for (int k = 0; k < widths; k++)
            printf("%s width %d 0x%016" PRIx64 "\n", scenes[i].name, width[k], life(&scenes[i], width[k]));
    return 0;
}
