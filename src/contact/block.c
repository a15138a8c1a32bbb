// block.c - rows, buckets, making and breaking of contacts; see block.h. All of it is rare beside the passes of a step.
#include "contact/block.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void bucket_free(block *b, bucket *k)
{
    pool_give(b->pool, k->memory, k->bytes);
    k->memory = NULL;
}

void block_free(block *b)
{
    for (int i = 0; i < b->buckets; i++)
        bucket_free(b, &b->bucket[i]);
    for (int i = 0; i < b->spills; i++)
        free(b->spill[i].line);
    free(b->bucket);
    pool_give(b->pool, b->row, (size_t)b->row_room * sizeof *b->row);
    free(b->spill);
    pool_give(b->pool, b->near_a, (size_t)b->near_room * 2 * sizeof *b->near_a);
    pool_give(b->pool, b->sleep_a, (size_t)b->sleep_room * 2 * sizeof *b->sleep_a);
    free(b->wall);
    free(b->candidate);
    free(b->grain);
    free(b->asleep);
    free(b->feature);
    free(b->group);
    free(b->corner_watch);
    free(b->near_corner);
    free(b->watch);
    free(b->corner);
    free(b->held);
    free(b->touching);
    free(b->touch);
    free(b->curvature);
    free(b->old);
    free(b->ahead);
    memset(b, 0, sizeof *b);
}

void line_owner(const block *b, uint32_t line, int *index, int32_t *contact, int *side)
{
    int i = 0;
    while (i + 1 < b->buckets && (int32_t)line > b->bucket[i + 1].first)
        i++;
    int32_t c = (int32_t)line - 1 - b->bucket[i].first;
    *side = c >= b->bucket[i].room;
    *contact = *side ? c - b->bucket[i].room : c;
    *index = i;
}

// Sorting key of a line in the row of a body: the other's id, then the feature.
typedef struct line_key {
    int64_t id, feature;
} line_key;

static bool before(line_key p, line_key q)
{
    return p.id != q.id ? p.id < q.id : p.feature < q.feature;
}

// The other body of a line as seen from `body`; walls have the ids below the first grain.
static line_key key_from(const block *b, uint32_t line, int32_t body, const contact_context *c)
{
    int index;
    int side;
    int32_t contact;
    line_owner(b, line, &index, &contact, &side);
    const bucket *k = &b->bucket[index];
    int32_t a = k->a[contact];
    int32_t other = k->b[contact];
    line_key key = {bucket_walls(k->kind) ? a : c->body->id[a == body ? other : a],
                    k->feature ? k->feature[contact] : 0};
    return key;
}

int row_lines(const block *b, int32_t slot, uint32_t *out, int room, int *lower)
{
    const contact_row *r = &b->row[slot - b->low];
    if (r->spill) {
        const row_spill *s = &b->spill[r->spill - 1];
        int n = s->lower + s->higher;
        *lower = s->lower;
        for (int i = 0; i < n && i < room; i++)
            out[i] = s->line[i];
        return n;
    }
    int n = 0;
    *lower = r->lower;
    for (int i = 0; i < r->lower && n < room; i++)
        out[n++] = r->entry[i];
    for (int i = 0; i < r->higher && n < room; i++)
        out[n++] = r->entry[ROW_ENTRIES - 1 - i];
    return r->lower + r->higher;
}

static bool spill_grow(row_spill *s, int32_t need)
{
    if (need <= s->room)
        return true;
    int32_t room = need + need / 2 + 16;
    uint32_t *grown = realloc(s->line, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    s->line = grown;
    s->room = room;
    return true;
}

// Moves a row into a spill with room for one more.
static row_spill *spill_make(block *b, int32_t body)
{
    int at = 0;
    while (at < b->spills && b->spill[at].body >= 0)
        at++;
    if (at == b->spill_room) {
        int room = b->spill_room ? 2 * b->spill_room : 4;
        row_spill *grown = realloc(b->spill, (size_t)room * sizeof *grown);
        if (!grown)
            return NULL;
        b->spill = grown;
        b->spill_room = room;
    }
    if (at == b->spills) {
        memset(&b->spill[at], 0, sizeof b->spill[at]);
        b->spill[at].body = -1;
        b->spills++;
    }
    row_spill *s = &b->spill[at];
    contact_row *r = &b->row[body - b->low];
    if (!spill_grow(s, r->lower + r->higher + 1))
        return NULL;
    int lower;
    row_lines(b, body, s->line, s->room, &lower);
    s->body = body;
    s->lower = r->lower;
    s->higher = r->higher;
    memset(r, 0, sizeof *r);
    r->spill = (uint16_t)(at + 1);
    return s;
}

// Place of a key among the lines [low, high) of a spill, which are in order: the first that is not before it, or with
// `behind` the first that it is before. Keys that come in order are found at once.
static int spill_place(const block *b, const row_spill *s, int low, int high, line_key key,
                       bool behind, const contact_context *c)
{
    if (behind && high > low && !before(key, key_from(b, s->line[high - 1], s->body, c)))
        return high;
    while (low < high) {
        int middle = low + (high - low) / 2;
        line_key there = key_from(b, s->line[middle], s->body, c);
        if (behind ? before(key, there) : !before(there, key))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static bool spill_insert(block *b, row_spill *s, bool lower, uint32_t line, line_key key,
                         const contact_context *c)
{
    int n = s->lower + s->higher;
    if (!spill_grow(s, n + 1))
        return false;
    int at = spill_place(b, s, lower ? 0 : s->lower, lower ? s->lower : n, key, true, c);
    memmove(s->line + at + 1, s->line + at, (size_t)(n - at) * sizeof *s->line);
    s->line[at] = line;
    if (lower)
        s->lower++;
    else
        s->higher++;
    return true;
}

// Where a line of a contact that is still there stands in a spill.
static int spill_find(const block *b, const row_spill *s, bool lower, uint32_t line,
                      const contact_context *c)
{
    int end = lower ? s->lower : s->lower + s->higher;
    int at = spill_place(b, s, lower ? 0 : s->lower, end, key_from(b, line, s->body, c), false, c);
    while (s->line[at] != line)
        at++; // two contacts with one wall may share a feature for a moment
    return at;
}

static bool row_insert(block *b, int32_t body, bool lower, uint32_t line, const contact_context *c)
{
    contact_row *r = &b->row[body - b->low];
    line_key key = key_from(b, line, body, c);
    // row_sum reads ROW_FAST entries from either end unseen: those of one side must not reach that far into the other's
    bool full = r->lower + r->higher == ROW_ENTRIES ||
                (lower ? r->lower : r->higher) == ROW_ENTRIES - ROW_FAST;
    if (!r->spill && (full || line > UINT16_MAX) && !spill_make(b, body))
        return false;
    if (r->spill)
        return spill_insert(b, &b->spill[r->spill - 1], lower, line, key, c);
    int step = lower ? 1 : -1;
    int at = lower ? r->lower : ROW_ENTRIES - 1 - r->higher;
    for (int n = lower ? r->lower : r->higher;
         n > 0 && before(key, key_from(b, r->entry[at - step], body, c)); n--, at -= step)
        r->entry[at] = r->entry[at - step];
    r->entry[at] = (uint16_t)line;
    if (lower)
        r->lower++;
    else
        r->higher++;
    return true;
}

// Goes back from a spill to a row when all fits again, so that the fast path is not lost for ever.
static void spill_end(block *b, row_spill *s)
{
    int n = s->lower + s->higher;
    if (n > ROW_ENTRIES / 2)
        return;
    for (int i = 0; i < n; i++)
        if (s->line[i] > UINT16_MAX)
            return;
    contact_row *r = &b->row[s->body - b->low];
    memset(r, 0, sizeof *r);
    r->lower = (uint8_t)s->lower;
    r->higher = (uint8_t)s->higher;
    for (int i = 0; i < s->lower; i++)
        r->entry[i] = (uint16_t)s->line[i];
    for (int i = 0; i < s->higher; i++)
        r->entry[ROW_ENTRIES - 1 - i] = (uint16_t)s->line[s->lower + i];
    s->body = -1;
}

static void row_remove(block *b, int32_t body, bool lower, uint32_t line, const contact_context *c)
{
    contact_row *r = &b->row[body - b->low];
    if (r->spill) {
        row_spill *s = &b->spill[r->spill - 1];
        int n = s->lower + s->higher;
        int at = spill_find(b, s, lower, line, c);
        memmove(s->line + at, s->line + at + 1, (size_t)(n - at - 1) * sizeof *s->line);
        if (lower)
            s->lower--;
        else
            s->higher--;
        spill_end(b, s);
        return;
    }
    int at = 0;
    while (r->entry[at] != line)
        at++;
    if (at < r->lower) {
        for (; at + 1 < r->lower; at++)
            r->entry[at] = r->entry[at + 1];
        r->entry[at] = 0;
        r->lower--;
    } else {
        int last = ROW_ENTRIES - r->higher;
        for (; at > last; at--)
            r->entry[at] = r->entry[at - 1];
        r->entry[at] = 0;
        r->higher--;
    }
}

static void row_rename(block *b, int32_t body, bool lower, uint32_t from, uint32_t to,
                       const contact_context *c)
{
    contact_row *r = &b->row[body - b->low];
    if (r->spill) {
        row_spill *s = &b->spill[r->spill - 1];
        s->line[spill_find(b, s, lower, from, c)] = to;
        return;
    }
    for (int i = 0; i < ROW_ENTRIES; i++)
        if (r->entry[i] == from)
            r->entry[i] = (uint16_t)to;
}

static bool owns(const block *b, int32_t slot)
{
    return slot >= b->low && slot < b->high;
}

static uint32_t line_of(const bucket *k, int32_t c, int side)
{
    return (uint32_t)(1 + k->first + c + (side && k->sides == 2 ? k->room : 0));
}

// Lays the arrays of a bucket out in one piece of memory.
static bool bucket_lay(block *b, bucket *k, int32_t room, int width)
{
    size_t line = MEM_ALIGNMENT;
    size_t ints = ((size_t)room * sizeof(int32_t) + line - 1) / line * line;
    size_t column = ((size_t)room * sizeof(double) + line - 1) / line * line;
    if (column / line % 2 == 0)
        column += line; // an odd number of lines apart, columns share no set of the cache
    int geometry = bucket_geometry(k->kind);
    size_t columns = (size_t)width + (size_t)(geometry ? geometry + 1 : 0);
    bool cores = bucket_cores(k->kind);
    k->bytes = (cores ? 4 : 2) * ints + columns * column;
    char *p = pool_take(b->pool, k->bytes);
    if (!p)
        return false;
    k->memory = p;
    k->a = (int32_t *)(void *)p;
    k->b = (int32_t *)(void *)(p + ints);
    p += 2 * ints;
    if (cores) {
        k->near = (int32_t *)(void *)p;
        k->lane = (int32_t *)(void *)(p + ints);
        p += 2 * ints;
    }
    for (int i = 0; i < width; i++, p += column)
        k->history[i] = (double *)(void *)p;
    if (geometry) {
        for (int i = 0; i < geometry; i++, p += column)
            k->geometry[i] = (double *)(void *)p;
        k->feature = (int64_t *)(void *)p;
    }
    k->room = room;
    return true;
}

// An unused place: two padding slots, for walls a point far from the padding slot, for cores a gap.
static void place_clear(bucket *k, int32_t c, int32_t padding, int width)
{
    k->a[c] = padding;
    k->b[c] = padding + 1;
    for (int i = 0; i < width; i++)
        k->history[i][c] = 0;
    int geometry = bucket_geometry(k->kind);
    if (!geometry)
        return;
    for (int i = 0; i < geometry; i++)
        k->geometry[i][c] = 0;
    k->geometry[bucket_cores(k->kind) ? GRAIN_GAP : WALL_D][c] = 1;
    if (k->near)
        k->near[c] = k->lane[c] = -1;
    k->feature[c] = 0;
}

static void place_copy(bucket *to, int32_t c, const bucket *from, int32_t d, int width)
{
    to->a[c] = from->a[d];
    to->b[c] = from->b[d];
    for (int i = 0; i < width; i++)
        to->history[i][c] = from->history[i][d];
    int geometry = bucket_geometry(to->kind);
    if (!geometry)
        return;
    for (int i = 0; i < geometry; i++)
        to->geometry[i][c] = from->geometry[i][d];
    to->feature[c] = from->feature[d];
    if (to->near) {
        to->near[c] = from->near[d];
        to->lane[c] = from->lane[d];
    }
}

int block_bucket(block *b, bucket_kind kind, int set, const history_layout *layout, int32_t padding)
{
    for (int i = 0; i < b->buckets; i++)
        if (b->bucket[i].kind == kind && b->bucket[i].set == set)
            return i;
    if (b->buckets == b->bucket_room) {
        int room = b->bucket_room ? 2 * b->bucket_room : 2;
        bucket *grown = realloc(b->bucket, (size_t)room * sizeof *grown);
        if (!grown)
            return -1;
        b->bucket = grown;
        b->bucket_room = room;
    }
    bucket *k = &b->bucket[b->buckets];
    memset(k, 0, sizeof *k);
    k->kind = kind;
    k->set = set;
    k->sides = bucket_cores(kind) ? 2 : kind == BUCKET_BALLS ? layout->ball_sides : layout->sides;
    k->first = b->buckets ? b->bucket[b->buckets - 1].first +
                                b->bucket[b->buckets - 1].room * b->bucket[b->buckets - 1].sides
                          : 0;
    if (!bucket_lay(b, k, LANES_MOST, layout->width))
        return -1;
    for (int32_t c = 0; c < k->room; c++)
        place_clear(k, c, padding, layout->width);
    b->lines = 1 + k->first + k->room * k->sides;
    return b->buckets++;
}

// Renames every line behind bucket `index` in all rows after its room has grown.
static bool lines_shift(block *b, int index, int32_t old_room, int32_t grown)
{
    const bucket *k = &b->bucket[index];
    uint32_t side_b = (uint32_t)(1 + k->first + old_room);
    uint32_t after = (uint32_t)(1 + k->first + old_room * k->sides);
    for (int32_t s = b->low; s < b->high; s++) {
        contact_row *r = &b->row[s - b->low];
        if (!r->spill) {
            uint32_t most = 0;
            for (int i = 0; i < ROW_ENTRIES; i++)
                most = r->entry[i] > most ? r->entry[i] : most;
            if (most >= side_b && most + (uint32_t)grown * (uint32_t)k->sides > UINT16_MAX &&
                !spill_make(b, s))
                return false;
        }
        uint32_t *line = r->spill ? b->spill[r->spill - 1].line : NULL;
        int n =
            r->spill ? b->spill[r->spill - 1].lower + b->spill[r->spill - 1].higher : ROW_ENTRIES;
        for (int i = 0; i < n; i++) {
            uint32_t e = line ? line[i] : r->entry[i];
            uint32_t to = e >= after    ? e + (uint32_t)(grown * k->sides)
                          : e >= side_b ? e + (uint32_t)grown
                                        : e;
            if (line)
                line[i] = to;
            else
                r->entry[i] = (uint16_t)to;
        }
    }
    return true;
}

bool bucket_reserve(block *b, int index, int32_t room, const contact_context *c)
{
    bucket *k = &b->bucket[index];
    if (room <= k->room)
        return true;
    room = (room + LANES_MOST - 1) / LANES_MOST * LANES_MOST;
    int width = c->layout[k->set].width;
    bucket grown = *k;
    if (!bucket_lay(b, &grown, room, width))
        return false;
    if (!lines_shift(b, index, k->room, room - k->room)) {
        bucket_free(b, &grown);
        return false;
    }
    for (int32_t i = 0; i < room; i++) {
        if (i < k->count)
            place_copy(&grown, i, k, i, width);
        else
            place_clear(&grown, i, bodies_padding(c->body), width);
    }
    int32_t more = (room - k->room) * k->sides;
    bucket_free(b, k);
    *k = grown;
    for (int i = index + 1; i < b->buckets; i++)
        b->bucket[i].first += more;
    b->lines += more;
    return true;
}

int32_t contact_make(block *b, int index, int32_t a, int32_t other, int64_t feature,
                     const contact_context *c)
{
    bucket *k = &b->bucket[index];
    if (k->count == k->room && !bucket_reserve(b, index, k->room + k->room / 4 + LANES_MOST, c))
        return -1;
    int32_t i = k->count;
    k->a[i] = a;
    k->b[i] = other;
    if (k->feature)
        k->feature[i] = feature;
    if (k->near)
        k->near[i] = k->lane[i] = -1;
    for (int j = 0; j < c->layout[k->set].width; j++)
        k->history[j][i] = 0;
    k->count++;
    bool pair = !bucket_walls(k->kind), ok = true;
    if (pair && owns(b, a))
        ok = row_insert(b, a, false, line_of(k, i, 0), c);
    if (ok && owns(b, other) && !row_insert(b, other, true, line_of(k, i, 1), c)) {
        if (pair && owns(b, a))
            row_remove(b, a, false, line_of(k, i, 0), c);
        ok = false;
    }
    if (ok)
        return i;
    k->count--;
    place_clear(k, i, bodies_padding(c->body), c->layout[k->set].width);
    return -1;
}

void block_link(block *b, bucket *k, int32_t i, int32_t lane)
{
    int32_t before = k->lane[i];
    if (before >= 0) {
        outline_group *g = &b->group[before / OUTLINE_LANES];
        g->contact[before % OUTLINE_LANES] = -1;
        g->held &= (uint8_t) ~(1u << before % OUTLINE_LANES);
    }
    k->lane[i] = lane;
    if (lane < 0)
        return;
    outline_group *g = &b->group[lane / OUTLINE_LANES];
    g->contact[lane % OUTLINE_LANES] = i;
    g->held |= (uint8_t)(1u << lane % OUTLINE_LANES);
}

void contact_drop(block *b, int index, int32_t i, const contact_context *c)
{
    bucket *k = &b->bucket[index];
    int width = c->layout[k->set].width;
    bool pair = !bucket_walls(k->kind);
    int32_t last = k->count - 1;
    if (pair && owns(b, k->a[i]))
        row_remove(b, k->a[i], false, line_of(k, i, 0), c);
    if (owns(b, k->b[i]))
        row_remove(b, k->b[i], true, line_of(k, i, 1), c);
    if (k->lane)
        block_link(b, k, i, -1);
    if (i != last) {
        if (pair && owns(b, k->a[last]))
            row_rename(b, k->a[last], false, line_of(k, last, 0), line_of(k, i, 0), c);
        if (owns(b, k->b[last]))
            row_rename(b, k->b[last], true, line_of(k, last, 1), line_of(k, i, 1), c);
        place_copy(k, i, k, last, width);
        if (k->lane && k->lane[i] >= 0)
            b->group[k->lane[i] / OUTLINE_LANES].contact[k->lane[i] % OUTLINE_LANES] = i;
    }
    place_clear(k, last, bodies_padding(c->body), width);
    k->count--;
}

bool contact_rekey(block *b, int index, int32_t i, int64_t feature, const contact_context *c)
{
    bucket *k = &b->bucket[index];
    bool mine = !bucket_walls(k->kind) && owns(b, k->a[i]), other = owns(b, k->b[i]);
    if (mine)
        row_remove(b, k->a[i], false, line_of(k, i, 0), c);
    if (other)
        row_remove(b, k->b[i], true, line_of(k, i, 1), c);
    k->feature[i] = feature;
    bool ok = !mine || row_insert(b, k->a[i], false, line_of(k, i, 0), c);
    return (!other || row_insert(b, k->b[i], true, line_of(k, i, 1), c)) && ok;
}

static uint64_t near_key(bool wall, int32_t a, int32_t b)
{
    return (uint64_t)!wall << 62 | (uint64_t)(uint32_t)a << 31 | (uint64_t)(uint32_t)b;
}
static int by_near_key(const void *p, const void *q)
{
    const near_grain *x = p;
    const near_grain *y = q;
    uint64_t i = near_key(x->wall, x->a, x->b);
    uint64_t j = near_key(y->wall, y->a, y->b);
    return (i > j) - (i < j);
}

bool block_add_near_grain(block *b, bool wall, int32_t a, int32_t other)
{
    int64_t room = b->grain_room;
    if (!mem_grow((void **)&b->grain, &room, b->grains + 1, sizeof *b->grain))
        return false;
    b->grain_room = (int32_t)room;
    b->grain[b->grains++] = (near_grain){.a = a, .b = other, .wall = wall};
    return true;
}

void block_sort_near_grains(block *b)
{
    if (b->grains)
        qsort(b->grain, (size_t)b->grains, sizeof *b->grain, by_near_key);
    for (int n = 0; n < b->buckets; n++)
        for (int32_t i = 0; bucket_cores(b->bucket[n].kind) && i < b->bucket[n].count; i++)
            b->bucket[n].near[i] = -1;
}

bool block_keep_near_grains(block *b)
{
    for (int n = 0; n < b->buckets; n++) {
        bucket *k = &b->bucket[n];
        for (int32_t i = 0; k->kind == BUCKET_GRAINS && i < k->count; i++) {
            if (block_near_grain(b, k, i))
                continue;
            if (!block_add_near_grain(b, false, k->a[i], k->b[i]))
                return false;
            block_sort_near_grains(b);
        }
    }
    return true;
}

near_grain *block_near_grain(const block *b, bucket *k, int32_t i)
{
    if (k->near[i] >= 0)
        return &b->grain[k->near[i]];
    near_grain want = {.a = k->a[i], .b = k->b[i], .wall = bucket_walls(k->kind)};
    near_grain *found;
    found =
        b->grains ? bsearch(&want, b->grain, (size_t)b->grains, sizeof want, by_near_key) : NULL;
    k->near[i] = found ? (int32_t)(found - b->grain) : -1;
    return found;
}

static bool near_reserve(block *b, int32_t need, int32_t padding)
{
    if (need <= b->near_room)
        return true;
    int32_t room = (need + need / 8 + 2 * LANES_MOST - 1) / LANES_MOST * LANES_MOST;
    int32_t *a = pool_take(b->pool, (size_t)room * 2 * sizeof *a);
    int32_t *other = a + room;
    if (!a)
        return false;
    for (int32_t i = 0; i < room; i++) {
        a[i] = i < b->near ? b->near_a[i] : padding;
        other[i] = i < b->near ? b->near_b[i] : padding + 1;
    }
    pool_give(b->pool, b->near_a, (size_t)b->near_room * 2 * sizeof *a);
    b->near_a = a;
    b->near_b = other;
    b->near_room = room;
    return true;
}

bool near_awake(block *b, int32_t from, int32_t to, int32_t padding)
{
    // room at once for all that will wake: arrays that grow level by level leave pieces behind that no one can use
    if (!near_reserve(b, b->near + (b->sleeping - from), padding))
        return false;
    for (int32_t i = from; i < to; i++, b->near++) {
        b->near_a[b->near] = b->sleep_a[i];
        b->near_b[b->near] = b->sleep_b[i];
    }
    return true;
}

bool near_add(block *b, int32_t a, int32_t other, int32_t padding)
{
    if (!near_reserve(b, b->near + 1, padding))
        return false;
    b->near_a[b->near] = a;
    b->near_b[b->near++] = other;
    return true;
}

void near_remove(block *b, int32_t p, int32_t padding)
{
    int32_t last = --b->near;
    b->near_a[p] = b->near_a[last];
    b->near_b[p] = b->near_b[last];
    b->near_a[last] = padding;
    b->near_b[last] = padding + 1;
}
