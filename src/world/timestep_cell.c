// timestep_cell.c - how fast an impact is that presses a contact as hard as a cell does in the end (timestep.c).
//
// A cell that is compressed by a rate presses grains into each other once they fill it as a loose packing does: by the ends
// of its strain the contacts of a packing that deforms uniformly overlap by 1 - (f0/f)^(1/3) diameters, where f is the solid
// fraction then and f0 that at which they began to bear.
//
// Under a pressure p the mean contact of grains of radius R bears about pi R^2 p, few more than three times that. An
// impact at the speed v that lasts T has the momentum 2 m v, and at its peak the force pi m v/T: springs are stiffer at
// higher loads, so the step goes by an impact whose peak is 8 R^2 p.
#include "base/constants.h"
#include "base/mathlib.h"
#include "world/timestep.h"

#include <math.h>

static double peak_force(const law_set *set, const grain_extremes *grain, double speed)
{
    const double r_eff = 0.5 * grain->radius;
    const double m_eff = 0.5 * grain->mass;
    return PI * m_eff * speed / law_set_duration(set, r_eff, m_eff, speed);
}

static double largest_stress(const model_cell *cell)
{
    double largest = cell->mean ? fabs(cell->mean_stress) : 0;
    for (int i = 0; i < CELL_PARTS; i++) {
        if (cell->control[i] == CELL_STRESS)
            largest = real_max(largest, fabs(cell->value[i]));
    }
    return largest;
}

// By halving the ratio of two bounds.
static double speed_for(const law_set *set, const grain_extremes *grain, double force)
{
    enum { HALVINGS = 60 };
    double low = 1e-12;
    double high = 1e6;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = sqrt(low * high);
        if (peak_force(set, grain, middle) < force)
            low = middle;
        else
            high = middle;
    }
    return sqrt(low * high);
}

// Solid fractions from which on a packing bears: of balls as friction lets them stand loosely, of disks.
static const double bears_solid = 0.58, bears_flat = 0.78;
static const double overlap_most = 0.15; // diameters: beyond, the run stops for it

// What the volume is multiplied with by the rates of the cell, up to the end of the run.
static double volume_change(const model *model)
{
    const model_cell *cell = &model->cell;
    const double end = real_min(cell->to, model->duration);
    const double time = real_max(0, end - real_max(cell->from, 0));
    double rate = 0;
    for (int axis = 0; axis < model->dimensions; axis++) {
        if (cell->control[axis] == CELL_RATE)
            rate += cell->value[axis];
    }
    return isfinite(time) ? real_exp(rate * time) : 1;
}

// Overlap of contacts at the end of the strain, in diameters; 0: they do not bear by then.
static double overlap_of_strain(const step_question *question)
{
    const model *model = question->model;
    const grain_filling *filling = &question->grains->filling;
    const bool flat = model->dimensions == 2;
    const double d = filling->diameter;
    const double least = flat ? bears_flat : bears_solid;
    double space = (model->high.x - model->low.x) * (model->high.y - model->low.y);
    if (!flat)
        space *= model->high.z - model->low.z;
    const double grain = flat ? PI / 4 * d * d : PI / 6 * d * d * d;
    const double fraction = filling->count * grain / (space * volume_change(model));
    if (!(fraction > least) || volume_change(model) >= 1)
        return 0;
    const double ratio = least / fraction;
    const double way = 1 - (flat ? sqrt(ratio) : real_cbrt(ratio));
    return real_min(way, overlap_most);
}

// The speed of an impact that gets so deep, by halving.
static double speed_to_overlap(const law_set *set, const grain_extremes *grain, double overlap)
{
    enum { HALVINGS = 60 };
    double low = 1e-12;
    double high = 1e6;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = sqrt(low * high);
        const double r_eff = 0.5 * grain->radius;
        const double m_eff = 0.5 * grain->mass;
        if (middle * law_set_duration(set, r_eff, m_eff, middle) / 3 < overlap)
            low = middle;
        else
            high = middle;
    }
    return sqrt(low * high);
}

static double speed_of_strain(const step_question *question)
{
    const double overlap = question->model->cell.given ? overlap_of_strain(question) : 0;
    double fastest = 0;
    for (int a = 0; a < question->model->materials && overlap > 0; a++) {
        const grain_extremes *grain = &question->grains->extreme[a];
        const law_set *set = laws_of_pair(question, a, a);
        if (!set || !isfinite(grain->radius) || !isfinite(grain->mass))
            continue;
        const double depth = 2 * grain->radius * overlap;
        fastest = real_max(fastest, speed_to_overlap(set, grain, depth));
    }
    return fastest;
}

static double speed_of_stress(const step_question *question)
{
    const double pressure = largest_stress(&question->model->cell);
    double fastest = 0;
    if (!(pressure > 0))
        return 0;
    for (int a = 0; a < question->model->materials; a++) {
        const grain_extremes *grain = &question->grains->extreme[a];
        const law_set *set = laws_of_pair(question, a, a);
        if (!set || !isfinite(grain->radius) || !isfinite(grain->mass))
            continue;
        const double force = 8 * grain->radius * grain->radius * pressure;
        fastest = real_max(fastest, speed_for(set, grain, force));
    }
    return fastest;
}

double speed_of_cell(const step_question *question)
{
    return real_max(speed_of_stress(question), speed_of_strain(question));
}
