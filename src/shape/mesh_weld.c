// mesh_weld.c - from a triangle soup to shared vertices, triangles, edges and fans.
//
// Corners are looked up in a grid of cells four tolerances wide: the nearest earlier vertex within the tolerance is
// taken, else the corner becomes a new vertex. Triangles thinner than the tolerance and repeated triangles are dropped
// and counted.
#include "shape/mesh_stages.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// Chained hash table of indices 0, 1, 2, ...: the user compares, the table only narrows the search.
typedef struct index_table {
    int32_t *head, *next;
    uint64_t mask;
} index_table;

static bool table_make(index_table *table, int64_t most)
{
    uint64_t size = 16;
    while (size < (uint64_t)most)
        size *= 2;
    table->mask = size - 1;
    table->head = malloc(size * sizeof *table->head);
    table->next = malloc((size_t)(most ? most : 1) * sizeof *table->next);
    if (!table->head || !table->next)
        return false;
    memset(table->head, 0xff, size * sizeof *table->head);
    return true;
}

static void table_free(index_table *table)
{
    free(table->head);
    free(table->next);
}

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t hash = a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xc2b2ae3d27d4eb4f) ^
                    c * UINT64_C(0x165667b19e3779f9);
    hash ^= hash >> 32;
    hash *= UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 29;
}

static void table_add(index_table *table, uint64_t hash, int32_t index)
{
    table->next[index] = table->head[hash & table->mask];
    table->head[hash & table->mask] = index;
}

// ---- vertices

typedef struct welder {
    mesh *mesh;
    index_table table;
    double cell;
    v3 low;
} welder;

static uint64_t cell_of(const welder *welder, double x, double low)
{
    return (uint64_t)(int64_t)floor((x - low) / welder->cell);
}

static uint64_t cell_hash(const welder *welder, v3 point)
{
    const v3 low = welder->low;
    return mix(cell_of(welder, point.x, low.x), cell_of(welder, point.y, low.y),
               cell_of(welder, point.z, low.z));
}

// The vertex nearest to a point within the tolerance, or -1. The reach around the point covers two cells an axis at
// most.
static int32_t find_vertex(const welder *welder, v3 point)
{
    int32_t best = -1;
    double best_square = welder->mesh->tolerance * welder->mesh->tolerance;
    uint64_t seen[8];
    for (int i = 0; i < 8; i++) {
        double tolerance = welder->mesh->tolerance;
        v3 side = v3_make(point.x + (i & 1 ? tolerance : -tolerance),
                          point.y + (i & 2 ? tolerance : -tolerance),
                          point.z + (i & 4 ? tolerance : -tolerance));
        seen[i] = cell_hash(welder, side) & welder->table.mask;
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= seen[j] == seen[i];
        if (again)
            continue;
        for (int32_t vertex = welder->table.head[seen[i]]; vertex >= 0;
             vertex = welder->table.next[vertex]) {
            v3 apart = v3_sub(welder->mesh->vertex[vertex], point);
            double square = v3_dot(apart, apart);
            if (square < best_square || (square == best_square && (best < 0 || vertex < best))) {
                best = vertex;
                best_square = square;
            }
        }
    }
    return best;
}

static int32_t weld_corner(welder *welder, v3 point, mesh_report *report)
{
    int32_t vertex = find_vertex(welder, point);
    if (vertex < 0) {
        vertex = welder->mesh->vertices++;
        welder->mesh->vertex[vertex] = point;
        table_add(&welder->table, cell_hash(welder, point), vertex);
        return vertex;
    }
    v3 known = welder->mesh->vertex[vertex];
    report->moved += known.x != point.x || known.y != point.y || known.z != point.z;
    return vertex;
}

static scree_status weld_vertices(mesh *mesh, const v3 *corner, int32_t facets, int32_t *index,
                                  mesh_report *report, scree_error *error)
{
    int64_t corners = 3 * (int64_t)facets;
    double diagonal = v3_distance(report->high, report->low);
    welder welder = {.mesh = mesh, .low = report->low, .cell = 4 * mesh->tolerance};
    if (welder.cell < 1e-9 * diagonal)
        welder.cell = 1e-9 * diagonal;
    mesh->vertex = mem_array(corners, sizeof *mesh->vertex);
    bool room = table_make(&welder.table, corners) && mesh->vertex;
    for (int64_t i = 0; room && i < corners; i++)
        index[i] = weld_corner(&welder, corner[i], report);
    table_free(&welder.table);
    v3 *fitting = room ? mem_array(mesh->vertices, sizeof *fitting) : NULL;
    if (!fitting)
        return fail_memory(error, "mesh");
    memcpy(fitting, mesh->vertex, (size_t)mesh->vertices * sizeof *fitting);
    mem_free(mesh->vertex);
    mesh->vertex = fitting;
    return SCREE_OK;
}

// ---- triangles

// False where the triangle is thinner than the tolerance.
static bool set_triangle(const mesh *mesh, const int32_t *corner, mesh_triangle *triangle)
{
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
        return false;
    v3 a = mesh->vertex[corner[0]];
    v3 b = mesh->vertex[corner[1]];
    v3 c = mesh->vertex[corner[2]];
    v3 ab = v3_sub(b, a);
    v3 bc = v3_sub(c, b);
    v3 ca = v3_sub(a, c);
    v3 normal = v3_cross(ab, v3_sub(c, a));
    double longest = v3_dot(ab, ab);
    double area = v3_norm(normal);
    if (v3_dot(bc, bc) > longest)
        longest = v3_dot(bc, bc);
    if (v3_dot(ca, ca) > longest)
        longest = v3_dot(ca, ca);
    if (!(area > mesh->tolerance * sqrt(longest)))
        return false;
    memcpy(triangle->vertex, corner, sizeof triangle->vertex);
    triangle->patch = -1;
    triangle->normal = v3_unit(normal);
    return true;
}

static void sort_three(const int32_t *number, int32_t out[3])
{
    int32_t a = number[0];
    int32_t b = number[1];
    int32_t c = number[2];
    int32_t low = a < b ? a : b;
    int32_t high = a < b ? b : a;
    out[0] = c < low ? c : low;
    out[2] = c > high ? c : high;
    out[1] = c < low ? low : c > high ? high : c;
}

static uint64_t three_hash(const int32_t *sorted)
{
    return mix((uint64_t)sorted[0], (uint64_t)sorted[1], (uint64_t)sorted[2]);
}

// Do the same three corners, told apart, follow each other in the same turn?
static bool same_turn(const int32_t *corner, const int32_t *w)
{
    for (int k = 0; k < 3; k++) {
        if (corner[k] == w[0])
            return corner[(k + 1) % 3] == w[1];
    }
    return false;
}

// The earlier triangle of these corners, or -1.
static int32_t find_known(const mesh *mesh, const index_table *table, const int32_t *sorted)
{
    for (int32_t triangle = table->head[three_hash(sorted) & table->mask]; triangle >= 0;
         triangle = table->next[triangle]) {
        int32_t other[3];
        sort_three(mesh->triangle[triangle].vertex, other);
        if (!memcmp(other, sorted, sizeof other))
            return triangle;
    }
    return -1;
}

static scree_status keep_triangles(mesh *mesh, const int32_t *index, const mesh_facets *given,
                                   mesh_report *report, scree_error *error)
{
    const int32_t facets = given->facets;
    index_table table = {0};
    mesh->triangle = mem_array(facets, sizeof *mesh->triangle);
    bool room = table_make(&table, facets) && mesh->triangle;
    for (int32_t face = 0; room && face < facets; face++) {
        int32_t sorted[3];
        if (!set_triangle(mesh, index + 3 * (size_t)face, &mesh->triangle[mesh->triangles])) {
            report->degenerate++;
            continue;
        }
        const int32_t *corners = mesh->triangle[mesh->triangles].vertex;
        sort_three(corners, sorted);
        const int32_t known = find_known(mesh, &table, sorted);
        if (known >= 0) {
            mesh->triangle[known].copies +=
                same_turn(mesh->triangle[known].vertex, corners) ? 1 : -1;
            report->duplicate++;
            continue;
        }
        mesh->triangle[mesh->triangles].copies = 1;
        mesh->triangle[mesh->triangles].beside = given->beside && given->beside[face];
        mesh->joined |= mesh->triangle[mesh->triangles].beside;
        table_add(&table, three_hash(sorted), mesh->triangles++);
    }
    table_free(&table);
    return room ? SCREE_OK : fail_memory(error, "mesh");
}

// Takes out vertices that only dropped triangles had. `renumber` has room for all vertices.
static void drop_unused_vertices(mesh *mesh, int32_t *renumber)
{
    int32_t kept = 0;
    memset(renumber, 0, (size_t)mesh->vertices * sizeof *renumber);
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        for (int k = 0; k < 3; k++)
            renumber[mesh->triangle[triangle].vertex[k]] = 1;
    }
    for (int32_t vertex = 0; vertex < mesh->vertices; vertex++) {
        if (!renumber[vertex])
            continue;
        mesh->vertex[kept] = mesh->vertex[vertex];
        renumber[vertex] = kept++;
    }
    mesh->vertices = kept;
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        int32_t *vertex = mesh->triangle[triangle].vertex;
        for (int k = 0; k < 3; k++)
            vertex[k] = renumber[vertex[k]];
    }
}

scree_status mesh_weld(mesh *mesh, const mesh_facets *given, mesh_report *report,
                       scree_error *error)
{
    const int32_t facets = given->facets;
    int32_t *index = malloc((size_t)facets * 3 * sizeof *index);
    if (!index)
        return fail_memory(error, "mesh");
    scree_status status = weld_vertices(mesh, given->corner, facets, index, report, error);
    if (!status)
        status = keep_triangles(mesh, index, given, report, error);
    if (!status)
        drop_unused_vertices(mesh, index);
    free(index);
    return status;
}

// ---- edges and fans

static int32_t edge_of(mesh *mesh, index_table *table, int32_t from, int32_t to)
{
    int32_t low = from < to ? from : to;
    int32_t high = from < to ? to : from;
    uint64_t hash = mix((uint64_t)low, (uint64_t)high, 1);
    for (int32_t edge = table->head[hash & table->mask]; edge >= 0; edge = table->next[edge]) {
        const int32_t *end = mesh->edge[edge].vertex;
        if (end[0] == low && end[1] == high)
            return edge;
    }
    int32_t edge = mesh->edges++;
    mesh->edge[edge] = (mesh_edge){.vertex = {low, high}, .triangle = {-1, -1}};
    table_add(table, hash, edge);
    return edge;
}

static bool make_fans(mesh *mesh)
{
    mesh->fan_start = mem_array(mesh->vertices + 1, sizeof *mesh->fan_start);
    mesh->fan = mem_array(3 * (int64_t)mesh->triangles, sizeof *mesh->fan);
    if (!mesh->fan_start || !mesh->fan)
        return false;
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        for (int k = 0; k < 3; k++)
            mesh->fan_start[mesh->triangle[triangle].vertex[k]]++;
    }
    for (int32_t vertex = 0, sum = 0; vertex <= mesh->vertices; vertex++) {
        sum += vertex < mesh->vertices ? mesh->fan_start[vertex] : 0;
        mesh->fan_start[vertex] = sum;
    }
    for (int32_t triangle = mesh->triangles - 1; triangle >= 0; triangle--) {
        const int32_t *vertex = mesh->triangle[triangle].vertex;
        for (int k = 0; k < 3; k++)
            mesh->fan[--mesh->fan_start[vertex[k]]] = triangle;
    }
    return true;
}

scree_status mesh_connect(mesh *mesh, scree_error *error)
{
    const int64_t most = 3 * (int64_t)mesh->triangles;
    index_table table = {0};
    mesh->edge = mem_array(most, sizeof *mesh->edge);
    const bool room = table_make(&table, most) && mesh->edge && make_fans(mesh);
    for (int32_t triangle = 0; room && triangle < mesh->triangles; triangle++) {
        mesh_triangle *own = &mesh->triangle[triangle];
        for (int k = 0; k < 3; k++) {
            const int32_t number = edge_of(mesh, &table, own->vertex[k], own->vertex[(k + 1) % 3]);
            mesh_edge *edge = &mesh->edge[number];
            own->edge[k] = number;
            if (edge->triangles < 2)
                edge->triangle[edge->triangles] = triangle;
            edge->triangles++;
        }
    }
    table_free(&table);
    return room ? SCREE_OK : fail_memory(error, "mesh");
}
