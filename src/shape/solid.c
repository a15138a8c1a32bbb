// solid.c - see solid.h. Here: the order of the stages, the faults, the convexity, and the report in words.
#include "shape/solid.h"

#include "base/mathlib.h"
#include "base/text.h"
#include "shape/hull.h"
#include "shape/solid_stages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void solid_clear(solid *s)
{
    mesh_free(s->surface);
    free(s->shell);
    memset(s, 0, sizeof *s);
}

scree_status solid_mass(const solid *s, mass_properties *out, scree_error *error)
{
    const mesh *m = s->surface;
    int32_t(*triangle)[3] = malloc((size_t)m->triangles * sizeof *triangle);
    if (!triangle)
        return fail_memory(error, "solid");
    for (int32_t t = 0; t < m->triangles; t++)
        memcpy(triangle[t], m->triangle[t].vertex, sizeof *triangle);
    scree_status status = mass_polyhedron(m->vertex, m->vertices, (const int32_t(*)[3])triangle,
                                          m->triangles, out, error);
    free(triangle);
    return status;
}

// ---- spots

const char *solid_flaw_words(solid_flaw flaw)
{
    static const char *const words[] = {"open edge", "edge of more than two faces",
                                        "edge where the side changes", "crossing",
                                        "pinched vertex"};
    return words[flaw];
}

void solid_add_spot(solid_report *report, solid_flaw flaw, v3 from, v3 to, int32_t faces)
{
    // A third of the room for each kind, so that many of one do not hide the others.
    int same = 0;
    for (int i = 0; i < report->spots; i++)
        same += report->spot[i].flaw == flaw;
    if (report->spots == SOLID_SPOTS_MOST || same >= SOLID_SPOTS_MOST / 3)
        return;
    report->spot[report->spots++] = (solid_spot){flaw, from, to, faces};
}

static const solid_spot *first_spot(const solid_report *report, solid_flaw flaw)
{
    for (int i = 0; i < report->spots; i++)
        if (report->spot[i].flaw == flaw)
            return &report->spot[i];
    return NULL;
}

// ---- words

static void describe(solid_report *r)
{
    text_buffer text = {0};
    text_append_format(&text, "%d facets read; %d triangle%s, %d vertices, %d edges",
                       r->facets_read, r->triangles, r->triangles == 1 ? "" : "s", r->vertices,
                       r->edges);
    if (r->patches)
        text_append_format(&text, ", %d flat faces", r->patches);
    if (r->shells)
        text_append_format(&text, ", %d %s", r->shells,
                           r->shells == 1 ? "shell" : "shells that move as one body");
    if (r->cavities)
        text_append_format(&text, ", %d of them cavities", r->cavities);
    const struct {
        int32_t count;
        const char *kind, *one, *many;
    } line[] = {
        {r->moved, "healed", "corner moved to a vertex within the tolerance",
         "corners moved to a vertex within the tolerance"},
        {r->degenerate, "healed", "triangle thinner than the tolerance dropped",
         "triangles thinner than the tolerance dropped"},
        {r->duplicate, "healed", "repeated triangle dropped", "repeated triangles dropped"},
        {r->sheets, "healed", "pair of triangles back to back, which enclose nothing, dropped",
         "pairs of triangles back to back, which enclose nothing, dropped"},
        {r->split, "healed", "open edge split at a vertex that lies on it",
         "open edges split at vertices that lie on them"},
        {r->turned, "healed", "face turned outwards", "faces turned outwards"},
        {r->open_edges, "fault", "open edge", "open edges"},
        {r->branched_edges, "fault", "edge of more than two faces", "edges of more than two faces"},
        {r->one_sided_edges, "fault", "edge where the side changes",
         "edges where the side changes"},
        {r->crossings, "fault", "pair of triangles that meet", "pairs of triangles that meet"},
        {r->pinches, "left", "vertex where parts of the surface meet in a point only",
         "vertices where parts of the surface meet in a point only"},
    };
    for (size_t i = 0; i < sizeof line / sizeof *line; i++)
        if (line[i].count)
            text_append_format(&text, "; %s: %d %s", line[i].kind, line[i].count,
                               line[i].count == 1 ? line[i].one : line[i].many);
    snprintf(r->text, sizeof r->text, "%s", text.data && !text.failed ? text.data : "");
    text_buffer_clear(&text);
}

static scree_status refuse_edges(const char *name, const solid_report *r, solid_flaw flaw,
                                 scree_error *error)
{
    const solid_spot *s = first_spot(r, flaw);
    const bool open = flaw == SOLID_OPEN_EDGE;
    const int32_t count = open ? r->open_edges : r->branched_edges;
    return fail(error, SCREE_BAD_INPUT, name,
                open ? "close the holes in the program that made the mesh"
                     : "take out inner walls, and part bodies that touch along an edge",
                "%s: %d %s %s, the first from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) m",
                open ? "the surface is open" : "the surface branches", count,
                count == 1 ? "edge has" : "edges have",
                open ? "one face only" : "more than two faces", s->from.x, s->from.y, s->from.z,
                s->to.x, s->to.y, s->to.z);
}

static scree_status refuse_crossings(const char *name, const solid_report *r, scree_error *error)
{
    const solid_spot *s = first_spot(r, SOLID_CROSSING);
    const bool many = r->crossings >= SOLID_CROSSINGS_MOST;
    return fail(error, SCREE_BAD_INPUT, name, "unite the parts to one surface without inner walls",
                "the surface crosses or touches itself: %s%d %s of triangles meet, the first near "
                "(%.6g, %.6g, %.6g) m",
                many ? "at least " : "", r->crossings, r->crossings == 1 ? "pair" : "pairs",
                s->from.x, s->from.y, s->from.z);
}

// ---- the surface

static v3 *soup_of(const healer *h)
{
    v3 *corner = malloc(3 * (size_t)h->faces * sizeof *corner);
    for (int64_t s = 0; corner && s < 3 * h->faces; s++)
        corner[s] = h->vertex[side_from(h, s)];
    return corner;
}

// The healed soup as a mesh: nothing is left to be dropped, so that its triangles are the faces in their order.
static scree_status make_surface(const healer *h, solid *out, solid_report *report,
                                 scree_error *error)
{
    mesh_report found;
    v3 *corner = soup_of(h);
    if (!corner)
        return fail_memory(error, h->name);
    scree_status status =
        mesh_build(corner, (int32_t)h->faces, h->tolerance, h->name, &out->surface, &found, error);
    free(corner);
    if (status)
        return status;
    report->degenerate += found.degenerate;
    report->duplicate += found.duplicate;
    report->vertices = found.vertices;
    report->edges = found.edges;
    report->triangles = found.triangles;
    report->patches = found.patches;
    if (found.degenerate || found.duplicate || !found.closed)
        return fail(error, SCREE_BAD_INPUT, h->name,
                    "clean the mesh in the program that made it, or give a tolerance",
                    "after healing, triangles are left that are thinner than the tolerance of %g m",
                    h->tolerance);
    return SCREE_OK;
}

static void measure(solid *s)
{
    const mesh *m = s->surface;
    const v3 origin = m->vertex[0];
    s->volume = s->area = s->dent = 0;
    for (int32_t t = 0; t < m->triangles; t++) {
        v3 p[3];
        for (int k = 0; k < 3; k++)
            p[k] = v3_sub(m->vertex[m->triangle[t].vertex[k]], origin);
        s->volume += v3_dot(p[0], v3_cross(p[1], p[2])) / 6;
        s->area += v3_norm(v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]))) / 2;
    }
    for (int32_t e = 0; e < m->edges; e++) {
        for (int side = 0; side < 2; side++) {
            const mesh_triangle *t = &m->triangle[m->edge[e].triangle[side]];
            const mesh_triangle *u = &m->triangle[m->edge[e].triangle[1 - side]];
            const v3 a = m->vertex[m->edge[e].vertex[0]];
            for (int k = 0; k < 3; k++)
                s->dent = real_max(s->dent, v3_dot(t->normal, v3_sub(m->vertex[u->vertex[k]], a)));
        }
    }
}

// Dents below the tolerance may add up over many small triangles; the hull tells.
static scree_status find_convexity(solid *s, const char *name, scree_error *error)
{
    s->convex = false;
    if (s->shells > 1 || s->dent > s->surface->tolerance)
        return SCREE_OK;
    hull h;
    scree_status status = hull_build(s->surface->vertex, s->surface->vertices, name, &h, error);
    if (status)
        return status;
    s->convex = h.volume - s->volume <= s->surface->tolerance * s->area;
    hull_clear(&h);
    return SCREE_OK;
}

static scree_status finish(healer *h, solid *out, solid_report *report, scree_error *error)
{
    scree_status status = make_surface(h, out, report, error);
    if (status)
        return status;
    solid_find_crossings(out->surface, report);
    if (report->crossings) {
        report->turned = report->cavities = 0; // which side is out says nothing where shells cross
        return refuse_crossings(h->name, report, error);
    }
    out->shell = h->shell;
    h->shell = NULL;
    out->shells = h->shells;
    out->cavities = h->cavities;
    measure(out);
    return find_convexity(out, h->name, error);
}

scree_status solid_build(const v3 *corner, int32_t facets, double tolerance, const char *name,
                         solid *out, solid_report *report, scree_error *error)
{
    healer h = {.name = name};
    memset(out, 0, sizeof *out);
    memset(report, 0, sizeof *report);
    report->facets_read = facets;
    if (facets < 1)
        return fail(error, SCREE_BAD_INPUT, name, "give a mesh with faces",
                    "the mesh holds no faces");
    scree_status status = solid_heal(&h, corner, facets, tolerance, report, error);
    if (!status && report->open_edges)
        status = refuse_edges(name, report, SOLID_OPEN_EDGE, error);
    if (!status && report->branched_edges)
        status = refuse_edges(name, report, SOLID_BRANCHED_EDGE, error);
    if (!status)
        status = solid_orient(&h, report, error);
    if (!status)
        status = finish(&h, out, report, error);
    healer_clear(&h);
    if (status)
        solid_clear(out);
    describe(report);
    return status;
}

scree_status solid_from_hull(const v3 *point, int32_t points, const char *name, solid *out,
                             scree_error *error)
{
    hull h;
    solid_report report;
    memset(out, 0, sizeof *out);
    scree_status status = hull_build(point, points, name, &h, error);
    if (status)
        return status;
    v3 *corner = malloc(3 * (size_t)hull_facets(&h) * sizeof *corner);
    if (corner) {
        hull_soup(&h, point, corner);
        status = solid_build(corner, hull_facets(&h), 0, name, out, &report, error);
    } else
        status = fail_memory(error, name);
    free(corner);
    hull_clear(&h);
    return status;
}
