// timestep_cell.c - how fast an impact is that presses a contact as hard as the stress of a cell does (timestep.c).
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

double speed_of_cell(const step_question *question)
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
