// force_given.c - forces that a program gives each grain (scree_world_push): of a fluid that is computed elsewhere, of a
// magnet, of a hand. Moments, which it gives beside them, are in motion/field.h.
//
// A force acts on the centre of mass from the time at which it is given until another one is given; forces are part of the
// state. What they do is booked as that of a force without a potential.
#include "scene/force.h"

static scree_status prepare(const choice *choice, const model *model, const char *name,
                            force_terms *out, scree_error *error)
{
    (void)choice;
    (void)model;
    (void)name;
    (void)error;
    *out = (force_terms){.strength = 1};
    return SCREE_OK;
}

static void pull(const force_terms *terms, const force_in *in, force_pull *out)
{
    (void)terms;
    out->acceleration = v3_fma(out->acceleration, 1 / in->mass, in->given);
}

const force_law force_given = {
    .what = {"given", "what a program gives each grain", NULL, 0},
    .led = true,
    .prepare = prepare,
    .pull = pull,
};
