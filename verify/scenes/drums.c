// drums.c - how steeply balls lie in a drum that turns, by their centre of mass: against LIGGGHTS 3.8 with the same law, step
// and parameters (bench/compare-peers scenes; docs/verification/scenes.md), at a Froude number w^2 R/g of 0.049.
#include "verify/scenes/bulk.h"
#include "verify/scenes/scenes.h"

#include "base/constants.h"

#include <math.h>

enum { SEEDS = 3, LOOKS = 200 };
static const double settled = 1.3, end = 3.3;               // s
static const double peer_angle = 26.95, peer_depth = 12.04; // degrees, mm

typedef struct drum_state {
    double angle, depth; // degrees; m below the axis
} drum_state;

static bool turn(const claim *claim, int seed, drum_state *out)
{
    double side = 0;
    double down = 0;
    trial trial;
    bulk_settings settings = {0};
    bulk_let(&settings, "let.seed", "%d", seed);
    bool good = bulk_open(&trial, claim, "bulk-drum.yaml", &settings);
    for (int look = 1; good && look <= LOOKS; look++) {
        double mass = 0;
        double x = 0;
        double z = 0;
        good = bulk_run_to(&trial, settled + (end - settled) * look / LOOKS) && trial_look(&trial);
        for (int64_t i = 0; good && i < trial.frame.ball.count; i++) {
            const double own = trial.frame.ball.mass[i];
            mass += own;
            x += own * trial.frame.ball.position[i].x;
            z += own * trial.frame.ball.position[i].z;
        }
        side -= x / mass / LOOKS;
        down -= z / mass / LOOKS;
    }
    trial_close(&trial);
    *out = (drum_state){atan2(side, down) * 180 / PI, down};
    return good;
}

void verify_scene_drums(verify *verify)
{
    claim claim;
    seed_sample angle = {0};
    seed_sample depth = {0};
    if (!verify->full || !claim_begin(&claim, verify, "LIGGGHTS 3.8", "drum: Froude number 0.049"))
        return;
    for (int seed = 1; seed <= SEEDS; seed++) {
        drum_state state;
        if (!turn(&claim, seed, &state))
            return;
        seed_add(&angle, state.angle);
        seed_add(&depth, 1e3 * state.depth);
    }
    seeds_near(&claim, "slope by the centre of mass, deg", &angle, peer_angle, 0.03);
    seeds_near(&claim, "depth of the centre of mass, mm", &depth, peer_depth, 0.02);
}
