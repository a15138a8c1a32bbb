// resume.c - scree resume: goes on from a snapshot, to the bit; or, with other settings, branches into a folder of its
// own.
#include "cli/log_ranks.h"
#include "cli/commands.h"
#include "cli/left_over.h"
#include "cli/outcome.h"
#include "cli/resume_case.h"
#include "cli/resume_end.h"
#include "cli/viewed.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/paint.h"
#include "console/session.h"
#include "ranks/mpi.h"
#include "run/advance.h"
#include "run/diverged.h"
#include "run/folder.h"
#include "run/inputs.h"
#include "run/saving.h"

#include "base/text.h"
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct resume_options {
    machine machine;
    settings set;
    const char *out;
    bool force, quiet, no_picture, as_json;
    bool follows; // another process holds the lock
    viewed_wish view;
} resume_options;

// Where a run is, and the state to go on from.
typedef struct origin {
    run_folder in; // the lock is held only to go on in place
    char *folder, *snapshot, *case_path;
    bool saved; // false: the run ended before it saved anything, and begins anew
    bool sums;  // what the probes had kept is there
    generation from;
    state_wish wish; // of what is read of it
    image state;
    // Of each probe of the stage in progress: it measures something else, or was not there; NULL: none does.
    bool *anew;
    masses masses;                   // of the run, `on` where the state has them
    char changes[CASE_CHANGE_WORDS]; // of a branch: in what its case is another
} origin;

static void origin_clear(origin *origin)
{
    image_clear(&origin->state);
    folder_leave(&origin->in);
    free(origin->anew);
    free(origin->folder);
    free(origin->snapshot);
    free(origin->case_path);
}

static scree_status check_case(const origin *origin, scree_error *error)
{
    struct stat status;
    if (!stat(origin->case_path, &status))
        return SCREE_OK;
    return fail(
        error, SCREE_BAD_INPUT, origin->snapshot,
        "put it back into the folder of its run; one of Python: world.case.write(\"case.yaml\")",
        "the case.yaml of the run is not beside it");
}

// A snapshot that was named. What is none at all needs no case.
static scree_status find_named(origin *origin, const char *given, scree_error *error)
{
    origin->snapshot = text_copy(given);
    if (!origin->snapshot)
        return fail_memory(error, given);
    scree_status status =
        generation_given(given, origin->wish, &origin->from, &origin->state, &origin->saved, error);
    if (!status)
        status = check_case(origin, error);
    origin->saved = !status;
    return status;
}

static scree_status find_newest(origin *origin, const char *given, scree_error *error)
{
    scree_status status =
        generation_pick(given, origin->wish, &origin->from, &origin->state, &origin->saved, error);
    if (!status && !origin->saved)
        status = folder_restartable(given, error);
    if (status && status != SCREE_NO_MEMORY)
        generation_hint(given, error);
    if (status || !origin->saved)
        return status;
    origin->snapshot = generation_path(given, &origin->from);
    return origin->snapshot ? check_case(origin, error) : fail_memory(error, given);
}

// Nothing changes in the folder while it is read: to go on in place its lock is taken first.
static scree_status origin_find(origin *origin, const char *given, const resume_options *with,
                                scree_error *error)
{
    origin->wish = with->follows ? STATE_WITHOUT_ROWS : STATE_WHOLE;
    struct stat state;
    if (stat(given, &state))
        return fail(error, SCREE_BAD_INPUT, given,
                    "give the folder of a run, such as chute/results, or one of its snapshots",
                    "there is no such folder or file");
    const char *slash = strrchr(given, '/');
    const bool folder = S_ISDIR(state.st_mode);
    if (folder)
        origin->folder = text_copy(given);
    else
        origin->folder = !slash ? text_copy(".")
                                : text_slice(given, slash == given ? 1 : (size_t)(slash - given));
    if (origin->folder)
        origin->case_path = folder_path(origin->folder, "case.yaml");
    if (!origin->case_path)
        return fail_memory(error, given);
    scree_status status = SCREE_OK;
    if (!with->out && !with->follows && !lstat(origin->case_path, &state))
        status = folder_enter(&origin->in, origin->folder, error);
    if (with->out)
        status = folder_check(origin->folder, error);
    if (!status && with->set.confine && !folder)
        status = session_confine(origin->folder, given, error);
    if (status)
        return status;
    return folder ? find_newest(origin, given, error) : find_named(origin, given, error);
}

static int refuse_decided(const char *key)
{
    char hint[400];
    snprintf(hint, sizeof hint, "start a new run for that; %s", case_branch_hint);
    return args_fail("resume", hint, "`%s` is decided by the state of the snapshot", key);
}

static int refuse_branch(const origin *from, const char *key)
{
    char hint[400];
    snprintf(hint, sizeof hint, "such as --out %.300s-2", from->folder);
    return args_fail("resume", hint,
                     "`%.100s` makes another run of it: say with --out where it goes", key);
}

static scree_status claim(run_folder *in, const session *session, const resume_options *with,
                          const origin *from, scree_error *error)
{
    char **inputs = inputs_paths(&session->model, session->folder);
    char **results = probing_names(&session->model);
    scree_status status = inputs && results ? SCREE_OK : fail_memory(error, "folder");
    const folder_wish wish = {.out = with->out,
                              .case_path = from->case_path,
                              .input = inputs,
                              .name = (const char *const *)results,
                              .force = with->force};
    if (!status)
        status = folder_claim(in, &wish, error);
    inputs_paths_free(inputs);
    inputs_paths_free(results);
    return status;
}

static scree_status prepare(output *output, const session *session, const resume_options *with,
                            origin *from, scree_error *error)
{
    from->sums = true;
    for (int k = 0; k < output->probes.count && from->anew; k++)
        output->probes.one[k].anew = from->anew[k];
    scree_status status = from->saved ? generation_load(from->folder, &from->from, &output->probes,
                                                        &output->effort, &from->sums, error)
                                      : SCREE_OK;
    if (!status && with->out)
        status = claim(&from->in, session, with, from, error);
    if (!status && with->out)
        status = output_branch(output, &from->in, session->folder, &session->families, error);
    if (!status && !with->out)
        status = output_continue(output, &from->in, from->saved ? &from->from : NULL,
                                 with->set.count ? &session->families : NULL, error);
    return status;
}

static void log_begin(output *output, const resume_options *with, const origin *from)
{
    if (from->saved)
        output_log(output, "scree %s goes on from %s, step %" PRId64 ", with %d thread%s",
                   SCREE_VERSION, from->snapshot, world_steps(output->world), output->threads,
                   output->threads == 1 ? "" : "s");
    else
        output_log(output, "scree %s begins anew, as nothing was saved, with %d thread%s",
                   SCREE_VERSION, output->threads, output->threads == 1 ? "" : "s");
    log_ranks(output, &with->machine);
    output_log_case(output);
    if (!from->sums)
        output_log_no_sums(output);
    for (int i = 0; i < with->set.count; i++)
        output_log(output, "set %s = %s", with->set.item[i].key, with->set.item[i].value);
    if (*from->changes)
        output_log(output, "other than in the run: %s", from->changes);
}

static int resume_world(const session *session, const resume_options *with, origin *from,
                        world *world, int threads)
{
    scree_error error;
    output output;
    viewed viewed;
    scree_status status = viewed_listen(&viewed, &with->view, &error);
    if (status)
        return give_up(&error);
    status = output_plan(&output, &session->model, world, threads, &error);
    output.masses = from->masses.on ? from->masses : output.masses;
    if (!status)
        status = prepare(&output, session, with, from, &error);
    if (!status)
        log_begin(&output, with, from);
    if (!status && with->out)
        status = output_root(&output, session->folder, &session->families, &error);
    if (!status)
        status = viewed_begin(&viewed, &with->view, &output, &error);
    if (status) {
        viewed_end(&viewed);
        output_close(&output, NULL);
        if (with->out)
            folder_withdraw(&from->in);
        return session_give_up(session, &error);
    }
    if (!from->saved)
        left_over_say_begins(from->folder);
    if (with->out && with->force && !with->quiet)
        left_over_note(with->out);
    if (*from->changes && !with->quiet)
        fprintf(stderr, "note: other than in the run: %s\n", from->changes);
    // What the run itself was warned of at its start is not said again, with the speeds of now.
    const step_choice *choice = world_step_choice(world);
    if (with->out && *choice->warning) {
        print_warning("%s", choice->warning);
        output_log(&output, "warning: %s", choice->warning);
    }
    output.no_picture = with->no_picture;
    const int code = advance(&output, !with->out && !from->saved, with->quiet);
    viewed_end(&viewed);
    if (with->as_json)
        outcome_print(with->out ? with->out : from->folder);
    return code;
}

// A run that diverged does not go on by a step at a time: what was wrong is wrong still. A branch must change something.
static int refuse_diverged(const session *session, const resume_options *with, origin *from)
{
    scree_error verdict;
    scree_error error;
    bool changed = false;
    if (!saving_verdict(&from->state, &verdict))
        return ARGS_GO_ON;
    const resumed_case is = {
        .session = session, .state = &from->state, .folder = from->folder, .path = from->case_path};
    if (with->out && resume_case_changed(&is, &changed, NULL, &error))
        return give_up(&error);
    if (changed)
        return ARGS_GO_ON;
    fprintf(stderr, "the run has diverged, and nothing was changed:\n");
    const int code = give_up(&verdict);
    diverged_say_how_to_branch(from->folder, from->from.step);
    return code;
}

static int compare(const session *session, const resume_options *with, origin *from)
{
    scree_error error;
    const resumed_case is = {.session = session,
                             .state = &from->state,
                             .folder = from->folder,
                             .path = from->case_path,
                             .branch = with->out != NULL};
    if (resume_case_compare(&is, &from->anew, &error))
        return give_up(&error);
    return refuse_diverged(session, with, from);
}

// What another case brings to the energies is booked.
static int note_change(session *session, origin *from)
{
    scree_error error;
    const resumed_case is = {
        .session = session, .state = &from->state, .folder = from->folder, .path = from->case_path};
    return resume_case_changed(&is, &session->changed, from->changes, &error) ? give_up(&error)
                                                                              : ARGS_GO_ON;
}

static int resume_from(origin *from, const resume_options *with)
{
    session session;
    world *world = NULL;
    local_ranks *ranks = NULL;
    int threads;
    int code = session_open(&session, from->case_path, &with->set, true);
    if (code != ARGS_GO_ON)
        return code;
    const char *other = with->out ? NULL : resume_case_branching(&with->set);
    if (other) // after reading, which finds misspelt keys
        code = refuse_branch(from, other);
    else
        code = from->saved ? compare(&session, with, from) : ARGS_GO_ON;
    if (code == ARGS_GO_ON && from->saved && with->out)
        code = note_change(&session, from);
    session.anew = from->anew;
    if (code == ARGS_GO_ON)
        code = world_open_ranks(&session, &with->machine, from->saved ? &from->state : NULL, &world,
                                &threads, &ranks);
    if (from->saved && !with->out) // of a branch they begin with it
        masses_load(&from->masses, &from->state);
    image_clear(&from->state);
    session.anew = NULL;
    if (code == ARGS_GO_ON)
        code = resume_end(
            &(resume_ending){
                .folder = from->folder,
                .set = &with->set,
                .branch = with->out,
                .saved = from->saved,
                .quiet = with->quiet,
                .as_json = with->as_json,
            },
            world);
    if (code == ARGS_GO_ON)
        code = resume_world(&session, with, from, world, threads);
    world_close_ranks(world, ranks);
    session_close(&session);
    return code;
}

static int resume(const char *given, const resume_options *with)
{
    origin from = {0};
    scree_error error;
    if (origin_find(&from, given, with, &error)) {
        origin_clear(&from);
        return give_up(&error);
    }
    const char *decided = resume_case_decided(&with->set);
    int code;
    if (decided && from.saved)
        code = refuse_decided(decided);
    else
        code = resume_from(&from, with);
    origin_clear(&from);
    return code;
}

int resume_main(int argc, char **argv)
{
    resume_options with = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"out", OPTION_TEXT, &with.out, 0, "FOLDER",
         "branch: leave the run as it is and go on in this folder"},
        OPTION_SET(with.set),
        OPTION_CONFINE(with.set),
        OPTION_THREADS(with.machine),
        OPTION_PARTS(with.machine),
        OPTION_RANKS(with.machine),
        OPTION_WIDTH(with.machine),
        {"force", OPTION_FLAG, &with.force, 0, NULL,
         "replace the files of an older run in the folder of --out"},
        OPTION_VIEW(with.view),
        {"no-picture", OPTION_FLAG, &with.no_picture, 0, NULL, "draw no picture.png at the end"},
        {"quiet", OPTION_FLAG, &with.quiet, 0, NULL, "print nothing but errors and warnings"},
        {"json", OPTION_FLAG, &with.as_json, 0, NULL,
         "print nothing but warnings and errors, and at the end one JSON object: the folder, and "
         "what its summary.json says"},
    };
    const syntax syntax = {
        "resume",
        "FOLDER|SNAPSHOT",
        "Goes on with a run from its last snapshot, as if it had never stopped: the same bits,\n"
        "tables and series without gaps or doubles. A snapshot needs the case.yaml of its run.\n"
        "--set run.duration='4 s' makes a run longer; settings that change its physics, its\n"
        "frames or a probe need --out and branch it.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    with.quiet = with.quiet || with.as_json;
    signal(SIGPIPE, SIG_IGN); // that nobody reads the progress line is no reason to stop
    if (code == ARGS_GO_ON)
        code = viewed_check(&with.view, &with.set, with.as_json);
    if (code == ARGS_GO_ON)
        code = session_ranks(&with.machine, &with.follows);
    if (code == ARGS_GO_ON)
        code = resume(operand[0], &with);
    mpi_end(with.machine.given, code);
    settings_clear(&with.set);
    return code;
}
