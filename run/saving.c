// saving.c - see saving.h.
#include "run/saving_parts.h"

#include "base/text.h"
#include "case/fingerprint.h"
#include "console/paint.h"
#include "run/folder.h"
#include "store/file_in.h"
#include "store/file_out.h"
#include "store/snapshot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const series_names[SAVE_SERIES] = {"snapshot", "autosave"};

static const char *const part_endings[PARTS] = {".h5", ".sums", ".effort"};

enum { NAME_ROOM = 40 };

static void name_of(char out[NAME_ROOM], int series, int part, bool previous)
{
    snprintf(out, NAME_ROOM, "%s%s%s", series_names[series], part_endings[part],
             previous ? ".previous" : "");
}

char *saving_path(const char *folder, int series, int part, bool previous)
{
    char name[NAME_ROOM];
    name_of(name, series, part, previous);
    return folder_path(folder, name);
}

// Of the beginning of a stage there is one generation.
char *saving_part_path(const char *folder, const generation *generation, int part, bool previous)
{
    char name[STAGE_NAME_ROOM + 20];
    if (!*generation->stage)
        return saving_path(folder, generation->series, part, previous);
    snprintf(name, sizeof name, "%s%s%s", generation->stage, part_endings[part],
             previous ? ".previous" : "");
    return folder_path(folder, name);
}

bool saving_is_there(const char *folder, int series, int part, bool previous)
{
    char *path = saving_path(folder, series, part, previous);
    const bool there = path && !access(path, F_OK);
    free(path);
    return there;
}

// ---- writing

// Both generations come onto the list, as the older one is made by the same commit.
static scree_status path_to_write(const saving *saving, int series, int part, char **path,
                                  scree_error *error)
{
    char name[NAME_ROOM];
    char *older = NULL;
    *path = NULL;
    name_of(name, series, part, true);
    scree_status status = owned_path(saving->files, name, &older, error);
    free(older);
    name_of(name, series, part, false);
    return status ? status : owned_path(saving->files, name, path, error);
}

static scree_status write_sums(const saving *saving, int series, scree_error *error)
{
    char *path;
    if (!probing_has_memory(saving->probes))
        return SCREE_OK;
    scree_status status = path_to_write(saving, series, PART_SUMS, &path, error);
    if (!status)
        status = probing_save(saving->probes, path, world_steps(saving->world), error);
    free(path);
    return status;
}

static scree_status write_effort(const saving *saving, int series, scree_error *error)
{
    char *path;
    effort_gather(saving->effort, saving->world);
    if (!saving->effort->on)
        return SCREE_OK;
    scree_status status = path_to_write(saving, series, PART_EFFORT, &path, error);
    if (!status)
        status = effort_save(saving->effort, path, world_steps(saving->world), error);
    free(path);
    return status;
}

// ---- states

static scree_status store_state(const saving *saving, const char *path, uint64_t *hash,
                                scree_error *error)
{
    image im = {0};
    const snapshot_attribute about[] = {{"title", world_model(saving->world)->title},
                                        {"program", "scree " SCREE_VERSION},
                                        {NULL, NULL}};
    scree_status status = world_image_portions(saving->world, &im, error);
    if (!status && !case_stamp(&im, saving->fingerprint))
        status = fail_memory(error, path);
    if (!status && !masses_stamp(saving->masses, &im))
        status = fail_memory(error, path);
    if (!status && saving->verdict && !saving_stamp_verdict(&im, saving->verdict))
        status = fail_memory(error, path);
    if (!status)
        status = snapshot_write_hashed(path, &im, about, hash, error);
    image_clear(&im);
    return status;
}

static scree_status write_state(const saving *saving, int series, uint64_t *hash,
                                scree_error *error)
{
    char *path;
    scree_status status = path_to_write(saving, series, PART_STATE, &path, error);
    if (!status)
        status = store_state(saving, path, hash, error);
    free(path);
    return status;
}

// ---- the beginnings of stages

void saving_stage_name(char out[STAGE_NAME_ROOM], const char *stage)
{
    snprintf(out, STAGE_NAME_ROOM, "stage-%.100s", stage);
}

enum { KEPT_ROOM = STAGE_NAME_ROOM + 20 };

static void kept_name(char out[KEPT_ROOM], const char *name, int part, bool previous)
{
    snprintf(out, KEPT_ROOM, "%s%s%s", name, part_endings[part], previous ? ".previous" : "");
}

// A run that comes to the border again writes the same state. That of before stands beside it for a moment, and so is on the
// list of files, too.
static char *kept_path(const saving *saving, const char *name, int part, scree_status *status,
                       scree_error *error)
{
    char file[KEPT_ROOM];
    char *older = NULL;
    char *path = NULL;
    kept_name(file, name, part, true);
    if (!*status)
        *status = owned_path(saving->files, file, &older, error);
    free(older);
    kept_name(file, name, part, false);
    if (!*status)
        *status = owned_path(saving->files, file, &path, error);
    return path;
}

static void drop_older(const saving *saving, const char *name)
{
    char file[KEPT_ROOM];
    for (int part = 0; part < PARTS; part++) {
        kept_name(file, name, part, true);
        owned_remove(saving->files, file);
    }
}

scree_status saving_keep(const saving *saving, const char *name, scree_error *error)
{
    scree_status status = SCREE_OK;
    const int64_t step = world_steps(saving->world);
    uint64_t hash;
    char *state = kept_path(saving, name, PART_STATE, &status, error);
    char *sums = kept_path(saving, name, PART_SUMS, &status, error);
    char *spent = kept_path(saving, name, PART_EFFORT, &status, error);
    if (!status && probing_has_memory(saving->probes))
        status = probing_save(saving->probes, sums, step, error);
    if (!status && saving->effort->on)
        status = effort_save(saving->effort, spent, step, error);
    if (!status)
        status = store_state(saving, state, &hash, error);
    if (!status)
        drop_older(saving, name);
    free(state);
    free(sums);
    free(spent);
    return status;
}

scree_status saving_write(const saving *saving, int series, uint64_t *hash, scree_error *error)
{
    scree_status status = write_sums(saving, series, error);
    if (!status)
        status = write_effort(saving, series, error);
    if (!status)
        status = write_state(saving, series, hash, error);
    // of a run that went wrong the state before is worth more than that after it
    if (!status && series == SAVE_SNAPSHOT && !saving->verdict)
        saving_remove(saving->files, SAVE_AUTO);
    return status;
}

void saving_remove(const owned *files, int series)
{
    char name[NAME_ROOM];
    for (int part = 0; part < PARTS; part++)
        for (int previous = 0; previous < 2; previous++) {
            name_of(name, series, part, previous);
            if (owned_has(files, name))
                owned_remove(files, name);
        }
}

// ---- choosing

static bool step_of(const image *im, int64_t *step)
{
    const image_column *run = image_find(im, "run/step", IMAGE_I64, 3);
    if (!run || run->rows != 1)
        return false;
    *step = *(const int64_t *)run->data;
    return true;
}

scree_status saving_read(const char *path, state_wish wish, generation *generation, image *im,
                         scree_error *error)
{
    scree_status status = wish == STATE_WHOLE ? snapshot_read(path, im, error)
                                              : snapshot_read_without_rows(path, im, error);
    if (status || step_of(im, &generation->step))
        return status;
    image_clear(im);
    return fail(error, SCREE_BAD_INPUT, path, "use a snapshot of a run",
                "the file tells of no step");
}

bool generation_before(const char *folder, int64_t step, generation *before)
{
    bool found = false;
    for (int series = 0; series < SAVE_SERIES; series++)
        for (int previous = 0; previous < 2; previous++) {
            generation one = {.series = series, .previous = previous};
            image im = {0};
            char *path = generation_path(folder, &one);
            const bool there =
                path && !access(path, F_OK) && !saving_read(path, STATE_WHOLE, &one, &im, NULL);
            if (there && one.step < step && (!found || one.step > before->step)) {
                *before = one;
                found = true;
            }
            image_clear(&im);
            free(path);
        }
    return found;
}

char *generation_path(const char *folder, const generation *generation)
{
    return saving_part_path(folder, generation, PART_STATE, generation->previous);
}

static void tell_passed_over(const scree_error *error)
{
    print_warning("%s: %s; another save of the run is used", error->where, error->what);
}

// The newest of a series that can be read. The first fault is kept in `error`, and those of files that another one
// stands in for are told.
static scree_status pick_of_series(const char *folder, state_wish wish, generation *generation,
                                   image *im, bool *found, scree_error *error)
{
    *found = false;
    scree_status first = SCREE_OK;
    for (int previous = 0; previous < 2; previous++) {
        if (!saving_is_there(folder, generation->series, PART_STATE, previous))
            continue;
        scree_error fault;
        generation->previous = previous;
        char *path = generation_path(folder, generation);
        scree_status status =
            path ? saving_read(path, wish, generation, im, &fault) : fail_memory(&fault, folder);
        free(path);
        if (!status) {
            *found = true;
            if (first)
                tell_passed_over(error);
            return SCREE_OK;
        }
        if (!first)
            *error = fault;
        else
            snprintf(error->hint, sizeof error->hint,
                     "the one before it cannot be read either: use another copy");
        if (!first)
            first = status;
        if (status == SCREE_NO_MEMORY)
            break;
    }
    return first;
}

static bool better(const generation *first, const generation *second)
{
    return first->step > second->step;
}

scree_status generation_pick(const char *folder, state_wish wish, generation *save, image *im,
                             bool *found, scree_error *error)
{
    image other = {0};
    generation regular = {.series = SAVE_SNAPSHOT};
    scree_error later;
    bool also;
    *save = (generation){.series = SAVE_AUTO};
    scree_status status = pick_of_series(folder, wish, save, im, found, error);
    scree_status second = status == SCREE_NO_MEMORY
                              ? status
                              : pick_of_series(folder, wish, &regular, &other, &also, &later);
    if (status == SCREE_NO_MEMORY)
        return status;
    if (also && (!*found || better(&regular, save))) {
        image_clear(im);
        *im = other;
        *save = regular;
        *found = true;
        if (status)
            tell_passed_over(error);
        return SCREE_OK;
    }
    image_clear(&other);
    if (*found && second)
        tell_passed_over(&later);
    if (!*found && second && !status && error)
        *error = later;
    return *found ? SCREE_OK : status ? status : second;
}

scree_status generation_given(const char *path, state_wish wish, generation *save, image *im,
                              bool *known, scree_error *error)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    *known = false;
    for (int series = 0; series < SAVE_SERIES; series++)
        for (int previous = 0; previous < 2; previous++) {
            char own[NAME_ROOM];
            name_of(own, series, PART_STATE, previous);
            if (strcmp(name, own) != 0)
                continue;
            *save = (generation){.series = series, .previous = previous};
            *known = true;
        }
    if (!*known)
        *save = (generation){.series = SAVE_SNAPSHOT};
    const size_t length = strlen(name);
    const bool begins = !strncmp(name, "stage-", 6) || !strncmp(name, SAVING_KEPT, 5);
    const bool of_stage = begins && length > 9 && length - 3 < sizeof save->stage &&
                          !strcmp(name + length - 3, ".h5");
    if (of_stage) {
        snprintf(save->stage, sizeof save->stage, "%.*s", (int)(length - 3), name);
        *known = true;
    }
    return saving_read(path, wish, save, im, error);
}
