// label: sanitize
// test_friction_cone.c - one contact with friction: projections, the natural map, and the exact answer of a contact
// alone against closed forms and against the law itself, for random matrices.
#include "harness.h"

#include "base/random.h"
#include "friction/cone.h"

static double number(rng *random)
{
    return 2 * rng_uniform(random) - 1;
}

// The nearest point: no point of the cone is nearer, and the rest stands against the cone.
TEST(projection_is_the_nearest_point)
{
    rng random = rng_make(1, 0);
    for (int i = 0; i < 20000; i++) {
        double mu = 2 * rng_uniform(&random);
        double at[3] = {number(&random), number(&random), number(&random)};
        double to[3] = {at[0], at[1], at[2]};
        cone_project(to, mu);
        double rest[3] = {to[0] - at[0], to[1] - at[1], to[2] - at[2]};
        double along = rest[0] * to[0] + rest[1] * to[1] + rest[2] * to[2];
        CHECK(hypot(to[1], to[2]) <= mu * to[0] + 1e-15);
        CHECK(mu * hypot(rest[1], rest[2]) <= fmax(rest[0], 0) * (1 + 1e-9) + 1e-15 ||
              rest[0] >= mu * hypot(rest[1], rest[2]) - 1e-15);
        CHECK(fabs(along) <= 1e-15);
    }
}

// A ball on a floor: W is diagonal, so that pushes and drags do not know of each other.
TEST(ball_on_a_floor)
{
    const double w[9] = {1, 0, 0, 0, 3.5, 0, 0, 0, 3.5};
    double r[3];
    cone_solve(w, (const double[3]){0.1, 3, 4}, 0.4, r); // leaves
    CHECK(r[0] == 0 && r[1] == 0 && r[2] == 0);
    cone_solve(w, (const double[3]){-2, 0.7, 0}, 0.4, r); // sticks
    CHECK_NEAR(r[0], 2, 1e-15);
    CHECK_NEAR(r[1], -0.2, 1e-15);
    cone_solve(w, (const double[3]){-2, 3, -4}, 0.4, r); // slides
    CHECK_NEAR(r[0], 2, 1e-15);
    CHECK_NEAR(r[1], -0.8 * 0.6, 1e-14);
    CHECK_NEAR(r[2], 0.8 * 0.8, 1e-14);
    cone_solve(w, (const double[3]){-2, 3, -4}, 0, r); // without friction
    CHECK(r[0] == 2 && r[1] == 0 && r[2] == 0);
}

static void make_matrix(rng *random, double spread, double w[9])
{
    double factor[9];
    for (int i = 0; i < 9; i++)
        factor[i] = number(random) * exp(spread * number(random));
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            double sum = row == column ? 1e-3 : 0;
            for (int k = 0; k < 3; k++)
                sum += factor[3 * row + k] * factor[3 * column + k];
            w[3 * row + column] = sum;
        }
}

// Whatever the matrix, the answer obeys the law: its natural map vanishes.
TEST(answers_obey_the_law)
{
    rng random = rng_make(2, 0);
    int leaving = 0;
    int sticking = 0;
    int sliding = 0;
    for (int i = 0; i < 20000; i++) {
        double w[9];
        double u[3];
        double r[3];
        double map[3];
        make_matrix(&random, 1, w);
        const double q[3] = {number(&random), number(&random), number(&random)};
        double mu = 3 * rng_uniform(&random) * rng_uniform(&random);
        cone_solve(w, q, mu, r);
        for (int row = 0; row < 3; row++)
            u[row] = q[row] + w[3 * row] * r[0] + w[3 * row + 1] * r[1] + w[3 * row + 2] * r[2];
        double most = fmax(fmax(w[0], w[4]), w[8]);
        cone_natural_map(r, u, mu, most, map);
        double left = sqrt(map[0] * map[0] + map[1] * map[1] + map[2] * map[2]);
        double size = 1 + most * sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        CHECK_MSG(left <= 1e-12 * size, "%d: %g is left of %g, mu %g", i, left, size, mu);
        leaving += r[0] == 0;
        sliding += hypot(u[1], u[2]) > 1e-9;
        sticking += r[0] > 0 && hypot(u[1], u[2]) <= 1e-9;
    }
    CHECK_MSG(leaving > 1000 && sticking > 1000 && sliding > 1000, "%d leave, %d stick, %d slide",
              leaving, sticking, sliding);
}

// Tangential answers that vanish, in one direction or in both, leave it to the limit of friction.
TEST(singular_matrices)
{
    double r[3];
    const double rod[9] = {2, 1, 0, 1, 0.5, 0, 0, 0, 1}; // the normal eliminated, nothing is left
    cone_solve(rod, (const double[3]){-1, 0.3, 0}, 0.5, r);
    CHECK(r[0] > 0 && fabs(r[1]) <= 0.5 * r[0] * (1 + 1e-12) && isfinite(r[1]) && r[2] == 0);
    CHECK_NEAR(2 * r[0] + r[1] - 1, 0, 1e-9);
    const double flat[9] = {1, 0, 0, 0, 0, 0, 0, 0, 0};
    cone_solve(flat, (const double[3]){-1, 0.3, 0.4}, 0.5, r);
    CHECK_NEAR(r[0], 1, 1e-12);
    CHECK_NEAR(r[1], -0.3, 1e-9);
    CHECK_NEAR(r[2], -0.4, 1e-9);
}

TEST_MAIN
