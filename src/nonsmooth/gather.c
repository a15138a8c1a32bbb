// gather.c - movers and contacts for the nonsmooth solver, from bodies, walls and neighbour lists.
//
// A contact is there while its gap is below what its two bodies may come nearer in a step, h |u| (speculative
// contacts), or a hundred-thousandth of a diameter, so that what exactly touches is there as well. That depends on the
// state alone, so it does not matter how far the lists reach beyond it. What does not touch yet stands as a contact
// where it touches on its way, and where it passes it stops nothing (collide/ahead.h).
//
// Blows change velocities. Where they did, contacts are found once more: those that were not there with the velocities
// before them and would close in the step with those after them, by a second blow.
#include "nonsmooth/finder.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/ahead.h"
#include "collide/arms.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Normal and gap of balls i and j, j being d from i. What overlaps, or is as good as at rest, meets where it is. So do
// two that move, for their angular momentum's sake: a blow where they will touch, given where they are, would change it
// (nonsmooth/alone.c has those of two that nothing else meets).
static void face(const finder *f, ns_contact *c, int32_t i, int32_t j, v3 d, double sum,
                 double small)
{
    double far = v3_norm(d);
    c->normal = far > 0 ? v3_scale(1 / far, d) : v3_make(0, 0, 1);
    c->gap = far - sum;
    if (!(c->gap > 0))
        return;
    v3 where;
    v3 way =
        v3_scale(f->w->shared->dt, v3_sub(finder_free_velocity(f, j), finder_free_velocity(f, i)));
    if (v3_dot(way, way) < way_short * way_short * small * small)
        return;
    double closing = -v3_dot(c->normal, way);
    bool meets = way_meets_ball(d, way, sum, &where);
    if (!meets && closing > c->gap)
        c->gap = closing * (1 + way_behind);
    if (!meets || (finder_mobile(f, i) && finder_mobile(f, j)))
        return;
    c->normal = v3_unit(where);
    c->gap = v3_dot(c->normal, d) - sum;
}

// The same of a second blow, where one of the two had its first one with a delay. The blow acts along the line of
// centres from where the way after the first one begins, which is where the ball is as its angular momentum counts, and
// closes the gap from there; at what stands still, as at a wall, along the normal that it will have. Returns how far
// apart the two are on these ways at the beginning of the step.
static double face_again(const finder *f, ns_contact *c, int32_t i, int32_t j, v3 d, double sum,
                         double small)
{
    const v3 late = v3_sub(finder_lag(f, j), finder_lag(f, i));
    if (finder_mobile(f, i) && finder_mobile(f, j)) {
        face(f, c, i, j, v3_sub(d, late), sum, small);
    } else {
        face(f, c, i, j, d, sum, small);
        c->gap -= v3_dot(c->normal, late);
    }
    return v3_norm(v3_sub(d, late)) - sum;
}

// The arm of a ball at something that does not answer, over its radius: a fixed ball, which takes the share R_j/(R_i +
// R_j) of the overlap, or a wall, which takes all of it. Ahead of touch it is the radius, as it will be where they
// touch.
static double arm_at_still(double radius, double share, double gap)
{
    return gap < 0 ? 1 + share * gap / radius : 1;
}

// The arms of two balls over their radii.
typedef struct ball_arms {
    double a, b;
} ball_arms;

// Of two that move, with a gap, the arms share it as those of two of one size do, which leaves it to the larger: so the
// smaller one has the arm that it will have where they touch.
static ball_arms arms_of_balls(contact_end a, contact_end b, double radius_a, double radius_b,
                               double gap)
{
    const double sum = radius_a + radius_b;
    const double at_a = arm_at_still(radius_a, radius_b / sum, gap);
    const double at_b = arm_at_still(radius_b, radius_a / sum, gap);
    if (a.mover < 0)
        return (ball_arms){1, at_b};
    if (b.mover < 0)
        return (ball_arms){at_a, 1};
    if (gap < 0 && arms_of_own(radius_a, radius_b))
        return (ball_arms){at_a, at_b};
    return (ball_arms){(sum + gap) / sum, (sum + gap) / sum};
}

static void meet_balls(finder *f, int32_t i, int32_t j)
{
    const impulses *w = f->w;
    const bodies *o = &w->part->body;
    const double *x = o->position[o->now][i].v;
    const double *y = o->position[o->now][j].v;
    if (f->again && !finder_changed(f, i, w->change[j], real_min(x[3], y[3])))
        return;
    v3 d = nearest_image(&w->part->s.context, v3_make(y[0] - x[0], y[1] - x[1], y[2] - x[2]));
    v3 u = v3_sub(v3_of(&o->velocity[o->now][j]), v3_of(&o->velocity[o->now][i]));
    double small = real_min(x[3], y[3]);
    double sum = x[3] + y[3];
    double first = finder_margin(w, v3_norm(u), small);
    double reach = sum + finder_farther(f, first, finder_pair_speed(f, i, j), small);
    double d2 = v3_dot(d, d);
    if (!(d2 < reach * reach))
        return;
    ns_contact *c = finder_add(f);
    if (!c)
        return;
    contact_end a = finder_end(w, i);
    contact_end b = finder_end(w, j);
    c->id_a = o->id[i];
    c->id_b = o->id[j];
    c->set = w->shared->set_of[o->material[i] * w->shared->m->materials + o->material[j]];
    double apart = sqrt(d2) - sum;
    if (f->again && w->solver.lagging)
        apart = face_again(f, c, i, j, d, sum, small);
    else
        face(f, c, i, j, d, sum, small);
    c->share = 1;
    const ball_arms arm = arms_of_balls(a, b, x[3], y[3], apart);
    const bool both = a.mover >= 0 && b.mover >= 0;
    c->alpha = a.mover < 0 ? arm.b : arm.a;
    c->balls = (a.ball || a.mover < 0) && (b.ball || b.mover < 0) && !(both && arm.a != arm.b);
    if (!c->balls) {
        c->arm_a = v3_fma(a.arm, arm.a * x[3], c->normal);
        c->arm_b = v3_fma(b.arm, -arm.b * y[3], c->normal);
    }
    c->r_eff = x[3] * y[3] / sum;
    c->m_eff = finder_pair_mass(a, b);
    finder_watch_depth(f, i, j, false, sum - sqrt(d2), small);
    finder_join(c, a, b);
    const finder_late late = {apart, real_max(finder_delay(f, i), finder_delay(f, j))};
    finder_keep_fresh(f, c, sqrt(d2) - sum, first, late);
}

// The contacts of a ball with a wall as they stand ahead; `gap` gets those where it is.
static int ahead_at_wall(const finder *f, const near_wall *k, ahead_way *q, wall_touch *t, int n,
                         double *gap)
{
    const moving_wall *wall = &f->w->shared->wall[k->wall];
    for (int i = 0; i < n; i++)
        gap[i] = t[i].gap;
    if (!isfinite(primitive_extent(wall->shape)))
        return n; // it is flat
    q->wall = (placed_wall){wall->shape, wall->now.position, wall->now.orientation, NULL};
    q->way = v3_scale(f->w->shared->dt, v3_sub(finder_free_velocity(f, k->body),
                                               finder_wall_velocity(f->w, k->wall, q->centre)));
    int count = ahead_of_wall(q, t, n);
    for (int i = n; i < count; i++)
        gap[i] = t[i].gap;
    return count;
}

static void meet_wall(finder *f, const block *b, const near_wall *k)
{
    const impulses *w = f->w;
    const bodies *o = &w->part->body;
    const moving_wall *wall = &w->shared->wall[k->wall];
    const double *x = o->position[o->now][k->body].v;
    v3 v = v3_of(&o->velocity[o->now][k->body]);
    v3 at = v3_make(x[0], x[1], x[2]);
    if (f->again && !finder_changed(f, k->body, impulses_wall_change(w, k->wall), x[3]))
        return;
    double reach =
        finder_farther(f, finder_margin(w, v3_norm(v) + finder_wall_reach(w, k->wall), x[3]),
                       finder_wall_speed(f, k->wall, k->body), x[3]);
    wall_touch t[WALL_TOUCH_MOST];
    double gap[WALL_TOUCH_MOST];
    ahead_way way = {.centre = at,
                     .radius = x[3],
                     .reach = reach,
                     .candidate = b->candidate + k->first_candidate,
                     .candidates = k->candidates};
    int n = ball_wall_touches(wall->shape, wall->now.position, wall->now.orientation, at, x[3],
                              reach, way.candidate, way.candidates, t);
    if (n < 0)
        report_trouble(&w->part->s, f->report, TROUBLE_CORNER, k->wall, k->body, true);
    n = ahead_at_wall(f, k, &way, t, n, gap);
    for (int i = 0; i < n; i++) {
        double first = finder_margin(
            w, v3_norm(v3_sub(v, finder_wall_velocity(w, k->wall, t[i].point))), x[3]);
        if (!f->again && !(gap[i] < first))
            continue;
        ns_contact *c = finder_add(f);
        if (!c)
            return;
        contact_end e = finder_end(w, k->body);
        c->id_a = k->wall;
        c->id_b = o->id[k->body];
        c->feature = t[i].feature;
        c->set = w->shared->set_of[wall->material * w->shared->m->materials + o->material[k->body]];
        c->normal = t[i].normal;
        c->gap = t[i].gap - v3_dot(t[i].normal, finder_lag(f, k->body));
        c->share = 1;
        c->alpha = arm_at_still(x[3], 1, c->gap);
        c->balls = e.ball;
        c->b = e.mover;
        c->arm_a = v3_make(0, 0, 0);
        c->arm_b = v3_fma(e.arm, -c->alpha * x[3], t[i].normal);
        c->r_eff = 1 / (1 / x[3] + t[i].curvature);
        c->m_eff = 1 / e.mass_inverse;
        finder_at_wall(w, c, k->wall,
                       v3_fma(at, -c->alpha * x[3], t[i].normal)); // where the force acts, on both
        if (c->a >= 0)
            c->balls = false;
        finder_watch_depth(f, k->wall, k->body, true, -t[i].gap, x[3]);
        finder_keep_fresh(f, c, gap[i], first, (finder_late){c->gap, finder_delay(f, k->body)});
    }
}

enum { AHEAD = 8 }; // pairs whose balls are called into cache

static void call_ball(const impulses *w, int32_t slot)
{
    __builtin_prefetch(&w->part->body.position[w->part->body.now][slot]);
    __builtin_prefetch(&w->part->body.velocity[w->part->body.now][slot]);
}

static void find_in_block(finder *f, const block *b, double reach)
{
    const impulses *w = f->w;
    double level = (2 * w->part->s.moved + reach) * (NEAR_LEVELS / w->part->list.skin) * (1 + 1e-9);
    int awake = level < NEAR_LEVELS - 1 ? (int)level + 1 : NEAR_LEVELS;
    for (int32_t k = 0; k < b->sleep_from[awake]; k++) {
        call_ball(w, b->sleep_b[k + AHEAD < b->sleep_from[awake] ? k + AHEAD : k]);
        if (b->sleep_a[k] >= b->low && b->sleep_a[k] < b->high)
            meet_balls(f, b->sleep_a[k], b->sleep_b[k]);
    }
    for (int32_t k = 0; k < b->walls; k++)
        meet_wall(f, b, &b->wall[k]);
    for (int32_t k = 0; k < b->grains; k++) {
        const near_grain *p = &b->grain[k];
        if (p->wall)
            finder_meet_grain_wall(f, p);
        else if (p->a >= b->low && p->a < b->high)
            finder_meet_grains(f, p);
    }
}

// Motion of the walls in the step to come: that in its middle.
static void move_ahead(impulses *w)
{
    for (int k = 0; k < w->shared->walls; k++) {
        const moving_wall *wall = &w->shared->wall[k];
        w->motion[k] = wall->now;
        if (!wall->drive || wall->drive->answers)
            continue;
        drive_in in = moving_wall_drive_in(wall, shared_time(w->shared) + 0.5 * w->shared->dt);
        double state[DRIVE_STATE] = {0};
        wall->drive->pose(wall->choice, &in, state, &w->motion[k]);
    }
}

double impulses_reach(void *state)
{
    impulses *w = state;
    move_ahead(w);
    const bodies *o = &w->part->body;
    const rec4 *x = o->position[o->now];
    const rec4 *v = o->velocity[o->now];
    const rec4 *s = o->spin[o->now];
    double speed2 = 0;
    double rim2 = 0;
    double largest = 0;
    double wall = 0;
#pragma omp parallel for num_threads(w->shared->threads) schedule(static)                          \
    reduction(max                                                                                  \
              : speed2, rim2, largest)
    for (int32_t i = 0; i < o->count; i++) {
        speed2 = real_max(speed2, v3_dot(v3_of(&v[i]), v3_of(&v[i])));
        if (w->shared->core[o->set[i]])
            rim2 = real_max(rim2, v3_dot(v3_of(&s[i]), v3_of(&s[i])));
        largest = real_max(largest, x[i].v[3]);
    }
    for (int k = 0; k < w->shared->walls; k++)
        wall = real_max(wall, finder_wall_reach(w, k));
    double near = 2 * touching * largest * (1 + 1e-9);
    if (!w->shared->m->nonsmooth.speculative)
        return near;
    double fast = sqrt(speed2) + sqrt(rim2);
    return real_max(near, (w->shared->dt * real_max(2 * fast, fast + wall) + finder_fall(w)) *
                              (1 + 1e-9));
}

void impulses_free_finders(impulses *w)
{
    for (int t = 0; w->finder && t < w->shared->threads; t++) {
        free(w->finder[t].touch);
        free(w->finder[t].curvature);
        free(w->finder[t].pair);
        free(w->finder[t].kept);
        free(w->finder[t].kept_curvature);
        free(w->finder[t].near);
    }
    free(w->finder);
}

// What blocks find, into the lists of the threads; linked: to be ordered.
static bool find_all(impulses *w, bool again)
{
    double reach = impulses_reach(w);
    finder *f = w->finder;
#pragma omp parallel num_threads(w->shared->threads)
    {
        int me = omp_get_thread_num();
        finder *mine = &f[me];
        mine->w = w;
        mine->report = &w->part->report[me];
        mine->found = &w->solver.found[me];
        mine->no_memory = false;
        mine->found->count = mine->found->linked = 0;
        mine->again = again;
        mine->most = reach;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < w->part->list.blocks; i++) {
            find_in_block(mine, &w->part->list.block[i], reach);
            mine->no_memory = mine->no_memory || (!again && !solver_link(&w->solver, me));
        }
    }
    bool ok = true;
    for (int t = 0; t < w->shared->threads; t++)
        ok = ok && !f[t].no_memory;
    return ok;
}

bool impulses_gather(impulses *w)
{
    if (!w->finder)
        w->finder = calloc((size_t)w->shared->threads, sizeof *w->finder);
    return w->finder && impulses_fill_movers(w) && find_all(w, false) && solver_gather(&w->solver);
}

bool impulses_gather_again(impulses *w)
{
    double most = 0;
    for (int t = 0; t < w->shared->threads; t++)
        w->solver.found[t].count = 0;
    if (!w->shared->m->nonsmooth.speculative)
        return true;
    if (!impulses_note_changes(w, &most))
        return false;
    return !(2 * most > solver_threshold(&w->solver, 0)) || find_all(w, true);
}
