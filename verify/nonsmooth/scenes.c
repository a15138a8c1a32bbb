// scenes.c - cases of the nonsmooth solver as text, see scenes.h.
#include "verify/nonsmooth/nonsmooth.h"

#include "base/constants.h"

#include <stdlib.h>
#include <string.h>

const v3 impulse_still = {0, 0, 0};
const double impulse_pull = 9.81;

static void vector(text_buffer *b, const char *key, v3 v, const char *unit)
{
    text_append_format(b, "%s: [%.17g %s, %.17g %s, %.17g %s]", key, v.x, unit, v.y, unit, v.z,
                       unit);
}

void impulse_head(const impulse_case *k, text_buffer *b)
{
    text_append_format(b, "scree: 1\nsolver: %s\n", k->smooth ? "smooth" : "nonsmooth");
    if (k->settings)
        text_append_format(b, "nonsmooth: {%s}\n", k->settings);
    vector(b, "gravity", k->gravity, "m/s^2");
    text_append_format(
        b, "\ndomain: {low: [%.17g m, %.17g m, %.17g m], high: [%.17g m, %.17g m, %.17g m]",
        -k->reach, -k->reach, -k->reach, k->reach, k->reach, k->reach);
    if (k->boundary)
        text_append_format(b, ", %s", k->boundary);
    text_append_format(
        b, "}\nmaterials:\n  m: {density: 2000 kg/m^3, young: %.17g Pa, poisson: 0.3}\n", k->young);
    if (k->plate)
        text_append_format(b, "  plate: {density: 2000 kg/m^3, young: %.17g Pa, poisson: 0.3}\n",
                           k->young);
    text_append_format(b, "pairs:\n  default: {%s}\n", k->laws);
    if (k->plate)
        text_append_format(b, "  m-plate: {%s}\n", k->plate);
    text_append(b, "run: {steps: 1, ");
    if (k->step > 0)
        text_append_format(b, "step: %.17g s", k->step);
    else
        text_append(b, "step: auto");
    text_append_format(b, "%s%s}\n", k->run ? ", " : "", k->run ? k->run : "");
}

void impulse_grain(text_buffer *b, const char *name, const char *shape, v3 position, v3 velocity,
                   v3 spin)
{
    text_append_format(b, "  %s: {shape: %s, material: m, ", name, shape);
    vector(b, "velocity", velocity, "m/s");
    text_append(b, ", ");
    vector(b, "spin", spin, "rad/s");
    text_append(b, ", packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], ");
    vector(b, "origin", position, "m");
    text_append(b, "}}\n");
}

bool impulse_open(trial *t, const claim *c, text_buffer *b)
{
    bool good = trial_open_buffer(t, c, b);
    text_buffer_clear(b);
    return good;
}

double impulse_ball_mass(void)
{
    return 2000 * 4.0 / 3.0 * PI * 0.005 * 0.005 * 0.005;
}

double impulse_stiffness(double young, double twice_r_eff)
{
    return young * sqrt(2 * twice_r_eff) / (3 * (1 - 0.3 * 0.3));
}

double impulse_overlap(double young, double twice_r_eff, double force)
{
    double x = cbrt(force / impulse_stiffness(young, twice_r_eff));
    return x * x;
}
