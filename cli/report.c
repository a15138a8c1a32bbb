// report.c - scree report: one page on a run, a sweep or a fit, from what is in its folder.
#include "cli/commands.h"
#include "cli/film.h"
#include "cli/report_assets.h"
#include "cli/report_fit.h"
#include "cli/report_page.h"
#include "cli/report_sweep.h"
#include "cli/target.h"
#include "console/exit.h"
#include "console/letters.h"
#include "console/paint.h"

#include "draw/png.h"
#include "run/folder.h"
#include "store/file_in.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct report_wish {
    look_wish look;
    const char *out, *from, *to, *of, *plot;
    bool film, plain, as_json;
    machine machine; // threads alone
} report_wish;

typedef struct studio { // the pictures, and what they are made of; all is owned
    png_bytes picture;
    char *film;
    size_t film_size;
    report_assets assets;
} studio;

static scree_status draw_picture(const report_run *run, const look_wish *wish, png_bytes *out,
                                 scree_error *error)
{
    look look;
    scree_status status = look_begin(&look, wish, &run->recorded.session.model, error);
    if (status)
        return status;
    status = look_png(&look, &run->last, out, error);
    look_end(&look);
    return status;
}

// Without frames: what the run has drawn itself at its end, where it has.
static scree_status take_picture(const report_run *run, png_bytes *out, scree_error *error)
{
    static const char name[] = "picture.png";
    char *text = NULL;
    size_t size;
    const bool listed = owned_has(&run->recorded.record.files, name);
    char *path = folder_path(run->folder, name);
    if (!path)
        return fail_memory(error, name);
    const bool there = listed && !target_check(path, TARGET_PNG, NULL) && !access(path, R_OK);
    scree_status status = there ? file_in_load(path, &text, &size, error) : SCREE_OK;
    free(path);
    if (!status && text) {
        out->data = (uint8_t *)text;
        out->size = (int64_t)size;
    }
    return status;
}

// An animated PNG beside the page, which goes again once it is in it.
static scree_status draw_film(const report_run *run, const report_wish *wish, const char *page,
                              studio *studio, scree_error *error)
{
    enum { RATE = 25 };
    film_made made;
    film_wish film = {.look = wish->look,
                      .from = wish->from,
                      .to = wish->to,
                      .rate = RATE,
                      .machine = wish->machine};
    char *path = text_format("%s.film.png", page);
    if (!path)
        return fail_memory(error, page);
    if (!film.look.size)
        film.look.size = "640x360";
    scree_status status = target_picture(path, error);
    if (!status)
        status = film_make(&run->recorded, &film, path, &made, error);
    if (!status) {
        status = file_in_load(path, &studio->film, &studio->film_size, error);
        unlink(path);
    }
    free(path);
    return status;
}

static scree_status write_page(const report_run *run, const studio *studio, const char *path,
                               scree_error *error)
{
    text_buffer page = {0};
    const report_media media = {.picture = studio->picture.data,
                                .picture_size = studio->picture.size,
                                .film = (const uint8_t *)studio->film,
                                .film_size = (int64_t)studio->film_size,
                                .script = studio->assets.script,
                                .style = studio->assets.style};
    scree_status status = report_page(&page, run, &media) ? SCREE_OK : fail_memory(error, path);
    if (!status)
        status = report_frame_write(&page, path, error);
    text_buffer_clear(&page);
    return status;
}

static scree_status make_page(const report_run *run, const report_wish *wish, const char *path,
                              scree_error *error)
{
    studio studio = {0};
    scree_status status = report_frame_check(path, error);
    const bool drawn = !run->no_frame.status;
    if (!status)
        status = drawn ? draw_picture(run, &wish->look, &studio.picture, error)
                       : take_picture(run, &studio.picture, error);
    if (!status && wish->film && !drawn) {
        *error = run->no_frame;
        status = error->status;
    }
    if (!status && wish->film)
        status = draw_film(run, wish, path, &studio, error);
    if (!wish->plain)
        report_assets_find(&studio.assets);
    if (!status)
        status = write_page(run, &studio, path, error);
    free(studio.picture.data);
    free(studio.film);
    report_assets_clear(&studio.assets);
    if (status)
        return status;
    if (drawn)
        note_missing_letters();
    for (int i = 0; i < run->gaps; i++)
        print_warning("%s", run->gap[i]);
    printf("%s\n", path);
    return SCREE_OK;
}

static int make(const report_run *run, const report_wish *wish)
{
    scree_error error;
    text_buffer line = {0};
    scree_status status;
    if (wish->as_json) {
        status = report_json(&line, run, &error);
        if (!status)
            printf("%s\n", line.data);
        text_buffer_clear(&line);
        return status ? give_up(&error) : EXIT_DONE;
    }
    char *path = wish->out ? text_copy(wish->out) : folder_path(run->folder, "report.html");
    status = path ? make_page(run, wish, path, &error) : fail_memory(&error, run->folder);
    free(path);
    return status ? give_up(&error) : EXIT_DONE;
}

// ---- of a run, a sweep, a fit

static bool has_look(const look_wish *look)
{
    return look->view || look->colour || look->range || look->cut || look->size || look->title ||
           look->chains || look->dark;
}

static int report_of_sweep(const char *folder, const report_wish *wish)
{
    const sweep_words words = {.of = wish->of, .plot = wish->plot, .from = wish->from};
    if (wish->to || wish->film || has_look(&wish->look))
        return args_fail("report", "leave --to, --film and what tells how pictures look away",
                         "%s holds a sweep, whose page has neither a picture nor an end of time",
                         folder);
    const report_sweep_form form = {wish->out, wish->plain, wish->as_json};
    return report_sweep_folder(folder, words, &form);
}

static int report_of_fit(const char *folder, const report_wish *wish)
{
    const bool timed = wish->from || wish->to;
    if (timed || wish->of || wish->plot || wish->film || has_look(&wish->look))
        return args_fail("report", "leave all options but --out away",
                         "%s holds a fit, whose page has neither pictures nor probes", folder);
    return wish->as_json ? report_fit_json(folder)
                         : report_fit_folder(folder, wish->out, wish->plain);
}

static int report_of_run(const char *folder, const report_wish *wish)
{
    report_run run;
    const report_times times = {wish->from, wish->to};
    if (wish->of || wish->plot)
        return args_fail("report", "give the folder of a sweep, or leave them out",
                         "--of and --plot are of sweeps, and %s holds none", folder);
    int code = report_run_open(&run, folder, times);
    if (code != ARGS_GO_ON)
        return code;
    code = make(&run, wish);
    report_run_close(&run);
    return code;
}

int report_main(int argc, char **argv)
{
    report_wish wish = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"out", OPTION_TEXT, &wish.out, 0, "FILE", "default: report.html in the folder"},
        {"from", OPTION_TEXT, &wish.from, 0, "TIME",
         "first time that numbers, and the film, are of, such as '0.5 s'; default: all of the run"},
        {"to", OPTION_TEXT, &wish.to, 0, "TIME", "last time of them"},
        {"film", OPTION_FLAG, &wish.film, 0, NULL,
         "with the frames of the run as a film in it, of 640x360 without --size"},
        {"plain", OPTION_FLAG, &wish.plain, 0, NULL,
         "plots as drawings alone, also where those that can be zoomed were made (make assets)"},
        {"json", OPTION_FLAG, &wish.as_json, 0, NULL,
         "print the checks and numbers as one line of JSON, and write no page"},
        {"of", OPTION_TEXT, &wish.of, 0, "PROBE.COLUMN:TAKE,...",
         "of a sweep: numbers to tell and to plot; default: what the sweep was asked for"},
        {"plot", OPTION_TEXT, &wish.plot, 0, "PROBE.COLUMN/PROBE.COLUMN,...",
         "of a sweep: one column over another"},
        OPTION_THREADS(wish.machine),
        LOOK_OPTIONS(wish.look),
    };
    const syntax syntax = {
        "report",
        "FOLDER",
        "Writes one page on a run: picture, checks, plots and numbers of all probes, "
        "balances, the case,\nhow to make it again; or on a sweep: its points, their numbers with "
        "errors, plots over each other;\nor on a fit. Nothing in it has to be fetched from "
        "elsewhere.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    if (sweep_file_is_there(operand[0]))
        return report_of_sweep(operand[0], &wish);
    if (report_fit_is(operand[0]))
        return report_of_fit(operand[0], &wish);
    return report_of_run(operand[0], &wish);
}
