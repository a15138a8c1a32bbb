// bodies.c - random bodies for `scree verify shapes`, and slow ways to find distances and what is inside.
#include "verify/shapes/shapes.h"

#include "base/constants.h"
#include "shape/hull.h"

#include <string.h>

q4 turn_any(rng *random)
{
    q4 turn;
    turn.w = rng_normal(random);
    turn.x = rng_normal(random);
    turn.y = rng_normal(random);
    turn.z = rng_normal(random);
    return q4_unit(turn);
}

q4 turn_by(v3 rotation)
{
    double angle = v3_norm(rotation);
    double s = angle > 0 ? sin(0.5 * angle) / angle : 0;
    return (q4){cos(0.5 * angle), s * rotation.x, s * rotation.y, s * rotation.z};
}

// --- convex polyhedra -----------------------------------------------------------------------------------------------

// The corners of a prism over a regular polygon.
static int prism_points(int sides, v3 *point)
{
    for (int k = 0; k < 2 * sides; k++) {
        double angle = 2 * PI * (k / 2) / sides;
        point[k] = v3_make(cos(angle), sin(angle), k % 2 ? 0.8 : -0.8);
    }
    return 2 * sides;
}

static int any_points(rng *random, v3 *point)
{
    uint64_t kind = rng_below(random, 8);
    int count = 4 + (int)rng_below(random, 6);
    if (kind < 2)
        count = prism_points(4, point);
    else if (kind < 4)
        count = prism_points(3 + (int)rng_below(random, 4), point);
    else
        for (int i = 0; i < count; i++)
            point[i] = rng_direction(random);
    double x = rng_range(random, 0.5, 1);
    double y = rng_range(random, 0.5, 1);
    double z = rng_range(random, 0.5, 1);
    for (int i = 0; i < count; i++)
        point[i] = v3_make(x * point[i].x, y * point[i].y, z * point[i].z);
    return count;
}

// Edges, triangles and faces of the core from the faces of the form.
static void take_core(block *block)
{
    const convex_form *form = &block->form;
    int triangles = 0;
    for (int32_t e = 0; e < form->edges; e++)
        memcpy(block->edge[e], form->edge[e].vertex, sizeof block->edge[e]);
    for (int32_t k = 0; k < form->faces; k++) {
        const int32_t *corner = form->face_vertex + form->face_start[k];
        block->face[k] = triangles;
        for (int i = 1; i + 1 < form->face_start[k + 1] - form->face_start[k]; i++) {
            const int32_t t[3] = {corner[0], corner[i], corner[i + 1]};
            memcpy(block->triangle[triangles++], t, sizeof t);
        }
    }
    block->face[form->faces] = triangles;
}

bool block_any(rng *random, block *block)
{
    v3 point[BLOCK_VERTICES];
    hull hull;
    scree_status status = SCREE_BAD_INPUT;
    // random points may all but lie in one plane; then others are drawn
    for (int attempt = 0; status == SCREE_BAD_INPUT && attempt < 100; attempt++) {
        int points = any_points(random, point);
        status = hull_build(point, points, "block", &hull, NULL);
        if (status != SCREE_OK)
            continue;
        if (hull.volume > 0.05)
            status = convex_form_make(&(convex_surface){.vertex = point,
                                                        .vertices = points,
                                                        .face_start = hull.start,
                                                        .face_vertex = hull.corner,
                                                        .faces = hull.faces},
                                      "block", &block->form, NULL);
        else
            status = SCREE_BAD_INPUT;
        hull_clear(&hull);
    }
    if (status == SCREE_OK)
        take_core(block);
    return status == SCREE_OK;
}

void block_clear(block *block)
{
    convex_form_clear(&block->form);
}

// --- lumps ----------------------------------------------------------------------------------------------------------

static void lump_triangle(lump *lump, int a, int b, int c)
{
    const int32_t t[3] = {a, b, c};
    memcpy(lump->triangle[lump->triangles++], t, sizeof t);
}

void lump_any(rng *random, int rings, int sides, double low, lump *lump)
{
    int last = rings * sides + 1;
    lump->vertices = last + 1;
    lump->triangles = 0;
    for (int i = 0; i <= last; i++) {
        const int ring = 1 + (i - 1) / sides;
        const double between = PI * ring / (rings + 1);
        const double tilt = i == 0 ? 0 : i == last ? PI : between;
        const double turn = 2 * PI * ((i - 1) % sides) / sides;
        const double reach = rng_range(random, low, 1);
        const double out = reach * sin(tilt);
        lump->vertex[i] = v3_make(out * cos(turn), out * sin(turn), reach * cos(tilt));
    }
    for (int k = 0; k < sides; k++) {
        int a = 1 + k;
        int b = 1 + (k + 1) % sides;
        lump_triangle(lump, 0, a, b);
        for (int i = 0; i + 1 < rings; i++, a += sides, b += sides) {
            lump_triangle(lump, a, a + sides, b);
            lump_triangle(lump, b, a + sides, b + sides);
        }
        lump_triangle(lump, last, b, a);
    }
}

// --- slow ways ------------------------------------------------------------------------------------------------------

double slow_point_segment(v3 p, v3 a, v3 b)
{
    const v3 along = v3_sub(b, a);
    const v3 from_a = v3_sub(p, a);
    const double length = v3_norm(along);
    if (length == 0)
        return v3_norm(from_a);
    const double at = v3_dot(from_a, along) / length;
    if (at <= 0)
        return v3_norm(from_a);
    if (at >= length)
        return v3_norm(v3_sub(p, b));
    return v3_norm(v3_cross(from_a, along)) / length;
}

// The least of the distances of the ends, and that of the lines where their common perpendicular has its feet on both.
double slow_segments(v3 a0, v3 a1, v3 b0, v3 b1)
{
    const double ends_of_a = fmin(slow_point_segment(a0, b0, b1), slow_point_segment(a1, b0, b1));
    const double ends_of_b = fmin(slow_point_segment(b0, a0, a1), slow_point_segment(b1, a0, a1));
    double least = fmin(ends_of_a, ends_of_b);
    v3 u = v3_sub(a1, a0);
    v3 v = v3_sub(b1, b0);
    v3 w = v3_sub(b0, a0);
    v3 n = v3_cross(u, v);
    double n2 = v3_dot(n, n);
    if (!(n2 > 1e-24 * v3_dot(u, u) * v3_dot(v, v)))
        return least;
    const double s = v3_dot(v3_cross(w, v), n) / n2;
    const double t = v3_dot(v3_cross(w, u), n) / n2;
    const bool between = s > 0 && s < 1 && t > 0 && t < 1;
    const double apart = fabs(v3_dot(w, n)) / sqrt(n2);
    return between ? fmin(least, apart) : least;
}

double slow_point_face(v3 p, const v3 *corner, int corners, v3 normal)
{
    bool over = true;
    double least = INFINITY;
    for (int k = 0; k < corners; k++) {
        v3 a = corner[k];
        v3 b = corner[(k + 1) % corners];
        over = over && v3_dot(v3_cross(v3_sub(b, a), v3_sub(p, a)), normal) >= 0;
        least = fmin(least, slow_point_segment(p, a, b));
    }
    return over ? fabs(v3_dot(normal, v3_sub(p, corner[0]))) : least;
}

double slow_point_triangle(v3 p, const v3 corner[3])
{
    v3 n = v3_unit(v3_cross(v3_sub(corner[1], corner[0]), v3_sub(corner[2], corner[0])));
    return slow_point_face(p, corner, 3, n);
}

bool slow_inside(const v3 *vertex, const int32_t (*triangle)[3], int32_t triangles, v3 p)
{
    double sum = 0;
    for (int32_t t = 0; t < triangles; t++) {
        v3 a = v3_sub(vertex[triangle[t][0]], p);
        v3 b = v3_sub(vertex[triangle[t][1]], p);
        v3 c = v3_sub(vertex[triangle[t][2]], p);
        double x = v3_norm(a);
        double y = v3_norm(b);
        double z = v3_norm(c);
        sum += 2 * atan2(v3_dot(a, v3_cross(b, c)),
                         x * y * z + v3_dot(a, b) * z + v3_dot(b, c) * x + v3_dot(c, a) * y);
    }
    return sum > 2 * PI;
}
