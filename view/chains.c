// chains.c - see chains.h. The strongest are found without sorting: forces are counted by their 16-bit fractions of the largest.
#include "view/chains.h"

#include "view/range.h"

#include <stdlib.h>
#include <string.h>

// A rod that is longer than its contact was, by this factor, is none any more.
static const double parted = 1.2;

// How many are taken: all above a fraction, and so many of those that have it.
typedef struct threshold {
    uint16_t fraction;
    int64_t ties;
} threshold;

static bool find_threshold(threshold *out, const uint16_t *fraction, int64_t count, int64_t most)
{
    int at = PACK_TOP + 1;
    *out = (threshold){0, count};
    if (count <= most)
        return true;
    int64_t *having = calloc(PACK_TOP + 2, sizeof *having);
    if (!having)
        return false;
    for (int64_t i = 0; i < count; i++)
        having[fraction[i]]++;
    out->ties = most;
    for (; at > 0 && having[at] <= out->ties; at--)
        out->ties -= having[at];
    out->fraction = (uint16_t)at;
    free(having);
    return true;
}

// Where the grains of a frame with forces stand in another one, by their rows; -1: it is not there.
static int32_t *rows_in(const frame_balls *later, const frame_balls *with_forces)
{
    int32_t *row = malloc(((size_t)with_forces->count + 1) * sizeof *row);
    if (!row)
        return NULL;
    memset(row, -1, ((size_t)with_forces->count + 1) * sizeof *row);
    for (int64_t i = 0; i < later->count; i++) {
        const int64_t at = frame_ball_of(with_forces, later->id[i]);
        if (at >= 0)
            row[at] = (int32_t)i;
    }
    return row;
}

// The way that a grain has gone since forces were looked at; false: it has gone for good. Walls have no row, and go nowhere.
static bool way_of(const view_moment *moment, const int32_t *row, int64_t id, v3 *way)
{
    const frame_balls *then = &moment->forces->ball;
    const int64_t at = frame_ball_of(then, id);
    if (at < 0 || row[at] < 0)
        return false;
    *way = v3_sub(moment->frame->ball.position[row[at]], then->position[at]);
    return true;
}

static double square_between(const chain *rod)
{
    const v3 apart = v3_sub(rod->a, rod->b);
    return v3_dot(apart, apart);
}

// The rod of a contact as the grains stand now. The point at a wall goes with the grain.
static bool follow(const view_moment *moment, const int32_t *row, int64_t contact, chain *rod)
{
    const frame_contacts *contacts = &moment->forces->contact;
    const bool wall = frame_ball_of(&moment->forces->ball, contacts->a[contact]) < 0;
    const double before = square_between(rod);
    v3 way_a;
    v3 way_b;
    if (!way_of(moment, row, contacts->b[contact], &way_b))
        return false;
    way_a = way_b;
    if (!wall && !way_of(moment, row, contacts->a[contact], &way_a))
        return false;
    rod->a = v3_add(rod->a, way_a);
    rod->b = v3_add(rod->b, way_b);
    return square_between(rod) <= parted * parted * before;
}

static bool fill(chains *out, const view_moment *moment, const uint16_t *fraction, int64_t most)
{
    const frame *with_forces = moment->forces;
    const frame_contacts *contacts = &with_forces->contact;
    threshold threshold;
    const bool later = with_forces != moment->frame;
    int32_t *row = later ? rows_in(&moment->frame->ball, &with_forces->ball) : NULL;
    const bool found = find_threshold(&threshold, fraction, contacts->count, most);
    if (!found || (later && !row)) {
        free(row);
        return false;
    }
    for (int64_t i = 0; i < contacts->count; i++) {
        const bool tie = fraction[i] == threshold.fraction;
        if (fraction[i] < threshold.fraction || (tie && threshold.ties-- <= 0))
            continue;
        chain rod = {contacts->position_a[i], contacts->position_b[i], contacts->normal_force[i]};
        if (!later || follow(moment, row, i, &rod))
            out->rod[out->count++] = rod;
    }
    free(row);
    return true;
}

bool chains_find(chains *out, const view_moment *moment, int64_t most)
{
    const frame_contacts *contacts = &moment->forces->contact;
    const int64_t count = contacts->count;
    range force = range_nothing;
    for (int64_t i = 0; i < count; i++)
        range_widen(&force, contacts->normal_force[i]);
    force = (range){0, range_settled(force).high};
    const double steps = range_steps(force);
    uint16_t *fraction = malloc(((size_t)count + 1) * sizeof *fraction);
    *out = (chains){.contacts = count, .time = moment->forces->time};
    out->rod = malloc(((size_t)(count < most ? count : most) + 1) * sizeof *out->rod);
    if (fraction && out->rod) {
        for (int64_t i = 0; i < count; i++)
            fraction[i] = range_fraction(force, steps, contacts->normal_force[i]);
    }
    const bool good = fraction && out->rod && fill(out, moment, fraction, most);
    free(fraction);
    return good;
}

void chains_clear(chains *chains)
{
    free(chains->rod);
    chains->rod = NULL;
}
