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

static bool hub(const ns_solver *s, int32_t mover) { return mover >= 0 && s->hub_of[mover] >= 0; }

static bool reserve_hubs(ns_solver *s, int64_t hubs)
{
    if (hubs <= s->hub_room) return true;
    int64_t room[2] = {s->hub_room, s->hub_room}, wanted = hubs + hubs / 2 + 8;
    mover *hub = mem_array(wanted, sizeof *hub);
    if (!hub || !mem_grow((void **)&s->hub_mover, &room[0], wanted, sizeof *s->hub_mover) ||
        !mem_grow((void **)&s->hub_load, &room[1], wanted, sizeof *s->hub_load)) {
        mem_free(hub);
        return false;
    }
    mem_free(s->hub);
    s->hub = hub, s->hub_room = wanted;
    return true;
}

static bool add_hub(ns_solver *s, int32_t mover)
{
    if (!reserve_hubs(s, s->hubs + 1)) return false;
    s->hub_of[mover] = s->hubs;
    s->hub_mover[s->hubs++] = mover;
    return true;
}

static bool find_hubs(ns_solver *s)
{
    if (!mem_grow((void **)&s->hub_of, &s->hub_of_room, s->movers + 1, sizeof *s->hub_of)) return false;
    for (int32_t i = 0; i < s->movers; i++) s->hub_of[i] = 0; // how many contacts at first
    for (int64_t i = 0; i < s->contacts; i++) {
        const ns_contact *c = &s->contact[i];
        if (c->a >= 0) s->hub_of[c->a]++;
        s->hub_of[c->b]++;
    }
    for (int w = 0; w < s->walls; w++)
        if (s->wall[w].mover >= 0) s->hub_of[s->wall[w].mover] = NS_HUB + 1;
    s->hubs = 0;
    for (int32_t i = 0; i < s->movers; i++) {
        bool many = s->hub_of[i] > NS_HUB;
        s->hub_of[i] = -1;
        if (many && !add_hub(s, i)) return false;
    }
    return true;
}

static void turn_contact(ns_contact *c)
{
    ns_contact t = *c;
    c->a = t.b, c->b = t.a;
    c->normal = v3_scale(-1, t.normal);
    c->arm_a = t.arm_b, c->arm_b = t.arm_a;
    c->turned = !t.turned;
}

static v3 apart(const ns_solver *s, int32_t a, int32_t b)
{
    v3 d = v3_sub(s->position[b], s->position[a]);
    double x[3] = {d.x, d.y, d.z};
    for (int k = 0; k < 3; k++)
        if (s->periodic[k] > 0) x[k] -= s->periodic[k] * real_round(x[k] / s->periodic[k]);
    return v3_make(x[0], x[1], x[2]);
}

// Cells of space.
typedef struct cut {
    double low[3], scale[3]; // place of a cell: (x - low) scale; periodic: x scale, less whole numbers, times cells
    int cells[3];
    bool periodic[3];
} cut;

static int cells_along(double extent, double edge, bool periodic)
{
    double n = floor(extent / edge);
    int cells = n < 1 ? 1 : n > 1024 ? 1024 : (int)n;
    return periodic && cells > 1 ? cells & ~1 : cells;
}

static cut cut_space(const ns_solver *s, double least)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, edge = 0;
    for (int64_t i = 0; i < s->contacts; i++) {
        if (s->home[i] < 0) continue;
        v3 p = s->position[s->home[i]];
        const double x[3] = {p.x, p.y, p.z};
        for (int k = 0; k < 3; k++) low[k] = real_min(low[k], x[k]), high[k] = real_max(high[k], x[k]);
    }
    cut c = {.cells = {1, 1, 1}};
    for (int k = 0; k < 3; k++) {
        c.periodic[k] = s->periodic[k] > 0;
        c.low[k] = c.periodic[k] || !(low[k] < INFINITY) ? 0 : low[k];
        high[k] = c.periodic[k] ? s->periodic[k] : high[k] > c.low[k] ? high[k] - c.low[k] : 0; // the extent
        edge = real_max(edge, high[k]);
    }
    double wanted = (double)s->contacts / BLOCK_CONTACTS;
    for (; wanted > BLOCKS_LEAST && edge * 0.9 > least; edge *= 0.9) {
        for (int k = 0; k < 3; k++) c.cells[k] = cells_along(high[k], edge, c.periodic[k]);
        if ((double)c.cells[0] * c.cells[1] * c.cells[2] >= wanted) break;
    }
    for (int k = 0; k < 3; k++) c.scale[k] = c.periodic[k] ? 1 / high[k] : high[k] > 0 ? c.cells[k] / high[k] : 0;
    return c;
}

static int32_t cell_of(const cut *c, v3 at)
{
    const double x[3] = {at.x, at.y, at.z};
    int32_t place[3];
    for (int k = 0; k < 3; k++) {
        double f = (x[k] - c->low[k]) * c->scale[k];
        if (c->periodic[k]) f = (f - floor(f)) * c->cells[k];
        place[k] = f > 0 ? (int32_t)real_min(f, c->cells[k] - 1) : 0;
    }
    return (place[2] * c->cells[1] + place[1]) * c->cells[0] + place[0];
}

static int phase_of(const cut *c, int32_t cell)
{
    int x = cell % c->cells[0], y = cell / c->cells[0] % c->cells[1], z = cell / c->cells[0] / c->cells[1];
    return (x & 1) | (y & 1) << 1 | (z & 1) << 2;
}

static bool reserve_blocks(ns_solver *s, int32_t blocks)
{
    int64_t had = s->block_room, room = s->phase_room;
    if (!mem_grow((void **)&s->block, &s->block_room, blocks + 1, sizeof *s->block)) return false;
    memset(s->block + had, 0, (size_t)(s->block_room - had) * sizeof *s->block);
    if (!mem_grow((void **)&s->phase_block, &room, blocks + 1, sizeof *s->phase_block)) return false;
    s->phase_room = room;
    s->blocks = blocks;
    for (int32_t i = 0; i <= blocks; i++) s->block[i].contacts = 0;
    return true;
}

static bool room_in(ns_block *b, int32_t contacts)
{
    int64_t room = b->found_room;
    if (!mem_grow((void **)&b->found, &room, contacts + 1, sizeof *b->found)) return false;
    b->found_room = (int32_t)room;
    return true;
}

// Which block each contact is at home in; home[] holds movers at first, -1: the last block.
static bool deal(ns_solver *s)
{
    double far2 = 0;
    for (int64_t i = 0; i < s->contacts; i++) {
        ns_contact *c = &s->contact[i];
        bool hub_a = hub(s, c->a), hub_b = hub(s, c->b);
        if (hub_b && c->a >= 0 && !hub_a) turn_contact(c), hub_a = true, hub_b = false;
        s->home[i] = hub_b ? -1 : c->a < 0 || hub_a ? c->b : c->a;
        if (c->a < 0 || hub_a || hub_b) continue;
        v3 d = apart(s, c->a, c->b);
        far2 = real_max(far2, v3_dot(d, d));
    }
    cut c = cut_space(s, 2.0001 * sqrt(far2));
    int32_t cells = c.cells[0] * c.cells[1] * c.cells[2];
    if (!reserve_blocks(s, cells)) return false;
    for (int64_t i = 0; i < s->contacts; i++) {
        s->home[i] = s->home[i] < 0 ? cells : cell_of(&c, s->position[s->home[i]]);
        s->block[s->home[i]].contacts++;
    }
    for (int32_t i = 0; i <= cells; i++) {
        if (!room_in(&s->block[i], s->block[i].contacts)) return false;
        s->block[i].contacts = 0;
    }
    for (int64_t i = 0; i < s->contacts; i++) {
        ns_block *b = &s->block[s->home[i]];
        b->found[b->contacts++] = (int32_t)i;
    }
    int32_t n = 0;
    for (int p = 0; p < NS_PHASES; p++) {
        s->phase_first[p] = n;
        for (int32_t i = 0; i < cells; i++)
            if (phase_of(&c, i) == p && s->block[i].contacts > 0) s->phase_block[n++] = i;
    }
    s->phase_first[NS_PHASES] = n;
    return true;
}

static bool before(const ns_contact *p, const ns_contact *q)
{
    if (p->id_a != q->id_a) return p->id_a < q->id_a;
    if (p->id_b != q->id_b) return p->id_b < q->id_b;
    return p->feature < q->feature;
}

// Contacts of a block in the order of their keys: by ids, then, among the few of one pair, by feature.
static bool sort_contacts(const ns_contact *all, int32_t *c, int32_t n, ns_thread *t)
{
    if (!mem_grow((void **)&t->pair, &t->pair_room, 2 * (int64_t)n + 1, sizeof *t->pair)) return false;
    sort_pair *pair = t->pair;
    for (int32_t i = 0; i < n; i++) {
        const ns_contact *k = &all[c[i]];
        pair[i] = (sort_pair){(uint64_t)(uint32_t)k->id_a << 32 | (uint32_t)k->id_b, (uint32_t)c[i]};
    }
    sort_u64_by_key(pair, n, pair + n);
    for (int32_t i = 0; i < n; i++) {
        int32_t at = i, moved = (int32_t)pair[i].value;
        for (; at > 0 && before(&all[moved], &all[c[at - 1]]); at--) c[at] = c[at - 1];
        c[at] = moved;
    }
    return true;
}

static sweep_kind kind_of(const ns_solver *s, const ns_contact *c, bool alone)
{
    bool frozen = !alone && hub(s, c->a);
    return (sweep_kind){c->a < 0 ? SIDE_STILL
                        : frozen ? SIDE_HUB
                                 : SIDE_MOBILE,
                        frozen || !c->balls, s->limits[c->set].rich};
}

static int kind_number(sweep_kind k) { return ((int)k.side * 2 + k.general) * 2 + k.rich; }
static sweep_kind kind_numbered(int n) { return (sweep_kind){(sweep_side)(n / 4), n / 2 % 2 != 0, n % 2 != 0}; }

// The first colour that neither has; there is one (NS_HUB).
static int lowest_free(const uint64_t *p, const uint64_t *q)
{
    int word = 0;
    while (!~(p[word] | q[word])) word++;
    return 64 * word + __builtin_ctzll(~(p[word] | q[word]));
}

static int colour_contact(const ns_solver *s, const ns_contact *c, uint64_t (*mask)[NS_WORDS])
{
    bool two = c->a >= 0 && !hub(s, c->a);
    uint64_t none[NS_WORDS] = {0}, *p = mask[c->b], *q = two ? mask[c->a] : none;
    int k = lowest_free(p, q);
    p[k / 64] |= UINT64_C(1) << k % 64;
    q[k / 64] |= UINT64_C(1) << k % 64;
    return k;
}

// Bin of each contact: colour, then kind.
static int colour(const ns_solver *s, const ns_block *b, ns_thread *t)
{
    int colours = 0;
    for (int32_t i = 0; i < b->contacts; i++) {
        const ns_contact *c = &s->contact[b->found[i]];
        int k = colour_contact(s, c, t->mask);
        if (k >= colours) colours = k + 1;
        t->bin[i] = (uint16_t)(k * KINDS + kind_number(kind_of(s, c, false)));
    }
    for (int32_t i = 0; i < b->contacts; i++) {
        const ns_contact *c = &s->contact[b->found[i]];
        if (c->a >= 0) memset(t->mask[c->a], 0, sizeof *t->mask);
        memset(t->mask[c->b], 0, sizeof *t->mask);
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

static void put_lane(const ns_solver *s, ns_block *b, int lane, int32_t contact)
{
    sweep_batch *p = &b->batch[b->batches - 1];
    const ns_contact *c = &s->contact[contact];
    b->lane[b->batches - 1][lane] = contact;
    p->b[lane] = c->b;
    if (p->kind.side == SIDE_MOBILE) p->a[lane] = c->a;
    if (p->kind.side == SIDE_HUB) p->a[lane] = s->hub_of[c->a];
}

// Batches of the block from its bins.
static bool pack(const ns_solver *s, ns_block *b, const ns_thread *t, int colours, int32_t dummy)
{
    int32_t first[NS_COLOURS * KINDS + 1] = {0};
    int bins = colours * KINDS;
    for (int32_t i = 0; i < b->contacts; i++) first[t->bin[i] + 1]++;
    for (int k = 0; k < bins; k++) first[k + 1] += first[k];
    for (int32_t i = 0; i < b->contacts; i++) t->order[first[t->bin[i]]++] = b->found[i];
    int32_t at = 0;
    for (int k = 0; k < bins; k++)
        for (int lane = 0; at < first[k]; at++, lane = (lane + 1) % SWEEP_LANES) {
            if (lane == 0 && !add_batch(b, kind_numbered(k % KINDS), k, dummy)) return false;
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
        if (!b->column) b->column_room = 0;
        if (!b->column) return false;
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
    b->batches = 0, b->columns = 0;
    if (!mem_grow((void **)&t->mask, &t->mask_room, s->movers, sizeof *t->mask)) return false;
    memset(t->mask + had, 0, (size_t)(t->mask_room - had) * sizeof *t->mask);
    if (!mem_grow((void **)&t->bin, &t->bin_room, b->contacts + 1, sizeof *t->bin) ||
        !mem_grow((void **)&t->order, &t->order_room, b->contacts + 1, sizeof *t->order))
        return false;
    if (!sort_contacts(s->contact, b->found, b->contacts, t)) return false;
    b->colours = colour(s, b, t);
    return pack(s, b, t, b->colours, dummy) && place_columns(b) && reserve_sums(s, b);
}

// Contacts of hubs with hubs or with what is still: a batch each.
static bool order_last(ns_solver *s, int32_t dummy)
{
    ns_block *b = &s->block[s->blocks];
    b->batches = 0, b->columns = 0;
    if (!sort_contacts(s->contact, b->found, b->contacts, &s->thread[0])) return false;
    for (int32_t i = 0; i < b->contacts; i++) {
        if (!add_batch(b, kind_of(s, &s->contact[b->found[i]], true), i, dummy)) return false;
        put_lane(s, b, 0, b->found[i]);
    }
    return place_columns(b);
}

// Bodies for lanes without a contact, eight for each block: two blocks must not write to the same place.
static bool add_dummies(ns_solver *s)
{
    int32_t movers = s->movers, dummies = SWEEP_LANES * (s->blocks + 1);
    if (!solver_reserve_movers(s, movers + dummies)) return false;
    s->movers = movers;
    for (int32_t i = movers; i < movers + dummies; i++) s->body[i] = (mover){.inverse_mass = 1};
    memset(s->inertia + movers, 0, (size_t)dummies * sizeof *s->inertia);
    return true;
}

// Contacts of a batch that is soon copied, into cache.
static void call_batch(const ns_solver *s, const ns_block *b, int32_t batch)
{
    if (batch >= b->batches) return;
    for (int l = 0; l < SWEEP_LANES; l++) {
        const char *at = (const char *)&s->contact[b->lane[batch][l] < 0 ? 0 : b->lane[batch][l]];
        for (size_t k = 0; k < offsetof(ns_contact, arm_a); k += 64) __builtin_prefetch(at + k);
    }
}

// Contacts of a block into the order of its batches.
static void lay_out(const ns_solver *s, ns_block *b)
{
    int32_t at = (int32_t)b->first;
    for (int32_t k = 0; k < b->batches; k++) {
        call_batch(s, b, k + 1);
        for (int l = 0; l < SWEEP_LANES; l++) {
            if (b->lane[k][l] < 0) continue;
            const ns_contact *from = &s->contact[b->lane[k][l]];
            bool short_one = from->balls && from->a >= 0; // has not what only some have
            memcpy(&s->spare[at], from, short_one ? offsetof(ns_contact, arm_a) : sizeof *from);
            b->lane[k][l] = at++;
        }
    }
}

static bool lay_out_all(ns_solver *s)
{
    int64_t first = 0;
    if (!mem_grow((void **)&s->spare, &s->spare_room, s->contacts + 1, sizeof *s->spare)) return false;
    for (int i = 0; i < s->phase_first[NS_PHASES]; i++) {
        s->block[s->phase_block[i]].first = first;
        first += s->block[s->phase_block[i]].contacts;
    }
    s->block[s->blocks].first = first;
#pragma omp parallel for num_threads(s->threads) schedule(dynamic)
    for (int i = 0; i < s->phase_first[NS_PHASES]; i++) lay_out(s, &s->block[s->phase_block[i]]);
    lay_out(s, &s->block[s->blocks]);
    ns_contact *swap = s->contact;
    int64_t room = s->contact_room;
    s->contact = s->spare, s->contact_room = s->spare_room;
    s->spare = swap, s->spare_room = room;
    return true;
}

// How often the inverse mass of a hub counts in each phase.
static void count_loads(ns_solver *s)
{
    for (int32_t k = 0; k < s->hubs; k++) memset(s->hub_load[k], 0, sizeof s->hub_load[k]);
    for (int p = 0; s->hubs > 0 && p < NS_PHASES; p++)
        for (int i = s->phase_first[p]; i < s->phase_first[p + 1]; i++) {
            const ns_block *b = &s->block[s->phase_block[i]];
            for (int32_t k = 0; k < b->batches; k++)
                for (int l = 0; b->batch[k].kind.side == SIDE_HUB && l < SWEEP_LANES; l++)
                    if (b->lane[k][l] >= 0) s->hub_load[b->batch[k].a[l]][p]++;
        }
}

bool solver_order(ns_solver *s)
{
    if (!mem_grow((void **)&s->home, &s->home_room, s->contacts + 1, sizeof *s->home)) return false;
    if (!find_hubs(s) || !deal(s) || !add_dummies(s)) return false;
    int bad = 0, colours = 0, busy = s->phase_first[NS_PHASES];
#pragma omp parallel for num_threads(s->threads) schedule(dynamic) reduction(+ : bad) reduction(max : colours)
    for (int i = 0; i < busy; i++) {
        int32_t at = s->phase_block[i];
        bad += !order_block(s, &s->block[at], &s->thread[omp_get_thread_num()], s->movers + SWEEP_LANES * at);
        colours = s->block[at].colours > colours ? s->block[at].colours : colours;
    }
    s->report.hubs = s->hubs, s->report.blocks = busy, s->report.colours = colours;
    if (bad || !order_last(s, s->movers + SWEEP_LANES * s->blocks) || !lay_out_all(s)) return false;
    count_loads(s);
    return !s->single || solver_reserve_single(s);
}
