// exchange_boxes.c - where the bodies of a part are: a box around those of each block, which are neighbours in space.
//
// Along a periodic axis a box stands around the nearest images of its bodies, seen from the first of them, so that bodies that
// flow across the border stay together. In a cell that deforms it stands around the bodies as they are.
#include "world/exchange.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdlib.h>

static const span_box empty_box = {
    .low = {INFINITY, INFINITY, INFINITY},
    .high = {-INFINITY, -INFINITY, -INFINITY},
};

static span_box box_of_block(const part *part, const block *block)
{
    const bodies *own = &part->body;
    const contact_context *context = &part->stepping.context;
    span_box box = empty_box;
    const double *first = position_now(own, block->low)->v;
    for (int32_t i = block->low; i < block->high; i++) {
        const double *at = position_now(own, i)->v;
        const double radius = at[3];
        for (int d = 0; d < 3; d++) {
            const double way = at[d] - first[d];
            const double nearest = context->deforms ? way : nearest_of(context, d, way);
            const double place = first[d] + nearest;
            box.low[d] = real_min(box.low[d], place - radius);
            box.high[d] = real_max(box.high[d], place + radius);
        }
    }
    return box;
}

bool exchange_boxes_of(const part *part, span_boxes *out)
{
    const lists *list = &part->list;
    out->count = 0;
    out->box = malloc(((size_t)list->blocks + 1) * sizeof *out->box);
    for (int i = 0; out->box && i < list->blocks; i++)
        out->box[out->count++] = box_of_block(part, &list->block[i]);
    return out->box != NULL;
}

span_box exchange_box_of_body(const bodies *own, int32_t slot)
{
    const double *at = position_now(own, slot)->v;
    const double radius = at[3];
    span_box box;
    for (int d = 0; d < 3; d++) {
        box.low[d] = at[d] - radius;
        box.high[d] = at[d] + radius;
    }
    return box;
}

// ---- near

// A little more than the skin, for rounding.
static bool near_along(const stepping *s, const span_box *one, const span_box *other, int d,
                       double away)
{
    const double size = real_max(fabs(one->low[d]), fabs(one->high[d]));
    const double reach = 1.001 * s->skin + 1e-12 * size;
    const double low = one->low[d] + away - reach;
    const double high = one->high[d] + away + reach;
    return high >= other->low[d] && low <= other->high[d];
}

// Two edges along the first axis of a cell that leans, for both others lean along it.
static bool near_in_cell(const stepping *s, const span_box *one, const span_box *other)
{
    enum { ALONG_X = 5, ALONG = 3, IMAGES = ALONG_X * ALONG * ALONG };
    for (int image = 0; image < IMAGES; image++) {
        const v3 turns = {
            .x = image % ALONG_X - 2,
            .y = image / ALONG_X % ALONG - 1,
            .z = image / (ALONG_X * ALONG) - 1,
        };
        const v3 away = cell_times(&s->context.cell, turns);
        bool near = turns.x == 0 || s->periodic[0];
        near = near && (turns.y == 0 || s->periodic[1]);
        near = near && (turns.z == 0 || s->periodic[2]);
        for (int d = 0; near && d < 3; d++)
            near = near_along(s, one, other, d, v3_component(away, d));
        if (near)
            return true;
    }
    return false;
}

bool exchange_boxes_near(const stepping *s, const span_box *one, const span_box *other)
{
    if (s->cell)
        return near_in_cell(s, one, other);
    for (int d = 0; d < 3; d++) {
        const int images = s->periodic[d] ? 2 : 0; // both may stand beyond the border
        bool near = false;
        for (int image = -images; image <= images && !near; image++)
            near = near_along(s, one, other, d, image * s->context.length[d]);
        if (!near)
            return false;
    }
    return true;
}
