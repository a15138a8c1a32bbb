// resume.c - scree resume: goes on from a snapshot, to the bit; or, with other settings, branches into a folder of its
// own.
#include "cli/advance.h"
#include "cli/commands.h"
#include "cli/folder.h"
#include "cli/session.h"

#include "base/text.h"
#include "store/snapshot.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct resume_options {
    machine machine;
    settings set;
    const char *out;
    bool force, quiet;
} resume_options;

// Where a run is: its folder and the snapshot to go on from.
typedef struct origin {
    char *folder, *snapshot, *case_path;
} origin;

static void origin_clear(origin *o)
{
    free(o->folder);
    free(o->snapshot);
    free(o->case_path);
}

static scree_status origin_find(origin *o, const char *given, scree_error *error)
{
    memset(o, 0, sizeof *o);
    scree_status status = folder_snapshot(given, &o->snapshot, error);
    if (status) return status;
    const char *slash = strrchr(given, '/');
    if (folder_exists(given))
        o->folder = text_copy(given);
    else
        o->folder = !slash ? text_copy(".") : text_slice(given, slash == given ? 1 : (size_t)(slash - given));
    if (o->folder) o->case_path = folder_path(o->folder, "case.yaml");
    if (!o->case_path) return fail_memory(error, given);
    uint64_t hash;
    struct stat s;
    if (!stat(o->case_path, &s)) return SCREE_OK;
    status = snapshot_hash(o->snapshot, &hash, error); // what is no snapshot at all needs no case
    if (status) return status;
    return fail(error, SCREE_BAD_INPUT, o->snapshot, "put the snapshot back into the folder of its run",
                "the case.yaml of the run is not beside it");
}

// Settings that only let a run last longer or shorter leave what there is as it is; all others branch.
static bool only_the_end(const settings *set)
{
    for (int i = 0; i < set->count; i++)
        if (strcmp(set->item[i].key, "run.duration") != 0 && strcmp(set->item[i].key, "run.steps") != 0) return false;
    return true;
}

// What the state of a snapshot has already decided cannot be set any more.
static const char *decided_already(const settings *set)
{
    static const char *const roots[] = {"domain", "grains", "walls", "shapes", "dimensions", "random"};
    for (int i = 0; i < set->count; i++)
        for (size_t k = 0; k < sizeof roots / sizeof *roots; k++) {
            size_t n = strlen(roots[k]);
            const char *key = set->item[i].key;
            bool drive = !strncmp(key, "walls", 5) && strstr(key, ".drive"),
                 density = !strncmp(key, "materials.", 10) && strstr(key, ".density");
            if (density) return key; // the masses are part of the state
            if (!drive && !strncmp(key, roots[k], n) && (key[n] == '.' || key[n] == 0)) return key;
        }
    return NULL;
}

static int refuse_branch(const origin *from)
{
    char hint[400];
    snprintf(hint, sizeof hint, "such as --out %.300s-2", from->folder);
    return args_fail("resume", hint, "other settings make another run: say with --out where it goes");
}

static scree_status prepare(output *o, const session *s, const resume_options *with, const origin *from, world *w,
                            int threads, scree_error *error)
{
    bool found = true;
    scree_status status = output_plan(o, &s->m, w, threads, error);
    if (!status && with->out) status = folder_claim(with->out, from->case_path, with->force, error);
    if (!status) status = probing_load(&o->probes, from->folder, world_steps(w), &found, error);
    if (!status) status = effort_load(&o->effort, from->folder, world_steps(w), error);
    if (!status)
        status = with->out ? output_begin(o, with->out, s->folder, &s->families, error)
                           : output_continue(o, from->folder, with->set.count ? &s->families : NULL, error);
    if (!status && !found)
        fprintf(stderr,
                "note: the sums of the probes are not there for this snapshot; means begin again at t = %.6g s\n",
                world_time(w));
    return status;
}

// A run that is at its end is left as it is. EXIT_DONE or EXIT_INPUT, ARGS_GO_ON for all others.
static int at_the_end(const resume_options *with, const origin *from, const world *w)
{
    int64_t end = world_last_step(w), now = world_steps(w);
    char hint[400];
    if (with->out || now < end) return ARGS_GO_ON;
    snprintf(hint, sizeof hint, "to go on further: scree resume %.200s --set run.duration='%.3g s'", from->folder,
             2 * world_time(w));
    if (now > end)
        return args_fail("resume", hint, "the run has passed t = %.6g s: its snapshot is at t = %.6g s",
                         world_time(w) - (double)(now - end) * world_dt(w), world_time(w));
    if (!with->quiet) printf("the run is finished, t = %.6g s; nothing was changed (%s)\n", world_time(w), hint);
    return EXIT_DONE;
}

static int resume_world(const session *s, const resume_options *with, const origin *from, world *w, int threads)
{
    scree_error error;
    output o;
    scree_status status = prepare(&o, s, with, from, w, threads, &error);
    if (status) {
        output_close(&o, NULL);
        return session_give_up(s, &error);
    }
    output_log(&o, "scree %s goes on from %s, step %" PRId64 ", with %d thread%s", SCREE_VERSION, from->snapshot,
               world_steps(w), threads, threads == 1 ? "" : "s");
    for (int i = 0; i < with->set.count; i++)
        output_log(&o, "set %s = %s", with->set.item[i].key, with->set.item[i].value);
    const step_choice *c = world_step_choice(w);
    if (with->set.count && *c->warning) fprintf(stderr, "warning: %s\n", c->warning);
    return advance(&o, with->out != NULL, with->quiet);
}

static int resume_from(const origin *from, const resume_options *with)
{
    session s;
    world *w = NULL;
    int threads;
    image im = {0};
    scree_error error;
    if (snapshot_read(from->snapshot, &im, &error)) return give_up(&error);
    int code = session_open(&s, from->case_path, &with->set, true);
    if (code != ARGS_GO_ON) {
        image_clear(&im);
        return code;
    }
    if (!with->out && !only_the_end(&with->set)) // after reading, which finds misspelt keys
        code = refuse_branch(from);
    else
        code = world_open(&s, &with->machine, &im, &w, &threads);
    image_clear(&im);
    if (code == ARGS_GO_ON) code = at_the_end(with, from, w);
    if (code == ARGS_GO_ON) code = resume_world(&s, with, from, w, threads);
    world_destroy(w);
    session_close(&s);
    return code;
}

static int resume(const char *given, const resume_options *with)
{
    origin from;
    scree_error error;
    if (origin_find(&from, given, &error)) {
        origin_clear(&from);
        return give_up(&error);
    }
    const char *decided = decided_already(&with->set);
    int code;
    if (decided)
        code = args_fail(
            "resume",
            "start a new run for that; a branch may change run, output, probes, laws, materials, drives and gravity",
            "`%s` is decided by the state of the snapshot", decided);
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
        {"out", OPTION_TEXT, &with.out, 0, "FOLDER", "branch: leave the run as it is and go on in this folder"},
        OPTION_SET(with.set),
        OPTION_THREADS(with.machine),
        OPTION_WIDTH(with.machine),
        {"force", OPTION_FLAG, &with.force, 0, NULL, "replace the files of an older run in the folder of --out"},
        {"quiet", OPTION_FLAG, &with.quiet, 0, NULL, "print nothing but errors and warnings"},
    };
    const syntax s = {
        "resume",
        "FOLDER|SNAPSHOT",
        "Goes on with a run from its last snapshot, as if it had never stopped: the same bits, tables and\n"
        "series without gaps or doubles. A snapshot needs the case.yaml of its run beside it.\n"
        "--set run.duration='4 s' makes a run longer; other settings need --out and branch it.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&s, argc, argv, operand, &operands);
    signal(SIGPIPE, SIG_IGN); // that nobody reads the progress line is no reason to stop
    if (code == ARGS_GO_ON) code = resume(operand[0], &with);
    settings_clear(&with.set);
    return code;
}
