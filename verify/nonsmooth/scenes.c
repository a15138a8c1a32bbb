// scenes.c - cases of the nonsmooth solver as text, see nonsmooth.h.
#include "verify/nonsmooth/nonsmooth.h"

#include "base/constants.h"

#include <stdlib.h>
#include <string.h>

const v3 impulse_still = {0, 0, 0};

static void vector(text_buffer *text, const char *key, v3 v, const char *unit)
{
    text_append_format(text, "%s: [%.17g %s, %.17g %s, %.17g %s]", key, v.x, unit, v.y, unit, v.z,
                       unit);
}

void impulse_head(const impulse_case *given, text_buffer *text)
{
    text_append_format(text, "scree: 1\nsolver: %s\n", given->smooth ? "smooth" : "nonsmooth");
    if (given->settings)
        text_append_format(text, "nonsmooth: {%s}\n", given->settings);
    vector(text, "gravity", given->gravity, "m/s^2");
    text_append_format(
        text, "\ndomain: {low: [%.17g m, %.17g m, %.17g m], high: [%.17g m, %.17g m, %.17g m]",
        -given->reach, -given->reach, -given->reach, given->reach, given->reach, given->reach);
    if (given->boundary)
        text_append_format(text, ", %s", given->boundary);
    text_append_format(
        text, "}\nmaterials:\n  m: {density: 2000 kg/m^3, young: %.17g Pa, poisson: 0.3}\n",
        given->young);
    if (given->plate)
        text_append_format(text, "  plate: {density: 2000 kg/m^3, young: %.17g Pa, poisson: 0.3}\n",
                           given->young);
    text_append_format(text, "pairs:\n  default: {%s}\n", given->laws);
    if (given->plate)
        text_append_format(text, "  m-plate: {%s}\n", given->plate);
    text_append(text, "run: {steps: 1, ");
    if (given->step > 0)
        text_append_format(text, "step: %.17g s", given->step);
    else
        text_append(text, "step: auto");
    text_append_format(text, "%s%s}\n", given->run ? ", " : "", given->run ? given->run : "");
}

void impulse_grain(text_buffer *text, const char *name, const char *shape, v3 position, v3 velocity,
                   v3 spin)
{
    text_append_format(text, "  %s: {shape: %s, material: m, ", name, shape);
    vector(text, "velocity", velocity, "m/s");
    text_append(text, ", ");
    vector(text, "spin", spin, "rad/s");
    text_append(text, ", packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], ");
    vector(text, "origin", position, "m");
    text_append(text, "}}\n");
}

bool impulse_open(trial *trial, const claim *claim, text_buffer *text)
{
    bool good = trial_open_buffer(trial, claim, text);
    text_buffer_clear(text);
    return good;
}

double impulse_ball_mass(void)
{
    return 2000 * 4.0 / 3.0 * PI * 0.005 * 0.005 * 0.005;
}

// Hertz's 4/3 E* sqrt(R*) of two such materials: E sqrt(2 d) / (3 (1 - nu^2)), d = 2 R*.
static double stiffness_of(double young, double twice_r_eff)
{
    return young * sqrt(2 * twice_r_eff) / (3 * (1 - 0.3 * 0.3));
}

double impulse_overlap(double young, double twice_r_eff, double force)
{
    double x = cbrt(force / stiffness_of(young, twice_r_eff));
    return x * x;
}
