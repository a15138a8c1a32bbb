// shapes.c - `scree bench shapes`: what a step costs of grains of each kind, in settled beds.
//
// Populations take turns, several rounds of `steps` each, and the fastest round counts. With one thread the time is
// that of the processor, which other work on the machine lengthens less than time on the wall. In the plane all grains
// have the area of the same disk; the clump of 726 disks fills the outline of 62 vertices
// (Alonso-Marroquín and Wang 2009, section 5).
#include "bench/shapes.h"
#include "console/exit.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7 };

typedef struct measured {
    const bench_population *kind; // NULL: not asked for
    bench_scene scene;
    double best;     // s, of the fastest round
    double contacts; // a grain
    double touching; // pairs of grains that touch, a grain; a floor counts as a grain
    int64_t grains, builds;
} measured;

static double now(const bench_options *options)
{
    struct timespec clock;
    clock_gettime(options->threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

static int advance(const bench_options *options, measured *measured, int64_t steps, double *seconds)
{
    scree_error error = {0};
    double from = now(options);
    scree_status status = world_step(measured->scene.world, steps, &error);
    *seconds = now(options) - from;
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

static int by_value(const void *p, const void *q)
{
    const int64_t *x = p;
    const int64_t *y = q;
    return (*x > *y) - (*x < *y);
}

// The body of a grain's id; a wall is its own.
static int64_t body_of(const frame *frame, int64_t id)
{
    const frame_balls *balls = &frame->ball;
    const int64_t first = balls->count ? balls->id[0] : 0;
    const bool wall = id < first;
    return wall ? id : balls->body[id - first];
}

static int64_t count_pairs(const frame *frame, int64_t *pair)
{
    const frame_contacts *contacts = &frame->contact;
    int64_t pairs = 0;
    for (int64_t i = 0; i < contacts->count; i++) {
        const int64_t a = body_of(frame, contacts->a[i]);
        const int64_t b = body_of(frame, contacts->b[i]);
        pair[i] = a << 32 | b;
    }
    qsort(pair, (size_t)contacts->count, sizeof *pair, by_value);
    for (int64_t i = 0; i < contacts->count; i++)
        pairs += !i || pair[i] != pair[i - 1];
    return pairs;
}

static int count_contacts(measured *measured)
{
    frame frame = {0};
    scree_error error = {0};
    if (world_frame(measured->scene.world, &frame, &error) != SCREE_OK)
        return give_up(&error);
    const int64_t count = frame.contact.count;
    int64_t *pair = malloc(((size_t)count + 1) * sizeof *pair);
    const bool ok = pair != NULL;
    const int64_t pairs = ok ? count_pairs(&frame, pair) : 0;
    measured->grains = world_grains(measured->scene.world);
    const double grains = (double)measured->grains;
    measured->contacts = (double)count / grains;
    measured->touching = (double)pairs / grains;
    free(pair);
    frame_clear(&frame);
    if (ok)
        return EXIT_DONE;
    fail_memory(&error, "bench");
    return give_up(&error);
}

static int measure(const bench_options *options, measured measured[POPULATIONS])
{
    double seconds;
    int code = EXIT_DONE;
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++) {
        if (!measured[i].kind)
            continue;
        code = advance(options, &measured[i], options->warm, &seconds);
        measured[i].builds = -world_pulse_of(measured[i].scene.world).list_builds;
    }
    for (int round = 0; round < ROUNDS && code == EXIT_DONE; round++) {
        for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++) {
            if (!measured[i].kind)
                continue;
            code = advance(options, &measured[i], options->steps, &seconds);
            measured[i].best = seconds < measured[i].best ? seconds : measured[i].best;
        }
    }
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++) {
        if (!measured[i].kind)
            continue;
        measured[i].builds += world_pulse_of(measured[i].scene.world).list_builds;
        code = count_contacts(&measured[i]);
    }
    return code;
}

static double per_grain(const bench_options *options, const measured *measured)
{
    return 1e9 * measured->best / ((double)measured->grains * (double)options->steps);
}

static int print_json(const bench_options *options, const measured all[POPULATIONS], measured *data)
{
    json json = {0};
    double ns = per_grain(options, data);
    json_begin(&json);
    json_text(&json, "benchmark", "shapes");
    json_text(&json, "population", data->kind->name);
    json_number(&json, "grain_steps_per_second", 1e9 / ns);
    json_integer(&json, "n", data->grains);
    json_integer(&json, "elements_per_grain", data->kind->elements);
    json_number(&json, "contacts_per_grain", data->contacts);
    json_number(&json, "touching_pairs_per_grain", data->touching);
    json_number(&json, "ns_per_grain", ns);
    json_number(&json, "ns_per_contact", ns / data->contacts);
    json_number(&json, "seconds", data->best);
    json_text(&json, "clock", options->threads == 1 ? "processor" : "wall");
    json_integer(&json, "steps", options->steps);
    json_integer(&json, "rounds", ROUNDS);
    json_integer(&json, "list_builds", data->builds);
    json_integer(&json, "threads", options->threads);
    json_flag(&json, "ledger", options->ledger);
    const measured *disks = &all[DISKS];
    const measured *outlines = &all[OUTLINES];
    if (data == outlines && disks->kind)
        json_number(&json, "cost_to_disks", ns / per_grain(options, disks));
    if (data == &all[FILLED]) {
        json_number(&json, "overlapping_pairs_of_disks", data->contacts * (double)data->grains);
        if (outlines->kind)
            json_number(&json, "cost_to_spheropolygon_62", ns / per_grain(options, outlines));
        if (disks->kind) {
            json_number(&json, "cost_of_pair_to_free_disks",
                        ns / data->contacts / (per_grain(options, disks) / disks->contacts));
        }
    }
    const int code = bench_put_hash(&data->scene, &json);
    json_close(&json);
    bench_row(options, &json);
    return code;
}

static void print_ratio(const char *what, double ratio, const char *beside)
{
    printf("%-58s %8.2f   %s\n", what, ratio, beside);
}

static void print_table(const bench_options *options, const measured data[POPULATIONS])
{
    printf("%-18s %7s %14s %10s %9s %12s %11s\n", "population", "grains", "grain-steps/s",
           "contacts", "touching", "ns a grain", "a contact");
    for (int i = 0; i < POPULATIONS; i++) {
        if (data[i].kind) {
            double ns = per_grain(options, &data[i]);
            printf("%-18s %7lld %14.4g %10.2f %9.2f %12.1f %11.1f\n", data[i].kind->name,
                   (long long)data[i].grains, 1e9 / ns, data[i].contacts, data[i].touching, ns,
                   ns / data[i].contacts);
        }
    }
    const measured *disks = &data[DISKS];
    const measured *outlines = &data[OUTLINES];
    const measured *filled = &data[FILLED];
    if (disks->kind && outlines->kind) {
        print_ratio("cost of spheropolygon-62 to disks",
                    per_grain(options, outlines) / per_grain(options, disks),
                    "Alonso-Marroquín and Wang 2009: 50; asked: at most 10");
    }
    if (filled->kind && outlines->kind) {
        print_ratio("cost of clump-726 to spheropolygon-62",
                    per_grain(options, filled) / per_grain(options, outlines),
                    "Alonso-Marroquín and Wang 2009: 40");
    }
    if (filled->kind && disks->kind) {
        print_ratio("cost of an overlapping pair of disks, in clumps to free",
                    per_grain(options, filled) / filled->contacts /
                        (per_grain(options, disks) / disks->contacts),
                    "asked: at most 1");
    }
}

static int choose(const bench_options *options, measured measured[POPULATIONS])
{
    int found = 0;
    for (int i = 0; i < POPULATIONS; i++) {
        if (options->population && strcmp(options->population, bench_populations[i].name) != 0)
            continue;
        measured[i].kind = &bench_populations[i];
        measured[i].best = DBL_MAX;
        found++;
    }
    if (!found) {
        return args_fail(
            "bench",
            "populations are disks, spheropolygon-62, clump-726, clump-4, cubes and spherocubes",
            "there is no population `%s`", options->population);
    }
    if (options->lammps && found > 1) {
        return args_fail("bench", "choose one with --population",
                         "--write-lammps writes one population");
    }
    return EXIT_DONE;
}

static int open_all(const bench_options *options, measured measured[POPULATIONS])
{
    int code = EXIT_DONE;
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++) {
        if (measured[i].kind) {
            code = bench_bed(options, i, options->count ? options->count : measured[i].kind->count,
                             &measured[i].scene);
        }
    }
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE && options->lammps; i++) {
        if (measured[i].kind) {
            code = measured[i].scene.model.shape[0].core.vertices
                       ? bench_write_bodies(options, &measured[i].scene)
                       : bench_write_lammps(options, &measured[i].scene);
        }
    }
    return code;
}

int bench_shapes(const bench_options *options)
{
    measured measured[POPULATIONS] = {{0}};
    int code = choose(options, measured);
    if (code == EXIT_DONE)
        code = open_all(options, measured);
    bool timed = options->steps > 0;
    if (code == EXIT_DONE && timed)
        code = measure(options, measured);
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE && timed && options->json; i++) {
        if (measured[i].kind)
            code = print_json(options, measured, &measured[i]);
    }
    if (code == EXIT_DONE && timed && !options->json)
        print_table(options, measured);
    for (int i = 0; i < POPULATIONS; i++) {
        if (measured[i].scene.world)
            bench_close(&measured[i].scene);
    }
    return code;
}
