// png.h - writing an 8-bit RGB picture as a PNG file, by libpng.
#ifndef SCREE_DRAW_PNG_H
#define SCREE_DRAW_PNG_H

#include "base/fail.h"

#include <stdint.h>

// `pixel` holds height rows of width numbers 0x00RRGGBB, the topmost first.
scree_status png_write(const char *path, int width, int height, const uint32_t *pixel,
                       scree_error *error);

#endif
