// picture.c - scree picture: a moment of a run as a PNG file, from the frames that the run has written, or from a snapshot.
#include "cli/commands.h"
#include "cli/look_options.h"
#include "cli/made.h"
#include "cli/recorded.h"
#include "cli/target.h"
#include "console/exit.h"
#include "console/letters.h"

#include "base/text.h"
#include "run/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture_wish {
    look_wish look;
    const char *at, *out;
    bool as_json;
} picture_wish;

// Before anything is read: what the name of the file can tell, and what the options say.
static scree_status begin(const recorded *run, const picture_wish *wish, const char *path,
                          look *look, scree_error *error)
{
    scree_status status = target_picture(path, error);
    if (!status)
        status = target_is_free(path, error);
    if (!status)
        status = target_ends(path, ".png", "a PNG file", error);
    return status ? status : look_begin(look, &wish->look, &run->session.model, error);
}

static void tell(const record_moment *moment, const picture_options *options, const char *path)
{
    json line;
    made_begin(&line, NULL);
    made_files(&line, &path, 1);
    json_number(&line, "time", moment->frame.time);
    json_integer(&line, "balls", moment->frame.ball.count);
    json_integer(&line, "width", options->width);
    json_integer(&line, "height", options->height);
    made_end(&line);
}

static scree_status draw(const record_moment *moment, look *look, const char *path, bool as_json,
                         scree_error *error)
{
    picture_options options;
    wall_surface walls;
    scree_status status = look_alone(look, moment, &options, &walls, error);
    if (!status)
        status = picture_write_png(path, &moment->frame, &walls, &options, error);
    if (status)
        return status;
    note_missing_letters();
    if (as_json)
        tell(moment, &options, path);
    else
        printf("%s: t = %.6g s\n", path, moment->frame.time);
    return SCREE_OK;
}

static scree_status draw_frame(const recorded *run, const picture_wish *wish, const char *path,
                               scree_error *error)
{
    look look;
    record_moment moment = {0};
    int64_t k;
    scree_status status = begin(run, wish, path, &look, error);
    if (status)
        return status;
    look.options.pace = look_pace(&run->record, 0, record_count(&run->record) - 1);
    status = record_find(&run->record, wish->at, &k, error);
    if (!status)
        status = record_read(&run->record, k, &moment, error);
    if (!status)
        status = draw(&moment, &look, path, wish->as_json, error);
    record_moment_clear(&moment);
    look_end(&look);
    return status;
}

static int picture_of_run(const char *folder, const picture_wish *wish)
{
    const settings none = {0};
    recorded run;
    scree_error error;
    const int code = recorded_open(&run, folder, &none);
    if (code != ARGS_GO_ON)
        return code;
    char *path = wish->out ? text_copy(wish->out) : folder_path(folder, "view.png");
    const scree_status status =
        path ? draw_frame(&run, wish, path, &error) : fail_memory(&error, folder);
    free(path);
    recorded_close(&run);
    return status ? give_up(&error) : EXIT_DONE;
}

// ---- of a snapshot

// It is one moment, and knows nothing of what probes made of the steps before.
static scree_status check_snapshot(const picture_wish *wish, scree_error *error)
{
    if (wish->at)
        return fail(error, SCREE_BAD_INPUT, "--at",
                    "leave it out, or give the folder of the run, which has frames",
                    "a snapshot is of one time");
    if (wish->look.walls)
        return fail(error, SCREE_BAD_INPUT, "--walls",
                    "give the folder of the run, with output: {every: ..., walls: true}",
                    "wall maps are in frames, and a snapshot has none");
    return SCREE_OK;
}

// Beside view.png of the frames: view-snapshot.png of snapshot.h5.
static char *default_path(const char *snapshot)
{
    char *folder = recorded_folder(snapshot);
    const char *slash = strrchr(snapshot, '/');
    const char *name = slash ? slash + 1 : snapshot;
    const char *dot = strchr(name, '.');
    const int length = (int)(dot && dot > name ? dot - name : (long)strlen(name));
    char *path = folder ? text_format("%s/view-%.*s.png", folder, length, name) : NULL;
    free(folder);
    return path;
}

static int picture_of_snapshot(const char *snapshot, const picture_wish *wish)
{
    const settings none = {0};
    recorded run;
    record_moment moment = {0};
    look look = {0};
    scree_error error;
    if (check_snapshot(wish, &error))
        return give_up(&error);
    const int code = recorded_state(&run, snapshot, &none, &moment);
    if (code != ARGS_GO_ON)
        return code;
    char *path = wish->out ? text_copy(wish->out) : default_path(snapshot);
    scree_status status =
        path ? begin(&run, wish, path, &look, &error) : fail_memory(&error, snapshot);
    if (!status)
        status = draw(&moment, &look, path, wish->as_json, &error);
    free(path);
    look_end(&look);
    record_moment_clear(&moment);
    recorded_close(&run);
    return status ? give_up(&error) : EXIT_DONE;
}

int picture_main(int argc, char **argv)
{
    picture_wish wish = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"at", OPTION_TEXT, &wish.at, 0, "TIME",
         "the frame that is nearest to this time, such as '1.2 s'; default: the last"},
        {"out", OPTION_TEXT, &wish.out, 0, "FILE",
         "default: view.png in the folder of the run, of snapshot.h5 view-snapshot.png"},
        OPTION_JSON(wish.as_json),
        LOOK_OPTIONS(wish.look),
    };
    const syntax syntax = {"picture",
                           "FOLDER|SNAPSHOT",
                           "Draws a moment of a run from its frames (output: {every: ..., bodies: "
                           "true}), or from one of its snapshots, as a PNG file.",
                           options,
                           sizeof options / sizeof *options,
                           1,
                           1};
    const int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    return recorded_is_file(operand[0]) ? picture_of_snapshot(operand[0], &wish)
                                        : picture_of_run(operand[0], &wish);
}
