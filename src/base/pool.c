// pool.c - see pool.h.
#include "base/pool.h"

#include "base/memory.h"

#include <stdint.h>
#include <string.h>

static const size_t region_size = (size_t)32 << 20;

// Class of a size and the size of its pieces: 64 * 2^k * (8 + j) / 8.
static int class_of(size_t size, size_t *rounded)
{
    size_t unit = 64;
    int k = 0;
    while (size > 2 * unit) {
        unit *= 2;
        k++;
    }
    size_t step = unit / 8;
    size_t j = size > unit ? (size - unit + step - 1) / step : 0;
    if (k == 0) {
        step = 64;
        j = size > 64;
    } // whole cache lines
    *rounded = (unit + j * step + 63) & ~(size_t)63;
    int c = 8 * k + (int)j;
    return c < POOL_CLASSES ? c : POOL_CLASSES - 1;
}

static void *fresh_piece(pool *pool, size_t size)
{
    if (size > region_size / 4) { // a region of its own, in the list but not the newest
        char *own = mem_large(size + 64);
        if (!own)
            return NULL;
        if (pool->region) {
            memcpy(own, pool->region, sizeof(void *));
            memcpy(pool->region, &own, sizeof own);
        } else {
            memset(own, 0, sizeof(void *));
            pool->region = own;
        }
        pool->resident += size;
        return own + 64;
    }
    if (!pool->at || (size_t)(pool->end - pool->at) < size) {
        char *more = mem_large(region_size);
        if (!more)
            return NULL;
        memcpy(more, &pool->region, sizeof pool->region);
        pool->region = more;
        pool->at = more + 64;
        pool->end = more + region_size;
    }
    void *piece = pool->at;
    pool->at += size;
    pool->resident += size;
    return piece;
}

void *pool_take(pool *pool, size_t size)
{
    void *piece;
    size_t rounded;
    int c = class_of(size, &rounded);
#pragma omp critical(scree_pool)
    {
        piece = pool->waiting[c];
        if (piece)
            memcpy(&pool->waiting[c], piece, sizeof(void *));
        else
            piece = fresh_piece(pool, rounded);
    }
    return piece;
}

void pool_give(pool *pool, void *piece, size_t size)
{
    size_t rounded;
    int c = class_of(size, &rounded);
    if (!piece)
        return;
#pragma omp critical(scree_pool)
    {
        memcpy(piece, &pool->waiting[c], sizeof(void *));
        pool->waiting[c] = piece;
    }
}

void pool_clear(pool *pool)
{
    for (void *next, *region = pool->region; region; region = next) {
        memcpy(&next, region, sizeof next);
        mem_free(region);
    }
    memset(pool, 0, sizeof *pool);
}
