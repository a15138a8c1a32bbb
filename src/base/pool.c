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

static void *fresh_piece(pool *p, size_t size)
{
    if (size > region_size / 4) { // a region of its own, in the list but not the newest
        char *own = mem_large(size + 64);
        if (!own)
            return NULL;
        if (p->region) {
            memcpy(own, p->region, sizeof(void *));
            memcpy(p->region, &own, sizeof own);
        } else {
            memset(own, 0, sizeof(void *));
            p->region = own;
        }
        p->resident += size;
        return own + 64;
    }
    if (!p->at || (size_t)(p->end - p->at) < size) {
        char *more = mem_large(region_size);
        if (!more)
            return NULL;
        memcpy(more, &p->region, sizeof p->region);
        p->region = more;
        p->at = more + 64;
        p->end = more + region_size;
    }
    void *piece = p->at;
    p->at += size;
    p->resident += size;
    return piece;
}

void *pool_take(pool *p, size_t size)
{
    void *piece;
    size_t rounded;
    int c = class_of(size, &rounded);
#pragma omp critical(scree_pool)
    {
        piece = p->waiting[c];
        if (piece)
            memcpy(&p->waiting[c], piece, sizeof(void *));
        else
            piece = fresh_piece(p, rounded);
    }
    return piece;
}

void pool_give(pool *p, void *piece, size_t size)
{
    size_t rounded;
    int c = class_of(size, &rounded);
    if (!piece)
        return;
#pragma omp critical(scree_pool)
    {
        memcpy(piece, &p->waiting[c], sizeof(void *));
        p->waiting[c] = piece;
    }
}

void pool_clear(pool *p)
{
    for (void *next, *r = p->region; r; r = next) {
        memcpy(&next, r, sizeof next);
        mem_free(r);
    }
    memset(p, 0, sizeof *p);
}
