// begin.c - motions of walls that a branch changes.
//
// A restored wall is where its image has it, with the speed it had. A drive that would have brought it there goes on:
// it is the one of the run before, or differs from it only in what is still to come. Any other motion begins anew, at
// this place and time, as if the case had put the wall there: x(t) = x(now) + v (t - now). Where and when it began is
// then part of the state. With the row `jump` the wall is put where the drive would have brought it from the start of
// the case.
//
// Whether a drive would have brought the wall there is seen from place and speed, up to rounding: times are sums of
// steps, and sines may differ in the last bits between versions of the program.
#include "world/internal.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOTION_NUMBERS = 15 };

// ---- saved

// Only where a wall has begun anew: other states, and their hashes, know nothing of it.
bool world_save_motions(const world *w, image *im)
{
    bool any = false;
    for (int i = 0; i < w->shared->walls; i++)
        any = any || w->shared->wall[i].motion.began;
    if (!any)
        return true;
    double *row = image_add(im, "wall/motion", IMAGE_F64, w->shared->walls, MOTION_NUMBERS, "SI",
                            "where it began: position, orientation, time, step (-1: at the start); "
                            "velocity, spin before");
    for (int i = 0; row && i < w->shared->walls; i++, row += MOTION_NUMBERS) {
        const moving_wall *k = &w->shared->wall[i];
        const wall_pose *p = &k->start;
        const wall_beginning *m = &k->motion;
        const double numbers[MOTION_NUMBERS] = {
            p->position.x,    p->position.y,    p->position.z,
            p->orientation.w, p->orientation.x, p->orientation.y,
            p->orientation.z, m->since,         m->began ? (double)m->step : -1,
            m->velocity.x,    m->velocity.y,    m->velocity.z,
            m->spin.x,        m->spin.y,        m->spin.z};
        memcpy(row, numbers, sizeof numbers);
    }
    return any ? row != NULL : true;
}

static void load_motions(world *w, const image *im)
{
    const image_column *saved = image_find(im, "wall/motion", IMAGE_F64, MOTION_NUMBERS);
    for (int i = 0; saved && i < w->shared->walls; i++) {
        const double *r = (const double *)saved->data + MOTION_NUMBERS * i;
        moving_wall *k = &w->shared->wall[i];
        if (r[8] < 0)
            continue;
        k->start.position = v3_make(r[0], r[1], r[2]);
        k->start.orientation = (q4){r[3], r[4], r[5], r[6]};
        k->motion = (wall_beginning){true, r[7], (int64_t)r[8], v3_make(r[9], r[10], r[11]),
                                     v3_make(r[12], r[13], r[14])};
    }
}

// ---- begun

static double turn_between(q4 a, q4 b)
{
    double sum = 0;
    double difference = 0; // q and -q are the same turn
    const double x[4] = {a.w, a.x, a.y, a.z};
    const double y[4] = {b.w, b.x, b.y, b.z};
    for (int i = 0; i < 4; i++) {
        sum += (x[i] + y[i]) * (x[i] + y[i]);
        difference += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return sqrt(real_min(sum, difference));
}

static double largest3(double a, double b, double c)
{
    return real_max(a, real_max(b, c));
}

// Would the drive have brought the wall to where it is, at the speed it has? Rounding of the time counts by the speeds
// around now: a millionth of a step.
static bool goes_on(const world *w, const moving_wall *k)
{
    const double time = world_time(w);
    const double little = 1e-6;
    const double same = 1e-9;
    const wall_pose *now = &k->now;
    const wall_pose is = moving_wall_at(k, time);
    const wall_pose later = moving_wall_at(k, time + w->shared->dt);
    const wall_pose before = moving_wall_at(k, time - w->shared->dt);
    double speed =
        real_max(v3_norm(now->velocity),
                 largest3(v3_norm(is.velocity), v3_norm(later.velocity), v3_norm(before.velocity)));
    double spin = real_max(v3_norm(now->spin),
                           largest3(v3_norm(is.spin), v3_norm(later.spin), v3_norm(before.spin)));
    double size = v3_norm(now->position) + v3_norm(k->start.position);
    return v3_norm(v3_sub(is.position, now->position)) <=
               same * size + little * w->shared->dt * speed &&
           v3_norm(v3_sub(is.velocity, now->velocity)) <= little * speed &&
           v3_norm(v3_sub(is.spin, now->spin)) <= little * spin &&
           turn_between(is.orientation, now->orientation) <= same + little * w->shared->dt * spin;
}

static wall_pose start_of_case(const moving_wall *k)
{
    return (wall_pose){primitive_reference(k->shape), v3_make(0, 0, 0), v3_make(0, 0, 0),
                       q4_identity()};
}

static void jump(const world *w, moving_wall *k)
{
    k->start = start_of_case(k);
    k->motion = (wall_beginning){0};
    memset(k->state, 0, sizeof k->state);
    k->now = moving_wall_at(k, world_time(w));
}

static void begin_here(const world *w, moving_wall *k)
{
    const v3 still = {0, 0, 0};
    const wall_pose now = k->now;
    k->start = now;
    k->start.velocity = k->start.spin = still;
    k->motion = (wall_beginning){true, world_time(w), w->shared->step, now.velocity, now.spin};
    memset(k->state, 0, sizeof k->state);
    if (k->drive && k->drive->begin)
        k->drive->begin(k->choice, &now, k->state);
    const wall_pose next = k->drive ? moving_wall_at(k, world_time(w)) : k->start;
    k->now.velocity = next.velocity;
    k->now.spin = next.spin;
}

static bool at_rest(const wall_pose *p)
{
    return v3_norm(p->velocity) + v3_norm(p->spin) == 0;
}

scree_status world_begin_motions(world *w, const image *im, scree_error *error)
{
    load_motions(w, im);
    for (int i = 0; i < w->shared->walls; i++) {
        moving_wall *k = &w->shared->wall[i];
        scree_status status = SCREE_OK;
        if (!k->drive && !at_rest(&k->now))
            begin_here(w, k);
        else if (k->drive && goes_on(w, k))
            status =
                k->drive->go_on ? k->drive->go_on(k->choice, k->name, k->state, error) : SCREE_OK;
        else if (k->drive && choice_flag(k->choice, "jump"))
            jump(w, k);
        else if (k->drive)
            begin_here(w, k);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}
