// network.c - the length of the network of contacts, by which sweeps are counted (iterations.h): how many contacts lead
// from what carries to the farthest body.
//
// What carries a weight stands below it. Where there is one, ways begin at the contacts with something still that push
// up by 0.3 of their push at least; contacts with upright walls, which may be as slippery as you like, only begin the
// ways to bodies that hang on nothing else. Without a weight, anything still may push against
// anything else still across all that is between: ways begin at one wall at a time, and the longest of all counts.
// (Ways from all walls at once are half as long, and sweeps counted by those were too few for balls under a lid.)
#include "nonsmooth/solver.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static bool reserve_ways(const ns_solver *s, ns_ways *l)
{
    int64_t room[3] = {l->mover_room, l->mover_room, l->mover_room};
    int64_t need = (int64_t)s->movers + 2;
    if (!mem_grow((void **)&l->first, &room[0], need, sizeof *l->first) ||
        !mem_grow((void **)&l->level, &room[1], need, sizeof *l->level) ||
        !mem_grow((void **)&l->queue, &room[2], need, sizeof *l->queue))
        return false;
    l->mover_room = room[0];
    return mem_grow((void **)&l->to, &l->to_room, 2 * s->contacts + 1, sizeof *l->to);
}

// The mass of each of the two per contact over that of the other.
static double heavier(const ns_solver *s, const ns_link *c, const int32_t *contacts)
{
    double a = s->body[c->a].inverse_mass;
    double b = s->body[c->b].inverse_mass;
    if (!(a > 0 && b > 0))
        return 0;
    double most = real_max(b / (a * contacts[c->a]), a / (b * contacts[c->b]));
    return most > 1 ? most : 0;
}

// Links, and the largest mass per contact.
static bool make_ways(const ns_solver *s, ns_ways *l, double *heavy)
{
    if (!reserve_ways(s, l))
        return false;
    memset(l->first, 0, ((size_t)s->movers + 2) * sizeof *l->first);
    memset(l->level, 0, ((size_t)s->movers + 1) * sizeof *l->level);
    for (int64_t i = 0; i < s->contacts; i++) {
        const ns_link *c = &s->link[i];
        if (c->closed && c->a >= 0) {
            l->first[c->a + 1]++;
            l->first[c->b + 1]++;
        }
    }
    int32_t *contacts = l->queue; // of each mover
    memcpy(contacts, l->first + 1, (size_t)s->movers * sizeof *contacts);
    for (int32_t i = 0; i < s->movers; i++)
        l->first[i + 1] += l->first[i];
    for (int64_t i = 0; i < s->contacts; i++) {
        const ns_link *c = &s->link[i];
        if (!c->closed || c->a < 0)
            continue;
        *heavy = real_max(*heavy, heavier(s, c, contacts));
        l->to[l->first[c->a]++] = c->b;
        l->to[l->first[c->b]++] = c->a;
    }
    for (int32_t i = s->movers; i > 0; i--)
        l->first[i] = l->first[i - 1];
    l->first[0] = 0;
    return true;
}

// Where ways begin; FIXED_GRAINS and from 0 on: one wall.
enum { ANYTHING_STILL = -3, CARRIES = -2, FIXED_GRAINS = -1 };

static bool begins(const ns_solver *s, int64_t link, int where)
{
    const ns_link *l = &s->link[link];
    if (!l->closed || l->a >= 0)
        return false;
    const ns_contact *c = link_contact(s, link);
    if (where == CARRIES)
        return v3_dot(c->normal, s->set.down) < -0.3 * s->set.gravity;
    return where == ANYTHING_STILL || where == (c->fixed ? FIXED_GRAINS : -1 - c->a);
}

// To bodies without a level yet; the longest.
static int32_t walk(const ns_solver *s, const ns_ways *l, int where)
{
    int32_t head = 0;
    int32_t tail = 0;
    int32_t most = 0;
    for (int64_t i = 0; i < s->contacts; i++) {
        const ns_link *c = &s->link[i];
        if (!begins(s, i, where) || l->level[c->b])
            continue;
        l->level[c->b] = 1;
        l->queue[tail++] = c->b;
    }
    while (head < tail) {
        int32_t at = l->queue[head++];
        most = l->level[at];
        for (int32_t k = l->first[at]; k < l->first[at + 1]; k++) {
            if (l->level[l->to[k]])
                continue;
            l->level[l->to[k]] = l->level[at] + 1;
            l->queue[tail++] = l->to[k];
        }
    }
    return most;
}

static int32_t longest(const ns_solver *s, const ns_ways *l)
{
    int32_t most = 1;
    const int carried[] = {CARRIES, ANYTHING_STILL};
    for (int i = 0; i < 2 && s->set.gravity > 0; i++) {
        int32_t n = walk(s, l, carried[i]);
        most = n > most ? n : most;
    }
    for (int wall = FIXED_GRAINS; wall < s->walls && !(s->set.gravity > 0); wall++) {
        memset(l->level, 0, (size_t)s->movers * sizeof *l->level);
        int32_t n = walk(s, l, wall);
        most = n > most ? n : most;
    }
    return most;
}

// In a step, of the contact of a face: a corner of a cube feels four times the inverse mass of its middle.
static double hardness_of(const ns_solver *s, const ns_contact *c)
{
    normal_row r = law_set_normal_row(&s->law[c->set], -c->gap, c->r_eff, c->m_eff);
    double stiffness = r.stiffness * c->share;
    double settling = s->set.choice->settling;
    if (!(stiffness > 0))
        return 0;
    return 4 / (c->m_eff * solver_compliance(s, isnan(settling) ? ITERATIONS_SETTLING : settling,
                                             stiffness, r.time));
}

static double hardest(const ns_solver *s)
{
    int64_t flat = 0;
    int64_t other = 0;
    double most = 1;
    for (int64_t i = 0; i < s->contacts; i++)
        if (s->link[i].closed)
            s->link[i].face ? flat++ : other++;
    if (flat <= other)
        return 0;
    for (int64_t i = 0; i < s->contacts; i++) {
        const ns_contact *c = link_contact(s, i);
        if (c->gap < 0)
            most = real_max(most, hardness_of(s, c));
    }
    return most;
}

bool solver_network(ns_solver *s, ns_network *out)
{
    *out = (ns_network){0, 0, 0};
    if (!make_ways(s, &s->ways, &out->heavy))
        return false;
    out->depth = longest(s, &s->ways);
    out->hardness = hardest(s);
    return true;
}
