// label: sanitize
// test_friction_interior.c - the method from within the cones and the factors it needs: against the equations they solve,
// the law of contact and friction, and sweeps; where W is singular, where there is no friction, in space and in the plane.
#include "harness.h"

#include "base/random.h"
#include "friction/factor.h"
#include "friction/interior.h"
#include "friction/solve.h"

enum { CONTACTS = 30, ROWS_MOST = 3 * CONTACTS };

static double number(rng *random)
{
    return 2 * rng_uniform(random) - 1;
}

// Contacts in a ring, W = A A^T with as many columns as are told: singular where they are fewer than rows. Contacts meet
// the two before and the two behind them. q is in the range of A, so that there are solutions.
static friction_system some_ring(int dimension, int columns, rng *random)
{
    static double a[ROWS_MOST][2 * ROWS_MOST];
    static int32_t row[ROWS_MOST * ROWS_MOST];
    static int32_t column[ROWS_MOST * ROWS_MOST];
    static double value[ROWS_MOST * ROWS_MOST];
    double q[ROWS_MOST] = {0};
    double mu[CONTACTS];
    const int rows = dimension * CONTACTS;
    friction_system system;
    scree_error e = {0};
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
            const int apart = (k * CONTACTS / columns - i / dimension + CONTACTS) % CONTACTS;
            a[i][k] = apart < 3 ? number(random) : 0;
        }
        mu[i / dimension] = i / dimension % 7 == 0 ? 0 : 0.1 + 0.5 * rng_uniform(random);
    }
    for (int k = 0; k < columns; k++) {
        const double speed = number(random);
        for (int i = 0; i < rows; i++)
            q[i] += a[i][k] * speed;
    }
    int64_t entries = 0;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
            double sum = 0;
            for (int k = 0; k < columns; k++)
                sum += a[i][k] * a[j][k];
            if (sum == 0)
                continue;
            row[entries] = i;
            column[entries] = j;
            value[entries] = sum;
            entries++;
        }
    }
    const friction_given given = {
        .dimension = dimension,
        .contacts = CONTACTS,
        .where = "test",
        .friction = mu,
        .w = {rows, rows, entries, row, column, value, "W"},
        .q = q,
    };
    CHECK_MSG(!friction_system_make(&given, &system, &e), "%s", e.what);
    return system;
}

// (S W S + D) x = b, whatever D is.
TEST(factors_solve_their_equations)
{
    rng random = rng_make(3, 0);
    friction_system system = some_ring(3, ROWS_MOST, &random);
    friction_factor factor;
    double scale[ROWS_MOST];
    double added[CONTACTS][9];
    double side[ROWS_MOST];
    double x[ROWS_MOST];
    REQUIRE(friction_factor_plan(&system, 1e9, &factor));
    for (int i = 0; i < ROWS_MOST; i++) {
        scale[i] = 0.5 + rng_uniform(&random);
        side[i] = number(&random);
        x[i] = side[i];
        for (int k = 0; k < 3; k++)
            added[i / 3][3 * (i % 3) + k] = (k == i % 3 ? 2 : 0) + 0.3 * number(&random);
    }
    REQUIRE(friction_factor_make(&factor, &system, scale, (const double(*)[9])added));
    friction_factor_solve(&factor, x);
    double most = 0;
    for (int32_t contact = 0; contact < CONTACTS; contact++) {
        for (int i = 0; i < 3; i++) {
            const int at = 3 * contact + i;
            double sum = -side[at];
            for (int k = 0; k < 3; k++)
                sum += added[contact][3 * i + k] * x[3 * contact + k];
            for (int64_t b = system.first[contact]; b < system.first[contact + 1]; b++)
                for (int k = 0; k < 3; k++) {
                    const int of = 3 * system.column[b] + k;
                    sum += scale[at] * system.block[b][3 * i + k] * scale[of] * x[of];
                }
            most = fmax(most, fabs(sum));
        }
    }
    CHECK_MSG(most < 1e-11, "equations are off by %g", most);
    friction_factor_clear(&factor);
    CHECK(!friction_factor_plan(&system, 10, &factor));
    CHECK(factor.order == NULL);
    friction_system_clear(&system);
}

// More columns than rows, or half of them only: the law holds, and velocities are those that sweeps come to.
TEST(comes_to_solutions)
{
    rng random = rng_make(5, 0);
    int solved = 0;
    for (int i = 0; i < 24; i++) {
        const int dimension = 2 + i % 2;
        const int rows = dimension * CONTACTS;
        friction_system system = some_ring(dimension, i % 4 < 2 ? 2 * rows : rows / 2, &random);
        double r[ROWS_MOST];
        double u[ROWS_MOST];
        friction_interior with = {.tolerance = 1e-9, .sweeps = 1e6};
        CHECK(friction_interior_solve(&system, &with, r));
        friction_velocity(&system, r, u);
        const friction_residual residual = friction_residual_of(&system, r, u);
        CHECK(residual.scaled == with.residual.scaled);
        CHECK(with.cost > 0);
        solved += residual.scaled <= 1e-7;
        friction_system_clear(&system);
    }
    CHECK_MSG(solved >= 22, "%d of 24 are solved", solved);
}

// Both together solve what either may leave.
TEST(helps_sweeps)
{
    rng random = rng_make(5, 0);
    int solved = 0;
    for (int i = 0; i < 24; i++) {
        const int dimension = 2 + i % 2;
        const int rows = dimension * CONTACTS;
        friction_system system = some_ring(dimension, i % 4 < 2 ? 2 * rows : rows / 2, &random);
        double r[ROWS_MOST];
        double u[ROWS_MOST];
        friction_outcome outcome;
        scree_error e;
        const friction_wish wish = {.tolerance = 1e-10, .iterations = 100000};
        CHECK(!friction_solve(&system, &wish, r, u, &outcome, &e));
        solved += outcome.solved;
        friction_system_clear(&system);
    }
    CHECK_MSG(solved == 24, "%d of 24 are solved", solved);
}

// Two contacts that only push against each other have no solution; whatever number of sweeps is left, the work ends.
TEST(ends_where_there_is_no_solution)
{
    const int32_t row[] = {0, 0, 1, 2, 3, 3, 4, 5};
    const int32_t column[] = {0, 3, 1, 2, 0, 3, 4, 5};
    const double value[] = {1, -1, 1, 1, -1, 1, 1, 1};
    const double q[] = {-1, 0.1, 0, -1, 0, 0.2};
    const double mu[] = {0, 0.3};
    friction_system system;
    scree_error e = {0};
    const friction_given given = {
        .dimension = 3,
        .contacts = 2,
        .where = "test",
        .friction = mu,
        .w = {6, 6, 8, row, column, value, "W"},
        .q = q,
    };
    REQUIRE(!friction_system_make(&given, &system, &e));
    for (int64_t iterations = 1000; iterations < 1200; iterations += 3) {
        double r[6];
        double u[6];
        friction_outcome outcome;
        const friction_wish wish = {.tolerance = 1e-9, .iterations = iterations};
        CHECK(!friction_solve(&system, &wish, r, u, &outcome, &e));
        CHECK(!outcome.solved);
        CHECK(outcome.iterations < iterations + 100);
    }
    friction_system_clear(&system);
}

TEST_MAIN
