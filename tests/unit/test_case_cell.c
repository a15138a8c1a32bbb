// test_case_cell.c - `cell` of a case: what is refused, in words, and that the resolved case reads back.
#include "case_fixture.h"
#include "harness.h"

static const char good[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "solver: smooth\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 15 cm, 12 cm], boundary: {x: periodic, y: "
    "periodic}}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.9}, tangential: none}}\n"
    "shapes: {bead: {ball: {radius: 1.5 mm}}}\n"
    "grains:\n"
    "  - {name: flow, shape: bead, material: glass, packing: {law: random, count: 40, inside: "
    "domain, seed: 7}}\n"
    "cell: {rate: {xx: -0.1/s}}\n"
    "run: {duration: 2 s}\n";

typedef struct golden {
    const char *old, *changed; // the place in the good case, and what stands there instead
    const char *says;          // all faults: where: what; remedy
} golden;

#define CELL "cell: {rate: {xx: -0.1/s}}"

static const golden table[] = {
    {CELL, "cell: {rate: {zz: 1/s}}",
     "case.yaml:10:19: the cell cannot move by zz: the domain is not periodic along z; make the "
     "axis periodic in domain.boundary, or leave it out\n"},
    {CELL, "cell: {rate: {xz: 1/s}}",
     "case.yaml:10:19: the cell cannot move by xz: the domain is not periodic along z; make the "
     "axis periodic in domain.boundary, or leave it out\n"},
    {CELL, "cell: {rate: {xx: 1 m/s}}",
     "case.yaml:10:19: cell.rate.xx = 1 m/s is a velocity; give a rate or frequency, such as "
     "100/s\n"},
    {CELL, "cell: {rate: {xx: 1/s}, stress: {xx: 1 kPa}}",
     "case.yaml:10:38: what moves xx of the cell is given twice; give it once, as a rate or as a "
     "stress\n"},
    {CELL, "cell: {rate: {xx: 1/s}, motion: borders}",
     "case.yaml:10:33: cell.motion: borders alone keep up a steady shear and nothing else; give "
     "rates of shear alone (xy, xz or yz; xy not with yz), or motion: homogeneous\n"},
    {CELL, "cell: {rates: {xx: 1/s}}",
     "case.yaml:10:8: unknown key 'rates' in cell; did you mean 'rate'?\n"},
    {"solver: smooth", "solver: nonsmooth",
     "case.yaml:10:7: cell: the nonsmooth solver cannot deform a cell; choose solver: smooth, or "
     "leave the cell out\n"},
    {"[0, 0, -9.81 m/s^2]", "[0, -9.81 m/s^2, 0]",
     "case.yaml:10:7: cell: gravity acts along the periodic axis y; let gravity act along axes "
     "that are not periodic\n"},
    {"duration: 2 s", "duration: 2 s, search: sorted-list",
     "case.yaml:10:7: cell: search: sorted-list knows no cell that deforms; choose search: grid\n"},
    {"duration: 2 s", "duration: 2 s, integrator: gear",
     "case.yaml:10:7: cell: integrator: gear cannot follow a cell that deforms; choose integrator: "
     "velocity-verlet or leapfrog\n"},
    {"material: glass, packing", "material: glass, fixed: true, packing",
     "case.yaml:10:7: cell: the grains 'flow' are fixed and cannot move with it; let them move, or "
     "leave the cell out\n"},
};

// The good case with one place changed.
static char *changed_case(const golden *entry)
{
    const char *at = strstr(good, entry->old);
    char *text = malloc(sizeof good + strlen(entry->changed));
    if (!at || !text)
        abort();
    sprintf(text, "%.*s%s%s", (int)(at - good), good, entry->changed, at + strlen(entry->old));
    return text;
}

TEST(what_is_refused)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *text = changed_case(&table[i]);
        reading r = read_case(text);
        char *says = fault_text(&r.faults);
        CHECK_STR(says, table[i].says);
        free(says);
        free(text);
        reading_clear(&r);
    }
}

TEST(resolved_case_reads_back)
{
    static const golden whole = {
        CELL,
        "cell: {rate: {xy: 0.3/s}, stress: {mean: 1.5 kPa}, motion: homogeneous, from: 1 ms, to: "
        "2 s, limit: 3/s, response: 4 ms}",
        NULL};
    case_families families = test_families();
    char *text = changed_case(&whole);
    reading first = read_case(text);
    REQUIRE(first.status == SCREE_OK);
    const model_cell *cell = &first.m.cell;
    CHECK(cell->given && cell->mean && cell->control[CELL_XX] == CELL_STRESS);
    CHECK(cell->control[CELL_YY] == CELL_STRESS && cell->control[CELL_ZZ] == CELL_STILL);
    CHECK(cell->mean_stress == 1500);
    char *resolved = case_resolved(&first.m, &families);
    reading second = read_case(resolved);
    char *again = case_resolved(&second.m, &families);
    CHECK_STR(again, resolved);
    CHECK(!memcmp(&first.m.cell, &second.m.cell, sizeof(model_cell)));
    free(again);
    free(resolved);
    free(text);
    reading_clear(&second);
    reading_clear(&first);
}

TEST_MAIN
