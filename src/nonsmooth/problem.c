// problem.c - the constraints of the step that was made, as a friction-contact problem u = W r + q (friction/system.h).
//
// With the velocities v0 that bodies have without these impulses, masses M, rows G of the contacts, compliances Sigma
// and biases b of docs/nonsmooth.md
//   W = G M^-1 G^T + Sigma,   q = G v0 - b
// v0 are the velocities after the sweeps less what the impulses of the constraints have given. So blows, forces and
// whatever else the step did before stand in q.
#include "nonsmooth/impulses.h"
#include "nonsmooth/stages.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

// A contact as rows: along the normal and one or two directions across it.
typedef struct problem_rows {
    const ns_contact *contact;
    v3 way[3];
    double soft[3]; // 1/kg
} problem_rows;

typedef struct problem_making {
    const ns_solver *solver;
    int dimension;
    int32_t contacts;
    problem_rows *rows;
    mover *before;    // movers without the impulses
    sort_pair *touch; // contacts by mover; the value is twice the contact, and one more for b
    sort_pair *scratch;
    int64_t touches;
    double *friction, *q;
    int32_t *row, *column; // entries of W
    double *value;
    int64_t entries;
} problem_making;

static void making_clear(problem_making *making)
{
    free(making->rows);
    free(making->before);
    free(making->touch);
    free(making->scratch);
    free(making->friction);
    free(making->q);
    free(making->row);
    free(making->column);
    free(making->value);
}

static scree_status refuse(scree_error *error, const char *hint, const char *what)
{
    return fail(error, SCREE_BAD_INPUT, "friction problem of the step", hint, "%s", what);
}

// What the form of the problem has no place for.
static scree_status check_limits(const law_limits *limits, scree_error *error)
{
    if (limits->rolling > 0 || limits->twisting > 0)
        return refuse(error, "take a case without laws against rolling and twisting",
                      "rolling and twisting resistance have no place in the problem");
    if (limits->pull > 0)
        return refuse(error, "take a case without attraction",
                      "attraction has no place in the problem");
    return SCREE_OK;
}

static bool has_row(const ns_contact *contact)
{
    return contact->soft >= 0;
}

static scree_status take_contacts(const ns_solver *solver, problem_making *making,
                                  scree_error *error)
{
    const ns_network *network = &solver->network;
    for (int64_t i = 0; i < network->ordered; i++) {
        const ns_contact *contact = &network->contact[i];
        if (!has_row(contact))
            continue;
        const law_limits limits = law_set_limits(&solver->law[contact->set], contact->r_eff);
        scree_status status = check_limits(&limits, error);
        if (status)
            return status;
        const double creep = limits.creep / solver->set.step;
        problem_rows *rows = &making->rows[making->contacts];
        *rows = (problem_rows){.contact = contact, .soft = {contact->soft, creep, creep}};
        rows->way[0] = contact->normal;
        rows->way[1] = solver->set.flat ? v3_cross(v3_make(0, 0, 1), contact->normal)
                                        : v3_perpendicular(contact->normal);
        rows->way[2] = v3_cross(contact->normal, rows->way[1]);
        making->friction[making->contacts++] = limits.friction;
    }
    if (making->contacts == 0)
        return refuse(error, "take a step, or a later one",
                      "no step has been made yet, or nothing touches in it");
    return SCREE_OK;
}

// ---- bodies

// A wall that a force drives answers along its axis alone.
static v3 answered(const ns_solver *solver, int32_t body, v3 way)
{
    if (!mover_is_wall(solver, body))
        return way;
    return wall_lets(mover_wall(solver, body), way);
}

static v3 arm_of(const ns_solver *solver, const ns_contact *contact, bool of_b)
{
    const int32_t body = of_b ? contact->b : contact->a;
    if (mover_is_wall(solver, body) && !mover_wall(solver, body)->body)
        return v3_make(0, 0, 0);
    if (!contact->balls)
        return of_b ? contact->arm_b : contact->arm_a;
    const mover *mover = &solver->movers.body[of_b ? contact->b : contact->a];
    const double length = contact->alpha / mover->inverse_rho;
    return v3_scale(of_b ? -length : length, contact->normal);
}

// Change of spin by an angular impulse.
static v3 turned(const ns_solver *solver, int32_t body, v3 moment)
{
    const double rho = solver->movers.body[body].inverse_rho;
    const v3 along = inertia_times(&solver->movers.inertia[body], moment);
    return v3_scale(rho * rho, along);
}

static void take_back(problem_making *making, const ns_contact *contact, bool of_b)
{
    const impact_row *impulse = &contact->impulse;
    const ns_solver *solver = making->solver;
    const int32_t body = of_b ? contact->b : contact->a;
    const v3 sum = v3_fma(impulse->drag, impulse->push, contact->normal);
    const v3 all = answered(solver, body, sum);
    mover *mover = &making->before[body];
    const double sign = of_b ? -1 : 1;
    const v3 spin = turned(solver, body, v3_cross(arm_of(solver, contact, of_b), sum));
    const v3 velocity = v3_fma(mover_velocity(mover), sign * mover->inverse_mass, all);
    mover->velocity[0] = velocity.x;
    mover->velocity[1] = velocity.y;
    mover->velocity[2] = velocity.z;
    if (!(mover->inverse_rho > 0))
        return;
    const v3 rim = v3_fma(mover_rim(mover), sign / mover->inverse_rho, spin);
    mover->rim[0] = rim.x;
    mover->rim[1] = rim.y;
    mover->rim[2] = rim.z;
}

// Velocity of a body at a contact along a row, before the impulses.
static double velocity_along(const problem_making *making, const problem_rows *rows, int row,
                             bool of_b)
{
    const ns_contact *contact = rows->contact;
    const mover *mover = &making->before[of_b ? contact->b : contact->a];
    const v3 way = rows->way[row];
    const v3 arm = arm_of(making->solver, contact, of_b);
    const v3 spin = v3_scale(mover->inverse_rho, mover_rim(mover));
    const v3 turn = v3_cross(arm, way);
    return v3_dot(way, mover_velocity(mover)) + v3_dot(turn, spin);
}

static bool movers_make(problem_making *making)
{
    const ns_movers *movers = &making->solver->movers;
    making->before = malloc(((size_t)movers->count + 1) * sizeof *making->before);
    if (!making->before)
        return false;
    memcpy(making->before, movers->body, (size_t)movers->count * sizeof *making->before);
    for (int32_t i = 0; i < making->contacts; i++) {
        const ns_contact *contact = making->rows[i].contact;
        take_back(making, contact, true);
        if (contact->a >= 0)
            take_back(making, contact, false);
    }
    return true;
}

static void make_offsets(problem_making *making)
{
    const int dimension = making->dimension;
    for (int32_t i = 0; i < making->contacts; i++) {
        const problem_rows *rows = &making->rows[i];
        for (int row = 0; row < dimension; row++) {
            double u = velocity_along(making, rows, row, true);
            if (rows->contact->a >= 0)
                u -= velocity_along(making, rows, row, false);
            else
                u -= v3_dot(rows->way[row], contact_still(rows->contact));
            making->q[dimension * i + row] = row == 0 ? u - rows->contact->bias : u;
        }
    }
}

// ---- W

static bool touches_make(problem_making *making)
{
    size_t most = 2 * (size_t)making->contacts + 1;
    making->touch = malloc(most * sizeof *making->touch);
    making->scratch = malloc(most * sizeof *making->scratch);
    if (!making->touch || !making->scratch)
        return false;
    for (int32_t i = 0; i < making->contacts; i++) {
        const ns_contact *contact = making->rows[i].contact;
        making->touch[making->touches++] = (sort_pair){(uint64_t)contact->b, 2 * (uint32_t)i + 1};
        if (contact->a >= 0)
            making->touch[making->touches++] = (sort_pair){(uint64_t)contact->a, 2 * (uint32_t)i};
    }
    sort_u64_by_key(making->touch, making->touches, making->scratch);
    return true;
}

// What a push in a row of one contact changes in a row of another by way of a body.
static double coupling(const problem_making *making, int32_t body, uint32_t one, int one_row,
                       uint32_t other, int other_row)
{
    const ns_solver *solver = making->solver;
    const problem_rows *first = &making->rows[one / 2];
    const problem_rows *second = &making->rows[other / 2];
    const bool first_b = one % 2 == 1;
    const bool second_b = other % 2 == 1;
    const v3 first_way = first->way[one_row];
    const v3 second_way = second->way[other_row];
    const v3 first_arm = arm_of(solver, first->contact, first_b);
    const v3 second_arm = arm_of(solver, second->contact, second_b);
    const v3 first_turn = v3_cross(first_arm, first_way);
    const v3 second_turn = v3_cross(second_arm, second_way);
    const double answer = solver->movers.body[body].inverse_mass *
                              v3_dot(answered(solver, body, first_way), second_way) +
                          v3_dot(first_turn, turned(solver, body, second_turn));
    return first_b == second_b ? answer : -answer;
}

static void add(problem_making *making, int32_t row, int32_t column, double value)
{
    making->row[making->entries] = row;
    making->column[making->entries] = column;
    making->value[making->entries++] = value;
}

static int64_t run_of(const problem_making *making, int64_t from)
{
    int64_t end = from;
    while (end < making->touches && making->touch[end].key == making->touch[from].key)
        end++;
    return end - from;
}

static bool reserve_entries(problem_making *making)
{
    const int64_t square = (int64_t)making->dimension * making->dimension;
    int64_t entries = (int64_t)making->contacts * making->dimension;
    int64_t run;
    for (int64_t at = 0; at < making->touches; at += run) {
        run = run_of(making, at);
        entries += run * run * square;
    }
    making->row = malloc((size_t)entries * sizeof *making->row);
    making->column = malloc((size_t)entries * sizeof *making->column);
    making->value = malloc((size_t)entries * sizeof *making->value);
    if (!making->row)
        return false;
    if (!making->column)
        return false;
    return making->value != NULL;
}

static void add_pair(problem_making *making, int64_t one, int64_t other)
{
    const sort_pair *touch = making->touch;
    const int dimension = making->dimension;
    const int32_t row = dimension * (int32_t)(touch[one].value / 2);
    const int32_t column = dimension * (int32_t)(touch[other].value / 2);
    for (int i = 0; i < dimension; i++)
        for (int j = 0; j < dimension; j++)
            add(making, row + i, column + j,
                coupling(making, (int32_t)touch[one].key, touch[one].value, i, touch[other].value,
                         j));
}

static bool matrix_make(problem_making *making)
{
    if (!touches_make(making) || !reserve_entries(making))
        return false;
    int64_t run;
    for (int64_t at = 0; at < making->touches; at += run) {
        run = run_of(making, at);
        for (int64_t one = at; one < at + run; one++)
            for (int64_t other = at; other < at + run; other++)
                add_pair(making, one, other);
    }
    for (int32_t i = 0; i < making->contacts; i++)
        for (int row = 0; row < making->dimension; row++)
            add(making, making->dimension * i + row, making->dimension * i + row,
                making->rows[i].soft[row]);
    return true;
}

// ---- the whole

static bool reserve(problem_making *making)
{
    const size_t most = (size_t)making->solver->network.contacts + 1;
    making->rows = malloc(most * sizeof *making->rows);
    making->friction = malloc(most * sizeof *making->friction);
    making->q = malloc(3 * most * sizeof *making->q);
    if (!making->rows)
        return false;
    if (!making->friction)
        return false;
    return making->q != NULL;
}

static scree_status take_guess(const problem_making *making, friction_system *out,
                               scree_error *error)
{
    out->guess = calloc(3 * (size_t)making->contacts, sizeof *out->guess);
    if (!out->guess)
        return fail_memory(error, "friction problem of the step");
    for (int32_t i = 0; i < making->contacts; i++) {
        const problem_rows *rows = &making->rows[i];
        double *guess = out->guess + 3 * (size_t)i;
        guess[0] = rows->contact->impulse.push;
        for (int row = 1; row < making->dimension; row++)
            guess[row] = v3_dot(rows->way[row], rows->contact->impulse.drag);
    }
    return SCREE_OK;
}

static scree_status make(problem_making *making, friction_system *out, scree_error *error)
{
    if (!reserve(making))
        return fail_memory(error, "friction problem of the step");
    scree_status status = take_contacts(making->solver, making, error);
    if (status)
        return status;
    if (!movers_make(making) || !matrix_make(making))
        return fail_memory(error, "friction problem of the step");
    make_offsets(making);
    const int32_t rows = making->dimension * making->contacts;
    const friction_given given = {
        .dimension = making->dimension,
        .contacts = making->contacts,
        .where = "friction problem of the step",
        .friction = making->friction,
        .w = {rows, rows, making->entries, making->row, making->column, making->value, "W"},
        .q = making->q,
    };
    status = friction_system_make(&given, out, error);
    if (!status)
        status = take_guess(making, out, error);
    if (status)
        friction_system_clear(out);
    return status;
}

scree_status impulses_problem(const void *state, friction_system *out, scree_error *error)
{
    const impulses *impulses = state;
    problem_making making = {
        .solver = &impulses->solver,
        .dimension = impulses->solver.set.flat ? 2 : 3,
    };
    memset(out, 0, sizeof *out);
    if (impulses->solver.set.choice->relax > 0)
        return refuse(error, "set nonsmooth.relax to 0",
                      "relaxation has changed the impulses after the problem was solved");
    scree_status status = make(&making, out, error);
    making_clear(&making);
    return status;
}
