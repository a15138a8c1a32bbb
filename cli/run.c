// run.c - scree run: a case from its start to its end.
#include "cli/log_ranks.h"
#include "cli/commands.h"
#include "cli/costs.h"
#include "cli/depths.h"
#include "cli/left_over.h"
#include "cli/meshes.h"
#include "cli/outcome.h"
#include "cli/probe_faults.h"
#include "cli/servos.h"
#include "cli/shapes.h"
#include "cli/stage_begin.h"
#include "cli/stages.h"
#include "cli/viewed.h"
#include "console/paint.h"
#include "console/session.h"
#include "console/words.h"
#include "ranks/mpi.h"
#include "run/advance.h"
#include "run/amounts.h"
#include "run/folder.h"
#include "run/inputs.h"
#include "run/saving.h"

#include "base/text.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct run_options {
    machine machine;
    settings set;
    const char *out, *stage;
    bool force, quiet, no_picture, as_json;
    viewed_wish view;
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

static void log_begin(output *output, const session *session, const machine *with)
{
    const step_choice *choice = world_step_choice(output->world);
    output_log(output, "scree %s runs %s with %d thread%s", SCREE_VERSION, session->path,
               output->threads, output->threads == 1 ? "" : "s");
    log_ranks(output, with);
    output_log(output, "%lld grains, %lld steps of %.9g s: %s",
               (long long)world_grains(output->world), (long long)output->end, choice->step,
               choice->reason);
    output_log_case(output);
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
        if (servo_warning(output->world, k, text))
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
    int64_t contacts;
    scree_status status = session->model.probes > 0
                              ? world_frame(output->world, &output->seen, error)
                              : world_frame_numbers(output->world, &output->seen, &contacts, error);
    if (!status)
        status = probing_rehearse(&session->model, output->world, &output->seen, error);
    frame_release(&output->seen);
    if (!status)
        status = claim(in, session, with, error);
    if (!status)
        status = output_begin(output, in, session->folder, &session->families, error);
    return status;
}

// The same of a run that goes on from the beginning of a stage, as a branch does.
static scree_status prepare_from(output *output, const session *session, const run_options *with,
                                 const stage_begin *begin, run_folder *in, scree_error *error)
{
    bool found = true;
    scree_status status = generation_load(begin->folder, &begin->from, &output->probes,
                                          &output->effort, &found, error);
    if (!status)
        status = claim(in, session, with, error);
    if (!status)
        status = output_branch(output, in, session->folder, &session->families, error);
    if (!status)
        output_log(output, "goes on from %s, step %lld", begin->snapshot,
                   (long long)world_steps(output->world));
    if (!status && !found)
        output_log_no_sums(output);
    return status ? status : output_root(output, session->folder, &session->families, error);
}

static int run_world(const session *session, const run_options *with, const stage_begin *begin,
                     world *world, int threads)
{
    scree_error error;
    output output;
    run_folder in = {0};
    viewed viewed;
    scree_status status = viewed_listen(&viewed, &with->view, &error);
    if (status)
        return give_up(&error);
    status = output_plan(&output, &session->model, world, threads, &error);
    output.last_stage = begin->last_stage;
    if (!status)
        status = begin->snapshot ? prepare_from(&output, session, with, begin, &in, &error)
                                 : prepare(&output, session, with, &in, &error);
    if (status) {
        viewed_end(&viewed);
        output_close(&output, NULL);
        folder_withdraw(&in);
        int code = probe_faults_give_up(session, world, &error);
        if (status == SCREE_IO)
            fprintf(stderr, "nothing was run and nothing saved\n");
        return code;
    }
    if (with->force && !with->quiet)
        left_over_note(in.path);
    const step_choice *choice = world_step_choice(world);
    char warning[COSTS_ROOM];
    if (costs_warning(warning, &session->model, choice))
        print_warning("%s", warning);
    char text[MESHES_ROOM];
    const depth_forecast depths = world_depth_forecast(world);
    if (depths_warning(text, &session->model, &depths))
        print_warning("%s", text);
    const amounts writes = amounts_of(&output, grains_expected(session, world));
    if (amounts_warning(text, &writes, in.path))
        print_warning("%s", text);
    for (int k = 0; k < world_walls(world); k++) {
        if (meshes_warning(text, world, k))
            print_warning("%s", text);
        if (servo_warning(world, k, text))
            print_warning("%s", text);
    }
    for (int i = 0; i < session->model.shapes; i++)
        if (shape_warning(&session->model, i, text))
            print_warning("%s", text);
    char words[STAGES_ROOM];
    for (int i = 0; i < session->model.stages; i++)
        if (stages_warning(words, session, world, i))
            print_warning("%s", words);
    if (!with->quiet)
        announce(session, world, in.path, &output);
    log_begin(&output, session, &with->machine);
    if (*begin->why)
        output_log(&output, "%s", begin->why);
    output.no_picture = with->no_picture;
    if (viewed_begin(&viewed, &with->view, &output, &error)) {
        viewed_end(&viewed);
        output_close(&output, NULL);
        folder_withdraw(&in);
        return give_up(&error);
    }
    int code = advance(&output, !begin->snapshot, with->quiet);
    viewed_end(&viewed);
    if (with->as_json)
        outcome_print(in.path);
    folder_leave(&in);
    return code;
}

static int run_case(const char *path, const run_options *with)
{
    session session;
    world *world;
    int threads;
    local_ranks *ranks = NULL;
    stage_begin begin = {.last_stage = -1};
    int code = session_open(&session, path, &with->set, with->quiet);
    if (code != ARGS_GO_ON)
        return code;
    if (with->stage)
        code = stage_begin_find(&begin, &session, with->stage, with->out);
    if (begin.snapshot && !with->quiet)
        fprintf(stderr, "goes on from %s\n", begin.snapshot);
    if (*begin.why && !with->quiet)
        fprintf(stderr, "note: %s\n", begin.why);
    if (code == ARGS_GO_ON)
        code = world_open_ranks(&session, &with->machine, begin.snapshot ? &begin.state : NULL,
                                &world, &threads, &ranks);
    if (code == ARGS_GO_ON) {
        code = session_foresee(&session, world);
        if (code == ARGS_GO_ON)
            code = run_world(&session, with, &begin, world, threads);
        world_close_ranks(world, ranks);
    }
    stage_begin_clear(&begin);
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
        {"stage", OPTION_TEXT, &with.stage, 0, "NAME",
         "up to the end of that stage, from the snapshot at its beginning that an earlier run of "
         "the "
         "case beside it has left, if there is one"},
        OPTION_SET(with.set),
        OPTION_CONFINE(with.set),
        OPTION_THREADS(with.machine),
        OPTION_PARTS(with.machine),
        OPTION_RANKS(with.machine),
        OPTION_WIDTH(with.machine),
        {"force", OPTION_FLAG, &with.force, 0, NULL,
         "replace the files of an older run in the folder"},
        OPTION_VIEW(with.view),
        {"no-picture", OPTION_FLAG, &with.no_picture, 0, NULL, "draw no picture.png at the end"},
        {"quiet", OPTION_FLAG, &with.quiet, 0, NULL, "print nothing but errors and warnings"},
        {"json", OPTION_FLAG, &with.as_json, 0, NULL,
         "print nothing but warnings and errors, and at the end one JSON object: the folder, and "
         "what its summary.json says"},
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
    with.quiet = with.quiet || with.as_json;
    signal(SIGPIPE, SIG_IGN); // that nobody reads the progress line is no reason to stop
    if (code == ARGS_GO_ON)
        code = viewed_check(&with.view, &with.set, with.as_json);
    bool follows;
    if (code == ARGS_GO_ON)
        code = session_ranks(&with.machine, &follows);
    if (code == ARGS_GO_ON)
        code = run_case(operand[0], &with);
    mpi_end(with.machine.given, code);
    settings_clear(&with.set);
    return code;
}
