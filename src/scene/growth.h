// growth.h - radii that change while a case runs: by a relative rate, by a velocity, or by a table of factors over time.
//
//   rate:     dR/dt = c R       R(t) = R(s) exp(c (t - s))
//   velocity: dR/dt = v         R(t) = R(s) + v (t - s)
//   table:    R(t) = R(s) f(t)/f(s)
//
// All three go from the radius at one time to that at another by R' = scale R + shift, with the same two numbers for
// all grains of a set. So nothing about a grain is kept but its radius: what was born late, resumed or handed on to
// another stage grows on from what it is.
#ifndef SCREE_SCENE_GROWTH_H
#define SCREE_SCENE_GROWTH_H

#include "base/fail.h"
#include "base/row.h"

// From the radius at one time to that at a later one, scale R + shift.
typedef struct growth_map {
    double scale, shift; // 1, m
} growth_map;

// Of the radii between two times, as parts and lengths: R stays in [least.scale R + least.shift, ...].
typedef struct growth_range {
    growth_map least, most;
} growth_range;

extern const plugin growth_of_grains;

// Reads the table where there is one; `set` is the name of the entry. Faults of the lines go into `faults` (may be NULL).
scree_status growth_read(const choice *is, const char *set, const char *folder, fault_list *faults,
                         scree_error *error);
// From `then` to `now`, s. The table has been read.
growth_map growth_between(const choice *is, double then, double now);
// All that radii may become from a time until another, which may be INFINITY.
growth_range growth_bounds(const choice *is, double from, double until);
bool growth_keeps_mass(const choice *is);
double growth_removed_below(const choice *is); // m; 0: no grain is removed

static inline double growth_radius(const growth_map *map, double radius)
{
    return map->scale * radius + map->shift;
}

#endif
