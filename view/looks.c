// looks.c - see looks.h.
#include "view/looks.h"

#include <string.h>

bool looks_begin(looks *looks, bool whole)
{
    memset(looks, 0, sizeof *looks);
    looks->whole = whole;
    return pthread_rwlock_init(&looks->lock, NULL) == 0;
}

void looks_end(looks *looks)
{
    frame_clear(&looks->frame[0]);
    frame_clear(&looks->frame[1]);
    pthread_rwlock_destroy(&looks->lock);
}

void looks_take(looks *looks, world *world, double share, long long *number)
{
    scree_error error;
    frame *back = &looks->frame[!looks->front];
    if (looks->ready || !atomic_load(&looks->wanted) || !budget_begin(&looks->budget, share))
        return;
    const scree_status status =
        looks->whole ? world_frame(world, back, &error) : world_glance(world, back, &error);
    atomic_store(&looks->seconds, budget_end(&looks->budget, share));
    if (status) // there may be memory again later
        return;
    atomic_store(&looks->wanted, false);
    looks->next = ++*number;
    looks->ready = true;
}

void looks_show(looks *looks)
{
    if (!looks->ready || pthread_rwlock_trywrlock(&looks->lock))
        return;
    looks->front = !looks->front;
    looks->ready = false;
    atomic_store(&looks->number, looks->next);
    pthread_rwlock_unlock(&looks->lock);
}

const frame *looks_newest(const looks *looks)
{
    return &looks->frame[looks->ready ? !looks->front : looks->front];
}
