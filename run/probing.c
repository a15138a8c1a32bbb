// probing.c - see probing.h.
#include "run/probing.h"

#include "base/text.h"
#include "measure/table.h"
#include "run/grids.h"
#include "store/file_out.h"
#include "store/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// When a probe samples: as it asks; else with the frames; where none comes between start and end, a hundred times in
// the run.
static double asked_period(const model *model, const void *context)
{
    const char *name = context;
    for (int i = 0; i < model->probes; i++) {
        if (!strcmp(model->probe[i].name, name))
            return model->probe[i].every > 0 ? model->probe[i].every : model->output.every;
    }
    return NAN; // not there: whoever comes takes the period that it has
}

static beat beat_of(const model_probe *asked, const model *model, const world *world)
{
    enum { SAMPLES = 100 };
    const double rounding = 1e-9;
    const double length =
        model->steps > 0 ? (double)model->steps * world_dt(world) : model->duration;
    const bool frames = model->output.every > 0 && model->output.every <= length * (1 + rounding);
    if (asked->every > 0 || frames)
        return beat_of_stages(world, asked_period, asked->name);
    if (model->steps > 0)
        return beat_of_steps(model->steps < SAMPLES ? 1 : model->steps / SAMPLES);
    const double every = model->duration / SAMPLES;
    return every > world_dt(world) ? beat_of_period(world, every) : beat_of_steps(1);
}

static scree_status begin_one(probing *probing, int i, const world *world, scree_error *error)
{
    probing_one *one = &probing->one[i];
    const model_probe *asked = &probing->model->probe[i];
    one->asked = asked;
    one->is = probe_find(asked->measure.what);
    one->csv.file = -1;
    one->at = beat_of(asked, probing->model, world);
    char way[200];
    snprintf(way, sizeof way, "probes.%.150s.every", asked->name);
    scree_status status = beat_check(world, asked->every, way, error);
    if (status)
        return status;
    status = probe_begin(one->is, &asked->measure, probing->model, &one->state, &one->table, error);
    if (status == SCREE_BAD_INPUT && error)
        snprintf(error->where, sizeof error->where, "probes.%s", asked->name);
    return status;
}

scree_status probing_begin(probing *probing, const model *model, const world *world,
                           scree_error *error)
{
    memset(probing, 0, sizeof *probing);
    probing->model = model;
    probing->one = calloc((size_t)model->probes + 1, sizeof *probing->one);
    if (!probing->one)
        return fail_memory(error, "probes");
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->probes && !status; i++) {
        status = begin_one(probing, i, world, error);
        if (!status)
            probing->count++;
        else
            table_clear(&probing->one[i].table);
    }
    return status;
}

static scree_status open_table(probing_one *one, double last, scree_error *error)
{
    const int columns = one->table.columns;
    csv_column *head = calloc((size_t)columns, sizeof *head);
    if (!head)
        return fail_memory(error, one->path);
    for (int k = 0; k < columns; k++)
        head[k] = (csv_column){one->table.column[k].name, one->table.column[k].unit};
    scree_status status = isnan(last)
                              ? csv_create(&one->csv, one->path, head, columns, error)
                              : csv_resume(&one->csv, one->path, head, columns, last, error);
    free(head);
    return status;
}

static scree_status name_file(const probing_one *one, owned *files, const char *ending, char **path,
                              scree_error *error)
{
    char *name = text_format("probes/%s%s", one->asked->name, ending);
    scree_status status =
        name ? owned_path(files, name, path, error) : fail_memory(error, one->asked->name);
    free(name);
    return status;
}

static scree_status name_table(probing_one *one, owned *files, scree_error *error)
{
    const scree_status status = name_file(one, files, ".csv", &one->path, error);
    const char *ending = grids_ending(one->is);
    if (status || !ending)
        return status;
    return name_file(one, files, ending, &one->image_path, error);
}

static scree_status open_images(probing_one *one, owned *files, double last, scree_error *error)
{
    if (!one->is->image)
        return SCREE_OK;
    const scree_status status =
        table_columns(&one->cells, one->is->image_head, one->is->image_columns, error);
    if (status)
        return status;
    return probe_images_open(&one->images, files, one->asked->name, last, error);
}

scree_status probing_open(probing *probing, owned *files, double last, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < probing->count && !status; i++) {
        probing_one *one = &probing->one[i];
        status = name_table(one, files, error);
        if (!status && !one->is->averages)
            status = open_table(one, last, error);
        if (!status)
            status = open_images(one, files, last, error);
    }
    return status;
}

static scree_status write_rows(probing_one *one, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int64_t r = 0; r < one->table.rows && !status; r++)
        status = csv_row(&one->csv, one->table.value + r * one->table.columns, error);
    table_empty(&one->table);
    return status;
}

// ---- stages

static probing_one *find_one(const probing *probing, const char *name)
{
    for (int i = 0; i < probing->count; i++) {
        if (!strcmp(probing->one[i].asked->name, name))
            return &probing->one[i];
    }
    return NULL;
}

// A table of that name is of an earlier stage that had the probe, too; or of this one, which a run that was cut off comes to
// again.
static scree_status open_fresh(probing_one *one, owned *files, double time, scree_error *error)
{
    const double before = nextafter(time, -INFINITY);
    scree_status status = name_table(one, files, error);
    if (status || one->is->averages)
        return status;
    status = open_table(one, before, error);
    if (status)
        return status;
    return open_images(one, files, before, error);
}

static scree_status write_image(probing_one *one, double time, scree_error *error)
{
    probe_grid grid;
    if (!one->is->image || !one->is->grid(one->state, &grid))
        return SCREE_OK;
    table_empty(&one->cells);
    const scree_status status = one->is->image(one->state, &one->cells, error);
    if (status)
        return status;
    return probe_images_write(&one->images, &one->cells, &grid, time, error);
}

static scree_status sample_one(const probing *probing, probing_one *one, const frame *frame,
                               scree_error *error)
{
    const choice *asked = &one->asked->measure;
    scree_status status =
        one->is->sample(asked, probing->model, frame, one->state, &one->table, error);
    if (status == SCREE_BAD_INPUT && error)
        snprintf(error->where, sizeof error->where, "probes.%s", one->asked->name);
    if (!status && !one->is->averages)
        status = write_rows(one, error);
    if (status)
        return status;
    return write_image(one, frame->time, error);
}

// Tables and images go on where they are.
static void take_files(probing_one *one, probing_one *was)
{
    one->csv = was->csv;
    one->path = was->path;
    one->image_path = was->image_path;
    one->images = was->images;
    one->cells = was->cells;
    was->csv.file = -1;
    was->path = NULL;
    was->image_path = NULL;
    was->images = (probe_images){0};
    was->cells = (probe_table){0};
}

// A probe that was there goes on; *anew: it begins its totals again.
static scree_status go_on(const probing *next, probing_one *one, const probing *before,
                          probing_one *was, bool *anew, scree_error *error)
{
    const probe_asked then = {before->model, was->asked};
    const probe_asked now = {next->model, one->asked};
    const scree_status status = probe_take_over(&then, was->state, &now, &one->state, anew, error);
    if (status)
        return status;
    if (*anew)
        return csv_close(&was->csv, error);
    take_files(one, was);
    return SCREE_OK;
}

scree_status probing_change(probing *probing, const model *model, const world *world, owned *files,
                            bool *fresh, scree_error *error)
{
    struct probing next;
    *fresh = false;
    scree_status status = probing_begin(&next, model, world, error);
    for (int i = 0; i < next.count && !status; i++) {
        probing_one *one = &next.one[i];
        probing_one *was = find_one(probing, one->asked->name);
        bool anew = true;
        if (was && was->is == one->is)
            status = go_on(&next, one, probing, was, &anew, error);
        if (status || !anew)
            continue;
        one->fresh = *fresh = true;
        status = open_fresh(one, files, world_time(world), error);
    }
    const scree_status closed = probing_close(probing, status ? NULL : error);
    *probing = next;
    if (status)
        return status;
    return closed;
}

scree_status probing_sample_fresh(probing *probing, const frame *frame, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < probing->count && !status; i++) {
        probing_one *one = &probing->one[i];
        if (!one->fresh)
            continue;
        one->fresh = false;
        status = sample_one(probing, one, frame, error);
    }
    return status;
}

// ---- samples

static bool due(const probing_one *one, int64_t step)
{
    return one->at.every > 0 ? beat_due(&one->at, step) : step == 0;
}

bool probing_due(const probing *probing, int64_t step)
{
    for (int i = 0; i < probing->count; i++)
        if (due(&probing->one[i], step))
            return true;
    return false;
}

int64_t probing_next(const probing *probing, int64_t step, int64_t end)
{
    for (int i = 0; i < probing->count; i++)
        end = beat_next(&probing->one[i].at, step, end);
    return end;
}

scree_status probing_rehearse(const model *model, const world *world, const frame *frame,
                              scree_error *error)
{
    probing probing;
    scree_status status = probing_begin(&probing, model, world, error);
    if (!status)
        status = probe_check_stages(model, error);
    for (int i = 0; i < probing.count && !status; i++) {
        probing_one *one = &probing.one[i];
        status =
            one->is->sample(&one->asked->measure, model, frame, one->state, &one->table, error);
        if (status == SCREE_BAD_INPUT && error)
            snprintf(error->where, sizeof error->where, "probes.%s", one->asked->name);
    }
    probing_close(&probing, NULL);
    return status;
}

scree_status probing_sample(probing *probing, const frame *frame, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < probing->count && !status; i++) {
        probing_one *one = &probing->one[i];
        if (due(one, frame->step))
            status = sample_one(probing, one, frame, error);
    }
    return status;
}

scree_status probing_pass(probing *probing, const world *world, scree_error *error)
{
    const frame_balls *arrived = world_arrived(world);
    const frame_balls *departed = world_departed(world);
    scree_status status = SCREE_OK;
    for (int i = 0; i < probing->count && !status; i++) {
        const probing_one *one = &probing->one[i];
        if (one->is->pass && arrived->count + departed->count > 0)
            status = one->is->pass(probing->model, arrived, departed, one->state, error);
    }
    return status;
}

scree_status probing_flush(probing *probing, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < probing->count && !status; i++)
        status = csv_flush(&probing->one[i].csv, error);
    for (int i = 0; i < probing->count && !status; i++)
        status = probe_images_store(&probing->one[i].images, error);
    return status;
}

// ---- the end

static scree_status write_mean_image(const probing_one *one, scree_error *error)
{
    if (!one->image_path)
        return SCREE_OK;
    return grids_write_mean(one->image_path, one->is, one->state, &one->table, error);
}

static scree_status write_mean(probing *probing, probing_one *one, scree_error *error)
{
    scree_status status = SCREE_OK;
    table_empty(&one->table);
    if (one->is->finish)
        status =
            one->is->finish(&one->asked->measure, probing->model, one->state, &one->table, error);
    if (!status)
        status = write_mean_image(one, error);
    if (!status)
        status = open_table(one, NAN, error);
    if (!status)
        status = write_rows(one, error);
    if (!status)
        status = csv_close(&one->csv, error);
    return status;
}

scree_status probing_write_means(probing *probing, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < probing->count && !status; i++)
        if (probing->one[i].is->averages && probing->one[i].path)
            status = write_mean(probing, &probing->one[i], error);
    return status;
}

scree_status probing_close(probing *probing, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int i = 0; i < probing->count; i++) {
        probing_one *one = &probing->one[i];
        scree_status closed = csv_close(&one->csv, status ? NULL : error);
        if (!closed)
            closed = probe_images_store(&one->images, status ? NULL : error);
        if (closed && !status)
            status = closed;
        probe_images_clear(&one->images);
        table_clear(&one->cells);
        free(one->image_path);
        probe_end(one->is, one->state);
        table_clear(&one->table);
        free(one->path);
    }
    free(probing->one);
    memset(probing, 0, sizeof *probing);
    return status;
}
