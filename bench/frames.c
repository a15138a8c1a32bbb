// frames.c - `scree bench frames`: how long a frame of many grains takes: to gather it from the world, and to write it as a
// compressed VTK file, down to the disk.
//
// Balls of several sizes fill a lattice in which they touch, with velocities of a gas, and have taken some steps: so no column
// that a frame holds has equal or round numbers, which would compress well.
#include "bench/bench.h"

#include "console/exit.h"
#include "store/vtp.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

enum { ROUNDS = 5, TO_MIX = 5 };

static double seconds(clockid_t which)
{
    struct timespec clock;
    clock_gettime(which, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

static char *recipe(int64_t count)
{
    const int64_t side = (int64_t)ceil(cbrt((double)count) - 1e-9);
    const double spacing = 1.98e-3;
    const double length = spacing * (double)side;
    return text_format(
        "scree: 1\ngravity: 0\ndomain: {low: [0, 0, 0], high: [%.17g m, %.17g m, %.17g m], "
        "boundary: {x: periodic, y: periodic, z: periodic}}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.3}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, "
        "friction: 0.5}}}\n"
        "shapes: {bead: {ball: {radius: {distribution: uniform, from: 0.98 mm, to: 1.02 mm}}}}\n"
        "grains:\n  - {name: bed, shape: bead, material: glass, temperature: 1e-4 m^2/s^2, "
        "packing: "
        "{law: lattice, spacing: [%.17g m, %.17g m, %.17g m], counts: [%lld, %lld, %lld], origin: "
        "[1 mm, 1 mm, 1 mm]}}\nrun: {duration: 1 s, deepest_overlap: none}\n",
        length, length, length, spacing, spacing, spacing, (long long)side, (long long)side,
        (long long)side);
}

// The least of some rounds, s: what else the machine does makes them longer, and never shorter.
typedef struct frame_cost {
    double gather, write;                     // wall time
    double gather_processor, write_processor; // processor time of all threads
    int64_t grains, bytes;
} frame_cost;

static scree_status time_round(world *world, const char *path, frame *frame, frame_cost *cost,
                               scree_error *error)
{
    const double begin = seconds(CLOCK_MONOTONIC);
    const double started = seconds(CLOCK_PROCESS_CPUTIME_ID);
    scree_status status = world_frame(world, frame, error);
    const double gathered = seconds(CLOCK_MONOTONIC);
    const double processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (!status)
        status = store_bodies_vtp(path, frame, error);
    cost->gather = fmin(cost->gather, gathered - begin);
    cost->write = fmin(cost->write, seconds(CLOCK_MONOTONIC) - gathered);
    const double ended = seconds(CLOCK_PROCESS_CPUTIME_ID);
    cost->gather_processor = fmin(cost->gather_processor, processor - started);
    cost->write_processor = fmin(cost->write_processor, ended - processor);
    return status;
}

static scree_status time_all(world *world, const char *path, frame_cost *cost, scree_error *error)
{
    frame frame = {0};
    struct stat is = {.st_size = 0};
    scree_status status = world_step(world, TO_MIX, error);
    if (!status)
        status = world_frame(world, &frame, error); // the first takes memory
    for (int k = 0; k < ROUNDS && !status; k++)
        status = time_round(world, path, &frame, cost, error);
    if (!status && stat(path, &is) == 0)
        cost->bytes = (int64_t)is.st_size;
    cost->grains = frame.ball.count;
    frame_clear(&frame);
    return status;
}

static void report(const bench_options *with, const frame_cost *cost)
{
    if (!with->json) {
        printf("frames: %lld grains, %.1f MB: %.3f s to gather, %.3f s to write, of processor "
               "time %.3f and %.3f s\n",
               (long long)cost->grains, 1e-6 * (double)cost->bytes, cost->gather, cost->write,
               cost->gather_processor, cost->write_processor);
        return;
    }
    json json = {0};
    json_begin(&json);
    json_text(&json, "benchmark", "frames");
    json_integer(&json, "n", cost->grains);
    json_integer(&json, "threads", with->threads);
    json_integer(&json, "bytes", cost->bytes);
    json_number(&json, "seconds_to_gather", cost->gather);
    json_number(&json, "seconds_to_write", cost->write);
    json_number(&json, "processor_seconds_to_gather", cost->gather_processor);
    json_number(&json, "processor_seconds_to_write", cost->write_processor);
    json_close(&json);
    bench_row(with, &json);
}

int bench_frames(const bench_options *with)
{
    bench_scene scene = {0};
    scree_error error = {0};
    frame_cost cost = {INFINITY, INFINITY, INFINITY, INFINITY, 0, 0};
    char *text = recipe(with->count);
    char *path = text_format("%s/frame-%lld.vtp", with->cache, (long long)with->count);
    int code = text && path ? bench_make(with, text, "frames", &scene)
                            : (fail_memory(&error, "frames"), give_up(&error));
    if (code == EXIT_DONE && time_all(scene.world, path, &cost, &error))
        code = give_up(&error);
    if (code == EXIT_DONE)
        report(with, &cost);
    if (path)
        remove(path);
    if (scene.world)
        bench_close(&scene);
    free(text);
    free(path);
    return code;
}
