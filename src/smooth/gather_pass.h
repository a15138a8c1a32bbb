// gather_pass.h - the first pass: what two balls, a ball and a wall, or two grains with a core have of their records and
// of their geometry, as columns of a batch. Differences are b less a: where a body is seen from a, and how it moves.
#ifndef SCREE_SMOOTH_GATHER_PASS_H
#define SCREE_SMOOTH_GATHER_PASS_H

#include "smooth/batch.h"
#include "smooth/giving_walls.h"

// The nearest image: x_b - x_a + s L with a whole number s, on periodic axes. Bodies are inside the domain, so s is -1,
// 0 or 1 and two comparisons find it; they cost less than a product that is rounded, and the bits are the same.
static inline vd nearest_along(double length, vd way)
{
    vd half = vd_set(0.5 * length);
    vd full = vd_set(length);
    const vd not_below = vd_select(vd_gt(-half, way), way + full, way);
    return vd_select(vd_gt(way, half), way - full, not_below);
}
static inline vd3 nearest(const contact_context *context, vd3 way)
{
    if (context->length[0] > 0)
        way.x = nearest_along(context->length[0], way.x);
    if (context->length[1] > 0)
        way.y = nearest_along(context->length[1], way.y);
    if (context->length[2] > 0)
        way.z = nearest_along(context->length[2], way.z);
    return way;
}

// The same in a cell that deforms, whose images move: edges are taken off one by one, the third first, as cell_turns
// does, and where the third leans, two of the first may have to go.
static inline vd edge_over(double edge, vd way)
{
    const vd half = vd_set(0.5 * edge);
    const vd below = vd_select(vd_gt(-half, way), vd_set(-1.0), vd_set(0.0));
    return vd_select(vd_gt(way, half), vd_set(1.0), below);
}
typedef struct moving_image {
    vd3 way, velocity;
} moving_image;
static inline vd3 take_edge(vd3 from, vd turns, double x, double y, double z)
{
    from.x = from.x - vd_set(x) * turns;
    from.y = from.y - vd_set(y) * turns;
    from.z = from.z - vd_set(z) * turns;
    return from;
}
static inline moving_image nearest_moving(const contact_context *context, moving_image image)
{
    const double *edge = context->cell.of;
    const double *flow = context->flow.of;
    if (context->length[2] > 0) {
        const vd turns = edge_over(edge[CELL_ZZ], image.way.z);
        image.way = take_edge(image.way, turns, edge[CELL_XZ], edge[CELL_YZ], edge[CELL_ZZ]);
        image.velocity =
            take_edge(image.velocity, turns, flow[CELL_XZ], flow[CELL_YZ], flow[CELL_ZZ]);
    }
    if (context->length[1] > 0) {
        const vd turns = edge_over(edge[CELL_YY], image.way.y);
        image.way = take_edge(image.way, turns, edge[CELL_XY], edge[CELL_YY], 0);
        image.velocity = take_edge(image.velocity, turns, flow[CELL_XY], flow[CELL_YY], 0);
    }
    for (int i = 0; context->length[0] > 0 && i < 2; i++) {
        const vd turns = edge_over(edge[CELL_XX], image.way.x);
        image.way = take_edge(image.way, turns, edge[CELL_XX], 0, 0);
        image.velocity = take_edge(image.velocity, turns, flow[CELL_XX], 0, 0);
    }
    return image;
}

// Every pass copies what it needs into locals first: the compiler must take a store of a vector for a change of
// anything else. Where the records of LANES pairs come from.
typedef struct gather_from {
    const rec4 *position, *velocity, *spin;
    const int32_t *a, *b;
    contact_context context;
    bool wrap;
} gather_from;

INLINE gather_from gather_begin(const span *span, bool wrap)
{
    const bodies *bodies = span->bodies;
    return (gather_from){
        .position = bodies->position[bodies->now],
        .velocity = bodies->velocity[bodies->now],
        .spin = bodies->spin[bodies->now],
        .a = span->bucket->a + span->from,
        .b = span->bucket->b + span->from,
        .context = span->stepping->context,
        .wrap = wrap,
    };
}

INLINE void gather_lane(const gather_from *from, group group)
{
    const int32_t *a = from->a + group.i;
    const int32_t *b = from->b + group.i;
    vd radii;
    vd inverse_masses;
    vd inverse_radii;
    vd3 reach = rec4_combine(REC_DIFFERENCE, from->position, a, b, &radii);
    const vd3 velocity = rec4_combine(REC_DIFFERENCE, from->velocity, a, b, &inverse_masses);
    const vd3 spin = rec4_combine(REC_SUM, from->spin, a, b, &inverse_radii);
    if (from->wrap)
        reach = nearest(&from->context, reach);
    put3(group, C_DX, reach);
    put3(group, C_VX, velocity);
    put3(group, C_SX, spin);
    put(group, C_RSUM, radii);
    put(group, C_RINV, inverse_radii);
    put(group, C_MINV, inverse_masses);
}

// What the contact point of two balls, collide/arms.h, needs besides. Two of about one size have one arm over their
// radius, r/(Ra + Rb); two that differ by more have 1 + d/(Ra + Rb) - d/R each, d the overlap: the mean of that and
// half of the difference, and the difference of their spins besides the sum. Only where there may be such balls.
INLINE void gather_unlike_lane(const gather_from *from, group group)
{
    const vd most = vd_set(arms_alike);
    vd over_a;
    vd over_b;
    const vd3 spin_a = records3(from->spin, from->a + group.i, &over_a);
    const vd3 spin_b = records3(from->spin, from->b + group.i, &over_b);
    const vd half = 0.5 * (over_a - over_b);
    const vm a_smaller = vd_gt(over_a, most * over_b);
    const vm b_smaller = vd_gt(over_b, most * over_a);
    const vd lean = vd_select(a_smaller, half, vd_keep(b_smaller, half));
    put(group, C_LEAN, lean);
    put3(group, C_APARTX, vd3_sub(spin_b, spin_a));
}

static inline void gather_unlike(const span *span, batch *batch)
{
    const gather_from from = gather_begin(span, false);
    for (int i = 0; i < span->count; i += LANES)
        gather_unlike_lane(&from, (group){batch, i});
}

// A fixed ball has no arm, and what moves has that of a pair that differs, whatever the sizes: so a fixed ball that
// grows becomes a plane. Only where there are fixed balls of one of the two materials.
static inline void gather_fixed(const span *span, batch *batch)
{
    const gather_from from = gather_begin(span, false);
    const vd zero = vd_set(0.0);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const int32_t *a = from.a + i;
        const int32_t *b = from.b + i;
        const vd radius_a = fourth_of(from.position, a);
        const vd radius_b = fourth_of(from.position, b);
        const vm a_moves = vd_gt(fourth_of(from.velocity, a), zero);
        const vm b_moves = vd_gt(fourth_of(from.velocity, b), zero);
        const vd radii = get(group, C_RSUM);
        const vd of_b = radius_a / (radius_b * radii);
        const vd of_a = radius_b / (radius_a * radii);
        const vd give = vd_select(a_moves, zero, of_b);
        put(group, C_GIVE, vd_select(b_moves, give, of_a));
    }
}

INLINE void gather_balls(const span *span, batch *batch, bool wrap)
{
    const gather_from from = gather_begin(span, wrap);
    caller ahead = *span->ahead;
    const int width = span->layout->width;
    const bool calls = span->bodies->count >= CALL_FROM;
    for (int i = 0; i < span->count; i += LANES) {
        call_some(&ahead);
        if (calls)
            call_columns(span->bucket, width, span->from + i);
        gather_lane(&from, (group){batch, i});
    }
    *span->ahead = ahead;
    if (span->set->unlike)
        gather_unlike(span, batch);
    if (span->set->fixed)
        gather_fixed(span, batch);
}

// A wall is a body without radius at its nearest point, of infinite mass, with the curvature it has there.
static inline void gather_walls(const span *span, batch *batch)
{
    const gather_from from = gather_begin(span, false);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const int32_t *ball = from.b + i;
        vd inverse_mass;
        vd inverse_radius;
        const vd radius = fourth_of(from.position, ball);
        const vd3 velocity = records3(from.velocity, ball, &inverse_mass);
        const vd3 spin = records3(from.spin, ball, &inverse_radius);
        const vd3 of_wall = geometry3_of(span, WALL_V, i);
        const vd curvature = geometry_of(span, WALL_CURVATURE, i);
        put3(group, C_DX, geometry3_of(span, WALL_D, i));
        put3(group, C_VX, vd3_sub(velocity, of_wall));
        put3(group, C_SX, spin);
        put(group, C_RSUM, radius);
        put(group, C_RINV, inverse_radius + curvature);
        put(group, C_MINV, inverse_mass);
    }
}

// How one side of contacts of grains with a core moves: velocity there, spin, and what turns a force into an
// acceleration and a moment into a moment over R.
typedef struct core_side {
    vd3 velocity, spin;
    vd inverse_mass, over_radius;
} core_side;

// Of a grain, at a contact with the arm that it had in the middle of the step that led here.
INLINE core_side grain_side(const gather_from *from, const int32_t *slot, vd3 arm, double dt)
{
    core_side side;
    const vd3 of_centre = records3(from->velocity, slot, &side.inverse_mass);
    side.spin = spins_of(from->spin, slot, &side.over_radius);
    const vd3 turned = vd3_scale(vd_set(0.5 * dt), vd3_cross(side.spin, arm));
    const vd3 arm_then = vd3_sub(arm, turned);
    side.velocity = vd3_add(of_centre, vd3_cross(side.spin, arm_then));
    return side;
}

// Of a wall, as the narrow phase has left it.
INLINE core_side wall_side(const span *span, int i)
{
    return (core_side){
        .velocity = geometry3_of(span, GRAIN_V, i),
        .spin = geometry3_of(span, GRAIN_SPIN, i),
        .inverse_mass = vd_set(0.0),
        .over_radius = vd_set(1.0),
    };
}

// The share of the stiffness of the pair that a contact has, and by how much it has changed since the step before.
static inline void gather_weight(const span *span, group group)
{
    const vd zero = vd_set(0.0);
    const vd least = vd_set(1e-50); // smaller shares are of foreign images only
    double *kept = history_at(span, span->layout->share, group.i);
    const vd weight = geometry_of(span, GRAIN_WEIGHT, group.i);
    const vd before = vd_load(kept);
    if (!span->observe)
        vd_store(kept, weight);
    const vd changed = weight / vd_max(before, least);
    put(group, C_WEIGHT, weight);
    put(group, C_SHARED, vd_select(vd_gt(before, zero), changed, vd_set(1.0)));
}

// The overlap that laws see, and the part of it that is the contact's own.
static inline void gather_overlap(const span *span, group group)
{
    const vd zero = vd_set(0.0);
    const vd own = -geometry_of(span, GRAIN_GAP, group.i);
    const vd extra = geometry_of(span, GRAIN_EXTRA, group.i);
    const vd overlap = own + extra;
    put(group, C_OVERLAP, overlap);
    put(group, C_OWN, vd_select(vd_gt(own, zero), own / overlap, vd_set(1.0)));
}

// Contacts of grains with a core: what the narrow phase left, and the motion at the contact. VX is the relative
// velocity there, SX the mean spin.
static inline void gather_cores(const span *span, batch *batch)
{
    const gather_from from = gather_begin(span, false);
    const bool walls = at_walls(span);
    const double dt = slip_time(span);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const vd3 arm_b = geometry3_of(span, GRAIN_ARM_B, i);
        const core_side b = grain_side(&from, from.b + i, arm_b, dt);
        core_side a;
        if (walls)
            a = wall_side(span, i);
        else
            a = grain_side(&from, from.a + i, geometry3_of(span, GRAIN_ARM_A, i), dt);
        const vd3 spins = vd3_add(a.spin, b.spin);
        put3(group, C_NX, geometry3_of(span, GRAIN_N, i));
        put3(group, C_VX, vd3_sub(b.velocity, a.velocity));
        put3(group, C_SX, vd3_scale(vd_set(0.5), spins));
        gather_overlap(span, group);
        put(group, C_RINV, geometry_of(span, GRAIN_CURVATURE, i));
        put(group, C_MINV, a.inverse_mass + b.inverse_mass);
        put(group, C_IA, a.over_radius);
        put(group, C_IB, b.over_radius);
        gather_weight(span, group);
    }
}

// Pairs of a cell that deforms, as they were gathered without a thought of images. Grains with a core have their places
// from the narrow phase.
static inline void gather_images(const span *span, batch *batch)
{
    const gather_from from = gather_begin(span, false);
    const bool cores = of_cores(span);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        vd unused;
        moving_image image;
        image.way = rec4_combine(REC_DIFFERENCE, from.position, from.a + i, from.b + i, &unused);
        image.velocity = get3(group, C_VX);
        image = nearest_moving(&from.context, image);
        if (!cores)
            put3(group, C_DX, image.way);
        put3(group, C_VX, image.velocity);
    }
}

// dR/dt of both bodies in the step before, m/s; of a wall none.
static inline vd growth_rates(const span *span, int i)
{
    const growth_pace *pace = span->stepping->growth;
    const bodies *bodies = span->bodies;
    const rec4 *position = bodies->position[bodies->now];
    const int32_t *a = span->bucket->a + span->from + i;
    const int32_t *b = span->bucket->b + span->from + i;
    double rate[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        const growth_pace *of_b = &pace[bodies->set[b[lane]]];
        rate[lane] = of_b->rate_part * position[b[lane]].v[3] + of_b->rate;
        if (at_walls(span))
            continue;
        const growth_pace *of_a = &pace[bodies->set[a[lane]]];
        rate[lane] += of_a->rate_part * position[a[lane]].v[3] + of_a->rate;
    }
    return vd_load(rate);
}

// Surfaces of grains that grow come nearer along the line of centres, as it was in the middle of the step before.
static inline void gather_growth(const span *span, batch *batch)
{
    const double half = at_walls(span) ? 0 : 0.5 * slip_time(span);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const vd3 velocity = get3(group, C_VX);
        vd3 n;
        if (of_cores(span)) {
            n = get3(group, C_NX);
        } else {
            const vd3 back = vd3_scale(vd_set(half), velocity);
            const vd3 way = vd3_sub(get3(group, C_DX), back);
            const vd length = vd_sqrt(vd3_dot(way, way));
            n = vd3_scale(1.0 / vd_max(length, vd_set(1e-300)), way);
        }
        const vd rate = growth_rates(span, i);
        put3(group, C_VX, vd3_sub(velocity, vd3_scale(rate, n)));
    }
}

// `wrap`: some pair may reach across a periodic border.
static inline void gather(const span *span, batch *batch, bool wrap)
{
    const bool images = wrap && span->stepping->context.deforms;
    if (images && !at_walls(span)) {
        if (of_cores(span))
            gather_cores(span, batch);
        else
            gather_balls(span, batch, false);
        gather_images(span, batch);
    } else if (of_cores(span))
        gather_cores(span, batch);
    else if (at_walls(span))
        gather_walls(span, batch);
    else if (wrap)
        gather_balls(span, batch, true);
    else
        gather_balls(span, batch, false);
    if (span->stepping->growth)
        gather_growth(span, batch);
    if (at_walls(span) && walls_give(span->stepping))
        gather_giving(span, batch);
}

#endif
