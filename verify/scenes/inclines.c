// inclines.c - steady flow of balls down a rough incline, where the friction of the flow is the tangent of the slope:
//
//   mu(I) = mu_s + (mu_2 - mu_s)/(1 + I_0/I)    P. Jop, Y. Forterre, O. Pouliquen, Nature 441, 727 (2006)
//   I = g d sqrt(rho/P)                         the same at all depths, so v ~ h^1.5 - (h - z)^1.5 (Bagnold)
//
// The case, and the solid fractions by the slope, are after L. E. Silbert et al., Phys. Rev. E 64, 051302 (2001), with
// softer balls and a thinner layer. Units are those of the case: diameter, mass and gravity are 1.
#include "verify/scenes/bulk.h"
#include "verify/scenes/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>

enum { SLOPES = 3, SLICES = 32, LOOKS = 200 };
static const double slopes[SLOPES] = {23, 24.5, 26}; // degrees
static const double steady = 400, end = 500;         // s: when it is measured
static const double area = 72, volume = PI / 6;      // of the base, of a ball
// mu = rest + slope/(1 + I_0/I): in our cells (`rheology: balls`), and of glass beads. A later fit of the cells, that of
// docs/verification/scenes.md, is within 0.004 of this one at all I of 0.01 to 0.2.
static const double cell_rest = 0.358, cell_slope = 0.279, glass_rest = 0.382, glass_slope = 0.261;
static const double turning_point = 0.279; // I_0
static const double bottom_slices = 4,
                    free_part =
                        .2; // what is not measured: at the base; of the load, at the surface

// A slice of the layer, one diameter thick; sums over looks.
typedef struct slice {
    double balls, along;  // how many; their velocity down the slope
    double shear, normal; // of contacts: force times the part of the branch that is in the slice
    double moved_along, moved_up; // of motion: m v'x vz, m vz vz
} slice;

typedef struct layer {
    slice slice[SLICES];
} layer;

typedef struct incline_state {
    double number,
        spread;      // I, mean over the depth, and how far it is from there at most, as a part
    double exponent; // of the profile of velocity
    double friction; // shear over normal stress
    double solids;
    double
        drift; // how much the mean velocity grows from the first half of the time to the second, as a part
} incline_state;

static int slice_of(double height)
{
    const int which = (int)floor(height);
    return which < 0 || which >= SLICES ? -1 : which;
}

static void add_balls(layer *sum, const frame_balls *ball)
{
    double count[SLICES] = {0};
    double along[SLICES] = {0};
    for (int64_t i = 0; i < ball->count; i++) {
        const int which = slice_of(ball->position[i].z);
        if (which < 0 || !isfinite(ball->mass[i]))
            continue;
        count[which]++;
        along[which] += ball->velocity[i].x;
    }
    for (int64_t i = 0; i < ball->count; i++) {
        const int which = slice_of(ball->position[i].z);
        if (which < 0 || !isfinite(ball->mass[i]))
            continue;
        const v3 velocity = ball->velocity[i];
        slice *slice = &sum->slice[which];
        slice->balls++;
        slice->along += velocity.x;
        slice->moved_along +=
            ball->mass[i] * (velocity.x - along[which] / count[which]) * velocity.z;
        slice->moved_up += ball->mass[i] * velocity.z * velocity.z;
    }
}

// What a slice has of each contact is its part of the line between the centres (Love and Weber).
static void add_contacts(layer *sum, const frame_contacts *contact)
{
    for (int64_t i = 0; i < contact->count; i++) {
        const double begin = contact->position_a[i].z;
        const double top = contact->position_b[i].z;
        for (int which = 0; which < SLICES; which++) {
            const double from = fmin(fmax(begin, which), which + 1);
            const double to = fmin(fmax(top, which), which + 1);
            sum->slice[which].shear += contact->force[i].x * (to - from);
            sum->slice[which].normal += contact->force[i].z * (to - from);
        }
    }
}

static double mean_velocity(const layer *sum)
{
    double balls = 0;
    double along = 0;
    for (int i = 0; i < SLICES; i++) {
        balls += sum->slice[i].balls;
        along += sum->slice[i].along;
    }
    return along / balls;
}

static double slice_velocity(const layer *sum, int which)
{
    return sum->slice[which].along / sum->slice[which].balls;
}

// What a whole layer and its profile say. The pressure in a slice is the weight of what lies above its middle.
static void read_profile(const layer *sum, double slope, incline_state *out)
{
    line_fit profile = {0};
    double load[SLICES + 1] = {0};
    double number[SLICES];
    double filled = 0;
    double shear = 0;
    double normal = 0;
    int used = 0;
    for (int i = SLICES - 1; i >= 0; i--)
        load[i] = load[i + 1] + sum->slice[i].balls / LOOKS / area * cos(slope);
    for (int i = bottom_slices; load[i + 1] > free_part * load[0]; i++) {
        const slice *slice = &sum->slice[i];
        const double rate = (slice_velocity(sum, i + 1) - slice_velocity(sum, i - 1)) / 2;
        const double pressure = (load[i] + load[i + 1]) / 2;
        number[used++] = rate / sqrt(pressure * volume);
        line_add(&profile, log(pressure), log(rate));
        filled += slice->balls / LOOKS / area * volume;
        shear -= slice->shear + slice->moved_along;
        normal += slice->normal + slice->moved_up;
    }
    out->number = 0;
    out->spread = 0;
    for (int i = 0; i < used; i++)
        out->number += number[i] / used;
    for (int i = 0; i < used; i++)
        out->spread = fmax(out->spread, fabs(number[i] / out->number - 1));
    out->exponent = 1 + line_slope(&profile);
    out->solids = filled / used;
    out->friction = shear / normal;
}

static bool flow(const claim *claim, double degrees, incline_state *out)
{
    layer half[2] = {0};
    trial trial;
    bulk_settings settings = {0};
    bulk_let(&settings, "let.slope", "%g deg", degrees);
    bulk_let(&settings, "let.time", "%.17g s", end);
    bool good = bulk_open(&trial, claim, "bulk-incline.yaml", &settings);
    for (int look = 1; good && look <= LOOKS; look++) {
        layer *sum = &half[look > LOOKS / 2];
        good = bulk_run_to(&trial, steady + (end - steady) * look / LOOKS) && trial_look(&trial);
        if (!good)
            break;
        add_balls(sum, &trial.frame.ball);
        add_contacts(sum, &trial.frame.contact);
    }
    trial_close(&trial);
    if (!good)
        return false;
    out->drift = mean_velocity(&half[1]) / mean_velocity(&half[0]) - 1;
    for (int i = 0; i < SLICES; i++) {
        slice *to = &half[0].slice[i];
        const slice *from = &half[1].slice[i];
        to->balls += from->balls;
        to->along += from->along;
        to->shear += from->shear;
        to->normal += from->normal;
        to->moved_along += from->moved_along;
        to->moved_up += from->moved_up;
    }
    read_profile(&half[0], degrees * PI / 180, out);
    return true;
}

void verify_scene_inclines(verify *verify)
{
    claim claim;
    if (!verify->full)
        return;
    for (int i = 0; i < SLOPES; i++) {
        incline_state state;
        const double friction = tan(slopes[i] * PI / 180);
        const double solids = 0.59 - 0.007 * (slopes[i] - 20);
        if (!claim_begin(&claim, verify, "Silbert et al. 2001", "incline: %g degrees", slopes[i]))
            continue;
        if (!flow(&claim, slopes[i], &state))
            return;
        const double number = 1 / (1 + turning_point / state.number);
        claim_relative(&claim, "shear over normal stress", state.friction, friction, 0.01);
        claim_absolute(&claim, "power of the depth in the velocity", state.exponent, 1.5, 0.1);
        claim_absolute(&claim, "solid fraction", state.solids, solids, 0.015);
        claim_absolute(&claim, "tangent less the friction in cells at this I",
                       friction - cell_rest - cell_slope * number, 0, 0.02);
        claim_noted(&claim, "tangent beside mu(I) of Jop et al. 2006", friction,
                    glass_rest + glass_slope * number);
        claim_noted(&claim, "inertial number", state.number, 0);
        claim_noted(&claim, "its largest deviation over the depth, as a part", state.spread, 0);
        claim_noted(&claim, "growth of the velocity between halves, as a part", state.drift, 0);
    }
}
