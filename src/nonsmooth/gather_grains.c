// gather_grains.c - contacts for the nonsmooth solver of grains with a core, with each other, with balls and with
// walls.
//
// Two that pass each other in the step stop nothing, as of balls (collide/ahead.h). That they pass is sure where they
// would without turning, all the way with more between them than turning can close. Where they meet, or may meet, their
// contacts stand where they are at the beginning.
#include "nonsmooth/finder.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/way.h"
#include "state/bodies.h"

#include <math.h>

static const double same_place =
    1e-3; // of a contact radius: corners nearer to each other are one ahead of touch

static const double long_way = 0.02; // of a contact radius: shorter ways are not looked along

static grain_pose pose_of(const impulses *w, int32_t slot)
{
    const bodies *o = &w->part->body;
    const double *q = o->orientation[slot].v;
    const grain_form *form = w->shared->form[o->set[slot]];
    return (grain_pose){form,
                        o->position[o->now][slot].v[3],
                        {q[0], q[1], q[2], q[3]},
                        form ? w->part->s.turned + w->part->s.turned_first[slot] : NULL};
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

static int near_features(finder *f, const grain_pose *a, const grain_pose *b, v3 offset,
                         double reach)
{
    if (!grain_by_features(a->form, b->form))
        return 0;
    for (;;) {
        int n = grain_near(&(grain_pair){a, b, offset, f->w->part->s.flat}, reach,
                           (sphero_room){f->pair, f->pair_room});
        if (n <= f->pair_room)
            return n;
        int64_t room = f->pair_room;
        if (!mem_grow((void **)&f->pair, &room, n, sizeof *f->pair)) {
            f->no_memory = true;
            return 0;
        }
        f->pair_room = (int)room;
    }
}

// Speed at the end of the farthest corner.
static double fastest(const impulses *w, int32_t slot)
{
    const bodies *o = &w->part->body;
    return v3_norm(v3_of(&o->spin[o->now][slot])); // R times spin
}

static int touches_of(finder *f, int32_t i, int32_t j, v3 offset, double reach)
{
    const impulses *w = f->w;
    grain_pose a = pose_of(w, i);
    grain_pose b = pose_of(w, j);
    int pairs = near_features(f, &a, &b, offset, reach);
    convex_memory memory = {0};
    for (;;) {
        touch_list list = {.item = f->touch, .room = f->touch_room};
        grain_touches(&(grain_pair){&a, &b, offset, w->part->s.flat},
                      &(sphero_list){f->pair, pairs, 0}, reach, &memory, &list);
        if (list.lost && !f->looking)
            report_too_deep(&w->part->s, f->report, i, j, false, INFINITY, INFINITY);
        if (list.count <= list.room)
            return list.count;
        if (!room_for_touches(f, list.count))
            return 0;
    }
}

static double contact_radius(const impulses *w, int32_t slot)
{
    return grain_contact_radius(w->shared->form[w->part->body.set[slot]],
                                w->part->body.position[w->part->body.now][slot].v[3]);
}

// Ahead of touch, a corner next to another: faces that lie over each other in a strip along an edge, or in a tip at a
// corner, as those of diagonal neighbours in a wall, have all corners twice or four times.
static bool doubles(const touch *t, int at, double near)
{
    for (int i = 0; t[at].gap >= 0 && i < at; i++) {
        v3 d = v3_sub(t[i].point, t[at].point);
        if (v3_dot(d, d) < near * near)
            return true;
    }
    return false;
}

// The features of a grain near a wall with faces; NULL: its vertices alone meet the wall.
static const int32_t *near_wall_features(finder *f, const placed_wall *wall, const grain_pose *g,
                                         v3 at, double reach)
{
    if (!wall->faces)
        return NULL;
    for (;;) {
        int32_t n = grain_wall_near(wall, g, at, reach, f->near, (int32_t)f->near_room);
        if (n <= f->near_room)
            return f->near;
        if (mem_grow((void **)&f->near, &f->near_room, n, sizeof *f->near))
            continue;
        f->no_memory = true;
        return NULL;
    }
}

static touch_list touches_of_wall(finder *f, const near_grain *p, const grain_pose *g, v3 at,
                                  double reach)
{
    const placed_wall wall = moving_wall_placed(&f->w->shared->wall[p->a]);
    const int32_t *near = near_wall_features(f, &wall, g, at, reach);
    touch_list list = {0};
    if (f->no_memory)
        return list;
    do {
        list = (touch_list){.item = f->touch, .room = f->touch_room};
        if (!grain_wall_touches(&(grain_at_wall){&wall, g, at, reach}, near, 0, &list,
                                f->curvature)) {
            if (!f->looking)
                report_trouble(&f->w->part->s, f->report, TROUBLE_CORNER, p->a, p->b, true);
            return (touch_list){0};
        }
    } while (list.count > list.room && room_for_touches(f, list.count));
    if (list.lost && !f->looking)
        report_too_deep(&f->w->part->s, f->report, p->a, p->b, true, INFINITY, INFINITY);
    return list;
}

// ---- grains that pass each other

// Two grains, or a wall and a grain, that go `way` nearer to each other in the step, the second against the first,
// while they turn, which moves no point of theirs by more than `turn`.
typedef struct passing {
    const near_grain *pair;
    v3 from, way; // of the second: from the first, or where it is
    double turn, reach;
} passing;

static void swap_kept(finder *f)
{
    touch *list = f->touch;
    double *curvature = f->curvature;
    int room = f->touch_room;
    f->touch = f->kept;
    f->curvature = f->kept_curvature;
    f->touch_room = f->kept_room;
    f->kept = list;
    f->kept_curvature = curvature;
    f->kept_room = room;
    f->looking = !f->looking;
}

// Contacts after that part of the way, in f->touch.
static int touches_after(finder *f, const passing *p, double part)
{
    v3 at = v3_fma(p->from, part, p->way);
    if (!p->pair->wall)
        return touches_of(f, p->pair->a, p->pair->b, at, p->reach);
    grain_pose g = pose_of(f->w, p->pair->b);
    return touches_of_wall(f, p->pair, &g, at, p->reach).count;
}

// Where the first of the planes, less what turning may do, is met, as a part of the way; above 1: none is.
static double next_part(const finder *f, const passing *p, int count, double part)
{
    double next = 2;
    for (int i = 0; i < count; i++) {
        double closing = -v3_dot(f->touch[i].normal, p->way);
        if (closing > 0)
            next = real_min(next, part + (f->touch[i].gap - p->turn) / closing);
    }
    return next;
}

static double least_gap(const finder *f, int count)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = real_min(least, f->touch[i].gap);
    return least;
}

enum { LOOKS_MOST = 12 };

// True where they are sure to miss each other, as in collide/ahead.c. The contacts in f->touch stay.
static bool passes(finder *f, const passing *p, int count)
{
    const double least = least_gap(f, count);
    double part = 0;
    double next = next_part(f, p, count, 0);
    if (!(least > p->turn) || next > 1)
        return false; // too near to say, or nothing is met
    bool through = false;
    swap_kept(f);
    for (int i = 0; i < LOOKS_MOST && !through && next > part; i++) {
        int there = touches_after(f, p, next);
        if (f->no_memory)
            break;
        if (least_gap(f, there) < p->turn) {
            next = 0.5 * (part + next);
            continue;
        }
        part = next;
        next = next_part(f, p, there, part);
        through = next > 1;
    }
    swap_kept(f);
    return through;
}

// A contact of grains that pass stops nothing on their way.
static void stand_back(const finder *f, ns_contact *c)
{
    const impulses *w = f->w;
    const bool both_fall = c->a >= 0 && !mover_is_wall(&w->solver, c->a);
    const v3 fall = v3_scale(both_fall ? 0 : w->shared->dt, finder_gravity(w));
    double closing = -v3_dot(c->normal, v3_add(contact_velocity(&w->solver, c), fall));
    if (c->gap > 0 && closing * w->shared->dt > c->gap)
        c->gap = closing * w->shared->dt * (1 + way_behind);
}

// Spin of a grain times the radius of the ball around it.
static v3 rim_velocity(const finder *f, int32_t slot)
{
    const impulses *w = f->w;
    if (!w->shared->core[w->part->body.set[slot]])
        return v3_make(0, 0, 0);
    return f->again ? mover_rim(&w->solver.body[slot])
                    : v3_of(&w->part->body.spin[w->part->body.now][slot]);
}

// Whether the way is long enough for it to be worth while to look along it.
static bool is_long(const passing *p, double radius)
{
    return v3_norm(p->way) > long_way * radius;
}

static bool grains_pass(finder *f, const near_grain *p, v3 offset, double reach, int count)
{
    const double dt = f->w->shared->dt;
    const double radius = real_min(contact_radius(f->w, p->a), contact_radius(f->w, p->b));
    passing q = {.pair = p, .from = offset, .reach = reach};
    q.way = v3_scale(dt, v3_sub(finder_free_velocity(f, p->b), finder_free_velocity(f, p->a)));
    q.turn = dt * (v3_norm(rim_velocity(f, p->a)) + v3_norm(rim_velocity(f, p->b)));
    return is_long(&q, radius) && passes(f, &q, count);
}

static bool passes_wall(finder *f, const near_grain *p, v3 at, double reach, int count)
{
    const impulses *w = f->w;
    if (!isfinite(primitive_extent(w->shared->wall[p->a].shape)))
        return false; // it is flat
    const double ball = w->part->body.position[w->part->body.now][p->b].v[3];
    passing q = {.pair = p, .from = at, .reach = reach};
    q.way = v3_scale(w->shared->dt,
                     v3_sub(finder_free_velocity(f, p->b), finder_wall_velocity(w, p->a, at)));
    q.turn = w->shared->dt *
             v3_norm(v3_sub(rim_velocity(f, p->b), v3_scale(ball, w->motion[p->a].spin)));
    return is_long(&q, contact_radius(w, p->b)) && passes(f, &q, count);
}

void finder_meet_grains(finder *f, const near_grain *p)
{
    const impulses *w = f->w;
    const bodies *o = &w->part->body;
    const rec4 *x = o->position[o->now];
    const rec4 *v = o->velocity[o->now];
    v3 offset = nearest_image(&w->part->s.context, v3_sub(v3_of(&x[p->b]), v3_of(&x[p->a])));
    v3 u = v3_sub(v3_of(&v[p->b]), v3_of(&v[p->a]));
    double ra = contact_radius(w, p->a);
    double rb = contact_radius(w, p->b);
    if (f->again && !finder_changed(f, p->a, w->change[p->b], real_min(ra, rb)))
        return;
    double first =
        finder_margin(w, v3_norm(u) + fastest(w, p->a) + fastest(w, p->b), real_min(ra, rb));
    double reach = finder_farther(f, first, finder_pair_speed(f, p->a, p->b), real_min(ra, rb));
    double far = x[p->a].v[3] + x[p->b].v[3] + reach;
    if (!(v3_dot(offset, offset) < far * far))
        return;
    double deep =
        grain_depth_scale(w->shared->form[o->set[p->a]], ra, w->shared->form[o->set[p->b]], rb);
    int n = touches_of(f, p->a, p->b, offset, reach);
    const bool past = n > 0 && grains_pass(f, p, offset, reach, n);
    for (int i = 0; i < n; i++) {
        if (doubles(f->touch, i, same_place * real_min(ra, rb)))
            continue;
        ns_contact *c = finder_add(f);
        if (!c)
            return;
        contact_end a = finder_end(w, p->a);
        contact_end b = finder_end(w, p->b);
        c->id_a = o->id[p->a];
        c->id_b = o->id[p->b];
        c->feature = f->touch[i].feature;
        c->set = w->shared->set_of[o->material[p->a] * w->shared->m->materials + o->material[p->b]];
        c->normal = f->touch[i].normal;
        c->gap = f->touch[i].gap;
        c->share = f->touch[i].weight;
        c->arm_a = v3_add(a.arm, v3_sub(f->touch[i].point, finder_lag(f, p->b)));
        c->arm_b = v3_add(b.arm, v3_sub(v3_sub(f->touch[i].point, offset), finder_lag(f, p->a)));
        c->r_eff = ra * rb / (ra + rb);
        c->m_eff = finder_pair_mass(a, b);
        finder_watch_depth(f, p->a, p->b, false, -c->gap, deep);
        finder_join(c, a, b);
        if (past)
            stand_back(f, c);
        finder_keep_fresh(f, c, f->touch[i].gap, first, (finder_late){0});
    }
}

void finder_meet_grain_wall(finder *f, const near_grain *p)
{
    const impulses *w = f->w;
    const bodies *o = &w->part->body;
    const moving_wall *wall = &w->shared->wall[p->a];
    v3 at = v3_of(&o->position[o->now][p->b]);
    contact_end e = finder_end(w, p->b);
    if (e.mover < 0)
        return;
    double radius = contact_radius(w, p->b);
    if (f->again && !finder_changed(f, p->b, impulses_wall_change(w, p->a), radius))
        return;
    double speed =
        v3_norm(v3_of(&o->velocity[o->now][p->b])) + fastest(w, p->b) + finder_wall_reach(w, p->a);
    double first = finder_margin(w, speed, radius);
    double reach = finder_farther(f, first, finder_wall_speed(f, p->a, p->b), radius);
    grain_pose g = pose_of(w, p->b);
    double deep = grain_wall_depth_scale(g.form, radius, wall->faces.surface != NULL);
    touch_list list = touches_of_wall(f, p, &g, at, reach);
    const int n = f->no_memory ? 0 : list.count;
    const bool past = n > 0 && passes_wall(f, p, at, reach, n);
    for (int i = 0; i < n && !f->no_memory; i++) {
        ns_contact *c = finder_add(f);
        if (!c)
            return;
        c->id_a = p->a;
        c->id_b = o->id[p->b];
        c->feature = f->touch[i].feature;
        c->set = w->shared->set_of[wall->material * w->shared->m->materials + o->material[p->b]];
        c->normal = f->touch[i].normal;
        c->gap = f->touch[i].gap;
        c->share = f->touch[i].weight;
        c->arm_a = v3_make(0, 0, 0);
        c->arm_b = v3_add(e.arm, f->touch[i].point);
        c->b = e.mover;
        c->r_eff = 1 / (1 / radius + f->curvature[i]);
        c->m_eff = 1 / e.mass_inverse;
        finder_at_wall(w, c, p->a, v3_add(at, f->touch[i].point));
        finder_watch_depth(f, p->a, p->b, true, -c->gap, deep);
        if (past)
            stand_back(f, c);
        finder_keep_fresh(f, c, f->touch[i].gap, first, (finder_late){0});
    }
}
