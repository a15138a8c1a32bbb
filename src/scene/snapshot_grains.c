// snapshot_grains.c - see snapshot_grains.h.
#include "scene/snapshot_grains.h"

#include "state/rotation.h"

#include <math.h>
#include <stdlib.h>

// A grain is as many rows of bodies as it has balls.
int32_t snapshot_grains_rows(const snapshot_grains *grains, int32_t body)
{
    const double balls = grains->sets.set[grains->from.set[body]].form[FORM_BALLS];
    return balls > 1 ? (int32_t)balls : 1;
}

// ---- what is in the snapshot

static scree_status check_sets(const snapshot_grains *grains, const packing_job *job,
                               scree_error *error)
{
    const bodies *from = &grains->from;
    static const char hint[] = "make it again with this version of Scree";
    if (grains->sets.count == 0) {
        return packing_fail(job, error, hint,
                            "the snapshot does not tell of the shapes of its grains");
    }
    for (int set = 0; set < grains->sets.count; set++) {
        const double balls = grains->sets.set[set].form[FORM_BALLS];
        if (!(balls >= 0 && balls < 1e9))
            return packing_fail(job, error, hint, "the snapshot is damaged: case/forms");
    }
    for (int32_t i = 0; i < from->count; i++) {
        const bool known = from->set[i] >= 0 && from->set[i] < grains->sets.count;
        if (!known)
            return packing_fail(job, error, hint, "the snapshot is damaged: body/set");
    }
    for (int32_t i = 0; i < from->count; i += snapshot_grains_rows(grains, i)) {
        const int32_t last = i + snapshot_grains_rows(grains, i) - 1;
        if (last >= from->count || from->set[last] != from->set[i])
            return packing_fail(job, error, hint, "the snapshot is damaged: body/set");
    }
    return SCREE_OK;
}

// All that the state of its bodies holds.
static scree_status load(snapshot_grains *grains, const packing_job *job, scree_error *error)
{
    const image *im = &grains->im;
    bodies *from = &grains->from;
    from->with_orientation = image_find(im, "body/orientation", IMAGE_F64, 4) != NULL;
    from->with_clumps = image_find(im, "body/member", IMAGE_I64, 2) != NULL;
    from->with_rate = image_find(im, "body/rate", IMAGE_F64, 4) != NULL;
    from->with_gear = image_find(im, "body/path", IMAGE_F64, 16) != NULL;
    scree_status status = bodies_from_image(from, im, error);
    if (status)
        return status;
    if (!kept_sets_find(im, &grains->sets))
        return fail_memory(error, job->set->name);
    return check_sets(grains, job, error);
}

// ---- the motion of a grain

static v3 spin_of_momentum(v3 momentum, const double *form, double mass, q4 turn)
{
    const v3 moment = v3_at(form + FORM_INERTIA);
    const v3 per_density = v3_scale(form[FORM_VOLUME] / mass, momentum);
    if (form[FORM_DIMENSIONS] == 2)
        return v3_make(0, 0, per_density.z / moment.z);
    const inertia inertia = inertia_make(moment);
    return rotation_spin(turn, per_density, &inertia);
}

// Of a body that moves as a whole. What Gear's scheme keeps is left; the first ball tells its motion as well.
static void take_whole(const snapshot_grains *grains, const packing_job *job, int32_t i,
                       grain_entry *entry)
{
    const bodies *from = &grains->from;
    const double *form = grains->sets.set[from->set[i]].form;
    const model_shape *shape = model_shape_of(job->model, job->index);
    const v3 arm = q4_rotate(entry->turn, shape->clump.at[0]);
    if (!bodies_clumped(from, i)) { // it is fixed
        entry->position = v3_sub(entry->position, arm);
        return;
    }
    const rec4 *centre = &from->centre[i];
    entry->position = v3_of(centre);
    if (!from->turning) {
        const v3 around = v3_cross(entry->spin, arm);
        entry->velocity = v3_sub(entry->velocity, around);
        return;
    }
    const v3 turning = v3_of(&from->turning[i]);
    entry->velocity = v3_of(&from->drift[i]);
    if (from->with_rate)
        entry->spin = q4_rotate(entry->turn, turning);
    else
        entry->spin = spin_of_momentum(turning, form, centre->v[3], entry->turn);
}

grain_entry snapshot_grains_entry(const snapshot_grains *grains, const packing_job *job, int32_t i)
{
    const bodies *from = &grains->from;
    const model_shape *shape = model_shape_of(job->model, job->index);
    const bool whole = shape->clump.balls && !shape->clump.of_ball;
    const bool fixed = !(bodies_inverse_mass(from, i) > 0);
    grain_entry entry = {
        .position = v3_of(&from->position[from->now][i]),
        .velocity = v3_of(&from->velocity[from->now][i]),
        .spin = v3_scale(bodies_inverse_radius(from, i), v3_of(&from->spin[from->now][i])),
        .radius = whole ? shape->radius.value : bodies_radius(from, i),
        .mass = fixed ? INFINITY : 0,
        .turned = from->with_orientation,
        .turn = from->with_orientation ? bodies_orientation(from, i) : q4_identity(),
    };
    if (whole)
        take_whole(grains, job, i, &entry);
    return entry;
}

// ---- reading

scree_status snapshot_grains_read(snapshot_grains *grains, const packing_job *job, const char *path,
                                  scree_error *error)
{
    const model *model = job->model;
    if (!model->read_image) {
        return packing_fail(job, error, "read the case by the case reader",
                            "snapshots cannot be read here");
    }
    const scree_status status = model->read_image(path, &grains->im, error);
    if (status == SCREE_NO_MEMORY)
        return status;
    if (status)
        return error->status = SCREE_BAD_INPUT; // whatever is wrong with it, the case names it
    return load(grains, job, error);
}

void snapshot_grains_clear(snapshot_grains *grains)
{
    image_clear(&grains->im);
    bodies_free(&grains->from);
    free(grains->sets.set);
}
