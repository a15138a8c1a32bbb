// report_case.c - the case of a report, where the run came from, its log, and the commands that make it again.
#include "cli/html.h"
#include "cli/report_page.h"

#include "console/called.h"
#include "run/folder.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what the case is, in short

static void fact(text_buffer *out, const char *name, const char *format, ...) SCREE_PRINTF(3, 4);

static void fact(text_buffer *out, const char *name, const char *format, ...)
{
    char value[300];
    va_list args;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    text_append(out, "<tr>");
    html_row_head(out, name);
    html_cell(out, value);
    text_append(out, "</tr>\n");
}

static void put_facts(text_buffer *out, const report_run *run)
{
    static const char *const heads[] = {"name", "value", NULL};
    static const char *const boundaries[] = {"open", "periodic", "wall"};
    const model *model = &run->recorded.session.model;
    html_table_begin(out, "The case in short", heads);
    fact(out, "dimensions", "%d", model->dimensions);
    fact(out, "solver", "%s", solver_names[model->solver]);
    fact(out, "gravity", "%.6g, %.6g, %.6g m/s^2", model->gravity.x, model->gravity.y,
         model->gravity.z);
    fact(out, "borders", "x %s, y %s, z %s", boundaries[model->boundary[0]],
         boundaries[model->boundary[1]], boundaries[model->boundary[2]]);
    fact(out, "time step", "%.6g s", model->step);
    if (model->steps > 0)
        fact(out, "length", "%" PRId64 " steps", model->steps);
    else
        fact(out, model->no_duration ? "length, at most" : "length", "%.6g s", model->duration);
    fact(out, "seed", "%" PRIu64, model->seed);
    html_table_end(out);
}

static void put_materials(text_buffer *out, const model *model)
{
    static const char *const heads[] = {"material", ">density in kg/m^3", ">Young's modulus in Pa",
                                        ">Poisson's ratio", NULL};
    html_table_begin(out, "Materials", heads);
    for (int i = 0; i < model->materials; i++) {
        const model_material *material = &model->material[i];
        text_append(out, "<tr>");
        html_row_head(out, material->name);
        html_number_cell(out, material->density);
        html_number_cell(out, material->young);
        html_number_cell(out, material->poisson);
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
}

static void put_sets(text_buffer *out, const model *model)
{
    static const char *const heads[] = {"set", "from", "shape", "material", NULL};
    html_table_begin(out, "Sets of grains", heads);
    for (int i = 0; i < model->grain_sets + model->streams; i++) {
        const bool placed = i < model->grain_sets;
        const choice *packing = placed ? &model->grains[i].packing : NULL;
        text_append(out, "<tr>");
        html_row_head(out, model_set_name(model, i));
        html_cell(out, !placed ? "stream" : packing->what ? packing->what->name : "packing");
        html_cell(out, model_shape_of(model, i)->name);
        html_cell(out, model->material[model_material_of(model, i)].name);
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
}

static void put_stages(text_buffer *out, const report_run *run)
{
    static const char *const heads[] = {"stage", ">begins at", NULL};
    const int64_t stages = report_stages(run);
    if (stages == 0)
        return;
    html_table_begin(out, "Stages that the run has come to", heads);
    for (int64_t k = 0; k < stages; k++) {
        text_append(out, "<tr>");
        html_row_head(out, report_stage_name(run, k));
        text_append(out, "<td class=\"number\">");
        html_number(out, report_stage_time(run, k));
        text_append(out, " s</td></tr>\n");
    }
    html_table_end(out);
}

void report_case(text_buffer *out, const report_run *run)
{
    const model *model = &run->recorded.session.model;
    text_append(out, "<section id=\"case\"><h2>The case</h2>\n");
    put_facts(out, run);
    put_stages(out, run);
    put_sets(out, model_of_stage(model, 0));
    put_materials(out, model);
    report_frame_file(out, run->folder, "case.yaml", "The whole case, case.yaml");
    report_frame_file(out, run->folder, "log.txt", "The log, log.txt");
    text_append(out, "</section>\n");
}

// ---- how to make it again

static const char origin_words[] = " goes on from ";

// The line that tells that the run is a branch: it began from a state of another one. NULL: from its case.
static const char *branch_of(const report_run *run)
{
    for (int64_t i = 0; i < run->log.lines; i++) {
        const char *words = report_log_words(run->log.line[i]);
        if (!report_log_is_origin(run->log.line[i]))
            continue;
        const char *from = strstr(words, origin_words);
        return from ? from + sizeof origin_words - 1 : NULL;
    }
    return NULL;
}

static void put_origins(text_buffer *out, const report_run *run)
{
    text_append(out, "<p>How the run came about:</p>\n<ol class=\"origin\">");
    for (int64_t i = 0; i < run->log.lines; i++) {
        if (!report_log_is_origin(run->log.line[i]))
            continue;
        text_append(out, "<li>");
        html_text(out, run->log.line[i]);
        text_append(out, "</li>\n");
    }
    text_append(out, "</ol>\n");
}

// The settings of the branch, as its log tells them behind the line that it began with.
static void add_settings(text_buffer *command, const report_run *run)
{
    static const char head[] = "set ";
    bool begun = false;
    for (int64_t i = 0; i < run->log.lines; i++) {
        const char *words = report_log_words(run->log.line[i]);
        const bool is_set = !strncmp(words, head, sizeof head - 1);
        if (begun && !strncmp(words, "scree ", 6))
            return; // of a later part
        begun = begun || strstr(words, origin_words);
        const char *equals = strstr(words, " = ");
        if (!is_set || !equals)
            continue;
        char quoted[SHELL_ROOM];
        char *key = text_slice(words + sizeof head - 1, (size_t)(equals - words) - sizeof head + 1);
        char *setting = key ? text_format("%s=%s", key, equals + 3) : NULL;
        if (setting)
            text_append_format(command, " --set %s", shell_word(quoted, setting));
        free(setting);
        free(key);
    }
}

static void put_making(text_buffer *out, const report_run *run)
{
    char word[SHELL_ROOM];
    text_buffer command = {0};
    const char *branch = branch_of(run);
    const char *end = branch ? strstr(branch, ", step ") : NULL;
    char *origin = end ? text_slice(branch, (size_t)(end - branch)) : NULL;
    char *path = folder_path(run->folder, "case.yaml");
    if (origin) {
        text_append_format(&command, "scree resume %s", shell_word(word, origin));
        add_settings(&command, run);
        text_append(&command, " --out again");
    } else if (path) {
        text_append_format(&command, "scree run %s --out again", shell_word(word, path));
    }
    report_frame_command(out, command.data ? command.data : "");
    text_buffer_clear(&command);
    free(origin);
    free(path);
}

static void put_page_command(text_buffer *out, const report_run *run)
{
    char word[SHELL_ROOM];
    text_buffer command = {0};
    text_append_format(&command, "scree report %s", shell_word(word, run->folder));
    if (isfinite(run->span.from))
        text_append_format(&command, " --from '%.15g s'", run->span.from);
    if (isfinite(run->span.to))
        text_append_format(&command, " --to '%.15g s'", run->span.to);
    report_frame_command(out, command.data ? command.data : "");
    text_buffer_clear(&command);
}

void report_again(text_buffer *out, const report_run *run)
{
    text_append(out, "<section id=\"again\"><h2>How to reproduce</h2>\n");
    put_origins(out, run);
    text_append(
        out,
        "<p>This makes the run again, with any number of threads to the same bits:</p>\n<pre>");
    put_making(out, run);
    if (run->finished && !run->no_hash.status)
        html_format(out, "scree info again --hash     # %016" PRIx64 "\n", run->hash);
    text_append(out, "</pre>\n<p>And this page:</p>\n<pre>");
    put_page_command(out, run);
    text_append(out, "</pre></section>\n");
}
