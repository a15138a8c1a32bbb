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
    {"slope", UINT64_C(0x2aa6aed46ed365c1)},
    {"stirred", UINT64_C(0xce30c753bc9a967f)},
    {"rolling", UINT64_C(0x627b2726b0f4d47e)},
    {"mixture", UINT64_C(0xf15e439e6e4833ab)},
    {"outlines", UINT64_C(0x717e65443dcc0ee1)},
    {"solids", UINT64_C(0xc414953ab1bc1610)},
    {"sticky-outlines", UINT64_C(0xb51223377c1fb68e)},
    {"sticky-solids", UINT64_C(0x72e349580cef7595)},
    {"leaves", UINT64_C(0x83401e9083a3cd77)},
    {"stones", UINT64_C(0x7523d7d8a19aecd3)},
    {"nonsmooth-bed", UINT64_C(0xdcf366eb9a9f7984)},
    {"nonsmooth-stirred", UINT64_C(0xa2538464dc650548)},
    {"nonsmooth-stream", UINT64_C(0x807b7e4d71c2a4a2)},
    {"nonsmooth-solids", UINT64_C(0x6a472acc73bf9c68)},
    {"nonsmooth-outlines", UINT64_C(0xe06fd59763c089c7)},
    {"nonsmooth-sticky-solids", UINT64_C(0xddec974a5353ebde)},
    {"corners-at-walls", UINT64_C(0x4ba6fe0c4c54b928)},
    {"outlines-at-walls", UINT64_C(0x53757706065c5c2f)},
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
