// part.c - see part.h.
#include "motion/part.h"

#include "motion/solver.h"

#include <string.h>

// Springs stretch over the step before, grains drift over the one to come, and the kick goes from the middle of the one
// to the middle of the other.
void part_pace(part *part, const shared *shared)
{
    stepping *stepping = &part->stepping;
    double dt = shared->dt;
    double before = shared->dt_before;
    stepping->before = before;
    stepping->dt = dt;
    if (shared->started) {
        stepping->context.dt = before;
        stepping->kick = 0.5 * (before + dt);
    } else {
        stepping->context.dt = NO_TIME * dt;
        stepping->kick = 0.5 * dt;
    }
}

void part_clear_reports(part *part, const shared *shared)
{
    for (int thread = 0; thread < shared->threads; thread++) {
        report *report = &part->report[thread];
        wall_load *load = part->scratch[thread].load;
        memset(report, 0, sizeof *report);
        report->worst_a = -1;
        report->worst_b = -1;
        report->drag = part->scratch[thread].drag;
        if (report->drag)
            exact_sum_clear(report->drag);
        report->lost_by_set = part->scratch[thread].lost_by_set;
        for (int i = 0; i < shared->walls; i++) {
            bool wanted = shared->wall_state[i].watched || shared->solver->means;
            if (wanted)
                memset(&load[i], 0, sizeof load[i]);
        }
        if (part->scratch[thread].cell)
            memset(part->scratch[thread].cell, 0, sizeof *part->scratch[thread].cell);
        if (part->scratch[thread].growth)
            exact_sum_clear(part->scratch[thread].growth);
    }
}
