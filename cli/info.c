// info.c - scree info: what a snapshot or the folder of a run holds; its state hash; exports for other programs.
#include "cli/commands.h"
#include "cli/reached.h"
#include "cli/report_run.h"
#include "cli/target.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/words.h"
#include "run/flows.h"
#include "run/folder.h"
#include "run/saving.h"
#include "run/lock.h"

#include "base/text.h"
#include "store/dump.h"
#include "store/json.h"
#include "store/lammps_data.h"
#include "store/snapshot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct info_options {
    bool hash, as_json;
    const char *lammps, *dump;
} info_options;

// Time and number of grains, where the image has columns that tell.
static void print_columns(const image *im)
{
    for (int i = 0; i < im->count; i++) {
        const image_column *column = &im->column[i];
        static const char *const types[] = {"double", "int64", "byte"};
        char rows[WORD_ROOM];
        printf("  %-28s %12s x %-3d %-7s %-8s %s\n", column->name, word_count(rows, column->rows),
               column->width, types[column->type], column->unit, column->doc);
    }
}

static void print_image(const char *path, const image *im)
{
    size_t bytes = 0;
    char size[WORD_ROOM];
    char flow[FLOW_ROOM];
    for (int i = 0; i < im->count; i++)
        bytes += (size_t)im->column[i].rows * (size_t)im->column[i].width *
                 image_type_size(im->column[i].type);
    const reached reached = reached_of_image(im);
    printf("%s\n", path);
    reached_print(&reached);
    printf("state hash %016" PRIx64 ", %d columns, %s\n", image_hash(im), im->count,
           word_bytes(size, (double)bytes));
    if (*flows_words(flow, image_flows(im)))
        printf("grains: %s\n", flow);
    reached_print_stage(&reached);
    print_columns(im);
}

static void print_image_json(const char *path, const image *im)
{
    json json = {0};
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, image_hash(im));
    json_begin(&json);
    json_text(&json, "snapshot", path);
    json_text(&json, "state_hash", text);
    const reached reached = reached_of_image(im);
    reached_json(&json, &reached);
    flows_json(&json, image_flows(im));
    json_list(&json, "columns");
    for (int i = 0; i < im->count; i++) {
        json_object(&json, NULL);
        json_text(&json, "name", im->column[i].name);
        json_integer(&json, "rows", im->column[i].rows);
        json_integer(&json, "width", im->column[i].width);
        json_text(&json, "unit", im->column[i].unit);
        json_text(&json, "doc", im->column[i].doc);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    printf("%s\n", json.failed ? "{}" : json.text);
    json_clear(&json);
}

static bool same_file(const char *a, const char *b)
{
    struct stat one;
    struct stat other;
    return !stat(a, &one) && !stat(b, &other) && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

// An export takes the place of an older file, but of none that a run needs to go on: the snapshot itself, or a file
// that stands on the list of a run, in the folder of the file or in one above it.
static scree_status check_target(const char *file, const char *snapshot, scree_error *error)
{
    if (file && same_file(file, snapshot))
        return fail(error, SCREE_BAD_INPUT, file, "choose another name for the export",
                    "this file is the result of a run, and would be replaced");
    return target_is_free(file, error);
}

// A world from the snapshot and the case.yaml beside it, seen once.
static int export_frame(const char *path, const image *im, const info_options *with)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? text_slice(path, (size_t)(slash - path)) : text_copy(".");
    char *case_path = folder ? folder_path(folder, "case.yaml") : NULL;
    session session;
    settings none = {0};
    world *world = NULL;
    frame frame = {0};
    scree_error error;
    int code = EXIT_MEMORY;
    if (check_target(with->lammps, path, &error) || check_target(with->dump, path, &error) ||
        target_check(with->lammps, TARGET_LAMMPS, &error) ||
        target_check(with->dump, TARGET_DUMP, &error))
        code = give_up(&error);
    else if (case_path)
        code = session_open(&session, case_path, &none, true);
    free(case_path);
    free(folder);
    if (code != ARGS_GO_ON)
        return code;
    const machine any = {0};
    int threads;
    code = world_open(&session, &any, im, &world, &threads);
    if (code != ARGS_GO_ON) {
        session_close(&session);
        return code;
    }
    scree_status status = world_frame(world, &frame, &error);
    if (!status && with->lammps)
        status = store_lammps_data(with->lammps, &frame, &session.model, &error);
    if (!status && with->dump) // that file may just have come there, by another name
        status = target_check(with->dump, TARGET_DUMP, &error);
    if (!status && with->dump)
        status = store_dump(with->dump, &frame, &session.model, &error);
    frame_clear(&frame);
    world_destroy(world);
    session_close(&session);
    return status ? give_up(&error) : EXIT_DONE;
}

static int show_snapshot(const char *path, const info_options *with)
{
    scree_error error;
    uint64_t hash;
    image im = {0};
    if (with->hash) {
        if (snapshot_hash(path, &hash, &error))
            return give_up(&error);
        printf("%016" PRIx64 "\n", hash);
        return EXIT_DONE;
    }
    if (snapshot_read(path, &im, &error))
        return give_up(&error);
    int code = EXIT_DONE;
    if (with->lammps || with->dump)
        code = export_frame(path, &im, with);
    else if (with->as_json)
        print_image_json(path, &im);
    else
        print_image(path, &im);
    image_clear(&im);
    return code;
}

// Where a run is at work, how far its tables, frames and log say that it is: the newest save may be older.
static void tell_at_work(const char *folder)
{
    report_run run;
    const report_times all = {NULL, NULL};
    const bool works = folder_exists(folder) && lock_look(folder, NULL) != SCREE_OK;
    if (!works || report_run_open(&run, folder, all) != ARGS_GO_ON)
        return;
    const double end = run.recorded.session.model.duration;
    if (run.at_work && isfinite(run.reached)) {
        printf("the run is at work, at t = %.6g s", run.reached);
        if (isfinite(end) && end > 0)
            printf(" of %.6g s, %.3g %% done", end, 100 * run.reached / end);
        printf("; its newest save:\n");
    }
    report_run_close(&run);
}

int info_main(int argc, char **argv)
{
    info_options with = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"hash", OPTION_FLAG, &with.hash, 0, NULL, "only the state hash, on one line"},
        {"json", OPTION_FLAG, &with.as_json, 0, NULL, "one line of JSON"},
        {"lammps", OPTION_TEXT, &with.lammps, 0, "FILE",
         "write the grains as a LAMMPS data file (atom_style sphere)"},
        {"dump", OPTION_TEXT, &with.dump, 0, "FILE", "write the grains as a LIGGGHTS-style dump"},
    };
    const syntax syntax = {
        "info",
        "FOLDER|SNAPSHOT",
        "Says what the newest snapshot of a run, or any snapshot, holds. Exports "
        "need the case.yaml of the run\n"
        "beside the snapshot.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON && with.lammps && with.dump && !strcmp(with.lammps, with.dump))
        code = args_fail("info", "give each a name of its own", "--lammps and --dump both write %s",
                         with.dump);
    if (code != ARGS_GO_ON)
        return code;
    char *path;
    scree_error error;
    if (!with.hash && !with.as_json)
        tell_at_work(operand[0]);
    const scree_status status = folder_snapshot(operand[0], &path, &error);
    if (status)
        generation_hint(operand[0], &error);
    code = status ? give_up(&error) : show_snapshot(path, &with);
    free(path);
    return code;
}
