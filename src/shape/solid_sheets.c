// solid_sheets.c - sheets: faces that stand twice, once for each side, and so enclose nothing. See solid.h.
//
// Of such a pair one face was kept when corners were welded. Whether it belongs to the surface is told by its edges. A
// file that gives both sides of every face describes a closed surface twice, and half of it is the solid. A fin that
// stands out of the surface, or a wall inside of it, is no part of the solid and would leave it open or branched:
//   - sheets at an edge that nothing else reaches are taken away one after the other, as one peels a fin from its rim;
//   - of those that are left, sheets that hang together are taken away where they meet the other faces at edges that
//     are closed without them; they stay where they close a hole.
#include "shape/solid_stages.h"

#include <stdlib.h>
#include <string.h>

// Sides that stand together in h->side, from first[e] to first[e + 1], are one edge.
typedef struct sheets {
    healer *h;
    bool *gone;            // of each face
    int32_t *edge_of;      // of each side
    int64_t *first;        // of each edge, and one more
    int32_t *live;         // faces of each edge that are left
    int32_t *stack, *part; // faces
    int64_t edges;
} sheets;

static bool is_sheet(const sheets *s, int64_t face)
{
    return s->h->copies[face] == 0 && !s->gone[face];
}

static int64_t face_at(const sheets *s, int64_t place)
{
    return s->h->side[place].value / 3;
}

static bool prepare(sheets *s)
{
    const int64_t faces = s->h->faces;
    const int64_t sides = 3 * faces;
    s->gone = calloc((size_t)faces, sizeof *s->gone);
    s->edge_of = malloc((size_t)sides * sizeof *s->edge_of);
    s->first = malloc(((size_t)sides + 1) * sizeof *s->first);
    s->live = malloc((size_t)sides * sizeof *s->live);
    s->stack = malloc((size_t)sides * sizeof *s->stack);
    s->part = malloc((size_t)faces * sizeof *s->part);
    if (!s->gone || !s->edge_of || !s->first || !s->live || !s->stack || !s->part)
        return false;
    for (int64_t i = 0; i < sides; i++) {
        if (i == 0 || s->h->side[i].key != s->h->side[i - 1].key) {
            s->live[s->edges] = 0;
            s->first[s->edges++] = i;
        }
        s->edge_of[s->h->side[i].value] = (int32_t)(s->edges - 1);
        s->live[s->edges - 1]++;
    }
    s->first[s->edges] = sides;
    return true;
}

static void clear(sheets *s)
{
    free(s->gone);
    free(s->edge_of);
    free(s->first);
    free(s->live);
    free(s->stack);
    free(s->part);
}

// The sheet that is alone at the edge, or -1.
static int64_t lone_sheet(const sheets *s, int64_t edge)
{
    if (s->live[edge] != 1)
        return -1;
    for (int64_t i = s->first[edge]; i < s->first[edge + 1]; i++)
        if (is_sheet(s, face_at(s, i)))
            return face_at(s, i);
    return -1;
}

// Takes a sheet away, and behind it all that become alone at an edge. Each edge becomes lonely once at most, so that
// the stack has room.
static int64_t peel(sheets *s)
{
    int64_t peeled = 0;
    int64_t top = 0;
    for (int64_t e = 0; e < s->edges; e++)
        if (s->live[e] == 1)
            s->stack[top++] = (int32_t)e;
    while (top) {
        const int64_t face = lone_sheet(s, s->stack[--top]);
        if (face < 0)
            continue;
        s->gone[face] = true;
        peeled++;
        for (int k = 0; k < 3; k++) {
            const int32_t edge = s->edge_of[3 * face + k];
            if (--s->live[edge] == 1)
                s->stack[top++] = edge;
        }
    }
    return peeled;
}

// Faces at an edge that are no sheets.
static int others_at(const sheets *s, int32_t edge)
{
    int others = 0;
    for (int64_t i = s->first[edge]; i < s->first[edge + 1]; i++)
        others += s->h->copies[face_at(s, i)] != 0;
    return others;
}

// The sheets that hang together with `seed`: how many, gathered in s->stack. `closed` and `holes` get the edges at
// which they meet other faces: those that are closed without them, and those that are not.
static int64_t gather(sheets *s, int64_t seed, int32_t number, int64_t *closed, int64_t *holes)
{
    int64_t count = 0;
    *closed = *holes = 0;
    s->part[seed] = number;
    s->stack[count++] = (int32_t)seed;
    for (int64_t next = 0; next < count; next++) {
        for (int k = 0; k < 3; k++) {
            const int32_t edge = s->edge_of[3 * (int64_t)s->stack[next] + k];
            const int others = others_at(s, edge);
            *closed += others > 0 && others % 2 == 0;
            *holes += others % 2 == 1;
            for (int64_t i = s->first[edge]; !others && i < s->first[edge + 1]; i++) {
                const int64_t face = face_at(s, i);
                if (!is_sheet(s, face) || s->part[face])
                    continue;
                s->part[face] = number;
                s->stack[count++] = (int32_t)face;
            }
        }
    }
    return count;
}

static int64_t drop_inner(sheets *s)
{
    int64_t dropped = 0;
    int32_t number = 0;
    memset(s->part, 0, (size_t)s->h->faces * sizeof *s->part);
    for (int64_t f = 0; f < s->h->faces; f++) {
        int64_t closed;
        int64_t holes;
        if (!is_sheet(s, f) || s->part[f])
            continue;
        const int64_t count = gather(s, f, ++number, &closed, &holes);
        if (!closed || holes)
            continue;
        for (int64_t i = 0; i < count; i++)
            s->gone[s->stack[i]] = true;
        dropped += count;
    }
    return dropped;
}

static void take_out(sheets *s)
{
    healer *h = s->h;
    int64_t kept = 0;
    for (int64_t f = 0; f < h->faces; f++) {
        if (s->gone[f])
            continue;
        memmove(h->face[kept], h->face[f], sizeof *h->face);
        h->copies[kept++] = h->copies[f];
    }
    h->faces = kept;
}

static v3 lower(v3 a, v3 b)
{
    return v3_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
static v3 upper(v3 a, v3 b)
{
    return v3_make(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

// Vertices that only faces had which are gone. The box is that of the others.
static bool drop_unused_vertices(healer *h, solid_report *report)
{
    int32_t kept = 0;
    int32_t *number = calloc((size_t)h->vertices, sizeof *number);
    if (!number)
        return false;
    for (int64_t s = 0; s < 3 * h->faces; s++)
        number[side_from(h, s)] = 1;
    for (int32_t v = 0; v < h->vertices; v++) {
        if (!number[v])
            continue;
        h->vertex[kept] = h->vertex[v];
        number[v] = kept++;
    }
    h->vertices = kept;
    for (int64_t s = 0; s < 3 * h->faces; s++)
        h->face[s / 3][s % 3] = number[side_from(h, s)];
    free(number);
    report->low = report->high = h->vertex[0];
    for (int32_t v = 1; v < kept; v++) {
        report->low = lower(report->low, h->vertex[v]);
        report->high = upper(report->high, h->vertex[v]);
    }
    return true;
}

scree_status solid_drop_sheets(healer *h, solid_report *report, scree_error *error)
{
    sheets s = {.h = h};
    int64_t suspect = 0;
    int64_t dropped = 0;
    for (int64_t f = 0; f < h->faces; f++)
        suspect += h->copies[f] == 0;
    if (!suspect)
        return SCREE_OK;
    bool room = prepare(&s);
    if (room) {
        dropped = peel(&s);
        dropped += drop_inner(&s);
    }
    if (room && dropped &&
        dropped < h->faces) { // where nothing would be left, the surface is told to be open
        take_out(&s);
        report->sheets = (int32_t)dropped;
        report->duplicate -= (int32_t)dropped;
        room = drop_unused_vertices(h, report);
    }
    clear(&s);
    return room ? SCREE_OK : fail_memory(error, h->name);
}
