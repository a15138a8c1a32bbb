// report_sweep_parts.c - what the page of a sweep tells besides numbers: what was varied, what became of the points, how to make
// it again; see report_sweep.h.
#include "cli/html.h"
#include "cli/report_frame.h"
#include "cli/report_sweep.h"

#include "console/called.h"
#include "store/file_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POINTS_TOLD = 1000 };

// ---- the case, as the first point has it

// FOLDER/POINT/case.yaml of the first point that has one, owned; NULL: none has. *folder: that of the point, owned.
static char *first_case(const report_sweep *sweep, char **folder)
{
    for (int i = 0; i < sweep->of->plan->points; i++) {
        *folder = point_folder(sweep->of, i);
        char *path = *folder ? folder_path(*folder, "case.yaml") : NULL;
        if (path && !access(path, R_OK))
            return path;
        free(path);
        free(*folder);
    }
    *folder = NULL;
    return NULL;
}

static char *title_in(const char *text, size_t size)
{
    fault_book book = {0};
    fault_list faults = {0};
    node *root = tree_read(text, size, "case.yaml", &book);
    const node *title = root && root->kind == NODE_MAP ? node_find(root, "title") : NULL;
    const bool has = title && title->kind == NODE_SCALAR && *title->text;
    char *copy = has ? text_copy(title->text) : NULL;
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return copy;
}

char *report_sweep_title(const report_sweep *sweep)
{
    char *folder = NULL;
    char *text = NULL;
    size_t size = 0;
    char *path = first_case(sweep, &folder);
    char *title = NULL;
    if (path && !file_in_load(path, &text, &size, NULL))
        title = title_in(text, size);
    free(text);
    free(path);
    free(folder);
    return title;
}

// ---- the head

static int whole_points(const report_sweep *sweep)
{
    int whole = 0;
    for (int i = 0; i < sweep->of->plan->points; i++)
        whole += sweep->results->state[i] == POINT_WHOLE;
    return whole;
}

void report_sweep_head(text_buffer *out, const report_sweep *sweep, const char *title)
{
    const plan *plan = sweep->of->plan;
    const int whole = whole_points(sweep);
    text_append(out, "<header><h1>");
    html_text(out, title);
    text_append_format(out, "</h1>\n<p class=\"state %s\">",
                       whole == plan->points ? "good" : "bad");
    html_format(out, "A sweep: %d of %d points are whole.", whole, plan->points);
    text_append(out, "</p>\n<p class=\"soft\">");
    if (plan->groups < plan->points)
        html_format(out, "%d points, each with several seeds, ", plan->groups);
    if (plan->latin)
        html_format(out, "%lld drawn as a Latin hypercube, ", (long long)plan->latin);
    if (plan->sobol)
        html_format(out, "%lld rows of Sobol's points, ", (long long)plan->sobol);
    html_format(out, "scree %s, folder ", SCREE_VERSION);
    text_append(out, "<code>");
    html_text(out, sweep->of->in->path);
    text_append(out, "</code>, numbers in <code>table.csv</code>");
    if (results_have_seeds(sweep->results))
        text_append(out, " and, over seeds, <code>scatter.csv</code>");
    text_append(out, ".</p>");
}

// ---- what is varied

void report_sweep_varied(text_buffer *out, const report_sweep *sweep)
{
    static const char *const heads[] = {"name", "values", "in the case", NULL};
    const plan *plan = sweep->of->plan;
    text_append(out, "<section id=\"varied\"><h2>What is varied</h2>\n");
    html_table_begin(out, "Names, as they were given, and the places in the case that they mean",
                     heads);
    for (int i = 0; i < plan->axes; i++) {
        const axis *axis = &plan->axis[i];
        text_append(out, "<tr>");
        html_row_head(out, axis->name);
        html_cell(out, sweep->planned->over->item[i].value);
        text_append(out, "<td>");
        for (int k = 0; k < axis->keys; k++)
            html_format(out, "%s%.300s", k ? ", " : "", axis->key[k]);
        text_append(out, "</td></tr>\n");
    }
    html_table_end(out);
    text_append(out, "</section>\n");
}

// ---- points

// The page of a point where it has one, else its folder. Names of points hold nothing that a link could not.
void report_sweep_point(text_buffer *out, const report_sweep *sweep, int point)
{
    const char *name = sweep->of->plan->point[point].name;
    char *folder = point_folder(sweep->of, point);
    char *page = folder ? folder_path(folder, "report.html") : NULL;
    if (sweep->linked) {
        text_append(out, "<a href=\"");
        html_text(out, name);
        text_append(out, page && !access(page, R_OK) ? "/report.html\">" : "/\">");
    }
    html_text(out, name);
    if (sweep->linked)
        text_append(out, "</a>");
    free(page);
    free(folder);
}

void report_sweep_failed(text_buffer *out, const report_sweep *sweep)
{
    static const char *const heads[] = {"point", "what became of it", NULL};
    const plan *plan = sweep->of->plan;
    if (whole_points(sweep) == plan->points)
        return;
    text_append(out, "<section id=\"failed\"><h2>What failed</h2>\n");
    html_table_begin(out, "Points that did not come to their end; means over seeds leave them out",
                     heads);
    int told = 0;
    for (int i = 0; i < plan->points && told < POINTS_TOLD; i++) {
        const point_state state = sweep->results->state[i];
        if (state == POINT_WHOLE)
            continue;
        told++;
        text_append(out, "<tr><th scope=\"row\">");
        report_sweep_point(out, sweep, i);
        text_append(out, "</th>");
        html_cell(out, state == POINT_NONE ? "it was not run" : sweep->results->words[i]);
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
    text_append(out, "<p class=\"soft\">What a run had to say stands in "
                     "<code>messages/</code>.</p></section>\n");
}

static void put_point(text_buffer *out, const report_sweep *sweep, int point)
{
    const plan *plan = sweep->of->plan;
    text_append(out, "<tr><th scope=\"row\">");
    report_sweep_point(out, sweep, point);
    text_append(out, "</th>");
    for (int k = 0; k < plan->axes; k++)
        html_cell(out, plan->point[point].text[k]);
    html_cell(out, sweep->results->words[point]);
    text_append(out, "</tr>\n");
}

void report_sweep_points(text_buffer *out, const report_sweep *sweep)
{
    const plan *plan = sweep->of->plan;
    const char **heads = calloc((size_t)plan->axes + 3, sizeof *heads);
    if (!heads) {
        out->failed = true;
        return;
    }
    heads[0] = "point";
    for (int k = 0; k < plan->axes; k++)
        heads[k + 1] = plan->axis[k].name;
    heads[plan->axes + 1] = "what became of it";
    text_append(out, "<section id=\"points\"><h2>Points</h2>\n<details open=\"open\"><summary>");
    html_format(out, "All points, %d", plan->points);
    text_append(out, "</summary>\n");
    html_table_begin(out, "Each is a run of its own in a folder of that name", heads);
    for (int i = 0; i < plan->points && i < POINTS_TOLD; i++)
        put_point(out, sweep, i);
    html_table_end(out);
    text_append(out, "</details>\n");
    if (plan->points > POINTS_TOLD)
        html_format(out, "And %d more in table.csv.", plan->points - POINTS_TOLD);
    text_append(out, "</section>\n");
    free(heads);
}

// ---- how to make it again

static void add_word(text_buffer *command, const char *option, const char *text)
{
    char word[SHELL_ROOM];
    if (text)
        text_append_format(command, " %s %s", option, shell_word(word, text));
}

static void add_settings(text_buffer *command, const char *option, const settings *set)
{
    for (int i = 0; i < set->count; i++) {
        char *setting = text_format("%s=%s", set->item[i].key, set->item[i].value);
        add_word(command, option, setting);
        free(setting);
    }
}

static void add_words(text_buffer *command, const sweep_words *words)
{
    add_word(command, "--of", words->of);
    add_word(command, "--plot", words->plot);
    add_word(command, "--from", words->from);
}

static void put_sweep_command(text_buffer *out, const report_sweep *sweep)
{
    const plan_wish *wish = sweep->planned;
    text_buffer command = {0};
    add_word(&command, "scree sweep", sweep->of->path);
    add_settings(&command, "--set", wish->set);
    add_settings(&command, "--over", wish->over);
    if (wish->latin)
        text_append_format(&command, " --latin %lld", (long long)wish->latin);
    if (wish->sobol)
        text_append_format(&command, " --sobol %lld", (long long)wish->sobol);
    if (wish->latin || wish->sobol)
        text_append_format(&command, " --seed %lld", (long long)wish->seed);
    add_words(&command, &sweep->words);
    add_word(&command, "--format", sweep->words.format);
    text_append(&command, " --out again");
    report_frame_command(out, command.data ? command.data + 1 : "");
    text_buffer_clear(&command);
}

void report_sweep_again(text_buffer *out, const report_sweep *sweep)
{
    char *folder = NULL;
    char *path = first_case(sweep, &folder);
    text_buffer command = {0};
    text_append(out, "<section id=\"again\"><h2>How to reproduce</h2>\n<p>This makes the sweep "
                     "again, with any number of jobs and threads to the same bits:</p>\n<pre>");
    put_sweep_command(out, sweep);
    text_append(out, "</pre>\n<p>This goes on with what is not whole:</p>\n<pre>");
    add_word(&command, "scree sweep", sweep->of->in->path);
    report_frame_command(out, command.data ? command.data + 1 : "");
    text_buffer_clear(&command);
    command = (text_buffer){0};
    text_append(out, "</pre>\n<p>And this makes the page:</p>\n<pre>");
    add_word(&command, "scree report", sweep->of->in->path);
    add_words(&command, &sweep->words);
    report_frame_command(out, command.data ? command.data + 1 : "");
    text_append(out, "</pre>\n");
    if (path)
        report_frame_file(out, folder, "case.yaml",
                          "The case of the first point; the others differ in what is varied");
    text_append(out, "</section>\n");
    text_buffer_clear(&command);
    free(path);
    free(folder);
}
