// picture_fixture.h - for the tests of pictures: pictures seen from above, and their pixels as libpng reads them.
#ifndef SCREE_TESTS_PICTURE_FIXTURE_H
#define SCREE_TESTS_PICTURE_FIXTURE_H

#include "../harness.h"

#include "draw/picture.h"

#include <png.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct bitmap {
    int width, height;
    uint8_t *rgb;
} bitmap;

// Reads an 8-bit RGB PNG; rgb is NULL when it is none, or anything in it is wrong.
HARNESS_MAYBE_UNUSED static bitmap decode(const char *path)
{
    bitmap m = {0, 0, NULL};
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, path))
        return m;
    uint8_t *rgb = image.format == PNG_FORMAT_RGB ? malloc(PNG_IMAGE_SIZE(image)) : NULL;
    if (rgb && png_image_finish_read(&image, NULL, rgb, 0, NULL) && !PNG_IMAGE_FAILED(image))
        m = (bitmap){(int)image.width, (int)image.height, rgb};
    else
        free(rgb);
    png_image_free(&image);
    return m;
}

static char path[64];

HARNESS_MAYBE_UNUSED static bool ready(void)
{
    if (*path)
        return true;
    strcpy(path, "test_picture.XXXXXX");
    int file = mkstemp(path);
    return file >= 0 && !close(file);
}

// Seen from above, with y upwards in the picture, a square of one metre.
HARNESS_MAYBE_UNUSED static const picture_options above = {.width = 600,
                                                           .height = 500,
                                                           .view = {0, 0, -1},
                                                           .up = {0, 1, 0},
                                                           .box = true,
                                                           .box_high = {1, 1, 1},
                                                           .colour = PICTURE_RADIUS,
                                                           .low = 0.05,
                                                           .high = 0.2};

HARNESS_MAYBE_UNUSED static bitmap picture(const frame *f, const wall_surface *walls,
                                           picture_options o)
{
    scree_error error = {0};
    bitmap none = {0, 0, NULL};
    if (!CHECK_MSG(picture_write_png(path, f, walls, &o, &error) == SCREE_OK, "%s", error.what))
        return none;
    return decode(path);
}

typedef struct spot {
    double area, x, y;
} spot;

// Where two pictures differ, left of the colour bar, below the title and above the scale of lengths.
HARNESS_MAYBE_UNUSED static spot difference(const bitmap *a, const bitmap *b)
{
    spot s = {0, 0, 0};
    for (int y = 60; y < a->height - 28; y++)
        for (int x = 0; x < a->width - 90; x++) {
            const size_t at = 3 * ((size_t)y * (size_t)a->width + (size_t)x);
            if (!memcmp(a->rgb + at, b->rgb + at, 3))
                continue;
            s.area++;
            s.x += x + 0.5;
            s.y += y + 0.5;
        }
    s.x /= s.area;
    s.y /= s.area;
    return s;
}

#endif
