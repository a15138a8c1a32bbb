// silos.c - by which power of the hole the rate of discharge grows: W. A. Beverloo, H. A. Leniger and J. van de Velde, Chemical
// Engineering Science 15, 1961, 260.
//
//   W = C rho sqrt(g) (D - k d)^(5/2),   C = 0.55 to 0.65, k = 1.4 of balls
// D is the hole, d a bead, rho the density of the bulk. k is that of balls, and the power is the slope of log W over
// log(D - k d), by least squares.
#include "verify/scenes/bulk.h"
#include "verify/scenes/scenes.h"

#include <math.h>

enum { HOLES = 4, MIDDLE = 2, SEEDS = 3 };
static const double bead = 2e-3, gap = 1.4, opens = 0.16;
static const struct {
    double hole, from, to; // diameters of beads; s after the opening
} holes[HOLES] = {{4, 0.1, 0.4}, {5, 0.1, 0.3}, {6, 0.1, 0.25}, {7, 0.1, 0.2}};

// Mass above the floor, kg.
static double mass_inside(const frame *frame)
{
    double mass = 0;
    for (int64_t i = 0; i < frame->ball.count; i++)
        if (frame->ball.position[i].z > 0)
            mass += frame->ball.mass[i];
    return mass;
}

static double discharge(const claim *claim, int which, int seed)
{
    const double from = holes[which].from;
    const double to = holes[which].to;
    double rate = NAN;
    trial trial;
    bulk_settings settings = {0};
    bulk_let(&settings, "let.seed", "%d", seed);
    bulk_let(&settings, "let.hole", "%g m", holes[which].hole * bead);
    bulk_let(&settings, "let.opens", "%g s", opens);
    bulk_let(&settings, "let.flows", "%g s", to);
    bool good = bulk_open(&trial, claim, "bulk-silo.yaml", &settings);
    good = good && bulk_run_to(&trial, opens + from) && trial_look(&trial);
    const double before = good ? mass_inside(&trial.frame) : 0;
    if (good && bulk_run_to(&trial, opens + to) && trial_look(&trial))
        rate = (before - mass_inside(&trial.frame)) / (to - from);
    trial_close(&trial);
    return rate;
}

void verify_scene_silos(verify *verify)
{
    claim claim;
    seed_sample power = {0};
    seed_sample constant = {0};
    if (!verify->full ||
        !claim_begin(&claim, verify, "Beverloo et al. 1961", "beverloo: pipe with a hole"))
        return;
    const double bulk = 2500 * 0.59;
    for (int seed = 1; seed <= SEEDS; seed++) {
        line_fit line = {0};
        for (int i = 0; i < HOLES; i++) {
            const double open = (holes[i].hole - gap) * bead;
            const double rate = discharge(&claim, i, seed);
            if (!(rate > 0))
                return;
            line_add(&line, log(open), log(rate));
            if (i == MIDDLE)
                seed_add(&constant, rate / (bulk * sqrt(9.81) * pow(open, 2.5)));
        }
        seed_add(&power, line_slope(&line));
    }
    seeds_within(&claim, "power of D - 1.4 d, holes of 4, 5, 6, 7 d", &power, 2.5, 0.1);
    seeds_noted(&claim, "C of 6 d", &constant, 0.58);
}
