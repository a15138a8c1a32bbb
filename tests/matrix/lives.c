// lives.c - the same run in other ways: with threads, parts and vectors, stopped and resumed, from the resolved case. All
// end with the same state.
#include "matrix/lives.h"

#include "store/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Steps to that number of steps, or to what ends the run; false: it stopped with an error.
bool life_step(world *w, int64_t until, scree_error *error)
{
    while (world_steps(w) < until && !world_is_over(w)) {
        const int64_t before = world_steps(w);
        const scree_status status = world_step(w, until - before, error);
        if (status != SCREE_OK)
            return false;
        if (world_steps(w) == before && !world_is_over(w) && world_stages(w) == 0)
            return false;
    }
    return true;
}

bool life_hash(world *w, uint64_t *hash, char *why, size_t room)
{
    scree_error error = {0};
    if (world_hash(w, hash, &error) == SCREE_OK)
        return true;
    snprintf(why, room, "no hash: %s", error.what);
    return false;
}

static bool ends_alike(trial *of, const life *whole, const char *way, char *why, size_t room)
{
    scree_error error = {0};
    uint64_t hash = 0;
    if (!life_step(of->w, whole->steps, &error)) {
        snprintf(why, room, "%s: stops: %s: %s", way, error.where, error.what);
        return false;
    }
    if (!life_hash(of->w, &hash, why, room))
        return false;
    if (hash == whole->hash && world_steps(of->w) == whole->steps)
        return true;
    snprintf(why, room, "%s: another state at step %lld", way, (long long)world_steps(of->w));
    return false;
}

static void tell(const fault_list *faults, const char *way, char *why, size_t room)
{
    snprintf(why, room, "%s: refused: %s: %s", way, faults->count ? faults->item[0].where : "",
             faults->count ? faults->item[0].what : "");
}

bool life_again(const char *text, const world_options *options, const life *whole, const char *way,
                char *why, size_t room)
{
    trial other;
    fault_list faults = {0};
    if (!trial_open(&other, text, options, &faults)) {
        tell(&faults, way, why, room);
        fault_list_clear(&faults);
        return false;
    }
    const bool alike = ends_alike(&other, whole, way, why, room);
    trial_close(&other);
    fault_list_clear(&faults);
    return alike;
}

bool life_resumed(const char *text, const world_options *options, const image *im,
                  const life *whole, const char *way, char *why, size_t room)
{
    trial other;
    fault_list faults = {0};
    scree_error error = {0};
    bool alike = trial_read(&other, text, &faults);
    if (!alike)
        tell(&faults, way, why, room);
    fault_list_clear(&faults);
    if (alike && world_restore(&other.m, options, im, &other.w, &error) != SCREE_OK) {
        snprintf(why, room, "%s: not restored: %s: %s", way, error.where, error.what);
        alike = false;
    }
    alike = alike && ends_alike(&other, whole, way, why, room);
    trial_close(&other);
    return alike;
}

bool life_through_a_file(image *im, char *why, size_t room)
{
    scree_error error = {0};
    if (snapshot_write("matrix.h5", im, NULL, &error) == SCREE_OK) {
        image_clear(im);
        if (snapshot_read("matrix.h5", im, &error) == SCREE_OK)
            return true;
    }
    snprintf(why, room, "snapshot: %s: %s", error.where, error.what);
    return false;
}

// The case with every default, as the folder of a run has it.
char *life_resolved(const trial *of)
{
    const case_families families = all_families();
    const step_choice *chosen = world_step_choice(of->w);
    model shown = of->m;
    if (!(shown.step > 0))
        shown.step = chosen->step;
    if (shown.solver == SOLVER_NONSMOOTH)
        shown.nonsmooth.diameter = chosen->diameter;
    shown.path = NULL;
    return case_resolved(&shown, &families);
}
