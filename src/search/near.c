// near.c - see near.h; compiled once per vector width, by the compiler's own vectors (the result is a list of pairs).
#include "search/near.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

near_search JOIN(scree_near_, SCREE_WIDTH);

enum { SLACK = 16, PARTNERS_FEW = 32 };

static bool scratch_reserve(near_scratch *s, int32_t need)
{
    if (need + SLACK <= s->room) return true;
    int32_t room = need + need / 2 + 4 * SLACK;
    float **column[] = {&s->x, &s->y, &s->z, &s->r};
    int32_t **index[] = {&s->slot, &s->hit};
    for (int k = 0; k < 4; k++) {
        float *grown = realloc(*column[k], (size_t)room * sizeof *grown);
        if (!grown) return false;
        *column[k] = grown;
    }
    for (int k = 0; k < 2; k++) {
        int32_t *grown = realloc(*index[k], (size_t)room * sizeof *grown);
        if (!grown) return false;
        *index[k] = grown;
    }
    s->room = room;
    return true;
}

static bool gather_run(const cell_grid *g, int32_t from, int32_t to, const float shift[3], near_scratch *s)
{
    int32_t n = s->count, m = to - from;
    if (!scratch_reserve(s, n + m)) return false;
    for (int32_t k = 0; k < m; k++) s->x[n + k] = g->at[0][from + k] + shift[0];
    for (int32_t k = 0; k < m; k++) s->y[n + k] = g->at[1][from + k] + shift[1];
    for (int32_t k = 0; k < m; k++) s->z[n + k] = g->at[2][from + k] + shift[2];
    for (int32_t k = 0; k < m; k++) s->r[n + k] = g->at[3][from + k];
    for (int32_t k = 0; k < m; k++) s->slot[n + k] = g->slot[from + k];
    s->count = n + m;
    return true;
}

// Neighbour cells of c along one axis: at most three, with their shifts.
static int axis_cells(const cell_grid *g, int axis, int32_t c, int32_t out[3], float shift[3])
{
    int n = 0;
    int32_t total = g->cells[axis];
    if (g->few[axis]) {
        for (int32_t k = 0; k < total; k++) out[n] = k, shift[n++] = 0;
        return n;
    }
    for (int32_t k = c - 1; k <= c + 1; k++) {
        int32_t at = k;
        if (k < 0 || k >= total) {
            if (!g->periodic[axis]) continue;
            at = k < 0 ? total - 1 : 0;
        }
        out[n] = at;
        shift[n++] = (float)((k - c) * g->cell[axis]);
    }
    return n;
}

// Bodies of the cells around `cell`, relative to its middle. Two cells from a periodic border a body may be across it
// before the next build.
static bool gather_around(const cell_grid *g, int32_t cell, near_scratch *s, bool *border)
{
    int32_t at[3] = {cell % g->cells[0], cell / g->cells[0] % g->cells[1], cell / (g->cells[0] * g->cells[1])};
    int32_t k[3][3];
    float shift[3][3];
    int n[3];
    for (int d = 0; d < 3; d++) {
        n[d] = axis_cells(g, d, at[d], k[d], shift[d]);
        *border |= g->periodic[d] && (at[d] < 2 || at[d] >= g->cells[d] - 2);
    }
    s->count = 0;
    for (int z = 0; z < n[2]; z++)
        for (int y = 0; y < n[1]; y++)
            for (int x = 0; x < n[0]; x++) {
                int32_t c = (k[2][z] * g->cells[1] + k[1][y]) * g->cells[0] + k[0][x];
                float by[3] = {shift[0][x], shift[1][y], shift[2][z]};
                if (!gather_run(g, g->start[c], g->start[c + 1], by, s)) return false;
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
static void mark(const near_scratch *s, const float p[4], const float length[3], int32_t low, int32_t i)
{
    float inverse[3];
    for (int d = 0; d < 3; d++) inverse[d] = length[d] > 0 ? 1 / length[d] : 0;
    const bool few = length[0] > 0 || length[1] > 0 || length[2] > 0;
    const float *x = s->x, *y = s->y, *z = s->z, *r = s->r;
    const int32_t *slot = s->slot;
    int32_t *restrict hit = s->hit;
    uint32_t own = (uint32_t)(i - low);
    if (few) {
        for (int32_t k = 0; k < s->count; k++) {
            float dx = nearest_image(x[k] - p[0], length[0], inverse[0]),
                  dy = nearest_image(y[k] - p[1], length[1], inverse[1]);
            float dz = nearest_image(z[k] - p[2], length[2], inverse[2]), reach = r[k] + p[3];
            hit[k] = (dx * dx + dy * dy + dz * dz < reach * reach) & ((uint32_t)(slot[k] - low) > own);
        }
        return;
    }
    for (int32_t k = 0; k < s->count; k++) {
        float dx = x[k] - p[0], dy = y[k] - p[1], dz = z[k] - p[2], reach = r[k] + p[3];
        hit[k] = (dx * dx + dy * dy + dz * dz < reach * reach) & ((uint32_t)(slot[k] - low) > own);
    }
}

static bool pairs_reserve(near_pairs *p, int64_t need)
{
    if (need <= p->room) return true;
    int64_t room = need + need / 2 + 1024;
    int32_t *i = realloc(p->i, (size_t)room * sizeof *i);
    if (i) p->i = i;
    int32_t *j = realloc(p->j, (size_t)room * sizeof *j);
    if (j) p->j = j;
    uint8_t *level = realloc(p->level, (size_t)room);
    if (level) p->level = level;
    if (!i || !j || !level) return false;
    p->room = room;
    return true;
}

static uint8_t level_of(const near_task *t, const near_scratch *s, int32_t k, const float p[4], float radius)
{
    const cell_grid *g = t->grid;
    float d[3] = {s->x[k] - p[0], s->y[k] - p[1], s->z[k] - p[2]};
    for (int axis = 0; axis < 3; axis++)
        if (g->length[axis] > 0) d[axis] = nearest_image(d[axis], g->length[axis], 1 / g->length[axis]);
    float gap = (float)sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) * 0.99999f - s->r[k] - radius;
    int level = (int)(gap * (float)(t->levels / t->skin));
    return (uint8_t)(level < 0 ? 0 : level < t->levels ? level : t->levels - 1);
}

static int by_slot(const void *p, const void *q)
{
    int32_t a = *(const int32_t *)p, b = *(const int32_t *)q;
    return (a > b) - (a < b);
}

// The partners of body i, ascending where there are more than a few; their number, or -1 without memory.
static int partners_of(const near_task *t, int32_t i, near_scratch *s)
{
    int n = t->partners(t->context, i, s->partner, s->partner_room);
    if (n > s->partner_room) {
        int32_t room = n + n / 2 + PARTNERS_FEW, *grown = realloc(s->partner, (size_t)room * sizeof *grown);
        if (!grown) return -1;
        s->partner = grown;
        s->partner_room = room;
        n = t->partners(t->context, i, s->partner, room);
    }
    if (n > PARTNERS_FEW) qsort(s->partner, (size_t)n, sizeof *s->partner, by_slot);
    return n;
}

static bool among(const int32_t *partner, int n, int32_t j)
{
    if (n > PARTNERS_FEW) return bsearch(&j, partner, (size_t)n, sizeof *partner, by_slot) != NULL;
    bool known = false;
    for (int q = 0; q < n; q++) known |= partner[q] == j;
    return known;
}

// Pairs of body i with what gather_around left.
static bool match_body(const near_task *t, int32_t i, const float p[4], float radius, near_scratch *s, near_pairs *out)
{
    int partners = -1;
    mark(s, p, t->grid->length, t->low, i);
    for (int32_t k = 0; k < s->count; k++) {
        if (!s->hit[k]) continue;
        int32_t j = s->slot[k];
        if (j == i || !t->wanted(t->context, i, j)) continue;
        if (partners < 0 && (partners = partners_of(t, i, s)) < 0) return false;
        if (among(s->partner, partners, j)) continue;
        if (!pairs_reserve(out, out->count + 1)) return false;
        out->i[out->count] = i;
        out->j[out->count] = j;
        out->level[out->count++] = level_of(t, s, k, p, radius);
    }
    return true;
}

// What single precision may be wrong by in a distance: cells are wide where bodies are few.
static float rounding_of(const cell_grid *g)
{
    double widths = 0;
    for (int d = 0; d < 3; d++) widths += g->few[d] ? (double)g->length[d] : g->cell[d];
    return (float)(8 * 5.96e-8 * widths);
}

bool JOIN(scree_near_, SCREE_WIDTH)(const near_task *t, near_scratch *s, near_pairs *out, bool *border)
{
    const cell_grid *g = t->grid;
    const float rounding = rounding_of(g);
    int32_t last = -1;
    for (int32_t i = t->low; i < t->high; i++) {
        if (g->cell_of[i] != last) {
            last = g->cell_of[i];
            if (!gather_around(g, last, s, border)) return false;
        }
        // its own entry in the cell
        int32_t e = g->start[last];
        while (g->slot[e] != i) e++;
        // a little more than the skin, and gaps a little less than they are
        float radius = g->at[3][e] + rounding,
              p[4] = {g->at[0][e], g->at[1][e], g->at[2][e], radius + (float)(t->skin * 1.0001)};
        if (!match_body(t, i, p, radius, s, out)) return false;
    }
    return true;
}
