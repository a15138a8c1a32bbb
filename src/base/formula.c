// formula.c - see formula.h.
#include "base/formula.h"

#include "base/mathlib.h"

#include <math.h>
#include <stddef.h>

enum { WHOLE_POWER_MOST = 64 };

// A value and its change per second.
typedef struct dual {
    double value;
    double rate;
} dual;

static int operands(formula_operation operation)
{
    if (operation <= FORMULA_VARIABLE)
        return 0;
    return operation < FORMULA_ADD ? 1 : 2;
}

// Whole powers by products, so that negative bases have them.
static double whole_power(double base, int exponent)
{
    double product = 1;
    const int count = exponent < 0 ? -exponent : exponent;
    for (int i = 0; i < count; i++)
        product *= base;
    return exponent < 0 ? 1 / product : product;
}

static double power(double base, double exponent)
{
    if (exponent == floor(exponent) && fabs(exponent) <= WHOLE_POWER_MOST)
        return whole_power(base, (int)exponent);
    return real_pow(base, exponent);
}

static dual of_one(formula_operation operation, double number, dual x)
{
    double value = NAN;
    double slope = NAN;
    switch (operation) {
    case FORMULA_NEGATE:
        value = -x.value;
        slope = -1;
        break;
    case FORMULA_SQRT:
        value = sqrt(x.value);
        slope = 0.5 / value;
        break;
    case FORMULA_EXP:
        value = real_exp(x.value);
        slope = value;
        break;
    case FORMULA_LOG:
        value = x.value > 0 ? real_log(x.value) : NAN;
        slope = 1 / x.value;
        break;
    case FORMULA_SIN:
        value = real_sin(x.value);
        slope = real_cos(x.value);
        break;
    case FORMULA_COS:
        value = real_cos(x.value);
        slope = -real_sin(x.value);
        break;
    case FORMULA_TAN:
        value = real_sin(x.value) / real_cos(x.value);
        slope = 1 + value * value;
        break;
    case FORMULA_ASIN:
        value = real_asin(x.value);
        slope = 1 / sqrt(1 - x.value * x.value);
        break;
    case FORMULA_ACOS:
        value = real_acos(x.value);
        slope = -1 / sqrt(1 - x.value * x.value);
        break;
    case FORMULA_ATAN:
        value = real_atan2(x.value, 1);
        slope = 1 / (1 + x.value * x.value);
        break;
    case FORMULA_ABS:
        value = fabs(x.value);
        slope = x.value < 0 ? -1 : 1;
        break;
    case FORMULA_FLOOR:
        value = floor(x.value);
        slope = 0;
        break;
    case FORMULA_POWER:
        value = power(x.value, number);
        slope = number == 0 ? 0 : number * power(x.value, number - 1);
        break;
    default:
        break;
    }
    // What stands still has no rate, even where the slope has no value.
    return (dual){value, x.rate == 0 ? 0 : slope * x.rate};
}

static dual of_two(formula_operation operation, dual x, dual y)
{
    switch (operation) {
    case FORMULA_ADD:
        return (dual){x.value + y.value, x.rate + y.rate};
    case FORMULA_SUBTRACT:
        return (dual){x.value - y.value, x.rate - y.rate};
    case FORMULA_MULTIPLY:
        return (dual){x.value * y.value, x.rate * y.value + x.value * y.rate};
    case FORMULA_DIVIDE: {
        const double ratio = x.value / y.value;
        return (dual){ratio, (x.rate - ratio * y.rate) / y.value};
    }
    case FORMULA_MIN:
        return x.value <= y.value ? x : y;
    case FORMULA_MAX:
        return x.value >= y.value ? x : y;
    case FORMULA_ATAN2: {
        const double square = x.value * x.value + y.value * y.value;
        const double turning = y.value * x.rate - x.value * y.rate;
        return (dual){real_atan2(x.value, y.value), turning == 0 ? 0 : turning / square};
    }
    default:
        return (dual){NAN, NAN};
    }
}

static dual work_out(const formula *is, double t, const double *variable)
{
    dual stack[FORMULA_STEPS];
    int depth = 0;
    for (int i = 0; i < is->steps; i++) {
        const formula_step *step = &is->step[i];
        const int takes = operands(step->operation);
        dual result = {step->number, 0};
        if (step->operation == FORMULA_TIME)
            result = (dual){t, 1};
        else if (step->operation == FORMULA_VARIABLE)
            result = (dual){variable ? variable[(int)step->number] : NAN, 0};
        else if (takes == 1)
            result = of_one(step->operation, step->number, stack[depth - 1]);
        else if (takes == 2)
            result = of_two(step->operation, stack[depth - 2], stack[depth - 1]);
        depth -= takes;
        stack[depth++] = result;
    }
    return depth > 0 ? stack[depth - 1] : (dual){NAN, NAN};
}

double formula_at(const formula *is, double t, double *rate)
{
    const dual last = work_out(is, t, NULL);
    if (rate)
        *rate = last.rate;
    return last.value;
}

double formula_of(const formula *is, const double *variable)
{
    return work_out(is, 0, variable).value;
}

// Do the last `count` steps put nothing but numbers on the stack?
static bool ends_in_numbers(const formula *is, int count)
{
    if (count > is->steps)
        return false;
    for (int i = is->steps - count; i < is->steps; i++) {
        if (is->step[i].operation != FORMULA_NUMBER)
            return false;
    }
    return true;
}

bool formula_add(formula *is, formula_operation operation, double number)
{
    if (is->steps == FORMULA_STEPS)
        return false;
    const int takes = operands(operation);
    const bool folds = takes > 0 && ends_in_numbers(is, takes);
    is->step[is->steps++] = (formula_step){operation, number};
    if (!folds)
        return true;
    formula tail = {.steps = takes + 1};
    for (int i = 0; i <= takes; i++)
        tail.step[i] = is->step[is->steps - takes - 1 + i];
    is->steps -= takes;
    is->step[is->steps - 1] = (formula_step){FORMULA_NUMBER, formula_at(&tail, 0, NULL)};
    return true;
}

bool formula_is_constant(const formula *is)
{
    return ends_in_numbers(is, is->steps);
}
