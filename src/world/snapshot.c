// snapshot.c - the whole state as an image, and its hash; restore.c goes the other way.
//
// Contacts stand sorted by (a, b, feature). New contacts are met before, so that an image is the same whether or not
// somebody has looked at the world in this step. Geometry of wall contacts follows from the positions and is not kept.
#include "world/adapt.h"
#include "world/collect.h"
#include "world/losses.h"
#include "world/maser.h"

#include "scene/kept_sets.h"
#include "smooth/written.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_vector(double *to, v3 from)
{
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

static void put_turn(double *to, q4 from)
{
    to[0] = from.w;
    to[1] = from.x;
    to[2] = from.y;
    to[3] = from.z;
}

// Only where a branch or a stage has changed the walls: other states, and their hashes, know nothing of it.
static bool save_wall_ids(const shared *shared, image *im)
{
    bool plain = shared->first_grain == shared->walls && shared->lowest_wall == 0;
    for (int i = 0; i < shared->walls; i++)
        plain = plain && shared->wall[i].id == i;
    if (plain)
        return true;
    int64_t *id = image_add(im, ADAPT_IDS, (image_shape){IMAGE_I64, shared->walls, 1}, "1",
                            "permanent ids of walls");
    int64_t *range = id ? image_add(im, ADAPT_RANGE, (image_shape){IMAGE_I64, 1, 2}, "1",
                                    "first id of grains, lowest id that a wall has had")
                        : NULL;
    for (int i = 0; range && i < shared->walls; i++)
        id[i] = shared->wall[i].id;
    if (range) {
        range[0] = shared->first_grain;
        range[1] = shared->lowest_wall;
    }
    return range != NULL;
}

static bool save_walls(const world *world, image *im)
{
    const shared *shared = world->shared;
    const int walls = shared->walls;
    double *pose = image_add(im, "wall/pose", (image_shape){IMAGE_F64, walls, POSE_NUMBERS}, "SI",
                             "position, velocity, spin, orientation (w, x, y, z)");
    if (!pose)
        return false;
    double *load = image_add(im, "wall/load", (image_shape){IMAGE_F64, walls, 6}, "SI",
                             "force and torque of the grains in the last step, where kept");
    if (!load)
        return false;
    double *state = image_add(im, "wall/state", (image_shape){IMAGE_F64, walls, DRIVE_STATE}, "SI",
                              "what the drive keeps");
    if (!state)
        return false;
    for (int i = 0; i < walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        double *row = pose + POSE_NUMBERS * i;
        put_vector(row, wall->now.position);
        put_vector(row + 3, wall->now.velocity);
        put_vector(row + 6, wall->now.spin);
        put_turn(row + 9, wall->now.orientation);
        put_vector(load + 6 * i, wall->force);
        put_vector(load + 6 * i + 3, wall->torque);
        memcpy(state + DRIVE_STATE * i, wall->state, sizeof wall->state);
    }
    return world_save_lives(world, im) && world_save_motions(world, im) &&
           world_save_wall_pushes(shared, im) && save_wall_ids(shared, im) &&
           adapt_save_names(shared->model, im) && world_save_drives(world, im);
}

// What only some cases have stands in columns of its own, there where it is something: the state of all others, and
// its hash, know nothing of it.
static bool save_flows(const world *world, image *im)
{
    int streams = world->shared->model->streams;
    int64_t *made = image_add(im, "stream/made", (image_shape){IMAGE_I64, streams, 1}, "1",
                              "grains made so far");
    if (!made)
        return false;
    for (int i = 0; i < streams; i++)
        made[i] = world->stream[i].made;
    if (world->removed || world->lost_grains) {
        int64_t *gone = image_add(im, "flow/gone", (image_shape){IMAGE_I64, 1, 2}, "1",
                                  "grains removed so far, grains lost so far");
        if (!gone)
            return false;
        gone[0] = world->removed;
        gone[1] = world->lost_grains;
    }
    if (streams == 0)
        return true;
    int64_t *missing = image_add(im, "stream/missing", (image_shape){IMAGE_I64, streams, 1}, "1",
                                 "grains that are due and have found no free place yet");
    double *since = missing
                        ? image_add(im, "stream/short_since", (image_shape){IMAGE_F64, streams, 1},
                                    "s", "since when grains have been missing; inf: none is")
                        : NULL;
    double *clock =
        since
            ? image_add(
                  im, "stream/clock", (image_shape){IMAGE_F64, streams, 4}, "SI",
                  "amount due so far; time, amount and amount per second from which it is counted")
            : NULL;
    for (int i = 0; clock && i < streams; i++) {
        const world_stream *stream = &world->stream[i];
        const double row[4] = {stream->amount, stream->origin, stream->origin_amount, stream->pace};
        missing[i] = stream->missing;
        since[i] = stream->short_since;
        memcpy(clock + 4 * i, row, sizeof row);
    }
    if (!clock || !world->paused)
        return clock != NULL;
    int64_t *paused = image_add(im, "stream/paused", (image_shape){IMAGE_I64, 1, 1}, "1",
                                "stream that was stopped in this step");
    if (paused)
        *paused = world->paused - 1;
    return paused != NULL;
}

world_flows image_flows(const image *im)
{
    const image_column *made = image_find(im, "stream/made", IMAGE_I64, 1);
    const image_column *gone = image_find(im, "flow/gone", IMAGE_I64, 2);
    world_flows flows = {.streamed = maser_let_go_of_image(im)};
    for (int64_t i = 0; made && i < made->rows; i++)
        flows.streamed += image_integers(made)[i];
    if (gone && gone->rows == 1) {
        flows.removed = image_integers(gone)[0];
        flows.lost = image_integers(gone)[1];
    }
    return flows;
}

// How far attraction reaches follows from these.
static bool save_largest(const shared *shared, image *im)
{
    const int materials = shared->model->materials;
    bool far = false;
    for (int i = 0; i < shared->sets; i++)
        far = far || shared->law[i].far;
    if (!far)
        return true;
    double *largest = image_add(im, "run/largest", (image_shape){IMAGE_F64, materials, 1}, "m",
                                "largest grain of each material that there has been");
    if (largest)
        memcpy(largest, shared->largest, (size_t)materials * sizeof *largest);
    return largest != NULL;
}

static bool save_drag(const shared *shared, image *im)
{
    if (!shared->model->ledger || !(shared->field.brakes || shared->books.drag != 0))
        return true;
    double *drag = image_add(im, "ledger/drag", (image_shape){IMAGE_F64, 1, 1}, "J",
                             "lost to forces without a potential, up to half a step back");
    if (drag)
        *drag = shared->books.drag;
    return drag != NULL;
}

static bool save_run(world *world, image *im)
{
    shared *shared = world->shared;
    int64_t *run = image_add(im, "run/step", (image_shape){IMAGE_I64, 1, 3}, "1",
                             "steps done, whether the first half kick is done, next free id");
    double *time = run ? image_add(im, "run/time", (image_shape){IMAGE_F64, 1, 2}, "s",
                                   "time, length of the last step")
                       : NULL;
    if (!time || !save_flows(world, im))
        return false;
    run[0] = shared->step;
    run[1] = shared->started;
    run[2] = world->next_id;
    time[0] = world_time(world);
    time[1] = shared->started ? shared->dt_before : shared->dt;
    if (shared->origin_step) {
        double *origin = image_add(im, "run/origin", (image_shape){IMAGE_F64, 1, 2}, "s, 1",
                                   "time, step: from here time is counted");
        if (!origin)
            return false;
        origin[0] = shared->origin_time;
        origin[1] = (double)shared->origin_step;
    }
    if (!shared->solver->resolves) {
        double *diameter = image_add(im, "run/diameter", (image_shape){IMAGE_F64, 1, 1}, "m",
                                     "characteristic, of the grains at the start");
        if (!diameter)
            return false;
        *diameter = world->choice.diameter;
    }
    const bool kit = save_largest(shared, im) && world_save_scaling(shared->model, im);
    if (!kit || !world_save_growth(world, im) || !save_drag(shared, im))
        return false;
    if (!shared->model->ledger)
        return true;
    double *books =
        image_add(im, "ledger/sums", (image_shape){IMAGE_F64, 1, BOOK_NUMBERS}, "J",
                  "walls, added, removed, start, worst residual, held by contacts at the start");
    int64_t *worst = books ? image_add(im, "ledger/worst", (image_shape){IMAGE_I64, 1, 2}, "1",
                                       "ids of the contact with the worst residual")
                           : NULL;
    int64_t *ended =
        worst ? image_add(im, "ledger/ended", (image_shape){IMAGE_I64, BOOKS, SUM_NUMBERS}, "1",
                          "exact sums of contacts that ended")
              : NULL;
    if (!ended)
        return false;
    past_books *past = &shared->books;
    const double row[BOOK_NUMBERS] = {past->walls, past->added, past->removed,
                                      past->start, past->worst, past->held};
    memcpy(books, row, sizeof row);
    worst[0] = past->worst_a;
    worst[1] = past->worst_b;
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_carry(&past->ended[j]);
        memcpy(ended + SUM_NUMBERS * j, past->ended[j].limb, sizeof past->ended[j].limb);
        ended[SUM_NUMBERS * j + EXACT_SUM_LIMBS] = past->ended[j].met;
    }
    return true;
}

static void nothing(void *context, const world *world, const part *part, const block *block,
                    const contact_seen *seen, const scratch *scratch)
{
    (void)context;
    (void)world;
    (void)part;
    (void)block;
    (void)seen;
    (void)scratch;
}

// Bodies of all parts, side by side.
static scree_status save_bodies(const world *world, const int32_t *order, image *im,
                                scree_error *error)
{
    bodies all = {0};
    char *record = malloc(bodies_record_size(&world->part->body));
    world_body_options(world->shared->model, &all);
    bool ok = record && bodies_reserve(&all, (int32_t)world_balls(world));
    for (const part *part = world->part; ok && part < world_parts_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++) {
            bodies_pack(&part->body, i, record);
            bodies_unpack(&all, all.count++, record);
        }
    }
    const scree_status status =
        ok ? bodies_to_image(&all, order, im, error) : fail_memory(error, "snapshot");
    bodies_free(&all);
    free(record);
    return status;
}

// What is read back is checked, and what would be refused then is refused now, while an older save may still stand: a number
// that is none has come out of a step, and the world does not go on with it.
static scree_status check_readable(world *world, const image *im, scree_error *error)
{
    scree_error fault = {0};
    scree_error *verdict = &world->failure;
    const scree_status status = world_check_image(world->staging.root, im, &fault);
    if (status == SCREE_OK)
        return SCREE_OK;
    if (status != SCREE_BAD_INPUT)
        return fail(error, status, fault.where, fault.hint, "%s", fault.what);
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)world->shared->step);
    fail(verdict, SCREE_DIVERGED, where, "use a smaller step, or softer contacts",
         "no snapshot can hold this state: %s: %s", fault.where, fault.what);
    return world_refuse(world, error);
}

// All that is not of each grain or contact, and the contacts that stand here; with those ranks, NULL: all of them do.
static scree_status save_rest(world *world, const transport *with, image *im, scree_error *error)
{
    const bool saved = world->shared->solver->save(world->solver, with, im) &&
                       save_walls(world, im) && save_run(world, im) && world_save_cell(world, im) &&
                       written_save(world->shared, im) && world_save_balance(world, im) &&
                       world_save_losses(world, im) && staging_save(world, im) &&
                       kept_sets_save(world->shared->model, im);
    return saved ? SCREE_OK : fail_memory(error, "snapshot");
}

scree_status world_image(world *world, image *im, scree_error *error)
{
    scree_status status = world_refuse(world, error);
    if (status == SCREE_OK)
        status = world_look(world, nothing, NULL, error);
    if (status != SCREE_OK)
        return status;
    const int64_t count = world_balls(world);
    int32_t *place = world_places(world);
    int32_t *order = malloc(((size_t)count + 1) * sizeof *order);
    if (!place || !order)
        status = fail_memory(error, "snapshot");
    for (int64_t i = 0; status == SCREE_OK && i < count; i++)
        order[place[i]] = (int32_t)i;
    if (status == SCREE_OK) {
        status = world->parts > 1 ? save_bodies(world, order, im, error)
                                  : bodies_to_image(&world->part->body, order, im, error);
    }
    if (status == SCREE_OK)
        status = save_rest(world, NULL, im, error);
    if (status == SCREE_OK)
        status = maser_save(world, world_image, im, error);
    if (status == SCREE_OK)
        status = check_readable(world, im, error);
    free(place);
    free(order);
    if (status != SCREE_OK)
        image_clear(im);
    return status;
}

// ---- in portions

// What this rank owns, in an image that has all else, too, where all have brought their contacts up to date. False: out of memory,
// or something is wrong.
static bool save_own(world *world, bool met, image *im)
{
    const bodies *own = &world_own(world)->body;
    int32_t *order = world_own_order(world);
    bool ok = met && order != NULL;
    ok = ok && bodies_to_image(own, order, im, NULL) == SCREE_OK;
    free(order);
    return ranks_all(world, ok) && save_rest(world, world->ranks, im, NULL) == SCREE_OK &&
           world_check_rows(world->staging.root, im) == SCREE_OK;
}

// Contacts that begin now do so as in a look, world_look. False: some rank has found something wrong, or has no memory.
static bool collect(world *world, image *im)
{
    bool ok = save_own(world, world_meet_own(world), im);
    ok = ranks_all(world, ok) && collect_rows(world, im);
    if (!ok)
        image_clear(im);
    return ok;
}

void world_answer_image(world *world)
{
    image im = {0};
    collect(world, &im);
}

scree_status world_image_portions(world *world, image *im, scree_error *error)
{
    const bool by_ranks = world->ranks && world->inside == 0;
    scree_status status = world_refuse(world, error);
    if (status != SCREE_OK)
        return status;
    if (!by_ranks)
        return world_image(world, im, error);
    if (world->shared->model->ledger)
        status = world_residual(world, &world->missed, error);
    if (status != SCREE_OK)
        return status;
    ranks_order(world, ORDER_IMAGE, 0);
    world->inside++;
    const bool collected = collect(world, im);
    world->inside--;
    return collected ? SCREE_OK : world_image(world, im, error); // which says what is wrong
}

scree_status world_hash(world *world, uint64_t *out, scree_error *error)
{
    image im = {0};
    scree_status status = world_image_portions(world, &im, error);
    *out = 0;
    if (status == SCREE_OK && !image_hash_portions(&im, out))
        status = fail_memory(error, "state hash");
    image_clear(&im);
    return status;
}
