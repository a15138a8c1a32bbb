// part.c - see part.h.
#include "motion/part.h"

#include "motion/solver.h"

#include <string.h>

// Springs stretch over the step before, grains drift over the one to come, and the kick goes from the middle of the one
// to the middle of the other.
void part_pace(part *p, const shared *x)
{
    p->s.context.dt = x->started ? x->dt_before : NO_TIME * x->dt;
    p->s.before = x->dt_before;
    p->s.dt = x->dt;
    p->s.kick = x->started ? 0.5 * (x->dt_before + x->dt) : 0.5 * x->dt;
}

void part_clear_reports(part *p, const shared *x)
{
    for (int t = 0; t < x->threads; t++) {
        memset(&p->report[t], 0, sizeof p->report[t]);
        p->report[t].worst_a = p->report[t].worst_b = -1;
        for (int i = 0; i < x->walls; i++)
            if (x->wall_state[i].watched || x->solver->means)
                memset(&p->scratch[t].load[i], 0, sizeof p->scratch[t].load[i]);
    }
}
