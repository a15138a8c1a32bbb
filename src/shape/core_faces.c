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
    const mesh *m;
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

static bool make_room(facer *f)
{
    const int64_t v = f->m->vertices;
    const int64_t t = f->m->triangles;
    f->start = calloc((size_t)f->m->patches + 2, sizeof *f->start);
    f->order = ints(t);
    f->next = ints(v);
    f->side = ints(2 * v);
    f->loop = ints(v);
    f->whole = calloc((size_t)f->m->patches + 1, sizeof *f->whole);
    f->gone = calloc((size_t)v + 1, sizeof *f->gone);
    f->corner = malloc((size_t)(v + 1) * sizeof *f->corner);
    f->cut = malloc((size_t)(v + 1) * sizeof *f->cut);
    model_core *c = f->core;
    c->vertex = malloc((size_t)(v + 1) * sizeof *c->vertex);
    c->triangle = malloc((size_t)(t + 1) * sizeof *c->triangle);
    c->face = ints(f->m->patches + 1);
    return f->start && f->order && f->next && f->side && f->loop && f->whole && f->gone &&
           f->corner && f->cut && c->vertex && c->triangle && c->face;
}

static void clear_room(facer *f)
{
    free(f->start);
    free(f->order);
    free(f->next);
    free(f->side);
    free(f->loop);
    free(f->whole);
    free(f->gone);
    free(f->corner);
    free(f->cut);
}

static void sort_by_patch(facer *f)
{
    int32_t *place = f->start + 1;
    for (int32_t t = 0; t < f->m->triangles; t++)
        place[f->m->triangle[t].patch + 1]++;
    for (int32_t p = 0; p < f->m->patches; p++)
        place[p + 1] += place[p];
    for (int32_t t = 0; t < f->m->triangles; t++)
        f->order[place[f->m->triangle[t].patch]++] = t;
}

// ---- outlines

static bool is_side(const mesh *m, const mesh_edge *e)
{
    return m->triangle[e->triangle[0]].patch != m->triangle[e->triangle[1]].patch;
}

// The outline of a patch into loop; its length, or 0 where it has several or meets itself.
static int32_t trace(facer *f, int32_t patch)
{
    const mesh *m = f->m;
    int32_t sides = 0;
    int32_t first = -1;
    int32_t length = 0;
    bool once = true;
    for (int32_t i = f->start[patch]; i < f->start[patch + 1]; i++)
        for (int k = 0; k < 3; k++)
            f->next[m->triangle[f->order[i]].vertex[k]] = -1;
    for (int32_t i = f->start[patch]; i < f->start[patch + 1]; i++) {
        const mesh_triangle *t = &m->triangle[f->order[i]];
        for (int k = 0; k < 3; k++) {
            if (!is_side(m, &m->edge[t->edge[k]]))
                continue;
            once = once && f->next[t->vertex[k]] < 0;
            f->next[t->vertex[k]] = first = t->vertex[(k + 1) % 3];
            sides++;
        }
    }
    for (int32_t v = first; once && length < sides; v = f->next[v]) {
        if (v < 0 || (length && v == first))
            return 0;
        f->loop[length++] = v;
    }
    return once && length > 0 && length == sides && f->next[f->loop[length - 1]] == first ? length
                                                                                          : 0;
}

// ---- what goes

// May the vertex go? Where it is on a side, `side` has its neighbours.
static bool may_go(const facer *f, int32_t v)
{
    const mesh *m = f->m;
    for (int32_t i = m->fan_start[v]; i < m->fan_start[v + 1]; i++)
        if (!f->whole[m->triangle[m->fan[i]].patch])
            return false;
    return f->side[2 * v] != -2;
}

// Neighbours of each vertex along sides of faces: -1 none, -2 not just two.
static void find_sides(facer *f)
{
    const mesh *m = f->m;
    for (int32_t v = 0; v < m->vertices; v++)
        f->side[2 * v] = f->side[2 * v + 1] = -1;
    for (int32_t e = 0; e < m->edges; e++) {
        if (!is_side(m, &m->edge[e]))
            continue;
        for (int k = 0; k < 2; k++) {
            int32_t *of = &f->side[2 * m->edge[e].vertex[k]];
            int32_t other = m->edge[e].vertex[1 - k];
            if (of[0] == -1)
                of[0] = other;
            else if (of[0] >= 0 && of[1] == -1)
                of[1] = other;
            else
                of[0] = of[1] = -2;
        }
    }
    for (int32_t v = 0; v < m->vertices; v++)
        if (f->side[2 * v] >= 0 && f->side[2 * v + 1] < 0)
            f->side[2 * v] = -2;
}

// Is v within the tolerance of the line from a to b, and between them?
static bool between(const mesh *m, int32_t v, int32_t a, int32_t b)
{
    v3 along = v3_sub(m->vertex[b], m->vertex[a]);
    v3 to = v3_sub(m->vertex[v], m->vertex[a]);
    double square = v3_dot(along, along);
    double share = v3_dot(to, along);
    if (!(share > 0 && share < square))
        return false;
    return v3_norm(v3_fma(to, -share / square, along)) <= m->tolerance;
}

// The first vertex from v by way of `next` that may not go; v itself after a whole round.
static int32_t end_of_side(const facer *f, int32_t v, int32_t next)
{
    int32_t before = v;
    while (next != v && may_go(f, next)) {
        int32_t on = f->side[2 * next] == before ? f->side[2 * next + 1] : f->side[2 * next];
        before = next;
        next = on;
    }
    return next;
}

static void choose(facer *f)
{
    const mesh *m = f->m;
    for (int32_t p = 0; p < m->patches; p++)
        f->whole[p] = trace(f, p) >= 3;
    find_sides(f);
    for (int32_t v = 0; v < m->vertices; v++) {
        if (!may_go(f, v))
            continue;
        if (f->side[2 * v] >= 0) {
            int32_t a = end_of_side(f, v, f->side[2 * v]);
            int32_t b = end_of_side(f, v, f->side[2 * v + 1]);
            if (a == b || a == v || b == v || !between(m, v, a, b))
                continue;
        }
        f->gone[v] = true;
    }
}

// ---- faces

static bool changed(const facer *f, int32_t patch)
{
    for (int32_t i = f->start[patch]; i < f->start[patch + 1]; i++)
        for (int k = 0; k < 3; k++)
            if (f->gone[f->m->triangle[f->order[i]].vertex[k]])
                return true;
    return false;
}

static void add(model_core *c, int32_t a, int32_t b, int32_t d)
{
    c->triangle[c->triangles][0] = a;
    c->triangle[c->triangles][1] = b;
    c->triangle[c->triangles++][2] = d;
}

// The number of triangles of the face without the vertices that go, or POLYGON_...
static int add_face(facer *f, int32_t patch)
{
    model_core *c = f->core;
    if (!changed(f, patch)) {
        for (int32_t i = f->start[patch]; i < f->start[patch + 1]; i++) {
            const int32_t *v = f->m->triangle[f->order[i]].vertex;
            add(c, v[0], v[1], v[2]);
        }
        return f->start[patch + 1] - f->start[patch];
    }
    int32_t corners = 0;
    int32_t length = trace(f, patch);
    for (int32_t i = 0; i < length; i++)
        if (!f->gone[f->loop[i]]) {
            f->loop[corners] = f->loop[i];
            f->corner[corners++] = f->m->vertex[f->loop[i]];
        }
    double bend;
    if (corners < 3 || corners > POLYGON_CORNERS_MOST)
        return POLYGON_CROSSED;
    int cut = polygon_cut(f->corner, corners, f->cut, &bend);
    if (cut >= 0 && cut != corners - 2)
        return POLYGON_CROSSED;
    for (int i = 0; i < cut; i++)
        add(c, f->loop[f->cut[i][0]], f->loop[f->cut[i][1]], f->loop[f->cut[i][2]]);
    return cut;
}

static int add_faces(facer *f)
{
    model_core *c = f->core;
    c->triangles = c->faces = 0;
    c->face[0] = 0;
    for (int32_t p = 0; p < f->m->patches; p++) {
        int made = add_face(f, p);
        if (made < 0)
            return made;
        c->face[++c->faces] = c->triangles;
    }
    return 0;
}

// Vertices in the order of the mesh, without those that nothing uses.
static void take_vertices(facer *f)
{
    model_core *c = f->core;
    int32_t *to = f->next;
    for (int32_t v = 0; v < f->m->vertices; v++)
        to[v] = -1;
    for (int32_t t = 0; t < c->triangles; t++)
        for (int k = 0; k < 3; k++)
            to[c->triangle[t][k]] = 0;
    for (int32_t v = 0; v < f->m->vertices; v++) {
        if (to[v] < 0)
            continue;
        c->vertex[c->vertices] = f->m->vertex[v];
        to[v] = c->vertices++;
    }
    for (int32_t t = 0; t < c->triangles; t++)
        for (int k = 0; k < 3; k++)
            c->triangle[t][k] = to[c->triangle[t][k]];
}

scree_status core_faces_of(const mesh *m, model_core *core, scree_error *error)
{
    facer f = {.m = m, .core = core};
    int made = make_room(&f) ? 0 : POLYGON_NO_MEMORY;
    if (!made) {
        sort_by_patch(&f);
        choose(&f);
        made = add_faces(&f);
        if (made ==
            POLYGON_CROSSED) { // outlines that touch themselves within rounding: all as it was
            memset(f.gone, 0, (size_t)m->vertices * sizeof *f.gone);
            made = add_faces(&f);
        }
    }
    if (!made)
        take_vertices(&f);
    clear_room(&f);
    if (!made)
        return SCREE_OK;
    free(core->vertex);
    free(core->triangle);
    free(core->face);
    core->vertex = NULL;
    core->triangle = NULL;
    core->face = NULL;
    core->triangles = core->faces = core->vertices = 0;
    return fail_memory(error, "faces of a grain");
}
