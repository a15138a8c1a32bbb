// snapshots.c - worlds that are saved and loaded, as files and in memory.
#include "api/objects.h"
#include "api/plain_locale.h"

#include "case/fingerprint.h"
#include "store/snapshot.h"

#include <stdlib.h>

// As of a branch: what the state of the snapshot has decided must be as it was.
static scree_status compare_case(const scree_case *opened, const image *im, bool *changed,
                                 scree_error *error)
{
    const case_families families = case_families_of(opened);
    char *now = NULL;
    *changed = false;
    if (opened->faults.count || !opened->good)
        return SCREE_OK; // told when the world is made
    scree_status status =
        case_fingerprint(&opened->model, NULL, opened->folder, &families, &now, error);
    if (!status)
        status = case_compare(im, now, &families, CHANGE_BRANCH, error);
    if (!status)
        status = case_compare_kept(im, now, &families, error);
    if (!status) {
        status = case_compare(im, now, &families, CHANGE_FREE, error);
        *changed = status == SCREE_BAD_INPUT;
    }
    free(now);
    return *changed ? SCREE_OK : status;
}

static scree_status stamp(const scree_world *handle, image *im, scree_error *error)
{
    const case_families families = case_families_of(handle->of);
    char *text = NULL;
    // a later stage may have a step of its own, and that of the case is not known any more
    const bool first = world_stage(handle->world).number <= 0;
    scree_status status =
        case_fingerprint(&handle->of->model, first ? world_step_choice(handle->world) : NULL,
                         handle->of->folder, &families, &text, error);
    if (!status && !case_stamp(im, text))
        status = fail_memory(error, "case of the snapshot");
    free(text);
    return status;
}

// A snapshot and what becomes of it: a file, where there is a path, else memory.
typedef struct snapshot_place {
    const char *path;
    unsigned char *data;
    size_t size;
} snapshot_place;
static const char in_memory[] = "snapshot in memory";

static scree_status load(scree_case *opened, const snapshot_place *from, int threads,
                         scree_world **out, scree_error *error)
{
    image im = {0};
    bool changed = false;
    *out = NULL;
    const plain_locale locale = plain_locale_begin();
    scree_status status = from->path
                              ? snapshot_read(from->path, &im, error)
                              : snapshot_read_memory(in_memory, from->data, from->size, &im, error);
    if (!status)
        status = compare_case(opened, &im, &changed, error);
    if (!status)
        status = open_world(opened, &im, changed, threads, out, error);
    plain_locale_end(locale);
    image_clear(&im);
    return status;
}

static scree_status check_path(const char *path, scree_error *error)
{
    if (path)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "path", "give the name of a file",
                "it is NULL, which names no file");
}

scree_status scree_world_load(scree_case *opened, const char *path, int threads, scree_world **out,
                              scree_error *error)
{
    *out = NULL;
    if (check_path(path, error))
        return SCREE_BAD_INPUT;
    return load(opened, &(snapshot_place){.path = path}, threads, out, error);
}

scree_status scree_world_load_memory(scree_case *opened, const void *data, int64_t size,
                                     int threads, scree_world **out, scree_error *error)
{
    const snapshot_place from = {
        .data = (unsigned char *)data,
        .size = size > 0 ? (size_t)size : 0,
    };
    return load(opened, &from, threads, out, error);
}

static scree_status save(scree_world *handle, snapshot_place *to, scree_error *error)
{
    image im = {0};
    const snapshot_attribute about[] = {{"title", world_model(handle->world)->title},
                                        {"program", "scree " SCREE_VERSION},
                                        {NULL, NULL}};
    const plain_locale locale = plain_locale_begin();
    scree_status status = world_image(handle->world, &im, error);
    if (!status)
        status = stamp(handle, &im, error);
    if (!status && to->path)
        status = snapshot_write(to->path, &im, about, error);
    else if (!status)
        status = snapshot_write_memory(in_memory, &im, about, &to->data, &to->size, error);
    plain_locale_end(locale);
    image_clear(&im);
    return status;
}

scree_status scree_world_save(scree_world *handle, const char *path, scree_error *error)
{
    if (check_path(path, error))
        return SCREE_BAD_INPUT;
    return save(handle, &(snapshot_place){.path = path}, error);
}

scree_status scree_world_save_memory(scree_world *handle, void **data, int64_t *size,
                                     scree_error *error)
{
    snapshot_place to = {.path = NULL};
    const scree_status status = save(handle, &to, error);
    *data = to.data;
    *size = (int64_t)to.size;
    return status;
}

void scree_memory_free(void *data)
{
    free(data);
}
