// cut.c - space is cut in two again and again, until each piece has one part to fill (recursive bisection: Berger and Bokhari
// 1987). Both sides of a cut have as much work as they have parts to fill.
//
// Along each axis it is found where that is, by sums of the work between planes, which are laid closer and closer around it; ranks
// add up theirs, so that none of them has to know the bodies of the others. Then the axis is taken along which least
// is lost in a step: to copies of the bodies near the plane, and by lists of neighbours, which cost what bodies are, not what
// their contacts are. Where grains fall onto a bed, a plane between them and the bed has few near it, but leaves most of the
// lists to one side.
//
// Bodies of a packing stand in layers. So that a plane may cut one of them, it leans a little.
#include "world/cut.h"

#include "world/ranks.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = 3, SLABS = 64, ROUNDS = 5 };

// Where a plane is looked for: between these two, with the work of what is below the lower one.
typedef struct border {
    double low, high;
    int64_t below;
} border;

typedef struct piece {
    int first, parts; // it fills so many parts from the first on
    double low[AXES]; // it stands between these
    double high[AXES];
    bool whole[AXES];    // no plane has cut along that axis
    int64_t work, count; // of its bodies
    border border[AXES];
} piece;

// What stands on both sides of a plane.
typedef struct sides {
    int64_t below,
        near; // bodies below it, and those on both sides that the other side may have to see
} sides;

typedef struct cutting {
    world *world;
    dealt *list;
    int64_t count;
    piece *piece; // at first one of all
    int pieces;
    int64_t *sum;   // of all pieces and axes: work in each slab, and then sides
    double listing; // what lists cost a body in a step, in the unit of work
} cutting;

// ---- places

static double along(const double at[AXES], int axis)
{
    static const double lean = 1.0 / 1024;
    const double aside = at[(axis + 1) % AXES] + lean * at[(axis + 2) % AXES];
    return at[axis] + lean * aside;
}

static void find_extent(const cutting *c, piece *all)
{
    double ends[2 * AXES]; // low ones with the sign changed
    for (int d = 0; d < 2 * AXES; d++)
        ends[d] = -INFINITY;
    for (int64_t i = 0; i < c->count; i++) {
        for (int d = 0; d < AXES; d++) {
            const double at = along(c->list[i].at, d);
            ends[d] = real_max(ends[d], -at);
            ends[AXES + d] = real_max(ends[AXES + d], at);
        }
    }
    ranks_most(c->world, ends, 2 * AXES);
    for (int d = 0; d < AXES; d++) {
        all->low[d] = -ends[d];
        all->high[d] = ends[AXES + d];
        all->whole[d] = true;
    }
}

// ---- where both sides have their share

// How much of the work of the piece goes to its lower side.
static double share_of(const piece *p)
{
    return (double)(p->parts / 2) / p->parts;
}

static void add_to_slabs(const cutting *c, const dealt *body)
{
    const piece *p = &c->piece[body->to];
    int64_t *slab = c->sum + (int64_t)body->to * AXES * SLABS;
    for (int d = 0; d < AXES; d++) {
        const border *b = &p->border[d];
        const double at = along(body->at, d);
        const double scale = SLABS / (b->high - b->low);
        if (!(at >= b->low && at <= b->high))
            continue;
        const double number = isfinite(scale) ? (at - b->low) * scale : 0;
        slab[d * SLABS + (int)real_min(number, SLABS - 1)] += body->weight;
    }
}

static void draw_in(border *b, const int64_t *slab, double wanted)
{
    const double wide = (b->high - b->low) / SLABS;
    int i = 0;
    while (i < SLABS - 1 && (double)(b->below + slab[i]) < wanted)
        b->below += slab[i++];
    b->low += i * wide;
    b->high = i == SLABS - 1 ? b->high : b->low + wide;
}

static void draw_in_all(const cutting *c)
{
    const int64_t sums = (int64_t)c->pieces * AXES * SLABS;
    memset(c->sum, 0, (size_t)sums * sizeof *c->sum);
    for (int64_t i = 0; i < c->count; i++) {
        if (c->list[i].told && c->piece[c->list[i].to].parts > 1)
            add_to_slabs(c, &c->list[i]);
    }
    ranks_add(c->world, c->sum, sums);
    for (int k = 0; k < c->pieces; k++) {
        piece *p = &c->piece[k];
        for (int d = 0; d < AXES; d++) {
            const int64_t *slab = c->sum + ((int64_t)k * AXES + d) * SLABS;
            draw_in(&p->border[d], slab, share_of(p) * (double)p->work);
        }
    }
}

static double plane_of(const piece *p, int axis)
{
    return p->border[axis].high;
}

// ---- what is lost

// Is a plane, or where the piece meets itself across a periodic border, so near that the other side may have to see the body?
static bool is_near(const cutting *c, const dealt *body, int axis)
{
    const piece *p = &c->piece[body->to];
    const stepping *stepping = &c->world->part->stepping;
    const double reach = body->radius + stepping->skin;
    const double at = along(body->at, axis);
    bool near = fabs(at - plane_of(p, axis)) < reach;
    if (stepping->periodic[axis] && p->whole[axis])
        near = near || at - p->low[axis] < reach || p->high[axis] - at < reach;
    return near;
}

static void count_sides(const cutting *c)
{
    sides *side = (sides *)c->sum;
    memset(side, 0, (size_t)c->pieces * AXES * sizeof *side);
    for (int64_t i = 0; i < c->count; i++) {
        const dealt *body = &c->list[i];
        const piece *p = &c->piece[body->to];
        for (int d = 0; d < AXES && body->told && p->parts > 1; d++) {
            sides *own = &side[body->to * AXES + d];
            own->below += along(body->at, d) < plane_of(p, d) ? body->balls : 0;
            own->near += is_near(c, body, d) ? body->balls : 0;
        }
    }
    ranks_add(c->world, c->sum,
              (int64_t)c->pieces * AXES * (int64_t)(sizeof *side / sizeof *c->sum));
}

// To send a copy and to take it costs so much besides the contacts that are computed twice, half of a body.
static const double copying = 24 * 64;

// Of a rank in a step, in the unit of work.
static double lost_by(const cutting *c, const piece *p, const sides *side)
{
    const double count = real_max((double)p->count, 1);
    const double half = p->parts / 2;
    const double rest = p->parts - half;
    const double below = (double)side->below / half;
    const double above = (count - (double)side->below) / rest;
    const double lists = c->listing * (real_max(below, above) - count / p->parts);
    const double copy = 0.5 * (double)p->work / count + copying;
    const double beside = real_pow(half, 2.0 / 3); // so many parts of each side share the plane
    return lists + copy * 0.5 * (double)side->near / beside;
}

static int best_axis(const cutting *c, int k)
{
    const sides *side = (const sides *)c->sum + (int64_t)k * AXES;
    double least = INFINITY;
    int best = 0;
    for (int d = 0; d < AXES; d++) {
        const piece *p = &c->piece[k];
        const double lost = lost_by(c, p, &side[d]);
        if (lost < least && p->high[d] > p->low[d]) {
            least = lost;
            best = d;
        }
    }
    return best;
}

// ---- cut

static void begin_search(piece *p)
{
    for (int d = 0; d < AXES; d++)
        p->border[d] = (border){.low = p->low[d], .high = p->high[d]};
}

// The upper half of each piece becomes a piece of its own, behind all others; `upper` says for each which one, and `axis` along which.
static void split(cutting *c, int *axis, int *upper)
{
    const int pieces = c->pieces;
    for (int k = 0; k < pieces; k++) {
        piece *p = &c->piece[k];
        if (p->parts == 1)
            continue;
        axis[k] = best_axis(c, k);
        upper[k] = c->pieces++;
        piece *other = &c->piece[upper[k]];
        *other = *p;
        other->first += p->parts / 2;
        other->parts -= p->parts / 2;
        other->low[axis[k]] = plane_of(p, axis[k]);
        other->whole[axis[k]] = false;
    }
    for (int64_t i = 0; i < c->count; i++) {
        dealt *body = &c->list[i];
        const int k = body->to;
        const piece *p = &c->piece[k];
        if (p->parts > 1 && !(along(body->at, axis[k]) < plane_of(p, axis[k])))
            body->to = upper[k];
    }
    for (int k = 0; k < pieces; k++) {
        piece *p = &c->piece[k];
        if (p->parts == 1)
            continue;
        p->high[axis[k]] = plane_of(p, axis[k]);
        p->whole[axis[k]] = false;
        p->parts /= 2;
    }
}

static void weigh_pieces(const cutting *c)
{
    memset(c->sum, 0, 2 * (size_t)c->pieces * sizeof *c->sum);
    for (int64_t i = 0; i < c->count; i++) {
        const dealt *body = &c->list[i];
        c->sum[2 * body->to] += body->told ? body->weight : 0;
        c->sum[2 * body->to + 1] += body->told ? body->balls : 0;
    }
    ranks_add(c->world, c->sum, 2 * (int64_t)c->pieces);
    for (int k = 0; k < c->pieces; k++) {
        c->piece[k].work = c->sum[2 * k];
        c->piece[k].count = c->sum[2 * k + 1];
    }
}

static void cut_all(cutting *c, int *axis, int *upper)
{
    while (c->pieces < c->world->parts) {
        weigh_pieces(c);
        for (int k = 0; k < c->pieces; k++)
            begin_search(&c->piece[k]);
        for (int round = 0; round < ROUNDS; round++)
            draw_in_all(c);
        count_sides(c);
        split(c, axis, upper);
    }
    for (int64_t i = 0; i < c->count; i++)
        c->list[i].to = c->piece[c->list[i].to].first;
}

// ---- work

// Lists of all cost that when they were last built, and so many steps were made with them; where nobody knows, half of what a
// body without contacts costs in a step.
static double listing_of(const world *w, double one)
{
    double told[2] = {w->sharing.listing, 0};
    for (const part *p = world_own(w); p < world_own_end(w); p++)
        told[1] += p->body.count;
    const double steps = (double)(w->shared->step - w->last_build);
    double all[2] = {0, 0};
    double *ranks = w->ranks ? ranks_gather(w, told, sizeof told) : NULL;
    for (int k = 0; k < (ranks ? w->parts : 1); k++) {
        all[0] += ranks ? ranks[2 * k] : told[0];
        all[1] += ranks ? ranks[2 * k + 1] : told[1];
    }
    free(ranks);
    const bool known = all[0] > 0 && all[1] > 0 && steps > 0;
    return known ? 64e9 * all[0] / all[1] / steps : 0.5 * one;
}

// Who has no weight gets one by the guess. At least 1 each. What a unit of the guess costs.
static double weigh(world *w, dealt *list, int64_t count)
{
    static const double usual = 14 * 64;
    int64_t sum[2] = {0, 0}; // weights that are known, and the guesses of those
    for (int64_t i = 0; i < count; i++) {
        const bool known = list[i].told && list[i].weight > 0;
        sum[0] += known ? list[i].weight : 0;
        sum[1] += known ? list[i].guess : 0;
    }
    ranks_add(w, sum, 2);
    const double one = sum[1] > 0 ? (double)sum[0] / (double)sum[1] : usual;
    for (int64_t i = 0; i < count; i++) {
        if (list[i].weight == 0)
            list[i].weight = (int32_t)real_min(one * list[i].guess, 1e9) + 1;
    }
    w->sharing.guessed = sum[1] == 0;
    return one;
}

bool cut_space(world *w, dealt *list, int64_t count)
{
    const size_t parts = (size_t)w->parts;
    cutting c = {
        .world = w,
        .list = list,
        .count = count,
        .piece = calloc(parts, sizeof *c.piece),
        .pieces = 1,
        .sum = malloc(parts * AXES * SLABS * sizeof *c.sum),
    };
    int *axis = calloc(2 * parts, sizeof *axis);
    const bool ok = c.piece && c.sum && axis;
    if (ok) {
        c.listing = listing_of(w, weigh(w, list, count));
        c.piece[0].parts = w->parts;
        find_extent(&c, &c.piece[0]);
        for (int64_t i = 0; i < count; i++)
            list[i].to = 0;
        cut_all(&c, axis, axis + parts);
    }
    free(c.piece);
    free(c.sum);
    free(axis);
    return ok;
}
