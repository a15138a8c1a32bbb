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
    const model_core *c;
    grain_sides *s;
    sort_pair *of_edge; // sides of triangles by their ends: the triangle
    int64_t halves;
} maker;

static uint64_t key_of(int32_t a, int32_t b)
{
    return a < b ? (uint64_t)a << 32 | (uint32_t)b : (uint64_t)b << 32 | (uint32_t)a;
}

static v3 triangle_normal(const model_core *core, int32_t t)
{
    const int32_t *v = core->triangle[t];
    v3 a = core->vertex[v[0]];
    return v3_unit(v3_cross(v3_sub(core->vertex[v[1]], a), v3_sub(core->vertex[v[2]], a)));
}

static bool sort_sides(maker *maker)
{
    const model_core *core = maker->c;
    maker->halves = 3 * (int64_t)core->triangles;
    maker->of_edge = mem_array(2 * maker->halves + 1, sizeof *maker->of_edge);
    if (!maker->of_edge)
        return false;
    for (int32_t t = 0; t < core->triangles; t++)
        for (int k = 0; k < 3; k++)
            maker->of_edge[3 * t + k] = (sort_pair){
                key_of(core->triangle[t][k], core->triangle[t][(k + 1) % 3]), (uint32_t)t};
    sort_u64_by_key(maker->of_edge, maker->halves, maker->of_edge + maker->halves);
    return true;
}

// The direction in triangle t away from its side a b.
static v3 into(const model_core *core, int32_t t, int32_t a, int32_t b)
{
    const int32_t *v = core->triangle[t];
    int32_t apex = v[0] != a && v[0] != b ? v[0] : v[1] != a && v[1] != b ? v[1] : v[2];
    v3 in = v3_unit(v3_cross(triangle_normal(core, t), v3_sub(core->vertex[b], core->vertex[a])));
    return v3_dot(in, v3_sub(core->vertex[apex], core->vertex[a])) < 0 ? v3_scale(-1, in) : in;
}

static void take_edge(maker *maker, int32_t e)
{
    const model_core *core = maker->c;
    int32_t a = core->edge[e][0];
    int32_t b = core->edge[e][1];
    uint64_t key = key_of(a, b);
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
    int32_t t = (int32_t)maker->of_edge[low].value;
    int32_t u = (int32_t)maker->of_edge[low + 1].value;
    maker->s->side[e][0] = into(core, t, a, b);
    maker->s->side[e][1] = into(core, u, a, b);
    maker->s->sides[e] = v3_dot(triangle_normal(core, t), maker->s->side[e][1]) < 0 ? 2 : -1;
}

static void take_ways(maker *maker)
{
    const model_core *core = maker->c;
    grain_sides *sides = maker->s;
    for (int32_t e = 0; e < core->edges; e++)
        for (int k = 0; k < 2; k++)
            sides->way_of[core->edge[e][k] + 1]++;
    for (int32_t v = 0; v < core->vertices; v++)
        sides->way_of[v + 1] += sides->way_of[v];
    for (int32_t e = core->edges - 1; e >= 0;
         e--) // starts move down to where they belong, and back
        for (int k = 0; k < 2; k++) {
            int32_t v = core->edge[e][k];
            int32_t to = core->edge[e][!k];
            sides->way[--sides->way_of[v + 1]] = v3_unit(v3_sub(core->vertex[to], core->vertex[v]));
        }
    for (int32_t v = 0; v < core->vertices; v++)
        sides->way_of[v] = sides->way_of[v + 1];
    sides->way_of[core->vertices] = 2 * core->edges;
}

// ---- anchors

typedef struct normal_sum { // of the faces at a vertex: sums of n n^T and of n
    double xx, xy, xz, yy, yz, zz;
    v3 sum;
} normal_sum;

static void sum_normals(const maker *maker, normal_sum *sum)
{
    const model_core *core = maker->c;
    for (int32_t f = 0; f < core->faces; f++)
        for (int32_t t = core->face[f]; t < core->face[f + 1]; t++)
            for (int k = 0; k < 3; k++) {
                int32_t v = core->triangle[t][k];
                bool again = false; // the face has this corner in a triangle before
                for (int32_t u = core->face[f]; u < t && !again; u++)
                    again = core->triangle[u][0] == v || core->triangle[u][1] == v ||
                            core->triangle[u][2] == v;
                v3 n = maker->s->normal[f];
                normal_sum *normal_sum = &sum[v];
                if (again)
                    continue;
                normal_sum->xx += n.x * n.x;
                normal_sum->xy += n.x * n.y;
                normal_sum->xz += n.x * n.z;
                normal_sum->yy += n.y * n.y;
                normal_sum->yz += n.y * n.z;
                normal_sum->zz += n.z * n.z;
                normal_sum->sum = v3_add(normal_sum->sum, n);
            }
}

// The way by which all planes at the vertex move in by *by, which is one but at sharp tips.
static v3 way_in(const normal_sum *normal_sum, double *by)
{
    double staying = STAYING * (normal_sum->xx + normal_sum->yy + normal_sum->zz);
    v3 x = v3_make(normal_sum->xx + staying, normal_sum->xy, normal_sum->xz);
    v3 y = v3_make(normal_sum->xy, normal_sum->yy + staying, normal_sum->yz);
    v3 z = v3_make(normal_sum->xz, normal_sum->yz, normal_sum->zz + staying);
    v3 yz = v3_cross(y, z);
    v3 zx = v3_cross(z, x);
    v3 xy = v3_cross(x, y);
    double det = v3_dot(x, yz);
    v3 way = v3_scale(
        -1 / det, v3_add(v3_add(v3_scale(normal_sum->sum.x, yz), v3_scale(normal_sum->sum.y, zx)),
                         v3_scale(normal_sum->sum.z, xy)));
    double far = v3_norm(way);
    *by = far > FARTHEST ? FARTHEST / far : 1;
    return v3_scale(*by, way);
}

static void set_anchors(maker *maker, const sharp *solid, const normal_sum *sum)
{
    for (int32_t v = 0; v < maker->c->vertices; v++) {
        double by;
        double in = INSET * solid->radius;
        v3 from = maker->c->vertex[v];
        v3 way = way_in(&sum[v], &by);
        sharp_nearest near;
        for (int i = 0; i < HALVINGS_MOST; i++, in *= 0.5) {
            maker->s->anchor[v] = v3_fma(from, in, way);
            if (sharp_inside(solid, maker->s->anchor[v]) &&
                !sharp_closest(solid, maker->s->anchor[v], ROOM * by * in, &near))
                break;
        }
        maker->s->deep = real_max(maker->s->deep, in * v3_norm(way));
    }
}

static bool take_anchors(maker *maker, const sharp *solid)
{
    normal_sum *sum = mem_array(maker->c->vertices, sizeof *sum);
    maker->s->anchor = mem_array(maker->c->vertices, sizeof *maker->s->anchor);
    bool room = sum && maker->s->anchor;
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
    maker maker = {.c = core, .s = out};
    out->side = mem_array(core->edges, sizeof *out->side);
    out->sides = mem_array(core->edges, sizeof *out->sides);
    out->normal = mem_array(core->faces, sizeof *out->normal);
    out->way_of = mem_array(core->vertices + 1, sizeof *out->way_of);
    out->way = mem_array(2 * (int64_t)core->edges, sizeof *out->way);
    bool room =
        out->side && out->sides && out->normal && out->way_of && out->way && sort_sides(&maker);
    if (room) {
        for (int32_t f = 0; f < core->faces; f++)
            out->normal[f] = triangle_normal(core, core->face[f]);
        for (int32_t e = 0; e < core->edges; e++)
            take_edge(&maker, e);
        take_ways(&maker);
    }
    mem_free(maker.of_edge);
    room = room && (solid->triangles == 0 || take_anchors(&maker, solid));
    return room ? SCREE_OK : fail_memory(error, name);
}

void grain_sides_clear(grain_sides *s)
{
    mem_free(s->side);
    mem_free(s->sides);
    mem_free(s->normal);
    mem_free(s->way_of);
    mem_free(s->way);
    mem_free(s->anchor);
    *s = (grain_sides){0};
}
