// measure.c - what the benchmarks share: scenes that are kept in a cache, and the particle-steps per second of one.
#include "bench/bench.h"

#include "base/text.h"
#include "console/exit.h"
#include "store/lammps_data.h"
#include "store/snapshot.h"

#include <inttypes.h>
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
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
}

double bench_processor(void)
{
    struct timespec clock;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &clock);
    return (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
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
    world_destroy(scene->world);
    model_clear(&scene->model);
    memset(scene, 0, sizeof *scene);
}

static char *cache_path(const bench_options *options, const char *name)
{
    return text_format("%s/%s.h5", options->cache, name);
}

int bench_read(const bench_options *options, const char *text, const char *name, bench_scene *scene)
{
    case_families families = all_families();
    fault_list faults = {0};
    fault_list notes = {0};
    memset(scene, 0, sizeof *scene);
    scree_status status =
        case_parse(&(case_source){text, strlen(text), name}, &(case_context){.families = &families},
                   &scene->model, &faults, &notes);
    for (int i = 0; i < faults.count; i++)
        print_error(&faults.item[i]);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    scene->model.ledger = options->ledger;
    scene->model.search = options->search;
    return status == SCREE_OK ? EXIT_DONE : exit_code(status);
}

int bench_restore(const bench_options *with, const char *text, const char *name, const image *im,
                  bench_scene *scene)
{
    scree_error error = {0};
    world_options options = {.threads = (int)with->threads, .width = (int)with->width};
    int code = bench_read(with, text, name, scene);
    if (code != EXIT_DONE)
        return code;
    return world_restore(&scene->model, &options, im, &scene->world, &error) == SCREE_OK
               ? EXIT_DONE
               : give_up(&error);
}

int bench_make(const bench_options *with, const char *text, const char *name, bench_scene *scene)
{
    scree_error error = {0};
    world_options options = {.threads = (int)with->threads, .width = (int)with->width};
    int code = bench_read(with, text, name, scene);
    if (code != EXIT_DONE)
        return code;
    return world_create(&scene->model, &options, &scene->world, &error) == SCREE_OK
               ? EXIT_DONE
               : give_up(&error);
}

int bench_open(const bench_options *with, const char *text, const char *name, bench_scene *scene,
               bool *fresh)
{
    scree_error error = {0};
    int code = bench_read(with, text, name, scene);
    if (code != EXIT_DONE)
        return code;
    scree_status status = SCREE_OK;
    world_options options = {.threads = (int)with->threads, .width = (int)with->width};
    image im = {0};
    char *path = cache_path(with, name);
    *fresh = !path || access(path, R_OK) != 0;
    if (!*fresh) {
        status = snapshot_read(path, &im, &error);
        if (status == SCREE_OK)
            status = world_restore(&scene->model, &options, &im, &scene->world, &error);
        *fresh = status != SCREE_OK;
        if (*fresh)
            fprintf(stderr, "%s is of another version; the scene is made anew\n", path);
    }
    if (*fresh)
        status = world_create(&scene->model, &options, &scene->world, &error);
    // A recipe whose step is not sound makes a scene that nothing else makes.
    if (status == SCREE_OK && *world_step_choice(scene->world)->warning)
        fprintf(stderr, "warning: %s: %s\n", name, world_step_choice(scene->world)->warning);
    image_clear(&im);
    free(path);
#ifdef __GLIBC__
    malloc_trim(0); // what reading left in the heap is no part of the world's memory
#endif
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

int bench_keep(const bench_options *options, const char *name, bench_scene *scene)
{
    image im = {0};
    scree_error error = {0};
    char *path = cache_path(options, name);
    scree_status status =
        path ? world_image(scene->world, &im, &error) : fail_memory(&error, "cache");
    if (status == SCREE_OK)
        status = snapshot_write(path, &im, NULL, &error);
    image_clear(&im);
    free(path);
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

void bench_forget_contacts(image *im)
{
    for (int i = 0; i < im->count; i++) {
        if (!strcmp(im->column[i].name, "contact/key") ||
            !strcmp(im->column[i].name, "contact/history"))
            im->column[i].rows = 0;
    }
}

int bench_put_hash(bench_scene *scene, json *json)
{
    uint64_t hash;
    char text[20];
    scree_error error = {0};
    if (world_hash(scene->world, &hash, &error) != SCREE_OK)
        return give_up(&error);
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_text(json, "state_hash", text);
    return EXIT_DONE;
}

// What the timed steps took, s, and how often lists were built in them.
typedef struct bench_taken {
    double wall, processor;
    int64_t builds;
} bench_taken;

static int report(const bench_options *options, const char *benchmark, bench_scene *scene,
                  bench_taken taken, int64_t resident)
{
    const world_pulse pulse = world_pulse_of(scene->world);
    const world_timing timing = world_timing_of(scene->world, false);
    const double grains = (double)pulse.grains;
    const double contacts = (double)pulse.contacts / grains;
    const double grain_steps = grains * (double)options->steps;
    const double rate = grain_steps / taken.wall;
    const double per = 1e9 / grain_steps;
    const int64_t sharers = pulse.grains ? pulse.grains : 1;
    const int64_t bytes = (bench_resident() - resident) / sharers;
    const int64_t accounted = world_memory(scene->world) / sharers;
    json json = {0};
    json_begin(&json);
    json_text(&json, "benchmark", benchmark);
    json_integer(&json, "n", pulse.grains);
    json_integer(&json, "threads", options->threads);
    json_integer(&json, "steps", options->steps);
    json_number(&json, "seconds", taken.wall);
    json_number(&json, "processor_seconds", taken.processor);
    json_number(&json, "particle_steps_per_second", rate);
    json_number(&json, "contacts_per_particle", contacts);
    json_number(&json, "coordination", 2 * contacts);
    json_integer(&json, "bytes_per_particle", bytes);
    json_integer(&json, "accounted_bytes_per_particle", accounted);
    json_integer(&json, "list_builds", taken.builds);
    json_number(&json, "skin", pulse.skin);
    json_flag(&json, "ledger", options->ledger);
    json_text(&json, "search", search_names[options->search]);
    for (int i = 0; i < STAGES; i++) {
        char key[64];
        snprintf(key, sizeof key, "ns %s", stage_name(i));
        if (timing.seconds[i] > 0)
            json_number(&json, key, timing.seconds[i] * per);
    }
    int code = EXIT_DONE;
    if (options->json)
        code = bench_put_hash(scene, &json);
    json_close(&json);
    if (code == EXIT_DONE && options->json) {
        printf("%s\n", json.text ? json.text : "{}");
    } else if (code == EXIT_DONE) {
        printf("%s: %lld grains, %lld threads: %.2f million particle-steps/s; ", benchmark,
               (long long)pulse.grains, (long long)options->threads, rate * 1e-6);
        printf("%.2f contacts and %lld bytes a particle; ", contacts, (long long)bytes);
        printf("%lld list builds\n", (long long)taken.builds);
    }
    json_clear(&json);
    return code;
}

int bench_write_lammps(const bench_options *options, bench_scene *scene)
{
    frame frame = {0};
    scree_error error = {0};
    scree_status status = world_frame(scene->world, &frame, &error);
    if (status == SCREE_OK)
        status = store_lammps_data(options->lammps, &frame, &scene->model, &error);
    frame_clear(&frame);
    return status == SCREE_OK ? EXIT_DONE : give_up(&error);
}

int bench_measure(const bench_options *options, const char *benchmark, bench_scene *scene,
                  int64_t resident)
{
    scree_error error = {0};
    if (options->lammps) {
        int code = bench_write_lammps(options, scene);
        if (code != EXIT_DONE || options->steps == 0)
            return code;
    }
    scree_status status = world_step(scene->world, options->warm, &error);
    int64_t builds = world_pulse_of(scene->world).list_builds;
    world_timing_of(scene->world, true);
    const double wall = seconds();
    const double processor = bench_processor();
    if (status == SCREE_OK)
        status = world_step(scene->world, options->steps, &error);
    bench_taken taken = {seconds() - wall, bench_processor() - processor, 0};
    if (status != SCREE_OK)
        return give_up(&error);
    taken.builds = world_pulse_of(scene->world).list_builds - builds;
    return report(options, benchmark, scene, taken, resident);
}
