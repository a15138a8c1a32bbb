// ball_walls.c - contacts of balls with walls: where they touch, which old contact each touch goes on with, and the
// geometry that the passes read. One contact at a time, in plain doubles, so it is compiled once.
#include "smooth/near_walls.h"

#include "base/mathlib.h"

#include <math.h>

static bool fixed_slot(const bodies *bodies, int32_t slot)
{
    return !(bodies->velocity[bodies->now][slot].v[3] > 0);
}

// Where the wall was touched in the middle of the step, which is the time of all velocities: the arm from its reference
// point to the place that the touch had then, and the normal.
typedef struct touch_halfway {
    v3 arm, normal;
} touch_halfway;

// Since then the wall has turned and the body has moved along it by `moves`.
static touch_halfway on_the_flat(const stepping *stepping, const wall_state *wall,
                                 const wall_touch *touch, v3 moves)
{
    const double half = 0.5 * stepping->context.dt;
    const v3 arm = v3_sub(touch->point, wall->position);
    const v3 turned = v3_cross(wall->spin, arm);
    const v3 against = v3_sub(v3_sub(moves, wall->velocity), turned);
    const v3 along = tangential_part(against, touch->normal);
    return (touch_halfway){v3_fma(arm, -half, v3_add(turned, along)), touch->normal};
}

// A vector on a wall as it was half a step ago: since then the wall has turned.
static v3 half_a_step_ago(const stepping *stepping, const wall_state *wall, v3 vector)
{
    const double half = 0.5 * stepping->context.dt;
    return v3_fma(vector, -half, v3_cross(wall->spin, vector));
}

// Which ball is beside which wall, the parts of the wall that are near, and the bucket of their contacts.
typedef struct ball_beside {
    const near_wall *near;
    const wall_state *wall;
    int32_t body;
    wall_parts parts;
    int bucket;
} ball_beside;

// The touch with the feature of `t`, as the ball was on the wall in the middle of the step; false where there was none.
static bool touch_then(const stepping *stepping, const ball_beside *at, const wall_touch *touch,
                       v3 moves, wall_touch *out)
{
    const wall_state *wall = at->wall;
    const double half = 0.5 * stepping->context.dt;
    const rec4 *position = position_at(stepping, at->body);
    const double radius = position->v[3];
    const v3 centre = v3_of(position);
    const v3 turned = v3_cross(wall->spin, v3_sub(centre, wall->position));
    const v3 against = v3_sub(v3_sub(moves, wall->velocity), turned);
    const v3 back = v3_scale(-half, against);
    const v3 centre_then = v3_add(centre, back);
    const double reach = fabs(touch->gap) + 2 * v3_norm(back);
    const placed_wall placed = {wall->shape, wall->position, wall->orientation, NULL};
    wall_touch then[WALL_TOUCH_MOST];
    const int count = ball_wall_touches(&placed, centre_then, radius, reach, at->parts, then);
    for (int i = 0; i < count; i++)
        if (then[i].feature == touch->feature) {
            *out = then[i];
            return true;
        }
    return false;
}

// The same of a curved wall, along which the touch moves by more or less than the body: where it touches the
// wall from where the body was on it then. The wall has turned since.
static touch_halfway on_the_curve(const stepping *stepping, const wall_state *wall,
                                  const wall_touch *then)
{
    const v3 arm = v3_sub(then->point, wall->position);
    return (touch_halfway){half_a_step_ago(stepping, wall, arm),
                           half_a_step_ago(stepping, wall, then->normal)};
}

// The arm of the body, too, was along the normal of then: what its spin makes of the difference.
static v3 beside(const stepping *stepping, const ball_beside *at, const wall_touch *touch,
                 const touch_halfway *halfway)
{
    const v3 tilt = v3_sub(halfway->normal, touch->normal);
    const double arm_of_ball = radius_at(stepping, at->body) + touch->gap;
    const v3 turning = v3_cross(spin_at(stepping, at->body), v3_scale(arm_of_ball, tilt));
    return tangential_part(turning, touch->normal);
}

// How the wall moves where it was touched, and its surface along itself.
static v3 velocity_there(const wall_state *wall, const touch_halfway *halfway)
{
    const wall_surface *surface = &wall->surface;
    const v3 velocity = wall_velocity_at(wall, halfway->arm);
    if (!surface->moves)
        return velocity;
    return v3_fma(velocity, surface->then, wall_surface_at(surface, halfway->arm, halfway->normal));
}

static void set_geometry(const stepping *stepping, bucket *bucket, int32_t i, const ball_beside *at,
                         const wall_touch *touch)
{
    const wall_surface *surface = &at->wall->surface;
    v3 spin = at->wall->spin;
    const v3 moves = v3_of(velocity_at(stepping, at->body));
    const double radius = radius_at(stepping, at->body);
    // a centre behind the surface is pushed as one on it: the way to it must not turn round
    const double reach = real_max(radius + touch->gap, 1e-9 * radius);
    wall_touch then;
    const bool curved = touch->round && touch_then(stepping, at, touch, moves, &then);
    const touch_halfway halfway = curved ? on_the_curve(stepping, at->wall, &then)
                                         : on_the_flat(stepping, at->wall, touch, moves);
    v3 velocity = velocity_there(at->wall, &halfway);
    if (curved)
        velocity = v3_add(velocity, beside(stepping, at, touch, &halfway));
    if (surface->moves)
        spin = v3_fma(spin, surface->then, surface->spin);
    put_columns_v3(bucket->geometry, WALL_D, i, v3_scale(reach, touch->normal));
    put_columns_v3(bucket->geometry, WALL_V, i, velocity);
    bucket->geometry[WALL_CURVATURE][i] = touch->curvature;
    put_columns_v3(bucket->geometry, WALL_SPIN, i, spin);
}

enum { TOUCH_NEW = -1 };

// Which old contact a touch goes on with: the same feature, else the one left over whose normal is closest (within 60
// degrees), so that a spring is kept from one triangle, edge or corner to the next.
static void match_touches(const bucket *bucket, const near_wall *near, const wall_touch *touch,
                          int count, int32_t *old)
{
    bool used[WALL_CONTACTS_MOST] = {false};
    for (int j = 0; j < count; j++) {
        old[j] = TOUCH_NEW;
        for (int i = 0; i < near->contacts; i++)
            if (bucket->feature[near->contact[i]] == touch[j].feature) {
                old[j] = i;
                used[i] = true;
            }
    }
    for (int j = 0; j < count; j++) {
        double best = 0.5;
        int at = -1;
        for (int i = 0; old[j] < 0 && i < near->contacts; i++) {
            int32_t contact = near->contact[i];
            const v3 normal = v3_unit(columns_v3(bucket->geometry, WALL_D, contact));
            const double like = v3_dot(normal, touch[j].normal);
            if (!used[i] && like > best) {
                best = like;
                at = i;
            }
        }
        if (at >= 0) {
            old[j] = at;
            used[at] = true;
        }
        if (old[j] >= 0)
            old[j] = near->contact[old[j]];
    }
}

// The contact of a touch goes on, maybe with another feature, or is made: its number, -1 without memory.
static int32_t keep_contact(const stepping *stepping, block *block, const near_wall *near,
                            int index, int32_t old, int64_t feature)
{
    const contact_context *context = &stepping->context;
    if (old < 0)
        return contact_make(block, index, near->wall, near->body, feature, context);
    if (block->bucket[index].feature[old] == feature)
        return old;
    return contact_rekey(block, index, old, feature, context) ? old : -1;
}

// Touches of the ball that count, in their order: those of one that has no contact yet begin with an overlap.
static int touches_that_count(const near_wall *near, wall_touch *touch, int count)
{
    int kept = 0;
    for (int j = 0; j < count; j++)
        if (touch[j].gap < 0 || near->contacts > 0)
            touch[kept++] = touch[j];
    return kept;
}

// The contact of one touch. False without memory.
static bool touch_goes_on(const stepping *stepping, block *block, const ball_beside *at,
                          const wall_touch *touch, int32_t old, report *report)
{
    const near_wall *near = at->near;
    const double radius = radius_at(stepping, near->body);
    const bool fresh = old < 0;
    if (fresh && touch->gap >= 0)
        return true;
    const int32_t contact = keep_contact(stepping, block, near, at->bucket, old, touch->feature);
    if (contact < 0)
        return false;
    bucket *bucket = &block->bucket[at->bucket];
    const deep_overlap deep = {-touch->gap, radius};
    set_geometry(stepping, bucket, contact, at, touch);
    if (deep.depth > stepping->too_deep * radius)
        report_too_deep(stepping, report, near->wall, near->body, true, deep);
    if (fresh)
        block_begin_history(stepping, bucket, contact);
    report->made += fresh;
    return true;
}

// Is there one contact, and one touch, of the same feature? Nearly always.
static bool goes_on_as_it_was(const bucket *bucket, const near_wall *near, const wall_touch *touch,
                              int count)
{
    if (count != 1 || near->contacts != 1)
        return false;
    return bucket->feature[near->contact[0]] == touch->feature;
}

// Contacts that are no longer touches end in this step. What is lost as they tear goes by the curvature of the wall, so
// those that may live across a gap are told how it lies there, where it is not farther than the ball is large.
static void leave_wall(const stepping *stepping, bucket *bucket, const ball_beside *at,
                       const placed_wall *placed)
{
    const near_wall *near = at->near;
    const rec4 *position = position_at(stepping, at->body);
    const double radius = position->v[3];
    const double reach = stepping->context.reach[bucket->set];
    wall_touch touch[WALL_TOUCH_MOST];
    int count = 0;
    if (reach > 0) {
        count =
            ball_wall_touches(placed, v3_of(position), radius, reach + radius, at->parts, touch);
    }
    for (int i = 0; i < near->contacts; i++) {
        const int32_t contact = near->contact[i];
        near_walls_part(bucket, contact, radius);
        for (int j = 0; j < count; j++) {
            if (touch[j].feature == bucket->feature[contact])
                set_geometry(stepping, bucket, contact, at, &touch[j]);
        }
    }
}

// ---- the parts of a mesh that are worth while to look at

enum { FEW_PARTS = 4 };
static const double slack[] = {0.1, 0.01}; // of the radius; the second where the first leaves many
static const double rounding = 1 + 1e-6;   // of a way

// The near parts of a fine mesh are many, by the skin of the lists. Where they are the inside of one flat face the ball meets its
// plane. Else those closer than a slack beyond the ball are moved to the front. Both hold until the ball has moved by that.
// No result depends on it: the plane gives the same bits, and more parts change nothing.
static void look_around(block *block, near_wall *near, const placed_wall *placed,
                        const ball_seen *ball)
{
    int32_t *part = block->walls.candidate + near->first_candidate;
    const wall_parts parts = {part, near->candidates};
    const double within = ball->radius + ball->reach;
    const double clear = ball_wall_lone_face(placed, ball->seen, parts, &near->face);
    near->seen = ball->seen;
    near->active = near->candidates;
    near->far = within + slack[0] * ball->radius;
    near->lone = clear > near->far;
    if (near->lone) {
        near->far = clear;
        return;
    }
    for (int i = 0; i < 2 && near->active > (i ? 8 * FEW_PARTS : FEW_PARTS); i++) {
        near->far = within + slack[i] * ball->radius;
        near->active = ball_wall_narrow(placed, ball->seen, near->far, part, near->active);
    }
}

// Where the ball touches a mesh.
static int touches_of_mesh(block *block, near_wall *near, const placed_wall *placed,
                           const ball_seen *ball, wall_touch touch[WALL_TOUCH_MOST])
{
    const double way = v3_distance(ball->seen, near->seen);
    if (!((way + ball->radius + ball->reach) * rounding < near->far))
        look_around(block, near, placed, ball);
    if (near->lone) {
        const int count = ball_wall_touches_face(placed, ball, near->face, touch);
        if (count >= 0)
            return count;
    }
    const int32_t *part = block->walls.candidate + near->first_candidate;
    const wall_parts parts = {part, near->active};
    return ball_wall_touches(placed, ball->centre, ball->radius, ball->reach, parts, touch);
}

// ---- a ball and a wall

static void touch_wall(const stepping *stepping, block *block, near_wall *near, int index,
                       report *report)
{
    const wall_state *wall = &stepping->wall[near->wall];
    const rec4 *position = position_at(stepping, near->body);
    const double radius = position->v[3];
    bucket *bucket = &block->bucket[index];
    wall_touch touch[WALL_TOUCH_MOST];
    int32_t old[WALL_TOUCH_MOST];
    double beyond = 0;
    if (near->contacts > 0) // only a contact that is there lives so far out
        beyond = stepping->context.reach[bucket->set];
    const placed_wall placed = {wall->shape, wall->position, wall->orientation, NULL};
    const wall_parts parts = {block->walls.candidate + near->first_candidate, near->candidates};
    const ball_beside at = {near, wall, near->body, parts, index};
    const v3 centre = v3_of(position);
    int count;
    if (ball_wall_has_facets(&placed)) {
        const ball_seen ball = {centre, ball_wall_seen(&placed, centre), radius, beyond};
        count = touches_of_mesh(block, near, &placed, &ball, touch);
    } else {
        count = ball_wall_touches(&placed, centre, radius, beyond, parts, touch);
    }
    if (count < 0) {
        report_trouble(stepping, report, TROUBLE_CORNER, near->wall, near->body, true);
        return;
    }
    if (count == 0 && near->contacts == 0)
        return;
    if (goes_on_as_it_was(bucket, near, touch, count)) {
        touch_goes_on(stepping, block, &at, touch, near->contact[0], report);
        return;
    }
    const int touching = touches_that_count(near, touch, count);
    match_touches(bucket, near, touch, touching, old);
    if (touching < near->contacts) {
        leave_wall(stepping, bucket, &at, &placed);
    } else {
        for (int i = 0; i < near->contacts; i++)
            near_walls_part(bucket, near->contact[i], radius);
    }
    bool ok = true;
    for (int j = 0; ok && j < touching; j++)
        ok = touch_goes_on(stepping, block, &at, &touch[j], old[j], report);
    if (!ok)
        report_trouble(stepping, report, TROUBLE_MEMORY, near->wall, near->body, true);
}

void block_walls(const stepping *stepping, block *block, report *report)
{
    const contact_context *context = &stepping->context;
    const bodies *bodies = context->body;
    const int32_t padding = bodies_padding(bodies);
    near_walls_deal(stepping, block);
    for (int32_t i = 0; i < block->walls.count; i++) {
        near_wall *near = &block->walls.pair[i];
        if (fixed_slot(bodies, near->body) || stepping->wall[near->wall].absent)
            continue;
        const int of_wall = stepping->wall[near->wall].material * context->materials;
        const int set = context->set_of[of_wall + bodies->material[near->body]];
        const int index = block_bucket(block, BUCKET_WALLS, set, &context->layout[set], padding);
        if (index < 0)
            report_trouble(stepping, report, TROUBLE_MEMORY, near->wall, near->body, true);
        else
            touch_wall(stepping, block, near, index, report);
    }
}
