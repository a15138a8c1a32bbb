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

void healer_clear(healer *healer)
{
    mem_free(healer->vertex);
    free(healer->face);
    free(healer->copies);
    free(healer->side);
    free(healer->scratch);
    free(healer->partner);
    free(healer->shell);
    memset(healer, 0, sizeof *healer);
}

// ---- welding

static bool make_room(healer *healer, int64_t faces)
{
    return MEM_GROW(healer->face, healer->room, faces) &&
           MEM_GROW(healer->copies, healer->copies_room, faces);
}

static scree_status weld(healer *healer, const v3 *corner, int32_t facets, double tolerance,
                         solid_report *report, scree_error *error)
{
    mesh mesh = {0};
    mesh_report found = {0};
    scree_status status = mesh_measure(
        &mesh,
        &(mesh_facets){
            .corner = corner, .facets = facets, .tolerance = tolerance, .name = healer->name},
        &found, error);
    if (!status)
        status =
            mesh_weld(&mesh, &(mesh_facets){.corner = corner, .facets = facets}, &found, error);
    report->low = found.low;
    report->high = found.high;
    report->tolerance = mesh.tolerance;
    healer->tolerance = mesh.tolerance;
    report->moved = found.moved;
    report->degenerate = found.degenerate;
    report->duplicate = found.duplicate;
    if (!status && !mesh.triangles) {
        status =
            fail(error, SCREE_BAD_INPUT, healer->name, "check the file, the unit and the scale",
                 "all %d faces are thinner than the tolerance of %g m", facets, mesh.tolerance);
    }
    if (!status && !make_room(healer, mesh.triangles))
        status = fail_memory(error, healer->name);
    for (int32_t triangle = 0; !status && triangle < mesh.triangles; triangle++) {
        memcpy(healer->face[triangle], mesh.triangle[triangle].vertex, sizeof *healer->face);
        healer->copies[triangle] = mesh.triangle[triangle].copies;
    }
    if (!status) {
        healer->faces = mesh.triangles;
        healer->vertices = mesh.vertices;
        healer->vertex = mesh.vertex;
        mesh.vertex = NULL;
    }
    mem_free(mesh.vertex);
    mem_free(mesh.triangle);
    return status;
}

// ---- sides

static scree_status make_sides(healer *healer, scree_error *error)
{
    const int64_t sides = 3 * healer->faces;
    if (sides > healer->side_room) {
        free(healer->side);
        free(healer->scratch);
        free(healer->partner);
        healer->side_room = sides + sides / 4;
        healer->side = malloc((size_t)healer->side_room * sizeof *healer->side);
        healer->scratch = malloc((size_t)healer->side_room * sizeof *healer->scratch);
        healer->partner = malloc((size_t)healer->side_room * sizeof *healer->partner);
        if (!healer->side || !healer->scratch || !healer->partner)
            return fail_memory(error, healer->name);
    }
    for (int64_t side = 0; side < sides; side++) {
        const int32_t from = side_from(healer, side);
        const int32_t to = side_to(healer, side);
        healer->side[side].key =
            (uint64_t)(from < to ? from : to) << 32 | (uint64_t)(from < to ? to : from);
        healer->side[side].value = (uint32_t)side;
    }
    sort_u64_by_key(healer->side, sides, healer->scratch);
    return SCREE_OK;
}

scree_status solid_pair_sides(healer *healer, scree_error *error)
{
    scree_status status = make_sides(healer, error);
    const int64_t sides = status ? 0 : 3 * healer->faces;
    for (int64_t i = 0, next; i < sides; i = next) {
        for (next = i + 1; next < sides && healer->side[next].key == healer->side[i].key;)
            next++;
        for (int64_t k = i; k < next; k++) {
            healer->partner[healer->side[k].value] = next - i == 1 ? SIDE_OPEN
                                                     : next - i == 2
                                                         ? (int32_t)healer->side[i + (k == i)].value
                                                         : SIDE_BRANCHED;
        }
    }
    return status;
}

static void count_edges(const healer *healer, solid_report *report)
{
    const int64_t sides = 3 * healer->faces;
    for (int64_t i = 0, next; i < sides; i = next) {
        for (next = i + 1; next < sides && healer->side[next].key == healer->side[i].key;)
            next++;
        const int32_t faces = (int32_t)(next - i);
        const int64_t side = healer->side[i].value;
        report->edges++;
        report->open_edges += faces == 1;
        report->branched_edges += faces > 2;
        if (faces != 2) {
            solid_add_spot(report, faces == 1 ? SOLID_OPEN_EDGE : SOLID_BRANCHED_EDGE,
                           healer->vertex[side_from(healer, side)],
                           healer->vertex[side_to(healer, side)], faces);
        }
    }
}

// ---- vertices on open edges

// Vertices at which open edges end, sorted by x.
typedef struct borders {
    sort_pair *vertex;
    int64_t count;
} borders;

static bool find_borders(const healer *healer, borders *borders)
{
    int64_t ends = 0;
    for (int64_t side = 0; side < 3 * healer->faces; side++)
        ends += healer->partner[side] == SIDE_OPEN;
    borders->vertex = malloc((2 * (size_t)ends + 1) * sizeof *borders->vertex);
    sort_pair *scratch = malloc((2 * (size_t)ends + 1) * sizeof *scratch);
    borders->count = 0;
    for (int64_t side = 0; borders->vertex && side < 3 * healer->faces; side++) {
        if (healer->partner[side] != SIDE_OPEN)
            continue;
        const int32_t end[2] = {side_from(healer, side), side_to(healer, side)};
        for (int k = 0; k < 2; k++) {
            borders->vertex[borders->count++] =
                (sort_pair){sort_key_f64(healer->vertex[end[k]].x), (uint32_t)end[k]};
        }
    }
    const bool room = borders->vertex && scratch;
    if (room)
        sort_u64_by_key(borders->vertex, borders->count, scratch);
    free(scratch);
    return room;
}

typedef struct on_edge {
    double along; // 0..1
    int32_t vertex;
} on_edge;

// Border vertices within the tolerance of the inside of a side, from its beginning to its end; at most ON_EDGE_MOST.
static int find_on_edge(const healer *healer, const borders *borders, int64_t side,
                        on_edge found[ON_EDGE_MOST])
{
    const int32_t vertex = side_from(healer, side);
    const int32_t w = side_to(healer, side);
    const v3 point = healer->vertex[vertex];
    const v3 d = v3_sub(healer->vertex[w], point);
    const double square = v3_dot(d, d);
    const double reach = healer->tolerance;
    const double low = (d.x < 0 ? point.x + d.x : point.x) - reach;
    const double high = (d.x < 0 ? point.x : point.x + d.x) + reach;
    int64_t first = 0;
    int64_t last = borders->count;
    int count = 0;
    while (first < last) {
        int64_t middle = first + (last - first) / 2;
        if (healer->vertex[borders->vertex[middle].value].x < low)
            first = middle + 1;
        else
            last = middle;
    }
    for (int64_t i = first; i < borders->count && count < ON_EDGE_MOST; i++) {
        const int32_t end = (int32_t)borders->vertex[i].value;
        if (healer->vertex[end].x > high)
            break;
        if (end == vertex || end == w ||
            (i > first && borders->vertex[i].value == borders->vertex[i - 1].value))
            continue;
        const v3 q = v3_sub(healer->vertex[end], point);
        const double along = v3_dot(q, d) / square;
        const v3 off = v3_fma(q, -along, d);
        if (!(along > 0 && along < 1) || v3_dot(off, off) > reach * reach)
            continue;
        int k = count;
        for (; k > 0 && found[k - 1].along > along; k--)
            found[k] = found[k - 1];
        found[k] = (on_edge){along, end};
        count += k == 0 || found[k - 1].vertex != end;
    }
    return count;
}

// Cuts a face into a fan from the corner opposite to side k over the vertices on that side.
static bool split_face(healer *healer, int64_t face, int k, const on_edge *on, int count)
{
    if (!make_room(healer, healer->faces + count))
        return false;
    const int32_t from = healer->face[face][k];
    const int32_t to = healer->face[face][(k + 1) % 3];
    const int32_t apex = healer->face[face][(k + 2) % 3];
    for (int i = 0; i <= count; i++) {
        const int32_t begin = i ? on[i - 1].vertex : from;
        const int32_t end = i < count ? on[i].vertex : to;
        const int32_t part[3] = {begin, end, apex};
        memcpy(healer->face[i ? healer->faces + i - 1 : face], part, sizeof part);
        if (i)
            healer->copies[healer->faces + i - 1] = healer->copies[face];
    }
    healer->faces += count;
    return true;
}

// One side of each face at most; a face with two is split again in the next round.
static scree_status split_open(healer *healer, solid_report *report, bool *changed,
                               scree_error *error)
{
    borders borders = {0};
    const int64_t faces = healer->faces;
    bool room = find_borders(healer, &borders);
    for (int64_t face = 0; room && face < faces; face++) {
        for (int k = 0; room && k < 3; k++) {
            on_edge on[ON_EDGE_MOST];
            const int count = healer->partner[3 * face + k] == SIDE_OPEN
                                  ? find_on_edge(healer, &borders, 3 * face + k, on)
                                  : 0;
            if (!count)
                continue;
            room = split_face(healer, face, k, on, count);
            report->split++;
            *changed = true;
            break;
        }
    }
    free(borders.vertex);
    return room ? SCREE_OK : fail_memory(error, healer->name);
}

static scree_status split_all(healer *healer, solid_report *report, scree_error *error)
{
    bool changed = true;
    const int64_t most = 4 * healer->faces + 64;
    scree_status status = solid_pair_sides(healer, error);
    for (int round = 0; !status && changed && round < ROUNDS_MOST && healer->faces < most;
         round++) {
        changed = false;
        status = split_open(healer, report, &changed, error);
        if (!status && changed)
            status = solid_pair_sides(healer, error);
    }
    return status;
}

scree_status solid_heal(healer *healer, const v3 *corner, int32_t facets, double tolerance,
                        solid_report *report, scree_error *error)
{
    scree_status status = weld(healer, corner, facets, tolerance, report, error);
    if (!status)
        status = split_all(healer, report, error);
    if (!status)
        status = solid_drop_sheets(healer, report, error);
    if (!status && report->sheets)
        status = split_all(healer, report, error); // edges that were branched may be open now
    if (status)
        return status;
    count_edges(healer, report);
    report->vertices = healer->vertices;
    report->triangles = (int32_t)healer->faces;
    return SCREE_OK;
}
