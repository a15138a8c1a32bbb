// curves_pair.c - one column of a probe against one of another, over the points of a sweep; see curves.h.
#include "sweep/curves.h"

#include "store/column_number.h"
#include "store/file_out.h"
#include "store/number.h"
#include "draw/overlay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool curves_pair_read(const char *text, curves_pair *out)
{
    const char *slash = strchr(text, '/');
    if (!slash || strchr(text, ':'))
        return false;
    out->from = (since){.time = -INFINITY};
    char *first = text_slice(text, (size_t)(slash - text));
    const bool ok =
        first && probed_name_read(first, &out->upward) && probed_name_read(slash + 1, &out->across);
    free(first);
    return ok;
}

// The two columns of a point.
typedef struct pair_columns {
    probed all;
    const table_in *upward, *across;
    int up, right;
    double from; // s
    bool whole;  // the run came to its end
} pair_columns;

static scree_status no_column(const probed_table *table, const probed_name *name,
                              scree_error *error)
{
    text_buffer hint = {0};
    text_append(&hint, "there are");
    for (int k = 0; k < table->is.columns; k++)
        text_append_format(&hint, "%s %s", k ? "," : "", table->is.head[k].name);
    const scree_status status =
        fail(error, SCREE_BAD_INPUT, "--plot", hint.failed ? "" : hint.data,
             "the probe %.60s has no column %.60s", name->probe, name->column);
    text_buffer_clear(&hint);
    return status;
}

static scree_status find_column(const probed *all, const probed_name *name, const table_in **table,
                                int *column, scree_error *error)
{
    const probed_table *found = probed_find(all, name->probe);
    if (!found)
        return fail(error, SCREE_BAD_INPUT, "--plot", "look into the folder `probes` of a point",
                    "there is no probe %.60s", name->probe);
    *table = &found->is;
    *column = table_in_find(&found->is, name->column);
    return *column >= 0 ? SCREE_OK : no_column(found, name, error);
}

static scree_status open_pair(const points_wish *wish, const curves_pair *pair, int point,
                              pair_columns *out, scree_error *error)
{
    char words[POINT_WORDS];
    char *folder = point_folder(wish, point);
    memset(out, 0, sizeof *out);
    if (!folder)
        return fail_memory(error, wish->in->path);
    out->from = since_in_run(&pair->from, folder);
    out->whole = point_look(folder, words) == POINT_WHOLE;
    scree_status status = probed_read(folder, &out->all, error);
    if (!status && out->all.tables) {
        const probed *all = &out->all;
        status = find_column(all, &pair->upward, &out->upward, &out->up, error);
        if (!status)
            status = find_column(all, &pair->across, &out->across, &out->right, error);
    }
    free(folder);
    return status;
}

// The next rows of both tables whose first columns are the same; false: there are no more.
static bool next_pair(const pair_columns *of, int64_t *up, int64_t *right, double row[3])
{
    const table_in *upward = of->upward;
    const table_in *across = of->across;
    while (upward && across && *up < upward->rows && *right < across->rows) {
        const double *a = upward->value + *up * upward->columns;
        const double *b = across->value + *right * across->columns;
        *up += a[0] <= b[0];
        *right += b[0] <= a[0];
        const bool early = table_in_time(upward) && a[0] < of->from;
        if (a[0] != b[0] || early)
            continue;
        row[0] = a[0];
        row[1] = b[of->right];
        row[2] = a[of->up];
        return true;
    }
    return false;
}

// ---- as curves

// The rows of a point, owned.
typedef struct pair_rows {
    double *x, *y;
    int64_t rows;
    bool whole; // the run came to its end
} pair_rows;

// Of a point that has no such rows, none.
static scree_status read_rows(curves_drawn *out, const points_wish *wish, const curves_pair *pair,
                              int point, pair_rows *rows, scree_error *error)
{
    pair_columns of;
    double row[3];
    int64_t up = 0;
    int64_t right = 0;
    *rows = (pair_rows){0};
    scree_status status = open_pair(wish, pair, point, &of, error);
    const bool there = !status && of.across && of.across->rows;
    rows->whole = of.whole;
    if (there) {
        const size_t room = (size_t)of.across->rows;
        rows->x = malloc(room * sizeof *rows->x);
        rows->y = malloc(room * sizeof *rows->y);
        snprintf(out->y_unit, sizeof out->y_unit, "%s", of.upward->head[of.up].unit);
        snprintf(out->x_unit, sizeof out->x_unit, "%s", of.across->head[of.right].unit);
        if (!rows->x || !rows->y)
            status = fail_memory(error, pair->upward.column);
    }
    while (there && !status && next_pair(&of, &up, &right, row)) {
        rows->x[rows->rows] = row[1];
        rows->y[rows->rows++] = row[2];
    }
    probed_clear(&of.all);
    return status;
}

static bool add_line(overlay *overlay, const pair_rows *rows, const overlay_label *label)
{
    overlay_line line;
    if (!overlay_add(overlay, label->name, rows->rows, false, &line))
        return false;
    memcpy(line.x, rows->x, (size_t)rows->rows * sizeof *line.x);
    memcpy(line.y, rows->y, (size_t)rows->rows * sizeof *line.y);
    overlay_settle(overlay, rows->rows, false, label->like);
    return true;
}

// Where there is no mean, all have one colour, and the first of them the name.
static bool add_lines(overlay *overlay, const pair_rows *rows, int count, overlay_label label)
{
    bool memory = true;
    for (int k = 0; k < count && memory; k++) {
        if (rows[k].rows == 0)
            continue;
        memory = add_line(overlay, &rows[k], &label);
        label.name = NULL;
    }
    return memory;
}

static bool add_mean(overlay *overlay, const pair_rows *rows, int count, const overlay_label *label,
                     bool *memory)
{
    seed_curve *curve = calloc((size_t)count + 1, sizeof *curve);
    int64_t curves = 0;
    *memory = curve != NULL;
    if (!curve)
        return false;
    for (int k = 0; k < count; k++) {
        if (rows[k].rows && rows[k].whole)
            curve[curves++] = (seed_curve){rows[k].x, rows[k].y, rows[k].rows, 1, 0};
    }
    const bool added = curves_add_mean(overlay, curve, curves, label, memory);
    free(curve);
    return added;
}

static scree_status add_group(curves_drawn *out, const points_wish *wish, const curves_pair *pair,
                              int first, scree_error *error)
{
    const plan *plan = wish->plan;
    pair_rows *rows = calloc((size_t)plan->points, sizeof *rows);
    char name[200];
    int count = 0;
    bool memory = rows != NULL;
    scree_status status = memory ? SCREE_OK : fail_memory(error, pair->upward.column);
    for (int point = first; point >= 0 && !status; point = plan->point[point].next)
        status = read_rows(out, wish, pair, point, &rows[count++], error);
    plan_words_of_group(plan, first, name, sizeof name);
    const bool told = plan->groups <= CURVES_NAMED;
    overlay_label label = {told && (*name || count > 1) ? name : NULL,
                           plan->point[first].group + 1};
    if (!status && !add_mean(&out->overlay, rows, count, &label, &memory) && memory) {
        label.name = *name ? label.name : NULL;
        memory = add_lines(&out->overlay, rows, count, label);
    }
    for (int k = 0; k < count; k++) {
        free(rows[k].x);
        free(rows[k].y);
    }
    free(rows);
    return status || memory ? status : fail_memory(error, pair->upward.column);
}

scree_status curves_of_pair(const points_wish *wish, const curves_pair *pair, int most,
                            curves_drawn *out, scree_error *error)
{
    const plan *plan = wish->plan;
    const int64_t groups = plan->groups;
    const int64_t shown = curves_groups(plan, most);
    scree_status status = SCREE_OK;
    memset(out, 0, sizeof *out);
    for (int64_t k = 0; k < shown && !status; k++)
        status = add_group(out, wish, pair, plan->first[k * groups / shown], error);
    snprintf(out->x_name, sizeof out->x_name, "%s of %s", pair->across.column, pair->across.probe);
    snprintf(out->y_name, sizeof out->y_name, "%s of %s", pair->upward.column, pair->upward.probe);
    out->chart = (chart){.x_name = out->x_name,
                         .x_unit = out->x_unit,
                         .y_name = out->y_name,
                         .y_unit = out->y_unit,
                         .curve = out->overlay.curve,
                         .curves = out->overlay.curves};
    return status;
}

// ---- as a table

static void put_row(file_out *out, const plan *plan, int point, const double row[3])
{
    char text[NUMBER_ROOM];
    file_out_printf(out, "%d", point + 1);
    for (int i = 0; i < plan->axes; i++) {
        if (plan->axis[i].numeric) {
            number_text(text, plan->point[point].number[i]);
            file_out_printf(out, ",%s", text);
        } else
            file_out_printf(out, ",\"%s\"", plan->point[point].text[i]);
    }
    for (int k = 0; k < 3; k++) {
        number_text(text, row[k]);
        file_out_printf(out, ",%s", text);
    }
    file_out_printf(out, "\n");
}

static void put_column(file_out *out, const char *probe, const char *name, const char *unit)
{
    file_out_printf(out, ",%s%s%s%s%s%s", probe, *probe ? "." : "", name, *unit ? " [" : "", unit,
                    *unit ? "]" : "");
}

static void put_first_line(file_out *out, const plan *plan, const curves_pair *pair,
                           const pair_columns *of)
{
    file_out_printf(out, "point");
    for (int i = 0; i < plan->axes; i++)
        put_column(out, "", plan->axis[i].name, plan->axis[i].unit);
    const table_in *across = of->across;
    const char *right = across->head[of->right].unit;
    const char *up = of->upward->head[of->up].unit;
    put_column(out, "", across->head[0].name, across->head[0].unit);
    put_column(out, pair->across.probe, pair->across.column, right);
    put_column(out, pair->upward.probe, pair->upward.column, up);
    file_out_printf(out, "\n");
}

scree_status curves_write_pair(const points_wish *wish, const curves_pair *pair, const char *path,
                               scree_error *error)
{
    file_out out;
    bool begun = false;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    for (int i = 0; i < wish->plan->points && !status; i++) {
        pair_columns of;
        int64_t up = 0;
        int64_t right = 0;
        double row[3];
        status = open_pair(wish, pair, i, &of, error);
        if (!status && of.across && !begun) {
            put_first_line(&out, wish->plan, pair, &of);
            begun = true;
        }
        while (!status && next_pair(&of, &up, &right, row))
            put_row(&out, wish->plan, i, row);
        probed_clear(&of.all);
    }
    if (!status)
        return file_out_commit(&out, error);
    file_out_abort(&out);
    return status;
}
