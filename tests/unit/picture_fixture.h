// picture_fixture.h - for the tests of pictures: a PNG reader of their own, and pictures seen from above.
#ifndef SCREE_TESTS_PICTURE_FIXTURE_H
#define SCREE_TESTS_PICTURE_FIXTURE_H

#include "../harness.h"

#include "store/file_in.h"
#include "draw/picture.h"

#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

typedef struct bitmap {
    int width, height;
    uint8_t *rgb;
} bitmap;

static uint32_t u32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint8_t paeth(int a, int b, int c)
{
    int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

// Reads an 8-bit RGB PNG with one IDAT, checks lengths and CRCs; rgb is NULL when anything is wrong.
HARNESS_MAYBE_UNUSED static bitmap decode(const char *path)
{
    bitmap m = {0, 0, NULL};
    char *text;
    size_t size;
    if (file_in_load(path, &text, &size, NULL)) return m;
    const uint8_t *file = (const uint8_t *)text, *data = NULL;
    size_t packed = 0;
    bool good = size > 8 && !memcmp(file, "\x89PNG\r\n\x1a\n", 8), ended = false;
    for (size_t at = 8; good && !ended && at + 12 <= size;) {
        uint32_t length = u32(file + at);
        good = at + 12 + length <= size && crc32(0, file + at + 4, length + 4) == u32(file + at + 8 + length);
        if (!memcmp(file + at + 4, "IHDR", 4)) {
            m.width = (int)u32(file + at + 8), m.height = (int)u32(file + at + 12);
            good = good && length == 13 && !memcmp(file + at + 16, "\x08\x02\0\0\0", 5);
        }
        if (!memcmp(file + at + 4, "IDAT", 4)) data = file + at + 8, packed = length;
        ended = !memcmp(file + at + 4, "IEND", 4);
        at += 12 + length;
    }
    const size_t row = 3 * (size_t)m.width;
    uLongf raw_size = (row + 1) * (size_t)m.height;
    uint8_t *raw = malloc(raw_size + 1);
    good = good && ended && data && uncompress(raw, &raw_size, data, packed) == Z_OK &&
           raw_size == (row + 1) * (size_t)m.height;
    if (good) m.rgb = malloc(row * (size_t)m.height);
    for (int y = 0; good && y < m.height; y++) {
        const uint8_t *line = raw + (size_t)y * (row + 1);
        uint8_t *out = m.rgb + (size_t)y * row;
        for (size_t x = 0; x < row; x++) {
            int a = x >= 3 ? out[x - 3] : 0, b = y ? (out - row)[x] : 0, c = x >= 3 && y ? (out - row)[x - 3] : 0;
            int add = *line == 0 ? 0 : *line == 1 ? a : *line == 2 ? b : *line == 3 ? (a + b) / 2 : paeth(a, b, c);
            out[x] = (uint8_t)(line[1 + x] + add);
        }
    }
    free(raw);
    free(text);
    return m;
}

static char path[64];

HARNESS_MAYBE_UNUSED static bool ready(void)
{
    if (*path) return true;
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

HARNESS_MAYBE_UNUSED static bitmap picture(const frame *f, const wall_surface *walls, picture_options o)
{
    scree_error error = {0};
    bitmap none = {0, 0, NULL};
    if (!CHECK_MSG(picture_write_png(path, f, walls, &o, &error) == SCREE_OK, "%s", error.what)) return none;
    return decode(path);
}

typedef struct spot {
    double area, x, y;
} spot;

// Where two pictures differ, left of the colour bar and below the title.
HARNESS_MAYBE_UNUSED static spot difference(const bitmap *a, const bitmap *b)
{
    spot s = {0, 0, 0};
    for (int y = 60; y < a->height; y++)
        for (int x = 0; x < a->width - 90; x++) {
            const size_t at = 3 * ((size_t)y * (size_t)a->width + (size_t)x);
            if (!memcmp(a->rgb + at, b->rgb + at, 3)) continue;
            s.area++, s.x += x + 0.5, s.y += y + 0.5;
        }
    s.x /= s.area, s.y /= s.area;
    return s;
}

#endif
