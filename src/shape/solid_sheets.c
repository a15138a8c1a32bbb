// solid_sheets.c - sheets: faces that stand twice, once for each side, and so enclose nothing. See solid.h.
//
// Of such a pair one face was kept when corners were welded. Whether it belongs to the surface is told by its edges. A
// file that gives both sides of every face describes a closed surface twice, and half of it is the solid. A fin that
// stands out of the surface, or a wall inside of it, is no part of the solid and would leave it open or branched:
//   - sheets at an edge that nothing else reaches are taken away one after the other, as one peels a fin from its rim;
//   - of those that are left, sheets that hang together are taken away where they meet the other faces at edges that
//     are closed without them; they stay where they close a hole.
#include "shape/solid_stages.h"

#include "base/corners.h"

#include <stdlib.h>
#include <string.h>

// Sides that stand together in h->side, from first[e] to first[e + 1], are one edge.
typedef struct sheets {
    healer *healer;
    bool *gone;            // of each face
    int32_t *edge_of;      // of each side
    int64_t *first;        // of each edge, and one more
    int32_t *live;         // faces of each edge that are left
    int32_t *stack, *part; // faces
    int64_t edges;
} sheets;

static bool is_sheet(const sheets *sheets, int64_t face)
{
    return sheets->healer->copies[face] == 0 && !sheets->gone[face];
}

static int64_t face_at(const sheets *sheets, int64_t place)
{
    return sheets->healer->side[place].value / 3;
}

static bool prepare(sheets *sheets)
{
    const int64_t faces = sheets->healer->faces;
    const int64_t sides = 3 * faces;
    sheets->gone = calloc((size_t)faces, sizeof *sheets->gone);
    sheets->edge_of = malloc((size_t)sides * sizeof *sheets->edge_of);
    sheets->first = malloc(((size_t)sides + 1) * sizeof *sheets->first);
    sheets->live = malloc((size_t)sides * sizeof *sheets->live);
    sheets->stack = malloc((size_t)sides * sizeof *sheets->stack);
    sheets->part = malloc((size_t)faces * sizeof *sheets->part);
    if (!sheets->gone || !sheets->edge_of || !sheets->first || !sheets->live || !sheets->stack ||
        !sheets->part)
        return false;
    for (int64_t i = 0; i < sides; i++) {
        if (i == 0 || sheets->healer->side[i].key != sheets->healer->side[i - 1].key) {
            sheets->live[sheets->edges] = 0;
            sheets->first[sheets->edges++] = i;
        }
        sheets->edge_of[sheets->healer->side[i].value] = (int32_t)(sheets->edges - 1);
        sheets->live[sheets->edges - 1]++;
    }
    sheets->first[sheets->edges] = sides;
    return true;
}

static void clear(sheets *sheets)
{
    free(sheets->gone);
    free(sheets->edge_of);
    free(sheets->first);
    free(sheets->live);
    free(sheets->stack);
    free(sheets->part);
}

// The sheet that is alone at the edge, or -1.
static int64_t lone_sheet(const sheets *sheets, int64_t edge)
{
    if (sheets->live[edge] != 1)
        return -1;
    for (int64_t i = sheets->first[edge]; i < sheets->first[edge + 1]; i++) {
        if (is_sheet(sheets, face_at(sheets, i)))
            return face_at(sheets, i);
    }
    return -1;
}

// Takes a sheet away, and behind it all that become alone at an edge. Each edge becomes lonely once at most, so that
// the stack has room.
static int64_t peel(sheets *sheets)
{
    int64_t peeled = 0;
    int64_t top = 0;
    for (int64_t e = 0; e < sheets->edges; e++) {
        if (sheets->live[e] == 1)
            sheets->stack[top++] = (int32_t)e;
    }
    while (top) {
        const int64_t face = lone_sheet(sheets, sheets->stack[--top]);
        if (face < 0)
            continue;
        sheets->gone[face] = true;
        peeled++;
        for (int k = 0; k < 3; k++) {
            const int32_t edge = sheets->edge_of[3 * face + k];
            if (--sheets->live[edge] == 1)
                sheets->stack[top++] = edge;
        }
    }
    return peeled;
}

// Faces at an edge that are no sheets.
static int others_at(const sheets *sheets, int32_t edge)
{
    int others = 0;
    for (int64_t i = sheets->first[edge]; i < sheets->first[edge + 1]; i++)
        others += sheets->healer->copies[face_at(sheets, i)] != 0;
    return others;
}

// The sheets that hang together with `seed`: how many, gathered in sheets->stack. `closed` and `holes` get the edges at
// which they meet other faces: those that are closed without them, and those that are not.
static int64_t gather(sheets *sheets, int64_t seed, int32_t number, int64_t *closed, int64_t *holes)
{
    int64_t count = 0;
    *closed = 0;
    *holes = 0;
    sheets->part[seed] = number;
    sheets->stack[count++] = (int32_t)seed;
    for (int64_t next = 0; next < count; next++) {
        for (int k = 0; k < 3; k++) {
            const int32_t edge = sheets->edge_of[3 * (int64_t)sheets->stack[next] + k];
            const int others = others_at(sheets, edge);
            *closed += others > 0 && others % 2 == 0;
            *holes += others % 2 == 1;
            for (int64_t i = sheets->first[edge]; !others && i < sheets->first[edge + 1]; i++) {
                const int64_t face = face_at(sheets, i);
                if (!is_sheet(sheets, face) || sheets->part[face])
                    continue;
                sheets->part[face] = number;
                sheets->stack[count++] = (int32_t)face;
            }
        }
    }
    return count;
}

static int64_t drop_inner(sheets *sheets)
{
    int64_t dropped = 0;
    int32_t number = 0;
    memset(sheets->part, 0, (size_t)sheets->healer->faces * sizeof *sheets->part);
    for (int64_t face = 0; face < sheets->healer->faces; face++) {
        int64_t closed;
        int64_t holes;
        if (!is_sheet(sheets, face) || sheets->part[face])
            continue;
        const int64_t count = gather(sheets, face, ++number, &closed, &holes);
        if (!closed || holes)
            continue;
        for (int64_t i = 0; i < count; i++)
            sheets->gone[sheets->stack[i]] = true;
        dropped += count;
    }
    return dropped;
}

static void take_out(sheets *sheets)
{
    healer *healer = sheets->healer;
    int64_t kept = 0;
    for (int64_t face = 0; face < healer->faces; face++) {
        if (sheets->gone[face])
            continue;
        memmove(healer->face[kept], healer->face[face], sizeof *healer->face);
        healer->copies[kept++] = healer->copies[face];
    }
    healer->faces = kept;
}

// Vertices that only faces had which are gone. The box is that of the others.
static bool drop_unused_vertices(healer *healer, solid_report *report)
{
    int32_t kept = 0;
    int32_t *number = calloc((size_t)healer->vertices, sizeof *number);
    if (!number)
        return false;
    for (int64_t side = 0; side < 3 * healer->faces; side++)
        number[side_from(healer, side)] = 1;
    for (int32_t vertex = 0; vertex < healer->vertices; vertex++) {
        if (!number[vertex])
            continue;
        healer->vertex[kept] = healer->vertex[vertex];
        number[vertex] = kept++;
    }
    healer->vertices = kept;
    for (int64_t side = 0; side < 3 * healer->faces; side++)
        healer->face[side / 3][side % 3] = number[side_from(healer, side)];
    free(number);
    report->low = healer->vertex[0];
    report->high = healer->vertex[0];
    for (int32_t vertex = 1; vertex < kept; vertex++) {
        report->low = v3_min(report->low, healer->vertex[vertex]);
        report->high = v3_max(report->high, healer->vertex[vertex]);
    }
    return true;
}

scree_status solid_drop_sheets(healer *healer, solid_report *report, scree_error *error)
{
    sheets sheets = {.healer = healer};
    int64_t suspect = 0;
    int64_t dropped = 0;
    for (int64_t face = 0; face < healer->faces; face++)
        suspect += healer->copies[face] == 0;
    if (!suspect)
        return SCREE_OK;
    bool room = prepare(&sheets);
    if (room) {
        dropped = peel(&sheets);
        dropped += drop_inner(&sheets);
    }
    if (room && dropped &&
        dropped < healer->faces) { // where nothing would be left, the surface is told to be open
        take_out(&sheets);
        report->sheets = (int32_t)dropped;
        report->duplicate -= (int32_t)dropped;
        room = drop_unused_vertices(healer, report);
    }
    clear(&sheets);
    return room ? SCREE_OK : fail_memory(error, healer->name);
}
