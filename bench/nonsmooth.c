// nonsmooth.c - contact-sweeps per second of the nonsmooth solver on the settled bed, the normal and the friction
// row of a contact in one sweep being one.
#include "bench/bench.h"
#include "console/exit.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 20, WARM = 3, SWEEPS = 50, DEFAULT = 300 };

static char *case_text(const bench_options *o, const char *table, double across, double height)
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
        (long long)(o->sweeps ? o->sweeps : SWEEPS), o->single ? "single" : "double", across,
        across, height,
        o->rich ? ", rolling: {law: constant, friction: 0.05}, twisting: {law: constant, friction: "
                  "0.05}"
                : "",
        table);
}

static void print_rates(const bench_options *o, world *w, int64_t steps)
{
    solver_effort e = world_effort_of(w, false);
    world_timing t = world_timing_of(w, false);
    world_pulse p = world_pulse_of(w);
    double all = 0;
    double rate = e.contact_sweeps / e.sweeping;
    for (int i = 0; i < STAGES; i++)
        all += t.seconds[i];
    json j = {0};
    json_begin(&j);
    json_text(&j, "benchmark", "nonsmooth");
    json_integer(&j, "n", p.grains);
    json_integer(&j, "threads", o->threads);
    json_integer(&j, "steps", steps);
    json_integer(&j, "contacts", e.contacts);
    json_number(&j, "sweeps_per_step", (double)(e.sweeps + e.impact_sweeps) / (double)steps);
    json_flag(&j, "rich", o->rich);
    json_text(&j, "precision", o->single ? "single" : "double");
    json_number(&j, "contact_iterations_per_second", rate);
    json_number(&j, "contact_iterations_per_second_of_whole_steps", e.contact_sweeps / all);
    json_number(&j, "particle_steps_per_second", (double)p.grains * (double)steps / all);
    json_number(&j, "share_of_sweeps", e.sweeping / all);
    json_number(&j, "residual", e.residual);
    json_number(&j, "overlap", e.overlap);
    json_close(&j);
    if (o->json)
        printf("%s\n", j.text ? j.text : "{}");
    else
        printf("nonsmooth: %lld grains, %lld contacts, %lld threads: %.1f million contact-sweeps/s "
               "(%.1f with all else); "
               "sweeps are %.0f %% of the time\n",
               (long long)p.grains, (long long)e.contacts, (long long)o->threads, rate * 1e-6,
               e.contact_sweeps / all * 1e-6, 100 * e.sweeping / all);
    json_clear(&j);
}

int bench_nonsmooth(const bench_options *o)
{
    int64_t steps = o->steps == DEFAULT ? STEPS : o->steps;
    int64_t warm = o->warm == DEFAULT ? WARM : o->warm;
    double across;
    double height;
    bench_scene scene = {0};
    scree_error error = {0};
    char *table = text_format("%s/bed-%lld.csv", o->cache, (long long)o->n);
    int code = table ? bench_bed_table(o, table, &across, &height) : give_up(&error);
    char *text = code == EXIT_DONE ? case_text(o, table, across, height) : NULL;
    if (code == EXIT_DONE)
        code = bench_make(o, text, "nonsmooth", &scene);
    if (table)
        remove(table);
    if (code == EXIT_DONE && world_step(scene.w, warm, &error) != SCREE_OK)
        code = give_up(&error);
    if (code == EXIT_DONE) {
        world_timing_of(scene.w, true);
        world_effort_of(scene.w, true);
        if (world_step(scene.w, steps, &error) != SCREE_OK)
            code = give_up(&error);
    }
    if (code == EXIT_DONE)
        print_rates(o, scene.w, steps);
    if (scene.w)
        bench_close(&scene);
    free(table);
    free(text);
    return code;
}
