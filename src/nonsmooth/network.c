// network.c - the length of the network of contacts, by which sweeps are counted (iterations.h): how many contacts lead
// from what carries to the farthest body.
//
// What carries a weight stands below it. Where there is one, ways begin at the contacts with something still that push
// up by 0.3 of their push at least; contacts with upright walls, which may be as slippery as you like, only begin the
// ways to bodies that hang on nothing else. Without a weight, anything still may push against
// anything else still across all that is between: ways begin at one wall at a time, and the longest of all counts.
// (Ways from all walls at once are half as long, and sweeps counted by those were too few for balls under a lid.)
//
// From step to step few ways change, so the levels of the step before are looked at first: to see that they still hold
// takes one pass over the links.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool reserve_ways(const ns_solver *solver, ns_ways *ways)
{
    const int64_t need = (int64_t)solver->movers.count + 2;
    int32_t **column[] = {&ways->first, &ways->level, &ways->queue};
    int64_t room = 0;
    for (int i = 0; i < 3; i++) {
        room = ways->mover_room;
        if (!mem_grow((void **)column[i], &room, need, sizeof **column[i]))
            return false;
    }
    ways->mover_room = room;
    return MEM_GROW(ways->reached, ways->reached_room, need) &&
           MEM_GROW(ways->to, ways->to_room, 2 * solver->network.contacts + 1);
}

// The mass of each of the two per contact over that of the other.
static double heavier(const ns_solver *solver, const ns_link *link, const int32_t *contacts)
{
    const mover *body = solver->movers.body;
    double inverse_a = body[link->a].inverse_mass;
    double inverse_b = body[link->b].inverse_mass;
    if (!(inverse_a > 0 && inverse_b > 0))
        return 0;
    double of_a = inverse_b / (inverse_a * contacts[link->a]);
    double of_b = inverse_a / (inverse_b * contacts[link->b]);
    double most = real_max(of_a, of_b);
    return most > 1 ? most : 0;
}

// How many links each mover has, one place further on.
static void count_links(const ns_solver *solver, ns_ways *ways)
{
    const ns_network *network = &solver->network;
    const size_t movers = (size_t)solver->movers.count;
    memset(ways->first, 0, (movers + 2) * sizeof *ways->first);
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_link *link = &network->link[i];
        if (link->closed && link->a >= 0) {
            ways->first[link->a + 1]++;
            ways->first[link->b + 1]++;
        }
    }
}

// The largest mass per contact, once links are counted.
static double heaviest(const ns_solver *solver, const ns_ways *ways)
{
    const ns_network *network = &solver->network;
    double most = 0;
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_link *link = &network->link[i];
        if (link->closed && link->a >= 0)
            most = real_max(most, heavier(solver, link, ways->first + 1));
    }
    return most;
}

static void add_way(ns_ways *ways, int32_t from, int32_t to)
{
    int32_t *next = &ways->first[from];
    ways->to[*next] = to;
    (*next)++;
}

// Links by mover, once they are counted.
static void make_ways(const ns_solver *solver, ns_ways *ways)
{
    const ns_network *network = &solver->network;
    const int32_t movers = solver->movers.count;
    int32_t *first = ways->first;
    for (int32_t i = 0; i < movers; i++)
        first[i + 1] += first[i];
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_link *link = &network->link[i];
        if (!link->closed || link->a < 0)
            continue;
        add_way(ways, link->a, link->b);
        add_way(ways, link->b, link->a);
    }
    for (int32_t i = movers; i > 0; i--)
        first[i] = first[i - 1];
    first[0] = 0;
}

// Where ways begin; FIXED_GRAINS and from 0 on: one wall.
enum { ANYTHING_STILL = -3, CARRIES = -2, FIXED_GRAINS = -1 };

static bool begins(const ns_solver *solver, int64_t number, int where)
{
    const ns_settings *settings = &solver->set;
    const ns_link *link = &solver->network.link[number];
    if (!link->closed || link->a >= 0)
        return false;
    const ns_contact *contact = link_contact(solver, number);
    if (where == CARRIES) {
        double up = v3_dot(contact->normal, settings->down);
        return up < -0.3 * settings->gravity;
    }
    int here = contact->fixed ? FIXED_GRAINS : -1 - contact->a;
    return where == ANYTHING_STILL || where == here;
}

// To bodies without a level yet; the longest. Levels are those numbers of contacts times `sign`.
static int32_t walk(const ns_solver *solver, const ns_ways *ways, int where, int32_t sign)
{
    const ns_network *network = &solver->network;
    int32_t head = 0;
    int32_t tail = 0;
    int32_t most = 0;
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_link *link = &network->link[i];
        if (!begins(solver, i, where) || ways->level[link->b])
            continue;
        ways->level[link->b] = sign;
        ways->queue[tail++] = link->b;
    }
    while (head < tail) {
        int32_t at = ways->queue[head++];
        most = ways->level[at];
        for (int32_t k = ways->first[at]; k < ways->first[at + 1]; k++) {
            const int32_t next = ways->to[k];
            if (ways->level[next])
                continue;
            ways->level[next] = ways->level[at] + sign;
            ways->queue[tail++] = next;
        }
    }
    return sign * most;
}

static void forget_levels(const ns_solver *solver, ns_ways *ways)
{
    memset(ways->level, 0, ((size_t)solver->movers.count + 1) * sizeof *ways->level);
    ways->known = 0;
}

// Under a weight: from what carries, then, with levels below 0, from anything still to bodies that hang on nothing else.
static int32_t longest_carried(const ns_solver *solver, ns_ways *ways)
{
    forget_levels(solver, ways);
    const int32_t carried = walk(solver, ways, CARRIES, 1);
    const int32_t hanging = walk(solver, ways, ANYTHING_STILL, -1);
    ways->known = solver->movers.count;
    return carried > hanging ? carried : hanging;
}

static int32_t longest_across(const ns_solver *solver, ns_ways *ways)
{
    int32_t most = 0;
    for (int wall = FIXED_GRAINS; wall < solver->bounds.walls; wall++) {
        forget_levels(solver, ways);
        const int32_t most_here = walk(solver, ways, wall, 1);
        most = most_here > most ? most_here : most;
    }
    return most;
}

// ---- levels of the step before

// Whether a link to something still agrees with the levels; notes that its body has a reason for its own.
static bool still_agrees(const ns_solver *solver, const ns_ways *ways, int64_t number)
{
    const int32_t body = solver->network.link[number].b;
    const int32_t level = ways->level[body];
    if (begins(solver, number, CARRIES)) {
        ways->reached[body] = true;
        return level == 1;
    }
    if (level == -1)
        ways->reached[body] = true;
    return level > 0 || level == -1;
}

static bool link_agrees(const ns_ways *ways, const ns_link *link)
{
    const int32_t a = ways->level[link->a];
    const int32_t b = ways->level[link->b];
    if (a == b)
        return true;
    const bool together = (a > 0 && b > 0) || (a < 0 && b < 0);
    const int32_t further = abs(a) > abs(b) ? link->a : link->b;
    ways->reached[further] = true;
    return together && abs(a - b) == 1;
}

// Levels are numbers of contacts from where ways begin, exactly if ways begin at level 1 and nowhere else, no link leads
// over more than one level, and each body further on has one that is a level nearer. So those of the step before hold
// as long as they pass that, whatever else has changed. Returns the longest; -1: they do not hold.
static int32_t longest_as_before(const ns_solver *solver, const ns_ways *ways)
{
    const ns_network *network = &solver->network;
    const int32_t movers = solver->movers.count;
    int32_t most = 0;
    if (ways->known != movers)
        return -1;
    memset(ways->reached, 0, (size_t)movers * sizeof *ways->reached);
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_link *link = &network->link[i];
        if (!link->closed)
            continue;
        if (link->a < 0 ? !still_agrees(solver, ways, i) : !link_agrees(ways, link))
            return -1;
    }
    for (int32_t i = 0; i < movers; i++) {
        if (ways->level[i] != 0 && !ways->reached[i])
            return -1;
        most = abs(ways->level[i]) > most ? abs(ways->level[i]) : most;
    }
    return most;
}

static int32_t longest(ns_solver *solver, ns_ways *ways)
{
    const bool weighs = solver->set.gravity > 0;
    int32_t most = weighs ? longest_as_before(solver, ways) : -1;
    solver->report.walked = most < 0;
    if (most < 0) {
        make_ways(solver, ways);
        most = weighs ? longest_carried(solver, ways) : longest_across(solver, ways);
    }
    return most > 1 ? most : 1;
}

// In a step, of the contact of a face: a corner of a cube feels four times the inverse mass of its middle.
static double hardness_of(const ns_solver *solver, const ns_contact *contact)
{
    normal_row row = law_set_normal_row(&solver->law[contact->set], -contact->gap, contact->r_eff,
                                        contact->m_eff);
    double stiffness = row.stiffness * contact->share;
    double asked = solver->set.choice->settling;
    double settling = isnan(asked) ? ITERATIONS_SETTLING : asked;
    if (!(stiffness > 0))
        return 0;
    double compliance = solver_compliance(solver, settling, stiffness, row.time);
    return 4 / (contact->m_eff * compliance);
}

// One contact in five is enough: among boxes that have fallen on each other half of them are of edges and corners, and
// those that lie flat bend as stacks do.
static double hardest(const ns_solver *solver)
{
    const ns_network *network = &solver->network;
    int64_t flat = 0;
    int64_t other = 0;
    double most = 1;
    for (int64_t i = 0; i < network->contacts; i++) {
        if (network->link[i].closed)
            network->link[i].face ? flat++ : other++;
    }
    if (4 * flat <= other)
        return 0;
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_contact *contact = link_contact(solver, i);
        if (contact->gap < 0)
            most = real_max(most, hardness_of(solver, contact));
    }
    return most;
}

bool solver_network(ns_solver *solver, network_figures *out)
{
    ns_ways *ways = &solver->ways;
    if (!reserve_ways(solver, ways))
        return false;
    count_links(solver, ways);
    *out = (network_figures){
        .depth = 0,
        .heavy = heaviest(solver, ways),
        .hardness = hardest(solver),
    };
    out->depth = longest(solver, ways);
    return true;
}
