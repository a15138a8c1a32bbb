// single.c - sweeps in single precision: half the memory, twice the lanes.
//
// Two batches of one bin, which share no body, make one of 16 lanes. Movers and columns are copied in units of a mean
// mass, a diameter and a diameter in a step, in which floats neither overflow nor vanish. When the sweeps are done the
// impulses go back, and velocities are those that the impulses give in double precision, so that momentum is kept to
// the last bit of that. Hubs, few, stay in double precision all the time.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALF = SWEEP_LANES, ALL = SWEEP_LANES_SINGLE };

bool solver_make_single(ns_solver *solver, int width)
{
    solver->single = calloc(1, sizeof *solver->single);
    if (solver->single)
        solver->single->kernel = sweep_choose_single(width);
    return solver->single && solver->single->kernel;
}

void solver_free_single(ns_solver *solver)
{
    if (!solver->single)
        return;
    mem_free(solver->single->body);
    mem_free(solver->single->inertia);
    mem_free(solver->single->hub);
    free(solver->single);
}

// ---- room

static bool pair_batches(ns_block *block)
{
    int64_t columns = 0;
    block->singles = 0;
    for (int32_t k = 0; k < block->batches; block->singles++) {
        if (!mem_grow((void **)&block->batch_single, &block->single_room, block->singles + 1,
                      sizeof *block->batch_single))
            return false;
        bool two = k + 1 < block->batches && block->bin[k] == block->bin[k + 1];
        sweep_batch_single *batch = &block->batch_single[block->singles];
        batch->kind = block->batch[k].kind;
        for (int lane = 0; lane < ALL;
             lane++) { // without a second batch its lanes are dummies of the first
            const sweep_batch *from = &block->batch[two && lane >= HALF ? k + 1 : k];
            bool dummy = !two && lane >= HALF;
            batch->a[lane] = dummy ? 0 : from->a[lane % HALF];
            batch->b[lane] = dummy ? -1 : from->b[lane % HALF];
        }
        columns += sweep_columns(batch->kind);
        k += two ? 2 : 1;
    }
    if (columns * ALL > block->column_single_room) {
        mem_free(block->column_single);
        block->column_single_room = columns * ALL + columns * 2;
        block->column_single = mem_array(block->column_single_room, sizeof *block->column_single);
        if (!block->column_single)
            block->column_single_room = 0;
    }
    return columns == 0 || block->column_single != NULL;
}

// Lanes without a contact: dummies, which no other block has.
static void give_dummies(ns_block *block, int32_t dummy)
{
    float *column = block->column_single;
    for (int32_t k = 0; k < block->singles; k++) {
        sweep_batch_single *batch = &block->batch_single[k];
        batch->column = column;
        column += sweep_columns(batch->kind) * ALL;
        for (int lane = 0; lane < ALL; lane++) {
            if (batch->b[lane] < 0) {
                batch->b[lane] = dummy + lane % HALF;
                batch->a[lane] = batch->kind.side == SIDE_MOBILE ? batch->b[lane] : 0;
            }
        }
    }
}

bool solver_reserve_single(ns_solver *solver)
{
    ns_single *single = solver->single;
    int64_t need = solver->movers.count + (int64_t)SWEEP_LANES * (solver->order.blocks + 1);
    if (need > single->room) {
        mem_free(single->body);
        mem_free(single->inertia);
        single->room = need + need / 8;
        single->body = mem_array(single->room, sizeof *single->body);
        single->inertia = mem_array(single->room, sizeof *single->inertia);
        if (!single->body || !single->inertia)
            single->room = 0;
        if (!single->room)
            return false;
    }
    if (solver->hubs.count > single->hub_room) {
        mem_free(single->hub);
        single->hub_room = solver->hubs.count + solver->hubs.count / 2 + 8;
        single->hub = mem_array(single->hub_room, sizeof *single->hub);
        if (!single->hub)
            single->hub_room = 0;
        if (!single->hub_room)
            return false;
    }
    int bad = 0;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic) reduction(+ : bad)
    for (int i = 0; i < solver->order.phase_first[NS_PHASES]; i++) {
        ns_block *block = busy_block(solver, i);
        bad += !pair_batches(block);
        if (!bad)
            give_dummies(block, solver->movers.count + SWEEP_LANES * solver->order.phase_block[i]);
    }
    return bad == 0;
}

// ---- there

// Powers of two, so that units themselves round nothing.
static double power_of_two(double value)
{
    double power = 1;
    for (int i = 0; i < 1000 && power < value; i++)
        power *= 2;
    for (int i = 0; i < 1000 && power > value; i++)
        power *= 0.5;
    return power;
}

static void choose_units(ns_solver *solver)
{
    ns_single *single = solver->single;
    double least = INFINITY;
    for (int32_t i = 0; i < solver->movers.count; i++) {
        if (solver->movers.body[i].inverse_mass > 0)
            least = real_min(least, solver->movers.body[i].inverse_mass);
    }
    single->mass = power_of_two(least < INFINITY ? 1 / least : 1);
    single->length = power_of_two(solver->set.diameter);
    single->speed = power_of_two(solver->set.diameter / solver->set.step);
}

static mover_single mover_of(const ns_single *single, const mover *mover)
{
    double per_speed = 1 / single->speed;
    mover_single copy = {
        .velocity = {(float)(per_speed * mover->velocity[0]),
                     (float)(per_speed * mover->velocity[1]),
                     (float)(per_speed * mover->velocity[2])},
        .inverse_mass = (float)(single->mass * mover->inverse_mass),
        .rim = {(float)(per_speed * mover->rim[0]), (float)(per_speed * mover->rim[1]),
                (float)(per_speed * mover->rim[2])},
        .inverse_rho = (float)(single->length * mover->inverse_rho),
    };
    return copy;
}

void solver_freeze_single(ns_solver *solver)
{
    for (int32_t hub = 0; hub < solver->hubs.count; hub++)
        solver->single->hub[hub] = mover_of(solver->single, &solver->hubs.frozen[hub]);
}

// What one of a column is in its unit.
static void column_units(const ns_single *single, sweep_kind kind, double unit[])
{
    double momentum = single->mass * single->speed;
    double moment = single->mass * single->length * single->length;
    for (int i = 0; i < sweep_columns(kind); i++)
        unit[i] = 1;
    unit[B_BIAS] = 1 / single->speed;
    unit[B_SOFT] = single->mass;
    unit[B_PUSH] = unit[B_T] = unit[B_T + 1] = unit[B_T + 2] = 1 / momentum;
    if (kind.general)
        unit[B_INVERSE] = unit[B_INVERSE_T] = 1 / single->mass;
    for (int i = 0; kind.side == SIDE_STILL && i < 3; i++)
        unit[sweep_wall_column(kind) + i] = 1 / single->speed;
    for (int i = 3; kind.side == SIDE_STILL && kind.rich && i < 6; i++)
        unit[sweep_wall_column(kind) + i] = single->length / single->speed;
    if (!kind.rich)
        return;
    double *rich = unit + sweep_rich_column(kind);
    rich[R_LOW] = 1 / momentum;
    rich[R_CREEP] = single->mass;
    rich[R_ROLL_LIMIT] = rich[R_TWIST_LIMIT] = 1 / single->length;
    rich[R_ROLL_CREEP] = rich[R_TWIST_CREEP] = moment;
    rich[R_ROLL_INVERSE] = rich[R_TWIST_INVERSE] = 1 / moment;
    rich[R_ROLL] = rich[R_ROLL + 1] = rich[R_ROLL + 2] = rich[R_TWIST] =
        1 / (momentum * single->length);
}

enum { COLUMNS_MOST = B_GENERAL + 6 + R_COLUMNS };

static float rounded(double value)
{
    return value < -1e30 ? -1e30f : value > 1e30 ? 1e30f : (float)value;
}

static void fill_single(const ns_single *single, ns_block *block)
{
    double unit[COLUMNS_MOST];
    for (int32_t k = 0, at = 0; at < block->singles; at++) {
        sweep_batch_single *batch = &block->batch_single[at];
        bool two = k + 1 < block->batches && block->bin[k] == block->bin[k + 1];
        column_units(single, batch->kind, unit);
        for (int column = 0; column < sweep_columns(batch->kind); column++) {
            for (int lane = 0; lane < ALL; lane++) {
                const double *from = lane < HALF ? block->batch[k].column
                                     : two       ? block->batch[k + 1].column
                                                 : NULL;
                batch->column[column * ALL + lane] =
                    from ? rounded(unit[column] * from[column * HALF + lane % HALF]) : 0;
            }
        }
        k += two ? 2 : 1;
    }
}

void solver_begin_single(ns_solver *solver)
{
    ns_single *single = solver->single;
    int64_t movers = solver->movers.count + (int64_t)SWEEP_LANES * (solver->order.blocks + 1);
    choose_units(solver);
#pragma omp parallel for num_threads(solver->threads) schedule(static)
    for (int64_t i = 0; i < movers; i++) {
        const mover_inertia *inertia = &solver->movers.inertia[i];
        double mass = single->mass;
        single->body[i] = mover_of(single, &solver->movers.body[i]);
        if (i >= solver->movers.count)
            single->body[i].inverse_mass = 1; // dummies
        single->inertia[i] = (mover_inertia_single){
            .xx = (float)(mass * inertia->xx),
            .yy = (float)(mass * inertia->yy),
            .zz = (float)(mass * inertia->zz),
            .xy = (float)(mass * inertia->xy),
            .xz = (float)(mass * inertia->xz),
            .yz = (float)(mass * inertia->yz),
            .unused = {0, 0},
        };
    }
    solver_freeze_single(solver);
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < solver->order.phase_first[NS_PHASES]; i++)
        fill_single(single, busy_block(solver, i));
}

void solver_sweep_single(ns_solver *solver, ns_block *block, bool measure)
{
    const ns_single *single = solver->single;
    sweep_task_single task = {
        .body = single->body,
        .inertia = single->inertia,
        .spin_factor = solver->set.spin_factor,
        .hub = single->hub,
        .sum = block->sum,
    };
    block->most =
        single->speed * single->kernel->sweep(&task, block->batch_single, block->singles, measure);
}

// ---- and back

static void take_back(const ns_single *single, ns_block *block)
{
    double unit[COLUMNS_MOST];
    for (int32_t k = 0, at = 0; at < block->singles; at++) {
        const sweep_batch_single *batch = &block->batch_single[at];
        bool two = k + 1 < block->batches && block->bin[k] == block->bin[k + 1];
        column_units(single, batch->kind, unit);
        int rich = batch->kind.rich ? sweep_rich_column(batch->kind) + R_ROLL : -1;
        for (int column = B_PUSH; column < sweep_columns(batch->kind); column++) {
            bool impulse = column < B_T + 3 || (rich >= 0 && column >= rich);
            for (int lane = 0; impulse && lane < (two ? ALL : HALF); lane++) {
                block->batch[lane < HALF ? k : k + 1].column[column * HALF + lane % HALF] =
                    (double)batch->column[column * ALL + lane] / unit[column];
            }
        }
        k += two ? 2 : 1;
    }
}

static v3 three_of(const double *column, int lane)
{
    return v3_make(column[lane], column[HALF + lane], column[2 * HALF + lane]);
}

// What the sweeps have added to the impulses, in double precision; of hubs that has been done. Contacts take the
// impulses over at once: there may be more sweeps, and theirs are added to these.
static void give_changes(ns_solver *solver, const ns_block *block, ns_stage stage)
{
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        const double *column = batch->column;
        const double *rich = column + (sweep_rich_column(batch->kind) + R_ROLL) * HALF;
        for (int lane = 0; lane < HALF; lane++) {
            if (block->lane[k][lane] < 0)
                continue;
            ns_contact *contact = &solver->network.contact[block->lane[k][lane]];
            impact_row *was =
                stage == STAGE_IMPACTS ? contact_blow(solver, contact) : &contact->impulse;
            const double push = column[B_PUSH * HALF + lane];
            const v3 drag = three_of(column + B_T * HALF, lane);
            v3 turn = {0, 0, 0};
            v3 change = v3_fma(v3_sub(drag, was->drag), push - was->push, contact->normal);
            if (batch->kind.rich) {
                const v3 roll = three_of(rich, lane);
                const double twist = rich[3 * HALF + lane];
                turn = v3_fma(v3_sub(roll, was->roll), twist - was->twist, contact->normal);
                was->roll = roll;
                was->twist = twist;
            }
            contact_give_side(solver, contact, change, turn, false);
            was->push = push;
            was->drag = drag;
        }
    }
}

void solver_end_single(ns_solver *solver, ns_stage stage)
{
    const int *first = solver->order.phase_first;
#pragma omp parallel num_threads(solver->threads)
    for (int phase = 0; phase < NS_PHASES; phase++) {
#pragma omp for schedule(dynamic)
        for (int i = first[phase]; i < first[phase + 1]; i++) {
            ns_block *block = busy_block(solver, i);
            take_back(solver->single, block);
            give_changes(solver, block, stage);
        }
    }
}
