// nonsmooth.c - contact-sweeps per second of the nonsmooth solver on the settled bed, the normal and the friction
// row of a contact in one sweep being one.
#include "bench/bench.h"
#include "console/exit.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 20, WARM = 3, SWEEPS = 50, DEFAULT = 300 };

static char *case_text(const bench_options *options, const char *table, double across,
                       double height)
{
    return text_format(
        "scree: 1\n"
        "solver: nonsmooth\n"
        "nonsmooth: {iterations: %lld, precision: %s}\n"
        "gravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m], boundary: {x: periodic, "
        "y: periodic, z: "
        "open}}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.3}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
        "friction: 0.5}%s}}\n"
        "shapes: {bead: {ball: {radius: {distribution: uniform, from: 2.25 mm, to: 2.75 mm}}}}\n"
        "walls: {floor: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
        "grains: [{name: bed, shape: bead, material: glass, packing: {law: csv, file: \"%s\"}}]\n"
        "run: {duration: 1 s, step: 1 ms, deepest_overlap: 0.5}\n",
        (long long)(options->sweeps ? options->sweeps : SWEEPS),
        options->single ? "single" : "double", across, across, height,
        options->rich
            ? ", rolling: {law: constant, friction: 0.05}, twisting: {law: constant, friction: "
              "0.05}"
            : "",
        table);
}

static int print_rates(const bench_options *options, bench_scene *scene, int64_t steps)
{
    world *world = scene->world;
    int code = EXIT_DONE;
    solver_effort effort = world_effort_of(world, false);
    world_timing timing = world_timing_of(world, false);
    world_pulse pulse = world_pulse_of(world);
    double all = 0;
    double rate = effort.contact_sweeps / effort.sweeping;
    for (int i = 0; i < STAGES; i++)
        all += timing.seconds[i];
    json json = {0};
    json_begin(&json);
    json_text(&json, "benchmark", "nonsmooth");
    json_integer(&json, "n", pulse.grains);
    json_integer(&json, "threads", options->threads);
    json_integer(&json, "steps", steps);
    json_integer(&json, "contacts", effort.contacts);
    json_number(&json, "sweeps_per_step",
                (double)(effort.sweeps + effort.impact_sweeps) / (double)steps);
    json_flag(&json, "rich", options->rich);
    json_text(&json, "precision", options->single ? "single" : "double");
    json_number(&json, "contact_iterations_per_second", rate);
    json_number(&json, "contact_iterations_per_second_of_whole_steps", effort.contact_sweeps / all);
    json_number(&json, "particle_steps_per_second", (double)pulse.grains * (double)steps / all);
    json_number(&json, "share_of_sweeps", effort.sweeping / all);
    json_number(&json, "residual", effort.residual);
    json_number(&json, "overlap", effort.overlap);
    if (options->json)
        code = bench_put_hash(scene, &json);
    json_close(&json);
    if (options->json && code == EXIT_DONE) {
        printf("%s\n", json.text ? json.text : "{}");
    } else if (code == EXIT_DONE) {
        printf("nonsmooth: %lld grains, %lld contacts, %lld threads: %.1f million contact-sweeps/s "
               "(%.1f with all else); "
               "sweeps are %.0f %% of the time\n",
               (long long)pulse.grains, (long long)effort.contacts, (long long)options->threads,
               rate * 1e-6, effort.contact_sweeps / all * 1e-6, 100 * effort.sweeping / all);
    }
    json_clear(&json);
    return code;
}

int bench_nonsmooth(const bench_options *options)
{
    int64_t steps = options->steps == DEFAULT ? STEPS : options->steps;
    int64_t warm = options->warm == DEFAULT ? WARM : options->warm;
    double across;
    double height;
    bench_scene scene = {0};
    scree_error error = {0};
    char *table = text_format("%s/bed-%lld.csv", options->cache, (long long)options->count);
    int code = table ? bench_bed_table(options, table, &across, &height) : give_up(&error);
    char *text = code == EXIT_DONE ? case_text(options, table, across, height) : NULL;
    if (code == EXIT_DONE)
        code = bench_make(options, text, "nonsmooth", &scene);
    if (table)
        remove(table);
    if (code == EXIT_DONE && world_step(scene.world, warm, &error) != SCREE_OK)
        code = give_up(&error);
    if (code == EXIT_DONE) {
        world_timing_of(scene.world, true);
        world_effort_of(scene.world, true);
        if (world_step(scene.world, steps, &error) != SCREE_OK)
            code = give_up(&error);
    }
    if (code == EXIT_DONE)
        code = print_rates(options, &scene, steps);
    if (scene.world)
        bench_close(&scene);
    free(table);
    free(text);
    return code;
}
