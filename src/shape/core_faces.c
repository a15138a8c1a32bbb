// core_faces.c - see core_faces.h.
//
// A vertex that all its triangles share with one flat patch is inside a face; one of two patches, between which two
// edges run straight through it, is on the side of a face. Both are there because of how faces were cut, and would
// count as corners of the grain. A face of which such a vertex goes is its outline without them, cut by clipping ears.
#include "shape/core_faces.h"

#include "shape/polygon.h"

#include <stdlib.h>
#include <string.h>

typedef struct facer {
    const mesh *mesh;
    int32_t *start, *order; // triangles of patch p: order[start[p] .. start[p + 1])
    int32_t *next;          // of a vertex on the outline of the patch at hand; -1
    int32_t *side;          // of a vertex on a side: its two neighbours there, else -1
    int32_t *loop;          // of the patch at hand
    bool *whole, *gone;     // of patches: one outline without a point met twice; of vertices
    v3 *corner;
    int32_t (*cut)[3];
    model_core *core;
} facer;

static void *ints(int64_t count)
{
    return malloc((size_t)(count + 1) * sizeof(int32_t));
}

static bool make_room(facer *facer)
{
    const int64_t vertices = facer->mesh->vertices;
    const int64_t triangles = facer->mesh->triangles;
    const int64_t patches = facer->mesh->patches;
    model_core *core = facer->core;
    facer->start = calloc((size_t)patches + 2, sizeof *facer->start);
    facer->order = ints(triangles);
    facer->next = ints(vertices);
    facer->side = ints(2 * vertices);
    facer->loop = ints(vertices);
    facer->whole = calloc((size_t)patches + 1, sizeof *facer->whole);
    facer->gone = calloc((size_t)vertices + 1, sizeof *facer->gone);
    facer->corner = malloc((size_t)(vertices + 1) * sizeof *facer->corner);
    facer->cut = malloc((size_t)(vertices + 1) * sizeof *facer->cut);
    core->vertex = malloc((size_t)(vertices + 1) * sizeof *core->vertex);
    core->triangle = malloc((size_t)(triangles + 1) * sizeof *core->triangle);
    core->face = ints(patches + 1);
    const bool loops = facer->start && facer->order && facer->next && facer->side && facer->loop;
    const bool corners = facer->whole && facer->gone && facer->corner && facer->cut;
    const bool surface = core->vertex && core->triangle && core->face;
    return loops && corners && surface;
}

static void clear_room(facer *facer)
{
    free(facer->start);
    free(facer->order);
    free(facer->next);
    free(facer->side);
    free(facer->loop);
    free(facer->whole);
    free(facer->gone);
    free(facer->corner);
    free(facer->cut);
}

static void sort_by_patch(facer *facer)
{
    const mesh *mesh = facer->mesh;
    int32_t *place = facer->start + 1;
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        const int32_t patch = mesh->triangle[triangle].patch;
        place[patch + 1]++;
    }
    for (int32_t patch = 0; patch < mesh->patches; patch++)
        place[patch + 1] += place[patch];
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        const int32_t patch = mesh->triangle[triangle].patch;
        facer->order[place[patch]++] = triangle;
    }
}

// ---- outlines

static bool is_side(const mesh *mesh, const mesh_edge *edge)
{
    const int32_t first = mesh->triangle[edge->triangle[0]].patch;
    const int32_t second = mesh->triangle[edge->triangle[1]].patch;
    return first != second;
}

// The outline of a patch into loop; its length, or 0 where it has several or meets itself.
static int32_t trace(facer *facer, int32_t patch)
{
    const mesh *mesh = facer->mesh;
    int32_t sides = 0;
    int32_t first = -1;
    int32_t length = 0;
    bool once = true;
    for (int32_t i = facer->start[patch]; i < facer->start[patch + 1]; i++) {
        const int32_t *corner = mesh->triangle[facer->order[i]].vertex;
        for (int k = 0; k < 3; k++)
            facer->next[corner[k]] = -1;
    }
    for (int32_t i = facer->start[patch]; i < facer->start[patch + 1]; i++) {
        const mesh_triangle *triangle = &mesh->triangle[facer->order[i]];
        for (int k = 0; k < 3; k++) {
            if (!is_side(mesh, &mesh->edge[triangle->edge[k]]))
                continue;
            once = once && facer->next[triangle->vertex[k]] < 0;
            first = triangle->vertex[(k + 1) % 3];
            facer->next[triangle->vertex[k]] = first;
            sides++;
        }
    }
    for (int32_t vertex = first; once && length < sides; vertex = facer->next[vertex]) {
        if (vertex < 0 || (length && vertex == first))
            return 0;
        facer->loop[length++] = vertex;
    }
    const bool whole = once && length > 0 && length == sides;
    const bool closed = whole && facer->next[facer->loop[length - 1]] == first;
    return closed ? length : 0;
}

// ---- what goes

// May the vertex go? Where it is on a side, `side` has its neighbours.
static bool may_go(const facer *facer, int32_t vertex)
{
    const mesh *mesh = facer->mesh;
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        if (!facer->whole[mesh->triangle[mesh->fan[i]].patch])
            return false;
    }
    return facer->side[2 * vertex] != -2;
}

// Neighbours of each vertex along sides of faces: -1 none, -2 not just two.
static void find_sides(facer *facer)
{
    const mesh *mesh = facer->mesh;
    for (int32_t vertex = 0; vertex < mesh->vertices; vertex++) {
        facer->side[2 * vertex] = -1;
        facer->side[2 * vertex + 1] = -1;
    }
    for (int32_t edge = 0; edge < mesh->edges; edge++) {
        if (!is_side(mesh, &mesh->edge[edge]))
            continue;
        for (int k = 0; k < 2; k++) {
            int32_t *of = &facer->side[2 * mesh->edge[edge].vertex[k]];
            int32_t other = mesh->edge[edge].vertex[1 - k];
            if (of[0] == -1) {
                of[0] = other;
            } else if (of[0] >= 0 && of[1] == -1) {
                of[1] = other;
            } else {
                of[0] = -2;
                of[1] = -2;
            }
        }
    }
    for (int32_t vertex = 0; vertex < mesh->vertices; vertex++) {
        if (facer->side[2 * vertex] >= 0 && facer->side[2 * vertex + 1] < 0)
            facer->side[2 * vertex] = -2;
    }
}

// Is a vertex within the tolerance of the line from a to b, and between them?
static bool between(const mesh *mesh, int32_t vertex, int32_t a, int32_t b)
{
    v3 along = v3_sub(mesh->vertex[b], mesh->vertex[a]);
    v3 to = v3_sub(mesh->vertex[vertex], mesh->vertex[a]);
    double square = v3_dot(along, along);
    double share = v3_dot(to, along);
    if (!(share > 0 && share < square))
        return false;
    return v3_norm(v3_fma(to, -share / square, along)) <= mesh->tolerance;
}

// The first vertex from here by way of `next` that may not go; `vertex` itself after a whole round.
static int32_t end_of_side(const facer *facer, int32_t vertex, int32_t next)
{
    int32_t before = vertex;
    while (next != vertex && may_go(facer, next)) {
        const int32_t *side = &facer->side[2 * next];
        const int32_t on = side[0] == before ? side[1] : side[0];
        before = next;
        next = on;
    }
    return next;
}

static void choose(facer *facer)
{
    const mesh *mesh = facer->mesh;
    for (int32_t patch = 0; patch < mesh->patches; patch++)
        facer->whole[patch] = trace(facer, patch) >= 3;
    find_sides(facer);
    for (int32_t vertex = 0; vertex < mesh->vertices; vertex++) {
        if (!may_go(facer, vertex))
            continue;
        if (facer->side[2 * vertex] >= 0) {
            int32_t one = end_of_side(facer, vertex, facer->side[2 * vertex]);
            int32_t other = end_of_side(facer, vertex, facer->side[2 * vertex + 1]);
            if (one == other || one == vertex || other == vertex ||
                !between(mesh, vertex, one, other))
                continue;
        }
        facer->gone[vertex] = true;
    }
}

// ---- faces

static bool changed(const facer *facer, int32_t patch)
{
    for (int32_t i = facer->start[patch]; i < facer->start[patch + 1]; i++) {
        const int32_t *corner = facer->mesh->triangle[facer->order[i]].vertex;
        for (int k = 0; k < 3; k++) {
            if (facer->gone[corner[k]])
                return true;
        }
    }
    return false;
}

static void add(model_core *core, int32_t a, int32_t b, int32_t d)
{
    core->triangle[core->triangles][0] = a;
    core->triangle[core->triangles][1] = b;
    core->triangle[core->triangles++][2] = d;
}

// The number of triangles of the face without the vertices that go, or POLYGON_...
static int add_face(facer *facer, int32_t patch)
{
    model_core *core = facer->core;
    if (!changed(facer, patch)) {
        for (int32_t i = facer->start[patch]; i < facer->start[patch + 1]; i++) {
            const int32_t *corner = facer->mesh->triangle[facer->order[i]].vertex;
            add(core, corner[0], corner[1], corner[2]);
        }
        return facer->start[patch + 1] - facer->start[patch];
    }
    int32_t corners = 0;
    int32_t length = trace(facer, patch);
    for (int32_t i = 0; i < length; i++) {
        const int32_t vertex = facer->loop[i];
        if (!facer->gone[vertex]) {
            facer->loop[corners] = vertex;
            facer->corner[corners++] = facer->mesh->vertex[vertex];
        }
    }
    double bend;
    if (corners < 3 || corners > POLYGON_CORNERS_MOST)
        return POLYGON_CROSSED;
    int cut = polygon_cut(facer->corner, corners, facer->cut, &bend);
    if (cut >= 0 && cut != corners - 2)
        return POLYGON_CROSSED;
    for (int i = 0; i < cut; i++) {
        const int32_t a = facer->loop[facer->cut[i][0]];
        const int32_t b = facer->loop[facer->cut[i][1]];
        const int32_t c = facer->loop[facer->cut[i][2]];
        add(core, a, b, c);
    }
    return cut;
}

static int add_faces(facer *facer)
{
    model_core *core = facer->core;
    core->triangles = 0;
    core->faces = 0;
    core->face[0] = 0;
    for (int32_t patch = 0; patch < facer->mesh->patches; patch++) {
        int made = add_face(facer, patch);
        if (made < 0)
            return made;
        core->face[++core->faces] = core->triangles;
    }
    return 0;
}

// Vertices in the order of the mesh, without those that nothing uses.
static void take_vertices(facer *facer)
{
    model_core *core = facer->core;
    int32_t *to = facer->next;
    for (int32_t vertex = 0; vertex < facer->mesh->vertices; vertex++)
        to[vertex] = -1;
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        for (int k = 0; k < 3; k++)
            to[core->triangle[triangle][k]] = 0;
    }
    for (int32_t vertex = 0; vertex < facer->mesh->vertices; vertex++) {
        if (to[vertex] < 0)
            continue;
        core->vertex[core->vertices] = facer->mesh->vertex[vertex];
        to[vertex] = core->vertices++;
    }
    for (int32_t triangle = 0; triangle < core->triangles; triangle++) {
        for (int k = 0; k < 3; k++)
            core->triangle[triangle][k] = to[core->triangle[triangle][k]];
    }
}

scree_status core_faces_of(const mesh *mesh, model_core *core, scree_error *error)
{
    facer facer = {.mesh = mesh, .core = core};
    int made = make_room(&facer) ? 0 : POLYGON_NO_MEMORY;
    if (!made) {
        sort_by_patch(&facer);
        choose(&facer);
        made = add_faces(&facer);
        if (made ==
            POLYGON_CROSSED) { // outlines that touch themselves within rounding: all as it was
            memset(facer.gone, 0, (size_t)mesh->vertices * sizeof *facer.gone);
            made = add_faces(&facer);
        }
    }
    if (!made)
        take_vertices(&facer);
    clear_room(&facer);
    if (!made)
        return SCREE_OK;
    free(core->vertex);
    free(core->triangle);
    free(core->face);
    core->vertex = NULL;
    core->triangle = NULL;
    core->face = NULL;
    core->triangles = 0;
    core->faces = 0;
    core->vertices = 0;
    return fail_memory(error, "faces of a grain");
}
