// solid.c - see solid.h. Here: the order of the stages, the faults, the convexity, and the report in words.
#include "shape/solid.h"

#include "base/mathlib.h"
#include "base/text.h"
#include "shape/hull.h"
#include "shape/solid_stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void solid_clear(solid *solid)
{
    mesh_free(solid->surface);
    free(solid->shell);
    memset(solid, 0, sizeof *solid);
}

scree_status solid_mass(const solid *solid, mass_properties *out, scree_error *error)
{
    const mesh *mesh = solid->surface;
    int32_t(*triangle)[3] = malloc((size_t)mesh->triangles * sizeof *triangle);
    if (!triangle)
        return fail_memory(error, "solid");
    for (int32_t face = 0; face < mesh->triangles; face++)
        memcpy(triangle[face], mesh->triangle[face].vertex, sizeof *triangle);
    scree_status status = mass_polyhedron(
        mesh->vertex, mesh->vertices, (const int32_t(*)[3])triangle, mesh->triangles, out, error);
    free(triangle);
    return status;
}

static const solid_spot *first_spot(const solid_report *report, solid_flaw flaw)
{
    for (int i = 0; i < report->spots; i++) {
        if (report->spot[i].flaw == flaw)
            return &report->spot[i];
    }
    return NULL;
}

// ---- words

static void describe(solid_report *report)
{
    text_buffer text = {0};
    text_append_format(&text, "%d facets read; %d triangle%s, %d vertices, %d edges",
                       report->facets_read, report->triangles, report->triangles == 1 ? "" : "s",
                       report->vertices, report->edges);
    if (report->patches)
        text_append_format(&text, ", %d flat faces", report->patches);
    if (report->shells) {
        text_append_format(&text, ", %d %s", report->shells,
                           report->shells == 1 ? "shell" : "shells that move as one body");
    }
    if (report->cavities)
        text_append_format(&text, ", %d of them cavities", report->cavities);
    const struct {
        int32_t count;
        const char *kind, *one, *many;
    } line[] = {
        {report->moved, "healed", "corner moved to a vertex within the tolerance",
         "corners moved to a vertex within the tolerance"},
        {report->degenerate, "healed", "triangle thinner than the tolerance dropped",
         "triangles thinner than the tolerance dropped"},
        {report->duplicate, "healed", "repeated triangle dropped", "repeated triangles dropped"},
        {report->sheets, "healed", "pair of triangles back to back, which enclose nothing, dropped",
         "pairs of triangles back to back, which enclose nothing, dropped"},
        {report->split, "healed", "open edge split at a vertex that lies on it",
         "open edges split at vertices that lie on them"},
        {report->turned, "healed", "face turned outwards", "faces turned outwards"},
        {report->open_edges, "fault", "open edge", "open edges"},
        {report->branched_edges, "fault", "edge of more than two faces",
         "edges of more than two faces"},
        {report->one_sided_edges, "fault", "edge where the side changes",
         "edges where the side changes"},
        {report->crossings, "fault", "pair of triangles that meet", "pairs of triangles that meet"},
        {report->pinches, "left", "vertex where parts of the surface meet in a point only",
         "vertices where parts of the surface meet in a point only"},
    };
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        if (line[i].count) {
            text_append_format(&text, "; %s: %d %s", line[i].kind, line[i].count,
                               line[i].count == 1 ? line[i].one : line[i].many);
        }
    }
    const char *told = text.data && !text.failed ? text.data : "";
    snprintf(report->text, sizeof report->text, "%s", told);
    text_buffer_clear(&text);
}

static scree_status refuse_edges(const char *name, const solid_report *report, solid_flaw flaw,
                                 scree_error *error)
{
    const solid_spot *spot = first_spot(report, flaw);
    const bool open = flaw == SOLID_OPEN_EDGE;
    const int32_t count = open ? report->open_edges : report->branched_edges;
    return fail(error, SCREE_BAD_INPUT, name,
                open ? "close the holes in the program that made the mesh"
                     : "take out inner walls, and part bodies that touch along an edge",
                "%s: %d %s %s, the first from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) m",
                open ? "the surface is open" : "the surface branches", count,
                count == 1 ? "edge has" : "edges have",
                open ? "one face only" : "more than two faces", spot->from.x, spot->from.y,
                spot->from.z, spot->to.x, spot->to.y, spot->to.z);
}

static scree_status refuse_crossings(const char *name, const solid_report *report,
                                     scree_error *error)
{
    const solid_spot *spot = first_spot(report, SOLID_CROSSING);
    const bool many = report->crossings >= SOLID_CROSSINGS_MOST;
    return fail(error, SCREE_BAD_INPUT, name, "unite the parts to one surface without inner walls",
                "the surface crosses or touches itself: %s%d %s of triangles meet, the first near "
                "(%.6g, %.6g, %.6g) m",
                many ? "at least " : "", report->crossings,
                report->crossings == 1 ? "pair" : "pairs", spot->from.x, spot->from.y,
                spot->from.z);
}

// ---- the surface

static v3 *soup_of(const healer *healer)
{
    v3 *corner = malloc(3 * (size_t)healer->faces * sizeof *corner);
    for (int64_t side = 0; corner && side < 3 * healer->faces; side++)
        corner[side] = healer->vertex[side_from(healer, side)];
    return corner;
}

// The healed soup as a mesh: nothing is left to be dropped, so that its triangles are the faces in their order.
static scree_status make_surface(const healer *healer, solid *out, solid_report *report,
                                 scree_error *error)
{
    mesh_report found;
    v3 *corner = soup_of(healer);
    if (!corner)
        return fail_memory(error, healer->name);
    scree_status status = mesh_build(&(mesh_facets){.corner = corner,
                                                    .facets = (int32_t)healer->faces,
                                                    .tolerance = healer->tolerance,
                                                    .name = healer->name},
                                     &out->surface, &found, error);
    free(corner);
    if (status)
        return status;
    report->degenerate += found.degenerate;
    report->duplicate += found.duplicate;
    report->vertices = found.vertices;
    report->edges = found.edges;
    report->triangles = found.triangles;
    report->patches = found.patches;
    if (found.degenerate || found.duplicate || !found.closed) {
        return fail(error, SCREE_BAD_INPUT, healer->name,
                    "clean the mesh in the program that made it, or give a tolerance",
                    "after healing, triangles are left that are thinner than the tolerance of %g m",
                    healer->tolerance);
    }
    return SCREE_OK;
}

// How far the other face at an edge stands out over the plane of one, at most.
static double dent_at(const mesh *mesh, const mesh_edge *edge, int side)
{
    const mesh_triangle *one = &mesh->triangle[edge->triangle[side]];
    const mesh_triangle *other = &mesh->triangle[edge->triangle[1 - side]];
    const v3 a = mesh->vertex[edge->vertex[0]];
    double dent = 0;
    for (int k = 0; k < 3; k++) {
        const v3 way = v3_sub(mesh->vertex[other->vertex[k]], a);
        dent = real_max(dent, v3_dot(one->normal, way));
    }
    return dent;
}

static void measure(solid *solid)
{
    const mesh *mesh = solid->surface;
    const v3 origin = mesh->vertex[0];
    solid->volume = 0;
    solid->area = 0;
    solid->dent = 0;
    for (int32_t face = 0; face < mesh->triangles; face++) {
        const int32_t *vertex = mesh->triangle[face].vertex;
        v3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = v3_sub(mesh->vertex[vertex[k]], origin);
        const v3 first = v3_sub(corner[1], corner[0]);
        const v3 second = v3_sub(corner[2], corner[0]);
        solid->volume += v3_dot(corner[0], v3_cross(corner[1], corner[2])) / 6;
        solid->area += v3_norm(v3_cross(first, second)) / 2;
    }
    for (int32_t edge = 0; edge < mesh->edges; edge++) {
        for (int side = 0; side < 2; side++)
            solid->dent = real_max(solid->dent, dent_at(mesh, &mesh->edge[edge], side));
    }
}

// Dents below the tolerance may add up over many small triangles; the hull tells.
static scree_status find_convexity(solid *solid, const char *name, scree_error *error)
{
    solid->convex = false;
    if (solid->shells > 1 || solid->dent > solid->surface->tolerance)
        return SCREE_OK;
    hull hull;
    scree_status status =
        hull_build(solid->surface->vertex, solid->surface->vertices, name, &hull, error);
    if (status)
        return status;
    solid->convex = hull.volume - solid->volume <= solid->surface->tolerance * solid->area;
    hull_clear(&hull);
    return SCREE_OK;
}

static scree_status finish(healer *healer, solid *out, solid_report *report, scree_error *error)
{
    scree_status status = make_surface(healer, out, report, error);
    if (status)
        return status;
    solid_find_crossings(out->surface, report);
    if (report->crossings) {
        // which side is out says nothing where shells cross
        report->turned = 0;
        report->cavities = 0;
        return refuse_crossings(healer->name, report, error);
    }
    out->shell = healer->shell;
    healer->shell = NULL;
    out->shells = healer->shells;
    out->cavities = healer->cavities;
    measure(out);
    return find_convexity(out, healer->name, error);
}

scree_status solid_build(const mesh_facets *given, solid *out, solid_report *report,
                         scree_error *error)
{
    healer healer = {.name = given->name};
    memset(out, 0, sizeof *out);
    memset(report, 0, sizeof *report);
    report->facets_read = given->facets;
    if (given->facets < 1) {
        return fail(error, SCREE_BAD_INPUT, given->name, "give a mesh with faces",
                    "the mesh holds no faces");
    }
    scree_status status =
        solid_heal(&healer, given->corner, given->facets, given->tolerance, report, error);
    if (!status && report->open_edges)
        status = refuse_edges(given->name, report, SOLID_OPEN_EDGE, error);
    if (!status && report->branched_edges)
        status = refuse_edges(given->name, report, SOLID_BRANCHED_EDGE, error);
    if (!status)
        status = solid_orient(&healer, report, error);
    if (!status)
        status = finish(&healer, out, report, error);
    healer_clear(&healer);
    if (status)
        solid_clear(out);
    describe(report);
    return status;
}

scree_status solid_from_hull(const v3 *point, int32_t points, const char *name, solid *out,
                             scree_error *error)
{
    hull hull;
    solid_report report;
    memset(out, 0, sizeof *out);
    scree_status status = hull_build(point, points, name, &hull, error);
    if (status)
        return status;
    v3 *corner = malloc(3 * (size_t)hull_facets(&hull) * sizeof *corner);
    if (corner) {
        hull_soup(&hull, point, corner);
        status = solid_build(
            &(mesh_facets){.corner = corner, .facets = hull_facets(&hull), .name = name}, out,
            &report, error);
    } else
        status = fail_memory(error, name);
    free(corner);
    hull_clear(&hull);
    return status;
}
