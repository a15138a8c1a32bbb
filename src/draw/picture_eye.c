// picture_eye.c - see picture_eye.h.
#include "draw/picture_eye.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 512 };

// What is needed to draw grains with corners, as large as the largest of them asks for.
typedef struct workspace {
    vec *corner;
    float *crossing;
} workspace;

static bool workspace_make(workspace *room, const grain_picture *picture)
{
    int32_t corners = 0;
    int32_t edges = 3;
    for (int64_t i = 0; picture->shaped && i < picture->count; i++) {
        const model_core *core = picture->shaped[i].core;
        if (core && core->vertices > corners)
            corners = core->vertices;
        if (core && core->edges > edges)
            edges = core->edges;
    }
    *room = (workspace){malloc(((size_t)corners + 1) * sizeof *room->corner),
                        malloc((size_t)edges * sizeof *room->crossing)};
    return room->corner && room->crossing;
}

static void workspace_clear(workspace *workspace)
{
    free(workspace->corner);
    free(workspace->crossing);
}

// Faces on the side of the eye, raised by the radius, rods along the edges, balls at the vertices: together, seen from
// here, the surface of the thickened core.
static void draw_sides(depth_buffer *buffer, const workspace *workspace, const shaped_grain *grain,
                       int32_t owner)
{
    static const int32_t round_triangle[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    const model_core *core = grain->core;
    for (int32_t t = 0; t < core->triangles; t++) {
        const int32_t *k = core->triangle[t];
        const vec corner[3] = {workspace->corner[k[0]], workspace->corner[k[1]],
                               workspace->corner[k[2]]};
        const vec first = vec_sub(corner[1], corner[0]);
        const vec second = vec_sub(corner[2], corner[0]);
        const flat_face side = {
            .corner = corner,
            .edge = round_triangle,
            .edges = 3,
            .normal = vec_unit(vec_cross(first, second)),
            .above = grain->radius,
        };
        buffer_face(buffer, &side, owner, workspace->crossing);
    }
}

// Rods along the edges and balls at the corners.
static void draw_rim(depth_buffer *buffer, const workspace *workspace, const shaped_grain *grain,
                     int32_t owner)
{
    const model_core *core = grain->core;
    const int32_t(*edge)[2] = (const int32_t(*)[2])core->edge;
    for (int32_t k = 0; k < core->edges; k++) {
        const vec from = workspace->corner[edge[k][0]];
        const vec to = workspace->corner[edge[k][1]];
        buffer_rod(buffer, from, to, grain->radius, owner);
    }
    for (int32_t i = 0; i < core->vertices; i++) {
        const vec at = workspace->corner[i];
        const disc ball = {
            .x = at.x,
            .y = at.y,
            .depth = at.z,
            .radius = grain->radius,
        };
        buffer_ball(buffer, ball, owner, true);
    }
}

static void draw_shaped(depth_buffer *buffer, const workspace *workspace, const shaped_grain *grain,
                        const eye *eye, disc circle, int32_t owner)
{
    const model_core *core = grain->core;
    const vec centre = vec_make(circle.x, circle.y, circle.depth);
    const vec x = seen_by(eye, grain->axis[0]);
    const vec y = seen_by(eye, grain->axis[1]);
    const vec z = seen_by(eye, grain->axis[2]);
    for (int32_t i = 0; i < core->vertices; i++) {
        const v3 v = core->vertex[i];
        vec at = vec_fma(centre, (float)v.x, x);
        at = vec_fma(at, (float)v.y, y);
        workspace->corner[i] = vec_fma(at, (float)v.z, z);
    }
    if (grain->filled) {
        const flat_face plate = {
            .corner = workspace->corner,
            .edge = (const int32_t(*)[2])core->edge,
            .edges = core->edges,
            .normal = vec_unit(z),
            .above = grain->radius,
        };
        buffer_face(buffer, &plate, owner, workspace->crossing);
    }
    draw_sides(buffer, workspace, grain, owner);
    const bool has_faces = grain->filled || core->triangles;
    const bool too_thin = grain->radius * buffer->per_unit < 0.3f; // to be seen
    if (!has_faces || !too_thin)
        draw_rim(buffer, workspace, grain, owner);
}

static void draw_grain(depth_buffer *buffer, const workspace *workspace,
                       const grain_picture *picture, const eye *eye, disc disc, int32_t i)
{
    if (!picture->shaped || !picture->shaped[i].core)
        buffer_ball(buffer, disc, i, false);
    else if (!buffer_hides(buffer, disc))
        draw_shaped(buffer, workspace, &picture->shaped[i], eye, disc, i);
}

static int layer_of(const disc *disc, float front, float scale)
{
    return (int)(scale * (disc->depth - front));
}

bool draw_grains(depth_buffer *buffer, const grain_picture *picture, const eye *eye,
                 const disc *list)
{
    const int64_t count = picture->count;
    int64_t start[LAYERS + 1] = {0};
    int32_t *order = malloc(((size_t)count + 1) * sizeof *order);
    workspace workspace;
    const bool good = workspace_make(&workspace, picture) && order;
    float front = INFINITY;
    float back = -INFINITY;
    for (int64_t i = 0; i < count; i++) {
        front = fminf(front, list[i].depth);
        back = fmaxf(back, list[i].depth);
    }
    const float scale = back > front ? (LAYERS - 1) / (back - front) : 0;
    for (int64_t i = 0; good && i < count; i++) {
        const int layer = layer_of(&list[i], front, scale);
        start[1 + layer]++;
    }
    for (int k = 0; k < LAYERS; k++)
        start[k + 1] += start[k];
    for (int64_t i = 0; good && i < count; i++) {
        const int layer = layer_of(&list[i], front, scale);
        order[start[layer]++] = (int32_t)i;
    }
    for (int64_t i = 0; good && i < count; i++) {
        const int32_t grain = order[i];
        draw_grain(buffer, &workspace, picture, eye, list[grain], grain);
    }
    free(order);
    workspace_clear(&workspace);
    return good;
}
