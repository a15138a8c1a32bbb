// sharing.c - see sharing.h: who has which movers, and what goes from rank to rank.
#include "nonsmooth/sharing.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool sharing_make(ns_sharing *sharing, part *first, int parts, const transport *ranks)
{
    const size_t room = (size_t)parts + 1;
    *sharing = (ns_sharing){
        .part = first,
        .parts = parts,
        .ranks = ranks,
        .with = ranks,
        .first = calloc(room, sizeof *sharing->first),
        .piece = calloc(room, sizeof *sharing->piece),
        .in = calloc(room, sizeof *sharing->in),
        .in_room = calloc(room, sizeof *sharing->in_room),
    };
    return sharing->first && sharing->piece && sharing->in && sharing->in_room;
}

void sharing_free(ns_sharing *sharing)
{
    for (int k = 0; sharing->in && k < sharing->parts; k++)
        free(sharing->in[k]);
    free(sharing->first);
    free(sharing->id);
    free(sharing->set);
    free(sharing->table);
    free(sharing->ghost);
    free(sharing->piece);
    free(sharing->out);
    free(sharing->in);
    free(sharing->in_room);
    free(sharing->told);
    *sharing = (ns_sharing){0};
}

void sharing_abandon(const ns_sharing *sharing)
{
    if (sharing->ranks)
        sharing->ranks->abandon(sharing->ranks->context, "out of memory for the contacts of all");
}

part *sharing_here(const ns_sharing *sharing)
{
    return sharing->part + (sharing->with ? sharing->with->rank : 0);
}

part *sharing_end(const ns_sharing *sharing)
{
    return sharing->with ? sharing_here(sharing) + 1 : sharing->part + sharing->parts;
}

// ---- agreed

// The records of all ranks; NULL without memory.
static const void *gather(ns_sharing *sharing, const void *mine, size_t size)
{
    const transport *with = sharing->with;
    if (!MEM_GROW(sharing->told, sharing->told_room, (int64_t)size * with->ranks))
        return NULL;
    with->gather(with->context, mine, size, sharing->told);
    return sharing->told;
}

static void number_bodies(ns_sharing *sharing, const ns_count *of_rank)
{
    int64_t bodies = 0;
    for (int k = 0; k < sharing->parts; k++) {
        sharing->first[k] = (int32_t)bodies;
        bodies += of_rank ? of_rank[k].bodies : sharing->part[k].body.count;
    }
    sharing->first[sharing->parts] = (int32_t)bodies;
}

bool sharing_count(ns_sharing *sharing, ns_count *count)
{
    const ns_count *of_rank = NULL;
    if (sharing->with) {
        of_rank = gather(sharing, count, sizeof *count);
        if (!of_rank)
            return false;
        for (int k = 0; k < sharing->parts; k++) {
            count->speed2 = real_max(count->speed2, of_rank[k].speed2);
            count->rim2 = real_max(count->rim2, of_rank[k].rim2);
            count->largest = real_max(count->largest, of_rank[k].largest);
        }
    }
    number_bodies(sharing, of_rank);
    count->bodies = sharing_bodies(sharing);
    if (sharing->parts == 1)
        return true;
    return MEM_GROW(sharing->id, sharing->id_room, count->bodies + 1) &&
           MEM_GROW(sharing->set, sharing->set_room, count->bodies + 1);
}

double sharing_most(const ns_sharing *sharing, double number)
{
    const transport *with = sharing->with;
    double most = number;
    if (!with)
        return number;
    double *all = malloc((size_t)with->ranks * sizeof *all);
    if (!all)
        sharing_abandon(sharing);
    with->gather(with->context, &number, sizeof number, all);
    for (int k = 0; k < with->ranks; k++)
        most = real_max(most, all[k]);
    free(all);
    return most;
}

// ---- bytes

// Room for so many bytes that go to all. False without memory.
static bool reserve_out(ns_sharing *sharing, int64_t bytes)
{
    return MEM_GROW(sharing->out, sharing->out_room, bytes + 1);
}

// Sends the bytes in `out` to all ranks, and gets so many of each.
static bool send_to_all(ns_sharing *sharing, int64_t bytes, const int64_t *of_rank)
{
    const transport *with = sharing->with;
    for (int k = 0; k < with->ranks; k++) {
        if (k != with->rank && !MEM_GROW(sharing->in[k], sharing->in_room[k], of_rank[k] + 1))
            return false;
        sharing->piece[k] = (transport_piece){
            .send = sharing->out,
            .send_size = (size_t)bytes,
            .receive = sharing->in[k],
            .receive_size = (size_t)of_rank[k],
        };
    }
    with->swap(with->context, sharing->piece);
    return true;
}

static char *put(char *at, const void *from, size_t size)
{
    memcpy(at, from, size);
    return at + size;
}

static const char *take(const char *at, void *to, size_t size)
{
    memcpy(to, at, size);
    return at + size;
}

// ---- movers

// Columns of all bodies of which each rank has its own rows.
typedef struct shared_column {
    void *data;
    size_t row;
} shared_column;

static int64_t bytes_of_rows(const ns_sharing *sharing, int part, const shared_column *column,
                             int columns)
{
    int64_t row = 0;
    for (int i = 0; i < columns; i++)
        row += (int64_t)column[i].row;
    return row * (sharing->first[part + 1] - sharing->first[part]);
}

static bool share_columns(ns_sharing *sharing, const shared_column *column, int columns)
{
    const transport *with = sharing->with;
    const int32_t *first = sharing->first;
    int64_t *bytes = calloc((size_t)with->ranks, sizeof *bytes);
    bool ok = bytes != NULL;
    for (int k = 0; ok && k < with->ranks; k++)
        bytes[k] = bytes_of_rows(sharing, k, column, columns);
    ok = ok && reserve_out(sharing, bytes[with->rank]);
    char *to = sharing->out;
    for (int i = 0; ok && i < columns; i++) {
        const size_t rows = (size_t)(first[with->rank + 1] - first[with->rank]);
        const char *own = (const char *)column[i].data + (size_t)first[with->rank] * column[i].row;
        to = put(to, own, rows * column[i].row);
    }
    ok = ok && send_to_all(sharing, bytes[with->rank], bytes);
    for (int k = 0; ok && k < with->ranks; k++) {
        const char *from = sharing->in[k];
        for (int i = 0; k != with->rank && i < columns; i++) {
            const size_t rows = (size_t)(first[k + 1] - first[k]);
            char *its = (char *)column[i].data + (size_t)first[k] * column[i].row;
            from = take(from, its, rows * column[i].row);
        }
    }
    free(bytes);
    return ok;
}

// Ids and sets of the bodies that stand here.
static void note_bodies(ns_sharing *sharing)
{
    for (const part *part = sharing_here(sharing); part < sharing_end(sharing); part++) {
        const int32_t first = sharing_first(sharing, part);
        const size_t bodies = (size_t)part->body.count;
        if (bodies == 0)
            continue;
        memcpy(sharing->id + first, part->body.id, bodies * sizeof *sharing->id);
        memcpy(sharing->set + first, part->body.set, bodies * sizeof *sharing->set);
    }
    sharing->listed = false;
}

bool sharing_movers(ns_sharing *sharing, ns_movers *movers)
{
    if (sharing->parts == 1)
        return true;
    note_bodies(sharing);
    const shared_column column[] = {
        {movers->body, sizeof *movers->body},         {movers->inertia, sizeof *movers->inertia},
        {movers->position, sizeof *movers->position}, {sharing->id, sizeof *sharing->id},
        {sharing->set, sizeof *sharing->set},
    };
    return !sharing->with || share_columns(sharing, column, 5);
}

bool sharing_velocities(ns_sharing *sharing, ns_movers *movers)
{
    const shared_column column[] = {{movers->body, sizeof *movers->body}};
    return !sharing->with || share_columns(sharing, column, 1);
}

// ---- ids

static bool list_ids(ns_sharing *sharing)
{
    const int32_t bodies = sharing_bodies(sharing);
    if (sharing->listed)
        return true;
    if (!MEM_GROW(sharing->table, sharing->table_room, 2 * (int64_t)bodies + 1))
        return false;
    for (int32_t i = 0; i < bodies; i++)
        sharing->table[i] = (sort_pair){(uint64_t)sharing->id[i], (uint32_t)i};
    sort_u64_by_key(sharing->table, bodies, sharing->table + bodies);
    sharing->listed = true;
    return true;
}

int32_t sharing_mover(const ns_sharing *sharing, int64_t id)
{
    const int32_t bodies = sharing_bodies(sharing);
    int32_t low = 0;
    int32_t high = bodies;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if ((int64_t)sharing->table[middle].key < id)
            low = middle + 1;
        else
            high = middle;
    }
    const bool there = low < bodies && (int64_t)sharing->table[low].key == id;
    return there ? (int32_t)sharing->table[low].value : -1;
}

bool sharing_ids(ns_sharing *sharing)
{
    ns_count count = {.bodies = sharing_here(sharing)->body.count};
    bool ok = sharing_count(sharing, &count);
    ok = ok && MEM_GROW(sharing->id, sharing->id_room, count.bodies + 1);
    ok = ok && MEM_GROW(sharing->set, sharing->set_room, count.bodies + 1);
    if (ok)
        note_bodies(sharing);
    const shared_column column[] = {{sharing->id, sizeof *sharing->id}};
    return ok && (!sharing->with || share_columns(sharing, column, 1)) && list_ids(sharing);
}

// Ghosts change where lists are built alone, so most of the time those that are known are right.
bool sharing_ghosts(ns_sharing *sharing, const part *part)
{
    const bodies *body = &part->body;
    const int64_t had = sharing->ghost_room;
    if (!MEM_GROW(sharing->ghost, sharing->ghost_room, (int64_t)body->ghosts + 1))
        return false;
    for (int64_t i = had; i < sharing->ghost_room; i++)
        sharing->ghost[i] = -1;
    const int32_t bodies = sharing->parts > 1 ? sharing_bodies(sharing) : 0;
    for (int32_t i = 0; i < body->ghosts; i++) {
        const int64_t id = body->id[body->count + i];
        const int32_t known = sharing->ghost[i];
        const bool right = known >= 0 && known < bodies && sharing->id[known] == id;
        if (right)
            continue;
        if (!list_ids(sharing))
            return false;
        sharing->ghost[i] = sharing_mover(sharing, id);
    }
    return true;
}

// ---- contacts: what is known of them when they are found, of two balls without arms

enum {
    FOUND = offsetof(ns_contact, bias),
    ARMS = offsetof(ns_contact, arm_a),
    ARMS_SIZE = offsetof(ns_contact, touch) - ARMS
};

static bool has_arms(const ns_contact *contact)
{
    return !contact->balls || contact->a < 0;
}

typedef struct ns_found_size {
    int64_t contacts, bytes;
} ns_found_size;

static ns_found_size size_of(const ns_found *found, int threads)
{
    ns_found_size size = {0, 0};
    for (int thread = 0; thread < threads; thread++) {
        for (int64_t i = 0; i < found[thread].count; i++)
            size.bytes += FOUND + (has_arms(&found[thread].contact[i]) ? ARMS_SIZE : 0);
        size.contacts += found[thread].count;
    }
    return size;
}

static void pack(const ns_found *found, int threads, char *to)
{
    for (int thread = 0; thread < threads; thread++) {
        for (int64_t i = 0; i < found[thread].count; i++) {
            const ns_contact *contact = &found[thread].contact[i];
            to = put(to, contact, FOUND);
            if (has_arms(contact))
                to = put(to, (const char *)contact + ARMS, ARMS_SIZE);
        }
    }
}

static bool unpack(const char *from, int64_t contacts, ns_found *found)
{
    for (int64_t i = 0; i < contacts; i++) {
        ns_contact *contact = solver_find(found);
        if (!contact)
            return false;
        from = take(from, contact, FOUND);
        if (has_arms(contact))
            from = take(from, (char *)contact + ARMS, ARMS_SIZE);
    }
    return true;
}

bool sharing_contacts(ns_sharing *sharing, ns_found *found, int threads)
{
    const transport *with = sharing->with;
    if (!with)
        return true;
    const ns_found_size mine = size_of(found, threads);
    const ns_found_size *told = gather(sharing, &mine, sizeof mine);
    int64_t *bytes = calloc((size_t)with->ranks, sizeof *bytes);
    bool ok = told && bytes && reserve_out(sharing, mine.bytes);
    if (ok)
        pack(found, threads, sharing->out);
    for (int k = 0; ok && k < with->ranks; k++)
        bytes[k] = told[k].bytes;
    ok = ok && send_to_all(sharing, mine.bytes, bytes);
    for (int k = 0; ok && k < with->ranks; k++)
        ok = k == with->rank || unpack(sharing->in[k], told[k].contacts, found);
    free(bytes);
    return ok;
}

// ---- what is kept

bool sharing_memory(const ns_sharing *sharing, ns_memory *memory)
{
    const transport *ranks = sharing->ranks;
    if (!ranks)
        return true;
    int64_t slots = memory->slots;
    ranks->tell(ranks->context, &slots, sizeof slots);
    if (!memory_reserve(memory, slots))
        return false;
    memory->slots = slots;
    if (slots == 0)
        return true;
    ranks->tell(ranks->context, memory->kept, (size_t)slots * sizeof *memory->kept);
    ranks->tell(ranks->context, memory->impulse, (size_t)slots * sizeof *memory->impulse);
    return true;
}
