// seek_images.c - periodic images for seek.h: which of them may come into a room.
//
// The image with the whole numbers s is at H s from the body, H the upper triangular matrix of the edges (state/cell.h): along z
// the number of edges alone tells where it is, along y with that of z, along x with both. So the numbers are found from z to x.
#include "world/seek_parts.h"

#include <math.h>

enum { IMAGES_MOST = 100000 };

typedef struct image_range {
    double first, last;
} image_range;

// `tilt`: by how much the numbers that are known have moved it.
static image_range range_of(bool periodic, double edge, double tilt, double from, double to)
{
    const image_range one = {0, 0};
    if (!periodic)
        return one;
    return (image_range){-floor((tilt - from) / edge), floor((to - tilt) / edge)};
}

v3 seek_shift(const seek *seek, const double edges[3])
{
    const double *edge = seek->frame.cell.edges.of;
    v3 shift = {0, 0, 0};
    if (seek->periodic[2])
        shift =
            v3_make(edge[CELL_XZ] * edges[2], edge[CELL_YZ] * edges[2], edge[CELL_ZZ] * edges[2]);
    if (seek->periodic[1])
        shift = v3_add(shift, v3_make(edge[CELL_XY] * edges[1], edge[CELL_YY] * edges[1], 0));
    if (seek->periodic[0])
        shift.x += edge[CELL_XX] * edges[0];
    return shift;
}

typedef struct image_walk {
    const seek *seek;
    v3 from, to; // between which shifts lie
    seek_looker looker;
    int64_t count;
} image_walk;

static scree_status too_many(scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, "query", "ask for less at a time",
                "it reaches over more than %d periods of the domain", IMAGES_MOST);
}

static scree_status along_x(image_walk *walk, double number[3], scree_error *error)
{
    const seek *seek = walk->seek;
    number[0] = 0;
    const double tilt = seek_shift(seek, number).x;
    const image_range x = range_of(seek->periodic[0], seek->frame.cell.edges.of[CELL_XX], tilt,
                                   walk->from.x, walk->to.x);
    for (number[0] = x.first; number[0] <= x.last; number[0]++) {
        if (++walk->count > IMAGES_MOST)
            return too_many(error);
        const v3 shift = seek_shift(seek, number);
        const scree_status status = walk->looker.look(walk->looker.context, shift, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

static scree_status along_y(image_walk *walk, double number[3], scree_error *error)
{
    const seek *seek = walk->seek;
    number[0] = number[1] = 0;
    const double tilt = seek_shift(seek, number).y;
    const image_range y = range_of(seek->periodic[1], seek->frame.cell.edges.of[CELL_YY], tilt,
                                   walk->from.y, walk->to.y);
    if (y.last - y.first > IMAGES_MOST)
        return too_many(error);
    for (number[1] = y.first; number[1] <= y.last; number[1]++) {
        const scree_status status = along_x(walk, number, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

scree_status seek_images(const seek *seek, const seek_room *of, const seek_room *in,
                         seek_looker looker, scree_error *error)
{
    image_walk walk = {
        .seek = seek,
        .from = v3_sub(in->low, of->high),
        .to = v3_sub(in->high, of->low),
        .looker = looker,
    };
    const image_range z =
        range_of(seek->periodic[2], seek->frame.cell.edges.of[CELL_ZZ], 0, walk.from.z, walk.to.z);
    double number[3] = {0, 0, z.first};
    if (z.last - z.first > IMAGES_MOST)
        return too_many(error);
    for (; number[2] <= z.last; number[2]++) {
        const scree_status status = along_y(&walk, number, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}
