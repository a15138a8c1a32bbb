// convex_reach.c - see convex_reach.h.
#include "collide/convex_reach.h"

#include "base/mathlib.h"

#include <math.h>

box reach_box(const convex *convex, v3 offset, double margin)
{
    v3 wide = v3_make(margin, margin, margin);
    return (box){v3_sub(v3_add(convex->low, offset), wide),
                 v3_add(v3_add(convex->high, offset), wide)};
}

void reach_look_up(reach *reach)
{
    const v3 *vertex = reach->of->vertex;
    reach->top = -INFINITY;
    for (int32_t i = 0; i < reach->of->form->vertices; i++) {
        double along = v3_dot(reach->up, vertex[i]);
        reach->top = real_max(reach->top, along);
        if (i < VERTICES_KEPT)
            reach->along[i] = along;
    }
}

// Bits of the axes along which a point is less than another.
static int less_along(v3 one, v3 other)
{
    int x = one.x < other.x;
    int y = one.y < other.y;
    int z = one.z < other.z;
    return x | y << 1 | z << 2;
}

static uint8_t planes_beyond(const reach *reach, v3 point, double along)
{
    const int below = less_along(point, reach->around.low);
    const int above = less_along(reach->around.high, point);
    const int behind = along < reach->height;
    return (uint8_t)(below | above << 3 | behind << 6);
}

void reach_note_beyond(reach *reach)
{
    for (int32_t i = 0; i < reach->of->form->vertices && i < VERTICES_KEPT; i++)
        reach->out[i] = planes_beyond(reach, reach->of->vertex[i], reach->along[i]);
}

static uint8_t out_at(const reach *reach, int32_t vertex)
{
    v3 point = reach->of->vertex[vertex];
    return planes_beyond(reach, point, v3_dot(reach->up, point));
}

static bool is_out(const reach *reach, const convex_edge *edge, bool kept)
{
    int32_t first = edge->vertex[0];
    int32_t second = edge->vertex[1];
    if (kept)
        return (reach->out[first] & reach->out[second]) != 0;
    return (out_at(reach, first) & out_at(reach, second)) != 0;
}

int reach_edges(const reach *near, int32_t *next, kept_edge kept[KEPT_MOST])
{
    const convex *convex = near->of;
    const bool few = convex->form->vertices <= VERTICES_KEPT;
    int32_t i = *next;
    int32_t edges = convex->form->edges;
    int count = 0;
    for (; i < edges && count < KEPT_MOST; i++) {
        const convex_edge *edge = &convex->form->edge[i];
        if (is_out(near, edge, few))
            continue;
        v3 from = convex->vertex[edge->vertex[0]];
        v3 to = convex->vertex[edge->vertex[1]];
        v3 first = convex->normal[edge->face[0]];
        v3 second = convex->normal[edge->face[1]];
        kept[count++] = (kept_edge){
            .from = from,
            .along = v3_sub(to, from),
            .normal = {first, second},
            .edge = edge,
        };
    }
    *next = i;
    return count;
}
