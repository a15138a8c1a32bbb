// shape_picture.c - the picture of a mesh, see shape_look.h.
#include "cli/shape_look.h"

#include "console/letters.h"
#include "draw/picture_solid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURE_WORDS = 110 };

// Edges at which the surface bends by more than some 25 degrees.
static picture_line *sharp_edges(const solid *solid, int64_t *count)
{
    const mesh *mesh = solid->surface;
    *count = 0;
    picture_line *list = mesh ? malloc(((size_t)mesh->edges + 1) * sizeof *list) : NULL;
    for (int32_t e = 0; list && e < mesh->edges; e++) {
        if (mesh->edge[e].turn > 0.9)
            continue;
        for (int k = 0; k < 2; k++)
            list[*count][k] = mesh->vertex[mesh->edge[e].vertex[k]];
        ++*count;
    }
    return list;
}

static void picture_words(const shape_look *look, char first[PICTURE_WORDS],
                          char second[PICTURE_WORDS])
{
    const solid_report *report = &look->report;
    const char *detail = strstr(look->error.what, ", the first");
    const int length = detail ? (int)(detail - look->error.what) : PICTURE_WORDS - 20;
    if (look->with->as_wall) {
        snprintf(first, PICTURE_WORDS, "a wall, %s", look->wall.closed ? "closed" : "open");
        snprintf(second, PICTURE_WORDS, "%d triangles, %d vertices", look->wall.triangles,
                 look->wall.vertices);
        return;
    }
    if (look->status)
        snprintf(first, PICTURE_WORDS, "no sound body: %.*s", length, look->error.what);
    else
        snprintf(first, PICTURE_WORDS, "volume %.4g m\xc2\xb3, bounding radius %.4g m, %s",
                 look->mass.volume, look->mass.bounding_radius,
                 look->solid.convex ? "convex" : "not convex");
    const int at = snprintf(second, PICTURE_WORDS, "%d triangles, %d vertices", report->triangles,
                            report->vertices);
    if (report->shells)
        snprintf(second + at, (size_t)(PICTURE_WORDS - at), ", %d %s", report->shells,
                 report->shells == 1 ? "shell" : "shells");
}

scree_status shape_look_draw(const shape_look *look, scree_error *error)
{
    char first[PICTURE_WORDS];
    char second[PICTURE_WORDS];
    const char *words[] = {first, second};
    const char *slash = strrchr(look->path, '/');
    picture_line mark[SOLID_SPOTS_MOST];
    int64_t edges;
    const mesh *mesh = look->solid.surface;
    v3 *corner = mesh ? malloc(3 * (size_t)mesh->triangles * sizeof *corner) : NULL;
    if (mesh && !corner)
        return fail_memory(error, look->with->picture);
    for (int64_t i = 0; mesh && i < 3 * (int64_t)mesh->triangles; i++)
        corner[i] = mesh->vertex[mesh->triangle[i / 3].vertex[i % 3]];
    for (int i = 0; i < look->report.spots; i++) {
        mark[i][0] = look->report.spot[i].from;
        mark[i][1] = look->report.spot[i].to;
    }
    picture_words(look, first, second);
    picture_line *edge = sharp_edges(&look->solid, &edges);
    const picture_solid solid = {.corner = mesh ? corner : look->soup.corner,
                                 .triangles = mesh ? mesh->triangles : look->soup.facets,
                                 .edge = (const picture_line *)edge,
                                 .edges = edge ? edges : 0,
                                 .mark = (const picture_line *)mark,
                                 .marks = look->report.spots,
                                 .title = slash ? slash + 1 : look->path,
                                 .words = words,
                                 .lines = 2};
    scree_status status = picture_solid_png(look->with->picture, &solid, error);
    if (!status)
        note_missing_letters();
    free(edge);
    free(corner);
    return status;
}
