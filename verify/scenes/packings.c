// packings.c - how dense equal balls lie that begin at random places: random close packing.
//
// The protocol is that of C. S. O'Hern, L. E. Silbert, A. J. Liu and S. R. Nagel, Phys. Rev. E 68, 011306 (2003): equal
// balls without friction at random places of a periodic box are moved down the energy of their overlaps, at a given solid
// fraction, here after growing from a tenth less in 2000 rounds. Below point J the energy comes to nothing, above it stays.
// The fraction is halved in on between 0.62 and 0.66, in five steps. It is the packing `law: dense` of a case that is asked,
// by making a world; balls that are not free in 10,000 rounds count as not to be freed.
#include "verify/scenes/bulk.h"
#include "verify/scenes/scenes.h"

#include "base/constants.h"
#include "console/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double radius = 1e-3;
static const double halved_to = 0.02 / 32; // half of what five steps leave of 0.62 to 0.66

// A periodic box with so many balls of that solid fraction.
static void write_bed(int balls, double fraction, int seed, text_buffer *text)
{
    const double length = cbrt(balls * 4.0 / 3.0 * PI * radius * radius * radius / fraction);
    text_append_format(
        text,
        "scree: 1\ngravity: 0\nmaterials: {m: {density: 2500 kg/m^3}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: 1 kN/m}, tangential: none}}\n"
        "domain: {low: [0, 0, 0], high: [%.17g m, %.17g m, %.17g m], boundary: {x: periodic, y: "
        "periodic, z: periodic}}\n"
        "shapes: {bead: {ball: {radius: %.17g m}}}\nrun: {steps: 1, step: 1 us}\n"
        "grains:\n  - {name: bed, shape: bead, material: m, packing: {law: dense, count: %d, "
        "growth_rounds: 2000, most_rounds: 10000, seed: %d}}\n",
        length, length, length, radius, balls, seed);
}

// Do the balls find places without overlap? False also where something else went wrong, with its words in `error`.
static bool packs(int balls, double fraction, int seed, scree_error *error)
{
    text_buffer text = {0};
    case_families families = all_families();
    fault_list faults = {0};
    fault_list notes = {0};
    model model;
    world *world = NULL;
    write_bed(balls, fraction, seed, &text);
    const case_source source = {text.data, text.length, "dense"};
    scree_status status =
        case_parse(&source, &(case_context){.families = &families}, &model, &faults, &notes);
    *error = (scree_error){.status = status};
    if (status == SCREE_OK) {
        status = world_create(&model, NULL, &world, error);
        world_destroy(world);
        model_clear(&model);
    }
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    text_buffer_clear(&text);
    return status == SCREE_OK;
}

static double random_close(int balls, int seed)
{
    scree_error error;
    double low = 0.62;
    double high = 0.66;
    for (int i = 0; i < 5; i++) {
        const double middle = 0.5 * (low + high);
        if (packs(balls, middle, seed, &error))
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

static void close_packing(verify *verify)
{
    enum { BALLS = 10000, SEEDS = 2 };
    claim claim;
    if (!verify->full || !claim_begin(&claim, verify, "O'Hern et al. 2003", "random close packing"))
        return;
    seed_sample fractions = {0};
    for (int seed = 1; seed <= SEEDS; seed++)
        seed_add(&fractions, random_close(BALLS, seed));
    claim_mean mean = seed_mean(&fractions);
    mean.error = fmax(mean.error, halved_to);
    claim_over_seeds(&claim, "solid fraction, mean of 2 seeds of 10000 balls", mean, CLAIM_ABSOLUTE,
                     0.640, 0.005);
    claim_at_most(&claim, "its standard error, or what halving leaves", mean.error, 0.002);
}

void verify_scene_packings(verify *verify)
{
    claim claim;
    scree_error error;
    if (claim_begin(&claim, verify, "O'Hern et al. 2003", "dense packing")) {
        claim_at_least(&claim, "1000 balls find places at 0.60", packs(1000, 0.60, 1, &error), 1);
        claim_at_most(&claim, "1000 balls find places at 0.68", packs(1000, 0.68, 1, &error), 0);
    }
    close_packing(verify);
}
