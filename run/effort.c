// effort.c - see effort.h.
#include "run/effort.h"

#include "console/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKS_LEAST = 4 }; // a while: so many steps in which overlaps were looked at

static const csv_column head[] = {{"time", "s"},
                                  {"steps", ""},
                                  {"contacts", ""},
                                  {"sweeps_per_step", ""},
                                  {"impact_sweeps", ""},
                                  {"depth", ""},
                                  {"warm", ""},
                                  {"residual", "m/s"},
                                  {"residual_over_ah", ""},
                                  {"overlap", "diameters"},
                                  {"overlap_error", "diameters"},
                                  {"impact_residual", "m/s"}};
enum { COLUMNS = sizeof head / sizeof *head };

// ---- sums

static void add(solver_effort *to, const solver_effort *part)
{
    if (!part->steps)
        return;
    to->steps += part->steps;
    to->sweeps += part->sweeps;
    to->impact_sweeps += part->impact_sweeps;
    to->contact_sweeps += part->contact_sweeps;
    to->contacts = part->contacts;
    to->warm = part->warm;
    to->depth = part->depth > to->depth ? part->depth : to->depth;
    to->residual = fmax(to->residual, part->residual);
    to->overlap = fmax(to->overlap, part->overlap);
    to->looked += part->looked;
    to->beyond += part->beyond;
    to->capped += part->capped;
    to->error = fmax(to->error, part->error);
    if (part->worst_lacks > to->worst_lacks) {
        to->worst_lacks = part->worst_lacks;
        to->worst_ratio = part->worst_ratio;
        to->worst_a = part->worst_a;
        to->worst_b = part->worst_b;
    }
    to->struck += part->struck;
    exact_sum_merge(&to->impact_energy, &part->impact_energy);
    exact_sum_merge(&to->impact_lacked, &part->impact_lacked);
    exact_sum_merge(&to->unkept, &part->unkept);
    to->threshold = part->threshold;
    to->unsettled += part->unsettled;
    to->impact_residual = fmax(to->impact_residual, part->impact_residual);
}

static double sweeps_per_step(const solver_effort *effort)
{
    return effort->steps ? (double)effort->sweeps / (double)effort->steps : NAN;
}
static double error_of(const solver_effort *effort)
{
    return effort->looked ? effort->error : NAN;
}

void effort_begin(effort *effort, const model *model)
{
    memset(effort, 0, sizeof *effort);
    effort->on = model->solver == SOLVER_NONSMOOTH;
    effort->table.file = -1;
}

void effort_gather(effort *effort, world *world)
{
    if (!effort->on)
        return;
    const solver_effort part = world_effort_of(world, true);
    effort->diameter = world_step_choice(world)->diameter;
    effort->fall = v3_norm(world_model(world)->gravity) * world_dt(world);
    for (int i = 0; i < EFFORT_PARTS; i++)
        add(&effort->part[i], &part);
}

void effort_judge(effort *effort, const world *world)
{
    solver_effort *spent = &effort->part[EFFORT_WATCH];
    if (spent->looked < LOOKS_LEAST)
        return;
    effort->judged = *spent;
    effort->judged_at = world_time(world);
    memset(spent, 0, sizeof *spent);
}

// ---- the table

scree_status effort_change(effort *effort, const world *world, owned *files, bool with_table,
                           scree_error *error)
{
    effort->on = world_model(world)->solver == SOLVER_NONSMOOTH;
    if (!effort->on || !with_table || effort->table.file >= 0)
        return SCREE_OK;
    return effort_open(effort, files, world_time(world), error);
}

scree_status effort_open(effort *effort, owned *files, double last, scree_error *error)
{
    if (!effort->on)
        return SCREE_OK;
    char *path;
    scree_status status = owned_path(files, "solver.csv", &path, error);
    if (!status)
        status = isnan(last) ? csv_create(&effort->table, path, head, COLUMNS, error)
                             : csv_resume(&effort->table, path, head, COLUMNS, last, error);
    free(path);
    return status;
}

scree_status effort_row(effort *effort, world *world, scree_error *error)
{
    effort_gather(effort, world);
    solver_effort *spent = &effort->part[EFFORT_ROW];
    if (!effort->on || !spent->steps)
        return SCREE_OK;
    const double row[COLUMNS] = {world_time(world),
                                 (double)spent->steps,
                                 (double)spent->contacts,
                                 sweeps_per_step(spent),
                                 (double)spent->impact_sweeps,
                                 spent->depth,
                                 spent->warm,
                                 spent->residual,
                                 effort->fall > 0 ? spent->residual / effort->fall : NAN,
                                 spent->overlap,
                                 error_of(spent),
                                 spent->impact_residual};
    memset(spent, 0, sizeof *spent);
    effort_judge(effort, world);
    return csv_row(&effort->table, row, error);
}

scree_status effort_close(effort *effort, scree_error *error)
{
    return effort->on ? csv_close(&effort->table, error) : SCREE_OK;
}

// ---- what must outlive an interruption

// An exact sum as the numbers that it is rounded to, one after the other.
enum { SUM_NUMBERS = 4, NUMBERS = 21 + 3 * SUM_NUMBERS };

static void sum_to_numbers(const exact_sum *sum, double n[SUM_NUMBERS])
{
    exact_sum rest = *sum;
    for (int i = 0; i < SUM_NUMBERS; i++) {
        n[i] = exact_sum_value(&rest);
        exact_sum_add(&rest, -n[i]);
    }
}

static exact_sum sum_of_numbers(const double n[SUM_NUMBERS])
{
    exact_sum sum = {0};
    for (int i = 0; i < SUM_NUMBERS; i++)
        exact_sum_add(&sum, n[i]);
    return sum;
}

static void to_numbers(const solver_effort *effort, double n[NUMBERS])
{
    n[0] = (double)effort->steps;
    n[1] = (double)effort->sweeps;
    n[2] = (double)effort->impact_sweeps;
    n[3] = effort->contact_sweeps;
    n[4] = (double)effort->contacts;
    n[5] = effort->depth;
    n[6] = effort->residual;
    n[7] = effort->overlap;
    n[8] = effort->warm;
    n[9] = (double)effort->looked;
    n[10] = (double)effort->beyond;
    n[11] = effort->error;
    n[12] = (double)effort->capped;
    n[13] = (double)effort->unsettled;
    n[14] = effort->impact_residual;
    n[15] = (double)effort->struck;
    n[16] = effort->worst_lacks;
    n[17] = effort->worst_ratio;
    n[18] = (double)effort->worst_a;
    n[19] = (double)effort->worst_b;
    n[20] = effort->threshold;
    sum_to_numbers(&effort->impact_energy, n + 21);
    sum_to_numbers(&effort->impact_lacked, n + 21 + SUM_NUMBERS);
    sum_to_numbers(&effort->unkept, n + 21 + 2 * SUM_NUMBERS);
}

static solver_effort of_numbers(const double n[NUMBERS])
{
    return (solver_effort){.steps = (int64_t)n[0],
                           .sweeps = (int64_t)n[1],
                           .impact_sweeps = (int64_t)n[2],
                           .contact_sweeps = n[3],
                           .contacts = (int64_t)n[4],
                           .depth = (int)n[5],
                           .residual = n[6],
                           .overlap = n[7],
                           .warm = n[8],
                           .looked = (int64_t)n[9],
                           .beyond = (int64_t)n[10],
                           .error = n[11],
                           .capped = (int64_t)n[12],
                           .unsettled = (int64_t)n[13],
                           .impact_residual = n[14],
                           .struck = (int64_t)n[15],
                           .worst_lacks = n[16],
                           .worst_ratio = n[17],
                           .worst_a = (int64_t)n[18],
                           .worst_b = (int64_t)n[19],
                           .threshold = n[20],
                           .impact_energy = sum_of_numbers(n + 21),
                           .impact_lacked = sum_of_numbers(n + 21 + SUM_NUMBERS),
                           .unkept = sum_of_numbers(n + 21 + 2 * SUM_NUMBERS)};
}

scree_status effort_save(const effort *effort, const char *path, int64_t step, scree_error *error)
{
    kept_out out;
    scree_status status = kept_open(&out, path, NULL, step, error);
    if (status)
        return status;
    for (int i = 0; i < EFFORT_PARTS; i++) {
        double n[NUMBERS];
        to_numbers(&effort->part[i], n);
        kept_numbers(&out, n, NUMBERS);
    }
    return kept_commit(&out, error);
}

void effort_load(effort *effort, char *text, kept_fault *fault)
{
    kept_in in;
    double n[EFFORT_PARTS][NUMBERS];
    bool good = kept_begin(&in, text, NULL, fault);
    for (int i = 0; i < EFFORT_PARTS && good; i++)
        good = kept_read_numbers(&in, n[i], NUMBERS);
    if (!good || !kept_end(&in))
        return;
    for (int i = 0; i < EFFORT_PARTS; i++)
        effort->part[i] = of_numbers(n[i]);
}

// ---- words

const char *effort_progress(char out[EFFORT_ROOM], const effort *effort)
{
    const solver_effort *spent =
        effort->part[EFFORT_WATCH].steps ? &effort->part[EFFORT_WATCH] : &effort->judged;
    out[0] = 0;
    if (!spent->steps)
        return out;
    int length = snprintf(out, EFFORT_ROOM, "%.3g sweeps a step", sweeps_per_step(spent));
    if (spent->looked)
        snprintf(out + length, (size_t)(EFFORT_ROOM - length), ", overlap error %.2g",
                 spent->error);
    return out;
}

const char *effort_words(char out[EFFORT_ROOM], const effort *effort)
{
    const solver_effort *spent = &effort->part[EFFORT_RUN];
    out[0] = 0;
    if (!spent->steps)
        return out;
    int length =
        snprintf(out, EFFORT_ROOM,
                 "%.3g sweeps a step through up to %d layers; at most %.2g m/s were left over",
                 sweeps_per_step(spent), spent->depth, spent->residual);
    if (effort->fall > 0)
        length +=
            snprintf(out + length, (size_t)(EFFORT_ROOM - length),
                     " (%.2g of what gravity does in a step)", spent->residual / effort->fall);
    length += snprintf(out + length, (size_t)(EFFORT_ROOM - length),
                       "; the deepest overlap was %.3g m, %.2g diameters",
                       spent->overlap * effort->diameter, spent->overlap);
    if (spent->looked)
        snprintf(out + length, (size_t)(EFFORT_ROOM - length),
                 "; beyond what laws want they were up to %.2g diameters", spent->error);
    return out;
}

void effort_json(json *json, const effort *effort)
{
    const solver_effort *spent = &effort->part[EFFORT_RUN];
    if (!effort->on)
        return;
    json_object(json, "solver");
    json_integer(json, "steps", spent->steps);
    json_number(json, "sweeps_per_step", sweeps_per_step(spent));
    json_integer(json, "impact_sweeps", spent->impact_sweeps);
    json_number(json, "contact_sweeps", spent->contact_sweeps);
    json_integer(json, "depth", spent->depth);
    json_number(json, "residual", spent->residual);
    json_number(json, "residual_over_ah", effort->fall > 0 ? spent->residual / effort->fall : NAN);
    json_number(json, "overlap", spent->overlap);
    json_number(json, "overlap_error", error_of(spent));
    json_integer(json, "steps_looked_at", spent->looked);
    json_integer(json, "steps_beyond_tolerance", spent->beyond);
    json_integer(json, "steps_short_of_sweeps", spent->capped);
    json_integer(json, "steps_with_impacts", spent->struck);
    json_integer(json, "steps_short_of_impact_sweeps", spent->unsettled);
    json_number(json, "impact_residual", spent->impact_residual);
    json_number(json, "impact_lacked", effort_lacked_by_impacts(spent));
    json_number(json, "impact_unkept", effort_unkept(spent));
    json_close(json);
}
