// scenes.h - small cases that many tests share, and short ways from a case text to a world.
//
// Each scene is a few thousand steps of life in a box: contacts begin, slide, roll and end within a few hundred steps,
// because grains start close together and soft. Scenes with more than 1024 grains have several blocks, so that threads
// have something to share.
#ifndef SCREE_TESTS_SCENES_H
#define SCREE_TESTS_SCENES_H

#include "case/case.h"
#include "world/world.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct scene {
    const char *name;
    const char *text; // YAML
    int steps;        // how long a test of some thoroughness runs it
    int few;          // the same where sanitizers look on: fewer of costly steps
} scene;

extern const scene scenes[];
extern const int scene_count;
extern const bool
    scenes_are_short; // costly ones, under sanitizers: they may end before enough touches
const scene *scene_find(const char *name);

// A world and the model it lives on.
typedef struct sim {
    model m;
    world *w;
} sim;

// Reads the text (with `sets` overrides, `set` may be NULL) and makes a world of it; faults are printed. `options`
// NULL: one thread, widest kernel, automatic skin. Meshes that scenes name are written into the working folder first.
bool sim_open(sim *s, const char *text, const case_override *set, int sets,
              const world_options *options);
// Only the case; for tests that expect the world to refuse it, or that restore it from an image.
bool sim_read(sim *s, const char *text, const case_override *set, int sets);
void sim_close(sim *s);

bool sim_step(sim *s, int64_t steps); // prints and returns false on failure
uint64_t sim_hash(sim *s);            // 0 and a message on failure
frame sim_frame(sim *s);              // the caller clears it; count 0 and a message on failure
bool sim_restore(sim *to, const image *im, const world_options *options); // to->m is read already
// Goes on in another scene of the same text, with one setting changed or none (NULL); `from` is closed. A world points at
// its model, so a scene that is open must not be copied.
bool sim_hand_over(sim *from, sim *to, const char *text, const case_override *set,
                   const world_options *options);

world_options options_of(int threads, int width, double skin);
// Kernel widths that run here, ascending; returns their number (at most 4).
int widths_here(int out[4]);

#endif
