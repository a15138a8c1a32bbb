// label: sanitize
// test_friction_bounds.c - friction problems of sizes and coefficients that no mechanics gives: refused by name, or solved
// so that the residual tells the truth.
#include "harness.h"

#include <scree/friction.h>

static const int32_t along[3] = {0, 1, 2};

// One contact whose matrix has these numbers on its diagonal.
static scree_friction *one_contact(const double diagonal[3], const double q[3], double mu,
                                   scree_error *error)
{
    scree_friction *problem = NULL;
    const scree_friction_given given = {
        .dimension = 3,
        .contacts = 1,
        .mu = &mu,
        .w = {3, 3, 3, along, along, diagonal},
        .q = q,
    };
    scree_friction_create(&given, &problem, error);
    return problem;
}

static void refused(double diagonal, double q, double mu, const char *says)
{
    const double w[3] = {diagonal, diagonal, diagonal};
    const double offset[3] = {-q, 0.2 * q, 0};
    scree_error error = {0};
    scree_friction *problem = one_contact(w, offset, mu, &error);
    CHECK(problem == NULL);
    CHECK(error.status == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(error.what, says) != NULL, "'%s' is not in '%s'", says, error.what);
    CHECK(*error.where != 0);
    CHECK(*error.hint != 0);
}

// Squares of such numbers are infinite or 0, and then any reactions would look like a solution.
TEST(sizes_without_squares_are_refused)
{
    refused(1, 1e200, 0.5, "q has the entry 1e+200 at contact 0");
    refused(1, 1e-200, 0.5, "largest entry of q is 1e-200");
    refused(1e200, 1, 0.5, "W has the entry 1e+200");
    refused(1e-200, 1, 0.5, "W has 1e-200 on its diagonal");
    refused(1, 1, 1e10, "mu of contact 0 is 1e+10");
}

TEST(moderate_sizes_are_solved)
{
    static const double sizes[] = {1e-40, 1e-12, 1, 1e12, 1e40};
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            const double w[3] = {sizes[i], sizes[i], sizes[i]};
            const double q[3] = {-sizes[j], 0.2 * sizes[j], 0};
            scree_error error = {0};
            scree_friction *problem = one_contact(w, q, 0.5, &error);
            if (!CHECK_MSG(problem != NULL, "%s", error.what))
                continue;
            double r[3];
            double u[3];
            scree_friction_result result;
            CHECK(!scree_friction_solve(problem, NULL, r, u, &result, &error));
            CHECK(result.solved);
            const double push = sizes[j] / sizes[i];
            CHECK_NEAR(r[0] / push, 1, 1e-8);
            CHECK_NEAR(r[1] / push, -0.2, 1e-8);
            scree_friction_destroy(problem);
        }
    }
}

// No mechanics has such a W: contacts throw each other to and fro until reactions are no numbers, which solve nothing.
TEST(reactions_that_are_no_numbers_are_no_solution)
{
    static const int32_t row[6] = {0, 1, 2, 3, 0, 2};
    static const int32_t column[6] = {0, 1, 2, 3, 2, 0};
    static const double w[6] = {1, 1, 1, 1, -1e6, -1e6};
    static const double q[4] = {-1, 0, -1, 0};
    static const double mu[2] = {0.5, 0.5};
    scree_error error = {0};
    scree_friction *problem = NULL;
    const scree_friction_given given = {
        .dimension = 2, .contacts = 2, .mu = mu, .w = {4, 4, 6, row, column, w}, .q = q};
    REQUIRE(!scree_friction_create(&given, &problem, &error));
    double r[4];
    double u[4];
    scree_friction_result result;
    CHECK(!scree_friction_solve(problem, NULL, r, u, &result, &error));
    CHECK(!result.solved);
    CHECK(result.residual > 1e-9);
    for (int i = 0; i < 4; i++)
        CHECK(isfinite(r[i]) && isfinite(u[i]));
    const double huge[4] = {1e308, 0, 1e308, 0};
    CHECK(!scree_friction_residual(problem, huge, u, &result, &error));
    CHECK(!(result.residual <= 1));
    scree_friction_destroy(problem);
}

// The cone is nearly a half-space then, and the natural map of a contact that goes in is next to nothing.
TEST(going_in_is_seen_whatever_the_friction)
{
    const double w[3] = {1, 1, 1};
    const double q[3] = {-1, 0.2, 0};
    const double none[3] = {0, 0, 0};
    scree_error error = {0};
    scree_friction *problem = one_contact(w, q, 1e6, &error);
    REQUIRE(problem != NULL);
    double r[3];
    double u[3];
    scree_friction_result result;
    CHECK(!scree_friction_residual(problem, none, u, &result, &error));
    CHECK(result.natural_map < 1e-5);
    CHECK(result.residual > 0.9);
    CHECK(!scree_friction_solve(problem, &(scree_friction_options){.tolerance = 1e-5}, r, u,
                                &result, &error));
    CHECK(result.solved);
    CHECK_NEAR(r[0], 1, 1e-4);
    CHECK_NEAR(u[0], 0, 1e-4);
    scree_friction_destroy(problem);
}

// A matrix that is not positive semidefinite: the mean of its diagonal, which is the unit, would be 0 here, and a contact
// that slides without friction would pass for solved.
TEST(a_negative_diagonal_is_no_unit)
{
    const double w[3] = {1, -0.5, -0.5};
    const double q[3] = {-1, 0.2, 0};
    const double slides[3] = {1, 0, 0};
    scree_error error = {0};
    scree_friction *problem = one_contact(w, q, 0.5, &error);
    REQUIRE(problem != NULL);
    double u[3];
    scree_friction_result result;
    CHECK(!scree_friction_residual(problem, slides, u, &result, &error));
    CHECK_NEAR(u[1], 0.2, 1e-15);
    CHECK_MSG(result.residual > 0.05, "residual %g", result.residual);
    scree_friction_destroy(problem);
}

// A global problem whose parts are numbers and whose W is none.
TEST(what_is_worked_out_is_looked_at)
{
    const double tiny[3] = {1e-200, 1e-200, 1e-200};
    const double huge[3] = {1e200, 1e200, 1e200};
    const double none[3] = {0, 0, 0};
    const double f[3] = {-1, 0, 0};
    const double mu = 0.5;
    scree_friction_given given = {
        .dimension = 3,
        .contacts = 1,
        .mu = &mu,
        .m = {3, 3, 3, along, along, tiny},
        .h = {3, 3, 3, along, along, huge},
        .f = f,
        .offset = none,
    };
    scree_friction *problem;
    scree_error error = {0};
    CHECK(scree_friction_create(&given, &problem, &error) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(error.what, "W has the entry inf") != NULL, "%s", error.what);
    given.m.rows = -3;
    given.m.columns = -3;
    given.m.entries = 0;
    given.h.rows = -3;
    given.h.entries = 0;
    CHECK(scree_friction_create(&given, &problem, &error) == SCREE_BAD_INPUT);
    CHECK_MSG(strstr(error.what, "M has -3 rows") != NULL, "%s", error.what);
}

TEST_MAIN
