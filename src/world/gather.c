// gather.c - movers and contacts for the nonsmooth solver, from bodies, walls and neighbour lists.
//
// A contact is there while its gap is below what its two bodies may come nearer in a step, h |u| (speculative
// contacts), or a hundred-thousandth of a diameter, so that what exactly touches is there as well. That depends on the
// state alone, so it does not matter how far the lists reach beyond it.
//
// Blows change velocities. Where they did, contacts are found once more: those that were not there with the velocities
// before them and would close in the step with those after them, by a second blow.
#include "world/impulses.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "smooth/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const double touching = 1e-5;   // of a diameter: gap at which a contact is there at any speed
static const double same_place = 1e-3; // of a contact radius: corners nearer to each other are one ahead of touch

static v3 v3_of(const rec4 *r) { return v3_make(r->v[0], r->v[1], r->v[2]); }

// ---- contacts

struct finder {
    world *w;
    ns_found *found;
    touch *touch;
    double *curvature;
    int touch_room;
    sphero_pair *pair;
    int pair_room;
    int32_t *near; // features of a grain and a wall
    int64_t near_room;
    report *report;
    bool no_memory;
    bool again;   // after blows
    double least; // m/s: what changed less does not count again
    double most;  // how far the lists reach, m
};

static ns_contact *add(finder *f)
{
    ns_contact *c = solver_find(f->found);
    f->no_memory = f->no_memory || !c;
    return c;
}

// One end of a contact: the mover, and where the ball or grain is, seen from its centre of mass.
typedef struct end {
    int32_t mover; // -1: does not move
    bool ball;     // moves by itself
    v3 arm;
    double mass_inverse;
} end;

static end end_of(const world *w, int32_t slot)
{
    const bodies *o = &w->body;
    end e = {slot, true, {0, 0, 0}, o->velocity[o->now][slot].v[3]};
    if (!(e.mass_inverse > 0)) e.mover = -1;
    if (!bodies_clumped(o, slot)) return e;
    e.mover = bodies_first(o, slot), e.ball = false;
    e.arm = clump_arm(&w->s, e.mover, slot - e.mover);
    return e;
}

static double pair_mass(end a, end b) { return 1 / (a.mass_inverse + b.mass_inverse); }

// The contact is there, of bodies a and b in the order of ids; what does not move becomes a.
static void join(ns_contact *c, end a, end b)
{
    c->a = a.mover, c->b = b.mover;
    if (b.mover >= 0) {
        c->fixed = a.mover < 0;
        if (c->fixed) c->wall_velocity = c->wall_spin = v3_make(0, 0, 0);
        return;
    }
    if (!c->balls) c->arm_b = c->arm_a;
    c->normal = v3_scale(-1, c->normal);
    c->wall_velocity = c->wall_spin = v3_make(0, 0, 0);
    c->a = -1, c->b = a.mover, c->fixed = c->turned = true;
}

// What forces add to the way of a step.
static double fall_of(const world *w) { return w->dt * w->dt * w->ns.set.gravity; }

// What two may come nearer in a step at this speed, at least where what touches is found.
static double margin(const world *w, double speed, double radius)
{
    double way = w->m->nonsmooth.speculative ? w->dt * speed + fall_of(w) : 0;
    return real_max(way, touching * 2 * radius);
}

// How fast a wall may come to meet something near it. A wall without end that turns has no fastest place; a plane that
// turns about its normal, as a rotating plate, comes nearer to nothing.
static double wall_reach(const world *w, int wall)
{
    const wall_pose *p = &w->ns_motion[wall];
    double turn = v3_norm(p->spin), extent = primitive_extent(w->wall[wall].shape);
    return v3_norm(p->velocity) + (turn > 0 && isfinite(extent) ? turn * extent : 0);
}

// ---- again, after blows

static bool changed(const finder *f, int32_t slot, double other) { return f->w->ns_change[slot] + other > f->least; }

static double corner_speed(const world *w, int32_t slot)
{
    const mover *m = &w->ns.body[slot];
    return w->core[w->body.set[slot]] ? v3_norm(mover_rim(m)) : 0;
}

// How fast two come nearer after the blows, at most.
static double pair_speed(const finder *f, int32_t a, int32_t b)
{
    const world *w = f->w;
    if (!f->again) return 0;
    v3 u = v3_sub(world_velocity_as(w, w->ns.body, b), world_velocity_as(w, w->ns.body, a));
    return v3_norm(u) + corner_speed(w, a) + corner_speed(w, b);
}

static double wall_speed(const finder *f, int wall, int32_t slot)
{
    const world *w = f->w;
    if (!f->again) return 0;
    return v3_norm(world_velocity_as(w, w->ns.body, slot)) + corner_speed(w, slot) + wall_reach(w, wall) +
           world_wall_change(w, wall);
}

// How far to look for a pair that looked as far as `first` before.
static double farther(const finder *f, double first, double speed, double radius)
{
    return f->again ? real_min(margin(f->w, speed, radius), f->most) : first;
}

// After blows: the contact just found stays if it was not there before and will close in the step.
static void keep_fresh(finder *f, const ns_contact *c, double first)
{
    if (!f->again) return;
    double closing = -v3_dot(c->normal, contact_velocity(&f->w->ns, c));
    if (!(c->gap >= first && closing > f->least && closing * f->w->dt > c->gap)) f->found->count--;
}

static void watch_depth(finder *f, int32_t a, int32_t b, bool wall, double depth, double radius)
{
    if (!(depth <= f->w->s.too_deep * radius)) report_too_deep(&f->w->s, f->report, a, b, wall, depth, radius);
}

// The arm of a ball at something that does not answer, over its radius: a fixed ball, which takes the share R_j/(R_i +
// R_j) of the overlap, or a wall, which takes all of it. Ahead of touch it is the radius, as it will be where they
// touch.
static double arm_at_still(double radius, double share, double gap) { return gap < 0 ? 1 + share * gap / radius : 1; }

// The arms of two balls over their radii. Two that move share one, so that their arms add up to the distance of their
// centres, with a gap, too, and angular momentum is conserved exactly.
static double arm_of_balls(end a, end b, double radius_a, double radius_b, double gap)
{
    double sum = radius_a + radius_b;
    if (a.mover < 0) return arm_at_still(radius_b, radius_a / sum, gap);
    if (b.mover < 0) return arm_at_still(radius_a, radius_b / sum, gap);
    return (sum + gap) / sum;
}

static void meet_balls(finder *f, int32_t i, int32_t j)
{
    const world *w = f->w;
    const bodies *o = &w->body;
    const double *x = o->position[o->now][i].v, *y = o->position[o->now][j].v;
    if (f->again && !changed(f, i, w->ns_change[j])) return;
    v3 d = nearest_image(&w->s.context, v3_make(y[0] - x[0], y[1] - x[1], y[2] - x[2]));
    v3 u = v3_sub(v3_of(&o->velocity[o->now][j]), v3_of(&o->velocity[o->now][i]));
    double small = real_min(x[3], y[3]), sum = x[3] + y[3], first = margin(w, v3_norm(u), small);
    double reach = sum + farther(f, first, pair_speed(f, i, j), small), d2 = v3_dot(d, d);
    if (!(d2 < reach * reach)) return;
    ns_contact *c = add(f);
    if (!c) return;
    double far = sqrt(d2);
    end a = end_of(w, i), b = end_of(w, j);
    c->id_a = o->id[i], c->id_b = o->id[j];
    c->set = w->set_of[o->material[i] * w->m->materials + o->material[j]];
    c->normal = far > 0 ? v3_scale(1 / far, d) : v3_make(0, 0, 1);
    c->gap = far - sum, c->share = 1;
    c->alpha = arm_of_balls(a, b, x[3], y[3], c->gap);
    c->balls = (a.ball || a.mover < 0) && (b.ball || b.mover < 0);
    if (!c->balls) {
        c->arm_a = v3_fma(a.arm, c->alpha * x[3], c->normal);
        c->arm_b = v3_fma(b.arm, -c->alpha * y[3], c->normal);
    }
    c->r_eff = x[3] * y[3] / sum, c->m_eff = pair_mass(a, b);
    watch_depth(f, i, j, false, -c->gap, small);
    join(c, a, b);
    keep_fresh(f, c, first);
}

static void at_wall(const world *w, ns_contact *c, int wall, v3 point)
{
    const wall_pose *p = &w->ns_motion[wall];
    const ns_wall *is = &w->ns_wall[wall];
    bool held = is->mover >= 0 && is->stop * v3_dot(c->normal, is->axis) < 0; // the push on the wall is against normal
    c->a = held ? -1 : is->mover;
    if (c->a >= 0) return;
    c->a = -1 - wall;
    c->wall_velocity = v3_add(p->velocity, v3_cross(p->spin, v3_sub(point, w->wall[wall].now.position)));
    c->wall_spin = p->spin;
}

static v3 wall_velocity(const world *w, int wall, v3 point)
{
    const wall_pose *p = &w->ns_motion[wall];
    return v3_add(p->velocity, v3_cross(p->spin, v3_sub(point, w->wall[wall].now.position)));
}

static void meet_wall(finder *f, const block *b, const near_wall *k)
{
    const world *w = f->w;
    const bodies *o = &w->body;
    const world_wall *wall = &w->wall[k->wall];
    const double *x = o->position[o->now][k->body].v;
    v3 v = v3_of(&o->velocity[o->now][k->body]), at = v3_make(x[0], x[1], x[2]);
    if (f->again && !changed(f, k->body, world_wall_change(w, k->wall))) return;
    double reach =
        farther(f, margin(w, v3_norm(v) + wall_reach(w, k->wall), x[3]), wall_speed(f, k->wall, k->body), x[3]);
    wall_touch t[WALL_TOUCH_MOST];
    int n = ball_wall_touches(wall->shape, wall->now.position, wall->now.orientation, at, x[3], reach,
                              b->candidate + k->first_candidate, k->candidates, t);
    if (n < 0) report_trouble(&w->s, f->report, TROUBLE_CORNER, k->wall, k->body, true);
    for (int i = 0; i < n; i++) {
        double first = margin(w, v3_norm(v3_sub(v, wall_velocity(w, k->wall, t[i].point))), x[3]);
        if (!f->again && !(t[i].gap < first)) continue;
        ns_contact *c = add(f);
        if (!c) return;
        end e = end_of(w, k->body);
        c->id_a = k->wall, c->id_b = o->id[k->body], c->feature = t[i].feature;
        c->set = w->set_of[wall->material * w->m->materials + o->material[k->body]];
        c->normal = t[i].normal, c->gap = t[i].gap, c->share = 1;
        c->alpha = arm_at_still(x[3], 1, c->gap);
        c->balls = e.ball, c->b = e.mover;
        c->arm_a = v3_make(0, 0, 0), c->arm_b = v3_fma(e.arm, -c->alpha * x[3], t[i].normal);
        c->r_eff = 1 / (1 / x[3] + t[i].curvature), c->m_eff = 1 / e.mass_inverse;
        at_wall(w, c, k->wall, v3_fma(at, -c->alpha * x[3], t[i].normal)); // where the force acts, on both
        if (c->a >= 0) c->balls = false;
        watch_depth(f, k->wall, k->body, true, -t[i].gap, x[3]);
        keep_fresh(f, c, first);
    }
}

// ---- grains with a core

static grain_pose pose_of(const world *w, int32_t slot)
{
    const bodies *o = &w->body;
    const double *q = o->orientation[slot].v;
    const grain_form *form = w->form[o->set[slot]];
    return (grain_pose){form,
                        o->position[o->now][slot].v[3],
                        {q[0], q[1], q[2], q[3]},
                        form ? w->s.turned + w->s.turned_first[slot] : NULL};
}

static bool room_for_touches(finder *f, int need)
{
    int64_t room[2] = {f->touch_room, f->touch_room};
    if (!mem_grow((void **)&f->touch, &room[0], need, sizeof *f->touch) ||
        !mem_grow((void **)&f->curvature, &room[1], need, sizeof *f->curvature)) {
        f->no_memory = true;
        return false;
    }
    f->touch_room = need;
    return true;
}

static int near_features(finder *f, const grain_pose *a, const grain_pose *b, v3 offset, double reach)
{
    if (!grain_by_features(a->form, b->form)) return 0;
    for (;;) {
        int n = grain_near(a, b, offset, f->w->s.flat, reach, f->pair, f->pair_room);
        if (n <= f->pair_room) return n;
        int64_t room = f->pair_room;
        if (!mem_grow((void **)&f->pair, &room, n, sizeof *f->pair)) {
            f->no_memory = true;
            return 0;
        }
        f->pair_room = (int)room;
    }
}

// Speed at the end of the farthest corner.
static double fastest(const world *w, int32_t slot)
{
    const bodies *o = &w->body;
    return v3_norm(v3_of(&o->spin[o->now][slot])); // R times spin
}

static int touches_of(finder *f, int32_t i, int32_t j, v3 offset, double reach)
{
    const world *w = f->w;
    grain_pose a = pose_of(w, i), b = pose_of(w, j);
    int pairs = near_features(f, &a, &b, offset, reach);
    convex_memory memory = {0};
    for (;;) {
        touch_list list = {.item = f->touch, .room = f->touch_room};
        grain_touches(&a, &b, offset, w->s.flat, f->pair, pairs, 0, reach, &memory, &list);
        if (list.lost) report_too_deep(&w->s, f->report, i, j, false, INFINITY, INFINITY);
        if (list.count <= list.room) return list.count;
        if (!room_for_touches(f, list.count)) return 0;
    }
}

static double contact_radius(const world *w, int32_t slot)
{
    return grain_contact_radius(w->form[w->body.set[slot]], w->body.position[w->body.now][slot].v[3]);
}

// Ahead of touch, a corner next to another: faces that lie over each other in a strip along an edge, or in a tip at a
// corner, as those of diagonal neighbours in a wall, have all corners twice or four times.
static bool doubles(const touch *t, int at, double near)
{
    for (int i = 0; t[at].gap >= 0 && i < at; i++) {
        v3 d = v3_sub(t[i].point, t[at].point);
        if (v3_dot(d, d) < near * near) return true;
    }
    return false;
}

static void meet_grains(finder *f, const near_grain *p)
{
    const world *w = f->w;
    const bodies *o = &w->body;
    const rec4 *x = o->position[o->now], *v = o->velocity[o->now];
    v3 offset = nearest_image(&w->s.context, v3_sub(v3_of(&x[p->b]), v3_of(&x[p->a]))),
       u = v3_sub(v3_of(&v[p->b]), v3_of(&v[p->a]));
    if (f->again && !changed(f, p->a, w->ns_change[p->b])) return;
    double ra = contact_radius(w, p->a), rb = contact_radius(w, p->b);
    double first = margin(w, v3_norm(u) + fastest(w, p->a) + fastest(w, p->b), real_min(ra, rb));
    double reach = farther(f, first, pair_speed(f, p->a, p->b), real_min(ra, rb));
    double far = x[p->a].v[3] + x[p->b].v[3] + reach;
    if (!(v3_dot(offset, offset) < far * far)) return;
    double deep = grain_depth_scale(w->form[o->set[p->a]], ra, w->form[o->set[p->b]], rb);
    int n = touches_of(f, p->a, p->b, offset, reach);
    for (int i = 0; i < n; i++) {
        if (doubles(f->touch, i, same_place * real_min(ra, rb))) continue;
        ns_contact *c = add(f);
        if (!c) return;
        end a = end_of(w, p->a), b = end_of(w, p->b);
        c->id_a = o->id[p->a], c->id_b = o->id[p->b], c->feature = f->touch[i].feature;
        c->set = w->set_of[o->material[p->a] * w->m->materials + o->material[p->b]];
        c->normal = f->touch[i].normal, c->gap = f->touch[i].gap, c->share = f->touch[i].weight;
        c->arm_a = v3_add(a.arm, f->touch[i].point), c->arm_b = v3_add(b.arm, v3_sub(f->touch[i].point, offset));
        c->r_eff = ra * rb / (ra + rb), c->m_eff = pair_mass(a, b);
        watch_depth(f, p->a, p->b, false, -c->gap, deep);
        join(c, a, b);
        keep_fresh(f, c, first);
    }
}

// The features of a grain near a wall with faces; NULL: its vertices alone meet the wall.
static const int32_t *near_wall_features(finder *f, const placed_wall *wall, const grain_pose *g, v3 at, double reach)
{
    if (!wall->faces) return NULL;
    for (;;) {
        int32_t n = grain_wall_near(wall, g, at, reach, f->near, (int32_t)f->near_room);
        if (n <= f->near_room) return f->near;
        if (mem_grow((void **)&f->near, &f->near_room, n, sizeof *f->near)) continue;
        f->no_memory = true;
        return NULL;
    }
}

static touch_list touches_of_wall(finder *f, const near_grain *p, const grain_pose *g, v3 at, double reach)
{
    const placed_wall wall = world_placed_wall(&f->w->wall[p->a]);
    const int32_t *near = near_wall_features(f, &wall, g, at, reach);
    touch_list list = {0};
    if (f->no_memory) return list;
    do {
        list = (touch_list){.item = f->touch, .room = f->touch_room};
        if (!grain_wall_touches(&wall, g, at, near, 0, reach, &list, f->curvature)) {
            report_trouble(&f->w->s, f->report, TROUBLE_CORNER, p->a, p->b, true);
            return (touch_list){0};
        }
    } while (list.count > list.room && room_for_touches(f, list.count));
    if (list.lost) report_too_deep(&f->w->s, f->report, p->a, p->b, true, INFINITY, INFINITY);
    return list;
}

static void meet_grain_wall(finder *f, const near_grain *p)
{
    const world *w = f->w;
    const bodies *o = &w->body;
    const world_wall *wall = &w->wall[p->a];
    v3 at = v3_of(&o->position[o->now][p->b]);
    end e = end_of(w, p->b);
    if (e.mover < 0) return;
    if (f->again && !changed(f, p->b, world_wall_change(w, p->a))) return;
    double radius = contact_radius(w, p->b);
    double speed = v3_norm(v3_of(&o->velocity[o->now][p->b])) + fastest(w, p->b) + wall_reach(w, p->a);
    double first = margin(w, speed, radius), reach = farther(f, first, wall_speed(f, p->a, p->b), radius);
    grain_pose g = pose_of(w, p->b);
    double deep = grain_wall_depth_scale(g.form, radius, wall->faces.surface != NULL);
    touch_list list = touches_of_wall(f, p, &g, at, reach);
    for (int i = 0; i < list.count && !f->no_memory; i++) {
        ns_contact *c = add(f);
        if (!c) return;
        c->id_a = p->a, c->id_b = o->id[p->b], c->feature = list.item[i].feature;
        c->set = w->set_of[wall->material * w->m->materials + o->material[p->b]];
        c->normal = list.item[i].normal, c->gap = list.item[i].gap, c->share = list.item[i].weight;
        c->arm_a = v3_make(0, 0, 0), c->arm_b = v3_add(e.arm, list.item[i].point), c->b = e.mover;
        c->r_eff = 1 / (1 / radius + f->curvature[i]), c->m_eff = 1 / e.mass_inverse;
        at_wall(w, c, p->a, v3_add(at, list.item[i].point));
        watch_depth(f, p->a, p->b, true, -c->gap, deep);
        keep_fresh(f, c, first);
    }
}

enum { AHEAD = 8 }; // pairs whose balls are called into cache

static void call_ball(const world *w, int32_t slot)
{
    __builtin_prefetch(&w->body.position[w->body.now][slot]);
    __builtin_prefetch(&w->body.velocity[w->body.now][slot]);
}

static void find_in_block(finder *f, const block *b, double reach)
{
    const world *w = f->w;
    double level = (2 * w->s.moved + reach) * (NEAR_LEVELS / w->list.skin) * (1 + 1e-9);
    int awake = level < NEAR_LEVELS - 1 ? (int)level + 1 : NEAR_LEVELS;
    for (int32_t k = 0; k < b->sleep_from[awake]; k++) {
        call_ball(w, b->sleep_b[k + AHEAD < b->sleep_from[awake] ? k + AHEAD : k]);
        if (b->sleep_a[k] >= b->low && b->sleep_a[k] < b->high) meet_balls(f, b->sleep_a[k], b->sleep_b[k]);
    }
    for (int32_t k = 0; k < b->walls; k++) meet_wall(f, b, &b->wall[k]);
    for (int32_t k = 0; k < b->grains; k++) {
        const near_grain *p = &b->grain[k];
        if (p->wall)
            meet_grain_wall(f, p);
        else if (p->a >= b->low && p->a < b->high)
            meet_grains(f, p);
    }
}

// Motion of the walls in the step to come: that in its middle.
static void move_ahead(world *w)
{
    for (int k = 0; k < w->walls; k++) {
        const world_wall *wall = &w->wall[k];
        w->ns_motion[k] = wall->now;
        if (!wall->drive || wall->drive->answers) continue;
        drive_in in = world_drive_in(wall, world_time(w) + 0.5 * w->dt);
        double state[DRIVE_STATE] = {0};
        wall->drive->pose(wall->choice, &in, state, &w->ns_motion[k]);
    }
}

double world_reach_of_step(world *w)
{
    move_ahead(w);
    const bodies *o = &w->body;
    const rec4 *x = o->position[o->now], *v = o->velocity[o->now], *s = o->spin[o->now];
    double speed2 = 0, rim2 = 0, largest = 0, wall = 0;
#pragma omp parallel for num_threads(w->threads) schedule(static) reduction(max : speed2, rim2, largest)
    for (int32_t i = 0; i < o->count; i++) {
        speed2 = real_max(speed2, v3_dot(v3_of(&v[i]), v3_of(&v[i])));
        if (w->core[o->set[i]]) rim2 = real_max(rim2, v3_dot(v3_of(&s[i]), v3_of(&s[i])));
        largest = real_max(largest, x[i].v[3]);
    }
    for (int k = 0; k < w->walls; k++) wall = real_max(wall, wall_reach(w, k));
    double near = 2 * touching * largest * (1 + 1e-9);
    if (!w->m->nonsmooth.speculative) return near;
    double fast = sqrt(speed2) + sqrt(rim2);
    return real_max(near, (w->dt * real_max(2 * fast, fast + wall) + fall_of(w)) * (1 + 1e-9));
}

void world_free_finders(world *w)
{
    for (int t = 0; w->finder && t < w->threads; t++) {
        free(w->finder[t].touch);
        free(w->finder[t].curvature);
        free(w->finder[t].pair);
        free(w->finder[t].near);
    }
    free(w->finder);
}

// What blocks find, into the lists of the threads; linked: to be ordered.
static bool find_all(world *w, bool again)
{
    double reach = world_reach_of_step(w), least = again ? solver_threshold(&w->ns) : 0;
    finder *f = w->finder;
#pragma omp parallel num_threads(w->threads)
    {
        int me = omp_get_thread_num();
        finder *mine = &f[me];
        mine->w = w, mine->report = &w->report[me];
        mine->found = &w->ns.found[me], mine->no_memory = false;
        mine->found->count = mine->found->linked = 0;
        mine->again = again, mine->least = least, mine->most = reach;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < w->list.blocks; i++) {
            find_in_block(mine, &w->list.block[i], reach);
            mine->no_memory = mine->no_memory || (!again && !solver_link(&w->ns, me));
        }
    }
    bool ok = true;
    for (int t = 0; t < w->threads; t++) ok = ok && !f[t].no_memory;
    return ok;
}

bool world_gather(world *w)
{
    if (!w->finder) w->finder = calloc((size_t)w->threads, sizeof *w->finder);
    return w->finder && world_fill_movers(w) && find_all(w, false) && solver_gather(&w->ns);
}

bool world_gather_again(world *w)
{
    double most = 0;
    for (int t = 0; t < w->threads; t++) w->ns.found[t].count = 0;
    if (!w->m->nonsmooth.speculative) return true;
    if (!world_note_changes(w, &most)) return false;
    return !(2 * most > solver_threshold(&w->ns)) || find_all(w, true);
}
