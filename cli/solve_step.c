// solve_step.c - see solve_step.h.
#include "cli/solve_step.h"

#include "console/exit.h"
#include "console/session.h"
#include "run/folder.h"

#include "base/read_file.h"
#include "base/text.h"
#include "store/friction_file.h"
#include "store/json.h"
#include "store/snapshot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

scree_status solve_check_target(const char *path, const char *source, scree_error *error)
{
    const char hint[] = "move it away, or give another name";
    struct stat there;
    struct stat read;
    friction_system older;
    scree_error ignored;
    scree_status status = friction_file_check(path, error);
    if (status || stat(path, &there))
        return status;
    if (!stat(source, &read) && there.st_dev == read.st_dev && there.st_ino == read.st_ino)
        return fail(error, SCREE_BAD_INPUT, path, "give another name", "this is the file to read");
    if (friction_file_read(path, &older, &ignored))
        return fail(error, SCREE_BAD_INPUT, path, hint,
                    "a file is here that is no older friction problem");
    friction_system_clear(&older);
    return SCREE_OK;
}

static scree_status take_step(world *world, const solve_step *with, friction_system *out,
                              scree_error *error)
{
    const int64_t steps = with->step - world_steps(world);
    if (steps < 1)
        return fail(error, SCREE_BAD_INPUT, "--step",
                    "begin with the case, or ask for a later step",
                    "step %" PRId64 " has been made before: the state is after step %" PRId64,
                    with->step, world_steps(world));
    scree_status status = world_step(world, steps, error);
    return status ? status : world_friction(world, out, error);
}

static void tell_problem(const solve_step *with, const friction_system *system, double time,
                         double residual)
{
    json json = {0};
    if (!with->as_json) {
        printf("%s: %d contacts in %dD of step %" PRId64 ", whose own impulses have the residual "
               "%.3g\n",
               with->out, system->contacts, system->dimension, with->step, residual);
        return;
    }
    json_begin(&json);
    json_list(&json, "files");
    json_text(&json, NULL, with->out);
    json_close(&json);
    json_integer(&json, "step", with->step);
    json_number(&json, "time", time);
    json_integer(&json, "contacts", system->contacts);
    json_integer(&json, "dimension", system->dimension);
    json_number(&json, "residual", residual);
    json_close(&json);
    printf("%s\n", json.text ? json.text : "{}");
    json_clear(&json);
}

static scree_status write_problem(const char *path, const solve_step *with,
                                  const friction_system *system, double time, scree_error *error)
{
    const size_t size = 3 * (size_t)system->contacts;
    char title[400];
    double *u = malloc(size * sizeof *u);
    if (!u)
        return fail_memory(error, with->out);
    snprintf(title, sizeof title, "%.200s, step %" PRId64 ", t = %.9g s", path, with->step, time);
    scree_status status =
        friction_file_write(with->out, system, &(friction_note){.title = title}, error);
    if (!status) {
        friction_velocity(system, system->guess, u);
        const friction_residual residual = friction_residual_of(system, system->guess, u);
        tell_problem(with, system, time, residual.scaled);
    }
    free(u);
    return status;
}

static int take_from_world(const char *path, const session *session, const image *im,
                           const solve_step *with)
{
    const machine any = {0};
    world *world = NULL;
    friction_system system;
    scree_error error;
    int threads;
    int code = world_open(session, &any, im, &world, &threads);
    if (code != ARGS_GO_ON)
        return code;
    scree_status status = take_step(world, with, &system, &error);
    if (!status) {
        status = write_problem(path, with, &system, world_time(world), &error);
        friction_system_clear(&system);
    }
    world_destroy(world);
    return status ? session_give_up(session, &error) : EXIT_DONE;
}

static bool is_snapshot(const char *path)
{
    char head[15] = {0};
    read_verdict verdict;
    int number;
    FILE *in = read_file_open(path, &verdict, &number);
    if (!in)
        return false;
    size_t size = fread(head, 1, sizeof head, in);
    fclose(in);
    return size == sizeof head && !memcmp(head, "scree-snapshot ", sizeof head);
}

int solve_take_step(const char *path, const solve_step *with)
{
    session session;
    image im = {0};
    scree_error error;
    const bool saved = is_snapshot(path);
    if (solve_check_target(with->out, path, &error))
        return give_up(&error);
    char *case_path = text_copy(path);
    if (case_path && saved) {
        const char *slash = strrchr(path, '/');
        char *folder = slash ? text_slice(path, (size_t)(slash - path)) : text_copy(".");
        free(case_path);
        case_path = folder ? folder_path(folder, "case.yaml") : NULL;
        free(folder);
    }
    if (!case_path)
        return EXIT_MEMORY;
    if (saved && snapshot_read(path, &im, &error)) {
        free(case_path);
        return give_up(&error);
    }
    int code = session_open(&session, case_path, &with->set, true);
    if (code == ARGS_GO_ON) {
        code = take_from_world(path, &session, saved ? &im : NULL, with);
        session_close(&session);
    }
    image_clear(&im);
    free(case_path);
    return code;
}
