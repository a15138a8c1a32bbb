// test_store_exchange.c - files for other programs, read back by readers of the test's own: the course format, dumps,
// LAMMPS data files; and what a full disk does to them.
#include "store_fixture.h"

#include "store/course.h"
#include "store/dump.h"
#include "store/lammps_data.h"
#include "store/vtp.h"

TEST(full_disk_spares_the_old_files_of_every_writer)
{
    frame f = make_frame(5000, 5000);
    const model m = make_model();
    static const char *const name[] = {"d1", "d2", "d3", "d4", "d5", "d6"};
    scree_error error[6];
    scree_status status[6];
    for (int i = 0; i < 6; i++)
        REQUIRE(put_file(in_folder(name[i]), "old"));
    limit_files(20000);
    status[0] = store_bodies_vtp(in_folder(name[0]), &f, &error[0]);
    status[1] = store_contacts_vtp(in_folder(name[1]), &f, &error[1]);
    status[2] = store_dump(in_folder(name[2]), &f, &m, &error[2]);
    status[3] = store_lammps_data(in_folder(name[3]), &f, &m, &error[3]);
    status[4] = course_write_out(in_folder(name[4]), &f, &error[4]);
    status[5] = course_write_vtk(in_folder(name[5]), &f, "t", &error[5]);
    limit_files(0);
    for (int i = 0; i < 6; i++) {
        CHECK(status[i] == SCREE_IO);
        CHECK_STR(error[i].where, in_folder(name[i]));
        CHECK_HAS(error[i].what, "File too large");
        CHECK(file_is(in_folder(name[i]), "old"));
        char part[8];
        snprintf(part, sizeof part, "%s.part", name[i]);
        CHECK(!exists(in_folder(part)));
    }
    frame_clear(&f);
}

// ---- course and dump

TEST(course_files_hold_every_bit)
{
    frame f = make_frame(100, 0);
    const frame_balls *b = &f.ball;
    b->mass[7] = INFINITY;
    REQUIRE(course_write_out(in_folder("c.out"), &f, NULL) == SCREE_OK);
    FILE *in = fopen(in_folder("c.out"), "r");
    REQUIRE(in != NULL);
    int n = 0;
    CHECK(fscanf(in, "%d", &n) == 1 && n == 100);
    bool same = true;
    for (int i = 0; i < n; i++) {
        double x[8];
        for (int k = 0; k < 8; k++)
            same = same && fscanf(in, "%lf", &x[k]) == 1;
        same = same && x[0] == b->mass[i] && x[1] == b->radius[i] &&
               !memcmp(x + 2, &b->position[i], 24) && !memcmp(x + 5, &b->velocity[i], 24);
    }
    fclose(in);
    CHECK(same);
    char *text = slurp(in_folder("c.out"), NULL), name[32];
    REQUIRE(text != NULL);
    CHECK_HAS(text, "\ninf ");
    free(text);
    f.ball.orientation[0] =
        (q4){sqrt(0.5), 0, 0, sqrt(0.5)}; // a quarter turn about z carries x to y
    REQUIRE(course_write_vtk(in_folder("c.vtk"), &f, NULL, NULL) == SCREE_OK);
    text = slurp(in_folder("c.vtk"), NULL);
    REQUIRE(text != NULL);
    const char *rotation = strstr(text, "VECTORS rotation double\n");
    REQUIRE(rotation != NULL);
    double r[3] = {0};
    CHECK(sscanf(rotation + 24, "%lf %lf %lf", &r[0], &r[1], &r[2]) == 3);
    CHECK_NEAR(r[0], 0, 1e-15);
    CHECK_NEAR(r[1], 1, 1e-15);
    CHECK_NEAR(r[2], 0, 0);
    free(text);
    CHECK(course_name(name, sizeof name, "out/blocks", 12, ".vtk", NULL) == SCREE_OK);
    CHECK_STR(name, "out/blocks12.vtk");
    CHECK(course_name(name, 8, "out/blocks", 12, ".vtk", NULL) == SCREE_BAD_INPUT);
    frame_clear(&f);
}

TEST(dump_has_the_lines_that_other_programs_look_for)
{
    frame f = make_frame(3, 0);
    const model m = make_model();
    REQUIRE(store_dump(in_folder("d.dump"), &f, &m, NULL) == SCREE_OK);
    char *text = slurp(in_folder("d.dump"), NULL);
    REQUIRE(text != NULL);
    CHECK_HAS(text, "ITEM: TIMESTEP\n123456789012\nITEM: NUMBER OF ATOMS\n3\nITEM: BOX BOUNDS pp "
                    "ff ss\n-1 1\n-1 1\n");
    const char *rows = strstr(
        text, "ITEM: ATOMS id type x y z vx vy vz fx fy fz radius mass omegax omegay omegaz\n");
    REQUIRE(rows != NULL);
    rows = strchr(rows, '\n') + 1;
    for (int i = 0; i < 3; i++) {
        const frame_balls *b = &f.ball;
        double x[16],
            want[16] = {(double)b->id[i], b->material[i] + 1, b->position[i].x, b->position[i].y,
                        b->position[i].z, b->velocity[i].x,   b->velocity[i].y, b->velocity[i].z,
                        b->force[i].x,    b->force[i].y,      b->force[i].z,    b->radius[i],
                        b->mass[i],       b->spin[i].x,       b->spin[i].y,     b->spin[i].z};
        for (int k = 0; k < 16; k++)
            x[k] = strtod(rows, (char **)&rows);
        CHECK(!memcmp(x, want, sizeof x));
    }
    free(text);
    frame_clear(&f);
}

// ---- LAMMPS data files

TEST(lammps_data_comes_back_as_it_went)
{
    frame f = make_frame(500, 0);
    const model m = make_model();
    scree_error error;
    lammps_data d;
    f.ball.mass[9] = INFINITY;
    f.ball.mass[10] *= 3;
    REQUIRE(store_lammps_data(in_folder("l.data"), &f, &m, &error) == SCREE_OK);
    REQUIRE(lammps_data_read(in_folder("l.data"), &d, NULL, &error) == SCREE_OK);
    CHECK(d.count == 500 && d.types == 2 && d.has_velocities && !d.has_images);
    CHECK(d.low.x == -1 && d.high.y == 1 && d.low.z < -0.9 && d.high.z > 0.9);
    bool same = true;
    for (int i = 0; i < 500; i++) {
        const frame_balls *b = &f.ball;
        same = same && d.id[i] == b->id[i] + 1 && d.type[i] == b->material[i] + 1 &&
               d.diameter[i] == 2 * b->radius[i] && !memcmp(&d.position[i], &b->position[i], 24) &&
               !memcmp(&d.velocity[i], &b->velocity[i], 24) && !memcmp(&d.spin[i], &b->spin[i], 24);
        CHECK_REL(d.density[i], i == 10 ? 7500 : 2500, i == 10 ? 1e-14 : 0);
    }
    CHECK(same);
    lammps_data_clear(&d);
    frame_clear(&f);
}

// A good file; tests replace parts of it.
#define TITLE "made by hand, 9 atoms in the title do not count\n"
#define HEADER                                                                                     \
    "2 atoms # two of them\n\n1 atom types\n0 1 xlo xhi\n0 2 ylo yhi\n-1 1 zlo zhi\n0 bonds\n0 0 " \
    "0 xy xz yz\n"
#define ATOMS                                                                                      \
    "\nAtoms  # sphere\n\n7 1 0.5 2500 .25 0.5 1e-1 0 0 -1\n3 1 0.25 2600 0.5 1.5 0 1 0 0\n"
#define MOTION "\nVelocities\n\n3 1 2 3 4 5 6\n7 -1 -2 -3 -4 -5 -6\n"

static scree_status parse(const char *text, scree_error *error)
{
    lammps_data d;
    size_t size = strlen(text);
    char *copy =
        malloc(size ? size : 1); // without a closing zero, so that a sanitizer sees reading too far
    memcpy(copy, text, size);
    scree_status status = lammps_data_parse(copy, size, "f", &d, NULL, error);
    CHECK(!status || (!d.id && !d.count));
    lammps_data_clear(&d);
    free(copy);
    return status;
}

TEST(lammps_data_is_sorted_and_sections_come_in_any_order)
{
    static const char *const text[] = {TITLE HEADER ATOMS MOTION, TITLE HEADER MOTION ATOMS};
    for (int i = 0; i < 2; i++) {
        lammps_data d;
        REQUIRE(lammps_data_parse(text[i], strlen(text[i]), "f", &d, NULL, NULL) == SCREE_OK);
        CHECK(d.count == 2 && d.id[0] == 3 && d.id[1] == 7 && d.diameter[0] == 0.25 &&
              d.density[1] == 2500);
        CHECK(d.position[1].x == 0.25 && d.position[1].z == 0.1 && d.velocity[0].x == 1 &&
              d.spin[1].z == -6);
        CHECK(d.has_images && d.image[1].z == -1 && d.image[0].x == 1);
        lammps_data_clear(&d);
    }
    CHECK(parse(TITLE HEADER ATOMS, NULL) == SCREE_OK);
}

TEST(lammps_data_faults_are_told_with_their_line)
{
    static const struct {
        const char *text, *where, *what;
    } bad[] = {
        {"", "f", "number of atoms is missing"},
        {TITLE "2 atoms\n0 1 xlo xhi\n" ATOMS, "f:5", "number of atom types is missing"},
        {TITLE "2 atoms\n1 atom types\n0 1 xlo xhi\n0 1 zlo zhi\n" ATOMS, "f:7",
         "the ylo yhi line is missing"},
        {TITLE "2 atoms\n3 atoms\n", "f:3", "given twice"},
        {TITLE "-2 atoms\n", "f:2", "outside"},
        {TITLE "2.5 atoms\n", "f:2", "no whole number"},
        {TITLE "99999999999999999999 atoms\n", "f:2", "too large"},
        {TITLE "1 0 xlo xhi\n", "f:2", "xlo is not below xhi"},
        {TITLE "nan 0 xlo xhi\n", "f:2", "'nan'"},
        {TITLE "5 bonds\n", "f:2", "bonds cannot be read"},
        {TITLE "0.1 0 0 xy xz yz\n", "f:2", "tilted"},
        {TITLE "5 cats\n", "f:2", "cannot be understood"},
        {TITLE "1000000000 atoms\n1 atom types\n0 1 xlo xhi\n0 2 ylo yhi\n-1 1 zlo zhi\n" ATOMS,
         "f:8", "too short"},
        {TITLE HEADER, "f:9", "section Atoms is missing"},
        {TITLE HEADER "Atoms # atomic\n", "f:10", "atom_style atomic cannot be read"},
        {TITLE HEADER ATOMS ATOMS, "f:16", "twice"},
        {TITLE HEADER "Masses\n\n1 5\n", "f:10", "section Masses cannot be read"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0 0\n", "f:11", "ends after 1 of 2 lines of Atoms"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0 0\nVelocities\n", "f:12",
         "Atoms ends after 1 of 2 lines"},
        {TITLE HEADER ATOMS "9 1 1 1 0 0 0\n", "f:15", "where a section should begin"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0\n", "f:11", "has 6 columns"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0 0\n2 1 1 1 0 0 0 0 0 0\n", "f:12", "some not"},
        {TITLE HEADER "Atoms\n0 1 1 1 0 0 0\n", "f:11", "the id = 0 is outside"},
        {TITLE HEADER "Atoms\n1 2 1 1 0 0 0\n", "f:11", "the type = 2 is outside 1 to 1"},
        {TITLE HEADER "Atoms\n1 1 -1 1 0 0 0\n", "f:11", "the diameter of atom 1 is -1"},
        {TITLE HEADER "Atoms\n1 1 1 0 0 0 0\n", "f:11", "the density of atom 1 is 0"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 nan 0\n", "f:11", "y is 'nan'"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 0 0x1\n", "f:11", "z is '0x1'"},
        {TITLE HEADER "Atoms\n1 1 1 1 0.01x 0 0\n", "f:11", "x is '0.01x'"},
        {TITLE HEADER "Atoms\n1 1 1 1 1e999 0 0\n", "f:11", "too large"},
        {TITLE HEADER "Atoms\n1 1 1 1 0 1e300 0\n", "f:11:11",
         "y = 1e+300 is too far away from the box"},
        {TITLE HEADER "Atoms\n1 1 1 1  -3e6 0 0\n", "f:11:10",
         "x = -3e+06 is too far away from the box"},
        {TITLE HEADER "Atoms\n4 1 1 1 0 0 0\n4 1 1 1 0 0 0\n", "f:12",
         "atom 4 stood at line 11 already"},
        {TITLE HEADER ATOMS "Velocities\n3 0 0 0 0 0 0\n3 0 0 0 0 0 0\n", "f:17",
         "stood at line 16 already"},
        {TITLE HEADER ATOMS "Velocities\n3 0 0 0 0 0 0\n6 0 0 0 0 0 0\n", "f:17", "no atom 6"},
        {TITLE HEADER ATOMS "Velocities\n3 0 0 0 0 0 0\n8 0 0 0 0 0 0\n", "f:17",
         "atom 7 of line 13 has no velocity"},
        {TITLE HEADER ATOMS "Velocities\n3 0 0 0 0 0\n", "f:16", "Velocities has 6 columns"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        scree_error error = {0};
        CHECK(parse(bad[i].text, &error) == SCREE_BAD_INPUT);
        CHECK_STR(error.where, bad[i].where);
        CHECK_HAS(error.what, bad[i].what);
        CHECK(*error.hint);
    }
    lammps_data d;
    scree_error error;
    fault_list faults = {0};
    static const char many[] = TITLE HEADER
        "Atoms\n1 9 1 1 0 0 0\n2 1 1 1 0 nan 0\nVelocities\n3 0 0 0 0 0\n4 0 0 0 0 0 0\n";
    CHECK(lammps_data_parse(many, sizeof many - 1, "f", &d, &faults, &error) == SCREE_BAD_INPUT &&
          !d.count);
    REQUIRE(faults.count == 3);
    CHECK_STR(faults.item[0].where, "f:11");
    CHECK_STR(faults.item[1].where, "f:12");
    CHECK_STR(faults.item[2].where, "f:14");
    CHECK_STR(error.where, "f:11");
    fault_list_clear(&faults);
    CHECK(lammps_data_read("/nowhere/x.data", &d, NULL, &error) == SCREE_IO);
    CHECK_STR(error.where, "/nowhere/x.data");
    CHECK(lammps_data_read("/tmp", &d, NULL, &error) == SCREE_IO);
}

// Cut short, with bytes changed, doubled and left out: an answer every time, and good data whenever it says so.
TEST(lammps_data_survives_any_damage)
{
    static const char good[] = TITLE HEADER ATOMS MOTION;
    const size_t size = sizeof good - 1;
    int accepted = 0;
    for (int round = 0; round < 60000; round++) {
        char text[sizeof good + 64];
        size_t length = size;
        memcpy(text, good, size);
        if (round % 4 == 0)
            length = (size_t)(chance() * (double)size);
        for (int k = (int)(4 * chance()); k >= 0 && length > 1; k--) {
            size_t at = (size_t)(chance() * (double)length),
                   from = (size_t)(chance() * (double)length);
            static const char signs[] = "0123456789 \n\t#-+.eEnaifAV\xff";
            if (round % 3 == 0)
                text[at] = signs[(size_t)(chance() * sizeof signs)];
            else if (round % 3 == 1)
                text[at] = text[from];
            else {
                memmove(text + at, text + at + 1, length - at - 1);
                length--;
            }
        }
        char *copy = malloc(length + !length);
        memcpy(copy, text, length);
        lammps_data d;
        scree_error error = {0};
        scree_status status = lammps_data_parse(copy, length, "f", &d, NULL, &error);
        free(copy);
        if (status) {
            CHECK(*error.what && *error.hint && !d.id);
        } else {
            accepted++;
            for (int64_t i = 0; i < d.count; i++)
                CHECK(d.id[i] > 0 && d.diameter[i] > 0 && d.density[i] > 0 &&
                      isfinite(d.position[i].x) && d.type[i] >= 1);
        }
        lammps_data_clear(&d);
    }
    CHECK_MSG(accepted > 1000 && accepted < 50000, "%d accepted", accepted);
}

TEST(nothing_is_left_behind)
{
    leave_nothing_behind();
}

TEST_MAIN
