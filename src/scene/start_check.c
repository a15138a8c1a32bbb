// start_check.c - is a start possible: every grain in the domain, none deep in another; see packing.h.
#include "scene/cells.h"
#include "scene/packing.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct check {
    const model *m;
    const char *folder;
    const grain_list *list;
    const packing_shapes *shapes; // NULL: balls
    int first_id;                 // ids of grains come after those of the walls
    fault_tally tally;
} check;

static int walls_of(const model *m)
{
    int walls = m->walls;
    for (int axis = 0; axis < m->dimensions; axis++)
        walls += m->boundary[axis] == BOUNDARY_WALL ? 2 : 0;
    return walls;
}

static const char *set_name(const check *c, int64_t i)
{
    return c->m->grains[c->list->set[i]].name;
}

// Where a grain comes from: "bed.csv:12", or the place of its set in the case. False: nothing was written.
static bool origin(const check *c, int64_t i, char *out, size_t size)
{
    const char *file = packing_table(&c->m->grains[c->list->set[i]].packing);
    char *path = file && c->list->line[i] > 0 ? packing_path(c->folder, file) : NULL;
    if (path)
        snprintf(out, size, "%.130s:%lld", path, (long long)c->list->line[i]);
    else
        snprintf(out, size, "grains.%.60s", set_name(c, i));
    bool from_table = path != NULL;
    free(path);
    return from_table;
}

static void note(check *c, const char *where, const char *hint, const char *what)
{
    scree_error fault;
    fail(&fault, SCREE_BAD_INPUT, where, hint, "%s", what);
    fault_tally_add(&c->tally, &fault);
}

static bool is_inside(const model *m, v3 p)
{
    bool z = m->dimensions == 2 || (p.z >= m->low.z && p.z <= m->high.z);
    return p.x >= m->low.x && p.x <= m->high.x && p.y >= m->low.y && p.y <= m->high.y && z;
}

static void check_inside(check *c)
{
    const model *m = c->m;
    for (int64_t i = 0; i < c->list->count; i++) {
        v3 p = c->list->position[i];
        if (is_inside(m, p))
            continue;
        char where[160];
        char what[400];
        origin(c, i, where, sizeof where);
        snprintf(what, sizeof what,
                 "grain %lld of '%.60s' is outside of the domain: its centre is at (%g, %g, %g) m, "
                 "the domain reaches "
                 "from (%g, %g, %g) to (%g, %g, %g) m",
                 (long long)(c->first_id + i), set_name(c, i), p.x, p.y, p.z, m->low.x, m->low.y,
                 m->low.z, m->high.x, m->high.y, m->high.z);
        note(c, where, "move the grain, or widen `domain`", what);
    }
}

// Near pairs are searched in single precision, whose squares end at 1e38; masses and moments go with the fifth power of
// a radius. What is in between has room enough.
static const double radius_least = 1e-15, radius_most = 1e9; // m
static const double mass_least = 1e-100, mass_most = 1e100;  // kg

bool packing_radius_fits(double radius)
{
    return radius >= radius_least && radius <= radius_most;
}

// False: what is wrong has been told.
static bool check_sizes(check *c)
{
    const grain_list *l = c->list;
    bool fit = true;
    for (int64_t i = 0; i < l->count; i++) {
        const bool size = packing_radius_fits(l->radius[i]);
        const bool heavy = !l->fixed[i] && !(l->mass[i] >= mass_least && l->mass[i] <= mass_most);
        char where[160];
        char what[400];
        if (size && !heavy)
            continue;
        fit = false;
        origin(c, i, where, sizeof where);
        if (size)
            snprintf(what, sizeof what,
                     "grain %lld of '%.60s' has the mass %g kg, which is not from %g to %g kg",
                     (long long)(c->first_id + i), set_name(c, i), l->mass[i], mass_least,
                     mass_most);
        else
            snprintf(what, sizeof what,
                     "grain %lld of '%.60s' has the radius %g m, which is not from %g to %g m",
                     (long long)(c->first_id + i), set_name(c, i), l->radius[i], radius_least,
                     radius_most);
        note(c, where, size ? "check the density and its unit" : "check the radius and its unit",
             what);
    }
    return fit;
}

typedef struct found_overlap {
    double depth, radius; // m; the smaller radius
    bool around;          // of the balls around grains of another shape
    bool same_place;      // their centres are one point
} found_overlap;

// Both lines where the two come from tables; what they have in common once.
static void name_overlap(check *c, int64_t i, int64_t k, const found_overlap *found)
{
    const grain_list *l = c->list;
    char where[320];
    char other[160];
    char what[400];
    v3 p = l->position[i];
    origin(c, i, where, sizeof where);
    origin(c, k, other, sizeof other);
    size_t length = strlen(where);
    if (strcmp(where, other) != 0)
        snprintf(where + length, sizeof where - length, " and %s", other);
    snprintf(what, sizeof what,
             "%sgrains %lld of '%.60s' and %lld of '%.60s' overlap by %g m, %.3g %% of the smaller "
             "radius, near (%g, "
             "%g, %g) m",
             found->around ? "the balls around " : "", (long long)(c->first_id + i), set_name(c, i),
             (long long)(c->first_id + k), set_name(c, k), found->depth,
             100 * found->depth / found->radius, p.x, p.y, p.z);
    note(c, where,
         found->same_place ? "give them places of their own"
         : found->around   ? "move them apart; if their shapes do not overlap, raise "
                             "run.deepest_overlap or set it to none"
                           : "move them apart, or make them smaller",
         what);
}

static bool is_ball(const model *m, int32_t set)
{
    return model_shape_of(m, set)->clump.balls == 0;
}

static found_overlap overlap_of(const check *c, int64_t i, int64_t k, v3 between)
{
    const grain_list *l = c->list;
    const double a = l->radius[i];
    const double b = l->radius[k];
    const double distance = v3_norm(between);
    found_overlap o = {a + b - distance, a < b ? a : b, false, distance == 0};
    if (!(o.depth > 0) || (is_ball(c->m, l->set[i]) && is_ball(c->m, l->set[k])))
        return o;
    o.around =
        !c->shapes || !c->shapes->deep(c->shapes->context, l, i, k, between, &o.depth, &o.radius);
    return o;
}

// Which grain each grain overlaps too deep: the first one of the list, if it is before it; -1: none.
typedef struct overlapped {
    const cells *near;
    double most;    // share of the smaller radius
    int64_t *first; // per grain
} overlapped;

// The grains of the size of grain i and larger that overlap it too deep. So each pair is found where its smaller grain
// is looked at, and twice where both are of a size.
static void overlaps_of(const check *c, const overlapped *o, int64_t i)
{
    const grain_list *l = c->list;
    cells_walk walk = cells_around(o->near, l->position[i], l->radius[i], true);
    for (int64_t k = cells_next(&walk); k >= 0; k = cells_next(&walk)) {
        const int64_t before = i < k ? i : k;
        const int64_t after = i < k ? k : i;
        int64_t *first = &o->first[after];
        if (i == k || (l->fixed[i] && l->fixed[k]) || (*first >= 0 && before >= *first))
            continue;
        v3 between = cells_between(o->near, l->position[after], l->position[before]);
        found_overlap found = overlap_of(c, after, before, between);
        // Balls with one centre have no direction in which they could push each other, however deep they may be.
        const bool stuck = found.same_place && is_ball(c->m, l->set[i]) && is_ball(c->m, l->set[k]);
        if (stuck || found.depth > o->most * found.radius)
            *first = before;
    }
}

static void name_overlaps(check *c, const overlapped *o)
{
    const grain_list *l = c->list;
    for (int64_t i = 0; i < l->count; i++) {
        const int64_t k = o->first[i];
        if (k < 0)
            continue;
        found_overlap found =
            overlap_of(c, i, k, cells_between(o->near, l->position[i], l->position[k]));
        name_overlap(c, k, i, &found);
    }
}

// Grains outside of the domain are left out: they have been named.
static bool check_overlaps(check *c, double most)
{
    const model *m = c->m;
    const grain_list *l = c->list;
    cells_box box = {m->low, m->high, {false, false, false}};
    for (int a = 0; a < 3; a++)
        box.periodic[a] = m->boundary[a] == BOUNDARY_PERIODIC;
    cells near;
    if (!cells_make(&near, &box, 0, l->radius, l->count))
        return false;
    overlapped found = {&near, most, malloc(((size_t)l->count + 1) * sizeof *found.first)};
    bool done = found.first != NULL;
    for (int64_t i = 0; done && i < l->count; i++) {
        found.first[i] = -1;
        if (is_inside(m, l->position[i]))
            cells_put(&near, i, l->position[i], l->radius[i]);
    }
    for (int64_t i = 0; done && i < l->count; i++)
        if (is_inside(m, l->position[i]))
            overlaps_of(c, &found, i);
    if (done)
        name_overlaps(c, &found);
    free(found.first);
    cells_clear(&near);
    return done;
}

scree_status packing_check(const model *m, const char *folder, const grain_list *list,
                           const packing_shapes *shapes, double most, fault_list *faults,
                           scree_error *error)
{
    check c = {m, folder, list, shapes, walls_of(m), {.list = faults}};
    const bool sizes_fit = check_sizes(&c);
    check_inside(&c);
    if (sizes_fit && list->count && !check_overlaps(&c, most))
        return fail_memory(error, "grains");
    return fault_tally_end(&c.tally, error);
}
