// save.c - contacts of the smooth solver in an image, with all that laws keep of them, and from one.
//
// They stand sorted by (a, b, feature). New contacts are met before, so that an image is the same whether or not
// somebody has looked at the world in this step. Geometry of wall contacts follows from the positions and is not kept.
#include "smooth/save.h"

#include "motion/ids.h"
#include "smooth/forces.h"

#include <stdlib.h>
#include <string.h>

// The first parts are what dashpots need of one step ago; laws have theirs slot by slot.
enum { LAYOUT_DASHPOTS = 3, LAYOUT_LAWS = 5 };

typedef struct saved_contact {
    int64_t a, b, feature;
    const bucket *bucket;
    int32_t at;
} saved_contact;

static int by_key(const void *first, const void *second)
{
    const saved_contact *one = first;
    const saved_contact *other = second;
    if (one->a != other->a)
        return one->a < other->a ? -1 : 1;
    if (one->b != other->b)
        return one->b < other->b ? -1 : 1;
    return (one->feature > other->feature) - (one->feature < other->feature);
}

// Contacts of a block whose a stands in it, and those with walls; returns how many.
static int64_t collect_block(const bodies *bodies, const block *block, saved_contact *out)
{
    int64_t found = 0;
    for (int j = 0; j < block->buckets; j++) {
        const bucket *bucket = &block->bucket[j];
        const bool walls = bucket_walls(bucket->kind);
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            if (!walls && (bucket->a[contact] < block->low || bucket->a[contact] >= block->high))
                continue;
            out[found++] = (saved_contact){
                .a = walls ? bucket->a[contact] : bodies->id[bucket->a[contact]],
                .b = bodies->id[bucket->b[contact]],
                .feature = bucket->feature ? bucket->feature[contact] : 0,
                .bucket = bucket,
                .at = contact,
            };
        }
    }
    return found;
}

// All contacts, each once.
static saved_contact *collect(const forces *forces, int64_t *count)
{
    int64_t found = 0;
    int64_t room = 0;
    for (const part *part = forces->part; part < forces->part + forces->parts; part++)
        for (int i = 0; i < part->list.blocks; i++) {
            const block *block = &part->list.block[i];
            for (int j = 0; j < block->buckets; j++)
                room += block->bucket[j].count;
        }
    saved_contact *list = malloc(((size_t)room + 1) * sizeof *list);
    for (const part *part = forces->part; list && part < forces->part + forces->parts; part++)
        for (int i = 0; i < part->list.blocks; i++)
            found += collect_block(&part->body, &part->list.block[i], list + found);
    if (list)
        qsort(list, (size_t)found, sizeof *list, by_key);
    *count = found;
    return list;
}

// First columns of the parts of a contact's history, in the order of a snapshot, and behind them its width; -1: it has no
// such part.
static void parts_of(const history_layout *layout, int64_t first[LAYOUT_NUMBERS])
{
    int part = 0;
    first[part++] = layout->closing;
    first[part++] = layout->surface;
    first[part++] = layout->spin;
    first[part++] = layout->there;
    first[part++] = layout->share;
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        first[part++] = layout->law[slot];
    first[part++] = layout->motion;
    first[part++] = layout->turn;
    first[part++] = layout->books;
    first[part] = layout->width;
}

bool save_contacts(const void *state, image *im)
{
    const forces *forces = state;
    int64_t contacts;
    saved_contact *list = collect(forces, &contacts);
    int width = 1;
    for (int i = 0; i < forces->shared->sets; i++)
        width = forces->shared->layout[i].width > width ? forces->shared->layout[i].width : width;
    int64_t *key = list ? image_add(im, "contact/key", (image_shape){IMAGE_I64, contacts, 4}, "1",
                                    "id of a (a wall: its number), id of b, feature, law set")
                        : NULL;
    double *history =
        key ? image_add(im, "contact/history", (image_shape){IMAGE_F64, contacts, width}, "SI",
                        "what the laws keep, see contact/layout")
            : NULL;
    int64_t *layout =
        history ? image_add(im, "contact/layout",
                            (image_shape){IMAGE_I64, forces->shared->sets, LAYOUT_NUMBERS}, "1",
                            "first column of: closing speed, surface velocity, relative spin, "
                            "there, share, laws "
                            "slot by slot, motion, turn, books; width")
                : NULL;
    for (int64_t i = 0; layout && i < contacts; i++) {
        const saved_contact *saved = &list[i];
        const int64_t row[4] = {saved->a, saved->b, saved->feature, saved->bucket->set};
        memcpy(key + 4 * i, row, sizeof row);
        for (int j = 0; j < forces->shared->layout[saved->bucket->set].width; j++)
            history[i * width + j] = saved->bucket->history[j][saved->at];
    }
    for (int i = 0; layout && i < forces->shared->sets; i++) {
        parts_of(&forces->shared->layout[i], layout + LAYOUT_NUMBERS * i);
    }
    free(list);
    return layout != NULL;
}

static scree_status foreign(const char *column, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, column,
                "resume with the case that made the snapshot (branches may change run, output, "
                "probes and law parameters)",
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
    parts_of(&forces->shared->layout[set], now);
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
    parts_of(layout, now);
    for (int part = 0; part < LAYOUT_PARTS; part++) {
        if (now[part] < 0 || was[part] < 0)
            continue;
        const int64_t keeps = columns_of_part(now, part);
        const int64_t kept = columns_of_part(was, part);
        for (int64_t j = 0; j < keeps && j < kept; j++)
            bucket->history[now[part] + j][at] = row[was[part] + j];
    }
}

// What kind of contact two slots have; a < 0: of a wall with b.
static bucket_kind kind_of(const forces *forces, int32_t a, int32_t b)
{
    bool core = forces->shared->core[forces->part->body.set[b]];
    if (a < 0)
        return core ? BUCKET_GRAIN_WALLS : BUCKET_WALLS;
    return core || forces->shared->core[forces->part->body.set[a]] ? BUCKET_GRAINS : BUCKET_BALLS;
}

// Room for all contacts that the blocks will get, so that nothing grows piece by piece.
static bool reserve_contacts(forces *forces, const body_ids *slots, const image_column *key)
{
    int sets = forces->shared->sets;
    int blocks = forces->part->list.blocks;
    int32_t *count = calloc((size_t)blocks * (size_t)sets * BUCKET_KINDS + 1, sizeof *count);
    bool ok = count != NULL;
    for (int64_t i = 0; ok && i < key->rows; i++) {
        const int64_t *k = (const int64_t *)key->data + 4 * i;
        bool walls = k[0] < forces->shared->walls;
        int32_t a = walls ? -1 : body_ids_slot(slots, k[0]);
        int32_t block = body_ids_slot(slots, k[1]);
        if (k[3] < 0 || k[3] >= sets || block < 0)
            continue; // told when it is loaded
        int kind = (int)kind_of(forces, a, block) + BUCKET_KINDS * (int)k[3];
        count[(block / forces->part->list.span) * sets * BUCKET_KINDS + kind]++;
        if (a >= 0 && a / forces->part->list.span != block / forces->part->list.span)
            count[(a / forces->part->list.span) * sets * BUCKET_KINDS + kind]++;
    }
    for (int i = 0; ok && i < blocks; i++)
        for (int kind = 0; ok && kind < BUCKET_KINDS * sets; kind++) {
            int32_t n = count[i * sets * BUCKET_KINDS + kind];
            if (n == 0)
                continue;
            block *block = &forces->part->list.block[i];
            int index = block_bucket(block, kind % BUCKET_KINDS, kind / BUCKET_KINDS,
                                     &forces->shared->layout[kind / BUCKET_KINDS],
                                     bodies_padding(&forces->part->body));
            ok = index >= 0 && bucket_reserve(block, index, n + n / 16 + LANES_MOST,
                                              &forces->part->stepping.context);
        }
    free(count);
    return ok;
}

// One contact into the block of each of its bodies.
static bool load_contact(forces *forces, int32_t a, int32_t b, const int64_t *key,
                         const int64_t *was, const double *row)
{
    int set = (int)key[3];
    bool walls = a < 0;
    int32_t at[2] = {a, b};
    for (int side = walls ? 1 : 0; side < 2; side++) {
        block *home = &forces->part->list.block[at[side] / forces->part->list.span];
        if (side == 1 && !walls && a / forces->part->list.span == b / forces->part->list.span)
            continue;
        int index = block_bucket(home, kind_of(forces, a, b), set, &forces->shared->layout[set],
                                 bodies_padding(&forces->part->body));
        int32_t contact = index < 0 ? -1
                                    : contact_make(home, index, walls ? (int32_t)key[0] : a, b,
                                                   key[2], &forces->part->stepping.context);
        if (contact < 0)
            return false;
        load_history(&forces->shared->layout[set], was, row, &home->bucket[index], contact);
    }
    return true;
}

scree_status load_contacts(void *state, const image *im, scree_error *error)
{
    forces *forces = state;
    const image_column *key = image_find(im, "contact/key", IMAGE_I64, 4);
    const image_column *layout = saved_layout(im);
    const image_column *history = NULL;
    for (int i = 0; i < im->count; i++)
        if (!strcmp(im->column[i].name, "contact/history") && im->column[i].type == IMAGE_F64)
            history = &im->column[i];
    if (!key || !layout || !history || history->rows != key->rows ||
        layout->rows != forces->shared->sets)
        return foreign("contact/key", error);
    scree_status status = check_laws(forces, layout, key, error);
    if (status)
        return status;
    body_ids slots = {0};
    status = body_ids_make(&forces->part->body, &slots) && reserve_contacts(forces, &slots, key)
                 ? SCREE_OK
                 : fail_memory(error, "contacts of the snapshot");
    for (int64_t i = 0; status == SCREE_OK && i < key->rows; i++) {
        const int64_t *k = (const int64_t *)key->data + 4 * i;
        int64_t was[LAYOUT_NUMBERS];
        saved_parts(layout, k[3], was);
        int32_t a = k[0] < forces->shared->walls ? -1 : body_ids_slot(&slots, k[0]);
        int32_t b = body_ids_slot(&slots, k[1]);
        if (b < 0 || (a < 0 && (k[0] < 0 || k[0] >= forces->shared->walls)) ||
            was[LAYOUT_PARTS] > history->width)
            status = foreign("contact/key", error);
        else if (!load_contact(forces, a, b, k, was,
                               (const double *)history->data + history->width * i))
            status = fail_memory(error, "contacts of the snapshot");
    }
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
        parts_of(&forces->shared->layout[set], now);
        for (int number = 0; number < LAYOUT_DASHPOTS; number++)
            missing = missing || (now[number] >= 0 && was[number] < 0);
        for (part *part = forces->part; missing && part < forces->part + forces->parts; part++)
            for (int i = 0; i < part->list.blocks; i++)
                block_open_dashpots(&part->stepping, &part->list.block[i], set);
    }
}
