// trials.c - see trials.h.
#include "sweep/trials.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/file_out.h"
#include "store/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 120, SEED_ROOM = 24, BATCH_MOST = 256 };

// ---- runs

// Of a case, parameters and a seed; the hash tells what does not fit.
static char *run_name(const trials *trials, const trial *trial, int kind, int64_t seed)
{
    char name[NAME_ROOM];
    const fit_problem *problem = &trials->all->job.problem;
    const uint64_t fit = trials->all->hash + (uint64_t)kind;
    uint64_t hash = hash_number((uint64_t)seed, fit);
    int length = snprintf(name, sizeof name, "%d", kind + 1);
    for (int i = 0; i < problem->parameters; i++) {
        hash = hash_of(trial->text[i], strlen(trial->text[i]), hash);
        if (problem->parameter[i].fixed || length >= NAME_ROOM - 40)
            continue;
        length += snprintf(name + length, sizeof name - (size_t)length, ",%.12s=%.6g",
                           problem->parameter[i].name, trial->value[i]);
    }
    if (length >= NAME_ROOM)
        return NULL;
    if (trials->all->seeds > 1)
        return text_format("%s,seed=%lld-%08x", name, (long long)seed, (unsigned)(hash >> 32));
    return text_format("%s-%08x", name, (unsigned)(hash >> 32));
}

typedef struct batch {
    orders orders;
    char **name; // owned
    char (*seed)[SEED_ROOM];
} batch;

static void batch_clear(batch *batch)
{
    for (int64_t i = 0; batch->name && i < batch->orders.count; i++)
        free(batch->name[i]);
    orders_clear(&batch->orders);
    free(batch->name);
    free(batch->seed);
}

static scree_status order_trial(const trials *trials, const trial *trial, batch *batch,
                                scree_error *error)
{
    const experiments *all = trials->all;
    scree_status status = SCREE_OK;
    for (int kind = 0; kind < all->kinds; kind++) {
        for (int64_t seed = 1; seed <= all->seeds && !status; seed++) {
            const int64_t at = batch->orders.count;
            order *order = &batch->orders.order[at];
            batch->name[at] = run_name(trials, trial, kind, seed);
            snprintf(batch->seed[at], SEED_ROOM, "%lld", (long long)seed);
            order->name = batch->name[at];
            order->path = all->kind[kind].path;
            if (!order->name)
                return fail_memory(error, "fit");
            batch->orders.count++;
            status = experiments_settings(all, kind, batch->seed[at],
                                          (const char(*)[AXIS_UNIT_ROOM])trial->text, &order->set,
                                          error);
        }
    }
    return status;
}

static scree_status order_all(trials *trials, int first, int count, batch *out, scree_error *error)
{
    const size_t kinds = (size_t)trials->all->kinds;
    const size_t seeds = (size_t)trials->all->seeds;
    const size_t runs = (size_t)count * kinds * seeds;
    out->orders = (orders){.in = trials->in,
                           .below = "runs",
                           .jobs = trials->jobs,
                           .threads = trials->threads,
                           .quiet = true};
    out->orders.order = calloc(runs + 1, sizeof *out->orders.order);
    out->name = calloc(runs + 1, sizeof *out->name);
    out->seed = calloc(runs + 1, sizeof *out->seed);
    if (!out->orders.order || !out->name || !out->seed)
        return fail_memory(error, "fit");
    scree_status status = SCREE_OK;
    for (int i = 0; i < count && !status; i++)
        status = order_trial(trials, &trials->trial[first + i], out, error);
    return status;
}

// ---- numbers

// Adds what the run of a seed says to the mean; a run that failed says nothing of all.
static scree_status take_run(const trials *trials, trial *trial, const batch *batch, int64_t at,
                             int kind, scree_error *error)
{
    const experiments *all = trials->all;
    char words[POINT_WORDS];
    double *number = malloc((size_t)(all->numbers + 1) * sizeof *number);
    char *folder = order_folder(&batch->orders, &batch->orders.order[at]);
    scree_status status = number && folder ? SCREE_OK : fail_memory(error, "fit");
    const bool whole = !status && point_look(folder, words) == POINT_WHOLE;
    if (!status && !whole && !*trial->why)
        snprintf(trial->why, sizeof trial->why, "%.280s", words);
    for (int i = 0; i < all->count && !status; i++) {
        const experiment *is = all->experiment[i];
        if (is->kind != kind)
            continue;
        for (int k = 0; k < is->knots; k++)
            number[k] = NAN;
        if (whole)
            status = experiments_measure(is, folder, number, error);
        for (int k = 0; k < is->knots && !status; k++)
            trial->number[is->first + k] += number[k] / (double)all->seeds;
    }
    free(number);
    free(folder);
    return status;
}

static scree_status take_trial(trials *trials, trial *trial, const batch *batch, int64_t first,
                               scree_error *error)
{
    const experiments *all = trials->all;
    int64_t at = first;
    scree_status status = SCREE_OK;
    for (int kind = 0; kind < all->kinds; kind++) {
        for (int64_t seed = 1; seed <= all->seeds && !status; seed++)
            status = take_run(trials, trial, batch, at++, kind, error);
    }
    trial->answered = true;
    for (int i = 0; i < all->count; i++) {
        const experiment *is = all->experiment[i];
        for (int k = 0; k < is->knots; k++) {
            const bool there = isfinite(trial->number[is->first + k]);
            if (!there && !*trial->why)
                snprintf(trial->why, sizeof trial->why, "%s.%s is not there at %.6g %s", is->name,
                         is->measured.name, is->knot[k], is->curve ? is->across.unit : "");
            trial->answered = trial->answered && there;
        }
    }
    trial->square = trial->answered ? experiments_square(all, trial->number) : INFINITY;
    return status;
}

static void tell(const trials *trials, const trial *trial)
{
    const fit_problem *problem = &trials->all->job.problem;
    if (trials->quiet)
        return;
    fprintf(stderr, "%d:", (int)(trial - trials->trial) + 1);
    for (int i = 0; i < problem->parameters; i++) {
        if (!problem->parameter[i].fixed)
            fprintf(stderr, " %s = %s,", problem->parameter[i].name, trial->text[i]);
    }
    if (trial->answered)
        fprintf(stderr, " chi squared %.5g\n", trial->square);
    else
        fprintf(stderr, " no answer: %s\n", trial->why);
}

// ---- the whole

static int find(const trials *trials, const trial *like)
{
    for (int i = 0; i < trials->count; i++) {
        bool same = true;
        for (int k = 0; k < trials->all->job.problem.parameters && same; k++)
            same = !strcmp(trials->trial[i].text[k], like->text[k]);
        if (same)
            return i;
    }
    return -1;
}

// The number of the trial, which is new at the end of the list where there was none; -1: out of memory.
static int enter(trials *trials, const double *value)
{
    trial fresh = {.square = INFINITY};
    for (int i = 0; i < trials->all->job.problem.parameters; i++)
        experiments_spell(trials->all, i, value[i], fresh.text[i], sizeof fresh.text[i],
                          &fresh.value[i]);
    const int known = find(trials, &fresh);
    if (known >= 0)
        return known;
    fresh.number = calloc((size_t)trials->all->numbers + 1, sizeof *fresh.number);
    if (!fresh.number || !MEM_GROW(trials->trial, trials->room, trials->count + 1)) {
        free(fresh.number);
        return -1;
    }
    trials->trial[trials->count] = fresh;
    return trials->count++;
}

static scree_status run_new(trials *trials, int first, scree_error *error)
{
    batch batch = {0};
    const int count = trials->count - first;
    scree_status status = order_all(trials, first, count, &batch, error);
    if (!status)
        status = orders_run(&batch.orders, &trials->signal, error);
    if (!status && trials->signal)
        status = fail(error, SCREE_STOPPED, "", "", "stopped");
    const int64_t each = batch.orders.count / (count ? count : 1);
    for (int i = 0; i < count && !status; i++) {
        status = take_trial(trials, &trials->trial[first + i], &batch, i * each, error);
        if (!status)
            tell(trials, &trials->trial[first + i]);
    }
    trials->runs += batch.orders.count;
    batch_clear(&batch);
    return status;
}

scree_status trials_add(trials *trials, const double (*value)[FIT_PARAMETERS_MOST], int count,
                        int *which, scree_error *error)
{
    const int first = trials->count;
    for (int i = 0; i < count; i++) {
        const int number = enter(trials, value[i]);
        if (number < 0)
            return fail_memory(error, "fit");
        if (which)
            which[i] = number;
    }
    return trials->count > first ? run_new(trials, first, error) : SCREE_OK;
}

int trials_best(const trials *trials)
{
    int best = -1;
    for (int i = 0; i < trials->count; i++) {
        if (!trials->trial[i].answered)
            continue;
        if (best < 0 || trials->trial[i].square < trials->trial[best].square)
            best = i;
    }
    return best;
}

static void put_number(file_out *out, double value)
{
    char text[NUMBER_ROOM];
    number_text(text, value);
    file_out_printf(out, ",%s", text);
}

scree_status trials_write(const trials *trials, const char *path, scree_error *error)
{
    file_out out;
    const experiments *all = trials->all;
    const fit_problem *problem = &all->job.problem;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "trial");
    for (int i = 0; i < problem->parameters; i++)
        file_out_printf(&out, ",%s%s%s%s", problem->parameter[i].name,
                        *all->range[i].unit ? " [" : "", all->range[i].unit,
                        *all->range[i].unit ? "]" : "");
    file_out_printf(&out, ",chi squared");
    for (int i = 0; i < all->count; i++) {
        const experiment *is = all->experiment[i];
        const bool plain = !strcmp(is->measured.unit, "1");
        for (int k = 0; k < is->knots; k++) {
            file_out_printf(&out, ",%s.%s", is->name, is->measured.name);
            if (is->curve)
                file_out_printf(&out, " at %.6g", is->knot[k]);
            file_out_printf(&out, "%s%s%s", plain ? "" : " [", plain ? "" : is->measured.unit,
                            plain ? "" : "]");
        }
    }
    file_out_printf(&out, "\n");
    for (int i = 0; i < trials->count; i++) {
        const trial *trial = &trials->trial[i];
        file_out_printf(&out, "%d", i + 1);
        for (int k = 0; k < problem->parameters; k++)
            put_number(&out, trial->value[k]);
        put_number(&out, trial->square);
        for (int k = 0; k < all->numbers; k++)
            put_number(&out, trial->number[k]);
        file_out_printf(&out, "\n");
    }
    return file_out_commit(&out, error);
}

void trials_clear(trials *trials)
{
    for (int i = 0; i < trials->count; i++)
        free(trials->trial[i].number);
    free(trials->trial);
    trials->trial = NULL;
    trials->count = 0;
}
