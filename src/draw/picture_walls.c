// picture_walls.c - walls for picture.h: triangles as thin glass, and as lines those edges where a surface ends or
// bends.
//
// Meshes often repeat the corners of their triangles, so corners at the same place are made one first.
#include "draw/picture_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct corner {
    v3 place;
    int64_t index;
} corner;

typedef struct edge {
    int64_t a, b; // corners, a < b
    int64_t triangle;
} edge;

static int by_place(const void *a, const void *b)
{
    const v3 p = ((const corner *)a)->place;
    const v3 q = ((const corner *)b)->place;
    if (p.x != q.x)
        return p.x < q.x ? -1 : 1;
    if (p.y != q.y)
        return p.y < q.y ? -1 : 1;
    return p.z < q.z ? -1 : p.z > q.z;
}

static int by_ends(const void *a, const void *b)
{
    const edge *p = a;
    const edge *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    return p->triangle < q->triangle ? -1 : p->triangle > q->triangle;
}

static bool same_place(v3 p, v3 q)
{
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

// For each point the first point at the same place; NULL when out of memory.
static int64_t *weld(const wall_surface *s)
{
    int64_t *first = malloc(((size_t)s->points + 1) * sizeof *first);
    corner *list = malloc(((size_t)s->points + 1) * sizeof *list);
    if (first && list) {
        for (int64_t i = 0; i < s->points; i++)
            list[i] = (corner){s->point[i], i};
        qsort(list, (size_t)s->points, sizeof *list, by_place);
        for (int64_t i = 0; i < s->points; i++)
            first[list[i].index] = i && same_place(list[i].place, list[i - 1].place)
                                       ? first[list[i - 1].index]
                                       : list[i].index;
    } else {
        free(first);
        first = NULL;
    }
    free(list);
    return first;
}

static v3 normal_of(const wall_surface *s, int64_t t)
{
    const int64_t *k = s->corner[t];
    v3 a = s->point[k[0]];
    return v3_unit(v3_cross(v3_sub(s->point[k[1]], a), v3_sub(s->point[k[2]], a)));
}

// Is the edge, shared by `count` triangles, worth a line? Where two meet it must bend by more than some 25 degrees.
static bool is_sharp(const wall_surface *s, const edge *e, int64_t count)
{
    return count != 2 ||
           fabs(v3_dot(normal_of(s, e[0].triangle), normal_of(s, e[1].triangle))) < 0.9;
}

static bool draw_edges(canvas *c, const view *w, const wall_surface *s, const float *nearest,
                       rgb colour)
{
    const int64_t edges = 3 * s->triangles;
    int64_t *first = weld(s);
    edge *list = malloc(((size_t)edges + 1) * sizeof *list);
    const bool good = first && list;
    if (good) {
        for (int64_t i = 0; i < edges; i++) {
            int64_t a = first[s->corner[i / 3][i % 3]];
            int64_t b = first[s->corner[i / 3][(i + 1) % 3]];
            list[i] = (edge){a < b ? a : b, a < b ? b : a, i / 3};
        }
        qsort(list, (size_t)edges, sizeof *list, by_ends);
        for (int64_t i = 0, next; i < edges; i = next) {
            for (next = i + 1;
                 next < edges && list[next].a == list[i].a && list[next].b == list[i].b;)
                next++;
            if (is_sharp(s, &list[i], next - i))
                canvas_line(c, view_point(w, s->point[list[i].a]),
                            view_point(w, s->point[list[i].b]), 0.45f, colour, 0.7f, nearest);
        }
    }
    free(first);
    free(list);
    return good;
}

// The place where the side p q crosses the height y. The upper end always comes first, so that triangles which share a
// side agree on it to the last bit and leave neither gap nor overlap.
static canvas_point crossing(canvas_point p, canvas_point q, float y)
{
    if (q.y < p.y) {
        canvas_point swap = p;
        p = q;
        q = swap;
    }
    float t = (y - p.y) / (q.y - p.y);
    return (canvas_point){p.x + t * (q.x - p.x), y, p.depth + t * (q.depth - p.depth)};
}

static int limit(float value, int high)
{
    return value < 0 ? 0 : value > (float)high ? high : (int)value;
}

static void draw_glass(canvas *c, const canvas_point p[3], const float *nearest, rgb colour,
                       float strength)
{
    const float low = fminf(p[0].y, fminf(p[1].y, p[2].y));
    const float high = fmaxf(p[0].y, fmaxf(p[1].y, p[2].y));
    const int top = limit(ceilf(low - 0.5f), c->height);
    const int bottom = limit(ceilf(high - 0.5f), c->height);
    for (int y = top; y < bottom; y++) {
        canvas_point end[2];
        int ends = 0;
        const float at = (float)y + 0.5f;
        for (int k = 0; k < 3 && ends < 2; k++) {
            canvas_point a = p[k];
            canvas_point b = p[(k + 1) % 3];
            if ((a.y <= at) != (b.y <= at))
                end[ends++] = crossing(a, b, at);
        }
        if (ends < 2)
            continue;
        canvas_point l = end[end[0].x > end[1].x];
        canvas_point r = end[end[0].x <= end[1].x];
        const int from = limit(ceilf(l.x - 0.5f), c->width);
        const int to = limit(ceilf(r.x - 0.5f), c->width);
        const float slope = r.x > l.x ? (r.depth - l.depth) / (r.x - l.x) : 0;
        for (int x = from; x < to; x++) {
            const size_t i = (size_t)y * (size_t)c->width + (size_t)x;
            const float depth = l.depth + slope * ((float)x + 0.5f - l.x);
            if (depth < nearest[i])
                c->pixel[i] = rgb_mix(c->pixel[i], colour,
                                      nearest[i] < INFINITY ? 0.4f * strength : strength);
        }
    }
}

bool picture_draw_walls(canvas *c, const view *w, const wall_surface *s, const float *nearest,
                        rgb colour)
{
    for (int64_t t = 0; t < s->triangles; t++) {
        canvas_point p[3];
        for (int k = 0; k < 3; k++)
            p[k] = view_point(w, s->point[s->corner[t][k]]);
        float facing = (float)fabs(v3_dot(normal_of(s, t), w->forward));
        draw_glass(c, p, nearest, colour, 0.06f + 0.12f * facing);
    }
    return draw_edges(c, w, s, nearest, colour);
}
