// budget.h - how often something that costs work may be done beside a run, by the thread that steps: at most ten times in a second, and so
// rarely that it takes no more than a share of the work of that thread. What others do on the machine meanwhile is no cost.
#ifndef SCREE_VIEW_BUDGET_H
#define SCREE_VIEW_BUDGET_H

#include <stdbool.h>

typedef struct budget {
    double due;      // s, not before that
    double work_due; // nor before the thread has worked for so long, s
    double begun;    // s of work
} budget;

// May it be done now? `share` 1: nobody counts. Then budget_end follows; it gives the work that it took, s.
bool budget_begin(budget *budget, double share);
double budget_end(budget *budget, double share);

#endif
