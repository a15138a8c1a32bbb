// mesh_links.c - which triangles of a mesh touch along edges.
//
// Most touch along a whole common edge. Where a long edge meets several short ones (a T-junction) the file has open
// edges that lie on other triangles; these are found by looking up three points of every open edge in the tree.
#include "shape/mesh_stages.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NEAR_MOST = 64 };

static bool has_vertex(const mesh_triangle *triangle, int32_t v)
{
    return triangle->vertex[0] == v || triangle->vertex[1] == v || triangle->vertex[2] == v;
}

static int32_t opposite(const mesh_triangle *triangle, int32_t a, int32_t b)
{
    for (int k = 0; k < 2; k++)
        if (triangle->vertex[k] != a && triangle->vertex[k] != b)
            return triangle->vertex[k];
    return triangle->vertex[2];
}

double mesh_turn(const mesh *mesh, int32_t a, int32_t b, int32_t t, int32_t u)
{
    v3 along = v3_unit(v3_sub(mesh->vertex[b], mesh->vertex[a]));
    v3 x = v3_sub(mesh->vertex[opposite(&mesh->triangle[t], a, b)], mesh->vertex[a]);
    v3 y = v3_sub(mesh->vertex[opposite(&mesh->triangle[u], a, b)], mesh->vertex[a]);
    x = v3_unit(v3_fma(x, -v3_dot(x, along), along));
    y = v3_unit(v3_fma(y, -v3_dot(y, along), along));
    return -v3_dot(x, y);
}

static int compare_links(const void *left, const void *right)
{
    const mesh_link *first = left;
    const mesh_link *second = right;
    if (first->from != second->from)
        return first->from < second->from ? -1 : 1;
    if (first->to != second->to)
        return first->to < second->to ? -1 : 1;
    return first->edge < second->edge ? -1 : first->edge > second->edge;
}

static bool add_link(mesh_links *links, int32_t from, int32_t to, int32_t edge)
{
    if (!mem_grow((void **)&links->link, &links->room, links->links + 1, sizeof *links->link))
        return false;
    links->link[links->links++] = (mesh_link){from, to, edge};
    return true;
}

// Links the triangles of open edge e at its point `share` of the way. *covered: another triangle is there.
static bool link_point(const mesh *mesh, int32_t e, double share, mesh_links *links, bool *covered)
{
    int32_t near[NEAR_MOST];
    int32_t own = mesh->edge[e].triangle[0];
    v3 a = mesh->vertex[mesh->edge[e].vertex[0]];
    v3 ab = v3_sub(mesh->vertex[mesh->edge[e].vertex[1]], a);
    v3 along = v3_unit(ab);
    int found = mesh_near(mesh, v3_fma(a, share, ab), mesh->tolerance, near, NEAR_MOST);
    *covered = false;
    for (int i = 0; i < found && i < NEAR_MOST; i++) {
        const mesh_triangle *triangle = &mesh->triangle[near[i]];
        if (near[i] == own || fabs(v3_dot(triangle->normal, along)) > 0.1)
            continue; // an edge through a face does not lie on it
        *covered = true;
        if (!add_link(links, own, near[i], e) || !add_link(links, near[i], own, -1))
            return false;
    }
    return true;
}

static void drop_repeated(mesh_links *links)
{
    int64_t kept = 0;
    if (links->links)
        qsort(links->link, (size_t)links->links, sizeof *links->link, compare_links);
    for (int64_t i = 0; i < links->links; i++)
        if (!kept || compare_links(&links->link[i], &links->link[kept - 1]))
            links->link[kept++] = links->link[i];
    links->links = kept;
}

scree_status mesh_find_links(const mesh *mesh, mesh_links *links, mesh_report *report,
                             scree_error *error)
{
    static const double share[] = {0.25, 0.5, 0.75};
    memset(links, 0, sizeof *links);
    for (int32_t e = 0; e < mesh->edges; e++) {
        if (mesh->edge[e].triangles != 1)
            continue;
        bool all = true;
        for (int i = 0; i < 3; i++) {
            bool covered;
            if (!link_point(mesh, e, share[i], links, &covered)) {
                free(links->link);
                return fail_memory(error, "mesh");
            }
            all &= covered;
        }
        report->partial_edges += all;
    }
    drop_repeated(links);
    return SCREE_OK;
}

static void visit_edge(const mesh *mesh, int32_t t, int32_t e, mesh_visit *visit, void *context)
{
    int32_t a = mesh->edge[e].vertex[0];
    int32_t b = mesh->edge[e].vertex[1];
    // Around the end with the smaller fan: the middle of a large disk has as many triangles as the disk has edges.
    bool swap =
        mesh->fan_start[b + 1] - mesh->fan_start[b] < mesh->fan_start[a + 1] - mesh->fan_start[a];
    int32_t hub = swap ? b : a;
    int32_t tip = swap ? a : b;
    for (int32_t i = mesh->fan_start[hub]; i < mesh->fan_start[hub + 1]; i++) {
        int32_t u = mesh->fan[i];
        if (u != t && has_vertex(&mesh->triangle[u], tip))
            visit(context, u, mesh_turn(mesh, a, b, t, u));
    }
}

void mesh_visit_neighbours(const mesh *mesh, const mesh_links *links, int32_t t, mesh_visit *visit,
                           void *context)
{
    for (int k = 0; k < 3; k++)
        if (mesh->edge[mesh->triangle[t].edge[k]].triangles > 1)
            visit_edge(mesh, t, mesh->triangle[t].edge[k], visit, context);
    int64_t low = 0;
    int64_t high = links->links;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (links->link[middle].from < t)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < links->links && links->link[low].from == t; low++) {
        int32_t u = links->link[low].to;
        visit(context, u, fabs(v3_dot(mesh->triangle[t].normal, mesh->triangle[u].normal)));
    }
}
