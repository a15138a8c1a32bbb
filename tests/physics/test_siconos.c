// test_siconos.c - the sweeps against Siconos (numerics): the friction-contact problem of a step solved by both.
//
// Siconos gets the matrix, offsets and coefficients of friction_problem.h, in units in which masses are about 1. Its
// nonsmooth Gauss-Seidel solver goes through the contacts the other way round, its Newton method another way
// altogether. Skipped where Siconos is not installed.
#include "harness.h"
#include "support/friction_problem.h"

#ifdef SCREE_HAVE_SICONOS
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/NumericsVerbose.h>
#include <siconos/numerics/RollingFrictionContactProblem.h>
#include <siconos/numerics/SolverOptions.h>

typedef struct answer {
    double *impulse; // NULL without memory
    int sweeps, newtons;
} answer;

// A problem in the units of Siconos, with its matrix and scratch.
typedef struct scaled {
    const friction_problem *p;
    double unit, *matrix, *impulse, *w; // 1/kg
} scaled;

static void drive(scaled *x, SolverOptions *o)
{
    const friction_problem *p = x->p;
    NumericsMatrix *m = NM_create_from_data(NM_DENSE, p->size, p->size, x->matrix);
    if (p->each == 3) {
        FrictionContactProblem f = {3, p->contacts, m, p->offset, p->friction};
        fc3d_driver(&f, x->impulse, x->w, o);
    } else {
        RollingFrictionContactProblem f = {5, p->contacts, m, p->offset, p->friction, p->rolling};
        rolling_fc3d_driver(&f, x->impulse, x->w, o);
    }
    NM_clear_not_dense(m); // the numbers are not its own
    free(m);
}

static int run(scaled *x, int solver, int iterations)
{
    SolverOptions *o = solver_options_create(solver);
    o->dparam[SICONOS_DPARAM_TOL] = 1e-13;
    o->iparam[SICONOS_IPARAM_MAX_ITER] = iterations;
    if (solver != SICONOS_FRICTION_3D_NSN_AC) {
        o->iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION] =
            SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_LIGHT_WITH_FULL_FINAL;
    }
    drive(x, o);
    int done = o->iparam[SICONOS_IPARAM_ITER_DONE];
    solver_options_delete(o);
    return done;
}

// Sweeps; then, where the matrix is definite, Newton's method from where they came to.
static void solve_scaled(scaled *x, int sweeps, bool definite, answer *a)
{
    size_t n = (size_t)x->p->size;
    for (size_t i = 0; i < n * n; i++)
        x->matrix[i] = x->p->matrix[i] / x->unit;
    numerics_set_verbose(0);
    a->sweeps = run(
        x, x->p->each == 3 ? SICONOS_FRICTION_3D_NSGS : SICONOS_ROLLING_FRICTION_3D_NSGS, sweeps);
    if (definite && x->p->each == 3)
        a->newtons = run(x, SICONOS_FRICTION_3D_NSN_AC, 50);
    for (size_t i = 0; i < n; i++)
        a->impulse[i] = x->impulse[i] / x->unit;
}

static answer solve(const friction_problem *p, int sweeps, bool definite)
{
    size_t n = (size_t)p->size;
    double *memory = calloc(n * n + 2 * n, sizeof *memory);
    scaled x = {p, 0, memory, memory + n * n, memory + n * n + n};
    for (size_t i = 0; i < n; i++)
        x.unit += p->matrix[i * (n + 1)] / (double)n;
    answer a = {.impulse = memory ? calloc(n, sizeof *a.impulse) : NULL};
    if (a.impulse)
        solve_scaled(&x, sweeps, definite, &a);
    free(memory);
    return a;
}

// The largest differences of impulses to ours, of the normal rows and of all others, and our largest.
typedef struct impulse_gap {
    double push, drag, most; // N s
} impulse_gap;

static impulse_gap impulses_off(const friction_problem *p, const double *theirs)
{
    impulse_gap g = {0, 0, 0};
    for (int i = 0; i < p->size; i++) {
        double off = fabs(theirs[i] - p->ours[i]), *where = i % p->each == 0 ? &g.push : &g.drag;
        *where = fmax(*where, off);
        g.most = fmax(g.most, fabs(p->ours[i]));
    }
    return g;
}

// Normal rows have compliance, so that the push follows from velocities; with a definite matrix all impulses do. Faces
// that stick leave it open how friction is shared among their corners.
static void compare(const char *name, const friction_problem *p, const answer *a, bool definite)
{
    friction_gap v = friction_problem_compare(p, a->impulse);
    impulse_gap i = impulses_off(p, a->impulse);
    double allowed = definite ? 1e-11 : 1e-9;
    printf("%-18s %3d contacts, %5d sweeps, %d steps: velocities %.1e of %.2g m/s, pushes %.1e of "
           "%.2g N s",
           name, p->contacts, a->sweeps, a->newtons, v.off, v.most, i.push, i.most);
    if (definite)
        printf(", friction %.1e", i.drag);
    printf("\n");
    CHECK_MSG(v.off <= allowed * v.most, "%s: velocities differ by %g of %g m/s", name, v.off,
              v.most);
    CHECK_MSG(i.push <= allowed * i.most, "%s: pushes differ by %g of %g N s", name, i.push,
              i.most);
    CHECK_MSG(!definite || i.drag <= allowed * i.most, "%s: friction differs by %g of %g N s", name,
              i.drag, i.most);
}

TEST(same_as_siconos)
{
    for (int k = 0; k < friction_scene_count; k++) {
        const friction_scene *scene = &friction_scenes[k];
        sim s;
        friction_problem p;
        if (!CHECK_MSG(friction_scene_open(scene, &s, &p), "%s", scene->name))
            continue;
        bool definite = friction_problem_definite(&p);
        answer a = solve(&p, scene->theirs, definite);
        if (CHECK(a.impulse != NULL))
            compare(scene->name, &p, &a, definite);
        free(a.impulse);
        friction_problem_clear(&p);
        sim_close(&s);
    }
}
#else
TEST(same_as_siconos)
{
    SKIP("built without Siconos (Debian: libsiconos-numerics-dev)");
}
#endif

TEST_MAIN
