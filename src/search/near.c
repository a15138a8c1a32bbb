// near.c - see near.h; compiled once per vector width, by the compiler's own vectors (the result is a list of pairs).
//
// A body looks for partners level by level (grid.h). On its own and on coarser levels they are in the cells around its
// own, gathered once for all bodies of the cell; on finer levels in the cells that the ball of its reach meets, row by
// row: most rows of cells run through its inside, where nobody is.
#include "search/near.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

near_search JOIN(scree_near_, SCREE_WIDTH);

enum { SLACK = 16 };

static bool around_reserve(near_around *s, int32_t need)
{
    if (need + SLACK <= s->room)
        return true;
    int32_t room = need + need / 2 + 4 * SLACK;
    float **column[] = {&s->x, &s->y, &s->z, &s->r};
    for (int k = 0; k < 4; k++) {
        float *grown = realloc(*column[k], (size_t)room * sizeof *grown);
        if (!grown)
            return false;
        *column[k] = grown;
    }
    int32_t *grown = realloc(s->slot, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    s->slot = grown;
    s->room = room;
    return true;
}

static bool gather_run(const cell_grid *g, int32_t from, int32_t to, const float shift[3],
                       near_around *s)
{
    int32_t n = s->count;
    int32_t m = to - from;
    if (!around_reserve(s, n + m))
        return false;
    for (int32_t k = 0; k < m; k++)
        s->x[n + k] = g->at[0][from + k] + shift[0];
    for (int32_t k = 0; k < m; k++)
        s->y[n + k] = g->at[1][from + k] + shift[1];
    for (int32_t k = 0; k < m; k++)
        s->z[n + k] = g->at[2][from + k] + shift[2];
    for (int32_t k = 0; k < m; k++)
        s->r[n + k] = g->at[3][from + k];
    for (int32_t k = 0; k < m; k++)
        s->slot[n + k] = g->slot[from + k];
    s->count = n + m;
    return true;
}

// Neighbour cells of c along one axis: at most three, with their shifts.
static int axis_cells(const grid_level *l, int axis, int32_t c, int32_t out[3], float shift[3])
{
    int n = 0;
    int32_t total = l->cells[axis];
    if (l->few[axis]) {
        for (int32_t k = 0; k < total; k++) {
            out[n] = k;
            shift[n++] = 0;
        }
        return n;
    }
    for (int32_t k = c - 1; k <= c + 1; k++) {
        int32_t at = k;
        if (k < 0 || k >= total) {
            if (!l->periodic[axis])
                continue;
            at = k < 0 ? total - 1 : 0;
        }
        out[n] = at;
        shift[n++] = (float)((k - c) * l->cell[axis]);
    }
    return n;
}

// Bodies of a level in the cells around `cell`, relative to its middle. Two cells from a periodic border a body may be
// across it before the next build.
static bool gather_around(const cell_grid *g, const grid_level *l, const int32_t at[3],
                          near_around *s, bool *border)
{
    int32_t k[3][3];
    float shift[3][3];
    int n[3];
    for (int d = 0; d < 3; d++) {
        n[d] = axis_cells(l, d, at[d], k[d], shift[d]);
        *border |= l->periodic[d] && (at[d] < 2 || at[d] >= l->cells[d] - 2);
    }
    s->count = 0;
    for (int z = 0; z < n[2]; z++)
        for (int y = 0; y < n[1]; y++)
            for (int x = 0; x < n[0]; x++) {
                int32_t c = grid_cell(l, (int32_t[]){k[0][x], k[1][y], k[2][z]});
                float by[3] = {shift[0][x], shift[1][y], shift[2][z]};
                if (!gather_run(g, g->start[c], g->start[c + 1], by, s))
                    return false;
            }
    return true;
}

// A body that looks among smaller ones.
typedef struct large_body {
    const grid_level *level;
    int32_t cell[3]; // of that level, in which it is
    double at[3];    // relative to the middle of it; few axes: of the domain
    double reach;    // beyond which no body of the level can be a partner
} large_body;

// A number of cells, brought between -most and most, whatever it is.
static int32_t cells_within(double cells, double most)
{
    return (int32_t)(cells > most ? most : cells > -most ? cells : -most);
}

// Cells [from, to] along an axis, counted on beyond periodic borders, that are within `half` of the body.
static void axis_range(const large_body *b, int axis, double half, int32_t *from, int32_t *to)
{
    const grid_level *l = b->level;
    if (l->few[axis]) {
        *from = 0;
        *to = l->cells[axis] - 1;
        return;
    }
    double width = l->cell[axis];
    double most = l->cells[axis];
    double low = floor((b->at[axis] - half) / width + 0.5);
    double high = floor((b->at[axis] + half) / width + 0.5);
    // on a periodic axis no pair reaches farther than half way around
    *from = b->cell[axis] + cells_within(low, most);
    *to = b->cell[axis] + cells_within(high, most);
    if (l->periodic[axis])
        return;
    if (*from < 0)
        *from = 0;
    if (*to > l->cells[axis] - 1)
        *to = l->cells[axis] - 1;
}

static int32_t wrapped_cell(const grid_level *l, int axis, int32_t k)
{
    int32_t n = l->cells[axis];
    int32_t at = k % n;
    return at < 0 ? at + n : at;
}

// How far the body is from cell k along an axis at least.
static double axis_distance(const large_body *b, int axis, int32_t k)
{
    const grid_level *l = b->level;
    if (l->few[axis])
        return 0;
    double d = fabs((k - b->cell[axis]) * l->cell[axis] - b->at[axis]) - 0.5 * l->cell[axis];
    return d > 0 ? d : 0;
}

static float axis_shift(const large_body *b, int axis, int32_t k)
{
    return b->level->few[axis] ? 0 : (float)((k - b->cell[axis]) * b->level->cell[axis]);
}

// The cells [from, to] of one row, none across a border; `row` is the cell of the row at its beginning, `turn` how many
// cells the copy of the domain lies off.
static bool gather_row(const cell_grid *g, const large_body *b, int32_t row, int32_t turn,
                       int32_t from, int32_t to, float shift[3], near_around *s)
{
    int32_t first = g->start[row + from];
    int32_t last = g->start[row + to + 1];
    if (first == last)
        return true;
    if (!around_reserve(s, s->count + (last - first)))
        return false;
    for (int32_t e = first; e < last; e++) {
        int32_t n = s->count++;
        int32_t slot = g->slot[e];
        s->x[n] = g->at[0][e] + axis_shift(b, 0, g->cell_of[slot] - row + turn);
        s->y[n] = g->at[1][e] + shift[1];
        s->z[n] = g->at[2][e] + shift[2];
        s->r[n] = g->at[3][e];
        s->slot[n] = slot;
    }
    return true;
}

static bool gather_rows(const cell_grid *g, const large_body *b, int32_t y, int32_t z, double half,
                        near_around *s)
{
    const grid_level *l = b->level;
    const int32_t n = l->cells[0];
    int32_t row = grid_cell(l, (int32_t[]){0, wrapped_cell(l, 1, y), wrapped_cell(l, 2, z)});
    int32_t from;
    int32_t to;
    float shift[3] = {0, axis_shift(b, 1, y), axis_shift(b, 2, z)};
    axis_range(b, 0, half, &from, &to);
    while (from <= to) {
        int32_t at = wrapped_cell(l, 0, from);
        int32_t turn = from - at;
        int32_t end = to - turn < n - 1 ? to - turn : n - 1;
        if (!gather_row(g, b, row, turn, at, end, shift, s))
            return false;
        from = turn + end + 1;
    }
    return true;
}

// Bodies of a finer level within reach, and some more. Whether the border is near, the body's own cell has told.
static bool gather_ball(const cell_grid *g, const large_body *b, near_around *s)
{
    const double reach = b->reach;
    const double r2 = reach * reach;
    int32_t y0;
    int32_t y1;
    int32_t z0;
    int32_t z1;
    s->count = 0;
    axis_range(b, 2, reach, &z0, &z1);
    for (int32_t z = z0; z <= z1; z++) {
        double dz = axis_distance(b, 2, z);
        double left = r2 - dz * dz;
        if (left < 0)
            continue;
        axis_range(b, 1, sqrt(left), &y0, &y1);
        for (int32_t y = y0; y <= y1; y++) {
            double dy = axis_distance(b, 1, y);
            double rest = left - dy * dy;
            if (rest >= 0 && !gather_rows(g, b, y, z, sqrt(rest), s))
                return false;
        }
    }
    return true;
}

// Adding and taking away 1.5 * 2^23 rounds a float to the nearest integer.
static inline float nearest_image(float d, float length, float inverse)
{
    float turns = (d * inverse + 12582912.0f) - 12582912.0f;
    return d - length * turns;
}

// hit[k] says whether candidate k is within reach, and beyond i or outside the block. All but the lists is branch-free.
static void mark(const near_around *s, int32_t *restrict hit, const float p[4],
                 const float length[3], int32_t low, int32_t i)
{
    float inverse[3];
    for (int d = 0; d < 3; d++)
        inverse[d] = length[d] > 0 ? 1 / length[d] : 0;
    const bool few = length[0] > 0 || length[1] > 0 || length[2] > 0;
    const float *x = s->x;
    const float *y = s->y;
    const float *z = s->z;
    const float *r = s->r;
    const int32_t *slot = s->slot;
    uint32_t own = (uint32_t)(i - low);
    if (few) {
        for (int32_t k = 0; k < s->count; k++) {
            float dx = nearest_image(x[k] - p[0], length[0], inverse[0]);
            float dy = nearest_image(y[k] - p[1], length[1], inverse[1]);
            float dz = nearest_image(z[k] - p[2], length[2], inverse[2]);
            float reach = r[k] + p[3];
            hit[k] =
                (dx * dx + dy * dy + dz * dz < reach * reach) & ((uint32_t)(slot[k] - low) > own);
        }
        return;
    }
    for (int32_t k = 0; k < s->count; k++) {
        float dx = x[k] - p[0];
        float dy = y[k] - p[1];
        float dz = z[k] - p[2];
        float reach = r[k] + p[3];
        hit[k] = (dx * dx + dy * dy + dz * dz < reach * reach) & ((uint32_t)(slot[k] - low) > own);
    }
}

static int gap_level(const near_task *t, const float length[3], const near_around *s, int32_t k,
                     const float p[4], float radius)
{
    float d[3] = {s->x[k] - p[0], s->y[k] - p[1], s->z[k] - p[2]};
    for (int axis = 0; axis < 3; axis++)
        if (length[axis] > 0)
            d[axis] = nearest_image(d[axis], length[axis], 1 / length[axis]);
    float gap = (float)sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) * 0.99999f - s->r[k] - radius;
    // compared as it is: a gap of bodies that are far apart, or of a huge one, is no whole number
    const float level = gap * (float)(t->levels / t->skin);
    if (!(level > 0))
        return 0;
    return level < (float)t->levels ? (int)level : t->levels - 1;
}

static bool hits_reserve(near_scratch *s, int32_t need)
{
    if (need <= s->hit_room)
        return true;
    int32_t room = need + need / 2 + 4 * SLACK;
    int32_t *grown = realloc(s->hit, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    s->hit = grown;
    s->hit_room = room;
    return true;
}

// What single precision may be wrong by in a distance: cells are wide where bodies are few.
static float rounding_of(const grid_level *l, double reach)
{
    double widths = 3 * reach;
    for (int d = 0; d < 3; d++)
        widths += l->few[d] ? (double)l->length[d] : l->cell[d];
    return (float)(8 * 5.96e-8 * widths);
}

// A body that looks for partners; how many it has already, or -1 where nobody asked.
typedef struct seeker {
    int32_t slot;
    int partners;
    float radius;
} seeker;

// Pairs of a body that is at `at` with the bodies around it.
static bool match_body(const near_task *t, const grid_level *l, const near_around *a,
                       const float at[3], double reach, seeker *b, near_scratch *s, near_pairs *out)
{
    // a little more than the skin, and gaps a little less than they are
    const float radius = b->radius + rounding_of(l, reach);
    const float p[4] = {at[0], at[1], at[2], radius + (float)(t->skin * 1.0001)};
    const int32_t i = b->slot;
    if (!hits_reserve(s, a->count))
        return false;
    mark(a, s->hit, p, l->length, t->low, i);
    for (int32_t k = 0; k < a->count; k++) {
        if (!s->hit[k])
            continue;
        int32_t j = a->slot[k];
        if (j == i || !t->wanted(t->context, i, j))
            continue;
        if (b->partners < 0 && (b->partners = near_partners(t, i, s)) < 0)
            return false;
        if (near_among(s->partner, b->partners, j))
            continue;
        if (!near_pairs_add(out, i, j, gap_level(t, l->length, a, k, p, radius)))
            return false;
    }
    return true;
}

// On a level that is not the body's own.
static bool match_elsewhere(const near_task *t, int m, int own, seeker *b, near_scratch *s,
                            near_pairs *out, bool *border)
{
    const cell_grid *g = t->grid;
    const grid_level *l = &g->level[m];
    const double *x = t->position[b->slot].v;
    near_around *a = m > own ? &s->ball : &s->around[m];
    const double reach = (x[3] + l->radius + t->skin) * 1.0001;
    int32_t cell[3];
    double place[3];
    grid_locate(l, x, cell, place);
    if (m > own) {
        const large_body q = {
            l, {cell[0], cell[1], cell[2]}, {place[0], place[1], place[2]}, reach};
        if (!gather_ball(g, &q, a))
            return false;
    } else if (a->cell != grid_cell(l, cell)) {
        a->cell = grid_cell(l, cell);
        if (!gather_around(g, l, cell, a, border))
            return false;
    }
    const float at[3] = {(float)place[0], (float)place[1], (float)place[2]};
    return match_body(t, l, a, at, m > own ? reach : 0, b, s, out);
}

bool JOIN(scree_near_, SCREE_WIDTH)(const near_task *t, near_scratch *s, near_pairs *out,
                                    bool *border)
{
    const cell_grid *g = t->grid;
    for (int m = 0; m < g->levels; m++)
        s->around[m].cell = -1;
    for (int32_t i = t->low; i < t->high; i++) {
        int32_t c = g->cell_of[i];
        int own = 0;
        while (own + 1 < g->levels && c >= g->level[own + 1].first)
            own++;
        const grid_level *l = &g->level[own];
        near_around *a = &s->around[own];
        if (a->cell != c) {
            int32_t in = c - l->first;
            int32_t at[3] = {in % l->cells[0], in / l->cells[0] % l->cells[1],
                             in / (l->cells[0] * l->cells[1])};
            a->cell = c;
            if (!gather_around(g, l, at, a, border))
                return false;
        }
        // its own entry in the cell
        int32_t e = g->start[c];
        while (g->slot[e] != i)
            e++;
        float at[3] = {g->at[0][e], g->at[1][e], g->at[2][e]};
        seeker b = {i, -1, g->at[3][e]};
        if (!match_body(t, l, a, at, 0, &b, s, out))
            return false;
        for (int m = 0; m < g->levels; m++)
            if (m != own && !match_elsewhere(t, m, own, &b, s, out, border))
                return false;
    }
    return true;
}
