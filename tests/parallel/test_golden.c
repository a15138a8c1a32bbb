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
    {"slope", UINT64_C(0x24db45829c019149)},
    {"stirred", UINT64_C(0x0004b6ac9618cc6e)},
    {"rolling", UINT64_C(0xd357a0d1de8e1a1d)},
    {"mixture", UINT64_C(0xc53fc432525a302e)},
    {"outlines", UINT64_C(0x9e6c423d3e51a329)},
    {"solids", UINT64_C(0xa0e905d46a1ad535)},
    {"sticky-outlines", UINT64_C(0x0b1322ef4b7c7dd7)},
    {"sticky-solids", UINT64_C(0x9e7107fc155f9d5b)},
    {"leaves", UINT64_C(0x4bc51218d71b9186)},
    {"stones", UINT64_C(0x83535a750eba571e)},
    {"nonsmooth-bed", UINT64_C(0xa5791c36581c1a69)},
    {"nonsmooth-stirred", UINT64_C(0xf19a2386d20ddbde)},
    {"nonsmooth-stream", UINT64_C(0x5d5ebfaf7e6f4eac)},
    {"nonsmooth-solids", UINT64_C(0x748d75915395b7f6)},
    {"nonsmooth-outlines", UINT64_C(0x09497a1d553e12d5)},
    {"nonsmooth-sticky-solids", UINT64_C(0xcc1bc2a4c43e7cc2)},
    {"corners-at-walls", UINT64_C(0x689fedaaa904b436)},
    {"outlines-at-walls", UINT64_C(0xd7a909155b02d103)},
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
