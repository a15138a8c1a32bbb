// fuzz_world.c - fuzz target: any bytes as a case of a few grains, which is run for some steps, saved, restored, and
// run on beside the first: the same bits.
//
// Cases that ask for much work are left out: what is looked for here is wrong, not slow.
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 3, GRAINS_MOST = 60, BALLS_MOST = 60, VERTICES_MOST = 40, STREAM_MOST = 1000 };

static double packing_count(const choice *packing)
{
    double most = 1;
    for (int i = 0; packing->what && i < packing->what->count; i++) { // parts of mixtures have none
        const row *r = &packing->what->rows[i];
        if (strcmp(r->name, "count") == 0)
            most = packing->value[i].number[0];
        if (strcmp(r->name, "counts") == 0)
            most = packing->value[i].number[0] * packing->value[i].number[1] *
                   packing->value[i].number[2];
    }
    return most;
}

static bool small(const model *m)
{
    double grains = 0;
    for (int i = 0; i < m->grain_sets; i++)
        grains += packing_count(&m->grains[i].packing);
    for (int i = 0; i < m->shapes; i++)
        if (m->shape[i].clump.balls > BALLS_MOST || m->shape[i].core.vertices > VERTICES_MOST)
            return false;
    for (int i = 0; i < m->streams; i++)
        if (m->stream[i].rate > STREAM_MOST)
            return false;
    return grains <= GRAINS_MOST && m->nonsmooth.iterations <= 100 &&
           m->nonsmooth.impact_sweeps <= 100 && m->nonsmooth.relax <= 100;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    model m;
    world *w = NULL;
    scree_error error = {0};
    const world_options options = fuzz_options();
    if (!fuzz_read_case((const char *)data, size, &m))
        return 0;
    if (small(&m)) {
        scree_status status = world_create(&m, &options, &w, &error);
        FUZZ_WANT(status == error.status);
        FUZZ_WANT((status == SCREE_OK) == (w != NULL));
        if (w)
            fuzz_round_trip(&m, w, STEPS);
        world_destroy(w);
    }
    model_clear(&m);
    return 0;
}
