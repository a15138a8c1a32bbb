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
    mesh *m;
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

static double twice_area(const mesh *m, int32_t t)
{
    const int32_t *v = m->triangle[t].vertex;
    v3 a = m->vertex[v[0]];
    return v3_norm(v3_cross(v3_sub(m->vertex[v[1]], a), v3_sub(m->vertex[v[2]], a)));
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

static bool lies_in_plane(const mesh *m, int32_t t, const mesh_patch *plane)
{
    for (int k = 0; k < 3; k++)
        if (fabs(v3_dot(plane->normal, m->vertex[m->triangle[t].vertex[k]]) - plane->offset) >
            m->tolerance)
            return false;
    return true;
}

static void visit_flat(void *context, int32_t other, double turn)
{
    filler *f = context;
    mesh *m = f->m;
    if (m->triangle[other].patch >= 0 || turn < FLAT_TURN)
        return;
    if (fabs(v3_dot(m->triangle[other].normal, m->triangle[f->seed].normal)) < FLAT_TURN)
        return;
    if (!lies_in_plane(m, other, &m->patch[f->patch]))
        return;
    m->triangle[other].patch = f->patch;
    f->stack[f->top++] = other;
}

static bool fill_patches(filler *f)
{
    mesh *m = f->m;
    for (int32_t t = 0; t < m->triangles; t++)
        f->area[t] = twice_area(m, t);
    int32_t *order = order_by(f->area, m->triangles);
    for (int32_t i = 0; order && i < m->triangles; i++) {
        int32_t seed = order[i];
        if (m->triangle[seed].patch >= 0)
            continue;
        f->seed = seed;
        f->patch = m->patches++;
        v3 n = m->triangle[seed].normal;
        m->patch[f->patch] =
            (mesh_patch){n, v3_dot(n, m->vertex[m->triangle[seed].vertex[0]]), -1, -1};
        m->triangle[seed].patch = f->patch;
        f->stack[f->top++] = seed;
        while (f->top)
            mesh_visit_neighbours(m, f->links, f->stack[--f->top], visit_flat, f);
    }
    free(order);
    return order != NULL;
}

static void list_members(filler *f)
{
    const mesh *m = f->m;
    memset(f->member_start, 0, ((size_t)m->patches + 1) * sizeof *f->member_start);
    for (int32_t t = 0; t < m->triangles; t++)
        f->member_start[m->triangle[t].patch]++;
    for (int32_t p = 0, sum = 0; p <= m->patches; p++) {
        sum += p < m->patches ? f->member_start[p] : 0;
        f->member_start[p] = sum;
    }
    for (int32_t t = m->triangles - 1; t >= 0; t--)
        f->member[--f->member_start[m->triangle[t].patch]] = t;
}

// ---- groups

static int32_t root(int32_t *parent, int32_t p)
{
    while (parent[p] != p)
        p = parent[p] = parent[parent[p]];
    return p;
}

static void visit_smooth(void *context, int32_t other, double turn)
{
    filler *f = context;
    if (turn <= MESH_SMOOTH_COSINE)
        return;
    int32_t a = root(f->parent, f->current);
    int32_t b = root(f->parent, f->m->triangle[other].patch);
    if (a < b)
        f->parent[b] = a;
    if (b < a)
        f->parent[a] = b;
}

static void join_groups(filler *f)
{
    mesh *m = f->m;
    for (int32_t p = 0; p < m->patches; p++)
        f->parent[p] = p;
    for (int32_t t = 0; t < m->triangles; t++) {
        f->current = m->triangle[t].patch;
        mesh_visit_neighbours(m, f->links, t, visit_smooth, f);
    }
    for (int32_t p = 0; p < m->patches; p++) // roots come before what hangs on them
        m->patch[p].group =
            root(f->parent, p) == p ? m->groups++ : m->patch[root(f->parent, p)].group;
}

// ---- regions

static void visit_region(void *context, int32_t other, double turn)
{
    filler *f = context;
    mesh *m = f->m;
    int32_t q = m->triangle[other].patch;
    if (turn <= MESH_SMOOTH_COSINE || m->patch[q].region >= 0)
        return;
    double sign = v3_dot(m->patch[q].normal, m->patch[f->current].normal) < 0 ? -f->sign[f->current]
                                                                              : f->sign[f->current];
    if (sign * v3_dot(m->patch[q].normal, m->patch[f->seed].normal) < REGION_COSINE)
        return;
    f->sign[q] = sign;
    m->patch[q].region = f->region;
    f->stack[f->top++] = q;
}

static bool fill_regions(filler *f)
{
    mesh *m = f->m;
    memset(f->area, 0, (size_t)m->patches * sizeof *f->area);
    for (int32_t t = 0; t < m->triangles; t++)
        f->area[m->triangle[t].patch] += twice_area(m, t);
    int32_t *order = order_by(f->area, m->patches);
    for (int32_t i = 0; order && i < m->patches; i++) {
        if (m->patch[order[i]].region >= 0)
            continue;
        f->seed = order[i];
        f->sign[f->seed] = 1;
        m->patch[f->seed].region = f->region;
        f->stack[f->top++] = f->seed;
        while (f->top) {
            f->current = f->stack[--f->top];
            for (int32_t j = f->member_start[f->current]; j < f->member_start[f->current + 1]; j++)
                mesh_visit_neighbours(m, f->links, f->member[j], visit_region, f);
        }
        f->region++;
    }
    free(order);
    return order != NULL;
}

// ----

static bool make_room(filler *f)
{
    int64_t n = f->m->triangles;
    f->area = mem_array(n, sizeof *f->area);
    f->stack = mem_array(n, sizeof *f->stack);
    f->member_start = mem_array(n + 1, sizeof *f->member_start);
    f->member = mem_array(n, sizeof *f->member);
    f->sign = mem_array(n, sizeof *f->sign);
    f->parent = mem_array(n, sizeof *f->parent);
    f->m->patch = mem_array(n, sizeof *f->m->patch);
    return f->area && f->stack && f->member_start && f->member && f->sign && f->parent &&
           f->m->patch;
}

static void free_room(filler *f)
{
    mem_free(f->area);
    mem_free(f->stack);
    mem_free(f->member_start);
    mem_free(f->member);
    mem_free(f->sign);
    mem_free(f->parent);
}

scree_status mesh_classify(mesh *m, mesh_report *report, scree_error *error)
{
    mesh_links links;
    scree_status status = mesh_find_links(m, &links, report, error);
    if (status)
        return status;
    filler f = {.m = m, .links = &links};
    bool done = make_room(&f) && fill_patches(&f);
    if (done) {
        list_members(&f);
        join_groups(&f);
        done = fill_regions(&f);
    }
    free_room(&f);
    status = done ? mesh_assign_roles(m, &links, error) : fail_memory(error, "mesh");
    free(links.link);
    return status;
}
