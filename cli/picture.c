// picture.c - scree picture: a moment of a run as a PNG file, from the frames that the run has written.
#include "cli/commands.h"
#include "cli/look.h"
#include "cli/recorded.h"
#include "cli/target.h"
#include "console/exit.h"
#include "console/letters.h"

#include "base/text.h"
#include "run/folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct picture_wish {
    look_wish look;
    const char *at, *out;
} picture_wish;

// The walls in the view: the box of what is to be seen.
static void fit(const record_moment *moment, picture_options *options)
{
    look_box(moment, &options->box_low, &options->box_high);
    options->fit = moment->frame.ball.count > 0;
}

// The mean way from frame to frame beyond the first and the last is near enough; more is a slip.
static scree_status check_time(const record *record, double time, scree_error *error)
{
    char hint[120];
    const int64_t last = record_count(record) - 1;
    const double first = record_time(record, 0);
    const double end = record_time(record, last);
    const double way = last > 0 ? (end - first) / (double)last : INFINITY;
    if (time >= first - way && time <= end + way)
        return SCREE_OK;
    snprintf(hint, sizeof hint, "the frames are of %.6g s to %.6g s", first, end);
    return fail(error, SCREE_BAD_INPUT, "--at", hint, "there is no frame near %.6g s", time);
}

static scree_status draw(const recorded *run, const picture_wish *wish, const char *path,
                         scree_error *error)
{
    look look;
    record_moment moment = {0};
    picture_options options;
    double time = INFINITY;
    scree_status status = target_picture(path, error);
    if (!status)
        status = target_is_free(path, error);
    if (!status)
        status = target_ends(path, ".png", "a PNG file", error);
    if (!status)
        status = look_begin(&look, &wish->look, &run->session.model, error);
    if (status)
        return status;
    status = recorded_time("--at", wish->at, &time, error);
    if (!status && wish->at)
        status = check_time(&run->record, time, error);
    if (!status)
        status = record_read(&run->record, record_nearest(&run->record, time), &moment, error);
    if (!status)
        status = look_at(&look, &moment, &options, error);
    if (!status) {
        const wall_surface walls = look_walls(&moment);
        fit(&moment, &options);
        status = picture_write_png(path, &moment.frame, &walls, &options, error);
    }
    if (!status) {
        note_missing_letters();
        printf("%s: t = %.6g s\n", path, moment.frame.time);
    }
    record_moment_clear(&moment);
    look_end(&look);
    return status;
}

int picture_main(int argc, char **argv)
{
    picture_wish wish = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"at", OPTION_TEXT, &wish.at, 0, "TIME",
         "the frame that is nearest to this time, such as '1.2 s'; default: the last"},
        {"out", OPTION_TEXT, &wish.out, 0, "FILE", "default: view.png in the folder of the run"},
        LOOK_OPTIONS(wish.look),
    };
    const syntax syntax = {"picture",
                           "FOLDER",
                           "Draws a moment of a run from its frames (output: {every: ..., bodies: "
                           "true}), as a PNG file.",
                           options,
                           sizeof options / sizeof *options,
                           1,
                           1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    const settings none = {0};
    recorded run;
    scree_error error;
    code = recorded_open(&run, operand[0], &none);
    if (code != ARGS_GO_ON)
        return code;
    char *path = wish.out ? text_copy(wish.out) : folder_path(operand[0], "view.png");
    scree_status status = path ? draw(&run, &wish, path, &error) : fail_memory(&error, operand[0]);
    free(path);
    recorded_close(&run);
    return status ? give_up(&error) : EXIT_DONE;
}
