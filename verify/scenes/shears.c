// shears.c - friction and solid fraction of steady shear by the inertial number I = g d sqrt(rho/P), in cells that keep their
// normal stress P.
//
//   mu = mu_s + b I                             disks      F. da Cruz et al., Phys. Rev. E 72, 021309 (2005), their friction 0.4
//   mu = mu_s + (mu_2 - mu_s)/(1 + I_0/I)       balls      P. Jop, Y. Forterre, O. Pouliquen, Nature 441, 727 (2006)
// In both mu is a straight line in a number x of I: x = I of disks, x = 1/(1 + I_0/I) with I_0 = 0.279 of balls.
#include "verify/scenes/bulk.h"
#include "verify/scenes/scenes.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>

enum { RATES = 4, LOOKS = 150 };
static const struct {
    double number, begun, strain; // the inertial number; strains before and while it is measured
} rates[RATES] = {{0.01, 1, 3}, {0.03, 1, 4}, {0.1, 2, 6}, {0.2, 3, 8}};

typedef struct shear_kind {
    const char *id, *source, *file;
    bool flat;
    int seeds;
    double rest, slope;             // published: mu at x = 0, and its growth with x
    double solids, opens;           // published: solid fraction at rest, and what a unit of I takes
    double rest_by, slope_by;       // tolerances
    const char *rest_of, *slope_of; // what the rows are called
} shear_kind;

static const double turning_point = 0.279;

static double abscissa(const shear_kind *kind, double number)
{
    return kind->flat ? number : 1 / (1 + turning_point / number);
}

// What the grains fill of the cell.
static double solid_fraction(const shear_kind *kind, const frame *frame)
{
    double filled = 0;
    for (int64_t i = 0; i < frame->ball.count; i++) {
        const double radius = frame->ball.radius[i];
        filled += kind->flat ? PI * radius * radius : 4.0 / 3 * PI * radius * radius * radius;
    }
    return filled / frame->cell.volume;
}

typedef struct shear_state {
    double number, friction, solids; // the inertial number by the mean stress
} shear_state;

static bool shear(const claim *claim, const shear_kind *kind, int which, int seed, shear_state *out)
{
    const double rate = rates[which].number;
    const double end = (rates[which].begun + rates[which].strain) / rate;
    double shear_stress = 0;
    double pressure = 0;
    double solids = 0;
    trial trial;
    bulk_settings settings = {0};
    bulk_let(&settings, "let.seed", "%d", seed);
    bulk_let(&settings, "let.rate", "%g 1/s", rate);
    bulk_let(&settings, "let.time", "%.17g s", end);
    bool good = bulk_open(&trial, claim, kind->file, &settings);
    for (int look = 1; good && look <= LOOKS; look++) {
        const double strain = rates[which].begun + rates[which].strain * look / LOOKS;
        good = bulk_run_to(&trial, strain / rate) && trial_look(&trial);
        if (!good)
            break;
        const frame_cell *cell = &trial.frame.cell;
        shear_stress -= frame_cell_stress(cell, CELL_XY) / LOOKS;
        pressure += frame_cell_stress(cell, CELL_YY) / LOOKS;
        solids += solid_fraction(kind, &trial.frame) / LOOKS;
    }
    trial_close(&trial);
    *out = (shear_state){rate / sqrt(pressure), shear_stress / pressure, solids};
    return good;
}

static void rheology(verify *verify, const shear_kind *kind)
{
    claim claim;
    seed_sample friction[RATES] = {0};
    seed_sample solids[RATES] = {0};
    seed_sample rest = {0};
    seed_sample slope = {0};
    double least_rise = INFINITY;
    if (!claim_begin(&claim, verify, kind->source, "%s", kind->id))
        return;
    for (int seed = 1; seed <= kind->seeds; seed++) {
        line_fit line = {0};
        double before = 0;
        for (int i = 0; i < RATES; i++) {
            shear_state state;
            if (!shear(&claim, kind, i, seed, &state))
                return;
            line_add(&line, abscissa(kind, state.number), state.friction);
            seed_add(&friction[i], state.friction);
            seed_add(&solids[i], state.solids);
            least_rise = fmin(least_rise, state.friction - before);
            before = state.friction;
        }
        seed_add(&rest, line_rest(&line));
        seed_add(&slope, line_slope(&line));
    }
    for (int i = 0; i < RATES; i++) {
        char words[64];
        const double line = kind->rest + kind->slope * abscissa(kind, rates[i].number);
        snprintf(words, sizeof words, "mu at I = %g", rates[i].number);
        seeds_noted(&claim, words, &friction[i], line);
        snprintf(words, sizeof words, "solid fraction at I = %g", rates[i].number);
        const double published = kind->solids - kind->opens * rates[i].number;
        seeds_noted(&claim, words, &solids[i], published);
    }
    claim_at_least(&claim, "least rise of mu from I to I", least_rise, 0);
    seeds_within(&claim, kind->rest_of, &rest, kind->rest, kind->rest_by);
    seeds_within(&claim, kind->slope_of, &slope, kind->slope, kind->slope_by);
}

void verify_scene_shears(verify *verify)
{
    static const shear_kind disks = {
        .id = "rheology: disks",
        .source = "da Cruz et al. 2005",
        .file = "bulk-shear.yaml",
        .flat = true,
        .seeds = 3,
        .rest = 0.25,
        .slope = 1.1,
        .solids = 0.81,
        .opens = 0.3,
        .rest_by = 0.02,
        .slope_by = 0.15,
        .rest_of = "mu_s, fitted",
        .slope_of = "b, fitted",
    };
    static const shear_kind balls = {
        .id = "rheology: balls",
        .source = "Jop et al. 2006",
        .file = "bulk-shear-balls.yaml",
        .seeds = 2,
        .rest = 0.382,
        .slope = 0.261,
        .solids = 0.60,
        .rest_by = 0.02,
        .slope_by = 0.05,
        .rest_of = "mu_s, fitted with I_0 of 0.279",
        .slope_of = "mu_2 - mu_s, fitted",
    };
    if (!verify->full)
        return;
    rheology(verify, &disks);
    rheology(verify, &balls);
}
