// condition.c - see condition.h.
#include "state/condition.h"

const condition_name condition_names[CONDITION_PROBE] = {
    [CONDITION_TIME] = {"time", "s", "since the start of the run"},
    [CONDITION_STAGE_TIME] = {"stage_time", "s", "since the stage began"},
    [CONDITION_KINETIC] = {"kinetic", "J", "energy of motion of all grains"},
    [CONDITION_GRAVITATIONAL] = {"gravitational", "J", "energy of height of all grains"},
    [CONDITION_ELASTIC] = {"elastic", "J", "energy in all contacts"},
    [CONDITION_UNBALANCED] =
        {"unbalanced", "1", "mean force that accelerates a grain over the mean force of a contact"},
    [CONDITION_SPEED] = {"speed", "m/s", "of the fastest grain"},
    [CONDITION_COUNT] = {"count", "1", "grains; count(NAME): those of a set or a stream"},
    [CONDITION_CONTACTS] = {"contacts", "1", "contacts"},
    [CONDITION_STREAMED] = {"streamed", "1", "grains that streams have brought"},
    [CONDITION_REMOVED] = {"removed", "1", "grains that removals have taken out"},
    [CONDITION_LOST] = {"lost", "1", "grains that open borders have taken"},
};

static bool compare(const condition_step *step, const double *value)
{
    const double left = formula_of(&step->left, value);
    const double right = formula_of(&step->right, value);
    switch (step->operation) {
    case CONDITION_LESS:
        return left < right;
    case CONDITION_LESS_OR_EQUAL:
        return left <= right;
    case CONDITION_GREATER:
        return left > right;
    default:
        return left >= right;
    }
}

bool condition_holds(const condition *is, const double *value)
{
    bool stack[CONDITION_STEPS];
    int depth = 0;
    for (int i = 0; i < is->steps; i++) {
        const condition_step *step = &is->step[i];
        if (step->operation < CONDITION_NOT) {
            stack[depth++] = compare(step, value);
        } else if (step->operation == CONDITION_NOT) {
            stack[depth - 1] = !stack[depth - 1];
        } else {
            const bool last = stack[--depth];
            const bool first = stack[depth - 1];
            stack[depth - 1] = step->operation == CONDITION_AND ? first && last : first || last;
        }
    }
    return depth > 0 && stack[depth - 1];
}
