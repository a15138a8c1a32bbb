// bench.h - what the benchmarks share: scenes that are made once by a fixed recipe and cached, timing, one line of
// JSON.
#ifndef SCREE_CLI_BENCH_H
#define SCREE_CLI_BENCH_H

#include "base/text.h"
#include "console/exit.h"
#include "console/session.h"
#include "store/json.h"

// Rows of a benchmark as JSON, one behind the other.
typedef struct bench_rows {
    text_buffer text;
    int count;
} bench_rows;

typedef struct bench_options {
    int64_t count, steps, warm; // n 0: of the benchmark's choice
    int64_t threads, width;
    bool json, ledger;
    bool rich, single; // of nonsmooth: with rolling and twisting; sweeps in single precision
    int64_t sweeps;    // of nonsmooth
    search_kind search;
    const char *cache;      // folder of settled scenes
    const char *lammps;     // LAMMPS data file to write, or NULL
    const char *population; // of shapes: one alone, or NULL
    bench_rows *rows;       // where bench_row puts them
} bench_options;

// Takes a row over. With one row bench_rows_print prints its object, with more {"benchmark": NAME, "rows": [...]}, and nothing where
// `code` is not EXIT_DONE; returns what the program returns.
void bench_row(const bench_options *options, json *row);
int bench_rows_print(bench_rows *rows, const char *benchmark, int code);

// A scene: a case text and a world that runs it. Closed by bench_close.
typedef struct bench_scene {
    model model;
    world *world;
} bench_scene;

// A world of a case text; from the cached snapshot NAME if it is there. `fresh` tells whether it was made from the
// text.
int bench_open(const bench_options *options, const char *text, const char *name, bench_scene *scene,
               bool *fresh);
// The same, made from the text whatever the cache holds.
int bench_make(const bench_options *options, const char *text, const char *name,
               bench_scene *scene);
// The same from an image.
int bench_restore(const bench_options *options, const char *text, const char *name, const image *im,
                  bench_scene *scene);
// The case alone, without a world.
int bench_read(const bench_options *options, const char *text, const char *name,
               bench_scene *scene);
void bench_close(bench_scene *scene);
// Keeps the state of a scene in the cache.
int bench_keep(const bench_options *options, const char *name, bench_scene *scene);

// Runs warm-up and timed steps and prints the result. `resident` is the resident size before the scene was opened.
int bench_measure(const bench_options *options, const char *benchmark, bench_scene *scene,
                  int64_t resident);

// The settled bed as a table of places and radii, `across` m wide (periodic) and below `height`.
int bench_bed_table(const bench_options *options, const char *path, double *across, double *height);

// Adds the state hash of a scene as it is now to a line of JSON. Returns what the program returns.
int bench_put_hash(bench_scene *scene, json *json);

double bench_processor(void); // s, of this process so far

int bench_write_lammps(const bench_options *options, bench_scene *scene);
// Steps of a bed that is made, told of on stderr.
int bench_progress(bench_scene *scene, int64_t steps, const char *what);

int64_t bench_resident(void); // bytes of this process now

// The settled bed as an image, and a scene of it under other laws ("normal: {law: linear, ...}, tangential: ...").
int bench_bed_image(const bench_options *options, image *bed);
int bench_bed_under(const bench_options *options, const char *laws, const image *bed,
                    bench_scene *scene);

// Leaves the contacts out of an image, which were made by other laws, or are of other grains.
void bench_forget_contacts(image *im);

int bench_settled_bed(const bench_options *options);
int bench_wide_bed(const bench_options *options);
int bench_chute(const bench_options *options);
int bench_laws(const bench_options *options);
int bench_ledger(const bench_options *options);
int bench_shapes(const bench_options *options);
int bench_nonsmooth(const bench_options *options);
int bench_packing(const bench_options *options);
int bench_meshes(const bench_options *options);
int bench_probes(const bench_options *options);
int bench_frames(const bench_options *options);

#endif
