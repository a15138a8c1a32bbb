// depth.c - how deep contacts will get, before a run that run.deepest_overlap would stop.
//
// Two estimates, by the laws themselves and for the smallest and the largest balls of each material, with each other
// and with walls. An impact is followed in 1/150 of its duration until it turns back, at the speed from which the step
// is chosen (timestep.c), but for the fall: grains that lie close do not fall through each other, so that they fall by
// the slack between them and from the lowest one to the floor. A load is a pressure on the square around a ball: of all
// layers above, and of the walls that a force presses; contacts in a bed bear up to some twice of the mean. A small
// ball may be caught between a wall and a much heavier one, which comes to lie on three such: each of its two contacts
// stops a sixth of that mass.
#include "world/depth_balls.h"

#include "base/constants.h"
#include "base/corners.h"
#include "base/mathlib.h"
#include "state/bodies.h"
#include "law/single.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 2000 };

static const double impact_steps = 150, uneven = 2, caught_share = 1.0 / 6, packed_share = 0.6,
                    packed_share_flat = 0.8;

static void look_at_streams(const model *model, sizes *of)
{
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        const model_shape *shape = &model->shape[stream->shape];
        const spread *radius = &shape->radius;
        const int set = model->grain_sets + i;
        const bool fixed = radius->kind == SPREAD_FIXED;
        sizes *own = &of[stream->material];
        if (shape->core.vertices)
            continue;
        const double low = fixed ? radius->value : radius->from;
        const double high = fixed ? low : radius->to;
        const double mass = world_inertial_mass(model, set, low);
        depth_take(own, low, mass);
        depth_take(own, low, mass); // they are many
        if (isfinite(high))
            depth_take(own, high, world_inertial_mass(model, set, high));
    }
}

// ---- how fast, and how heavy

// From a ball down to the first wall, along gravity, m; a mesh is not looked at.
static double way_to_floor(const world *world, const rec4 *ball, v3 down)
{
    const shared *shared = world->shared;
    const v3 centre = v3_of(ball);
    const double radius = ball->v[3];
    double least = INFINITY;
    for (int k = 0; k < shared->walls; k++) {
        wall_touch touch[WALL_TOUCH_MOST];
        if (primitive_report(shared->wall[k].shape))
            continue;
        const placed_wall placed = moving_wall_placed(&shared->wall[k]);
        const int n = ball_wall_touches(&placed, centre, radius, 1e30, wall_whole(), touch);
        for (int i = 0; i < n; i++) {
            const double against = -v3_dot(touch[i].normal, down);
            const double gap = real_max(touch[i].gap, 0);
            if (against > 0.1)
                least = real_min(least, gap / against);
        }
    }
    return isfinite(least) ? least : 0;
}

// What the balls fill of their box, as if they were packed.
static double filled(const model *model, const cloud *cloud)
{
    const v3 extent = v3_sub(cloud->high, cloud->low);
    const bool flat = model->dimensions == 2;
    const double share = flat ? packed_share_flat : packed_share;
    const double packed = share * extent.x * extent.y * (flat ? 1 : extent.z);
    return real_min(1, cloud->volume / packed);
}

// How high a box is along a direction.
static double height_along(v3 direction, v3 extent)
{
    return fabs(direction.x) * extent.x + fabs(direction.y) * extent.y +
           fabs(direction.z) * extent.z;
}

static double speed_of(const world *world, const cloud *cloud)
{
    const model *model = world->shared->model;
    const double gravity = v3_norm(model_fall(model));
    const double speed = world->choice.speed;
    const bool anything_falls = gravity > 0 && cloud->deepest > -INFINITY;
    if (!anything_falls || model->streams)
        return speed;
    const v3 down = v3_unit(model->gravity);
    const v3 extent = v3_sub(cloud->high, cloud->low);
    const double height = height_along(down, extent);
    const double settling = height * (1 - filled(model, cloud));
    const double fall = settling + way_to_floor(world, &cloud->lowest, down);
    const double deeper = fall - world->choice.drop;
    const double speed2 = speed * speed + 2 * gravity * deeper;
    return sqrt(real_max(speed2, 0));
}

// Across an axis of the box of the balls, m^2 (m in the plane).
static double across(const model *model, const cloud *cloud, v3 axis)
{
    const v3 extent = v3_sub(cloud->high, cloud->low);
    const v3 a = v3_unit(axis);
    if (model->dimensions == 2)
        return fabs(a.x) * extent.y + fabs(a.y) * extent.x;
    const double side_x = fabs(a.x) * extent.y * extent.z;
    const double side_y = fabs(a.y) * extent.x * extent.z;
    const double side_z = fabs(a.z) * extent.x * extent.y;
    return side_x + side_y + side_z;
}

// In N/m^2 (N/m in the plane), at the bottom or under a wall that is pressed.
static double pressure_of(const world *world, const cloud *cloud)
{
    const model *model = world->shared->model;
    const double g = v3_norm(model_fall(model));
    double press = 0;
    if (!(cloud->deepest > -INFINITY))
        return 0;
    for (int i = 0; i < model->walls; i++) {
        const shared *shared = world->shared;
        const drive_chain drive = shared->wall[shared->walls - model->walls + i].drive;
        if (!drive_chain_pushed(&drive))
            continue;
        const drive_push push = drive_chain_push(&drive);
        const double area = across(model, cloud, push.axis);
        if (area > 0)
            press = real_max(press, fabs(push.force) / area + push.pressure);
    }
    if (!(g > 0))
        return press;
    const v3 down = v3_unit(model->gravity);
    const v3 extent = v3_sub(cloud->high, cloud->low);
    const double share = filled(model, cloud);
    const double height = height_along(down, extent) * share;
    const double box = extent.x * extent.y * (model->dimensions == 2 ? 1 : extent.z);
    const double taken = real_max(share, 1e-300) * box;
    return press + cloud->weight * g * height / taken;
}

// ---- how deep

static double depth_of_impact(const law_set *set, double r_eff, double m_eff, double speed)
{
    law_single contact;
    const double duration = law_set_duration(set, r_eff, m_eff, speed);
    const double dt = duration / impact_steps;
    double v = speed;
    double overlap = 0;
    if (!(dt > 0) || !isfinite(dt))
        return 0;
    law_single_begin(&contact, set, r_eff, m_eff);
    for (int i = 0; i < STEPS_MOST && v > 0 && overlap < 2 * r_eff; i++) {
        overlap += v * dt;
        const law_answer a = law_single_step(&contact, (law_motion){.overlap = overlap, .dt = dt});
        v -= a.push / m_eff * dt;
    }
    return overlap;
}

static double depth_of_load(const law_set *set, double r_eff, double m_eff, double force)
{
    law_single contact;
    law_single touch;
    const double least = 1e-12 * r_eff;
    const law_motion slowly = {.dt = 1e6};
    const law_motion at_touch = {.overlap = least, .dt = 1e6};
    if (!(force > 0))
        return 0;
    law_single_begin(&contact, set, r_eff, m_eff);
    law_single_begin(&touch, set, r_eff, m_eff);
    if (law_single_step(&touch, at_touch).push >= force)
        return least; // so stiff that it hardly gives way
    const double overlap = law_single_overlap_at(&contact, slowly, force, least, 2 * r_eff);
    return isfinite(overlap) ? overlap : 2 * r_eff;
}

// ---- all pairs

typedef struct pair {
    int a, b;
    double r_eff, m_eff, radius; // radius: of the smaller ball
    double heavier;              // kg, of the ball that catches it at a wall; 0: none
} pair;

typedef struct outlook {
    const world *world;
    double speed, pressure;
} outlook;

static void consider(const outlook *outlook, pair pair, depth_forecast *out)
{
    const shared *shared = outlook->world->shared;
    const model *model = shared->model;
    const int set = shared->set_of[pair.a * model->materials + pair.b];
    if (set < 0 || !isfinite(pair.m_eff) || !(pair.m_eff > 0))
        return;
    const law_set *law = &shared->law[set];
    const double width = 2 * pair.radius;
    const double area = model->dimensions == 2 ? width : width * width;
    const double force = uneven * outlook->pressure * area;
    double hit = 0;
    double bears = 0;
    if (shared->solver->resolves)
        hit = depth_of_impact(law, pair.r_eff, pair.m_eff, outlook->speed);
    if (force > 0)
        bears = depth_of_load(law, pair.r_eff, pair.m_eff, force);
    if (hit / pair.radius > out->impact) {
        out->impact = hit / pair.radius;
        out->impact_a = pair.a;
        out->impact_b = pair.b;
        out->caught = pair.heavier;
    }
    if (bears / pair.radius > out->load) {
        out->load = bears / pair.radius;
        out->force = force;
        out->load_a = pair.a;
        out->load_b = pair.b;
    }
}

static void consider_balls(const outlook *outlook, int a, int b, size one, size other,
                           depth_forecast *out)
{
    if (!(one.radius > 0) || !(other.radius > 0))
        return;
    const pair balls = {
        .a = a,
        .b = b,
        .r_eff = 1 / (1 / one.radius + 1 / other.radius),
        .m_eff = 1 / (1 / one.mass + 1 / other.mass),
        .radius = real_min(one.radius, other.radius),
        .heavier = 0,
    };
    consider(outlook, balls, out);
}

// Of the balls that move, kg; 0: none.
static double heaviest_of(const sizes *of, int materials)
{
    double mass = 0;
    for (int material = 0; material < materials; material++) {
        if (of[material].most.radius > 0 && isfinite(of[material].most.mass))
            mass = real_max(mass, of[material].most.mass);
    }
    return mass;
}

// A ball of material a at a wall of material b. Where a heavier grain catches it there, `heavier` is the mass of that.
static void consider_wall(const outlook *outlook, int a, int b, size ball, double heavier,
                          depth_forecast *out)
{
    const pair at_wall = {
        .a = a,
        .b = b,
        .r_eff = ball.radius,
        .m_eff = ball.mass,
        .radius = ball.radius,
        .heavier = heavier,
    };
    consider(outlook, at_wall, out);
}

static bool is_of_wall(const shared *shared, int material)
{
    for (int k = 0; k < shared->walls; k++) {
        if (shared->wall[k].material == material)
            return true;
    }
    return false;
}

static void consider_materials(const outlook *outlook, const sizes *of, int a, int b,
                               depth_forecast *out)
{
    const shared *shared = outlook->world->shared;
    const size least = of[a].least;
    const size most = of[a].most;
    const size other_least = of[b].least;
    const size other_most = of[b].most;
    const bool can_meet = a != b || of[a].count > 1;
    if (can_meet) {
        consider_balls(outlook, a, b, least, other_least, out);
        consider_balls(outlook, a, b, least, other_most, out);
        consider_balls(outlook, a, b, most, other_most, out);
    }
    if (!is_of_wall(shared, b) || !(most.radius > 0))
        return;
    consider_wall(outlook, a, b, least, 0, out);
    consider_wall(outlook, a, b, most, 0, out);
    const double heaviest = heaviest_of(of, shared->model->materials);
    const size caught = {.radius = least.radius, .mass = caught_share * heaviest};
    if (isfinite(least.mass) && caught.mass > least.mass)
        consider_wall(outlook, a, b, caught, heaviest, out);
}

depth_forecast world_depth_forecast(const world *world)
{
    const model *model = world->shared->model;
    depth_forecast out = {0};
    sizes *of = calloc((size_t)model->materials + 1, sizeof *of);
    if (!of)
        return out;
    const cloud cloud = depth_look_at_balls(world, of);
    look_at_streams(world->shared->model, of);
    const outlook outlook = {
        .world = world,
        .speed = speed_of(world, &cloud),
        .pressure = pressure_of(world, &cloud),
    };
    out.speed = outlook.speed;
    for (int a = 0; a < model->materials; a++) {
        for (int b = 0; b < model->materials; b++)
            consider_materials(&outlook, of, a, b, &out);
    }
    free(of);
    return out;
}
