// mass_tube.c - parts of a core, what is missing along lines and arcs of normals.
#include "shape/mass_tube.h"

#include "base/mathlib.h"

#include <stdlib.h>

#define ROUND_OFF 1e-13 // of the size: what counts as level with a part of the core

enum { CUTS_PER_PART = 32 };

scree_status tube_make(tube *out, int32_t points, int32_t edges, int32_t faces, double radius,
                       scree_error *error)
{
    size_t p = (size_t)points + 1;
    size_t e = (size_t)edges + 1;
    size_t f = (size_t)faces + 1;
    size_t cuts = CUTS_PER_PART * (p + e + f) + 16;
    int32_t room = cuts < INT32_MAX ? (int32_t)cuts : INT32_MAX;
    *out = (tube){
        .point = malloc(p * sizeof(v3)),
        .edge = malloc(e * sizeof(tube_edge)),
        .face = malloc(f * sizeof(tube_face)),
        .near_point = malloc(p * sizeof(int32_t)),
        .near_edge = malloc(e * sizeof(int32_t)),
        .near_face = malloc(f * sizeof(int32_t)),
        .points = points,
        .edges = edges,
        .faces = faces,
        .outer = {malloc(cuts * sizeof(double)), 0, room},
        .inner = {malloc(cuts * sizeof(double)), 0, room},
        .conic = malloc((p + 2 * (e + f)) * sizeof(tube_conic)),
        .radius = radius,
    };
    if (out->conic && out->point && out->edge && out->face && out->near_point && out->near_edge &&
        out->near_face && out->outer.at && out->inner.at)
        return SCREE_OK;
    tube_free(out);
    return fail_memory(error, "mass of a core with a radius");
}

void tube_free(tube *of)
{
    free(of->point);
    free(of->edge);
    free(of->face);
    free(of->near_point);
    free(of->near_edge);
    free(of->near_face);
    free(of->conic);
    free(of->outer.at);
    free(of->inner.at);
    *of = (tube){0};
}

tube_edge tube_edge_make(const v3 *vertex, int32_t from, int32_t to)
{
    v3 way = v3_sub(vertex[to], vertex[from]);
    tube_edge edge = {
        .vertex = {from, to},
        .from = vertex[from],
        .along = v3_unit(way),
        .length = v3_norm(way),
    };
    return edge;
}

tube_face tube_face_make(const v3 *vertex, const int32_t corner[3])
{
    tube_face face = {.normal = {0, 0, 0}};
    for (int k = 0; k < 3; k++) {
        face.vertex[k] = corner[k];
        face.corner[k] = vertex[corner[k]];
    }
    v3 ab = v3_sub(face.corner[1], face.corner[0]);
    v3 ac = v3_sub(face.corner[2], face.corner[0]);
    face.normal = v3_unit(v3_cross(ab, ac));
    for (int k = 0; k < 3; k++) {
        const v3 along = v3_sub(face.corner[(k + 1) % 3], face.corner[k]);
        face.inward[k] = v3_unit(v3_cross(face.normal, along));
    }
    return face;
}

void tube_set_units(tube *tube, double volume, double tolerance)
{
    for (int k = 0; k < 10; k++) {
        tube->unit[k] = k < 1   ? volume
                        : k < 4 ? volume * tube->size
                                : volume * tube->size * tube->size;
    }
    tube->tolerance = tolerance;
}

// ---- what may matter

static bool contains(const int32_t *vertex, int count, const int32_t *own, int owns)
{
    for (int i = 0; i < owns; i++) {
        bool found = false;
        for (int k = 0; k < count; k++)
            found = found || vertex[k] == own[i];
        if (!found)
            return false;
    }
    return true;
}

// Farther apart than 2 radius in a coordinate? A part at distance d of p cannot be as near as p before t = d / 2.
static bool far_apart(const v3 *own, int as, const v3 *other, int bs, double most)
{
    for (int k = 0; k < 3; k++) {
        double low_a = v3_component(own[0], k);
        double high_a = low_a;
        double low_b = v3_component(other[0], k);
        double high_b = low_b;
        for (int i = 1; i < as; i++) {
            low_a = real_min(low_a, v3_component(own[i], k));
            high_a = real_max(high_a, v3_component(own[i], k));
        }
        for (int i = 1; i < bs; i++) {
            low_b = real_min(low_b, v3_component(other[i], k));
            high_b = real_max(high_b, v3_component(other[i], k));
        }
        if (low_a > high_b + most || low_b > high_a + most)
            return true;
    }
    return false;
}

typedef struct point_list {
    const v3 *at;
    int count;
} point_list;

// Is any corner of a part in front of any point of the patch, along any of its normals? All is linear: corners of both
// suffice. What lies level or behind is never nearer.
static bool in_front(const tube *tube, point_list patch, point_list direction, point_list corner)
{
    for (int i = 0; i < patch.count; i++) {
        for (int k = 0; k < corner.count; k++) {
            for (int d = 0; d < direction.count; d++) {
                if (v3_dot(direction.at[d], v3_sub(corner.at[k], patch.at[i])) >
                    ROUND_OFF * tube->size)
                    return true;
            }
        }
    }
    return false;
}

bool tube_select(tube *tube, const v3 *at, const int32_t *own, int ats, const v3 *direction,
                 int directions)
{
    const point_list patch = {at, ats};
    const point_list normals = {direction, directions};
    double most = 2 * tube->radius;
    tube->near_points = 0;
    tube->near_edges = 0;
    tube->near_faces = 0;
    for (int32_t i = 0; i < tube->points; i++) {
        if (contains(&i, 1, own, ats) || far_apart(at, ats, &tube->point[i], 1, most))
            continue;
        if (in_front(tube, patch, normals, (point_list){&tube->point[i], 1}))
            tube->near_point[tube->near_points++] = i;
    }
    for (int32_t i = 0; i < tube->edges; i++) {
        const tube_edge *edge = &tube->edge[i];
        const v3 end[2] = {edge->from, tube->point[edge->vertex[1]]};
        if (contains(edge->vertex, 2, own, ats) || far_apart(at, ats, end, 2, most))
            continue;
        if (in_front(tube, patch, normals, (point_list){end, 2}))
            tube->near_edge[tube->near_edges++] = i;
    }
    for (int32_t i = 0; i < tube->faces; i++) {
        const tube_face *face = &tube->face[i];
        if (contains(face->vertex, 3, own, ats) || far_apart(at, ats, face->corner, 3, most))
            continue;
        if (in_front(tube, patch, normals, (point_list){face->corner, 3}))
            tube->near_face[tube->near_faces++] = i;
    }
    return tube->near_points + tube->near_edges + tube->near_faces > 0;
}

// ---- what is missing

// Moments of point + t u with the element t^power dt, from the reach to the radius.
static void missing(const tube *tube, v3 point, v3 u, int power, double weight, double *value)
{
    double from = tube_reach(tube, point, u);
    double to = tube->radius;
    double low = from;
    double high = to;
    double part[3];
    mass_moments moments = {0};
    if (from < to) {
        for (int k = 0; k < power; k++) {
            low *= from;
            high *= to;
        }
        for (int k = 0; k < 3; k++) {
            part[k] = weight * (high - low) / (power + 1 + k);
            low *= from;
            high *= to;
        }
        moments.volume = part[0];
        moments.first = v3_fma(v3_scale(part[0], point), part[1], u);
        moments.second = sym3_add(sym3_scale(part[0], sym3_dyad(point, point)),
                                  sym3_scale(2 * part[1], sym3_dyad(point, u)));
        moments.second = sym3_fma(moments.second, part[2], sym3_dyad(u, u));
    }
    mass_to_array(&moments, value);
}

// What the functions to be integrated need.
typedef struct tube_path {
    const tube *tube;
    const tube_sweep *sweep;
} tube_path;

static void on_line(void *context, double s, double *value)
{
    const tube_path *path = context;
    const tube_sweep *sweep = path->sweep;
    const v3 point = v3_fma(sweep->point, s, sweep->a);
    missing(path->tube, point, sweep->b, sweep->power, 1, value);
}

static void on_arc(void *context, double angle, double *value)
{
    const tube_path *path = context;
    const tube_sweep *sweep = path->sweep;
    double sine;
    double cosine;
    real_sin_cos(angle, &sine, &cosine);
    const v3 normal = v3_fma(v3_scale(cosine, sweep->a), sine, sweep->b);
    const double weight = sweep->polar ? sine : 1;
    missing(path->tube, sweep->point, normal, sweep->power, weight, value);
}

// From cut to cut. Panels in whose middle nothing is missing are empty where the cuts are all the borders there are.
static void integrate(tube *tube, const tube_sweep *sweep, quadrature_function *function,
                      double *sum)
{
    tube_path path = {tube, sweep};
    const bool skip = !sweep->polar;
    tube_cut_sort(&tube->inner);
    quadrature quadrature = {
        .function = function,
        .context = &path,
        .components = 10,
        .tolerance = 0.1 * tube->tolerance,
    };
    for (int k = 0; k < 10; k++)
        quadrature.unit[k] = tube->unit[k] / sweep->units;
    double low = 0;
    double value[10];
    for (int32_t i = 0; i <= tube->inner.count; i++) {
        double high = i < tube->inner.count ? tube->inner.at[i] : sweep->extent;
        if (high - low <= 1e-15 * sweep->extent)
            continue;
        function(&path, 0.5 * (low + high), value);
        if (!skip || value[0] > 0)
            quadrature_add(&quadrature, low, high, sum);
        low = high;
    }
    tube->error += quadrature.error;
}

void tube_line(tube *tube, const tube_sweep *sweep, double *sum)
{
    const v3 start = sweep->point;
    const v3 along = sweep->a;
    const v3 up = sweep->b;
    tube_cut_line(tube, v3_fma(start, tube->radius, up), along, sweep->extent, &tube->inner);
    tube_cut_line_envelope(tube, start, along, sweep->extent, up, &tube->inner);
    integrate(tube, sweep, on_line, sum);
}

void tube_arc(tube *tube, const tube_sweep *sweep, double *sum)
{
    tube_cut_arc(tube, sweep->point, sweep->a, sweep->b, sweep->extent, &tube->inner);
    tube_cut_arc_envelope(tube, sweep->point, sweep->a, sweep->b, sweep->extent, &tube->inner);
    integrate(tube, sweep, on_arc, sum);
}
