// depth_field.c - the depth field of a sharp solid: which faces are of its hull, of its pockets, of what stands in those.
//
// Faces that have all vertices of the solid behind their planes are those of its hull. The others hang together, by
// edges, in parts, each a pocket. Of a pocket those faces come first that have all its vertices before their planes, and
// what is left hangs together in parts again, solids that stand in it. That goes on until no face is left.
//
// Stars, jacks and hourglasses have parts in which no face comes first: their dents meet in edges that stick out. There
// faces do not hang together across such edges, nor in a pocket across edges that go in, and a part may be all pockets
// (or solids) without a face of its own. That is tried where the first way finds no field, of both and of one of the two
// kinds. Whether a field is right is tried (depth_try.h).
#include "collide/depth_try.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define FLAT 1e-7 // of the size: what is no farther from a plane lies on it

// ---- planes of the faces

static double size_of(const depth_solid *solid)
{
    double size = 0;
    for (int32_t i = 0; i < solid->vertices; i++)
        size = real_max(size, v3_norm(solid->vertex[i]));
    return size;
}

static v3 corner_of(const depth_solid *solid, int32_t triangle, int k)
{
    return solid->vertex[solid->triangle[triangle][k]];
}

static v3 area_of(const depth_solid *solid, int32_t triangle)
{
    const v3 from = corner_of(solid, triangle, 0);
    const v3 along = v3_sub(corner_of(solid, triangle, 1), from);
    const v3 beside = v3_sub(corner_of(solid, triangle, 2), from);
    return v3_cross(along, beside);
}

typedef struct sorting {
    const depth_solid *solid;
    depth_field *out;
    v3 *normal;
    double *height;
    int32_t *part; // of faces that are left: which of the parts; -1: has its place
    double near;
    bool parted
        [2]; // of solids and of pockets: faces do not hang together across edges that stick out
} sorting;

static void find_planes(sorting *sorting)
{
    const depth_solid *solid = sorting->solid;
    for (int32_t face = 0; face < solid->faces; face++) {
        v3 area = v3_make(0, 0, 0);
        for (int32_t i = solid->face[face]; i < solid->face[face + 1]; i++)
            area = v3_add(area, area_of(solid, i));
        sorting->normal[face] = v3_unit(area);
        sorting->height[face] =
            v3_dot(sorting->normal[face], corner_of(solid, solid->face[face], 0));
    }
}

// ---- levels

// The third corner of the triangle of a face that runs along an edge; -1: it has no such edge.
static int32_t beside_edge(const depth_solid *solid, int32_t face, int32_t from, int32_t to)
{
    for (int32_t i = solid->face[face]; i < solid->face[face + 1]; i++) {
        const int32_t *corner = solid->triangle[i];
        for (int k = 0; k < 3; k++) {
            if (corner[k] == from && corner[(k + 1) % 3] == to)
                return corner[(k + 2) % 3];
        }
    }
    return -1;
}

static bool has_edge(const depth_solid *solid, int32_t face, int32_t from, int32_t to)
{
    return beside_edge(solid, face, from, to) >= 0;
}

// Do two faces hang together by an edge? Where parts are taken apart at what sticks out, of a solid or into a pocket,
// not by one of those.
static bool hang_together(const sorting *sorting, int32_t face, int32_t other, bool pocket)
{
    const depth_solid *solid = sorting->solid;
    const double side = pocket ? 1 : -1;
    for (int32_t i = solid->face[face]; i < solid->face[face + 1]; i++) {
        const int32_t *corner = solid->triangle[i];
        for (int k = 0; k < 3; k++) {
            const int32_t beside = beside_edge(solid, other, corner[(k + 1) % 3], corner[k]);
            if (beside < 0)
                continue;
            const double above =
                v3_dot(sorting->normal[face], solid->vertex[beside]) - sorting->height[face];
            if (!sorting->parted[pocket] || side * above < 0)
                return true;
        }
    }
    return false;
}

// Does the face come first among those of its part: is all of the part on the right side of its plane?
static bool comes_first(const sorting *sorting, int32_t face, int32_t part, bool pocket)
{
    const depth_solid *solid = sorting->solid;
    const double side = pocket ? 1 : -1;
    for (int32_t other = 0; other < solid->faces; other++) {
        if (sorting->part[other] != part)
            continue;
        for (int32_t i = solid->face[other]; i < solid->face[other + 1]; i++) {
            for (int k = 0; k < 3; k++) {
                const double above =
                    v3_dot(sorting->normal[face], corner_of(solid, i, k)) - sorting->height[face];
                if (side * above < -sorting->near)
                    return false;
            }
        }
    }
    return true;
}

// Gives a number of its own to what hangs together with `face` of the faces of `part`; how many these are.
static int32_t number_part(sorting *sorting, int32_t face, int32_t part, int32_t number,
                           bool pocket)
{
    const depth_solid *solid = sorting->solid;
    int32_t count = 1;
    sorting->part[face] = number;
    for (bool grew = true; grew;) {
        grew = false;
        for (int32_t other = 0; other < solid->faces; other++) {
            bool joins = false;
            for (int32_t i = 0; i < solid->faces && sorting->part[other] == part && !joins; i++)
                joins = sorting->part[i] == number && hang_together(sorting, other, i, pocket);
            if (!joins)
                continue;
            sorting->part[other] = number;
            count++;
            grew = true;
        }
    }
    return count;
}

static void add_face(sorting *sorting, int32_t face)
{
    depth_field *out = sorting->out;
    const int32_t to = out->faces++;
    out->normal[to] = sorting->normal[face];
    out->height[to] = sorting->height[face];
    out->number[to] = face;
}

// Makes the group of a part and of all that it holds; false where there is none.
static bool make_group(sorting *sorting, int32_t part, int32_t *parts, int32_t parents)
{
    const depth_solid *solid = sorting->solid;
    depth_field *out = sorting->out;
    const bool pocket = parents % 2 == 1;
    int32_t faces = 0;
    if (out->groups == DEPTH_GROUPS_MOST)
        return false;
    depth_group *group = &out->group[out->groups++];
    group->face = out->faces;
    group->parents = parents;
    for (int32_t face = 0; face < solid->faces; face++) {
        const bool of_part = sorting->part[face] == part;
        faces += of_part;
        if (of_part && comes_first(sorting, face, part, pocket))
            add_face(sorting, face);
    }
    group->faces = out->faces - group->face;
    for (int32_t i = group->face; i < out->faces; i++)
        sorting->part[out->number[i]] = -1;
    for (int32_t face = 0; face < solid->faces; face++) {
        if (sorting->part[face] != part)
            continue;
        if (solid->faces > DEPTH_POCKETS_MOST)
            return false; // parts are found by looking at all pairs of faces
        const int32_t number = ++*parts;
        const bool is_all = number_part(sorting, face, part, number, pocket) == faces;
        if (is_all || !make_group(sorting, number, parts, parents + 1))
            return false;
    }
    group->next = out->groups;
    return true;
}

// ---- fine facets

// What there is of a face beside each piece of its border: its area over the length of that, m.
static double stripe_of(const depth_solid *solid, int32_t face)
{
    double area = 0;
    double border = 0;
    for (int32_t i = solid->face[face]; i < solid->face[face + 1]; i++) {
        const int32_t *corner = solid->triangle[i];
        area += 0.5 * v3_norm(area_of(solid, i));
        for (int k = 0; k < 3; k++) {
            const int32_t from = corner[k];
            const int32_t to = corner[(k + 1) % 3];
            const v3 side = v3_sub(solid->vertex[to], solid->vertex[from]);
            if (!has_edge(solid, face, to, from))
                border += v3_norm(side);
        }
    }
    return area / border;
}

// An edge by its vertices, the lower one first, so that a search finds it.
typedef struct known_edge {
    int64_t key;
    int32_t number;
} known_edge;

static int64_t key_of(int32_t from, int32_t to)
{
    const int64_t low = from < to ? from : to;
    const int64_t high = from < to ? to : from;
    return low << 32 | high;
}

static int by_key(const void *one, const void *other)
{
    const int64_t a = ((const known_edge *)one)->key;
    const int64_t b = ((const known_edge *)other)->key;
    return (a > b) - (a < b);
}

// Adds the stripe of a face to its edges.
static void add_stripe(const sorting *sorting, const known_edge *known, int32_t face)
{
    const depth_solid *solid = sorting->solid;
    const double part = stripe_of(solid, face) / solid->width;
    for (int32_t i = solid->face[face]; i < solid->face[face + 1]; i++) {
        const int32_t *corner = solid->triangle[i];
        for (int k = 0; k < 3; k++) {
            const known_edge side = {.key = key_of(corner[k], corner[(k + 1) % 3])};
            const known_edge *found =
                bsearch(&side, known, (size_t)solid->edges, sizeof side, by_key);
            if (found)
                sorting->out->counts[found->number] += part;
        }
    }
}

static bool weigh_edges(const sorting *sorting)
{
    const depth_solid *solid = sorting->solid;
    double *counts = sorting->out->counts;
    known_edge *known = mem_array(solid->edges, sizeof *known);
    if (!known)
        return false;
    for (int32_t i = 0; i < solid->edges; i++) {
        known[i].key = key_of(solid->edge[i][0], solid->edge[i][1]);
        known[i].number = i;
    }
    qsort(known, (size_t)solid->edges, sizeof *known, by_key);
    for (int32_t face = 0; face < solid->faces; face++)
        add_stripe(sorting, known, face);
    for (int32_t i = 0; i < solid->edges; i++)
        counts[i] = real_min(counts[i], 1);
    mem_free(known);
    return true;
}

// ---- making

static bool reserve_field(const depth_solid *solid, depth_field *out)
{
    const int32_t faces = solid->faces;
    out->normal = mem_array(faces, sizeof(v3));
    out->height = mem_array(faces, sizeof(double));
    out->number = mem_array(faces, sizeof(int32_t));
    out->group = mem_array(DEPTH_GROUPS_MOST, sizeof(depth_group));
    out->edge = mem_array(solid->edges, sizeof *out->edge);
    out->counts = mem_array(solid->edges, sizeof *out->counts);
    const bool has_faces = out->normal && out->height && out->number;
    return has_faces && out->group && out->edge && out->counts;
}

static bool reserve_sorting(const depth_solid *solid, sorting *sorting)
{
    sorting->normal = mem_array(solid->faces, sizeof *sorting->normal);
    sorting->height = mem_array(solid->faces, sizeof *sorting->height);
    sorting->part = mem_array(solid->faces, sizeof *sorting->part);
    return sorting->normal && sorting->height && sorting->part;
}

// Looks for a field with parts taken apart or not; false where there is none.
static bool find_field(sorting *sorting, bool solids_parted, bool pockets_parted)
{
    depth_field *out = sorting->out;
    int32_t parts = 0;
    out->groups = 0;
    out->faces = 0;
    sorting->parted[0] = solids_parted;
    sorting->parted[1] = pockets_parted;
    for (int32_t face = 0; face < sorting->solid->faces; face++)
        sorting->part[face] = 0;
    return make_group(sorting, 0, &parts, 0) &&
           depth_field_is_right(out, sorting->solid, sorting->normal, sorting->near);
}

static bool find_any_field(sorting *sorting)
{
    return find_field(sorting, false, false) || find_field(sorting, true, true) ||
           find_field(sorting, false, true) || find_field(sorting, true, false);
}

scree_status depth_field_make(const depth_solid *solid, const char *name, depth_field *out,
                              scree_error *error)
{
    *out = (depth_field){.length = solid->length};
    sorting sorting = {.solid = solid, .out = out};
    scree_status status = SCREE_OK;
    if (reserve_field(solid, out) && reserve_sorting(solid, &sorting)) {
        out->radius = size_of(solid);
        sorting.near = FLAT * out->radius;
        for (int32_t i = 0; i < solid->edges; i++) {
            out->edge[i][0] = solid->edge[i][0];
            out->edge[i][1] = solid->edge[i][1];
        }
        out->vertices = solid->vertices;
        out->edges = solid->edges;
        find_planes(&sorting);
        const bool few = solid->faces <= DEPTH_FACES_MOST;
        if (!few || !find_any_field(&sorting))
            out->groups = 0;
        if (!weigh_edges(&sorting))
            status = fail_memory(error, name);
    } else {
        status = fail_memory(error, name);
    }
    mem_free(sorting.normal);
    mem_free(sorting.height);
    mem_free(sorting.part);
    return status;
}

void depth_field_clear(depth_field *field)
{
    mem_free(field->normal);
    mem_free(field->height);
    mem_free(field->number);
    mem_free(field->group);
    mem_free(field->edge);
    mem_free(field->counts);
    *field = (depth_field){0};
}
