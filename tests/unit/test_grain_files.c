// test_grain_files.c - grains of dumps of LAMMPS and LIGGGHTS and of LAMMPS data files, and the balls of clumps from lists:
// what is read, which frame of several, all faults with their lines.
#include "case/case.h"
#include "case_fixture.h"
#include "harness.h"

static const char form[] =
    "scree: 1\ngravity: 0\nmaterials: {a: {density: 2 g/cm^3}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 1 N/m}, tangential: none}}\n"
    "domain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "shapes: {s: %s}\nrun: {duration: 1 s}\n"
    "grains: [{name: one, shape: s, material: a, packing: {%s}}]\n";

static void write_text(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    REQUIRE(out);
    fputs(text, out);
    fclose(out);
}

static reading open_grains(const char *shape, const char *packing)
{
    char text[1500];
    snprintf(text, sizeof text, form, shape, packing);
    return read_case(text);
}

static grain_list build(const char *packing, fault_list *faults)
{
    reading r = open_grains("{ball: {radius: 1 cm}}", packing);
    grain_list list = {0};
    scree_error error = {0};
    CHECK(r.status == SCREE_OK);
    const scree_status status = packing_build(&r.m, ".", &list, faults, &error);
    CHECK_MSG((status == SCREE_OK) == (faults->count == 0), "%s: %s", error.where, error.what);
    reading_clear(&r);
    return list;
}

static const char dump[] = "ITEM: TIMESTEP\n100\nITEM: NUMBER OF ATOMS\n2\n"
                           "ITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\n"
                           "ITEM: ATOMS id type z y x radius vx omegaz\n"
                           "2 1 30 20 10 1.5 7 0.25\n1 2 300 200 100 2.5 0 0\n"
                           "ITEM: TIMESTEP\n200\nITEM: NUMBER OF ATOMS\n1\n"
                           "ITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\n"
                           "ITEM: ATOMS id xu yu zu diameter mass type\n1 5 6 7 4 0.125 1\n";

TEST(dumps)
{
    fault_list faults = {0};
    write_text("a.dump", dump);
    grain_list list = build("law: dump, file: a.dump, scale: 0.001", &faults);
    REQUIRE(list.count == 1);
    CHECK(list.position[0].z == 0.007 && list.radius[0] == 0.002 && list.mass[0] == 0.125);
    grain_list_clear(&list);
    list = build("law: dump, file: a.dump, scale: 0.001, step: 100", &faults);
    REQUIRE(list.count == 2);
    CHECK(list.position[0].x == 0.01 && list.position[0].z == 0.03 && list.radius[0] == 0.0015);
    CHECK(list.velocity[0].x == 0.007 && list.spin[0].z == 0.25 && list.line[1] == 11);
    grain_list_clear(&list);
    list = build("law: dump, file: a.dump, scale: 0.001, step: 100, type: 2", &faults);
    REQUIRE(list.count == 1);
    CHECK(list.position[0].y == 0.2);
    grain_list_clear(&list);
}

static void faulty(const char *packing, int count, const char *where, const char *what)
{
    fault_list faults = {0};
    grain_list list = build(packing, &faults);
    CHECK_MSG(faults.count == count, "%s: %d", packing, faults.count);
    if (faults.count) {
        CHECK_STR(faults.item[0].where, where);
        CHECK_MSG(strstr(faults.item[0].what, what), "%s", faults.item[0].what);
        CHECK(faults.item[0].hint[0]);
    }
    grain_list_clear(&list);
    fault_list_clear(&faults);
}

TEST(faulty_dumps)
{
    write_text("a.dump", dump);
    faulty("law: dump, file: a.dump, step: 300", 1, "grains.one.packing.file",
           "no frame of that step");
    write_text("b.dump", "ITEM: TIMESTEP\n1\nITEM: ATOMS id x y radius\n1 2 3 4\n");
    faulty("law: dump, file: b.dump", 1, "./b.dump:3", "missing column 'z'");
    write_text("c.dump", "ITEM: TIMESTEP\n1\nITEM: ATOMS x y z radius\n1 2 3\n1 2 u 1\n0 0 0 -1\n");
    faulty("law: dump, file: c.dump", 3, "./c.dump:4", "3 values for 4 columns");
    write_text("d.dump", "nothing\n");
    faulty("law: dump, file: d.dump", 1, "grains.one.packing.file", "no frame in this file");
}

TEST(lammps_data)
{
    fault_list faults = {0};
    write_text("a.data", "LAMMPS data\n\n2 atoms\n1 atom types\n0 1 xlo xhi\n\nAtoms # sphere\n\n"
                         "7 1 0.02 1000 0.1 0.2 0.3 0 0 0\n3 2 0.04 500 0.4 0.5 0.6 0 0 0\n\n"
                         "Velocities\n\n3 1 2 3 4 5 6\n7 0 0 1 0 0 0\n");
    grain_list list = build("law: lammps, file: a.data", &faults);
    REQUIRE(list.count == 2);
    CHECK(list.radius[0] == 0.01 && list.position[1].z == 0.6 && list.velocity[1].y == 2);
    CHECK(list.spin[1].x == 4 && list.velocity[0].z == 1);
    CHECK_REL(list.mass[0], 1000 * 4.0 / 3.0 * 3.14159265358979324 * 1e-6, 1e-15);
    grain_list_clear(&list);
    list = build("law: lammps, file: a.data, type: 2", &faults);
    CHECK(list.count == 1 && list.velocity[0].x == 1);
    grain_list_clear(&list);
    write_text("b.data",
               "t\nAtoms\n\n1 1 0.1 1\n1 1 0.1 -1 0 0 0\n\nVelocities\n\n9 0 0 0 0 0 0\n");
    faulty("law: lammps, file: b.data", 2, "./b.data:4", "an atom has 7 numbers");
    write_text("c.data", "t\n1 atoms\n");
    faulty("law: lammps, file: c.data", 1, "grains.one.packing.file", "no section Atoms");
}

// Random velocities of a set whose packing draws nothing else: by the seed of the case.
TEST(warm_grains_of_a_file)
{
    write_text("w.data", "LAMMPS data\n\n2 atoms\n\nAtoms # sphere\n\n"
                         "7 1 0.02 1000 0.1 0.2 0.3\n3 1 0.04 500 0.4 0.5 0.6\n");
    write_text("w.txt", "2\n1 0.01 0.1 0.2 0.3 0 0 0\n1 0.01 0.4 0.5 0.6 0 0 0\n");
    static const char *const packings[] = {"law: lammps, file: w.data", "law: course, file: w.txt"};
    for (int i = 0; i < 2; i++) {
        char text[1500];
        char warm[1500];
        grain_list list = {0};
        scree_error error = {0};
        snprintf(text, sizeof text, form, "{ball: {radius: 1 cm}}", packings[i]);
        const char *rest = strstr(text, "packing:");
        snprintf(warm, sizeof warm, "%.*stemperature: 0.01 m^2/s^2, %s", (int)(rest - text), text,
                 rest);
        reading r = read_case(warm);
        REQUIRE(r.status == SCREE_OK && packing_build(&r.m, ".", &list, NULL, &error) == SCREE_OK &&
                list.count == 2);
        const v3 sum = v3_add(list.velocity[0], list.velocity[1]);
        CHECK(v3_norm(list.velocity[0]) > 0 && v3_norm(sum) < 1e-15);
        grain_list_clear(&list);
        reading_clear(&r);
    }
}

TEST(balls_of_a_clump)
{
    write_text("balls.txt", "# x y z r\n-1 0 0 1\n1 0 0 1\n");
    reading r = open_grains("{clump: {balls: {file: balls.txt, unit: mm, scale: 2}}}",
                            "law: lattice, spacing: [10 cm, 10 cm, 10 cm]");
    char *says = fault_text(&r.faults);
    CHECK_STR(says, "");
    free(says);
    REQUIRE(r.status == SCREE_OK && r.m.shape[0].clump.balls == 2);
    CHECK_NEAR(v3_distance(r.m.shape[0].clump.at[0], r.m.shape[0].clump.at[1]), 4e-3, 1e-15);
    CHECK(r.m.shape[0].clump.radius[0] == 2e-3);
    CHECK_REL(r.m.shape[0].clump.volume, 2 * 4.0 / 3.0 * 3.14159265358979324 * 8e-9, 1e-12);
    reading_clear(&r);
    write_text("bad.txt", "1 2 3\n1 2 3 0\n1 2 3 4\n");
    r = open_grains("{clump: {balls: {file: bad.txt, unit: mm}}}",
                    "law: lattice, spacing: [1 m, 1 m, 1 m]");
    CHECK(r.status == SCREE_BAD_INPUT && r.faults.count == 2);
    if (r.faults.count) {
        CHECK_STR(r.faults.item[0].where, "case.yaml:6:36");
        CHECK_STR(r.faults.item[0].what, "bad.txt:1: a ball has 4 numbers, this line has 3");
    }
    fault_list_clear(&r.faults);
    fault_list_clear(&r.notes);
}

TEST_MAIN
