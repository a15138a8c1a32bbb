// measure.c - scree measure: probes after the run, on each of its frames or on one of its snapshots. Numbers are those that the same probe
// would have written during the run.
//
// What a probe counts as it passes between two samples is of the run alone: such a probe is refused by name.
#include "cli/commands.h"
#include "cli/measuring.h"
#include "cli/recorded.h"
#include "console/exit.h"

#include "base/text.h"
#include "run/folder.h"

#include <stdlib.h>
#include <string.h>

// A frame that has none of the contacts or walls that there were is no moment of the run for a probe that tells of them.
static scree_status check_whole(const recorded *run, const record_moment *moment,
                                scree_error *error)
{
    const model *model = moment->frame.model;
    const bool contacts_miss = !moment->has_contacts;
    const bool walls_miss = !moment->has_walls && record_walled(model);
    if (!contacts_miss && !walls_miss)
        return SCREE_OK;
    const char *what = walls_miss ? "walls" : "contacts";
    const bool asked = walls_miss ? model->output.walls : model->output.contacts;
    if (!asked) {
        return fail(error, SCREE_BAD_INPUT, run->record.folder,
                    "run it with output: {contacts: true, walls: true}, or give a snapshot",
                    "the frames of this run have no %s, of which probes may tell", what);
    }
    return fail(error, SCREE_BAD_INPUT, run->record.folder, "run the case again",
                "the frame of t = %.6g s lacks its file of %s", moment->frame.time, what);
}

typedef struct moment_before {
    double time;
    int64_t step; // -1: there was none
} moment_before;

// The end of a run has a frame in any case, but is a sample of its probes only where their period has come round. A frame
// of a period falls on the first step that is not before it, so at least a period less a step after the one before.
static bool is_off_beat(const frame *frame, const moment_before *before)
{
    const double every = frame->model->output.every;
    const double apart = frame->time - before->time;
    if (before->step < 0 || frame->step <= before->step || !(every > 0))
        return false;
    const double step = apart / (double)(frame->step - before->step);
    return apart <= (every - step) * (1 + 1e-9);
}

// A branch begins with what the run before it has gathered, and its frames with the branch.
static void tell_begin(const measuring *all, const frame *first)
{
    bool any = false;
    for (int i = 0; i < first->model->probes && !any; i++)
        any = probe_find(first->model->probe[i].measure.what)->finish != NULL;
    if (any && first->step > 0 && all->count > 0) {
        fprintf(stderr,
                "note: means are of the frames from t = %.6g s on; those that the run wrote hold "
                "what was before, too\n",
                first->time);
    }
}

static scree_status sample_frames(measuring *all, const recorded *run, scree_error *error)
{
    record_moment moment = {0};
    moment_before before = {.step = -1};
    scree_status status = SCREE_OK;
    for (int64_t k = 0; k < record_count(&run->record) && !status; k++) {
        status = record_read(&run->record, k, &moment, error);
        scree_error lacks;
        const bool whole = !status && !check_whole(run, &moment, &lacks);
        const bool walls = !status && (moment.has_walls || !record_walled(moment.frame.model));
        all->lacks = whole ? NULL : &lacks;
        if (!status && !walls) {
            *error = lacks;
            status = error->status;
        }
        all->aside = !status && is_off_beat(&moment.frame, &before);
        if (!status)
            status = measuring_sample(all, &moment.frame, error);
        if (!status && k == 0)
            tell_begin(all, &moment.frame);
        before = (moment_before){moment.frame.time, moment.frame.step};
        all->lacks = NULL;
    }
    record_moment_clear(&moment);
    return status;
}

typedef struct measure_wish {
    settings set;
    const char *out;
    bool as_json;
} measure_wish;

static int measure_series(const char *folder, const measure_wish *wish)
{
    recorded run;
    measuring all = {.set = &wish->set, .as_json = wish->as_json};
    scree_error error = {0};
    const int code = recorded_open(&run, folder, &wish->set);
    if (code != ARGS_GO_ON)
        return code;
    char *path = wish->out ? text_copy(wish->out) : folder_path(folder, "measured");
    all.folder = path;
    scree_status status = path ? sample_frames(&all, &run, &error) : fail_memory(&error, folder);
    if (!status)
        status = measuring_write(&all, &error);
    measuring_end(&all);
    free(path);
    recorded_close(&run);
    return status ? give_up(&error) : EXIT_DONE;
}

// The state has a folder beside that of the frames: `measured-snapshot` of snapshot.h5.
static char *default_folder(const char *folder, const char *snapshot)
{
    const char *slash = strrchr(snapshot, '/');
    const char *name = slash ? slash + 1 : snapshot;
    const char *dot = strrchr(name, '.');
    const int length = (int)(dot && dot > name ? dot - name : (long)strlen(name));
    return text_format("%s/measured-%.*s", folder, length, name);
}

static int sample_state(const frame *frame, const measure_wish *wish, const char *out)
{
    measuring all = {.folder = out, .set = &wish->set, .as_json = wish->as_json};
    scree_error error = {0};
    scree_status status = measuring_sample(&all, frame, &error);
    if (!status)
        status = measuring_write(&all, &error);
    measuring_end(&all);
    return status ? give_up(&error) : EXIT_DONE;
}

static int measure_snapshot(const char *snapshot, const measure_wish *wish)
{
    char *folder = recorded_folder(snapshot);
    char *beside = folder ? default_folder(folder, snapshot) : NULL;
    char *path = wish->out ? text_copy(wish->out) : text_copy(beside);
    recorded run;
    record_moment moment = {0};
    int code = EXIT_MEMORY;
    if (path)
        code = recorded_state(&run, snapshot, &wish->set, &moment);
    if (code == ARGS_GO_ON) {
        code = sample_state(&moment.frame, wish, path);
        record_moment_clear(&moment);
        recorded_close(&run);
    }
    free(folder);
    free(beside);
    free(path);
    return code;
}

int measure_main(int argc, char **argv)
{
    measure_wish wish = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        OPTION_SET(wish.set),
        {"out", OPTION_TEXT, &wish.out, 0, "FOLDER",
         "where NAME.csv of each probe goes; default: measured/ in the folder of the run"},
        OPTION_JSON(wish.as_json),
    };
    const syntax syntax = {
        "measure",
        "FOLDER|SNAPSHOT",
        "Samples probes on all frames of a run, or on a snapshot: those that --set names, as in\n"
        "--set probes.bed='{law: region, low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm]}', else all of "
        "the case and its stages.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON)
        code = recorded_is_file(operand[0]) ? measure_snapshot(operand[0], &wish)
                                            : measure_series(operand[0], &wish);
    settings_clear(&wish.set);
    return code;
}
