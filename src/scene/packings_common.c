// packings_common.c - what packings share: faults, random numbers, the box that is filled, tables. See packing.h.
#include "scene/packing.h"

#include "base/corners.h"
#include "base/text.h"
#include "scene/region.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

scree_status packing_fail(const packing_job *job, scree_error *error, const char *hint,
                          const char *what, ...)
{
    char where[120];
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    const model_part *mixed = &job->set->mixed;
    snprintf(where, sizeof where, "grains.%.60s.packing",
             mixed->entry ? mixed->entry : job->set->name);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", text);
}

static uint64_t seed_of(const packing_job *job)
{
    const choice *choice = &job->set->packing;
    const bool given = plugin_row(choice->what, "seed") && choice_given(choice, "seed");
    return given ? (uint64_t)choice_real(choice, "seed") : job->model->seed;
}

rng packing_rng(const packing_job *job, int use)
{
    return rng_make(seed_of(job), 16 * (uint64_t)job->index + (uint64_t)use);
}

void packing_mixture(const packing_job *job, mixture *out)
{
    mixture_begin(out, job->model, job->index, seed_of(job), 16 * (uint64_t)job->index);
}

double packing_depth(const model *model)
{
    return model->low.z + 0.5 * (model->high.z - model->low.z);
}

bool packing_leaves_plane(const model *model, double z)
{
    return model->dimensions == 2 && z != 0 && z != packing_depth(model);
}

// The box of the region of a packing, as far as it is in the domain.
static void cut_to_region(const packing_job *job, v3 *low, v3 *high)
{
    const bool knows = plugin_row(job->set->packing.what, "inside") != NULL;
    const int number = knows ? choice_region(&job->set->packing, "inside") : -1;
    const region *region = number < 0 ? NULL : job->model->region[number].made;
    if (!region)
        return;
    *low = v3_max(*low, region->low);
    *high = v3_min(*high, region->high);
}

scree_status packing_box(const packing_job *job, v3 *low, v3 *high, scree_error *error)
{
    const choice *choice = &job->set->packing;
    double x[3];
    *low = job->model->low;
    *high = job->model->high;
    if (choice_given(choice, "low")) {
        choice_vector(choice, "low", x);
        *low = v3_make(x[0], x[1], x[2]);
    }
    if (choice_given(choice, "high")) {
        choice_vector(choice, "high", x);
        *high = v3_make(x[0], x[1], x[2]);
    }
    if (plugin_row(choice->what, "inside") && choice_text(choice, "inside")) {
        if (choice_given(choice, "low") || choice_given(choice, "high")) {
            return packing_fail(job, error, "leave out `inside`",
                                "inside and low or high contradict each other");
        }
        cut_to_region(job, low, high);
    }
    if (job->model->dimensions == 2) {
        low->z = job->model->low.z;
        high->z = job->model->high.z;
    }
    bool flat = job->model->dimensions == 2;
    const bool has_depth = flat || low->z < high->z;
    if (low->x < high->x && low->y < high->y && has_depth)
        return SCREE_OK;
    const bool of_region =
        plugin_row(choice->what, "inside") && choice_region(choice, "inside") >= 0;
    if (of_region) {
        return packing_fail(job, error, "move the region into the domain, or make that larger",
                            "the region lies outside of the domain");
    }
    return packing_fail(job, error, "every component of `low` must be below that of `high`",
                        "the box is empty");
}

char *packing_path(const char *folder, const char *file)
{
    bool whole = *file == '/' || !folder || !*folder;
    return whole ? text_copy(file) : text_format("%s/%s", folder, file);
}

const char *packing_table(const choice *packing)
{
    const bool has_file = packing->what && plugin_row(packing->what, "file");
    return has_file ? choice_text(packing, "file") : NULL;
}
