// contact.c - what rows of laws share besides impacts; see laws.h.
#include "verify/laws/laws.h"

const scene_material law_aluminium = {2699, 7e10, 0.3};
const scene_material law_soybean = {535.4665, 1.288e8, 0.4134};

void claim_bracket(const claim *claim, const char *quantity, double got, double converged,
                   double printed, double tolerance)
{
    if (fabs(converged - printed) > tolerance * fabs(printed))
        claim_noted(claim, quantity, got, printed);
    else
        claim_relative(claim, quantity, got, printed, tolerance);
}

bool single_laws(const claim *claim, const char *laws, const scene_material material[2],
                 law_set *set)
{
    scene_ball ball = {.radius = 0.01};
    scene scene = {.laws = laws,
                   .material = {material[0], material[1]},
                   .materials = 2,
                   .ball = &ball,
                   .balls = 1,
                   .reach = 10};
    trial test;
    scree_error error;
    if (!trial_open(&test, claim, &scene))
        return false;
    bool good = law_set_mix(&test.model, 0, 1, set, &error) == SCREE_OK;
    if (!good)
        claim_broken(claim, &error);
    trial_close(&test);
    return good;
}
