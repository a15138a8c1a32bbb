// grain_list.c - the list of the grains that a case begins with; see packing.h.
#include "scene/packing.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grain_list_clear(grain_list *list)
{
    free(list->position);
    free(list->velocity);
    free(list->spin);
    free(list->radius);
    free(list->mass);
    free(list->material);
    free(list->set);
    free(list->fixed);
    free(list->line);
    free(list->turn);
    memset(list, 0, sizeof *list);
}

static bool grow(void **array, int64_t room, size_t size)
{
    void *grown = realloc(*array, (size_t)room * size);
    if (grown)
        *array = grown;
    return grown != NULL;
}

static bool list_grow(grain_list *list, int64_t room)
{
#define GROW(column) grow((void **)&list->column, room, sizeof *list->column)
    bool good = GROW(position);
    good = good && GROW(velocity);
    good = good && GROW(spin);
    good = good && GROW(radius);
    good = good && GROW(mass);
    good = good && GROW(material);
    good = good && GROW(set);
    good = good && GROW(fixed);
    good = good && GROW(line);
    good = good && GROW(turn);
#undef GROW
    if (good)
        list->room = room;
    return good;
}

// A world holds no grain in less, bytes: the columns of its state twice over, its row of contacts, its place in the
// list that the run begins with. Measured are 600 and more (docs/performance/spheres.md).
static const double least_of_grain = 400;

scree_status grain_list_expect(grain_list *list, const packing_job *job, int64_t count,
                               scree_error *error)
{
    const double needed = least_of_grain * ((double)list->count + (double)count);
    const double there = mem_of_machine();
    if (needed > there) {
        return packing_fail(job, error, "take fewer grains, or a machine with more memory",
                            "%lld grains need %.3g GB of memory and more, and this machine has "
                            "%.3g GB",
                            (long long)(list->count + count), 1e-9 * needed, 1e-9 * there);
    }
    if (list->count + count > list->room && !list_grow(list, list->count + count))
        return fail_memory(error, job->set->name);
    return SCREE_OK;
}

// A periodic coordinate moved into [low, high) by whole periods.
static double wrapped(double x, double low, double high)
{
    double length = high - low;
    double y = x - length * floor((x - low) / length);
    return y < low || y >= high ? low : y; // rounding at the upper end
}

// Periods that a coordinate may lie outside of the domain: farther out its digits no longer tell a place in it.
static const double periods_most = 1e6;

static const char *const axis_names[3] = {"x", "y", "z"};

// Where a grain of a table is named, in words: file and line; else the packing.
static scree_status refuse(const packing_job *job, long line, const char *hint, const char *what,
                           scree_error *error)
{
    char *path =
        line > 0 ? packing_path(job->folder, choice_text(&job->set->packing, "file")) : NULL;
    char where[320];
    if (!path)
        return packing_fail(job, error, hint, "%s", what);
    snprintf(where, sizeof where, "%.290s:%ld", path, line);
    free(path);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

static scree_status too_far(const packing_job *job, long line, int axis, double x,
                            const double domain[2], scree_error *error)
{
    char what[160];
    snprintf(what, sizeof what, "%s = %g m is too many periods away from the domain, %g to %g m",
             axis_names[axis], x, domain[0], domain[1]);
    return refuse(job, line, "give it a place in the domain, or near it", what, error);
}

// What leads out of the plane would be left out in silence.
scree_status packing_check_plane(const packing_job *job, const grain_entry *entry,
                                 scree_error *error)
{
    const model *model = job->model;
    char what[160];
    if (model->dimensions != 2 || !entry->told)
        return SCREE_OK;
    if (packing_leaves_plane(model, entry->position.z)) {
        snprintf(what, sizeof what,
                 "z = %g m is out of the plane of a 2D case, in which all grains have %g m",
                 entry->position.z, packing_depth(model));
        return refuse(job, entry->line, "leave z out, or write 0", what, error);
    }
    if (entry->velocity.z != 0 || entry->spin.x != 0 || entry->spin.y != 0) {
        snprintf(what, sizeof what,
                 "motion out of the plane of a 2D case: vz = %g m/s, wx = %g, wy = %g rad/s",
                 entry->velocity.z, entry->spin.x, entry->spin.y);
        return refuse(job, entry->line, "in 2D only vx, vy and the spin about z are free", what,
                      error);
    }
    return SCREE_OK;
}

// Moves the coordinates along periodic axes into the domain.
static scree_status bring_in(const packing_job *job, v3 *place, long line, scree_error *error)
{
    const model *model = job->model;
    double *x[3] = {&place->x, &place->y, &place->z};
    for (int axis = 0; axis < 3; axis++) {
        const double low = v3_component(model->low, axis);
        const double high = v3_component(model->high, axis);
        const double ends[2] = {low, high};
        const double length = high - low;
        if (model->boundary[axis] != BOUNDARY_PERIODIC)
            continue;
        const double outside = fabs(*x[axis] - low);
        if (!(outside <= periods_most * length))
            return too_far(job, line, axis, *x[axis], ends, error);
        *x[axis] = wrapped(*x[axis], low, high);
    }
    return SCREE_OK;
}

static double mass_of(const packing_job *job, const grain_entry *entry)
{
    if (entry->mass > 0)
        return entry->mass;
    return grain_mass(job->model, job->index + entry->part, entry->radius);
}

scree_status grain_list_add(grain_list *grains, const packing_job *job, const grain_entry *entry,
                            scree_error *error)
{
    const model *model = job->model;
    const int number = job->index + entry->part;
    const model_shape *shape = model_shape_of(model, number);
    const model_grains *set = &model->grains[number];
    const bool fixed = set->fixed || isinf(entry->mass);
    const v3 still = v3_make(0, 0, 0);
    const double rounding = 1e-5 * shape->radius.value; // of tables with few digits
    if (shape->clump.balls && !shape->clump.of_ball &&
        fabs(entry->radius - shape->radius.value) > rounding) {
        return packing_fail(job, error, "leave out the radius",
                            "a clump has the size of its shape, %g m, not %g m",
                            shape->radius.value, entry->radius);
    }
    v3 point = entry->position;
    if (model->dimensions == 2)
        point.z = packing_depth(model);
    scree_status status = packing_check_plane(job, entry, error);
    if (!status)
        status = bring_in(job, &point, entry->line, error);
    if (status)
        return status;
    const int64_t larger = grains->room ? 2 * grains->room : 1024;
    if (grains->count == grains->room && !list_grow(grains, larger))
        return fail_memory(error, set->name);
    const int64_t i = grains->count++;
    const v3 velocity = v3_add(entry->velocity, set->velocity);
    const v3 spin = v3_add(entry->spin, set->spin);
    grains->fixed[i] = fixed;
    grains->position[i] = point;
    grains->velocity[i] = fixed ? still : velocity;
    grains->spin[i] = fixed ? still : spin;
    grains->radius[i] = entry->radius;
    grains->mass[i] = fixed ? INFINITY : mass_of(job, entry);
    grains->material[i] = set->material;
    grains->set[i] = number;
    grains->line[i] = entry->line;
    grains->turn[i] = entry->turned ? entry->turn : (q4){0, 0, 0, 0};
    return SCREE_OK;
}
