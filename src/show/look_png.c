// look_png.c - a moment by itself as a picture; see look.h.
#include "show/look.h"

#include <stdlib.h>

scree_status look_alone(look *look, const record_moment *moment, picture_options *out,
                        wall_surface *walls, scree_error *error)
{
    const scree_status status = look_at(look, moment, out, error);
    if (status)
        return status;
    *walls = look_walls(look, moment);
    look_box(moment, &out->box_low, &out->box_high);
    out->fit = moment->frame.ball.count > 0;
    return SCREE_OK;
}

scree_status look_png(look *look, const record_moment *moment, png_bytes *out, scree_error *error)
{
    picture_options options;
    wall_surface walls;
    scree_status status = look_alone(look, moment, &options, &walls, error);
    if (status)
        return status;
    uint32_t *pixel = malloc((size_t)options.width * (size_t)options.height * sizeof *pixel);
    if (!pixel)
        return fail_memory(error, "picture");
    status = picture_draw("picture", &moment->frame, &walls, &options, pixel, error);
    if (!status)
        status = png_pack("picture", options.width, options.height, pixel, out, error);
    free(pixel);
    return status;
}
