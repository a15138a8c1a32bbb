// grain_mesh_share.c - weights and overlaps of the contacts of a sharp grain at a wall, group by group; see
// grain_mesh_depths.c.
//
// Until they are known `joins` is the group and `fade` what the cubes of the depths along an edge add up to, 0 for a vertex
// or a corner of the wall. `depth` is what their fourth powers do, or how much of a vertex or corner acts along the normal,
// and `weight` how much of that counts in the sum.
#include "collide/grain_mesh_parts.h"

#include <math.h>

#define LITTLE 0.005 // of what a face carries: what is added to its heaviest contact

static bool is_edge(const touch *touch)
{
    return touch->fade > 0;
}

static int32_t grain_face(const touch *touch)
{
    return touch->feature & ((1 << 28) - 1);
}

// Where a contact of an edge that is little beside what its face of the grain carries is added; itself where it stays.
static int heaviest_of_face(const touch *item, int count, int of)
{
    double all = 0;
    int heaviest = of;
    for (int i = 0; i < count && is_edge(&item[of]); i++) {
        const bool alike = is_edge(&item[i]) && item[i].joins == item[of].joins &&
                           grain_face(&item[i]) == grain_face(&item[of]);
        if (!alike)
            continue;
        all += item[i].weight;
        const bool first = item[i].weight == item[heaviest].weight && i < heaviest;
        if (item[i].weight > item[heaviest].weight || first)
            heaviest = i;
    }
    return item[of].weight < LITTLE * all ? heaviest : of;
}

// The force and the moment stay.
static void add_to(touch *sum, const touch *more)
{
    const double weight = sum->weight + more->weight;
    const double part = more->weight / weight;
    const v3 way = v3_sub(more->point, sum->point);
    sum->point = v3_fma(sum->point, part, way);
    sum->gap += part * (more->gap - sum->gap);
    sum->extra += part * (more->extra - sum->extra);
    sum->weight = weight;
}

static int merge(touch *item, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        item[i].depth = heaviest_of_face(item, count, i);
    for (int i = 0; i < count; i++) {
        const int to = (int)item[i].depth;
        if (to != i)
            add_to(&item[to], &item[i]);
    }
    for (int i = 0; i < count; i++) {
        if ((int)item[i].depth == i && item[i].weight > 0)
            item[kept++] = item[i];
    }
    return kept;
}

// The overlap of the edges of a group, m.
static double depth_of_edges(const touch *item, int count, int32_t group, double scale)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        if (is_edge(&item[i]) && item[i].joins == group)
            sum += item[i].depth * scale;
    }
    return sqrt(sqrt(sum)) / scale;
}

static touch_norm norm_of_group(const touch *item, int count, int32_t group, double of_edges)
{
    touch_norm norm = {.deepest = of_edges};
    for (int i = 0; i < count; i++) {
        if (item[i].joins == group && !is_edge(&item[i]))
            norm.deepest = real_max(norm.deepest, -item[i].gap);
    }
    for (int i = 0; i < count; i++) {
        if (item[i].joins == group && !is_edge(&item[i]))
            touch_norm_add(&norm, item[i].gap, item[i].weight);
    }
    touch_norm_add(&norm, -of_edges, 1);
    norm.root = sqrt(sqrt(sqrt(norm.sum)));
    return norm;
}

static void share_group(touch *item, int count, int32_t group, double scale)
{
    const double of_edges = depth_of_edges(item, count, group, scale);
    const touch_norm norm = norm_of_group(item, count, group, of_edges);
    const double over = of_edges * scale;
    const double weight = touch_norm_weight(&norm, -of_edges) / (over * over * over);
    for (int i = 0; i < count; i++) {
        if (item[i].joins != group)
            continue;
        if (is_edge(&item[i]))
            item[i].weight = weight * item[i].fade;
        else
            item[i].weight = item[i].depth * touch_norm_weight(&norm, item[i].gap);
        item[i].extra = touch_norm_extra(&norm, item[i].gap);
    }
}

static bool is_first_of_group(const touch *item, int i)
{
    for (int k = 0; k < i; k++) {
        if (item[k].joins == item[i].joins)
            return false;
    }
    return true;
}

int mesh_share_depths(touch *item, int count, double scale)
{
    for (int i = 0; i < count; i++) {
        if (is_first_of_group(item, i))
            share_group(item, count, item[i].joins, scale);
    }
    return merge(item, count);
}
