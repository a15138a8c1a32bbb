// text.c - the case of a row. T is the length of its run: motions, streams, removals and stages begin and end within it, so
// that a run that is stopped on the way is stopped in the middle of them.
#include "matrix/matrix.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct writer {
    const factors *all;
    const selection *row;
    char *out;
    size_t length;
    bool flat;
} writer;

static const level *at(const writer *w, factor_id which)
{
    return level_of(w->all, w->row, which);
}

static bool is_plain(const writer *w, factor_id which)
{
    return w->row->level[which] == w->all->of[which].plain;
}

static bool says(const writer *w, factor_id which, const char *text)
{
    return !strcmp(at(w, which)->text, text);
}

SCREE_PRINTF(2, 3) static void put(writer *w, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    const int length = vsnprintf(w->out + w->length, CASE_MOST - w->length, text, args);
    va_end(args);
    w->length += (size_t)length;
    if (w->length >= CASE_MOST)
        w->length = CASE_MOST - 1;
}

// ---- grains

// A shape with further keys in its form, "{polyhedron: {builder: ...}}", and a factor on its lengths.
static void put_shape(writer *w)
{
    const level *shape = at(w, SHAPE);
    const double scale = w->all->scale[w->row->level[SHAPE]];
    const bool ball = !strncmp(shape->text, "{ball", 5);
    const bool clump = !strncmp(shape->text, "{clump", 6);
    const int form = 1 + (int)strcspn(shape->text + 1, "{"); // up to the brace of the form
    put(w, "  %s: {", shape->name);
    if (!ball && says(w, KINDS, "sizes"))
        put(w, "scale: {distribution: uniform, from: %.17g, to: %.17g}, classes: 3, ", 0.8 * scale,
            scale);
    else if (!ball && scale > 0)
        put(w, "scale: %.17g, classes: 1, ", scale);
    put(w, "%.*s{", form - 1, shape->text + 1);
    for (int f = MEETING; f <= WEIGHTS && !ball && !clump; f++)
        if (!is_plain(w, (factor_id)f))
            put(w, "%s, ", at(w, (factor_id)f)->text);
    put(w, "%s\n", shape->text + form + 1);
}

static void put_shapes(writer *w)
{
    put(w, "shapes:\n");
    put_shape(w);
    put(w, "  marble: {ball: {radius: 4.5 mm}}\n");
}

static void put_kind(writer *w)
{
    const char *shape = at(w, SHAPE)->name;
    if (says(w, KINDS, "mixture"))
        put(w,
            "mixture: [{shape: %s, material: soft, fraction: 0.6}, {shape: marble, material: "
            "soft, fraction: 0.4}]",
            shape);
    else if (says(w, KINDS, "materials"))
        put(w,
            "mixture: [{shape: %s, material: soft, fraction: 0.6}, {shape: %s, material: hard, "
            "name: hard, fraction: 0.4}]",
            shape, shape);
    else
        put(w, "shape: %s, material: soft", shape);
}

static void put_packing(writer *w)
{
    const level *packing = at(w, PACKING);
    const bool region = !is_plain(w, REGION) && (packing->number & KNOWS_REGIONS);
    const char *box = region ? strstr(packing->text, ", low:") : NULL; // the region has one
    const int length = box ? (int)(box - packing->text) : (int)strlen(packing->text) - 1;
    put(w, "packing: %.*s%s}", length, packing->text, region ? ", inside: zone" : "");
}

static void put_growth(writer *w)
{
    if (!is_plain(w, GROWTH))
        put(w, "growth: %s, ", at(w, GROWTH)->text);
}

static void put_grains(writer *w)
{
    put(w, "grains:\n");
    // With fixed grains, and something to mix with, there is more than one set.
    const bool fixed = says(w, STATE, "fixed");
    if (fixed || !strcmp(at(w, PROBE)->name, "mixing"))
        put(w,
            "  - {name: posts, shape: %s, material: soft%s, packing: {law: lattice, "
            "spacing: [3 cm, 3 cm, 3 cm], counts: [2, 1, %d], origin: [-15 mm, -20 mm, %s]}}\n",
            at(w, SHAPE)->name, fixed ? ", fixed: true" : "", w->flat ? 1 : 2,
            w->flat ? "0" : "-15 mm");
    put(w, "  - {name: bed, ");
    put_kind(w);
    put(w, ", velocity: %s, temperature: 1.5 m^2/s^2, ",
        w->flat ? "[0.4 m/s, -1.5 m/s]" : "[0.4 m/s, -1.5 m/s, 0.3 m/s]");
    if (says(w, STATE, "spin"))
        put(w, "spin: %s, ", w->flat ? "[0, 0, 90 rad/s]" : "[30 rad/s, -60 rad/s, 90 rad/s]");
    if (says(w, STATE, "locked: rotation"))
        put(w, "locked: rotation, ");
    put_growth(w);
    put_packing(w);
    put(w, "}\n");
}

// ---- what comes and goes

static void put_where(writer *w)
{
    if (!is_plain(w, REGION))
        put(w, "inside: zone");
    else if (w->flat)
        put(w, "inside: {box: {low: [-26 mm, -8 mm], high: [26 mm, 28 mm]}}");
    else
        put(w, "inside: {box: {low: [-26 mm, -8 mm, -26 mm], high: [26 mm, 28 mm, 26 mm]}}");
}

static void put_stream(writer *w, const char *settings)
{
    put(w, "{");
    put_kind(w);
    put(w, ", velocity: [0, -1 m/s, 0], ");
    put_growth(w);
    if (!strcmp(settings, "region")) {
        put_where(w);
        put(w, ", rate: ${8/T}}");
        return;
    }
    put(w, "low: [-26 mm, 13 mm, -26 mm], high: [26 mm, 29 mm, 26 mm], ");
    if (!strcmp(settings, "mass"))
        put(w, "rate: %s, from: ${T/10}}", w->flat ? "${1 kg/T}" : "${8 g/T}");
    else
        put(w, "%s}", settings);
}

static void put_flows(writer *w)
{
    if (!is_plain(w, STREAM)) {
        put(w, "streams:\n  rain: ");
        put_stream(w, at(w, STREAM)->text);
        put(w, "\n");
    }
    if (is_plain(w, REMOVAL))
        return;
    put(w, "removals:\n  sink: {");
    if (says(w, REMOVAL, "region")) {
        put_where(w);
        put(w, ", every: ${T/6}, fraction: 0.3}\n");
    } else {
        put(w, "low: [-30 mm, -30 mm, -30 mm], high: [30 mm, -12 mm, 30 mm], %s}\n",
            at(w, REMOVAL)->text);
    }
}

// ---- walls

static void put_drive(writer *w)
{
    const level *drive = at(w, DRIVE);
    if (is_plain(w, DRIVE))
        return;
    const int length = (int)strlen(drive->text) - 1;
    if (!is_plain(w, TIMING) && (drive->number & KNOWS_TIMES))
        put(w, ", drive: %.*s, %s}", length, drive->text, at(w, TIMING)->text);
    else
        put(w, ", drive: %s", drive->text);
}

static void put_walls(writer *w)
{
    if (is_plain(w, WALL))
        return;
    put(w, "walls:\n  floor: {material: soft, %s: {%s}", at(w, WALL)->words, at(w, WALL)->text);
    put_drive(w);
    if (!is_plain(w, SURFACE))
        put(w, ", surface: %s", at(w, SURFACE)->text);
    if (!is_plain(w, LIFE))
        put(w, ", %s", at(w, LIFE)->text);
    put(w, "}\n");
}

static void put_domain(writer *w)
{
    static const char *const of_cells[] = {
        [CELL_ALONE] = "{x: periodic, y: periodic, z: periodic}",
        [CELL_WALLS_Z] = "{x: periodic, y: periodic, z: wall}",
        [CELL_WALLS_Y] = "{x: periodic, y: wall, z: periodic}",
    };
    const level *boundary = at(w, BOUNDARY);
    const char *borders = boundary->number ? of_cells[boundary->number] : boundary->text;
    const int length =
        w->flat ? (int)(strstr(borders, ", z:") - borders) : (int)strlen(borders) - 1;
    put(w, "domain: {low: [-30 mm, -30 mm, -30 mm], high: [30 mm, 30 mm, 30 mm], boundary: %.*s}",
        length, borders);
    const char *wall = strstr(borders, "wall");
    put(w, "%s}\n", wall && wall < borders + length ? ", material: soft" : "");
    if (boundary->number)
        put(w, "cell: {%s}\n", boundary->text);
}

// ---- the rest

static void put_laws(writer *w)
{
    put(w,
        "materials:\n"
        "  soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25, yield: 0.2 MPa}\n"
        "  hard: {density: 4000 kg/m^3, young: 30 MPa, poisson: 0.3, yield: 0.3 MPa}\n"
        "pairs: {default: {%s%s%s%s%s%s}}\n",
        at(w, NORMAL)->text, at(w, COHESION)->text,
        is_plain(w, TANGENTIAL) ? ", tangential: none" : at(w, TANGENTIAL)->text,
        at(w, ROLLING)->text, at(w, TWISTING)->text, "");
}

static void put_regions(writer *w)
{
    const level *region = at(w, REGION);
    const bool list = region->text[0] == '[';
    if (!is_plain(w, REGION))
        put(w, "regions: {zone: {%s: %s%s%s}}\n", region->words, list ? "" : "{", region->text,
            list ? "" : "}");
}

static void put_run(writer *w, case_length length)
{
    put(w, "run: {steps: %d, ledger: true, deepest_overlap: none, on_loss: remove", length.steps);
    if (!is_plain(w, INTEGRATOR))
        put(w, ", %s", at(w, INTEGRATOR)->text);
    if (!is_plain(w, ROTATION))
        put(w, ", %s", at(w, ROTATION)->text);
    if (!is_plain(w, SEARCH))
        put(w, ", %s", at(w, SEARCH)->text);
    if (!is_plain(w, OUTPUT))
        put(w, ", %s", at(w, OUTPUT)->text);
    if (!is_plain(w, SLOW))
        put(w, ", %s", at(w, SLOW)->text);
    put(w, "}\n");
}

static void put_probes(writer *w)
{
    const level *probe = at(w, PROBE);
    if (is_plain(w, PROBE))
        return;
    const bool inside =
        !is_plain(w, REGION) && (probe->number & KNOWS_REGIONS) && !strstr(probe->text, "low:");
    put(w, "probes: {look: %.*s%s, every: ${T/6}}}\n", (int)strlen(probe->text) - 1, probe->text,
        inside ? ", inside: zone" : "");
}

static void put_stages(writer *w)
{
    const level *stages = at(w, STAGE_CHANGES);
    if (is_plain(w, STAGE_CHANGES))
        return;
    const bool condition = !strcmp(stages->name, "condition");
    put(w, "stages:\n  - {name: first, until: %s}\n  - {name: second, set: {",
        condition ? "'stage_time > ${T/3} and kinetic > 0 J', every: 7, limit: ${T/2}" : "${T/2}");
    if (!strcmp(stages->text, "stream")) {
        put(w, "streams.late: ");
        put_stream(w, "rate: ${8/T}, from: ${T/2}");
    } else if (!strcmp(stages->text, "solver")) {
        put(w, "solver: %s, run.step: auto",
            at(w, SOLVER)->number ? solver_names[0] : solver_names[1]);
    } else {
        put(w, "%s", stages->text);
    }
    put(w, "}}\n");
}

void case_of_row(const factors *all, const selection *row, case_length length, char out[CASE_MOST])
{
    writer w = {all, row, out, 0, false};
    w.flat = at(&w, DIMENSIONS)->number == 2;
    put(&w, "scree: 1\nlet: {T: %.17g s}\ndimensions: %d\n%s\n", length.time,
        at(&w, DIMENSIONS)->number, at(&w, SOLVER)->text);
    if (!is_plain(&w, IMPULSES))
        put(&w, "nonsmooth: {%s}\n", at(&w, IMPULSES)->text);
    put(&w, "gravity: %s\n", at(&w, GRAVITY)->text);
    if (!is_plain(&w, FORCES))
        put(&w, "forces: {wind: %s}\n", at(&w, FORCES)->text);
    put_domain(&w);
    put_laws(&w);
    put_shapes(&w);
    put_regions(&w);
    put_walls(&w);
    put_grains(&w);
    put_flows(&w);
    put_run(&w, length);
    put_probes(&w);
    put_stages(&w);
}
