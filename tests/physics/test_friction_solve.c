// test_friction_solve.c - scree_friction_solve: problems of steps against a dense matrix made otherwise and against what
// the step found; problems of others; global form against local; closed forms.
//
// Problems of others are in support/friction_problems, as Siconos has them among its tests (FrictionContact/test/data):
// a slider-crank in the plane (FC2D_SliderCrankLagrangian00000), the four wheels of a rover (Rover1039), and one contact
// in global form (problem-check2).
#include "harness.h"
#include "support/friction_problem.h"

#include "friction/system.h"

#include <scree/friction.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

typedef struct answer {
    int size;
    double *r;
    double *u;
    scree_friction_result result;
} answer;

static answer solve(const scree_friction *problem, double tolerance)
{
    const scree_friction_options options = {.tolerance = tolerance};
    answer a = {.size = scree_friction_dimension(problem) * scree_friction_contacts(problem)};
    scree_error e = {0};
    a.r = calloc(2 * (size_t)a.size, sizeof *a.r);
    a.u = a.r + a.size;
    CHECK_MSG(!scree_friction_solve(problem, &options, a.r, a.u, &a.result, &e), "%s", e.what);
    return a;
}

// The law as it stands in a textbook: how far the worst contact is from it, as a speed.
static double broken(int dimension, const double *mu, const answer *a, double mass)
{
    double most = 0;
    for (int i = 0; i < a->size; i += dimension) {
        const double *r = a->r + i;
        const double *u = a->u + i;
        double drag = dimension == 3 ? hypot(r[1], r[2]) : fabs(r[1]);
        double slip = dimension == 3 ? hypot(u[1], u[2]) : fabs(u[1]);
        double limit = mu[i / dimension] * r[0];
        double along = r[1] * u[1];
        if (dimension == 3)
            along += r[2] * u[2];
        most = fmax(most, -u[0]);
        most = fmax(most, -r[0] / mass);
        most = fmax(most, fmin(fabs(u[0]), r[0] / mass));
        most = fmax(most, (drag - limit) / mass);
        if (limit > 0) // power of friction: at the limit and against the slip
            most = fmax(most, fmin(fabs(along + limit * slip) / limit, slip));
    }
    return most;
}

typedef struct other_problem {
    const char *file;
    int dimension;
    int contacts;
    double mu;
} other_problem;

TEST(problems_of_others)
{
    static const other_problem others[] = {{"slider_crank_2d.dat", 2, 2, 0.01},
                                           {"rover_1039.dat", 3, 4, 0.7},
                                           {"one_contact_global.dat", 3, 1, 0.5}};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        char path[512];
        scree_friction *problem;
        scree_error e;
        double mu[4];
        snprintf(path, sizeof path, "%s/tests/support/friction_problems/%s", SCREE_SOURCE_DIR,
                 others[k].file);
        for (int i = 0; i < 4; i++)
            mu[i] = others[k].mu;
        if (!CHECK_MSG(!scree_friction_read(path, &problem, &e), "%s", e.what))
            continue;
        CHECK(scree_friction_dimension(problem) == others[k].dimension &&
              scree_friction_contacts(problem) == others[k].contacts);
        answer a = solve(problem, 1e-12);
        CHECK(a.result.solved && a.result.residual <= 1e-12 && a.result.natural_map <= 1e-11);
        CHECK_MSG(broken(others[k].dimension, mu, &a, 1) <= 1e-9, "%s: %g", others[k].file,
                  broken(others[k].dimension, mu, &a, 1));
        printf("%-24s residual %.1e, natural map %.1e, %lld sweeps\n", others[k].file,
               a.result.residual, a.result.natural_map, (long long)a.result.iterations);
        free(a.r);
        scree_friction_destroy(problem);
    }
}

static scree_friction *of_dense(const friction_problem *p, scree_error *e)
{
    size_t n = (size_t)p->size;
    int32_t *row = calloc(2 * n * n, sizeof *row);
    int32_t *column = row + n * n;
    scree_friction *problem = NULL;
    for (size_t i = 0; i < n * n; i++) {
        row[i] = (int32_t)(i / n);
        column[i] = (int32_t)(i % n);
    }
    const scree_friction_given given = {
        .dimension = 3,
        .contacts = p->contacts,
        .mu = p->friction,
        .w = {p->size, p->size, (int64_t)(n * n), row, column, p->matrix},
        .q = p->offset,
    };
    scree_friction_create(&given, &problem, e);
    free(row);
    return problem;
}

// Solved from nothing, the velocities are those that the sweeps of the world came to.
static void solve_dense(const char *name, const friction_problem *p)
{
    scree_error e = {0};
    scree_friction *problem = of_dense(p, &e);
    if (!CHECK_MSG(problem != NULL, "%s: %s", name, e.what))
        return;
    answer a = solve(problem, 1e-11);
    friction_gap gap = friction_problem_compare(p, a.r);
    double left = friction_problem_residual(p, a.r);
    CHECK_MSG(a.result.solved, "%s: %g", name, a.result.residual);
    CHECK_MSG(left <= 1e-9 * gap.most, "%s: rows are off by %g of %g m/s", name, left, gap.most);
    CHECK_MSG(gap.off <= 1e-8 * gap.most, "%s: velocities are off by %g of %g m/s", name, gap.off,
              gap.most);
    printf("%-18s residual %.1e, %5lld sweeps, velocities %.1e of %.2g m/s\n", name,
           a.result.residual, (long long)a.result.iterations, gap.off, gap.most);
    free(a.r);
    scree_friction_destroy(problem);
}

// The problem that a step gives is the one of friction_problem.h, whose rows stand backwards and whose q comes from the
// velocities before the step; and the impulses of the step solve it.
TEST(problems_of_steps)
{
    int solved = 0;
    for (int k = 0; k < friction_scene_count; k++) {
        const friction_scene *scene = &friction_scenes[k];
        sim s;
        friction_problem p;
        friction_system system;
        scree_error e;
        if (!CHECK(friction_scene_open(scene, &s, &p)))
            continue;
        if (p.each == 3 && CHECK_MSG(!world_friction(s.w, &system, &e), "%s", e.what)) {
            double *u = calloc(3 * (size_t)system.contacts, sizeof *u);
            friction_velocity(&system, system.guess, u);
            friction_residual own = friction_residual_of(&system, system.guess, u);
            CHECK_MSG(own.scaled <= 1e-9, "%s: its own impulses leave %g", scene->name, own.scaled);
            CHECK(system.contacts == p.contacts && system.dimension == 3);
            for (int i = 0; i < p.contacts; i++)
                for (int row = 0; row < 3; row++) {
                    double there = p.offset[3 * (p.contacts - 1 - i) + row];
                    CHECK_NEAR(system.offset[3 * i + row], there, 1e-12);
                }
            free(u);
            solve_dense(scene->name, &p);
            friction_system_clear(&system);
            solved++;
        }
        if (p.each != 3) // rolling
            CHECK(world_friction(s.w, &system, &e) == SCREE_BAD_INPUT &&
                  strstr(e.what, "rolling") != NULL);
        friction_problem_clear(&p);
        sim_close(&s);
    }
    CHECK(solved == friction_scene_count - 1);
}

// A block on a slope, as one contact in global form: it slides at g h (sin - mu cos), or stays.
TEST(block_on_a_slope)
{
    const int32_t at[3] = {0, 1, 2};
    const double g = 9.81;
    const double h = 1e-3;
    const double mass = 2.5;
    const double one[3] = {1, 1, 1};
    const double masses[3] = {mass, mass, mass};
    const double mu = 0.4;
    for (int degrees = 5; degrees < 80; degrees += 5) {
        double slope = degrees * pi / 180;
        double fall = mass * g * h;
        const double f[3] = {-fall * cos(slope), fall * sin(slope), 0};
        const double none[3] = {0, 0, 0};
        const scree_matrix m = {3, 3, 3, at, at, masses};
        const scree_matrix unit = {3, 3, 3, at, at, one};
        scree_friction *problem;
        scree_error e;
        REQUIRE(!scree_friction_create(&(scree_friction_given){.dimension = 3,
                                                               .contacts = 1,
                                                               .mu = &mu,
                                                               .m = m,
                                                               .h = unit,
                                                               .f = f,
                                                               .offset = none},
                                       &problem, &e));
        answer a = solve(problem, 1e-14);
        double speed = fmax(0, g * h * (sin(slope) - mu * cos(slope)));
        CHECK_NEAR(a.u[1], speed, 1e-15);
        CHECK_NEAR(a.r[0], fall * cos(slope), 1e-15);
        free(a.r);
        scree_friction_destroy(problem);
    }
}

// A column of balls between two walls, in the plane: M, H against W worked out by hand here; the bits do not depend on
// how the entries are ordered.
TEST(global_is_local)
{
    enum { BALLS = 12, CONTACTS = BALLS + 1, ROWS = 2 * CONTACTS, UNKNOWNS = 3 * BALLS };
    double h[UNKNOWNS][ROWS] = {{0}};
    double mass[UNKNOWNS];
    double f[UNKNOWNS];
    double w[ROWS] = {0};
    double mu[CONTACTS];
    int32_t row[UNKNOWNS * ROWS];
    int32_t column[UNKNOWNS * ROWS];
    int32_t diagonal[UNKNOWNS];
    double value[UNKNOWNS * ROWS];
    double matrix[ROWS * ROWS] = {0};
    double q[ROWS] = {0};
    int32_t row_w[ROWS * ROWS];
    int32_t column_w[ROWS * ROWS];
    int entries = 0;
    for (int i = 0; i < BALLS; i++) {
        double m = 1 + 0.3 * i;
        double radius = 0.01;
        mass[3 * i] = mass[3 * i + 1] = m;
        mass[3 * i + 2] = 0.5 * m * radius * radius;
        f[3 * i] = i == 0 ? m * 0.3 : 0;
        f[3 * i + 1] = -m * 9.81e-3;
        f[3 * i + 2] = 0;
        // contact i lies before the ball, contact i + 1 behind it; normals point along x
        h[3 * i][2 * i] = 1;
        h[3 * i + 1][2 * i + 1] = 1;
        h[3 * i + 2][2 * i + 1] = -radius;
        h[3 * i][2 * i + 2] = -1;
        h[3 * i + 1][2 * i + 3] = -1;
        h[3 * i + 2][2 * i + 3] = -radius;
    }
    for (int i = 0; i < CONTACTS; i++)
        mu[i] = 0.2 + 0.05 * i;
    for (int32_t i = 0; i < UNKNOWNS; i++) {
        diagonal[i] = i;
        for (int32_t j = 0; j < ROWS; j++)
            if (h[i][j] != 0) {
                row[entries] = i;
                column[entries] = j;
                value[entries++] = h[i][j];
            }
    }
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < UNKNOWNS; k++)
            q[i] += h[k][i] * f[k] / mass[k];
        for (int j = 0; j < ROWS; j++) {
            row_w[i * ROWS + j] = j; // by columns
            column_w[i * ROWS + j] = i;
            for (int k = 0; k < UNKNOWNS; k++)
                matrix[i * ROWS + j] += h[k][i] * h[k][j] / mass[k];
        }
    }
    const scree_matrix m = {UNKNOWNS, UNKNOWNS, UNKNOWNS, diagonal, diagonal, mass};
    const scree_matrix of_h = {UNKNOWNS, ROWS, entries, row, column, value};
    const scree_matrix of_w = {ROWS, ROWS, ROWS * ROWS, row_w, column_w, matrix};
    scree_friction *global;
    scree_friction *local;
    scree_error e;
    REQUIRE(!scree_friction_create(
        &(scree_friction_given){
            .dimension = 2, .contacts = CONTACTS, .mu = mu, .m = m, .h = of_h, .f = f, .offset = w},
        &global, &e));
    REQUIRE(!scree_friction_create(
        &(scree_friction_given){.dimension = 2, .contacts = CONTACTS, .mu = mu, .w = of_w, .q = q},
        &local, &e));
    answer one = solve(global, 1e-12);
    answer other = solve(local, 1e-12);
    CHECK(one.result.solved && other.result.solved && broken(2, mu, &one, 1) < 1e-11);
    for (int i = 0; i < ROWS; i++)
        CHECK_NEAR(one.u[i], other.u[i], 1e-11);
    free(one.r);
    free(other.r);
    scree_friction_destroy(global);
    scree_friction_destroy(local);
}

// What cannot be a problem is refused by its words.
// ---- of a world, and to a file and back

static const char falling[] =
    "scree: 1\nsolver: nonsmooth\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.1 m, 0.1 m, 0.1 m], boundary: {x: wall, y: wall, z: "
    "wall}, material: glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, restitution: 0}, tangential: "
    "{law: cundall-strack, friction: 0.4}}}\n"
    "shapes: {bead: {ball: {radius: 5 mm}}}\n"
    "grains: {bed: {shape: bead, material: glass, packing: {law: lattice, spacing: [1 cm, 1 cm, 1 "
    "cm], counts: [4, 4, 2], origin: [2 cm, 2 cm, 5 mm]}}}\n"
    "run: {duration: 1 s, step: 1 ms}\n";

TEST(the_problem_of_a_world_comes_back_from_a_file)
{
    scree_case *of = NULL;
    scree_world *world = NULL;
    scree_friction *problem = NULL;
    scree_friction *again = NULL;
    scree_error e = {0};
    if (scree_case_parse(falling, "bed.yaml", NULL, &of, &e) ||
        scree_world_create(of, 1, &world, &e))
        printf("%s: %s\n", e.where, e.what);
    REQUIRE(world);
    CHECK(scree_world_friction(world, &problem, &e) == SCREE_BAD_INPUT); // before the first step
    CHECK(!scree_world_step(world, 5, &e));
    REQUIRE(!scree_world_friction(world, &problem, &e));
    answer a = solve(problem, 1e-9);
    CHECK(a.result.solved && scree_friction_contacts(problem) >= 32);
    CHECK(!scree_friction_write(problem, "of_world.hdf5", a.r, a.u, &e));
    REQUIRE(!scree_friction_read("of_world.hdf5", &again, &e));
    CHECK(scree_friction_contacts(again) == scree_friction_contacts(problem));
    answer b = solve(again, 1e-9);
    for (int i = 0; i < a.size; i += 3)
        CHECK_NEAR(b.u[i], a.u[i], 1e-6);
    CHECK(scree_friction_write(problem, "of_world.txt", NULL, NULL, &e) == SCREE_BAD_INPUT);
    free(a.r);
    free(b.r);
    scree_friction_destroy(problem);
    scree_friction_destroy(again);
    scree_world_destroy(world);
    scree_case_destroy(of);
}

TEST(refusals)
{
    const int32_t at[3] = {0, 1, 2};
    const int32_t beyond[3] = {0, 1, 3};
    const double good[3] = {1, 1, 1};
    const double bad[3] = {1, NAN, 1};
    const double no_push[3] = {0, 1, 1};
    const double q[3] = {-1, 0, 0};
    const double mu = 0.3;
    const double negative = -0.1;
    const scree_matrix w = {3, 3, 3, at, at, good};
    const scree_matrix out = {3, 3, 3, at, beyond, good};
    const scree_matrix none = {3, 3, 3, at, at, bad};
    const scree_matrix still = {3, 3, 3, at, at, no_push};
    const scree_matrix small = {2, 2, 2, at, at, good};
    scree_friction *p;
    scree_error e;
    double r[3];
    double u[3];
    scree_friction_result result;
    struct {
        int dimension;
        int contacts;
        const scree_matrix *w;
        const double *q;
        const double *mu;
        const char *says;
    } cases[] = {{4, 1, &w, q, &mu, "dimension is 4"},
                 {3, 0, &w, q, &mu, "0 contacts"},
                 {3, 1, &out, q, &mu, "(2, 3)"},
                 {3, 1, &none, q, &mu, "entry 1 of W is nan"},
                 {3, 1, &still, q, &mu, "contact 0 does not answer"},
                 {3, 1, &small, q, &mu, "W is 2 x 2 where 3 x 3 are due"},
                 {3, 1, &w, bad, &mu, "entry 1 of q is nan"},
                 {3, 1, &w, q, &negative, "mu of contact 0 is -0.1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const scree_friction_given given = {.dimension = cases[i].dimension,
                                            .contacts = cases[i].contacts,
                                            .mu = cases[i].mu,
                                            .w = *cases[i].w,
                                            .q = cases[i].q};
        CHECK(scree_friction_create(&given, &p, &e) == SCREE_BAD_INPUT && p == NULL);
        CHECK_MSG(strstr(e.what, cases[i].says) != NULL, "%s: %s", cases[i].says, e.what);
    }
    const double minus[3] = {1, -1, 1};
    const scree_matrix m = {3, 3, 3, at, at, minus};
    CHECK(scree_friction_create(
              &(scree_friction_given){
                  .dimension = 3, .contacts = 1, .mu = &mu, .m = m, .h = w, .f = q, .offset = q},
              &p, &e) == SCREE_BAD_INPUT &&
          strstr(e.what, "not positive definite: see its row 1"));
    REQUIRE(!scree_friction_create(
        &(scree_friction_given){.dimension = 3, .contacts = 1, .mu = &mu, .w = w, .q = q}, &p, &e));
    CHECK(scree_friction_solve(p, &(scree_friction_options){.tolerance = -1}, r, u, &result, &e) ==
          SCREE_BAD_INPUT);
    CHECK(scree_friction_guess(p, r) == 0 && r[0] == 0);
    // one sweep there and back is not enough for nothing: the best that was found is told
    CHECK(!scree_friction_solve(p, NULL, r, u, &result, &e) && result.solved);
    CHECK_NEAR(r[0], 1, 1e-9);
    scree_friction_destroy(p);
    scree_friction_destroy(NULL);
}

TEST_MAIN
