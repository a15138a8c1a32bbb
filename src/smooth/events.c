// events.c - what happens rarely in a step: contacts that begin and end, and trouble. One contact at a time, in plain doubles, so it is compiled once and cannot differ between kernels.
#include "smooth/grains.h"
#include "smooth/smooth.h"

#include "base/mathlib.h"

#include <math.h>

// From body a (or the wall point of a wall contact) to b, and the sum of the radii.
static v3 reach_of(const stepping *stepping, const bucket *bucket, int32_t i, double *radii)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *record_b = &position[bucket->b[i]];
    *radii = record_b->v[3];
    if (bucket->kind == BUCKET_WALLS)
        return columns_v3(bucket->geometry, WALL_D, i);
    const rec4 *record_a = &position[bucket->a[i]];
    *radii += record_a->v[3];
    return nearest_image(&stepping->context, v3_sub(v3_of(record_b), v3_of(record_a)));
}

static double core_radius(const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    return grain_contact_radius(grains_form(stepping, slot),
                                bodies->position[bodies->now][slot].v[3]);
}

// The overlap of grains with a core, and the smaller radius of contact of both.
static deep_overlap core_overlap(const stepping *stepping, const bucket *bucket, int32_t i)
{
    double radius = core_radius(stepping, bucket->b[i]);
    if (!bucket_walls(bucket->kind))
        radius = real_min(radius, core_radius(stepping, bucket->a[i]));
    return (deep_overlap){-bucket->geometry[GRAIN_GAP][i], radius};
}

static deep_overlap ball_overlap(const stepping *stepping, const bucket *bucket, int32_t i)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *position = bodies->position[bodies->now];
    double radii;
    const v3 reach = reach_of(stepping, bucket, i, &radii);
    double radius = position[bucket->b[i]].v[3];
    if (bucket->kind == BUCKET_BALLS)
        radius = real_min(radius, position[bucket->a[i]].v[3]);
    return (deep_overlap){radii - v3_norm(reach), radius};
}

void report_deep(const stepping *stepping, const block *block, int index, report *report)
{
    const bucket *bucket = &block->bucket[index];
    const bool cores = bucket_cores(bucket->kind);
    for (int32_t i = 0; i < bucket->count; i++) {
        const deep_overlap deep =
            cores ? core_overlap(stepping, bucket, i) : ball_overlap(stepping, bucket, i);
        if (!(deep.depth <= stepping->too_deep * deep.radius))
            report_too_deep(stepping, report, bucket->a[i], bucket->b[i],
                            bucket_walls(bucket->kind), deep);
    }
}

// A new contact is first seen a share x <= 1 of a step after it began. What damps it grows as t^p, and the sum of the
// forces of all steps times dt should be their integral from the touch on. It is, to all orders in dt, where the first
// one counts with
//   w = -zeta(-p, 1 + x) / x^p,   -zeta(-p, 1 + x) = y^(1+p)/(1+p) - p y^(p-1)/24 + 7 p (p-1) (p-2) y^(p-3)/5760 - ...
//                                                   - (1 + x)^p,   y = x + 3/2
// with Hurwitz' zeta function, by Euler's and Maclaurin's formula with two terms (docs/integration.md). For that, what
// is kept of one step ago is set to 3 - 2 w times what there is now, so that w times that comes out as it is brought
// forward.
double edge_weight(double x, double p)
{
    double y = x + 1.5;
    double power = p > 0 ? real_pow(y, p) : 1;
    double over = 1 / y;
    double sum = power * (y / (1 + p) -
                          p * over * (1.0 / 24 - (7.0 / 5760) * (p - 1) * (p - 2) * (over * over)));
    return p > 0 ? (sum - real_pow(1 + x, p)) / real_pow(x, p) : sum - 1;
}

// How the two bodies of a contact move now, relative to each other: what the ledger takes for one step ago where
// nothing is known.
typedef struct meeting {
    v3 velocity, spin_sum, turn;
} meeting;

static meeting core_meeting(const stepping *stepping, const bucket *bucket, int32_t i)
{
    core_motion motion = block_core_motion(stepping, bucket, i);
    return (meeting){motion.velocity, v3_scale(0.5, v3_add(motion.spin_a, motion.spin_b)),
                     v3_sub(motion.spin_b, motion.spin_a)};
}

static meeting meeting_of(const stepping *stepping, const bucket *bucket, int32_t i)
{
    if (bucket_cores(bucket->kind))
        return core_meeting(stepping, bucket, i);
    const bodies *bodies = stepping->context.body;
    const rec4 *velocity = bodies->velocity[bodies->now];
    const rec4 *spin =
        bodies->spin[bodies->now]; // times the radius, over which stands in its fourth number
    const rec4 *spin_b = &spin[bucket->b[i]];
    meeting meeting = {
        .velocity = v3_of(&velocity[bucket->b[i]]),
        .spin_sum = v3_of(spin_b),
        .turn = v3_scale(spin_b->v[3], v3_of(spin_b)),
    };
    if (bucket->kind == BUCKET_WALLS) {
        meeting.velocity = v3_sub(meeting.velocity, columns_v3(bucket->geometry, WALL_V, i));
        meeting.turn = v3_sub(meeting.turn, columns_v3(bucket->geometry, WALL_SPIN, i));
        return meeting;
    }
    const rec4 *spin_a = &spin[bucket->a[i]];
    meeting.velocity = v3_sub(meeting.velocity, v3_of(&velocity[bucket->a[i]]));
    meeting.spin_sum = v3_add(meeting.spin_sum, v3_of(spin_a));
    meeting.turn = v3_sub(meeting.turn, v3_scale(spin_a->v[3], v3_of(spin_a)));
    return meeting;
}

static void begin_books(const stepping *stepping, bucket *bucket, int32_t i)
{
    const history_layout *layout = &stepping->context.layout[bucket->set];
    const meeting meeting = meeting_of(stepping, bucket, i);
    if (layout->motion >= 0) {
        put_columns_v3(bucket->history, layout->motion, i, meeting.velocity);
        put_columns_v3(bucket->history, layout->motion + 3, i, meeting.spin_sum);
    }
    if (layout->turn >= 0)
        put_columns_v3(bucket->history, layout->turn, i, meeting.turn);
}

void block_open_books(const stepping *stepping, block *block)
{
    for (int index = 0; index < block->buckets; index++)
        for (int32_t i = 0; i < block->bucket[index].count; i++)
            begin_books(stepping, &block->bucket[index], i);
}

// Where the bodies of a contact touch: the normal, the overlap, and the arms over the radii.
typedef struct touch_place {
    v3 normal;
    double overlap, arm;
} touch_place;

static touch_place place_of(const stepping *stepping, const bucket *bucket, int32_t i)
{
    touch_place place = {.arm = 0}; // of cores: their motion is that at the contact
    if (bucket_cores(bucket->kind)) {
        place.normal = columns_v3(bucket->geometry, GRAIN_N, i);
        place.overlap = -bucket->geometry[GRAIN_GAP][i];
        return place;
    }
    double radii;
    const v3 reach = reach_of(stepping, bucket, i, &radii);
    const double distance = v3_norm(reach);
    place.normal = v3_unit(reach);
    place.overlap = radii - distance;
    place.arm = stepping->full_arm ? 1 : distance / radii;
    return place;
}

// Weights of what is damped along the normal and across it, and of relative spins likewise.
typedef struct onset_weights {
    double of[LAW_SLOTS];
} onset_weights;

// What dashpots need of one step ago, as it is now, but for the weights.
static void begin_dashpots(const stepping *stepping, bucket *bucket, int32_t i,
                           const touch_place *place, const onset_weights *weights)
{
    const history_layout *layout = &stepping->context.layout[bucket->set];
    const double *of = weights->of;
    meeting meeting = meeting_of(stepping, bucket, i);
    double parting = v3_dot(meeting.velocity, place->normal);
    double along = 3 - 2 * of[LAW_NORMAL];
    double across = 3 - 2 * of[LAW_TANGENTIAL];
    if (layout->closing >= 0)
        bucket->history[layout->closing][i] = -parting * along;
    if (layout->surface >= 0) {
        v3 slip = v3_fma(meeting.velocity, -parting, place->normal);
        slip = v3_fma(slip, place->arm, v3_cross(place->normal, meeting.spin_sum));
        v3 kept = v3_fma(v3_scale(across, slip), parting * along, place->normal);
        put_columns_v3(bucket->history, layout->surface, i, kept);
    }
    if (layout->spin >= 0) {
        double about = v3_dot(meeting.turn, place->normal);
        double rolls = 3 - 2 * of[LAW_ROLLING];
        double twists = 3 - 2 * of[LAW_TWISTING];
        v3 kept = v3_scale(rolls, v3_fma(meeting.turn, -about, place->normal));
        kept = v3_fma(kept, about * twists, place->normal);
        put_columns_v3(bucket->history, layout->spin, i, kept);
    }
}

void block_begin_history(const stepping *stepping, bucket *bucket, int32_t i)
{
    const double *onset = stepping->law[bucket->set].onset;
    const double dt = stepping->context.dt;
    touch_place place = place_of(stepping, bucket, i);
    onset_weights weights = {{1, 1, 1, 1, 1}};
    const meeting meeting = meeting_of(stepping, bucket, i);
    const double closing = -v3_dot(meeting.velocity, place.normal);
    const bool begun_now = closing > 0 && place.overlap > 0 && place.overlap < closing * dt;
    if (begun_now && stepping->kick > 0.5 * stepping->dt) {
        double share = place.overlap / closing / stepping->dt;
        double begun = stepping->dt / stepping->kick; // the kick differs as the step changes
        weights.of[LAW_NORMAL] = begun * edge_weight(share, onset[LAW_NORMAL]);
        for (int slot = LAW_TANGENTIAL; slot < LAW_SLOTS; slot++) {
            bool same = onset[slot] < 0 || onset[slot] == onset[LAW_NORMAL];
            weights.of[slot] =
                same ? weights.of[LAW_NORMAL] : begun * edge_weight(share, onset[slot]);
        }
    }
    begin_dashpots(stepping, bucket, i, &place, &weights);
    begin_books(stepping, bucket, i);
}

void block_open_dashpots(const stepping *stepping, block *block, int set)
{
    const onset_weights none = {{1, 1, 1, 1, 1}};
    for (int index = 0; index < block->buckets; index++) {
        bucket *bucket = &block->bucket[index];
        for (int32_t i = 0; bucket->set == set && i < bucket->count; i++) {
            touch_place place = place_of(stepping, bucket, i);
            begin_dashpots(stepping, bucket, i, &place, &none);
        }
    }
}

void block_settle(const stepping *stepping, block *block)
{
    for (int index = 0; index < block->buckets; index++)
        block_open_dashpots(stepping, block, block->bucket[index].set);
    block_open_books(stepping, block);
}

void block_begin_contact(const stepping *stepping, block *block, int32_t near, report *report)
{
    const contact_context *context = &stepping->context;
    const bodies *bodies = context->body;
    int32_t a = block->pairs.a[near];
    int32_t other = block->pairs.b[near];
    int set = context->set_of[bodies->material[a] * context->materials + bodies->material[other]];
    int index =
        block_bucket(block, BUCKET_BALLS, set, &context->layout[set], bodies_padding(bodies));
    int32_t i = index < 0 ? -1 : contact_make(block, index, a, other, 0, context);
    if (i < 0) {
        report_trouble(stepping, report, TROUBLE_MEMORY, a, other, false);
        return;
    }
    block_begin_history(stepping, &block->bucket[index], i);
    near_remove(block, near, bodies_padding(bodies));
    if (a >= block->low && a < block->high)
        report->made++;
}

// Closes the books of a contact: its work and losses go to the world, its residual may be the worst.
static void end_books(const stepping *stepping, const bucket *bucket, int32_t i, report *report)
{
    const history_layout *layout = &stepping->context.layout[bucket->set];
    if (layout->books < 0)
        return;
    double book[BOOKS];
    double residual = 0;
    for (int j = 0; j < BOOKS; j++) {
        book[j] = bucket->history[layout->books + j][i];
        if (j == BOOK_FRICTION)
            book[j] += bucket->history[layout->books + BOOK_LET_GO][i];
        exact_sum_add(&report->ended[j], book[j]);
        residual += book[j];
    }
    const int64_t *id = stepping->context.body->id;
    int64_t ida = bucket_walls(bucket->kind) ? bucket->a[i] : id[bucket->a[i]];
    int64_t idb = id[bucket->b[i]];
    double size = fabs(residual);
    if (size > report->worst ||
        (size == report->worst &&
         (ida < report->worst_a || (ida == report->worst_a && idb < report->worst_b)))) {
        report->worst = size;
        report->worst_a = ida;
        report->worst_b = idb;
    }
}

void block_end_contacts(const stepping *stepping, block *block, const scratch *scratch,
                        report *report)
{
    const int32_t *gone = scratch->gone;
    for (int index = 0; index < block->buckets; index++) {
        bucket *bucket = &block->bucket[index];
        bool balls = bucket->kind == BUCKET_BALLS, walls = bucket_walls(bucket->kind);
        for (int32_t i = bucket->ended - 1; i >= 0;
             i--) { // from the end, so that indices stay true
            int32_t a = bucket->a[gone[i]];
            int32_t other = bucket->b[gone[i]];
            bool own = walls || (a >= block->low && a < block->high);
            if (own)
                end_books(stepping, bucket, gone[i], report);
            contact_drop(block, index, gone[i], &stepping->context);
            if (balls && !near_add(block, a, other, bodies_padding(stepping->context.body)))
                report_trouble(stepping, report, TROUBLE_MEMORY, a, other, false);
            report->broken += own;
        }
        gone += bucket->ended;
        bucket->ended = 0;
    }
}
