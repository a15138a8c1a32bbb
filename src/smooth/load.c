// load.c - contacts of the smooth solver from an image, with all that laws keep of them (save.c has how they stand there).
//
// A branch may switch the ledger or the integrator, and so keep other parts of the history than the run that it goes on
// from: each part is taken as far as both have it.
#include "smooth/save.h"

#include "motion/ids.h"
#include "smooth/forces.h"

#include <stdlib.h>
#include <string.h>

// The first parts are what dashpots need of one step ago; laws have theirs slot by slot.
enum { LAYOUT_DASHPOTS = 3, LAYOUT_LAWS = 5 };

static scree_status foreign(const char *column, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, column,
                "resume with the case that made the snapshot, or with one that a branch may have",
                "this column of the snapshot does not fit the case");
}

static const image_column *saved_layout(const image *im)
{
    const image_column *layout = image_find(im, "contact/layout", IMAGE_I64, LAYOUT_NUMBERS);
    return layout ? layout : image_find(im, "contact/layout", IMAGE_I64, LAYOUT_OLDER);
}

// First columns of the parts in a snapshot, and the width.
static void saved_parts(const image_column *layout, int64_t set, int64_t was[LAYOUT_NUMBERS])
{
    const int64_t *row = (const int64_t *)layout->data + layout->width * set;
    const bool older = layout->width == LAYOUT_OLDER;
    for (int part = 0; part < LAYOUT_NUMBERS; part++) {
        if (!older || part < 1)
            was[part] = row[part];
        else
            was[part] = part <= LAYOUT_SINCE ? -1 : row[part - LAYOUT_SINCE];
    }
}

// How many columns a part has: up to the next part, or to the end.
static int64_t columns_of_part(const int64_t first[LAYOUT_NUMBERS], int part)
{
    int64_t end = first[LAYOUT_PARTS];
    for (int other = 0; other < LAYOUT_PARTS; other++)
        if (first[other] > first[part] && first[other] < end)
            end = first[other];
    return end - first[part];
}

static scree_status check_law(const forces *forces, const image_column *layout, int64_t set,
                              scree_error *error)
{
    int64_t now[LAYOUT_NUMBERS];
    int64_t was[LAYOUT_NUMBERS];
    save_parts(&forces->shared->layout[set], now);
    saved_parts(layout, set, was);
    for (int part = LAYOUT_LAWS; part < LAYOUT_LAWS + LAW_SLOTS; part++) {
        if (now[part] < 0 || was[part] < 0)
            continue;
        const int64_t keeps = columns_of_part(now, part);
        const int64_t kept = columns_of_part(was, part);
        if (keeps != kept)
            return fail(
                error, SCREE_BAD_INPUT, "contact/layout",
                "give its pair the law that it had, or go on with the version that wrote it",
                "a law keeps %lld numbers of each contact, and %lld in this snapshot",
                (long long)keeps, (long long)kept);
    }
    return SCREE_OK;
}

// What a law keeps has a meaning by its place. Where it keeps as many numbers as in the snapshot, they are taken for the
// same ones; else another law, or another version of the program, has written them. Without a contact nothing is kept.
static scree_status check_laws(const forces *forces, const image_column *layout,
                               const image_column *key, scree_error *error)
{
    int64_t checked = -1; // contacts of the same laws come in runs
    for (int64_t i = 0; i < key->rows; i++) {
        const int64_t set = ((const int64_t *)key->data)[4 * i + 3];
        if (set < 0 || set >= forces->shared->sets)
            return foreign("contact/key", error);
        scree_status status = set == checked ? SCREE_OK : check_law(forces, layout, set, error);
        if (status != SCREE_OK)
            return status;
        checked = set;
    }
    return SCREE_OK;
}

// History columns of a saved contact, part by part, so that a branch may switch the ledger or the integrator.
static void load_history(const history_layout *layout, const int64_t *was, const double *row,
                         bucket *bucket, int32_t at)
{
    int64_t now[LAYOUT_NUMBERS];
    save_parts(layout, now);
    for (int part = 0; part < LAYOUT_PARTS; part++) {
        if (now[part] < 0 || was[part] < 0)
            continue;
        const int64_t keeps = columns_of_part(now, part);
        const int64_t kept = columns_of_part(was, part);
        for (int64_t j = 0; j < keeps && j < kept; j++)
            bucket->history[now[part] + j][at] = row[was[part] + j];
    }
}

// A contact of an image: its bodies, as slots of the only part (a wall has none: -1), its key, and where it stands.
typedef struct found_contact {
    int32_t a, b;
    int wall; // its place among the walls; -1: it is none, or not there
    int64_t feature, set;
} found_contact;

static found_contact find_contact(const forces *forces, const body_ids *slots, const int64_t *key)
{
    const shared *shared = forces->shared;
    const bool wall = key[0] < shared->first_grain;
    return (found_contact){
        .a = wall ? -1 : body_ids_slot(slots, key[0]),
        .b = body_ids_slot(slots, key[1]),
        .wall = wall ? shared_wall_of(shared, key[0]) : -1,
        .feature = key[2],
        .set = key[3],
    };
}

// The blocks that keep it: that of b, and that of a where it is another one (-1: it is not).
static int block_of_b(const forces *forces, const found_contact *found)
{
    return found->b / forces->part->list.span;
}
static int other_block(const forces *forces, const found_contact *found)
{
    const int32_t span = forces->part->list.span;
    const bool same = found->a < 0 || found->a / span == found->b / span;
    return same ? -1 : found->a / span;
}

static bucket_kind kind_of(const forces *forces, const found_contact *found)
{
    const bool *core = forces->shared->core;
    const int32_t *set = forces->part->body.set;
    const bool core_b = core[set[found->b]];
    if (found->a < 0)
        return core_b ? BUCKET_GRAIN_WALLS : BUCKET_WALLS;
    return core_b || core[set[found->a]] ? BUCKET_GRAINS : BUCKET_BALLS;
}

static int bucket_for(const forces *forces, block *block, bucket_kind kind, int set)
{
    const int32_t padding = bodies_padding(&forces->part->body);
    return block_bucket(block, kind, set, &forces->shared->layout[set], padding);
}

// Room in one block for as many contacts of each set and kind as are told, so that nothing grows piece by piece.
static bool reserve_block(forces *forces, block *block, const int32_t *count)
{
    for (int i = 0; i < BUCKET_KINDS * forces->shared->sets; i++) {
        const bucket_kind kind = i % BUCKET_KINDS;
        const int32_t room = count[i] + count[i] / 16 + LANES_MOST;
        if (count[i] == 0)
            continue;
        const int index = bucket_for(forces, block, kind, i / BUCKET_KINDS);
        if (index < 0 || !bucket_reserve(block, index, room, &forces->part->stepping.context))
            return false;
    }
    return true;
}

static bool reserve_contacts(forces *forces, const body_ids *slots, const image_column *key)
{
    const int sets = forces->shared->sets;
    const int blocks = forces->part->list.blocks;
    const int each = sets * BUCKET_KINDS;
    int32_t *count = calloc((size_t)blocks * (size_t)each + 1, sizeof *count);
    bool ok = count != NULL;
    for (int64_t i = 0; ok && i < key->rows; i++) {
        const found_contact found = find_contact(forces, slots, (const int64_t *)key->data + 4 * i);
        if (found.set < 0 || found.set >= sets || found.b < 0)
            continue; // told when it is loaded
        const int kind = (int)kind_of(forces, &found) + BUCKET_KINDS * (int)found.set;
        const int other = other_block(forces, &found);
        count[block_of_b(forces, &found) * each + kind]++;
        if (other >= 0)
            count[other * each + kind]++;
    }
    for (int i = 0; ok && i < blocks; i++)
        ok = reserve_block(forces, &forces->part->list.block[i], count + i * each);
    free(count);
    return ok;
}

// What laws kept of a contact: a row of an image, and where its parts begin in it.
typedef struct kept_row {
    int64_t first[LAYOUT_NUMBERS];
    const double *number;
} kept_row;

static bool load_into(forces *forces, int number, const found_contact *found, const kept_row *row)
{
    const int set = (int)found->set;
    const int32_t a = found->a < 0 ? (int32_t)found->wall : found->a;
    const contact_context *context = &forces->part->stepping.context;
    block *home = &forces->part->list.block[number];
    const int index = bucket_for(forces, home, kind_of(forces, found), set);
    if (index < 0)
        return false;
    const int32_t contact = contact_make(home, index, a, found->b, found->feature, context);
    if (contact < 0)
        return false;
    const history_layout *layout = &forces->shared->layout[set];
    load_history(layout, row->first, row->number, &home->bucket[index], contact);
    return true;
}

// One contact into the block of each of its bodies.
static bool load_contact(forces *forces, const found_contact *found, const kept_row *row)
{
    const int other = other_block(forces, found);
    if (other >= 0 && !load_into(forces, other, found, row))
        return false;
    return load_into(forces, block_of_b(forces, found), found, row);
}

// The history of contacts, however many numbers it has of each; NULL: there is none.
static const image_column *saved_history(const image *im)
{
    const image_column *history = NULL;
    for (int i = 0; i < im->count; i++) {
        const image_column *column = &im->column[i];
        if (!strcmp(column->name, "contact/history") && column->type == IMAGE_F64)
            history = column;
    }
    return history;
}

static scree_status load_all(forces *forces, const image *im, const body_ids *slots,
                             scree_error *error)
{
    const image_column *key = image_find(im, "contact/key", IMAGE_I64, 4);
    const image_column *layout = saved_layout(im);
    const image_column *history = saved_history(im);
    for (int64_t i = 0; i < key->rows; i++) {
        kept_row row = {.number = (const double *)history->data + history->width * i};
        const found_contact found = find_contact(forces, slots, (const int64_t *)key->data + 4 * i);
        saved_parts(layout, found.set, row.first);
        const bool fits = row.first[LAYOUT_PARTS] <= history->width;
        if (found.b < 0 || (found.a < 0 && found.wall < 0) || !fits)
            return foreign("contact/key", error);
        if (!load_contact(forces, &found, &row))
            return fail_memory(error, "contacts of the snapshot");
    }
    return SCREE_OK;
}

scree_status load_contacts(void *state, const image *im, scree_error *error)
{
    forces *forces = state;
    const image_column *key = image_find(im, "contact/key", IMAGE_I64, 4);
    const image_column *layout = saved_layout(im);
    const image_column *history = saved_history(im);
    if (!key || !layout || !history)
        return foreign("contact/key", error);
    if (history->rows != key->rows || layout->rows != forces->shared->sets)
        return foreign("contact/key", error);
    scree_status status = check_laws(forces, layout, key, error);
    if (status)
        return status;
    body_ids slots = {0};
    if (body_ids_make(&forces->part->body, &slots) && reserve_contacts(forces, &slots, key))
        status = load_all(forces, im, &slots, error);
    else
        status = fail_memory(error, "contacts of the snapshot");
    body_ids_clear(&slots);
    return status;
}

// A branch may have another integrator or other dashpots, which want what the run before did not keep.
void open_dashpots(void *state, const image *im)
{
    forces *forces = state;
    const image_column *layout = saved_layout(im);
    for (int set = 0; layout && set < forces->shared->sets; set++) {
        int64_t was[LAYOUT_NUMBERS];
        int64_t now[LAYOUT_NUMBERS];
        saved_parts(layout, set, was);
        bool missing = false;
        save_parts(&forces->shared->layout[set], now);
        for (int part = 0; part < LAYOUT_DASHPOTS; part++)
            missing = missing || (now[part] >= 0 && was[part] < 0);
        for (part *part = forces->part; missing && part < parts_end(forces); part++)
            for (int i = 0; i < part->list.blocks; i++)
                block_open_dashpots(&part->stepping, &part->list.block[i], set);
    }
}
