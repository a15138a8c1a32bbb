// scenes.c - the recipes of the benchmark scenes.
//
// Settled bed: spheres of 5 mm +-10 % fall from a loose lattice onto a floor, periodic sideways; they settle with
// restitution 0.1 and are then relaxed with the laws that are measured. A million is the bed of 100,000 five times by
// two. Wide bed: radii from 0.5 to 15 mm, nearly log-uniform, fallen to the floor of a periodic box. Chute: 31,088
// spheres over 912 fixed ones, slope 26 degrees, parameters of the chute benchmark of LAMMPS, developed flow.
#include "bench/bench.h"
#include "console/exit.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const double diameter = 5e-3;
// The dashpots of restitution 0.1 in all of their strength across the normal, too, would want steps a third as long.
static const char
    bed_laws[] =
        "normal: {law: hertz, restitution: 0.7}, tangential: {law: mindlin, friction: 0.5}",
    soft_laws[] =
        "normal: {law: hertz, restitution: 0.1}, tangential: {law: mindlin, friction: 0.5, "
        "damping: 0.2}";

// What the body has that moves fastest, of the energy of translation of all; 0 where nothing moves. In a bed at rest
// that is all but 1: a grain on top still rolls down.
static int fastest_share(bench_scene *scene, double *share, scree_error *error)
{
    frame frame = {0};
    if (world_frame(scene->world, &frame, error) != SCREE_OK)
        return give_up(error);
    double all = 0;
    double most = 0;
    double one = 0;
    for (int64_t i = 0; i < frame.ball.count; i++) {
        double energy = v3_dot(frame.ball.velocity[i], frame.ball.velocity[i]) * frame.ball.mass[i];
        one = frame.ball.body[i] == frame.ball.id[i]
                  ? energy
                  : one + energy; // balls of a clump follow each other
        all += energy;
        most = fmax(most, one);
    }
    *share = all > 0 ? most / all : 0;
    frame_clear(&frame);
    return EXIT_DONE;
}

int bench_progress(bench_scene *scene, int64_t steps, const char *what)
{
    const bool terminal = isatty(STDERR_FILENO); // a line that is drawn over is no help in a file
    scree_error error = {0};
    for (int i = 0; i < 20; i++) {
        scree_status status = world_step(scene->world, steps / 20, &error);
        if (status != SCREE_OK)
            return give_up(&error);
        if (!terminal)
            continue;
        double share = 0;
        int code = fastest_share(scene, &share, &error);
        if (code != EXIT_DONE)
            return code;
        fprintf(stderr, "\r%s: %d %%, kinetic energy %.3g J, %.0f %% of it of the fastest grain ",
                what, 5 * (i + 1), world_pulse_of(scene->world).kinetic, 100 * share);
    }
    if (terminal)
        fprintf(stderr, "\n");
    return EXIT_DONE;
}

static char *bed_text(double across_x, double across_y, double height, const char *laws,
                      const char *grains)
{
    return text_format(
        "scree: 1\n"
        "gravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m], boundary: {x: periodic, "
        "y: periodic, z: "
        "open}}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.3}}\n"
        "pairs: {default: {%s}}\n"
        "shapes: {bead: {ball: {radius: {distribution: uniform, from: 2.25 mm, to: 2.75 mm}}}}\n"
        "walls: {floor: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
        "%s"
        "run: {duration: 1 s, step: 2.5e-5 s, deepest_overlap: 0.5}\n",
        across_x, across_y, height, laws, grains);
}

typedef struct bed_size {
    int across, layers;
} bed_size;

static bed_size size_of(int64_t n)
{
    double depth = 10;
    if (n >= 5000)
        depth = 25;
    if (n >= 50000)
        depth = 40;
    const int across = (int)(sqrt((double)n / depth) + 0.5);
    bed_size size;
    size.across = across < 4 ? 4 : across;
    const int layer = size.across * size.across;
    size.layers = (int)((n + layer - 1) / layer);
    return size;
}

// Lattice of spheres whose spacing leaves room for a jitter that breaks its order.
static char *lattice_text(int64_t n)
{
    bed_size size = size_of(n);
    // a domain of `across` diameters holds 0.86 of them per side at a spacing of 1.16 diameters
    int side = (int)(size.across / 1.16);
    int64_t layers = (n + (int64_t)side * side - 1) / ((int64_t)side * side);
    double pitch = size.across * diameter / side;
    return text_format("grains: [{name: bed, shape: bead, material: glass, packing: {law: lattice, "
                       "counts: [%d, %d, %lld], spacing: "
                       "[%.17g m, "
                       "%.17g m, 5.8 mm], origin: [%.17g m, %.17g m, 3.5 mm], jitter: 0.15 mm, "
                       "seed: 5, most: %lld}}]\n",
                       side, side, (long long)layers, pitch, pitch, 0.5 * pitch, 0.5 * pitch,
                       (long long)n);
}

static int settle(const bench_options *options, int64_t n, const char *name, bench_scene *scene,
                  bool *fresh)
{
    bed_size size = size_of(n);
    double across = size.across * diameter;
    double height = 4 * (size.layers + 8) * diameter;
    char *grains = lattice_text(n);
    char *text = bed_text(across, across, height, soft_laws, grains);
    char *final = bed_text(across, across, height, bed_laws, grains);
    char *falling = text_format("%s-falling", name);
    bench_options plain = *options;
    plain.ledger = false;
    plain.threads = 0; // all there are: the bits are the same
    bool made;
    *fresh = false;
    int code = bench_open(&plain, final, name, scene, &made);
    if (code == EXIT_DONE && made) {
        bench_close(scene);
        code = bench_open(&plain, text, falling, scene, &made);
        if (code == EXIT_DONE && made) {
            code =
                bench_progress(scene, 6000 + 300 * (int64_t)size.layers, "settling the bed (once)");
        }
        if (code == EXIT_DONE && made)
            code = bench_keep(&plain, falling, scene);
        bench_close(scene);
        if (code == EXIT_DONE)
            code = bench_open(&plain, final, falling, scene, &made);
        if (code == EXIT_DONE)
            code = bench_progress(scene, 2000, "relaxing the bed (once)");
        if (code == EXIT_DONE)
            code = bench_keep(&plain, name, scene);
        *fresh = true;
    }
    if (code == EXIT_DONE) {
        bench_close(scene);
        code = bench_open(options, final, name, scene, &made);
    }
    free(grains);
    free(text);
    free(final);
    free(falling);
    return code;
}

// The bed of n as a table, copied side by side.
static int write_tiles(const bench_options *options, int64_t n, int nx, int ny, const char *path,
                       double *height)
{
    bench_scene scene;
    bool fresh;
    frame frame = {0};
    scree_error error = {0};
    char *name = text_format("settled-%lld", (long long)n);
    int code = settle(options, n, name, &scene, &fresh);
    free(name);
    if (code != EXIT_DONE)
        return code;
    scree_status status = world_frame(scene.world, &frame, &error);
    FILE *out = status == SCREE_OK ? fopen(path, "w") : NULL;
    if (status == SCREE_OK && !out)
        status = fail(&error, SCREE_IO, path, "is the cache folder there?", "cannot be written");
    double lx = scene.model.high.x - scene.model.low.x;
    double ly = scene.model.high.y - scene.model.low.y;
    *height = scene.model.high.z;
    if (out)
        fprintf(out, "x,y,z,radius\n");
    for (int t = 0; out && t < nx * ny; t++) {
        for (int64_t i = 0; i < frame.ball.count; i++) {
            v3 x = frame.ball.position[i];
            fprintf(out, "%.17g,%.17g,%.17g,%.17g\n", x.x + lx * (t % nx),
                    x.y + ly * (double)(t / nx), x.z, frame.ball.radius[i]);
        }
    }
    if (out && fclose(out) != 0)
        status = fail(&error, SCREE_IO, path, "free some space", "cannot be written");
    frame_clear(&frame);
    bench_close(&scene);
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

static int open_tiled(const bench_options *options, bench_scene *scene)
{
    char *path = text_format("%s/bed-1000000.csv", options->cache);
    double height = 0;
    double across = size_of(100000).across * diameter;
    bool made;
    bench_options plain = *options;
    plain.ledger = false;
    int code = write_tiles(&plain, 100000, 5, 2, path, &height);
    char *grains = text_format(
        "grains: [{name: bed, shape: bead, material: glass, packing: {law: csv, file: \"%s\"}}]\n",
        path);
    char *text = bed_text(5 * across, 2 * across, height, bed_laws, grains);
    if (code == EXIT_DONE)
        code = bench_open(options, text, "bed-tiled", scene, &made);
    remove(path);
    free(path);
    free(grains);
    free(text);
    return code;
}

int bench_bed_table(const bench_options *options, const char *path, double *across, double *height)
{
    bench_options plain = *options;
    plain.ledger = false;
    *across = size_of(options->count).across * diameter;
    return write_tiles(&plain, options->count, 1, 1, path, height);
}

int bench_bed_image(const bench_options *options, image *bed)
{
    bench_scene scene;
    scree_error error = {0};
    char *name = text_format("settled-%lld", (long long)options->count);
    bool fresh;
    bench_options plain = *options;
    plain.ledger = false;
    int code = settle(&plain, options->count, name, &scene, &fresh);
    if (code == EXIT_DONE && world_image(scene.world, bed, &error) != SCREE_OK)
        code = give_up(&error);
    if (code == EXIT_DONE || scene.world)
        bench_close(&scene);
    free(name);
    return code;
}

int bench_bed_under(const bench_options *options, const char *laws, const image *bed,
                    bench_scene *scene)
{
    bed_size size = size_of(options->count);
    double across = size.across * diameter;
    double height = 4 * (size.layers + 8) * diameter;
    char *grains = lattice_text(options->count);
    char *text = bed_text(across, across, height, laws, grains);
    int code = bench_restore(options, text, laws, bed, scene);
    free(grains);
    free(text);
    return code;
}

int bench_settled_bed(const bench_options *options)
{
    bench_scene scene;
    char *name = text_format("settled-%lld", (long long)options->count);
    bool fresh = false;
    int64_t resident = bench_resident();
    int code = options->count == 1000000 ? open_tiled(options, &scene)
                                         : settle(options, options->count, name, &scene, &fresh);
    if (code == EXIT_DONE)
        code = bench_measure(options, "settled-bed", &scene, resident);
    if (code == EXIT_DONE || scene.world)
        bench_close(&scene);
    free(name);
    return code;
}

// Ten bands of radii of equal count, each 30^(1/10) wide: nearly log-uniform from 0.5 to 15 mm. The largest are placed
// first, at random up to a solid fraction of about 0.43.
static char *wide_text(int64_t n, const char *laws)
{
    enum { BANDS = 10 };
    double side = 0.454 * cbrt((double)n / 20000);
    double edge[BANDS + 1] = {15e-3};
    text_buffer shapes = {0};
    text_buffer grains = {0};
    for (int k = 0; k < BANDS; k++) {
        edge[k + 1] = edge[k] / 1.40511;
        text_append_format(
            &shapes,
            "%s  s%d: {ball: {radius: {distribution: uniform, from: %.9g m, to: %.9g m}}}\n",
            k ? "" : "\n", k, edge[k + 1], edge[k]);
        text_append_format(&grains,
                           "  - {name: g%d, shape: s%d, material: glass, packing: {law: random, "
                           "count: %lld, seed: "
                           "%d, low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m]}}\n",
                           k, k, (long long)(n / BANDS), k + 1, side, side, 0.7 * side);
    }
    char *text = text_format(
        "scree: 1\n"
        "gravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]\n"
        "domain: {low: [0 m, 0 m, 0 m], high: [%.17g m, %.17g m, %.17g m], boundary: {x: "
        "periodic, y: periodic, z: open}}\n"
        "materials: {glass: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.3}}\n"
        "pairs: {default: {%s}}\n"
        "shapes:%s"
        "walls: {floor: {material: glass, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n"
        "grains:\n%s"
        "run: {duration: 1 s, step: 2.5e-6 s, deepest_overlap: 1}\n",
        side, side, 3 * side, laws, shapes.data ? shapes.data : "", grains.data ? grains.data : "");
    text_buffer_clear(&shapes);
    text_buffer_clear(&grains);
    return text;
}

int bench_wide_bed(const bench_options *options)
{
    bench_scene scene;
    bool made;
    int64_t resident = bench_resident();
    char *soft = wide_text(options->count, soft_laws);
    char *text = wide_text(options->count, bed_laws);
    char *name = text_format("wide-bed-%lld", (long long)options->count);
    bench_options all = *options;
    all.threads = 0;
    int code = bench_open(&all, soft, name, &scene, &made);
    if (code == EXIT_DONE && made)
        code = bench_progress(&scene, 120000, "settling the bed (once)");
    if (code == EXIT_DONE && made)
        code = bench_keep(options, name, &scene);
    bench_close(&scene);
    if (code == EXIT_DONE)
        code = bench_open(options, text, name, &scene, &made);
    if (code == EXIT_DONE)
        code = bench_measure(options, "wide-bed", &scene, resident);
    if (scene.world)
        bench_close(&scene);
    free(soft);
    free(text);
    free(name);
    return code;
}

int bench_chute(const bench_options *options)
{
    static const char text[] =
        "scree: 1\n"
        "gravity: {magnitude: 1 m/s^2, direction: [0.43837114678907740, 0, "
        "-0.89879404629916704]}\n" // 26 degrees
        "domain: {low: [0 m, 0 m, 0 m], high: [40 m, 20 m, 100 m], boundary: {x: periodic, y: "
        "periodic, z: open}}\n"
        "materials: {grain: {density: 1 kg/m^3, young: 5 MPa, poisson: 0.3}, base: {density: 1 "
        "kg/m^3, young: 5 MPa, "
        "poisson: 0.3}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 2e5 N/m, damping_rate: 50 1/s},\n"
        "                  tangential: {law: cundall-strack, friction: 0.5, stiffness_ratio: "
        "2/7}}}\n"
        "shapes: {ball: {ball: {radius: 0.5 m}}}\n"
        "grains:\n"
        "  - {name: base, shape: ball, material: base, fixed: true, packing: {law: lattice, "
        "counts: [38, 24, 1], "
        "spacing: [1.0526315789473684 m,\n"
        "     0.83333333333333337 m, 1 m], origin: [0.52631578947368418 m, 0.41666666666666669 "
        "m, 0.5 m], jitter: 0.2 "
        "m, seed: 1}}\n"
        "  - {name: flow, shape: ball, material: grain, packing: {law: lattice, counts: [36, "
        "18, 48], spacing: "
        "[1.1111111111111112 m,\n"
        "     1.1111111111111112 m, 1.1 m], origin: [0.55555555555555558 m, "
        "0.55555555555555558 m, 1.8 m], jitter: "
        "0.04 m, seed: 2, most: 31088}}\n"
        "run: {duration: 1 s, step: 1e-4 s, deepest_overlap: 0.5}\n";
    bench_scene scene;
    bool made;
    int64_t resident = bench_resident();
    bench_options all = *options;
    all.threads = 0;
    int code = bench_open(&all, text, "chute", &scene, &made);
    if (code == EXIT_DONE && made)
        code = bench_progress(&scene, 60000, "starting the flow (once)");
    if (code == EXIT_DONE && made)
        code = bench_keep(options, "chute", &scene);
    bench_close(&scene);
    if (code == EXIT_DONE)
        code = bench_open(options, text, "chute", &scene, &made);
    if (code == EXIT_DONE)
        code = bench_measure(options, "chute", &scene, resident);
    if (scene.world)
        bench_close(&scene);
    return code;
}
