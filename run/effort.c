// effort.c - see effort.h.
#include "run/effort.h"

#include "console/words.h"
#include "store/file_out.h"
#include "store/number.h"

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
    to->struck += part->struck;
    to->unsettled += part->unsettled;
    to->impact_residual = fmax(to->impact_residual, part->impact_residual);
}

static double sweeps_per_step(const solver_effort *e)
{
    return e->steps ? (double)e->sweeps / (double)e->steps : NAN;
}
static double error_of(const solver_effort *e)
{
    return e->looked ? e->error : NAN;
}

void effort_begin(effort *e, const model *m)
{
    memset(e, 0, sizeof *e);
    e->on = m->solver == SOLVER_NONSMOOTH;
    e->table.file = -1;
}

void effort_gather(effort *e, world *w)
{
    if (!e->on)
        return;
    const solver_effort part = world_effort_of(w, true);
    e->diameter = world_step_choice(w)->diameter;
    e->fall = v3_norm(world_model(w)->gravity) * world_dt(w);
    for (int i = 0; i < EFFORT_PARTS; i++)
        add(&e->part[i], &part);
}

static void judge(effort *e, const world *w)
{
    solver_effort *s = &e->part[EFFORT_WATCH];
    if (s->looked < LOOKS_LEAST)
        return;
    e->judged = *s;
    e->judged_at = world_time(w);
    memset(s, 0, sizeof *s);
}

// ---- the table

scree_status effort_open(effort *e, owned *files, double last, scree_error *error)
{
    if (!e->on)
        return SCREE_OK;
    char *path;
    scree_status status = owned_path(files, "solver.csv", &path, error);
    if (!status)
        status = isnan(last) ? csv_create(&e->table, path, head, COLUMNS, error)
                             : csv_resume(&e->table, path, head, COLUMNS, last, error);
    free(path);
    return status;
}

scree_status effort_row(effort *e, world *w, scree_error *error)
{
    effort_gather(e, w);
    solver_effort *s = &e->part[EFFORT_ROW];
    if (!e->on || !s->steps)
        return SCREE_OK;
    const double row[COLUMNS] = {world_time(w),
                                 (double)s->steps,
                                 (double)s->contacts,
                                 sweeps_per_step(s),
                                 (double)s->impact_sweeps,
                                 s->depth,
                                 s->warm,
                                 s->residual,
                                 e->fall > 0 ? s->residual / e->fall : NAN,
                                 s->overlap,
                                 error_of(s),
                                 s->impact_residual};
    memset(s, 0, sizeof *s);
    judge(e, w);
    return csv_row(&e->table, row, error);
}

scree_status effort_close(effort *e, scree_error *error)
{
    return e->on ? csv_close(&e->table, error) : SCREE_OK;
}

// ---- what must outlive an interruption

enum { NUMBERS = 16 };

static void to_numbers(const solver_effort *e, double n[NUMBERS])
{
    n[0] = (double)e->steps;
    n[1] = (double)e->sweeps;
    n[2] = (double)e->impact_sweeps;
    n[3] = e->contact_sweeps;
    n[4] = (double)e->contacts;
    n[5] = e->depth;
    n[6] = e->residual;
    n[7] = e->overlap;
    n[8] = e->warm;
    n[9] = (double)e->looked;
    n[10] = (double)e->beyond;
    n[11] = e->error;
    n[12] = (double)e->capped;
    n[13] = (double)e->unsettled;
    n[14] = e->impact_residual;
    n[15] = (double)e->struck;
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
                           .struck = (int64_t)n[15]};
}

scree_status effort_save(const effort *e, const char *path, int64_t step, scree_error *error)
{
    char text[NUMBER_ROOM];
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "step %" PRId64 "\n", step);
    for (int i = 0; i < EFFORT_PARTS; i++) {
        double n[NUMBERS];
        to_numbers(&e->part[i], n);
        for (int k = 0; k < NUMBERS; k++) {
            number_text(text, n[k]);
            file_out_printf(&out, "%s\n", text);
        }
    }
    return file_out_commit_keeping(&out, error);
}

bool effort_load(effort *e, const char *text, int64_t step)
{
    double n[EFFORT_PARTS][NUMBERS];
    char *at;
    if (strncmp(text, "step ", 5) != 0 || strtoll(text + 5, &at, 10) != step)
        return false;
    for (int i = 0; i < EFFORT_PARTS * NUMBERS; i++) {
        const char *from = at;
        n[i / NUMBERS][i % NUMBERS] = strtod(from, &at);
        if (at == from)
            return false;
    }
    for (int i = 0; i < EFFORT_PARTS; i++)
        e->part[i] = of_numbers(n[i]);
    return true;
}

// ---- words

const char *effort_progress(char out[EFFORT_ROOM], const effort *e)
{
    const solver_effort *s = e->part[EFFORT_WATCH].steps ? &e->part[EFFORT_WATCH] : &e->judged;
    out[0] = 0;
    if (!s->steps)
        return out;
    int length = snprintf(out, EFFORT_ROOM, "%.3g sweeps a step", sweeps_per_step(s));
    if (s->looked)
        snprintf(out + length, (size_t)(EFFORT_ROOM - length), ", overlap error %.2g", s->error);
    return out;
}

const char *effort_words(char out[EFFORT_ROOM], const effort *e)
{
    const solver_effort *s = &e->part[EFFORT_RUN];
    out[0] = 0;
    if (!s->steps)
        return out;
    int length =
        snprintf(out, EFFORT_ROOM,
                 "%.3g sweeps a step through up to %d layers; at most %.2g m/s were left over",
                 sweeps_per_step(s), s->depth, s->residual);
    if (e->fall > 0)
        length += snprintf(out + length, (size_t)(EFFORT_ROOM - length),
                           " (%.2g of what gravity does in a step)", s->residual / e->fall);
    length += snprintf(out + length, (size_t)(EFFORT_ROOM - length),
                       "; the deepest overlap was %.3g m, %.2g diameters", s->overlap * e->diameter,
                       s->overlap);
    if (s->looked)
        snprintf(out + length, (size_t)(EFFORT_ROOM - length),
                 "; beyond what laws want they were up to %.2g diameters", s->error);
    return out;
}

// How to get nearer.
static const char *remedy(const effort *e, const model_nonsmooth *m)
{
    if (m->iterations > 0)
        return "leave nonsmooth.iterations to auto, or raise it, or take a shorter run.step";
    if (2 * e->judged.capped > e->judged.steps)
        return "raise nonsmooth.most_iterations, or take a shorter run.step";
    return "take a shorter run.step";
}

static bool too_much_overlap(char out[EFFORT_ROOM], effort *e, const model_nonsmooth *m)
{
    const solver_effort *s = &e->judged;
    if (e->told_overlap || 2 * s->beyond <= s->looked)
        return false;
    e->told_overlap = true;
    snprintf(out, EFFORT_ROOM,
             "contacts overlap by up to %.2g diameters more than their laws want, beyond the "
             "tolerance %g, in %.0f %% "
             "of the steps before t = %.6g s (%s)",
             s->error, m->tolerance, 100.0 * (double)s->beyond / (double)s->looked, e->judged_at,
             remedy(e, m));
    return true;
}

static bool too_few_sweeps(char out[EFFORT_ROOM], effort *e, const model_nonsmooth *m)
{
    const solver_effort *s = &e->judged;
    if (e->told_sweeps || 2 * s->capped <= s->steps)
        return false;
    e->told_sweeps = true;
    snprintf(out, EFFORT_ROOM,
             "%.0f %% of the steps before t = %.6g s took all of the %" PRId64
             " sweeps allowed and still lacked up to %.2g m/s, for %d layers of contacts (%s)",
             100.0 * (double)s->capped / (double)s->steps, e->judged_at, m->most, s->residual,
             s->depth, remedy(e, m));
    return true;
}

// Impacts may be rare, and what one that is not solved leaves goes on as motion: a single one may be the most of all.
static bool too_few_impact_sweeps(char out[EFFORT_ROOM], effort *e, const world *w)
{
    const model_nonsmooth *m = &world_model(w)->nonsmooth;
    const solver_effort *s = e->part[EFFORT_WATCH].unsettled ? &e->part[EFFORT_WATCH] : &e->judged;
    if (e->told_impacts || !s->unsettled || 2 * s->unsettled < s->struck)
        return false;
    e->told_impacts = true;
    snprintf(out, EFFORT_ROOM,
             "in %" PRId64 " of %" PRId64
             " steps with impacts before t = %.6g s these took all of the %" PRId64
             " rounds allowed, and %s %.2g m/s (raise nonsmooth.impact_sweeps)",
             s->unsettled, s->struck, s == &e->judged ? e->judged_at : world_time(w),
             m->impact_sweeps,
             m->mode == IMPACT_CASCADE ? "contacts still approached by up to"
                                       : "the last one still changed up to",
             s->impact_residual);
    return true;
}

bool effort_warning(char out[EFFORT_ROOM], effort *e, world *w)
{
    const model_nonsmooth *m = &world_model(w)->nonsmooth;
    if (!e->on)
        return false;
    if (world_steps(w) >= world_last_step(w)) {
        effort_gather(e, w);
        judge(e, w);
    }
    return too_much_overlap(out, e, m) || too_few_sweeps(out, e, m) ||
           too_few_impact_sweeps(out, e, w);
}

void effort_json(json *j, const effort *e)
{
    const solver_effort *s = &e->part[EFFORT_RUN];
    if (!e->on)
        return;
    json_object(j, "solver");
    json_integer(j, "steps", s->steps);
    json_number(j, "sweeps_per_step", sweeps_per_step(s));
    json_integer(j, "impact_sweeps", s->impact_sweeps);
    json_number(j, "contact_sweeps", s->contact_sweeps);
    json_integer(j, "depth", s->depth);
    json_number(j, "residual", s->residual);
    json_number(j, "residual_over_ah", e->fall > 0 ? s->residual / e->fall : NAN);
    json_number(j, "overlap", s->overlap);
    json_number(j, "overlap_error", error_of(s));
    json_integer(j, "steps_looked_at", s->looked);
    json_integer(j, "steps_beyond_tolerance", s->beyond);
    json_integer(j, "steps_short_of_sweeps", s->capped);
    json_integer(j, "steps_with_impacts", s->struck);
    json_integer(j, "steps_short_of_impact_sweeps", s->unsettled);
    json_number(j, "impact_residual", s->impact_residual);
    json_close(j);
}
