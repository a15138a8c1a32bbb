// output.c - see output.h.
#include "fit/output.h"

#include "store/file_out.h"
#include "store/number.h"

#include <inttypes.h>
#include <string.h>

enum { INPUTS_MOST = 32 };

static void put_number(file_out *out, double value)
{
    char text[NUMBER_ROOM];
    number_text(text, value);
    file_out_printf(out, ",%s", text);
}

// The different inputs of all data, by name.
static int inputs_of(const fit_problem *problem, const fit_column **list)
{
    int count = 0;
    for (int i = 0; i < problem->sets; i++) {
        for (int k = 0; k < problem->set[i].is->inputs && count < INPUTS_MOST; k++) {
            const fit_column *column = &problem->set[i].is->input[k];
            bool taken = false;
            for (int j = 0; j < count; j++)
                taken = taken || !strcmp(list[j]->name, column->name);
            if (!taken)
                list[count++] = column;
        }
    }
    return count;
}

static scree_status write_part(const fit_result *result, const fit_part *part,
                               const fit_column **input, int inputs, file_out *out,
                               scree_error *error)
{
    const fit_set *set = &result->job->problem.set[part->set];
    for (int i = 0; i < set->count; i++) {
        double predicted[FIT_COLUMNS_MOST];
        double measured = set->value[i * set->is->outputs + part->output];
        const double *in = &set->input[i * set->is->inputs];
        scree_status status = fit_predict(set, result->outcome->value, in, predicted, error);
        if (status)
            return status;
        double off = predicted[part->output] - measured;
        file_out_printf(out, "%s,%s,%s", set->name, set->is->output[part->output].name,
                        set->is->output[part->output].unit);
        put_number(out, measured);
        put_number(out, predicted[part->output]);
        put_number(out, off);
        put_number(out, fit_residual_scale(&result->job->problem, part, i) * off);
        for (int k = 0; k < inputs; k++) {
            int own = -1;
            for (int j = 0; j < set->is->inputs; j++) {
                if (!strcmp(set->is->input[j].name, input[k]->name))
                    own = j;
            }
            if (own >= 0)
                put_number(out, in[own]);
            else
                file_out_printf(out, ",");
        }
        file_out_printf(out, "\n");
    }
    return SCREE_OK;
}

scree_status fit_write_data(const fit_result *result, const char *path, scree_error *error)
{
    const fit_problem *problem = &result->job->problem;
    const fit_column *input[INPUTS_MOST];
    int inputs = inputs_of(problem, input);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "data,quantity,unit,measured,predicted,difference,scaled residual");
    for (int k = 0; k < inputs; k++)
        file_out_printf(&out, ",%s [%s]", input[k]->name, input[k]->unit);
    file_out_printf(&out, "\n");
    for (int i = 0; i < problem->parts && !status; i++)
        status = write_part(result, &problem->part[i], input, inputs, &out, error);
    if (!status)
        return file_out_commit(&out, error);
    file_out_abort(&out);
    return status;
}

scree_status fit_write_history(const fit_result *result, const char *path, scree_error *error)
{
    const fit_problem *problem = &result->job->problem;
    const fit_outcome *outcome = result->outcome;
    fit_follows derived[FIT_DERIVED_MOST];
    const int deriveds = fit_derived_of(problem, derived, FIT_DERIVED_MOST);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "search,method,start,iteration,evaluations,objective");
    for (int i = 0; i < problem->parameters; i++)
        file_out_printf(&out, ",%s [%s]", problem->parameter[i].name, problem->parameter[i].unit);
    for (int i = 0; i < deriveds; i++)
        file_out_printf(&out, ",%s [%s]", derived[i].is->name, derived[i].is->unit);
    file_out_printf(&out, "\n");
    for (int i = 0; i < outcome->runs; i++) {
        const fit_run *run = &outcome->run[i];
        const fit_search *search = &result->job->search[run->search];
        for (int64_t k = 0; k < run->trace.count; k++) {
            const fit_point *at = &run->trace.point[k];
            double value[FIT_PARAMETERS_MOST];
            fit_point_values(problem, at, value);
            file_out_printf(&out, "%s,%s,%d,%" PRId64 ",%" PRId64, search->name,
                            search->is->what.name, run->start + 1, at->iteration, at->evaluations);
            put_number(&out, at->value);
            for (int j = 0; j < problem->parameters; j++)
                put_number(&out, value[j]);
            for (int j = 0; j < deriveds; j++)
                put_number(&out, fit_derived_value(derived[j], value));
            file_out_printf(&out, "\n");
        }
    }
    return file_out_commit(&out, error);
}
