// parcel.c - see parcel.h.
#include "contact/parcel.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

void parcel_free(parcel *q)
{
    free(q->body);
    free(q->contact);
    *q = (parcel){0};
}

// ---- packed

static int numbers_of(const history_layout *l, bucket_kind kind)
{
    return l->width + bucket_geometry(kind);
}

static bool add_contact(parcel *q, const bucket *k, int32_t i, const parcel_contact *head,
                        const history_layout *l)
{
    const int64_t size = (int64_t)(sizeof *head + (size_t)numbers_of(l, k->kind) * sizeof(double));
    if (!mem_grow((void **)&q->contact, &q->contact_room, q->contact_bytes + size, 1))
        return false;
    char *at = q->contact + q->contact_bytes;
    memcpy(at, head, sizeof *head);
    at += sizeof *head;
    for (int j = 0; j < l->width; j++, at += sizeof(double))
        memcpy(at, &k->history[j][i], sizeof(double));
    for (int j = 0; j < bucket_geometry(k->kind); j++, at += sizeof(double))
        memcpy(at, &k->geometry[j][i], sizeof(double));
    q->contact_bytes += size;
    q->contacts++;
    return true;
}

static bool add_line(parcel *q, const block *b, uint32_t line, int32_t slot, const bodies *o,
                     const contact_context *c, const int32_t *next)
{
    int index;
    int line_side;
    int32_t i;
    line_owner(b, line, &index, &i, &line_side);
    const bucket *k = &b->bucket[index];
    const bool wall = bucket_walls(k->kind);
    const int side = wall || k->b[i] == slot;
    const int32_t other = side ? k->a[i] : k->b[i];
    if (!wall && next[other] < 0)
        return true;
    const parcel_contact head = {.a = wall ? k->a[i] : o->id[k->a[i]],
                                 .b = o->id[k->b[i]],
                                 .feature = k->feature ? k->feature[i] : 0,
                                 .kind = (int32_t)k->kind,
                                 .set = k->set,
                                 .side = side,
                                 .other = wall ? -1 : next[other]};
    return add_contact(q, k, i, &head, &c->layout[k->set]);
}

bool parcel_add(parcel *q, const lists *l, const bodies *o, const contact_context *c, int32_t slot,
                const int32_t *next)
{
    const int64_t size = (int64_t)bodies_record_size(o);
    if (!mem_grow((void **)&q->body, &q->body_room, (q->bodies + 1) * size, 1))
        return false;
    bodies_pack(o, slot, q->body + q->bodies * size);
    q->bodies++;
    if (slot >= l->bodies)
        return true; // it is new and has none
    const block *b = &l->block[slot / l->span];
    int lower;
    const int lines = row_lines(b, slot, NULL, 0, &lower);
    if (lines == 0)
        return true;
    uint32_t *line = malloc((size_t)lines * sizeof *line);
    bool ok = line != NULL;
    if (ok)
        row_lines(b, slot, line, lines, &lower);
    for (int n = 0; ok && n < lines; n++)
        ok = add_line(q, b, line[n], slot, o, c, next);
    free(line);
    return ok;
}

// ---- taken

void parcel_take_bodies(const parcel *q, const bodies *o, int32_t first)
{
    const size_t size = bodies_record_size(o);
    for (int32_t i = 0; i < q->bodies; i++)
        bodies_unpack(o, first + i, q->body + (size_t)i * size);
}

const parcel_contact *parcel_next(const parcel *q, int64_t *at, const history_layout *layout)
{
    if (*at >= q->contact_bytes)
        return NULL;
    const parcel_contact *head = (const void *)(q->contact + *at);
    const int numbers = numbers_of(&layout[head->set], (bucket_kind)head->kind);
    *at += (int64_t)(sizeof *head + (size_t)numbers * sizeof(double));
    return head;
}

static bool take_contact(lists *l, const lists_task *task, const parcel_contact *head, int32_t a,
                         int32_t b)
{
    const contact_context *c = task->context;
    const history_layout *layout = &c->layout[head->set];
    const double *number = (const void *)(head + 1);
    block *home = &l->block[(head->side ? b : a) / l->span];
    const int index =
        block_bucket(home, (bucket_kind)head->kind, head->set, layout, bodies_padding(task->body));
    const int32_t i = index < 0 ? -1 : contact_make(home, index, a, b, head->feature, c);
    if (i < 0)
        return false;
    bucket *k = &home->bucket[index];
    for (int j = 0; j < layout->width; j++)
        k->history[j][i] = *number++;
    for (int j = 0; j < bucket_geometry(k->kind); j++)
        k->geometry[j][i] = *number++;
    return true;
}

bool parcel_take_contacts(const parcel *q, lists *l, const lists_task *task, parcel_slot *slot_of,
                          const void *ids, int64_t *missing)
{
    int64_t at = 0;
    for (const parcel_contact *head; (head = parcel_next(q, &at, task->context->layout)) != NULL;) {
        const bool wall = bucket_walls((bucket_kind)head->kind);
        const int32_t a = wall ? (int32_t)head->a : slot_of(ids, head->a);
        const int32_t b = slot_of(ids, head->b);
        if (a < 0 || b < 0) {
            ++*missing;
            continue;
        }
        const int32_t mine = head->side ? b : a;
        const int32_t other = head->side ? a : b;
        const block *home = &l->block[mine / l->span];
        if (!wall && other >= home->low && other < mine)
            continue; // the other one, of the same block, brings it as well
        if (!take_contact(l, task, head, a, b))
            return false;
    }
    return true;
}
