// stay_or_deal.c - where a world has several parts and lists are built: do bodies stay with their parts, or are they dealt out anew?
//
// As long as they stay, parts lose their shape and have more ghosts, and one has more work than another, for which ranks wait.
// What that has cost since bodies were dealt out is added up, and when it is more than dealing out costs, it is time (the rule
// by which a machine is hired until its rent comes to its price). Clocks decide, but nobody can see in a result what they said.
#include "world/ranks.h"

#include "base/mathlib.h"

#include <stdlib.h>
#include <time.h>

// Of this thread alone: whoever else uses the processor is not part of the price.
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Of a rank, or of all parts of a process.
typedef struct state_of_parts {
    double work;   // of a step, s
    double ghosts; // how many
    double dealt;  // how long dealing out took last, s
} state_of_parts;

static state_of_parts state_of(const world *w)
{
    state_of_parts state = {.dealt = w->sharing.cost};
    for (const part *p = world_own(w); p < world_own_end(w); p++) {
        const world_part_load load = world_load_of_part(w, (int)(p - w->part));
        state.ghosts += (double)load.ghosts;
        state.work += load.seconds;
    }
    return state;
}

// What all ranks say: sums, and the largest work.
static state_of_parts agree(const world *w, double *most)
{
    const state_of_parts mine = state_of(w);
    *most = mine.work;
    if (!w->ranks)
        return mine;
    state_of_parts sum = {0};
    state_of_parts *all = ranks_gather(w, &mine, sizeof mine);
    for (int k = 0; all && k < w->parts; k++) {
        sum.work += all[k].work;
        sum.ghosts += all[k].ghosts;
        sum.dealt += all[k].dealt;
        *most = real_max(*most, all[k].work);
    }
    free(all);
    return sum;
}

// Has what is lost come to the price of dealing out?
static bool pays(world *w)
{
    world_sharing *sharing = &w->sharing;
    double most;
    const state_of_parts all = agree(w, &most);
    const double ranks = w->ranks ? w->parts : 1;
    const double steps = (double)(w->shared->step - w->last_build);
    const double mean = all.work / ranks;
    if (sharing->ghosts < 0)
        sharing->ghosts = all.ghosts;
    // a ghost costs about what half a body does: its contacts are computed twice
    const double more = real_max(all.ghosts - sharing->ghosts, 0);
    const double of_ghosts = 0.5 * more * mean / real_max((double)w->balls, 1);
    sharing->lost += steps * (most - mean + of_ghosts);
    const bool uneven = sharing->guessed && most > 1.05 * mean;
    return uneven || sharing->lost > all.dealt / ranks;
}

static bool stay(world *w, bool must)
{
    if (must || world_nursery(w)->body.count > 0)
        return false;
    if (w->poisons)
        return ++w->sharing.kept % 3 != 0; // tests want both
    return !pays(w);
}

scree_status world_share(world *w, bool must, scree_error *error)
{
    if (stay(w, must))
        return world_relink(w, error);
    const double begun = seconds();
    const scree_status status = world_deal(w, error);
    w->sharing.cost = seconds() - begun;
    w->sharing.lost = 0;
    w->sharing.ghosts = -1;
    return status;
}
