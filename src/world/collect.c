// collect.c - the state of a world of ranks as an image whose rows come in portions, so that no rank holds more of it than
// what it owns.
//
// Each rank makes an image of its own grains and contacts, in their order (world/snapshot.c). Rank 0 learns from their keys
// whose row comes next, and has then an image of all rows, of which it asks the others for a portion at a time while it
// writes them. The others answer until it has done with them.
//
// What is read back is checked, and so is this: each rank looks at its own rows. Where one finds something, nothing is
// collected, and the state as a whole is looked at, which tells where the first fault is.
#include "world/collect.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_MOST = 4, COLLECTED_MOST = 32 };

// Rows of one kind, bodies or contacts, of all ranks.
typedef struct rows {
    int64_t count;
    int64_t *of_rank; // how many each rank has
    uint16_t *owner;  // of each row: whose it is
    int64_t *taken;   // of each rank: rows that have come
    int64_t next;     // row
} rows;

typedef enum rows_kind { ROWS_BODIES, ROWS_CONTACTS, ROWS_KINDS } rows_kind;

struct collecting {
    world *w;
    image own; // columns of which all ranks have rows, in the same order on each
    rows rows[ROWS_KINDS];
    int number[COLLECTED_MOST]; // of each of them in the image of rank 0
    int64_t *wanted;            // a column, and of each rank the first row and how many
    transport_piece *piece;
    char **in; // of each rank
    int64_t *in_room;
};

static rows_kind kind_of(const image_column *column)
{
    return strncmp(column->name, "body/", 5) ? ROWS_CONTACTS : ROWS_BODIES;
}

static bool is_collected(const image_column *column)
{
    return !strncmp(column->name, "body/", 5) || !strcmp(column->name, "contact/key") ||
           !strcmp(column->name, "contact/history");
}

static size_t row_size(const image_column *column)
{
    return (size_t)column->width * image_type_size(column->type);
}

// ---- from rank to rank

static int64_t *first_of(const struct collecting *c, int rank)
{
    return &c->wanted[1 + 2 * rank];
}

// One portion of each rank; `wanted` says which, and is that of rank 0. False: nobody asks any more.
static bool swap_rows(struct collecting *c)
{
    const int ranks = c->w->parts;
    const int own = c->w->ranks->rank;
    ranks_tell(c->w, c->wanted, (size_t)(1 + 2 * ranks) * sizeof *c->wanted);
    if (c->wanted[0] < 0)
        return false;
    const image_column *column = &c->own.column[c->wanted[0]];
    const size_t row = row_size(column);
    for (int k = 0; k < ranks; k++) {
        const int64_t *want = first_of(c, k);
        const size_t bytes = (size_t)want[1] * row;
        c->piece[k] = (transport_piece){0};
        if (own == 0 && k > 0) {
            if (!mem_grow((void **)&c->in[k], &c->in_room[k], (int64_t)bytes + 1, 1))
                ranks_abandon(c->w, "out of memory for rows of other ranks");
            c->piece[k].receive = c->in[k];
            c->piece[k].receive_size = bytes;
        }
    }
    if (own > 0) {
        const int64_t *want = first_of(c, own);
        c->piece[0].send = (const char *)column->data + (size_t)want[0] * row;
        c->piece[0].send_size = (size_t)want[1] * row;
    }
    c->w->ranks->swap(c->w->ranks->context, c->piece);
    return true;
}

// Where the rows that have come from a rank are.
static const char *rows_from(const struct collecting *c, int rank)
{
    const image_column *column = &c->own.column[c->wanted[0]];
    const size_t skip = (size_t)first_of(c, 0)[0] * row_size(column);
    return rank == 0 ? (const char *)column->data + skip : c->in[rank];
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

// More keys of a rank that has none left.
static void refill(struct collecting *c, int column, const rows *rows, int rank, keys *of)
{
    const int64_t left = rows->of_rank[rank] - of->next;
    const int64_t count = left < IMAGE_RUN_ROWS ? left : IMAGE_RUN_ROWS;
    const size_t row = row_size(&c->own.column[column]);
    memset(c->wanted, 0, (size_t)(1 + 2 * c->w->parts) * sizeof *c->wanted);
    c->wanted[0] = column;
    first_of(c, rank)[0] = of->next;
    first_of(c, rank)[1] = count;
    swap_rows(c);
    memcpy(of->key, rows_from(c, rank), (size_t)count * row);
    of->at = 0;
    of->end = count;
    of->next += count;
}

// Which rank has the least key; -1: none has any.
static int least_of(struct collecting *c, int column, const rows *rows, keys *of)
{
    const int width = c->own.column[column].width;
    int least = -1;
    for (int k = 0; k < c->w->parts; k++) {
        if (of[k].at == of[k].end && of[k].next < rows->of_rank[k])
            refill(c, column, rows, k, &of[k]);
        if (of[k].at == of[k].end)
            continue;
        const int64_t *key = of[k].key + of[k].at * width;
        if (least < 0 || compare(key, of[least].key + of[least].at * width, width) < 0)
            least = k;
    }
    return least;
}

// By the keys in that column, which ascend in each rank.
static bool find_owners(struct collecting *c, int column, rows *rows)
{
    const int ranks = c->w->parts;
    const size_t row = row_size(&c->own.column[column]);
    keys *of = calloc((size_t)ranks, sizeof *of);
    rows->owner = malloc(((size_t)rows->count + 1) * sizeof *rows->owner);
    bool ok = of && rows->owner;
    for (int k = 0; ok && k < ranks; k++) {
        of[k].key = malloc(IMAGE_RUN_ROWS * row);
        ok = of[k].key != NULL;
    }
    for (int64_t i = 0; ok && i < rows->count; i++) {
        const int least = least_of(c, column, rows, of);
        of[least].at++;
        rows->owner[i] = (uint16_t)least;
    }
    for (int k = 0; of && k < ranks; k++)
        free(of[k].key);
    free(of);
    return ok;
}

// ---- asked by rank 0

static bool take(void *context, int number, int64_t first, int64_t count, void *out)
{
    struct collecting *c = context;
    int column = 0;
    while (c->number[column] != number)
        column++;
    rows *rows = &c->rows[kind_of(&c->own.column[column])];
    const size_t row = row_size(&c->own.column[column]);
    if (first == 0)
        memset(rows->taken, 0, (size_t)c->w->parts * sizeof *rows->taken);
    c->wanted[0] = column;
    for (int k = 0; k < c->w->parts; k++) {
        first_of(c, k)[0] = rows->taken[k];
        first_of(c, k)[1] = 0;
    }
    for (int64_t i = first; i < first + count; i++)
        first_of(c, rows->owner[i])[1]++;
    swap_rows(c);
    for (int64_t i = first; i < first + count; i++) {
        const int owner = rows->owner[i];
        const int64_t at = rows->taken[owner]++ - first_of(c, owner)[0];
        memcpy((char *)out + (size_t)(i - first) * row, rows_from(c, owner) + (size_t)at * row,
               row);
    }
    return true;
}

static void clear(struct collecting *c)
{
    for (int kind = 0; kind < ROWS_KINDS; kind++) {
        free(c->rows[kind].of_rank);
        free(c->rows[kind].owner);
        free(c->rows[kind].taken);
    }
    for (int k = 0; c->in && k < c->w->parts; k++)
        free(c->in[k]);
    free(c->in);
    free(c->in_room);
    free(c->wanted);
    free(c->piece);
    image_clear(&c->own);
    free(c);
}

static void end(void *context)
{
    struct collecting *c = context;
    c->wanted[0] = -1;
    swap_rows(c);
    clear(c);
}

// ---- begun

// The columns with rows go out of an image, to which rank 0 adds them later.
static bool take_columns(struct collecting *c, image *im)
{
    for (int i = 0; i < im->count; i++) {
        image_column *column = &im->column[i];
        if (!is_collected(column))
            continue;
        void *data = NULL;
        if (c->own.count < COLLECTED_MOST)
            data = image_add(&c->own, column->name, (image_shape){column->type, 0, column->width},
                             column->unit, column->doc);
        if (!data)
            return false;
        free(data);
        c->number[c->own.count - 1] = i;
        c->own.column[c->own.count - 1].rows = column->rows;
        c->own.column[c->own.count - 1].data = column->data;
        column->data = NULL;
    }
    return true;
}

static struct collecting *begin(world *w, image *im)
{
    const size_t ranks = (size_t)w->parts;
    struct collecting *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->w = w;
    c->wanted = calloc(1 + 2 * ranks, sizeof *c->wanted);
    c->piece = calloc(ranks, sizeof *c->piece);
    c->in = calloc(ranks, sizeof *c->in);
    c->in_room = calloc(ranks, sizeof *c->in_room);
    bool ok = c->wanted && c->piece && c->in && c->in_room;
    for (int kind = 0; kind < ROWS_KINDS; kind++) {
        c->rows[kind].of_rank = calloc(ranks, sizeof *c->rows[kind].of_rank);
        c->rows[kind].taken = calloc(ranks, sizeof *c->rows[kind].taken);
        ok = ok && c->rows[kind].of_rank && c->rows[kind].taken;
    }
    if (ok && take_columns(c, im))
        return c;
    clear(c);
    return NULL;
}

static int column_called(const struct collecting *c, const char *name)
{
    for (int i = 0; i < c->own.count; i++) {
        if (!strcmp(c->own.column[i].name, name))
            return i;
    }
    return -1;
}

static void count_rows(struct collecting *c, int column, rows *rows)
{
    int64_t *all = ranks_gather(c->w, &c->own.column[column].rows, sizeof *all);
    for (int k = 0; all && k < c->w->parts; k++) {
        rows->of_rank[k] = all[k];
        rows->count += all[k];
    }
    free(all);
}

bool collect_rows(world *w, image *im)
{
    static const char no_memory[] = "out of memory for the rows of a snapshot";
    static const char *const keys[ROWS_KINDS] = {"body/id", "contact/key"};
    struct collecting *c = begin(w, im);
    if (!c) {
        ranks_abandon(w, no_memory);
        return false;
    }
    for (int kind = 0; kind < ROWS_KINDS; kind++)
        count_rows(c, column_called(c, keys[kind]), &c->rows[kind]);
    if (!ranks_lead(w)) {
        while (swap_rows(c))
            continue;
        clear(c);
        image_clear(im);
        return true;
    }
    for (int kind = 0; kind < ROWS_KINDS; kind++) {
        if (!find_owners(c, column_called(c, keys[kind]), &c->rows[kind]))
            ranks_abandon(w, no_memory);
    }
    for (int i = 0; i < c->own.count; i++)
        im->column[c->number[i]].rows = c->rows[kind_of(&c->own.column[i])].count;
    im->portions = (image_portions){take, end, c};
    return true;
}
