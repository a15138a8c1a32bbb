// shape_picture.c - the picture of a mesh, see shape_look.h.
#include "cli/shape_look.h"

#include "console/letters.h"
#include "draw/picture_solid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURE_WORDS = 110 };

// Edges at which the surface bends by more than some 25 degrees.
static picture_line *sharp_edges(const solid *s, int64_t *count)
{
    const mesh *m = s->surface;
    *count = 0;
    picture_line *list = m ? malloc(((size_t)m->edges + 1) * sizeof *list) : NULL;
    for (int32_t e = 0; list && e < m->edges; e++) {
        if (m->edge[e].turn > 0.9)
            continue;
        for (int k = 0; k < 2; k++)
            list[*count][k] = m->vertex[m->edge[e].vertex[k]];
        ++*count;
    }
    return list;
}

static void picture_words(const shape_look *s, char first[PICTURE_WORDS],
                          char second[PICTURE_WORDS])
{
    const solid_report *r = &s->report;
    const char *detail = strstr(s->error.what, ", the first");
    const int length = detail ? (int)(detail - s->error.what) : PICTURE_WORDS - 20;
    if (s->with->as_wall) {
        snprintf(first, PICTURE_WORDS, "a wall, %s", s->wall.closed ? "closed" : "open");
        snprintf(second, PICTURE_WORDS, "%d triangles, %d vertices", s->wall.triangles,
                 s->wall.vertices);
        return;
    }
    if (s->status)
        snprintf(first, PICTURE_WORDS, "no sound body: %.*s", length, s->error.what);
    else
        snprintf(first, PICTURE_WORDS, "volume %.4g m\xc2\xb3, bounding radius %.4g m, %s",
                 s->mass.volume, s->mass.bounding_radius,
                 s->solid.convex ? "convex" : "not convex");
    const int at =
        snprintf(second, PICTURE_WORDS, "%d triangles, %d vertices", r->triangles, r->vertices);
    if (r->shells)
        snprintf(second + at, (size_t)(PICTURE_WORDS - at), ", %d %s", r->shells,
                 r->shells == 1 ? "shell" : "shells");
}

scree_status shape_look_draw(const shape_look *s, scree_error *error)
{
    char first[PICTURE_WORDS];
    char second[PICTURE_WORDS];
    const char *words[] = {first, second};
    const char *slash = strrchr(s->path, '/');
    picture_line mark[SOLID_SPOTS_MOST];
    int64_t edges;
    const mesh *m = s->solid.surface;
    v3 *corner = m ? malloc(3 * (size_t)m->triangles * sizeof *corner) : NULL;
    if (m && !corner)
        return fail_memory(error, s->with->picture);
    for (int64_t i = 0; m && i < 3 * (int64_t)m->triangles; i++)
        corner[i] = m->vertex[m->triangle[i / 3].vertex[i % 3]];
    for (int i = 0; i < s->report.spots; i++) {
        mark[i][0] = s->report.spot[i].from;
        mark[i][1] = s->report.spot[i].to;
    }
    picture_words(s, first, second);
    picture_line *edge = sharp_edges(&s->solid, &edges);
    const picture_solid p = {.corner = m ? corner : s->soup.corner,
                             .triangles = m ? m->triangles : s->soup.facets,
                             .edge = (const picture_line *)edge,
                             .edges = edge ? edges : 0,
                             .mark = (const picture_line *)mark,
                             .marks = s->report.spots,
                             .title = slash ? slash + 1 : s->path,
                             .words = words,
                             .lines = 2};
    scree_status status = picture_solid_png(s->with->picture, &p, error);
    if (!status)
        note_missing_letters();
    free(edge);
    free(corner);
    return status;
}
