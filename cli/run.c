// run.c - scree run: a case from its start to its end.
#include "cli/commands.h"
#include "cli/costs.h"
#include "cli/depths.h"
#include "cli/meshes.h"
#include "cli/shapes.h"
#include "console/session.h"
#include "console/words.h"
#include "run/advance.h"
#include "run/amounts.h"
#include "run/folder.h"
#include "run/inputs.h"

#include <signal.h>

typedef struct run_options {
    machine machine;
    settings set;
    const char *out;
    bool force, quiet;
} run_options;

static void announce(const session *session, const world *world, const char *folder,
                     const output *output)
{
    char grains[WORD_ROOM];
    char steps[WORD_ROOM];
    const step_choice *choice = world_step_choice(world);
    if (session->model.title && *session->model.title)
        fprintf(stderr, "%s\n", session->model.title);
    fprintf(stderr, "%s grain%s, %s step%s of %.3g s; results in %s\n",
            word_count(grains, world_grains(world)), world_grains(world) == 1 ? "" : "s",
            word_count(steps, output->end), output->end == 1 ? "" : "s", choice->step, folder);
}

static void log_begin(output *output, const session *session)
{
    const step_choice *choice = world_step_choice(output->world);
    output_log(output, "scree %s runs %s with %d thread%s", SCREE_VERSION, session->path,
               output->threads, output->threads == 1 ? "" : "s");
    if (world_parts(output->world) > 1)
        output_log(output, "grains are dealt to %d parts", world_parts(output->world));
    output_log(output, "%lld grains, %lld steps of %.9g s: %s",
               (long long)world_grains(output->world), (long long)output->end, choice->step,
               choice->reason);
    output_log_stage(output);
    char warning[COSTS_ROOM];
    if (costs_warning(warning, &session->model, choice))
        output_log(output, "warning: %s", warning);
    char text[MESHES_ROOM];
    const depth_forecast depths = world_depth_forecast(output->world);
    if (depths_warning(text, &session->model, &depths))
        output_log(output, "warning: %s", text);
    const amounts writes = amounts_of(output, grains_expected(session, output->world));
    if (amounts_warning(text, &writes, output->folder))
        output_log(output, "warning: %s", text);
    for (int k = 0; k < world_walls(output->world); k++) {
        if (meshes_words(text, output->world, k))
            output_log(output, "mesh of wall %s: %s", world_wall_name(output->world, k), text);
        if (meshes_warning(text, output->world, k))
            output_log(output, "warning: %s", text);
    }
    for (int i = 0; i < session->model.shapes; i++)
        if (shape_warning(&session->model, i, text))
            output_log(output, "warning: %s", text);
}

// The world stands; now a folder is taken.
static scree_status claim(run_folder *in, const session *session, const run_options *with,
                          scree_error *error)
{
    char **inputs = inputs_paths(&session->model, session->folder);
    char **results = probing_names(&session->model);
    scree_status status = inputs && results ? SCREE_OK : fail_memory(error, "folder");
    const folder_wish wish = {.out = with->out,
                              .beside = session->folder,
                              .case_path = session->path,
                              .input = inputs,
                              .name = (const char *const *)results,
                              .force = with->force};
    if (!status)
        status = folder_claim(in, &wish, error);
    inputs_paths_free(inputs);
    inputs_paths_free(results);
    return status;
}

static scree_status prepare(output *output, const session *session, const run_options *with,
                            run_folder *in, scree_error *error)
{
    scree_status status = world_frame(output->world, &output->seen, error);
    if (!status)
        status = probing_rehearse(&session->model, output->world, &output->seen, error);
    if (!status)
        status = claim(in, session, with, error);
    if (!status)
        status = output_begin(output, in, session->folder, &session->families, error);
    return status;
}

static int run_world(const session *session, const run_options *with, world *world, int threads)
{
    scree_error error;
    output output;
    run_folder in = {0};
    scree_status status = output_plan(&output, &session->model, world, threads, &error);
    if (!status)
        status = prepare(&output, session, with, &in, &error);
    if (status) {
        output_close(&output, NULL);
        folder_withdraw(&in);
        int code = session_give_up(session, &error);
        if (status == SCREE_IO)
            fprintf(stderr, "nothing was run and nothing saved\n");
        return code;
    }
    const step_choice *choice = world_step_choice(world);
    char warning[COSTS_ROOM];
    if (costs_warning(warning, &session->model, choice))
        fprintf(stderr, "warning: %s\n", warning);
    char text[MESHES_ROOM];
    const depth_forecast depths = world_depth_forecast(world);
    if (depths_warning(text, &session->model, &depths))
        fprintf(stderr, "warning: %s\n", text);
    const amounts writes = amounts_of(&output, grains_expected(session, world));
    if (amounts_warning(text, &writes, in.path))
        fprintf(stderr, "warning: %s\n", text);
    for (int k = 0; k < world_walls(world); k++)
        if (meshes_warning(text, world, k))
            fprintf(stderr, "warning: %s\n", text);
    for (int i = 0; i < session->model.shapes; i++)
        if (shape_warning(&session->model, i, text))
            fprintf(stderr, "warning: %s\n", text);
    if (!with->quiet)
        announce(session, world, in.path, &output);
    log_begin(&output, session);
    int code = advance(&output, true, with->quiet);
    folder_leave(&in);
    return code;
}

static int run_case(const char *path, const run_options *with)
{
    session session;
    world *world;
    int threads;
    int code = session_open(&session, path, &with->set, with->quiet);
    if (code != ARGS_GO_ON)
        return code;
    code = world_open(&session, &with->machine, NULL, &world, &threads);
    if (code == ARGS_GO_ON) {
        code = run_world(&session, with, world, threads);
        world_destroy(world);
    }
    session_close(&session);
    return code;
}

int run_main(int argc, char **argv)
{
    run_options with = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"out", OPTION_TEXT, &with.out, 0, "FOLDER",
         "where results go; default: `results` beside the case, or the next free number"},
        OPTION_SET(with.set),
        OPTION_CONFINE(with.set),
        OPTION_THREADS(with.machine),
        OPTION_PARTS(with.machine),
        OPTION_WIDTH(with.machine),
        {"force", OPTION_FLAG, &with.force, 0, NULL,
         "replace the files of an older run in the folder"},
        {"quiet", OPTION_FLAG, &with.quiet, 0, NULL, "print nothing but errors and warnings"},
    };
    const syntax syntax = {
        "run",
        "CASE",
        "Runs a case: a YAML file, a folder with a case.yaml, or a .par file of the "
        "course format.\n"
        "Ctrl-C, SIGTERM and SIGHUP finish the step, save, and say how to go on; a "
        "second one ends at once.\n"
        "Every ten minutes (output.autosave) the run saves by itself; scree resume "
        "goes on after anything.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    signal(SIGPIPE, SIG_IGN); // that nobody reads the progress line is no reason to stop
    if (code == ARGS_GO_ON)
        code = run_case(operand[0], &with);
    settings_clear(&with.set);
    return code;
}
