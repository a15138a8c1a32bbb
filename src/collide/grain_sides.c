// grain_sides.c - see grain_sides.h.
//
// An anchor is where the planes of the faces at the vertex, all moved in by the same way, come nearest to meeting:
// least squares, with a little weight on staying near, so that faces in one plane give a place too. Where the grain is
// too thin for that the way is halved until the anchor has room around it.
#include "collide/grain_sides.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/sort.h"

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
    return from < to ? (uint64_t)from << 32 | (uint32_t)to : (uint64_t)to << 32 | (uint32_t)from;
}

static v3 triangle_normal(const model_core *core, int32_t triangle)
{
    const int32_t *corner = core->triangle[triangle];
    v3 a = core->vertex[corner[0]];
    return v3_unit(
        v3_cross(v3_sub(core->vertex[corner[1]], a), v3_sub(core->vertex[corner[2]], a)));
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
    v3 in = v3_unit(v3_cross(triangle_normal(core, triangle), along));
    double side = v3_dot(in, v3_sub(core->vertex[apex], start));
    return side < 0 ? v3_scale(-1, in) : in;
}

static void take_edge(maker *maker, int32_t edge)
{
    const model_core *core = maker->core;
    int32_t from = core->edge[edge][0];
    int32_t to = core->edge[edge][1];
    uint64_t key = key_of(from, to);
    int64_t low = 0;
    int64_t high = maker->halves;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (maker->of_edge[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (!(low + 1 < maker->halves && maker->of_edge[low + 1].key == key))
        return; // of a line: no faces
    int32_t triangle = (int32_t)maker->of_edge[low].value;
    int32_t u = (int32_t)maker->of_edge[low + 1].value;
    maker->sides->side[edge][0] = into(core, triangle, from, to);
    maker->sides->side[edge][1] = into(core, u, from, to);
    maker->sides->sides[edge] =
        v3_dot(triangle_normal(core, triangle), maker->sides->side[edge][1]) < 0 ? 2 : -1;
}

static void take_ways(maker *maker)
{
    const model_core *core = maker->core;
    grain_sides *sides = maker->sides;
    for (int32_t edge = 0; edge < core->edges; edge++) {
        for (int k = 0; k < 2; k++)
            sides->way_of[core->edge[edge][k] + 1]++;
    }
    for (int32_t vertex = 0; vertex < core->vertices; vertex++)
        sides->way_of[vertex + 1] += sides->way_of[vertex];
    for (int32_t edge = core->edges - 1; edge >= 0;
         edge--) { // starts move down to where they belong, and back
        for (int k = 0; k < 2; k++) {
            int32_t vertex = core->edge[edge][k];
            int32_t to = core->edge[edge][!k];
            sides->way[--sides->way_of[vertex + 1]] =
                v3_unit(v3_sub(core->vertex[to], core->vertex[vertex]));
        }
    }
    for (int32_t vertex = 0; vertex < core->vertices; vertex++)
        sides->way_of[vertex] = sides->way_of[vertex + 1];
    sides->way_of[core->vertices] = 2 * core->edges;
}

// ---- anchors

typedef struct normal_sum { // of the faces at a vertex: sums of n n^T and of n
    double xx, xy, xz, yy, yz, zz;
    v3 sum;
} normal_sum;

static void sum_normals(const maker *maker, normal_sum *sum)
{
    const model_core *core = maker->core;
    for (int32_t face = 0; face < core->faces; face++) {
        for (int32_t triangle = core->face[face]; triangle < core->face[face + 1]; triangle++) {
            for (int k = 0; k < 3; k++) {
                int32_t vertex = core->triangle[triangle][k];
                bool again = false; // the face has this corner in a triangle before
                for (int32_t earlier = core->face[face]; earlier < triangle && !again; earlier++) {
                    again = core->triangle[earlier][0] == vertex ||
                            core->triangle[earlier][1] == vertex ||
                            core->triangle[earlier][2] == vertex;
                }
                v3 normal = maker->sides->normal[face];
                normal_sum *normal_sum = &sum[vertex];
                if (again)
                    continue;
                normal_sum->xx += normal.x * normal.x;
                normal_sum->xy += normal.x * normal.y;
                normal_sum->xz += normal.x * normal.z;
                normal_sum->yy += normal.y * normal.y;
                normal_sum->yz += normal.y * normal.z;
                normal_sum->zz += normal.z * normal.z;
                normal_sum->sum = v3_add(normal_sum->sum, normal);
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
    v3 solved = v3_add(v3_scale(sum->sum.x, yz), v3_scale(sum->sum.y, zx)); // Cramer's rule
    solved = v3_add(solved, v3_scale(sum->sum.z, xy));
    v3 way = v3_scale(-1 / det, solved);
    double far = v3_norm(way);
    *by = far > FARTHEST ? FARTHEST / far : 1;
    return v3_scale(*by, way);
}

static void set_anchors(maker *maker, const sharp *solid, const normal_sum *sum)
{
    for (int32_t vertex = 0; vertex < maker->core->vertices; vertex++) {
        double by;
        double in = INSET * solid->radius;
        v3 from = maker->core->vertex[vertex];
        v3 way = way_in(&sum[vertex], &by);
        sharp_nearest near;
        for (int i = 0; i < HALVINGS_MOST; i++, in *= 0.5) {
            maker->sides->anchor[vertex] = v3_fma(from, in, way);
            if (sharp_inside(solid, maker->sides->anchor[vertex]) &&
                !sharp_closest(solid, maker->sides->anchor[vertex], ROOM * by * in, &near))
                break;
        }
        maker->sides->deep = real_max(maker->sides->deep, in * v3_norm(way));
    }
}

static bool take_anchors(maker *maker, const sharp *solid)
{
    normal_sum *sum = mem_array(maker->core->vertices, sizeof *sum);
    maker->sides->anchor = mem_array(maker->core->vertices, sizeof *maker->sides->anchor);
    bool room = sum && maker->sides->anchor;
    if (room) {
        sum_normals(maker, sum);
        set_anchors(maker, solid, sum);
    }
    mem_free(sum);
    return room;
}

scree_status grain_sides_make(const model_core *core, const sharp *solid, const char *name,
                              grain_sides *out, scree_error *error)
{
    *out = (grain_sides){0};
    maker maker = {.core = core, .sides = out};
    out->side = mem_array(core->edges, sizeof *out->side);
    out->sides = mem_array(core->edges, sizeof *out->sides);
    out->normal = mem_array(core->faces, sizeof *out->normal);
    out->way_of = mem_array(core->vertices + 1, sizeof *out->way_of);
    out->way = mem_array(2 * (int64_t)core->edges, sizeof *out->way);
    bool room =
        out->side && out->sides && out->normal && out->way_of && out->way && sort_sides(&maker);
    if (room) {
        for (int32_t face = 0; face < core->faces; face++)
            out->normal[face] = triangle_normal(core, core->face[face]);
        for (int32_t edge = 0; edge < core->edges; edge++)
            take_edge(&maker, edge);
        take_ways(&maker);
    }
    mem_free(maker.of_edge);
    room = room && (solid->triangles == 0 || take_anchors(&maker, solid));
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
