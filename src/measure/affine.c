// affine.c - see affine.h.
//
// A place x has the coordinates s in the cell, x = corner + H s with the matrix H of edges (state/cell.h). A grain that
// flows with the cell keeps its s, but for whole numbers at the borders. So the way against the flow is H (s - s') with
// each component taken to the nearest image.
#include "measure/affine.h"

#include <math.h>

affine_cell affine_of(const frame *frame)
{
    return (affine_cell){
        .corner = frame->cell.corner,
        .edges = frame->cell.edges,
        .passed = frame->cell.passed,
    };
}

static double nearest_whole(double x)
{
    return floor(x + 0.5);
}

// The tilt that is a whole number of edges from `now` and nearest to what is expected.
static double nearest_tilt(double now, double expected, double edge)
{
    return now + edge * nearest_whole((expected - now) / edge);
}

// Tilts are kept within half an edge. What the gradients have passed tells how many edges were taken off.
static cell_matrix without_reduction(const affine_cell *before, const affine_cell *now)
{
    const double *was = before->edges.of;
    cell_matrix out = now->edges;
    double *is = out.of;
    double sheared[CELL_PARTS];
    for (int i = 0; i < CELL_PARTS; i++)
        sheared[i] = now->passed.of[i] - before->passed.of[i];
    const double along_x = is[CELL_XX] / was[CELL_XX];
    const double along_y = is[CELL_YY] / was[CELL_YY];
    const double carried_xy = was[CELL_XY] * along_x;
    const double carried_xz = was[CELL_XZ] * along_x;
    const double carried_yz = was[CELL_YZ] * along_y;
    const double xy = carried_xy + sheared[CELL_XY] * is[CELL_YY];
    const double yz = carried_yz + sheared[CELL_YZ] * is[CELL_ZZ];
    const double by_xy = sheared[CELL_XY] * was[CELL_YZ];
    const double by_xz = sheared[CELL_XZ] * is[CELL_ZZ];
    const double reduced_xy = is[CELL_XY];
    const double reduced_yz = is[CELL_YZ];
    is[CELL_YZ] = nearest_tilt(reduced_yz, yz, is[CELL_YY]);
    const double seconds = (is[CELL_YZ] - reduced_yz) / is[CELL_YY];
    // a whole second edge brings its own tilt along x
    is[CELL_XZ] += reduced_xy * seconds;
    is[CELL_XZ] = nearest_tilt(is[CELL_XZ], carried_xz + by_xy + by_xz, is[CELL_XX]);
    is[CELL_XY] = nearest_tilt(reduced_xy, xy, is[CELL_XX]);
    return out;
}

affine_step affine_between(const affine_cell *before, const affine_cell *now)
{
    return (affine_step){
        .corner = now->corner,
        .before = before->edges,
        .now = without_reduction(before, now),
    };
}

// s with H s = x.
static v3 in_cell(const cell_matrix *edges, v3 x, int dimensions)
{
    const double *of = edges->of;
    v3 s = {0, 0, 0};
    if (dimensions == 3)
        s.z = x.z / of[CELL_ZZ];
    s.y = (x.y - of[CELL_YZ] * s.z) / of[CELL_YY];
    s.x = (x.x - (of[CELL_XY] * s.y + of[CELL_XZ] * s.z)) / of[CELL_XX];
    return s;
}

v3 affine_rest(const affine_step *step, v3 was, v3 is, int dimensions)
{
    const v3 from = in_cell(&step->before, v3_sub(was, step->corner), dimensions);
    const v3 to = in_cell(&step->now, v3_sub(is, step->corner), dimensions);
    v3 way = v3_sub(to, from);
    way.x -= nearest_whole(way.x);
    way.y -= nearest_whole(way.y);
    way.z -= nearest_whole(way.z);
    return cell_times(&step->now, way);
}
