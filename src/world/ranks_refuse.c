// ranks_refuse.c - what several ranks cannot do yet, in one list: refused by name before anything is made.
#include "world/ranks.h"

#include "measure/probe.h"

#include <stdio.h>

static scree_status refuse(const char *where, const char *hint, const char *what,
                           scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, where, hint, "several ranks cannot do that yet: %s", what);
}

scree_status ranks_refuse(const model *model, scree_error *error)
{
    char where[160];
    if (model->maser.given)
        return refuse("maser", "run it in one process, with threads", "a stretch that feeds",
                      error);
    for (int i = 0; i < model->probes; i++) {
        const model_probe *asked = &model->probe[i];
        const probe *is = probe_find(asked->measure.what);
        if (!is->hear && !is->gate)
            continue;
        snprintf(where, sizeof where, "probes.%.120s", asked->name);
        return refuse(where, "run it in one process, with threads, or leave the probe out",
                      "a probe that hears of every step", error);
    }
    return SCREE_OK;
}
