// save.c - contacts of the smooth solver in an image, with all that laws keep of them.
//
// They stand sorted by (a, b, feature). New contacts are met before, so that an image is the same whether or not
// somebody has looked at the world in this step. Geometry of wall contacts follows from the positions and is not kept.
#include "smooth/save.h"

#include "motion/ids.h"
#include "smooth/forces.h"

#include <stdlib.h>
#include <string.h>

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
static int64_t collect_block(const shared *shared, const bodies *bodies, const block *block,
                             saved_contact *out)
{
    int64_t found = 0;
    for (int j = 0; j < block->buckets; j++) {
        const bucket *bucket = &block->bucket[j];
        const bool walls = bucket_walls(bucket->kind);
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const int32_t a = bucket->a[contact];
            if (!walls && (a < block->low || a >= block->high))
                continue;
            out[found++] = (saved_contact){
                .a = walls ? shared->wall[a].id : bodies->id[a],
                .b = bodies->id[bucket->b[contact]],
                .feature = bucket->feature ? bucket->feature[contact] : 0,
                .bucket = bucket,
                .at = contact,
            };
        }
    }
    return found;
}

// Room for the contacts of all blocks of a part.
static int64_t contacts_of(const part *part)
{
    int64_t sum = 0;
    for (int i = 0; i < part->list.blocks; i++) {
        const block *block = &part->list.block[i];
        for (int j = 0; j < block->buckets; j++)
            sum += block->bucket[j].count;
    }
    return sum;
}

// All contacts, each once.
static saved_contact *collect(const forces *forces, int64_t *count)
{
    int64_t found = 0;
    int64_t room = 1;
    for (const part *part = forces->part; part < parts_end(forces); part++)
        room += contacts_of(part);
    saved_contact *list = malloc((size_t)room * sizeof *list);
    for (const part *part = forces->part; list && part < parts_end(forces); part++)
        for (int i = 0; i < part->list.blocks; i++)
            found += collect_block(forces->shared, &part->body, &part->list.block[i], list + found);
    if (list)
        qsort(list, (size_t)found, sizeof *list, by_key);
    *count = found;
    return list;
}

void save_parts(const history_layout *layout, int64_t first[LAYOUT_NUMBERS])
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

// The columns of an image that hold contacts.
typedef struct contact_columns {
    int64_t *key, *layout;
    double *history;
    int width;
} contact_columns;

static bool add_columns(image *im, int64_t contacts, int sets, contact_columns *out)
{
    out->key =
        image_add(im, "contact/key", (image_shape){IMAGE_I64, contacts, 4}, "1",
                  "id of a (walls have ids below those of grains), id of b, feature, law set");
    if (!out->key)
        return false;
    out->history = image_add(im, "contact/history", (image_shape){IMAGE_F64, contacts, out->width},
                             "SI", "what the laws keep, see contact/layout");
    if (!out->history)
        return false;
    out->layout =
        image_add(im, "contact/layout", (image_shape){IMAGE_I64, sets, LAYOUT_NUMBERS}, "1",
                  "first column of: closing speed, surface velocity, relative spin, "
                  "there, share, laws "
                  "slot by slot, motion, turn, books; width");
    return out->layout != NULL;
}

bool save_contacts(void *state, const transport *with, image *im)
{
    (void)with; // what contacts keep stands with the bodies
    const forces *forces = state;
    const shared *shared = forces->shared;
    contact_columns out = {.width = 1};
    int64_t contacts;
    saved_contact *list = collect(forces, &contacts);
    for (int i = 0; i < shared->sets; i++)
        if (shared->layout[i].width > out.width)
            out.width = shared->layout[i].width;
    if (!list || !add_columns(im, contacts, shared->sets, &out)) {
        free(list);
        return false;
    }
    for (int64_t i = 0; i < contacts; i++) {
        const saved_contact *saved = &list[i];
        const bucket *bucket = saved->bucket;
        const int64_t row[4] = {saved->a, saved->b, saved->feature, bucket->set};
        double *history = out.history + i * out.width;
        memcpy(out.key + 4 * i, row, sizeof row);
        for (int j = 0; j < shared->layout[bucket->set].width; j++)
            history[j] = bucket->history[j][saved->at];
    }
    for (int i = 0; i < shared->sets; i++)
        save_parts(&shared->layout[i], out.layout + LAYOUT_NUMBERS * i);
    free(list);
    return true;
}
