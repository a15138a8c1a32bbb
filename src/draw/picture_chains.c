// picture_chains.c - force chains: a line along each contact, as wide as its normal force over the greatest one, drawn from the
// weakest to the strongest, so that what bears the load lies on top.
#include "draw/picture_parts.h"

#include <stdlib.h>

typedef struct chain {
    float force;
    int32_t contact;
} chain;

static int by_force(const void *p, const void *q)
{
    const chain *one = p;
    const chain *other = q;
    return (one->force > other->force) - (one->force < other->force);
}

double picture_strongest(const frame *frame, const picture_options *options)
{
    double most = options->strongest;
    for (int64_t i = 0; i < frame->contact.count && !(options->strongest > 0); i++)
        most = fmax(most, fabs(frame->contact.normal_force[i]));
    return most;
}

// Is the grain of that id left out? A wall is never left out.
static bool is_hidden(const frame_balls *balls, const bool *hidden, int64_t id)
{
    const int64_t ball = frame_ball_of(balls, id);
    return ball >= 0 && hidden[ball];
}

static bool is_seen(const frame *frame, const picture_options *options, int64_t i)
{
    const bool *hidden = options->hidden;
    return !hidden || (!is_hidden(&frame->ball, hidden, frame->contact.a[i]) &&
                       !is_hidden(&frame->ball, hidden, frame->contact.b[i]));
}

bool picture_draw_chains(canvas *canvas, const picture_style *style, const view *view,
                         const frame *frame, const picture_options *options)
{
    const frame_contacts *contacts = &frame->contact;
    const double most = picture_strongest(frame, options);
    int64_t count = 0;
    chain *order = malloc((size_t)contacts->count * sizeof *order + 1);
    if (!order)
        return false;
    for (int64_t i = 0; i < contacts->count; i++) {
        if (is_seen(frame, options, i))
            order[count++] = (chain){(float)fabs(contacts->normal_force[i]), (int32_t)i};
    }
    qsort(order, (size_t)count, sizeof *order, by_force);
    for (int64_t k = 0; k < count && most > 0; k++) {
        const int32_t i = order[k].contact;
        const float share = fminf(order[k].force / (float)most, 1);
        const rgb weak = {0.35f, 0.42f, 0.55f};
        const rgb strong = {0.72f, 0.12f, 0.10f};
        const canvas_pen pen = {.half_width = fmaxf(picture_widest(style) * share, 0.3f),
                                .colour = rgb_mix(weak, strong, sqrtf(share)),
                                .strength = 0.9f};
        canvas_line(canvas, view_point(view, contacts->position_a[i]),
                    view_point(view, contacts->position_b[i]), pen, NULL);
    }
    free(order);
    return true;
}
