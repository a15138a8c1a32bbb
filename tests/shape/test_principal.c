// test_principal.c - principal values and axes: right, the smallest rotation, and the same for equal values.
// label: sanitize
#include "solids.h"

static sym3 turned(v3 value, q4 q)
{
    mass_properties m = {.principal = value, .axes = q};
    return inertia_of_axes(&m);
}

static double angle_of(q4 q)
{
    return 2 * acos(fmin(fabs(q.w), 1));
}

TEST(a_diagonal_matrix_keeps_its_frame)
{
    const sym3 m[4] = {
        {3, 1, 2, 0, 0, 0}, {1, 1, 2, 0, 0, 0}, {5, 5, 5, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
    for (int i = 0; i < 4; i++) {
        v3 value;
        q4 q;
        principal_axes(m[i], &value, &q);
        CHECK(value.x == m[i].xx && value.y == m[i].yy && value.z == m[i].zz);
        CHECK(q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0);
    }
}

// Values come back to round-off, the matrix too, and a turn of less than 45 degrees about any axis is the one found: no
// other rotation that makes the matrix diagonal is smaller.
TEST(random_matrices_come_back)
{
    rng r = rng_make(1, 0);
    for (int i = 0; i < 20000; i++) {
        v3 value = uniform_in(&r, v3_make(0.1, 1.2, 2.3), v3_make(1.1, 2.2, 3.3));
        if (i & 1)
            value = v3_make(value.z, value.x, value.y);
        double angle = rng_range(&r, -0.78, 0.78);
        v3 axis = v3_scale(sin(angle / 2), rng_direction(&r));
        q4 q = {cos(angle / 2), axis.x, axis.y, axis.z};
        sym3 m = turned(value, q);
        v3 found;
        q4 p;
        principal_axes(m, &found, &p);
        CHECK_NEAR(sym3_off(turned(found, p), m), 0, 2e-15 * 3.3);
        CHECK_NEAR(v3_norm(v3_sub(found, value)), 0, 5e-15);
        CHECK_NEAR(angle_of(q4_mul(q4_conjugate(p), q)), 0, 1e-7);
        CHECK(p.w > 0);
    }
}

TEST(of_all_rotations_the_smallest_is_taken)
{
    rng r = rng_make(2, 0);
    for (int i = 0; i < 20000; i++) {
        sym3 m = turned(v3_make(1, 2, 4), random_rotation(&r));
        v3 value;
        q4 q;
        principal_axes(m, &value, &q);
        CHECK(angle_of(q) <=
              1.0961); // 62.8 degrees: the farthest that a frame can be from one of 24
        CHECK_NEAR(sym3_off(turned(value, q), m), 0, 1e-14);
    }
}

// Small values next to large ones keep their digits.
TEST(a_needle_keeps_its_small_moments)
{
    q4 q = q4_unit((q4){1, 0.2, -0.1, 0.3});
    v3 value;
    q4 p;
    principal_axes(turned(v3_make(1, 2e-14, 1e-14), q), &value, &p);
    v3 axis = q4_rotate(p, v3_make(1, 0, 0)), want = q4_rotate(q, v3_make(1, 0, 0));
    CHECK_NEAR(v3_norm(v3_sub(axis, want)), 0, 1e-15);
    CHECK_NEAR(value.x, 1, 1e-15);
    CHECK(value.y == value.z); // their difference is below the limit of equality
}

// Two equal values: whatever frame the equal pair had before, the result is the shortest way of the odd axis.
TEST(equal_values_leave_no_choice_to_round_off)
{
    rng r = rng_make(3, 0);
    for (int i = 0; i < 5000; i++) {
        q4 q = random_rotation(&r), spin = {0, 0, 0, 0};
        double angle = rng_range(&r, -3, 3);
        spin.w = cos(angle / 2);
        spin.z = sin(angle / 2);
        v3 value, other;
        q4 a, b;
        principal_axes(turned(v3_make(1, 1, 3), q), &value, &a);
        principal_axes(turned(v3_make(1, 1, 3), q4_mul(q, spin)), &other, &b);
        CHECK(value.x == value.y || value.y == value.z || value.x == value.z);
        CHECK_NEAR(v3_norm(v3_sub(value, other)), 0, 1e-14);
        CHECK_NEAR(angle_of(q4_mul(q4_conjugate(a), b)), 0, 1e-7);
        CHECK(angle_of(a) <= 0.9554); // the diagonal of a cube is 54.7 degrees from its edges
        CHECK_NEAR(sym3_off(turned(value, a), turned(v3_make(1, 1, 3), q)), 0, 1e-13);
        principal_axes(turned(v3_make(2, 2, 2), q), &value, &a);
        CHECK(a.w == 1 && a.x == 0 && a.y == 0 && a.z == 0);
        CHECK(value.x == value.y && value.y == value.z);
    }
}

// Turned by 45 degrees: two rotations are equally small, and round-off does not choose between them.
TEST(of_two_equal_turns_the_same_is_taken)
{
    for (int k = -3; k <= 3; k++)
        for (int plane = 0; plane < 3; plane++)
            for (int sign = -1; sign <= 1; sign += 2) {
                double near = 2 * (1 + 2.3e-16 * k), off = 0.5 * sign;
                sym3 m = {2, near, 3, off, 0, 0};
                if (plane == 1)
                    m = (sym3){2, 3, near, 0, off, 0};
                if (plane == 2)
                    m = (sym3){3, 2, near, 0, 0, off};
                v3 values;
                q4 axes;
                principal_axes(m, &values, &axes);
                double turn[3] = {axes.z, axes.y, axes.x};
                CHECK_NEAR(turn[plane], -sin(acos(-1.0) / 8), 1e-14);
                CHECK_NEAR(axes.w, cos(acos(-1.0) / 8), 1e-14);
            }
}

TEST_MAIN
