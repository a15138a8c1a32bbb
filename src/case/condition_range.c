// condition_range.c - conditions that are known not to hold, see condition.h: of comparisons of one variable with a constant
// the range of the variable tells it, with what else is asked of that variable beside it; of others nothing is known.
#include "case/condition.h"

#include <math.h>
#include <stdlib.h>

// Values that a variable may have; an open end is none of them.
typedef struct bounds {
    double low, high;
    bool low_open, high_open;
} bounds;

// Where a condition may hold: in all of these ranges at once, and in no others.
typedef struct possible {
    bool may;
    bounds of[CONDITION_VARIABLES];
} possible;

static bounds unbounded(void)
{
    return (bounds){.low = -INFINITY, .high = INFINITY};
}

static bool is_variable(const formula *is)
{
    return is->steps == 1 && is->step[0].operation == FORMULA_VARIABLE;
}

static bool is_empty(const bounds *is)
{
    return is->low > is->high || (is->low == is->high && (is->low_open || is->high_open));
}

static bounds both(const bounds *a, const bounds *b)
{
    bounds is = *a;
    if (b->low > a->low || (b->low == a->low && b->low_open)) {
        is.low = b->low;
        is.low_open = b->low_open;
    }
    if (b->high < a->high || (b->high == a->high && b->high_open)) {
        is.high = b->high;
        is.high_open = b->high_open;
    }
    return is;
}

static bounds around(const bounds *a, const bounds *b)
{
    bounds is = *a;
    if (b->low < a->low || (b->low == a->low && !b->low_open)) {
        is.low = b->low;
        is.low_open = b->low_open;
    }
    if (b->high > a->high || (b->high == a->high && !b->high_open)) {
        is.high = b->high;
        is.high_open = b->high_open;
    }
    return is;
}

static possible anything(const condition *is, const condition_range *range)
{
    possible all = {.may = true};
    for (int i = 0; i < CONDITION_VARIABLES; i++) {
        all.of[i] = unbounded();
        if (range && i < is->variables)
            all.of[i] = (bounds){.low = range[i].low, .high = range[i].high};
    }
    return all;
}

// Of a variable and a constant; `less`: the variable is to be below it.
static void narrow(possible *is, const formula *variable, const formula *constant, bool less,
                   bool open)
{
    const int number = (int)variable->step[0].number;
    const double value = formula_at(constant, 0, NULL);
    bounds asked = unbounded();
    if (less) {
        asked.high = value;
        asked.high_open = open;
    } else {
        asked.low = value;
        asked.low_open = open;
    }
    is->of[number] = both(&is->of[number], &asked);
    is->may = is->may && !is_empty(&is->of[number]);
}

static bool same_variable(const formula *a, const formula *b)
{
    return is_variable(a) && is_variable(b) && a->step[0].number == b->step[0].number;
}

static void compare(possible *is, const condition_step *step, condition_operation operation)
{
    const bool open = operation == CONDITION_LESS || operation == CONDITION_GREATER;
    const bool less = operation == CONDITION_LESS || operation == CONDITION_LESS_OR_EQUAL;
    if (same_variable(&step->left, &step->right))
        is->may = is->may && !open;
    else if (is_variable(&step->left) && formula_is_constant(&step->right))
        narrow(is, &step->left, &step->right, less, open);
    else if (is_variable(&step->right) && formula_is_constant(&step->left))
        narrow(is, &step->right, &step->left, !less, open);
}

// Has it always a number? What has none fulfils no comparison, and so each one behind `not`.
static bool has_value(const condition *is, const formula *side)
{
    if (formula_is_constant(side))
        return true;
    if (!is_variable(side))
        return false;
    const condition_source source = is->variable[(int)side->step[0].number].source;
    return source != CONDITION_PROBE && source != CONDITION_UNBALANCED;
}

// What holds where one comparison, the step before, does not.
static possible opposite(const condition *is, const condition_range *range,
                         const condition_step *step)
{
    static const condition_operation other[] = {
        [CONDITION_LESS] = CONDITION_GREATER_OR_EQUAL,
        [CONDITION_LESS_OR_EQUAL] = CONDITION_GREATER,
        [CONDITION_GREATER] = CONDITION_LESS_OR_EQUAL,
        [CONDITION_GREATER_OR_EQUAL] = CONDITION_LESS,
    };
    possible all = anything(is, range);
    const bool single = step->operation < CONDITION_NOT;
    if (single && has_value(is, &step->left) && has_value(is, &step->right))
        compare(&all, step, other[step->operation]);
    return all;
}

static void join_and(possible *is, const possible *other)
{
    is->may = is->may && other->may;
    for (int i = 0; i < CONDITION_VARIABLES; i++) {
        is->of[i] = both(&is->of[i], &other->of[i]);
        is->may = is->may && !is_empty(&is->of[i]);
    }
}

static void join_or(possible *is, const possible *other)
{
    if (!is->may)
        *is = *other;
    else if (other->may)
        for (int i = 0; i < CONDITION_VARIABLES; i++)
            is->of[i] = around(&is->of[i], &other->of[i]);
}

bool condition_may_hold(const condition *is, const condition_range *range)
{
    possible *stack = malloc(CONDITION_STEPS * sizeof *stack);
    int depth = 0;
    for (int i = 0; stack && i < is->steps; i++) {
        const condition_step *step = &is->step[i];
        if (step->operation < CONDITION_NOT) {
            stack[depth] = anything(is, range);
            compare(&stack[depth++], step, step->operation);
        } else if (step->operation == CONDITION_NOT) {
            stack[depth - 1] = opposite(is, range, step - 1);
        } else {
            depth--;
            if (step->operation == CONDITION_AND)
                join_and(&stack[depth - 1], &stack[depth]);
            else
                join_or(&stack[depth - 1], &stack[depth]);
        }
    }
    const bool may = !stack || depth == 0 || stack[depth - 1].may;
    free(stack);
    return may;
}
