// picture.c - pictures and VTK files in memory, scree/picture.h: thin words for those of show/ and store/.
#include "scree/picture.h"

#include "api/objects.h"
#include "api/probes.h"
#include "base/text.h"
#include "show/look.h"

#include <stdlib.h>
#include <string.h>

typedef png_bytes file_bytes; // owned

// ---- options

static look_wish wish_of(const scree_picture_options *options)
{
    const scree_picture_options none = {.view = NULL};
    const scree_picture_options *from = options ? options : &none;
    return (look_wish){
        .view = from->view,
        .colour = from->colour,
        .range = from->range,
        .cut = from->cut,
        .size = from->size,
        .title = from->title,
        .walls = from->walls,
        .walls_range = from->walls_range,
        .chains = from->force_chains != 0,
        .dark = from->dark != 0,
    };
}

// What is an option of the program is a field here: force_chains for --force-chains.
static scree_status by_field(scree_status status, scree_error *error)
{
    if (!status || !error || strncmp(error->where, "--", 2) != 0)
        return status;
    memmove(error->where, error->where + 2, strlen(error->where + 2) + 1);
    for (char *at = error->where; *at; at++)
        if (*at == '-')
            *at = '_';
    return status;
}

static scree_status draw(const record_moment *moment, double pace,
                         const scree_picture_options *options, const model *model, file_bytes *out,
                         scree_error *error)
{
    look look;
    const look_wish wish = wish_of(options);
    scree_status status = look_begin(&look, &wish, model, error);
    if (!status) {
        look.options.pace = pace;
        status = look_png(&look, moment, out, error);
    }
    look_end(&look);
    return by_field(status, error);
}

static scree_status give(scree_status status, file_bytes *from, void **data, int64_t *size)
{
    if (status) {
        free(from->data);
        return status;
    }
    *data = from->data;
    *size = from->size;
    return SCREE_OK;
}

// ---- moments of worlds

static scree_status check_frame(const scree_frame *frame, const scree_world *handle,
                                scree_error *error)
{
    if (frame->glance)
        return fail(error, SCREE_BAD_INPUT, "frame", "fill it by scree_frame_take",
                    "the frame is a short look");
    if (!frame->of)
        return fail(error, SCREE_BAD_INPUT, "frame", "fill it by scree_frame_take",
                    "the frame is empty");
    if (frame->of == handle->of)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "frame", "give the world that it was taken of",
                "the frame is of another case than the world");
}

// A moment that borrows the frame, with walls of the world. Ended by forget_moment.
static scree_status see(const frame *seen, const scree_world *handle, wall_maps *maps,
                        record_moment *moment, scree_error *error)
{
    *moment = (record_moment){.frame = *seen};
    return moment_walls(moment, handle->world, maps, error);
}

static void forget_moment(record_moment *moment)
{
    moment->frame = (frame){0};
    record_moment_clear(moment);
}

static scree_status picture_of(const frame *seen, const scree_world *handle, wall_maps *maps,
                               const scree_picture_options *options, file_bytes *out,
                               scree_error *error)
{
    record_moment moment;
    scree_status status = see(seen, handle, maps, &moment, error);
    if (!status)
        status = draw(&moment, 0, options, seen->model, out, error);
    forget_moment(&moment);
    return status;
}

scree_status scree_world_picture(scree_world *handle, const scree_picture_options *options,
                                 void **data, int64_t *size, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    frame seen = {0};
    wall_maps maps = {0};
    file_bytes out = {0};
    *data = NULL;
    *size = 0;
    scree_status status = world_frame(handle->world, &seen, error);
    if (!status)
        status = probes_take_maps(handle, &maps, error);
    if (!status)
        status = picture_of(&seen, handle, &maps, options, &out, error);
    wall_maps_clear(&maps);
    frame_clear(&seen);
    plain_locale_end(locale);
    return give(status, &out, data, size);
}

scree_status scree_frame_picture(const scree_frame *frame, const scree_world *handle,
                                 const scree_picture_options *options, void **data, int64_t *size,
                                 scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    file_bytes out = {0};
    *data = NULL;
    *size = 0;
    scree_status status = check_frame(frame, handle, error);
    if (!status && options && options->walls)
        status = fail(error, SCREE_BAD_INPUT, "walls", "draw the world itself",
                      "a frame has no wall maps");
    if (!status)
        status = picture_of(&frame->frame, handle, NULL, options, &out, error);
    plain_locale_end(locale);
    return give(status, &out, data, size);
}

// ---- moments of runs

static scree_status draw_record(const record *record, const char *at,
                                const scree_picture_options *options, file_bytes *out,
                                scree_error *error)
{
    record_moment moment = {0};
    int64_t k;
    scree_status status = record_find(record, at, &k, error);
    if (!status)
        status = record_read(record, k, &moment, error);
    if (!status) {
        const double pace = look_pace(record, 0, record_count(record) - 1);
        status = draw(&moment, pace, options, record->model, out, error);
    }
    record_moment_clear(&moment);
    return by_field(status, error);
}

scree_status scree_folder_picture(const char *folder, const char *at,
                                  const scree_picture_options *options, void **data, int64_t *size,
                                  scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_case *opened = NULL;
    record record = {0};
    file_bytes out = {0};
    char *path = text_format("%s/case.yaml", folder);
    *data = NULL;
    *size = 0;
    scree_status status =
        path ? scree_case_read(path, NULL, &opened, error) : fail_memory(error, folder);
    if (!status)
        status = record_open(&record, folder, &opened->model, error);
    if (!status)
        status = draw_record(&record, at, options, &out, error);
    if (record.folder)
        record_close(&record);
    scree_case_destroy(opened);
    free(path);
    plain_locale_end(locale);
    return give(status, &out, data, size);
}

// ---- files for other programs

static const struct {
    const char *name;
    vtp_kind kind;
} kinds[] = {
    [SCREE_VTK_BODIES] = {"bodies", VTP_BODIES},
    [SCREE_VTK_SHAPES] = {"shapes", VTP_SHAPES},
    [SCREE_VTK_CONTACTS] = {"contacts", VTP_CONTACTS},
    [SCREE_VTK_WALLS] = {"walls", VTP_WALLS},
};

static scree_status check_kind(scree_vtk what, scree_error *error)
{
    if ((int)what >= 0 && (size_t)what < sizeof kinds / sizeof *kinds)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "what",
                "give SCREE_VTK_BODIES, _SHAPES, _CONTACTS or _WALLS", "there is no file %d",
                (int)what);
}

static scree_status put(const record_moment *moment, scree_vtk what, file_bytes *to,
                        scree_error *error)
{
    file_out out;
    const vtp_content content = {kinds[what].kind, &moment->frame, &moment->surface.drawn};
    void *data = NULL;
    scree_status status = file_out_open_memory(&out, kinds[what].name, error);
    if (status)
        return status;
    status = vtp_put(&out, &content, error);
    if (!status)
        status = file_out_take(&out, &data, &to->size, error);
    else
        file_out_abort(&out);
    to->data = data;
    return status;
}

static scree_status vtk_of(const frame *seen, const scree_world *handle, wall_maps *maps,
                           scree_vtk what, file_bytes *to, scree_error *error)
{
    record_moment moment = {.frame = *seen};
    scree_status status = SCREE_OK;
    if (what == SCREE_VTK_WALLS)
        status = moment_walls(&moment, handle->world, maps, error);
    if (!status)
        status = put(&moment, what, to, error);
    forget_moment(&moment);
    return status;
}

scree_status scree_world_vtk(scree_world *handle, scree_vtk what, void **data, int64_t *size,
                             scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    frame seen = {0};
    wall_maps maps = {0};
    file_bytes out = {0};
    *data = NULL;
    *size = 0;
    scree_status status = check_kind(what, error);
    if (!status)
        status = world_frame(handle->world, &seen, error);
    if (!status)
        status = probes_take_maps(handle, &maps, error);
    if (!status)
        status = vtk_of(&seen, handle, &maps, what, &out, error);
    wall_maps_clear(&maps);
    frame_clear(&seen);
    plain_locale_end(locale);
    return give(status, &out, data, size);
}

scree_status scree_frame_vtk(const scree_frame *frame, const scree_world *handle, scree_vtk what,
                             void **data, int64_t *size, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    file_bytes out = {0};
    *data = NULL;
    *size = 0;
    scree_status status = check_kind(what, error);
    if (!status)
        status = check_frame(frame, handle, error);
    if (!status)
        status = vtk_of(&frame->frame, handle, NULL, what, &out, error);
    plain_locale_end(locale);
    return give(status, &out, data, size);
}
