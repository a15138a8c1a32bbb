// flight.c - see flight.h. A helicoid along x: at the angle a from y towards z the points (pitch a/(2 pi), r cos a,
// r sin a) with r from the shaft to the rim, a right-handed screw. Two triangles a step of 15 degrees; lengths in mm.
#include "cli/flight.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/text.h"

enum { STEPS_OF_TURN = 24, TURNS = 5 };
static const double pitch = 60, shaft = 11,
                    rim = 33; // mm; the shaft is a wall of its own, of 12 mm

static void put_corner(text_buffer *text, double x, double radius, double angle)
{
    double sine;
    double cosine;
    real_sin_cos(angle, &sine, &cosine);
    text_append_format(text, "v %.6f %.6f %.6f\n", x, radius * cosine, radius * sine);
}

char *flight_mesh(void)
{
    text_buffer text = {0};
    text_append_format(&text,
                       "# The flight of a screw, in mm: %d turns along x with a pitch of %g, from "
                       "a radius of %g to "
                       "%g.\n",
                       TURNS, pitch, shaft, rim);
    const int steps = STEPS_OF_TURN * TURNS;
    for (int i = 0; i <= steps; i++) {
        const double turns = (double)i / STEPS_OF_TURN;
        put_corner(&text, pitch * turns, shaft, 2 * PI * turns);
        put_corner(&text, pitch * turns, rim, 2 * PI * turns);
    }
    for (int i = 0; i < steps; i++) {
        const int inner = 2 * i + 1; // corners count from 1
        text_append_format(&text, "f %d %d %d\nf %d %d %d\n", inner, inner + 1, inner + 3, inner,
                           inner + 3, inner + 2);
    }
    if (!text.failed)
        return text.data;
    text_buffer_clear(&text);
    return NULL;
}
