// packing_snapshot.c - grains as they stand in a snapshot of another case: places, radii, velocities, turns.
//
// Contacts are not taken over: they begin anew, with the laws of this case, and masses follow from its densities. The
// velocities of a snapshot of the smooth solver are half a step older than its places, and are taken as they are. Names
// of shapes and materials are those that the snapshot tells (kept_sets.h).
#include "scene/packing.h"
#include "scene/snapshot_grains.h"

#include "base/corners.h"
#include "state/rotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const row rows[] = {
    {"file", ROW_TEXT, "1", ROW_REQUIRED, 0, 0,
     "snapshot of Scree (.h5), relative to the folder of the case"},
    {"set", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,
     "only grains of this set, stream or entry of the other case"},
    {"shape", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,
     "only grains of this shape of the other case; default: all, which must have the shape of the "
     "entry by its name"},
    {"material", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,
     "only grains of this material of the other case"},
    {"move", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH, "by which all are moved"},
    {"copies", ROW_VECTOR, "1", ROW_OPTIONAL, 1, 1e6,
     "how often side by side along x, y, z, by the periods of the other case; default: [1, 1, 1]"},
};

typedef struct snapshot_start {
    const packing_job *job;
    snapshot_grains grains;
    bool *taken; // of each set of the snapshot
    int64_t copies[3];
    v3 move, period; // m
} snapshot_start;

// ---- which grains are taken

// A name that the entry does not ask for fits.
static bool fits(const char *asked, const char *name)
{
    return !asked || !strcmp(asked, name);
}

static bool is_chosen(const kept_set *set, const choice *choice)
{
    const char *of_set = choice_text(choice, "set");
    const char *of_shape = choice_text(choice, "shape");
    const char *of_material = choice_text(choice, "material");
    const bool named = fits(of_set, set->name);
    if (!named && !fits(of_set, set->entry))
        return false;
    if (!fits(of_shape, set->shape))
        return false;
    return fits(of_material, set->material);
}

static scree_status choose_sets(snapshot_start *start, scree_error *error)
{
    const choice *choice = &start->job->set->packing;
    bool any = false;
    start->taken = calloc((size_t)start->grains.sets.count + 1, sizeof *start->taken);
    if (!start->taken)
        return fail_memory(error, start->job->set->name);
    for (int set = 0; set < start->grains.sets.count; set++) {
        start->taken[set] = is_chosen(&start->grains.sets.set[set], choice);
        any = any || start->taken[set];
    }
    if (any)
        return SCREE_OK;
    const kept_set none = {.name = "none", .shape = "none", .material = "none"};
    const kept_set *first = start->grains.sets.count > 0 ? start->grains.sets.set : &none;
    return packing_fail(start->job, error,
                        "choose by `set`, `shape`, `material` as the other case names them",
                        "the snapshot has no such grains; its first set is '%.60s', of shape "
                        "'%.60s' and material '%.60s'",
                        first->name, first->shape, first->material);
}

static int64_t grains_of(const snapshot_start *start, int set)
{
    int64_t grains = 0;
    for (int32_t i = 0; i < start->grains.from.count; i += snapshot_grains_rows(&start->grains, i))
        grains += start->grains.from.set[i] == set;
    return grains;
}

static bool alike(const double *a, const double *b)
{
    const double rounding = 1e-9;
    bool same = true;
    for (int k = FORM_BALLS; k < FORM_NUMBERS; k++)
        same = same && fabs(a[k] - b[k]) <= rounding * fabs(b[k]);
    return same;
}

// Is the shape of a set of the snapshot that of the entry?
static scree_status check_shape(const snapshot_start *start, int number, scree_error *error)
{
    const packing_job *job = start->job;
    const kept_set *set = &start->grains.sets.set[number];
    const char *name = model_shape_of(job->model, job->index)->name;
    double form[FORM_NUMBERS];
    kept_sets_form(job->model, job->index, form);
    if (set->form[FORM_DIMENSIONS] != form[FORM_DIMENSIONS]) {
        return packing_fail(job, error, "take a snapshot of a case with as many dimensions",
                            "the snapshot is of a case in %gD, and this case is in %gD",
                            set->form[FORM_DIMENSIONS], form[FORM_DIMENSIONS]);
    }
    const long long grains = grains_of(start, number);
    if (!choice_text(&job->set->packing, "shape") && strcmp(name, set->shape) != 0) {
        return packing_fail(job, error,
                            "add an entry with that shape, and choose by `set`, `shape` or "
                            "`material` in both",
                            "%lld grains of the snapshot have the shape '%.60s', and this entry "
                            "has '%.60s'",
                            grains, set->shape, name);
    }
    if (alike(set->form, form))
        return SCREE_OK;
    return packing_fail(job, error, "give the shape as the case of the snapshot has it",
                        "the shape '%.60s' of %lld grains of the snapshot is not the '%.60s' of "
                        "this case: its size or form differs",
                        set->shape, grains, name);
}

static scree_status check_taken(const snapshot_start *start, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int set = 0; set < start->grains.sets.count && !status; set++) {
        if (start->taken[set])
            status = check_shape(start, set, error);
    }
    return status;
}

// A cell that leans has images that no brick has.
static scree_status check_cell(const snapshot_start *start, scree_error *error)
{
    const model *model = start->job->model;
    const image_column *edges = image_find(&start->grains.im, "cell/edges", IMAGE_F64, CELL_PARTS);
    bool periodic = false;
    bool leans = false;
    for (int axis = 0; axis < 3; axis++)
        periodic = periodic || model->boundary[axis] == BOUNDARY_PERIODIC;
    for (int part = 3; edges && edges->rows == 1 && part < CELL_PARTS; part++)
        leans = leans || image_reals(edges)[part] != 0;
    if (!periodic || !leans)
        return SCREE_OK;
    return packing_fail(start->job, error,
                        "take a snapshot of before the shear, or resume with another case",
                        "the cell of the snapshot leans, and the domain of this case does not");
}

// ---- copies side by side

static scree_status take_copies(snapshot_start *start, scree_error *error)
{
    const choice *choice = &start->job->set->packing;
    double move[3] = {0, 0, 0};
    double copies[3] = {1, 1, 1};
    if (choice_given(choice, "move"))
        choice_vector(choice, "move", move);
    if (choice_given(choice, "copies"))
        choice_vector(choice, "copies", copies);
    if (start->job->model->dimensions == 2 && move[2] != 0)
        return packing_fail(start->job, error, "leave its third number out",
                            "`move` leads %g m out of the plane of a 2D case", move[2]);
    start->move = v3_at(move);
    start->period = kept_periods(&start->grains.im);
    for (int axis = 0; axis < 3; axis++) {
        start->copies[axis] = (int64_t)copies[axis];
        if (copies[axis] != floor(copies[axis])) {
            return packing_fail(start->job, error, "such as [3, 1, 1]",
                                "copies along %c, %g, are no whole number", "xyz"[axis],
                                copies[axis]);
        }
        if (copies[axis] > 1 && !(v3_component(start->period, axis) > 0)) {
            return packing_fail(start->job, error, "give 1 there",
                                "the case of the snapshot is not periodic along %c, so its grains "
                                "cannot be copied there",
                                "xyz"[axis]);
        }
    }
    return SCREE_OK;
}

static int64_t all_copies(const snapshot_start *start)
{
    return start->copies[0] * start->copies[1] * start->copies[2];
}

// By how much a copy is moved.
static v3 offset_of(const snapshot_start *start, int64_t copy)
{
    v3 number;
    int64_t left = copy;
    number.x = (double)(left % start->copies[0]);
    left /= start->copies[0];
    number.y = (double)(left % start->copies[1]);
    left /= start->copies[1];
    number.z = (double)left;
    const v3 periods = v3_times(number, start->period);
    return v3_add(start->move, periods);
}

// ---- all

static bool lies_outside(const model *model, v3 at, double radius)
{
    bool out = false;
    for (int axis = 0; axis < model->dimensions; axis++) {
        const bool periodic = model->boundary[axis] == BOUNDARY_PERIODIC;
        const double beyond = periodic ? radius : 0; // centres of bodies of many balls may be
        const double x = v3_component(at, axis);
        out = out || !(x >= v3_component(model->low, axis) - beyond);
        out = out || !(x <= v3_component(model->high, axis) + beyond);
    }
    return out;
}

// Where the grains lie that are taken.
typedef struct extent {
    long long grains, outside;
    v3 low, high; // of their centres, m
} extent;

static void see_copy(const snapshot_start *start, int64_t copy, extent *out)
{
    const bodies *from = &start->grains.from;
    const v3 offset = offset_of(start, copy);
    for (int32_t i = 0; i < from->count; i += snapshot_grains_rows(&start->grains, i)) {
        if (!start->taken[from->set[i]])
            continue;
        const grain_entry entry = snapshot_grains_entry(&start->grains, start->job, i);
        const v3 at = v3_add(entry.position, offset);
        out->low = v3_min(out->low, at);
        out->high = v3_max(out->high, at);
        out->grains++;
        out->outside += lies_outside(start->job->model, at, entry.radius);
    }
}

static scree_status check_inside(const snapshot_start *start, scree_error *error)
{
    extent all = {
        .low = {INFINITY, INFINITY, INFINITY},
        .high = {-INFINITY, -INFINITY, -INFINITY},
    };
    for (int64_t copy = 0; copy < all_copies(start); copy++)
        see_copy(start, copy, &all);
    if (all.outside == 0)
        return SCREE_OK;
    return packing_fail(start->job, error,
                        "give the case a domain that holds them, `move` them, or choose by `set`, "
                        "`shape` or `material`",
                        "%lld of %lld grains are outside of the domain; their centres reach from "
                        "(%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m",
                        all.outside, all.grains, all.low.x, all.low.y, all.low.z, all.high.x,
                        all.high.y, all.high.z);
}

static scree_status add_copy(const snapshot_start *start, int64_t copy, grain_list *out,
                             scree_error *error)
{
    const bodies *from = &start->grains.from;
    const v3 offset = offset_of(start, copy);
    scree_status status = SCREE_OK;
    for (int32_t i = 0; i < from->count && !status; i += snapshot_grains_rows(&start->grains, i)) {
        if (!start->taken[from->set[i]])
            continue;
        grain_entry entry = snapshot_grains_entry(&start->grains, start->job, i);
        const double sum = v3_norm(entry.position) + v3_norm(entry.velocity) + v3_norm(entry.spin);
        if (!(entry.radius > 0) || !isfinite(sum + entry.radius)) {
            return packing_fail(start->job, error, "take another snapshot",
                                "place, motion or radius of grain %lld is no number",
                                (long long)from->id[i]);
        }
        entry.position = v3_add(entry.position, offset);
        status = grain_list_add(out, start->job, &entry, error);
    }
    return status;
}

// Refuses more than a machine holds before any is looked at.
static scree_status expect_all(const snapshot_start *start, grain_list *out, scree_error *error)
{
    const int64_t bodies = start->grains.from.count > 0 ? start->grains.from.count : 1;
    const double grains = (double)bodies * (double)all_copies(start);
    const int64_t expected = grains < 1e15 ? bodies * all_copies(start) : INT64_MAX / 2;
    return grain_list_expect(out, start->job, expected, error);
}

static scree_status add_all(const snapshot_start *start, grain_list *out, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int64_t copy = 0; copy < all_copies(start) && !status; copy++)
        status = add_copy(start, copy, out, error);
    return status;
}

static scree_status take(snapshot_start *start, const char *path, grain_list *out,
                         scree_error *error)
{
    scree_status status = snapshot_grains_read(&start->grains, start->job, path, error);
    if (!status)
        status = choose_sets(start, error);
    if (!status)
        status = check_taken(start, error);
    if (!status)
        status = check_cell(start, error);
    if (!status)
        status = take_copies(start, error);
    if (!status)
        status = expect_all(start, out, error);
    if (!status)
        status = check_inside(start, error);
    return status ? status : add_all(start, out, error);
}

static scree_status add(const packing_job *job, grain_list *out, scree_error *error)
{
    snapshot_start start = {.job = job};
    fault_tally tally = {.list = job->faults};
    scree_error fault;
    char *path = packing_path(job->folder, choice_text(&job->set->packing, "file"));
    if (!path)
        return fail_memory(error, job->set->name);
    if (take(&start, path, out, &fault))
        fault_tally_add(&tally, &fault);
    snapshot_grains_clear(&start.grains);
    free(start.taken);
    free(path);
    return fault_tally_end(&tally, error);
}

const char packing_snapshot_example[] = "file: bed.h5, shape: bead";

const packing_kind packing_snapshot = {{"snapshot",
                                        "grains as they stand in a snapshot of another case", rows,
                                        sizeof rows / sizeof *rows},
                                       add};
