// finder.h - what the search for contacts of the nonsmooth solver needs of bodies and walls: ends, margins, speeds,
// ways.
#ifndef SCREE_NONSMOOTH_FINDER_H
#define SCREE_NONSMOOTH_FINDER_H

#include "nonsmooth/impulses.h"

static const double touching = 1e-5; // of a diameter: gap at which a contact is there at any speed

// For a step, after its blows, or for a look.
typedef enum finding { FIND_FIRST, FIND_AGAIN, FIND_TO_SEE } finding;

// What one thread finds.
struct finder {
    impulses *impulses;
    ns_found *found;
    touch *touch;
    double *curvature;
    int touch_room;
    touch *kept; // those where a grain is, while others are looked at on its way
    double *kept_curvature;
    int kept_room;
    sphero_pair *pair;
    int pair_room;
    int32_t *near; // features of a grain and a wall
    int64_t near_room;
    report *report;
    bool no_memory;
    bool looking;    // along the way of a grain: nothing is reported
    bool again;      // after blows
    bool both_sides; // to be seen, see impulses_find_to_see
    double most;     // how far the lists reach, m
};

// One end of a contact: the mover, and where the ball or grain is, seen from its centre of mass.
typedef struct contact_end {
    int32_t mover; // -1: does not move
    bool ball;     // moves by itself
    v3 arm;
    double mass_inverse;
} contact_end;

contact_end finder_end(const impulses *impulses, int32_t slot);
static inline double finder_pair_mass(contact_end a, contact_end b)
{
    return 1 / (a.mass_inverse + b.mass_inverse);
}

// One more contact; NULL without memory.
ns_contact *finder_add(finder *finder);
// It is there, of bodies a and b in the order of ids; what does not move becomes a.
void finder_join(ns_contact *contact, contact_end a, contact_end b);
// It is there, of a wall that acts at `point`.
void finder_at_wall(const impulses *impulses, ns_contact *contact, int wall, v3 point);
void finder_watch_depth(finder *finder, int32_t a, int32_t b, bool wall, double depth,
                        double radius);

// What forces add to the way of a step.
double finder_fall(const impulses *impulses);
// What two may come nearer in a step at this speed, at least where what touches is found.
double finder_margin(const impulses *impulses, double speed, double radius);
double finder_wall_reach(const impulses *impulses, int wall);
v3 finder_wall_velocity(const impulses *impulses, int wall, v3 point);

// After blows: whether they changed enough for two of which the smaller has that radius, how fast two come nearer, and
// how far to look for a pair that looked as far as `first` before.
bool finder_changed(const finder *finder, int32_t slot, double other, double radius);
double finder_pair_speed(const finder *finder, int32_t a, int32_t b);
double finder_wall_speed(const finder *finder, int wall, int32_t slot);
double finder_farther(const finder *finder, double first, double speed, double radius);
// The ways that two go after delayed blows, followed back to the beginning of the step, are that far apart there; the
// later of these blows was after that time, s.
typedef struct finder_late {
    double gap, time;
} finder_late;
// The contact just found, `gap` apart, stays if it was not there before and will close in the step, not before `late`.
void finder_keep_fresh(finder *finder, const ns_contact *contact, double gap, double first,
                       finder_late late);

// The laws of two materials.
static inline int finder_set(const impulses *impulses, int material_a, int material_b)
{
    const shared *shared = impulses->shared;
    return shared->set_of[material_a * shared->model->materials + material_b];
}

v3 finder_gravity(const impulses *impulses); // m/s^2, in the plane without what leads out of it
bool finder_mobile(const finder *finder, int32_t slot);
// How a ball would move in the step with nothing in its way. What gravity adds of it comes after blows.
v3 finder_free_velocity(const finder *finder, int32_t slot);
// By how much the way of a ball after a delayed blow, followed back to the beginning of the step, begins elsewhere.
v3 finder_lag(const finder *finder, int32_t slot);
double finder_delay(const finder *finder, int32_t slot); // when it had the last blow, s

// The arm of a ball at something that does not answer, over its radius: a fixed ball, which takes the share R_j/(R_i +
// R_j) of the overlap, or a wall, which takes all of it. Ahead of touch it is the radius, as it will be where they
// touch.
static inline double finder_arm_at_still(double radius, double share, double gap)
{
    return gap < 0 ? 1 + share * gap / radius : 1;
}

// ---- gather_walls.c: contacts of a ball with a wall

void finder_meet_wall(finder *finder, const block *block, const near_wall *near);

// ---- gather_touches.c: where a grain touches another, or a wall; into finder->touch

grain_pose finder_pose(const impulses *impulses, int32_t slot);
// Of a ball its radius, of a grain with a core the radius around that, m.
double finder_rounding(const impulses *impulses, int32_t slot);
// Radius of curvature for laws that need one, m.
double finder_contact_radius(const impulses *impulses, int32_t slot);
// Returns how many touches there are of two grains, the second `offset` away from the first.
int finder_touches(finder *finder, int32_t i, int32_t j, v3 offset, double reach);
touch_list finder_wall_touches(finder *finder, const near_grain *pair, const grain_pose *pose,
                               v3 at, double reach);

// ---- gather_grains.c: contacts of two grains of which one has a core, and of one with a wall

void finder_meet_grains(finder *finder, const near_grain *near);
void finder_meet_grain_wall(finder *finder, const near_grain *near);

#endif
