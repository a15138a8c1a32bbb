// events.c - what happens rarely in a step: contacts that begin and end, and trouble. One contact at a time, in plain doubles, so it is compiled once and cannot differ between kernels.
#include "smooth/pair_books.h"
#include "smooth/grains.h"
#include "smooth/smooth.h"

#include "base/mathlib.h"
#include "motion/losses.h"

#include <math.h>

// From body a (or the wall point of a wall contact) to b, and the sum of the radii.
static v3 reach_of(const stepping *stepping, const bucket *bucket, int32_t i, double *radii)
{
    const rec4 *b = position_at(stepping, bucket->b[i]);
    *radii = b->v[3];
    if (bucket->kind == BUCKET_WALLS)
        return columns_v3(bucket->geometry, WALL_D, i);
    const rec4 *a = position_at(stepping, bucket->a[i]);
    *radii += a->v[3];
    return nearest_image(&stepping->context, v3_sub(v3_of(b), v3_of(a)));
}

static double core_radius(const stepping *stepping, int32_t slot)
{
    return grain_contact_radius(grains_form(stepping, slot), radius_at(stepping, slot));
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
    double radii;
    const v3 reach = reach_of(stepping, bucket, i, &radii);
    double radius = radius_at(stepping, bucket->b[i]);
    if (bucket->kind == BUCKET_BALLS)
        radius = real_min(radius, radius_at(stepping, bucket->a[i]));
    return (deep_overlap){radii - v3_norm(reach), radius};
}

void report_deep(const stepping *stepping, const block *block, int index, report *report)
{
    const bucket *bucket = &block->bucket[index];
    const bool cores = bucket_cores(bucket->kind);
    const bool walls = bucket_walls(bucket->kind);
    for (int32_t i = 0; i < bucket->count; i++) {
        deep_overlap deep;
        if (cores)
            deep = core_overlap(stepping, bucket, i);
        else
            deep = ball_overlap(stepping, bucket, i);
        if (!(deep.depth <= stepping->too_deep * deep.radius))
            report_too_deep(stepping, report, bucket->a[i], bucket->b[i], walls, deep);
    }
}

void report_fault(const stepping *stepping, const bucket *bucket, const law_fault *fault,
                  report *report)
{
    const int32_t contact = fault->wrong.contact;
    const bool walls = bucket_walls(bucket->kind);
    const trouble what = fault->wrong.what == OWN_WRONG_CALL ? TROUBLE_LAW : TROUBLE_ANSWER;
    const int64_t *id = stepping->context.body->id;
    const int64_t a = walls ? bucket->a[contact] : id[bucket->a[contact]];
    report_trouble(stepping, report, what, bucket->a[contact], bucket->b[contact], walls);
    if (report->trouble != what || report->wall != walls || report->a != a ||
        report->b != id[bucket->b[contact]])
        return;
    report->fault = *fault;
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
    const double third = (7.0 / 5760) * (p - 1) * (p - 2) * (over * over);
    const double sum = power * (y / (1 + p) - p * over * (1.0 / 24 - third));
    return p > 0 ? (sum - real_pow(1 + x, p)) / real_pow(x, p) : sum - 1;
}

// How the two bodies of a contact move now, relative to each other: what the ledger takes for one step ago where
// nothing is known.
typedef struct meeting {
    v3 velocity, spin_sum, turn;
} meeting;

static meeting core_meeting(const stepping *stepping, const bucket *bucket, int32_t i)
{
    const core_motion motion = block_core_motion(stepping, bucket, i);
    const v3 spins = v3_add(motion.spin_a, motion.spin_b);
    return (meeting){
        .velocity = motion.velocity,
        .spin_sum = v3_scale(0.5, spins),
        .turn = v3_sub(motion.spin_b, motion.spin_a),
    };
}

// dR/dt of both, of a wall none, m/s.
static double growth_rate_of(const stepping *stepping, const bucket *bucket, int32_t i)
{
    const int32_t *set = stepping->context.body->set;
    const int32_t a = bucket->a[i];
    const int32_t b = bucket->b[i];
    const growth_pace *of_b = &stepping->growth[set[b]];
    const double rate = of_b->rate_part * radius_at(stepping, b) + of_b->rate;
    if (bucket_walls(bucket->kind))
        return rate;
    const growth_pace *of_a = &stepping->growth[set[a]];
    return rate + (of_a->rate_part * radius_at(stepping, a) + of_a->rate);
}

static meeting bodies_meeting(const stepping *stepping, const bucket *bucket, int32_t i)
{
    const int32_t a = bucket->a[i];
    const int32_t b = bucket->b[i];
    if (bucket_cores(bucket->kind))
        return core_meeting(stepping, bucket, i);
    meeting meeting = {
        .velocity = v3_of(velocity_at(stepping, b)),
        .spin_sum = v3_of(turning_at(stepping, b)),
        .turn = spin_at(stepping, b),
    };
    if (bucket->kind == BUCKET_WALLS) {
        meeting.velocity = v3_sub(meeting.velocity, columns_v3(bucket->geometry, WALL_V, i));
        meeting.turn = v3_sub(meeting.turn, columns_v3(bucket->geometry, WALL_SPIN, i));
        return meeting;
    }
    meeting.velocity = v3_sub(meeting.velocity, v3_of(velocity_at(stepping, a)));
    if (stepping->context.deforms)
        meeting.velocity = v3_add(meeting.velocity, image_motion(stepping, a, b));
    meeting.spin_sum = v3_add(meeting.spin_sum, v3_of(turning_at(stepping, a)));
    meeting.turn = v3_sub(meeting.turn, spin_at(stepping, a));
    return meeting;
}

// Surfaces of grains that grow come nearer along the normal.
static meeting meeting_of(const stepping *stepping, const bucket *bucket, int32_t i)
{
    meeting meeting = bodies_meeting(stepping, bucket, i);
    if (!stepping->growth)
        return meeting;
    double radii;
    v3 normal;
    if (bucket_cores(bucket->kind))
        normal = columns_v3(bucket->geometry, GRAIN_N, i);
    else
        normal = v3_unit(reach_of(stepping, bucket, i, &radii));
    meeting.velocity = v3_fma(meeting.velocity, -growth_rate_of(stepping, bucket, i), normal);
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

// What is kept of one step ago of a rate, so that `weight` times what it is now comes out as it is brought forward.
static double kept_for(double weight)
{
    return 3 - 2 * weight;
}

// What dashpots need of one step ago, as it is now, but for the weights.
static void begin_dashpots(const stepping *stepping, bucket *bucket, int32_t i,
                           const touch_place *place, const onset_weights *weights)
{
    const history_layout *layout = &stepping->context.layout[bucket->set];
    const meeting meeting = meeting_of(stepping, bucket, i);
    const v3 n = place->normal;
    const double parting = v3_dot(meeting.velocity, n);
    const double kept_along = parting * kept_for(weights->of[LAW_NORMAL]);
    if (layout->closing >= 0)
        bucket->history[layout->closing][i] = -kept_along;
    if (layout->surface >= 0) {
        const v3 turning = v3_cross(n, meeting.spin_sum);
        const v3 across = v3_fma(meeting.velocity, -parting, n);
        const v3 slip = v3_fma(across, place->arm, turning);
        const v3 kept = v3_scale(kept_for(weights->of[LAW_TANGENTIAL]), slip);
        put_columns_v3(bucket->history, layout->surface, i, v3_fma(kept, kept_along, n));
    }
    if (layout->spin >= 0) {
        const double about = v3_dot(meeting.turn, n);
        const double kept_about = about * kept_for(weights->of[LAW_TWISTING]);
        const v3 rolling = v3_fma(meeting.turn, -about, n);
        const v3 kept = v3_scale(kept_for(weights->of[LAW_ROLLING]), rolling);
        put_columns_v3(bucket->history, layout->spin, i, v3_fma(kept, kept_about, n));
    }
}

// Of a contact that began in the step that led here, which is the share x of it ago. The kick differs from the step as
// that changes.
static onset_weights weights_of_onset(const stepping *stepping, const law_set *set, double share)
{
    const double begun = stepping->dt / stepping->kick;
    onset_weights weights;
    for (int slot = LAW_NORMAL; slot < LAW_SLOTS; slot++) {
        const double own = set->onset[slot];
        const double onset = own < 0 ? set->onset[LAW_NORMAL] : own;
        weights.of[slot] = begun * edge_weight(share, onset);
    }
    return weights;
}

static const onset_weights no_onset = {{1, 1, 1, 1, 1}};

void block_begin_history(const stepping *stepping, bucket *bucket, int32_t i)
{
    const touch_place place = place_of(stepping, bucket, i);
    const meeting meeting = meeting_of(stepping, bucket, i);
    const double closing = -v3_dot(meeting.velocity, place.normal);
    const bool closes = closing > 0 && place.overlap > 0;
    const bool begun_now = closes && place.overlap < closing * stepping->context.dt;
    onset_weights weights = no_onset;
    if (begun_now && stepping->kick > 0.5 * stepping->dt) {
        const double share = place.overlap / closing / stepping->dt;
        weights = weights_of_onset(stepping, &stepping->law[bucket->set], share);
    }
    begin_dashpots(stepping, bucket, i, &place, &weights);
    begin_books(stepping, bucket, i);
}

void block_open_dashpots(const stepping *stepping, block *block, int set)
{
    for (int index = 0; index < block->buckets; index++) {
        bucket *bucket = &block->bucket[index];
        for (int32_t i = 0; bucket->set == set && i < bucket->count; i++) {
            const touch_place place = place_of(stepping, bucket, i);
            begin_dashpots(stepping, bucket, i, &place, &no_onset);
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
    const int32_t padding = bodies_padding(bodies);
    const int32_t a = block->pairs.a[near];
    const int32_t b = block->pairs.b[near];
    const int pair = bodies->material[a] * context->materials + bodies->material[b];
    const int set = context->set_of[pair];
    const int index = block_bucket(block, BUCKET_BALLS, set, &context->layout[set], padding);
    const int32_t i = index < 0 ? -1 : contact_make(block, index, a, b, 0, context);
    if (i < 0) {
        report_trouble(stepping, report, TROUBLE_MEMORY, a, b, false);
        return;
    }
    block_begin_history(stepping, &block->bucket[index], i);
    near_remove(block, near, padding);
    if (a >= block->low && a < block->high)
        report->made++;
}

// Is it the worst residual so far? Of two that are equal that of the lower ids.
static bool is_worst(const report *report, double size, int64_t id_a, int64_t id_b)
{
    if (size != report->worst)
        return size > report->worst;
    if (id_a != report->worst_a)
        return id_a < report->worst_a;
    return id_b < report->worst_b;
}

// Closes the books of a contact: its work and losses go to the world, its residual may be the worst.
static void end_books(const stepping *stepping, const bucket *bucket, int32_t i, report *report)
{
    const int first = stepping->context.layout[bucket->set].books;
    const int64_t *id = stepping->context.body->id;
    if (first < 0)
        return;
    double *const *book = bucket->history + first;
    const int32_t *set = stepping->context.body->set;
    const int32_t set_a = bucket_walls(bucket->kind) ? -1 : set[bucket->a[i]];
    double residual = 0;
    for (int j = 0; j < BOOKS; j++) {
        double sum = book[j][i];
        if (j == BOOK_FRICTION)
            sum += book[BOOK_LET_GO][i];
        exact_sum_add(&report->ended[j], sum);
        losses_add_contact(report->lost_by_set, set_a, set[bucket->b[i]], j, sum);
        residual += sum;
    }
    const int32_t a = bucket->a[i];
    const int64_t id_a = bucket_walls(bucket->kind) ? stepping->wall[a].id : id[a];
    const int64_t id_b = id[bucket->b[i]];
    const double size = fabs(residual);
    if (is_worst(report, size, id_a, id_b)) {
        report->worst = size;
        report->worst_a = id_a;
        report->worst_b = id_b;
    }
}

// One contact of a bucket ends; two balls are a near pair again.
static void end_contact(const stepping *stepping, block *block, int index, int32_t i,
                        report *report)
{
    const bucket *bucket = &block->bucket[index];
    const bool balls = bucket->kind == BUCKET_BALLS;
    const bool walls = bucket_walls(bucket->kind);
    const int32_t padding = bodies_padding(stepping->context.body);
    const int32_t a = bucket->a[i];
    const int32_t b = bucket->b[i];
    const bool own = walls || (a >= block->low && a < block->high);
    if (own)
        end_books(stepping, bucket, i, report);
    contact_drop(block, index, i, &stepping->context);
    if (balls && !near_add(block, a, b, padding))
        report_trouble(stepping, report, TROUBLE_MEMORY, a, b, false);
    report->broken += own;
}

void block_end_contacts(const stepping *stepping, block *block, const scratch *scratch,
                        report *report)
{
    const int32_t *gone = scratch->gone;
    for (int index = 0; index < block->buckets; index++) {
        bucket *bucket = &block->bucket[index];
        const int32_t ended = bucket->ended;
        pair_books_hand_on(stepping, bucket, gone);
        for (int32_t i = ended - 1; i >= 0; i--) // from the end, so that indices stay true
            end_contact(stepping, block, index, gone[i], report);
        gone += ended;
        bucket->ended = 0;
    }
}
