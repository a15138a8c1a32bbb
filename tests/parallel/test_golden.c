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
    {"slope", UINT64_C(0xa0cc776b5f44ff03)},
    {"stirred", UINT64_C(0x60e1d4e8b0f91ad8)},
    {"rolling", UINT64_C(0xe0645c75fdb8df3d)},
    {"mixture", UINT64_C(0xafca024d91a2545e)},
    {"outlines", UINT64_C(0x925afc0effd58cd0)},
    {"solids", UINT64_C(0x44804b7f52412914)},
    {"sticky-outlines", UINT64_C(0x0b905de583732532)},
    {"sticky-solids", UINT64_C(0x27e3aa40a9272951)},
    {"leaves", UINT64_C(0xb48492a56701cf93)},
    {"stones", UINT64_C(0xa4418975b3214609)},
    {"nonsmooth-bed", UINT64_C(0xa5e714e039ac9990)},
    {"nonsmooth-stirred", UINT64_C(0xb619e9dfc709cbaa)},
    {"nonsmooth-stream", UINT64_C(0xc94f30019ba1f5ab)},
    {"nonsmooth-solids", UINT64_C(0xf0eaaeb33d1a93eb)},
    {"nonsmooth-outlines", UINT64_C(0xb8ab3426564c37ba)},
    {"nonsmooth-sticky-solids", UINT64_C(0xf10f9c6755f529d9)},
    {"corners-at-walls", UINT64_C(0x7349715ca3a8a56a)},
    {"outlines-at-walls", UINT64_C(0x23fed25d30725dec)},
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
