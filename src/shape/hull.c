// hull.c - see hull.h.
//
// Qhull gets the points shifted to their middle and scaled by a power of two, so that its result does not depend on the
// unit of length nor on where the points stand. It answers errors by a long jump, which is caught here.
#include "shape/hull.h"

#include "base/heap.h"
#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"

#include <libqhull_r/qhull_ra.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct face_list {
    hull *hull;
    int64_t start_room, corner_room, corners;
    bool failed;
} face_list;

void hull_clear(hull *hull)
{
    free(hull->start);
    free(hull->corner);
    memset(hull, 0, sizeof *hull);
}

// ---- points

static double *prepare(const v3 *point, int32_t points)
{
    v3 low = point[0];
    v3 high = point[0];
    for (int32_t i = 1; i < points; i++) {
        low = v3_min(low, point[i]);
        high = v3_max(high, point[i]);
    }
    const v3 middle = v3_scale(0.5, v3_add(low, high));
    const v3 size = v3_sub(high, low);
    int exponent;
    (void)frexp(real_max(size.x, real_max(size.y, size.z)), &exponent);
    double *out = malloc(3 * (size_t)points * sizeof *out);
    for (int32_t i = 0; out && i < points; i++) {
        const v3 arm = v3_sub(point[i], middle);
        out[3 * (size_t)i] = ldexp(arm.x, -exponent);
        out[3 * (size_t)i + 1] = ldexp(arm.y, -exponent);
        out[3 * (size_t)i + 2] = ldexp(arm.z, -exponent);
    }
    return out;
}

// ---- faces

static void add_corner(face_list *list, int32_t point)
{
    list->failed |= !mem_grow((void **)&list->hull->corner, &list->corner_room, list->corners + 1,
                              sizeof(int32_t));
    if (!list->failed)
        list->hull->corner[list->corners++] = point;
}

static void add_face(qhT *qh, face_list *list, facetT *facet)
{
    vertexT *vertex;
    vertexT **vertexp;
    hull *hull = list->hull;
    list->failed |=
        !mem_grow((void **)&hull->start, &list->start_room, hull->faces + 2, sizeof(int32_t));
    if (list->failed)
        return;
    hull->start[hull->faces++] = (int32_t)list->corners;
    setT *vertices = qh_facet3vertex(qh, facet);
    FOREACHvertex_(vertices) add_corner(list, qh_pointid(qh, vertex->point));
    qh_settempfree(qh, &vertices);
    hull->start[hull->faces] = (int32_t)list->corners;
}

static void take_faces(qhT *qh, face_list *list)
{
    facetT *facet;
    FORALLfacets add_face(qh, list, facet);
}

// Twice the vector area of a face.
static v3 face_area(const hull *hull, const v3 *point, int32_t face)
{
    const int32_t *corner = hull->corner;
    const int32_t first = hull->start[face];
    const int32_t end = hull->start[face + 1];
    const v3 a = point[corner[first]];
    v3 sum = v3_make(0, 0, 0);
    for (int32_t k = first + 1; k + 1 < end; k++) {
        const v3 one = v3_sub(point[corner[k]], a);
        const v3 other = v3_sub(point[corner[k + 1]], a);
        sum = v3_add(sum, v3_cross(one, other));
    }
    return sum;
}

static void reverse(int32_t *list, int32_t count)
{
    for (int32_t i = 0, j = count - 1; i < j; i++, j--) {
        const int32_t keep = list[i];
        list[i] = list[j];
        list[j] = keep;
    }
}

// Turns every face outwards and lets it begin with its smallest corner.
static void straighten(hull *hull, const v3 *point)
{
    v3 inside = v3_make(0, 0, 0);
    const int32_t corners = hull->start[hull->faces];
    for (int32_t k = 0; k < corners; k++)
        inside = v3_fma(inside, 1.0 / corners, point[hull->corner[k]]);
    for (int32_t face = 0; face < hull->faces; face++) {
        int32_t *ring = hull->corner + hull->start[face];
        int32_t count = hull->start[face + 1] - hull->start[face];
        int32_t least = 0;
        const v3 area = face_area(hull, point, face);
        const v3 outwards = v3_sub(point[ring[0]], inside);
        if (v3_dot(area, outwards) < 0)
            reverse(ring, count);
        for (int32_t k = 1; k < count; k++) {
            if (ring[k] < ring[least])
                least = k;
        }
        reverse(ring, least);
        reverse(ring + least, count - least);
        reverse(ring, count);
    }
}

typedef struct ranked {
    const int32_t *ring;
    int32_t count;
} ranked;

static int by_corners(const void *a, const void *b)
{
    const ranked *first = a;
    const ranked *ranked = b;
    for (int32_t k = 0; k < first->count && k < ranked->count; k++) {
        if (first->ring[k] != ranked->ring[k])
            return first->ring[k] < ranked->ring[k] ? -1 : 1;
    }
    return first->count < ranked->count ? -1 : first->count > ranked->count;
}

static bool sort_faces(hull *hull)
{
    ranked *list = mem_array(hull->faces, sizeof *list);
    int32_t *corner = malloc((size_t)hull->start[hull->faces] * sizeof *corner);
    if (!list || !corner) {
        mem_free(list);
        free(corner);
        return false;
    }
    for (int32_t face = 0; face < hull->faces; face++) {
        const int32_t start = hull->start[face];
        list[face] = (ranked){hull->corner + start, hull->start[face + 1] - start};
    }
    qsort(list, (size_t)hull->faces, sizeof *list, by_corners);
    int32_t at = 0;
    for (int32_t face = 0; face < hull->faces; face++) {
        hull->start[face] = at;
        memcpy(corner + at, list[face].ring, (size_t)list[face].count * sizeof *corner);
        at += list[face].count;
    }
    free(hull->corner);
    hull->corner = corner;
    mem_free(list);
    return true;
}

static void measure(hull *hull, const v3 *point)
{
    const v3 origin = point[hull->corner[0]];
    hull->volume = 0;
    for (int32_t face = 0; face < hull->faces; face++) {
        const int32_t first = hull->start[face];
        const int32_t last = hull->start[face + 1] - 1;
        const v3 a = v3_sub(point[hull->corner[first]], origin);
        for (int32_t k = first + 1; k < last; k++) {
            const v3 b = v3_sub(point[hull->corner[k]], origin);
            const v3 c = v3_sub(point[hull->corner[k + 1]], origin);
            hull->volume += v3_dot(a, v3_cross(b, c)) / 6;
        }
    }
}

// ---- the whole

static int run(qhT *qh, double *at, int32_t points, face_list *list, FILE *words)
{
    char command[] =
        "qhull Pp"; // without its hints on precision; a file for results it would flush with all others
    int code = qh_new_qhull(qh, 3, points, at, False, command, NULL, words);
    if (code)
        return code;
    code = setjmp(qh->errexit);
    if (!code) {
        qh->NOerrexit = False;
        take_faces(qh, list);
    }
    qh->NOerrexit = True;
    return code;
}

static scree_status build(const v3 *point, int32_t points, const char *name, hull *out,
                          scree_error *error)
{
    qhT *qh = calloc(1, sizeof *qh);
    double *at = prepare(point, points);
    char *text = NULL;
    size_t length = 0;
    FILE *words = open_memstream(&text, &length);
    face_list list = {.hull = out};
    int code = qh_ERRmem;
    int left;
    int bytes;
    if (qh && at && words) {
        qh_zero(qh, words);
        code = run(qh, at, points, &list, words);
        qh_freeqhull(qh, !qh_ALL);
        qh_memfreeshort(qh, &left, &bytes);
    }
    if (words)
        fclose(words);
    heap_free_system(text);
    free(at);
    free(qh);
    if (code == qh_ERRmem || list.failed)
        return fail_memory(error, name);
    if (code == qh_ERRsingular || (!code && !out->faces)) {
        return fail(error, SCREE_BAD_INPUT, name, "give a body with a volume",
                    "all points lie in one plane");
    }
    if (code) {
        return fail(error, SCREE_BAD_INPUT, name,
                    "round the coordinates, or leave out points that nearly coincide",
                    "Qhull finds no convex hull (its code %d)", code);
    }
    straighten(out, point);
    if (!sort_faces(out))
        return fail_memory(error, name);
    measure(out, point);
    return SCREE_OK;
}

scree_status hull_build(const v3 *point, int32_t points, const char *name, hull *out,
                        scree_error *error)
{
    memset(out, 0, sizeof *out);
    if (points < 4) {
        return fail(error, SCREE_BAD_INPUT, name, "give four points or more, not in one plane",
                    "%d points have no convex hull with a volume", points);
    }
    scree_status status = build(point, points, name, out, error);
    if (status)
        hull_clear(out);
    return status;
}

int32_t hull_facets(const hull *hull)
{
    return hull->start[hull->faces] - 2 * hull->faces;
}

void hull_soup(const hull *hull, const v3 *point, v3 *corner)
{
    for (int32_t face = 0; face < hull->faces; face++) {
        for (int32_t k = hull->start[face] + 1; k + 1 < hull->start[face + 1]; k++) {
            *corner++ = point[hull->corner[hull->start[face]]];
            *corner++ = point[hull->corner[k]];
            *corner++ = point[hull->corner[k + 1]];
        }
    }
}
