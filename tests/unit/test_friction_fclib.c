// test_friction_fclib.c - our reader and writer of fclib files against libfclib, the library of their makers.
//
// Not among the tests under sanitizers: libfclib itself does not free all that it takes.
#include "friction_fixture.h"
#include "store_fixture.h"

#include "store/friction_file.h"

#ifdef SCREE_HAVE_FCLIB
#include <fclib.h>
#endif

#ifdef SCREE_HAVE_FCLIB
TEST(libfclib_reads_what_is_written)
{
    friction_system system = some_problem(3, 9);
    double r[27];
    double u[27];
    scree_error e;
    for (int i = 0; i < 27; i++) {
        r[i] = i;
        u[i] = -i;
    }
    REQUIRE(!friction_file_write(in_folder("ours.hdf5"), &system, &(friction_note){"a test", r, u},
                                 &e));
    struct fclib_local *p = fclib_read_local(in_folder("ours.hdf5"));
    struct fclib_solution *s = fclib_read_solution(in_folder("ours.hdf5"));
    if (CHECK(p != NULL && s != NULL)) {
        CHECK(p->spacedim == 3 && p->W->m == 27 && p->W->n == 27 && p->W->nz == -1);
        for (int column = 0; column < 27; column++)
            for (int k = p->W->p[column]; k < p->W->p[column + 1]; k++) {
                double there = 0;
                int row = p->W->i[k];
                for (int64_t b = system.first[row / 3]; b < system.first[row / 3 + 1]; b++)
                    if (system.column[b] == column / 3)
                        there = system.block[b][3 * (row % 3) + column % 3];
                CHECK(p->W->x[k] == there);
            }
        CHECK(!memcmp(p->q, system.offset, 27 * sizeof *p->q));
        CHECK(!memcmp(p->mu, system.friction, 9 * sizeof *p->mu));
        CHECK(!memcmp(s->r, r, sizeof r) && !memcmp(s->u, u, sizeof u));
    }
    fclib_delete_local(p);
    free(p);
    fclib_delete_solutions(s, 1);
    friction_system_clear(&system);
}

// Two contacts of three rows, W by columns, by rows and as triplets; and M, H.
TEST(files_of_libfclib_are_read)
{
    int begin[] = {0, 1, 2, 3, 4, 5, 6};
    int line[] = {0, 1, 2, 3, 4, 5};
    double x[] = {1, 2, 3, 4, 5, 6};
    double q[] = {-1, 2, 0.5, 3, -4, 0.25};
    double mu[] = {0.3, 0.6};
    const int forms[] = {-1, -2, 6};
    for (int i = 0; i < 3; i++) {
        char name[20];
        struct fclib_matrix w = {.nzmax = 6, .m = 6, .n = 6, .i = line, .x = x, .nz = forms[i]};
        w.p = forms[i] < 0 ? begin : line;
        struct fclib_local local = {.W = &w, .q = q, .mu = mu, .spacedim = 3};
        friction_system system;
        scree_error e = {0};
        snprintf(name, sizeof name, "theirs%d.hdf5", i);
        REQUIRE(fclib_write_local(&local, in_folder(name)) == 1);
        if (!CHECK_MSG(!friction_file_read(in_folder(name), &system, &e), "%s", e.what))
            continue;
        CHECK(system.contacts == 2 && system.dimension == 3);
        CHECK(system.block[0][0] == 1 && system.block[0][8] == 3 && system.block[1][4] == 5);
        CHECK(system.offset[3] == 3 && system.friction[1] == 0.6);
        friction_system_clear(&system);
    }
    double h[] = {1, 1, 1, 1, 1, 1};
    double f[] = {1, 2, 3, 4, 5, 6};
    double w[] = {0, 0, 1, 0, 0, 2};
    struct fclib_matrix m = {.nzmax = 6, .m = 6, .n = 6, .p = begin, .i = line, .x = x, .nz = -1};
    struct fclib_matrix of_h = {
        .nzmax = 6, .m = 6, .n = 6, .p = begin, .i = line, .x = h, .nz = -1};
    struct fclib_global global = {.M = &m, .H = &of_h, .f = f, .w = w, .mu = mu, .spacedim = 3};
    friction_system system;
    scree_error e = {0};
    REQUIRE(fclib_write_global(&global, in_folder("global.hdf5")) == 1);
    REQUIRE(!friction_file_read(in_folder("global.hdf5"), &system, &e));
    CHECK_NEAR(system.block[0][4], 0.5, 1e-15);
    CHECK_NEAR(system.block[1][8], 1.0 / 6, 1e-15);
    CHECK_NEAR(system.offset[2], 3.0 / 3 + 1, 1e-15);
    friction_system_clear(&system);
}
#else
TEST(libfclib)
{
    SKIP("built without libfclib (Debian: libfclib-dev)");
}
#endif

TEST_MAIN
