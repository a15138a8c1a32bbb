// probes.c - `scree bench probes`: what a sample of each probe costs, in steps of the settled bed, and as a share of a run
// that samples as often as it does where nobody says how often (run/probing.c): a hundred times.
//
// The bed lies between a floor and a lid that nothing touches, so that probes of whole samples have walls. All probes look
// at the same frames, as in a run; making one is a row of its own, and so is what watching costs in the steps themselves.
#include "bench/bench.h"

#include "console/exit.h"
#include "run/probing.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 40, SAMPLES_OF_RUN = 100 };

// Processor time, s: what else the machine does is no part of it.
static double now(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

// ---- the case

// Each with what its page shows, over cells, slices and bins of two to three diameters where there are 10,000 grains, whose
// bed is twenty across.
static const char probes[] =
    "let: {across: %.17g m}\n"
    "probes:\n"
    "  angle-of-repose: {law: angle-of-repose, of: slope, along: [1, 0, 0]}\n"
    "  body: {law: body, grain: bed}\n"
    "  contacts: {law: contacts}\n"
    "  energy: {law: energy}\n"
    "  fabric: {law: fabric}\n"
    "  fields: {law: fields, cell: '${0.15*across}', low: &low [0 m, 0 m, 0 m], high: &high "
    "['${across}', '${across}', '${1.5*across}']}\n"
    "  field-series: {law: field-series, cell: '${0.15*across}', low: *low, high: *high}\n"
    "  flow-rate: {law: flow-rate, axis: x, at: '${0.5*across}'}\n"
    "  force-chains: {law: force-chains}\n"
    "  force-histogram: {law: force-histogram, high: 0.1 N}\n"
    "  inertial-number: {law: inertial-number, z_low: floor, z_high: lid}\n"
    "  mean-square-displacement: {law: mean-square-displacement}\n"
    "  mixing: {law: mixing, of: bed, cell: '${0.15*across}', low: *low, high: *high}\n"
    "  orientation: {law: orientation, grain: bed}\n"
    "  radial-distribution: {law: radial-distribution, reach: '${0.199*across}'}\n"
    "  radial-profile: {law: radial-profile, point: ['${0.5*across}', '${0.5*across}', 0 m], "
    "radius: '${0.5*across}', bins: 5}\n"
    "  region: {law: region, low: *low, high: *high}\n"
    "  residence: {law: residence, high: 1 s}\n"
    "  strain: {law: strain, z_low: floor, z_high: lid}\n"
    "  stress: {law: stress, z_low: floor, z_high: lid}\n"
    "  unbalanced: {law: unbalanced}\n"
    "  velocity-profile: {law: velocity-profile, axis: z, bins: 15}\n"
    "  void-ratio: {law: void-ratio, z_low: floor, z_high: lid}\n"
    "  wall-force: {law: wall-force, wall: floor}\n"
    "  wall-map: {law: wall-map, wall: floor, cell: '${0.15*across}'}\n"
    "  wall-wear: {law: wall-wear, wall: floor, cell: '${0.15*across}'}\n"
    "  surface-flow: {law: surface-flow, file: \"%s\", unit: m}\n";

// A square across the bed at a height, of two triangles. False: it could not be written.
static bool write_sheet(const char *path, double across, double height)
{
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return false;
    fprintf(file, "v 0 0 %.17g\nv %.17g 0 %.17g\n", height, across, height);
    fprintf(file, "v %.17g %.17g %.17g\nv 0 %.17g %.17g\n", across, across, height, across, height);
    fputs("f 1 2 3\nf 1 3 4\n", file);
    return fclose(file) == 0;
}

// A grain above the bed is what the bed could be mixed with. `sheet`: the file of a surface to be measured at; NULL: nothing is measured.
static char *case_text(const char *table, double across, double height, const char *sheet)
{
    char *more = sheet ? text_format(probes, across, sheet) : text_copy("");
    char *text = text_format(
        "scree: 1\n"
        "gravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m], boundary: {x: periodic, "
        "y: periodic, z: open}}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.3}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
        "friction: 0.5}}}\n"
        "shapes: {bead: {ball: {radius: {distribution: uniform, from: 2.25 mm, to: 2.75 mm}}}}\n"
        "walls:\n"
        "  floor: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}\n"
        "  lid: {material: glass, plane: {point: [0 m, 0 m, %.17g m], normal: [0, 0, -1]}}\n"
        "grains: [{name: bed, shape: bead, material: glass, packing: {law: csv, file: \"%s\"}}, "
        "{name: tracer, shape: bead, material: glass, packing: {law: lattice, counts: [1, 1, 1], "
        "spacing: [1 m, 1 m, 1 m], origin: [%.17g m, %.17g m, %.17g m]}}]\n"
        "run: {duration: 1 s, step: 2.5e-5 s, deepest_overlap: 0.5, orientation: true}\n"
        "%s",
        across, across, height, 0.9 * height, table, 0.5 * across, 0.5 * across, 0.8 * height,
        more ? more : "");
    free(more);
    return text;
}

// ---- the clock

// The least of some rounds each, s: what else the machine does makes them longer, and never shorter.
typedef struct bench_costs {
    double step;    // of a bed without probes
    double watched; // the same with what probes watch
    double frame;   // of one
    double *sample; // of one of each probe; owned
    int64_t of_run; // steps of a run
    bench_scene plain, probed;
    probing probing;
} bench_costs;

static void keep_least(double *least, double begin, int64_t times)
{
    *least = fmin(*least, (now() - begin) / (double)times);
}

static scree_status sample_all(bench_costs *costs, const frame *frame, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < costs->probing.count && !status; i++) {
        probing_one *one = &costs->probing.one[i];
        const double begin = now();
        status = one->is->sample(&one->asked->measure, &costs->probed.model, frame, one->state,
                                 &one->table, error);
        keep_least(&costs->sample[i], begin, 1);
        one->table.rows = 0;
    }
    return status;
}

// A bed whose numbers the other one has driven out of the caches is brought back first.
static scree_status time_steps(world *world, int64_t steps, double *least, scree_error *error)
{
    enum { TO_WARM = 5 };
    scree_status status = world_step(world, TO_WARM, error);
    const double begin = now();
    if (!status)
        status = world_step(world, steps, error);
    keep_least(least, begin, steps);
    return status;
}

// As in a run: some steps, a frame, all probes; and the same steps of the bed without probes beside it.
static scree_status time_round(bench_costs *costs, int64_t steps, frame *frame, scree_error *error)
{
    scree_status status = time_steps(costs->plain.world, steps, &costs->step, error);
    if (!status)
        status = time_steps(costs->probed.world, steps, &costs->watched, error);
    const double begin = now();
    if (!status)
        status = world_frame(costs->probed.world, frame, error);
    keep_least(&costs->frame, begin, 1);
    return status ? status : sample_all(costs, frame, error);
}

static scree_status time_all(const bench_options *options, bench_costs *costs, scree_error *error)
{
    const int64_t least = 20; // fewer are lost in the noise of the clock
    const int64_t steps = options->steps / ROUNDS > least ? options->steps / ROUNDS : least;
    frame frame = {0};
    scree_status status = world_step(costs->plain.world, options->warm, error);
    if (!status)
        status = world_step(costs->probed.world, options->warm, error);
    if (!status)
        status = world_frame(costs->probed.world, &frame, error); // the first takes memory
    for (int k = 0; k < ROUNDS && !status; k++)
        status = time_round(costs, steps, &frame, error);
    frame_clear(&frame);
    return status;
}

// ---- what it prints

static void print_row(const bench_options *options, const bench_costs *costs, const char *name,
                      double seconds)
{
    const double steps = seconds / costs->step;
    const double share = steps * SAMPLES_OF_RUN / (double)costs->of_run;
    json json = {0};
    if (!options->json) {
        printf("%-32s %10.3f ms %8.2f steps %8.3f %% of a run\n", name, 1e3 * seconds, steps,
               100 * share);
        return;
    }
    json_begin(&json);
    json_text(&json, "benchmark", "probes");
    json_text(&json, "probe", name);
    json_integer(&json, "n", options->count);
    json_integer(&json, "threads", options->threads);
    json_number(&json, "seconds_per_sample", seconds);
    json_number(&json, "steps_per_sample", steps);
    json_number(&json, "share_of_run", share);
    json_close(&json);
    bench_row(options, &json);
}

// Those that do much more than to look at each grain and contact once.
static bool is_costly(const char *name)
{
    static const char *const costly[] = {"fields", "field-series", "force-chains",
                                         "radial-distribution", "radial-profile"};
    bool found = false;
    for (size_t k = 0; k < sizeof costly / sizeof *costly; k++)
        found = found || !strcmp(name, costly[k]);
    return found;
}

static void print_costs(const bench_options *options, const bench_costs *costs)
{
    // What is watched in the steps between two samples belongs to them.
    const double between = (double)costs->of_run / SAMPLES_OF_RUN;
    const double watching = fmax(0, costs->watched - costs->step) * between;
    double usual = costs->frame + watching;
    double all = usual;
    print_row(options, costs, "frame", costs->frame);
    print_row(options, costs, "watching walls", watching);
    for (int i = 0; i < costs->probing.count; i++) {
        const char *name = costs->probing.one[i].asked->name;
        print_row(options, costs, name, costs->sample[i]);
        all += costs->sample[i];
        usual += is_costly(name) ? 0 : costs->sample[i];
    }
    print_row(options, costs, "all", all);
    print_row(options, costs, "all but those that look closer", usual);
}

static scree_status begin(bench_costs *costs, scree_error *error)
{
    const model *model = &costs->probed.model;
    costs->of_run = (int64_t)(model->duration / world_dt(costs->probed.world) + 0.5);
    costs->step = costs->watched = costs->frame = INFINITY;
    costs->sample = calloc((size_t)model->probes + 1, sizeof *costs->sample);
    if (!costs->sample)
        return fail_memory(error, "probes");
    for (int i = 0; i < model->probes; i++)
        costs->sample[i] = INFINITY;
    return probing_begin(&costs->probing, model, costs->probed.world, error);
}

static int measure(const bench_options *options, const char *plain, const char *measured,
                   bench_costs *costs)
{
    scree_error error = {0};
    int code = bench_make(options, plain, "probes", &costs->plain);
    if (code == EXIT_DONE)
        code = bench_make(options, measured, "probes", &costs->probed);
    if (code != EXIT_DONE)
        return code;
    scree_status status = begin(costs, &error);
    if (!status)
        status = time_all(options, costs, &error);
    return status ? give_up(&error) : EXIT_DONE;
}

// With the energy books, which one of the probes shows.
int bench_probes(const bench_options *given)
{
    bench_options with = *given;
    with.ledger = true;
    const bench_options *options = &with;
    double across;
    double height;
    bench_costs costs = {0};
    scree_error error = {0};
    char *table = text_format("%s/bed-%lld.csv", options->cache, (long long)options->count);
    char *sheet = text_format("%s/sheet-%lld.obj", options->cache, (long long)options->count);
    int code = table && sheet ? bench_bed_table(options, table, &across, &height)
                              : (fail_memory(&error, "probes"), give_up(&error));
    if (code == EXIT_DONE && !write_sheet(sheet, across, 0.4 * height)) {
        fail(&error, SCREE_IO, sheet, "choose another --cache", "cannot write the file");
        code = give_up(&error);
    }
    char *plain = code == EXIT_DONE ? case_text(table, across, height, NULL) : NULL;
    char *measured = code == EXIT_DONE ? case_text(table, across, height, sheet) : NULL;
    if (plain && measured)
        code = measure(options, plain, measured, &costs);
    if (code == EXIT_DONE)
        print_costs(options, &costs);
    if (table)
        remove(table);
    if (sheet)
        remove(sheet);
    probing_close(&costs.probing, NULL);
    if (costs.plain.world)
        bench_close(&costs.plain);
    if (costs.probed.world)
        bench_close(&costs.probed);
    free(costs.sample);
    free(table);
    free(sheet);
    free(plain);
    free(measured);
    return code;
}
