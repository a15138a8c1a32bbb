// facets.c - see facets.h.
#include "verify/facets.h"

#include <math.h>
#include <stdlib.h>

static int middle_of(facets *sphere, int from, int to)
{
    const v3 middle = v3_unit(v3_add(sphere->point[from], sphere->point[to]));
    for (int i = 0; i < sphere->points; i++) {
        if (v3_distance(sphere->point[i], middle) < 1e-9)
            return i;
    }
    sphere->point[sphere->points] = middle;
    return sphere->points++;
}

static void halve_edges(facets *sphere)
{
    const int faces = sphere->faces;
    for (int i = 0; i < faces; i++) {
        int corner[3];
        int middle[3];
        for (int k = 0; k < 3; k++)
            corner[k] = sphere->face[i][k];
        for (int k = 0; k < 3; k++)
            middle[k] = middle_of(sphere, corner[k], corner[(k + 1) % 3]);
        for (int k = 0; k < 3; k++) {
            int *own = sphere->face[sphere->faces++];
            own[0] = corner[k];
            own[1] = middle[k];
            own[2] = middle[(k + 2) % 3];
            sphere->face[i][k] = middle[k];
        }
    }
}

// Corners of the faces of an icosahedron.
static const int icosahedron[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                       {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                       {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                       {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};

bool facets_make(int halvings, facets *out)
{
    const double golden = 0.5 * (1 + sqrt(5));
    int faces = 20;
    for (int i = 0; i < halvings; i++)
        faces *= 4;
    *out = (facets){.faces = 20, .points = 12};
    out->point = calloc((size_t)faces, sizeof *out->point);
    out->face = calloc((size_t)faces, sizeof *out->face);
    if (!out->point || !out->face)
        return false;
    for (int i = 0; i < 12; i++) { // (-+1, +-golden, 0) and what a cycle of the axes makes of it
        const double x = i & 1 ? 1 : -1;
        const double y = i & 2 ? -golden : golden;
        const v3 way[3] = {{x, y, 0}, {0, x, y}, {y, 0, x}};
        out->point[i] = v3_unit(way[i / 4]);
    }
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 3; k++)
            out->face[i][k] = icosahedron[i][k];
    }
    for (int i = 0; i < halvings; i++)
        halve_edges(out);
    return true;
}

void facets_write(const facets *sphere, double radius, text_buffer *text)
{
    text_append(text, "shapes:\n  s: {polyhedron: {vertices: [");
    for (int i = 0; i < sphere->points; i++) {
        const v3 point = v3_scale(radius, sphere->point[i]);
        text_append_format(text, "%s[%.12g m, %.12g m, %.12g m]", i ? ", " : "", point.x, point.y,
                           point.z);
    }
    text_append(text, "], faces: [");
    for (int i = 0; i < sphere->faces; i++) {
        const int *corner = sphere->face[i];
        text_append_format(text, "%s[%d, %d, %d]", i ? ", " : "", corner[0], corner[1], corner[2]);
    }
    text_append(text, "]}}\n");
}
