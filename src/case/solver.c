// solver.c - which solver moves the grains, and the settings of the nonsmooth one; see parts.h and
// docs/case-files.md.
//
// The settings may stand beside `solver: smooth`, too, so that nothing but that one line decides.
#include "case/parts.h"

#include <math.h>
#include <string.h>

// A value, or auto (as where it is left out), which leaves `*out` alone.
static void read_real_or_auto(reader *r, const node *n, const char *unit, double low, double high,
                              double *out)
{
    if (n && n->kind == NODE_SCALAR && !strcmp(n->text, "auto"))
        return;
    reader_real(r, n, unit, low, high, out);
}

static void read_nonsmooth(reader *r, node *n, model_nonsmooth *s)
{
    enum { SWEEPS_MOST = 1000000 };
    static const char *const precisions[] = {"double", "single"};
    if (!reader_is_map(r, n))
        return;
    reader_real(r, reader_take(r, n, "tolerance"), "1", ROW_POSITIVE, 0.5, &s->tolerance);
    const node *iterations = reader_take(r, n, "iterations");
    if (!(iterations && iterations->kind == NODE_SCALAR && !strcmp(iterations->text, "auto")))
        reader_integer(r, iterations, 1, SWEEPS_MOST, &s->iterations);
    reader_integer(r, reader_take(r, n, "most_iterations"), 1, SWEEPS_MOST, &s->most);
    read_real_or_auto(r, reader_take(r, n, "warm"), "1", 0, 1, &s->warm);
    read_real_or_auto(r, reader_take(r, n, "diameter"), "m", ROW_POSITIVE, INFINITY, &s->diameter);
    read_real_or_auto(r, reader_take(r, n, "settling"), "1", 0, INFINITY, &s->settling);
    reader_real(r, reader_take(r, n, "damping_time"), "s", 0, INFINITY, &s->time);
    read_real_or_auto(r, reader_take(r, n, "impact_speed"), "m/s", 0, INFINITY, &s->impact);
    const node *impact = reader_take(r, n, "impact");
    const node *precision = reader_take(r, n, "precision");
    int word = impact ? reader_word(r, impact, impact_names, IMPACT_MODES) : -1;
    if (word >= 0)
        s->mode = (impact_mode)word;
    reader_integer(r, reader_take(r, n, "impact_sweeps"), 1, SWEEPS_MOST, &s->impact_sweeps);
    reader_flag(r, reader_take(r, n, "speculative"), &s->speculative);
    reader_integer(r, reader_take(r, n, "relax"), 0, SWEEPS_MOST, &s->relax);
    s->single = precision && reader_word(r, precision, precisions, 2) == 1;
    reader_finish(r, n);
}

void part_solver(reader *r, const node *name, node *n, model *m)
{
    int word = name ? reader_word(r, name, solver_names, SOLVERS) : -1;
    if (word >= 0)
        m->solver = (solver_kind)word;
    m->nonsmooth = model_nonsmooth_default;
    read_nonsmooth(r, n, &m->nonsmooth);
}
