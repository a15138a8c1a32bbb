// solvers.c - the solver that a case asks for.
#include "nonsmooth/impulses.h"
#include "smooth/forces.h"
#include "world/internal.h"

const solver *world_solver_of(const model *model)
{
    // In the order of solver_kind.
    static const solver *const solvers[SOLVERS] = {&smooth_solver, &nonsmooth_solver};
    return solvers[model->solver];
}
