// grain_sides.c - see grain_sides.h.
//
// An anchor is where the planes of the faces at the vertex, all moved in by the same way, come nearest to meeting:
// least squares, with a little weight on staying near, so that faces in one plane give a place too. Where the grain is
// too thin for that the way is halved until the anchor has room around it. Of an outline in the plane the edges are the
// faces.
#include "collide/grain_sides.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/sort.h"
#include "collide/outline_inside.h"
#include "shape/plate.h"

enum { HALVINGS_MOST = 12 };
#define STAYING 1e-3 // weight of the way in the least squares
#define FARTHEST 3.0 // an anchor is at most so many insets from its vertex
#define ROOM 0.6     // around an anchor, of its way from the faces at the vertex
#define INSET 0.3    // of the radius of the grain

typedef struct maker {
    const model_core *core;
    grain_sides *sides;
    sort_pair *of_edge; // sides of triangles by their ends: the triangle
    int64_t halves;
} maker;

static uint64_t key_of(int32_t from, int32_t to)
{
    int32_t lower = from < to ? from : to;
    int32_t upper = from < to ? to : from;
    return (uint64_t)lower << 32 | (uint32_t)upper;
}

static v3 triangle_normal(const model_core *core, int32_t triangle)
{
    const int32_t *corner = core->triangle[triangle];
    v3 a = core->vertex[corner[0]];
    v3 to_b = v3_sub(core->vertex[corner[1]], a);
    v3 to_c = v3_sub(core->vertex[corner[2]], a);
    return v3_unit(v3_cross(to_b, to_c));
}

static bool sort_sides(maker *maker)
{
    const model_core *core = maker->core;
    maker->halves = 3 * (int64_t)core->triangles;
    maker->of_edge = mem_array(2 * maker->halves + 1, sizeof *maker->of_edge);
    if (!maker->of_edge)
        return false;
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        const int32_t *corner = core->triangle[triangle];
        for (int k = 0; k < 3; k++) {
            const uint64_t key = key_of(corner[k], corner[(k + 1) % 3]);
            maker->of_edge[3 * triangle + k] = (sort_pair){key, (uint32_t)triangle};
        }
    }
    sort_u64_by_key(maker->of_edge, maker->halves, maker->of_edge + maker->halves);
    return true;
}

// The direction in a triangle away from its side between `from` and `to`.
static v3 into(const model_core *core, int32_t triangle, int32_t from, int32_t to)
{
    const int32_t *corner = core->triangle[triangle];
    int32_t apex = corner[2];
    for (int k = 1; k >= 0; k--) {
        if (corner[k] != from && corner[k] != to)
            apex = corner[k];
    }
    v3 start = core->vertex[from];
    v3 along = v3_sub(core->vertex[to], start);
    v3 to_apex = v3_sub(core->vertex[apex], start);
    v3 across = v3_cross(triangle_normal(core, triangle), along);
    v3 in = v3_unit(across);
    return v3_dot(in, to_apex) < 0 ? v3_scale(-1, in) : in;
}

// The first of the two sides with that key; -1: there are none.
static int64_t side_with(const maker *maker, uint64_t key)
{
    const sort_pair *side = maker->of_edge;
    int64_t low = 0;
    int64_t high = maker->halves;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (side[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low + 1 < maker->halves && side[low + 1].key == key;
    return found ? low : -1;
}

static void take_edge(maker *maker, int32_t edge)
{
    const model_core *core = maker->core;
    grain_sides *sides = maker->sides;
    int32_t from = core->edge[edge][0];
    int32_t to = core->edge[edge][1];
    int64_t at = side_with(maker, key_of(from, to));
    if (at < 0)
        return; // of a line: no faces
    int32_t first = (int32_t)maker->of_edge[at].value;
    int32_t second = (int32_t)maker->of_edge[at + 1].value;
    v3 normal = triangle_normal(core, first);
    v3 *side = sides->side[edge];
    side[0] = into(core, first, from, to);
    side[1] = into(core, second, from, to);
    bool convex = core_is_plate(core) || v3_dot(normal, side[1]) < 0;
    sides->sides[edge] = convex ? 2 : -1;
}

static void take_ways(maker *maker)
{
    const model_core *core = maker->core;
    grain_sides *sides = maker->sides;
    int32_t *way_of = sides->way_of;
    for (int32_t edge = 0; edge < core->edges; edge++) {
        const int32_t *end = core->edge[edge];
        way_of[end[0] + 1]++;
        way_of[end[1] + 1]++;
    }
    for (int32_t vertex = 0; vertex < core->vertices; vertex++)
        way_of[vertex + 1] += way_of[vertex];
    // starts move down to where they belong, and back
    for (int32_t edge = core->edges - 1; edge >= 0; edge--) {
        for (int k = 0; k < 2; k++) {
            int32_t vertex = core->edge[edge][k];
            int32_t to = core->edge[edge][!k];
            v3 way = v3_sub(core->vertex[to], core->vertex[vertex]);
            way_of[vertex + 1]--;
            sides->way[way_of[vertex + 1]] = v3_unit(way);
        }
    }
    for (int32_t vertex = 0; vertex < core->vertices; vertex++)
        way_of[vertex] = way_of[vertex + 1];
    way_of[core->vertices] = 2 * core->edges;
}

// ---- anchors

typedef struct normal_sum { // of the faces at a vertex: sums of n n^T and of n
    double xx, xy, xz, yy, yz, zz;
    v3 sum;
} normal_sum;

static void add_normal(normal_sum *sum, v3 normal)
{
    sum->xx += normal.x * normal.x;
    sum->xy += normal.x * normal.y;
    sum->xz += normal.x * normal.z;
    sum->yy += normal.y * normal.y;
    sum->yz += normal.y * normal.z;
    sum->zz += normal.z * normal.z;
    sum->sum = v3_add(sum->sum, normal);
}

// Does one of these triangles have the vertex?
static bool any_holds(const model_core *core, int32_t first, int32_t end, int32_t vertex)
{
    for (int32_t triangle = first; triangle < end; triangle++) {
        const int32_t *corner = core->triangle[triangle];
        if (corner[0] == vertex || corner[1] == vertex || corner[2] == vertex)
            return true;
    }
    return false;
}

static void sum_normals(const maker *maker, normal_sum *sum)
{
    const model_core *core = maker->core;
    for (int32_t face = 0; face < core->faces; face++) {
        v3 normal = maker->sides->normal[face];
        int32_t first = core->face[face];
        int32_t end = core->face[face + 1];
        for (int32_t triangle = first; triangle < end; triangle++) {
            for (int k = 0; k < 3; k++) {
                int32_t vertex = core->triangle[triangle][k];
                bool again = any_holds(core, first, triangle, vertex); // of the same face
                if (!again)
                    add_normal(&sum[vertex], normal);
            }
        }
    }
}

// The way by which all planes at the vertex move in by *by, which is one but at sharp tips.
static v3 way_in(const normal_sum *sum, double *by)
{
    double staying = STAYING * (sum->xx + sum->yy + sum->zz);
    v3 x = v3_make(sum->xx + staying, sum->xy, sum->xz);
    v3 y = v3_make(sum->xy, sum->yy + staying, sum->yz);
    v3 z = v3_make(sum->xz, sum->yz, sum->zz + staying);
    v3 yz = v3_cross(y, z);
    v3 zx = v3_cross(z, x);
    v3 xy = v3_cross(x, y);
    double det = v3_dot(x, yz);
    // Cramer's rule
    v3 by_x = v3_scale(sum->sum.x, yz);
    v3 by_y = v3_scale(sum->sum.y, zx);
    v3 by_z = v3_scale(sum->sum.z, xy);
    v3 solved = v3_add(v3_add(by_x, by_y), by_z);
    v3 way = v3_scale(-1 / det, solved);
    double far = v3_norm(way);
    *by = far > FARTHEST ? FARTHEST / far : 1;
    return v3_scale(*by, way);
}

// What a core encloses: a solid, or in the plane the area of an outline.
typedef struct enclosed {
    const sharp *solid; // without triangles: an outline
    sphero outline;
    double radius; // around the centre, m
} enclosed;

static bool has_room(const enclosed *enclosed, v3 place, double room)
{
    sharp_nearest near;
    v3 on;
    if (enclosed->solid->triangles)
        return sharp_inside(enclosed->solid, place) &&
               !sharp_closest(enclosed->solid, place, room, &near);
    if (!outline_holds(&enclosed->outline, place))
        return false;
    outline_nearest(&enclosed->outline, place, &on);
    return v3_distance(place, on) >= room;
}

static void set_anchors(maker *maker, const enclosed *enclosed, const normal_sum *sum)
{
    grain_sides *sides = maker->sides;
    for (int32_t vertex = 0; vertex < maker->core->vertices; vertex++) {
        double by;
        double in = INSET * enclosed->radius;
        v3 from = maker->core->vertex[vertex];
        v3 way = way_in(&sum[vertex], &by);
        for (int i = 0; i < HALVINGS_MOST; i++) {
            sides->anchor[vertex] = v3_fma(from, in, way);
            if (has_room(enclosed, sides->anchor[vertex], ROOM * by * in))
                break;
            in *= 0.5;
        }
        double deep = in * v3_norm(way);
        sides->deep = real_max(sides->deep, deep);
    }
}

// ---- anchors of outlines, in the plane

static double turns_of(const sphero *outline)
{
    double twice = 0;
    for (int32_t edge = 0; edge < outline->edges; edge++) {
        v3 from = outline->vertex[outline->edge[edge][0]];
        v3 to = outline->vertex[outline->edge[edge][1]];
        twice += from.x * to.y - from.y * to.x;
    }
    return twice < 0 ? -1 : 1;
}

static void sum_outline_normals(const sphero *outline, normal_sum *sum)
{
    const double turns = turns_of(outline);
    for (int32_t edge = 0; edge < outline->edges; edge++) {
        const int32_t *end = outline->edge[edge];
        v3 along = v3_unit(v3_sub(outline->vertex[end[1]], outline->vertex[end[0]]));
        v3 normal = v3_make(turns * along.y, -turns * along.x, 0);
        add_normal(&sum[end[0]], normal);
        add_normal(&sum[end[1]], normal);
    }
}

static bool take_anchors(maker *maker, const enclosed *enclosed)
{
    int32_t vertices = maker->core->vertices;
    grain_sides *sides = maker->sides;
    normal_sum *sum = mem_array(vertices, sizeof *sum);
    sides->anchor = mem_array(vertices, sizeof *sides->anchor);
    bool room = sum && sides->anchor;
    if (room) {
        if (enclosed->solid->triangles)
            sum_normals(maker, sum);
        else
            sum_outline_normals(&enclosed->outline, sum);
        set_anchors(maker, enclosed, sum);
    }
    mem_free(sum);
    return room;
}

static enclosed enclosed_by(const model_core *core, const sharp *solid)
{
    enclosed enclosed = {
        .solid = solid,
        .outline = {.vertex = core->vertex,
                    .edge = (const int32_t(*)[2])core->edge,
                    .vertices = core->vertices,
                    .edges = core->edges,
                    .faces = core->faces,
                    .radius = core->radius},
        .radius = solid->radius,
    };
    for (int32_t vertex = 0; !solid->triangles && vertex < core->vertices; vertex++)
        enclosed.radius = real_max(enclosed.radius, v3_norm(core->vertex[vertex]));
    return enclosed;
}

static bool make_room(maker *maker)
{
    const model_core *core = maker->core;
    grain_sides *sides = maker->sides;
    sides->side = mem_array(core->edges, sizeof *sides->side);
    sides->sides = mem_array(core->edges, sizeof *sides->sides);
    sides->normal = mem_array(core->faces, sizeof *sides->normal);
    sides->way_of = mem_array(core->vertices + 1, sizeof *sides->way_of);
    sides->way = mem_array(2 * (int64_t)core->edges, sizeof *sides->way);
    bool of_edges = sides->side && sides->sides && sides->way;
    bool of_others = sides->normal && sides->way_of;
    return of_edges && of_others;
}

scree_status grain_sides_make(const model_core *core, const sharp *solid, const char *name,
                              grain_sides *out, scree_error *error)
{
    *out = (grain_sides){0};
    maker maker = {.core = core, .sides = out};
    bool room = make_room(&maker) && sort_sides(&maker);
    if (room) {
        for (int32_t face = 0; face < core->faces; face++)
            out->normal[face] = triangle_normal(core, core->face[face]);
        for (int32_t edge = 0; edge < core->edges; edge++)
            take_edge(&maker, edge);
        take_ways(&maker);
    }
    mem_free(maker.of_edge);
    const enclosed enclosed = enclosed_by(core, solid);
    if (room && (solid->triangles || outline_is_closed(&enclosed.outline)))
        room = take_anchors(&maker, &enclosed);
    return room ? SCREE_OK : fail_memory(error, name);
}

void grain_sides_clear(grain_sides *of)
{
    mem_free(of->side);
    mem_free(of->sides);
    mem_free(of->normal);
    mem_free(of->way_of);
    mem_free(of->way);
    mem_free(of->anchor);
    *of = (grain_sides){0};
}
