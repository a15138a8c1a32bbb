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
    const bucket *k;
    int32_t at;
} saved_contact;

static int by_key(const void *p, const void *q)
{
    const saved_contact *x = p;
    const saved_contact *y = q;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b < y->b ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
}

// Contacts of a block whose a stands in it, and those with walls; returns how many.
static int64_t collect_block(const bodies *o, const block *b, saved_contact *out)
{
    int64_t n = 0;
    for (int j = 0; j < b->buckets; j++) {
        const bucket *k = &b->bucket[j];
        const bool walls = bucket_walls(k->kind);
        for (int32_t c = 0; c < k->count; c++) {
            if (!walls && (k->a[c] < b->low || k->a[c] >= b->high))
                continue;
            out[n++] = (saved_contact){
                .a = walls ? k->a[c] : o->id[k->a[c]],
                .b = o->id[k->b[c]],
                .feature = k->feature ? k->feature[c] : 0,
                .k = k,
                .at = c,
            };
        }
    }
    return n;
}

// All contacts, each once.
static saved_contact *collect(const forces *f, int64_t *count)
{
    int64_t n = 0;
    int64_t room = 0;
    for (const part *p = f->part; p < f->part + f->parts; p++)
        for (int i = 0; i < p->list.blocks; i++) {
            const block *b = &p->list.block[i];
            for (int k = 0; k < b->buckets; k++)
                room += b->bucket[k].count;
        }
    saved_contact *list = malloc(((size_t)room + 1) * sizeof *list);
    for (const part *p = f->part; list && p < f->part + f->parts; p++)
        for (int i = 0; i < p->list.blocks; i++)
            n += collect_block(&p->body, &p->list.block[i], list + n);
    if (list)
        qsort(list, (size_t)n, sizeof *list, by_key);
    *count = n;
    return list;
}

// First columns of the parts of a contact's history, in the order of a snapshot, and behind them its width; -1: it has no
// such part.
static void parts_of(const history_layout *l, int64_t first[LAYOUT_NUMBERS])
{
    int n = 0;
    first[n++] = l->closing;
    first[n++] = l->surface;
    first[n++] = l->spin;
    first[n++] = l->there;
    first[n++] = l->share;
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        first[n++] = l->law[slot];
    first[n++] = l->motion;
    first[n++] = l->turn;
    first[n++] = l->books;
    first[n] = l->width;
}

bool save_contacts(const void *state, image *im)
{
    const forces *f = state;
    int64_t n;
    saved_contact *list = collect(f, &n);
    int width = 1;
    for (int i = 0; i < f->shared->sets; i++)
        width = f->shared->layout[i].width > width ? f->shared->layout[i].width : width;
    int64_t *key = list ? image_add(im, "contact/key", (image_shape){IMAGE_I64, n, 4}, "1",
                                    "id of a (a wall: its number), id of b, feature, law set")
                        : NULL;
    double *history = key ? image_add(im, "contact/history", (image_shape){IMAGE_F64, n, width},
                                      "SI", "what the laws keep, see contact/layout")
                          : NULL;
    int64_t *layout =
        history ? image_add(im, "contact/layout",
                            (image_shape){IMAGE_I64, f->shared->sets, LAYOUT_NUMBERS}, "1",
                            "first column of: closing speed, surface velocity, relative spin, "
                            "there, share, laws "
                            "slot by slot, motion, turn, books; width")
                : NULL;
    for (int64_t i = 0; layout && i < n; i++) {
        const saved_contact *s = &list[i];
        const int64_t row[4] = {s->a, s->b, s->feature, s->k->set};
        memcpy(key + 4 * i, row, sizeof row);
        for (int j = 0; j < f->shared->layout[s->k->set].width; j++)
            history[i * width + j] = s->k->history[j][s->at];
    }
    for (int i = 0; layout && i < f->shared->sets; i++) {
        parts_of(&f->shared->layout[i], layout + LAYOUT_NUMBERS * i);
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

static scree_status check_law(const forces *f, const image_column *layout, int64_t set,
                              scree_error *error)
{
    int64_t now[LAYOUT_NUMBERS];
    int64_t was[LAYOUT_NUMBERS];
    parts_of(&f->shared->layout[set], now);
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
static scree_status check_laws(const forces *f, const image_column *layout, const image_column *key,
                               scree_error *error)
{
    int64_t checked = -1; // contacts of the same laws come in runs
    for (int64_t i = 0; i < key->rows; i++) {
        const int64_t set = ((const int64_t *)key->data)[4 * i + 3];
        if (set < 0 || set >= f->shared->sets)
            return foreign("contact/key", error);
        scree_status status = set == checked ? SCREE_OK : check_law(f, layout, set, error);
        if (status != SCREE_OK)
            return status;
        checked = set;
    }
    return SCREE_OK;
}

// History columns of a saved contact, part by part, so that a branch may switch the ledger or the integrator.
static void load_history(const history_layout *l, const int64_t *was, const double *row, bucket *k,
                         int32_t at)
{
    int64_t now[LAYOUT_NUMBERS];
    parts_of(l, now);
    for (int part = 0; part < LAYOUT_PARTS; part++) {
        if (now[part] < 0 || was[part] < 0)
            continue;
        const int64_t keeps = columns_of_part(now, part);
        const int64_t kept = columns_of_part(was, part);
        for (int64_t j = 0; j < keeps && j < kept; j++)
            k->history[now[part] + j][at] = row[was[part] + j];
    }
}

// What kind of contact two slots have; a < 0: of a wall with b.
static bucket_kind kind_of(const forces *f, int32_t a, int32_t b)
{
    bool core = f->shared->core[f->part->body.set[b]];
    if (a < 0)
        return core ? BUCKET_GRAIN_WALLS : BUCKET_WALLS;
    return core || f->shared->core[f->part->body.set[a]] ? BUCKET_GRAINS : BUCKET_BALLS;
}

// Room for all contacts that the blocks will get, so that nothing grows piece by piece.
static bool reserve_contacts(forces *f, const body_ids *slots, const image_column *key)
{
    int sets = f->shared->sets;
    int blocks = f->part->list.blocks;
    int32_t *count = calloc((size_t)blocks * (size_t)sets * BUCKET_KINDS + 1, sizeof *count);
    bool ok = count != NULL;
    for (int64_t i = 0; ok && i < key->rows; i++) {
        const int64_t *k = (const int64_t *)key->data + 4 * i;
        bool walls = k[0] < f->shared->walls;
        int32_t a = walls ? -1 : body_ids_slot(slots, k[0]);
        int32_t b = body_ids_slot(slots, k[1]);
        if (k[3] < 0 || k[3] >= sets || b < 0)
            continue; // told when it is loaded
        int kind = (int)kind_of(f, a, b) + BUCKET_KINDS * (int)k[3];
        count[(b / f->part->list.span) * sets * BUCKET_KINDS + kind]++;
        if (a >= 0 && a / f->part->list.span != b / f->part->list.span)
            count[(a / f->part->list.span) * sets * BUCKET_KINDS + kind]++;
    }
    for (int i = 0; ok && i < blocks; i++)
        for (int kind = 0; ok && kind < BUCKET_KINDS * sets; kind++) {
            int32_t n = count[i * sets * BUCKET_KINDS + kind];
            if (n == 0)
                continue;
            block *b = &f->part->list.block[i];
            int index = block_bucket(b, kind % BUCKET_KINDS, kind / BUCKET_KINDS,
                                     &f->shared->layout[kind / BUCKET_KINDS],
                                     bodies_padding(&f->part->body));
            ok = index >= 0 &&
                 bucket_reserve(b, index, n + n / 16 + LANES_MOST, &f->part->stepping.context);
        }
    free(count);
    return ok;
}

// One contact into the block of each of its bodies.
static bool load_contact(forces *f, int32_t a, int32_t b, const int64_t *key, const int64_t *was,
                         const double *row)
{
    int set = (int)key[3];
    bool walls = a < 0;
    int32_t at[2] = {a, b};
    for (int side = walls ? 1 : 0; side < 2; side++) {
        block *home = &f->part->list.block[at[side] / f->part->list.span];
        if (side == 1 && !walls && a / f->part->list.span == b / f->part->list.span)
            continue;
        int index = block_bucket(home, kind_of(f, a, b), set, &f->shared->layout[set],
                                 bodies_padding(&f->part->body));
        int32_t c = index < 0 ? -1
                              : contact_make(home, index, walls ? (int32_t)key[0] : a, b, key[2],
                                             &f->part->stepping.context);
        if (c < 0)
            return false;
        load_history(&f->shared->layout[set], was, row, &home->bucket[index], c);
    }
    return true;
}

scree_status load_contacts(void *state, const image *im, scree_error *error)
{
    forces *f = state;
    const image_column *key = image_find(im, "contact/key", IMAGE_I64, 4);
    const image_column *layout = saved_layout(im);
    const image_column *history = NULL;
    for (int i = 0; i < im->count; i++)
        if (!strcmp(im->column[i].name, "contact/history") && im->column[i].type == IMAGE_F64)
            history = &im->column[i];
    if (!key || !layout || !history || history->rows != key->rows ||
        layout->rows != f->shared->sets)
        return foreign("contact/key", error);
    scree_status status = check_laws(f, layout, key, error);
    if (status)
        return status;
    body_ids slots = {0};
    status = body_ids_make(&f->part->body, &slots) && reserve_contacts(f, &slots, key)
                 ? SCREE_OK
                 : fail_memory(error, "contacts of the snapshot");
    for (int64_t i = 0; status == SCREE_OK && i < key->rows; i++) {
        const int64_t *k = (const int64_t *)key->data + 4 * i;
        int64_t was[LAYOUT_NUMBERS];
        saved_parts(layout, k[3], was);
        int32_t a = k[0] < f->shared->walls ? -1 : body_ids_slot(&slots, k[0]);
        int32_t b = body_ids_slot(&slots, k[1]);
        if (b < 0 || (a < 0 && (k[0] < 0 || k[0] >= f->shared->walls)) ||
            was[LAYOUT_PARTS] > history->width)
            status = foreign("contact/key", error);
        else if (!load_contact(f, a, b, k, was, (const double *)history->data + history->width * i))
            status = fail_memory(error, "contacts of the snapshot");
    }
    body_ids_clear(&slots);
    return status;
}

// A branch may have another integrator or other dashpots, which want what the run before did not keep.
void open_dashpots(void *state, const image *im)
{
    forces *f = state;
    const image_column *layout = saved_layout(im);
    for (int set = 0; layout && set < f->shared->sets; set++) {
        int64_t was[LAYOUT_NUMBERS];
        int64_t now[LAYOUT_NUMBERS];
        saved_parts(layout, set, was);
        bool missing = false;
        parts_of(&f->shared->layout[set], now);
        for (int part = 0; part < LAYOUT_DASHPOTS; part++)
            missing = missing || (now[part] >= 0 && was[part] < 0);
        for (part *p = f->part; missing && p < f->part + f->parts; p++)
            for (int i = 0; i < p->list.blocks; i++)
                block_open_dashpots(&p->stepping, &p->list.block[i], set);
    }
}
