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
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/arms.h"
#include "collide/way.h"
#include "state/bodies.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

// Two balls that may meet: the second is `between` away from the first.
typedef struct two_balls {
    int32_t first, second;
    v3 between;
    double sum, small; // of the radii; the smaller one
} two_balls;

static bool both_mobile(const finder *finder, const two_balls *balls)
{
    return finder_mobile(finder, balls->first) && finder_mobile(finder, balls->second);
}

// Normal and gap of two balls. What overlaps, or is as good as at rest, meets where it is. So do two that move, for
// their angular momentum's sake: a blow where they will touch, given where they are, would change it (nonsmooth/alone.c
// has those of two that nothing else meets).
static void face(const finder *finder, ns_contact *contact, const two_balls *balls)
{
    v3 between = balls->between;
    double far = v3_norm(between);
    contact->normal = far > 0 ? v3_scale(1 / far, between) : v3_make(0, 0, 1);
    contact->gap = far - balls->sum;
    if (!(contact->gap > 0))
        return;
    v3 velocity_a = finder_free_velocity(finder, balls->first);
    v3 velocity_b = finder_free_velocity(finder, balls->second);
    v3 approach = v3_sub(velocity_b, velocity_a);
    v3 way = v3_scale(finder->impulses->shared->dt, approach);
    double short_way2 = way_short * way_short * balls->small * balls->small;
    if (v3_dot(way, way) < short_way2)
        return;
    v3 where;
    double closing = -v3_dot(contact->normal, way);
    bool meets = way_meets_ball(between, way, balls->sum, &where);
    if (!meets && closing > contact->gap)
        contact->gap = closing * (1 + way_behind);
    if (!meets || both_mobile(finder, balls))
        return;
    contact->normal = v3_unit(where);
    contact->gap = v3_dot(contact->normal, between) - balls->sum;
}

// The same of a second blow, where one of the two had its first one with a delay. The blow acts along the line of
// centres from where the way after the first one begins, which is where the ball is as its angular momentum counts, and
// closes the gap from there; at what stands still, as at a wall, along the normal that it will have. Returns how far
// apart the two are on these ways at the beginning of the step.
static double face_again(const finder *finder, ns_contact *contact, const two_balls *balls)
{
    const v3 late = v3_sub(finder_lag(finder, balls->second), finder_lag(finder, balls->first));
    two_balls later = *balls;
    later.between = v3_sub(balls->between, late);
    if (both_mobile(finder, balls)) {
        face(finder, contact, &later);
    } else {
        face(finder, contact, balls);
        contact->gap -= v3_dot(contact->normal, late);
    }
    return v3_norm(later.between) - balls->sum;
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
    double sum = radius_a + radius_b;
    double at_a = finder_arm_at_still(radius_a, radius_b / sum, gap);
    double at_b = finder_arm_at_still(radius_b, radius_a / sum, gap);
    if (a.mover < 0)
        return (ball_arms){1, at_b};
    if (b.mover < 0)
        return (ball_arms){at_a, 1};
    if (gap < 0 && arms_of_own(radius_a, radius_b))
        return (ball_arms){at_a, at_b};
    double alike = (sum + gap) / sum;
    return (ball_arms){alike, alike};
}

static void meet_balls(finder *finder, int32_t i, int32_t j)
{
    const impulses *impulses = finder->impulses;
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *velocity = bodies->velocity[bodies->now];
    const double radius_i = position[i].v[3];
    const double radius_j = position[j].v[3];
    const double small = real_min(radius_i, radius_j);
    if (finder->again && !finder_changed(finder, i, impulses->change[j], small))
        return;
    v3 apart_in_space = v3_sub(v3_of(&position[j]), v3_of(&position[i]));
    v3 between = nearest_image(&part->stepping.context, apart_in_space);
    v3 u = v3_sub(v3_of(&velocity[j]), v3_of(&velocity[i]));
    double sum = radius_i + radius_j;
    double first = finder_margin(impulses, v3_norm(u), small);
    double reach = sum + finder_farther(finder, first, finder_pair_speed(finder, i, j), small);
    double d2 = v3_dot(between, between);
    if (!(d2 < reach * reach))
        return;
    ns_contact *contact = finder_add(finder);
    if (!contact)
        return;
    contact_end a = finder_end(impulses, i);
    contact_end b = finder_end(impulses, j);
    contact->id_a = bodies->id[i];
    contact->id_b = bodies->id[j];
    contact->set = finder_set(impulses, bodies->material[i], bodies->material[j]);
    const two_balls balls = {
        .first = i,
        .second = j,
        .between = between,
        .sum = sum,
        .small = small,
    };
    double apart = sqrt(d2) - sum;
    if (finder->again && impulses->solver.impacts.lagging)
        apart = face_again(finder, contact, &balls);
    else
        face(finder, contact, &balls);
    contact->share = 1;
    const ball_arms arm = arms_of_balls(a, b, radius_i, radius_j, apart);
    const bool plain_a = a.ball || a.mover < 0;
    const bool plain_b = b.ball || b.mover < 0;
    const bool unequal = a.mover >= 0 && b.mover >= 0 && arm.a != arm.b;
    contact->alpha = a.mover < 0 ? arm.b : arm.a;
    contact->balls = plain_a && plain_b && !unequal;
    if (!contact->balls) {
        contact->arm_a = v3_fma(a.arm, arm.a * radius_i, contact->normal);
        contact->arm_b = v3_fma(b.arm, -arm.b * radius_j, contact->normal);
    }
    contact->r_eff = radius_i * radius_j / sum;
    contact->m_eff = finder_pair_mass(a, b);
    finder_watch_depth(finder, i, j, false, sum - sqrt(d2), small);
    finder_join(contact, a, b);
    const double blow = real_max(finder_delay(finder, i), finder_delay(finder, j));
    const finder_late late = {apart, blow};
    finder_keep_fresh(finder, contact, sqrt(d2) - sum, first, late);
}

enum { AHEAD = 8 }; // pairs whose balls are called into cache

static void call_ball(const impulses *impulses, int32_t slot)
{
    const bodies *bodies = &impulses->part->body;
    __builtin_prefetch(&bodies->position[bodies->now][slot]);
    __builtin_prefetch(&bodies->velocity[bodies->now][slot]);
}

// How many levels of sleeping pairs may meet within that reach.
static int awake_levels(const part *part, double reach)
{
    double way = 2 * part->stepping.moved + reach;
    double per_level = NEAR_LEVELS / part->list.skin;
    double level = way * per_level * (1 + 1e-9);
    return level < NEAR_LEVELS - 1 ? (int)level + 1 : NEAR_LEVELS;
}

// Two blocks know of a pair of theirs, and two parts of theirs. One of the blocks finds it: that of the first; of a look, which
// wants all that is with bodies of this part, that of the second where the first is a ghost.
static bool finds(const finder *finder, const block *block, int32_t first, int32_t second)
{
    const bool ghost = finder->both_sides && first >= finder->impulses->part->body.count;
    const int32_t slot = ghost ? second : first;
    return slot >= block->low && slot < block->high;
}

static void find_in_block(finder *finder, const block *block, double reach)
{
    const impulses *impulses = finder->impulses;
    int awake = awake_levels(impulses->part, reach);
    const int32_t pairs = block->pairs.sleeping_from[awake];
    for (int32_t i = 0; i < pairs; i++) {
        const int32_t own = block->pairs.sleeping_a[i];
        const int32_t soon = i + AHEAD < pairs ? i + AHEAD : i;
        call_ball(impulses, block->pairs.sleeping_b[soon]);
        const int32_t other = block->pairs.sleeping_b[i];
        if (finds(finder, block, own, other))
            meet_balls(finder, own, other);
    }
    for (int32_t i = 0; i < block->walls.count; i++)
        finder_meet_wall(finder, block, &block->walls.pair[i]);
    for (int32_t i = 0; i < block->grains.count; i++) {
        const near_grain *near = &block->grains.pair[i];
        if (near->wall)
            finder_meet_grain_wall(finder, near);
        else if (finds(finder, block, near->a, near->b))
            finder_meet_grains(finder, near);
    }
}

void impulses_free_finders(impulses *impulses)
{
    for (int thread = 0; impulses->finder && thread < impulses->shared->threads; thread++) {
        free(impulses->finder[thread].touch);
        free(impulses->finder[thread].curvature);
        free(impulses->finder[thread].pair);
        free(impulses->finder[thread].kept);
        free(impulses->finder[thread].kept_curvature);
        free(impulses->finder[thread].near);
    }
    free(impulses->finder);
}

// What blocks of a part find, into the lists of the threads; first ones are linked, to be ordered, a piece for each
// block.
static bool find_in_part(impulses *impulses, finding how)
{
    ns_solver *solver = &impulses->solver;
    const int64_t piece = solver->network.pieces;
    part *part = impulses->part;
    shared *shared = impulses->shared;
    const double reach = impulses->reach;
    finder *finders = impulses->finder;
    const bool linked = how == FIND_FIRST;
    if (linked && !solver_reserve_pieces(solver, part->list.blocks))
        return false;
#pragma omp parallel num_threads(shared->threads)
    {
        int me = omp_get_thread_num();
        finder *mine = &finders[me];
        mine->impulses = impulses;
        mine->report = &part->report[me];
        mine->found = &solver->network.found[me];
        mine->no_memory = false;
        mine->again = how == FIND_AGAIN;
        mine->both_sides = how == FIND_TO_SEE;
        mine->most = reach;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < part->list.blocks; i++) {
            find_in_block(mine, &part->list.block[i], reach);
            mine->no_memory = mine->no_memory || (linked && !solver_link(solver, me, piece + i));
        }
    }
    bool ok = true;
    for (int thread = 0; thread < shared->threads; thread++)
        ok = ok && !finders[thread].no_memory;
    return ok;
}

static void forget_found(impulses *impulses)
{
    ns_found *found = impulses->solver.network.found;
    for (int thread = 0; thread < impulses->shared->threads; thread++)
        found[thread].count = found[thread].linked = 0;
    impulses->solver.network.pieces = 0;
}

// Of the parts that stand here.
static bool find_all(impulses *impulses, finding how)
{
    const ns_sharing *sharing = &impulses->sharing;
    const bool several = sharing_end(sharing) - sharing_here(sharing) > 1;
    double change;
    bool ok = true;
    forget_found(impulses);
    for (part *part = sharing_here(sharing); ok && part < sharing_end(sharing); part++) {
        ok = impulses_look_at(impulses, part);
        if (how == FIND_AGAIN && several)
            ok = ok && impulses_note_changes(impulses, &change);
        ok = ok && find_in_part(impulses, how);
    }
    impulses->part = sharing_here(sharing);
    return ok;
}

bool impulses_look_at(impulses *impulses, part *part)
{
    impulses->part = part;
    return sharing_ghosts(&impulses->sharing, part);
}

static bool make_finders(impulses *impulses)
{
    if (!impulses->finder)
        impulses->finder = calloc((size_t)impulses->shared->threads, sizeof *impulses->finder);
    return impulses->finder != NULL;
}

bool impulses_begin(impulses *impulses)
{
    ns_count counted = impulses_count(impulses);
    if (!sharing_count(&impulses->sharing, &counted))
        return false;
    impulses->reach = impulses_reach_of(impulses, &counted);
    return make_finders(impulses) && impulses_fill_movers(impulses);
}

bool impulses_gather(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    bool ok = impulses_begin(impulses);
    ok = ok && find_all(impulses, FIND_FIRST);
    ok = ok && sharing_contacts(&impulses->sharing, solver->network.found, solver->threads);
    const int64_t others = solver->network.pieces;
    ok = ok && solver_reserve_pieces(solver, 1) && solver_link(solver, 0, others);
    return ok && solver_gather(solver);
}

bool impulses_find_to_see(impulses *impulses, part *part)
{
    forget_found(impulses);
    return impulses_look_at(impulses, part) && find_in_part(impulses, FIND_TO_SEE);
}

bool impulses_gather_again(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    ns_sharing *sharing = &impulses->sharing;
    double most = 0;
    bool ok = true;
    forget_found(impulses);
    if (!impulses->shared->model->nonsmooth.speculative)
        return true;
    for (part *part = sharing_here(sharing); ok && part < sharing_end(sharing); part++)
        ok = impulses_look_at(impulses, part) && impulses_note_changes(impulses, &most);
    impulses->part = sharing_here(sharing);
    if (!ok)
        return false;
    if (!(2 * sharing_most(sharing, most) > solver_threshold(solver, 0)))
        return true;
    return find_all(impulses, FIND_AGAIN) &&
           sharing_contacts(sharing, solver->network.found, solver->threads);
}
