// test_case_growth.c - `growth` and `forces` of a case: what is refused, in words, and that the resolved case reads back.
#include "harness.h"
#include "support/scenes.h"

#include "case/fingerprint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char good[] =
    "scree: 1\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [4 cm, 15 cm, 12 cm], boundary: {x: periodic}}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.9}, tangential: none}}\n"
    "shapes: {bead: {ball: {radius: 1.5 mm}}, rod: {spheropolyhedron: {builder: {box: [4 mm, 2 mm, "
    "2 mm]}, radius: 1 mm}}}\n"
    "grains:\n"
    "  - {name: flow, shape: bead, material: glass, growth: {rate: 0.1/s}, packing: {law: random, "
    "count: 40, seed: 7}}\n"
    "forces: {air: {law: drag, time: 1 s}}\n"
    "run: {duration: 2 s}\n";

typedef struct golden {
    const char *old, *changed, *says;
} golden;

#define RATE "growth: {rate: 0.1/s}"
#define AIR "{law: drag, time: 1 s}"

static const golden table[] = {
    {RATE, "growth: {}",
     "growth goes by nothing; give one of: rate: 0.1/s, velocity: 1 mm/s, file: factors.csv"},
    {RATE, "growth: {rate: 1/s, velocity: 1 mm/s}",
     "growth goes by more than one of rate, velocity, file"},
    {RATE, "growth: {rates: 1/s}", "unknown key 'rates' in grains[0].growth; did you mean 'rate'?"},
    {RATE, "growth: {rate: 1 m/s}", "grains[0].growth.rate = 1 m/s is a velocity"},
    {RATE, "growth: {rate: -1/s}",
     "growth.rate is below zero: nothing would be left of the grains; say where it ends: "
     "removed_below: 0.1 mm"},
    {RATE, "growth: {rate: 1/s, from: 2 s, until: 1 s}",
     "growth.until is not after `from`; exchange the two"},
    {RATE, "growth: {rate: 1/s}, locked: rotation",
     "growth: grains whose rotation is locked cannot grow"},
    {RATE, "growth: {rate: 1/s, removed_below: 1 mm}, fixed: true",
     "growth: fixed grains are not taken out"},
    {"shape: bead", "shape: rod", "growth: grains of the shape 'rod' are no balls"},
    {"duration: 2 s", "duration: 2 s, integrator: gear",
     "growth: integrator: gear cannot follow a mass that changes"},
    {"duration: 2 s", "duration: 2 s, integrator: gear",
     "forces: integrator: gear knows gravity alone"},
    {"duration: 2 s", "duration: 2 s, mass_scaling: 10",
     "growth: it does not go with scaled masses; leave out run.mass_scaling, or the growth"},
    {"duration: 2 s", "duration: 2 s, mass_scaling: 10",
     "forces: they do not go with scaled masses; leave out run.mass_scaling, or the forces"},
    {"run:", "cell: {rate: {xx: 1/s}}\nrun:", "forces: they do not go with a cell that deforms"},
    {AIR, "{law: drags, time: 1 s}", "did you mean 'drag'?"},
};

// What only a world can tell.
static const golden of_worlds[] = {
    {AIR, "{law: drag}", "forces.air: nothing says how strong the drag is"},
    {AIR, "{law: drag, time: 1 s, viscosity: 1 Pa s}", "forces.air: drag is given twice"},
    {AIR, "{law: towards, point: [0, 0, 0], acceleration: 1 m/s^2}",
     "forces.air: it depends on the place along x, where the boundary of the domain is periodic, "
     "and would "
     "jump"},
    {AIR, "{law: spring, point: [0, 0, 0], rate: 1 rad/s, axis: [0, 0, 0]}",
     "forces.air: axis has no direction"},
    {RATE, "growth: {file: none.csv}", "none.csv"},
    {RATE, "growth: {rate: 14/s}",
     "grains.flow.growth: a grain of radius 0.0015 m would have one of 2.17e+09 m in the 2 s of "
     "the "
     "run, more than 1e+09 m; lower its growth, or end it with `until`"},
    {RATE, "growth: {rate: 1e10/s}", "would have one of inf m"},
    {RATE, "growth: {velocity: 1e300 m/s}", "would have one of 2e+300 m"},
    {RATE, "growth: {file: vanishes.csv}",
     "would have one of 1.5e-33 m in the 2 s of the run, less than 1e-15 m; end it with `until`, "
     "or "
     "take grains out: removed_below: 0.1 mm"},
    {"duration: 2 s}",
     "duration: 2 s, on_loss: remove}\nstreams: [{name: more, shape: bead, "
     "material: glass, growth: {rate: 1e10/s}, rate: 1/s, low: [1 cm, 1 cm, 1 cm], high: [3 cm, 3 "
     "cm, 3 cm]}]",
     "a grain that `more` brings would grow from 0.0015 m to a radius of inf m in one step, more "
     "than 1e+09 m"},
    {RATE, "growth: {file: bad.csv}",
     "bad.csv:3: factor = -1 leaves no radius; give a factor above zero"},
    {RATE, "growth: {file: late.csv}", "late.csv:3: t = 1 s is not after the line before"},
    {"{law: hertz, restitution: 0.9}", "{law: jkr, work_of_adhesion: 0.1 J/m^2, restitution: 0.9}",
     "live beyond touch, as far as the radii of the start allow: radii cannot change"},
};

static char *changed_case(const golden *entry)
{
    const char *at = strstr(good, entry->old);
    char *text = malloc(sizeof good + strlen(entry->changed));
    if (!at || !text)
        abort();
    sprintf(text, "%.*s%s%s", (int)(at - good), good, entry->changed, at + strlen(entry->old));
    return text;
}

static scree_status parse(const char *text, model *out, fault_list *faults)
{
    const case_families families = all_families();
    fault_list notes = {0};
    const scree_status status =
        case_parse(&(case_source){text, strlen(text), "case.yaml"},
                   &(case_context){.families = &families}, out, faults, &notes);
    fault_list_clear(&notes);
    return status;
}

// All that was found, one after the other.
static void tell_all(const fault_list *faults, char out[4000])
{
    size_t length = 0;
    out[0] = 0;
    for (int i = 0; i < faults->count && length < 4000; i++) {
        const scree_error *is = &faults->item[i];
        length += (size_t)snprintf(out + length, 4000 - length, "%s; %s\n", is->what, is->hint);
    }
}

TEST(faults_are_told)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char *text = changed_case(&table[i]);
        model m;
        fault_list faults = {0};
        CHECK_MSG(parse(text, &m, &faults) == SCREE_BAD_INPUT, "%s", table[i].changed);
        char said[4000];
        tell_all(&faults, said);
        CHECK_HAS(said, table[i].says);
        fault_list_clear(&faults);
        free(text);
    }
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    if (!file)
        abort();
    fputs(text, file);
    fclose(file);
}

TEST(worlds_tell_the_rest)
{
    write_file("bad.csv", "t, factor\n0, 1\n1, -1\n");
    write_file("vanishes.csv", "t, factor\n0, 1\n1, 1e-30\n");
    write_file("late.csv", "t, factor\n2, 1\n1, 2\n");
    for (size_t i = 0; i < sizeof of_worlds / sizeof *of_worlds; i++) {
        char *text = changed_case(&of_worlds[i]);
        char said[1200];
        sim s = {0};
        scree_error error = {0};
        REQUIRE(sim_read(&s, text, NULL, 0));
        CHECK_MSG(world_create(&s.m, NULL, &s.w, &error) == SCREE_BAD_INPUT, "%s",
                  of_worlds[i].changed);
        snprintf(said, sizeof said, "%s: %s; %s", error.where, error.what, error.hint);
        CHECK_HAS(said, of_worlds[i].says);
        sim_close(&s);
        free(text);
    }
}

TEST(the_resolved_case_reads_back)
{
    static const golden others[] = {
        {RATE, RATE, ""},
        {RATE,
         "growth: {velocity: -0.3 mm/s, from: 0.1 s, until: 0.7 s, keeps: mass, removed_below: 0.3 "
         "mm}",
         ""},
        {AIR,
         "{law: spring, point: [1 mm, 0.1 mm, 0], axis: [1, 0, 0], rate: 0.3 rad/s, outwards: "
         "true}",
         ""},
    };
    const case_families families = all_families();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char *text = changed_case(&others[i]);
        model first;
        model second;
        fault_list faults = {0};
        REQUIRE(parse(text, &first, &faults) == SCREE_OK);
        char *resolved = case_resolved(&first, &families);
        REQUIRE(resolved && parse(resolved, &second, &faults) == SCREE_OK);
        free(second.path);
        second.path = NULL;
        free(first.path);
        first.path = NULL;
        char *again = case_resolved(&second, &families);
        char *before = case_resolved(&first, &families);
        CHECK_STR(again, before);
        model_clear(&first);
        model_clear(&second);
        free(before);
        free(again);
        free(resolved);
        free(text);
    }
}

TEST_MAIN
