// fuzz_grains.c - fuzz target: any bytes as a table of grains (CSV) of a case, and as a particle file of the course
// format. Grains that are read have finite places and a radius above zero.
#include "fuzz/fuzz.h"

#include "scene/grain_table.h"

#include <math.h>
#include <string.h>

static const char head[] =
    "scree: 1\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz}, tangential: none}}\n"
    "shapes: {ball: {ball: {radius: {distribution: uniform, from: 1 mm, to: 2 mm}}}}\n"
    "grains: [{name: all, shape: ball, material: soft, packing: {law: csv, file: grains.csv, "
    "scale: 0.5}}]\n"
    "run: {steps: 1}\n";

static scree_status look(void *context, const grain_entry *g, scree_error *error)
{
    (void)context;
    (void)error;
    FUZZ_WANT(isfinite(g->position.x) && isfinite(g->position.y) && isfinite(g->position.z));
    FUZZ_WANT(g->radius > 0 && isfinite(g->radius) && !(g->mass < 0));
    return SCREE_OK;
}

static void read_table(const model *m)
{
    grain_list list = {0};
    scree_error error = {0};
    fault_list faults = {0};
    scree_status status = packing_build(m, NULL, &list, &faults, &error);
    FUZZ_WANT(status == error.status);
    FUZZ_WANT((status == SCREE_OK) == (faults.count == 0));
    for (int64_t i = 0; i < list.count; i++)
        look(NULL,
             &(grain_entry){
                 .position = list.position[i], .radius = list.radius[i], .mass = list.mass[i]},
             &error);
    fault_list_clear(&faults);
    grain_list_clear(&list);
}

static void read_particles(void)
{
    double largest = 0;
    scree_error error = {0};
    fault_list faults = {0};
    scree_status status = course_particles("grains.csv", look, NULL, &largest, &faults, &error);
    FUZZ_WANT((status == SCREE_OK) == (faults.count == 0));
    fault_list_clear(&faults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static model m;
    static bool opened;
    if (!opened)
        FUZZ_WANT(fuzz_read_case(head, strlen(head), &m));
    opened = true;
    fuzz_file("grains.csv", data, size);
    read_table(&m);
    read_particles();
    return 0;
}
