// sweep_leave.c - see sweep_leave.h.
#include "cli/sweep_leave.h"
#include "cli/sweep_sobol.h"

#include "base/text.h"
#include "console/called.h"
#include "console/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- plots

typedef struct leaving {
    const points_wish *wish;
    const sweep_asked *asked;
    const results *results;
    int plots;
} leaving;

enum { BASE_ROOM = 200, FILE_ROOM = 220 };

// The beginning of the name of a file, made of the name of a number.
static void plain_name(char out[BASE_ROOM], const char *base, const char *name)
{
    snprintf(out, BASE_ROOM, "%s-%.180s", base, name);
    for (char *c = out; *c; c++) {
        if (strchr("/:", *c))
            *c = '-';
    }
}

static scree_status plot_probe(leaving *all, const char *probe, scree_error *error)
{
    char name[FILE_ROOM];
    char base[BASE_ROOM];
    char *path = NULL;
    curves_probe curves;
    plain_name(base, "curves", probe);
    snprintf(name, sizeof name, "%s.%s", base, all->asked->format);
    scree_status status = curves_of_probe(all->wish, probe, CURVES_MOST, &curves, error);
    const bool any = !status && curves.charts > 0;
    if (any)
        status = owned_path(&all->wish->in->files, name, &path, error);
    if (any && !status)
        status = curves_write_probe(&curves, path, error);
    all->plots += any;
    curves_probe_clear(&curves);
    free(path);
    return status;
}

static scree_status plot_probes(leaving *all, scree_error *error)
{
    char probe[PROBE_NAME_ROOM];
    scree_status status = SCREE_OK;
    for (int64_t k = 0; !status && results_next_probe(all->results, &k, probe);)
        status = plot_probe(all, probe, error);
    return status;
}

static scree_status plot_number(leaving *all, const char *number, scree_error *error)
{
    char name[FILE_ROOM];
    char base[BASE_ROOM];
    char *path = NULL;
    curves_drawn drawn = {0};
    const int64_t which = results_find(all->results, number);
    plain_name(base, "of", number);
    snprintf(name, sizeof name, "%s.%s", base, all->asked->format);
    scree_status status =
        which < 0 ? SCREE_OK : curves_of_number(all->results, which, &drawn, error);
    const bool any = !status && drawn.overlay.curves > 0;
    if (any)
        status = owned_path(&all->wish->in->files, name, &path, error);
    if (any && !status)
        status = chart_write(path, &drawn.chart, error);
    all->plots += any;
    curves_drawn_clear(&drawn);
    free(path);
    return status;
}

static scree_status draw_pair(const leaving *all, const curves_pair *pair, const char *path,
                              scree_error *error)
{
    curves_drawn drawn;
    scree_status status = curves_of_pair(all->wish, pair, CURVES_MOST, &drawn, error);
    if (!status && drawn.overlay.curves)
        status = chart_write(path, &drawn.chart, error);
    curves_drawn_clear(&drawn);
    return status;
}

static scree_status leave_pair(leaving *all, const curves_pair *pair, scree_error *error)
{
    char name[FILE_ROOM];
    char base[BASE_ROOM];
    char words[400];
    char *table = NULL;
    char *picture = NULL;
    const probed_name *up = &pair->upward;
    const probed_name *right = &pair->across;
    owned *files = &all->wish->in->files;
    snprintf(words, sizeof words, "%.50s.%.50s-%.50s.%.50s", up->probe, up->column, right->probe,
             right->column);
    plain_name(base, "plot", words);
    snprintf(name, sizeof name, "%s.csv", base);
    scree_status status = owned_path(files, name, &table, error);
    snprintf(name, sizeof name, "%s.%s", base, all->asked->format);
    if (!status)
        status = owned_path(files, name, &picture, error);
    if (!status)
        status = curves_write_pair(all->wish, pair, table, error);
    if (!status)
        status = draw_pair(all, pair, picture, error);
    if (!status && !all->asked->quiet)
        printf("%s: %s.%s over %s.%s, numbers in %s\n", picture, up->probe, up->column,
               right->probe, right->column, table);
    free(table);
    free(picture);
    return status;
}

static scree_status leave_plots(leaving *all, scree_error *error)
{
    scree_status status = plot_probes(all, error);
    for (int i = 0; i < all->asked->of.count && !status; i++) {
        char name[200];
        wanted_spell(&all->asked->of.name[i], name);
        status = plot_number(all, name, error);
    }
    return status;
}

// ---- tables

static scree_status leave_table(leaving *all, const char *name,
                                scree_status (*write)(const results *, const char *, scree_error *),
                                scree_error *error)
{
    char *path = NULL;
    scree_status status = owned_path(&all->wish->in->files, name, &path, error);
    if (!status)
        status = write(all->results, path, error);
    free(path);
    return status;
}

static void print_group(const results *all, int group, int64_t number)
{
    char words[300];
    const results_scatter is = results_shown(all, group, number);
    plan_words_of_group(all->plan, results_first(all, group), words, sizeof words);
    char value[WORD_ROOM];
    const char *told = word_with_error(value, is.mean, is.error);
    printf("  %-30s %s", words, told);
    if (is.runs > 1)
        printf(" over %d", is.runs);
    putchar('\n');
}

static void print_number(const results *all, const probed_name *asked)
{
    enum { LINES_MOST = 60 };
    char name[200];
    wanted_spell(asked, name);
    const int64_t which = results_find(all, name);
    const char *unit = which < 0 ? "" : all->head[which].unit;
    printf("\n%s", name);
    if (*unit)
        printf(" [%s]", unit);
    putchar('\n');
    const int groups = which < 0 ? 0 : all->plan->groups;
    for (int group = 0; group < groups && group < LINES_MOST; group++)
        print_group(all, group, which);
    if (groups > LINES_MOST)
        printf("  ... and %d more in table.csv\n", groups - LINES_MOST);
}

// The numbers that were asked for, a line per group.
static void print_numbers(const leaving *all)
{
    const wanted *of = &all->asked->of;
    for (int i = 0; i < of->count; i++)
        print_number(all->results, &of->name[i]);
}

static void print_end(const leaving *all, int failed)
{
    char folder[SHELL_ROOM];
    const char *path = all->wish->in->path;
    const plan *plan = all->wish->plan;
    if (all->asked->of.count)
        putchar('\n');
    printf("%d of %d points are whole; table in %s/table.csv", plan->points - failed, plan->points,
           path);
    if (results_have_seeds(all->results))
        printf(", over seeds in %s/scatter.csv", path);
    if (all->asked->since)
        printf(", means and peaks of times from %s on", all->asked->since);
    if (all->plots)
        printf(", plots in %s/*.%s", path, all->asked->format);
    putchar('\n');
    if (!all->asked->plot.count && all->results->numbers)
        print_called_format(stdout,
                            "one column against another, without running again: scree sweep %s "
                            "--plot PROBE.COLUMN/PROBE.COLUMN (docs/sweep.md)\n",
                            shell_word(folder, path));
}

// Numbers of points that warned may mean less than they seem to.
static void tell_warned(const leaving *all)
{
    const plan *plan = all->wish->plan;
    int warned = 0;
    int first = 0;
    for (int i = plan->points - 1; i >= 0; i--) {
        if (all->results->warnings[i] == 0)
            continue;
        warned++;
        first = i;
    }
    if (warned == 0)
        return;
    fprintf(stderr,
            "warning: %d of %d points warned (column `warnings` of table.csv, and log.txt of "
            "each); the first of %s: %s\n",
            warned, plan->points, plan->point[first].name, all->results->warning[first]);
}

// One and the same run, counted several times, has no scatter.
static void tell_alike(const leaving *all)
{
    const int alike = results_alike(all->results);
    if (alike > 0)
        fprintf(
            stderr,
            "warning: in %d of %d groups the runs of all seeds have the same numbers throughout: "
            "the seed changes nothing there, and errors over seeds mean nothing (--over seed= "
            "sets those of packings and streams, too)\n",
            alike, all->wish->plan->groups);
}

static sweep_left tell_failed(const leaving *all)
{
    sweep_left left = {0};
    const plan *plan = all->wish->plan;
    enum { TOLD_MOST = 10 };
    for (int i = 0; i < plan->points; i++) {
        const point_state state = all->results->state[i];
        if (state == POINT_WHOLE)
            continue;
        left.broken += state != POINT_FAILED;
        if (left.failed++ < TOLD_MOST)
            fprintf(stderr, "%s: %s\n", plan->point[i].name, all->results->words[i]);
    }
    return left;
}

scree_status sweep_leave(const points_wish *wish, const sweep_asked *asked, const results *results,
                         sweep_left *left, scree_error *error)
{
    leaving all = {.wish = wish, .asked = asked, .results = results};
    scree_status status = leave_table(&all, "table.csv", results_write, error);
    if (!status && results_have_seeds(results))
        status = leave_table(&all, "scatter.csv", results_write_scatter, error);
    if (!status && !asked->no_plots)
        status = leave_plots(&all, error);
    for (int i = 0; i < asked->plot.count && !status; i++)
        status = leave_pair(&all, &asked->plot.pair[i], error);
    if (!status && !asked->quiet && !wish->plan->sobol)
        print_numbers(&all);
    if (!status && wish->plan->sobol)
        status = sweep_sobol(wish, asked, results, error);
    if (!status) {
        *left = tell_failed(&all);
        tell_alike(&all);
        tell_warned(&all);
        if (!asked->quiet)
            print_end(&all, left->failed);
    }
    return status;
}
