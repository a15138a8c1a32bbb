// speeds.c - how fast grains and walls may meet, from the case alone: what the choice of the time step goes by
// (timestep.c).
//
// The fastest grain of the start and of streams, the fastest wall, and one that a force pushes up to the grains, which
// may meet head-on; and a fall under gravity, of the highest grain to the lowest and on to the first wall below that.
#include "world/internal.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "collide/ball_wall.h"
#include "scene/drive_parts.h"
#include "scene/warmth.h"

#include <math.h>
#include <stdlib.h>

static const double steep = 0.1;  // cosine between gravity and the normal of what grains fall on
static const double rests = 0.01; // of a radius: by so much grains at rest may be pushed or fall

// s; INFINITY where the case gives a number of steps.
static double duration_of(const model *m)
{
    return m->duration > 0 ? m->duration : INFINITY;
}

static drive_chain drive_of(const model_wall *wall)
{
    return (drive_chain){.part = wall->drive, .parts = wall->drives};
}

// Of the corners of the domain from a line, m; INFINITY where it has no end. In the plane its thickness does not count.
static double domain_arm(const model *m, v3 point, v3 along)
{
    double most = 0;
    for (int i = 0; i < 8; i++) {
        v3 corner = box_corner(m->low, m->high, i);
        if (m->dimensions == 2)
            corner.z = point.z;
        const v3 off = v3_sub(corner, point);
        const double arm = v3_norm(v3_fma(off, -v3_dot(off, along), along));
        if (!isfinite(arm))
            return INFINITY;
        most = real_max(most, arm);
    }
    return most;
}

// One of the motions of a wall: when it goes, by the clock of its drive, and how fast any point of the wall goes by it.
typedef struct bounded_motion {
    double from, to; // s
    double speed;    // m/s
    double
        moved; // m at most, by which this motion and those before it in the list may have moved the wall
} bounded_motion;

// The fastest of all times: where one begins, with those that go on. One that ends when the next begins is over.
static double fastest_together(const bounded_motion *motion, int motions)
{
    double most = 0;
    for (int i = 0; i < motions; i++) {
        double sum = 0;
        for (int k = 0; k < motions; k++) {
            const bool goes = motion[k].from <= motion[i].from && motion[i].from < motion[k].to;
            sum += goes ? motion[k].speed : 0;
        }
        most = real_max(most, sum);
    }
    return most;
}

// Of one motion, once those before it in the list are known. A wall that turns is fastest where it is farthest from its axis;
// grains meet what of it comes into the domain.
static scree_status bound_motion(const model *m, const drive_chain *drive, int part,
                                 const primitive *surface, bounded_motion *motion,
                                 scree_error *error)
{
    const drive_pace pace =
        drive_chain_pace(drive, part, primitive_reference(surface), duration_of(m));
    bounded_motion *out = &motion[part];
    drive_window(&drive->part[part], &out->from, &out->to);
    const double lasts = real_min(out->to - out->from, duration_of(m));
    const double before = part > 0 ? motion[part - 1].moved : 0;
    double arm = 0;
    scree_status status = SCREE_OK;
    if (pace.rate > 0) {
        status = primitive_arm(surface, pace.point, pace.axis, &arm, error);
        arm += before;
    }
    out->speed = pace.speed;
    out->moved = before;
    if (pace.rate > 0)
        out->speed += pace.rate * real_min(arm, domain_arm(m, pace.point, pace.axis));
    if (pace.speed > 0)
        out->moved += pace.speed * lasts;
    if (pace.rate > 0)
        out->moved += real_min(pace.rate * lasts, 2) * arm; // a chord
    return status;
}

// How fast a driven wall may hit a grain. The speeds of motions that go at one time add up.
static scree_status drive_speed(const model *m, const model_wall *wall, const primitive *surface,
                                double *out, scree_error *error)
{
    const drive_chain drive = drive_of(wall);
    bounded_motion *motion = calloc((size_t)drive.parts + 1, sizeof *motion);
    scree_status status = motion ? SCREE_OK : fail_memory(error, "walls");
    for (int i = 0; i < drive.parts && status == SCREE_OK; i++)
        status = bound_motion(m, &drive, i, surface, motion, error);
    *out = status == SCREE_OK ? fastest_together(motion, drive.parts) : 0;
    free(motion);
    return status;
}

// How far the domain reaches along a direction, m; INFINITY where it has no end.
static double extent_along(const model *m, v3 a)
{
    const v3 d = v3_sub(m->high, m->low);
    double sum = 0;
    if (fabs(a.x) > 0)
        sum += fabs(a.x) * d.x;
    if (fabs(a.y) > 0)
        sum += fabs(a.y) * d.y;
    if (fabs(a.z) > 0)
        sum += fabs(a.z) * d.z;
    return sum;
}

// From a wall to the nearest grain that moves, taken as a ball; 0 for a mesh.
static double way_to_grains(const primitive *p, const grain_list *g)
{
    if (primitive_is_mesh(p))
        return 0;
    double least = INFINITY;
    const placed_wall placed = {
        .shape = p,
        .position = primitive_reference(p),
        .orientation = q4_identity(),
        .faces = NULL,
    };
    for (int64_t i = 0; i < g->count; i++) {
        wall_touch t[WALL_TOUCH_MOST];
        int n = ball_wall_touches(&placed, g->position[i], g->radius[i], 1e30, wall_whole(), t);
        for (int k = 0; k < n; k++)
            least = real_min(least, t[k].gap);
    }
    return isfinite(least) ? real_max(least, 0) : 0;
}

// From a ball along a direction to the first plane of the domain, m; INFINITY where there is none.
static double way_to_border(const model *m, v3 at, double radius, v3 along)
{
    double least = INFINITY;
    for (int d = 0; d < 3; d++) {
        const double x = v3_component(at, d);
        const double way = v3_component(along, d);
        const double share = fabs(way);
        const double to_high = v3_component(m->high, d) - x - radius;
        const double to_low = x - radius - v3_component(m->low, d);
        if (m->boundary[d] != BOUNDARY_WALL || !(share > steep))
            continue;
        const double gap = way > 0 ? to_high : to_low;
        least = real_min(least, real_max(gap, 0) / share);
    }
    return least;
}

// The same to a wall; a mesh is not looked at.
static double way_to_wall(const primitive *p, v3 at, double radius, v3 along)
{
    wall_touch t[WALL_TOUCH_MOST];
    double least = INFINITY;
    if (primitive_is_mesh(p))
        return INFINITY;
    const placed_wall placed = {
        .shape = p,
        .position = primitive_reference(p),
        .orientation = q4_identity(),
        .faces = NULL,
    };
    const int n = ball_wall_touches(&placed, at, radius, 1e30, wall_whole(), t);
    for (int i = 0; i < n; i++) {
        const double against = -v3_dot(t[i].normal, along);
        if (against > steep)
            least = real_min(least, real_max(t[i].gap, 0) / against);
    }
    return least;
}

// From a ball down to what is below it, m: a wall, or where only meshes are, as far as the domain goes. 0: there is
// nothing.
// Across the domain: from a place to the corner that lies farthest down.
static double way_to_corner(const model *m, v3 at, v3 down)
{
    const v3 corner = {
        .x = down.x > 0 ? m->high.x : m->low.x,
        .y = down.y > 0 ? m->high.y : m->low.y,
        .z = down.z > 0 ? m->high.z : m->low.z,
    };
    const v3 left = v3_sub(corner, at);
    double way = 0;
    if (fabs(down.x) > 0)
        way += down.x * left.x;
    if (fabs(down.y) > 0)
        way += down.y * left.y;
    if (fabs(down.z) > 0)
        way += down.z * left.z;
    return way;
}

static double way_down(const model *m, const moving_wall *wall, v3 at, double radius, v3 down)
{
    double least = way_to_border(m, at, radius, down);
    bool mesh = false;
    for (int i = 0; i < m->walls; i++) {
        least = real_min(least, way_to_wall(wall[i].shape, at, radius, down));
        mesh = mesh || primitive_is_mesh(wall[i].shape);
    }
    if (isfinite(least))
        return least;
    if (mesh && isfinite(extent_along(m, down)))
        return real_max(way_to_corner(m, at, down) - radius, 0);
    return 0;
}

// How fast a force can make its wall before grains carry it: on its way to them, and on while they stand apart. Where
// they touch it and there is no gravity, in a hundredth of a grain; where they are still to come, across the domain.
// How far a wall that is pushed may go before it meets grains, or an end of its way.
static double way_of_push(const model *m, const drive_push *push, const primitive *surface,
                          const grain_list *g)
{
    const double limit = push->force < 0 ? -push->low : push->high; // NaN where there is none
    const double extent = extent_along(m, push->axis);
    double way = m->streams > 0 && isfinite(extent) ? extent : 0;
    if (g->count > 0) {
        double radius = 0;
        for (int64_t i = 0; i < g->count; i++)
            radius = real_max(radius, g->radius[i]);
        const double loose = v3_norm(model_fall(m)) > 0 ? 0 : rests * radius;
        const double slack = grain_slack_of(m, g, push->axis);
        way = real_max(way_to_grains(surface, g) + slack, loose);
    }
    return limit < way ? limit : way;
}

static double pushed_speed(const model *m, const moving_wall *wall, const grain_list *g)
{
    if (!drive_chain_pushed(&wall->drive))
        return 0;
    const drive_push push = drive_chain_push(&wall->drive);
    const double pressing = push.pressure * grain_section_of(m, g, push.axis);
    const double force = fabs(push.force + pressing);
    const double mass = isfinite(push.mass) ? push.mass : grain_layer_of(m, g, push.axis);
    if (!(force > 0) || !(mass > 0))
        return 0;
    const double way = way_of_push(m, &push, wall->shape, g);
    const double fast = sqrt(2 * force / mass * way);
    if (push.most > 0)
        return real_min(fast, push.most);
    return push.damping > 0 ? real_min(fast, force / push.damping) : fast;
}

// Grains at the start, streams and walls, and a fall: of the highest grain to the lowest and on to what is below that,
// and of what streams bring across the domain.
// How fast a surface that moves along itself may carry grains.
static double surface_speed(const model *m, const model_wall *wall, const primitive *surface)
{
    enum { LOOKS = 256 };
    const surface_motion motion = {&wall->surface, &wall->surface_turn, 0};
    const double end = m->duration > 0 ? m->duration : 1;
    const double extent = primitive_extent(surface);
    double most = 0;
    v3 velocity;
    v3 spin;
    if (!surface_moves(&motion))
        return 0;
    surface_velocities(&motion, primitive_reference(surface), &velocity, &spin);
    const double rate = v3_norm(spin);
    for (int i = 0; i <= LOOKS; i++)
        most = real_max(most, fabs(surface_factor(&motion, end * i / LOOKS)));
    double arm = 0;
    if (rate > 0)
        arm = real_min(extent, domain_arm(m, primitive_reference(surface), v3_unit(spin)));
    return most * (v3_norm(velocity) + rate * arm);
}

scree_status grain_speed_of(const model *m, const grain_list *g, const moving_wall *wall,
                            grain_prospect *out, scree_error *error)
{
    scree_status status = SCREE_OK;
    double most = 0;
    double low = INFINITY;
    double high = -INFINITY;
    double gravity = v3_norm(model_fall(m));
    double radius = 0;
    v3 down = v3_unit(m->gravity);
    int64_t lowest = -1;
    for (int64_t i = 0; i < g->count; i++) {
        if (g->fixed[i])
            continue;
        double at = v3_dot(down, g->position[i]);
        if (lowest < 0 || at > high)
            lowest = i;
        const double rim = g->radius[i] * v3_norm(g->spin[i]);
        most = real_max(most, v3_norm(g->velocity[i]) + rim);
        low = real_min(low, at);
        high = real_max(high, at);
        radius = real_max(radius, g->radius[i]);
    }
    for (int i = 0; i < m->streams; i++)
        most =
            real_max(most, v3_norm(m->stream[i].velocity) + warm_speed(m->stream[i].temperature));
    for (int i = 0; i < m->walls && status == SCREE_OK; i++) {
        double speed;
        status = drive_speed(m, &m->wall[i], wall[i].shape, &speed, error);
        most = real_max(most, speed);
        most = real_max(most, surface_speed(m, &m->wall[i], wall[i].shape));
    }
    for (int i = 0; i < m->walls; i++)
        most = real_max(most, pushed_speed(m, &wall[i], g));
    double fall = 0;
    if (gravity > 0 && lowest >= 0) {
        fall = (high - low) + 2 * radius +
               way_down(m, wall, g->position[lowest], g->radius[lowest], down);
    }
    const double across = extent_along(m, down);
    if (gravity > 0 && m->streams > 0 && isfinite(across))
        fall = real_max(fall, across);
    double gain = 0;
    double flow = 0;
    if (status == SCREE_OK)
        status = world_field_gain(m, g, &gain, &flow, error);
    most = real_max(most, flow);
    out->speed =
        sqrt(4 * most * most + 2 * gravity * fall + 8 * gain); // two grains may meet head-on
    out->drop = fall;
    out->wall = wall;
    grain_pushed_of(m, g, out);
    return status;
}

double walls_frequency(const model *m)
{
    double most = 0;
    for (int i = 0; i < m->walls; i++) {
        const drive_chain drive = drive_of(&m->wall[i]);
        for (int part = 0; part < drive.parts; part++)
            most = real_max(
                most, drive_chain_pace(&drive, part, v3_make(0, 0, 0), duration_of(m)).frequency);
    }
    return most;
}
