// plan.c - see plan.h.
#include "sweep/plan.h"

#include "base/text.h"
#include "fit/design.h"
#include "fit/sensitivity.h"
#include "sweep/ways.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_ROOM = 160, NAME_ROOM = 90 };

// ---- axes

static scree_status refuse_same_way(const plan *plan, scree_error *error)
{
    const axis *last = &plan->axis[plan->axes - 1];
    char where[120];
    snprintf(where, sizeof where, "--over %.100s", last->name);
    for (int other = 0; other + 1 < plan->axes; other++) {
        const axis *is = &plan->axis[other];
        for (int i = 0; i < is->keys; i++) {
            for (int k = 0; k < last->keys; k++) {
                if (!strcmp(is->key[i], last->key[k]))
                    return fail(error, SCREE_BAD_INPUT, where, "leave one of them out",
                                "%.100s is varied twice", last->key[k]);
            }
        }
    }
    return SCREE_OK;
}

// Does a value for `key` replace what is set at `way`: the same, or a part of it?
static bool replaces(const char *key, const char *way)
{
    const size_t length = strlen(key);
    return !strncmp(key, way, length) && (!way[length] || way[length] == '.');
}

// A setting without effect is an error, and points have the values of the axis.
static scree_status refuse_idle_setting(const plan_wish *wish, const axis *axis, scree_error *error)
{
    char where[120];
    for (int i = 0; i < wish->set->count; i++) {
        const char *way = wish->set->item[i].key;
        for (int k = 0; k < axis->keys; k++) {
            if (!replaces(axis->key[k], way))
                continue;
            snprintf(where, sizeof where, "--set %.100s", way);
            return fail(error, SCREE_BAD_INPUT, where, "leave one of them out",
                        "it has no effect: --over %.100s gives %.100s the values of the points",
                        axis->name, axis->key[k]);
        }
    }
    return SCREE_OK;
}

static scree_status read_axes(const plan_wish *wish, plan *out, scree_error *error)
{
    out->axis = calloc((size_t)wish->over->count + 1, sizeof *out->axis);
    scree_status status = out->axis ? SCREE_OK : fail_memory(error, wish->path);
    for (int i = 0; i < wish->over->count && !status; i++) {
        const case_override *over = &wish->over->item[i];
        axis *axis = &out->axis[out->axes++];
        status = axis_read(over->key, over->value, axis, error);
        if (!status && wish->path)
            status = ways_find(wish->path, wish->set, axis, error);
        if (!status)
            status = refuse_same_way(out, error);
        if (!status && wish->path)
            status = refuse_idle_setting(wish, axis, error);
    }
    return status;
}

static scree_status check_axes(const plan *plan, scree_error *error)
{
    const bool drawn = plan->latin || plan->sobol;
    const char *option = plan->sobol ? "--sobol" : "--latin";
    int ranges = 0;
    for (int i = 0; i < plan->axes; i++) {
        const axis *axis = &plan->axis[i];
        char where[120];
        snprintf(where, sizeof where, "--over %.100s", axis->name);
        ranges += axis->is_range;
        if (axis->is_range && !drawn)
            return fail(error, SCREE_BAD_INPUT, where,
                        "give a step, such as 0.1:1:0.1, or draw from it with --latin 20",
                        "a range without a step has no values of its own");
        if (!axis->is_range && plan->sobol && !axis->is_seed)
            return fail(error, SCREE_BAD_INPUT, where, "give a range without a step, such as 0.1:1",
                        "Sobol's indices are of ranges, and of seeds besides");
    }
    if (!plan->axes)
        return fail(error, SCREE_BAD_INPUT, "--over", "such as --over friction=0.1:1:0.1",
                    "nothing is varied");
    if (drawn && !ranges)
        return fail(error, SCREE_BAD_INPUT, option, "such as --over friction=0.1:1",
                    "there is no range without a step to draw from");
    if (plan->sobol && ranges > SENSITIVITY_AXES_MOST)
        return fail(error, SCREE_BAD_INPUT, option, "leave out those that matter least",
                    "%d ranges are more than %d", ranges, SENSITIVITY_AXES_MOST);
    return SCREE_OK;
}

// ---- points

// A number of the plan without what a file system or a shell takes for something else.
static void append_plain(char *name, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "+-.=,_";
    size_t length = strlen(name);
    for (const char *c = text; *c; c++) {
        if (length + 1 >= NAME_ROOM)
            break;
        if (*c == ' ')
            continue;
        name[length++] = strchr(plain, *c) ? *c : '_';
    }
    name[length] = 0;
}

static char *point_name(const plan *plan, const plan_point *point, int number, int width)
{
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "%0*d", width, number + 1);
    for (int i = 0; i < plan->axes; i++) {
        const char *last = strrchr(plan->axis[i].name, '.');
        append_plain(name, i ? "," : "-");
        append_plain(name, last ? last + 1 : plan->axis[i].name);
        append_plain(name, "=");
        append_plain(name, point->text[i]);
    }
    return text_copy(name);
}

// Of what points are made: drawn ranges, and values of the other axes.
typedef struct pattern {
    int64_t draws;       // rows of `drawn`; 1 where nothing is drawn
    const double *drawn; // shares, of each range in the order of the axes
    int ranges;
    int64_t combinations;
    int width; // digits of numbers in names
} pattern;

static bool fill_point(const plan *plan, const pattern *with, int64_t draw, int64_t combination,
                       plan_point *point)
{
    const double *share = with->drawn + draw * with->ranges;
    int64_t rest = combination;
    int64_t group = 0; // combinations of all but seeds
    int64_t groups = 1;
    point->text = calloc((size_t)plan->axes, sizeof *point->text);
    point->number = calloc((size_t)plan->axes, sizeof *point->number);
    bool ok = point->text && point->number;
    for (int i = plan->axes - 1; i >= 0 && ok; i--) {
        const axis *axis = &plan->axis[i];
        if (axis->is_range)
            continue;
        const int64_t which = rest % axis->values;
        rest /= axis->values;
        point->text[i] = text_copy(axis->text[which]);
        point->number[i] = axis->number[which];
        ok = point->text[i] != NULL;
        if (axis->is_seed)
            continue;
        group += which * groups;
        groups *= axis->values;
    }
    point->group = (int)(group + draw * groups);
    for (int i = 0; i < plan->axes && ok; i++) {
        char text[TEXT_ROOM];
        const axis *axis = &plan->axis[i];
        if (!axis->is_range)
            continue;
        axis_draw(axis, *share++, text, sizeof text, &point->number[i]);
        point->text[i] = text_copy(text);
        ok = point->text[i] != NULL;
    }
    return ok;
}

// Each group with its first point, each point with the next of its group.
static bool link_groups(plan *plan)
{
    const size_t count = (size_t)plan->groups;
    int *last = malloc((count + 1) * sizeof *last);
    plan->first = malloc((count + 1) * sizeof *plan->first);
    const bool ok = last && plan->first;
    for (size_t k = 0; k < count && ok; k++)
        last[k] = -1;
    for (int i = 0; i < plan->points && ok; i++) {
        plan_point *point = &plan->point[i];
        const int before = last[point->group];
        point->next = -1;
        if (before < 0)
            plan->first[point->group] = i;
        else
            plan->point[before].next = i;
        last[point->group] = i;
    }
    free(last);
    return ok;
}

static scree_status make_points(plan *plan, pattern *with, scree_error *error)
{
    const double count = (double)with->draws * (double)with->combinations;
    if (count > PLAN_POINTS_MOST)
        return fail(error, SCREE_BAD_INPUT, "--over", "take larger steps, or --latin N",
                    "%.3g points are more than a hundred thousand", count);
    plan->point = calloc((size_t)count, sizeof *plan->point);
    if (!plan->point)
        return fail_memory(error, "--over");
    with->width = snprintf(NULL, 0, "%d", (int)count);
    for (int64_t draw = 0; draw < with->draws; draw++) {
        for (int64_t i = 0; i < with->combinations; i++) {
            plan_point *point = &plan->point[plan->points++];
            if (!fill_point(plan, with, draw, i, point))
                return fail_memory(error, "--over");
            point->name = point_name(plan, point, plan->points - 1, with->width);
            if (point->group >= plan->groups)
                plan->groups = point->group + 1;
            if (!point->name)
                return fail_memory(error, "--over");
        }
    }
    return link_groups(plan) ? SCREE_OK : fail_memory(error, "--over");
}

static scree_status draw(plan *plan, scree_error *error)
{
    pattern with = {.draws = 1, .combinations = 1};
    double combinations = 1;
    for (int i = 0; i < plan->axes; i++) {
        with.ranges += plan->axis[i].is_range;
        combinations *= plan->axis[i].is_range ? 1 : (double)plan->axis[i].values;
    }
    if (combinations > PLAN_POINTS_MOST)
        combinations = PLAN_POINTS_MOST + 1.0;
    with.combinations = (int64_t)combinations;
    if (plan->latin)
        with.draws = plan->latin;
    if (plan->sobol)
        with.draws = plan->sobol * (with.ranges + 2);
    if (with.draws > PLAN_POINTS_MOST)
        return fail(error, SCREE_BAD_INPUT, plan->sobol ? "--sobol" : "--latin", "ask for fewer",
                    "%lld points are more than a hundred thousand", (long long)with.draws);
    double *shares = calloc((size_t)(with.draws * with.ranges) + 1, sizeof *shares);
    bool ok = shares != NULL;
    if (ok && plan->latin)
        ok = design_latin(shares, plan->latin, with.ranges, plan->seed);
    if (ok && plan->sobol)
        ok = sensitivity_points(shares, plan->sobol, with.ranges, plan->seed);
    with.drawn = shares;
    const scree_status status = ok ? make_points(plan, &with, error) : fail_memory(error, "--over");
    free(shares);
    return status;
}

scree_status plan_make(const plan_wish *wish, plan *out, scree_error *error)
{
    memset(out, 0, sizeof *out);
    out->latin = wish->latin;
    out->sobol = wish->sobol;
    out->seed = (uint64_t)wish->seed;
    scree_status status = read_axes(wish, out, error);
    if (!status)
        status = check_axes(out, error);
    if (!status)
        status = draw(out, error);
    return status;
}

void plan_clear(plan *plan)
{
    for (int i = 0; i < plan->points; i++) {
        plan_point *point = &plan->point[i];
        for (int k = 0; point->text && k < plan->axes; k++)
            free(point->text[k]);
        free(point->text);
        free(point->number);
        free(point->name);
    }
    for (int i = 0; i < plan->axes; i++)
        axis_clear(&plan->axis[i]);
    free(plan->axis);
    free(plan->first);
    free(plan->point);
    memset(plan, 0, sizeof *plan);
}

// ---- a point

scree_status plan_settings(const plan *plan, int point, const settings *set, settings *out,
                           scree_error *error)
{
    bool ok = true;
    memset(out, 0, sizeof *out);
    out->confine = set->confine;
    for (int i = 0; i < set->count && ok; i++)
        ok = settings_add(out, set->item[i].key, set->item[i].value);
    for (int i = 0; i < plan->axes; i++) {
        const axis *axis = &plan->axis[i];
        const char *text = plan->point[point].text[i];
        for (int k = 0; k < axis->keys && ok; k++)
            ok = settings_add(out, axis->key[k], text);
    }
    if (ok)
        return SCREE_OK;
    settings_clear(out);
    return fail_memory(error, plan->point[point].name);
}

static void put_words(const plan *plan, int point, bool seeds, char *out, size_t size)
{
    size_t length = 0;
    out[0] = 0;
    for (int i = 0; i < plan->axes && length < size; i++) {
        if (plan->axis[i].is_seed && !seeds)
            continue;
        length += (size_t)snprintf(out + length, size - length, "%s%s = %s", length ? ", " : "",
                                   plan->axis[i].name, plan->point[point].text[i]);
    }
}

void plan_words(const plan *plan, int point, char *out, size_t size)
{
    put_words(plan, point, true, out, size);
}

void plan_words_of_group(const plan *plan, int point, char *out, size_t size)
{
    put_words(plan, point, false, out, size);
}
