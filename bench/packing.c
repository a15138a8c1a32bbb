// packing.c - `scree bench packing`: how long it takes to pack equal balls to a solid fraction of 0.60 in a periodic box,
// as a case asks for it. What came out is measured: the volume of the balls, and the least gap between two of them.
#include "bench/bench.h"

#include "base/constants.h"
#include "base/text.h"
#include "console/exit.h"
#include "scene/cells.h"
#include "scene/packing.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double fraction = 0.60, radius = 1e-3;

static double seconds(clockid_t which)
{
    struct timespec clock;
    clock_gettime(which, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

static char *recipe(int64_t count)
{
    const double ball = 4.0 / 3.0 * PI * radius * radius * radius;
    const double length = cbrt((double)count * ball / fraction);
    return text_format("scree: 1\ngravity: 0\nmaterials: {glass: {density: 2500 kg/m^3}}\n"
                       "pairs: {default: {normal: {law: linear, stiffness: 1 kN/m}, tangential: "
                       "none}}\n"
                       "domain: {low: [0, 0, 0], high: [%.17g m, %.17g m, %.17g m], boundary: {x: "
                       "periodic, y: periodic, z: periodic}}\n"
                       "shapes: {bead: {ball: {radius: %.17g m}}}\n"
                       "grains:\n  - {name: bed, shape: bead, material: glass, packing: {law: "
                       "dense, count: %lld, seed: 1}}\n"
                       "run: {duration: 1 s}\n",
                       length, length, length, radius, (long long)count);
}

// The least distance between two surfaces over the diameter; 1 where none are near. NaN without memory.
static double least_gap(const model *model, const grain_list *grains)
{
    cells grid = {0};
    const cells_box box = {model->low, model->high, {true, true, true}};
    double least = 1;
    if (!cells_make(&grid, &box, 0.1 * radius, grains->radius, grains->count))
        return NAN;
    for (int64_t i = 0; i < grains->count; i++) {
        cells_walk near = cells_around(&grid, grains->position[i], grains->radius[i], true);
        for (int64_t k = cells_next(&near); k >= 0; k = cells_next(&near)) {
            const v3 way = cells_between(&grid, grains->position[i], grains->position[k]);
            const double gap = v3_norm(way) - grains->radius[i] - grains->radius[k];
            least = fmin(least, gap / (2 * radius));
        }
        cells_put(&grid, i, grains->position[i], grains->radius[i]);
    }
    cells_clear(&grid);
    return least;
}

static void report(const bench_options *with, const model *model, const grain_list *grains,
                   double wall, double processor)
{
    const v3 size = v3_sub(model->high, model->low);
    double volume = 0;
    for (int64_t i = 0; i < grains->count; i++)
        volume += 4.0 / 3.0 * PI * grains->radius[i] * grains->radius[i] * grains->radius[i];
    const double filled = volume / (size.x * size.y * size.z);
    const double gap = least_gap(model, grains);
    if (!with->json) {
        printf("packing: %lld balls to a solid fraction of %.4f in %.1f s, %.1f s of processor "
               "time on %lld threads; the least gap is %.2g of a diameter\n",
               (long long)grains->count, filled, wall, processor, (long long)with->threads, gap);
        return;
    }
    json json = {0};
    json_begin(&json);
    json_text(&json, "benchmark", "packing");
    json_integer(&json, "n", grains->count);
    json_integer(&json, "threads", with->threads);
    json_number(&json, "seconds", wall);
    json_number(&json, "processor_seconds", processor);
    json_number(&json, "solid_fraction", filled);
    json_number(&json, "least_gap", gap);
    json_close(&json);
    printf("%s\n", json.text ? json.text : "{}");
    json_clear(&json);
}

int bench_packing(const bench_options *with)
{
    bench_scene scene;
    scree_error error = {0};
    grain_list grains = {0};
    char *text = recipe(with->count);
    if (!text) {
        fail_memory(&error, "packing");
        return give_up(&error);
    }
    int code = bench_read(with, text, "packing", &scene);
    free(text);
    if (code != EXIT_DONE)
        return code;
    omp_set_num_threads((int)with->threads);
    const double wall = seconds(CLOCK_MONOTONIC);
    const double processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (packing_build(&scene.model, NULL, &grains, NULL, &error) == SCREE_OK)
        report(with, &scene.model, &grains, seconds(CLOCK_MONOTONIC) - wall,
               seconds(CLOCK_PROCESS_CPUTIME_ID) - processor);
    else
        code = give_up(&error);
    grain_list_clear(&grains);
    model_clear(&scene.model);
    return code;
}
