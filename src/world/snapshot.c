// snapshot.c - the whole state as an image, its hash, and a world from an image.
//
// Contacts stand sorted by (a, b, feature). New contacts are met before, so that an image is the same whether or not
// somebody has looked at the world in this step. Geometry of wall contacts follows from the positions and is not kept.
#include "world/impulses.h"

#include "base/memory.h"
#include "motion/clumps.h"

#include <stdlib.h>
#include <string.h>

enum {
    POSE_NUMBERS = 13,
    LAYOUT_PARTS = WORLD_LAYOUT_PARTS,
    LAYOUT_NUMBERS = WORLD_LAYOUT_NUMBERS,
    LAYOUT_DASHPOTS = 3, // the first parts are what dashpots need of one step ago
    BOOK_NUMBERS = 6,
    SUM_NUMBERS = EXACT_SUM_LIMBS + 1
};

typedef struct saved_contact {
    int64_t a, b, feature;
    const bucket *k;
    int32_t at;
} saved_contact;

static int by_key(const void *p, const void *q)
{
    const saved_contact *x = p, *y = q;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
}

// All contacts, each once.
static saved_contact *collect(const world *w, int64_t *count)
{
    int64_t n = 0, room = 0;
    const int32_t *id = w->body.id;
    for (int i = 0; i < w->list.blocks; i++)
        for (int k = 0; k < w->list.block[i].buckets; k++) room += w->list.block[i].bucket[k].count;
    saved_contact *list = malloc(((size_t)room + 1) * sizeof *list);
    for (int i = 0; list && i < w->list.blocks; i++) {
        const block *b = &w->list.block[i];
        for (int j = 0; j < b->buckets; j++) {
            const bucket *k = &b->bucket[j];
            bool walls = bucket_walls(k->kind);
            for (int32_t c = 0; c < k->count; c++) {
                if (!walls && (k->a[c] < b->low || k->a[c] >= b->high)) continue;
                list[n++] =
                    (saved_contact){walls ? k->a[c] : id[k->a[c]], id[k->b[c]], k->feature ? k->feature[c] : 0, k, c};
            }
        }
    }
    if (list) qsort(list, (size_t)n, sizeof *list, by_key);
    *count = n;
    return list;
}

// First columns of the parts of a contact's history, in the order of a snapshot.
static void parts_of(const history_layout *l, int first[LAYOUT_PARTS])
{
    int n = 0;
    first[n++] = l->closing;
    first[n++] = l->surface;
    first[n++] = l->spin;
    first[n++] = l->there;
    first[n++] = l->share;
    for (int slot = 0; slot < LAW_SLOTS; slot++) first[n++] = l->law[slot];
    first[n++] = l->motion, first[n++] = l->turn, first[n++] = l->books;
}

static bool save_contacts(world *w, image *im)
{
    int64_t n;
    saved_contact *list = collect(w, &n);
    int width = 1;
    for (int i = 0; i < w->sets; i++) width = w->layout[i].width > width ? w->layout[i].width : width;
    int64_t *key = list ? image_add(im, "contact/key", IMAGE_I64, n, 4, "1",
                                    "id of a (a wall: its number), id of b, feature, law set")
                        : NULL;
    double *history =
        key ? image_add(im, "contact/history", IMAGE_F64, n, width, "SI", "what the laws keep, see contact/layout")
            : NULL;
    int64_t *layout =
        history ? image_add(im, "contact/layout", IMAGE_I64, w->sets, LAYOUT_NUMBERS, "1",
                            "first column of: closing speed, surface velocity, relative spin, there, share, laws "
                            "slot by slot, motion, turn, books; width")
                : NULL;
    for (int64_t i = 0; layout && i < n; i++) {
        const saved_contact *s = &list[i];
        const int64_t row[4] = {s->a, s->b, s->feature, s->k->set};
        memcpy(key + 4 * i, row, sizeof row);
        for (int j = 0; j < w->layout[s->k->set].width; j++) history[i * width + j] = s->k->history[j][s->at];
    }
    for (int i = 0; layout && i < w->sets; i++) {
        int first[LAYOUT_PARTS];
        parts_of(&w->layout[i], first);
        for (int part = 0; part < LAYOUT_PARTS; part++) layout[LAYOUT_NUMBERS * i + part] = first[part];
        layout[LAYOUT_NUMBERS * i + LAYOUT_PARTS] = w->layout[i].width;
    }
    free(list);
    return layout != NULL;
}

static bool save_walls(const world *w, image *im)
{
    double *pose = image_add(im, "wall/pose", IMAGE_F64, w->walls, POSE_NUMBERS, "SI",
                             "position, velocity, spin, orientation (w, x, y, z)");
    double *load = pose ? image_add(im, "wall/load", IMAGE_F64, w->walls, 6, "SI",
                                    "force and torque of the grains in the last step, where kept")
                        : NULL;
    double *state =
        load ? image_add(im, "wall/state", IMAGE_F64, w->walls, DRIVE_STATE, "SI", "what the drive keeps") : NULL;
    for (int i = 0; state && i < w->walls; i++) {
        const world_wall *k = &w->wall[i];
        const wall_pose *p = &k->now;
        const double row[POSE_NUMBERS] = {p->position.x,   p->position.y,    p->position.z,    p->velocity.x,
                                          p->velocity.y,   p->velocity.z,    p->spin.x,        p->spin.y,
                                          p->spin.z,       p->orientation.w, p->orientation.x, p->orientation.y,
                                          p->orientation.z};
        memcpy(pose + POSE_NUMBERS * i, row, sizeof row);
        const double six[6] = {k->force.x, k->force.y, k->force.z, k->torque.x, k->torque.y, k->torque.z};
        memcpy(load + 6 * i, six, sizeof six);
        memcpy(state + DRIVE_STATE * i, k->state, sizeof k->state);
    }
    return state != NULL && world_save_motions(w, im);
}

// What only some cases have stands in columns of its own, there where it is something: the state of all others, and
// its hash, know nothing of it.
static bool save_flows(const world *w, image *im)
{
    int streams = w->m->streams;
    int64_t *made = image_add(im, "stream/made", IMAGE_I64, streams, 1, "1", "grains made so far");
    if (!made) return false;
    for (int i = 0; i < streams; i++) made[i] = w->stream[i].made;
    if (w->removed || w->lost_grains) {
        int64_t *gone = image_add(im, "flow/gone", IMAGE_I64, 1, 2, "1", "grains removed so far, grains lost so far");
        if (!gone) return false;
        gone[0] = w->removed, gone[1] = w->lost_grains;
    }
    if (streams == 0) return true;
    int64_t *missing = image_add(im, "stream/missing", IMAGE_I64, streams, 1, "1",
                                 "grains that are due and have found no free place yet");
    double *since = missing ? image_add(im, "stream/short_since", IMAGE_F64, streams, 1, "s",
                                        "since when grains have been missing; inf: none is")
                            : NULL;
    double *clock = since ? image_add(im, "stream/clock", IMAGE_F64, streams, 4, "SI",
                                      "amount due so far; time, amount and amount per second from which it is counted")
                          : NULL;
    for (int i = 0; clock && i < streams; i++) {
        const world_stream *s = &w->stream[i];
        const double row[4] = {s->amount, s->origin, s->origin_amount, s->pace};
        missing[i] = s->missing;
        since[i] = s->short_since;
        memcpy(clock + 4 * i, row, sizeof row);
    }
    if (!clock || !w->paused) return clock != NULL;
    int64_t *paused = image_add(im, "stream/paused", IMAGE_I64, 1, 1, "1", "stream that was stopped in this step");
    if (paused) *paused = w->paused - 1;
    return paused != NULL;
}

world_flows image_flows(const image *im)
{
    const image_column *made = image_find(im, "stream/made", IMAGE_I64, 1),
                       *gone = image_find(im, "flow/gone", IMAGE_I64, 2);
    world_flows f = {0};
    for (int64_t i = 0; made && i < made->rows; i++) f.streamed += ((const int64_t *)made->data)[i];
    if (gone && gone->rows == 1)
        f.removed = ((const int64_t *)gone->data)[0], f.lost = ((const int64_t *)gone->data)[1];
    return f;
}

static bool save_run(world *w, image *im)
{
    int64_t *run = image_add(im, "run/step", IMAGE_I64, 1, 3, "1",
                             "steps done, whether the first half kick is done, next free id");
    double *time = run ? image_add(im, "run/time", IMAGE_F64, 1, 2, "s", "time, length of the last step") : NULL;
    if (!time || !save_flows(w, im)) return false;
    run[0] = w->step, run[1] = w->started, run[2] = w->next_id;
    time[0] = world_time(w), time[1] = w->started ? w->dt_before : w->dt;
    if (w->origin_step) {
        double *origin = image_add(im, "run/origin", IMAGE_F64, 1, 2, "s, 1", "time, step: from here time is counted");
        if (!origin) return false;
        origin[0] = w->origin_time, origin[1] = (double)w->origin_step;
    }
    if (w->m->solver == SOLVER_NONSMOOTH) {
        double *diameter =
            image_add(im, "run/diameter", IMAGE_F64, 1, 1, "m", "characteristic, of the grains at the start");
        if (!diameter) return false;
        *diameter = w->choice.diameter;
    }
    if (!w->m->ledger) return true;
    double *books = image_add(im, "ledger/sums", IMAGE_F64, 1, BOOK_NUMBERS, "J",
                              "walls, added, removed, start, worst residual, held by contacts at the start");
    int64_t *worst =
        books ? image_add(im, "ledger/worst", IMAGE_I64, 1, 2, "1", "ids of the contact with the worst residual")
              : NULL;
    int64_t *ended =
        worst ? image_add(im, "ledger/ended", IMAGE_I64, BOOKS, SUM_NUMBERS, "1", "exact sums of contacts that ended")
              : NULL;
    if (!ended) return false;
    world_books *b = &w->books;
    const double row[BOOK_NUMBERS] = {b->walls, b->added, b->removed, b->start, b->worst, b->held};
    memcpy(books, row, sizeof row);
    worst[0] = b->worst_a, worst[1] = b->worst_b;
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_carry(&b->ended[j]);
        memcpy(ended + SUM_NUMBERS * j, b->ended[j].limb, sizeof b->ended[j].limb);
        ended[SUM_NUMBERS * j + EXACT_SUM_LIMBS] = b->ended[j].met;
    }
    return true;
}

static void nothing(void *context, const world *w, const block *b, const contact_seen *seen, const scratch *t)
{
    (void)context, (void)w, (void)b, (void)seen, (void)t;
}

scree_status world_image(world *w, image *im, scree_error *error)
{
    scree_status status = world_refuse(w, error);
    if (status == SCREE_OK) status = world_look(w, nothing, NULL, error);
    world_place_walls(w);
    if (status != SCREE_OK) return status;
    int32_t *place = world_places(w), *order = malloc(((size_t)w->body.count + 1) * sizeof *order);
    if (!place || !order) status = fail_memory(error, "snapshot");
    for (int32_t i = 0; status == SCREE_OK && i < w->body.count; i++) order[place[i]] = i;
    if (status == SCREE_OK) status = bodies_to_image(&w->body, order, im, error);
    bool impulses = w->m->solver == SOLVER_NONSMOOTH;
    if (status == SCREE_OK && !((impulses ? world_save_impulses(w, im) : save_contacts(w, im)) && save_walls(w, im) &&
                                save_run(w, im) && world_save_written(w, im)))
        status = fail_memory(error, "snapshot");
    free(place);
    free(order);
    if (status != SCREE_OK) image_clear(im);
    return status;
}

scree_status world_hash(world *w, uint64_t *out, scree_error *error)
{
    image im = {0};
    scree_status status = world_image(w, &im, error);
    *out = status == SCREE_OK ? image_hash(&im) : 0;
    image_clear(&im);
    return status;
}

static scree_status foreign(const char *column, scree_error *error)
{
    return fail(
        error, SCREE_BAD_INPUT, column,
        "resume with the case that made the snapshot (branches may change run, output, probes and law parameters)",
        "this column of the snapshot does not fit the case");
}

static scree_status load_flows(world *w, const image *im, scree_error *error)
{
    const image_column *made = image_find(im, "stream/made", IMAGE_I64, 1),
                       *missing = image_find(im, "stream/missing", IMAGE_I64, 1),
                       *since = image_find(im, "stream/short_since", IMAGE_F64, 1),
                       *clock = image_find(im, "stream/clock", IMAGE_F64, 4);
    int streams = w->m->streams;
    if (!made || made->rows != streams) return foreign("stream/made", error);
    if (streams && (!missing || missing->rows != streams)) return foreign("stream/missing", error);
    if (streams && (!since || since->rows != streams)) return foreign("stream/short_since", error);
    if (streams && (!clock || clock->rows != streams)) return foreign("stream/clock", error);
    for (int i = 0; i < streams; i++) {
        const double *row = (const double *)clock->data + 4 * i;
        w->stream[i] = (world_stream){.made = ((const int64_t *)made->data)[i],
                                      .missing = ((const int64_t *)missing->data)[i],
                                      .short_since = ((const double *)since->data)[i],
                                      .amount = row[0],
                                      .origin = row[1],
                                      .origin_amount = row[2],
                                      .pace = row[3]};
        world_repace_stream(w, i);
    }
    const image_column *paused = image_find(im, "stream/paused", IMAGE_I64, 1);
    if (paused && paused->rows == 1) w->paused = 1 + (int)*(const int64_t *)paused->data;
    world_flows f = image_flows(im);
    w->removed = f.removed, w->lost_grains = f.lost;
    return SCREE_OK;
}

// Where the step is another than that before, time is counted from here on.
static void load_time(world *w, const image *im, const double time[2])
{
    const image_column *origin = image_find(im, "run/origin", IMAGE_F64, 2);
    const image_column *diameter = image_find(im, "run/diameter", IMAGE_F64, 1);
    if (!(w->m->step > 0)) w->dt = w->choice.step = time[1]; // what `auto` chose once, it keeps
    if (!(w->m->nonsmooth.diameter > 0) && diameter && diameter->rows == 1)
        w->choice.diameter = *(const double *)diameter->data;
    w->dt_before = w->started ? time[1] : w->dt;
    for (int32_t i = 0; w->body.path && !w->started && i < w->body.count; i++) // later the step itself does it
        clump_rescale_gear(&w->body, i, w->dt / time[1]);
    if (origin && origin->rows == 1) {
        w->origin_time = ((const double *)origin->data)[0];
        w->origin_step = (int64_t)((const double *)origin->data)[1];
    }
    if (w->dt == w->dt_before) return;
    w->origin_time = time[0];
    w->origin_step = w->step;
}

static scree_status load_run(world *w, const image *im, scree_error *error)
{
    const image_column *run = image_find(im, "run/step", IMAGE_I64, 3),
                       *time = image_find(im, "run/time", IMAGE_F64, 2);
    if (!run || run->rows != 1) return foreign("run/step", error);
    if (!time || time->rows != 1 || !(((const double *)time->data)[1] > 0)) return foreign("run/time", error);
    const int64_t *r = run->data;
    w->step = r[0], w->started = r[1] != 0, w->next_id = (int32_t)r[2];
    load_time(w, im, time->data);
    scree_status status = load_flows(w, im, error);
    if (status != SCREE_OK) return status;
    const image_column *books = image_find(im, "ledger/sums", IMAGE_F64, BOOK_NUMBERS),
                       *worst = image_find(im, "ledger/worst", IMAGE_I64, 2);
    const image_column *ended = image_find(im, "ledger/ended", IMAGE_I64, SUM_NUMBERS);
    if (!w->m->ledger) return SCREE_OK;
    if (!books && !worst && !ended) return SCREE_OK; // a branch may open the books: restore() starts them
    if (!books || !worst || !ended || ended->rows != BOOKS) return foreign("ledger/sums", error);
    const double *b = books->data;
    w->books.walls = b[0], w->books.added = b[1], w->books.removed = b[2], w->books.start = b[3], w->books.worst = b[4];
    w->books.held = b[5];
    w->books.worst_a = ((const int64_t *)worst->data)[0], w->books.worst_b = ((const int64_t *)worst->data)[1];
    for (int j = 0; j < BOOKS; j++) {
        const int64_t *limb = (const int64_t *)ended->data + SUM_NUMBERS * j;
        memcpy(w->books.ended[j].limb, limb, sizeof w->books.ended[j].limb);
        w->books.ended[j].waiting = 0;
        w->books.ended[j].met = (uint32_t)limb[EXACT_SUM_LIMBS];
    }
    return SCREE_OK;
}

static scree_status load_walls(world *w, const image *im, scree_error *error)
{
    const image_column *pose = image_find(im, "wall/pose", IMAGE_F64, POSE_NUMBERS),
                       *load = image_find(im, "wall/load", IMAGE_F64, 6);
    const image_column *state = image_find(im, "wall/state", IMAGE_F64, DRIVE_STATE);
    if (!pose || pose->rows != w->walls || !load || load->rows != w->walls || !state || state->rows != w->walls)
        return foreign("wall/pose", error);
    for (int i = 0; i < w->walls; i++) {
        world_wall *k = &w->wall[i];
        const double *p = (const double *)pose->data + POSE_NUMBERS * i, *l = (const double *)load->data + 6 * i;
        k->now = (wall_pose){v3_make(p[0], p[1], p[2]),
                             v3_make(p[3], p[4], p[5]),
                             v3_make(p[6], p[7], p[8]),
                             {p[9], p[10], p[11], p[12]}};
        k->force = v3_make(l[0], l[1], l[2]);
        k->torque = v3_make(l[3], l[4], l[5]);
        memcpy(k->state, (const double *)state->data + DRIVE_STATE * i, sizeof k->state);
    }
    return world_begin_motions(w, im, error);
}

static const image_column *saved_layout(const image *im)
{
    const image_column *layout = image_find(im, "contact/layout", IMAGE_I64, LAYOUT_NUMBERS);
    return layout ? layout : image_find(im, "contact/layout", IMAGE_I64, WORLD_LAYOUT_OLDER);
}

// First columns of the parts in a snapshot, and the width.
static void saved_parts(const image_column *layout, int64_t set, int64_t was[LAYOUT_NUMBERS])
{
    const int64_t *row = (const int64_t *)layout->data + layout->width * set;
    const bool older = layout->width == WORLD_LAYOUT_OLDER;
    for (int part = 0; part < LAYOUT_NUMBERS; part++) {
        if (!older || part < 1)
            was[part] = row[part];
        else
            was[part] = part <= WORLD_LAYOUT_SINCE ? -1 : row[part - WORLD_LAYOUT_SINCE];
    }
}

// History columns of a saved contact, part by part, so that a branch may switch the ledger or the integrator.
static void load_history(const history_layout *l, const int64_t *was, const double *row, bucket *k, int32_t at)
{
    int now[LAYOUT_PARTS];
    parts_of(l, now);
    for (int part = 0; part < LAYOUT_PARTS; part++) {
        if (now[part] < 0 || was[part] < 0) continue;
        int end = l->width;
        int64_t old_end = was[LAYOUT_PARTS];
        for (int other = 0; other < LAYOUT_PARTS; other++) {
            if (now[other] > now[part] && now[other] < end) end = now[other];
            if (was[other] > was[part] && was[other] < old_end) old_end = was[other];
        }
        for (int j = 0; now[part] + j < end && was[part] + j < old_end; j++)
            k->history[now[part] + j][at] = row[was[part] + j];
    }
}

// What kind of contact two slots have; a < 0: of a wall with b.
static bucket_kind kind_of(const world *w, int32_t a, int32_t b)
{
    bool core = w->core[w->body.set[b]];
    if (a < 0) return core ? BUCKET_GRAIN_WALLS : BUCKET_WALLS;
    return core || w->core[w->body.set[a]] ? BUCKET_GRAINS : BUCKET_BALLS;
}

// Room for all contacts that the blocks will get, so that nothing grows piece by piece.
static bool reserve_contacts(world *w, const world_ids *slots, const image_column *key)
{
    int sets = w->sets, blocks = w->list.blocks;
    int32_t *count = calloc((size_t)blocks * (size_t)sets * BUCKET_KINDS + 1, sizeof *count);
    bool ok = count != NULL;
    for (int64_t i = 0; ok && i < key->rows; i++) {
        const int64_t *k = (const int64_t *)key->data + 4 * i;
        bool walls = k[0] < w->walls;
        int32_t a = walls ? -1 : world_slot_of_id(slots, k[0]), b = world_slot_of_id(slots, k[1]);
        if (k[3] < 0 || k[3] >= sets || b < 0) continue; // told when it is loaded
        int kind = (int)kind_of(w, a, b) + BUCKET_KINDS * (int)k[3];
        count[(b / w->list.span) * sets * BUCKET_KINDS + kind]++;
        if (a >= 0 && a / w->list.span != b / w->list.span) count[(a / w->list.span) * sets * BUCKET_KINDS + kind]++;
    }
    for (int i = 0; ok && i < blocks; i++)
        for (int kind = 0; ok && kind < BUCKET_KINDS * sets; kind++) {
            int32_t n = count[i * sets * BUCKET_KINDS + kind];
            if (n == 0) continue;
            block *b = &w->list.block[i];
            int index = block_bucket(b, kind % BUCKET_KINDS, kind / BUCKET_KINDS, &w->layout[kind / BUCKET_KINDS],
                                     bodies_padding(&w->body));
            ok = index >= 0 && bucket_reserve(b, index, n + n / 16 + LANES_MOST, &w->s.context);
        }
    free(count);
    return ok;
}

// One contact into the block of each of its bodies.
static bool load_contact(world *w, int32_t a, int32_t b, const int64_t *key, const int64_t *was, const double *row)
{
    int set = (int)key[3];
    bool walls = a < 0;
    int32_t at[2] = {a, b};
    for (int side = walls ? 1 : 0; side < 2; side++) {
        block *home = &w->list.block[at[side] / w->list.span];
        if (side == 1 && !walls && a / w->list.span == b / w->list.span) continue;
        int index = block_bucket(home, kind_of(w, a, b), set, &w->layout[set], bodies_padding(&w->body));
        int32_t c = index < 0 ? -1 : contact_make(home, index, walls ? (int32_t)key[0] : a, b, key[2], &w->s.context);
        if (c < 0) return false;
        load_history(&w->layout[set], was, row, &home->bucket[index], c);
    }
    return true;
}

static scree_status load_contacts(world *w, const image *im, scree_error *error)
{
    const image_column *key = image_find(im, "contact/key", IMAGE_I64, 4), *layout = saved_layout(im);
    const image_column *history = NULL;
    for (int i = 0; i < im->count; i++)
        if (!strcmp(im->column[i].name, "contact/history") && im->column[i].type == IMAGE_F64) history = &im->column[i];
    if (!key || !layout || !history || history->rows != key->rows || layout->rows != w->sets)
        return foreign("contact/key", error);
    world_ids slots = {0};
    scree_status status = world_ids_make(w, &slots) && reserve_contacts(w, &slots, key)
                              ? SCREE_OK
                              : fail_memory(error, "contacts of the snapshot");
    for (int64_t i = 0; status == SCREE_OK && i < key->rows; i++) {
        const int64_t *k = (const int64_t *)key->data + 4 * i;
        if (k[3] < 0 || k[3] >= w->sets) status = foreign("contact/key", error);
        if (status != SCREE_OK) break;
        int64_t was[LAYOUT_NUMBERS];
        saved_parts(layout, k[3], was);
        int32_t a = k[0] < w->walls ? -1 : world_slot_of_id(&slots, k[0]), b = world_slot_of_id(&slots, k[1]);
        if (b < 0 || (a < 0 && (k[0] < 0 || k[0] >= w->walls)) || was[LAYOUT_PARTS] > history->width)
            status = foreign("contact/key", error);
        else if (!load_contact(w, a, b, k, was, (const double *)history->data + history->width * i))
            status = fail_memory(error, "contacts of the snapshot");
    }
    world_ids_clear(&slots);
    return status;
}

// A branch may have another integrator or other dashpots, which want what the run before did not keep.
static void open_dashpots(world *w, const image *im)
{
    const image_column *layout = saved_layout(im);
    for (int set = 0; layout && set < w->sets; set++) {
        int64_t was[LAYOUT_NUMBERS];
        int now[LAYOUT_PARTS];
        saved_parts(layout, set, was);
        bool missing = false;
        parts_of(&w->layout[set], now);
        for (int part = 0; part < LAYOUT_DASHPOTS; part++) missing = missing || (now[part] >= 0 && was[part] < 0);
        for (int i = 0; missing && i < w->list.blocks; i++) block_open_dashpots(&w->s, &w->list.block[i], set);
    }
}

static scree_status restore(world *w, const image *im, scree_error *error)
{
    scree_status status = load_run(w, im, error);
    if (status == SCREE_OK) status = load_walls(w, im, error);
    if (status == SCREE_OK) status = world_allocate(w, error);
    lists_task task = world_lists_task(w);
    if (status == SCREE_OK && !lists_reorder(&w->list, &task, NULL)) status = fail_memory(error, "lists");
    bool impulses = w->m->solver == SOLVER_NONSMOOTH;
    if (status == SCREE_OK) status = impulses ? world_load_impulses(w, im, error) : load_contacts(w, im, error);
    if (status == SCREE_OK && !world_load_written(w, im)) status = fail_memory(error, "snapshot");
    if (status == SCREE_OK) status = world_refresh(w, true, error);
    if (status == SCREE_OK && !impulses) open_dashpots(w, im);
    bool opened = w->m->ledger && !image_find(im, "ledger/sums", IMAGE_F64, BOOK_NUMBERS);
    if (status == SCREE_OK && opened) status = world_open_books(w, error);
    // the run before may have stopped because a grain was lost, and this branch lets it go
    return status == SCREE_OK && w->m->loss == ON_LOSS_REMOVE ? world_drop_lost(w, error) : status;
}

// What bodies keep of their motion depends on the scheme, so a branch cannot choose another.
static scree_status check_schemes(const model *m, const image *im, scree_error *error)
{
    bool turns = image_find(im, "body/turning", IMAGE_F64, 4), leapt = image_find(im, "body/rate", IMAGE_F64, 4),
         leaps = m->rotation == ROTATION_LEAPFROG && m->dimensions == 3;
    bool impulses = image_find(im, "contact/impulse", IMAGE_F64, 8);
    if (impulses != (m->solver == SOLVER_NONSMOOTH))
        return fail(error, SCREE_BAD_INPUT, "solver", "keep the solver of the case that made the snapshot",
                    "solver: %s cannot go on from a snapshot of the other solver", solver_names[m->solver]);
    bool geared = image_find(im, "body/path", IMAGE_F64, 16), gears = m->integrator == INTEGRATOR_GEAR;
    if (geared != gears)
        return fail(error, SCREE_BAD_INPUT, "run.integrator", "keep the integrator of the case that made the snapshot",
                    "integrator: %s cannot go on from a snapshot made %s gear", integrator_names[m->integrator],
                    geared ? "with" : "without");
    if (turns && leapt != leaps)
        return fail(error, SCREE_BAD_INPUT, "run.rotation", "keep the rotation of the case that made the snapshot",
                    "rotation: %s cannot go on from a snapshot made %s leapfrog", rotation_names[m->rotation],
                    leapt ? "with" : "without");
    return SCREE_OK;
}

scree_status world_restore(const model *m, const world_options *options, const image *im, world **out,
                           scree_error *error)
{
    world *w;
    *out = NULL;
    scree_status status = check_schemes(m, im, error);
    if (status == SCREE_OK) status = world_check_image(m, im, error);
    if (status == SCREE_OK) status = world_restore_shell(m, options, im, &w, error);
    if (status != SCREE_OK) return status;
    status = restore(w, im, error);
    if (status == SCREE_OK)
        *out = w;
    else
        world_destroy(w);
    return status;
}
