// order.c - in which order contacts are worked on: blocks of space, hubs, colours (two-level coloured Gauss-Seidel).
//
// Space is cut into equal cells, each a block, in eight phases by the parity of their place: cells of one phase are at
// least one cell apart, and a cell is more than twice as wide as any two bodies in contact are apart, so that their
// contacts share no body. Inside a block contacts are coloured greedily in the order of their keys, so that those of a
// colour share no body either, and stand in batches by colour and kind. All of it follows from places and ids alone.
//
// Hubs, bodies with more than NS_HUB contacts and walls that answer, are left out of the colouring: their velocity is
// frozen in a phase. Contacts of hubs among themselves, or with what is still, come last and one by one.
#include "nonsmooth/solver.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 2 * 2 * SWEEP_SIDES, BLOCK_CONTACTS = 2000, BLOCKS_LEAST = 2 };

static bool hub(const ns_solver *s, int32_t mover)
{
    return mover >= 0 && s->hub_of[mover] >= 0;
}

static bool reserve_hubs(ns_solver *s, int64_t hubs)
{
    if (hubs <= s->hub_room)
        return true;
    int64_t room[2] = {s->hub_room, s->hub_room};
    int64_t wanted = hubs + hubs / 2 + 8;
    mover *hub = mem_array(wanted, sizeof *hub);
    if (!hub || !mem_grow((void **)&s->hub_mover, &room[0], wanted, sizeof *s->hub_mover) ||
        !mem_grow((void **)&s->hub_load, &room[1], wanted, sizeof *s->hub_load)) {
        mem_free(hub);
        return false;
    }
    mem_free(s->hub);
    s->hub = hub;
    s->hub_room = wanted;
    return true;
}

static bool add_hub(ns_solver *s, int32_t mover)
{
    if (!reserve_hubs(s, s->hubs + 1))
        return false;
    s->hub_of[mover] = s->hubs;
    s->hub_mover[s->hubs++] = mover;
    return true;
}

// A count of contacts, with marks of one, and of more than one, with something that moves.
enum { MATE = 1 << 29, MATES = 1 << 30 };

static void count_contact(int32_t *count, bool mate)
{
    if (mate)
        *count |= *count & MATE ? MATES : MATE;
    ++*count;
}

static int32_t mark_of(int32_t count)
{
    if (count % MATE == 1)
        return NS_ALONE;
    return (count & MATE) && !(count & MATES) ? NS_PAIRED : -1;
}

static bool find_hubs(ns_solver *s)
{
    if (!mem_grow((void **)&s->hub_of, &s->hub_of_room, s->movers + 1, sizeof *s->hub_of))
        return false;
    for (int32_t i = 0; i < s->movers; i++)
        s->hub_of[i] = 0; // how many contacts at first
    for (int64_t i = 0; i < s->contacts; i++) {
        const ns_link *l = &s->link[i];
        if (l->a >= 0)
            count_contact(&s->hub_of[l->a], true);
        count_contact(&s->hub_of[l->b], l->a >= 0);
    }
    for (int w = 0; w < s->walls; w++)
        if (s->wall[w].mover >= 0)
            s->hub_of[s->wall[w].mover] = NS_HUB + 1;
    s->hubs = 0;
    for (int32_t i = 0; i < s->movers; i++) {
        bool many = s->hub_of[i] % MATE > NS_HUB;
        s->hub_of[i] = mark_of(s->hub_of[i]);
        if (many && !add_hub(s, i))
            return false;
    }
    return true;
}

static void turn_contact(ns_link *l, ns_contact *c)
{
    ns_contact t = *c;
    l->a = c->a = t.b;
    l->b = c->b = t.a;
    c->normal = v3_scale(-1, t.normal);
    c->arm_a = t.arm_b;
    c->arm_b = t.arm_a;
    c->turned = !t.turned;
}

static v3 apart(const ns_solver *s, int32_t a, int32_t b)
{
    v3 d = v3_sub(s->position[b], s->position[a]);
    double x[3] = {d.x, d.y, d.z};
    for (int k = 0; k < 3; k++)
        if (s->periodic[k] > 0 && fabs(x[k]) > 0.4 * s->periodic[k]) // else it rounds to 0
            x[k] -= s->periodic[k] * real_round(x[k] / s->periodic[k]);
    return v3_make(x[0], x[1], x[2]);
}

// Cells of space.
typedef struct cut {
    double low[3];
    // Place of a cell: (x - low) scale; periodic: x scale, less whole numbers, times cells.
    double scale[3];
    int cells[3];
    bool periodic[3];
} cut;

static int cells_along(double extent, double edge, bool periodic)
{
    double n = floor(extent / edge);
    int cells = n < 1 ? 1 : n > 1024 ? 1024 : (int)n;
    return periodic && cells > 1 ? cells & ~1 : cells;
}

// Where contacts are, and how far apart the two bodies of any of them; `low` is above `high` where there are none.
typedef struct expanse {
    double low[3], high[3], far2;
} expanse;

static cut cut_space(const ns_solver *s, const expanse *x)
{
    double edge = 0;
    double least = 2.0001 * sqrt(x->far2);
    double high[3];
    cut c = {.cells = {1, 1, 1}};
    for (int k = 0; k < 3; k++) {
        c.periodic[k] = s->periodic[k] > 0;
        c.low[k] = c.periodic[k] || !(x->low[k] < INFINITY) ? 0 : x->low[k];
        high[k] = c.periodic[k]           ? s->periodic[k]
                  : x->high[k] > c.low[k] ? x->high[k] - c.low[k]
                                          : 0; // the extent
        edge = real_max(edge, high[k]);
    }
    double wanted = (double)s->contacts / BLOCK_CONTACTS;
    for (; wanted > BLOCKS_LEAST && edge * 0.9 > least; edge *= 0.9) {
        for (int k = 0; k < 3; k++)
            c.cells[k] = cells_along(high[k], edge, c.periodic[k]);
        if ((double)c.cells[0] * c.cells[1] * c.cells[2] >= wanted)
            break;
    }
    for (int k = 0; k < 3; k++)
        c.scale[k] = c.periodic[k] ? 1 / high[k] : high[k] > 0 ? c.cells[k] / high[k] : 0;
    return c;
}

static int32_t cell_of(const cut *c, v3 at)
{
    const double x[3] = {at.x, at.y, at.z};
    int32_t place[3];
    for (int k = 0; k < 3; k++) {
        double f = (x[k] - c->low[k]) * c->scale[k];
        if (c->periodic[k])
            f = (f - floor(f)) * c->cells[k];
        place[k] = f > 0 ? (int32_t)real_min(f, c->cells[k] - 1) : 0;
    }
    return (place[2] * c->cells[1] + place[1]) * c->cells[0] + place[0];
}

static void place_of(const cut *c, int32_t cell, int place[3])
{
    place[0] = cell % c->cells[0];
    place[1] = cell / c->cells[0] % c->cells[1];
    place[2] = cell / c->cells[0] / c->cells[1];
}

static int phase_of(const int place[3])
{
    return (place[0] & 1) | (place[1] & 1) << 1 | (place[2] & 1) << 2;
}

static bool reserve_blocks(ns_solver *s, int32_t blocks)
{
    int64_t had = s->block_room;
    int64_t room = s->phase_room;
    if (!mem_grow((void **)&s->block, &s->block_room, blocks + 1, sizeof *s->block))
        return false;
    memset(s->block + had, 0, (size_t)(s->block_room - had) * sizeof *s->block);
    if (!mem_grow((void **)&s->phase_block, &room, blocks + 1, sizeof *s->phase_block))
        return false;
    s->phase_room = room;
    s->blocks = blocks;
    for (int32_t i = 0; i <= blocks; i++)
        s->block[i].contacts = 0;
    return true;
}

// The mover whose place is that of the contact, -1: the last block; a hub is made the first of the two.
static int32_t home_of(const ns_solver *s, int64_t link, expanse *x)
{
    ns_link *l = &s->link[link];
    bool hub_a = hub(s, l->a), hub_b = hub(s, l->b);
    if (hub_b && l->a >= 0 && !hub_a) {
        turn_contact(l, link_contact(s, link));
        hub_a = true;
        hub_b = false;
    }
    if (hub_b)
        return -1;
    int32_t home = l->a < 0 || hub_a ? l->b : l->a;
    v3 p = s->position[home];
    const double at[3] = {p.x, p.y, p.z};
    for (int k = 0; k < 3; k++) {
        x->low[k] = real_min(x->low[k], at[k]);
        x->high[k] = real_max(x->high[k], at[k]);
    }
    if (l->a >= 0 && !hub_a) {
        v3 d = apart(s, l->a, l->b);
        x->far2 = real_max(x->far2, v3_dot(d, d));
    }
    return home;
}

static expanse find_homes(ns_solver *s)
{
    expanse all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
#pragma omp parallel num_threads(s->threads)
    {
        expanse mine = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
#pragma omp for schedule(static)
        for (int64_t i = 0; i < s->contacts; i++)
            s->home[i] = home_of(s, i, &mine);
#pragma omp critical(scree_nonsmooth_homes)
        {
            for (int k = 0; k < 3; k++) {
                all.low[k] = real_min(all.low[k], mine.low[k]);
                all.high[k] = real_max(all.high[k], mine.high[k]);
            }
            all.far2 = real_max(all.far2, mine.far2);
        }
    }
    return all;
}

// Contacts in as many runs as there are threads: each thread counts those of its run by cell, and knows then where to
// put them. Their order within a cell does not matter.
static int64_t run_first(const ns_solver *s, int run)
{
    return s->contacts * run / s->threads;
}

static void count_cells(ns_solver *s, const cut *c, int32_t cells)
{
    memset(s->cell_count, 0, (size_t)s->threads * (size_t)(cells + 1) * sizeof *s->cell_count);
#pragma omp parallel num_threads(s->threads)
    {
#pragma omp for schedule(static)
        for (int32_t i = 0; i < s->movers; i++)
            s->cell[i] = cell_of(c, s->position[i]);
#pragma omp for schedule(static, 1)
        for (int run = 0; run < s->threads; run++) {
            int32_t *count = s->cell_count + (int64_t)run * (cells + 1);
            for (int64_t i = run_first(s, run); i < run_first(s, run + 1); i++) {
                s->home[i] = s->home[i] < 0 ? cells : s->cell[s->home[i]];
                count[s->home[i]]++;
            }
        }
    }
    for (int32_t i = 0; i <= cells; i++)
        for (int run = 0; run < s->threads; run++)
            s->block[i].contacts += s->cell_count[(int64_t)run * (cells + 1) + i];
}

// Blocks phase by phase, contacts block by block.
static void place_blocks(ns_solver *s, const cut *c, int32_t cells)
{
    int32_t n = 0;
    int64_t first = 0;
    for (int k = 0; k < 3; k++) {
        s->cells[k] = c->cells[k];
        s->wraps[k] = c->periodic[k];
    }
    for (int32_t i = 0; i < cells; i++)
        place_of(c, i, s->block[i].place);
    for (int p = 0; p < NS_PHASES; p++) {
        s->phase_first[p] = n;
        for (int32_t i = 0; i < cells; i++)
            if (phase_of(s->block[i].place) == p && s->block[i].contacts > 0)
                s->phase_block[n++] = i;
    }
    s->phase_first[NS_PHASES] = n;
    for (int32_t i = 0; i <= n; i++) {
        ns_block *b = &s->block[i < n ? s->phase_block[i] : cells];
        b->first = first;
        b->dealt = s->dealt + first;
        first += b->contacts;
    }
}

static void deal_runs(ns_solver *s, int32_t cells)
{
    for (int32_t i = 0; i <= cells; i++)
        for (int32_t run = 0, at = 0; run < s->threads; run++) {
            int32_t *count = &s->cell_count[(int64_t)run * (cells + 1) + i];
            int32_t here = *count;
            *count = at;
            at += here;
        }
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int run = 0; run < s->threads; run++) {
        int32_t *next = s->cell_count + (int64_t)run * (cells + 1);
        for (int64_t i = run_first(s, run); i < run_first(s, run + 1); i++)
            s->block[s->home[i]].dealt[next[s->home[i]]++] = (int32_t)i;
    }
}

// Which block each contact is at home in.
static bool deal(ns_solver *s)
{
    if (!mem_grow((void **)&s->home, &s->home_room, s->contacts + 1, sizeof *s->home) ||
        !mem_grow((void **)&s->dealt, &s->dealt_room, s->contacts + 1, sizeof *s->dealt) ||
        !mem_grow((void **)&s->cell, &s->cell_room, s->movers + 1, sizeof *s->cell))
        return false;
    const expanse x = find_homes(s);
    const cut c = cut_space(s, &x);
    int32_t cells = c.cells[0] * c.cells[1] * c.cells[2];
    int64_t counts = (int64_t)s->threads * (cells + 1);
    if (!reserve_blocks(s, cells) ||
        !mem_grow((void **)&s->cell_count, &s->cell_count_room, counts, sizeof *s->cell_count))
        return false;
    count_cells(s, &c, cells);
    place_blocks(s, &c, cells);
    deal_runs(s, cells);
    return true;
}

static bool before(const ns_solver *s, int32_t i, int32_t j)
{
    const ns_link *p = &s->link[i];
    const ns_link *q = &s->link[j];
    if (p->id_a != q->id_a)
        return p->id_a < q->id_a;
    if (p->id_b != q->id_b)
        return p->id_b < q->id_b;
    return link_contact(s, i)->feature < link_contact(s, j)->feature;
}

// Both ids in one number, where none needs more than half of it; else by that of b, then by that of a.
static void sort_by_ids(const ns_solver *s, const int32_t *c, int32_t n, sort_pair *pair)
{
    int64_t all = 0;
    for (int32_t i = 0; i < n; i++) {
        const ns_link *l = &s->link[c[i]];
        all |= l->id_a | l->id_b;
        pair[i] = (sort_pair){(uint64_t)l->id_a << 32 | (uint64_t)l->id_b, (uint32_t)c[i]};
    }
    const bool wide = all >> 32 != 0;
    for (int32_t i = 0; wide && i < n; i++)
        pair[i].key = (uint64_t)s->link[c[i]].id_b;
    sort_u64_by_key(pair, n, pair + n);
    for (int32_t i = 0; wide && i < n; i++)
        pair[i].key = (uint64_t)s->link[pair[i].value].id_a;
    if (wide)
        sort_u64_by_key(pair, n, pair + n);
}

// Contacts of a block in the order of their keys: by ids, then, among the few of one pair, by feature.
static bool sort_contacts(const ns_solver *s, int32_t *c, int32_t n, ns_thread *t)
{
    if (!mem_grow((void **)&t->pair, &t->pair_room, 2 * (int64_t)n + 1, sizeof *t->pair))
        return false;
    const sort_pair *pair = t->pair;
    sort_by_ids(s, c, n, t->pair);
    for (int32_t i = 0; i < n; i++) {
        int32_t at = i;
        int32_t moved = (int32_t)pair[i].value;
        for (; at > 0 && before(s, moved, c[at - 1]); at--)
            c[at] = c[at - 1];
        c[at] = moved;
    }
    return true;
}

static sweep_kind kind_of(const ns_solver *s, const ns_link *l, bool alone)
{
    bool frozen = !alone && hub(s, l->a);
    return (sweep_kind){l->a < 0 ? SIDE_STILL
                        : frozen ? SIDE_HUB
                                 : SIDE_MOBILE,
                        frozen || !l->balls, l->rich};
}

static int kind_number(sweep_kind k)
{
    return ((int)k.side * 2 + k.general) * 2 + k.rich;
}
static sweep_kind kind_numbered(int n)
{
    return (sweep_kind){(sweep_side)(n / 4), n / 2 % 2 != 0, n % 2 != 0};
}

// The first colour that neither has; there is one (NS_HUB).
static int lowest_free(const uint64_t *p, const uint64_t *q)
{
    int word = 0;
    while (!~(p[word] | q[word]))
        word++;
    return 64 * word + __builtin_ctzll(~(p[word] | q[word]));
}

static int colour_contact(const ns_solver *s, const ns_link *l, uint64_t (*mask)[NS_WORDS])
{
    bool two = l->a >= 0 && !hub(s, l->a);
    uint64_t none[NS_WORDS] = {0};
    uint64_t *p = mask[l->b];
    uint64_t *q = two ? mask[l->a] : none;
    int k = lowest_free(p, q);
    p[k / 64] |= UINT64_C(1) << k % 64;
    q[k / 64] |= UINT64_C(1) << k % 64;
    return k;
}

// Bin of each contact: colour, then kind.
static int colour(const ns_solver *s, const ns_block *b, ns_thread *t)
{
    enum { AHEAD = 16 }; // contacts whose masks are called into cache
    int colours = 0;
    for (int32_t i = 0; i < b->contacts; i++) {
        const ns_link *l = &s->link[b->dealt[i]];
        const ns_link *later = &s->link[b->dealt[i + AHEAD < b->contacts ? i + AHEAD : i]];
        __builtin_prefetch(t->mask[later->b], 1);
        if (later->a >= 0)
            __builtin_prefetch(t->mask[later->a], 1);
        int k = colour_contact(s, l, t->mask);
        if (k >= colours)
            colours = k + 1;
        t->bin[i] = (uint16_t)(k * KINDS + kind_number(kind_of(s, l, false)));
    }
    for (int32_t i = 0; i < b->contacts; i++) {
        const ns_link *l = &s->link[b->dealt[i]];
        if (l->a >= 0)
            memset(t->mask[l->a], 0, sizeof *t->mask);
        memset(t->mask[l->b], 0, sizeof *t->mask);
    }
    return colours;
}

static bool add_batch(ns_block *b, sweep_kind kind, int32_t bin, int32_t dummy)
{
    if (!mem_grow((void **)&b->batch, &b->batch_room, b->batches + 1, sizeof *b->batch) ||
        !mem_grow((void **)&b->lane, &b->lane_room, b->batches + 1, sizeof *b->lane) ||
        !mem_grow((void **)&b->bin, &b->bin_room, b->batches + 1, sizeof *b->bin))
        return false;
    b->bin[b->batches] = bin;
    sweep_batch *p = &b->batch[b->batches];
    p->kind = kind;
    for (int l = 0; l < SWEEP_LANES; l++) {
        p->a[l] = kind.side == SIDE_MOBILE ? dummy + l : 0;
        p->b[l] = dummy + l;
        b->lane[b->batches][l] = -1;
    }
    b->columns += sweep_columns(kind);
    b->batches++;
    return true;
}

static void put_lane(const ns_solver *s, ns_block *b, int lane, int32_t link)
{
    sweep_batch *p = &b->batch[b->batches - 1];
    const ns_link *l = &s->link[link];
    b->lane[b->batches - 1][lane] = link;
    p->b[lane] = l->b;
    if (p->kind.side == SIDE_MOBILE)
        p->a[lane] = l->a;
    if (p->kind.side == SIDE_HUB)
        p->a[lane] = s->hub_of[l->a];
}

// Batches of the block from its bins.
static bool pack(const ns_solver *s, ns_block *b, const ns_thread *t, int colours, int32_t dummy)
{
    int32_t first[NS_COLOURS * KINDS + 1] = {0};
    int bins = colours * KINDS;
    for (int32_t i = 0; i < b->contacts; i++)
        first[t->bin[i] + 1]++;
    for (int k = 0; k < bins; k++)
        first[k + 1] += first[k];
    for (int32_t i = 0; i < b->contacts; i++)
        t->order[first[t->bin[i]]++] = b->dealt[i];
    int32_t at = 0;
    for (int k = 0; k < bins; k++)
        for (int lane = 0; at < first[k]; at++, lane = (lane + 1) % SWEEP_LANES) {
            if (lane == 0 && !add_batch(b, kind_numbered(k % KINDS), k, dummy))
                return false;
            put_lane(s, b, lane, t->order[at]);
        }
    return true;
}

static bool place_columns(ns_block *b)
{
    if (b->columns * SWEEP_LANES > b->column_room) {
        mem_free(b->column);
        b->column_room = b->columns * SWEEP_LANES + b->columns;
        b->column = mem_array(b->column_room, sizeof *b->column);
        if (!b->column)
            b->column_room = 0;
        if (!b->column)
            return false;
    }
    double *at = b->column;
    for (int32_t i = 0; i < b->batches; i++) {
        b->batch[i].column = at;
        at += sweep_columns(b->batch[i].kind) * SWEEP_LANES;
    }
    return true;
}

static bool reserve_sums(const ns_solver *s, ns_block *b)
{
    return s->hubs == 0 || mem_grow((void **)&b->sum, &b->sum_room, s->hubs, sizeof *b->sum);
}

static bool order_block(const ns_solver *s, ns_block *b, ns_thread *t, int32_t dummy)
{
    int64_t had = t->mask_room;
    b->batches = 0;
    b->columns = 0;
    if (!mem_grow((void **)&t->mask, &t->mask_room, s->movers, sizeof *t->mask))
        return false;
    memset(t->mask + had, 0, (size_t)(t->mask_room - had) * sizeof *t->mask);
    if (!mem_grow((void **)&t->bin, &t->bin_room, b->contacts + 1, sizeof *t->bin) ||
        !mem_grow((void **)&t->order, &t->order_room, b->contacts + 1, sizeof *t->order))
        return false;
    if (!sort_contacts(s, b->dealt, b->contacts, t))
        return false;
    b->colours = colour(s, b, t);
    return pack(s, b, t, b->colours, dummy) && place_columns(b) && reserve_sums(s, b);
}

// Contacts of hubs with hubs or with what is still: a batch each.
static bool order_last(ns_solver *s, int32_t dummy)
{
    ns_block *b = &s->block[s->blocks];
    b->batches = 0;
    b->columns = 0;
    if (!sort_contacts(s, b->dealt, b->contacts, &s->thread[0]))
        return false;
    for (int32_t i = 0; i < b->contacts; i++) {
        if (!add_batch(b, kind_of(s, &s->link[b->dealt[i]], true), i, dummy))
            return false;
        put_lane(s, b, 0, b->dealt[i]);
    }
    return place_columns(b);
}

// Bodies for lanes without a contact, eight for each block: two blocks must not write to the same place.
static bool add_dummies(ns_solver *s)
{
    int32_t movers = s->movers;
    int32_t dummies = SWEEP_LANES * (s->blocks + 1);
    if (!solver_reserve_movers(s, movers + dummies))
        return false;
    s->movers = movers;
    for (int32_t i = movers; i < movers + dummies; i++)
        s->body[i] = (mover){.inverse_mass = 1};
    memset(s->inertia + movers, 0, (size_t)dummies * sizeof *s->inertia);
    return true;
}

// How often the inverse mass of a hub counts in each phase.
static void count_loads(ns_solver *s)
{
    for (int32_t k = 0; k < s->hubs; k++)
        memset(s->hub_load[k], 0, sizeof s->hub_load[k]);
    for (int p = 0; s->hubs > 0 && p < NS_PHASES; p++)
        for (int i = s->phase_first[p]; i < s->phase_first[p + 1]; i++) {
            const ns_block *b = &s->block[s->phase_block[i]];
            for (int32_t k = 0; k < b->batches; k++)
                for (int l = 0; b->batch[k].kind.side == SIDE_HUB && l < SWEEP_LANES; l++)
                    if (b->lane[k][l] >= 0)
                        s->hub_load[b->batch[k].a[l]][p]++;
        }
}

// Batches of all blocks; meanwhile one thread follows the network.
static bool order_blocks(ns_solver *s)
{
    int bad = 0;
    int colours = 0;
    int busy = s->phase_first[NS_PHASES];
#pragma omp parallel num_threads(s->threads) reduction(+ : bad) reduction(max : colours)
    {
#pragma omp single nowait
        bad += !solver_choose_effort(s);
#pragma omp for schedule(dynamic)
        for (int i = 0; i < busy; i++) {
            int32_t at = s->phase_block[i];
            bad += !order_block(s, &s->block[at], &s->thread[omp_get_thread_num()],
                                s->movers + SWEEP_LANES * at);
            colours = s->block[at].colours > colours ? s->block[at].colours : colours;
        }
    }
    s->report.hubs = s->hubs;
    s->report.blocks = busy;
    s->report.colours = colours;
    return bad == 0 && order_last(s, s->movers + SWEEP_LANES * s->blocks);
}

bool solver_order(ns_solver *s)
{
    if (!find_hubs(s) || !deal(s) || !add_dummies(s) || !order_blocks(s) || !solver_lay_out(s))
        return false;
    count_loads(s);
    return !s->single || solver_reserve_single(s);
}
