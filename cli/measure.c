// measure.c - scree measure: probes after the run, on each of its frames or on one of its snapshots. Numbers are those that the same probe
// would have written during the run.
//
// What a probe counts as it passes between two samples is of the run alone: such a probe is refused by name.
#include "cli/commands.h"
#include "cli/recorded.h"
#include "console/exit.h"

#include "base/text.h"
#include "measure/probe.h"
#include "measure/table.h"
#include "run/folder.h"
#include "store/csv.h"
#include "store/snapshot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct measured {
    const model_probe *asked;
    const probe *is;
    probe_state *state;
    probe_table table;
} measured;

typedef struct measuring {
    const model *model;
    measured *one; // owned
    int count;
} measuring;

// Only probes that were named on the command line, where there are such.
static bool is_wanted(const model_probe *probe, const settings *set)
{
    static const char section[] = "probes.";
    bool any = false;
    for (int i = 0; i < set->count; i++) {
        const char *key = set->item[i].key;
        if (strncmp(key, section, sizeof section - 1) != 0)
            continue;
        any = true;
        const char *name = key + sizeof section - 1;
        const size_t length = strlen(probe->name);
        if (!strncmp(name, probe->name, length) && (!name[length] || name[length] == '.'))
            return true;
    }
    return !any;
}

static scree_status begin_one(measuring *all, const model_probe *asked, scree_error *error)
{
    measured *one = &all->one[all->count];
    char place[200];
    snprintf(place, sizeof place, "probes.%.150s", asked->name);
    *one = (measured){.asked = asked, .is = probe_find(asked->measure.what)};
    if (one->is->pass) {
        return fail(error, SCREE_BAD_INPUT, place, "put it into the case and run that",
                    "'%s' counts what passes between two moments, which only a run sees",
                    asked->measure.what->name);
    }
    const scree_status status =
        probe_begin(one->is, &asked->measure, all->model, &one->state, &one->table, error);
    if (status == SCREE_BAD_INPUT)
        snprintf(error->where, sizeof error->where, "%s", place);
    all->count += !status;
    if (status)
        table_clear(&one->table);
    return status;
}

static scree_status begin(measuring *all, const model *model, const settings *set,
                          scree_error *error)
{
    all->model = model;
    all->one = calloc((size_t)model->probes + 1, sizeof *all->one);
    if (!all->one)
        return fail_memory(error, "probes");
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->probes && !status; i++) {
        if (is_wanted(&model->probe[i], set))
            status = begin_one(all, &model->probe[i], error);
    }
    if (!status && all->count == 0) {
        status = fail(error, SCREE_BAD_INPUT, "probes",
                      "give one, such as --set probes.mine='{law: contacts}'",
                      "the case has no probes to measure");
    }
    return status;
}

static scree_status sample(measuring *all, const frame *frame, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < all->count && !status; i++) {
        measured *one = &all->one[i];
        status = one->is->sample(&one->asked->measure, all->model, frame, one->state, &one->table,
                                 error);
        if (status == SCREE_BAD_INPUT)
            snprintf(error->where, sizeof error->where, "probes.%.150s", one->asked->name);
    }
    return status;
}

static scree_status write_table(const measured *one, const char *path, scree_error *error)
{
    csv_table csv;
    const probe_table *table = &one->table;
    csv_column *head = calloc((size_t)table->columns, sizeof *head);
    if (!head)
        return fail_memory(error, path);
    for (int k = 0; k < table->columns; k++)
        head[k] = (csv_column){table->column[k].name, table->column[k].unit};
    scree_status status = csv_create(&csv, path, head, table->columns, error);
    for (int64_t r = 0; r < table->rows && !status; r++)
        status = csv_row(&csv, table->value + r * table->columns, error);
    const scree_status closed = csv_close(&csv, status ? NULL : error);
    free(head);
    return status ? status : closed;
}

static scree_status finish(measuring *all, const char *folder, scree_error *error)
{
    scree_status status = folder_make(folder, error);
    for (int i = 0; i < all->count && !status; i++) {
        measured *one = &all->one[i];
        if (one->is->finish)
            status =
                one->is->finish(&one->asked->measure, all->model, one->state, &one->table, error);
        char *path = status ? NULL : text_format("%s/%s.csv", folder, one->asked->name);
        if (!status)
            status = path ? write_table(one, path, error) : fail_memory(error, folder);
        if (!status)
            printf("%s: %lld rows\n", path, (long long)one->table.rows);
        free(path);
    }
    return status;
}

static void end(measuring *all)
{
    for (int i = 0; i < all->count; i++) {
        probe_end(all->one[i].is, all->one[i].state);
        table_clear(&all->one[i].table);
    }
    free(all->one);
}

// ---- where the moments come from

static scree_status sample_frames(measuring *all, const recorded *run, scree_error *error)
{
    record_moment moment = {0};
    scree_status status = SCREE_OK;
    for (int64_t k = 0; k < record_count(&run->record) && !status; k++) {
        status = record_read(&run->record, k, &moment, error);
        if (!status && !(moment.has_contacts && moment.has_walls)) {
            status = fail(error, SCREE_BAD_INPUT, run->record.folder,
                          "run it with output: {contacts: true, walls: true}, or give a snapshot",
                          "the frames of this run have no %s, of which probes may tell",
                          moment.has_contacts ? "walls" : "contacts");
        }
        if (!status)
            status = sample(all, &moment.frame, error);
    }
    record_moment_clear(&moment);
    return status;
}

static int measure_series(const char *folder, const settings *set, const char *out)
{
    recorded run;
    measuring all = {0};
    scree_error error;
    int code = recorded_open(&run, folder, set);
    if (code != ARGS_GO_ON)
        return code;
    char *path = out ? text_copy(out) : folder_path(folder, "measured");
    scree_status status =
        path ? begin(&all, &run.session.model, set, &error) : fail_memory(&error, folder);
    if (!status)
        status = sample_frames(&all, &run, &error);
    if (!status)
        status = finish(&all, path, &error);
    end(&all);
    free(path);
    recorded_close(&run);
    return status ? give_up(&error) : EXIT_DONE;
}

static int measure_state(const recorded *run, const image *im, const char *out, const settings *set)
{
    const machine any = {0};
    measuring all = {0};
    scree_error error;
    world *world;
    frame frame = {0};
    int threads;
    const int code = world_open(&run->session, &any, im, &world, &threads);
    if (code != ARGS_GO_ON)
        return code;
    scree_status status = begin(&all, &run->session.model, set, &error);
    if (!status)
        status = world_frame(world, &frame, &error);
    if (!status)
        status = sample(&all, &frame, &error);
    if (!status)
        status = finish(&all, out, &error);
    end(&all);
    frame_clear(&frame);
    world_destroy(world);
    return status ? give_up(&error) : EXIT_DONE;
}

static int measure_snapshot(const char *snapshot, const settings *set, const char *out)
{
    const char *slash = strrchr(snapshot, '/');
    char *folder = slash ? text_slice(snapshot, (size_t)(slash - snapshot)) : text_copy(".");
    char *path = out ? text_copy(out) : folder ? folder_path(folder, "measured") : NULL;
    recorded run;
    scree_error error;
    image im = {0};
    int code = EXIT_MEMORY;
    if (path)
        code = recorded_case(&run, folder, set);
    if (code == ARGS_GO_ON) {
        code = snapshot_read(snapshot, &im, &error) ? give_up(&error)
                                                    : measure_state(&run, &im, path, set);
        recorded_close(&run);
    }
    image_clear(&im);
    free(folder);
    free(path);
    return code;
}

int measure_main(int argc, char **argv)
{
    settings set = {0};
    const char *out = NULL;
    const char *operand[OPERANDS_MOST];
    int operands;
    struct stat state;
    const option options[] = {
        OPTION_SET(set),
        {"out", OPTION_TEXT, &out, 0, "FOLDER",
         "where NAME.csv of each probe goes; default: measured/ in the folder of the run"},
    };
    const syntax syntax = {
        "measure",
        "FOLDER|SNAPSHOT",
        "Samples probes on all frames of a run, or on a snapshot: those that --set names, as in\n"
        "--set probes.bed='{law: region, low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm]}', else all of "
        "the case.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON) {
        settings_clear(&set);
        return code;
    }
    const bool file = !stat(operand[0], &state) && S_ISREG(state.st_mode);
    code = file ? measure_snapshot(operand[0], &set, out) : measure_series(operand[0], &set, out);
    settings_clear(&set);
    return code;
}
