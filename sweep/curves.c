// curves.c - see curves.h.
#include "sweep/curves.h"

#include "base/gnuplot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PANELS_MOST = 24, TITLE_ROOM = 200 };

// Lines of a group have one colour, from blue to yellow in the order of groups.
static void put_colour(text_buffer *script, const plan *plan, int group)
{
    const double share = plan->groups > 1 ? (double)group / (plan->groups - 1) : 0;
    const double red = 68 + share * 185 * share;
    const double green = 20 + share * 190;
    const double blue = 130 - share * 90;
    char colour[8];
    snprintf(colour, sizeof colour, "#%02x%02x%02x", (int)red, (int)green, (int)blue);
    text_append_format(script, " lc rgb '%s'", colour);
}

// "friction = 0.3" of a group, without seeds; nothing for all but the first line of a group, and where there are too
// many.
static void put_title(text_buffer *script, const plan *plan, int point)
{
    char title[TITLE_ROOM] = "";
    size_t length = 0;
    const bool first = plan->first[plan->point[point].group] == point;
    for (int i = 0; i < plan->axes && length < sizeof title; i++) {
        const axis *axis = &plan->axis[i];
        if (axis->is_seed)
            continue;
        length += (size_t)snprintf(title + length, sizeof title - length, "%s%s = %s",
                                   length ? ", " : "", axis->name, plan->point[point].text[i]);
    }
    if (!first || !*title || plan->groups > CURVES_NAMED) {
        text_append(script, " notitle");
        return;
    }
    text_append(script, " title ");
    gnuplot_text(script, title);
    text_append(script, " noenhanced");
}

static void put_label(text_buffer *script, const char *axis, const char *name, const char *unit)
{
    char label[TITLE_ROOM];
    const bool plain = !*unit || !strcmp(unit, "1");
    snprintf(label, sizeof label, "%s%s%s%s", name, plain ? "" : " [", plain ? "" : unit,
             plain ? "" : "]");
    text_append_format(script, "set %slabel ", axis);
    gnuplot_text(script, label);
    text_append(script, " noenhanced\n");
}

static void put_page(text_buffer *script, const char *png, int width, int height)
{
    text_append_format(script, "set terminal pngcairo size %d,%d\nset output ", width, height);
    gnuplot_file(script, png);
    text_append(
        script,
        "\nset datafile separator ','\nset grid lc rgb '#dddddd'\nset key below\nset bmargin 8\n");
}

// ---- a probe along its first column

typedef struct panels {
    const table_in *like;   // the table of the first point that has one
    int panel[PANELS_MOST]; // columns that change in some point
    int count;
} panels;

static bool changes(const table_in *table, int column)
{
    double low = INFINITY;
    double high = -INFINITY;
    for (int64_t row = 0; row < table->rows; row++) {
        const double value = table->value[row * table->columns + column];
        low = fmin(low, value);
        high = fmax(high, value);
    }
    return high > low;
}

static void find_panels(panels *out, const table_in *table)
{
    for (int column = 1; column < table->columns && out->count < PANELS_MOST; column++) {
        bool there = false;
        for (int k = 0; k < out->count; k++)
            there = there || out->panel[k] == column;
        if (!there && changes(table, column))
            out->panel[out->count++] = column;
    }
}

static scree_status read_point(const points_wish *wish, int point, probed *out, scree_error *error)
{
    char *folder = point_folder(wish, point);
    memset(out, 0, sizeof *out);
    if (!folder)
        return fail_memory(error, wish->in->path);
    const scree_status status = probed_read(folder, out, error);
    free(folder);
    return status;
}

static int ascending(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

static void put_panel(text_buffer *script, const points_wish *wish, const table_in *like,
                      int column, const char *probe)
{
    const plan *plan = wish->plan;
    const int points = plan->points < CURVES_MOST ? plan->points : CURVES_MOST;
    put_label(script, "x", like->head[0].name, like->head[0].unit);
    put_label(script, "y", like->head[column].name, like->head[column].unit);
    text_append(script, "plot ");
    for (int i = 0; i < points; i++) {
        char *folder = point_folder(wish, i);
        char *file = folder ? text_format("%s/probes/%s.csv", folder, probe) : NULL;
        script->failed = script->failed || !file;
        if (file)
            gnuplot_file(script, file);
        text_append_format(script, " skip 1 using 1:%d with lines", column + 1);
        put_colour(script, plan, plan->point[i].group);
        put_title(script, plan, i);
        text_append(script, i + 1 < points ? ", \\\n" : "\n");
        free(folder);
        free(file);
    }
}

static void put_panels(text_buffer *script, const points_wish *wish, const char *probe,
                       const char *png, panels *panels)
{
    const int across = panels->count > 6 ? 3 : panels->count > 1 ? 2 : 1;
    const int down = (panels->count + across - 1) / across;
    qsort(panels->panel, (size_t)panels->count, sizeof *panels->panel, ascending);
    put_page(script, png, 640 * across, 420 * down);
    text_append_format(script, "set multiplot layout %d,%d\n", down, across);
    for (int k = 0; k < panels->count; k++)
        put_panel(script, wish, panels->like, panels->panel[k], probe);
    text_append(script, "unset multiplot\n");
}

scree_status curves_of_probe(const points_wish *wish, const char *probe, const char *png,
                             text_buffer *script, bool *any, scree_error *error)
{
    probed like = {0};
    panels panels = {0};
    scree_status status = SCREE_OK;
    const int points = wish->plan->points < CURVES_MOST ? wish->plan->points : CURVES_MOST;
    for (int i = 0; i < points && !status; i++) {
        probed now;
        status = read_point(wish, i, &now, error);
        const probed_table *table = status ? NULL : probed_find(&now, probe);
        if (table)
            find_panels(&panels, &table->is);
        if (table && !panels.like) {
            probed_clear(&like);
            like = now;
            panels.like = &probed_find(&like, probe)->is;
        } else {
            probed_clear(&now);
        }
    }
    *any = !status && panels.count > 0;
    if (*any)
        put_panels(script, wish, probe, png, &panels);
    probed_clear(&like);
    if (!status && script->failed)
        status = fail_memory(error, png);
    return status;
}
