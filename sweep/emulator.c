// emulator.c - see emulator.h.
#include "sweep/emulator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void emulator_place(const emulator *emulator, const double *value, double *place)
{
    const fit_problem *problem = &emulator->all->job.problem;
    for (int i = 0; i < emulator->axes; i++) {
        const int number = emulator->free[i];
        const fit_parameter *is = &problem->parameter[number];
        const double x = value[number];
        if (is->log)
            place[i] = log(x / is->low) / log(is->high / is->low);
        else
            place[i] = (x - is->low) / (is->high - is->low);
    }
}

static double value_at(const fit_parameter *is, double place)
{
    double x = is->low + place * (is->high - is->low);
    if (is->log)
        x = is->low * pow(is->high / is->low, place);
    x = fmax(x, is->low);
    return fmin(x, is->high);
}

void emulator_value(const emulator *emulator, const double *place, double *value)
{
    const fit_problem *problem = &emulator->all->job.problem;
    for (int i = 0; i < problem->parameters; i++)
        value[i] = problem->parameter[i].start;
    for (int i = 0; i < emulator->axes; i++) {
        const int number = emulator->free[i];
        value[number] = value_at(&problem->parameter[number], place[i]);
    }
}

// ---- what is known

static bool make_room(emulator *emulator, int points)
{
    const experiments *all = emulator->all;
    const size_t count = (size_t)all->count;
    const size_t places = (size_t)points * (size_t)emulator->axes;
    emulator->place = calloc(places + 1, sizeof *emulator->place);
    emulator->value = calloc(count, sizeof *emulator->value);
    emulator->process = calloc(count, sizeof *emulator->process);
    bool ok = emulator->place && emulator->value;
    ok = ok && emulator->process;
    for (size_t i = 0; i < count && ok; i++) {
        const size_t knots = (size_t)all->experiment[i]->knots;
        const size_t values = (size_t)points * knots;
        emulator->value[i] = calloc(values + 1, sizeof(double));
        ok = emulator->value[i] != NULL;
    }
    return ok;
}

void emulator_clear(emulator *emulator)
{
    for (int i = 0; emulator->all && i < emulator->all->count; i++) {
        if (emulator->value)
            free(emulator->value[i]);
        if (emulator->process)
            gaussian_process_clear(&emulator->process[i]);
    }
    free(emulator->value);
    free(emulator->process);
    free(emulator->place);
    memset(emulator, 0, sizeof *emulator);
}

static void take_trials(emulator *emulator, const trials *trials)
{
    const experiments *all = emulator->all;
    for (int i = 0; i < trials->count; i++) {
        const trial *trial = &trials->trial[i];
        if (!trial->answered)
            continue;
        emulator_place(emulator, trial->value, emulator->place + emulator->points * emulator->axes);
        for (int k = 0; k < all->count; k++) {
            const experiment *is = all->experiment[k];
            memcpy(emulator->value[k] + (size_t)emulator->points * (size_t)is->knots,
                   trial->number + is->first, (size_t)is->knots * sizeof(double));
        }
        emulator->points++;
    }
}

static gaussian_data data_of(const emulator *emulator, int experiment)
{
    return (gaussian_data){emulator->points, emulator->axes,
                           emulator->all->experiment[experiment]->knots, emulator->place,
                           emulator->value[experiment]};
}

static scree_status numbers(const predictor *predictor, const predictor_question *asked,
                            double *out, scree_error *error)
{
    const emulator *emulator = predictor->context;
    const experiments *all = emulator->all;
    double place[FIT_PARAMETERS_MOST];
    double kernel[EMULATOR_POINTS_MOST];
    gaussian_view view;
    int which = 0;
    (void)error;
    while (all->experiment[which] != asked->of)
        which++;
    const gaussian_process *process = &emulator->process[which];
    emulator_place(emulator, asked->parameter, place);
    gaussian_process_look(process, place, kernel, false, &view);
    for (int i = 0; i < asked->count; i++)
        out[i] = gaussian_process_mean(process, &view, asked->first + i);
    return SCREE_OK;
}

void emulator_begin(emulator *emulator, const experiments *all)
{
    const fit_problem *problem = &all->job.problem;
    memset(emulator, 0, sizeof *emulator);
    emulator->all = all;
    emulator->predictor = (predictor){.numbers = numbers, .context = emulator};
    for (int i = 0; i < problem->parameters; i++) {
        if (!problem->parameter[i].fixed)
            emulator->free[emulator->axes++] = i;
    }
}

scree_status emulator_learn(emulator *emulator, const trials *trials, scree_error *error)
{
    emulator_clear(emulator);
    emulator_begin(emulator, trials->all);
    if (!make_room(emulator, trials->count))
        return fail_memory(error, "fit");
    take_trials(emulator, trials);
    scree_status status = SCREE_OK;
    for (int k = 0; k < trials->all->count && !status; k++) {
        const gaussian_data data = data_of(emulator, k);
        status = gaussian_process_learn(&emulator->process[k], &data, error);
    }
    return status;
}

scree_status emulator_believe(emulator *emulator, const double *place, scree_error *error)
{
    const experiments *all = emulator->all;
    double *mean = malloc((size_t)(all->numbers + 1) * sizeof *mean);
    const size_t axes = (size_t)emulator->axes;
    const size_t points = (size_t)emulator->points + 1;
    double *places = realloc(emulator->place, points * axes * sizeof *places);
    if (places)
        emulator->place = places;
    scree_status status = mean && places ? SCREE_OK : fail_memory(error, "fit");
    if (!status)
        emulator_look(emulator, place, mean, NULL);
    for (int k = 0; k < all->count && !status; k++) {
        const experiment *is = all->experiment[k];
        const size_t knots = (size_t)is->knots;
        double *value = realloc(emulator->value[k], points * knots * sizeof *value);
        if (!value) {
            status = fail_memory(error, "fit");
            break;
        }
        emulator->value[k] = value;
        memcpy(value + (points - 1) * knots, mean + is->first, knots * sizeof *value);
    }
    if (!status) {
        memcpy(emulator->place + (points - 1) * axes, place, axes * sizeof *place);
        emulator->points++;
    }
    for (int k = 0; k < all->count && !status; k++) {
        const gaussian_data data = data_of(emulator, k);
        status = gaussian_process_condition(&emulator->process[k], &data, error);
    }
    free(mean);
    return status;
}

// ---- guessing

void emulator_look(const emulator *emulator, const double *place, double *mean, double *deviation)
{
    const experiments *all = emulator->all;
    double kernel[2 * EMULATOR_POINTS_MOST];
    for (int k = 0; k < all->count; k++) {
        gaussian_view view;
        const gaussian_process *process = &emulator->process[k];
        const experiment *is = all->experiment[k];
        gaussian_process_look(process, place, kernel, deviation != NULL, &view);
        for (int i = 0; i < is->knots; i++) {
            mean[is->first + i] = gaussian_process_mean(process, &view, i);
            if (deviation)
                deviation[is->first + i] = sqrt(view.share * process->variance[i]);
        }
    }
}
