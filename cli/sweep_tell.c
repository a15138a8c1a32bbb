// sweep_tell.c - see sweep_tell.h.
#include "cli/sweep_tell.h"
#include "cli/made.h"

#include <math.h>
#include <stdlib.h>

static void put_files(json *line, const run_folder *in)
{
    json_list(line, "files");
    for (int64_t i = 0; i < in->files.count; i++) {
        char *path = folder_path(in->path, in->files.name[i]);
        json_text(line, NULL, path);
        line->failed = line->failed || !path;
        free(path);
    }
    json_close(line);
}

static void put_points(json *line, const plan *plan, const results *results)
{
    int whole = 0;
    for (int i = 0; i < plan->points; i++)
        whole += results->state[i] == POINT_WHOLE;
    json_integer(line, "points", plan->points);
    json_integer(line, "whole", whole);
    json_list(line, "not_whole");
    for (int i = 0; i < plan->points; i++) {
        if (results->state[i] == POINT_WHOLE)
            continue;
        json_object(line, NULL);
        json_text(line, "point", plan->point[i].name);
        json_text(line, "why", results->words[i]);
        json_close(line);
    }
    json_close(line);
    json_list(line, "warned");
    for (int i = 0; i < plan->points; i++) {
        if (results->warnings[i] == 0)
            continue;
        json_object(line, NULL);
        json_text(line, "point", plan->point[i].name);
        json_integer(line, "warnings", results->warnings[i]);
        json_text(line, "first", results->warning[i]);
        json_close(line);
    }
    json_close(line);
}

// The values that all points of a group have: numbers in SI, words as they are.
static void put_values(json *line, const plan *plan, const plan_point *point)
{
    json_object(line, "values");
    for (int k = 0; k < plan->axes; k++) {
        const axis *axis = &plan->axis[k];
        if (axis->is_seed)
            continue;
        if (isfinite(point->number[k]))
            json_number(line, axis->name, point->number[k]);
        else
            json_text(line, axis->name, point->text[k]);
    }
    json_close(line);
}

static void put_group(json *line, const results *results, int group, int64_t number)
{
    const plan *plan = results->plan;
    const results_scatter is = results_shown(results, group, number);
    json_object(line, NULL);
    put_values(line, plan, &plan->point[results_first(results, group)]);
    json_integer(line, "runs", is.runs);
    json_number(line, "mean", is.mean);
    json_number(line, "error", is.error);
    json_close(line);
}

static void put_number(json *line, const results *results, const probed_name *asked)
{
    char name[200];
    wanted_spell(asked, name);
    const int64_t number = results_find(results, name);
    json_object(line, NULL);
    json_text(line, "number", name);
    json_text(line, "unit", number < 0 ? NULL : results->head[number].unit);
    json_list(line, "groups");
    for (int group = 0; number >= 0 && group < results->plan->groups; group++)
        put_group(line, results, group, number);
    json_close(line);
    json_close(line);
}

int sweep_tell(const points_wish *wish, const sweep_asked *asked, const results *results)
{
    json line;
    made_begin(&line, wish->in->path);
    put_files(&line, wish->in);
    put_points(&line, wish->plan, results);
    if (asked->since)
        json_text(&line, "from", asked->since);
    json_list(&line, "numbers");
    for (int i = 0; i < asked->of.count; i++)
        put_number(&line, results, &asked->of.name[i]);
    json_close(&line);
    return made_end(&line);
}
