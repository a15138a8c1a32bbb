// region_face.c - a flat face of a mesh and all that is above it, up to a thickness: a place from which grains come out
// of a wall. The face has an outline of any form, with holes or without. Inside the depth is the distance.
//
// Above the face is where its triangles turn (right-handed), with `flip` the other side. A point is over the face where
// a ray in its plane crosses the outline an odd number of times.
#include "scene/region.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "collide/closest.h"
#include "scene/regions_mesh.h"
#include "shape/mesh_rows.h"

#include <math.h>
#include <stdlib.h>

static const row rows[] = {
    MESH_ROWS,
    {"thickness", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "how far it reaches above the face"},
    {"at", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "the face that comes nearest to this point; may be left out where the mesh has one face"},
    {"flip", ROW_FLAG, "1", 0, 0, 1, "below the face instead of above"},
};

typedef struct outline_edge { // in the axes of the face, z = 0, m
    v3 from, to;
} outline_edge;

typedef struct face {
    region base;
    v3 origin, axis[2];
    double thickness;
    outline_edge *edge; // of the outline
    int32_t edges;
    v3 *corner;   // of its triangles, three each
    double *upto; // share of the area of the triangles up to this one
    int32_t triangles;
} face;

// ---- making

// The patch that comes nearest to a point.
static int32_t nearest_patch(const mesh *mesh, v3 at)
{
    double least = INFINITY;
    int32_t patch = 0;
    for (int32_t i = 0; i < mesh->triangles; i++) {
        v3 closest;
        mesh_closest(mesh, i, at, &closest);
        const double distance = v3_distance(at, closest);
        if (distance < least) {
            least = distance;
            patch = mesh->triangle[i].patch;
        }
    }
    return patch;
}

static scree_status choose_patch(const region_given *given, const mesh *mesh, int32_t *patch,
                                 scree_error *error)
{
    *patch = 0;
    if (choice_given(given->form, "at")) {
        *patch = nearest_patch(mesh, region_vector(given->form, "at"));
        return SCREE_OK;
    }
    if (mesh->patches == 1)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "file", "say which: at: [x, y, z], a point near it",
                "the mesh has %d flat faces", mesh->patches);
}

static bool keep_triangles(face *face, const mesh *mesh, int32_t patch)
{
    double area = 0;
    face->corner = malloc(3 * (size_t)mesh->triangles * sizeof *face->corner);
    face->upto = malloc((size_t)mesh->triangles * sizeof *face->upto);
    if (!face->corner || !face->upto)
        return false;
    for (int32_t i = 0; i < mesh->triangles; i++) {
        const mesh_triangle *triangle = &mesh->triangle[i];
        if (triangle->patch != patch)
            continue;
        v3 *corner = face->corner + 3 * (int64_t)face->triangles;
        for (int k = 0; k < 3; k++)
            corner[k] = mesh->vertex[triangle->vertex[k]];
        area += 0.5 * v3_norm(v3_triangle(corner[0], corner[1], corner[2]));
        face->upto[face->triangles++] = area;
    }
    face->base.volume = area * face->thickness;
    return true;
}

static v3 into_face(const face *face, v3 point)
{
    const v3 arm = v3_sub(point, face->origin);
    return v3_make(v3_dot(arm, face->axis[0]), v3_dot(arm, face->axis[1]), 0);
}

// Edges of one triangle of the face alone.
static bool keep_outline(face *face, const mesh *mesh, int32_t patch)
{
    face->edge = malloc((size_t)mesh->edges * sizeof *face->edge);
    if (!face->edge)
        return false;
    for (int32_t i = 0; i < mesh->edges; i++) {
        const mesh_edge *edge = &mesh->edge[i];
        int sides = 0;
        for (int k = 0; k < 2; k++) {
            const int32_t triangle = edge->triangle[k];
            sides += triangle >= 0 && mesh->triangle[triangle].patch == patch;
        }
        if (sides != 1)
            continue;
        outline_edge *kept = &face->edge[face->edges++];
        kept->from = into_face(face, mesh->vertex[edge->vertex[0]]);
        kept->to = into_face(face, mesh->vertex[edge->vertex[1]]);
    }
    return true;
}

static void bound(face *face)
{
    region *base = &face->base;
    const v3 up = v3_scale(face->thickness, base->normal);
    base->low = base->high = face->corner[0];
    for (int64_t i = 0; i < 3 * (int64_t)face->triangles; i++) {
        const v3 over = v3_add(face->corner[i], up);
        base->low = v3_min(base->low, v3_min(face->corner[i], over));
        base->high = v3_max(base->high, v3_max(face->corner[i], over));
    }
}

static scree_status make_of(const region_given *given, const mesh *mesh, face *face,
                            scree_error *error)
{
    int32_t patch;
    scree_status status = choose_patch(given, mesh, &patch, error);
    if (status != SCREE_OK)
        return status;
    face->thickness = choice_real(given->form, "thickness");
    if (!keep_triangles(face, mesh, patch))
        return fail_memory(error, "regions");
    const v3 across = v3_triangle(face->corner[0], face->corner[1], face->corner[2]);
    face->base.normal = v3_scale(choice_flag(given->form, "flip") ? -1 : 1, v3_unit(across));
    face->origin = face->corner[0];
    face->axis[0] = v3_unit(v3_sub(face->corner[1], face->corner[0]));
    face->axis[1] = v3_cross(face->base.normal, face->axis[0]);
    if (!keep_outline(face, mesh, patch))
        return fail_memory(error, "regions");
    bound(face);
    return SCREE_OK;
}

static scree_status make(const region_given *given, region *out, scree_error *error)
{
    mesh *mesh;
    scree_status status = region_mesh_read(given, &mesh, error);
    if (status != SCREE_OK)
        return status;
    status = make_of(given, mesh, (face *)out, error);
    mesh_free(mesh);
    return status;
}

static void release(region *is)
{
    face *face = (struct face *)is;
    free(face->edge);
    free(face->corner);
    free(face->upto);
}

// ---- asking

// Does a ray along the first axis cross the edge?
static bool crosses(const outline_edge *edge, v3 at)
{
    const v3 from = edge->from;
    const v3 to = edge->to;
    if ((from.y > at.y) == (to.y > at.y))
        return false;
    const double share = (at.y - from.y) / (to.y - from.y);
    return at.x < from.x + share * (to.x - from.x);
}

static double depth(const region *is, v3 point)
{
    const face *face = (const struct face *)is;
    const double height = v3_dot(is->normal, v3_sub(point, face->origin));
    const double between = real_min(height, face->thickness - height);
    const v3 at = into_face(face, point);
    double aside = INFINITY;
    bool over = false;
    for (int32_t i = 0; i < face->edges; i++) {
        const outline_edge *edge = &face->edge[i];
        v3 nearest;
        closest_on_segment(at, edge->from, edge->to, &nearest);
        aside = real_min(aside, v3_distance(at, nearest));
        over ^= crosses(edge, at);
    }
    return real_min(between, over ? aside : -aside);
}

// A triangle by its area, a point of it, a height.
static v3 draw(const region *is, rng *random)
{
    const face *face = (const struct face *)is;
    const double area = rng_uniform(random) * face->upto[face->triangles - 1];
    double a = rng_uniform(random);
    double b = rng_uniform(random);
    const double height = rng_uniform(random) * face->thickness;
    int32_t i = 0;
    while (i < face->triangles - 1 && face->upto[i] < area)
        i++;
    if (a + b > 1) {
        a = 1 - a;
        b = 1 - b;
    }
    const v3 *corner = face->corner + 3 * (int64_t)i;
    v3 point = v3_fma(corner[0], a, v3_sub(corner[1], corner[0]));
    point = v3_fma(point, b, v3_sub(corner[2], corner[0]));
    return v3_fma(point, height, is->normal);
}

const char region_face_example[] = "file: block.obj, unit: mm, scale: 26, position: [-26 mm, -62 "
                                   "mm, -13 mm], at: [-13 mm, -10 mm, 0], thickness: 35 mm";

const region_kind region_face = {
    .what = {"face", "a flat face of a mesh and what is above it", rows,
             sizeof rows / sizeof *rows},
    .in_space_only = true,
    .size = sizeof(face),
    .make = make,
    .release = release,
    .depth = depth,
    .draw = draw,
};
