// region.h - parts of space with names: where grains are placed, come in, go out or are looked at.
//
// A region is one file scene/region_NAME.c, found by the build, with rows (its keys in a case) and functions. It is
// closed: its boundary belongs to it. All that is asked of it follows from one function, the *depth* of a point: not
// below 0 inside, below 0 outside, and in both cases no more than the distance to the boundary. So a ball lies wholly
// inside where the depth of its centre is its radius or more; where the depth is the distance itself, which each file
// says of its own, the converse holds as well.
//
// In 2D a region is its section with the plane of the grains, and its volume an area. Regions know nothing of periodic
// borders: they lie where they are given.
#ifndef SCREE_SCENE_REGION_H
#define SCREE_SCENE_REGION_H

#include "base/fail.h"
#include "base/random.h"
#include "base/row.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct region region;

// What a region is made from.
typedef struct region_given {
    const choice *form;
    region *const *part; // what it combines, not owned; they must outlive it
    int parts;
    const char *folder; // where names of files begin; NULL: the working folder
    v3 low, high; // the domain, m: where a region without end is cut for its box and its volume
    bool flat;    // 2D
} region_given;

typedef struct region_kind {
    plugin what;
    bool combines;      // made of other regions, by a list of them
    bool in_space_only; // has no section in 2D
    size_t size;        // of its struct, which begins with a region
    // Fills the box and, where it is known, the volume. error->where is the row, or empty.
    scree_status (*make)(const region_given *given, region *out, scree_error *error);
    void (*release)(region *is); // what hangs on it; NULL: nothing does
    double (*depth)(const region *is, v3 point);
    // A point that is uniform in something that holds the region; NULL: in its box.
    v3 (*draw)(const region *is, rng *random);
} region_kind;

struct region {
    const region_kind *kind;
    bool flat;
    v3 low, high;  // the box around it, m; in 2D z is that of the domain
    double volume; // m^3, in 2D m^2
    double error;  // of a volume found by sampling, its standard deviation; 0: it is exact
    v3 normal;     // unit, the direction that it has; zero: none
    int forms;     // of which it is made, itself where it combines none
};

const plugin *const *region_plugins(int *count);
const region_kind *region_find(const plugin *what);

// Makes a region, or none. Refuses those without volume. error->where is the row, or empty.
scree_status region_make(const region_given *given, region **out, scree_error *error);
void region_free(region *region); // NULL is fine

static inline bool region_contains(const region *region, v3 point)
{
    return region->kind->depth(region, point) >= 0;
}
// Does a ball lie in it wholly? No where that cannot be told from the depth.
static inline bool region_holds(const region *region, v3 centre, double radius)
{
    return region->kind->depth(region, centre) >= radius;
}

enum { REGION_DRAWS = 100000 };
// A uniform point among those at which a ball of that radius lies inside. False: so many draws have found none.
bool region_draw(const region *region, double radius, rng *random, v3 *out);

// ---- for the files of the regions
v3 region_vector(const choice *choice, const char *name);
// The number of points inside, of REGION_SAMPLES that fill the box evenly (R. A. Roberts' sequence: multiples of the powers of
// the root of g^4 = g + 1, modulo 1), makes its volume and error.
enum { REGION_SAMPLES = 32768 };
void region_sample(region *region);
// A unit vector along a row; refuses one without length, and in 2D one out of the plane.
scree_status region_direction(const region_given *given, const char *name, v3 vector, v3 *out,
                              scree_error *error);

#endif
