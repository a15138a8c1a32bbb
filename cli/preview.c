// preview.c - see preview.h. It is the picture that a run draws at its end (run/frames.c), of the start; places of streams
// are outlined, with an arrow along their velocity.
#include "cli/preview.h"
#include "show/look.h"
#include "cli/target.h"

#include "run/frames.h"
#include "scene/stream.h"

#include <stdlib.h>
#include <sys/stat.h>

// An arrow as long as half of the box.
static v3 arrow_of(const model_stream *stream)
{
    const double speed = v3_norm(stream->velocity);
    const double length = 0.5 * v3_norm(v3_sub(stream->high, stream->low));
    return speed > 0 ? v3_scale(length / speed, stream->velocity) : v3_make(0, 0, 0);
}

static int outlines_of(const model *model, picture_frame *out)
{
    int count = 0;
    for (int i = 0; i < model->streams; i++) {
        if (!stream_is_entry(model, i))
            continue;
        const model_stream *stream = &model->stream[i];
        out[count++] = (picture_frame){stream->low, stream->high, arrow_of(stream)};
    }
    return count;
}

scree_status preview_write(const session *session, world *world, const preview_wish *wish,
                           scree_error *error)
{
    const char *path = wish->path;
    const model *model = &session->model;
    struct stat state;
    frame frame = {0};
    frames_extras extras = {0};
    if (!wish->force && !lstat(path, &state))
        return fail(error, SCREE_BAD_INPUT, path, "choose another name, or add --force",
                    "there is such a file already");
    scree_status status = target_ends(path, ".png", "a PNG file", error);
    if (!status && wish->size)
        status = look_size(wish->size, &extras.width, &extras.height, error);
    if (status)
        return status;
    picture_frame *outline = calloc((size_t)model->streams + 1, sizeof *outline);
    status = outline ? world_frame(world, &frame, error) : fail_memory(error, path);
    if (!status) {
        extras.outline = outline;
        extras.outlines = outlines_of(model, outline);
        status = frames_preview(world, &frame, path, &extras, error);
    }
    frame_clear(&frame);
    free(outline);
    return status;
}
