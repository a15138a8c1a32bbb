// files.c - the files that examples of plug-ins and shapes name.
#include "matrix/matrix.h"

#include "case/case.h"
#include "store/snapshot.h"
#include "world/world.h"

#include <stdio.h>
#include <string.h>

// An L of 2 by 2 by 1, closed.
static const char block[] =
    "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
    "v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
    "f 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n"
    "f 7 8 9 10 11 12\nf 6 5 4 3 2 1\n";
static const char motion[] = "t x y\n0 0 0\n0.001 0.0001 0.0004\n0.002 0.0002 0\n0.004 0 0.001\n";

enum { GRAINS = 12 };

// In mm, in the plane z = 0: three rows of four.
static void place_of(int i, double at[2])
{
    at[0] = -18 + 12 * (i % 4);
    at[1] = -8 + 11 * (i / 4);
}

static bool write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    if (!file)
        return false;
    fputs(text, file);
    return fclose(file) == 0;
}

static bool write_csv(void)
{
    FILE *file = fopen("grains.csv", "w");
    if (!file)
        return false;
    fprintf(file, "x y z radius vx vy vz\n");
    for (int i = 0; i < GRAINS; i++) {
        double at[2];
        place_of(i, at);
        fprintf(file, "%g %g 0 5 %d %d 0\n", at[0], at[1], 300 * (i % 3 - 1), -1500 + 50 * i);
    }
    return fclose(file) == 0;
}

static bool write_dump(void)
{
    FILE *file = fopen("grains.dump", "w");
    if (!file)
        return false;
    fprintf(file,
            "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n%d\nITEM: BOX BOUNDS ff ff ff\n"
            "-30 30\n-30 30\n-30 30\nITEM: ATOMS id type x y z radius vx vy vz\n",
            GRAINS);
    for (int i = 0; i < GRAINS; i++) {
        double at[2];
        place_of(i, at);
        fprintf(file, "%d 1 %g %g 0 5 %d %d 0\n", i + 1, at[0], at[1], 300 * (i % 3 - 1), -1500);
    }
    return fclose(file) == 0;
}

static bool write_vtk(void)
{
    FILE *file = fopen("grains.vtk", "w");
    if (!file)
        return false;
    fprintf(file, "# vtk DataFile Version 3.0\ngrains\nASCII\nDATASET POLYDATA\n");
    fprintf(file, "POINTS %d double\n", GRAINS);
    for (int i = 0; i < GRAINS; i++) {
        double at[2];
        place_of(i, at);
        fprintf(file, "%g %g 0\n", at[0], at[1]);
    }
    fprintf(file, "POINT_DATA %d\nSCALARS radius double\nLOOKUP_TABLE default\n", GRAINS);
    for (int i = 0; i < GRAINS; i++)
        fprintf(file, "5\n");
    fprintf(file, "VECTORS velocity double\n");
    for (int i = 0; i < GRAINS; i++)
        fprintf(file, "%d -1500 0\n", 300 * (i % 3 - 1));
    return fclose(file) == 0;
}

static bool write_data(void)
{
    FILE *file = fopen("grains.data", "w");
    if (!file)
        return false;
    fprintf(file, "grains\n\n%d atoms\n1 atom types\n-0.03 0.03 xlo xhi\n\nAtoms # sphere\n\n",
            GRAINS);
    for (int i = 0; i < GRAINS; i++) {
        double at[2];
        place_of(i, at);
        fprintf(file, "%d 1 0.01 2500 %g %g 0 0 0 0\n", i + 1, 1e-3 * at[0], 1e-3 * at[1]);
    }
    fprintf(file, "\nVelocities\n\n");
    for (int i = 0; i < GRAINS; i++)
        fprintf(file, "%d %g -1.5 0 0 0 10\n", i + 1, 0.3 * (i % 3 - 1));
    return fclose(file) == 0;
}

static bool write_course(void)
{
    FILE *file = fopen("grains.txt", "w");
    if (!file)
        return false;
    fprintf(file, "%d\n", GRAINS);
    for (int i = 0; i < GRAINS; i++) {
        double at[2];
        place_of(i, at);
        fprintf(file, "0.0013 0.005 %g %g 0 %g -1.5 0\n", 1e-3 * at[0], 1e-3 * at[1],
                0.3 * (i % 3 - 1));
    }
    return fclose(file) == 0;
}

// What begins with a snapshot takes the grains of the table; it goes after that is written.
static const char lying[] =
    "scree: 1\ngravity: 0\nmaterials: {stuff: {density: 2500 kg/m^3, young: 5 MPa, poisson: "
    "0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: none}}\n"
    "domain: {low: [-3 cm, -3 cm, -3 cm], high: [3 cm, 3 cm, 3 cm]}\n"
    "shapes: {bead: {ball: {radius: 5 mm}}}\n"
    "grains: [{name: bed, shape: bead, material: stuff, packing: {law: csv, file: grains.csv, "
    "scale: 0.001}}]\nrun: {duration: 1 s}\n";

static bool write_snapshot(void)
{
    const case_families families = all_families();
    const case_source source = {lying, strlen(lying), "bed"};
    const case_context context = {.families = &families};
    fault_list faults = {0};
    fault_list notes = {0};
    model model = {0};
    image im = {0};
    world *world = NULL;
    bool good = case_parse(&source, &context, &model, &faults, &notes) == SCREE_OK;
    good = good && world_create(&model, NULL, &world, NULL) == SCREE_OK;
    good = good && world_image(world, &im, NULL) == SCREE_OK;
    good = good && snapshot_write("bed.h5", &im, NULL, NULL) == SCREE_OK;
    image_clear(&im);
    world_destroy(world);
    model_clear(&model);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return good;
}

bool files_write(void)
{
    return write_text("block.obj", block) && write_text("stone.obj", block) &&
           write_text("motion.csv", motion) && write_csv() && write_dump() && write_data() &&
           write_course() && write_vtk() && write_snapshot();
}
