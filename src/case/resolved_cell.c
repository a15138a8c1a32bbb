// resolved_cell.c - the section `cell` of a resolved case: what drives each component of a cell that deforms.
#include "case/resolved_values.h"

#include <math.h>

// Components of one kind, `together` for all axes where there is one value for them.
static bool components(text_buffer *text, const model_cell *cell, cell_control what)
{
    const bool mean = cell->mean && what == CELL_STRESS;
    bool any = false;
    for (int i = 0; i < CELL_PARTS; i++) {
        if (cell->control[i] != what || (mean && i <= CELL_ZZ && any))
            continue;
        if (!any)
            text_append(text, what == CELL_RATE ? "  rate: {" : "  stress: {");
        text_append_format(text, "%s%s: ", any ? ", " : "",
                           mean && i <= CELL_ZZ ? "mean" : cell_part_names[i]);
        put_quantity(text, cell->value[i], what == CELL_RATE ? "1/s" : "Pa");
        any = true;
    }
    if (any)
        text_append(text, "}\n");
    return any;
}

void put_cell(text_buffer *text, const model_cell *cell)
{
    bool keeps = false;
    if (!cell->given)
        return;
    text_append(text, "cell:\n");
    components(text, cell, CELL_RATE);
    components(text, cell, CELL_STRESS);
    for (int axis = 0; axis < 3; axis++) {
        if (cell->control[axis] != CELL_KEEPS_VOLUME)
            continue;
        text_append_format(text, "%s%c", keeps ? ", " : "  keeps_volume: [", "xyz"[axis]);
        keeps = true;
    }
    text_append_format(text, "%s  motion: %s\n  from: ", keeps ? "]\n" : "",
                       cell_driving_names[cell->driving]);
    put_quantity(text, cell->from, "s");
    if (isfinite(cell->to)) {
        text_append(text, "\n  to: ");
        put_quantity(text, cell->to, "s");
    }
    if (cell->limit > 0) {
        text_append(text, "\n  limit: ");
        put_quantity(text, cell->limit, "1/s");
    }
    if (cell->response > 0) {
        text_append(text, "\n  response: ");
        put_quantity(text, cell->response, "s");
    }
    text_append(text, "\n");
}
