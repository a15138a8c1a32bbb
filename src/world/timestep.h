// timestep.h - what the files of the choice of a time step tell each other: which pairs, dashpots and pushed walls limit
// it (timestep_pairs.c), what the nonsmooth solver wants (timestep_nonsmooth.c), and how it is told (timestep_words.c).
// The choice itself is in timestep.c.
#ifndef SCREE_WORLD_TIMESTEP_H
#define SCREE_WORLD_TIMESTEP_H

#include "world/internal.h"

// What a step is asked for: the case, its laws, and what is expected of its grains.
typedef struct step_question {
    const model *model;
    const law_set *law;
    const int32_t *set_of; // the pair matrix
    const grain_prospect *grains;
} step_question;

static const double STEPS_OF_IMPACT = 40; // in the fastest one
// What the fastest impact wants, s.
static inline double step_of_impact(const step_choice *choice)
{
    return choice->duration / STEPS_OF_IMPACT;
}

// What the strongest dashpot wants, s.
static inline double step_of_dashpots(const step_choice *choice)
{
    return choice->share_of_damped * choice->damped;
}

// The laws of two materials; NULL: they never meet.
static inline const law_set *laws_of_pair(const step_question *question, int a, int b)
{
    const int set = question->set_of[a * question->model->materials + b];
    return set >= 0 ? &question->law[set] : NULL;
}

// Limits of the step by forces: the fastest impact, `duration` (INFINITY: nothing can collide); then, in its steps, the
// strongest dashpot, `damped`, and the lightest wall that a force pushes, `pushed`.
void limit_by_impacts(const step_question *question, step_choice *choice);
void limit_by_dashpots(const step_question *question, step_choice *choice);
void limit_by_pushed_walls(const step_question *question, step_choice *choice);

// How far c dt/m of a dashpot c may go between two bodies.
double strongest_dashpot(const model *model);

// The speed of impacts as hard as the contacts under the stresses that are asked of a cell, m/s; 0: there are none
// (timestep_cell.c).
double speed_of_cell(const step_question *question);

// What the nonsmooth solver wants, s, where `speed`, `diameter` are known; and its reason and warning.
double nonsmooth_step(const step_question *question, const step_choice *choice);
void explain_nonsmooth(const step_question *question, step_choice *choice);

// The reason of a step by forces; its warning, where `radius` is that of the smallest grain that moves, m.
void explain_smooth(const step_question *question, step_choice *choice);
void warn_smooth(const step_question *question, double radius, step_choice *choice);

// A step that is too short or too long for the solver by forces is refused, and so is one that nothing can compute with.
scree_status check_smooth(const step_question *question, const step_choice *choice,
                          scree_error *error);
scree_status check_length(const model *model, double step, scree_error *error);

#endif
