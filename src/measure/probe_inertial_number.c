// probe_inertial_number.c - how slow a flow is: I = rate d sqrt(rho/p), the time in which a grain is pushed into a gap by
// the pressure over that in which the flow moves it by its size (GDR MiDi 2004).
//
// The rate is sqrt(2 D:D) of what is left of D, the symmetric part of the velocity gradient of the cell or of its walls,
// without its mean: of a simple shear the rate of shear. d is the mean diameter of balls of the volumes of the grains, rho
// the density of the inertia of grains (of their masses times run.mass_scaling), p the mean stress.
#include "measure/container.h"
#include "measure/solids.h"
#include "measure/table.h"
#include "state/slow.h"

#include <math.h>

static const row rows[] = {CONTAINER_ROWS};

static const probe_head head[] = {
    {"time", "s"},     {"inertial_number", ""}, {"rate", "1/s"},
    {"diameter", "m"}, {"density", "kg/m^3"},   {"p", "Pa"},
};
enum { COLUMNS = sizeof head / sizeof *head };

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)state;
    if (!model->cell.given && !container_has_walls(choice))
        return probe_fail(error, "inertial-number", "name walls of the sample, or give a `cell`",
                          "this case has no cell that deforms");
    return container_check(choice, model, "inertial-number", error);
}

static double rate_of(const model *model, const cell_matrix *gradient)
{
    double mean = 0;
    double sum = 0;
    for (int i = 0; i < model->dimensions; i++)
        mean += gradient->of[i] / model->dimensions;
    for (int i = 0; i < model->dimensions; i++) {
        const double own = gradient->of[i] - mean;
        sum += 2 * own * own;
    }
    for (int i = CELL_XY; i < CELL_PARTS; i++)
        sum += gradient->of[i] * gradient->of[i]; // half of it in D, and twice
    return sqrt(sum);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)state;
    const container box = container_now(choice, model, frame);
    const double p = container_stress_now(model, frame, &box).mean;
    const solids grains = solids_of(model, &frame->ball);
    const double density = model_mass_scaling(model) * grains.mass / grains.volume;
    const double rate = rate_of(model, &box.gradient);
    const double number = p > 0 ? rate * grains.diameter * sqrt(density / p) : NAN;
    const double value[COLUMNS] = {frame->time, number, rate, grains.diameter, density, p};
    return table_row(table, value, error);
}

const char probe_inertial_number_example[] = "";

const probe probe_inertial_number = {
    .what = {"inertial-number",
             "how slow a flow is: rate d sqrt(density/p) of a cell or between walls", rows,
             CONTAINER_ROW_COUNT},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
