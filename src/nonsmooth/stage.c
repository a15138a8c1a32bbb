// stage.c - batches from contacts and back.
//
// Constraints and impacts are the same rows with other numbers: an impact has no compliance (soft 0), its bias is the
// velocity that Newton's law asks for, and its impulses begin at zero. What is unknown, and the order, are the same.
#include "nonsmooth/division.h"

#include <string.h>

static double over(double x)
{
    return x > 0 ? 1 / x : 0;
}

static void put3(double *column, int lane, v3 x)
{
    column[lane] = x.x;
    column[SWEEP_LANES + lane] = x.y;
    column[2 * SWEEP_LANES + lane] = x.z;
}

static v3 get3(const double *column, int lane)
{
    return v3_make(column[lane], column[SWEEP_LANES + lane], column[2 * SWEEP_LANES + lane]);
}

// What the rows of a contact are made of, besides the contact itself.
typedef struct row_source {
    bool impacts; // constraints otherwise
    law_limits limits;
    contact_feels feels;
    const impact_row *from; // the impulses that it begins with
} row_source;

static double per_step(const ns_solver *solver, bool impacts)
{
    return impacts ? 1 : 1 / solver->set.step;
}

// The least impulse along the normal: below 0 where a cohesion law pulls in the step.
static double lowest_push(const ns_solver *solver, const ns_contact *contact,
                          const row_source *source)
{
    bool pulls = !source->impacts && contact->gap < 0;
    if (!pulls)
        return 0;
    return -(solver->set.step * contact->share) * source->limits.pull;
}

static void fill_rich(const ns_solver *solver, const ns_contact *contact, const row_source *source,
                      double *column, int lane)
{
#define AT(k) column[(k)*SWEEP_LANES + lane]
    const law_limits *limits = &source->limits;
    const contact_feels *feels = &source->feels;
    double per_time = per_step(solver, source->impacts);
    double roll = limits->rolling_creep * per_time;
    double twist = limits->twisting_creep * per_time;
    AT(R_LOW) = lowest_push(solver, contact, source);
    AT(R_CREEP) = limits->creep * per_time;
    AT(R_ROLL_LIMIT) = limits->rolling;
    AT(R_ROLL_CREEP) = roll;
    AT(R_ROLL_INVERSE) = over(feels->rolling + roll);
    AT(R_TWIST_LIMIT) = limits->twisting;
    AT(R_TWIST_CREEP) = twist;
    AT(R_TWIST_INVERSE) = over(feels->twisting + twist);
    put3(column + R_ROLL * SWEEP_LANES, lane, source->from->roll);
    AT(R_TWIST) = source->from->twist;
}

// Friction of plain contacts does not depend on sizes.
static law_limits limits_of(const ns_solver *solver, const ns_contact *contact,
                            const contact_feels *feels, bool rich, bool impacts)
{
    if (!rich)
        return solver->limits[contact->set];
    return impacts ? contact_impact_limits(solver, contact, contact_closing(solver, contact), feels)
                   : law_set_limits(&solver->law[contact->set], contact->r_eff);
}

// What a push changes along the normal. The friction that it calls up changes that as well, by up to mu D_nt. Where this is
// nearly as much as D_n itself, as of a steep rod with mu = 2 (P. Painleve 1895), sweeps that do not know of it call up a
// push and take it back in turn, and end with none. With both in the denominator the way to the solution is shorter
// steps; the solution is the same.
static double felt_along(const contact_feels *feels, double friction)
{
    const double dragged = friction * feels->across;
    return dragged > 0.7 * feels->normal ? feels->normal + dragged : feels->normal;
}

static void fill_lane(const ns_solver *solver, const sweep_batch *batch, int lane,
                      const ns_contact *contact, ns_stage stage, double times)
{
    const sweep_kind kind = batch->kind;
    double *column = batch->column;
    bool impacts = stage == STAGE_IMPACTS, there = impacts || contact->soft >= 0;
    contact_feels feels = {
        .normal = 0,
        .tangential = 0,
        .rolling = 0,
        .twisting = 0,
    }; // of plain balls the sweep finds it itself
    if (kind.general || kind.rich)
        feels = contact_feel_times(solver, contact, times);
    law_limits limits = limits_of(solver, contact, &feels, kind.rich, impacts);
    const impact_row *from = impacts ? contact_blow(solver, contact) : &contact->impulse;
    double held = !impacts && solver->arrivals.any ? contact_held(solver, contact)->push : 0;
    double soft = impacts ? 0 : there ? contact->soft : 0;
    double creep = kind.rich ? limits.creep / (impacts ? 1 : solver->set.step) : 0;
    put3(column + B_N * SWEEP_LANES, lane, contact->normal);
    AT(B_BIAS) = impacts ? contact->target : there ? contact->bias - soft * held : sweep_never;
    AT(B_SOFT) = soft;
    AT(B_FRICTION) = limits.friction;
    AT(B_PUSH) = from->push;
    put3(column + B_T * SWEEP_LANES, lane, from->drag);
    if (kind.general) {
        AT(B_INVERSE) = over(felt_along(&feels, limits.friction) + soft);
        AT(B_INVERSE_T) = over(feels.tangential + creep);
        const mover *body = solver->movers.body;
        v3 arm_a = {0, 0, 0};
        v3 arm_b = v3_scale(body[contact->b].inverse_rho, contact_arm_b(solver, contact));
        if (contact->a >= 0)
            arm_a = v3_scale(body[contact->a].inverse_rho, contact_arm_a(solver, contact));
        put3(column + B_ARM * SWEEP_LANES, lane, arm_a);
        put3(column + B_ARM_B * SWEEP_LANES, lane, arm_b);
    } else
        AT(B_ARM) = contact->alpha;
    double *wall = column + sweep_wall_column(kind) * SWEEP_LANES;
    if (kind.side == SIDE_STILL)
        put3(wall, lane, impacts ? contact->wall_velocity : contact_still(contact));
    if (kind.side == SIDE_STILL && kind.rich)
        put3(wall + 3 * SWEEP_LANES, lane, contact->wall_spin);
    double *rich = column + sweep_rich_column(kind) * SWEEP_LANES;
    if (kind.rich)
        fill_rich(solver, contact, &(row_source){impacts, limits, feels, from}, rich, lane);
    if (kind.rich && !there)
        rich[R_LOW * SWEEP_LANES + lane] = 0;
}

// Lanes without a contact come after all others and hold zeros.
static void empty_lanes(const sweep_batch *batch, const int32_t *number)
{
    const size_t columns = (size_t)sweep_columns(batch->kind);
    if (number[SWEEP_LANES - 1] < 0)
        memset(batch->column, 0, columns * SWEEP_LANES * sizeof *batch->column);
}

void solver_fill_block(const ns_solver *solver, ns_block *block, int phase, ns_stage stage)
{
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        const bool hubs = batch->kind.side == SIDE_HUB;
        empty_lanes(batch, block->lane[k]);
        for (int lane = 0; lane < SWEEP_LANES && block->lane[k][lane] >= 0; lane++) {
            const int32_t at = block->lane[k][lane];
            const double times = hubs ? solver->hubs.load[batch->a[lane]][phase] : 1;
            fill_lane(solver, batch, lane, &solver->network.contact[at], stage, times);
        }
    }
}

void solver_fill(ns_solver *solver, ns_stage stage)
{
    ns_order *order = &solver->order;
#pragma omp parallel num_threads(solver->threads)
    for (int phase = 0; phase < NS_PHASES; phase++) {
#pragma omp for schedule(dynamic) nowait
        for (int i = order->phase_first[phase]; i < order->phase_first[phase + 1]; i++) {
            if (division_mine(solver, i))
                solver_fill_block(solver, busy_block(solver, i), phase, stage);
        }
    }
    solver_fill_block(solver, &order->block[order->blocks], 0, stage);
}

static inline void collect_lane(const sweep_batch *batch, int lane, impact_row *to)
{
    const double *column = batch->column;
    to->push = AT(B_PUSH);
    to->drag = get3(column + B_T * SWEEP_LANES, lane);
    if (batch->kind.rich) {
        const double *rich = column + sweep_rich_column(batch->kind) * SWEEP_LANES;
        to->roll = get3(rich + R_ROLL * SWEEP_LANES, lane);
        to->twist = rich[R_TWIST * SWEEP_LANES + lane];
    } else {
        to->roll = v3_make(0, 0, 0);
        to->twist = 0;
    }
}

static void collect_block(ns_solver *solver, const ns_block *block, ns_stage stage)
{
    bool impacts = stage == STAGE_IMPACTS;
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        for (int lane = 0; lane < SWEEP_LANES; lane++) {
            int32_t number = block->lane[k][lane];
            if (number < 0)
                continue;
            ns_contact *contact = &solver->network.contact[number];
            impact_row *to = impacts ? contact_blow(solver, contact) : &contact->impulse;
            collect_lane(batch, lane, to);
            if (stage == STAGE_CONSTRAINTS && solver->arrivals.any)
                *to = impact_row_plus(to, 1, contact_held(solver, contact));
            if (stage == STAGE_CONSTRAINTS && !division_is_on(solver))
                solver_keep_impulse(solver, contact);
        }
    }
}
#undef AT

// Of all contacts in batches, when they have come from other ranks.
static void keep_impulses(ns_solver *solver)
{
    const ns_network *network = &solver->network;
#pragma omp parallel for num_threads(solver->threads) schedule(static)
    for (int64_t i = 0; i < network->ordered; i++)
        solver_keep_impulse(solver, &network->contact[i]);
}

void solver_collect(ns_solver *solver, ns_stage stage)
{
    ns_order *order = &solver->order;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < order->phase_first[NS_PHASES]; i++) {
        if (division_mine(solver, i))
            collect_block(solver, busy_block(solver, i), stage);
    }
    collect_block(solver, &order->block[order->blocks], stage);
    division_collect(solver, stage);
    if (division_is_on(solver) && stage == STAGE_CONSTRAINTS)
        keep_impulses(solver);
}
