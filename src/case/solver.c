// solver.c - which solver moves the grains, and the settings of the nonsmooth one; see parts.h and
// docs/case-files.md.
//
// The settings may stand beside `solver: smooth`, too, so that nothing but that one line decides.
#include "case/parts.h"

#include <math.h>
#include <string.h>

// A value, or auto (as where it is left out), which leaves `*out` alone.
static void read_real_or_auto(reader *reader, const node *node, const char *unit, double low,
                              double high, double *out)
{
    if (node && node->kind == NODE_SCALAR && !strcmp(node->text, "auto"))
        return;
    reader_real(reader, node, unit, low, high, out);
}

static void read_integer_or_auto(reader *reader, const node *node, int64_t most, int64_t *out)
{
    if (node && node->kind == NODE_SCALAR && !strcmp(node->text, "auto"))
        return;
    reader_integer(reader, node, 1, most, out);
}

static void read_nonsmooth(reader *reader, node *map, model_nonsmooth *settings)
{
    enum { SWEEPS_MOST = 1000000 };
    static const char *const precisions[] = {"double", "single"};
    if (!reader_is_map(reader, map))
        return;
    reader_real(reader, reader_take(reader, map, "tolerance"), "1", ROW_POSITIVE, 0.5,
                &settings->tolerance);
    read_integer_or_auto(reader, reader_take(reader, map, "iterations"), SWEEPS_MOST,
                         &settings->iterations);
    reader_integer(reader, reader_take(reader, map, "most_iterations"), 1, SWEEPS_MOST,
                   &settings->most);
    read_real_or_auto(reader, reader_take(reader, map, "warm"), "1", 0, 1, &settings->warm);
    read_real_or_auto(reader, reader_take(reader, map, "diameter"), "m", ROW_POSITIVE, INFINITY,
                      &settings->diameter);
    read_real_or_auto(reader, reader_take(reader, map, "settling"), "1", 0, INFINITY,
                      &settings->settling);
    reader_real(reader, reader_take(reader, map, "damping_time"), "s", 0, INFINITY,
                &settings->time);
    read_real_or_auto(reader, reader_take(reader, map, "impact_speed"), "m/s", 0, INFINITY,
                      &settings->impact);
    const node *impact = reader_take(reader, map, "impact");
    const node *precision = reader_take(reader, map, "precision");
    int word = impact ? reader_word(reader, impact, impact_names, IMPACT_MODES) : -1;
    if (word >= 0)
        settings->mode = (impact_mode)word;
    read_integer_or_auto(reader, reader_take(reader, map, "impact_sweeps"), SWEEPS_MOST,
                         &settings->impact_sweeps);
    reader_flag(reader, reader_take(reader, map, "speculative"), &settings->speculative);
    reader_integer(reader, reader_take(reader, map, "relax"), 0, SWEEPS_MOST, &settings->relax);
    settings->single = precision && reader_word(reader, precision, precisions, 2) == 1;
    reader_finish(reader, map);
}

void part_solver(reader *reader, const node *name, node *node, model *model)
{
    int word = name ? reader_word(reader, name, solver_names, SOLVERS) : -1;
    if (word >= 0)
        model->solver = (solver_kind)word;
    model->nonsmooth = model_nonsmooth_default;
    read_nonsmooth(reader, node, &model->nonsmooth);
}
