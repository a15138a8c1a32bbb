// near.c - see near.h; compiled once per vector width, by the compiler's own vectors (the result is a list of pairs).
//
// A body looks for partners level by level (grid.h). On its own and on coarser levels they are in the cells around its
// own, gathered once for all bodies of the cell; on finer levels in the cells that the ball of its reach meets, row by
// row: most rows of cells run through its inside, where nobody is.
#include "search/near_gather.h"

#include <math.h>
#include <stdlib.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

near_search JOIN(scree_near_, SCREE_WIDTH);

// Adding and taking away 1.5 * 2^23 rounds a float to the nearest integer.
static inline float nearest_image(float d, float length, float inverse)
{
    float turns = (d * inverse + 12582912.0f) - 12582912.0f;
    return d - length * turns;
}

// The way to the nearest image of a cell that leans.
static inline void nearest_leaning(const grid_level *level, float way[3])
{
    for (int axis = 2; axis >= 0; axis--) {
        const float length = level->length[axis];
        if (!(length > 0))
            continue;
        const float turns = (way[axis] * (1 / length) + 12582912.0f) - 12582912.0f;
        way[axis] -= length * turns;
        if (axis == 2) {
            way[1] -= (float)level->tilt[TILT_YZ] * turns;
            way[0] -= (float)level->tilt[TILT_XZ] * turns;
        }
        if (axis == 1)
            way[0] -= (float)level->tilt[TILT_XY] * turns;
    }
}

static inline bool within(float dx, float dy, float dz, float reach)
{
    float square = dx * dx + dy * dy + dz * dz;
    return square < reach * reach;
}

// Beyond the body in the block, or outside of it: with low and own the first slot and the body's place after it.
static inline bool is_later(int32_t slot, int32_t low, uint32_t own)
{
    uint32_t place = (uint32_t)(slot - low);
    return place > own;
}

// hit[k] says whether candidate k is within reach, and beyond i or outside the block. All but the lists is branch-free.
static void mark(const grid_level *level, const near_around *around, int32_t *restrict hit,
                 const float at[4], int32_t low, int32_t i)
{
    const float *length = level->length;
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
    if (level->leans) {
        for (int32_t k = 0; k < around->count; k++) {
            float way[3] = {x[k] - at[0], y[k] - at[1], z[k] - at[2]};
            nearest_leaning(level, way);
            bool is_near = within(way[0], way[1], way[2], r[k] + at[3]);
            hit[k] = is_near & is_later(slot[k], low, own);
        }
        return;
    }
    if (few) {
        for (int32_t k = 0; k < around->count; k++) {
            float dx = nearest_image(x[k] - at[0], length[0], inverse[0]);
            float dy = nearest_image(y[k] - at[1], length[1], inverse[1]);
            float dz = nearest_image(z[k] - at[2], length[2], inverse[2]);
            float reach = r[k] + at[3];
            bool is_near = within(dx, dy, dz, reach);
            hit[k] = is_near & is_later(slot[k], low, own);
        }
        return;
    }
    for (int32_t k = 0; k < around->count; k++) {
        float dx = x[k] - at[0];
        float dy = y[k] - at[1];
        float dz = z[k] - at[2];
        float reach = r[k] + at[3];
        bool is_near = within(dx, dy, dz, reach);
        hit[k] = is_near & is_later(slot[k], low, own);
    }
}

static int gap_level(const near_task *task, const grid_level *level_of, const near_around *around,
                     int32_t other, const float at[4], float radius)
{
    const float *length = level_of->length;
    float apart[3];
    apart[0] = around->x[other] - at[0];
    apart[1] = around->y[other] - at[1];
    apart[2] = around->z[other] - at[2];
    if (level_of->leans)
        nearest_leaning(level_of, apart);
    for (int axis = 0; axis < 3; axis++) {
        if (length[axis] > 0)
            apart[axis] = nearest_image(apart[axis], length[axis], 1 / length[axis]);
    }
    float square = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
    float distance = (float)sqrt(square) * 0.99999f;
    float gap = distance - around->r[other] - radius;
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
    for (int axis = 0; axis < 3; axis++) {
        double length = level->length[axis];
        double width = level->cell[axis];
        widths += level->few[axis] ? length : width;
    }
    return (float)(8 * 5.96e-8 * widths);
}

// A body that looks for partners; how many it has already, or -1 where nobody asked.
typedef struct seeker {
    int32_t slot;
    int level; // its own
    int partners;
    float radius;
} seeker;

// The bodies of a level around a body, and where it is itself.
typedef struct surroundings {
    const grid_level *level;
    const near_around *around;
    float at[3];  // of the body, as those around it
    double reach; // how far they were gathered, where that was by the ball of its reach; else 0
} surroundings;

// Pairs of a body with the bodies around it. These come by value: a pointer to them costs 5 % of the instructions here.
static bool match_body(const near_task *task, surroundings where, seeker *seeker,
                       near_scratch *scratch, near_pairs *out)
{
    const grid_level *level = where.level;
    const near_around *around = where.around;
    const float *at = where.at;
    // a little more than the skin, and gaps a little less than they are
    const float radius = seeker->radius + rounding_of(level, where.reach);
    const float reach = radius + (float)(task->skin * 1.0001);
    const float place[4] = {at[0], at[1], at[2], reach};
    const int32_t i = seeker->slot;
    if (!hits_reserve(scratch, around->count))
        return false;
    mark(level, around, scratch->hit, place, task->low, i);
    for (int32_t k = 0; k < around->count; k++) {
        if (!scratch->hit[k])
            continue;
        int32_t j = around->slot[k];
        if (j == i || !task->wanted(task->context, i, j))
            continue;
        if (seeker->partners < 0)
            seeker->partners = near_partners(task, i, scratch);
        if (seeker->partners < 0)
            return false;
        if (near_among(scratch->partner, seeker->partners, j))
            continue;
        int gap = gap_level(task, level, around, k, place, radius);
        if (!near_pairs_add(out, i, j, gap))
            return false;
    }
    return true;
}

// The bodies around a cell of a level, where those gathered before are of another cell.
static bool gather_anew(const cell_grid *grid, const grid_level *level, const int32_t at[3],
                        near_around *around, bool *border)
{
    int32_t cell = grid_cell(level, at);
    if (around->cell == cell)
        return true;
    around->cell = cell;
    return gather_around(grid, level, at, around, border);
}

// On a level that is not the body's own.
static bool match_elsewhere(const near_task *task, int number, seeker *seeker,
                            near_scratch *scratch, near_pairs *out, bool *border)
{
    const bool finer = number > seeker->level;
    const cell_grid *grid = task->grid;
    const grid_level *level = &grid->level[number];
    const double *ball = task->position[seeker->slot].v;
    near_around *around = finer ? &scratch->ball : &scratch->around[number];
    const double reach = (ball[3] + level->radius + task->skin) * 1.0001;
    int32_t cell[3];
    double place[3];
    grid_locate(level, ball, cell, place);
    if (finer) {
        const large_body body = {
            .level = level,
            .cell = {cell[0], cell[1], cell[2]},
            .at = {place[0], place[1], place[2]},
            .reach = reach,
        };
        if (!gather_ball(grid, &body, around))
            return false;
    } else if (!gather_anew(grid, level, cell, around, border)) {
        return false;
    }
    const surroundings where = {
        .level = level,
        .around = around,
        .at = {(float)place[0], (float)place[1], (float)place[2]},
        .reach = finer ? reach : 0,
    };
    return match_body(task, where, seeker, scratch, out);
}

static int level_of_cell(const cell_grid *grid, int32_t cell)
{
    int number = 0;
    while (number + 1 < grid->levels && cell >= grid->level[number + 1].first)
        number++;
    return number;
}

// The entry of a body in its cell.
static int32_t entry_of(const cell_grid *grid, int32_t cell, int32_t slot)
{
    int32_t entry = grid->start[cell];
    while (grid->slot[entry] != slot)
        entry++;
    return entry;
}

static bool gather_own(const cell_grid *grid, const grid_level *level, int32_t cell,
                       near_around *around, bool *border)
{
    const int32_t *cells = level->cells;
    if (around->cell == cell)
        return true;
    int32_t number = cell - level->first;
    int32_t row = number / cells[0];
    int32_t at[3];
    at[0] = number % cells[0];
    at[1] = row % cells[1];
    at[2] = number / (cells[0] * cells[1]);
    around->cell = cell;
    return gather_around(grid, level, at, around, border);
}

static bool match_all(const near_task *task, int32_t slot, near_scratch *scratch, near_pairs *out,
                      bool *border)
{
    const cell_grid *grid = task->grid;
    int32_t cell = grid->cell_of[slot];
    int own = level_of_cell(grid, cell);
    const grid_level *level = &grid->level[own];
    near_around *around = &scratch->around[own];
    if (!gather_own(grid, level, cell, around, border))
        return false;
    int32_t entry = entry_of(grid, cell, slot);
    const surroundings where = {
        .level = level,
        .around = around,
        .at = {grid->at[0][entry], grid->at[1][entry], grid->at[2][entry]},
        .reach = 0,
    };
    seeker seeker = {
        .slot = slot,
        .level = own,
        .partners = -1,
        .radius = grid->at[3][entry],
    };
    if (!match_body(task, where, &seeker, scratch, out))
        return false;
    for (int number = 0; number < grid->levels; number++) {
        bool is_own = number == own;
        if (!is_own && !match_elsewhere(task, number, &seeker, scratch, out, border))
            return false;
    }
    return true;
}

bool JOIN(scree_near_, SCREE_WIDTH)(const near_task *task, near_scratch *scratch, near_pairs *out,
                                    bool *border)
{
    for (int number = 0; number < task->grid->levels; number++)
        scratch->around[number].cell = -1;
    for (int32_t i = task->low; i < task->high; i++) {
        if (!match_all(task, i, scratch, out, border))
            return false;
    }
    return true;
}
