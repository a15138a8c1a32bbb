// png.c - see png.h.
//
// A PNG is a signature and chunks {length, type, data, CRC}, lengths big-endian: IHDR (size and kind), IDAT (one zlib
// stream of the rows, each led by the number of its filter), IEND. Each row is stored as differences from the left
// neighbour or from the row above, whichever has the smaller sum of absolute values. Source: W3C, Portable Network
// Graphics, second edition.
#include "draw/png.h"

#include "store/file_out.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void put_chunk(file_out *out, const char type[4], const uint8_t *data, size_t size)
{
    uint8_t word[4];
    uint32_t crc = (uint32_t)crc32(0, (const uint8_t *)type, 4);
    if (size) crc = (uint32_t)crc32(crc, data, (uInt)size);
    put_u32(word, (uint32_t)size);
    file_out_write(out, word, 4);
    file_out_write(out, type, 4);
    file_out_write(out, data, size);
    put_u32(word, crc);
    file_out_write(out, word, 4);
}

// Puts the filtered row, led by its filter number, into `line`. `above` is NULL for the first row.
static void filter_row(uint8_t *line, uint8_t *spare, const uint8_t *row, const uint8_t *above, size_t size)
{
    unsigned left = 0, up = 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t a = (uint8_t)(row[i] - (i >= 3 ? row[i - 3] : 0));
        uint8_t b = (uint8_t)(row[i] - (above ? above[i] : 0));
        line[1 + i] = a;
        spare[i] = b;
        left += a < 128 ? a : 256u - a;
        up += b < 128 ? b : 256u - b;
    }
    line[0] = 1;
    if (up >= left) return;
    line[0] = 2;
    memcpy(line + 1, spare, size);
}

// All rows, filtered and compressed, in a new buffer; NULL when out of memory.
static uint8_t *pack(int width, int height, const uint8_t *rgb, size_t *size)
{
    const size_t row = 3 * (size_t)width;
    z_stream z;
    memset(&z, 0, sizeof z);
    if (deflateInit2(&z, 2, Z_DEFLATED, 15, 9, Z_FILTERED) != Z_OK) return NULL;
    size_t room = deflateBound(&z, (uLong)((row + 1) * (size_t)height));
    uint8_t *packed = malloc(room), *line = malloc(2 * row + 1);
    if (packed && line) {
        z.next_out = packed;
        z.avail_out = (uInt)room;
        for (int y = 0; y < height; y++) {
            const uint8_t *at = rgb + (size_t)y * row;
            filter_row(line, line + row + 1, at, y ? at - row : NULL, row);
            z.next_in = line;
            z.avail_in = (uInt)(row + 1);
            deflate(&z, y == height - 1 ? Z_FINISH : Z_NO_FLUSH);
        }
        *size = room - z.avail_out;
    } else {
        free(packed);
        packed = NULL;
    }
    free(line);
    deflateEnd(&z);
    return packed;
}

scree_status png_write(const char *path, int width, int height, const uint8_t *rgb, scree_error *error)
{
    size_t size = 0;
    uint8_t head[13] = {[8] = 8 /* bits */, [9] = 2 /* red, green, blue */};
    put_u32(head, (uint32_t)width);
    put_u32(head + 4, (uint32_t)height);
    uint8_t *packed = pack(width, height, rgb, &size);
    if (!packed) return fail_memory(error, path);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (!status) {
        file_out_write(&out, "\211PNG\r\n\032\n", 8);
        put_chunk(&out, "IHDR", head, sizeof head);
        put_chunk(&out, "IDAT", packed, size);
        put_chunk(&out, "IEND", NULL, 0);
        status = file_out_commit(&out, error);
    }
    free(packed);
    return status;
}
