// hand_out.c - at the start of a world of ranks: rank 0 has made the grains, and each rank gets those that it is to own.
//
// Who gets which is found by cutting space in two again and again, as where bodies are dealt out later (world/deal.c;
// recursive bisection: Berger and Bokhari 1987), so that few have to travel then; no result depends on it. Rank 0 then
// makes bodies of the grains, in the order of their ids and so many at a time, and sends them away as bytes.
#include "world/hand_out.h"

#include "world/ranks.h"

#include "base/corners.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AT_A_TIME = 1 << 15 }; // grains

// ---- who gets which

typedef struct shares {
    const v3 *position; // of each grain
    int64_t count;
    uint16_t *to; // of each grain: the first rank of those who share it out
    double *at;   // coordinates of those that are cut
} shares;

static void exchange_numbers(double *x, double *y)
{
    const double was = *x;
    *x = *y;
    *y = was;
}

// The number that `rank` of them are below, or equal to: quickselect (Hoare 1961). Changes their order.
static double find_by_rank(double *number, int64_t count, int64_t rank)
{
    int64_t low = 0;
    int64_t high = count - 1;
    while (low < high) {
        const double pivot = number[low + (high - low) / 2];
        int64_t i = low;
        int64_t j = high;
        while (i <= j) {
            while (number[i] < pivot)
                i++;
            while (number[j] > pivot)
                j--;
            if (i <= j)
                exchange_numbers(&number[i++], &number[j--]);
        }
        if (rank <= j)
            high = j;
        else if (rank >= i)
            low = i;
        else
            break;
    }
    return number[rank];
}

// The longest axis of the box around the grains that are still together; how many they are.
static int longest_axis(const shares *s, int together, int64_t *count)
{
    v3 low = {INFINITY, INFINITY, INFINITY};
    v3 high = {-INFINITY, -INFINITY, -INFINITY};
    *count = 0;
    for (int64_t i = 0; i < s->count; i++) {
        if (s->to[i] != together)
            continue;
        low = v3_min(low, s->position[i]);
        high = v3_max(high, s->position[i]);
        ++*count;
    }
    const v3 size = v3_sub(high, low);
    const int first = size.y > size.x ? 1 : 0;
    return size.z > v3_component(size, first) ? 2 : first;
}

// Gives the grains of rank `first` to so many ranks from there on.
static void cut(const shares *s, int first, int ranks)
{
    int64_t count;
    const int axis = longest_axis(s, first, &count);
    if (ranks == 1 || count == 0)
        return;
    const int half = ranks / 2;
    const int64_t stay = count * half / ranks;
    int64_t n = 0;
    for (int64_t i = 0; i < s->count; i++) {
        if (s->to[i] == first)
            s->at[n++] = v3_component(s->position[i], axis);
    }
    const double border = find_by_rank(s->at, count, stay);
    int64_t below = 0;
    for (int64_t i = 0; i < s->count; i++) {
        if (s->to[i] == first && v3_component(s->position[i], axis) < border)
            below++;
    }
    int64_t equal = stay - below; // of those at the border, the first ones stay
    for (int64_t i = 0; i < s->count; i++) {
        const double at = v3_component(s->position[i], axis);
        if (s->to[i] == first && !(at < border) && (at > border || equal-- <= 0))
            s->to[i] = (uint16_t)(first + half);
    }
    cut(s, first, half);
    cut(s, first + half, ranks - half);
}

uint16_t *hand_out_choose(const v3 *position, int64_t count, int ranks)
{
    const size_t room = (size_t)count + 1;
    const shares s = {
        .position = position,
        .count = count,
        .to = calloc(room, sizeof *s.to),
        .at = malloc(room * sizeof *s.at),
    };
    if (s.to && s.at)
        cut(&s, 0, ranks);
    const bool ok = s.to && s.at;
    free(s.at);
    if (ok)
        return s.to;
    free(s.to);
    return NULL;
}

// ---- on the way

// What rank 0 has to send, and what comes to another.
typedef struct sending {
    world *w;
    const grain_list *grains;
    uint16_t *to;
    int64_t next;      // grain
    bodies portion;    // those that become bodies now
    char **out;        // of each rank: their records
    int64_t *out_room; // bytes
    int64_t *size;     // bytes for each rank, and behind them those that come
    char *in;
    int64_t in_room;
    transport_piece *piece;
} sending;

static bool make_sending(sending *s, world *w, const grain_list *grains)
{
    const size_t ranks = (size_t)w->parts;
    *s = (sending){
        .w = w,
        .grains = grains,
        .out = calloc(ranks, sizeof *s->out),
        .out_room = calloc(ranks, sizeof *s->out_room),
        .size = calloc(2 * ranks, sizeof *s->size),
        .piece = calloc(ranks, sizeof *s->piece),
    };
    world_body_options(w->shared->model, &s->portion);
    if (ranks_lead(w))
        s->to = hand_out_choose(grains->position, grains->count, w->parts);
    return s->out && s->out_room && s->size && s->piece && (s->to || !ranks_lead(w));
}

static void clear_sending(sending *s)
{
    for (int k = 0; s->out && k < s->w->parts; k++)
        free(s->out[k]);
    free(s->out);
    free(s->out_room);
    free(s->size);
    free(s->piece);
    free(s->in);
    free(s->to);
    bodies_free(&s->portion);
}

// How many bodies each rank is going to have.
static void count_bodies(const sending *s, int64_t *count)
{
    for (int64_t i = 0; s->to && i < s->grains->count; i++)
        count[s->to[i]] += world_balls_of(s->w, s->grains->set[i]);
}

static bool pack(sending *s, int rank, int32_t first)
{
    const size_t record = bodies_record_size(&s->portion);
    const int64_t more = (int64_t)record * (s->portion.count - first);
    int64_t *size = &s->size[rank];
    if (!MEM_GROW(s->out[rank], s->out_room[rank], *size + more))
        return false;
    for (int32_t i = first; i < s->portion.count; i++, *size += (int64_t)record)
        bodies_pack(&s->portion, i, s->out[rank] + *size);
    return true;
}

// The next grains become bodies, whose records stand ready for the ranks.
static bool make_portion(sending *s)
{
    bodies *portion = &s->portion;
    bool ok = true;
    portion->count = 0;
    memset(s->size, 0, (size_t)s->w->parts * sizeof *s->size);
    for (int n = 0; ok && n < AT_A_TIME && s->next < s->grains->count; n++, s->next++) {
        const int32_t first = portion->count;
        const int32_t need = first + world_balls_of(s->w, s->grains->set[s->next]);
        const int32_t wider = need + need / 2 < AT_A_TIME ? AT_A_TIME : need + need / 2;
        ok = (need <= portion->room && portion->id) || bodies_reserve(portion, wider);
        if (!ok)
            break;
        world_put_listed(s->w, portion, s->grains, s->next);
        ok = pack(s, s->to[s->next], first);
    }
    return ok;
}

static void take(const sending *s, const char *from, int64_t size)
{
    bodies *own = &world_own(s->w)->body;
    const size_t record = bodies_record_size(own);
    for (int64_t at = 0; at < size; at += (int64_t)record)
        bodies_unpack(own, own->count++, from + at);
}

// One portion goes from rank 0 to all. False where memory has run out.
static bool send_portion(sending *s)
{
    const int ranks = s->w->parts;
    const transport *transport = s->w->ranks;
    bool ok = !ranks_lead(s->w) || make_portion(s);
    int64_t *come = s->size + ranks;
    if (!ok)
        ranks_abandon(s->w, "out of memory for grains on their way");
    ranks_exchange_sizes(s->w, s->size, come);
    ok = MEM_GROW(s->in, s->in_room, come[0] + 1);
    if (!ok)
        ranks_abandon(s->w, "out of memory for grains on their way");
    for (int k = 0; k < ranks; k++) {
        s->piece[k] = (transport_piece){
            .send = s->out[k],
            .send_size = (size_t)s->size[k],
            .receive = s->in,
            .receive_size = k == 0 ? (size_t)come[0] : 0,
        };
    }
    transport->swap(transport->context, s->piece);
    take(s, ranks_lead(s->w) ? s->out[0] : s->in, come[0]);
    return ok;
}

scree_status world_share_grains(world *w, const grain_list *grains, scree_error *error)
{
    sending sending;
    const int64_t first_id = w->next_id;
    int64_t all[2] = {grains->count, 0}; // grains, balls
    int64_t *own = calloc((size_t)w->parts, sizeof *own);
    bool ok = make_sending(&sending, w, grains) && own;
    scree_status status = ok ? SCREE_OK : fail_memory(error, "grains");
    if (status == SCREE_OK)
        status = world_count_balls(w, grains, &all[1], error);
    status = ranks_status(w, status, error);
    if (status == SCREE_OK) {
        count_bodies(&sending, own);
        ranks_tell(w, all, sizeof all);
        ranks_tell(w, own, (size_t)w->parts * sizeof *own);
        bodies *bodies = &world_own(w)->body;
        if (!bodies_reserve(bodies, (int32_t)own[w->ranks->rank]))
            ranks_abandon(w, "out of memory for grains");
        bodies->count = 0;
        bodies->now = 0;
        for (int64_t sent = 0; sent < all[0]; sent += AT_A_TIME)
            send_portion(&sending);
        w->fresh = true;
        w->grains = all[0];
        w->balls = all[1];
        w->next_id = first_id + all[1];
    }
    clear_sending(&sending);
    free(own);
    return status;
}
