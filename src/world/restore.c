// restore.c - a world from an image: what snapshot.c wrote, in the same columns.
#include "world/adapt.h"
#include "world/hand_over.h"
#include "world/internal.h"
#include "world/ranks.h"
#include "world/losses.h"
#include "world/maser.h"

#include "smooth/written.h"

#include "motion/clumps.h"

#include <stdlib.h>
#include <string.h>

static scree_status foreign(const char *column, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, column,
                "resume with the case that made the snapshot, or with one that a branch may have",
                "this column of the snapshot does not fit the case");
}

static bool has_rows(const image_column *column, int rows)
{
    return column && column->rows == rows;
}

static scree_status load_flows(world *world, const image *im, scree_error *error)
{
    const image_column *made = image_find(im, "stream/made", IMAGE_I64, 1);
    const image_column *missing = image_find(im, "stream/missing", IMAGE_I64, 1);
    const image_column *since = image_find(im, "stream/short_since", IMAGE_F64, 1);
    const image_column *clock = image_find(im, "stream/clock", IMAGE_F64, 4);
    const image_column *paused = image_find(im, "stream/paused", IMAGE_I64, 1);
    const int streams = world->shared->model->streams;
    if (!has_rows(made, streams))
        return foreign("stream/made", error);
    if (streams && !has_rows(missing, streams))
        return foreign("stream/missing", error);
    if (streams && !has_rows(since, streams))
        return foreign("stream/short_since", error);
    if (streams && !has_rows(clock, streams))
        return foreign("stream/clock", error);
    for (int i = 0; i < streams; i++) {
        const double *row = image_reals(clock) + 4 * i;
        world->stream[i] = (world_stream){
            .made = image_integers(made)[i],
            .missing = image_integers(missing)[i],
            .short_since = image_reals(since)[i],
            .amount = row[0],
            .origin = row[1],
            .origin_amount = row[2],
            .pace = row[3],
        };
        world_branch_stream(world, i);
    }
    if (has_rows(paused, 1))
        world->paused = 1 + (int)image_integers(paused)[0];
    const world_flows flows = image_flows(im);
    world->removed = flows.removed;
    world->lost_grains = flows.lost;
    return SCREE_OK;
}

// Where the step is another than that before, time is counted from here on.
static void load_time(world *world, const image *im, const double time[2], bool other_solver)
{
    shared *shared = world->shared;
    bodies *bodies = &world->part->body;
    const double now = time[0];
    const double last_step = time[1];
    const image_column *origin = image_find(im, "run/origin", IMAGE_F64, 2);
    const image_column *diameter = image_find(im, "run/diameter", IMAGE_F64, 1);
    const bool chosen_step = !(shared->model->step > 0);
    const bool chosen_diameter = !(shared->model->nonsmooth.diameter > 0);
    if (chosen_step && !other_solver) { // what `auto` chose once, it keeps
        world->choice.step = last_step;
        shared->dt = last_step;
    }
    if (chosen_diameter && has_rows(diameter, 1)) {
        world->choice.diameter = image_reals(diameter)[0];
        shared->diameter = world->choice.diameter;
    }
    shared->dt_before = shared->started ? last_step : shared->dt;
    if (bodies->path && !shared->started) { // later the step itself does it
        for (int32_t i = 0; i < bodies->count; i++)
            clump_rescale_gear(bodies, i, shared->dt / last_step);
    }
    if (has_rows(origin, 1)) {
        shared->origin_time = image_reals(origin)[0];
        shared->origin_step = (int64_t)image_reals(origin)[1];
    }
    if (shared->dt == last_step)
        return;
    shared->origin_time = now;
    shared->origin_step = shared->step;
}

static scree_status load_books(shared *shared, const image *im, scree_error *error)
{
    const image_column *books = image_find(im, "ledger/sums", IMAGE_F64, BOOK_NUMBERS);
    const image_column *worst = image_find(im, "ledger/worst", IMAGE_I64, 2);
    const image_column *ended = image_find(im, "ledger/ended", IMAGE_I64, SUM_NUMBERS);
    past_books *past = &shared->books;
    if (!shared->model->ledger)
        return SCREE_OK;
    if (!books && !worst && !ended)
        return SCREE_OK; // a branch may open the books: restore() starts them
    if (!books || !worst || !has_rows(ended, BOOKS))
        return foreign("ledger/sums", error);
    const double *sums = image_reals(books);
    past->walls = sums[0];
    past->added = sums[1];
    past->removed = sums[2];
    past->start = sums[3];
    past->worst = sums[4];
    past->held = sums[5];
    const image_column *growth = image_find(im, "ledger/growth", IMAGE_F64, 1);
    if (has_rows(growth, 1))
        past->growth = image_reals(growth)[0];
    const image_column *drag = image_find(im, "ledger/drag", IMAGE_F64, 1);
    if (has_rows(drag, 1))
        past->drag = image_reals(drag)[0];
    past->worst_a = image_integers(worst)[0];
    past->worst_b = image_integers(worst)[1];
    for (int j = 0; j < BOOKS; j++) {
        const int64_t *limb = image_integers(ended) + SUM_NUMBERS * j;
        exact_sum *sum = &past->ended[j];
        memcpy(sum->limb, limb, sizeof sum->limb);
        sum->waiting = 0;
        sum->met = (uint32_t)limb[EXACT_SUM_LIMBS];
    }
    return SCREE_OK;
}

static scree_status load_run(world *world, const image *im, bool other_solver, scree_error *error)
{
    shared *shared = world->shared;
    const image_column *run = image_find(im, "run/step", IMAGE_I64, 3);
    const image_column *time = image_find(im, "run/time", IMAGE_F64, 2);
    if (!has_rows(run, 1))
        return foreign("run/step", error);
    if (!has_rows(time, 1) || !(image_reals(time)[1] > 0))
        return foreign("run/time", error);
    const int64_t *numbers = image_integers(run);
    shared->step = numbers[0];
    shared->started = numbers[1] != 0;
    world->next_id = numbers[2];
    load_time(world, im, image_reals(time), other_solver);
    scree_status status = load_flows(world, im, error);
    if (status == SCREE_OK)
        status = world_load_cell(world, im, error);
    if (status == SCREE_OK)
        status = load_books(shared, im, error);
    return status == SCREE_OK ? world_load_losses(shared, im, error) : status;
}

static wall_pose pose_of_row(const double row[POSE_NUMBERS])
{
    wall_pose pose;
    pose.position = v3_at(row);
    pose.velocity = v3_at(row + 3);
    pose.spin = v3_at(row + 6);
    pose.orientation = (q4){row[9], row[10], row[11], row[12]};
    return pose;
}

// Ids that the walls have had since the start, where a branch changed them.
static scree_status load_wall_ids(shared *shared, const image *im, scree_error *error)
{
    const image_column *id = image_find(im, ADAPT_IDS, IMAGE_I64, 1);
    const image_column *range = image_find(im, ADAPT_RANGE, IMAGE_I64, 2);
    shared->first_grain = shared->walls;
    if (!id && !range)
        return SCREE_OK;
    if (!has_rows(id, shared->walls) || !has_rows(range, 1))
        return foreign(ADAPT_IDS, error);
    shared->first_grain = image_integers(range)[0];
    shared->lowest_wall = image_integers(range)[1];
    for (int i = 0; i < shared->walls; i++)
        shared->wall[i].id = image_integers(id)[i];
    return SCREE_OK;
}

// One that has come with a branch may be there only later, or no more.
static void let_fresh_walls_wait(world *world, const adapted *from)
{
    shared *shared = world->shared;
    for (int i = 0; i < shared->walls; i++) {
        if (from->fresh[i])
            shared->wall[i].absent =
                !moving_wall_there(&shared->wall[i], world_time(world), shared->dt);
    }
}

static scree_status load_walls(world *world, const adapted *from, scree_error *error)
{
    const image *im = &from->im;
    shared *shared = world->shared;
    const int walls = shared->walls;
    const image_column *pose = image_find(im, "wall/pose", IMAGE_F64, POSE_NUMBERS);
    const image_column *load = image_find(im, "wall/load", IMAGE_F64, 6);
    const image_column *state = image_find(im, "wall/state", IMAGE_F64, DRIVE_STATE);
    if (!has_rows(pose, walls) || !has_rows(load, walls) || !has_rows(state, walls))
        return foreign("wall/pose", error);
    for (int i = 0; i < walls; i++) {
        moving_wall *wall = &shared->wall[i];
        const double *forces = image_reals(load) + 6 * i;
        const double *kept = image_reals(state) + DRIVE_STATE * i;
        wall->now = pose_of_row(image_reals(pose) + POSE_NUMBERS * i);
        wall->force = v3_at(forces);
        wall->torque = v3_at(forces + 3);
        memcpy(wall->state, kept, sizeof wall->state);
    }
    world_load_wall_pushes(shared, im);
    world_load_lives(world, im);
    let_fresh_walls_wait(world, from);
    scree_status status = load_wall_ids(shared, im, error);
    return status ? status : world_begin_motions(world, im, from->fresh, error);
}

// A wall that has come may not stand in grains, as at the start of a case.
static scree_status check_fresh(world *world, const adapted *from, fault_list *faults,
                                scree_error *error)
{
    if (!from->any_fresh)
        return SCREE_OK;
    if (!world_turn_cores(world, world_own(world)))
        return fail_memory(error, "shapes");
    return world_check_walls(world, from->fresh, faults, error);
}

static scree_status load_solver(world *world, const adapted *from, scree_error *error)
{
    const shared *shared = world->shared;
    if (from->other_solver)
        return SCREE_OK; // its contacts begin anew
    return shared->solver->load(world->solver, &from->im, error);
}

// Each rank gets what it is to own.
static scree_status take_over(world *world, const adapted *from, fault_list *faults,
                              scree_error *error)
{
    uint16_t *owner = NULL;
    scree_status status = hand_over_bodies(world, &from->im, &owner, error);
    if (status == SCREE_OK)
        status = world_allocate(world, error);
    status = ranks_status(world, status, error);
    if (status == SCREE_OK)
        status = hand_over_contacts(world, &from->im, owner, error);
    free(owner);
    return status ? status : check_fresh(world, from, faults, error);
}

// Bodies, lists, contacts. Where nothing is handed over, all are in the first part, which rank 0 owns.
static scree_status take_grains(world *world, const adapted *from, fault_list *faults,
                                scree_error *error)
{
    if (hand_over_is_for(world))
        return take_over(world, from, faults, error);
    part *own = world_own(world);
    scree_status status = world_allocate(world, error);
    if (status == SCREE_OK) {
        const lists_task task = world_lists_task(world, own);
        status = lists_reorder(&own->list, &task, NULL) ? SCREE_OK : fail_memory(error, "lists");
    }
    if (status == SCREE_OK)
        status = check_fresh(world, from, faults, error);
    return status ? status : load_solver(world, from, error);
}

// `begins`: the image is of another stage.
static scree_status restore(world *world, const adapted *from, bool begins,
                            const world_options *options, scree_error *error)
{
    const image *im = &from->im;
    shared *shared = world->shared;
    scree_status status = load_run(world, im, from->other_solver, error);
    if (status == SCREE_OK) {
        staging_recall(world, im, begins);
        status = world_set_clocks(world, error);
    }
    if (status == SCREE_OK)
        status = load_walls(world, from, error);
    status = ranks_status(world, status, error);
    if (status == SCREE_OK)
        status = take_grains(world, from, options ? options->faults : NULL, error);
    if (status == SCREE_OK && !written_load(shared, im))
        status = fail_memory(error, "snapshot");
    status = ranks_status(world, status, error);
    if (status == SCREE_OK)
        status = world_refresh(world, true, error);
    if (status == SCREE_OK)
        status = world_prepare_servos(world, error);
    if (status == SCREE_OK && shared->solver->complete && !from->other_solver)
        shared->solver->complete(world->solver, im);
    bool opened = shared->model->ledger && !image_find(im, "ledger/sums", IMAGE_F64, BOOK_NUMBERS);
    if (status == SCREE_OK && opened)
        status = world_open_books(world, error);
    if (status == SCREE_OK && shared->model->ledger && !opened && options && options->changed)
        status = world_book_change(world, im, error);
    // the run before may have stopped because a grain was lost, and this branch lets it go
    return status == SCREE_OK && shared->model->loss == ON_LOSS_REMOVE
               ? world_drop_lost(world, error)
               : status;
}

// What bodies keep of their motion depends on the scheme, so a branch cannot choose another.
static scree_status check_schemes(const model *model, const image *im, scree_error *error)
{
    const bool schemes = world_solver_of(model)->schemes; // of others they may be named, too
    bool turns = image_find(im, "body/turning", IMAGE_F64, 4),
         leapt = image_find(im, "body/rate", IMAGE_F64, 4),
         leaps = schemes && model->rotation == ROTATION_LEAPFROG && model->dimensions == 3;
    bool geared = image_find(im, "body/path", IMAGE_F64, 16),
         gears = schemes && model->integrator == INTEGRATOR_GEAR;
    if (geared != gears) {
        return fail(error, SCREE_BAD_INPUT, "run.integrator",
                    "keep the integrator of the case that made the snapshot",
                    "integrator: %s cannot go on from a snapshot made %s gear",
                    integrator_names[model->integrator], geared ? "with" : "without");
    }
    if (turns && leapt != leaps) {
        return fail(error, SCREE_BAD_INPUT, "run.rotation",
                    "keep the rotation of the case that made the snapshot",
                    "rotation: %s cannot go on from a snapshot made %s leapfrog",
                    rotation_names[model->rotation], leapt ? "with" : "without");
    }
    if (model->orientation && !image_find(im, "body/orientation", IMAGE_F64, 4)) {
        return fail(error, SCREE_BAD_INPUT, "run.orientation",
                    "leave it out, or start a new run with it",
                    "orientation: true cannot go on from a snapshot made without, which does not "
                    "tell how the grains have turned");
    }
    return SCREE_OK;
}

scree_status world_restore(const model *root, const world_options *options, const image *im,
                           world **out, scree_error *error)
{
    int stage;
    *out = NULL;
    scree_status status = staging_of_image(root, im, &stage, error);
    if (status != SCREE_OK)
        return status;
    return world_restore_stage(root, stage < 0 ? 0 : stage, options, im, out, error);
}

scree_status world_restore_stage(const model *root, int stage, const world_options *options,
                                 const image *im, world **out, scree_error *error)
{
    const model *model = model_of_stage(root, stage);
    world *world = NULL;
    adapted from;
    int was;
    *out = NULL;
    scree_status status = staging_of_image(root, im, &was, error);
    if (status != SCREE_OK)
        return status;
    status = adapt_image(model, im, &from, error);
    if (status == SCREE_OK)
        status = check_schemes(model, im, error);
    const transport *ranks = options ? options->ranks : NULL;
    const bool follows = ranks && ranks->rank > 0;
    if (status == SCREE_OK && !follows) // which has all rows
        status = world_check_adapted(model, &from.im, from.other_solver, error);
    if (status == SCREE_OK && ranks)
        tell_image(ranks, &from);
    if (status == SCREE_OK)
        status = world_restore_shell(model, options, &from.im, &world, error);
    if (status == SCREE_OK)
        status = staging_make(world, root, stage, error);
    if (status == SCREE_OK)
        status = restore(world, &from, was != stage, options, error);
    if (status == SCREE_OK)
        status = staging_load(world, &from.im, was != stage, options, error);
    if (status == SCREE_OK)
        status = maser_restore(world, world_restore, im, error);
    if (world) {
        status = ranks_same(world, status, error);
        world->inside = 0;
    }
    if (status == SCREE_OK)
        *out = world;
    else
        world_destroy(world);
    adapted_clear(&from);
    return status;
}
