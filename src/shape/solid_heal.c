// solid_heal.c - from a soup to shared vertices and paired sides, with what can be healed healed. See solid.h.
//
// Dropping a thin triangle whose corners are three vertices leaves its long side open, opposite to two short ones: the
// long one is then split where the middle vertex lies, as a T-junction is. A face with vertices on two of its sides is
// split on one of them in each round.
#include "shape/solid_stages.h"

#include "base/memory.h"
#include "shape/mesh_stages.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MOST = 64, ON_EDGE_MOST = 64 };

void healer_clear(healer *h)
{
    mem_free(h->vertex);
    free(h->face);
    free(h->copies);
    free(h->side);
    free(h->scratch);
    free(h->partner);
    free(h->shell);
    memset(h, 0, sizeof *h);
}

// ---- welding

static bool make_room(healer *h, int64_t faces)
{
    return mem_grow((void **)&h->face, &h->room, faces, sizeof *h->face) &&
           mem_grow((void **)&h->copies, &h->copies_room, faces, sizeof *h->copies);
}

static scree_status weld(healer *h, const v3 *corner, int32_t facets, double tolerance,
                         solid_report *report, scree_error *error)
{
    mesh m = {0};
    mesh_report found = {0};
    scree_status status = mesh_measure(&m, corner, facets, tolerance, h->name, &found, error);
    if (!status)
        status = mesh_weld(&m, corner, facets, &found, error);
    report->low = found.low;
    report->high = found.high;
    report->tolerance = h->tolerance = m.tolerance;
    report->moved = found.moved;
    report->degenerate = found.degenerate;
    report->duplicate = found.duplicate;
    if (!status && !m.triangles)
        status = fail(error, SCREE_BAD_INPUT, h->name, "check the file, the unit and the scale",
                      "all %d faces are thinner than the tolerance of %g m", facets, m.tolerance);
    if (!status && !make_room(h, m.triangles))
        status = fail_memory(error, h->name);
    for (int32_t t = 0; !status && t < m.triangles; t++) {
        memcpy(h->face[t], m.triangle[t].vertex, sizeof *h->face);
        h->copies[t] = m.triangle[t].copies;
    }
    if (!status) {
        h->faces = m.triangles;
        h->vertices = m.vertices;
        h->vertex = m.vertex;
        m.vertex = NULL;
    }
    mem_free(m.vertex);
    mem_free(m.triangle);
    return status;
}

// ---- sides

static scree_status make_sides(healer *h, scree_error *error)
{
    const int64_t sides = 3 * h->faces;
    if (sides > h->side_room) {
        free(h->side);
        free(h->scratch);
        free(h->partner);
        h->side_room = sides + sides / 4;
        h->side = malloc((size_t)h->side_room * sizeof *h->side);
        h->scratch = malloc((size_t)h->side_room * sizeof *h->scratch);
        h->partner = malloc((size_t)h->side_room * sizeof *h->partner);
        if (!h->side || !h->scratch || !h->partner)
            return fail_memory(error, h->name);
    }
    for (int64_t s = 0; s < sides; s++) {
        const int32_t a = side_from(h, s);
        const int32_t b = side_to(h, s);
        h->side[s].key = (uint64_t)(a < b ? a : b) << 32 | (uint64_t)(a < b ? b : a);
        h->side[s].value = (uint32_t)s;
    }
    sort_u64_by_key(h->side, sides, h->scratch);
    return SCREE_OK;
}

scree_status solid_pair_sides(healer *h, scree_error *error)
{
    scree_status status = make_sides(h, error);
    const int64_t sides = status ? 0 : 3 * h->faces;
    for (int64_t i = 0, next; i < sides; i = next) {
        for (next = i + 1; next < sides && h->side[next].key == h->side[i].key;)
            next++;
        for (int64_t k = i; k < next; k++)
            h->partner[h->side[k].value] = next - i == 1   ? SIDE_OPEN
                                           : next - i == 2 ? (int32_t)h->side[i + (k == i)].value
                                                           : SIDE_BRANCHED;
    }
    return status;
}

static void count_edges(const healer *h, solid_report *report)
{
    const int64_t sides = 3 * h->faces;
    for (int64_t i = 0, next; i < sides; i = next) {
        for (next = i + 1; next < sides && h->side[next].key == h->side[i].key;)
            next++;
        const int32_t faces = (int32_t)(next - i);
        const int64_t s = h->side[i].value;
        report->edges++;
        report->open_edges += faces == 1;
        report->branched_edges += faces > 2;
        if (faces != 2)
            solid_add_spot(report, faces == 1 ? SOLID_OPEN_EDGE : SOLID_BRANCHED_EDGE,
                           h->vertex[side_from(h, s)], h->vertex[side_to(h, s)], faces);
    }
}

// ---- vertices on open edges

// Vertices at which open edges end, sorted by x.
typedef struct borders {
    sort_pair *vertex;
    int64_t count;
} borders;

static bool find_borders(const healer *h, borders *b)
{
    int64_t ends = 0;
    for (int64_t s = 0; s < 3 * h->faces; s++)
        ends += h->partner[s] == SIDE_OPEN;
    b->vertex = malloc((2 * (size_t)ends + 1) * sizeof *b->vertex);
    sort_pair *scratch = malloc((2 * (size_t)ends + 1) * sizeof *scratch);
    b->count = 0;
    for (int64_t s = 0; b->vertex && s < 3 * h->faces; s++) {
        if (h->partner[s] != SIDE_OPEN)
            continue;
        const int32_t end[2] = {side_from(h, s), side_to(h, s)};
        for (int k = 0; k < 2; k++)
            b->vertex[b->count++] =
                (sort_pair){sort_key_f64(h->vertex[end[k]].x), (uint32_t)end[k]};
    }
    const bool room = b->vertex && scratch;
    if (room)
        sort_u64_by_key(b->vertex, b->count, scratch);
    free(scratch);
    return room;
}

typedef struct on_edge {
    double along; // 0..1
    int32_t vertex;
} on_edge;

// Border vertices within the tolerance of the inside of side s, from its beginning to its end; at most ON_EDGE_MOST.
static int find_on_edge(const healer *h, const borders *b, int64_t s, on_edge found[ON_EDGE_MOST])
{
    const int32_t v = side_from(h, s);
    const int32_t w = side_to(h, s);
    const v3 p = h->vertex[v];
    const v3 d = v3_sub(h->vertex[w], p);
    const double square = v3_dot(d, d);
    const double reach = h->tolerance;
    const double low = (d.x < 0 ? p.x + d.x : p.x) - reach;
    const double high = (d.x < 0 ? p.x : p.x + d.x) + reach;
    int64_t first = 0;
    int64_t last = b->count;
    int count = 0;
    while (first < last) {
        int64_t middle = first + (last - first) / 2;
        if (h->vertex[b->vertex[middle].value].x < low)
            first = middle + 1;
        else
            last = middle;
    }
    for (int64_t i = first; i < b->count && count < ON_EDGE_MOST; i++) {
        const int32_t u = (int32_t)b->vertex[i].value;
        if (h->vertex[u].x > high)
            break;
        if (u == v || u == w || (i > first && b->vertex[i].value == b->vertex[i - 1].value))
            continue;
        const v3 q = v3_sub(h->vertex[u], p);
        const double along = v3_dot(q, d) / square;
        const v3 off = v3_fma(q, -along, d);
        if (!(along > 0 && along < 1) || v3_dot(off, off) > reach * reach)
            continue;
        int k = count;
        for (; k > 0 && found[k - 1].along > along; k--)
            found[k] = found[k - 1];
        found[k] = (on_edge){along, u};
        count += k == 0 || found[k - 1].vertex != u;
    }
    return count;
}

// Cuts face f into a fan from the corner opposite to side k over the vertices on that side.
static bool split_face(healer *h, int64_t f, int k, const on_edge *on, int count)
{
    if (!make_room(h, h->faces + count))
        return false;
    const int32_t from = h->face[f][k];
    const int32_t to = h->face[f][(k + 1) % 3];
    const int32_t apex = h->face[f][(k + 2) % 3];
    for (int i = 0; i <= count; i++) {
        const int32_t part[3] = {i ? on[i - 1].vertex : from, i < count ? on[i].vertex : to, apex};
        memcpy(h->face[i ? h->faces + i - 1 : f], part, sizeof part);
        if (i)
            h->copies[h->faces + i - 1] = h->copies[f];
    }
    h->faces += count;
    return true;
}

// One side of each face at most; a face with two is split again in the next round.
static scree_status split_open(healer *h, solid_report *report, bool *changed, scree_error *error)
{
    borders b = {0};
    const int64_t faces = h->faces;
    bool room = find_borders(h, &b);
    for (int64_t f = 0; room && f < faces; f++) {
        for (int k = 0; room && k < 3; k++) {
            on_edge on[ON_EDGE_MOST];
            const int count =
                h->partner[3 * f + k] == SIDE_OPEN ? find_on_edge(h, &b, 3 * f + k, on) : 0;
            if (!count)
                continue;
            room = split_face(h, f, k, on, count);
            report->split++;
            *changed = true;
            break;
        }
    }
    free(b.vertex);
    return room ? SCREE_OK : fail_memory(error, h->name);
}

static scree_status split_all(healer *h, solid_report *report, scree_error *error)
{
    bool changed = true;
    const int64_t most = 4 * h->faces + 64;
    scree_status status = solid_pair_sides(h, error);
    for (int round = 0; !status && changed && round < ROUNDS_MOST && h->faces < most; round++) {
        changed = false;
        status = split_open(h, report, &changed, error);
        if (!status && changed)
            status = solid_pair_sides(h, error);
    }
    return status;
}

scree_status solid_heal(healer *h, const v3 *corner, int32_t facets, double tolerance,
                        solid_report *report, scree_error *error)
{
    scree_status status = weld(h, corner, facets, tolerance, report, error);
    if (!status)
        status = split_all(h, report, error);
    if (!status)
        status = solid_drop_sheets(h, report, error);
    if (!status && report->sheets)
        status = split_all(h, report, error); // edges that were branched may be open now
    if (status)
        return status;
    count_edges(h, report);
    report->vertices = h->vertices;
    report->triangles = (int32_t)h->faces;
    return SCREE_OK;
}
