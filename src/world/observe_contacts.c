// observe_contacts.c - brings the contacts of a frame in order: by the ids of both, then by feature. Blocks see them in
// the order of memory, which must not show. And counts them for each ball: those of the list, which act, and no others.
#include "world/internal.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

// Where the contacts go in memory, in order.
typedef struct contact_order {
    sort_pair *at, *spare; // at.value of each
    int64_t count;
} contact_order;

// Of equal keys the order stays, so the last keys that are sorted by count first. NULL: all are the same.
static void sort_by(contact_order *order, const int64_t *key)
{
    if (!key)
        return;
    for (int64_t i = 0; i < order->count; i++)
        order->at[i].key = sort_key_i64(key[order->at[i].value]);
    sort_u64_by_key(order->at, order->count, order->spare);
}

static void permute(void *array, size_t size, const contact_order *order, void *scratch)
{
    char *to = scratch;
    char *from = array;
    for (int64_t i = 0; i < order->count; i++)
        memcpy(to + (size_t)i * size, from + (size_t)order->at[i].value * size, size);
    memcpy(from, to, (size_t)order->count * size);
}

#define PERMUTE(name, type, unit, doc) permute(f->name, sizeof *f->name, &order, scratch);

// The order does not depend on how contacts lie in memory: after a restart they lie otherwise. Impulses come in the order of
// their features.
bool world_sort_contacts(frame_contacts *f, const int64_t *feature)
{
    if (f->count == 0)
        return true; // there may be no arrays yet
    const size_t room = (size_t)f->count + 1;
    contact_order order = {
        .at = malloc(room * sizeof *order.at),
        .spare = malloc(room * sizeof *order.spare),
        .count = f->count,
    };
    void *scratch = malloc(room * sizeof(v3));
    const bool ok = order.at && order.spare && scratch && f->count <= UINT32_MAX;
    if (ok) {
        for (int64_t i = 0; i < order.count; i++)
            order.at[i].value = (uint32_t)i;
        sort_by(&order, feature);
        sort_by(&order, f->b);
        sort_by(&order, f->a);
        FRAME_CONTACTS(PERMUTE)
    }
    free(order.at);
    free(order.spare);
    free(scratch);
    return ok;
}

void world_count_contacts(frame *frame)
{
    frame_balls *balls = &frame->ball;
    const frame_contacts *contacts = &frame->contact;
    for (int64_t i = 0; i < balls->count; i++)
        balls->contacts[i] = 0;
    for (int64_t i = 0; i < contacts->count; i++) {
        const int64_t a = frame_ball_of(balls, contacts->a[i]);
        const int64_t b = frame_ball_of(balls, contacts->b[i]);
        if (a >= 0)
            balls->contacts[a]++;
        if (b >= 0)
            balls->contacts[b]++;
    }
}
