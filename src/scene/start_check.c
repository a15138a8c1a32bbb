// start_check.c - is a start possible: every grain in the domain, none deep in another; see packing.h.
#include "scene/cells.h"
#include "scene/packing.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct check {
    const model *model;
    const char *folder;
    const grain_list *list;
    const packing_shapes *shapes; // NULL: balls
    int first_id;                 // ids of grains come after those of the walls
    fault_tally tally;
} check;

static int walls_of(const model *model)
{
    int walls = model->walls;
    for (int axis = 0; axis < model->dimensions; axis++)
        walls += model->boundary[axis] == BOUNDARY_WALL ? 2 : 0;
    return walls;
}

static const char *set_name(const check *check, int64_t i)
{
    return check->model->grains[check->list->set[i]].name;
}

// Where a grain comes from: "bed.csv:12", or the place of its set in the case. False: nothing was written.
static bool origin(const check *check, int64_t i, char *out, size_t size)
{
    const char *file = packing_table(&check->model->grains[check->list->set[i]].packing);
    char *path = file && check->list->line[i] > 0 ? packing_path(check->folder, file) : NULL;
    if (path)
        snprintf(out, size, "%.130s:%lld", path, (long long)check->list->line[i]);
    else
        snprintf(out, size, "grains.%.60s", set_name(check, i));
    bool from_table = path != NULL;
    free(path);
    return from_table;
}

static void note(check *check, const char *where, const char *hint, const char *what)
{
    scree_error fault;
    fail(&fault, SCREE_BAD_INPUT, where, hint, "%s", what);
    fault_tally_add(&check->tally, &fault);
}

static bool is_inside(const model *model, v3 point)
{
    const v3 low = model->low;
    const v3 high = model->high;
    const bool in_x = point.x >= low.x && point.x <= high.x;
    const bool in_y = point.y >= low.y && point.y <= high.y;
    const bool in_z = model->dimensions == 2 || (point.z >= low.z && point.z <= high.z);
    return in_x && in_y && in_z;
}

static void check_inside(check *check)
{
    const model *model = check->model;
    for (int64_t i = 0; i < check->list->count; i++) {
        v3 point = check->list->position[i];
        if (is_inside(model, point))
            continue;
        char where[160];
        char what[400];
        origin(check, i, where, sizeof where);
        snprintf(what, sizeof what,
                 "grain %lld of '%.60s' is outside of the domain: its centre is at (%g, %g, %g) m, "
                 "the domain reaches "
                 "from (%g, %g, %g) to (%g, %g, %g) m",
                 (long long)(check->first_id + i), set_name(check, i), point.x, point.y, point.z,
                 model->low.x, model->low.y, model->low.z, model->high.x, model->high.y,
                 model->high.z);
        note(check, where, "move the grain, or widen `domain`", what);
    }
}

// Near pairs are searched in single precision, whose squares end at 1e38; masses and moments go with the fifth power of
// a radius. What is in between has room enough.
const double packing_radius_least = 1e-15, packing_radius_most = 1e9;
static const double mass_least = 1e-100, mass_most = 1e100; // kg

bool packing_radius_fits(double radius)
{
    return radius >= packing_radius_least && radius <= packing_radius_most;
}

// False: what is wrong has been told.
static bool check_sizes(check *check)
{
    const grain_list *list = check->list;
    bool fit = true;
    for (int64_t i = 0; i < list->count; i++) {
        const bool size = packing_radius_fits(list->radius[i]);
        const double mass = list->mass[i];
        const bool good_mass = mass >= mass_least && mass <= mass_most;
        const bool heavy = !list->fixed[i] && !good_mass;
        char where[160];
        char what[400];
        if (size && !heavy)
            continue;
        fit = false;
        origin(check, i, where, sizeof where);
        if (size) {
            snprintf(what, sizeof what,
                     "grain %lld of '%.60s' has the mass %g kg, which is not from %g to %g kg",
                     (long long)(check->first_id + i), set_name(check, i), list->mass[i],
                     mass_least, mass_most);
        } else {
            snprintf(what, sizeof what,
                     "grain %lld of '%.60s' has the radius %g m, which is not from %g to %g m",
                     (long long)(check->first_id + i), set_name(check, i), list->radius[i],
                     packing_radius_least, packing_radius_most);
        }
        note(check, where,
             size ? "check the density and its unit" : "check the radius and its unit", what);
    }
    return fit;
}

typedef struct found_overlap {
    double depth, radius; // m; the smaller radius
    bool around;          // of the balls around grains of another shape
    bool same_place;      // their centres are one point
    bool unfelt;          // no contact would push them apart
} found_overlap;

// Both lines where the two come from tables; what they have in common once.
static void name_overlap(check *check, int64_t i, int64_t k, const found_overlap *found)
{
    const grain_list *list = check->list;
    char where[320];
    char other[160];
    char what[400];
    v3 point = list->position[i];
    origin(check, i, where, sizeof where);
    origin(check, k, other, sizeof other);
    size_t length = strlen(where);
    if (strcmp(where, other) != 0)
        snprintf(where + length, sizeof where - length, " and %s", other);
    if (isinf(found->depth)) {
        snprintf(what, sizeof what,
                 "grains %lld of '%.60s' and %lld of '%.60s' go through each other, near (%g, %g, "
                 "%g) m",
                 (long long)(check->first_id + i), set_name(check, i),
                 (long long)(check->first_id + k), set_name(check, k), point.x, point.y, point.z);
        note(check, where, "move them apart", what);
        return;
    }
    snprintf(what, sizeof what,
             "%sgrains %lld of '%.60s' and %lld of '%.60s' overlap by %g m, %.3g %% of the smaller "
             "radius,%s near (%g, "
             "%g, %g) m",
             found->around ? "the balls around " : "", (long long)(check->first_id + i),
             set_name(check, i), (long long)(check->first_id + k), set_name(check, k), found->depth,
             100 * found->depth / found->radius,
             found->unfelt ? " and no contact would push them apart," : "", point.x, point.y,
             point.z);
    note(check, where,
         found->same_place ? "give them places of their own"
         : found->around   ? "move them apart; if their shapes do not overlap, raise "
                             "run.deepest_overlap or set it to none"
                           : "move them apart, or make them smaller",
         what);
}

static bool is_ball(const model *model, int32_t set)
{
    return !model_clump_of(model, set);
}

static found_overlap overlap_of(const check *check, int64_t i, int64_t k, v3 between)
{
    const grain_list *list = check->list;
    const double a = list->radius[i];
    const double b = list->radius[k];
    const double distance = v3_norm(between);
    found_overlap overlap = {
        .depth = a + b - distance,
        .radius = a < b ? a : b,
        .around = false,
        .same_place = distance == 0,
    };
    const bool one_is_ball = is_ball(check->model, list->set[i]);
    const bool other_is_ball = is_ball(check->model, list->set[k]);
    const bool balls = one_is_ball && other_is_ball;
    if (!(overlap.depth > 0) || balls)
        return overlap;
    const packing_shapes *shapes = check->shapes;
    const packing_pair pair = {.list = list, .i = i, .k = k, .between = between};
    packing_overlap deep;
    overlap.around = !shapes || !shapes->deep(shapes->context, &pair, &deep);
    if (!overlap.around) {
        overlap.depth = deep.depth;
        overlap.radius = deep.radius;
        overlap.unfelt = deep.unfelt;
    }
    return overlap;
}

// Which grain each grain overlaps too deep: the first one of the list, if it is before it; -1: none.
typedef struct overlapped {
    const cells *near;
    double most;    // share of the smaller radius
    int64_t *first; // per grain
} overlapped;

// The grains of the size of grain i and larger that overlap it too deep. So each pair is found where its smaller grain
// is looked at, and twice where both are of a size.
static void overlaps_of(const check *check, const overlapped *overlapped, int64_t i)
{
    const grain_list *list = check->list;
    const v3 *position = list->position;
    cells_walk walk = cells_around(overlapped->near, position[i], list->radius[i], true);
    for (int64_t k = cells_next(&walk); k >= 0; k = cells_next(&walk)) {
        const int64_t before = i < k ? i : k;
        const int64_t after = i < k ? k : i;
        int64_t *first = &overlapped->first[after];
        const bool both_fixed = list->fixed[i] && list->fixed[k];
        const bool known = *first >= 0 && before >= *first;
        if (i == k || both_fixed || known)
            continue;
        const v3 between = cells_between(overlapped->near, position[after], position[before]);
        const found_overlap found = overlap_of(check, after, before, between);
        const bool one_is_ball = is_ball(check->model, list->set[i]);
        const bool other_is_ball = is_ball(check->model, list->set[k]);
        // Balls with one centre have no direction in which they could push each other, however deep they may be.
        const bool stuck = found.same_place && one_is_ball && other_is_ball;
        const bool too_deep = found.depth > overlapped->most * found.radius;
        const bool unfelt = found.unfelt && isfinite(overlapped->most);
        if (stuck || too_deep || unfelt)
            *first = before;
    }
}

static void name_overlaps(check *check, const overlapped *overlapped)
{
    const grain_list *list = check->list;
    for (int64_t i = 0; i < list->count; i++) {
        const int64_t k = overlapped->first[i];
        if (k < 0)
            continue;
        found_overlap found = overlap_of(
            check, i, k, cells_between(overlapped->near, list->position[i], list->position[k]));
        name_overlap(check, k, i, &found);
    }
}

// Grains outside of the domain are left out: they have been named.
static bool check_overlaps(check *check, double most)
{
    const model *model = check->model;
    const grain_list *list = check->list;
    cells_box box = {
        .low = model->low,
        .high = model->high,
        .periodic = {false, false, false},
    };
    for (int axis = 0; axis < 3; axis++)
        box.periodic[axis] = model->boundary[axis] == BOUNDARY_PERIODIC;
    cells near;
    if (!cells_make(&near, &box, 0, list->radius, list->count))
        return false;
    overlapped found = {
        .near = &near,
        .most = most,
        .first = malloc(((size_t)list->count + 1) * sizeof *found.first),
    };
    bool done = found.first != NULL;
    for (int64_t i = 0; done && i < list->count; i++) {
        found.first[i] = -1;
        if (is_inside(model, list->position[i]))
            cells_put(&near, i, list->position[i], list->radius[i]);
    }
    for (int64_t i = 0; done && i < list->count; i++) {
        if (is_inside(model, list->position[i]))
            overlaps_of(check, &found, i);
    }
    if (done)
        name_overlaps(check, &found);
    free(found.first);
    cells_clear(&near);
    return done;
}

scree_status packing_check(const model *model, const grain_list *list, const packing_limits *limits,
                           fault_list *faults, scree_error *error)
{
    check check = {
        .model = model,
        .folder = limits->folder,
        .list = list,
        .shapes = limits->shapes,
        .first_id = walls_of(model),
        .tally = {.list = faults},
    };
    const bool sizes_fit = check_sizes(&check);
    check_inside(&check);
    if (sizes_fit && list->count && !check_overlaps(&check, limits->most))
        return fail_memory(error, "grains");
    return fault_tally_end(&check.tally, error);
}
