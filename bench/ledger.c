// ledger.c - `scree bench ledger`: what the energy ledger adds to a step.
//
// The settled bed runs twice for each set of laws, without and with the ledger, in turn, several rounds of `steps` each. The
// time is that of the processor; the fastest round of each counts, and the ratio of neighbouring rounds is told as well, whose
// median a machine that other programs use disturbs less.
#include "bench/bench.h"
#include "console/exit.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 7, PLAIN = 0, KEPT = 1 };

// Two sets whose loops are those of common contacts, one whose passes come one by one, and one of all kinds of laws.
static const struct {
    const char *name, *laws;
} set[] = {
    {"hertz + mindlin",
     "normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, friction: 0.5}"},
    {"linear + cundall-strack",
     "normal: {law: linear, stiffness: 1000 N/m, restitution: 0.7}, tangential: {law: "
     "cundall-strack, friction: 0.5, stiffness_ratio: 0.5}"},
    {"hertz + mindlin + rolling",
     "normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, friction: 0.5}, rolling: "
     "{law: elastic-plastic, friction: 0.1, damping: 0.3}"},
    {"all kinds of laws",
     "normal: {law: hertz, restitution: 0.7}, cohesion: {law: dmt, work_of_adhesion: 0.1 J/m^2}, "
     "tangential: {law: mindlin, friction: 0.5}, rolling: {law: elastic-plastic, friction: 0.1, "
     "damping: 0.3}, twisting: {law: constant, friction: 0.01}"},
};
enum { SETS = sizeof set / sizeof *set };

typedef struct compared {
    bench_scene scene[2];
    double best[2], ratio[ROUNDS]; // s
} compared;

static int advance(bench_scene *scene, int64_t steps, double *taken)
{
    scree_error error = {0};
    const double from = bench_processor();
    const scree_status status = world_step(scene->world, steps, &error);
    *taken = bench_processor() - from;
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

static int open_both(const bench_options *options, const char *laws, const image *bed,
                     compared *out)
{
    int code = EXIT_DONE;
    for (int kept = PLAIN; kept <= KEPT && code == EXIT_DONE; kept++) {
        bench_options with = *options;
        double taken;
        with.ledger = kept == KEPT;
        code = bench_bed_under(&with, laws, bed, &out->scene[kept]);
        if (code == EXIT_DONE)
            code = advance(&out->scene[kept], options->warm, &taken);
        out->best[kept] = DBL_MAX;
    }
    return code;
}

static int compare(const bench_options *options, compared *out)
{
    int code = EXIT_DONE;
    for (int round = 0; round < ROUNDS && code == EXIT_DONE; round++) {
        double taken[2];
        for (int kept = PLAIN; kept <= KEPT && code == EXIT_DONE; kept++) {
            code = advance(&out->scene[kept], options->steps, &taken[kept]);
            if (taken[kept] < out->best[kept])
                out->best[kept] = taken[kept];
        }
        out->ratio[round] = taken[KEPT] / taken[PLAIN];
    }
    return code;
}

static int by_size(const void *one, const void *other)
{
    const double x = *(const double *)one;
    const double y = *(const double *)other;
    return (x > y) - (x < y);
}

static int tell(const bench_options *options, int which, compared *all)
{
    const world_pulse pulse = world_pulse_of(all->scene[KEPT].world);
    const double grain_steps = (double)pulse.grains * (double)options->steps;
    const double plain = 1e9 * all->best[PLAIN] / grain_steps;
    const double kept = 1e9 * all->best[KEPT] / grain_steps;
    qsort(all->ratio, ROUNDS, sizeof *all->ratio, by_size);
    const double median = all->ratio[ROUNDS / 2];
    if (!options->json) {
        printf("%-26s %10.1f %10.1f %8.2f %8.2f\n", set[which].name, plain, kept, kept / plain,
               median);
        return EXIT_DONE;
    }
    json json = {0};
    json_begin(&json);
    json_text(&json, "benchmark", "ledger");
    json_text(&json, "laws", set[which].name);
    json_integer(&json, "n", pulse.grains);
    json_integer(&json, "threads", options->threads);
    json_integer(&json, "steps", options->steps);
    json_integer(&json, "rounds", ROUNDS);
    json_number(&json, "ns_without", plain);
    json_number(&json, "ns_with", kept);
    json_number(&json, "ratio", kept / plain);
    json_number(&json, "median_ratio", median);
    json_number(&json, "contacts_per_particle", (double)pulse.contacts / (double)pulse.grains);
    const int code = bench_put_hash(&all->scene[KEPT], &json);
    json_close(&json);
    bench_row(options, &json);
    return code;
}

int bench_ledger(const bench_options *options)
{
    image bed = {0};
    int code = bench_bed_image(options, &bed);
    if (code == EXIT_DONE && !options->json)
        printf("%-26s %10s %10s %8s %8s\n", "laws", "ns without", "ns with", "ratio", "median");
    bench_forget_contacts(&bed);
    for (int which = 0; which < SETS && code == EXIT_DONE; which++) {
        compared all = {0};
        code = open_both(options, set[which].laws, &bed, &all);
        if (code == EXIT_DONE)
            code = compare(options, &all);
        if (code == EXIT_DONE)
            code = tell(options, which, &all);
        for (int kept = PLAIN; kept <= KEPT; kept++)
            if (all.scene[kept].world)
                bench_close(&all.scene[kept]);
    }
    image_clear(&bed);
    return code;
}
