// output.c - see output.h.
#include "fit/output.h"

#include "base/gnuplot.h"

#include "base/mathlib.h"
#include "store/file_out.h"
#include "store/number.h"

#include <inttypes.h>
#include <string.h>

enum { CURVE_POINTS = 120, INPUTS_MOST = 32 };

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

// --- picture --------------------------------------------------------------------------------------------------------

static scree_status put_points(const fit_result *result, int index, text_buffer *text,
                               scree_error *error)
{
    const fit_part *part = &result->job->problem.part[index];
    const fit_set *set = &result->job->problem.set[part->set];
    const double *value = result->outcome->value;
    double low = INFINITY;
    double high = -INFINITY;
    double out[FIT_COLUMNS_MOST];
    text_append_format(text, "$data%d << EOD\n", index);
    for (int i = 0; i < set->count; i++) {
        const double x = set->input[i * set->is->inputs];
        const double *measured = set->value + i * set->is->outputs;
        low = real_min(low, x);
        high = real_max(high, x);
        const double error_of_one = 1 / fit_residual_scale(&result->job->problem, part, i);
        text_append_format(text, "%.9g %.9g %.9g\n", x, measured[part->output], error_of_one);
    }
    text_append_format(text, "EOD\n$model%d << EOD\n", index);
    const bool line = set->is->inputs == 1;
    const int points = line ? CURVE_POINTS : set->count;
    for (int i = 0; i < points; i++) {
        double x = low + (high - low) * i / (CURVE_POINTS - 1);
        const double *in = line ? &x : &set->input[i * set->is->inputs];
        scree_status status = fit_predict(set, value, in, out, error);
        if (status)
            return status;
        if (isfinite(out[part->output]))
            text_append_format(text, "%.9g %.9g\n", in[0], out[part->output]);
    }
    text_append(text, "EOD\n");
    return SCREE_OK;
}

static void put_label(text_buffer *buffer, const char *axis, const fit_column *column)
{
    char text[160];
    snprintf(text, sizeof text, strcmp(column->unit, "1") ? "%s [%s]" : "%s", column->name,
             column->unit);
    text_append_format(buffer, "set %slabel ", axis);
    gnuplot_text(buffer, text);
    text_append(buffer, " noenhanced\n");
}

// Measured at one place alone: the model is a point and no line.
static bool is_single(const fit_set *set)
{
    bool same = true;
    for (int i = 1; i < set->count && same; i++)
        same = set->input[i * set->is->inputs] == set->input[0];
    return same;
}

scree_status fit_plot_script(const fit_result *result, const char *png, text_buffer *text,
                             scree_error *error)
{
    const fit_problem *problem = &result->job->problem;
    int columns = problem->parts > 1 ? 2 : 1;
    int rows = (problem->parts + columns - 1) / columns;
    for (int i = 0; i < problem->parts; i++) {
        scree_status status = put_points(result, i, text, error);
        if (status)
            return status;
    }
    text_append_format(text, "set terminal pngcairo size %d,%d\nset output ", 640 * columns,
                       480 * rows);
    gnuplot_file(text, png);
    text_append(text, "\nset grid\nset key below\n");
    text_append_format(text, "set multiplot layout %d,%d\n", rows, columns);
    for (int i = 0; i < problem->parts; i++) {
        const fit_set *set = &problem->set[problem->part[i].set];
        text_append(text, "set title ");
        gnuplot_text(text, set->name);
        text_append(text, " noenhanced\n");
        put_label(text, "x", &set->is->input[0]);
        put_label(text, "y", &set->is->output[problem->part[i].output]);
        const bool line = set->is->inputs == 1 && !is_single(set);
        text_append_format(text,
                           "plot $data%d %s pt 7 ps 1.2 title 'measured', $model%d with "
                           "%s title 'model'\n",
                           i,
                           problem->part[i].known ? "using 1:2:3 with yerrorbars" : "with points",
                           i, line ? "lines lw 2" : "points pt 6 ps 1.6");
    }
    text_append(text, "unset multiplot\n");
    return text->failed ? fail_memory(error, "plot") : SCREE_OK;
}
