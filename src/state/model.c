// model.c - see model.h.
//
// A model may be given up half built: a list that could not be allocated, or a choice that has its plug-in but no
// values yet, counts as empty, whatever its counter says.
#include "state/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const integrator_names[INTEGRATORS] = {"velocity-verlet", "leapfrog", "gear"};
const char *const rotation_names[ROTATIONS] = {"split", "axes", "leapfrog"};
const char *const search_names[SEARCHES] = {"grid", "sorted-list"};
const char *const solver_names[SOLVERS] = {"smooth", "nonsmooth"};
const char *const impact_names[IMPACT_MODES] = {"simultaneous", "cascade"};
const model_nonsmooth model_nonsmooth_default = {.tolerance = 0.01,
                                                 .most = 1000,
                                                 .warm = NAN,
                                                 .settling = NAN,
                                                 .impact = NAN,
                                                 .impact_sweeps = 50,
                                                 .speculative = true};

bool model_follows_turns(const model *m)
{
    bool turns = m->orientation || m->integrator == INTEGRATOR_GEAR;
    for (int set = 0; set < m->grain_sets + m->streams; set++) {
        int shape =
            set < m->grain_sets ? m->grains[set].shape : m->stream[set - m->grain_sets].shape;
        turns = turns || (shape >= 0 && shape < m->shapes && m->shape[shape].clump.balls > 0);
    }
    return turns;
}

static void drop_choice(choice *c)
{
    if (!c->value)
        c->what = NULL;
    choice_clear(c);
}

static void clear_pairs(model *m)
{
    if (!m->pair)
        return;
    for (int i = 0; i < m->materials * m->materials; i++)
        for (int slot = 0; slot < LAW_SLOTS; slot++)
            drop_choice(&m->pair[i].law[slot]);
}

static void clear_walls(model *m)
{
    for (int i = 0; m->wall && i < m->walls; i++) {
        free(m->wall[i].name);
        drop_choice(&m->wall[i].primitive);
        drop_choice(&m->wall[i].drive);
    }
}

static void clear_grains(model *m)
{
    for (int i = 0; m->grains && i < m->grain_sets; i++) {
        free(m->grains[i].name);
        drop_choice(&m->grains[i].packing);
    }
    for (int i = 0; m->stream && i < m->streams; i++)
        free(m->stream[i].name);
    for (int i = 0; m->removal && i < m->removals; i++)
        free(m->removal[i].name);
}

static void clear_probes(model *m)
{
    for (int i = 0; m->probe && i < m->probes; i++) {
        free(m->probe[i].name);
        drop_choice(&m->probe[i].measure);
    }
}

void model_clear(model *m)
{
    clear_pairs(m); // needs the number of materials
    for (int i = 0; m->material && i < m->materials; i++)
        free(m->material[i].name);
    for (int i = 0; m->shape && i < m->shapes; i++) {
        free(m->shape[i].name);
        free(m->shape[i].clump.at);
        free(m->shape[i].clump.radius);
        free(m->shape[i].core.vertex);
        free(m->shape[i].core.edge);
        free(m->shape[i].core.triangle);
        free(m->shape[i].core.face);
    }
    clear_walls(m);
    clear_grains(m);
    clear_probes(m);
    free(m->pair);
    free(m->material);
    free(m->shape);
    free(m->wall);
    free(m->grains);
    free(m->stream);
    free(m->removal);
    free(m->probe);
    free(m->course.out_name);
    free(m->course.vtk_name);
    free(m->title);
    free(m->path);
    free(m->resolved);
    memset(m, 0, sizeof *m);
}
