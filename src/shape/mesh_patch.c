// mesh_patch.c - flat patches, smooth groups and regions of a mesh by flood fill.
//
// Every fill starts from the largest triangle (patch) left, ties by index, and compares with that one and not with the
// last one reached, so that a patch cannot drift away from its plane nor a region from its direction.
#include "shape/mesh_stages.h"

#include "base/memory.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#define FLAT_TURN 0.9 // thin triangles within the tolerance may tilt a little; the distances decide
#define REGION_COSINE 0.7071067811865476 // of 45 degrees

typedef struct filler {
    mesh *mesh;
    const mesh_links *links;
    double *area; // of triangles, then of patches; twice the area
    int32_t *stack, top;
    int32_t patch, seed;            // being filled; seed: triangle or patch
    int32_t *member_start, *member; // triangles of each patch
    double *sign; // of each patch's normal against that of its region's seed; 0: not reached
    int32_t region;
    int32_t current; // patch whose neighbours are being looked at
    int32_t *parent; // of patches, for groups
} filler;

static double twice_area(const mesh *mesh, int32_t triangle)
{
    const int32_t *corner = mesh->triangle[triangle].vertex;
    const v3 a = mesh->vertex[corner[0]];
    const v3 b = mesh->vertex[corner[1]];
    const v3 c = mesh->vertex[corner[2]];
    return v3_norm(v3_triangle(a, b, c));
}

// 0 .. count - 1 by falling value, equal values by index.
static int32_t *order_by(const double *value, int32_t count)
{
    sort_pair *pair = malloc(2 * (size_t)count * sizeof *pair);
    int32_t *order = malloc((size_t)count * sizeof *order);
    if (pair && order) {
        for (int32_t i = 0; i < count; i++)
            pair[i] = (sort_pair){~sort_key_f64(value[i]), (uint32_t)i};
        sort_u64_by_key(pair, count, pair + count);
        for (int32_t i = 0; i < count; i++)
            order[i] = (int32_t)pair[i].value;
    } else {
        free(order);
        order = NULL;
    }
    free(pair);
    return order;
}

// ---- patches

static bool lies_in_plane(const mesh *mesh, int32_t triangle, const mesh_patch *plane)
{
    for (int k = 0; k < 3; k++) {
        const v3 corner = mesh->vertex[mesh->triangle[triangle].vertex[k]];
        const double height = v3_dot(plane->normal, corner) - plane->offset;
        if (fabs(height) > mesh->tolerance)
            return false;
    }
    return true;
}

static void visit_flat(void *context, int32_t other, double turn)
{
    filler *filler = context;
    mesh *mesh = filler->mesh;
    if (mesh->triangle[other].patch >= 0 || turn < FLAT_TURN)
        return;
    const double cosine = v3_dot(mesh->triangle[other].normal, mesh->triangle[filler->seed].normal);
    if (fabs(cosine) < FLAT_TURN)
        return;
    if (!lies_in_plane(mesh, other, &mesh->patch[filler->patch]))
        return;
    mesh->triangle[other].patch = filler->patch;
    filler->stack[filler->top++] = other;
}

static bool fill_patches(filler *filler)
{
    mesh *mesh = filler->mesh;
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++)
        filler->area[triangle] = twice_area(mesh, triangle);
    int32_t *order = order_by(filler->area, mesh->triangles);
    for (int32_t i = 0; order && i < mesh->triangles; i++) {
        int32_t seed = order[i];
        if (mesh->triangle[seed].patch >= 0)
            continue;
        filler->seed = seed;
        filler->patch = mesh->patches++;
        v3 normal = mesh->triangle[seed].normal;
        mesh->patch[filler->patch] = (mesh_patch){
            .normal = normal,
            .offset = v3_dot(normal, mesh->vertex[mesh->triangle[seed].vertex[0]]),
            .group = -1,
            .region = -1,
        };
        mesh->triangle[seed].patch = filler->patch;
        filler->stack[filler->top++] = seed;
        while (filler->top) {
            mesh_visit_neighbours(mesh, filler->links, filler->stack[--filler->top], visit_flat,
                                  filler);
        }
    }
    free(order);
    return order != NULL;
}

static void list_members(filler *filler)
{
    const mesh *mesh = filler->mesh;
    int32_t *start = filler->member_start;
    int32_t sum = 0;
    memset(start, 0, ((size_t)mesh->patches + 1) * sizeof *start);
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        const int32_t patch = mesh->triangle[triangle].patch;
        start[patch]++;
    }
    for (int32_t patch = 0; patch < mesh->patches; patch++) {
        sum += start[patch];
        start[patch] = sum;
    }
    start[mesh->patches] = sum;
    for (int32_t triangle = mesh->triangles - 1; triangle >= 0; triangle--) {
        const int32_t patch = mesh->triangle[triangle].patch;
        filler->member[--start[patch]] = triangle;
    }
}

// ---- groups

static int32_t root(int32_t *parent, int32_t patch)
{
    while (parent[patch] != patch) {
        parent[patch] = parent[parent[patch]];
        patch = parent[patch];
    }
    return patch;
}

static void visit_smooth(void *context, int32_t other, double turn)
{
    filler *filler = context;
    if (turn <= MESH_SMOOTH_COSINE)
        return;
    int32_t one = root(filler->parent, filler->current);
    int32_t b = root(filler->parent, filler->mesh->triangle[other].patch);
    if (one < b)
        filler->parent[b] = one;
    if (b < one)
        filler->parent[one] = b;
}

static void join_groups(filler *filler)
{
    mesh *mesh = filler->mesh;
    for (int32_t patch = 0; patch < mesh->patches; patch++)
        filler->parent[patch] = patch;
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++) {
        filler->current = mesh->triangle[triangle].patch;
        mesh_visit_neighbours(mesh, filler->links, triangle, visit_smooth, filler);
    }
    for (int32_t patch = 0; patch < mesh->patches;
         patch++) { // roots come before what hangs on them
        mesh->patch[patch].group = root(filler->parent, patch) == patch
                                       ? mesh->groups++
                                       : mesh->patch[root(filler->parent, patch)].group;
    }
}

// ---- regions

static void visit_region(void *context, int32_t other, double turn)
{
    filler *filler = context;
    mesh *mesh = filler->mesh;
    int32_t neighbour = mesh->triangle[other].patch;
    if (turn <= MESH_SMOOTH_COSINE || mesh->patch[neighbour].region >= 0)
        return;
    const v3 normal = mesh->patch[neighbour].normal;
    const double to_current = v3_dot(normal, mesh->patch[filler->current].normal);
    const double to_seed = v3_dot(normal, mesh->patch[filler->seed].normal);
    const double sign_of_current = filler->sign[filler->current];
    const double sign = to_current < 0 ? -sign_of_current : sign_of_current;
    if (sign * to_seed < REGION_COSINE)
        return;
    filler->sign[neighbour] = sign;
    mesh->patch[neighbour].region = filler->region;
    filler->stack[filler->top++] = neighbour;
}

static bool fill_regions(filler *filler)
{
    mesh *mesh = filler->mesh;
    memset(filler->area, 0, (size_t)mesh->patches * sizeof *filler->area);
    for (int32_t triangle = 0; triangle < mesh->triangles; triangle++)
        filler->area[mesh->triangle[triangle].patch] += twice_area(mesh, triangle);
    int32_t *order = order_by(filler->area, mesh->patches);
    for (int32_t i = 0; order && i < mesh->patches; i++) {
        if (mesh->patch[order[i]].region >= 0)
            continue;
        filler->seed = order[i];
        filler->sign[filler->seed] = 1;
        mesh->patch[filler->seed].region = filler->region;
        filler->stack[filler->top++] = filler->seed;
        while (filler->top) {
            filler->current = filler->stack[--filler->top];
            for (int32_t j = filler->member_start[filler->current];
                 j < filler->member_start[filler->current + 1]; j++)
                mesh_visit_neighbours(mesh, filler->links, filler->member[j], visit_region, filler);
        }
        filler->region++;
    }
    free(order);
    return order != NULL;
}

// ----

static bool make_room(filler *filler)
{
    const int64_t triangles = filler->mesh->triangles;
    filler->area = mem_array(triangles, sizeof *filler->area);
    filler->stack = mem_array(triangles, sizeof *filler->stack);
    filler->member_start = mem_array(triangles + 1, sizeof *filler->member_start);
    filler->member = mem_array(triangles, sizeof *filler->member);
    filler->sign = mem_array(triangles, sizeof *filler->sign);
    filler->parent = mem_array(triangles, sizeof *filler->parent);
    filler->mesh->patch = mem_array(triangles, sizeof *filler->mesh->patch);
    const bool lists = filler->stack && filler->member_start && filler->member && filler->parent;
    const bool values = filler->area && filler->sign && filler->mesh->patch;
    return lists && values;
}

static void free_room(filler *filler)
{
    mem_free(filler->area);
    mem_free(filler->stack);
    mem_free(filler->member_start);
    mem_free(filler->member);
    mem_free(filler->sign);
    mem_free(filler->parent);
}

scree_status mesh_classify(mesh *mesh, mesh_report *report, scree_error *error)
{
    mesh_links links;
    scree_status status = mesh_find_links(mesh, &links, report, error);
    if (status)
        return status;
    filler filler = {.mesh = mesh, .links = &links};
    bool done = make_room(&filler) && fill_patches(&filler);
    if (done) {
        list_members(&filler);
        join_groups(&filler);
        done = fill_regions(&filler);
    }
    free_room(&filler);
    status = done ? mesh_assign_roles(mesh, &links, error) : fail_memory(error, "mesh");
    if (!status)
        status = mesh_find_inner(mesh, error);
    free(links.link);
    return status;
}
