// table.c - the experiments of the five documents, which docs/sources.md describes.
//
// No experiment is made twice: a line names the rows of another suite that are it, by how their ids begin. What only
// this suite has are cases in verify/cases with `suite: experiments`.
#include "verify/experiments/experiments.h"

#include "verify/laws/laws.h"
#include "verify/nonsmooth/nonsmooth.h"
#include "verify/scenes/scenes.h"
#include "verify/shapes/shapes.h"

#include <string.h>

static const char muth[] = "Muth et al. 2005";
static const char alonso[] = "Alonso-Marroquín and Wang 2009";
static const char manual[] = "AGX manual";
static const char course[] = "DEM assignment";
static const char zhang[] = "Zhang 1998";

const experiment experiments[] = {
    {muth, "block on an incline", verify_shape_grains, NULL, "V13", false},
    {muth, "bodies that are not convex collide", verify_shape_boxes, NULL,
     "27 elastic grains: sharp U", false},
    {muth, "more bodies that are not convex collide", verify_shape_boxes, NULL,
     "27 elastic grains: sharp L|27 elastic grains: sharp stars|27 elastic grains: sharp bones",
     true},

    {alonso, "energy of two grains", verify_shape_grains, NULL, "V10", false},
    {alonso, "energy of a gas", verify_shape_gases, NULL, "energy of disks", false},
    {alonso, "energy of gases of other shapes", verify_shape_gases, NULL,
     "energy of rice|energy of peanuts|energy of pebbles", true},
    {alonso, "equilibrium of gases", verify_shape_gases, NULL, "gas of disks|gas of rice", false},
    {alonso, "equilibrium of gases of other shapes", verify_shape_gases, NULL,
     "gas of peanuts|gas of pebbles", true},
    {alonso, "biaxial tests", verify_scene_biaxials, NULL, "biaxial", false},

    {manual, "a ball at rest on a plane", NULL, "nonsmooth", "T1 E=1e+08|T1 linear", false},
    {manual, "friction of a box", NULL, "nonsmooth", "T5 |T5b", false},
    {manual, "rolling resistance", NULL, "nonsmooth", "T6 ", false},
    {manual, "smooth against nonsmooth: impacts", NULL, "nonsmooth", "T11 ", false},
    {manual, "smooth against nonsmooth: spin in impacts", verify_nonsmooth_impacts, NULL,
     "spin in an impact", false},
    {manual, "smooth against nonsmooth: columns that collapse", verify_nonsmooth_piles, NULL, "T13",
     true},
    {manual, "number of sweeps", verify_nonsmooth_sweeps, NULL, "T8", false},
    {manual, "stacks", NULL, "nonsmooth", "stack|arch", false},
    {manual, "piles, a drum and a silo", verify_nonsmooth_flows, NULL, "pile|drum|silo", true},

    {course, "normal force", NULL, "experiments", "course impact", false},
    {course, "tangential force", NULL, "experiments", "course friction", false},

    {zhang, "oblique impacts, special material", verify_laws_oblique, NULL, "V23", false},
    {zhang, "oblique impacts, ordinary material", verify_laws_oblique, NULL, "V24", false},
    {zhang, "impacts that yield", verify_laws_normal, NULL, "V2 |V4|V5", false},
    {zhang, "superball and superbean", verify_shape_turns, NULL, "V18", false},
    {zhang, "integrators of rotation", verify_shape_turns, NULL, "flips", false},
    {zhang, "order of the integrator", verify_laws_order, NULL, "order", true},
    {zhang, "soybean chute", verify_chute, NULL, "soybean chute", true},
    {0}};

bool experiment_has(const experiment *experiment, const char *id)
{
    const char *begin = experiment->cases;
    for (;;) {
        const size_t length = strcspn(begin, "|");
        if (strncmp(id, begin, length) == 0)
            return true;
        if (!begin[length])
            return false;
        begin += length + 1;
    }
}

bool experiment_is_called(const experiment *experiment, const char *text)
{
    return strstr(experiment->document, text) || strstr(experiment->title, text);
}
