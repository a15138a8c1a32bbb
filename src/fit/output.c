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
static int inputs_of(const fit_problem *p, const fit_column **list)
{
    int count = 0;
    for (int i = 0; i < p->sets; i++)
        for (int k = 0; k < p->set[i].is->inputs && count < INPUTS_MOST; k++) {
            const fit_column *c = &p->set[i].is->input[k];
            bool taken = false;
            for (int j = 0; j < count; j++)
                taken = taken || !strcmp(list[j]->name, c->name);
            if (!taken)
                list[count++] = c;
        }
    return count;
}

static scree_status write_part(const fit_result *r, const fit_part *part, const fit_column **input,
                               int inputs, file_out *out, scree_error *error)
{
    const fit_set *s = &r->job->problem.set[part->set];
    for (int i = 0; i < s->count; i++) {
        double predicted[FIT_COLUMNS_MOST];
        double measured = s->value[i * s->is->outputs + part->output];
        const double *in = &s->input[i * s->is->inputs];
        scree_status status = fit_predict(s, r->outcome->value, in, predicted, error);
        if (status)
            return status;
        double off = predicted[part->output] - measured;
        file_out_printf(out, "%s,%s,%s", s->name, s->is->output[part->output].name,
                        s->is->output[part->output].unit);
        put_number(out, measured);
        put_number(out, predicted[part->output]);
        put_number(out, off);
        put_number(out, fit_residual_scale(&r->job->problem, part, i) * off);
        for (int k = 0; k < inputs; k++) {
            int own = -1;
            for (int j = 0; j < s->is->inputs; j++)
                if (!strcmp(s->is->input[j].name, input[k]->name))
                    own = j;
            if (own >= 0)
                put_number(out, in[own]);
            else
                file_out_printf(out, ",");
        }
        file_out_printf(out, "\n");
    }
    return SCREE_OK;
}

scree_status fit_write_data(const fit_result *r, const char *path, scree_error *error)
{
    const fit_problem *p = &r->job->problem;
    const fit_column *input[INPUTS_MOST];
    int inputs = inputs_of(p, input);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "data,quantity,unit,measured,predicted,difference,scaled residual");
    for (int k = 0; k < inputs; k++)
        file_out_printf(&out, ",%s [%s]", input[k]->name, input[k]->unit);
    file_out_printf(&out, "\n");
    for (int i = 0; i < p->parts && !status; i++)
        status = write_part(r, &p->part[i], input, inputs, &out, error);
    if (!status)
        return file_out_commit(&out, error);
    file_out_abort(&out);
    return status;
}

scree_status fit_write_history(const fit_result *r, const char *path, scree_error *error)
{
    const fit_problem *p = &r->job->problem;
    fit_follows derived[FIT_DERIVED_MOST];
    int deriveds = fit_derived_of(p, derived, FIT_DERIVED_MOST);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "search,method,start,iteration,evaluations,objective");
    for (int i = 0; i < p->parameters; i++)
        file_out_printf(&out, ",%s [%s]", p->parameter[i].name, p->parameter[i].unit);
    for (int i = 0; i < deriveds; i++)
        file_out_printf(&out, ",%s [%s]", derived[i].is->name, derived[i].is->unit);
    file_out_printf(&out, "\n");
    for (int i = 0; i < r->outcome->runs; i++) {
        const fit_run *run = &r->outcome->run[i];
        const fit_search *s = &r->job->search[run->search];
        for (int64_t k = 0; k < run->trace.count; k++) {
            const fit_point *at = &run->trace.point[k];
            double value[FIT_PARAMETERS_MOST];
            fit_point_values(p, at, value);
            file_out_printf(&out, "%s,%s,%d,%" PRId64 ",%" PRId64, s->name, s->is->what.name,
                            run->start + 1, at->iteration, at->evaluations);
            put_number(&out, at->value);
            for (int j = 0; j < p->parameters; j++)
                put_number(&out, value[j]);
            for (int j = 0; j < deriveds; j++)
                put_number(&out, fit_derived_value(derived[j], value));
            file_out_printf(&out, "\n");
        }
    }
    return file_out_commit(&out, error);
}

// --- picture --------------------------------------------------------------------------------------------------------

static scree_status put_points(const fit_result *r, int index, text_buffer *b, scree_error *error)
{
    const fit_part *part = &r->job->problem.part[index];
    const fit_set *s = &r->job->problem.set[part->set];
    const double *value = r->outcome->value;
    double low = INFINITY;
    double high = -INFINITY;
    double out[FIT_COLUMNS_MOST];
    text_append_format(b, "$data%d << EOD\n", index);
    for (int i = 0; i < s->count; i++) {
        double x = s->input[i * s->is->inputs];
        low = real_min(low, x);
        high = real_max(high, x);
        text_append_format(b, "%.9g %.9g\n", x, s->value[i * s->is->outputs + part->output]);
    }
    text_append_format(b, "EOD\n$model%d << EOD\n", index);
    bool line = s->is->inputs == 1;
    for (int i = 0; i < (line ? CURVE_POINTS : s->count); i++) {
        double x = low + (high - low) * i / (CURVE_POINTS - 1);
        const double *in = line ? &x : &s->input[i * s->is->inputs];
        scree_status status = fit_predict(s, value, in, out, error);
        if (status)
            return status;
        if (isfinite(out[part->output]))
            text_append_format(b, "%.9g %.9g\n", in[0], out[part->output]);
    }
    text_append(b, "EOD\n");
    return SCREE_OK;
}

static void put_label(text_buffer *b, const char *axis, const fit_column *c)
{
    char text[160];
    snprintf(text, sizeof text, strcmp(c->unit, "1") ? "%s [%s]" : "%s", c->name, c->unit);
    text_append_format(b, "set %slabel ", axis);
    gnuplot_text(b, text);
    text_append(b, " noenhanced\n");
}

scree_status fit_plot_script(const fit_result *r, const char *png, text_buffer *b,
                             scree_error *error)
{
    const fit_problem *p = &r->job->problem;
    int columns = p->parts > 1 ? 2 : 1;
    int rows = (p->parts + columns - 1) / columns;
    for (int i = 0; i < p->parts; i++) {
        scree_status status = put_points(r, i, b, error);
        if (status)
            return status;
    }
    text_append_format(b, "set terminal pngcairo size %d,%d\nset output ", 640 * columns,
                       480 * rows);
    gnuplot_file(b, png);
    text_append(b, "\nset grid\nset key below\n");
    text_append_format(b, "set multiplot layout %d,%d\n", rows, columns);
    for (int i = 0; i < p->parts; i++) {
        const fit_set *s = &p->set[p->part[i].set];
        text_append(b, "set title ");
        gnuplot_text(b, s->name);
        text_append(b, " noenhanced\n");
        put_label(b, "x", &s->is->input[0]);
        put_label(b, "y", &s->is->output[p->part[i].output]);
        text_append_format(b,
                           "plot $data%d with points pt 7 ps 1.2 title 'measured', $model%d with "
                           "%s title 'model'\n",
                           i, i, s->is->inputs == 1 ? "lines lw 2" : "points pt 6 ps 1.6");
    }
    text_append(b, "unset multiplot\n");
    return b->failed ? fail_memory(error, "plot") : SCREE_OK;
}
