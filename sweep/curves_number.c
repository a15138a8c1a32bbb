// curves_number.c - a number over what is varied, with errors over seeds; see curves.h.
#include "sweep/curves.h"
#include "draw/overlay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_but(const plan *plan, int one, int other, int but)
{
    bool same = true;
    for (int i = 0; i < plan->axes && same; i++) {
        if (i == but || plan->axis[i].is_seed)
            continue;
        const plan_point *a = &plan->point[one];
        const plan_point *b = &plan->point[other];
        same = !strcmp(a->text[i], b->text[i]);
    }
    return same;
}

static int first_numeric(const plan *plan)
{
    for (int i = 0; i < plan->axes; i++) {
        if (plan->axis[i].numeric && !plan->axis[i].is_seed)
            return i;
    }
    return -1;
}

// A line is named by what else is varied.
static void line_name(const plan *plan, int point, int but, char *out, size_t size)
{
    size_t length = 0;
    out[0] = 0;
    for (int i = 0; i < plan->axes && length < size; i++) {
        const axis *axis = &plan->axis[i];
        if (i == but || axis->is_seed)
            continue;
        char *end = out + length;
        const char *comma = length ? ", " : "";
        snprintf(end, size - length, "%s%s = %s", comma, axis->name, plan->point[point].text[i]);
        length += strlen(end);
    }
}

typedef struct number_line {
    const results *results;
    int64_t number;
    int axis;
    bool cloud; // points that are drawn at random make no lines
} number_line;

// Has an earlier group the same but for the axis? Then its line holds this one, too.
static bool is_on_a_line(const number_line *of, int group)
{
    const plan *plan = of->results->plan;
    const int point = plan->first[group];
    bool found = of->cloud && group;
    for (int other = 0; other < group && !found; other++)
        found = same_but(plan, plan->first[other], point, of->axis);
    return found;
}

static bool add_line(overlay *overlay, const number_line *of, int group)
{
    const plan *plan = of->results->plan;
    const int first = plan->first[group];
    char name[200];
    overlay_line line;
    int64_t points = 0;
    line_name(plan, first, of->axis, name, sizeof name);
    const bool named = *name && !of->cloud;
    if (!overlay_add(overlay, named ? name : NULL, plan->groups, true, &line))
        return false;
    for (int other = group; other < plan->groups; other++) {
        const int point = plan->first[other];
        const results_scatter is = results_shown(of->results, other, of->number);
        if (!of->cloud && !same_but(plan, point, first, of->axis))
            continue;
        const double error = isnan(is.error) ? 0 : is.error;
        line.x[points] = plan->point[point].number[of->axis];
        line.y[points] = is.mean;
        line.low[points] = is.mean - error;
        line.high[points++] = is.mean + error;
    }
    overlay_settle(overlay, points, of->cloud, 0);
    return true;
}

scree_status curves_of_number(const results *results, int64_t number, curves_drawn *out,
                              scree_error *error)
{
    const plan *plan = results->plan;
    const results_head *head = &results->head[number];
    const number_line of = {results, number, first_numeric(plan), plan->latin || plan->sobol};
    bool memory = true;
    memset(out, 0, sizeof *out);
    if (of.axis < 0)
        return SCREE_OK;
    for (int group = 0; group < plan->groups && memory; group++) {
        const bool full = out->overlay.curves == CURVES_MOST;
        if (!full && !is_on_a_line(&of, group))
            memory = add_line(&out->overlay, &of, group);
    }
    const axis *axis = &plan->axis[of.axis];
    out->chart = (chart){.x_name = axis->name,
                         .x_unit = axis->unit,
                         .y_name = head->name,
                         .y_unit = head->unit,
                         .curve = out->overlay.curve,
                         .curves = out->overlay.curves};
    return memory ? SCREE_OK : fail_memory(error, head->name);
}

void curves_drawn_clear(curves_drawn *drawn)
{
    overlay_clear(&drawn->overlay);
    memset(drawn, 0, sizeof *drawn);
}
