// mesh_links.c - which triangles of a mesh touch along edges.
//
// Most touch along a whole common edge. Where a long edge meets several short ones (a T-junction) the file has open
// edges that lie on other triangles; these are found by looking up three points of every open edge in the tree.
#include "shape/mesh_stages.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NEAR_MOST = 64 };

static bool has_vertex(const mesh_triangle *triangle, int32_t vertex)
{
    return triangle->vertex[0] == vertex || triangle->vertex[1] == vertex ||
           triangle->vertex[2] == vertex;
}

static int32_t opposite(const mesh_triangle *triangle, int32_t a, int32_t b)
{
    for (int k = 0; k < 2; k++) {
        if (triangle->vertex[k] != a && triangle->vertex[k] != b)
            return triangle->vertex[k];
    }
    return triangle->vertex[2];
}

v3 mesh_across_edge(const mesh *mesh, int32_t triangle, int32_t from, int32_t to, v3 along)
{
    const int32_t corner = opposite(&mesh->triangle[triangle], from, to);
    const v3 way = v3_sub(mesh->vertex[corner], mesh->vertex[from]);
    return v3_unit(v3_fma(way, -v3_dot(way, along), along));
}

double mesh_turn(const mesh *mesh, int32_t from, int32_t to, int32_t triangle, int32_t other)
{
    const v3 along = v3_unit(v3_sub(mesh->vertex[to], mesh->vertex[from]));
    const v3 x = mesh_across_edge(mesh, triangle, from, to, along);
    const v3 y = mesh_across_edge(mesh, other, from, to, along);
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
    if (!MEM_GROW(links->link, links->room, links->links + 1))
        return false;
    links->link[links->links++] = (mesh_link){
        .from = from,
        .to = to,
        .edge = edge,
    };
    return true;
}

// Links the triangles of an open edge at its point `share` of the way. *covered: another triangle is there.
static bool link_point(const mesh *mesh, int32_t edge, double share, mesh_links *links,
                       bool *covered)
{
    int32_t near[NEAR_MOST];
    int32_t own = mesh->edge[edge].triangle[0];
    const int32_t *end = mesh->edge[edge].vertex;
    const v3 a = mesh->vertex[end[0]];
    const v3 ab = v3_sub(mesh->vertex[end[1]], a);
    v3 along = v3_unit(ab);
    int found = mesh_near(mesh, v3_fma(a, share, ab), mesh->tolerance, near, NEAR_MOST);
    *covered = false;
    for (int i = 0; i < found && i < NEAR_MOST; i++) {
        const mesh_triangle *triangle = &mesh->triangle[near[i]];
        if (near[i] == own || fabs(v3_dot(triangle->normal, along)) > 0.1)
            continue; // an edge through a face does not lie on it
        *covered = true;
        if (!add_link(links, own, near[i], edge) || !add_link(links, near[i], own, -1))
            return false;
    }
    return true;
}

static void drop_repeated(mesh_links *links)
{
    int64_t kept = 0;
    if (links->links)
        qsort(links->link, (size_t)links->links, sizeof *links->link, compare_links);
    for (int64_t i = 0; i < links->links; i++) {
        if (!kept || compare_links(&links->link[i], &links->link[kept - 1]))
            links->link[kept++] = links->link[i];
    }
    links->links = kept;
}

scree_status mesh_find_links(const mesh *mesh, mesh_links *links, mesh_report *report,
                             scree_error *error)
{
    static const double share[] = {0.25, 0.5, 0.75};
    memset(links, 0, sizeof *links);
    for (int32_t edge = 0; edge < mesh->edges; edge++) {
        if (mesh->edge[edge].triangles != 1)
            continue;
        bool all = true;
        for (int i = 0; i < 3; i++) {
            bool covered;
            if (!link_point(mesh, edge, share[i], links, &covered)) {
                free(links->link);
                return fail_memory(error, "mesh");
            }
            all &= covered;
        }
        const int32_t *end = mesh->edge[edge].vertex;
        if (all && !report->partial_edges++)
            report->at_partial = v3_scale(0.5, v3_add(mesh->vertex[end[0]], mesh->vertex[end[1]]));
    }
    drop_repeated(links);
    return SCREE_OK;
}

static void visit_edge(const mesh *mesh, int32_t triangle, int32_t edge, mesh_visit *visit,
                       void *context)
{
    const int32_t *start = mesh->fan_start;
    const int32_t from = mesh->edge[edge].vertex[0];
    const int32_t to = mesh->edge[edge].vertex[1];
    const int32_t fan_of_from = start[from + 1] - start[from];
    const int32_t fan_of_to = start[to + 1] - start[to];
    // Around the end with the smaller fan: the middle of a large disk has as many triangles as the disk has edges.
    const bool swap = fan_of_to < fan_of_from;
    const int32_t hub = swap ? to : from;
    const int32_t tip = swap ? from : to;
    for (int32_t i = start[hub]; i < start[hub + 1]; i++) {
        const int32_t neighbour = mesh->fan[i];
        if (neighbour != triangle && has_vertex(&mesh->triangle[neighbour], tip))
            visit(context, neighbour, mesh_turn(mesh, from, to, triangle, neighbour));
    }
}

void mesh_visit_neighbours(const mesh *mesh, const mesh_links *links, int32_t triangle,
                           mesh_visit *visit, void *context)
{
    for (int k = 0; k < 3; k++) {
        if (mesh->edge[mesh->triangle[triangle].edge[k]].triangles > 1)
            visit_edge(mesh, triangle, mesh->triangle[triangle].edge[k], visit, context);
    }
    int64_t low = 0;
    int64_t high = links->links;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (links->link[middle].from < triangle)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < links->links && links->link[low].from == triangle; low++) {
        int32_t u = links->link[low].to;
        const v3 own = mesh->triangle[triangle].normal;
        const v3 other = mesh->triangle[u].normal;
        visit(context, u, fabs(v3_dot(own, other)));
    }
}
