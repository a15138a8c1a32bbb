// factors.c - what varies from case to case. Laws, walls, drives, packings, regions, probes and shapes come from the
// tables of the program, with the values of their examples (the laws with those of support/law_pairs.c), so that a new
// one joins without a line here. What is no table of the program, such as kinds of borders, stands here.
//
// All stand in a domain of 60 mm around the origin, with y upwards, which goes in the plane, too; grains are about 10 mm
// across. `T` is the length of the run (text.c).
#include "matrix/matrix.h"

#include "case/examples.h"

#include "law/rows.h"
#include "support/law_pairs.h"
#include "support/scenes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double reach = 5e-3; // of a grain, m

static level *add(factor *to, const char *name, const char *text)
{
    if (to->levels == LEVELS_MOST) {
        fprintf(stderr, "more than %d levels of %s\n", LEVELS_MOST, to->name);
        abort();
    }
    level *is = &to->level[to->levels++];
    snprintf(is->name, sizeof is->name, "%s", name);
    snprintf(is->words, sizeof is->words, "%s", name);
    snprintf(is->text, sizeof is->text, "%s", text);
    return is;
}

static void add_words(factor *to, const char *name, const char *text, const char *words)
{
    snprintf(add(to, name, text)->words, sizeof to->level->words, "%s", words);
}

static void add_numbers(factor *to, const int *number, int count)
{
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", number[i]);
        add(to, name, "")->number = number[i];
    }
}

static void add_names(factor *to, const char *key, const char *const *name, int count)
{
    for (int i = 0; i < count; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s: %s", key, name[i]);
        add(to, name[i], text)->number = i;
    }
}

// ---- from the tables of the program

static bool has_row(const plugin *what, const char *name)
{
    for (int i = 0; i < what->count; i++)
        if (!strcmp(what->rows[i].name, name))
            return true;
    return false;
}

// A level for each line of its examples: "box", "box 2".
static void add_plugin(factor *to, const plugin *what)
{
    const char *line = case_example(what);
    for (int i = 1; line; i++) {
        char name[60];
        char text[TEXT_MOST];
        const int length = (int)strcspn(line, "\n");
        snprintf(name, sizeof name, i > 1 ? "%s %d" : "%s", what->name, i);
        snprintf(text, sizeof text, "%.*s", length, line);
        add_words(to, name, text, what->name);
        to->level[to->levels - 1].number = (has_row(what, "inside") ? KNOWS_REGIONS : 0) |
                                           (has_row(what, "from") ? KNOWS_TIMES : 0);
        line = line[length] ? line + length + 1 : NULL;
    }
}

static void add_family(factor *to, const plugin *const *list, int count)
{
    for (int i = 0; i < count; i++)
        add_plugin(to, list[i]);
}

// Those that are called by their name: {law: NAME, ...}.
static void add_laws_of(factor *to, const plugin *const *list, int count)
{
    const int before = to->levels;
    add_family(to, list, count);
    for (int i = before; i < to->levels; i++) {
        level *is = &to->level[i];
        char text[TEXT_MOST];
        snprintf(text, sizeof text, "{law: %s%s%s}", is->words, is->text[0] ? ", " : "", is->text);
        snprintf(is->text, sizeof is->text, "%s", text);
    }
}

static void drop_level(factor *of, const char *name)
{
    int kept = 0;
    for (int i = 0; i < of->levels; i++) {
        if (strcmp(of->level[i].name, name) != 0)
            of->level[kept++] = of->level[i];
    }
    of->levels = kept;
}

// A law, and the same with each word of its rows that is not the default.
static void add_law(factor *to, int slot, int law, const plugin *what)
{
    const pair_values values = {0.6, NAN, NAN};
    char text[TEXT_MOST] = "";
    combination_law(text, sizeof text, slot, law, &values);
    add_words(to, what->name, text, what->name);
    for (int i = 0; i < what->count; i++) {
        const row *r = &what->rows[i];
        const char *word;
        int length;
        for (int k = 0; r->type == ROW_WORD && (word = row_word(r, k, &length)); k++) {
            char name[60];
            char with[TEXT_MOST];
            if (k == (int)r->fallback)
                continue;
            snprintf(name, sizeof name, "%s, %.*s", what->name, length, word);
            snprintf(with, sizeof with, "%.*s, %s: %.*s}", (int)strlen(text) - 1, text, r->name,
                     length, word);
            add_words(to, name, with, what->name);
        }
    }
}

static void add_slot(factor *to, const case_families *families, int slot)
{
    if (slot != LAW_NORMAL)
        add_words(to, "none", "", to->words);
    for (int i = 0; i < families->laws[slot]; i++)
        add_law(to, slot, i, families->law[slot][i]);
    // The plain one is the first that both solvers know.
    for (int i = families->laws[slot] - 1; slot == LAW_NORMAL && i >= 0; i--)
        for (int k = 0; k < to->levels; k++)
            if (law_has_rows(slot, families->law[slot][i]) &&
                !strcmp(to->level[k].name, families->law[slot][i]->name))
                to->plain = k;
}

static void add_shapes(factor *to, int dimensions)
{
    int count;
    const char *const *list = case_shape_examples(dimensions, &count);
    for (int i = 0; i < count; i++) {
        char name[60];
        char words[120];
        const int length = (int)strcspn(list[i], ":");
        const char *text = list[i] + length + 1 + strspn(list[i] + length + 1, " ");
        const int form = (int)strcspn(text + 1, ":");
        snprintf(name, sizeof name, "%.*s", length, list[i]);
        snprintf(words, sizeof words, "%s|%.*s|corners|surface", name, form, text + 1);
        add_words(to, name, text, words);
        to->level[to->levels - 1].number = dimensions;
    }
}

// Several motions of one wall: the first two that know `to`.
static void add_chain(factor *to, const plugin *const *list, int count)
{
    char text[TEXT_MOST] = "[";
    int links = 0;
    for (int i = 0; i < count && links < 2; i++) {
        if (!has_row(list[i], "to") || strchr(case_example(list[i]), '\n'))
            continue;
        const size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, "%s{law: %s, %s, to: ${T/2}}", links ? ", " : "",
                 list[i]->name, case_example(list[i]));
        links++;
    }
    snprintf(text + strlen(text), sizeof text - strlen(text), "]");
    add_words(to, "several motions", text, "motions|drive");
}

static const char *const words_of[FACTORS] = {
    [SHAPE] = "shape|grains",
    [DIMENSIONS] = "dimensions|2D|3D|plane|space",
    [SOLVER] = "solver",
    [NORMAL] = "normal",
    [TANGENTIAL] = "tangential",
    [COHESION] = "cohesion",
    [ROLLING] = "rolling",
    [TWISTING] = "twisting",
    [INTEGRATOR] = "integrator",
    [ROTATION] = "rotation",
    [IMPULSES] = "nonsmooth",
    [MEETING] = "meeting",
    [WEIGHTS] = "weights",
    [STATE] = "grains",
    [KINDS] = "mixture|material|shape",
    [PACKING] = "packing",
    [REGION] = "region",
    [WALL] = "wall",
    [DRIVE] = "drive",
    [TIMING] = "from|to",
    [SURFACE] = "surface",
    [LIFE] = "from|until",
    [BOUNDARY] = "boundary|domain|cell",
    [GRAVITY] = "gravity",
    [FORCES] = "forces",
    [SLOW] = "damping|mass_scaling",
    [GROWTH] = "growth",
    [STREAM] = "stream",
    [REMOVAL] = "removal",
    [STAGE_CHANGES] = "stage",
    [PROBE] = "probe",
    [OUTPUT] = "output|orientation",
    [SEARCH] = "search",
    [THREADS] = "threads",
    [PARTS] = "parts",
};

static const char *const names_of[FACTORS] = {
    [SHAPE] = "shape",           [DIMENSIONS] = "dimensions",
    [SOLVER] = "solver",         [NORMAL] = "normal",
    [TANGENTIAL] = "tangential", [COHESION] = "cohesion",
    [ROLLING] = "rolling",       [TWISTING] = "twisting",
    [INTEGRATOR] = "integrator", [ROTATION] = "rotation",
    [IMPULSES] = "impulses",     [MEETING] = "meeting",
    [WEIGHTS] = "weights",       [STATE] = "state",
    [KINDS] = "kinds",           [PACKING] = "packing",
    [REGION] = "region",         [WALL] = "wall",
    [DRIVE] = "drive",           [TIMING] = "timing",
    [SURFACE] = "surface",       [LIFE] = "life",
    [BOUNDARY] = "boundary",     [GRAVITY] = "gravity",
    [FORCES] = "forces",         [SLOW] = "slow",
    [GROWTH] = "growth",         [STREAM] = "stream",
    [REMOVAL] = "removal",       [STAGE_CHANGES] = "stages",
    [PROBE] = "probe",           [OUTPUT] = "output",
    [SEARCH] = "search",         [THREADS] = "threads",
    [PARTS] = "parts",
};

static void add_from_tables(factors *all)
{
    const case_families families = all_families();
    static const factor_id slots[LAW_SLOTS] = {NORMAL, COHESION, TANGENTIAL, ROLLING, TWISTING};
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        add_slot(&all->of[slots[slot]], &families, slot);
    add_shapes(&all->of[SHAPE], 3);
    add_shapes(&all->of[SHAPE], 2);
    add_laws_of(&all->of[PACKING], families.packing, families.packings);
    add_words(&all->of[REGION], "none", "", "region");
    add_family(&all->of[REGION], families.region, families.regions);
    add_words(&all->of[WALL], "none", "", "wall");
    add_family(&all->of[WALL], families.primitive, families.primitives);
    add_words(&all->of[DRIVE], "none", "", "drive");
    add_laws_of(&all->of[DRIVE], families.drive, families.drives);
    add_chain(&all->of[DRIVE], families.drive, families.drives);
    add_words(&all->of[PROBE], "none", "", "probe");
    add_laws_of(&all->of[PROBE], families.probe, families.probes);
    drop_level(&all->of[PROBE], "given"); // the number of a program, which there is none of here
    add_names(&all->of[SOLVER], "solver", solver_names, SOLVERS);
    add_names(&all->of[INTEGRATOR], "integrator", integrator_names, INTEGRATORS);
    add_names(&all->of[ROTATION], "rotation", rotation_names, ROTATIONS);
    add_names(&all->of[SEARCH], "search", search_names, SEARCHES);
    for (int i = 0; i < all->of[PACKING].levels; i++)
        if (!strcmp(all->of[PACKING].level[i].name, "lattice"))
            all->of[PACKING].plain = i;
}

// ---- what is no table

static void add_impulses(factor *to)
{
    add(to, "usual", "");
    for (int i = 1; i < IMPACT_MODES; i++) {
        char text[60];
        snprintf(text, sizeof text, "impact: %s", impact_names[i]);
        add(to, impact_names[i], text);
    }
    add(to, "single", "precision: single");
    add(to, "relax", "relax: 4");
    add(to, "not speculative", "speculative: false");
}

static void add_contacts_of_shapes(factor *meeting, factor *weights)
{
    static const char *const meetings[] = {"potential", "features", "convex", "solid"};
    static const char *const weighings[] = {"norm", "shared", "sum"};
    add(meeting, "usual", "");
    add_names(meeting, "meeting", meetings, 4);
    add(weights, "usual", "");
    add_names(weights, "weights", weighings, 3);
}

static void add_grains(factor *state, factor *kinds)
{
    add(state, "free", "");
    add_words(state, "locked", "locked: rotation", "locked|rotation");
    add_words(state, "spinning", "spin", "spin");
    add_words(state, "some fixed", "fixed", "fixed");
    add(kinds, "one", "");
    add_words(kinds, "mixture", "mixture", "mixture|shape");
    add_words(kinds, "two materials", "materials", "material");
    add_words(kinds, "sizes", "sizes", "scale|classes|size|distribution");
}

static void add_walls(factor *timing, factor *surface, factor *life)
{
    add(timing, "always", "");
    add_words(timing, "for a time", "from: ${T/4}, to: ${3*T/4}", "from|to");
    add(surface, "stands", "");
    add_words(surface, "belt", "{velocity: [0.3 m/s, 0, 0], factor: '1 + t/${T}'}", "surface");
    add_words(surface, "turns", "{rotation: {axis: [0, 1, 0], rate: 60 rpm}}", "surface|rotation");
    add(life, "always", "");
    add_words(life, "until", "until: ${0.6*T}", "until");
    add_words(life, "from", "from: ${0.4*T}", "from");
}

// Cells beside walls flow fast, so that what walls do against the flow is not small against what grains bring along.
static void add_borders(factor *to)
{
    add(to, "open", "{x: open, y: open, z: open}");
    add(to, "wall", "{x: wall, y: wall, z: wall}");
    add(to, "periodic", "{x: periodic, y: periodic, z: periodic}");
    add(to, "periodic x", "{x: periodic, y: wall, z: open}");
    static const struct {
        const char *name, *cell;
        cell_borders borders;
    } cells[] = {
        {"cell, rate", "rate: {yy: -4/s}, from: ${T/8}, to: ${7*T/8}", CELL_ALONE},
        {"cell, stress", "stress: {xx: 5 kPa, yy: 5 kPa}, limit: 10/s", CELL_ALONE},
        {"cell, shear", "rate: {xy: 5/s}, stress: {yy: 5 kPa}, limit: 10/s", CELL_ALONE},
        {"cell, volume", "rate: {yy: -4/s}, keeps_volume: [x]", CELL_ALONE},
        {"cell, borders", "rate: {xy: 8/s}, motion: borders", CELL_ALONE},
        {"cell, walls", "rate: {xy: ${0.7/T}}, stress: {xx: 5 kPa}, limit: 10/s", CELL_WALLS_Z},
        {"cell, floor", "rate: {xx: ${-0.4/T}}", CELL_WALLS_Y},
    };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        add_words(to, cells[i].name, cells[i].cell, "cell|periodic");
        to->level[to->levels - 1].number = (int)cells[i].borders;
    }
}

static void add_flows(factor *stream, factor *removal)
{
    add(stream, "none", "");
    add_words(stream, "number", "rate: ${8/T}", "stream");
    add_words(stream, "mass", "mass", "stream");
    add_words(stream, "batches", "rate: ${8/T}, every: ${T/4}, count: 5", "stream");
    add_words(stream, "region", "region", "stream|inside|region");
    add(removal, "none", "");
    add_words(removal, "box", "every: ${T/7}", "removal");
    add_words(removal, "fraction", "every: ${T/9}, fraction: 0.5, seed: 4", "removal");
    add_words(removal, "region", "region", "removal|inside|region");
}

// What acts on grains without contact, and what changes their inertia and size.
static void add_actions(factor *forces, factor *slow, factor *growth)
{
    add(forces, "none", "");
    add(forces, "towards",
        "{law: towards, point: [0, -20 mm, 0], acceleration: 20 m/s^2, core: 5 mm}");
    add(forces, "centrifuge",
        "{law: spring, point: [0, 0, 0], axis: [0, 0, 1], rate: 20 rad/s, outwards: true}");
    add(forces, "drag", "{law: drag, time: ${T/2}, velocity: [0.5 m/s, 0, 0]}");
    add(forces, "stokes", "{law: drag, viscosity: 1 Pa s}");
    add(forces, "push",
        "{law: push, force: [1 mN, 0, 0], inside: {ball: {centre: [0, 0, 0], radius: 2 cm}}}");
    add(forces, "buoyancy", "{law: buoyancy, density: 500 kg/m^3, level: 5 mm}");
    add(slow, "none", "");
    add_words(slow, "damping", "damping: {local: 0.4}", "damping");
    add_words(slow, "scaled", "mass_scaling: 16", "mass_scaling");
    add(growth, "none", "");
    add(growth, "grows", "{rate: ${0.05/T}, until: ${0.8*T}}");
    add(growth, "shrinks", "{velocity: ${-0.4 mm/T}, from: ${0.2*T}, removed_below: 4.4 mm}");
    add(growth, "swells", "{rate: ${0.05/T}, keeps: mass}");
}

static void add_stages(factor *to)
{
    add(to, "none", "");
    add_words(to, "gravity", "gravity: [3 m/s^2, 5 m/s^2, 0]", "stage|gravity");
    add_words(to, "drive", "walls.floor.drive: {law: velocity, velocity: [0, 10 cm/s, 0]}",
              "stage|drive|walls.floor"); // which is not there without a wall
    add_words(to, "wall goes", "walls.floor: none", "stage|wall");
    add_words(to, "wall comes",
              "walls.lid: {material: soft, plane: {point: [0, 29.9 mm, 0], normal: [0, -1, 0]}}",
              "stage|wall");
    add_words(to, "modulus", "materials.soft.young: 12 MPa", "stage|material");
    add_words(to, "stream", "stream", "stage|stream");
    add_words(to, "solver", "solver", "stage|solver");
    add_words(to, "cell", "cell: {rate: {xx: -2/s}}", "stage|cell");
    add_words(to, "force", "forces.wind: {law: drag, time: ${T}}", "stage|forces");
    add_words(to, "growth", "grains.bed.growth: {rate: ${-0.05/T}, removed_below: 4 mm}",
              "stage|growth");
    add_words(to, "damping", "run.damping.local: 0.3", "stage|damping");
    add_words(to, "scaled", "run.mass_scaling: 4", "stage|mass_scaling");
    add_words(to, "condition", "output.every: ${T/5}", "stage|condition");
}

static void add_rest(factors *all)
{
    static const int dimensions[] = {3, 2};
    static const int threads[] = {1, 2, 3};
    static const int parts[] = {1, 2, 3, 5};
    add_numbers(&all->of[DIMENSIONS], dimensions, 2);
    add_numbers(&all->of[THREADS], threads, 3);
    add_numbers(&all->of[PARTS], parts, 4);
    add(&all->of[GRAVITY], "none", "0");
    add(&all->of[GRAVITY], "down", "[0, -9.81 m/s^2, 0]");
    add(&all->of[GRAVITY], "slanted", "[3 m/s^2, -9 m/s^2, 0]");
    add(&all->of[OUTPUT], "usual", "");
    add_words(&all->of[OUTPUT], "orientation", "orientation: true", "orientation");
    add_words(&all->of[OUTPUT], "full arm", "arm: full", "arm");
}

// ---- sizes

// The radius of the ball around a grain of that shape, m; 0: there is none.
static double reach_of(const factors *all, int shape)
{
    selection row = selection_plain(all);
    const level *is = &all->of[SHAPE].level[shape];
    trial trial;
    fault_list faults = {0};
    row.level[SHAPE] = shape;
    for (int i = 0; i < all->of[DIMENSIONS].levels; i++)
        if (all->of[DIMENSIONS].level[i].number == is->number)
            row.level[DIMENSIONS] = i;
    case_of_row(all, &row, (case_length){1, 1e-3}, trial.text);
    if (!trial_read(&trial, trial.text, &faults)) {
        for (int i = 0; i < faults.count; i++)
            fprintf(stderr, "%s: %s: %s\n", is->name, faults.item[i].where, faults.item[i].what);
        fault_list_clear(&faults);
        return 0;
    }
    const model_shape *shape_of = &trial.m.shape[0];
    const double radius =
        shape_of->radius.kind == SPREAD_FIXED ? shape_of->radius.value : shape_of->radius.to;
    trial_close(&trial);
    fault_list_clear(&faults);
    return radius;
}

bool factors_make(factors *all)
{
    memset(all, 0, sizeof *all);
    for (int f = 0; f < FACTORS; f++) {
        all->of[f].name = names_of[f];
        all->of[f].words = words_of[f];
    }
    add_from_tables(all);
    add_rest(all);
    add_impulses(&all->of[IMPULSES]);
    add_contacts_of_shapes(&all->of[MEETING], &all->of[WEIGHTS]);
    add_grains(&all->of[STATE], &all->of[KINDS]);
    add_walls(&all->of[TIMING], &all->of[SURFACE], &all->of[LIFE]);
    add_borders(&all->of[BOUNDARY]);
    add_flows(&all->of[STREAM], &all->of[REMOVAL]);
    add_actions(&all->of[FORCES], &all->of[SLOW], &all->of[GROWTH]);
    add_stages(&all->of[STAGE_CHANGES]);
    for (int f = 0; f < FACTORS; f++) {
        all->of[f].first = all->levels;
        all->levels += all->of[f].levels;
    }
    for (int i = 0; i < all->of[SHAPE].levels; i++) {
        const double radius = reach_of(all, i);
        if (!(radius > 0))
            return false;
        all->scale[i] = reach / radius;
    }
    return all->levels <= ALL_LEVELS_MOST;
}

selection selection_plain(const factors *all)
{
    selection row;
    for (int f = 0; f < FACTORS; f++)
        row.level[f] = all->of[f].plain;
    return row;
}

const level *level_of(const factors *all, const selection *row, factor_id which)
{
    return &all->of[which].level[row->level[which]];
}
