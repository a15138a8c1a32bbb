// parcel.c - see parcel.h.
#include "contact/parcel.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

void parcel_free(parcel *sent)
{
    free(sent->body);
    free(sent->contact);
    *sent = (parcel){0};
}

// ---- packed

static int numbers_of(const history_layout *layout, bucket_kind kind)
{
    return layout->width + bucket_geometry(kind);
}

static bool add_contact(parcel *sent, const bucket *from, int32_t i, const parcel_contact *head,
                        const history_layout *layout)
{
    const int64_t size =
        (int64_t)(sizeof *head + (size_t)numbers_of(layout, from->kind) * sizeof(double));
    if (!mem_grow((void **)&sent->contact, &sent->contact_room, sent->contact_bytes + size, 1))
        return false;
    char *at = sent->contact + sent->contact_bytes;
    memcpy(at, head, sizeof *head);
    at += sizeof *head;
    for (int j = 0; j < layout->width; j++, at += sizeof(double))
        memcpy(at, &from->history[j][i], sizeof(double));
    for (int j = 0; j < bucket_geometry(from->kind); j++, at += sizeof(double))
        memcpy(at, &from->geometry[j][i], sizeof(double));
    sent->contact_bytes += size;
    sent->contacts++;
    return true;
}

// What is the same for all lines of a body that is packed.
typedef struct packing {
    const bodies *own;
    const contact_context *context;
    const int32_t *next;
    int32_t slot;
} packing;

static bool add_line(parcel *sent, const packing *by, const block *home, uint32_t line)
{
    int index;
    int line_side;
    int32_t at;
    line_owner(home, line, &index, &at, &line_side);
    const bucket *from = &home->bucket[index];
    const bool wall = bucket_walls(from->kind);
    const int side = wall || from->b[at] == by->slot;
    const int32_t other = side ? from->a[at] : from->b[at];
    if (!wall && by->next[other] < 0)
        return true;
    const parcel_contact head = {
        .a = wall ? from->a[at] : by->own->id[from->a[at]],
        .b = by->own->id[from->b[at]],
        .feature = from->feature ? from->feature[at] : 0,
        .kind = (int32_t)from->kind,
        .set = from->set,
        .side = side,
        .other = wall ? -1 : by->next[other],
    };
    return add_contact(sent, from, at, &head, &by->context->layout[from->set]);
}

bool parcel_add(parcel *sent, const lists *list, const bodies *own, const contact_context *context,
                int32_t slot, const int32_t *next)
{
    const int64_t size = (int64_t)bodies_record_size(own);
    if (!mem_grow((void **)&sent->body, &sent->body_room, (sent->bodies + 1) * size, 1))
        return false;
    bodies_pack(own, slot, sent->body + sent->bodies * size);
    sent->bodies++;
    if (slot >= list->bodies)
        return true; // it is new and has none
    const packing by = {
        .own = own,
        .context = context,
        .next = next,
        .slot = slot,
    };
    const block *home = &list->block[slot / list->span];
    int lower;
    const int lines = row_lines(home, slot, NULL, 0, &lower);
    if (lines == 0)
        return true;
    uint32_t *line = malloc((size_t)lines * sizeof *line);
    bool ok = line != NULL;
    if (ok)
        row_lines(home, slot, line, lines, &lower);
    for (int n = 0; ok && n < lines; n++)
        ok = add_line(sent, &by, home, line[n]);
    free(line);
    return ok;
}

// ---- taken

void parcel_take_bodies(const parcel *sent, const bodies *own, int32_t first)
{
    const size_t size = bodies_record_size(own);
    for (int32_t i = 0; i < sent->bodies; i++)
        bodies_unpack(own, first + i, sent->body + (size_t)i * size);
}

const parcel_contact *parcel_next(const parcel *sent, int64_t *at, const history_layout *layout)
{
    if (*at >= sent->contact_bytes)
        return NULL;
    const parcel_contact *head = (const void *)(sent->contact + *at);
    const int numbers = numbers_of(&layout[head->set], (bucket_kind)head->kind);
    *at += (int64_t)(sizeof *head + (size_t)numbers * sizeof(double));
    return head;
}

// Where a contact of a parcel goes; bucket -1: nowhere.
typedef struct place_of_contact {
    int32_t a, b, block;
    int bucket;
} place_of_contact;

static bool find_place(lists *list, const lists_task *task, const parcel_contact *head,
                       place_of_contact *out)
{
    const bool wall = bucket_walls((bucket_kind)head->kind);
    const int32_t mine = head->side ? out->b : out->a;
    const int32_t other = head->side ? out->a : out->b;
    out->block = mine / list->span;
    block *home = &list->block[out->block];
    if (!wall && other >= home->low && other < mine)
        return true; // the other one, of the same block, brings it as well
    const history_layout *layout = &task->context->layout[head->set];
    out->bucket =
        block_bucket(home, (bucket_kind)head->kind, head->set, layout, bodies_padding(task->body));
    return out->bucket >= 0;
}

static bool find_places(const parcel *sent, lists *list, const lists_task *task,
                        const parcel_ids *ids, place_of_contact *place)
{
    int64_t at = 0;
    bool ok = true;
    for (const parcel_contact *head;
         ok && (head = parcel_next(sent, &at, task->context->layout)) != NULL; place++) {
        const bool wall = bucket_walls((bucket_kind)head->kind);
        *place = (place_of_contact){
            .a = wall ? (int32_t)head->a : ids->slot_of(ids->ids, head->a),
            .b = ids->slot_of(ids->ids, head->b),
            .bucket = -1,
        };
        if (place->a < 0 || place->b < 0)
            ++*ids->missing;
        else
            ok = find_place(list, task, head, place);
    }
    return ok;
}

static int most_buckets(const lists *list)
{
    int most = 0;
    for (int i = 0; i < list->blocks; i++)
        most = list->block[i].buckets > most ? list->block[i].buckets : most;
    return most;
}

// Room for all that come, so that no bucket grows piece by piece: lines of all rows move each time.
static bool reserve(const lists *list, const lists_task *task, const place_of_contact *place,
                    int64_t count)
{
    const int each = most_buckets(list);
    int32_t *come = calloc((size_t)list->blocks * (size_t)each + 1, sizeof *come);
    bool ok = come != NULL;
    for (int64_t i = 0; ok && i < count; i++) {
        if (place[i].bucket >= 0)
            come[place[i].block * each + place[i].bucket]++;
    }
    for (int i = 0; ok && i < list->blocks * each; i++) {
        block *home = &list->block[i / each];
        const int index = i % each;
        if (come[i] > 0)
            ok = bucket_reserve(home, index, home->bucket[index].count + come[i], task->context);
    }
    free(come);
    return ok;
}

static bool take_contact(const lists *list, const lists_task *task, const parcel_contact *head,
                         const place_of_contact *place)
{
    const contact_context *context = task->context;
    const history_layout *layout = &context->layout[head->set];
    const double *number = (const void *)(head + 1);
    block *home = &list->block[place->block];
    const int32_t i = contact_make(home, place->bucket, place->a, place->b, head->feature, context);
    if (i < 0)
        return false;
    bucket *to = &home->bucket[place->bucket];
    for (int j = 0; j < layout->width; j++)
        to->history[j][i] = *number++;
    for (int j = 0; j < bucket_geometry(to->kind); j++)
        to->geometry[j][i] = *number++;
    return true;
}

bool parcel_take_contacts(const parcel *sent, lists *list, const lists_task *task,
                          const parcel_ids *ids)
{
    place_of_contact *place = malloc(((size_t)sent->contacts + 1) * sizeof *place);
    bool ok = place && find_places(sent, list, task, ids, place) &&
              reserve(list, task, place, sent->contacts);
    int64_t at = 0;
    for (int64_t i = 0; ok && i < sent->contacts; i++) {
        const parcel_contact *head = parcel_next(sent, &at, task->context->layout);
        if (place[i].bucket >= 0)
            ok = take_contact(list, task, head, &place[i]);
    }
    free(place);
    return ok;
}
