// sharp_point.c - a point and a solid: inside or outside, and the nearest point of the surface.
//
// Inside: a ray from the point leaves the solid once more often than it enters. The direction has components without
// simple ratios, so that it hits no edge of a mesh made by hand; a ray that comes within 1e-12 of an edge, or runs
// along a triangle, is shot again in the next direction.
#include "collide/closest.h"
#include "collide/sharp.h"

#include "base/mathlib.h"

enum { SHOTS_MOST = 8 };
#define DOUBT 1e-12

// Unit within a thousandth; the squares of components of one have no simple ratios to those of the others.
static const v3 shots[SHOTS_MOST] = {
    {0.36514837167011072, 0.44721359549995793, 0.81649658092772603},
    {-0.72360679774997897, 0.30151134457776363, 0.62087268498219545},
    {0.51639777949432220, -0.83666002653407556, 0.18257418583505536},
    {0.22360679774997896, 0.57735026918962573, -0.78528126595931640},
    {-0.62017367294604231, -0.39223227027636809, -0.67936610947645260},
    {0.89442719099991586, 0.10540925533894598, -0.43461349368017660},
    {-0.27735009811261457, 0.94280904158206336, -0.18516401995451029},
    {-0.10976425998969035, -0.60302268915552726, 0.79013213560962230},
};

typedef enum crossing { MISSES, HITS, DOUBTFUL } crossing;

// Moeller and Trumbore's form of Cramer's rule; doubts in units of the triangle's own size.
static crossing crosses(const sharp *sharp, int32_t triangle, v3 point, v3 way)
{
    const int32_t *corner = sharp->triangle[triangle];
    v3 from = v3_sub(point, sharp->vertex[corner[0]]);
    v3 u = v3_sub(sharp->vertex[corner[1]], sharp->vertex[corner[0]]);
    v3 w = v3_sub(sharp->vertex[corner[2]], sharp->vertex[corner[0]]);
    v3 across = v3_cross(way, w);
    v3 beside = v3_cross(from, u);
    double det = v3_dot(u, across);
    double size = v3_norm(u) * v3_norm(w);
    if (fabs(det) < DOUBT * size)
        return DOUBTFUL;
    double x = v3_dot(from, across) / det;
    double y = v3_dot(way, beside) / det;
    double z = (1 - x) - y;
    if (x < -DOUBT || y < -DOUBT || z < -DOUBT)
        return MISSES;
    double ahead = v3_dot(w, beside) / det;
    if (fabs(ahead) < DOUBT * sharp->radius)
        return DOUBTFUL;
    if (ahead < 0)
        return MISSES;
    return x < DOUBT || y < DOUBT || z < DOUBT ? DOUBTFUL : HITS;
}

// Narrows the stretch from .. to of the ray to where it is between the two planes of an axis.
static void narrow(double low, double high, double place, double way, double *from, double *to)
{
    double x = (low - place) / way;
    double y = (high - place) / way;
    *from = real_max(*from, real_min(x, y));
    *to = real_min(*to, real_max(x, y));
}

static bool ray_meets(const box_node *node, v3 point, v3 way, double margin)
{
    double from = 0;
    double to = INFINITY;
    narrow(node->low.x, node->high.x, point.x, way.x, &from, &to);
    narrow(node->low.y, node->high.y, point.y, way.y, &from, &to);
    narrow(node->low.z, node->high.z, point.z, way.z, &from, &to);
    return from <= to + margin;
}

// The parity of one shot: 0 or 1, -1 where it is doubtful.
static int shoot(const sharp *sharp, v3 point, v3 way)
{
    int32_t stack[BOX_DEPTH_MOST];
    int top = 0;
    int parity = 0;
    stack[top++] = 0;
    while (top) {
        int32_t index = stack[--top];
        const box_node *node = &sharp->by_triangle.node[index];
        if (!ray_meets(node, point, way, DOUBT * sharp->radius))
            continue;
        for (int32_t i = 0; i < node->count; i++) {
            crossing crossing =
                crosses(sharp, sharp->by_triangle.order[node->first + i], point, way);
            if (crossing == DOUBTFUL)
                return -1;
            parity ^= crossing == HITS;
        }
        if (node->count)
            continue;
        stack[top++] = node->right;
        stack[top++] = index + 1;
    }
    return parity;
}

bool sharp_inside(const sharp *sharp, v3 point)
{
    if (point.x < sharp->low.x || point.y < sharp->low.y || point.z < sharp->low.z)
        return false;
    if (point.x > sharp->high.x || point.y > sharp->high.y || point.z > sharp->high.z)
        return false;
    for (int i = 0; i < SHOTS_MOST; i++) {
        int parity = shoot(sharp, point, shots[i]);
        if (parity >= 0)
            return parity;
    }
    return false;
}

static double beyond(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}
static double box_square(const box_node *node, v3 point)
{
    double x = beyond(point.x, node->low.x, node->high.x);
    double y = beyond(point.y, node->low.y, node->high.y);
    double z = beyond(point.z, node->low.z, node->high.z);
    return (x * x + y * y) + z * z;
}

bool sharp_closest(const sharp *sharp, v3 point, double within, sharp_nearest *out)
{
    int32_t stack[BOX_DEPTH_MOST];
    double least = within * within;
    bool found = false;
    int top = 0;
    stack[top++] = 0;
    while (top) {
        int32_t index = stack[--top];
        const box_node *node = &sharp->by_triangle.node[index];
        if (!(box_square(node, point) < least))
            continue;
        for (int32_t i = 0; i < node->count; i++) {
            int32_t triangle = sharp->by_triangle.order[node->first + i];
            const int32_t *vertex = sharp->triangle[triangle];
            v3 corner[3] = {sharp->vertex[vertex[0]], sharp->vertex[vertex[1]],
                            sharp->vertex[vertex[2]]};
            triangle_point nearest = closest_on_triangle(point, corner);
            v3 apart = v3_sub(point, nearest.place);
            if (!(v3_dot(apart, apart) < least))
                continue;
            least = v3_dot(apart, apart);
            *out = (sharp_nearest){
                .place = nearest.place,
                .distance = sqrt(least),
                .triangle = triangle,
                .region = nearest.region,
            };
            found = true;
        }
        if (node->count)
            continue;
        // The nearer child is looked at first, so that the other is often skipped.
        int32_t left = index + 1;
        int32_t right = node->right;
        bool left_nearer = box_square(&sharp->by_triangle.node[left], point) <=
                           box_square(&sharp->by_triangle.node[right], point);
        stack[top++] = left_nearer ? right : left;
        stack[top++] = left_nearer ? left : right;
    }
    return found;
}
