// outline.c - see outline.h.
//
// A polygon is walked anticlockwise, a polyline there and back, so that the outside is on the right. Where the walk
// turns left, an arc joins what lies at the radius beside two edges; where it turns right, they meet at
// v + r (n1 + n2) / (1 + n1 . n2), if both edges are at least r tan(turn / 2) long there.
#include "store/outline.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const double turn_part = 2 * PI / OUTLINE_PARTS;

typedef struct walk {
    v3 *corner; // closed: the last is followed by the first
    int32_t corners;
} walk;

static double cross(v3 a, v3 b)
{
    return a.x * b.y - a.y * b.x;
}

static bool add_point(outline *outline, v3 p)
{
    if (!MEM_GROW(outline->point, outline->point_room, (int64_t)outline->points + 1))
        return false;
    outline->point[outline->points++] = p;
    return true;
}

static bool end_polygon(outline *outline)
{
    if (!MEM_GROW(outline->end, outline->end_room, (int64_t)outline->polygons + 1))
        return false;
    outline->end[outline->polygons++] = outline->points;
    return true;
}

// The arc about the place `vector` from the direction n1 on, `angle` to the left, to n2.
static bool add_arc(outline *outline, v3 vector, double radius, v3 n1, v3 n2, double angle)
{
    const int parts = (int)(angle / turn_part - 1e-9) + 1;
    bool good = add_point(outline, v3_fma(vector, radius, n1));
    for (int k = 1; k < parts && good; k++) {
        double sine;
        double cosine;
        real_sin_cos(k * angle / parts, &sine, &cosine);
        good = add_point(
            outline, v3_fma(vector, radius,
                            v3_make(cosine * n1.x - sine * n1.y, sine * n1.x + cosine * n1.y, 0)));
    }
    return good && add_point(outline, v3_fma(vector, radius, n2));
}

static bool add_circle(outline *outline, v3 vector, double radius)
{
    bool good = true;
    for (int k = 0; k < OUTLINE_PARTS && good; k++) {
        double s;
        double c;
        real_sin_cos(k * turn_part, &s, &c);
        good = add_point(outline, v3_fma(vector, radius, v3_make(c, s, 0)));
    }
    return good && end_polygon(outline);
}

typedef struct bend {
    v3 before, after; // normals to the right of the edges that end and begin here
    double angle;     // to the left, -pi to pi; a reversal is a turn to the left
    double trim;      // taken off both edges by a turn to the right
} bend;

static v3 normal_of_edge(const walk *walk, int32_t k)
{
    const v3 d = v3_unit(v3_sub(walk->corner[(k + 1) % walk->corners], walk->corner[k]));
    return v3_make(d.y, -d.x, 0);
}

static bend bend_at(const walk *walk, int32_t k, double radius)
{
    bend turn = {.before = normal_of_edge(walk, (k + walk->corners - 1) % walk->corners),
                 .after = normal_of_edge(walk, k)};
    const double sine = cross(turn.before, turn.after);
    const double cosine = v3_dot(turn.before, turn.after);
    turn.angle = real_atan2(sine, cosine);
    if (fabs(sine) < 1e-12)
        turn.angle = cosine < 0 ? OUTLINE_PARTS / 2 * turn_part : 0;
    turn.trim = turn.angle < 0 ? radius * -sine / (1 + cosine) : 0;
    return turn;
}

// Adds the outline of a walk of two corners or more; *fits is false where an edge is too short for its turns.
static bool add_walk(outline *outline, const walk *walk, double radius, bool *fits)
{
    bool good = true;
    *fits = true;
    for (int32_t k = 0; k < walk->corners && good; k++) {
        const v3 vector = walk->corner[k];
        const v3 next = walk->corner[(k + 1) % walk->corners];
        const bend turn = bend_at(walk, k, radius);
        const bend bend = bend_at(walk, (k + 1) % walk->corners, radius);
        if (turn.trim + bend.trim > v3_distance(next, vector))
            *fits = false;
        if (radius == 0 || turn.angle == 0)
            good = add_point(outline, v3_fma(vector, radius, turn.after));
        else if (turn.angle > 0)
            good = add_arc(outline, vector, radius, turn.before, turn.after, turn.angle);
        else
            good = add_point(outline, v3_fma(vector, radius / (1 + v3_dot(turn.before, turn.after)),
                                             v3_add(turn.before, turn.after)));
    }
    return good && end_polygon(outline);
}

// Do the lines a b and c d cross, each going from one side of the other to the other?
static bool crosses(v3 a, v3 b, v3 c, v3 d)
{
    const v3 u = v3_sub(b, a);
    const v3 w = v3_sub(d, c);
    return cross(u, v3_sub(c, a)) * cross(u, v3_sub(d, a)) < 0 &&
           cross(w, v3_sub(a, c)) * cross(w, v3_sub(b, c)) < 0;
}

static bool crosses_itself(const v3 *point, int32_t points)
{
    for (int32_t i = 2; i < points; i++)
        for (int32_t k = 0; k + 1 < i; k++)
            if (crosses(point[i], point[(i + 1) % points], point[k], point[k + 1]))
                return true;
    return false;
}

// ---- the way through a core

static int32_t other_end(const model_core *core, int32_t edge, int32_t vertex)
{
    return core->edge[edge][0] == vertex ? core->edge[edge][1] : core->edge[edge][0];
}

// The edge at a vertex that is not `last`, -1 where there is none; *count: all that end there.
static int32_t edge_from(const model_core *core, int32_t vertex, int32_t last, int32_t *count)
{
    int32_t found = -1;
    *count = 0;
    for (int32_t k = 0; k < core->edges; k++) {
        if (core->edge[k][0] != vertex && core->edge[k][1] != vertex)
            continue;
        ++*count;
        if (k != last && found < 0)
            found = k;
    }
    return found;
}

// Vertices in the order of one line through all edges; walk->corner has room for twice the vertices. False: there is
// none.
static bool find_walk(const model_core *core, walk *walk)
{
    int32_t at = 0;
    int32_t count;
    int32_t last = -1;
    for (int32_t i = 0; i < core->vertices; i++) {
        edge_from(core, i, -1, &count);
        if (count < 1 || count > 2)
            return false;
        if (count == 1)
            at = i;
    }
    const bool closed = core->edges == core->vertices;
    const int32_t start = at;
    for (walk->corners = 0; walk->corners < core->vertices;) {
        walk->corner[walk->corners++] = core->vertex[at];
        const int32_t next = edge_from(core, at, last, &count);
        if (next < 0)
            break;
        at = other_end(core, next, at);
        last = next;
        if (at == start)
            break; // round
    }
    if (walk->corners < core->vertices)
        return false;
    if (!closed) { // and back
        for (int32_t k = core->vertices - 2; k > 0; k--)
            walk->corner[walk->corners++] = walk->corner[k];
        return true;
    }
    double area = 0;
    for (int32_t k = 0; k < walk->corners; k++)
        area += cross(walk->corner[k], walk->corner[(k + 1) % walk->corners]);
    for (int32_t k = 0; area < 0 && k < walk->corners / 2; k++) {
        const v3 swap = walk->corner[k];
        walk->corner[k] = walk->corner[walk->corners - 1 - k];
        walk->corner[walk->corners - 1 - k] = swap;
    }
    return true;
}

// What together covers the same.
static bool add_parts(outline *outline, const model_core *core, const walk *line)
{
    bool fits, good = true;
    if (line->corners && core->edges == core->vertices)
        good = add_walk(outline, line, 0, &fits);
    for (int32_t k = 0; k < core->edges && good; k++) {
        v3 ends[2] = {core->vertex[core->edge[k][0]], core->vertex[core->edge[k][1]]};
        if (v3_distance(ends[1], ends[0]) > 0)
            good = add_walk(outline, &(walk){ends, 2}, core->radius, &fits);
    }
    for (int32_t i = 0; i < core->vertices && good; i++) {
        int32_t count;
        edge_from(core, i, -1, &count);
        if (count == 0)
            good = add_circle(outline, core->vertex[i], core->radius);
    }
    return good;
}

bool outline_make(const model_core *core, outline *out)
{
    memset(out, 0, sizeof *out);
    if (core->vertices == 1)
        return add_circle(out, core->vertex[0], core->radius);
    walk walk = {malloc(2 * (size_t)core->vertices * sizeof *walk.corner), 0};
    if (!walk.corner)
        return false;
    bool fits = find_walk(core, &walk), good = true;
    if (!fits)
        walk.corners = 0;
    if (fits)
        good = add_walk(out, &walk, core->radius, &fits);
    if (good && (!fits || crosses_itself(out->point, out->points))) {
        out->points = out->polygons = 0;
        good = add_parts(out, core, &walk);
    }
    free(walk.corner);
    return good;
}

void outline_clear(outline *outline)
{
    free(outline->point);
    free(outline->end);
    memset(outline, 0, sizeof *outline);
}
