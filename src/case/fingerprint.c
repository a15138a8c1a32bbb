// fingerprint.c - see fingerprint.h.
#include "case/fingerprint.h"

#include "base/hash.h"
#include "base/text.h"
#include "case/changes.h"
#include "case/inputs.h"
#include "case/tree.h"
#include "store/file_in.h"
#include "world/world.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char in_snapshot[] = "case of the snapshot";

// ---- the text

// Where names of files start, and what a case may name.
typedef struct stand_in_source {
    const char *folder;
    const case_families *families;
} stand_in_source;

// What stands in the place of a file's name while the text is made.
typedef struct stand_in {
    char text[40];
} stand_in;

// Of files of walls the hash of what they hold; of tables of grains nothing, since the grains are part of the state.
// False without memory.
static bool read_contents(stand_in *is, const char *name, const char *folder)
{
    char *data = NULL;
    char *path = case_input_path(folder, name);
    size_t size = 0;
    const scree_status status = path ? file_in_load(path, &data, &size, NULL) : SCREE_NO_MEMORY;
    if (status == SCREE_OK)
        snprintf(is->text, sizeof is->text, "contents %016" PRIx64, hash_of(data, size, 0));
    else
        snprintf(is->text, sizeof is->text, "not there");
    free(data);
    free(path);
    return status != SCREE_NO_MEMORY;
}

static scree_status make_text(const model *shown, const case_inputs *inputs,
                              const stand_in_source *from, char **text, scree_error *error)
{
    stand_in *is = calloc((size_t)inputs->count + 1, sizeof *is);
    bool good = is;
    for (int i = 0; i < inputs->count && good; i++) {
        snprintf(is[i].text, sizeof is[i].text, "read");
        if (inputs->item[i].read_again)
            good = read_contents(&is[i], inputs->item[i].own, from->folder);
        inputs->item[i].stand_in = is[i].text;
    }
    *text = good ? case_inputs_text(shown, inputs, from->families) : NULL;
    free(is);
    return *text ? SCREE_OK : fail_memory(error, in_snapshot);
}

scree_status case_fingerprint(const model *written, const step_choice *chosen, const char *folder,
                              const case_families *families, char **text, scree_error *error)
{
    const stand_in_source from = {folder, families};
    case_inputs inputs;
    *text = NULL;
    if (!case_inputs_list(written, &inputs))
        return fail_memory(error, in_snapshot);
    model shown = *written;
    shown.path = NULL;
    if (chosen && !(shown.step > 0))
        shown.step = chosen->step;
    if (chosen && written->solver == SOLVER_NONSMOOTH)
        shown.nonsmooth.diameter = chosen->diameter;
    const scree_status status = make_text(&shown, &inputs, &from, text, error);
    free(inputs.item);
    return status;
}

static const char column_name[] = "case/text";

bool case_stamp(image *im, const char *text)
{
    size_t length = strlen(text);
    void *data = image_add(im, column_name, (image_shape){IMAGE_U8, (int64_t)length, 1}, "1",
                           "the resolved case, no part of the state");
    if (data)
        memcpy(data, text, length);
    return data != NULL;
}

// The model of a resolved case, without the files that it names.
static scree_status read_text(const case_source *source, const case_families *families, model *out)
{
    case_families known = *families;
    known.text_alone = true;
    fault_list faults = {0};
    fault_list notes = {0};
    const case_context context = {.families = &known};
    const scree_status status = case_parse(source, &context, out, &faults, &notes);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return status;
}

// SCREE_BAD_INPUT: the image has no case, or one that cannot be read any more.
static scree_status read_model(const image *im, const case_families *families, model *out)
{
    const image_column *column = image_find(im, column_name, IMAGE_U8, 1);
    if (!column)
        return SCREE_BAD_INPUT;
    const case_source source = {column->data, (size_t)column->rows, column_name};
    return read_text(&source, families, out);
}

scree_status case_of_image(const image *im, const case_families *families, char **text,
                           scree_error *error)
{
    model model;
    *text = NULL;
    scree_status status = read_model(im, families, &model);
    if (status == SCREE_NO_MEMORY)
        return fail_memory(error, in_snapshot);
    if (status)
        return SCREE_OK;
    free(model.path);
    model.path = NULL;
    *text = case_resolved(&model, families);
    model_clear(&model);
    return *text ? SCREE_OK : fail_memory(error, in_snapshot);
}

bool case_length_of_image(const image *im, const case_families *families, int stage,
                          case_length *out)
{
    model model;
    if (read_model(im, families, &model))
        return false;
    // A last stage without an end lasts as long as the run, whatever those before wait for.
    const model_stage *last = model.stages > 0 ? &model.stage[model.stages - 1] : NULL;
    bool known = true;
    for (int i = 0; i < model.stages; i++)
        known = known && !model.stage[i].until_holds;
    known = known || (!last->until_holds && isinf(last->lasts));
    *out = (case_length){.duration = INFINITY, .stages = model.stages, .lasts = INFINITY};
    if (stage >= 0 && stage < model.stages) {
        const model_stage *is = &model.stage[stage];
        out->lasts = is->until_holds ? is->limit : is->lasts;
        snprintf(out->until, sizeof out->until, "%s", is->until_holds ? is->until : "");
    }
    if (known && model.duration > 0)
        out->duration = model.duration;
    if (known)
        out->steps = model.steps;
    snprintf(out->title, sizeof out->title, "%s", model.title ? model.title : "");
    model_clear(&model);
    return true;
}

scree_status case_knows(const image *im, const char *section, const char *name, bool *knows,
                        scree_error *error)
{
    const image_column *column = image_find(im, column_name, IMAGE_U8, 1);
    *knows = true;
    if (!column)
        return SCREE_OK;
    fault_book book = {0};
    fault_list faults = {0};
    node *root = tree_read(column->data, (size_t)column->rows, column_name, &book);
    const node *in = root ? node_find(root, section) : NULL;
    *knows = !root || (in && node_find(in, name));
    const scree_status status = book.no_memory ? fail_memory(error, in_snapshot) : SCREE_OK;
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return status;
}

// ---- what may change

static const model_probe *probe_named(const model *model, const char *name)
{
    for (int i = 0; i < model->probes; i++) {
        if (!strcmp(model->probe[i].name, name))
            return &model->probe[i];
    }
    return NULL;
}

scree_status case_probe_stays(const image *im, const char *now, const case_families *families,
                              const char *name, bool *stays, scree_error *error)
{
    model was;
    model is;
    stage_mark mark = {0};
    *stays = true;
    scree_status status = read_model(im, families, &was);
    if (status)
        return status == SCREE_NO_MEMORY ? fail_memory(error, in_snapshot) : SCREE_OK;
    status = read_text(&(case_source){now, strlen(now), column_name}, families, &is);
    if (status) {
        model_clear(&was);
        return status == SCREE_NO_MEMORY ? fail_memory(error, in_snapshot) : SCREE_OK;
    }
    image_stage(im, &mark);
    const model *then = model_of_stage(&was, mark.number);
    const model *here = mark.number < is.stages ? model_of_stage(&is, mark.number) : &is;
    const model_probe *before = probe_named(then, name);
    const model_probe *after = probe_named(here, name);
    *stays = before && after && model_probe_same(then, before, here, after);
    model_clear(&was);
    model_clear(&is);
    return SCREE_OK;
}

// What is allowed of an image. One of an older version does not know its walls by their names.
typedef struct allowance {
    case_freedom most;
    bool names_walls;
} allowance;

static bool beyond(const case_difference *change, const void *context)
{
    const allowance *allowed = context;
    const bool of_walls = !strncmp(change->path, "walls", 5) && !strstr(change->path, ".drive");
    if (of_walls && !allowed->names_walls)
        return allowed->most < CHANGE_DECIDED;
    return case_freedom_of_change(change) > allowed->most;
}

static void tell(const case_changes *changes, char out[CASE_CHANGE_WORDS])
{
    size_t length = 0;
    for (int i = 0; i < changes->count && i < CHANGES_TOLD; i++) {
        const case_change *is = &changes->item[i];
        length += (size_t)snprintf(out + length, CASE_CHANGE_WORDS - length, "%s%s%s%s%s",
                                   i ? "; " : "", is->path, *is->was ? " was " : " was not there",
                                   is->was, *is->is ? ", is " : ", is gone");
        if (length < CASE_CHANGE_WORDS)
            length += (size_t)snprintf(out + length, CASE_CHANGE_WORDS - length, "%s", is->is);
        if (length >= CASE_CHANGE_WORDS)
            return;
    }
    if (changes->count > CHANGES_TOLD)
        snprintf(out + length, CASE_CHANGE_WORDS - length, "; and %d more",
                 changes->count - CHANGES_TOLD);
}

// The changes that an allowance does not allow; none where one of the texts cannot be read.
static scree_status find_beyond(const allowance *allowed, const char *was, const char *now,
                                case_changes *out, scree_error *error)
{
    *out = (case_changes){.tells = beyond, .context = allowed};
    if (case_changes_find(was, now, out) == SCREE_NO_MEMORY)
        return fail_memory(error, in_snapshot);
    return SCREE_OK;
}

scree_status case_compare(const image *im, const char *now, const case_families *families,
                          case_freedom most, scree_error *error)
{
    const scree_status strange = case_compare_own(im, families, error);
    if (strange)
        return strange;
    char *was;
    scree_status status = case_of_image(im, families, &was, error);
    char words[CASE_CHANGE_WORDS];
    const bool names_walls = image_find(im, "case/walls", IMAGE_U8, 1) != NULL;
    const allowance allowed = {most, names_walls};
    const allowance of_branch = {CHANGE_BRANCH, names_walls};
    case_changes changes = {.count = 0};
    case_changes of_state = {.count = 0};
    if (!status && was)
        status = find_beyond(&allowed, was, now, &changes, error);
    if (!status && was)
        status = find_beyond(&of_branch, was, now, &of_state, error);
    free(was);
    if (status || changes.count == 0)
        return status;
    tell(&changes, words);
    char hint[400];
    snprintf(hint, sizeof hint, "start a new run for that: the state has decided it; %s",
             case_branch_hint);
    if (most == CHANGE_FREE) {
        snprintf(hint, sizeof hint, "%s",
                 of_state.count > 0
                     ? "put the case of the run back, or start a new run for that; the state of "
                       "the snapshot has decided it"
                     : "put the case of the run back, or branch it: scree resume with --out");
    }
    return fail(error, SCREE_BAD_INPUT, "the case has changed since the snapshot", hint, "%s",
                words);
}

static bool any_change(const case_difference *change, const void *context)
{
    (void)change;
    (void)context;
    return true;
}

scree_status case_tell_changes(const image *im, const char *now, const case_families *families,
                               char out[CASE_CHANGE_WORDS], scree_error *error)
{
    char *was;
    case_changes changes = {.tells = any_change};
    scree_status status = case_of_image(im, families, &was, error);
    *out = 0;
    if (!status && was && case_changes_find(was, now, &changes) == SCREE_NO_MEMORY)
        status = fail_memory(error, in_snapshot);
    free(was);
    if (!status && changes.count > 0)
        tell(&changes, out);
    return status;
}

// Does it decide what comes before a stage?
static bool comes_before(const case_difference *change, const void *context)
{
    const int *stage = context;
    int number = -1;
    if (case_freedom_of_change(change) == CHANGE_FREE)
        return false;
    return sscanf(change->path, "stages[%d]", &number) != 1 || number < *stage;
}

bool case_same_until(const image *im, const char *now, const case_families *families, int stage,
                     char why[CASE_CHANGE_WORDS])
{
    char *was;
    case_changes changes = {.tells = comes_before, .context = &stage};
    const bool read = case_of_image(im, families, &was, NULL) == SCREE_OK && was &&
                      case_changes_find(was, now, &changes) == SCREE_OK;
    *why = 0;
    if (read)
        tell(&changes, why);
    free(was);
    return read && changes.count == 0;
}
