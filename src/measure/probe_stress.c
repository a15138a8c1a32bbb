// probe_stress.c - the stress of a whole periodic cell, or of the domain: Love-Weber's sum over contacts and the motion
// of the grains against the flow, over the volume; pressure above zero (docs/probes.md).
//
// xy is the flux of momentum along x through planes across y, which a velocity gradient xy works against. The sums are
// exact and know no order (world/observe_cell.c).
#include "measure/table.h"

#include <math.h>

static const row rows[1]; // none, but a list must not be empty

static const probe_head head[] = {
    {"time", "s"},        {"xx", "Pa"},         {"yy", "Pa"},         {"zz", "Pa"},
    {"xy", "Pa"},         {"xz", "Pa"},         {"yz", "Pa"},         {"p", "Pa"},
    {"q", "Pa"},          {"contact_xx", "Pa"}, {"contact_yy", "Pa"}, {"contact_zz", "Pa"},
    {"contact_xy", "Pa"}, {"contact_xz", "Pa"}, {"contact_yz", "Pa"}, {"kinetic_xx", "Pa"},
    {"kinetic_yy", "Pa"}, {"kinetic_zz", "Pa"}, {"kinetic_xy", "Pa"}, {"kinetic_xz", "Pa"},
    {"kinetic_yz", "Pa"},
};
enum { COLUMNS = sizeof head / sizeof *head, STRESS = 1, MEAN = 7, CONTACT = 9, MOTION = 15 };

static bool has_clumps(const model *model)
{
    bool any = false;
    for (int i = 0; i < model->shapes; i++)
        any = any || model->shape[i].clump.balls > 1;
    return any;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)choice;
    (void)state;
    const v3 size = v3_sub(model->high, model->low);
    const bool bounded = isfinite(size.x) && isfinite(size.y) && isfinite(size.z);
    if (!bounded) {
        return probe_fail(error, "stress", "bound the domain",
                          "the domain has no volume: it is not bounded");
    }
    if (model->solver == SOLVER_NONSMOOTH && has_clumps(model)) {
        return probe_fail(error, "stress", "choose solver: smooth, or leave the probe out",
                          "of clumps the nonsmooth solver does not tell the stress");
    }
    return SCREE_OK;
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
    (void)choice;
    (void)state;
    const frame_cell *cell = &frame->cell;
    double value[COLUMNS] = {frame->time};
    for (int i = 0; i < CELL_PARTS; i++) {
        const double contact = cell->contact.of[i] / cell->volume;
        const double motion = cell->motion.of[i] / cell->volume;
        value[CONTACT + i] = contact;
        value[MOTION + i] = motion;
        value[STRESS + i] = contact + motion;
    }
    double sum = 0;
    for (int i = 0; i < model->dimensions; i++)
        sum += value[STRESS + i];
    value[MEAN] = sum / model->dimensions;
    value[MEAN + 1] = deviator(model, value + STRESS, value[MEAN]);
    return table_row(table, value, error);
}

const probe probe_stress = {
    .what = {"stress",
             "stress of the whole cell or domain: components, mean, deviator, of contacts and of "
             "motion",
             rows, 0},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
