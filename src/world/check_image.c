// check_image.c - is an image a state that a world of this case can go on from? All of it is looked at before any of
// it is used: a file may be damaged, written by a stranger, or belong to another case.
//
// What is looked at: every column that is read is there, with the type, width and number of rows that the others and
// the case ask for; every number is finite where it must be; indices and ids point at something; orders that are relied
// on hold. What image and model alone cannot tell, such as another stiffness, is no matter here: it can be gone on from.
#include "world/check_image.h"

#include "world/adapt.h"
#include "world/losses.h"

#include "scene/stream.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- run, walls, flows, books

// Time follows from the number of the step; a file in which the two differ is of no run.
static scree_status check_time(const image_check *check, int64_t step, const image_column *column)
{
    const double most = 9e15; // whole numbers up to here are exact as doubles
    const double *time = column->data;
    if (time[0] < 0 || time[0] > 1e300)
        return check_fault(check, column, 0, "the time is %g s", time[0]);
    const double shortest = 1e-150; // s; what is divided by it must stay a number
    if (!(time[1] >= shortest))
        return check_fault(check, column, 0, "the last step is %g s long", time[1]);
    double from = 0;
    double counted = (double)step;
    const image_column *origin = check_column_of(check->im, "run/origin");
    if (origin) {
        scree_status status = check_need(check, "run/origin", IMAGE_F64, 2, 1, &origin);
        if (status == SCREE_OK)
            status = check_finite(check, origin);
        if (status != SCREE_OK)
            return status;
        const double *numbers = origin->data;
        if (!(numbers[0] >= 0) ||
            !(numbers[1] >= 0 && numbers[1] <= counted && numbers[1] <= most) ||
            floor(numbers[1]) != numbers[1]) {
            return check_fault(check, origin, 0, "time is counted from %g s at step %g of %" PRId64,
                               numbers[0], numbers[1], step);
        }
        from = numbers[0];
        counted -= numbers[1];
    }
    double wanted = from + counted * time[1];
    if (!(fabs(time[0] - wanted) <= 1e-6 * wanted + 1e-300)) {
        return check_fault(check, column, 0,
                           "the time is %.9g s, but step %" PRId64 " is at %.9g s", time[0], step,
                           wanted);
    }
    return SCREE_OK;
}

// Attraction reaches farther the larger the grains are. States of before it was kept lack it.
static scree_status check_largest(const image_check *check)
{
    const image_column *largest = check_column_of(check->im, "run/largest");
    if (!largest)
        return SCREE_OK;
    scree_status status = check_need(check, largest->name, IMAGE_F64, 1, -1, &largest);
    if (status == SCREE_OK)
        status = check_finite(check, largest);
    for (int64_t i = 0; status == SCREE_OK && i < largest->rows; i++) {
        if (!(image_reals(largest)[i] >= 0))
            status = check_fault(check, largest, i, "the radius is %g m", image_reals(largest)[i]);
    }
    return status;
}

static scree_status check_run(image_check *check)
{
    const image_column *run;
    const image_column *time;
    const image_column *diameter;
    scree_status status = check_need(check, "run/step", IMAGE_I64, 3, 1, &run);
    if (status == SCREE_OK)
        status = check_need(check, "run/time", IMAGE_F64, 2, 1, &time);
    if (status == SCREE_OK)
        status = check_finite(check, time);
    if (status != SCREE_OK)
        return status;
    const int64_t *numbers = run->data;
    if (numbers[0] < 0 || numbers[0] > INT64_C(9000000000000000))
        return check_fault(check, run, 0, "the number of the step is %" PRId64, numbers[0]);
    if (numbers[1] != 0 && numbers[1] != 1) {
        return check_fault(check, run, 0, "the mark of the first kick is %" PRId64 ", not 0 or 1",
                           numbers[1]);
    }
    if (numbers[2] < check->first_grain || numbers[2] > ID_MOST) {
        return check_fault(check, run, 0,
                           "the next free id is %" PRId64 ", and the case has %" PRId64 " walls",
                           numbers[2], check->first_grain);
    }
    check->next_id = numbers[2];
    status = check_time(check, numbers[0], time);
    if (status == SCREE_OK)
        status = check_largest(check);
    if (status != SCREE_OK || world_solver_of(check->model)->resolves || check->without_contacts)
        return status;
    status = check_need(check, "run/diameter", IMAGE_F64, 1, 1, &diameter);
    if (status == SCREE_OK)
        status = check_finite(check, diameter);
    if (status == SCREE_OK && !(image_reals(diameter)[0] >= 0)) {
        status = check_fault(check, diameter, 0, "the characteristic diameter is %g m",
                             image_reals(diameter)[0]);
    }
    return status;
}

static scree_status check_short_since(const image_check *check, const image_column *since)
{
    for (int64_t i = 0; i < since->rows; i++) {
        double x = image_reals(since)[i];
        if (!(x >= 0))
            return check_fault(check, since, i, "the time is %g s", x); // infinity: never
    }
    return SCREE_OK;
}

// A row of the column stream/clock, as world_stream has it: what is due, and since when and how fast it has been counted.
typedef struct stream_clock {
    double amount, origin, origin_amount, pace;
} stream_clock;

static stream_clock clock_of(const image_column *clock, int64_t i)
{
    const double *row = image_reals(clock) + 4 * i;
    return (stream_clock){
        .amount = row[0],
        .origin = row[1],
        .origin_amount = row[2],
        .pace = row[3],
    };
}

// What is overdue is counted a grain at a time when the next step begins. What a stream of mass has brought must leave
// the mass of one more grain something that can be added to it: else that count would never end.
static scree_status check_overdue(const image_check *check, const image_column *clock, int64_t i)
{
    enum { OVERDUE_MOST = 10000000 };
    const stream_clock row = clock_of(clock, i);
    const double time = image_reals(check_column_of(check->im, "run/time"))[0];
    const double grains = stream_rate(check->model, (int)i);
    const double mean = check->model->stream[i].rate / grains;
    const double due_since = (row.amount - row.origin_amount) / row.pace;
    const double overdue = (time - row.origin - due_since) * grains;
    if (overdue > OVERDUE_MOST)
        return check_fault(check, clock, i, "%.3g grains are overdue", overdue);
    if (row.pace == check->model->stream[i].rate && row.amount > 1e12 * mean) {
        return check_fault(check, clock, i, "%g are due, of grains that bring about %g each",
                           row.amount, mean);
    }
    return SCREE_OK;
}

// What is due is counted from a time on; of streams that count grains it is those made and missing.
static scree_status check_clocks(const image_check *check, const image_column *made,
                                 const image_column *missing)
{
    const image_column *clock;
    scree_status status = check_need(check, "stream/clock", IMAGE_F64, 4, made->rows, &clock);
    if (status == SCREE_OK)
        status = check_finite(check, clock);
    for (int64_t i = 0; status == SCREE_OK && i < clock->rows; i++) {
        const stream_clock row = clock_of(clock, i);
        const double due = (double)(image_integers(made)[i] + image_integers(missing)[i]);
        const model_stream *asked = &check->model->stream[i];
        const bool counts =
            !asked->by_mass && row.pace == asked->rate; // else it begins to count anew
        const bool in_order =
            row.origin >= 0 && row.origin_amount >= 0 && row.origin_amount <= row.amount;
        if (!in_order || !(row.pace > 0) || (counts && row.amount != due)) {
            return check_fault(check, clock, i,
                               "%g are due, counted from %g at %g s on, %g a second", row.amount,
                               row.origin_amount, row.origin, row.pace);
        }
        status = check_overdue(check, clock, i);
    }
    return status;
}

static scree_status check_flows(const image_check *check)
{
    const int streams = check->model->streams;
    const image_column *made;
    const image_column *missing;
    const image_column *since;
    const image_column *gone = check_column_of(check->im, "flow/gone");
    scree_status status = check_need(check, "stream/made", IMAGE_I64, 1, streams, &made);
    if (status == SCREE_OK)
        status = check_range(check, made, 0, check->next_id);
    if (status == SCREE_OK && gone) {
        status = check_need(check, "flow/gone", IMAGE_I64, 2, 1, &gone);
        if (status == SCREE_OK)
            status = check_range(check, gone, 0, check->next_id);
    }
    if (status != SCREE_OK || streams == 0)
        return status;
    const image_column *paused = check_column_of(check->im, "stream/paused");
    if (paused)
        status = check_need(check, "stream/paused", IMAGE_I64, 1, 1, &paused);
    if (paused && status == SCREE_OK)
        status = check_range(check, paused, 0, streams - 1);
    if (status != SCREE_OK)
        return status;
    status = check_need(check, "stream/missing", IMAGE_I64, 1, streams, &missing);
    if (status == SCREE_OK)
        status = check_need(check, "stream/short_since", IMAGE_F64, 1, streams, &since);
    if (status == SCREE_OK)
        status = check_range(check, missing, 0, INT32_MAX);
    if (status == SCREE_OK)
        status = check_short_since(check, since);
    return status == SCREE_OK ? check_clocks(check, made, missing) : status;
}

// The limbs of exact sums are brought into one form before they are saved (base/exact_sum.h).
static scree_status check_limbs(const image_check *check, const image_column *ended)
{
    const int64_t limb_most = INT64_C(0xffffffff);
    const int64_t top_most = INT64_C(1) << 60;
    const int64_t *value = ended->data;
    for (int64_t i = 0; i < ended->rows; i++) {
        for (int k = 0; k < ended->width; k++) {
            bool top = k == EXACT_SUM_LIMBS - 1, marks = k == EXACT_SUM_LIMBS;
            int64_t x = value[i * ended->width + k];
            int64_t low = top ? -top_most : 0;
            int64_t high = top     ? top_most
                           : marks ? EXACT_SUM_PLUS | EXACT_SUM_MINUS | EXACT_SUM_NAN
                                   : limb_most;
            if (x < low || x > high)
                return check_fault(check, ended, i, "limb %d is %" PRId64, k, x);
        }
    }
    return SCREE_OK;
}

static scree_status check_books(const image_check *check)
{
    const image_column *sums = check_column_of(check->im, "ledger/sums");
    const image_column *worst = check_column_of(check->im, "ledger/worst");
    const image_column *ended = check_column_of(check->im, "ledger/ended");
    const image_column *lost = check_column_of(check->im, WORLD_LOSSES);
    if (!check->model->ledger || (!sums && !worst && !ended))
        return SCREE_OK; // a branch may open the books
    scree_status status = SCREE_OK;
    if (lost)
        status = check_need(check, lost->name, IMAGE_I64, EXACT_SUM_LIMBS + 1, -1, &lost);
    if (lost && status == SCREE_OK)
        status = check_limbs(check, lost);
    if (status == SCREE_OK)
        status = check_need(check, "ledger/sums", IMAGE_F64, 6, 1, &sums);
    if (status == SCREE_OK)
        status = check_need(check, "ledger/worst", IMAGE_I64, 2, 1, &worst);
    if (status == SCREE_OK)
        status = check_need(check, "ledger/ended", IMAGE_I64, EXACT_SUM_LIMBS + 1, BOOKS, &ended);
    if (status == SCREE_OK)
        status = check_range(check, worst, -INT32_MAX, check->next_id - 1);
    return status == SCREE_OK ? check_limbs(check, ended) : status;
}

// Is that a ball that forces move, of a run that has begun?
static bool check_writable(const image_check *check, int64_t id)
{
    const image_column *run = check_column_of(check->im, "run/step");
    const image_column *velocity = check_column_of(check->im, "body/velocity");
    const bool started = image_integers(run)[1] != 0;
    const int64_t at = check_body_of(check, id);
    if (!world_solver_of(check->model)->lags || !started || at < 0)
        return at < 0 && check->of_rank;
    const double inverse_mass = image_reals(velocity)[4 * at + 3];
    const image_column *member = check_column_of(check->im, "body/member");
    const bool first = !member || image_integers(member)[2 * at] == 0;
    return inverse_mass > 0 && first;
}

// Motions that were written belong to grains that move, each to one, in the order of ids; to bodies of several balls by the first.
static scree_status check_written(const image_check *check)
{
    const image_column *id = check_column_of(check->im, "written/id");
    const image_column *motion = check_column_of(check->im, "written/motion");
    if (!id && !motion)
        return SCREE_OK;
    scree_status status = check_need(check, "written/id", IMAGE_I64, 1, -1, &id);
    if (status == SCREE_OK)
        status = check_need(check, "written/motion", IMAGE_F64, 12, id->rows, &motion);
    for (int64_t i = 0; status == SCREE_OK && i < id->rows; i++) {
        const int64_t *ids = image_integers(id);
        const int64_t own = ids[i];
        const int64_t before = i > 0 ? ids[i - 1] : INT64_MIN;
        const double *row = image_reals(motion) + 12 * i;
        if (i > 0 && own <= before)
            return check_fault(check, id, i, "%" PRId64 " comes after %" PRId64, own, before);
        if (!check_writable(check, own))
            return check_fault(check, id, i, "%" PRId64 " is no grain that moves", own);
        for (int k = 0; k < 12; k++) {
            const bool change = k >= 6; // the first six are velocity and spin
            const double most = change ? 2 * FASTEST : FASTEST;
            if (!(fabs(row[k]) < most))
                return check_fault(check, motion, i, "number %d is %g", k, row[k]);
        }
    }
    return status;
}

scree_status world_check_image(const model *root, const image *im, scree_error *error)
{
    int stage;
    scree_status status = staging_of_image(root, im, &stage, error);
    if (status != SCREE_OK)
        return status;
    return world_check_adapted(model_of_stage(root, stage < 0 ? 0 : stage), im, false, error);
}

static scree_status check_all(image_check *check)
{
    scree_status status = check_image_wall_ids(check);
    if (status == SCREE_OK)
        status = check_run(check);
    if (status == SCREE_OK)
        status = check_image_walls(check);
    if (status == SCREE_OK)
        status = check_flows(check);
    if (status == SCREE_OK)
        status = check_books(check);
    if (status == SCREE_OK)
        status = check_image_bodies(check);
    if (status == SCREE_OK)
        status = check_written(check);
    return status == SCREE_OK && !check->without_contacts ? check_image_contacts(check) : status;
}

scree_status world_check_adapted(const model *model, const image *im, bool without_contacts,
                                 scree_error *error)
{
    image_check check = {
        .model = model,
        .im = im,
        .error = error,
        .walls = adapt_wall_count(model),
        .without_contacts = without_contacts,
    };
    return check_all(&check);
}

scree_status world_check_rows(const model *root, const image *im)
{
    int stage;
    const scree_status status = staging_of_image(root, im, &stage, NULL);
    if (status != SCREE_OK)
        return status;
    const model *model = model_of_stage(root, stage < 0 ? 0 : stage);
    image_check check = {
        .model = model,
        .im = im,
        .walls = adapt_wall_count(model),
        .of_rank = true,
    };
    return check_all(&check);
}
