// block.c - buckets, and the contacts in them that begin and end; see block.h. All of it is rare beside the passes of a
// step.
#include "contact/block.h"

#include "base/memory.h"
#include "contact/rows.h"

#include <stdlib.h>
#include <string.h>

static void bucket_free(block *block, bucket *bucket)
{
    pool_give(block->pool, bucket->memory, bucket->bytes);
    bucket->memory = NULL;
}

void block_free(block *block)
{
    for (int i = 0; i < block->buckets; i++)
        bucket_free(block, &block->bucket[i]);
    for (int i = 0; i < block->spills; i++)
        free(block->spill[i].line);
    free(block->bucket);
    pool_give(block->pool, block->row, (size_t)block->row_room * sizeof *block->row);
    free(block->spill);
    const size_t pair_numbers = (size_t)block->pairs.room * 2;
    pool_give(block->pool, block->pairs.a, pair_numbers * sizeof *block->pairs.a);
    free(block->walls.pair);
    free(block->walls.candidate);
    free(block->grains.pair);
    free(block->outlines.asleep);
    free(block->grains.feature);
    free(block->outlines.group);
    free(block->corners.watch);
    free(block->corners.near);
    free(block->outlines.watch);
    free(block->current.corner);
    free(block->current.held);
    free(block->grains.touching);
    free(block->current.touch);
    free(block->current.curvature);
    free(block->current.old);
    free(block->ahead.slot);
    memset(block, 0, sizeof *block);
}

void blocks_free(block *block, int count)
{
    for (int i = 0; i < count; i++)
        block_free(&block[i]);
    free(block);
}

static bool owns(const block *block, int32_t slot)
{
    return slot >= block->low && slot < block->high;
}

static uint32_t line_of(const bucket *bucket, int32_t contact, int side)
{
    int32_t behind = side && bucket->sides == 2 ? bucket->room : 0;
    return (uint32_t)(1 + bucket->first + contact + behind);
}

static size_t whole_lines(size_t bytes)
{
    const size_t line = MEM_ALIGNMENT;
    return (bytes + line - 1) / line * line;
}

// The next piece of memory that is not given away yet.
static void *piece(char **free_part, size_t bytes)
{
    void *taken = *free_part;
    *free_part += bytes;
    return taken;
}

// Lays the arrays of a bucket out in one piece of memory.
static bool bucket_lay(block *block, bucket *bucket, int32_t room, int width)
{
    size_t ints = whole_lines((size_t)room * sizeof(int32_t));
    size_t column = whole_lines((size_t)room * sizeof(double));
    if (column / MEM_ALIGNMENT % 2 == 0)
        column += MEM_ALIGNMENT; // an odd number of lines apart, columns share no set of the cache
    int geometry = bucket_geometry(bucket->kind);
    int features = geometry ? 1 : 0;
    size_t columns = (size_t)(width + geometry + features);
    bool cores = bucket_cores(bucket->kind);
    bucket->bytes = (cores ? 4 : 2) * ints + columns * column;
    bucket->memory = pool_take(block->pool, bucket->bytes);
    if (!bucket->memory)
        return false;
    char *free_part = bucket->memory;
    bucket->a = piece(&free_part, ints);
    bucket->b = piece(&free_part, ints);
    if (cores) {
        bucket->near = piece(&free_part, ints);
        bucket->lane = piece(&free_part, ints);
    }
    for (int i = 0; i < width; i++)
        bucket->history[i] = piece(&free_part, column);
    for (int i = 0; i < geometry; i++)
        bucket->geometry[i] = piece(&free_part, column);
    if (features)
        bucket->feature = piece(&free_part, column);
    bucket->room = room;
    return true;
}

// An unused place: two padding slots, for walls a point far from the padding slot, for cores a gap.
static void place_clear(bucket *bucket, int32_t place, int32_t padding, int width)
{
    bucket->a[place] = padding;
    bucket->b[place] = padding + 1;
    for (int i = 0; i < width; i++)
        bucket->history[i][place] = 0;
    int geometry = bucket_geometry(bucket->kind);
    if (!geometry)
        return;
    for (int i = 0; i < geometry; i++)
        bucket->geometry[i][place] = 0;
    int distance = bucket_cores(bucket->kind) ? GRAIN_GAP : WALL_D;
    bucket->geometry[distance][place] = 1;
    if (bucket->near) {
        bucket->near[place] = -1;
        bucket->lane[place] = -1;
    }
    bucket->feature[place] = 0;
}

static void place_copy(bucket *to, int32_t place, const bucket *from, int32_t source, int width)
{
    const int geometry = bucket_geometry(to->kind);
    to->a[place] = from->a[source];
    to->b[place] = from->b[source];
    for (int i = 0; i < width; i++) {
        const double *column = from->history[i];
        to->history[i][place] = column[source];
    }
    if (!geometry)
        return;
    for (int i = 0; i < geometry; i++) {
        const double *column = from->geometry[i];
        to->geometry[i][place] = column[source];
    }
    to->feature[place] = from->feature[source];
    if (to->near) {
        to->near[place] = from->near[source];
        to->lane[place] = from->lane[source];
    }
}

static int sides_of(bucket_kind kind, const history_layout *layout)
{
    if (bucket_cores(kind))
        return 2;
    return kind == BUCKET_BALLS ? layout->ball_sides : layout->sides;
}

static bool buckets_reserve(block *block)
{
    if (block->buckets < block->bucket_room)
        return true;
    int room = block->bucket_room ? 2 * block->bucket_room : 2;
    bucket *grown = realloc(block->bucket, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    block->bucket = grown;
    block->bucket_room = room;
    return true;
}

int block_bucket(block *block, bucket_kind kind, int set, const history_layout *layout,
                 int32_t padding)
{
    for (int i = 0; i < block->buckets; i++) {
        if (block->bucket[i].kind == kind && block->bucket[i].set == set)
            return i;
    }
    if (!buckets_reserve(block))
        return -1;
    bucket *bucket = &block->bucket[block->buckets];
    memset(bucket, 0, sizeof *bucket);
    bucket->kind = kind;
    bucket->set = set;
    bucket->sides = sides_of(kind, layout);
    bucket->first = block->lines - 1; // behind the lines of all others
    if (!bucket_lay(block, bucket, LANES_MOST, layout->width))
        return -1;
    for (int32_t place = 0; place < bucket->room; place++)
        place_clear(bucket, place, padding, layout->width);
    block->lines = 1 + bucket->first + bucket->room * bucket->sides;
    return block->buckets++;
}

bool bucket_reserve(block *block, int index, int32_t room, const contact_context *context)
{
    bucket *old = &block->bucket[index];
    if (room <= old->room)
        return true;
    room = (room + LANES_MOST - 1) / LANES_MOST * LANES_MOST;
    int width = context->layout[old->set].width;
    bucket grown = *old;
    if (!bucket_lay(block, &grown, room, width))
        return false;
    if (!rows_shift_lines(block, index, old->room, room - old->room)) {
        bucket_free(block, &grown);
        return false;
    }
    for (int32_t i = 0; i < room; i++) {
        if (i < old->count)
            place_copy(&grown, i, old, i, width);
        else
            place_clear(&grown, i, bodies_padding(context->body), width);
    }
    int32_t more = (room - old->room) * old->sides;
    bucket_free(block, old);
    *old = grown;
    for (int i = index + 1; i < block->buckets; i++)
        block->bucket[i].first += more;
    block->lines += more;
    return true;
}

// Whose rows a contact stands in: those of bodies of this block. A wall has no row.
static bool a_has_row(const block *block, const bucket *bucket, int32_t contact)
{
    return !bucket_walls(bucket->kind) && owns(block, bucket->a[contact]);
}

static bool b_has_row(const block *block, const bucket *bucket, int32_t contact)
{
    return owns(block, bucket->b[contact]);
}

static bool enter_row_of_a(block *block, const bucket *bucket, int32_t contact,
                           const contact_context *context)
{
    if (!a_has_row(block, bucket, contact))
        return true;
    return row_insert(block, bucket->a[contact], false, line_of(bucket, contact, 0), context);
}

static bool enter_row_of_b(block *block, const bucket *bucket, int32_t contact,
                           const contact_context *context)
{
    if (!b_has_row(block, bucket, contact))
        return true;
    return row_insert(block, bucket->b[contact], true, line_of(bucket, contact, 1), context);
}

static void leave_row_of_a(block *block, const bucket *bucket, int32_t contact,
                           const contact_context *context)
{
    if (a_has_row(block, bucket, contact))
        row_remove(block, bucket->a[contact], false, line_of(bucket, contact, 0), context);
}

static void leave_row_of_b(block *block, const bucket *bucket, int32_t contact,
                           const contact_context *context)
{
    if (b_has_row(block, bucket, contact))
        row_remove(block, bucket->b[contact], true, line_of(bucket, contact, 1), context);
}

int32_t contact_make(block *block, int index, int32_t a, int32_t b, int64_t feature,
                     const contact_context *context)
{
    bucket *bucket = &block->bucket[index];
    int32_t more = bucket->room / 8 + LANES_MOST;
    if (bucket->count == bucket->room &&
        !bucket_reserve(block, index, bucket->room + more, context))
        return -1;
    int width = context->layout[bucket->set].width;
    int32_t contact = bucket->count;
    bucket->a[contact] = a;
    bucket->b[contact] = b;
    if (bucket->feature)
        bucket->feature[contact] = feature;
    if (bucket->near) {
        bucket->near[contact] = -1;
        bucket->lane[contact] = -1;
    }
    for (int j = 0; j < width; j++)
        bucket->history[j][contact] = 0;
    bucket->count++;
    if (enter_row_of_a(block, bucket, contact, context)) {
        if (enter_row_of_b(block, bucket, contact, context))
            return contact;
        leave_row_of_a(block, bucket, contact, context);
    }
    bucket->count--;
    place_clear(bucket, contact, bodies_padding(context->body), width);
    return -1;
}

static outline_group *group_of(const block *block, int32_t lane)
{
    return &block->outlines.group[lane / OUTLINE_LANES];
}

void block_link(block *block, bucket *bucket, int32_t contact, int32_t lane)
{
    int32_t before = bucket->lane[contact];
    if (before >= 0) {
        outline_group *group = group_of(block, before);
        group->contact[before % OUTLINE_LANES] = -1;
        group->held &= (uint8_t) ~(1u << before % OUTLINE_LANES);
    }
    bucket->lane[contact] = lane;
    if (lane < 0)
        return;
    outline_group *group = group_of(block, lane);
    group->contact[lane % OUTLINE_LANES] = contact;
    group->held |= (uint8_t)(1u << lane % OUTLINE_LANES);
}

// The last contact of a bucket takes the place of one that is gone.
static void move_last(block *block, bucket *bucket, int32_t to, const contact_context *context)
{
    const int32_t last = bucket->count - 1;
    const int32_t body[2] = {bucket->a[last], bucket->b[last]};
    for (int side = 0; side < 2; side++) {
        const bool has_row = side ? b_has_row(block, bucket, last) : a_has_row(block, bucket, last);
        if (!has_row)
            continue;
        const uint32_t old_line = line_of(bucket, last, side);
        const uint32_t new_line = line_of(bucket, to, side);
        row_rename(block, body[side], side, old_line, new_line, context);
    }
    place_copy(bucket, to, bucket, last, context->layout[bucket->set].width);
    const int32_t lane = bucket->lane ? bucket->lane[to] : -1;
    if (lane >= 0)
        group_of(block, lane)->contact[lane % OUTLINE_LANES] = to;
}

void contact_drop(block *block, int index, int32_t contact, const contact_context *context)
{
    bucket *bucket = &block->bucket[index];
    int width = context->layout[bucket->set].width;
    int32_t last = bucket->count - 1;
    leave_row_of_a(block, bucket, contact, context);
    leave_row_of_b(block, bucket, contact, context);
    if (bucket->lane)
        block_link(block, bucket, contact, -1);
    if (contact != last)
        move_last(block, bucket, contact, context);
    place_clear(bucket, last, bodies_padding(context->body), width);
    bucket->count--;
}

bool contact_rekey(block *block, int index, int32_t contact, int64_t feature,
                   const contact_context *context)
{
    bucket *bucket = &block->bucket[index];
    leave_row_of_a(block, bucket, contact, context);
    leave_row_of_b(block, bucket, contact, context);
    bucket->feature[contact] = feature;
    bool in_row_of_a = enter_row_of_a(block, bucket, contact, context);
    bool in_row_of_b = enter_row_of_b(block, bucket, contact, context);
    return in_row_of_a && in_row_of_b;
}
