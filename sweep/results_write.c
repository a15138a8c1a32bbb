// results_write.c - the tables of a sweep as files; see results.h. Heads and numbers are as in all tables
// (docs/file-formats.md); words stand in quotes where they hold a comma or a quote.
#include "sweep/results.h"

#include "store/file_out.h"
#include "store/number.h"

#include <math.h>
#include <string.h>

// Inside of quotes a quote is doubled, and no line ends.
static void put_sign(file_out *out, char sign)
{
    const bool ends = sign == '\n' || sign == '\r';
    if (ends)
        sign = ' ';
    if (sign == '"')
        file_out_printf(out, "\"");
    file_out_printf(out, "%c", sign);
}

static void put_text(file_out *out, const char *text)
{
    if (!text[strcspn(text, ",\"\n\r")]) {
        file_out_printf(out, "%s", text);
        return;
    }
    file_out_printf(out, "\"");
    for (const char *c = text; *c; c++)
        put_sign(out, *c);
    file_out_printf(out, "\"");
}

static void put_head(file_out *out, const char *name, const char *more, const char *unit)
{
    char text[400];
    snprintf(text, sizeof text, "%s%s%s%s%s", name, more, *unit ? " [" : "", unit,
             *unit ? "]" : "");
    put_text(out, text);
}

static void put_number(file_out *out, double value)
{
    char text[NUMBER_ROOM];
    number_text(text, value);
    file_out_printf(out, ",%s", text);
}

static void put_values(file_out *out, const plan *plan, int point, bool seeds)
{
    for (int i = 0; i < plan->axes; i++) {
        if (plan->axis[i].is_seed && !seeds)
            continue;
        if (plan->axis[i].numeric) {
            put_number(out, plan->point[point].number[i]);
        } else {
            file_out_printf(out, ",");
            put_text(out, plan->point[point].text[i]);
        }
    }
}

static void put_axes(file_out *out, const plan *plan, bool seeds)
{
    for (int i = 0; i < plan->axes; i++) {
        if (plan->axis[i].is_seed && !seeds)
            continue;
        file_out_printf(out, ",");
        put_head(out, plan->axis[i].name, "", plan->axis[i].unit);
    }
}

scree_status results_write(const results *results, const char *path, scree_error *error)
{
    file_out out;
    const plan *plan = results->plan;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "point");
    put_axes(&out, plan, true);
    file_out_printf(&out, ",status,warnings");
    for (int64_t k = 0; k < results->numbers; k++) {
        file_out_printf(&out, ",");
        put_head(&out, results->head[k].name, "", results->head[k].unit);
    }
    file_out_printf(&out, "\n");
    for (int i = 0; i < plan->points; i++) {
        file_out_printf(&out, "%d", i + 1);
        put_values(&out, plan, i, true);
        file_out_printf(&out, ",");
        put_text(&out, results->words[i]);
        file_out_printf(&out, ",%lld", (long long)results->warnings[i]);
        for (int64_t k = 0; k < results->numbers; k++)
            put_number(&out, results_number(results, i, k));
        file_out_printf(&out, "\n");
    }
    return file_out_commit(&out, error);
}

// Errors of single runs are no numbers whose scatter anybody wants: that over the seeds is beside the means.
static bool is_error(const results_head *head)
{
    const char *take = strrchr(head->name, ':');
    return take && !strcmp(take + 1, probed_take_names[PROBED_ERROR]);
}

scree_status results_write_scatter(const results *results, const char *path, scree_error *error)
{
    static const char *const kinds[] = {"", " deviation", " error"};
    file_out out;
    const plan *plan = results->plan;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    file_out_printf(&out, "group");
    put_axes(&out, plan, false);
    file_out_printf(&out, ",runs");
    for (int64_t k = 0; k < results->numbers; k++) {
        const results_head *head = &results->head[k];
        if (is_error(head))
            continue;
        for (int kind = 0; kind < 3; kind++) {
            file_out_printf(&out, ",");
            put_head(&out, head->name, kinds[kind], head->unit);
        }
    }
    file_out_printf(&out, "\n");
    for (int group = 0; group < plan->groups; group++) {
        int runs = 0;
        for (int i = plan->first[group]; i >= 0; i = plan->point[i].next)
            runs += results->state[i] == POINT_WHOLE;
        file_out_printf(&out, "%d", group + 1);
        put_values(&out, plan, results_first(results, group), false);
        file_out_printf(&out, ",%d", runs);
        for (int64_t k = 0; k < results->numbers; k++) {
            if (is_error(&results->head[k]))
                continue;
            const results_scatter is = results_over_seeds(results, group, k);
            put_number(&out, is.mean);
            put_number(&out, is.deviation);
            put_number(&out, is.error);
        }
        file_out_printf(&out, "\n");
    }
    return file_out_commit(&out, error);
}
