// convex_distance.c - nearest points of two convex cores: Gilbert, Johnson, Keerthi.
//
// The vectors from points of a to points of b fill a convex polyhedron; the shortest of them is sought. A simplex of at
// most four of its corners comes nearer to the origin step by step: its nearest point v is found, the corner farthest
// against v joins, corners that v does not need leave. v . w / |v| for the joining corner w is a lower bound of the
// distance, so that the search stops when it has met |v|, or as soon as it is above the limit asked for.
//
// E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between complex objects in
// three-dimensional space", 1988. Sub-distances here are those of closest.h, which hold for slivers.
#include "collide/closest.h"
#include "collide/convex.h"

#include "base/mathlib.h"

enum { STEPS_MOST = 128 };

typedef struct simplex {
    v3 w[4];
    int32_t of_a[4], of_b[4];
    double share[4];
    int count;
} simplex;

static int32_t farthest(const convex *convex, v3 way)
{
    int32_t best = 0;
    double most = v3_dot(way, convex->vertex[0]);
    for (int32_t i = 1; i < convex->form->vertices; i++) {
        double along = v3_dot(way, convex->vertex[i]);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

double convex_gap_along(const convex *a, const convex *b, v3 offset, v3 normal)
{
    int32_t on_a = farthest(a, normal);
    int32_t on_b = farthest(b, v3_scale(-1, normal));
    v3 point = a->vertex[on_a];
    v3 other = v3_add(b->vertex[on_b], offset);
    return v3_dot(normal, v3_sub(other, point));
}

// Keeps the corners of `nearest` named in `keep` with their shares.
static void reduce(simplex *nearest, const int *keep, const double *share, int count)
{
    simplex old = *nearest;
    nearest->count = count;
    for (int i = 0; i < count; i++) {
        nearest->w[i] = old.w[keep[i]];
        nearest->of_a[i] = old.of_a[keep[i]];
        nearest->of_b[i] = old.of_b[keep[i]];
        nearest->share[i] = share[i];
    }
}

static const v3 origin = {0, 0, 0};

static v3 nearest_of_two(simplex *simplex)
{
    v3 v;
    double t = closest_on_segment(origin, simplex->w[0], simplex->w[1], &v);
    double share[2] = {1 - t, t};
    int keep[2] = {0, 1};
    if (t <= 0)
        reduce(simplex, keep, (double[]){1}, 1);
    else if (t >= 1)
        reduce(simplex, keep + 1, (double[]){1}, 1);
    else
        reduce(simplex, keep, share, 2);
    return v;
}

// Keeps the corners of a triangle that its nearest point needs.
static v3 keep_foot(simplex *simplex, const int corner[3], const triangle_point *foot)
{
    int keep[3];
    int count = 0;
    double share[3];
    for (int k = 0; k < 3; k++) {
        if (foot->share[k] > 0) {
            keep[count] = corner[k];
            share[count++] = foot->share[k];
        }
    }
    reduce(simplex, keep, share, count);
    return foot->place;
}

static v3 nearest_of_three(simplex *simplex)
{
    static const int corner[3] = {0, 1, 2};
    triangle_point foot = closest_on_triangle(origin, simplex->w);
    return keep_foot(simplex, corner, &foot);
}

// The same for a tetrahedron; false where the origin is inside.
static bool nearest_of_four(simplex *simplex, v3 *v)
{
    static const int face[4][4] = {
        {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}; // the last is opposite
    double least = INFINITY;
    triangle_point nearest;
    int best = -1;
    for (int f = 0; f < 4; f++) {
        v3 w[3] = {simplex->w[face[f][0]], simplex->w[face[f][1]], simplex->w[face[f][2]]};
        v3 area = v3_cross(v3_sub(w[1], w[0]), v3_sub(w[2], w[0]));
        v3 apex = v3_sub(simplex->w[face[f][3]], w[0]);
        double height = v3_dot(area, apex);
        double side = -v3_dot(area, w[0]);
        bool inside = (height > 0) == (side > 0);
        if (inside && fabs(height) > 1e-14 * (v3_norm(area) * v3_norm(apex)))
            continue; // nor flat
        triangle_point foot = closest_on_triangle(origin, w);
        double square = v3_dot(foot.place, foot.place);
        if (square >= least)
            continue;
        least = square;
        nearest = foot;
        best = f;
    }
    if (best < 0)
        return false;
    *v = keep_foot(simplex, face[best], &nearest);
    return true;
}

static bool nearest_of_simplex(simplex *simplex, v3 *v)
{
    if (simplex->count == 4)
        return nearest_of_four(simplex, v);
    if (simplex->count == 1) {
        *v = simplex->w[0];
        simplex->share[0] = 1;
    } else
        *v = simplex->count == 2 ? nearest_of_two(simplex) : nearest_of_three(simplex);
    return true;
}

// The corner farthest against v joins; false where it is there already.
static bool join(const convex *a, const convex *b, v3 offset, v3 v, simplex *simplex)
{
    int32_t i = farthest(a, v);
    int32_t j = farthest(b, v3_scale(-1, v));
    int at = simplex->count;
    simplex->of_a[at] = i;
    simplex->of_b[at] = j;
    simplex->w[at] = v3_sub(v3_add(b->vertex[j], offset), a->vertex[i]);
    for (int k = 0; k < at; k++) {
        if (simplex->of_a[k] == i && simplex->of_b[k] == j)
            return false;
    }
    simplex->count++;
    return true;
}

static void give(const convex *a, const convex *b, v3 offset, const simplex *simplex, v3 v,
                 convex_nearest *out)
{
    v3 on_a = v3_scale(simplex->share[0], a->vertex[simplex->of_a[0]]);
    v3 on_b = v3_scale(simplex->share[0], b->vertex[simplex->of_b[0]]);
    for (int k = 1; k < simplex->count; k++) {
        const double share = simplex->share[k];
        on_a = v3_fma(on_a, share, a->vertex[simplex->of_a[k]]);
        on_b = v3_fma(on_b, share, b->vertex[simplex->of_b[k]]);
    }
    out->on_a = on_a;
    out->on_b = v3_add(on_b, offset);
    out->apart = v;
}

convex_state convex_distance(const convex *a, const convex *b, v3 offset, double limit,
                             convex_nearest *out)
{
    simplex s = {.count = 0};
    v3 v = v3_sub(v3_add(b->centre, offset), a->centre);
    if (!(v3_dot(v, v) > 0))
        v = v3_make(1, 0, 0);
    join(a, b, offset, v, &s);
    v = s.w[0];
    s.share[0] = 1;
    double size = v3_norm(v);
    for (int step = 0; step < STEPS_MOST; step++) {
        double square = v3_dot(v, v);
        double distance = sqrt(square);
        if (distance <= 1e-13 * size)
            return CONVEX_OVERLAPPING;
        simplex last = s;
        v3 nearest = v;
        bool joined = join(a, b, offset, v, &s);
        double bound = v3_dot(v, s.w[last.count]);
        size = real_max(size, v3_norm(s.w[last.count]));
        out->apart = v;
        if (bound > limit * distance)
            return CONVEX_FAR;
        bool met = !joined || square - bound <= 1e-14 * square + 1e-16 * (distance * size);
        if (!met && !nearest_of_simplex(&s, &nearest))
            return CONVEX_OVERLAPPING;
        if (met || !(v3_dot(nearest, nearest) < square)) { // no nearer but for rounding
            s = last;
            break;
        }
        v = nearest;
    }
    give(a, b, offset, &s, v, out);
    return CONVEX_APART;
}
