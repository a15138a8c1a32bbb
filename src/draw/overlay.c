// overlay.c - see overlay.h.
#include "draw/overlay.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// All numbers of a curve stand in one block, which begins with x.
bool overlay_add(overlay *overlay, const char *name, int64_t points, bool band, overlay_line *out)
{
    const size_t count = (size_t)points + 1;
    char *label = text_copy(name);
    double *block = malloc(4 * count * sizeof *block);
    bool ok = block && (label || !name);
    ok = ok && MEM_GROW(overlay->curve, overlay->room, overlay->curves + 1);
    if (!ok) {
        free(label);
        free(block);
        return false;
    }
    *out = (overlay_line){block, block + count, block + 2 * count, block + 3 * count};
    chart_curve *curve = &overlay->curve[overlay->curves++];
    *curve = (chart_curve){.name = label, .x = out->x, .y = out->y, .count = points};
    if (band) {
        curve->low = out->low;
        curve->high = out->high;
    }
    return true;
}

void overlay_settle(overlay *overlay, int64_t points, bool dots, int like)
{
    chart_curve *curve = &overlay->curve[overlay->curves - 1];
    curve->count = points;
    curve->points = dots;
    curve->like = like;
}

scree_status overlay_write(const overlay *overlay, const chart *labels, const char *path,
                           scree_error *error)
{
    chart chart = *labels;
    chart.curve = overlay->curve;
    chart.curves = overlay->curves;
    return chart_write(path, &chart, error);
}

void overlay_clear(overlay *overlay)
{
    for (int i = 0; i < overlay->curves; i++) {
        free((char *)overlay->curve[i].name);
        free((double *)overlay->curve[i].x);
    }
    free(overlay->curve);
    memset(overlay, 0, sizeof *overlay);
}
