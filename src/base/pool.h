// pool.h - memory for the many middle-sized arrays of contacts, on huge pages and kept for reuse.
//
// Blocks of contacts grow, shrink and move now and then; from malloc their arrays would lie on small pages, whose
// translation misses cost a large system a fifth of its speed, and freed ones would go back to the system and come
// again as page faults. Sizes are rounded up to one of eight steps per doubling; freed pieces wait in a list of their
// size. Any thread may call.
#ifndef SCREE_BASE_POOL_H
#define SCREE_BASE_POOL_H

#include <stddef.h>

enum { POOL_CLASSES = 8 * 40 };

typedef struct pool {
    void *region;   // list of all regions
    char *at, *end; // free part of the newest
    void *waiting[POOL_CLASSES];
    size_t resident; // bytes of all regions that have been handed out at least once
} pool;

// At least `size` bytes aligned to 64, contents undefined; NULL without memory.
void *pool_take(pool *pool, size_t size);
// Takes back what pool_take gave for the same size; NULL is fine.
void pool_give(pool *pool, void *piece, size_t size);
void pool_clear(pool *pool);

#endif
