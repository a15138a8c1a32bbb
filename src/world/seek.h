// seek.h - questions to a world about space: which grains are in a box or a ball, what a ray meets first, which grain is nearest,
// what touches a grain or a wall.
//
// What it tells is of the time at which it was made. Surfaces count as they are, and each grain in all its periodic images. To
// ask changes nothing, so several threads may.
#ifndef SCREE_WORLD_SEEK_H
#define SCREE_WORLD_SEEK_H

#include "shape/ray.h"
#include "world/world.h"

typedef struct seek seek;

// A look at the world as it is now; it must not outlive the world. What it was goes when the world steps or changes its stage.
scree_status seek_make(world *world, seek **out, scree_error *error);
void seek_free(seek *seek); // NULL is fine
// Is the world still at the step at which it was made?
bool seek_is_of_now(const seek *seek);
// Has no program added, removed or changed grains since?
bool seek_knows_grains(const seek *seek);
bool seek_is_flat(const seek *seek); // in the plane z = 0

// Ids of grains, ascending; of several balls that of the first.
typedef struct seek_ids {
    int64_t *id; // owned; free()
    int64_t count, room;
} seek_ids;

// The grains with any point in a box, of which sides may be of no length or INFINITY, or within a ball.
scree_status seek_box(const seek *seek, v3 low, v3 high, seek_ids *out, scree_error *error);
scree_status seek_ball(const seek *seek, v3 centre, double radius, seek_ids *out,
                       scree_error *error);

typedef struct seek_hit {
    int64_t id;       // of a grain or a wall
    int wall;         // -1: a grain
    double way;       // m; INFINITY: there is nothing
    v3 place, normal; // on the surface, at the image that was met; unit, away from it
} seek_hit;
// The first that a ray meets within a length; INFINITY where nothing is periodic. 0: it begins in a grain.
scree_status seek_ray(const seek *seek, const ray *ray, double length, seek_hit *out,
                      scree_error *error);
// The grain with the nearest surface no farther than `most`; 0: the place is in a grain.
seek_hit seek_nearest(const seek *seek, v3 place, double most);

typedef struct seek_touch {
    int64_t partner;
    int wall;       // -1: the partner is a grain
    v3 place;       // m
    v3 normal;      // unit, from what was asked about to the partner
    double overlap; // m
    v3 force;       // N, on what was asked about
} seek_touch;
// Contacts of a grain or a wall, in their order in frames; `out` has room for so many, and *count gets how many there are. False: there is
// neither grain nor wall of that id.
bool seek_touches(const seek *seek, int64_t id, seek_touch *out, int64_t room, int64_t *count);

#endif
