// report_sweep.c - the page of a sweep as a whole, after the sweep or from its folder; see report_sweep.h.
#include "cli/report_sweep.h"

#include "cli/report_assets.h"
#include "cli/report_frame.h"
#include "cli/sweep_tell.h"
#include "console/exit.h"
#include "console/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static scree_status make_page(text_buffer *page, const report_sweep *sweep, scree_error *error)
{
    static const report_part part[] = {{"varied", "What is varied"},
                                       {"points", "Points"},
                                       {"measured", "Measured"},
                                       {"again", "How to reproduce"},
                                       {NULL, NULL}};
    char *title = report_sweep_title(sweep);
    const char *shown = title ? title : sweep->of->in->path;
    report_assets assets = {0};
    report_charts charts;
    if (!sweep->plain)
        report_assets_find(&assets);
    report_frame_begin(page, shown, assets.style);
    report_sweep_head(page, sweep, shown);
    free(title);
    report_frame_parts(page, part);
    report_charts_explain(page, assets.script);
    report_charts_begin(&charts, page);
    report_sweep_varied(page, sweep);
    report_sweep_failed(page, sweep);
    scree_status status = report_sweep_asked(&charts, sweep, error);
    report_sweep_points(page, sweep);
    if (!status)
        status = report_sweep_measured(&charts, sweep, error);
    report_sweep_again(page, sweep);
    report_charts_end(&charts, assets.script);
    report_assets_clear(&assets);
    return status;
}

scree_status report_sweep_write(const report_sweep *sweep, const char *path, scree_error *error)
{
    text_buffer page = {0};
    scree_status status = report_frame_check(path, error);
    if (!status)
        status = make_page(&page, sweep, error);
    if (!status)
        status = report_frame_write(&page, path, error);
    text_buffer_clear(&page);
    return status;
}

// ---- after a sweep

scree_status report_sweep_after(const points_wish *of, const results *results,
                                const sweep_kept *kept, const sweep_asked *asked,
                                scree_error *error)
{
    const report_sweep report = {.of = of,
                                 .planned = kept->wish,
                                 .results = results,
                                 .asked = asked,
                                 .words = kept->asked,
                                 .tabled_from = kept->asked.from,
                                 .linked = true};
    char *path = folder_path(of->in->path, "report.html");
    scree_status status =
        path ? report_sweep_write(&report, path, error) : fail_memory(error, of->in->path);
    if (!status && !of->quiet)
        printf("report in %s\n", path);
    free(path);
    return status;
}

// ---- from a folder

typedef struct opened {
    sweep_file file;
    sweep_words words;
    sweep_asked asked;
    plan plan;
    plan_wish planned;
    run_folder in;
    points_wish of;
    results results;
} opened;

static scree_status read_file(opened *all, scree_error *error)
{
    char *path = folder_path(all->in.path, SWEEP_FILE);
    const scree_status status =
        path ? sweep_file_read(path, &all->file, error) : fail_memory(error, all->in.path);
    free(path);
    if (!status)
        sweep_asked_join(&all->file.asked, &all->words);
    return status;
}

// The plan needs no case: what was asked for says all of it but the places that names mean, which the file has.
static scree_status plan_again(opened *all, scree_error *error)
{
    const sweep_file *file = &all->file;
    all->planned = (plan_wish){.set = &file->set,
                               .over = &file->over,
                               .latin = file->latin,
                               .sobol = file->sobol,
                               .seed = file->seed};
    const scree_status status = plan_make(&all->planned, &all->plan, error);
    if (!status && !sweep_file_keys(file, &all->plan))
        return fail_memory(error, all->in.path);
    all->of =
        (points_wish){.plan = &all->plan, .path = file->path, .set = &file->set, .in = &all->in};
    return status;
}

static scree_status open_folder(opened *all, scree_error *error)
{
    scree_status status = read_file(all, error);
    if (!status)
        status = sweep_asked_read(&all->words, &all->asked, error);
    if (!status)
        status = plan_again(all, error);
    if (!status)
        status = results_gather(&all->of, &all->asked.from, &all->results, error);
    return status;
}

static scree_status write_opened(const opened *all, const char *out, bool plain, scree_error *error)
{
    const report_sweep sweep = {.of = &all->of,
                                .planned = &all->planned,
                                .results = &all->results,
                                .asked = &all->asked,
                                .words = all->words,
                                .tabled_from = all->file.asked.from,
                                .plain = plain,
                                .linked = !out};
    char *path = out ? text_copy(out) : folder_path(all->in.path, "report.html");
    const scree_status status =
        path ? report_sweep_write(&sweep, path, error) : fail_memory(error, all->in.path);
    if (!status)
        printf("%s\n", path);
    free(path);
    return status;
}

static opened *open_all(const char *folder, sweep_words words)
{
    opened *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->words = words;
    all->in.path = text_copy(folder);
    return all;
}

static void close_all(opened *all)
{
    results_clear(&all->results);
    plan_clear(&all->plan);
    sweep_file_clear(&all->file);
    free(all->in.path);
    free(all);
}

int report_sweep_folder(const char *folder, sweep_words words, const report_sweep_form *form)
{
    scree_error error;
    int code = EXIT_DONE;
    opened *all = open_all(folder, words);
    if (!all)
        return EXIT_MEMORY;
    scree_status status = all->in.path ? open_folder(all, &error) : fail_memory(&error, folder);
    if (!status && form->as_json)
        code = sweep_tell(&all->of, &all->asked, &all->results);
    else if (!status)
        status = write_opened(all, form->out, form->plain, &error);
    close_all(all);
    return status ? give_up(&error) : code;
}
