// post.c - see post.h.
#include "world/post.h"

#include "world/ranks.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>

bool post_make(post *mail, world *w)
{
    const size_t parts = (size_t)w->parts;
    *mail = (post){
        .w = w,
        .parcel = calloc((parts + 1) * parts, sizeof *mail->parcel),
        .asked = calloc(parts * parts, sizeof *mail->asked),
    };
    return mail->parcel && mail->asked;
}

void post_clear(post *mail)
{
    const int parts = mail->w->parts;
    for (int i = 0; mail->parcel && i < (parts + 1) * parts; i++)
        parcel_free(&mail->parcel[i]);
    for (int i = 0; mail->asked && i < parts * parts; i++)
        free(mail->asked[i].id);
    free(mail->parcel);
    free(mail->asked);
}

parcel *post_parcel(const post *mail, int from, int to)
{
    return &mail->parcel[from * mail->w->parts + to];
}

// ---- between ranks

// Of the parcel to a rank, before itself.
typedef struct waybill {
    int64_t bodies, contacts, contact_bytes;
} waybill;

static transport_piece bodies_piece(const parcel *to, parcel *from, size_t record)
{
    return (transport_piece){
        .send = to->body,
        .send_size = (size_t)to->bodies * record,
        .receive = from->body,
        .receive_size = (size_t)from->bodies * record,
    };
}

static transport_piece contacts_piece(const parcel *to, parcel *from)
{
    return (transport_piece){
        .send = to->contact,
        .send_size = (size_t)to->contact_bytes,
        .receive = from->contact,
        .receive_size = (size_t)from->contact_bytes,
    };
}

// Room for the parcels that the bills tell of.
static bool await(const post *mail, const waybill *bill, size_t record)
{
    const int parts = mail->w->parts;
    const int own = mail->w->ranks->rank;
    bool ok = true;
    for (int k = 0; ok && k < parts; k++) {
        const waybill *one = &bill[k * parts + own];
        parcel *from = post_parcel(mail, k, own);
        if (k == own)
            continue;
        from->bodies = (int32_t)one->bodies;
        from->contacts = one->contacts;
        from->contact_bytes = one->contact_bytes;
        from->body = malloc((size_t)one->bodies * record + 1);
        from->contact = malloc((size_t)one->contact_bytes + 1);
        ok = from->body && from->contact;
    }
    return ok;
}

void post_exchange(const post *mail)
{
    const world *w = mail->w;
    const transport *ranks = w->ranks;
    const int own = ranks->rank;
    const size_t parts = (size_t)w->parts;
    const size_t record = bodies_record_size(&world_own(w)->body);
    waybill *mine = calloc(parts, sizeof *mine);
    transport_piece *piece = calloc(parts, sizeof *piece);
    if (!mine || !piece) {
        ranks_abandon(w, "out of memory for grains on their way");
        return;
    }
    for (int k = 0; k < w->parts; k++) {
        const parcel *to = post_parcel(mail, own, k);
        mine[k] = (waybill){to->bodies, to->contacts, to->contact_bytes};
    }
    waybill *bill = ranks_gather(w, mine, parts * sizeof *mine);
    if (!await(mail, bill, record))
        ranks_abandon(w, "out of memory for grains on their way");
    for (int k = 0; k < w->parts; k++) {
        if (k != own)
            piece[k] = bodies_piece(post_parcel(mail, own, k), post_parcel(mail, k, own), record);
    }
    ranks->swap(ranks->context, piece);
    for (int k = 0; k < w->parts; k++) {
        if (k != own)
            piece[k] = contacts_piece(post_parcel(mail, own, k), post_parcel(mail, k, own));
    }
    ranks->swap(ranks->context, piece);
    free(bill);
    free(piece);
    free(mine);
}

// ---- opened

static bool ask(wanted_ids *x, int64_t id)
{
    if (!MEM_GROW(x->id, x->room, x->count + 1))
        return false;
    x->id[x->count++] = id;
    return true;
}

// A part owns both what a parcel brings and what its contacts tell: the part to which the other body of a contact goes
// has to see the body that brings it.
bool post_ask(const post *mail, const parcel *sent, int to)
{
    int64_t at = 0;
    for (const parcel_contact *contact;
         (contact = parcel_next(sent, &at, mail->w->shared->layout)) != NULL;) {
        if (contact->other >= 0 && contact->other != to &&
            !ask(&mail->asked[to * mail->w->parts + contact->other],
                 contact->side ? contact->b : contact->a))
            return false;
    }
    return true;
}

bool post_open_bodies(const post *mail, int to)
{
    part *p = &mail->w->part[to];
    bodies *own = &p->body;
    int64_t count = 0;
    for (int from = 0; from <= mail->w->parts; from++)
        count += post_parcel(mail, from, to)->bodies;
    if (count > INT32_MAX - 64)
        return false;
    own->count = 0;
    own->ghosts = 0;
    if (count > own->room && !bodies_reserve(own, (int32_t)(count + count / 4)))
        return false;
    own->count = (int32_t)count;
    int32_t first = 0;
    bool ok = true;
    for (int from = 0; ok && from <= mail->w->parts; from++) {
        const parcel *sent = post_parcel(mail, from, to);
        parcel_take_bodies(sent, own, first);
        first += sent->bodies;
        ok = post_ask(mail, sent, to);
    }
    lists_forget(&p->list);
    lists_task task = world_lists_task(mail->w, p);
    return ok && lists_reorder(&p->list, &task, NULL);
}

static int32_t slot_of(const void *ids, int64_t id)
{
    return body_ids_slot(ids, id);
}

bool post_open_contacts(const post *mail, int to, int64_t *missing)
{
    part *p = &mail->w->part[to];
    lists_task task = world_lists_task(mail->w, p);
    body_ids ids = {0};
    const parcel_ids where = {slot_of, &ids, missing};
    bool ok = body_ids_make(&p->body, &ids);
    for (int from = 0; ok && from <= mail->w->parts; from++)
        ok = parcel_take_contacts(post_parcel(mail, from, to), &p->list, &task, &where);
    body_ids_clear(&ids);
    return ok;
}
