// mesh_role.c - what the edges and vertices of a mesh are to a ball: part of a plane, of a smooth surface, of a crease,
// or a corner.
//
// Sharp edges (creases) are joined where exactly two of them meet and go on within the smooth angle, so that the key of
// a contact does not change along a straight or finely bent rim.
#include "shape/mesh_stages.h"

#include "base/memory.h"

#include <stdlib.h>

static int32_t other_vertex(const mesh *m, int32_t t, const mesh_edge *e)
{
    const int32_t *v = m->triangle[t].vertex;
    for (int k = 0; k < 2; k++)
        if (v[k] != e->vertex[0] && v[k] != e->vertex[1])
            return v[k];
    return v[2];
}

static mesh_bend bend_of(const mesh *m, const mesh_edge *e)
{
    if (e->triangles == 1)
        return MESH_OPEN;
    if (e->triangles > 2)
        return MESH_BRANCHED;
    const mesh_triangle *t = &m->triangle[e->triangle[0]];
    const mesh_triangle *u = &m->triangle[e->triangle[1]];
    if (t->patch == u->patch && e->turn > MESH_SMOOTH_COSINE)
        return MESH_FLAT;
    if (e->turn > MESH_SMOOTH_COSINE)
        return MESH_SMOOTH;
    v3 rise = v3_sub(m->vertex[other_vertex(m, e->triangle[1], e)], m->vertex[e->vertex[0]]);
    return v3_dot(rise, t->normal) > 0 ? MESH_CONCAVE : MESH_CONVEX;
}

// The role that an edge between triangle `own` and its neighbours has: the flattest connection decides.
typedef struct chooser {
    const mesh *m;
    int32_t own;
    mesh_role role;
} chooser;

static void offer(chooser *c, int32_t other, double turn)
{
    int32_t p = c->m->triangle[c->own].patch;
    if (turn <= MESH_SMOOTH_COSINE)
        return;
    if (c->m->triangle[other].patch == p)
        c->role = (mesh_role){MESH_PART_PATCH, p};
    else if (c->role.part != MESH_PART_PATCH)
        c->role = (mesh_role){MESH_PART_SMOOTH, p};
}

static void offer_linked(chooser *c, const mesh_links *links, int32_t e)
{
    int64_t low = 0;
    int64_t high = links->links;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (links->link[middle].from < c->own)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < links->links && links->link[low].from == c->own; low++) {
        int32_t u = links->link[low].to;
        if (links->link[low].edge != e)
            continue;
        offer(c, u, fabs(v3_dot(c->m->triangle[c->own].normal, c->m->triangle[u].normal)));
    }
}

static bool joins(const mesh *m, int32_t t, int32_t b)
{
    const int32_t *v = m->triangle[t].vertex;
    return v[0] == b || v[1] == b || v[2] == b;
}

// Over an edge of more than two triangles every pair counts: two halves of a floor above a rib are still one floor.
static void offer_branched(chooser *c, const mesh_edge *e)
{
    const mesh *m = c->m;
    int32_t a = e->vertex[0];
    int32_t b = e->vertex[1];
    for (int32_t i = m->fan_start[a]; i < m->fan_start[a + 1]; i++) {
        c->own = m->fan[i];
        if (!joins(m, c->own, b))
            continue;
        for (int32_t j = i + 1; j < m->fan_start[a + 1]; j++)
            if (joins(m, m->fan[j], b))
                offer(c, m->fan[j], mesh_turn(m, a, b, c->own, m->fan[j]));
    }
}

static void set_edge(mesh *m, const mesh_links *links, int32_t index)
{
    mesh_edge *e = &m->edge[index];
    chooser c = {m, e->triangle[0], {MESH_PART_CREASE, index}};
    if (e->triangles == 2)
        e->turn = mesh_turn(m, e->vertex[0], e->vertex[1], e->triangle[0], e->triangle[1]);
    e->bend = bend_of(m, e);
    if (e->bend == MESH_BRANCHED)
        offer_branched(&c, e);
    else if (e->bend == MESH_OPEN)
        offer_linked(&c, links, index);
    else
        offer(&c, e->triangle[1], e->turn);
    e->role = c.role;
}

// ---- creases and vertices

typedef struct rim {          // what meets at a vertex
    int32_t creases, edge[2]; // sharp edges, the first two of them
    bool one_patch;           // all other edges are inside one patch
    int32_t patch;
} rim;

static void add_edge(const mesh *m, int32_t index, rim *r)
{
    const mesh_edge *e = &m->edge[index];
    if (e->role.part == MESH_PART_CREASE) {
        for (int i = 0; i < r->creases && i < 2; i++)
            if (r->edge[i] == index)
                return;
        if (r->creases < 2)
            r->edge[r->creases] = index;
        r->creases++;
        return;
    }
    r->one_patch &= e->role.part == MESH_PART_PATCH && e->role.id == r->patch;
}

static rim rim_of(const mesh *m, int32_t v)
{
    rim r = {.one_patch = true, .patch = m->triangle[m->fan[m->fan_start[v]]].patch};
    for (int32_t i = m->fan_start[v]; i < m->fan_start[v + 1]; i++) {
        const mesh_triangle *t = &m->triangle[m->fan[i]];
        for (int k = 0; k < 3; k++) {
            const mesh_edge *e = &m->edge[t->edge[k]];
            if (e->vertex[0] == v || e->vertex[1] == v)
                add_edge(m, t->edge[k], &r);
        }
    }
    return r;
}

static int32_t root(int32_t *parent, int32_t e)
{
    while (parent[e] != e)
        e = parent[e] = parent[parent[e]];
    return e;
}

static v3 away_from(const mesh *m, int32_t v, int32_t e)
{
    const int32_t *end = m->edge[e].vertex;
    return v3_unit(v3_sub(m->vertex[end[0] == v ? end[1] : end[0]], m->vertex[v]));
}

static bool goes_on(const mesh *m, int32_t v, const rim *r)
{
    return r->creases == 2 &&
           -v3_dot(away_from(m, v, r->edge[0]), away_from(m, v, r->edge[1])) > MESH_SMOOTH_COSINE;
}

static mesh_role vertex_role(const mesh *m, int32_t v)
{
    rim r = rim_of(m, v);
    if (!r.creases)
        return (mesh_role){r.one_patch ? MESH_PART_PATCH : MESH_PART_SMOOTH, r.patch};
    if (goes_on(m, v, &r))
        return m->edge[r.edge[0]].role;
    return (mesh_role){MESH_PART_CORNER, v};
}

static bool join_creases(mesh *m)
{
    int32_t *parent = malloc((size_t)m->edges * sizeof *parent);
    if (!parent)
        return false;
    for (int32_t e = 0; e < m->edges; e++)
        parent[e] = e;
    for (int32_t v = 0; v < m->vertices; v++) {
        if (m->fan_start[v] == m->fan_start[v + 1])
            continue;
        rim r = rim_of(m, v);
        if (!goes_on(m, v, &r))
            continue;
        int32_t a = root(parent, r.edge[0]);
        int32_t b = root(parent, r.edge[1]);
        if (a < b)
            parent[b] = a;
        if (b < a)
            parent[a] = b;
    }
    for (int32_t e = 0; e < m->edges; e++)
        if (m->edge[e].role.part == MESH_PART_CREASE)
            m->edge[e].role.id = root(parent, e);
    free(parent);
    return true;
}

scree_status mesh_assign_roles(mesh *m, const mesh_links *links, scree_error *error)
{
    for (int32_t e = 0; e < m->edges; e++)
        set_edge(m, links, e);
    m->vertex_role = mem_array(m->vertices, sizeof *m->vertex_role);
    if (!m->vertex_role || !join_creases(m))
        return fail_memory(error, "mesh");
    for (int32_t v = 0; v < m->vertices; v++)
        if (m->fan_start[v] < m->fan_start[v + 1])
            m->vertex_role[v] = vertex_role(m, v);
    return SCREE_OK;
}
