// observe_contacts.c - brings the contacts of a frame in order: by the ids of both, then by feature. Blocks see them in
// the order of memory, which must not show.
#include "world/internal.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// The order does not depend on how contacts lie in memory: after a restart they lie otherwise.
typedef struct contact_order {
    int64_t a, b, feature;
    int64_t at;
} contact_order;

static int by_ids(const void *p, const void *q)
{
    const contact_order *x = p;
    const contact_order *y = q;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    if (x->feature != y->feature)
        return x->feature < y->feature ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static void permute(void *array, size_t size, const contact_order *order, int64_t n, void *scratch)
{
    char *to = scratch;
    char *from = array;
    for (int64_t i = 0; i < n; i++)
        memcpy(to + (size_t)i * size, from + (size_t)order[i].at * size, size);
    memcpy(from, to, (size_t)n * size);
}

#define PERMUTE(name, type, unit, doc) permute(f->name, sizeof *f->name, order, n, scratch);

// Impulses come in the order of their features.
bool world_sort_contacts(frame_contacts *f, const int64_t *feature)
{
    int64_t n = f->count;
    contact_order *order = malloc(((size_t)n + 1) * sizeof *order);
    void *scratch = malloc(((size_t)n + 1) * sizeof(v3));
    bool ok = order && scratch;
    for (int64_t i = 0; ok && i < n; i++) {
        order[i] = (contact_order){
            .a = f->a[i],
            .b = f->b[i],
            .feature = feature ? feature[i] : 0,
            .at = i,
        };
    }
    if (ok && n > 0) {
        qsort(order, (size_t)n, sizeof *order, by_ids);
        FRAME_CONTACTS(PERMUTE)
    }
    free(order);
    free(scratch);
    return ok;
}
