// gap_shells.c - see gap_shells.h.
#include "scene/gap_shells.h"

#include "base/constants.h"
#include "base/corners.h"
#include "base/solid_angle.h"
#include "shape/mesh_side.h"

#include <stdlib.h>

// The triangles that are connected with a first one go to the end of the order. False: they are not closed.
static bool flood(gap_shells *shells, int32_t seed, int32_t *end)
{
    const mesh *mesh = shells->mesh;
    bool closed = true;
    int32_t at = *end;
    shells->order[(*end)++] = seed;
    shells->of[seed] = shells->count;
    for (; at < *end; at++) {
        const mesh_triangle *triangle = &mesh->triangle[shells->order[at]];
        for (int k = 0; k < 3; k++) {
            const mesh_edge *edge = &mesh->edge[triangle->edge[k]];
            closed = closed && mesh_edge_is_closed(mesh, triangle->edge[k]);
            for (int side = 0; side < 2; side++) {
                const int32_t other = edge->triangle[side];
                if (other < 0 || shells->of[other] >= 0)
                    continue;
                shells->of[other] = shells->count;
                shells->order[(*end)++] = other;
            }
        }
    }
    return closed;
}

static void measure(gap_shells *shells, gap_shell *shell)
{
    const mesh *mesh = shells->mesh;
    double volume = 0;
    shell->low = shell->high = mesh->vertex[mesh->triangle[shells->order[shell->first]].vertex[0]];
    const v3 from = shell->low;
    for (int32_t i = shell->first; i < shell->last; i++) {
        v3 corner[3];
        for (int k = 0; k < 3; k++) {
            const v3 at = mesh->vertex[mesh->triangle[shells->order[i]].vertex[k]];
            shell->low = v3_min(shell->low, at);
            shell->high = v3_max(shell->high, at);
            corner[k] = v3_sub(at, from);
        }
        volume += v3_dot(corner[0], v3_cross(corner[1], corner[2]));
    }
    shell->outwards = volume > 0;
}

static bool holds(const gap_shells *shells, const gap_shell *shell, v3 at)
{
    const mesh *mesh = shells->mesh;
    if (box_misses(shell->low, shell->high, at))
        return false;
    double sum = 0;
    for (int32_t i = shell->first; i < shell->last; i++) {
        const int32_t *corner = mesh->triangle[shells->order[i]].vertex;
        const v3 a = v3_sub(mesh->vertex[corner[0]], at);
        const v3 b = v3_sub(mesh->vertex[corner[1]], at);
        const v3 c = v3_sub(mesh->vertex[corner[2]], at);
        sum += solid_angle(a, b, c);
    }
    return fabs(sum) > 2 * PI; // half of the full angle
}

static void find_all(gap_shells *shells)
{
    int32_t end = 0;
    for (int32_t i = 0; i < shells->mesh->triangles; i++)
        shells->of[i] = -1;
    for (int32_t i = 0; i < shells->mesh->triangles; i++) {
        const int32_t first = end;
        if (shells->of[i] >= 0)
            continue;
        const bool closed = flood(shells, i, &end);
        shells->shell[shells->count++] = (gap_shell){.first = first, .last = end};
        measure(shells, &shells->shell[shells->count - 1]);
        if (!closed)
            shells->shell[shells->count - 1].last = first; // of no triangles
    }
}

bool gap_shells_make(gap_shells *shells, const mesh *mesh, const v3 *grain, int grains)
{
    const size_t room = (size_t)mesh->triangles + 1;
    *shells = (gap_shells){.mesh = mesh};
    shells->shell = malloc(room * sizeof *shells->shell);
    shells->of = malloc(room * sizeof *shells->of);
    shells->order = malloc(room * sizeof *shells->order);
    if (!shells->shell || !shells->of || !shells->order)
        return false;
    find_all(shells);
    for (int32_t i = 0; i < shells->count; i++) {
        gap_shell *shell = &shells->shell[i];
        for (int k = 0; k < grains && !shell->filled; k++)
            shell->filled = holds(shells, shell, grain[k]);
    }
    return true;
}

void gap_shells_clear(gap_shells *shells)
{
    free(shells->shell);
    free(shells->of);
    free(shells->order);
    *shells = (gap_shells){0};
}

static bool is_closed(const gap_shell *shell)
{
    return shell->last > shell->first;
}

bool gap_shells_bar(const gap_shells *shells, v3 at)
{
    for (int32_t i = 0; i < shells->count; i++) {
        const gap_shell *shell = &shells->shell[i];
        if (is_closed(shell) && holds(shells, shell, at) != shell->filled)
            return true;
    }
    return false;
}

int gap_shells_side(const gap_shells *shells, int32_t triangle)
{
    const gap_shell *shell = &shells->shell[shells->of[triangle]];
    if (!is_closed(shell))
        return 0;
    return shell->outwards == shell->filled ? -1 : 1;
}
