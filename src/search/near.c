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

static bool around_reserve(near_around *around, int32_t need)
{
    if (need + SLACK <= around->room)
        return true;
    int32_t room = need + need / 2 + 4 * SLACK;
    float **column[] = {&around->x, &around->y, &around->z, &around->r};
    for (int number = 0; number < 4; number++) {
        float *grown = realloc(*column[number], (size_t)room * sizeof *grown);
        if (!grown)
            return false;
        *column[number] = grown;
    }
    int32_t *grown = realloc(around->slot, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    around->slot = grown;
    around->room = room;
    return true;
}

static bool gather_run(const cell_grid *grid, int32_t from, int32_t to, const float shift[3],
                       near_around *around)
{
    int32_t count = around->count;
    int32_t more = to - from;
    if (!around_reserve(around, count + more))
        return false;
    for (int32_t k = 0; k < more; k++)
        around->x[count + k] = grid->at[0][from + k] + shift[0];
    for (int32_t k = 0; k < more; k++)
        around->y[count + k] = grid->at[1][from + k] + shift[1];
    for (int32_t k = 0; k < more; k++)
        around->z[count + k] = grid->at[2][from + k] + shift[2];
    for (int32_t k = 0; k < more; k++)
        around->r[count + k] = grid->at[3][from + k];
    for (int32_t k = 0; k < more; k++)
        around->slot[count + k] = grid->slot[from + k];
    around->count = count + more;
    return true;
}

// Neighbour cells of a cell along one axis: at most three, with their shifts.
static int axis_cells(const grid_level *level, int axis, int32_t cell, int32_t out[3],
                      float shift[3])
{
    int count = 0;
    int32_t total = level->cells[axis];
    if (level->few[axis]) {
        for (int32_t k = 0; k < total; k++) {
            out[count] = k;
            shift[count++] = 0;
        }
        return count;
    }
    for (int32_t k = cell - 1; k <= cell + 1; k++) {
        int32_t at = k;
        if (k < 0 || k >= total) {
            if (!level->periodic[axis])
                continue;
            at = k < 0 ? total - 1 : 0;
        }
        out[count] = at;
        shift[count++] = (float)((k - cell) * level->cell[axis]);
    }
    return count;
}

// Bodies of a level in the cells around `cell`, relative to its middle. Two cells from a periodic border a body may be
// across it before the next build.
static bool gather_around(const cell_grid *grid, const grid_level *level, const int32_t at[3],
                          near_around *around, bool *border)
{
    int32_t cells[3][3];
    float shift[3][3];
    int count[3];
    for (int axis = 0; axis < 3; axis++) {
        count[axis] = axis_cells(level, axis, at[axis], cells[axis], shift[axis]);
        *border |= level->periodic[axis] && (at[axis] < 2 || at[axis] >= level->cells[axis] - 2);
    }
    around->count = 0;
    for (int z = 0; z < count[2]; z++)
        for (int y = 0; y < count[1]; y++)
            for (int x = 0; x < count[0]; x++) {
                int32_t cell = grid_cell(level, (int32_t[]){cells[0][x], cells[1][y], cells[2][z]});
                float by[3] = {shift[0][x], shift[1][y], shift[2][z]};
                if (!gather_run(grid, grid->start[cell], grid->start[cell + 1], by, around))
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
static void axis_range(const large_body *body, int axis, double half, int32_t *from, int32_t *to)
{
    const grid_level *level = body->level;
    if (level->few[axis]) {
        *from = 0;
        *to = level->cells[axis] - 1;
        return;
    }
    double width = level->cell[axis];
    double most = level->cells[axis];
    double low = floor((body->at[axis] - half) / width + 0.5);
    double high = floor((body->at[axis] + half) / width + 0.5);
    // on a periodic axis no pair reaches farther than half way around
    *from = body->cell[axis] + cells_within(low, most);
    *to = body->cell[axis] + cells_within(high, most);
    if (level->periodic[axis])
        return;
    if (*from < 0)
        *from = 0;
    if (*to > level->cells[axis] - 1)
        *to = level->cells[axis] - 1;
}

static int32_t wrapped_cell(const grid_level *level, int axis, int32_t cell)
{
    int32_t cells = level->cells[axis];
    int32_t at = cell % cells;
    return at < 0 ? at + cells : at;
}

// How far the body is from a cell along an axis at least.
static double axis_distance(const large_body *body, int axis, int32_t cell)
{
    const grid_level *level = body->level;
    if (level->few[axis])
        return 0;
    double distance = fabs((cell - body->cell[axis]) * level->cell[axis] - body->at[axis]) -
                      0.5 * level->cell[axis];
    return distance > 0 ? distance : 0;
}

static float axis_shift(const large_body *body, int axis, int32_t cell)
{
    return body->level->few[axis] ? 0
                                  : (float)((cell - body->cell[axis]) * body->level->cell[axis]);
}

// The cells [from, to] of one row, none across a border; `row` is the cell of the row at its beginning, `turn` how many
// cells the copy of the domain lies off.
static bool gather_row(const cell_grid *grid, const large_body *body, int32_t row, int32_t turn,
                       int32_t from, int32_t to, float shift[3], near_around *around)
{
    int32_t first = grid->start[row + from];
    int32_t last = grid->start[row + to + 1];
    if (first == last)
        return true;
    if (!around_reserve(around, around->count + (last - first)))
        return false;
    for (int32_t entry = first; entry < last; entry++) {
        int32_t at = around->count++;
        int32_t slot = grid->slot[entry];
        around->x[at] = grid->at[0][entry] + axis_shift(body, 0, grid->cell_of[slot] - row + turn);
        around->y[at] = grid->at[1][entry] + shift[1];
        around->z[at] = grid->at[2][entry] + shift[2];
        around->r[at] = grid->at[3][entry];
        around->slot[at] = slot;
    }
    return true;
}

static bool gather_rows(const cell_grid *grid, const large_body *body, int32_t y, int32_t z,
                        double half, near_around *around)
{
    const grid_level *level = body->level;
    const int32_t cells = level->cells[0];
    int32_t row =
        grid_cell(level, (int32_t[]){0, wrapped_cell(level, 1, y), wrapped_cell(level, 2, z)});
    int32_t from;
    int32_t to;
    float shift[3] = {0, axis_shift(body, 1, y), axis_shift(body, 2, z)};
    axis_range(body, 0, half, &from, &to);
    while (from <= to) {
        int32_t at = wrapped_cell(level, 0, from);
        int32_t turn = from - at;
        int32_t end = to - turn < cells - 1 ? to - turn : cells - 1;
        if (!gather_row(grid, body, row, turn, at, end, shift, around))
            return false;
        from = turn + end + 1;
    }
    return true;
}

// Bodies of a finer level within reach, and some more. Whether the border is near, the body's own cell has told.
static bool gather_ball(const cell_grid *grid, const large_body *body, near_around *around)
{
    const double reach = body->reach;
    const double r2 = reach * reach;
    int32_t y0;
    int32_t y1;
    int32_t z0;
    int32_t z1;
    around->count = 0;
    axis_range(body, 2, reach, &z0, &z1);
    for (int32_t z = z0; z <= z1; z++) {
        double dz = axis_distance(body, 2, z);
        double left = r2 - dz * dz;
        if (left < 0)
            continue;
        axis_range(body, 1, sqrt(left), &y0, &y1);
        for (int32_t y = y0; y <= y1; y++) {
            double dy = axis_distance(body, 1, y);
            double rest = left - dy * dy;
            if (rest >= 0 && !gather_rows(grid, body, y, z, sqrt(rest), around))
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
static void mark(const near_around *around, int32_t *restrict hit, const float at[4],
                 const float length[3], int32_t low, int32_t i)
{
    float inverse[3];
    for (int axis = 0; axis < 3; axis++)
        inverse[axis] = length[axis] > 0 ? 1 / length[axis] : 0;
    const bool few = length[0] > 0 || length[1] > 0 || length[2] > 0;
    const float *x = around->x;
    const float *y = around->y;
    const float *z = around->z;
    const float *r = around->r;
    const int32_t *slot = around->slot;
    uint32_t own = (uint32_t)(i - low);
    if (few) {
        for (int32_t k = 0; k < around->count; k++) {
            float dx = nearest_image(x[k] - at[0], length[0], inverse[0]);
            float dy = nearest_image(y[k] - at[1], length[1], inverse[1]);
            float dz = nearest_image(z[k] - at[2], length[2], inverse[2]);
            float reach = r[k] + at[3];
            hit[k] =
                (dx * dx + dy * dy + dz * dz < reach * reach) & ((uint32_t)(slot[k] - low) > own);
        }
        return;
    }
    for (int32_t k = 0; k < around->count; k++) {
        float dx = x[k] - at[0];
        float dy = y[k] - at[1];
        float dz = z[k] - at[2];
        float reach = r[k] + at[3];
        hit[k] = (dx * dx + dy * dy + dz * dz < reach * reach) & ((uint32_t)(slot[k] - low) > own);
    }
}

static int gap_level(const near_task *task, const float length[3], const near_around *around,
                     int32_t other, const float at[4], float radius)
{
    float apart[3] = {around->x[other] - at[0], around->y[other] - at[1], around->z[other] - at[2]};
    for (int axis = 0; axis < 3; axis++)
        if (length[axis] > 0)
            apart[axis] = nearest_image(apart[axis], length[axis], 1 / length[axis]);
    float gap =
        (float)sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]) * 0.99999f -
        around->r[other] - radius;
    // compared as it is: a gap of bodies that are far apart, or of a huge one, is no whole number
    const float level = gap * (float)(task->levels / task->skin);
    if (!(level > 0))
        return 0;
    return level < (float)task->levels ? (int)level : task->levels - 1;
}

static bool hits_reserve(near_scratch *scratch, int32_t need)
{
    if (need <= scratch->hit_room)
        return true;
    int32_t room = need + need / 2 + 4 * SLACK;
    int32_t *grown = realloc(scratch->hit, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    scratch->hit = grown;
    scratch->hit_room = room;
    return true;
}

// What single precision may be wrong by in a distance: cells are wide where bodies are few.
static float rounding_of(const grid_level *level, double reach)
{
    double widths = 3 * reach;
    for (int axis = 0; axis < 3; axis++)
        widths += level->few[axis] ? (double)level->length[axis] : level->cell[axis];
    return (float)(8 * 5.96e-8 * widths);
}

// A body that looks for partners; how many it has already, or -1 where nobody asked.
typedef struct seeker {
    int32_t slot;
    int partners;
    float radius;
} seeker;

// Pairs of a body that is at `at` with the bodies around it.
static bool match_body(const near_task *task, const grid_level *level, const near_around *around,
                       const float at[3], double reach, seeker *seeker, near_scratch *scratch,
                       near_pairs *out)
{
    // a little more than the skin, and gaps a little less than they are
    const float radius = seeker->radius + rounding_of(level, reach);
    const float place[4] = {at[0], at[1], at[2], radius + (float)(task->skin * 1.0001)};
    const int32_t i = seeker->slot;
    if (!hits_reserve(scratch, around->count))
        return false;
    mark(around, scratch->hit, place, level->length, task->low, i);
    for (int32_t k = 0; k < around->count; k++) {
        if (!scratch->hit[k])
            continue;
        int32_t j = around->slot[k];
        if (j == i || !task->wanted(task->context, i, j))
            continue;
        if (seeker->partners < 0 && (seeker->partners = near_partners(task, i, scratch)) < 0)
            return false;
        if (near_among(scratch->partner, seeker->partners, j))
            continue;
        if (!near_pairs_add(out, i, j, gap_level(task, level->length, around, k, place, radius)))
            return false;
    }
    return true;
}

// On a level that is not the body's own.
static bool match_elsewhere(const near_task *task, int number, int own, seeker *seeker,
                            near_scratch *scratch, near_pairs *out, bool *border)
{
    const cell_grid *grid = task->grid;
    const grid_level *level = &grid->level[number];
    const double *ball = task->position[seeker->slot].v;
    near_around *around = number > own ? &scratch->ball : &scratch->around[number];
    const double reach = (ball[3] + level->radius + task->skin) * 1.0001;
    int32_t cell[3];
    double place[3];
    grid_locate(level, ball, cell, place);
    if (number > own) {
        const large_body body = {
            level, {cell[0], cell[1], cell[2]}, {place[0], place[1], place[2]}, reach};
        if (!gather_ball(grid, &body, around))
            return false;
    } else if (around->cell != grid_cell(level, cell)) {
        around->cell = grid_cell(level, cell);
        if (!gather_around(grid, level, cell, around, border))
            return false;
    }
    const float at[3] = {(float)place[0], (float)place[1], (float)place[2]};
    return match_body(task, level, around, at, number > own ? reach : 0, seeker, scratch, out);
}

bool JOIN(scree_near_, SCREE_WIDTH)(const near_task *t, near_scratch *s, near_pairs *out,
                                    bool *border)
{
    const cell_grid *grid = t->grid;
    for (int number = 0; number < grid->levels; number++)
        s->around[number].cell = -1;
    for (int32_t i = t->low; i < t->high; i++) {
        int32_t cell = grid->cell_of[i];
        int own = 0;
        while (own + 1 < grid->levels && cell >= grid->level[own + 1].first)
            own++;
        const grid_level *level = &grid->level[own];
        near_around *around = &s->around[own];
        if (around->cell != cell) {
            int32_t in = cell - level->first;
            int32_t at[3] = {in % level->cells[0], in / level->cells[0] % level->cells[1],
                             in / (level->cells[0] * level->cells[1])};
            around->cell = cell;
            if (!gather_around(grid, level, at, around, border))
                return false;
        }
        // its own entry in the cell
        int32_t entry = grid->start[cell];
        while (grid->slot[entry] != i)
            entry++;
        float at[3] = {grid->at[0][entry], grid->at[1][entry], grid->at[2][entry]};
        seeker seeker = {i, -1, grid->at[3][entry]};
        if (!match_body(t, level, around, at, 0, &seeker, s, out))
            return false;
        for (int number = 0; number < grid->levels; number++)
            if (number != own && !match_elsewhere(t, number, own, &seeker, s, out, border))
                return false;
    }
    return true;
}
