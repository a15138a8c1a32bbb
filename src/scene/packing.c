// packing.c - the table of packings, and the sets of a model in order; see packing.h.
#include "scene/packing.h"

#include "base/text.h"
#include "packing_list.h"
#include "scene/obstacles.h"
#include "scene/warmth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DECLARE(name) extern const packing_kind packing_##name;
#define KIND(name) &packing_##name,
#define WHAT(name) &packing_##name.what,
PACKING_LIST(DECLARE)

static const packing_kind *const packings[] = {PACKING_LIST(KIND)};
static const plugin *const plugins[] = {PACKING_LIST(WHAT)};
enum { COUNT = sizeof packings / sizeof *packings };

const plugin *const *packing_plugins(int *n)
{
    *n = COUNT;
    return plugins;
}

static scree_status build_set(const packing_job *job, grain_list *out, scree_error *error)
{
    for (int k = 0; k < COUNT; k++) {
        if (job->set->packing.what != &packings[k]->what)
            continue;
        if (job->set->mixed.parts > 1 && packing_table(&job->set->packing)) {
            return packing_fail(job, error, "give each kind a table, or take random or dense",
                                "the packing %s cannot place a mixture", packings[k]->what.name);
        }
        return packings[k]->add(job, out, error);
    }
    return packing_fail(job, error, "", "the packing is not one of this program");
}

// What is wrong with a table as a whole, with none of its lines, is told where the case names it. `known`: faults that
// stood in the list before.
static scree_status place_table(const packing_job *job, int known, scree_error *error)
{
    char where[120];
    char *path = packing_path(job->folder, choice_text(&job->set->packing, "file"));
    if (!path)
        return fail_memory(error, job->set->name);
    snprintf(where, sizeof where, "grains.%.60s.packing.file", job->set->name);
    if (error && !strcmp(error->where, path))
        fault_move(error, where);
    for (int i = known; job->faults && i < job->faults->count; i++) {
        if (!strcmp(job->faults->item[i].where, path))
            fault_move(&job->faults->item[i], where);
    }
    free(path);
    return SCREE_OK;
}

// Behind a faulty set only tables are looked at: what else is placed depends on the grains before.
scree_status packing_build(const model *model, const char *folder, grain_list *out,
                           fault_list *faults, scree_error *error)
{
    scree_status status = SCREE_OK;
    obstacles *walls = NULL;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < model->grain_sets; i++) {
        packing_job job = {
            .model = model,
            .set = &model->grains[i],
            .index = i,
            .folder = folder,
            .faults = faults,
            .walls = &walls,
        };
        if (model->grains[i].mixed.part > 0)
            continue; // has come with the first part
        const int64_t before = out->count;
        if (status && !packing_table(&model->grains[i].packing))
            continue;
        const int known = faults ? faults->count : 0;
        scree_status of_set = build_set(&job, out, status ? NULL : error);
        if (of_set == SCREE_BAD_INPUT && packing_table(&model->grains[i].packing) &&
            place_table(&job, known, status ? NULL : error))
            of_set = SCREE_NO_MEMORY;
        if (of_set == SCREE_OK)
            warm_set(&job, out, before);
        if (!status)
            status = of_set;
        if (status && (status != SCREE_BAD_INPUT || !faults))
            break;
    }
    obstacles_free(walls);
    if (status)
        grain_list_clear(out);
    return status;
}
