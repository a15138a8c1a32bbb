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

// Has the batch another of its bin behind it, which shares no body with it?
static bool has_pair(const ns_block *block, int32_t number)
{
    int32_t next = number + 1;
    return next < block->batches && block->bin[number] == block->bin[next];
}

// Without a second batch its lanes are dummies of the first.
static void pair_lanes(const sweep_batch *first, const sweep_batch *second,
                       sweep_batch_single *batch)
{
    for (int lane = 0; lane < HALF; lane++) {
        batch->a[lane] = first->a[lane];
        batch->b[lane] = first->b[lane];
        batch->a[HALF + lane] = second ? second->a[lane] : 0;
        batch->b[HALF + lane] = second ? second->b[lane] : -1;
    }
}

static bool reserve_columns(ns_block *block, int64_t columns)
{
    if (columns * ALL > block->column_single_room) {
        mem_free(block->column_single);
        block->column_single_room = columns * ALL + columns * 2;
        block->column_single = mem_array(block->column_single_room, sizeof *block->column_single);
        if (!block->column_single)
            block->column_single_room = 0;
    }
    return columns == 0 || block->column_single != NULL;
}

static bool pair_batches(ns_block *block)
{
    int64_t columns = 0;
    int32_t k = 0;
    block->singles = 0;
    while (k < block->batches) {
        if (!MEM_GROW(block->batch_single, block->single_room, block->singles + 1))
            return false;
        bool two = has_pair(block, k);
        const sweep_batch *first = &block->batch[k];
        sweep_batch_single *batch = &block->batch_single[block->singles];
        batch->kind = first->kind;
        pair_lanes(first, two ? first + 1 : NULL, batch);
        columns += sweep_columns(batch->kind);
        block->singles++;
        k += two ? 2 : 1;
    }
    return reserve_columns(block, columns);
}

// Lanes without a contact: dummies, which no other block has.
static void give_dummies(ns_block *block, int32_t dummy)
{
    float *column = block->column_single;
    for (int32_t k = 0; k < block->singles; k++) {
        sweep_batch_single *batch = &block->batch_single[k];
        const sweep_kind kind = batch->kind;
        batch->column = column;
        column += sweep_columns(kind) * ALL;
        for (int lane = 0; lane < ALL; lane++) {
            if (batch->b[lane] < 0) {
                batch->b[lane] = dummy + lane % HALF;
                batch->a[lane] = kind.side == SIDE_MOBILE ? batch->b[lane] : 0;
            }
        }
    }
}

static bool reserve_movers(ns_single *single, int64_t need)
{
    if (need <= single->room)
        return true;
    mem_free(single->body);
    mem_free(single->inertia);
    single->room = need + need / 8;
    single->body = mem_array(single->room, sizeof *single->body);
    single->inertia = mem_array(single->room, sizeof *single->inertia);
    if (!single->body || !single->inertia)
        single->room = 0;
    return single->room > 0;
}

static bool reserve_hubs(ns_single *single, int32_t hubs)
{
    if (hubs <= single->hub_room)
        return true;
    mem_free(single->hub);
    single->hub_room = hubs + hubs / 2 + 8;
    single->hub = mem_array(single->hub_room, sizeof *single->hub);
    if (!single->hub)
        single->hub_room = 0;
    return single->hub_room > 0;
}

bool solver_reserve_single(ns_solver *solver)
{
    ns_single *single = solver->single;
    const ns_order *order = &solver->order;
    int32_t movers = solver->movers.count;
    int64_t need = movers + (int64_t)SWEEP_LANES * (order->blocks + 1);
    if (!reserve_movers(single, need) || !reserve_hubs(single, solver->hubs.count))
        return false;
    int bad = 0;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic) reduction(+ : bad)
    for (int i = 0; i < order->phase_first[NS_PHASES]; i++) {
        ns_block *block = busy_block(solver, i);
        int32_t dummy = movers + SWEEP_LANES * order->phase_block[i];
        bad += !pair_batches(block);
        if (!bad)
            give_dummies(block, dummy);
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
    const ns_settings *settings = &solver->set;
    const ns_movers *movers = &solver->movers;
    double least = INFINITY;
    for (int32_t i = 0; i < movers->count; i++) {
        double inverse_mass = movers->body[i].inverse_mass;
        if (inverse_mass > 0)
            least = real_min(least, inverse_mass);
    }
    double largest_mass = least < INFINITY ? 1 / least : 1;
    single->mass = power_of_two(largest_mass);
    single->length = power_of_two(settings->diameter);
    single->speed = power_of_two(settings->diameter / settings->step);
}

static mover_single mover_of(const ns_single *single, const mover *mover)
{
    double per_speed = 1 / single->speed;
    mover_single copy = {
        .inverse_mass = (float)(single->mass * mover->inverse_mass),
        .inverse_rho = (float)(single->length * mover->inverse_rho),
    };
    for (int axis = 0; axis < 3; axis++) {
        copy.velocity[axis] = (float)(per_speed * mover->velocity[axis]);
        copy.rim[axis] = (float)(per_speed * mover->rim[axis]);
    }
    return copy;
}

void solver_freeze_single(ns_solver *solver)
{
    ns_hubs *hubs = &solver->hubs;
    for (int32_t hub = 0; hub < hubs->count; hub++)
        solver->single->hub[hub] = mover_of(solver->single, &hubs->frozen[hub]);
}

// What one of a column is in its unit.
static void set_three(double *unit, double value)
{
    unit[0] = value;
    unit[1] = value;
    unit[2] = value;
}

static void rich_units(const ns_single *single, double *rich)
{
    double momentum = single->mass * single->speed;
    double moment = single->mass * single->length * single->length;
    double per_roll = 1 / (momentum * single->length);
    rich[R_LOW] = 1 / momentum;
    rich[R_CREEP] = single->mass;
    rich[R_ROLL_LIMIT] = 1 / single->length;
    rich[R_TWIST_LIMIT] = 1 / single->length;
    rich[R_ROLL_CREEP] = moment;
    rich[R_TWIST_CREEP] = moment;
    rich[R_ROLL_INVERSE] = 1 / moment;
    rich[R_TWIST_INVERSE] = 1 / moment;
    set_three(rich + R_ROLL, per_roll);
    rich[R_TWIST] = per_roll;
}

static void column_units(const ns_single *single, sweep_kind kind, double unit[])
{
    double momentum = single->mass * single->speed;
    for (int i = 0; i < sweep_columns(kind); i++)
        unit[i] = 1;
    unit[B_BIAS] = 1 / single->speed;
    unit[B_SOFT] = single->mass;
    unit[B_PUSH] = 1 / momentum;
    set_three(unit + B_T, 1 / momentum);
    if (kind.general) {
        unit[B_INVERSE] = 1 / single->mass;
        unit[B_INVERSE_T] = 1 / single->mass;
    }
    if (kind.side == SIDE_STILL) {
        double *wall = unit + sweep_wall_column(kind);
        set_three(wall, 1 / single->speed);
        if (kind.rich)
            set_three(wall + 3, single->length / single->speed);
    }
    if (kind.rich)
        rich_units(single, unit + sweep_rich_column(kind));
}

enum { COLUMNS_MOST = B_GENERAL + 6 + R_COLUMNS };

static float rounded(double value)
{
    if (value < -1e30)
        return -1e30f;
    return value > 1e30 ? 1e30f : (float)value;
}

// Half of the columns of a pair of batches, from those of one of them; NULL: dummies.
static void fill_half(const double *unit, int columns, const double *from, float *to)
{
    for (int column = 0; column < columns; column++) {
        for (int lane = 0; lane < HALF; lane++) {
            float value = 0;
            if (from)
                value = rounded(unit[column] * from[column * HALF + lane]);
            to[column * ALL + lane] = value;
        }
    }
}

static void fill_single(const ns_single *single, ns_block *block)
{
    double unit[COLUMNS_MOST];
    int32_t k = 0;
    for (int32_t at = 0; at < block->singles; at++) {
        sweep_batch_single *batch = &block->batch_single[at];
        bool two = has_pair(block, k);
        int columns = sweep_columns(batch->kind);
        const double *second = two ? block->batch[k + 1].column : NULL;
        column_units(single, batch->kind, unit);
        fill_half(unit, columns, block->batch[k].column, batch->column);
        fill_half(unit, columns, second, batch->column + HALF);
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

static void take_half(const double *unit, sweep_kind kind, const float *from, double *to)
{
    int columns = sweep_columns(kind);
    int rich = kind.rich ? sweep_rich_column(kind) + R_ROLL : columns;
    for (int column = B_PUSH; column < columns; column++) {
        bool impulse = column < B_T + 3 || column >= rich;
        if (!impulse)
            continue;
        for (int lane = 0; lane < HALF; lane++) {
            double value = from[column * ALL + lane];
            to[column * HALF + lane] = value / unit[column];
        }
    }
}

static void take_back(const ns_single *single, ns_block *block)
{
    double unit[COLUMNS_MOST];
    int32_t k = 0;
    for (int32_t at = 0; at < block->singles; at++) {
        const sweep_batch_single *batch = &block->batch_single[at];
        bool two = has_pair(block, k);
        column_units(single, batch->kind, unit);
        take_half(unit, batch->kind, batch->column, block->batch[k].column);
        if (two)
            take_half(unit, batch->kind, batch->column + HALF, block->batch[k + 1].column);
        k += two ? 2 : 1;
    }
}

static v3 three_of(const double *column, int lane)
{
    return v3_make(column[lane], column[HALF + lane], column[2 * HALF + lane]);
}

// What the sweeps have added to the impulses, in double precision; of hubs that has been done. Contacts take the
// impulses over at once: there may be more sweeps, and theirs are added to these.
// What sweeps have made of the impulses of one lane.
static void give_change(ns_solver *solver, ns_contact *contact, impact_row *was,
                        const sweep_batch *batch, int lane)
{
    const double *column = batch->column;
    double push = column[B_PUSH * HALF + lane];
    v3 drag = three_of(column + B_T * HALF, lane);
    v3 dragged = v3_sub(drag, was->drag);
    v3 change = v3_fma(dragged, push - was->push, contact->normal);
    v3 turn = {0, 0, 0};
    if (batch->kind.rich) {
        const double *rich = column + (sweep_rich_column(batch->kind) + R_ROLL) * HALF;
        v3 roll = three_of(rich, lane);
        double twist = rich[3 * HALF + lane];
        v3 rolled = v3_sub(roll, was->roll);
        turn = v3_fma(rolled, twist - was->twist, contact->normal);
        was->roll = roll;
        was->twist = twist;
    }
    contact_give_side(solver, contact, change, turn, false);
    was->push = push;
    was->drag = drag;
}

static void give_changes(ns_solver *solver, const ns_block *block, ns_stage stage)
{
    bool impacts = stage == STAGE_IMPACTS;
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        for (int lane = 0; lane < HALF; lane++) {
            int32_t number = block->lane[k][lane];
            if (number < 0)
                continue;
            ns_contact *contact = &solver->network.contact[number];
            impact_row *was = impacts ? contact_blow(solver, contact) : &contact->impulse;
            give_change(solver, contact, was, batch, lane);
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
