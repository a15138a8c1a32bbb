// measuring.c - see measuring.h.
#include "cli/measuring.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/asked_probes.h"
#include "cli/made.h"
#include "cli/measured_table.h"
#include "cli/target.h"
#include "measure/table.h"
#include "run/folder.h"
#include "run/grids.h"
#include "run/probe_images.h"
#include "show/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A probe of the case, or of those of its stages that have it.
struct measured {
    const char *name;
    const probe *is;
    const model_probe *asked; // in the newest stage that has it
    const model *model;       // of that stage
    bool rests;               // the stage that is looked at has none
    bool told;                // that it measures no further
    probe_state *state;
    probe_table table;
    probe_images images; // of each sample
    probe_table cells;   // of the newest of them
};

static scree_status begin_images(measuring *all, measured *one, scree_error *error)
{
    const probe *is = one->is;
    if (!is->image)
        return SCREE_OK;
    const scree_status status =
        table_columns(&one->cells, is->image_head, is->image_columns, error);
    if (status)
        return status;
    return probe_images_begin(&one->images, &all->files, one->name, error);
}

// What an older measurement left of the probe: fewer images may come now.
static void forget_older(const measuring *all, const char *name)
{
    static const char *const ending[] = {".csv", ".pvd", ".vti"};
    for (int i = 0; i < 3; i++) {
        char *file = text_format("%s%s", name, ending[i]);
        if (file && owned_has(&all->files, file))
            owned_remove(&all->files, file);
        free(file);
    }
    for (int64_t i = 0; i < all->files.count; i++) {
        if (series_number(all->files.name[i], name, ".vti") >= 0)
            owned_remove(&all->files, all->files.name[i]);
    }
}

static scree_status begin_one(measuring *all, const model_probe *asked, scree_error *error)
{
    if (!MEM_GROW(all->one, all->room, all->count + 1))
        return fail_memory(error, asked->name);
    measured *one = &all->one[all->count];
    *one = (measured){
        .name = asked->name,
        .is = probe_find(asked->measure.what),
        .asked = asked,
        .model = all->model,
    };
    scree_status status =
        probe_begin(one->is, &asked->measure, all->model, &one->state, &one->table, error);
    if (status == SCREE_BAD_INPUT)
        snprintf(error->where, sizeof error->where, "probes.%.150s", asked->name);
    all->count += !status;
    if (status)
        table_clear(&one->table);
    if (status)
        return status;
    forget_older(all, asked->name);
    return begin_images(all, one, error);
}

static scree_status refuse_folder(const measuring *all, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, all->folder, "choose another folder with --out",
                "this is the folder of a run, a sweep or a fit");
}

// A run adds to its own folder alone, and knows each file in it.
static scree_status open_folder(measuring *all, scree_error *error)
{
    if (all->files.folder)
        return SCREE_OK;
    all->made = !folder_exists(all->folder);
    const bool run = folder_holds_run(all->folder);
    scree_status status = run ? refuse_folder(all, error) : folder_make(all->folder, error);
    if (!status)
        status = owned_open(&all->files, all->folder, error);
    if (status)
        return status;
    const bool others = owned_has(&all->files, "sweep.json") || owned_has(&all->files, "fit.json");
    return others ? refuse_folder(all, error) : SCREE_OK;
}

// A file that a run further up has written is none of this measurement.
static scree_status target_of(measuring *all, const char *file, char **path, scree_error *error)
{
    char *place = folder_path(all->folder, file);
    const bool own = owned_has(&all->files, file);
    scree_status status = place ? SCREE_OK : fail_memory(error, file);
    if (!status && !own)
        status = target_is_free(place, error);
    free(place);
    return status ? status : owned_path(&all->files, file, path, error);
}

static scree_status write_image(measured *one, double time, scree_error *error)
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

static scree_status write_list(measuring *all, measured *one, scree_error *error)
{
    if (one->is->image)
        return probe_images_store(&one->images, error);
    const char *ending = grids_ending(one->is);
    if (!ending)
        return SCREE_OK;
    char *file = text_format("%s%s", one->name, ending);
    char *path = NULL;
    scree_status status = file ? target_of(all, file, &path, error) : fail_memory(error, one->name);
    if (!status)
        status = grids_write_mean(path, one->is, one->state, &one->table, error);
    free(file);
    free(path);
    return status;
}

static measured *find(measuring *all, const model_probe *asked)
{
    for (int64_t i = 0; i < all->count; i++) {
        measured *one = &all->one[i];
        if (!strcmp(one->name, asked->name) && one->is == probe_find(asked->measure.what))
            return one;
    }
    return NULL;
}

// What a probe counts as it passes is of the run alone. NULL: the numbers are those of the run.
static const char *why_not(const measuring *all, const model_probe *asked, const frame *first)
{
    const probe *is = probe_find(asked->measure.what);
    if (is->pass)
        return "counts what passes between two moments, which only a run sees";
    return is->needs_run ? is->needs_run(&asked->measure, all->model, first) : NULL;
}

static scree_status refuse(const model_probe *asked, const char *why, scree_error *error)
{
    char place[200];
    snprintf(place, sizeof place, "probes.%.150s", asked->name);
    return fail(error, SCREE_BAD_INPUT, place, "put it into the case and run that", "'%s' %s",
                asked->measure.what->name, why);
}

// Once, not in each stage anew.
static void tell_left_out(const measuring *all, const model_probe *asked, const char *why)
{
    const model *before = all->before;
    for (int i = 0; before && i < before->probes; i++) {
        if (!strcmp(before->probe[i].name, asked->name))
            return;
    }
    fprintf(stderr, "note: probes.%s is left out: '%s' %s\n", asked->name,
            asked->measure.what->name, why);
}

// Images of a run in this folder stay as they are.
static scree_status check_images(const measuring *all, const model_probe *asked, scree_error *error)
{
    char *file =
        probe_find(asked->measure.what)->image ? text_format("%s_000000.vti", asked->name) : NULL;
    char *path = file && !owned_has(&all->files, file) ? folder_path(all->folder, file) : NULL;
    const scree_status status = target_is_free(path, error);
    free(file);
    free(path);
    return status;
}

// It goes on as the stage has it.
static scree_status go_on(const measuring *all, measured *one, const model_probe *asked,
                          scree_error *error)
{
    const probe_asked was = {one->model, one->asked};
    const probe_asked is = {all->model, asked};
    probe_state *state = NULL;
    probe_table table = {0};
    bool anew;
    scree_status status = probe_begin(one->is, &asked->measure, all->model, &state, &table, error);
    table_clear(&table);
    if (!status)
        status = probe_take_over(&was, one->state, &is, &state, &anew, error);
    if (status) {
        probe_end(one->is, state);
        return status;
    }
    probe_end(one->is, one->state);
    one->state = state;
    one->asked = asked;
    one->model = all->model;
    one->rests = false;
    return SCREE_OK;
}

// A stage has taken away what it looks at.
static void tell_rest(measured *one, double time, const scree_error *error)
{
    if (one->told)
        return;
    one->told = true;
    fprintf(stderr, "note: probes.%s measures up to the frame of t = %.6g s, where %s\n", one->name,
            time, error->what);
}

// A probe that looks at what the stage does not have is not of that stage; one that counts what passes is refused where it is
// named, and left out among all of the case.
static scree_status enter(measuring *all, const model_probe *asked, bool named, const frame *first,
                          scree_error *error)
{
    measured *one = find(all, asked);
    if (one) {
        const scree_status status = go_on(all, one, asked, error);
        if (status != SCREE_BAD_INPUT)
            return status;
        tell_rest(one, first->time, error);
        return SCREE_OK;
    }
    const char *why = why_not(all, asked, first);
    if (why && named)
        return refuse(asked, why, error);
    if (why) {
        tell_left_out(all, asked, why);
        return SCREE_OK;
    }
    const bool blind = all->lacks && !probe_find(asked->measure.what)->no_contacts;
    if (blind && named) {
        *error = *all->lacks;
        return error->status;
    }
    if (blind) {
        all->missed = *all->lacks;
        tell_left_out(all, asked, "looks at contacts, and the frames have none");
        return SCREE_OK;
    }
    scree_status status = open_folder(all, error);
    if (!status)
        status = check_images(all, asked, error);
    if (status)
        return status;
    status = begin_one(all, asked, &all->missed);
    if (!status || status == SCREE_BAD_INPUT)
        return SCREE_OK;
    *error = all->missed;
    return status;
}

// The probes of a stage: those that were there go on with what they keep.
static scree_status enter_stage(measuring *all, const frame *first, scree_error *error)
{
    const model *model = first->model;
    bool any = false;
    all->before = all->model;
    all->model = model;
    for (int64_t i = 0; i < all->count; i++)
        all->one[i].rests = true;
    for (int i = 0; i < model->probes; i++)
        probe_is_named(&model->probe[i], all->set, &any);
    scree_status status = SCREE_OK;
    for (int i = 0; i < model->probes && !status; i++) {
        const bool named = probe_is_named(&model->probe[i], all->set, &any);
        if (named || !any)
            status = enter(all, &model->probe[i], named, first, error);
    }
    return status;
}

scree_status measuring_sample(measuring *all, const frame *frame, scree_error *error)
{
    scree_status status = SCREE_OK;
    if (frame->model != all->model)
        status = enter_stage(all, frame, error);
    for (int64_t i = 0; i < all->count && !status; i++) {
        measured *one = &all->one[i];
        if (one->rests || (all->aside && one->is->finish))
            continue;
        if (all->lacks && !one->is->no_contacts) {
            *error = *all->lacks;
            return error->status;
        }
        status = one->is->sample(&one->asked->measure, all->model, frame, one->state, &one->table,
                                 error);
        if (status == SCREE_BAD_INPUT)
            snprintf(error->where, sizeof error->where, "probes.%.150s", one->name);
        if (!status)
            status = write_image(one, frame->time, error);
    }
    return status;
}

// A mean is finished with what the last stage that has it asked for.
static scree_status write_one(measuring *all, measured *one, scree_error *error)
{
    scree_status status = SCREE_OK;
    if (one->is->finish)
        status = one->is->finish(&one->asked->measure, one->model, one->state, &one->table, error);
    char *name = text_format("%s.csv", one->name);
    char *path = NULL;
    if (!status)
        status = name ? target_of(all, name, &path, error) : fail_memory(error, one->name);
    if (!status)
        status = write_list(all, one, error);
    if (!status)
        status = measured_table_write(&one->table, path, error);
    if (!status && !all->as_json)
        printf("%s: %lld rows\n", path, (long long)one->table.rows);
    free(name);
    free(path);
    return status;
}

static void tell(const measuring *all)
{
    json line;
    made_begin(&line, all->folder);
    json_list(&line, "files");
    for (int64_t i = 0; i < all->count; i++) {
        const probe *is = all->one[i].is;
        const char *beside = is->image ? ".pvd" : grids_ending(is);
        measured_table_files(&line, all->folder, all->one[i].name, beside);
    }
    json_close(&line);
    json_list(&line, "probes");
    for (int64_t i = 0; i < all->count; i++) {
        const measured *one = &all->one[i];
        measured_table_tell(&line, &one->table, one->name, one->asked->measure.what->name);
    }
    json_close(&line);
    made_end(&line);
}

scree_status measuring_write(measuring *all, scree_error *error)
{
    if (all->count == 0 && all->missed.status) {
        *error = all->missed;
        return error->status;
    }
    if (all->count == 0) {
        return fail(error, SCREE_BAD_INPUT, "probes",
                    "give one, such as --set probes.mine='{law: contacts}'",
                    "the case has no probes that can be measured afterwards");
    }
    scree_status status = SCREE_OK;
    for (int64_t i = 0; i < all->count && !status; i++)
        status = write_one(all, &all->one[i], error);
    if (!status)
        status = owned_settle(&all->files, error);
    if (!status && all->as_json)
        tell(all);
    return status;
}

void measuring_end(measuring *all)
{
    for (int64_t i = 0; i < all->count; i++) {
        probe_end(all->one[i].is, all->one[i].state);
        table_clear(&all->one[i].table);
        table_clear(&all->one[i].cells);
        probe_images_clear(&all->one[i].images);
    }
    free(all->one);
    owned_close(&all->files);
    if (all->made)
        rmdir(all->folder); // only where nothing is in it
}
