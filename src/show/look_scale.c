// look_scale.c - what is noise among the numbers of grains: the scale of forces and speeds that a moment of a run has; see look.h.
#include "show/look.h"

#include <math.h>
#include <string.h>

// The greatest force in a contact, or the mean weight of a grain.
static double scale_of_forces(const record_moment *moment, double gravity)
{
    const frame *frame = &moment->frame;
    double most = 0;
    double mass = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < frame->contact.count && moment->has_contacts; i++)
        most = fmax(most, fabs(frame->contact.normal_force[i]));
    for (int64_t i = 0; i < frame->ball.count; i++) {
        if (!isfinite(frame->ball.mass[i]))
            continue;
        mass += frame->ball.mass[i];
        count++;
    }
    return fmax(most, count ? gravity * mass / (double)count : 0);
}

double look_scale(const record_moment *moment, const char *unit)
{
    const frame_balls *balls = &moment->frame.ball;
    const double gravity = v3_norm(moment->frame.model->gravity);
    double radius = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < balls->count; i++) {
        if (!isfinite(balls->radius[i]))
            continue;
        radius += balls->radius[i];
        count++;
    }
    radius /= count ? (double)count : 1;
    if (!strcmp(unit, "N"))
        return scale_of_forces(moment, gravity);
    if (!strcmp(unit, "N m"))
        return radius * scale_of_forces(moment, gravity);
    if (!strcmp(unit, "m/s"))
        return sqrt(2 * gravity * radius);
    if (!strcmp(unit, "rad/s") && radius > 0)
        return sqrt(gravity / (2 * radius));
    return 0;
}
