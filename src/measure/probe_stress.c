// probe_stress.c - the stress of a sample, in a periodic cell, the domain or between walls: Love-Weber's sum over contacts
// and the motion of the grains against the flow, over the volume, and what walls feel; pressure above zero
// (docs/probes.md).
//
// xy is the flux of momentum along x through planes across y, which a velocity gradient xy works against. The sums are
// exact and know no order (world/observe_cell.c).
#include "measure/container.h"
#include "measure/table.h"

#include <math.h>

static const row rows[] = {CONTAINER_ROWS};

static const probe_head head[] = {
    {"time", "s"},
    CONTAINER_PARTS("", "Pa"),
    {"p", "Pa"},
    {"q", "Pa"},
    CONTAINER_PARTS("contact_", "Pa"),
    CONTAINER_PARTS("kinetic_", "Pa"),
    {"wall_xx", "Pa"},
    {"wall_yy", "Pa"},
    {"wall_zz", "Pa"},
};
enum {
    COLUMNS = sizeof head / sizeof *head,
    STRESS = 1,
    MEAN = 7,
    CONTACT = 9,
    MOTION = 15,
    WALLS = 21
};

static bool has_clumps(const model *model)
{
    bool any = false;
    for (int set = 0; set < model->grain_sets + model->streams; set++)
        any = any || model_shape_of(model, set)->clump.balls > 1;
    return any;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)state;
    if (model->solver == SOLVER_NONSMOOTH && has_clumps(model)) {
        return probe_fail(error, "stress", "choose solver: smooth, or leave the probe out",
                          "of clumps the nonsmooth solver does not tell the stress");
    }
    return container_check(choice, model, "stress", error);
}

static double deviator(const model *model, const double *stress, double mean)
{
    // of the plane half of the difference of the principal stresses
    const bool flat = model->dimensions == 2;
    const double share = flat ? 0.5 : 1.5;
    double sum = 0;
    for (int i = 0; i < model->dimensions; i++) {
        const double own = stress[i] - mean;
        sum += own * own;
    }
    for (int i = CELL_XY; i < CELL_PARTS; i++) {
        const double shear = stress[i];
        sum += 2 * shear * shear;
    }
    return sqrt(share * sum);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)state;
    const container box = container_now(choice, model, frame);
    const container_stress is = container_stress_now(model, frame, &box);
    double value[COLUMNS] = {frame->time};
    for (int i = 0; i < CELL_PARTS; i++) {
        value[STRESS + i] = is.all[i];
        value[CONTACT + i] = is.contact[i];
        value[MOTION + i] = is.motion[i];
    }
    for (int axis = 0; axis < 3; axis++)
        value[WALLS + axis] = box.wall_stress[axis];
    value[MEAN] = is.mean;
    value[MEAN + 1] = deviator(model, is.all, is.mean);
    return table_row(table, value, error);
}

const char probe_stress_example[] = "";

const probe probe_stress = {
    .what = {"stress",
             "stress of the whole cell or domain, or between walls: components, mean, deviator, of "
             "contacts and of motion, and on the walls",
             rows, CONTAINER_ROW_COUNT},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
