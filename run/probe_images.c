// probe_images.c - see probe_images.h.
#include "run/probe_images.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/folder.h"
#include "run/grids.h"
#include "show/series.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool add_entry(probe_images *is, double time, const char *file)
{
    char *copy = text_copy(file);
    if (!copy || !MEM_GROW(is->entry, is->room, is->count + 1)) {
        free(copy);
        return false;
    }
    is->entry[is->count++] = (pvd_entry){
        .time = time,
        .file = copy,
    };
    is->changed = true;
    return true;
}

typedef struct image_reader {
    probe_images *images;
    double last; // s
    bool out_of_memory;
} image_reader;

static bool take_image(void *context, double time, const char *file)
{
    image_reader *reader = context;
    const int64_t number = series_number(file, reader->images->name, ".vti");
    const bool known = time <= reader->last * (1 + 1e-11);
    if (!known || number != reader->images->count)
        return false;
    reader->out_of_memory = !add_entry(reader->images, time, file);
    return !reader->out_of_memory;
}

static scree_status read_list(probe_images *is, double last, scree_error *error)
{
    image_reader reader = {
        .images = is,
        .last = last,
    };
    char *name = text_format("probes/%s.pvd", is->name);
    char *path = name ? folder_path(is->files->folder, name) : NULL;
    scree_status status =
        path ? series_scan(path, take_image, &reader, error) : fail_memory(error, is->name);
    free(name);
    free(path);
    return !status && reader.out_of_memory ? fail_memory(error, is->name) : status;
}

// Images that a run wrote after its last save.
static scree_status forget_later(const probe_images *is, scree_error *error)
{
    char *base = text_format("probes/%s", is->name);
    if (!base)
        return fail_memory(error, is->name);
    for (int64_t i = 0; i < is->files->count; i++) {
        if (series_number(is->files->name[i], base, ".vti") >= is->count)
            owned_remove(is->files, is->files->name[i]);
    }
    free(base);
    return SCREE_OK;
}

scree_status probe_images_open(probe_images *is, owned *files, const char *name, double last,
                               scree_error *error)
{
    *is = (probe_images){.files = files, .below = "probes/", .name = text_copy(name)};
    if (!is->name)
        return fail_memory(error, name);
    const scree_status status = isnan(last) ? SCREE_OK : read_list(is, last, error);
    if (status)
        return status;
    return forget_later(is, error);
}

scree_status probe_images_begin(probe_images *is, owned *files, const char *name,
                                scree_error *error)
{
    *is = (probe_images){.files = files, .below = "", .name = text_copy(name)};
    if (!is->name)
        return fail_memory(error, name);
    return SCREE_OK;
}

// Where a file goes, owned by the caller.
static scree_status path_of(const probe_images *is, const char *file, char **path,
                            scree_error *error)
{
    char *name = text_format("%s%s", is->below, file);
    const scree_status status =
        name ? owned_path(is->files, name, path, error) : fail_memory(error, file);
    free(name);
    return status;
}

scree_status probe_images_write(probe_images *is, const probe_table *table, const probe_grid *grid,
                                double time, scree_error *error)
{
    char *path = NULL;
    char *file = text_format("%s_%06" PRId64 ".vti", is->name, is->count);
    scree_status status = file ? path_of(is, file, &path, error) : fail_memory(error, is->name);
    if (!status)
        status = grids_write(path, table, grid, time, error);
    if (!status && !add_entry(is, time, file))
        status = fail_memory(error, is->name);
    free(file);
    free(path);
    return status;
}

scree_status probe_images_store(probe_images *is, scree_error *error)
{
    char *path = NULL;
    if (!is->name || !is->changed)
        return SCREE_OK;
    char *file = text_format("%s.pvd", is->name);
    scree_status status = file ? path_of(is, file, &path, error) : fail_memory(error, is->name);
    if (!status)
        status = store_pvd(path, is->entry, is->count, error);
    if (!status)
        is->changed = false;
    free(file);
    free(path);
    return status;
}

void probe_images_clear(probe_images *is)
{
    for (int64_t i = 0; i < is->count; i++)
        free((char *)(uintptr_t)is->entry[i].file);
    free(is->entry);
    free(is->name);
    *is = (probe_images){0};
}
