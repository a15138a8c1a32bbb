// snapshot.c - the whole state as an image, its hash, and a world from an image.
//
// Contacts stand sorted by (a, b, feature). New contacts are met before, so that an image is the same whether or not
// somebody has looked at the world in this step. Geometry of wall contacts follows from the positions and is not kept.
#include "world/internal.h"

#include "smooth/written.h"

#include "base/memory.h"
#include "motion/clumps.h"

#include <stdlib.h>
#include <string.h>

enum { POSE_NUMBERS = 13, BOOK_NUMBERS = 6, SUM_NUMBERS = EXACT_SUM_LIMBS + 1 };

static bool save_walls(const world *w, image *im)
{
    double *pose = image_add(im, "wall/pose", IMAGE_F64, w->shared->walls, POSE_NUMBERS, "SI",
                             "position, velocity, spin, orientation (w, x, y, z)");
    double *load = pose ? image_add(im, "wall/load", IMAGE_F64, w->shared->walls, 6, "SI",
                                    "force and torque of the grains in the last step, where kept")
                        : NULL;
    double *state = load ? image_add(im, "wall/state", IMAGE_F64, w->shared->walls, DRIVE_STATE,
                                     "SI", "what the drive keeps")
                         : NULL;
    for (int i = 0; state && i < w->shared->walls; i++) {
        const moving_wall *k = &w->shared->wall[i];
        const wall_pose *p = &k->now;
        const double row[POSE_NUMBERS] = {
            p->position.x,    p->position.y,    p->position.z,   p->velocity.x, p->velocity.y,
            p->velocity.z,    p->spin.x,        p->spin.y,       p->spin.z,     p->orientation.w,
            p->orientation.x, p->orientation.y, p->orientation.z};
        memcpy(pose + POSE_NUMBERS * i, row, sizeof row);
        const double six[6] = {k->force.x,  k->force.y,  k->force.z,
                               k->torque.x, k->torque.y, k->torque.z};
        memcpy(load + 6 * i, six, sizeof six);
        memcpy(state + DRIVE_STATE * i, k->state, sizeof k->state);
    }
    return state != NULL && world_save_motions(w, im);
}

// What only some cases have stands in columns of its own, there where it is something: the state of all others, and
// its hash, know nothing of it.
static bool save_flows(const world *w, image *im)
{
    int streams = w->shared->m->streams;
    int64_t *made = image_add(im, "stream/made", IMAGE_I64, streams, 1, "1", "grains made so far");
    if (!made)
        return false;
    for (int i = 0; i < streams; i++)
        made[i] = w->stream[i].made;
    if (w->removed || w->lost_grains) {
        int64_t *gone = image_add(im, "flow/gone", IMAGE_I64, 1, 2, "1",
                                  "grains removed so far, grains lost so far");
        if (!gone)
            return false;
        gone[0] = w->removed;
        gone[1] = w->lost_grains;
    }
    if (streams == 0)
        return true;
    int64_t *missing = image_add(im, "stream/missing", IMAGE_I64, streams, 1, "1",
                                 "grains that are due and have found no free place yet");
    double *since = missing ? image_add(im, "stream/short_since", IMAGE_F64, streams, 1, "s",
                                        "since when grains have been missing; inf: none is")
                            : NULL;
    double *clock =
        since
            ? image_add(
                  im, "stream/clock", IMAGE_F64, streams, 4, "SI",
                  "amount due so far; time, amount and amount per second from which it is counted")
            : NULL;
    for (int i = 0; clock && i < streams; i++) {
        const world_stream *s = &w->stream[i];
        const double row[4] = {s->amount, s->origin, s->origin_amount, s->pace};
        missing[i] = s->missing;
        since[i] = s->short_since;
        memcpy(clock + 4 * i, row, sizeof row);
    }
    if (!clock || !w->paused)
        return clock != NULL;
    int64_t *paused = image_add(im, "stream/paused", IMAGE_I64, 1, 1, "1",
                                "stream that was stopped in this step");
    if (paused)
        *paused = w->paused - 1;
    return paused != NULL;
}

world_flows image_flows(const image *im)
{
    const image_column *made = image_find(im, "stream/made", IMAGE_I64, 1);
    const image_column *gone = image_find(im, "flow/gone", IMAGE_I64, 2);
    world_flows f = {0};
    for (int64_t i = 0; made && i < made->rows; i++)
        f.streamed += ((const int64_t *)made->data)[i];
    if (gone && gone->rows == 1) {
        f.removed = ((const int64_t *)gone->data)[0];
        f.lost = ((const int64_t *)gone->data)[1];
    }
    return f;
}

static bool save_run(world *w, image *im)
{
    int64_t *run = image_add(im, "run/step", IMAGE_I64, 1, 3, "1",
                             "steps done, whether the first half kick is done, next free id");
    double *time =
        run ? image_add(im, "run/time", IMAGE_F64, 1, 2, "s", "time, length of the last step")
            : NULL;
    if (!time || !save_flows(w, im))
        return false;
    run[0] = w->shared->step;
    run[1] = w->shared->started;
    run[2] = w->next_id;
    time[0] = world_time(w);
    time[1] = w->shared->started ? w->shared->dt_before : w->shared->dt;
    if (w->shared->origin_step) {
        double *origin = image_add(im, "run/origin", IMAGE_F64, 1, 2, "s, 1",
                                   "time, step: from here time is counted");
        if (!origin)
            return false;
        origin[0] = w->shared->origin_time;
        origin[1] = (double)w->shared->origin_step;
    }
    if (!w->shared->solver->resolves) {
        double *diameter = image_add(im, "run/diameter", IMAGE_F64, 1, 1, "m",
                                     "characteristic, of the grains at the start");
        if (!diameter)
            return false;
        *diameter = w->choice.diameter;
    }
    if (!w->shared->m->ledger)
        return true;
    double *books =
        image_add(im, "ledger/sums", IMAGE_F64, 1, BOOK_NUMBERS, "J",
                  "walls, added, removed, start, worst residual, held by contacts at the start");
    int64_t *worst = books ? image_add(im, "ledger/worst", IMAGE_I64, 1, 2, "1",
                                       "ids of the contact with the worst residual")
                           : NULL;
    int64_t *ended = worst ? image_add(im, "ledger/ended", IMAGE_I64, BOOKS, SUM_NUMBERS, "1",
                                       "exact sums of contacts that ended")
                           : NULL;
    if (!ended)
        return false;
    past_books *b = &w->shared->books;
    const double row[BOOK_NUMBERS] = {b->walls, b->added, b->removed, b->start, b->worst, b->held};
    memcpy(books, row, sizeof row);
    worst[0] = b->worst_a;
    worst[1] = b->worst_b;
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_carry(&b->ended[j]);
        memcpy(ended + SUM_NUMBERS * j, b->ended[j].limb, sizeof b->ended[j].limb);
        ended[SUM_NUMBERS * j + EXACT_SUM_LIMBS] = b->ended[j].met;
    }
    return true;
}

static void nothing(void *context, const world *w, const part *p, const block *b,
                    const contact_seen *seen, const scratch *t)
{
    (void)context;
    (void)w;
    (void)p;
    (void)b;
    (void)seen;
    (void)t;
}

// Bodies of all parts, side by side.
static scree_status save_bodies(const world *w, const int32_t *order, image *im, scree_error *error)
{
    bodies all = {0};
    char *record = malloc(bodies_record_size(&w->part->body));
    world_body_options(w->shared->m, &all);
    bool ok = record && bodies_reserve(&all, (int32_t)world_balls(w));
    for (const part *p = w->part; ok && p < w->part + w->parts; p++)
        for (int32_t i = 0; i < p->body.count; i++) {
            bodies_pack(&p->body, i, record);
            bodies_unpack(&all, all.count++, record);
        }
    const scree_status status =
        ok ? bodies_to_image(&all, order, im, error) : fail_memory(error, "snapshot");
    bodies_free(&all);
    free(record);
    return status;
}

scree_status world_image(world *w, image *im, scree_error *error)
{
    scree_status status = world_refuse(w, error);
    if (status == SCREE_OK)
        status = world_look(w, nothing, NULL, error);
    shared_place_walls(w->shared);
    if (status != SCREE_OK)
        return status;
    const int64_t count = world_balls(w);
    int32_t *place = world_places(w);
    int32_t *order = malloc(((size_t)count + 1) * sizeof *order);
    if (!place || !order)
        status = fail_memory(error, "snapshot");
    for (int64_t i = 0; status == SCREE_OK && i < count; i++)
        order[place[i]] = (int32_t)i;
    if (status == SCREE_OK)
        status = w->parts > 1 ? save_bodies(w, order, im, error)
                              : bodies_to_image(&w->part->body, order, im, error);
    if (status == SCREE_OK && !(w->shared->solver->save(w->solver, im) && save_walls(w, im) &&
                                save_run(w, im) && written_save(w->shared, im)))
        status = fail_memory(error, "snapshot");
    free(place);
    free(order);
    if (status != SCREE_OK)
        image_clear(im);
    return status;
}

scree_status world_hash(world *w, uint64_t *out, scree_error *error)
{
    image im = {0};
    scree_status status = world_image(w, &im, error);
    *out = status == SCREE_OK ? image_hash(&im) : 0;
    image_clear(&im);
    return status;
}

static scree_status foreign(const char *column, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, column,
                "resume with the case that made the snapshot (branches may change run, output, "
                "probes and law parameters)",
                "this column of the snapshot does not fit the case");
}

static scree_status load_flows(world *w, const image *im, scree_error *error)
{
    const image_column *made = image_find(im, "stream/made", IMAGE_I64, 1);
    const image_column *missing = image_find(im, "stream/missing", IMAGE_I64, 1);
    const image_column *since = image_find(im, "stream/short_since", IMAGE_F64, 1);
    const image_column *clock = image_find(im, "stream/clock", IMAGE_F64, 4);
    int streams = w->shared->m->streams;
    if (!made || made->rows != streams)
        return foreign("stream/made", error);
    if (streams && (!missing || missing->rows != streams))
        return foreign("stream/missing", error);
    if (streams && (!since || since->rows != streams))
        return foreign("stream/short_since", error);
    if (streams && (!clock || clock->rows != streams))
        return foreign("stream/clock", error);
    for (int i = 0; i < streams; i++) {
        const double *row = (const double *)clock->data + 4 * i;
        w->stream[i] = (world_stream){.made = ((const int64_t *)made->data)[i],
                                      .missing = ((const int64_t *)missing->data)[i],
                                      .short_since = ((const double *)since->data)[i],
                                      .amount = row[0],
                                      .origin = row[1],
                                      .origin_amount = row[2],
                                      .pace = row[3]};
        world_repace_stream(w, i);
    }
    const image_column *paused = image_find(im, "stream/paused", IMAGE_I64, 1);
    if (paused && paused->rows == 1)
        w->paused = 1 + (int)*(const int64_t *)paused->data;
    world_flows f = image_flows(im);
    w->removed = f.removed;
    w->lost_grains = f.lost;
    return SCREE_OK;
}

// Where the step is another than that before, time is counted from here on.
static void load_time(world *w, const image *im, const double time[2])
{
    const image_column *origin = image_find(im, "run/origin", IMAGE_F64, 2);
    const image_column *diameter = image_find(im, "run/diameter", IMAGE_F64, 1);
    if (!(w->shared->m->step > 0))
        w->shared->dt = w->choice.step = time[1]; // what `auto` chose once, it keeps
    if (!(w->shared->m->nonsmooth.diameter > 0) && diameter && diameter->rows == 1)
        w->shared->diameter = w->choice.diameter = *(const double *)diameter->data;
    w->shared->dt_before = w->shared->started ? time[1] : w->shared->dt;
    for (int32_t i = 0; w->part->body.path && !w->shared->started && i < w->part->body.count;
         i++) // later the step itself does it
        clump_rescale_gear(&w->part->body, i, w->shared->dt / time[1]);
    if (origin && origin->rows == 1) {
        w->shared->origin_time = ((const double *)origin->data)[0];
        w->shared->origin_step = (int64_t)((const double *)origin->data)[1];
    }
    if (w->shared->dt == w->shared->dt_before)
        return;
    w->shared->origin_time = time[0];
    w->shared->origin_step = w->shared->step;
}

static scree_status load_run(world *w, const image *im, scree_error *error)
{
    const image_column *run = image_find(im, "run/step", IMAGE_I64, 3);
    const image_column *time = image_find(im, "run/time", IMAGE_F64, 2);
    if (!run || run->rows != 1)
        return foreign("run/step", error);
    if (!time || time->rows != 1 || !(((const double *)time->data)[1] > 0))
        return foreign("run/time", error);
    const int64_t *r = run->data;
    w->shared->step = r[0];
    w->shared->started = r[1] != 0;
    w->next_id = r[2];
    load_time(w, im, time->data);
    scree_status status = load_flows(w, im, error);
    if (status != SCREE_OK)
        return status;
    const image_column *books = image_find(im, "ledger/sums", IMAGE_F64, BOOK_NUMBERS);
    const image_column *worst = image_find(im, "ledger/worst", IMAGE_I64, 2);
    const image_column *ended = image_find(im, "ledger/ended", IMAGE_I64, SUM_NUMBERS);
    if (!w->shared->m->ledger)
        return SCREE_OK;
    if (!books && !worst && !ended)
        return SCREE_OK; // a branch may open the books: restore() starts them
    if (!books || !worst || !ended || ended->rows != BOOKS)
        return foreign("ledger/sums", error);
    const double *b = books->data;
    w->shared->books.walls = b[0];
    w->shared->books.added = b[1];
    w->shared->books.removed = b[2];
    w->shared->books.start = b[3];
    w->shared->books.worst = b[4];
    w->shared->books.held = b[5];
    w->shared->books.worst_a = ((const int64_t *)worst->data)[0];
    w->shared->books.worst_b = ((const int64_t *)worst->data)[1];
    for (int j = 0; j < BOOKS; j++) {
        const int64_t *limb = (const int64_t *)ended->data + SUM_NUMBERS * j;
        memcpy(w->shared->books.ended[j].limb, limb, sizeof w->shared->books.ended[j].limb);
        w->shared->books.ended[j].waiting = 0;
        w->shared->books.ended[j].met = (uint32_t)limb[EXACT_SUM_LIMBS];
    }
    return SCREE_OK;
}

static scree_status load_walls(world *w, const image *im, scree_error *error)
{
    const image_column *pose = image_find(im, "wall/pose", IMAGE_F64, POSE_NUMBERS);
    const image_column *load = image_find(im, "wall/load", IMAGE_F64, 6);
    const image_column *state = image_find(im, "wall/state", IMAGE_F64, DRIVE_STATE);
    if (!pose || pose->rows != w->shared->walls || !load || load->rows != w->shared->walls ||
        !state || state->rows != w->shared->walls)
        return foreign("wall/pose", error);
    for (int i = 0; i < w->shared->walls; i++) {
        moving_wall *k = &w->shared->wall[i];
        const double *p = (const double *)pose->data + POSE_NUMBERS * i;
        const double *l = (const double *)load->data + 6 * i;
        k->now = (wall_pose){v3_make(p[0], p[1], p[2]),
                             v3_make(p[3], p[4], p[5]),
                             v3_make(p[6], p[7], p[8]),
                             {p[9], p[10], p[11], p[12]}};
        k->force = v3_make(l[0], l[1], l[2]);
        k->torque = v3_make(l[3], l[4], l[5]);
        memcpy(k->state, (const double *)state->data + DRIVE_STATE * i, sizeof k->state);
    }
    return world_begin_motions(w, im, error);
}

static scree_status restore(world *w, const image *im, scree_error *error)
{
    scree_status status = load_run(w, im, error);
    if (status == SCREE_OK)
        status = load_walls(w, im, error);
    if (status == SCREE_OK)
        status = world_allocate(w, error);
    // all bodies are in the first part, and contacts come to them there
    lists_task task = world_lists_task(w, w->part);
    if (status == SCREE_OK && !lists_reorder(&w->part->list, &task, NULL))
        status = fail_memory(error, "lists");
    if (status == SCREE_OK)
        status = w->shared->solver->load(w->solver, im, error);
    if (status == SCREE_OK && !written_load(w->shared, im))
        status = fail_memory(error, "snapshot");
    if (status == SCREE_OK)
        status = world_refresh(w, true, error);
    if (status == SCREE_OK && w->shared->solver->complete)
        w->shared->solver->complete(w->solver, im);
    bool opened = w->shared->m->ledger && !image_find(im, "ledger/sums", IMAGE_F64, BOOK_NUMBERS);
    if (status == SCREE_OK && opened)
        status = world_open_books(w, error);
    // the run before may have stopped because a grain was lost, and this branch lets it go
    return status == SCREE_OK && w->shared->m->loss == ON_LOSS_REMOVE ? world_drop_lost(w, error)
                                                                      : status;
}

// What bodies keep of their motion depends on the scheme, so a branch cannot choose another.
static scree_status check_schemes(const model *m, const image *im, scree_error *error)
{
    bool turns = image_find(im, "body/turning", IMAGE_F64, 4),
         leapt = image_find(im, "body/rate", IMAGE_F64, 4),
         leaps = m->rotation == ROTATION_LEAPFROG && m->dimensions == 3;
    bool impulses = image_find(im, "contact/impulse", IMAGE_F64, 8);
    if (impulses == world_solver_of(m)->resolves)
        return fail(
            error, SCREE_BAD_INPUT, "solver", "keep the solver of the case that made the snapshot",
            "solver: %s cannot go on from a snapshot of the other solver", solver_names[m->solver]);
    bool geared = image_find(im, "body/path", IMAGE_F64, 16),
         gears = m->integrator == INTEGRATOR_GEAR;
    if (geared != gears)
        return fail(error, SCREE_BAD_INPUT, "run.integrator",
                    "keep the integrator of the case that made the snapshot",
                    "integrator: %s cannot go on from a snapshot made %s gear",
                    integrator_names[m->integrator], geared ? "with" : "without");
    if (turns && leapt != leaps)
        return fail(error, SCREE_BAD_INPUT, "run.rotation",
                    "keep the rotation of the case that made the snapshot",
                    "rotation: %s cannot go on from a snapshot made %s leapfrog",
                    rotation_names[m->rotation], leapt ? "with" : "without");
    return SCREE_OK;
}

scree_status world_restore(const model *m, const world_options *options, const image *im,
                           world **out, scree_error *error)
{
    world *w;
    *out = NULL;
    scree_status status = check_schemes(m, im, error);
    if (status == SCREE_OK)
        status = world_check_image(m, im, error);
    if (status == SCREE_OK)
        status = world_restore_shell(m, options, im, &w, error);
    if (status != SCREE_OK)
        return status;
    status = restore(w, im, error);
    if (status == SCREE_OK)
        *out = w;
    else
        world_destroy(w);
    return status;
}
