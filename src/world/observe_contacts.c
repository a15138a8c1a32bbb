// observe_contacts.c - brings the contacts of a frame in order: by the ids of both, then by feature. Blocks see them in
// the order of memory, which must not show. And counts them for each ball: those of the list, which act, and no others.
//
// Contacts are dealt out to the balls of the frame by counting: those of which the first partner has the id of the ball, or one below
// that no ball has, a wall's as a rule. A ball has few, which are sorted by insertion.
#include "world/internal.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#define ROOM_OF_FIRST(balls)                                                                       \
    ((size_t)(balls) + 3)        // two after the last, and one that is only counted in
enum { FEW = 48, CHUNK = 1024 }; // contacts of a ball to insert; balls that a thread takes at once

// Where the contacts go in memory, in order.
typedef struct contact_order {
    const frame_contacts *contacts;
    const int64_t *feature; // NULL: all are the same
    uint32_t *at;
    int64_t *first; // of each ball in `at`, and of one more after the last
    int64_t balls;
    int threads;
} contact_order;

// ---- dealt out

static void deal(const contact_order *order, const frame_balls *balls)
{
    const frame_contacts *contacts = order->contacts;
    int64_t *next = order->first +
                    1; // where the next contact of each goes; before, those of the ball before it
    memset(order->first, 0, ROOM_OF_FIRST(order->balls) * sizeof *order->first);
    for (int64_t i = 0; i < contacts->count; i++)
        next[frame_ball_from(balls, contacts->a[i]) + 1]++;
    for (int64_t ball = 0; ball < order->balls; ball++)
        next[ball + 1] += next[ball];
    for (int64_t i = 0; i < contacts->count; i++)
        order->at[next[frame_ball_from(balls, contacts->a[i])]++] = (uint32_t)i;
}

// ---- in order

static int compare(const contact_order *order, uint32_t one, uint32_t other)
{
    const frame_contacts *contacts = order->contacts;
    const int64_t *feature = order->feature;
    if (contacts->a[one] != contacts->a[other])
        return contacts->a[one] < contacts->a[other] ? -1 : 1;
    if (contacts->b[one] != contacts->b[other])
        return contacts->b[one] < contacts->b[other] ? -1 : 1;
    if (feature && feature[one] != feature[other])
        return feature[one] < feature[other] ? -1 : 1;
    return 0;
}

static void insert_all(const contact_order *order, uint32_t *at, int64_t count)
{
    for (int64_t i = 1; i < count; i++) {
        const uint32_t contact = at[i];
        int64_t j = i;
        for (; j > 0 && compare(order, contact, at[j - 1]) < 0; j--)
            at[j] = at[j - 1];
        at[j] = contact;
    }
}

static void sort_by(sort_pair *pair, int64_t count, sort_pair *spare, const int64_t *key)
{
    if (!key)
        return;
    for (int64_t i = 0; i < count; i++)
        pair[i].key = sort_key_i64(key[pair[i].value]);
    sort_u64_by_key(pair, count, spare);
}

// Of equal keys the order stays, so the last keys that are sorted by come first.
static bool sort_many(const contact_order *order, uint32_t *at, int64_t count)
{
    sort_pair *pair = malloc((size_t)count * sizeof *pair);
    sort_pair *spare = malloc((size_t)count * sizeof *spare);
    const bool ok = pair && spare;
    if (ok) {
        for (int64_t i = 0; i < count; i++)
            pair[i].value = at[i];
        sort_by(pair, count, spare, order->feature);
        sort_by(pair, count, spare, order->contacts->b);
        sort_by(pair, count, spare, order->contacts->a);
        for (int64_t i = 0; i < count; i++)
            at[i] = pair[i].value;
    }
    free(pair);
    free(spare);
    return ok;
}

static bool sort_all(const contact_order *order)
{
    bool ok = true;
#pragma omp parallel for num_threads(order->threads) schedule(dynamic, CHUNK) reduction(&& : ok)
    for (int64_t ball = 0; ball <= order->balls; ball++) {
        uint32_t *at = order->at + order->first[ball];
        const int64_t count = order->first[ball + 1] - order->first[ball];
        if (count <= FEW)
            insert_all(order, at, count);
        else
            ok = sort_many(order, at, count) && ok;
    }
    return ok;
}

// ---- put there

typedef struct row_24 {
    int64_t of[3];
} row_24;

// The column in order; the one before is room for the next of its width.
static void *permute(const contact_order *order, void *column, size_t width, void **spare)
{
    void *out = *spare;
    const int64_t count = order->contacts->count;
    const uint32_t *at = order->at;
    if (width == sizeof(int64_t)) {
        const int64_t *from = column;
        int64_t *to = out;
#pragma omp parallel for num_threads(order->threads)
        for (int64_t i = 0; i < count; i++)
            to[i] = from[at[i]];
    } else {
        const row_24 *from = column;
        row_24 *to = out;
#pragma omp parallel for num_threads(order->threads)
        for (int64_t i = 0; i < count; i++)
            to[i] = from[at[i]];
    }
    *spare = column;
    return out;
}

#define PERMUTE(name, type, unit, doc)                                                             \
    _Static_assert(sizeof(type) == sizeof(int64_t) || sizeof(type) == sizeof(row_24), #name);      \
    f->name =                                                                                      \
        permute(order, f->name, sizeof(type), sizeof(type) == sizeof(row_24) ? &wide : &narrow);

static bool permute_all(frame_contacts *f, const contact_order *order)
{
    void *narrow = malloc((size_t)f->room * sizeof(int64_t));
    void *wide = malloc((size_t)f->room * sizeof(row_24));
    const bool ok = narrow && wide;
    if (ok) {
        FRAME_CONTACTS(PERMUTE)
    }
    free(narrow);
    free(wide);
    return ok;
}

// The order does not depend on how contacts lie in memory: after a restart they lie otherwise. Impulses come in the order of
// their features.
bool world_sort_contacts(frame *frame, const int64_t *feature, int threads)
{
    frame_contacts *f = &frame->contact;
    if (f->count == 0)
        return true; // there may be no arrays yet
    const contact_order order = {
        .contacts = f,
        .feature = feature,
        .at = malloc((size_t)f->count * sizeof *order.at),
        .first = malloc(ROOM_OF_FIRST(frame->ball.count) * sizeof *order.first),
        .balls = frame->ball.count,
        .threads = threads,
    };
    bool ok = order.at && order.first && f->count <= UINT32_MAX;
    if (ok) {
        deal(&order, &frame->ball);
        ok = sort_all(&order) && permute_all(f, &order);
    }
    free(order.at);
    free(order.first);
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
