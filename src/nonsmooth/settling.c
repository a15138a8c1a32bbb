// settling.c - which closing speed is an impact, and how fast overlaps go: Y and the compliance of a row, as constraints.c
// has them.
#include "nonsmooth/iterations.h"
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

double solver_threshold(const ns_solver *solver, double diameter)
{
    const ns_settings *settings = &solver->set;
    return iterations_threshold(settings->choice, settings->gravity,
                                real_min(settings->diameter, diameter), settings->step);
}

double solver_resting_speed(const ns_solver *solver)
{
    const ns_settings *settings = &solver->set;
    return iterations_resting_speed(settings->choice, settings->gravity, settings->step);
}

// R* is a quarter of the diameter of two balls of one size.
double contact_threshold(const ns_solver *solver, const ns_contact *contact)
{
    return solver_threshold(solver, 4 * contact->r_eff);
}

static double time_of(const ns_solver *solver, double settling, double time)
{
    return real_max(real_max(settling * solver->set.step, solver->set.choice->time), time);
}

double solver_compliance(const ns_solver *solver, double settling, double stiffness, double time)
{
    return settling_compliance(
        solver, settling_share(time_of(solver, settling, time), solver->set.step), stiffness);
}

ns_pace solver_pace(const ns_solver *solver)
{
    double time = time_of(solver, solver->effort.settling, 0);
    double h = solver->set.step;
    return (ns_pace){
        .share = solver->effort.warm * h / solver->set.step_before,
        .time = time,
        .settling_share = settling_share(time, h),
        .four_over_step = 4 / h,
    };
}
