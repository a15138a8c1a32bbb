// meshes.c - `scree bench meshes`: what a contact with a mesh costs beside one with a plane, and how long a large STL file
// takes to be read.
//
// One layer of grains slides along a floor without touching each other: the plane, and the same cut into triangles
// (console/floors.h). The floors take turns, several rounds of `steps` each, and the fastest round counts. The time is that of
// whole steps over contacts.
#include "bench/bench.h"

#include "base/text.h"
#include "console/exit.h"
#include "console/floors.h"
#include "shape/mesh_file.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, FLOORS = FLOOR_CUTS + 1, FACETS = 1000000 };
static const double pitch = 5.5e-3, cell = 2.5e-3, margin = 0.05;

typedef struct population {
    const char *name, *shape;
    double height; // of the centres, m
} population;
static const population populations[] = {
    {"balls", "ball: {radius: 2.5 mm}", 2.4995e-3},
    {"clumps",
     "clump: {balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1.5 mm}, {at: [2 mm, 0 mm, 0 mm], radius: "
     "1.5 mm}, {at: [0 mm, 2 mm, 0 mm], radius: 1.5 mm}]}",
     1.4997e-3},
    {"cubes", "polyhedron: {builder: {platonic: cube, size: 4 mm}}", 1.9997e-3},
    {"rounded cubes", "spheropolyhedron: {builder: {platonic: cube, size: 3 mm}, radius: 0.5 mm}",
     1.9997e-3},
};
enum { POPULATIONS = sizeof populations / sizeof *populations };

typedef struct floor_scene {
    const char *name;
    bench_scene scene;
    int64_t facets, contacts;
    double best; // s, of the fastest round
} floor_scene;

static double seconds(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

static int side_of(const bench_options *options)
{
    const int side = (int)sqrt((double)options->count);
    return side > 1 ? side : 1;
}

// `file` NULL: the plane.
// The step is that of the plane; 0: auto.
static int open_scene(const bench_options *options, const population *population, const char *file,
                      double step, floor_scene *out)
{
    text_buffer text = {0};
    const int side = side_of(options);
    const double half = 0.5 * side * pitch;
    const double reach = half + margin + 1;
    text_append_format(
        &text,
        "scree: 1\ngravity: [0 m/s^2, 0 m/s^2, -9.81 m/s^2]\ndomain: {low: [-%.17g m, -%.17g m, -1 "
        "m], high: [%.17g m, "
        "%.17g m, 1 m]}\nmaterials: {m: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
        "friction: 0.3}}}\nshapes: {s: {%s}}\nwalls: {floor: {material: m, ",
        reach, reach, reach, reach, population->shape);
    if (file)
        text_append_format(&text, "mesh: {file: %s, unit: m}}}\n", file);
    else
        text_append(&text, "plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n");
    text_append_format(
        &text,
        "grains: [{name: g, shape: s, material: m, turn: [0, 0, 0], velocity: [0.3 m/s, 0.1 m/s, 0 "
        "m/s], packing: {law: lattice, counts: [%d, %d, 1], spacing: [%.17g m, %.17g m, 1 m], "
        "origin: [%.17g m, %.17g m, %.17g m]}}]\nrun: {duration: 1 s, ledger: %s, step: ",
        side, side, pitch, pitch, 0.5 * pitch - half, 0.5 * pitch - half, population->height,
        options->ledger ? "true" : "false");
    if (step > 0)
        text_append_format(&text, "%.17g s}\n", step);
    else
        text_append(&text, "auto}\n");
    const int code = bench_make(options, text.data, "meshes", &out->scene);
    text_buffer_clear(&text);
    return code;
}

static int open_all(const bench_options *options, const population *population, const char *folder,
                    floor_scene out[FLOORS])
{
    int code = EXIT_DONE;
    const double size = side_of(options) * pitch + 2 * margin;
    for (int i = 0; i < FLOORS && code == EXIT_DONE; i++) {
        char path[FLOOR_PATH + 40];
        scree_error error;
        floor_scene *floor = &out[i];
        floor->name = i ? floor_cut_names[i - 1] : "plane";
        floor->best = DBL_MAX;
        if (!i) {
            code = open_scene(options, population, NULL, 0, floor);
            continue;
        }
        const floor_plan plan = {(floor_cut)(i - 1), {size, size}, cell};
        snprintf(path, sizeof path, "%s/%s.stl", folder, floor->name);
        if (floor_write(path, &plan, &floor->facets, &error) != SCREE_OK)
            return give_up(&error);
        code = open_scene(options, population, path, world_dt(out[0].scene.world), floor);
    }
    return code;
}

static int advance(const floor_scene *floor, int64_t steps, double *took)
{
    scree_error error;
    const double from = seconds();
    const scree_status status = world_step(floor->scene.world, steps, &error);
    *took = seconds() - from;
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

static int measure(const bench_options *options, floor_scene floor[FLOORS])
{
    double took;
    int code = EXIT_DONE;
    for (int i = 0; i < FLOORS && code == EXIT_DONE; i++)
        code = advance(&floor[i], options->warm, &took);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < FLOORS && code == EXIT_DONE; i++) {
            code = advance(&floor[i], options->steps, &took);
            const world_pulse pulse = world_pulse_of(floor[i].scene.world);
            floor[i].contacts = pulse.contacts;
            if (took < floor[i].best)
                floor[i].best = took;
        }
    }
    return code;
}

static int print_one(const bench_options *options, const population *population, floor_scene *floor,
                     const floor_scene *plane)
{
    const double steps = (double)options->steps;
    const double ns = 1e9 * floor->best / ((double)floor->contacts * steps);
    const double base = 1e9 * plane->best / ((double)plane->contacts * steps);
    json json = {0};
    if (!options->json) {
        printf("%-14s %-10s %8lld facets %8lld contacts %8.1f ns a contact %6.2f\n",
               population->name, floor->name, (long long)floor->facets, (long long)floor->contacts,
               ns, ns / base);
        return EXIT_DONE;
    }
    json_begin(&json);
    json_text(&json, "benchmark", "meshes");
    json_text(&json, "population", population->name);
    json_text(&json, "floor", floor->name);
    json_integer(&json, "facets", floor->facets);
    json_integer(&json, "contacts", floor->contacts);
    json_number(&json, "ns_per_contact", ns);
    json_number(&json, "ratio_to_plane", ns / base);
    json_integer(&json, "n", world_pulse_of(floor->scene.world).grains);
    json_integer(&json, "threads", options->threads);
    const int code = bench_put_hash(&floor->scene, &json);
    json_close(&json);
    bench_row(options, &json);
    return code;
}

static int measure_population(const bench_options *options, const population *population,
                              const char *folder)
{
    floor_scene floor[FLOORS] = {0};
    int code = open_all(options, population, folder, floor);
    if (code == EXIT_DONE)
        code = measure(options, floor);
    for (int i = 0; i < FLOORS && code == EXIT_DONE; i++)
        code = print_one(options, population, &floor[i], &floor[0]);
    for (int i = 0; i < FLOORS; i++) {
        if (floor[i].scene.world)
            bench_close(&floor[i].scene);
    }
    return code;
}

// ---- large files

static int measure_reading(const bench_options *options, const char *folder)
{
    char path[FLOOR_PATH + 40];
    scree_error error;
    mesh_soup soup;
    mesh *mesh;
    mesh_report report;
    int64_t facets;
    const double size = cell * sqrt(0.5 * FACETS);
    const floor_plan plan = {FLOOR_FINE, {size, size}, cell};
    snprintf(path, sizeof path, "%s/large.stl", folder);
    if (floor_write(path, &plan, &facets, &error) != SCREE_OK)
        return give_up(&error);
    const double begin = seconds();
    if (mesh_file_read(path, mesh_unit_find("m"), 1, &soup, &error) != SCREE_OK)
        return give_up(&error);
    const double read = seconds() - begin;
    const mesh_facets given = {.corner = soup.corner, .facets = soup.facets, .name = path};
    const scree_status status = mesh_build(&given, &mesh, &report, &error);
    const double built = seconds() - begin - read;
    mesh_soup_clear(&soup);
    if (status != SCREE_OK)
        return give_up(&error);
    mesh_free(mesh);
    if (!options->json) {
        printf("ascii STL of %lld facets: read in %.2f s, made a mesh in %.2f s\n",
               (long long)facets, read, built);
        return EXIT_DONE;
    }
    json json = {0};
    json_begin(&json);
    json_text(&json, "benchmark", "meshes");
    json_text(&json, "file", "ascii STL");
    json_integer(&json, "facets", facets);
    json_number(&json, "read_seconds", read);
    json_number(&json, "build_seconds", built);
    json_close(&json);
    bench_row(options, &json);
    return EXIT_DONE;
}

int bench_meshes(const bench_options *options)
{
    char folder[FLOOR_PATH];
    scree_error error;
    if (floor_folder_make(folder, &error) != SCREE_OK)
        return give_up(&error);
    const char *only = options->population;
    int code = EXIT_DONE;
    bool found = false;
    for (int i = 0; i < POPULATIONS && code == EXIT_DONE; i++) {
        if (only && strcmp(only, populations[i].name) != 0)
            continue;
        found = true;
        code = measure_population(options, &populations[i], folder);
    }
    if (!found)
        code = args_fail("bench", "populations are balls, clumps, cubes and rounded cubes",
                         "there is no population `%s`", only);
    if (code == EXIT_DONE && !only)
        code = measure_reading(options, folder);
    floor_folder_remove(folder);
    return code;
}
