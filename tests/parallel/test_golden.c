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
    {"slope", UINT64_C(0x56a8b7a79e7ae667)},
    {"stirred", UINT64_C(0x5d6617386d13930f)},
    {"rolling", UINT64_C(0x4e6bd34a0f7ed5bf)},
    {"mixture", UINT64_C(0x230f3e3bc45b77de)},
    {"outlines", UINT64_C(0x8e8d004db10e4906)},
    {"solids", UINT64_C(0x6044e4d4307b9f94)},
    {"sticky-outlines", UINT64_C(0x513bf88c5a157900)},
    {"sticky-solids", UINT64_C(0x05036cc051883799)},
    {"leaves", UINT64_C(0x3b86c86df76f0588)},
    {"stones", UINT64_C(0xea2a29f803e164a7)},
    {"nonsmooth-bed", UINT64_C(0xb8372af415b2ab45)},
    {"nonsmooth-stirred", UINT64_C(0x041a4c83823dc2af)},
    {"nonsmooth-stream", UINT64_C(0xfd7b764fa8b19758)},
    {"nonsmooth-solids", UINT64_C(0xffd2f5aa99f6e357)},
    {"nonsmooth-outlines", UINT64_C(0xe5f097f5301cdfeb)},
    {"nonsmooth-sticky-solids", UINT64_C(0xc54b4ec5a7f12b9d)},
    {"corners-at-walls", UINT64_C(0xfc748f0bdcfda587)},
    {"outlines-at-walls", UINT64_C(0xf440077e3c0d7af1)},
};

static uint64_t life(const scene *s, int width)
{
    sim a;
    world_options o = options_of(2, width, 0);
    uint64_t hash = 0;
    if (sim_open(&a, s->text, NULL, 0, &o) && sim_step(&a, s->steps))
        hash = sim_hash(&a);
    sim_close(&a);
    return hash;
}

TEST(golden_hashes)
{
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        const scene *s = scene_find(goldens[i].name);
        REQUIRE(s != NULL);
        uint64_t hash = life(s, 0);
        CHECK_MSG(hash == goldens[i].hash, "%s has 0x%016" PRIx64 ", not 0x%016" PRIx64, s->name,
                  hash, goldens[i].hash);
    }
}

int main(int count, char **argument)
{
    if (count < 2 || strcmp(argument[1], "print") != 0)
        return harness_main(count, argument);
    int width[4], widths = widths_here(width);
    for (int i = 0; i < scene_count; i++)
        for (int k = 0; k < widths; k++)
            printf("%s width %d 0x%016" PRIx64 "\n", scenes[i].name, width[k],
                   life(&scenes[i], width[k]));
    return 0;
}
