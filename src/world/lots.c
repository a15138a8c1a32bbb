// lots.c - see lots.h. Rank 0 learns from the keys whose row comes next (a merge of sorted lists), and keeps the number of the
// rank alone. Then it asks all ranks at once for their rows of a portion, and puts them in order.
#include "world/lots.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PORTION = 1 << 16 }; // rows

// Rows of one order, of all ranks.
typedef struct ordered {
    int64_t count;
    int64_t *of_rank; // how many each rank has
    uint16_t *owner;  // of each row: whose it is
    int64_t *taken;   // of each rank: rows that have come
} ordered;

struct lots {
    world *w;
    lot *lot; // behind the last one the keys of each order
    int count, orders;
    int *width; // of keys
    ordered *ordered;
    int64_t *wanted; // a lot, and of each rank the first row and how many
    transport_piece *piece;
    char **in; // of each rank
    int64_t *in_room;
};

static const char no_memory[] = "out of memory for rows of other ranks";

// ---- from rank to rank

static int64_t *wanted_of(const lots *l, int rank)
{
    return &l->wanted[1 + 2 * rank];
}

static size_t size_of_wanted(const lots *l)
{
    return (size_t)(1 + 2 * l->w->parts) * sizeof *l->wanted;
}

// A rank without grains may have no rows, and nothing is where they would be.
static const char *row_of(const lot *lot, int64_t row)
{
    return lot->data ? (const char *)lot->data + (size_t)row * lot->row : NULL;
}

// A portion of each rank; `wanted` says which, and is that of rank 0. False: nobody asks any more.
static bool swap_rows(lots *l)
{
    const int ranks = l->w->parts;
    const int own = l->w->ranks->rank;
    ranks_tell(l->w, l->wanted, size_of_wanted(l));
    if (l->wanted[0] < 0)
        return false;
    const lot *lot = &l->lot[l->wanted[0]];
    memset(l->piece, 0, (size_t)ranks * sizeof *l->piece);
    for (int k = 1; own == 0 && k < ranks; k++) {
        const size_t bytes = (size_t)wanted_of(l, k)[1] * lot->row;
        if (!mem_grow((void **)&l->in[k], &l->in_room[k], (int64_t)bytes + 1, 1))
            ranks_abandon(l->w, no_memory);
        l->piece[k].receive = l->in[k];
        l->piece[k].receive_size = bytes;
    }
    if (own > 0) {
        const int64_t *want = wanted_of(l, own);
        l->piece[0].send = row_of(lot, want[0]);
        l->piece[0].send_size = (size_t)want[1] * lot->row;
    }
    l->w->ranks->swap(l->w->ranks->context, l->piece);
    return true;
}

// Where the rows that have come from a rank are.
static const char *rows_from(const lots *l, int rank)
{
    const lot *lot = &l->lot[l->wanted[0]];
    return rank > 0 ? l->in[rank] : row_of(lot, wanted_of(l, 0)[0]);
}

// ---- whose row comes next

// The keys of a rank that have come and not been put in order.
typedef struct keys {
    int64_t *key;
    int64_t at, end, next; // in `key`; of all rows of the rank
} keys;

static int compare(const int64_t *one, const int64_t *other, int numbers)
{
    for (int k = 0; k < numbers; k++) {
        if (one[k] != other[k])
            return one[k] < other[k] ? -1 : 1;
    }
    return 0;
}

// More keys of a rank that has none left here.
static void refill(lots *l, int order, int rank, keys *of)
{
    const int64_t left = l->ordered[order].of_rank[rank] - of->next;
    const int64_t count = left < PORTION ? left : PORTION;
    memset(l->wanted, 0, size_of_wanted(l));
    l->wanted[0] = l->count + order;
    wanted_of(l, rank)[0] = of->next;
    wanted_of(l, rank)[1] = count;
    swap_rows(l);
    memcpy(of->key, rows_from(l, rank), (size_t)count * l->lot[l->count + order].row);
    of->at = 0;
    of->end = count;
    of->next += count;
}

// Which rank has the least key.
static int least_of(lots *l, int order, keys *of)
{
    const int width = l->width[order];
    int least = -1;
    for (int k = 0; k < l->w->parts; k++) {
        if (of[k].at == of[k].end && of[k].next < l->ordered[order].of_rank[k])
            refill(l, order, k, &of[k]);
        if (of[k].at == of[k].end)
            continue;
        const int64_t *key = of[k].key + of[k].at * width;
        if (least < 0 || compare(key, of[least].key + of[least].at * width, width) < 0)
            least = k;
    }
    return least;
}

static bool find_owners(lots *l, int order)
{
    ordered *rows = &l->ordered[order];
    const int ranks = l->w->parts;
    keys *of = calloc((size_t)ranks, sizeof *of);
    rows->owner = malloc(((size_t)rows->count + 1) * sizeof *rows->owner);
    bool ok = of && rows->owner;
    for (int k = 0; ok && k < ranks; k++) {
        of[k].key = malloc(PORTION * l->lot[l->count + order].row);
        ok = of[k].key != NULL;
    }
    for (int64_t i = 0; ok && i < rows->count; i++) {
        const int least = least_of(l, order, of);
        of[least].at++;
        rows->owner[i] = (uint16_t)least;
    }
    for (int k = 0; of && k < ranks; k++)
        free(of[k].key);
    free(of);
    return ok;
}

// ---- made

static void clear(lots *l)
{
    for (int k = 0; l->ordered && k < l->orders; k++) {
        free(l->ordered[k].of_rank);
        free(l->ordered[k].owner);
        free(l->ordered[k].taken);
    }
    for (int k = 0; l->in && k < l->w->parts; k++)
        free(l->in[k]);
    free(l->ordered);
    free(l->lot);
    free(l->width);
    free(l->in);
    free(l->in_room);
    free(l->wanted);
    free(l->piece);
    free(l);
}

static bool allocate(lots *l)
{
    const size_t ranks = (size_t)l->w->parts;
    l->lot = calloc((size_t)(l->count + l->orders), sizeof *l->lot);
    l->width = calloc((size_t)l->orders + 1, sizeof *l->width);
    l->ordered = calloc((size_t)l->orders + 1, sizeof *l->ordered);
    l->wanted = calloc(1, size_of_wanted(l));
    l->piece = calloc(ranks, sizeof *l->piece);
    l->in = calloc(ranks, sizeof *l->in);
    l->in_room = calloc(ranks, sizeof *l->in_room);
    bool ok = l->lot && l->width && l->ordered && l->wanted && l->piece && l->in && l->in_room;
    for (int k = 0; ok && k < l->orders; k++) {
        l->ordered[k].of_rank = calloc(ranks, sizeof *l->ordered[k].of_rank);
        l->ordered[k].taken = calloc(ranks, sizeof *l->ordered[k].taken);
        ok = l->ordered[k].of_rank && l->ordered[k].taken;
    }
    return ok;
}

static void count_rows(const lots *l, int64_t own, ordered *rows)
{
    int64_t *all = ranks_gather(l->w, &own, sizeof own);
    for (int k = 0; all && k < l->w->parts; k++) {
        rows->of_rank[k] = all[k];
        rows->count += all[k];
    }
    free(all);
}

lots *lots_make(world *w, const lot *lot, int count, const lot_order *order, int orders)
{
    lots *l = calloc(1, sizeof *l);
    if (l)
        *l = (lots){.w = w, .count = count, .orders = orders};
    if (!l || !allocate(l)) {
        ranks_abandon(w, no_memory);
        return NULL;
    }
    memcpy(l->lot, lot, (size_t)count * sizeof *lot);
    for (int k = 0; k < orders; k++) {
        l->width[k] = order[k].width;
        l->lot[count + k] = (struct lot){
            .data = order[k].key,
            .row = (size_t)order[k].width * sizeof *order[k].key,
            .order = k,
        };
        count_rows(l, order[k].rows, &l->ordered[k]);
    }
    for (int k = 0; ranks_lead(w) && k < orders; k++) {
        if (!find_owners(l, k))
            ranks_abandon(w, no_memory);
    }
    return l;
}

// ---- used

int64_t lots_rows(const lots *l, int order)
{
    return l->ordered[order].count;
}

void lots_take(lots *l, int number, int64_t first, int64_t count, void *out)
{
    const lot *lot = &l->lot[number];
    ordered *rows = &l->ordered[lot->order];
    if (first == 0)
        memset(rows->taken, 0, (size_t)l->w->parts * sizeof *rows->taken);
    l->wanted[0] = number;
    for (int k = 0; k < l->w->parts; k++) {
        wanted_of(l, k)[0] = rows->taken[k];
        wanted_of(l, k)[1] = 0;
    }
    for (int64_t i = first; i < first + count; i++)
        wanted_of(l, rows->owner[i])[1]++;
    swap_rows(l);
    char *to = out;
    for (int64_t i = first; i < first + count; i++, to += lot->row) {
        const int owner = rows->owner[i];
        const int64_t at = rows->taken[owner]++ - wanted_of(l, owner)[0];
        memcpy(to, rows_from(l, owner) + (size_t)at * lot->row, lot->row);
    }
}

void lots_end(lots *l)
{
    l->wanted[0] = -1;
    swap_rows(l);
    clear(l);
}

void lots_answer(lots *l)
{
    while (swap_rows(l))
        continue;
    clear(l);
}
