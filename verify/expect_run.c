// expect_run.c - runs cases with expected values, and claims what they say; see expect.h.
#include "verify/expect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The first step after `step` at which any of them wants to look.
static int64_t next_look(const gauge *gauges, int count, int64_t step)
{
    int64_t first = -1;
    for (int i = 0; i < count; i++) {
        const int64_t next = gauge_next(&gauges[i], step);
        if (next >= 0 && (first < 0 || next < first))
            first = next;
    }
    return first;
}

static bool look(trial *trial, gauge *gauges, int count)
{
    scree_error error;
    if (!trial_look(trial))
        return false;
    for (int i = 0; i < count; i++)
        if (!gauge_look(&gauges[i], &trial->frame, &error)) {
            claim_broken(trial->claim, &error);
            return false;
        }
    return true;
}

static bool step_through(trial *trial, gauge *gauges, int count)
{
    int64_t step = next_look(gauges, count, -1);
    while (step >= 0) {
        if (!trial_step(trial, step - world_steps(trial->world)) || !look(trial, gauges, count))
            return false;
        step = next_look(gauges, count, step);
    }
    return true;
}

// A reading may be over another, which stands before it.
static double quotient(const gauge *gauges, int i)
{
    const char *over = gauges[i].is->over_reading;
    for (int k = 0; k < i && over; k++)
        if (!strcmp(gauges[k].is->key, over))
            return gauges[i].number / gauges[k].number;
    return gauges[i].number;
}

static void claim_reading(const claim *claim, const reading *is, double got)
{
    switch (is->kind) {
    case CLAIM_RELATIVE:
        claim_relative(claim, is->quantity, got, is->expected, is->tolerance);
        break;
    case CLAIM_ABSOLUTE:
        claim_absolute(claim, is->quantity, got, is->expected, is->tolerance);
        break;
    case CLAIM_AT_MOST:
        claim_at_most(claim, is->quantity, got, is->expected);
        break;
    case CLAIM_AT_LEAST:
        claim_at_least(claim, is->quantity, got, is->expected);
        break;
    case CLAIM_NOTED:
        claim_noted(claim, is->quantity, got, is->expected);
        break;
    case CLAIM_BROKEN:
        break;
    }
}

static bool gauges_begin(gauge *gauges, const expect_run *run, int count, const trial *trial)
{
    scree_error error;
    for (int i = 0; i < count; i++)
        if (!gauge_begin(&gauges[i], &run->reading[i], trial, &error)) {
            claim_broken(trial->claim, &error);
            return false;
        }
    return true;
}

static void run_once(const claim *claim, const expect_file *file, const expect_run *run)
{
    const case_source source = {file->case_text, strlen(file->case_text), file->case_name};
    const int count = file->readings;
    char place[200];
    trial trial;
    gauge *gauges = calloc((size_t)count + 1, sizeof *gauges);
    reading_place(run->place, place, sizeof place);
    const bool open = gauges && trial_open_case(&trial, claim, &source, run->set, run->sets, place);
    if (!gauges)
        claim->table->out_of_memory = true;
    if (open && trial_look(&trial) && gauges_begin(gauges, run, count, &trial) &&
        step_through(&trial, gauges, count))
        for (int i = 0; i < count; i++)
            if (isfinite(run->reading[i].expected))
                claim_reading(claim, &run->reading[i], quotient(gauges, i));
    for (int i = 0; i < count && gauges; i++)
        gauge_end(&gauges[i]);
    free(gauges);
    if (open)
        trial_close(&trial);
}

void expect_run_all(verify *table, const expect_file *file)
{
    for (int i = 0; i < file->runs; i++) {
        const expect_run *run = &file->run[i];
        claim claim;
        if ((run->full && !table->full) || !claim_begin(&claim, table, run->source, "%s", run->id))
            continue;
        run_once(&claim, file, run);
    }
}
