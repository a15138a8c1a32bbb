// stage_end.c - when stages end at the latest, see stage_end.h. Clocks run on: a comparison of one with a constant holds
// from then on, or fails from then on; what `and`, `or` and `not` make of them follows.
#include "state/stage_end.h"

#include "base/mathlib.h"

#include <float.h>
#include <math.h>

static bool is_variable(const formula *is)
{
    return is->steps == 1 && is->step[0].operation == FORMULA_VARIABLE;
}

// From when on it holds, and from when on it does not, s; INFINITY: not known.
typedef struct certainty {
    double holds, fails;
} certainty;

static certainty of_comparison(const condition *is, const condition_step *step, double begun)
{
    certainty out = {INFINITY, INFINITY};
    const bool turned = is_variable(&step->right);
    const formula *clock = turned ? &step->right : &step->left;
    const formula *limit = turned ? &step->left : &step->right;
    if (!is_variable(clock) || !formula_is_constant(limit))
        return out;
    const condition_source source = is->variable[(int)clock->step[0].number].source;
    if (source != CONDITION_TIME && source != CONDITION_STAGE_TIME)
        return out;
    const double at = formula_at(limit, 0, NULL);
    const double by_clock = source == CONDITION_TIME ? at : begun + at;
    const double later = by_clock * (1 + 2 * DBL_EPSILON); // `time > 1 s` holds a little after 1 s
    const double from = real_max(begun, later);
    const bool above =
        step->operation == CONDITION_GREATER || step->operation == CONDITION_GREATER_OR_EQUAL;
    if (above != turned)
        out.holds = from;
    else
        out.fails = from;
    return out;
}

static certainty joined(condition_operation operation, certainty one, certainty other)
{
    if (operation == CONDITION_AND)
        return (certainty){real_max(one.holds, other.holds), real_min(one.fails, other.fails)};
    return (certainty){real_min(one.holds, other.holds), real_max(one.fails, other.fails)};
}

static double holds_from(const condition *is, double begun)
{
    certainty stack[CONDITION_STEPS] = {{INFINITY, INFINITY}};
    int depth = 0;
    for (int i = 0; i < is->steps; i++) {
        const condition_step *step = &is->step[i];
        if (step->operation < CONDITION_NOT) {
            stack[depth++] = of_comparison(is, step, begun);
            continue;
        }
        const certainty last = stack[depth - 1];
        if (step->operation == CONDITION_NOT) {
            stack[depth - 1] = (certainty){.holds = last.fails, .fails = last.holds};
            continue;
        }
        depth--;
        stack[depth - 1] = joined(step->operation, stack[depth - 1], last);
    }
    return depth == 0 ? INFINITY : stack[depth - 1].holds;
}

double stage_latest_end(const model_stage *stage, double begun)
{
    if (!stage->until_holds)
        return begun + stage->lasts;
    if (isfinite(stage->limit))
        return begun + stage->limit;
    return holds_from(stage->until_holds, begun);
}
