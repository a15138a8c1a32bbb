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

enum { SPAN_LEAST = 1024 }; // slots of a block; the last one may have fewer

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
    int32_t span;   // slots of a block
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
    int32_t padding;     // that of the bodies when the blocks were made
    int64_t newcomers;   // bodies that were inserted since the last reorder
} lists;

typedef struct lists_task {
    bodies *body;
    const contact_context *context;
    grid_box box;
    const placed_wall *wall;
    int walls;
    double reach; // largest gap at which a contact may live, m
    // Per set of grains: it has a core and goes to the near grains; NULL: none has.
    const bool *core;
} lists_task;

static inline bool lists_has_core(const lists_task *task, int32_t slot)
{
    return task->core && task->core[task->body->set[slot]];
}

// Pairs that the build found near, in all blocks.
int64_t lists_near_pairs(const lists *lists);

bool lists_init(lists *lists, search_kind kind, int threads, int width, double skin);
void lists_free(lists *lists);

// Builds the lists for the positions there are; reorders first where wanted. False without memory: the world must stop.
bool lists_build(lists *lists, const lists_task *task);

// Brings the bodies in Morton order and their contacts with them. keep[slot] (NULL: all) says which stay; ghosts are there
// only where all do, and stay in their slots. Bodies beyond lists->bodies are new and have no contacts.
bool lists_reorder(lists *lists, const lists_task *task, const bool *keep);

// Ghosts come to stand elsewhere (ghosts.c). The padding slots are others; contacts with ghosts get their slots of now: now[k] is
// that of the ghost which was k-th, and counts as missing where it is -1. Near pairs are to be built anew.
void lists_pad(lists *lists, int32_t padding);
void lists_rename_ghosts(const lists *lists, const int32_t *now, int64_t *missing);

// Forgets all blocks and contacts: all bodies are new then.
void lists_forget(lists *lists);

// Tells of a body, in a slot, which others it may meet before the next build: `count` slots, each once, those among them.
// They are borrowed until the next call; NULL: out of memory.
typedef struct lists_around {
    const int32_t *(*find)(void *context, int32_t slot, int64_t *count);
    void *context;
} lists_around;

// Puts the bodies beyond lists->bodies, which are new and mobile, into the lists that there are, so that these need not be
// built again (newcomers.c). The lists must be young. False without memory: the world must stop.
bool lists_insert(lists *lists, const lists_task *task, const lists_around *around);
// Can they take newcomers? Not those of clumps and of grains with corners, nor where the room of bodies has grown.
bool lists_can_insert(const lists *lists, const lists_task *task);
// How far, beyond both radii, a body may be at most from a newcomer that it may meet, m.
double lists_insert_reach(const lists *lists);

// Notes that the body in `slot` is near wall number `wall` of the task, where it is, or may come to be as long as lists are young
// (near_walls.c). False without memory.
bool lists_meet_wall(block *block, const lists_task *task, int wall, int32_t slot, double skin);

#endif
