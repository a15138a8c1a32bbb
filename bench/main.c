// main.c - `scree bench NAME`: particle-steps per second on a scene made by a fixed recipe.
#include "bench/bench.h"

#include "console/exit.h"
#include "console/start.h"
#include "run/folder.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] =
    "Measures particle-steps per second. The scene is made once by a fixed recipe and kept in "
    "the cache.\n"
    "settled-bed: spheres of +-10 % size at rest on a floor, hertz + mindlin, friction 0.5.\n"
    "wide-bed: spheres of 0.5 to 15 mm radius in a heap, otherwise as settled-bed.\n"
    "chute: 32000 spheres flowing down a rough bed at 26 degrees, linear laws, as the chute "
    "benchmark of LAMMPS.\n"
    "laws: nanoseconds a contact and step of combinations of laws on the settled bed, with the "
    "ratio to hertz + mindlin.\n"
    "ledger: what the energy ledger adds to a step of the settled bed, with two springs and with "
    "all kinds of laws.\n"
    "shapes: grain-steps per second of disks, spheropolygon-62, clump-726, clump-4, cubes and "
    "spherocubes in settled beds.\n"
    "nonsmooth: contact-sweeps per second of the nonsmooth solver on the settled bed (steps "
    "20, warm 3).\n"
    "packing: seconds to pack balls to a solid fraction of 0.60 in a periodic box.\n"
    "meshes: nanoseconds a contact and step of grains on floors of triangles, with the ratio to "
    "the "
    "plane, and seconds to read an STL file of a million facets (n 1000).\n"
    "probes: what a sample of each probe costs, in steps of the settled bed, and as a share of a "
    "run "
    "of 1 s that samples a hundred times.\n"
    "frames: seconds to gather a frame and to write it as a compressed VTK file (n 1000000).";

// The benchmark of that name.
static int measure(const char *name, const char *search, bench_options with)
{
    while (with.search < SEARCHES && strcmp(search, search_names[with.search]) != 0)
        with.search++;
    if (with.search == SEARCHES) {
        return args_fail("bench", "searches are grid and sorted-list", "there is no search `%s`",
                         search);
    }
    scree_error error = {0};
    if (folder_make(with.cache, &error))
        return give_up(&error); // before the work whose result it is to keep
    const bool packing = !strcmp(name, "packing");
    if (!with.threads)
        with.threads = packing ? omp_get_max_threads() : 1;
    if (!strcmp(name, "shapes"))
        return bench_shapes(&with);
    if (!strcmp(name, "meshes")) {
        with.count = with.count ? with.count : 1000;
        return bench_meshes(&with);
    }
    if (with.population)
        return args_fail("bench", "leave it out", "--population is of shapes and meshes alone");
    if (!strcmp(name, "frames")) {
        with.count = with.count ? with.count : 1000000;
        return bench_frames(&with);
    }
    with.count = with.count ? with.count : 10000;
    if (!strcmp(name, "nonsmooth"))
        return bench_nonsmooth(&with);
    if (with.rich || with.single || with.sweeps) {
        return args_fail("bench", "leave them out",
                         "--rich, --single and --sweeps are of nonsmooth alone");
    }
    if (packing)
        return bench_packing(&with);
    if (!strcmp(name, "settled-bed"))
        return bench_settled_bed(&with);
    if (!strcmp(name, "wide-bed"))
        return bench_wide_bed(&with);
    if (!strcmp(name, "chute"))
        return bench_chute(&with);
    if (!strcmp(name, "laws"))
        return bench_laws(&with);
    if (!strcmp(name, "ledger"))
        return bench_ledger(&with);
    if (!strcmp(name, "probes"))
        return bench_probes(&with);
    return args_fail(
        "bench",
        "benchmarks are settled-bed, wide-bed, chute, laws, ledger, shapes, nonsmooth, packing, "
        "meshes, probes and frames",
        "there is no benchmark `%s`", name);
}

// In a tree in which Scree is built beside the build, else where a user's programs keep such things. NULL without memory.
static char *cache_by_default(void)
{
    const char *caches = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (access("build/scree-bench", F_OK) == 0 || (!(caches && *caches) && !(home && *home)))
        return text_copy("build/cache");
    if (caches && *caches)
        return text_format("%s/scree", caches);
    return text_format("%s/.cache/scree", home);
}

static int bench(int argc, char **argv)
{
    bench_options with = {
        .count = 0,
        .steps = 300,
        .warm = 300,
        .sweeps = 0,
        .threads = 0,
    };
    const char *search = "grid";
    const option options[] = {
        {"n", OPTION_INTEGER, &with.count, 100, "N",
         "grains (10000; of shapes 1000, of clump-726 200)"},
        {"steps", OPTION_INTEGER, &with.steps, 0, "K", "timed steps (300)"},
        {"warm", OPTION_INTEGER, &with.warm, 0, "K", "steps before the clock starts (300)"},
        {"threads", OPTION_INTEGER, &with.threads, 1, "T", "threads (1; of packing all)"},
        {"width", OPTION_VECTOR, &with.width, 0, "W",
         "vector width: 1, 2, 4 or 8 (the widest that runs here)"},
        {"ledger", OPTION_FLAG, &with.ledger, 0, NULL, "with the energy ledger"},
        {"search", OPTION_TEXT, &search, 0, "KIND",
         "how lists are built: grid or sorted-list (grid)"},
        {"cache", OPTION_TEXT, &with.cache, 0, "DIR",
         "where settled scenes are kept (~/.cache/scree, beside a build of Scree build/cache)"},
        {"rich", OPTION_FLAG, &with.rich, 0, NULL, "of nonsmooth: with rolling and twisting"},
        {"single", OPTION_FLAG, &with.single, 0, NULL, "of nonsmooth: sweeps in single precision"},
        {"sweeps", OPTION_INTEGER, &with.sweeps, 1, "K", "of nonsmooth: sweeps in a step (50)"},
        {"population", OPTION_TEXT, &with.population, 0, "NAME",
         "of shapes, meshes: one population alone"},
        {"write-lammps", OPTION_TEXT, &with.lammps, 0, "FILE",
         "write the scene as a LAMMPS data file first"},
        {"json", OPTION_FLAG, &with.json, 0, NULL, "print one line of JSON"},
    };
    const syntax syntax = {
        .command = "bench",
        .operands =
            "settled-bed|wide-bed|chute|laws|ledger|shapes|nonsmooth|packing|meshes|probes|frames",
        .about = about,
        .option = options,
        .options = (int)(sizeof options / sizeof *options),
        .least = 1,
        .most = 1,
    };
    const char *operand[OPERANDS_MOST];
    int operands;
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    bench_rows rows = {.count = 0};
    with.rows = &rows;
    char *cache = with.cache ? NULL : cache_by_default();
    if (!with.cache)
        with.cache = cache;
    scree_error error;
    code = with.cache ? measure(operand[0], search, with)
                      : give_up((fail_memory(&error, "bench"), &error));
    free(cache);
    return bench_rows_print(&rows, operand[0], code);
}

int main(int argc, char **argv)
{
    program_start(argv);
    return program_end(bench(argc, argv));
}
