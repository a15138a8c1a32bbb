// law_answers.c - see law_answers.h.
#include "cli/law_answers.h"
#include "cli/made.h"
#include "console/exit.h"
#include "console/session.h"

#include "base/constants.h"
#include "law/single.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *unit;
} columns[ANSWER_COLUMNS] = {
    {"overlap", "m"},    {"push", "N"},       {"slip_x", "m"},   {"slip_y", "m"},
    {"drag_x", "N"},     {"drag_y", "N"},     {"roll_x", "rad"}, {"roll_y", "rad"},
    {"moment_x", "N m"}, {"moment_y", "N m"}, {"twist", "rad"},  {"moment_n", "N m"},
    {"radius", "m"},     {"grip", "m"},       {"energy", "J"},   {"lost", "J"},
};

// The motion to a row of the path from the one before; positions that follow from forces are found and put into the
// row.
static bool motion_to(const law_job *job, law_single *single, const law_path *steps, double *row,
                      const double *last, law_motion *motion)
{
    *motion = (law_motion){
        .overlap = row[PATH_OVERLAP],
        .slip = {row[PATH_SLIP_X] - last[PATH_SLIP_X], row[PATH_SLIP_Y] - last[PATH_SLIP_Y]},
        .roll = {row[PATH_ROLL_X] - last[PATH_ROLL_X], row[PATH_ROLL_Y] - last[PATH_ROLL_Y]},
        .twist = row[PATH_TWIST] - last[PATH_TWIST]};
    double turn = fabs(motion->roll[0]) + fabs(motion->roll[1]) + fabs(motion->twist);
    double way = fabs(row[PATH_OVERLAP] - last[PATH_OVERLAP]) + fabs(motion->slip[0]) +
                 fabs(motion->slip[1]) + job->radius * turn;
    motion->dt = steps->has[PATH_TIME]       ? row[PATH_TIME] - last[PATH_TIME]
                 : job->speed > 0 && way > 0 ? way / job->speed
                                             : 1e9;
    if (!(motion->dt > 0))
        return false;
    if (steps->has[PATH_PUSH]) {
        double most = 0.1 * job->radius;
        motion->overlap = row[PATH_OVERLAP] =
            law_single_overlap_at(single, *motion, row[PATH_PUSH], -most, most);
    }
    if (steps->has[PATH_DRAG]) {
        double most = 0.1 * job->radius;
        motion->slip[0] = law_single_slip_at(single, *motion, row[PATH_DRAG], -most, most);
        row[PATH_SLIP_X] = last[PATH_SLIP_X] + motion->slip[0];
    }
    return isfinite(motion->overlap) && isfinite(motion->slip[0]);
}

static int refuse_row(const law_job *job, int64_t row)
{
    char where[320];
    scree_error error;
    snprintf(where, sizeof where, "%.280s", job->path ? job->path : job->name);
    fail(&error, SCREE_BAD_INPUT, where,
         "times must grow, and forces stay within what the laws can carry (friction times "
         "push)",
         "row %lld of the path cannot be reached", (long long)row + 1);
    return give_up(&error);
}

static void keep(const double *row, const law_motion *motion, const law_answer *answer, double lost,
                 double *out)
{
    const double value[ANSWER_COLUMNS] = {
        motion->overlap,    answer->push,       row[PATH_SLIP_X], row[PATH_SLIP_Y],
        answer->drag[0],    answer->drag[1],    row[PATH_ROLL_X], row[PATH_ROLL_Y],
        answer->rolling[0], answer->rolling[1], row[PATH_TWIST],  answer->twisting,
        answer->radius,     answer->grip,       answer->energy,   lost};
    memcpy(out, value, sizeof value);
}

int law_answers_find(const law_job *job, const law_set *set, double density, law_path *way,
                     law_answers *out)
{
    law_single single;
    scree_error error;
    double last[PATH_COLUMNS] = {0};
    double lost = 0;
    const double volume = 4.0 / 3.0 * PI * job->radius * job->radius * job->radius;
    *out = (law_answers){0};
    out->value = malloc(((size_t)way->rows + 1) * ANSWER_COLUMNS * sizeof *out->value);
    if (!out->value) {
        fail_memory(&error, job->name);
        return give_up(&error);
    }
    law_single_begin(&single, set, job->radius, density * volume);
    for (int64_t i = 0; i < way->rows; i++) {
        double *row = way->at + PATH_COLUMNS * i;
        law_motion motion;
        if (!motion_to(job, &single, way, row, last, &motion))
            return refuse_row(job, i);
        law_answer answer = law_single_step(&single, motion);
        lost += answer.lost;
        if (!isfinite(answer.push) || !isfinite(answer.energy))
            return args_fail("law", "give other values of --radius, --depth or --path",
                             "row %lld of the path gives forces that are no numbers",
                             (long long)i + 1);
        keep(row, &motion, &answer, lost, out->value + ANSWER_COLUMNS * out->rows++);
        memcpy(last, row, sizeof last);
    }
    return ARGS_GO_ON;
}

void law_answers_clear(law_answers *answers)
{
    free(answers->value);
}

void law_answers_put(const law_answers *answers, FILE *to)
{
    for (int k = 0; k < ANSWER_COLUMNS; k++)
        fprintf(to, "%s%s [%s]", k ? "," : "", columns[k].name, columns[k].unit);
    fputc('\n', to);
    for (int64_t i = 0; i < answers->rows; i++) {
        const double *row = answers->value + ANSWER_COLUMNS * i;
        for (int k = 0; k < ANSWER_COLUMNS; k++)
            fprintf(to, "%s%.12g", k ? "," : "", row[k]);
        fputc('\n', to);
    }
}

static void put_values(const law_answers *answers, int k, json *line)
{
    json_object(line, NULL);
    json_text(line, "column", columns[k].name);
    json_text(line, "unit", columns[k].unit);
    json_list(line, "values");
    for (int64_t i = 0; i < answers->rows; i++)
        json_number(line, NULL, answers->value[ANSWER_COLUMNS * i + k]);
    json_close(line);
    json_close(line);
}

void law_answers_tell(const law_answers *answers, bool whole, json *line)
{
    json_list(line, "columns");
    for (int k = 0; k < ANSWER_COLUMNS; k++) {
        const made_column column = {columns[k].name, columns[k].unit, answers->value + k,
                                    answers->rows, ANSWER_COLUMNS};
        if (whole)
            put_values(answers, k, line);
        else
            made_column_ends(line, &column);
    }
    json_close(line);
}
