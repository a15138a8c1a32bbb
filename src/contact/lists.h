// lists.h - keeping the neighbour lists of all blocks: when to build, carrying contacts over, the order of bodies in
// memory.
//
// A build searches the pairs within the skin and leaves the contacts where they are. Now and then, when the order of
// bodies in memory has decayed, or when grains came or went, bodies are put in Morton order again and contacts move
// with them. None of this can change a result.
#ifndef SCREE_CONTACT_LISTS_H
#define SCREE_CONTACT_LISTS_H

#include "base/turns.h"
#include "collide/ball_wall.h"
#include "contact/block.h"
#include "search/sorted.h"
#include "state/model.h"

typedef struct lists_thread {
    near_scratch scratch;
    near_pairs pairs;
    int32_t *seen;
    int64_t seen_room;
    int32_t tag;
} lists_thread;

typedef struct lists {
    pool pool;
    block *block;
    int blocks;
    int32_t bodies; // how many the blocks stand for
    int32_t span;   // slots of a block: BLOCK_BODIES, more of large clumps, of which few balls touch anything
    search_kind kind;
    cell_grid grid;     // also for the order in memory
    sorted_list sorted; // of SEARCH_SORTED_LIST
    near_search *search;
    lists_thread *thread;
    turns *turns; // per thread: whose blocks are whose
    int threads;
    double skin; // m
    int64_t builds, reorders, since_reorder;
    int64_t spread_best; // foreign slots read by all blocks right after the last reorder
    bool disordered;     // the next build reorders first
} lists;

typedef struct lists_task {
    bodies *body;
    const contact_context *context;
    grid_box box;
    const placed_wall *wall;
    int walls;
    double reach;     // largest gap at which a contact may live, m
    const bool *core; // per set of grains: it has a core and goes to the near grains; NULL: none has
} lists_task;

bool lists_init(lists *l, search_kind kind, int threads, int width, double skin);
void lists_free(lists *l);

// Builds the lists for the positions there are; reorders first where wanted. False without memory: the world must stop.
bool lists_build(lists *l, const lists_task *task);

// Brings the bodies in Morton order and their contacts with them. keep[slot] (NULL: all) says which stay. Bodies beyond
// l->bodies are new and have no contacts.
bool lists_reorder(lists *l, const lists_task *task, const bool *keep);

#endif
