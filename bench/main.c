// main.c - `scree bench NAME`: particle-steps per second on a scene made by a fixed recipe.
#include "bench/bench.h"

#include "base/text.h"
#include "console/exit.h"
#include "console/start.h"
#include "run/folder.h"
#include "store/lammps_data.h"
#include "store/snapshot.h"

#include <stddef.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int64_t bench_resident(void)
{
    long long pages = 0;
    long long resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f)
        return 0;
    if (fscanf(f, "%lld %lld", &pages, &resident) != 2)
        resident = 0;
    fclose(f);
    return resident * sysconf(_SC_PAGESIZE);
}

void bench_close(bench_scene *scene)
{
    world_destroy(scene->w);
    model_clear(&scene->m);
    memset(scene, 0, sizeof *scene);
}

static char *cache_path(const bench_options *o, const char *name)
{
    return text_format("%s/%s.h5", o->cache, name);
}

static int read_scene(const bench_options *o, const char *text, const char *name,
                      bench_scene *scene)
{
    case_families families = all_families();
    fault_list faults = {0};
    fault_list notes = {0};
    memset(scene, 0, sizeof *scene);
    scree_status status =
        case_parse(text, strlen(text), name, &families, NULL, 0, &scene->m, &faults, &notes);
    for (int i = 0; i < faults.count; i++)
        print_error(&faults.item[i]);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    scene->m.ledger = o->ledger;
    scene->m.search = o->search;
    return status == SCREE_OK ? EXIT_DONE : exit_code(status);
}

int bench_restore(const bench_options *o, const char *text, const char *name, const image *im,
                  bench_scene *scene)
{
    scree_error error = {0};
    world_options options = {.threads = (int)o->threads, .width = (int)o->width};
    int code = read_scene(o, text, name, scene);
    if (code != EXIT_DONE)
        return code;
    return world_restore(&scene->m, &options, im, &scene->w, &error) == SCREE_OK ? EXIT_DONE
                                                                                 : give_up(&error);
}

int bench_make(const bench_options *o, const char *text, const char *name, bench_scene *scene)
{
    scree_error error = {0};
    world_options options = {.threads = (int)o->threads, .width = (int)o->width};
    int code = read_scene(o, text, name, scene);
    if (code != EXIT_DONE)
        return code;
    return world_create(&scene->m, &options, &scene->w, &error) == SCREE_OK ? EXIT_DONE
                                                                            : give_up(&error);
}

int bench_open(const bench_options *o, const char *text, const char *name, bench_scene *scene,
               bool *fresh)
{
    scree_error error = {0};
    int code = read_scene(o, text, name, scene);
    if (code != EXIT_DONE)
        return code;
    scree_status status = SCREE_OK;
    world_options options = {.threads = (int)o->threads, .width = (int)o->width};
    image im = {0};
    char *path = cache_path(o, name);
    *fresh = !path || access(path, R_OK) != 0;
    if (!*fresh) {
        status = snapshot_read(path, &im, &error);
        if (status == SCREE_OK)
            status = world_restore(&scene->m, &options, &im, &scene->w, &error);
        *fresh = status != SCREE_OK;
        if (*fresh)
            fprintf(stderr, "%s is of another version; the scene is made anew\n", path);
    }
    if (*fresh)
        status = world_create(&scene->m, &options, &scene->w, &error);
    // A recipe whose step is not sound makes a scene that nothing else makes.
    if (status == SCREE_OK && *world_step_choice(scene->w)->warning)
        fprintf(stderr, "warning: %s: %s\n", name, world_step_choice(scene->w)->warning);
    image_clear(&im);
    free(path);
#ifdef __GLIBC__
    malloc_trim(0); // what reading left in the heap is no part of the world's memory
#endif
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

int bench_keep(const bench_options *o, const char *name, bench_scene *scene)
{
    image im = {0};
    scree_error error = {0};
    char *path = cache_path(o, name);
    scree_status status = path ? world_image(scene->w, &im, &error) : fail_memory(&error, "cache");
    if (status == SCREE_OK)
        status = snapshot_write(path, &im, NULL, &error);
    image_clear(&im);
    free(path);
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

static void report(const bench_options *o, const char *benchmark, bench_scene *scene, double time,
                   int64_t builds, int64_t resident)
{
    world_pulse p = world_pulse_of(scene->w);
    world_timing t = world_timing_of(scene->w, false);
    double rate = (double)p.grains * (double)o->steps / time;
    double per = 1e9 / ((double)p.grains * (double)o->steps);
    int64_t bytes = (bench_resident() - resident) / (p.grains ? p.grains : 1);
    json j = {0};
    json_begin(&j);
    json_text(&j, "benchmark", benchmark);
    json_integer(&j, "n", p.grains);
    json_integer(&j, "threads", o->threads);
    json_integer(&j, "steps", o->steps);
    json_number(&j, "seconds", time);
    json_number(&j, "particle_steps_per_second", rate);
    json_number(&j, "contacts_per_particle", (double)p.contacts / (double)p.grains);
    json_number(&j, "coordination", 2 * (double)p.contacts / (double)p.grains);
    json_integer(&j, "bytes_per_particle", bytes);
    json_integer(&j, "accounted_bytes_per_particle",
                 world_memory(scene->w) / (p.grains ? p.grains : 1));
    json_integer(&j, "list_builds", builds);
    json_number(&j, "skin", p.skin);
    json_flag(&j, "ledger", o->ledger);
    json_text(&j, "search", search_names[o->search]);
    for (int i = 0; i < STAGES; i++) {
        char key[64];
        snprintf(key, sizeof key, "ns %s", stage_name(i));
        if (t.seconds[i] > 0)
            json_number(&j, key, t.seconds[i] * per);
    }
    json_close(&j);
    if (o->json)
        printf("%s\n", j.text ? j.text : "{}");
    else
        printf("%s: %lld grains, %lld threads: %.2f million particle-steps/s; %.2f contacts and "
               "%lld bytes a particle; "
               "%lld list builds\n",
               benchmark, (long long)p.grains, (long long)o->threads, rate * 1e-6,
               (double)p.contacts / (double)p.grains, (long long)bytes, (long long)builds);
    json_clear(&j);
}

int bench_write_lammps(const bench_options *o, bench_scene *scene)
{
    frame f = {0};
    scree_error error = {0};
    scree_status status = world_frame(scene->w, &f, &error);
    if (status == SCREE_OK)
        status = store_lammps_data(o->lammps, &f, &scene->m, &error);
    frame_clear(&f);
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

int bench_measure(const bench_options *o, const char *benchmark, bench_scene *scene,
                  int64_t resident)
{
    scree_error error = {0};
    if (o->lammps) {
        int code = bench_write_lammps(o, scene);
        if (code != EXIT_DONE || o->steps == 0)
            return code;
    }
    scree_status status = world_step(scene->w, o->warm, &error);
    int64_t builds = world_pulse_of(scene->w).list_builds;
    world_timing_of(scene->w, true);
    double t = seconds();
    if (status == SCREE_OK)
        status = world_step(scene->w, o->steps, &error);
    t = seconds() - t;
    if (status != SCREE_OK)
        return give_up(&error);
    report(o, benchmark, scene, t, world_pulse_of(scene->w).list_builds - builds, resident);
    return EXIT_DONE;
}

static int bench(int argc, char **argv)
{
    bench_options o = {
        .n = 0, .steps = 300, .warm = 300, .sweeps = 0, .threads = 1, .cache = "build/cache"};
    const char *search = "grid";
    const option options[] = {
        {"n", OPTION_INTEGER, &o.n, 100, "N", "grains (10000; of shapes 1000, of clump-726 200)"},
        {"steps", OPTION_INTEGER, &o.steps, 0, "K", "timed steps (300)"},
        {"warm", OPTION_INTEGER, &o.warm, 0, "K", "steps before the clock starts (300)"},
        {"threads", OPTION_INTEGER, &o.threads, 1, "T", "threads (1)"},
        {"width", OPTION_VECTOR, &o.width, 0, "W",
         "vector width: 1, 2, 4 or 8 (the widest that runs here)"},
        {"ledger", OPTION_FLAG, &o.ledger, 0, NULL, "with the energy ledger"},
        {"search", OPTION_TEXT, &search, 0, "KIND",
         "how lists are built: grid or sorted-list (grid)"},
        {"cache", OPTION_TEXT, &o.cache, 0, "DIR", "where settled scenes are kept (build/cache)"},
        {"rich", OPTION_FLAG, &o.rich, 0, NULL, "of nonsmooth: with rolling and twisting"},
        {"single", OPTION_FLAG, &o.single, 0, NULL, "of nonsmooth: sweeps in single precision"},
        {"sweeps", OPTION_INTEGER, &o.sweeps, 1, "K", "of nonsmooth: sweeps in a step (50)"},
        {"population", OPTION_TEXT, &o.population, 0, "NAME", "of shapes: one population alone"},
        {"write-lammps", OPTION_TEXT, &o.lammps, 0, "FILE",
         "write the scene as a LAMMPS data file first"},
        {"json", OPTION_FLAG, &o.json, 0, NULL, "print one line of JSON"},
    };
    const syntax s = {
        "bench",
        "settled-bed|wide-bed|chute|laws|shapes|nonsmooth",
        "Measures particle-steps per second. The scene is made once by a fixed recipe and kept in "
        "the cache.\n"
        "settled-bed: spheres of +-10 % size at rest on a floor, hertz + mindlin, friction 0.5.\n"
        "wide-bed: spheres of 0.5 to 15 mm radius in a heap, otherwise as settled-bed.\n"
        "chute: 32000 spheres flowing down a rough bed at 26 degrees, linear laws, as the chute "
        "benchmark of LAMMPS.\n"
        "laws: nanoseconds a contact and step of combinations of laws on the settled bed, with the "
        "ratio to hertz + "
        "mindlin.\n"
        "shapes: grain-steps per second of disks, spheropolygon-62, clump-726, clump-4, cubes and "
        "spherocubes in "
        "settled "
        "beds.\n"
        "nonsmooth: contact-sweeps per second of the nonsmooth solver on the settled bed (steps "
        "20, warm 3).",
        options,
        (int)(sizeof options / sizeof *options),
        1,
        1};
    const char *operand[OPERANDS_MOST];
    int operands;
    int code = args_read(&s, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    while (o.search < SEARCHES && strcmp(search, search_names[o.search]) != 0)
        o.search++;
    if (o.search == SEARCHES)
        return args_fail("bench", "searches are grid and sorted-list", "there is no search `%s`",
                         search);
    scree_error error = {0};
    if (folder_make(o.cache, &error))
        return give_up(&error); // before the work whose result it is to keep
    if (!strcmp(operand[0], "shapes"))
        return bench_shapes(&o);
    if (o.population)
        return args_fail("bench", "leave it out", "--population is of shapes alone");
    o.n = o.n ? o.n : 10000;
    if (!strcmp(operand[0], "nonsmooth"))
        return bench_nonsmooth(&o);
    if (o.rich || o.single || o.sweeps)
        return args_fail("bench", "leave them out",
                         "--rich, --single and --sweeps are of nonsmooth alone");
    if (!strcmp(operand[0], "settled-bed"))
        return bench_settled_bed(&o);
    if (!strcmp(operand[0], "wide-bed"))
        return bench_wide_bed(&o);
    if (!strcmp(operand[0], "chute"))
        return bench_chute(&o);
    if (!strcmp(operand[0], "laws"))
        return bench_laws(&o);
    return args_fail("bench",
                     "benchmarks are settled-bed, wide-bed, chute, laws, shapes and nonsmooth",
                     "there is no benchmark `%s`", operand[0]);
}

int main(int argc, char **argv)
{
    program_start(argv);
    return program_end(bench(argc, argv));
}
