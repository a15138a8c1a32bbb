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
    enum { ENDING = 40 }; // room for what comes behind the parameters
    const experiments *all = trials->all;
    const fit_problem *problem = &all->job.problem;
    uint64_t hash = hash_number((uint64_t)seed, all->hash + (uint64_t)kind);
    size_t length = (size_t)snprintf(name, sizeof name, "%d", kind + 1);
    for (int i = 0; i < problem->parameters; i++) {
        const char *text = trial->text[i];
        const fit_parameter *is = &problem->parameter[i];
        hash = hash_of(text, strlen(text), hash);
        if (is->fixed || length + ENDING > NAME_ROOM)
            continue;
        char *end = name + length;
        const size_t room = sizeof name - length;
        snprintf(end, room, ",%.12s=%.6g", is->name, trial->value[i]);
        length += strlen(end);
    }
    const unsigned sign = (unsigned)(hash >> 32);
    if (all->seeds == 1)
        return text_format("%s-%08x", name, sign);
    return text_format("%s,seed=%lld-%08x", name, (long long)seed, sign);
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

static void say_why(trial *trial, const char *why)
{
    if (!*trial->why)
        snprintf(trial->why, sizeof trial->why, "%.290s", why);
}

// Adds what the run of a seed says of one experiment to the mean; a run that failed says nothing of all.
static scree_status take_experiment(const experiment *is, const char *folder, bool whole,
                                    trial *trial, scree_error *error)
{
    double *number = malloc((size_t)(is->knots + 1) * sizeof *number);
    if (!number)
        return fail_memory(error, "fit");
    for (int k = 0; k < is->knots; k++)
        number[k] = NAN;
    scree_status status = SCREE_OK;
    if (whole)
        status = experiments_measure(is, folder, number, error);
    const double share = 1 / (double)is->all->seeds;
    for (int k = 0; k < is->knots; k++)
        trial->number[is->first + k] += share * number[k];
    free(number);
    return status;
}

// A run that something else ended says nothing of its parameters, neither that they have an answer nor that they have none.
static scree_status refuse_half(const char *folder, const char *words, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, folder, "mend that; then the same command goes on",
                "this run came to no end (%s), so the fit stops", words);
}

static scree_status take_run(const experiments *all, trial *trial, const orders *orders, int64_t at,
                             scree_error *error)
{
    const int kind = (int)(at / all->seeds) % all->kinds;
    char words[POINT_WORDS];
    char *folder = order_folder(orders, &orders->order[at]);
    if (!folder)
        return fail_memory(error, "fit");
    const point_state state = order_look(orders, &orders->order[at], words);
    const bool whole = state == POINT_WHOLE;
    if (!whole)
        say_why(trial, words);
    const bool ended = whole || state == POINT_FAILED;
    scree_status status = ended ? SCREE_OK : refuse_half(folder, words, error);
    for (int i = 0; i < all->count && !status; i++) {
        const experiment *is = all->experiment[i];
        if (is->kind == kind)
            status = take_experiment(is, folder, whole, trial, error);
    }
    free(folder);
    return status;
}

// Are all numbers of an experiment there?
static bool is_answered(const experiment *is, trial *trial)
{
    bool all = true;
    for (int k = 0; k < is->knots; k++) {
        char words[300];
        const bool there = isfinite(trial->number[is->first + k]);
        all = all && there;
        snprintf(words, sizeof words, "%s.%s is not there at %.6g", is->name, is->measured.name,
                 is->knot[k]);
        if (!there)
            say_why(trial, words);
    }
    return all;
}

static scree_status take_trial(const experiments *all, trial *trial, const orders *orders,
                               int64_t first, scree_error *error)
{
    const int64_t each = all->kinds * all->seeds;
    scree_status status = SCREE_OK;
    for (int64_t at = first; at < first + each && !status; at++)
        status = take_run(all, trial, orders, at, error);
    trial->answered = true;
    for (int i = 0; i < all->count; i++) {
        const bool there = is_answered(all->experiment[i], trial);
        trial->answered = trial->answered && there;
    }
    trial->square = INFINITY;
    if (trial->answered)
        trial->square = experiments_square(all, trial->number);
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
    const int64_t need = trials->count + 1;
    bool ok = fresh.number != NULL;
    ok = ok && MEM_GROW(trials->trial, trials->room, need);
    if (!ok) {
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
        status = take_trial(trials->all, &trials->trial[first + i], &batch.orders, i * each, error);
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

static void put_unit(file_out *out, const char *unit)
{
    const bool plain = !*unit || !strcmp(unit, "1");
    if (!plain)
        file_out_printf(out, " [%s]", unit);
}

static void put_head(file_out *out, const experiments *all)
{
    const fit_problem *problem = &all->job.problem;
    file_out_printf(out, "trial");
    for (int i = 0; i < problem->parameters; i++) {
        file_out_printf(out, ",%s", problem->parameter[i].name);
        put_unit(out, all->range[i].unit);
    }
    file_out_printf(out, ",chi squared");
    for (int i = 0; i < all->count; i++) {
        const experiment *is = all->experiment[i];
        for (int k = 0; k < is->knots; k++) {
            file_out_printf(out, ",%s.%s", is->name, is->measured.name);
            if (is->curve)
                file_out_printf(out, " at %.6g", is->knot[k]);
            put_unit(out, is->measured.unit);
        }
    }
    file_out_printf(out, "\n");
}

scree_status trials_write(const trials *trials, const char *path, scree_error *error)
{
    file_out out;
    const experiments *all = trials->all;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    put_head(&out, all);
    for (int i = 0; i < trials->count; i++) {
        const trial *trial = &trials->trial[i];
        file_out_printf(&out, "%d", i + 1);
        for (int k = 0; k < all->job.problem.parameters; k++)
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
