// png.h - writing an 8-bit RGB picture as a PNG file.
#ifndef SCREE_DRAW_PNG_H
#define SCREE_DRAW_PNG_H

#include "base/fail.h"

#include <stdint.h>

// `rgb` holds height rows of 3 * width bytes, the topmost first.
scree_status png_write(const char *path, int width, int height, const uint8_t *rgb, scree_error *error);

#endif
