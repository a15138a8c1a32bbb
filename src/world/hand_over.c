// hand_over.c - a saved state among ranks: rank 0 has an image of it, and each rank gets the bodies that it is to own and
// their contacts.
//
// Who gets which is found as at the start of a case (world/hand_out.c). Rank 0 then does for each rank, and for so many of its bodies at a
// time, what one process does for all: it takes their rows, and those of whom they touch, makes bodies and contacts of them, and sends
// them away in a parcel (contact/parcel.h). So it never holds more beside the image and its own than such a portion.
#include "world/hand_over.h"

#include "world/hand_out.h"
#include "world/post.h"
#include "world/ranks.h"
#include "world/take_rows.h"

#include <stdlib.h>
#include <string.h>

// How many bodies a portion has: at least, and a part of all, for all contacts are looked at for each portion.
enum { PORTION_LEAST = 256, PORTIONS = 64 };

// ---- who gets which

static bool is_first(const image_column *member, int64_t row)
{
    return !member || image_integers(member)[2 * row] == 0;
}

// Of each row of bodies; those of a clump stay together. NULL without memory.
static uint16_t *owners_of(const image *im, int ranks)
{
    const image_column *position = image_find(im, "body/position", IMAGE_F64, 4);
    const image_column *member = image_find(im, "body/member", IMAGE_I64, 2);
    const size_t rows = (size_t)position->rows;
    v3 *at = malloc((rows + 1) * sizeof *at);
    uint16_t *owner = malloc((rows + 1) * sizeof *owner);
    uint16_t *of_grain = NULL;
    int64_t grains = 0;
    for (int64_t i = 0; at && i < position->rows; i++) {
        if (is_first(member, i))
            at[grains++] = v3_at(image_reals(position) + 4 * i);
    }
    if (at && owner)
        of_grain = hand_out_choose(at, grains, ranks);
    grains = 0;
    for (int64_t i = 0; of_grain && i < position->rows; i++) {
        grains += is_first(member, i);
        owner[i] = of_grain[grains - 1];
    }
    free(at);
    if (!of_grain) {
        free(owner);
        owner = NULL;
    }
    free(of_grain);
    return owner;
}

// ---- from rank 0 to another one

static void send_to(const world *w, int rank, const void *out, void *in, size_t size)
{
    transport_piece *piece = calloc((size_t)w->parts, sizeof *piece);
    if (!piece) {
        ranks_abandon(w, "out of memory for the grains of a snapshot");
        return;
    }
    if (ranks_lead(w))
        piece[rank] = (transport_piece){.send = out, .send_size = size};
    else if (w->ranks->rank == rank)
        piece[0] = (transport_piece){.receive = in, .receive_size = size};
    w->ranks->swap(w->ranks->context, piece);
    free(piece);
}

// ---- the bodies

static scree_status make_bodies(const image *im, const uint16_t *owner, int rank, bodies *out,
                                scree_error *error)
{
    const int64_t rows = image_find(im, "body/id", IMAGE_I64, 1)->rows;
    chosen_rows chosen;
    image some = {0};
    scree_status status = SCREE_OK;
    bool ok = chosen_make(&chosen, rows, -1);
    for (int64_t i = 0; ok && i < rows; i++)
        chosen.body[i] = owner[i] == rank;
    ok = ok && take_chosen(&some, im, &chosen);
    status = ok ? bodies_from_image(out, &some, error) : fail_memory(error, "snapshot");
    chosen_clear(&chosen);
    image_clear(&some);
    return status;
}

static void take_bodies(bodies *own, const char *record, int64_t count)
{
    const size_t size = bodies_record_size(own);
    own->count = (int32_t)count;
    for (int32_t i = 0; i < own->count; i++)
        bodies_unpack(own, i, record + (size_t)i * size);
}

static void send_bodies(world *w, int rank, const bodies *from)
{
    bodies *own = &world_own(w)->body;
    const bool here = w->ranks->rank == rank;
    int64_t count = from->count;
    ranks_tell(w, &count, sizeof count);
    if (here && !bodies_reserve(own, (int32_t)count))
        ranks_abandon(w, "out of memory for grains");
    const size_t size = bodies_record_size(here ? own : from);
    const size_t bytes = (size_t)count * size;
    char *record = here || ranks_lead(w) ? malloc(bytes + 1) : NULL;
    if (!record && (here || ranks_lead(w)))
        ranks_abandon(w, "out of memory for grains on their way");
    for (int32_t i = 0; record && i < from->count; i++)
        bodies_pack(from, i, record + (size_t)i * size);
    send_to(w, rank, record, record, bytes);
    if (here)
        take_bodies(own, record, count);
    free(record);
}

scree_status hand_over_bodies(world *w, const image *im, uint16_t **owner, scree_error *error)
{
    scree_status status = SCREE_OK;
    if (ranks_lead(w)) {
        *owner = owners_of(im, w->parts);
        status = *owner ? SCREE_OK : fail_memory(error, "snapshot");
    }
    for (int k = 1; status == SCREE_OK && k <= w->parts; k++) { // its own come last
        const int rank = k % w->parts;
        bodies portion = {0};
        world_body_options(w->shared->model, &portion);
        if (ranks_lead(w))
            status = make_bodies(im, *owner, rank, rank ? &portion : &world_own(w)->body, error);
        status = ranks_status(w, status, error);
        if (status == SCREE_OK && rank > 0)
            send_bodies(w, rank, &portion);
        bodies_free(&portion);
    }
    return status;
}

// ---- their contacts

// What rank 0 does for one of the ranks.
typedef struct handing {
    world *w;
    const image *im;
    const uint16_t *owner; // of each row of bodies
    const image_column *id, *key, *member;
    int rank;
    int64_t first, end; // its bodies between these rows, now
} handing;

// The row of a body; -1: it is a wall, or not there. Ids follow each other but where grains have gone.
static int64_t row_of(const handing *h, int64_t id)
{
    const int64_t *ids = image_integers(h->id);
    int64_t low = 0;
    int64_t high = h->id->rows;
    const int64_t guess = high > 0 ? id - ids[0] : -1;
    if (guess >= 0 && guess < high && ids[guess] == id)
        return guess;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < h->id->rows && ids[low] == id ? low : -1;
}

// Is that a body of the portion?
static bool owns(const handing *h, int64_t row)
{
    return row >= h->first && row < h->end && h->owner[row] == h->rank;
}

static void begin_portion(handing *h)
{
    const int64_t part = h->id->rows / PORTIONS;
    const int64_t most = part > PORTION_LEAST ? part : PORTION_LEAST;
    int64_t bodies = 0;
    h->first = h->end;
    // clumps stay whole
    while (h->end < h->id->rows && (bodies < most || !is_first(h->member, h->end)))
        bodies += h->owner[h->end++] == h->rank;
}

// With all balls of its clump.
static void choose_body(const handing *h, bool *body, int64_t row)
{
    if (row < 0)
        return;
    const int64_t *member = h->member ? image_integers(h->member) + 2 * row : NULL;
    const int64_t first = member ? row - member[0] : row;
    const int64_t balls = member && member[1] > 1 ? member[1] : 1;
    for (int64_t i = first; i < first + balls; i++)
        body[i] = true;
}

// The bodies of the portion, their contacts, and whom they touch.
static void choose_all(const handing *h, const chosen_rows *chosen)
{
    for (int64_t i = 0; i < h->id->rows; i++)
        chosen->body[i] = owns(h, i);
    for (int64_t i = 0; h->key && i < h->key->rows; i++) {
        const int64_t *ids = image_integers(h->key) + h->key->width * i;
        const int64_t a = row_of(h, ids[0]);
        const int64_t b = row_of(h, ids[1]);
        if (!owns(h, a) && !owns(h, b))
            continue;
        chosen->contact[i] = true;
        choose_body(h, chosen->body, a);
        choose_body(h, chosen->body, b);
    }
}

// The parcel of bodies that stand in the part of rank 0, with those that belong to others.
static scree_status pack(const handing *h, parcel *out, scree_error *error)
{
    const part *own = world_own(h->w);
    const bodies *bodies = &own->body;
    int32_t *next = malloc(((size_t)bodies->count + 1) * sizeof *next);
    bool ok = next != NULL;
    for (int32_t i = 0; ok && i < bodies->count; i++)
        next[i] = h->owner[row_of(h, bodies->id[i])];
    for (int32_t i = 0; ok && i < bodies->count; i++) {
        ok = !owns(h, row_of(h, bodies->id[i])) ||
             parcel_add(out, &own->list, bodies, &own->stepping.context, i, next);
    }
    free(next);
    return ok ? SCREE_OK : fail_memory(error, "snapshot");
}

// Bodies and contacts as one process makes them of an image, in the part of rank 0, whose own bodies are put aside.
static scree_status make_contacts(const handing *h, const image *some, scree_error *error)
{
    part *own = world_own(h->w);
    const lists_task task = world_lists_task(h->w, own);
    scree_status status = bodies_from_image(&own->body, some, error);
    lists_forget(&own->list);
    if (status == SCREE_OK && !lists_reorder(&own->list, &task, NULL))
        status = fail_memory(error, "lists");
    if (status == SCREE_OK && h->key)
        status = h->w->shared->solver->load(h->w->solver, some, error);
    return status;
}

static scree_status make_parcel(const handing *h, parcel *out, scree_error *error)
{
    bodies *own = &world_own(h->w)->body;
    const bodies aside = *own;
    chosen_rows chosen;
    image some = {0};
    *own = (bodies){0};
    world_body_options(h->w->shared->model, own);
    bool ok = chosen_make(&chosen, h->id->rows, h->key ? h->key->rows : -1);
    if (ok)
        choose_all(h, &chosen);
    ok = ok && take_chosen(&some, h->im, &chosen);
    chosen_clear(&chosen);
    scree_status status = ok ? make_contacts(h, &some, error) : fail_memory(error, "snapshot");
    image_clear(&some);
    if (status == SCREE_OK)
        status = pack(h, out, error);
    lists_forget(&world_own(h->w)->list);
    bodies_free(own);
    *own = aside;
    return status;
}

// What has come goes behind what is there.
static bool make_room(parcel *to, const int64_t *bytes)
{
    char *body = realloc(to->body, (size_t)(to->body_room + bytes[0]) + 1);
    to->body = body ? body : to->body;
    char *contact = realloc(to->contact, (size_t)(to->contact_bytes + bytes[1]) + 1);
    to->contact = contact ? contact : to->contact;
    return body && contact;
}

// Of a portion, before it: `bytes` of bodies and contacts.
typedef struct portion_bill {
    int64_t bodies, contacts, bytes[2];
    bool more; // portions for this rank
} portion_bill;

// Sends one to the rank, where it comes behind those before; is there another one?
static bool send_portion(const post *mail, int rank, bool more)
{
    const world *w = mail->w;
    parcel *parcel = post_parcel(mail, 0, rank);
    const int64_t record = (int64_t)bodies_record_size(&world_own(w)->body);
    const bool here = w->ranks->rank == rank;
    portion_bill bill = {.more = more};
    if (ranks_lead(w)) {
        bill.bodies = parcel->bodies;
        bill.contacts = parcel->contacts;
        bill.bytes[0] = parcel->bodies * record;
        bill.bytes[1] = parcel->contact_bytes;
    }
    ranks_tell(w, &bill, sizeof bill);
    if (rank == 0)
        return bill.more; // they are where they are to be
    if (here && !make_room(parcel, bill.bytes))
        ranks_abandon(w, "out of memory for grains on their way");
    char *body = here ? parcel->body + parcel->body_room : parcel->body;
    char *contact = here ? parcel->contact + parcel->contact_bytes : parcel->contact;
    send_to(w, rank, body, body, (size_t)bill.bytes[0]);
    send_to(w, rank, contact, contact, (size_t)bill.bytes[1]);
    if (!here) {
        parcel_free(parcel);
        return bill.more;
    }
    parcel->bodies += (int32_t)bill.bodies;
    parcel->body_room += bill.bytes[0];
    parcel->contacts += bill.contacts;
    parcel->contact_bytes += bill.bytes[1];
    return bill.more;
}

static scree_status hand_over_to(handing *h, const post *mail, int rank, scree_error *error)
{
    const bool leads = ranks_lead(h->w);
    scree_status status = SCREE_OK;
    h->rank = rank;
    h->end = 0;
    for (bool more = true; status == SCREE_OK && more;) {
        if (leads) {
            begin_portion(h);
            status = make_parcel(h, post_parcel(mail, 0, rank), error);
        }
        status = ranks_status(h->w, status, error);
        if (status == SCREE_OK)
            more = send_portion(mail, rank, leads && h->end < h->id->rows);
    }
    return status;
}

scree_status hand_over_contacts(world *w, const image *im, const uint16_t *owner,
                                scree_error *error)
{
    handing handing = {
        .w = w,
        .im = im,
        .owner = owner,
        .id = image_find(im, "body/id", IMAGE_I64, 1),
        .key = image_find(im, "contact/key", IMAGE_I64, 4),
        .member = image_find(im, "body/member", IMAGE_I64, 2),
    };
    post mail;
    int64_t missing = 0;
    scree_status status = post_make(&mail, w) ? SCREE_OK : fail_memory(error, "snapshot");
    for (int k = 1; status == SCREE_OK && k <= w->parts; k++)
        status = hand_over_to(&handing, &mail, k % w->parts, error);
    if (status == SCREE_OK)
        status = world_found(w, deal_deliver(&mail, &missing), missing, error);
    post_clear(&mail);
    return status;
}
