// solve.c - see solve.h.
//
// Three loops. The innermost is Gauss-Seidel over the contacts, each answered exactly (NSGS of Acary, Bremond, Huber
// 2018, with the exact local answer of Bonnefon, Daviet 2011), forth and back.
//
// A round of the two is a map r -> G(r), whose fixed point solves the problem; it is accelerated as Anderson 1965 has it
// (Walker, Ni 2011, "Anderson acceleration for fixed-point iterations"): of the last rounds the combination is taken
// whose steps G(r) - r cancel best. The map has kinks where contacts begin to stick, slide or part. So where a step
// grows, what is remembered is forgotten, and sweeps go on alone for a while from before the jump.
//
// Around that stands the proximal-point method (Rockafellar 1976; PPA in Acary, Bremond, Huber 2018). It solves
// u + alpha D (r - r_k) = W r + ..., D the mean diagonal of each contact, for r_(k+1), and has the same solutions. With
// more contacts than bodies can hold apart W is singular, and sweeps alone hardly converge; with alpha D they do. alpha
// falls where that was easy and rises where it was not.
//
// One thread does it, in the order of the contacts; so the bits do not depend on how many there are.
#include "friction/solve.h"

#include "friction/cone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 12 };              // rounds that are remembered
enum { PAUSE_MOST = 64 };         // rounds without a jump
enum { EASY = 150, HARD = 1000 }; // sweeps of one problem of the proximal-point method
static const double alpha_first = 0.01, alpha_least = 1e-12, alpha_most = 1;
static const double share_left = 0.1; // of the residual, for which each of those problems is solved

typedef struct round_memory {
    double *step, *end;                 // G(r) - r and G(r) of the last round
    double *steps[DEPTH], *ends[DEPTH]; // by how much they changed from round to round
    int kept, next;
    bool first;   // nothing is remembered
    double least; // the smallest step since it is
    int64_t jumps, pause, plain;
} round_memory;

typedef struct solving {
    const friction_system *system;
    const friction_wish *wish;
    size_t size;    // 3 a contact
    double *r, *u;  // where it is
    double *before; // r before the round
    double *
        best; // the reactions with the smallest residual of the problem of the proximal-point method
    double *centre; // r_k
    double *shift;  // alpha D, of each number
    double *weight; // of each number in sums: steps count by the speeds they stand for
    double *storage;
    round_memory memory;
    int64_t iterations;
} solving;

// ---- sweeps

static void answer(const solving *at, int32_t contact)
{
    const friction_system *system = at->system;
    const size_t first = 3 * (size_t)contact;
    const int64_t own = system->diagonal[contact];
    double q[3];
    double w[9];
    memcpy(q, system->offset + first, sizeof q);
    memcpy(w, system->block[own], sizeof w);
    for (int64_t i = system->first[contact]; i < system->first[contact + 1]; i++) {
        if (i == own)
            continue;
        const double *block = system->block[i];
        const double *of = at->r + 3 * (size_t)system->column[i];
        for (int row = 0; row < 3; row++)
            q[row] +=
                (block[3 * row] * of[0] + block[3 * row + 1] * of[1]) + block[3 * row + 2] * of[2];
    }
    const double *shift = at->shift + first;
    const double *centre = at->centre + first;
    for (int row = 0; row < 3; row++) {
        w[4 * row] += shift[row];
        q[row] -= shift[row] * centre[row];
    }
    cone_solve(w, q, system->friction[contact], at->r + first);
}

static void sweep_twice(const solving *at)
{
    for (int32_t contact = 0; contact < at->system->contacts; contact++)
        answer(at, contact);
    for (int32_t contact = at->system->contacts; contact-- > 0;)
        answer(at, contact);
}

// Of the problem of the proximal-point method.
static double residual_now(const solving *at)
{
    friction_velocity(at->system, at->r, at->u);
    for (size_t i = 0; i < at->size; i++)
        at->u[i] += at->shift[i] * (at->r[i] - at->centre[i]);
    return friction_residual_of(at->system, at->r, at->u).scaled;
}

// ---- acceleration

static double product(const solving *at, const double *one, const double *other)
{
    double sum = 0;
    for (size_t i = 0; i < at->size; i++)
        sum += at->weight[i] * one[i] * other[i];
    return sum;
}

// Least squares by the normal equations: their matrix and right side. What is on the diagonal besides is for steps that
// are nearly parallel.
static void make_equations(const solving *at, double matrix[DEPTH][DEPTH], double share[DEPTH])
{
    const round_memory *memory = &at->memory;
    double most = 0;
    for (int row = 0; row < memory->kept; row++) {
        share[row] = product(at, memory->steps[row], memory->step);
        for (int column = 0; column <= row; column++)
            matrix[row][column] = product(at, memory->steps[row], memory->steps[column]);
        most = fmax(most, matrix[row][row]);
    }
    for (int row = 0; row < memory->kept; row++)
        matrix[row][row] += 1e-14 * most;
}

// By Cholesky's method; false where the matrix is not positive definite.
static bool solve_equations(double matrix[DEPTH][DEPTH], double share[DEPTH], int count)
{
    for (int row = 0; row < count; row++) {
        for (int column = 0; column <= row; column++) {
            double sum = matrix[row][column];
            for (int k = 0; k < column; k++)
                sum -= matrix[row][k] * matrix[column][k];
            if (column < row)
                matrix[row][column] = sum / matrix[column][column];
            else if (sum > 0)
                matrix[row][row] = sqrt(sum);
            else
                return false;
        }
        for (int k = 0; k < row; k++)
            share[row] -= matrix[row][k] * share[k];
        share[row] /= matrix[row][row];
    }
    for (int row = count; row-- > 0;) {
        for (int k = row + 1; k < count; k++)
            share[row] -= matrix[k][row] * share[k];
        share[row] /= matrix[row][row];
    }
    return true;
}

static void jump(const solving *at)
{
    const round_memory *memory = &at->memory;
    double matrix[DEPTH][DEPTH];
    double share[DEPTH];
    make_equations(at, matrix, share);
    if (!solve_equations(matrix, share, memory->kept))
        return;
    for (int k = 0; k < memory->kept; k++)
        for (size_t i = 0; i < at->size; i++)
            at->r[i] -= share[k] * memory->ends[k][i];
}

static double step_size(const solving *at)
{
    double sum = 0;
    for (size_t i = 0; i < at->size; i++) {
        double step = at->r[i] - at->before[i];
        sum += at->weight[i] * step * step;
    }
    return sqrt(sum);
}

static void forget(round_memory *memory)
{
    memory->kept = 0;
    memory->next = 0;
    memory->jumps = 0;
    memory->first = true;
}

static void remember(solving *at, double size)
{
    round_memory *memory = &at->memory;
    double *steps = memory->steps[memory->next];
    double *ends = memory->ends[memory->next];
    for (size_t i = 0; i < at->size; i++) {
        double step = at->r[i] - at->before[i];
        steps[i] = step - memory->step[i];
        ends[i] = at->r[i] - memory->end[i];
        memory->step[i] = step;
        memory->end[i] = at->r[i];
    }
    if (!memory->first) {
        memory->next = (memory->next + 1) % DEPTH;
        memory->kept += memory->kept < DEPTH;
    }
    memory->least = memory->first ? size : fmin(memory->least, size);
    memory->first = false;
}

// After a round: jumps, or goes back to before a jump that was no good.
static void accelerate(solving *at)
{
    round_memory *memory = &at->memory;
    const double size = step_size(at);
    if (memory->jumps > 0 && !(size <= 2 * memory->least)) {
        memcpy(at->r, memory->end, at->size * sizeof *at->r);
        if (memory->jumps > DEPTH)
            memory->pause = 1;
        else if (memory->pause < PAUSE_MOST)
            memory->pause *= 2;
        memory->plain = memory->pause;
        forget(memory);
        return;
    }
    if (memory->plain > 0) {
        memory->plain--;
        return;
    }
    remember(at, size);
    if (memory->kept > 0) {
        jump(at);
        memory->jumps++;
    }
}

// One problem of the proximal-point method, down to a residual. True: there it is.
static bool approach(solving *at, double enough)
{
    const size_t bytes = at->size * sizeof *at->r;
    double least = INFINITY;
    int64_t most = at->wish->iterations - at->iterations;
    most = most < HARD ? most : HARD;
    forget(&at->memory);
    at->memory.pause = 1;
    at->memory.plain = 0;
    for (int64_t done = 0; done < most && least > enough; done += 2) {
        memcpy(at->before, at->r, bytes);
        sweep_twice(at);
        at->iterations += 2;
        double residual = residual_now(at);
        if (residual < least) {
            least = residual;
            memcpy(at->best, at->r, bytes);
        }
        if (least > enough)
            accelerate(at);
    }
    memcpy(at->r, at->best, bytes);
    return least <= enough;
}

// ---- the whole

static bool open(solving *at)
{
    const size_t arrays = 7 + 2 * DEPTH;
    at->size = 3 * (size_t)at->system->contacts;
    at->storage = calloc(arrays * at->size, sizeof *at->storage);
    if (!at->storage)
        return false;
    double *next = at->storage;
    at->before = next;
    next += at->size;
    at->best = next;
    next += at->size;
    at->centre = next;
    next += at->size;
    at->shift = next;
    next += at->size;
    at->weight = next;
    next += at->size;
    at->memory.step = next;
    next += at->size;
    at->memory.end = next;
    next += at->size;
    for (size_t k = 0; k < DEPTH; k++) {
        at->memory.steps[k] = next;
        next += at->size;
        at->memory.ends[k] = next;
        next += at->size;
    }
    return true;
}

static void set_alpha(solving *at, double alpha)
{
    for (int32_t contact = 0; contact < at->system->contacts; contact++) {
        const double *block = at->system->block[at->system->diagonal[contact]];
        const double mean = (fabs(block[0]) + fabs(block[4]) + fabs(block[8])) / 3;
        const size_t first = 3 * (size_t)contact;
        for (size_t i = first; i < first + 3; i++) {
            at->shift[i] = alpha * mean;
            at->weight[i] = (1 + alpha) * mean;
        }
    }
    memcpy(at->centre, at->r, at->size * sizeof *at->r);
}

static friction_residual true_residual(const solving *at)
{
    friction_velocity(at->system, at->r, at->u);
    return friction_residual_of(at->system, at->r, at->u);
}

// The best reactions stay in `found`.
static void run(solving *at, double *found, friction_outcome *out)
{
    const friction_wish *wish = at->wish;
    double alpha = alpha_first;
    out->residual = true_residual(at);
    memcpy(found, at->r, at->size * sizeof *at->r);
    double last = out->residual.scaled;
    while (out->residual.scaled > wish->tolerance && at->iterations < wish->iterations) {
        const int64_t before = at->iterations;
        set_alpha(at, alpha);
        const bool close = approach(at, fmax(share_left * last, 0.3 * wish->tolerance));
        const friction_residual now = true_residual(at);
        last = now.scaled;
        if (now.scaled < out->residual.scaled) {
            out->residual = now;
            memcpy(found, at->r, at->size * sizeof *at->r);
        }
        if (!close)
            alpha = fmin(4 * alpha, alpha_most);
        else if (at->iterations - before <= EASY)
            alpha = fmax(0.5 * alpha, alpha_least);
        if (wish->watch && wish->watch(wish->context, at->iterations, out->residual.scaled))
            break;
    }
    out->iterations = at->iterations;
    out->solved = out->residual.scaled <= wish->tolerance;
}

scree_status friction_solve(const friction_system *system, const friction_wish *wish, double *r,
                            double *u, friction_outcome *out, scree_error *error)
{
    solving at = {.system = system, .wish = wish, .u = u};
    const size_t bytes = 3 * (size_t)system->contacts * sizeof *r;
    *out = (friction_outcome){0};
    at.r = malloc(bytes);
    if (!at.r || !open(&at)) {
        free(at.r);
        return fail_memory(error, "friction problem");
    }
    if (wish->start)
        memcpy(at.r, wish->start, bytes);
    else
        memset(at.r, 0, bytes);
    run(&at, r, out);
    friction_velocity(system, r, u);
    free(at.storage);
    free(at.r);
    return SCREE_OK;
}
