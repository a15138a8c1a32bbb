// mass_spheropolyhedron.c - all points within a radius of a solid, of sheets of triangles, of segments and of points.
//
// Steiner's formula with all moments, part by part: the solid; a prism on each side of a triangle that looks outwards;
// a sector of a cylinder on each edge, over its normals; a cone of a ball on each vertex, over its normals. From that
// comes off what is nearer to another part of the core (mass_tube.h), which for convex cores is nothing.
#include "shape/mass_cone.h"
#include "shape/mass_tube.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <stdlib.h>

#define NARROW 1e-12 // rad: normals of edges between coplanar triangles

typedef struct rim {
    const mass_core *core;
    double radius;
    tube tube;
    mass_edges edges;
    int32_t *first, *neighbour; // of vertex v: neighbour[first[v] .. first[v + 1])
    v3 *limit;                  // room for those of one vertex
    v3 *outwards; // of a vertex of a solid: sum of the normals, weighted by the angles at it
    cone_piece piece;
    mass_moments whole; // Steiner's
    double missing[10];
    int32_t patches;
} rim;

static double angle_between(v3 a, v3 b)
{
    return real_atan2(v3_norm(v3_cross(a, b)), v3_dot(a, b));
}

// ---- neighbours

static scree_status find_neighbours(rim *rim, scree_error *error)
{
    const mass_edges *edges = &rim->edges;
    int32_t vertices = rim->core->vertices;
    int32_t most = 0;
    rim->first = calloc((size_t)vertices + 2, sizeof *rim->first);
    rim->neighbour = malloc((2 * (size_t)edges->edges + 1) * sizeof *rim->neighbour);
    rim->outwards = calloc((size_t)vertices, sizeof *rim->outwards);
    if (!rim->first || !rim->neighbour || !rim->outwards)
        return fail_memory(error, "mass of a core with a radius");
    int32_t *place =
        rim->first + 1; // runs up from the first to the last, which is where the next begins
    for (int32_t i = 0; i < edges->edges; i++) {
        place[edges->edge[i].from + 1]++;
        place[edges->edge[i].to + 1]++;
    }
    for (int32_t vertex = 0; vertex < vertices; vertex++) {
        most = place[vertex + 1] > most ? place[vertex + 1] : most;
        if (rim->core->solid && !place[vertex + 1]) {
            return mass_core_fault(error, "vertex", vertex, "leave it out",
                                   "no triangle of the solid uses this vertex");
        }
        place[vertex + 1] += place[vertex];
    }
    for (int32_t i = 0; i < edges->edges; i++) {
        const int32_t from = edges->edge[i].from;
        const int32_t to = edges->edge[i].to;
        rim->neighbour[place[from]++] = to;
        rim->neighbour[place[to]++] = from;
    }
    size_t room = (size_t)most + 3;
    rim->limit = malloc(room * sizeof(v3));
    rim->piece = (cone_piece){
        .corner = malloc(room * sizeof(v3)),
        .spare = malloc(room * sizeof(v3)),
        .count = 0,
    };
    if (!rim->limit || !rim->piece.corner || !rim->piece.spare)
        return fail_memory(error, "mass of a core with a radius");
    return SCREE_OK;
}

static void find_outwards(rim *rim)
{
    for (int32_t i = 0; i < rim->tube.faces; i++) {
        const tube_face *face = &rim->tube.face[i];
        for (int k = 0; k < 3; k++) {
            v3 a = face->corner[k];
            v3 *sum = &rim->outwards[face->vertex[k]];
            double angle = angle_between(v3_sub(face->corner[(k + 1) % 3], a),
                                         v3_sub(face->corner[(k + 2) % 3], a));
            *sum = v3_fma(*sum, angle, face->normal);
        }
    }
}

static scree_status prepare(rim *rim, v3 origin, scree_error *error)
{
    const mass_core *core = rim->core;
    scree_status status = mass_edges_find(core->triangle, core->triangles, core->segment,
                                          core->segments, &rim->edges, error);
    if (!status && core->solid)
        status = mass_edges_check_closed(&rim->edges, error);
    if (!status && core->solid) {
        status =
            mass_solid(core->vertex, core->triangle, core->triangles, origin, &rim->whole, error);
    }
    if (!status)
        status = find_neighbours(rim, error);
    if (!status) {
        status = tube_make(&rim->tube, core->vertices, rim->edges.edges, core->triangles,
                           rim->radius, error);
    }
    if (status)
        return status;
    for (int32_t i = 0; i < core->vertices; i++)
        rim->tube.point[i] = v3_sub(core->vertex[i], origin);
    for (int32_t i = 0; i < rim->edges.edges; i++) {
        const mass_edge *edge = &rim->edges.edge[i];
        rim->tube.edge[i] = tube_edge_make(rim->tube.point, edge->from, edge->to);
    }
    for (int32_t i = 0; i < core->triangles; i++)
        rim->tube.face[i] = tube_face_make(rim->tube.point, core->triangle[i]);
    rim->tube.size = mass_reach(origin, core->vertex, NULL, core->vertices) + rim->radius;
    if (core->solid)
        find_outwards(rim);
    return tube_check_overlaps(&rim->tube, error);
}

static void rim_free(rim *rim)
{
    tube_free(&rim->tube);
    mass_edges_clear(&rim->edges);
    free(rim->first);
    free(rim->neighbour);
    free(rim->limit);
    free(rim->outwards);
    free(rim->piece.corner);
    free(rim->piece.spare);
}

// ---- part by part. Twice: first all that is closed, from which the units come, then what is missing.

// Of parts with area (length, number) `extent`, first and second moments of their points, and the same of their
// normals.
static void add_layer(rim *rim, int power, const mass_moments *points, double normals, v3 first,
                      sym3 second)
{
    double t = rim->radius;
    double a = t;
    double b;
    double c;
    for (int k = 0; k < power; k++)
        a *= t;
    b = a * t / (power + 2);
    c = a * t * t / (power + 3);
    a /= power + 1;
    mass_moments moments = {
        .volume = a * normals * points->volume,
        .first = v3_fma(v3_scale(a * normals, points->first), b * points->volume, first),
        .second = sym3_scale(a * normals, points->second),
    };
    moments.second = sym3_fma(moments.second, 2 * b, sym3_dyad(points->first, first));
    moments.second = sym3_fma(moments.second, c * points->volume, second);
    mass_moments_add(&rim->whole, 1, &moments);
}

static void do_face(rim *rim, int32_t i, bool closed_form)
{
    const tube_face *face = &rim->tube.face[i];
    v3 a = face->corner[0];
    v3 b = face->corner[1];
    v3 c = face->corner[2];
    v3 s = v3_add(v3_add(a, b), c);
    double area = 0.5 * v3_norm(v3_triangle(a, b, c));
    sym3 dyads = sym3_add(sym3_add(sym3_dyad(a, a), sym3_dyad(b, b)),
                          sym3_add(sym3_dyad(c, c), sym3_dyad(s, s)));
    mass_moments points = {
        .volume = area,
        .first = v3_scale(area / 3, s),
        .second = sym3_scale(area / 12, dyads),
    };
    const int last = rim->core->solid ? 1 : -1;
    for (int side = 1; side >= last; side -= 2) {
        v3 up = v3_scale(side, face->normal);
        if (closed_form)
            add_layer(rim, TUBE_FLAT, &points, 1, up, sym3_dyad(up, up));
        else if (tube_select(&rim->tube, face->corner, face->vertex, 3, &up, 1))
            tube_face_patch(&rim->tube, face, up, rim->missing);
        rim->patches++;
    }
}

// Normals of an edge: angles from *low on over the angle returned, in the plane of a, the way into the first triangle,
// and e x a. Against each triangle's way in they have an angle of 90 degrees at least.
static double edge_normals(const rim *rim, int32_t i, v3 *a, double *low)
{
    const mass_edge *edge = &rim->edges.edge[i];
    v3 along = rim->tube.edge[i].along;
    v3 normals = {0, 0, 0};
    *low = 0;
    *a = v3_perpendicular(along);
    if (!edge->count)
        return 2 * PI;
    double high = 1.5 * PI;
    *low = 0.5 * PI;
    for (int32_t k = 0; k < edge->count; k++) {
        const int32_t triangle = rim->edges.use[edge->first + k].triangle;
        const tube_face *face = &rim->tube.face[triangle];
        int side = 0;
        while (face->vertex[side] == edge->from || face->vertex[side] == edge->to)
            side++; // the corner opposite to the edge
        v3 in = face->inward[(side + 1) % 3];
        if (k == 0)
            *a = in;
        const v3 beside = v3_cross(along, *a);
        const double angle = real_atan2(v3_dot(in, beside), v3_dot(in, *a));
        if (angle > 0)
            *low = real_max(*low, angle + 0.5 * PI);
        else
            high = real_min(high, angle + 1.5 * PI);
        normals = v3_add(normals, face->normal);
    }
    double s;
    double c;
    real_sin_cos(0.5 * (*low + high), &s, &c);
    v3 middle = v3_fma(v3_scale(c, *a), s, v3_cross(along, *a));
    if (rim->core->solid && v3_dot(middle, normals) < 0)
        return 0; // inside
    return high - *low > NARROW ? high - *low : 0;
}

// Between the normals a and b, `angle` apart and less than pi: closed form.
static void add_sector(rim *rim, const tube_edge *edge, v3 a, v3 b, double angle)
{
    v3 half = v3_scale(0.5 * edge->length, edge->along);
    v3 middle = v3_add(edge->from, half);
    v3 normal = v3_unit(v3_add(a, b));
    v3 side = v3_cross(edge->along, normal);
    double half_sine = 0.5 * v3_distance(b, a);
    double sine = v3_norm(v3_cross(a, b));
    mass_moments points = {
        .volume = edge->length,
        .first = v3_scale(edge->length, middle),
        .second = sym3_scale(edge->length, sym3_dyad(middle, middle)),
    };
    points.second = sym3_fma(points.second, edge->length / 3, sym3_dyad(half, half));
    add_layer(rim, TUBE_ROUND_EDGE, &points, angle, v3_scale(2 * half_sine, normal),
              sym3_add(sym3_scale(0.5 * (angle + sine), sym3_dyad(normal, normal)),
                       sym3_scale(0.5 * (angle - sine), sym3_dyad(side, side))));
}

static void do_edge(rim *rim, int32_t i, bool closed_form)
{
    const tube_edge *edge = &rim->tube.edge[i];
    v3 zero;
    v3 end[2] = {edge->from, rim->tube.point[edge->vertex[1]]};
    double low;
    double angle = edge_normals(rim, i, &zero, &low);
    int pieces = angle > 0;
    while (angle > pieces * (0.5 * PI + 1e-9))
        pieces++;
    for (int k = 0; k < pieces; k++) {
        double sine;
        double cosine;
        double step = angle / pieces;
        v3 quarter = v3_cross(edge->along, zero);
        real_sin_cos(low + k * step, &sine, &cosine);
        v3 a = v3_fma(v3_scale(cosine, zero), sine, quarter);
        v3 side = v3_cross(edge->along, a);
        real_sin_cos(step, &sine, &cosine);
        v3 b = v3_fma(v3_scale(cosine, a), sine, side);
        const v3 normal[2] = {a, b};
        if (closed_form)
            add_sector(rim, edge, a, b, step);
        else if (tube_select(&rim->tube, end, edge->vertex, 2, normal, 2))
            tube_edge_patch(&rim->tube, edge, a, side, step, rim->missing);
        rim->patches++;
    }
}

static void do_vertex(rim *rim, int32_t i, bool closed_form)
{
    v3 place = rim->tube.point[i];
    const int32_t *neighbour = rim->neighbour + rim->first[i];
    const int32_t limits = rim->first[i + 1] - rim->first[i];
    for (int32_t k = 0; k < limits; k++) {
        const v3 way = v3_sub(rim->tube.point[neighbour[k]], place);
        rim->limit[k] = v3_unit(way);
    }
    for (int octant = 0; octant < 8; octant++) {
        cone_cut(octant, rim->limit, limits, &rim->piece);
        if (!rim->piece.count)
            continue;
        cone_integrals integrals = cone_integrate(&rim->piece);
        if (!(integrals.angle > NARROW))
            continue;
        if (rim->core->solid && v3_dot(integrals.first, rim->outwards[i]) < 0)
            continue; // inside
        mass_moments point = {
            .volume = 1,
            .first = place,
            .second = sym3_dyad(place, place),
        };
        if (closed_form) {
            add_layer(rim, TUBE_ROUND_POINT, &point, integrals.angle, integrals.first,
                      integrals.second);
        } else if (tube_select(&rim->tube, &place, &i, 1, rim->piece.corner, rim->piece.count)) {
            tube_point_patch(&rim->tube, place, rim->piece.corner, rim->piece.count, rim->missing);
        }
        rim->patches++;
    }
}

static void do_parts(rim *rim, bool closed_form)
{
    for (int32_t i = 0; i < rim->tube.faces; i++)
        do_face(rim, i, closed_form);
    for (int32_t i = 0; i < rim->tube.edges; i++)
        do_edge(rim, i, closed_form);
    for (int32_t i = 0; i < rim->tube.points; i++)
        do_vertex(rim, i, closed_form);
}

scree_status mass_spheropolyhedron(const mass_core *core, double radius, double tolerance,
                                   mass_properties *out, scree_error *error)
{
    scree_status status = mass_spheropolyhedron_check(core, radius, tolerance, error);
    if (status)
        return status;
    rim rim = {.core = core, .radius = radius};
    v3 origin = mass_middle(core->vertex, core->vertices);
    status = prepare(&rim, origin, error);
    double off = 0;
    if (!status && radius > 0) {
        do_parts(&rim, true);
        tube_set_units(&rim.tube, rim.whole.volume, tolerance / (4 * (double)rim.patches));
        do_parts(&rim, false);
        mass_moments missing = mass_from_array(rim.missing);
        mass_moments_add(&rim.whole, -1, &missing);
        off = 4 * rim.tube.error * rim.tube.unit[0] / rim.whole.volume;
    }
    rim_free(&rim);
    if (status)
        return status;
    double reach =
        mass_reach(mass_centre(&rim.whole, origin), core->vertex, NULL, core->vertices) + radius;
    mass_finish(&rim.whole, origin, reach, off, out);
    return SCREE_OK;
}
