// part.c - see part.h.
#include "motion/part.h"

#include "motion/solver.h"

#include <string.h>

// Springs stretch over the step before, grains drift over the one to come, and the kick goes from the middle of the one
// to the middle of the other.
void part_pace(part *part, const shared *shared)
{
    part->s.context.dt = shared->started ? shared->dt_before : NO_TIME * shared->dt;
    part->s.before = shared->dt_before;
    part->s.dt = shared->dt;
    part->s.kick = shared->started ? 0.5 * (shared->dt_before + shared->dt) : 0.5 * shared->dt;
}

void part_clear_reports(part *part, const shared *shared)
{
    for (int thread = 0; thread < shared->threads; thread++) {
        memset(&part->report[thread], 0, sizeof part->report[thread]);
        part->report[thread].worst_a = part->report[thread].worst_b = -1;
        for (int i = 0; i < shared->walls; i++)
            if (shared->wall_state[i].watched || shared->solver->means)
                memset(&part->scratch[thread].load[i], 0, sizeof part->scratch[thread].load[i]);
    }
}
