// rows.c - which lines a body adds up, and in which order; see block.h, where rows are described.
//
// A row is sorted by the other's id, then by feature. A row that overflows goes to a spill, an array of its own, and
// comes back when all fits again.
#include "contact/rows.h"

#include <stdlib.h>
#include <string.h>

void line_owner(const block *block, uint32_t line, int *index, int32_t *contact, int *side)
{
    int i = 0;
    while (i + 1 < block->buckets && (int32_t)line > block->bucket[i + 1].first)
        i++;
    int32_t place = (int32_t)line - 1 - block->bucket[i].first;
    *side = place >= block->bucket[i].room;
    *contact = *side ? place - block->bucket[i].room : place;
    *index = i;
}

// Sorting key of a line in the row of a body: the other's id, then the feature.
typedef struct line_key {
    int64_t id, feature;
} line_key;

static bool before(line_key first, line_key second)
{
    return first.id != second.id ? first.id < second.id : first.feature < second.feature;
}

// The other body of a line as seen from `body`; walls have the ids below the first grain.
static line_key key_from(const block *block, uint32_t line, int32_t body,
                         const contact_context *context)
{
    int index;
    int side;
    int32_t contact;
    line_owner(block, line, &index, &contact, &side);
    const bucket *bucket = &block->bucket[index];
    int32_t a = bucket->a[contact];
    int32_t other = a == body ? bucket->b[contact] : a;
    line_key key;
    key.id = bucket_walls(bucket->kind) ? a : context->body->id[other];
    key.feature = bucket->feature ? bucket->feature[contact] : 0;
    return key;
}

// Where the lines of a row are kept when they are too many for it; NULL: in the row itself.
static row_spill *spill_of(const block *block, const contact_row *row)
{
    return row->spill ? &block->spill[row->spill - 1] : NULL;
}

static int lines_of(const row_spill *spill)
{
    return spill->lower + spill->higher;
}

int row_lines(const block *block, int32_t slot, uint32_t *out, int room, int *lower)
{
    const contact_row *row = &block->row[slot - block->low];
    const row_spill *spill = spill_of(block, row);
    if (spill) {
        int count = lines_of(spill);
        *lower = spill->lower;
        for (int i = 0; i < count && i < room; i++)
            out[i] = spill->line[i];
        return count;
    }
    int count = 0;
    *lower = row->lower;
    for (int i = 0; i < row->lower && count < room; i++)
        out[count++] = row->entry[i];
    for (int i = 0; i < row->higher && count < room; i++)
        out[count++] = row->entry[ROW_ENTRIES - 1 - i];
    return row->lower + row->higher;
}

static bool spill_grow(row_spill *spill, int32_t need)
{
    if (need <= spill->room)
        return true;
    int32_t room = need + need / 2 + 16;
    uint32_t *grown = realloc(spill->line, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    spill->line = grown;
    spill->room = room;
    return true;
}

// A spill that no row uses, made if there is none; -1 without memory.
static int spill_free_one(block *block)
{
    int at = 0;
    while (at < block->spills && block->spill[at].body >= 0)
        at++;
    if (at == block->spill_room) {
        int room = block->spill_room ? 2 * block->spill_room : 4;
        row_spill *grown = realloc(block->spill, (size_t)room * sizeof *grown);
        if (!grown)
            return -1;
        block->spill = grown;
        block->spill_room = room;
    }
    if (at == block->spills) {
        memset(&block->spill[at], 0, sizeof block->spill[at]);
        block->spill[at].body = -1;
        block->spills++;
    }
    return at;
}

// Moves a row into a spill with room for one more. False without memory.
static bool spill_make(block *block, int32_t body)
{
    int at = spill_free_one(block);
    if (at < 0)
        return false;
    row_spill *spill = &block->spill[at];
    contact_row *row = &block->row[body - block->low];
    if (!spill_grow(spill, row->lower + row->higher + 1))
        return false;
    int lower;
    row_lines(block, body, spill->line, spill->room, &lower);
    spill->body = body;
    spill->lower = row->lower;
    spill->higher = row->higher;
    memset(row, 0, sizeof *row);
    row->spill = (uint16_t)(at + 1);
    return true;
}

// Place of a key among the lower or the higher lines of a spill, which are in order: the first that is not before it,
// or with `behind` the first that it is before. Keys that come in order are found at once.
static int spill_place(const block *block, const row_spill *spill, bool lower, line_key key,
                       bool behind, const contact_context *context)
{
    int low = lower ? 0 : spill->lower;
    int high = lower ? spill->lower : lines_of(spill);
    if (behind && high > low) {
        line_key last = key_from(block, spill->line[high - 1], spill->body, context);
        if (!before(key, last))
            return high;
    }
    while (low < high) {
        int middle = low + (high - low) / 2;
        line_key there = key_from(block, spill->line[middle], spill->body, context);
        if (behind ? before(key, there) : !before(there, key))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static bool spill_insert(block *block, row_spill *spill, bool lower, uint32_t line, line_key key,
                         const contact_context *context)
{
    int count = lines_of(spill);
    if (!spill_grow(spill, count + 1))
        return false;
    int at = spill_place(block, spill, lower, key, true, context);
    uint32_t *place = spill->line + at;
    memmove(place + 1, place, (size_t)(count - at) * sizeof *place);
    *place = line;
    if (lower)
        spill->lower++;
    else
        spill->higher++;
    return true;
}

// Where a line of a contact that is still there stands in a spill.
static int spill_find(const block *block, const row_spill *spill, bool lower, uint32_t line,
                      const contact_context *context)
{
    line_key key = key_from(block, line, spill->body, context);
    int at = spill_place(block, spill, lower, key, false, context);
    while (spill->line[at] != line)
        at++; // two contacts with one wall may share a feature for a moment
    return at;
}

bool row_insert(block *block, int32_t body, bool lower, uint32_t line,
                const contact_context *context)
{
    contact_row *row = &block->row[body - block->low];
    line_key key = key_from(block, line, body, context);
    int same_side = lower ? row->lower : row->higher;
    // row_sum reads ROW_FAST entries from either end unseen: those of one side must not reach that far into the other's
    bool full = row->lower + row->higher == ROW_ENTRIES || same_side == ROW_ENTRIES - ROW_FAST;
    bool fits = !full && line <= UINT16_MAX;
    if (!row->spill && !fits && !spill_make(block, body))
        return false;
    if (row->spill)
        return spill_insert(block, spill_of(block, row), lower, line, key, context);
    int step = lower ? 1 : -1;
    int at = lower ? row->lower : ROW_ENTRIES - 1 - row->higher;
    for (int left = same_side; left > 0; left--) {
        uint16_t neighbour = row->entry[at - step];
        if (!before(key, key_from(block, neighbour, body, context)))
            break;
        row->entry[at] = neighbour;
        at -= step;
    }
    row->entry[at] = (uint16_t)line;
    if (lower)
        row->lower++;
    else
        row->higher++;
    return true;
}

// Goes back from a spill to a row when all fits again, so that the fast path is not lost for ever.
static void spill_end(block *block, row_spill *spill)
{
    int count = lines_of(spill);
    if (count > ROW_ENTRIES / 2)
        return;
    for (int i = 0; i < count; i++) {
        if (spill->line[i] > UINT16_MAX)
            return;
    }
    contact_row *row = &block->row[spill->body - block->low];
    memset(row, 0, sizeof *row);
    row->lower = (uint8_t)spill->lower;
    row->higher = (uint8_t)spill->higher;
    for (int i = 0; i < spill->lower; i++)
        row->entry[i] = (uint16_t)spill->line[i];
    const uint32_t *higher = spill->line + spill->lower;
    for (int i = 0; i < spill->higher; i++)
        row->entry[ROW_ENTRIES - 1 - i] = (uint16_t)higher[i];
    spill->body = -1;
}

static void spill_remove(block *block, row_spill *spill, bool lower, uint32_t line,
                         const contact_context *context)
{
    int at = spill_find(block, spill, lower, line, context);
    uint32_t *place = spill->line + at;
    int behind = lines_of(spill) - at - 1;
    memmove(place, place + 1, (size_t)behind * sizeof *place);
    if (lower)
        spill->lower--;
    else
        spill->higher--;
    spill_end(block, spill);
}

void row_remove(block *block, int32_t body, bool lower, uint32_t line,
                const contact_context *context)
{
    contact_row *row = &block->row[body - block->low];
    if (row->spill) {
        spill_remove(block, spill_of(block, row), lower, line, context);
        return;
    }
    int at = 0;
    while (row->entry[at] != line)
        at++;
    if (at < row->lower) {
        for (; at + 1 < row->lower; at++)
            row->entry[at] = row->entry[at + 1];
        row->lower--;
    } else {
        int last = ROW_ENTRIES - row->higher;
        for (; at > last; at--)
            row->entry[at] = row->entry[at - 1];
        row->higher--;
    }
    row->entry[at] = 0;
}

void row_rename(block *block, int32_t body, bool lower, uint32_t from, uint32_t to,
                const contact_context *context)
{
    contact_row *row = &block->row[body - block->low];
    row_spill *spill = spill_of(block, row);
    if (spill) {
        int at = spill_find(block, spill, lower, from, context);
        spill->line[at] = to;
        return;
    }
    for (int i = 0; i < ROW_ENTRIES; i++) {
        if (row->entry[i] == from)
            row->entry[i] = (uint16_t)to;
    }
}

// What the lines of a block become when a bucket has grown: its own second sides and all buckets behind it move.
typedef struct line_shift {
    uint32_t side_b, by;        // first line of its second sides, which go on by so many
    uint32_t behind, behind_by; // first line of the next bucket
} line_shift;

static uint32_t shifted(const line_shift *shift, uint32_t line)
{
    if (line >= shift->behind)
        return line + shift->behind_by;
    return line >= shift->side_b ? line + shift->by : line;
}

// Will a line of a row no longer fit into 16 bits?
static bool outgrows(const contact_row *row, const line_shift *shift)
{
    uint32_t most = 0;
    for (int i = 0; i < ROW_ENTRIES; i++)
        most = row->entry[i] > most ? row->entry[i] : most;
    return most >= shift->side_b && most + shift->behind_by > UINT16_MAX;
}

bool rows_shift_lines(block *block, int index, int32_t old_room, int32_t grown)
{
    const bucket *bucket = &block->bucket[index];
    const line_shift shift = {
        .side_b = (uint32_t)(1 + bucket->first + old_room),
        .by = (uint32_t)grown,
        .behind = (uint32_t)(1 + bucket->first + old_room * bucket->sides),
        .behind_by = (uint32_t)(grown * bucket->sides),
    };
    for (int32_t body = block->low; body < block->high; body++) {
        contact_row *row = &block->row[body - block->low];
        if (!row->spill && outgrows(row, &shift) && !spill_make(block, body))
            return false;
        row_spill *spill = spill_of(block, row);
        if (spill) {
            for (int i = 0; i < lines_of(spill); i++)
                spill->line[i] = shifted(&shift, spill->line[i]);
        } else {
            for (int i = 0; i < ROW_ENTRIES; i++)
                row->entry[i] = (uint16_t)shifted(&shift, row->entry[i]);
        }
    }
    return true;
}
