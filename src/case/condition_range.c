// condition_range.c - conditions that are known not to hold, see condition.h: of comparisons of one variable with a constant
// the range of the variable tells it, of others nothing is known.
#include "case/condition.h"

#include <math.h>

// A side that is one variable, or a constant.
static condition_range range_of(const formula *is, const condition_range *range)
{
    const condition_range any = {-INFINITY, INFINITY};
    if (formula_is_constant(is)) {
        const double value = formula_at(is, 0, NULL);
        return (condition_range){value, value};
    }
    const bool single = is->steps == 1 && is->step[0].operation == FORMULA_VARIABLE;
    return single ? range[(int)is->step[0].number] : any;
}

static bool may_compare(const condition_step *step, const condition_range *range)
{
    const condition_range left = range_of(&step->left, range);
    const condition_range right = range_of(&step->right, range);
    switch (step->operation) {
    case CONDITION_LESS:
        return left.low < right.high;
    case CONDITION_LESS_OR_EQUAL:
        return left.low <= right.high;
    case CONDITION_GREATER:
        return left.high > right.low;
    default:
        return left.high >= right.low;
    }
}

bool condition_may_hold(const condition *is, const condition_range *range)
{
    bool stack[CONDITION_STEPS];
    int depth = 0;
    for (int i = 0; i < is->steps; i++) {
        const condition_step *step = &is->step[i];
        if (step->operation < CONDITION_NOT) {
            stack[depth++] = may_compare(step, range);
        } else if (step->operation == CONDITION_NOT) {
            stack[depth - 1] = true;
        } else {
            const bool last = stack[--depth];
            const bool first = stack[depth - 1];
            stack[depth - 1] = step->operation == CONDITION_AND ? first && last : first || last;
        }
    }
    return depth == 0 || stack[depth - 1];
}
