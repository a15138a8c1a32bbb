// png.h - writing an 8-bit RGB picture as a PNG file, by libpng.
#ifndef SCREE_DRAW_PNG_H
#define SCREE_DRAW_PNG_H

#include "base/fail.h"

#include <stdint.h>

// `pixel` holds height rows of width numbers 0x00RRGGBB, the topmost first.
scree_status png_write(const char *path, int width, int height, const uint32_t *pixel,
                       scree_error *error);

// The same into memory.
typedef struct png_bytes {
    uint8_t *data; // owned; free with free()
    int64_t size, room;
} png_bytes;
// `name` is what a fault names. Begins anew in `out`, which keeps its room.
scree_status png_pack(const char *name, int width, int height, const uint32_t *pixel,
                      png_bytes *out, scree_error *error);

#endif
