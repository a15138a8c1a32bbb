// mesh.c - building a mesh stage by stage, and the report of what was found. See mesh.h.
#include "shape/mesh_stages.h"

#include "base/corners.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE_DEFAULT                                                                          \
    1e-6 // of the diagonal: some sixteen steps of the floats of a binary STL file
#define TOLERANCE_MOST 1e-2
#define SIZE_MOST 1e75 // areas of areas must stay finite
#define SIZE_LEAST 1e-75

void mesh_free(mesh *mesh)
{
    if (!mesh)
        return;
    mem_free(mesh->vertex);
    mem_free(mesh->vertex_role);
    mem_free(mesh->triangle);
    mem_free(mesh->edge);
    mem_free(mesh->patch);
    mem_free(mesh->fan_start);
    mem_free(mesh->fan);
    mem_free(mesh->node);
    mem_free(mesh->order);
    free(mesh);
}

static scree_status measure_soup(const v3 *corner, int32_t facets, const char *name,
                                 mesh_report *report, scree_error *error)
{
    v3 low = corner[0];
    v3 high = corner[0];
    for (int64_t i = 0; i < 3 * (int64_t)facets; i++) {
        v3 point = corner[i];
        if (!(fabs(point.x) < SIZE_MOST && fabs(point.y) < SIZE_MOST &&
              fabs(point.z) < SIZE_MOST)) {
            return fail(error, SCREE_BAD_INPUT, name, "check the unit and the scale",
                        "facet %lld is larger than %g m", (long long)(i / 3 + 1), SIZE_MOST);
        }
        low = v3_min(point, low);
        high = v3_max(point, high);
    }
    report->low = low;
    report->high = high;
    double diagonal = v3_distance(high, low);
    if (!(diagonal > SIZE_LEAST)) {
        return fail(error, SCREE_BAD_INPUT, name, "check the file and the scale",
                    "the mesh has no extent");
    }
    return SCREE_OK;
}

static scree_status choose_tolerance(mesh *mesh, double asked, const char *name,
                                     mesh_report *report, scree_error *error)
{
    double diagonal = v3_distance(report->high, report->low);
    mesh->tolerance = asked > 0 ? asked : TOLERANCE_DEFAULT * diagonal;
    if (mesh->tolerance > TOLERANCE_MOST * diagonal) {
        return fail(error, SCREE_BAD_INPUT, name,
                    "give a smaller tolerance or check the unit of the mesh",
                    "the tolerance %g m is more than %g of the mesh's diagonal of %g m",
                    mesh->tolerance, TOLERANCE_MOST, diagonal);
    }
    report->tolerance = mesh->tolerance;
    return SCREE_OK;
}

scree_status mesh_measure(mesh *mesh, const mesh_facets *given, mesh_report *report,
                          scree_error *error)
{
    scree_status status = measure_soup(given->corner, given->facets, given->name, report, error);
    return status ? status : choose_tolerance(mesh, given->tolerance, given->name, report, error);
}

// Does a triangle run along an edge from its smaller to its larger vertex?
static bool runs_upwards(const mesh *mesh, int32_t triangle, int32_t edge)
{
    for (int k = 0; k < 3; k++) {
        if (mesh->triangle[triangle].edge[k] == edge)
            return mesh->triangle[triangle].vertex[k] == mesh->edge[edge].vertex[0];
    }
    return false;
}

// Counts facets turned against most of the others of their connected piece: sides are propagated over edges of two.
static bool count_flipped(const mesh *mesh, mesh_report *report)
{
    signed char *side = calloc((size_t)mesh->triangles, 1);
    int32_t *stack = malloc((size_t)mesh->triangles * sizeof *stack);
    bool room = side && stack;
    for (int32_t seed = 0; room && seed < mesh->triangles; seed++) {
        if (side[seed])
            continue;
        int32_t top = 0;
        int32_t count[2] = {0, 0};
        side[seed] = 1;
        stack[top++] = seed;
        while (top) {
            int32_t triangle = stack[--top];
            count[side[triangle] > 0]++;
            for (int k = 0; k < 3; k++) {
                const mesh_edge *edge = &mesh->edge[mesh->triangle[triangle].edge[k]];
                if (edge->triangles != 2)
                    continue;
                int32_t other =
                    edge->triangle[0] == triangle ? edge->triangle[1] : edge->triangle[0];
                if (side[other])
                    continue;
                bool same = runs_upwards(mesh, triangle, mesh->triangle[triangle].edge[k]) ==
                            runs_upwards(mesh, other, mesh->triangle[triangle].edge[k]);
                side[other] = (signed char)(same ? -side[triangle] : side[triangle]);
                stack[top++] = other;
            }
        }
        report->flipped += count[0] < count[1] ? count[0] : count[1];
    }
    free(side);
    free(stack);
    return room;
}

void mesh_report_describe(mesh_report *report)
{
    text_buffer text = {0};
    text_append_format(&text, "%d facets read, %d triangles, %d vertices, %d flat faces",
                       report->facets_read, report->triangles, report->vertices, report->patches);
    text_append(&text, report->closed ? ", closed" : ", open");
    const struct {
        int32_t count;
        const char *what;
        const v3 *first; // NULL: it is not told where
    } line[] = {
        {report->degenerate, "degenerate facets dropped", NULL},
        {report->duplicate, "duplicate facets dropped", NULL},
        {report->moved, "corners moved to a vertex within the tolerance", NULL},
        {report->open_edges, "open edges", &report->at_open},
        {report->partial_edges, "of them on another triangle (T-junctions)", &report->at_partial},
        {report->branched_edges, "edges of more than two triangles", &report->at_branched},
        {report->flipped, "facets turned against their neighbours (contacts act from both sides)",
         NULL},
        {report->opposed, "facets with a stored normal against their corners", NULL},
        {report->bent,
         "faces that are not flat, so that their cut into triangles decides on the surface", NULL},
        {report->skipped, "lines and points left out", NULL},
    };
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        if (!line[i].count)
            continue;
        text_append_format(&text, "; %d %s", line[i].count, line[i].what);
        const v3 *first = line[i].first;
        if (first)
            text_append_format(&text, ", the first at (%.4g, %.4g, %.4g) m", first->x, first->y,
                               first->z);
    }
    const char *told = text.data && !text.failed ? text.data : "";
    snprintf(report->text, sizeof report->text, "%s", told);
    text_buffer_clear(&text);
}

static v3 middle_of(const mesh *mesh, const mesh_edge *edge)
{
    return v3_scale(0.5, v3_add(mesh->vertex[edge->vertex[0]], mesh->vertex[edge->vertex[1]]));
}

static void count_edges(const mesh *mesh, mesh_report *report)
{
    for (int32_t i = 0; i < mesh->edges; i++) {
        const mesh_edge *edge = &mesh->edge[i];
        if (edge->triangles == 1 && !report->open_edges++)
            report->at_open = middle_of(mesh, edge);
        if (edge->triangles > 2 && !report->branched_edges++)
            report->at_branched = middle_of(mesh, edge);
    }
    report->triangles = mesh->triangles;
    report->vertices = mesh->vertices;
    report->edges = mesh->edges;
    report->patches = mesh->patches;
    report->groups = mesh->groups;
    report->closed = !report->open_edges && !report->branched_edges;
}

static scree_status build(mesh *mesh, const mesh_facets *given, mesh_report *report,
                          scree_error *error)
{
    scree_status status = mesh_measure(mesh, given, report, error);
    if (!status)
        status = mesh_weld(mesh, given, report, error);
    if (!status && !mesh->triangles) {
        status = fail(
            error, SCREE_BAD_INPUT, given->name, "check the file, the unit and the tolerance",
            "all %d facets are thinner than the tolerance of %g m", given->facets, mesh->tolerance);
    }
    if (!status)
        status = mesh_connect(mesh, error);
    if (!status)
        status = mesh_plant(mesh, error);
    if (!status)
        status = mesh_classify(mesh, report, error);
    if (!status && !count_flipped(mesh, report))
        status = fail_memory(error, given->name);
    if (!status)
        count_edges(mesh, report);
    return status;
}

scree_status mesh_build(const mesh_facets *given, mesh **out, mesh_report *report,
                        scree_error *error)
{
    *report = (mesh_report){.facets_read = given->facets};
    *out = NULL;
    if (given->facets < 1) {
        return fail(error, SCREE_BAD_INPUT, given->name, "give a mesh with facets",
                    "the mesh holds no facets");
    }
    mesh *mesh = calloc(1, sizeof *mesh);
    if (!mesh)
        return fail_memory(error, given->name);
    scree_status status = build(mesh, given, report, error);
    if (status) {
        mesh_free(mesh);
        return status;
    }
    mesh_report_describe(report);
    *out = mesh;
    return SCREE_OK;
}
