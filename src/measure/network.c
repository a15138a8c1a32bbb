// network.c - see network.h.
#include "measure/network.h"

#include "base/memory.h"
#include "measure/table.h"

#include <stdlib.h>

scree_status network_check(const model *model, const char *law, scree_error *error)
{
    if (!model->cell.given || whole_are_balls(model))
        return SCREE_OK;
    return probe_fail(error, law, "leave it out, or the cell",
                      "it knows no grains of several balls in a cell that deforms");
}

bool network_fill(network *is, const model *model, const frame_balls *balls)
{
    is->grains = 0;
    if (!MEM_GROW(is->grain, is->room, balls->count + 1))
        return false;
    if (!MEM_GROW(is->of_ball, is->balls, balls->count + 1))
        return false;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        for (int64_t ball = i; ball < i + grain.balls; ball++)
            is->of_ball[ball] = is->grains;
        is->grain[is->grains++] = grain;
    }
    return true;
}

void network_clear(network *is)
{
    free(is->grain);
    free(is->of_ball);
}

int64_t network_grain(const network *is, const frame *frame, int64_t contact, int side)
{
    const frame_contacts *contacts = &frame->contact;
    const int64_t ball =
        frame_ball_of(&frame->ball, side ? contacts->b[contact] : contacts->a[contact]);
    return ball < 0 ? -1 : is->of_ball[ball];
}

network_side network_look(const network *is, const model *model, const frame *frame,
                          int64_t contact, int side)
{
    const frame_contacts *contacts = &frame->contact;
    const frame_balls *balls = &frame->ball;
    const int64_t id = side ? contacts->b[contact] : contacts->a[contact];
    const int64_t ball = frame_ball_of(balls, id);
    network_side out = {
        .grain = -1,
        .point = contacts->point[contact],
    };
    if (ball < 0)
        return out;
    out.grain = is->of_ball[ball];
    out.centre = side ? contacts->position_b[contact] : contacts->position_a[contact];
    out.force = v3_scale(side ? 1 : -1, contacts->force[contact]);
    const whole_grain *grain = &is->grain[out.grain];
    if (grain->balls > 1) {
        const v3 way = whole_way(model, balls->position[ball], grain->position);
        out.centre = v3_add(out.centre, way);
    }
    return out;
}
