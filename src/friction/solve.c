// solve.c - see solve.h.
//
// Three loops of sweeps. The innermost is Gauss-Seidel over the contacts, each answered exactly (NSGS of Acary, Bremond,
// Huber 2018, with the exact local answer of Bonnefon, Daviet 2011), forth and back.
//
// A round of the two is accelerated (rounds.h).
//
// Around that stands the proximal-point method (Rockafellar 1976; PPA in Acary, Bremond, Huber 2018). It solves
// u + alpha D (r - r_k) = W r + ..., D the mean diagonal of each contact, for r_(k+1), and has the same solutions. With
// more contacts than bodies can hold apart W is singular, and sweeps alone hardly converge; with alpha D they do. alpha
// falls where that was easy and rises where it was not.
//
// Where sweeps stall (HARD, STALL), the problem is tried from within the cones (interior.h), first as it
// stands and then as problems of the proximal-point method; near a solution sweeps are tried again before each.
//
// One thread does it, in the order of the contacts; so the bits do not depend on how many there are.
#include "friction/solve.h"

#include "friction/cone.h"
#include "friction/interior.h"
#include "friction/rounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EASY = 150, HARD = 1000 }; // sweeps of one problem of the proximal-point method
enum { STALL = 2000 };            // sweeps in which the residual should fall to a tenth
static const double alpha_first = 0.01, alpha_least = 1e-12, alpha_most = 1;
static const double alpha_within_most =
    1e100;                            // it stays a number however often steps from within fail
static const double near = 1e-6;      // of the residual, from which on sweeps help again
static const double share_left = 0.1; // of the residual, for which each of those problems is solved

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

// ---- one problem

// One problem of the proximal-point method, down to a residual. True: there it is.
static bool approach(solving *at, double enough)
{
    const size_t bytes = at->size * sizeof *at->r;
    double least = INFINITY;
    int64_t most = at->wish->iterations - at->iterations;
    most = most < HARD ? most : HARD;
    rounds_forget(&at->memory);
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
            rounds_accelerate(at);
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

// ---- from within the cones

// The problem of the proximal-point method, or that itself, down to a residual; the reactions are those of before where
// that comes to none better than `least`. True: there it is.
static bool approach_from_within(solving *at, bool shifted, double enough, double least)
{
    friction_interior with = {
        .tolerance = enough,
        .sweeps = (double)(at->wish->iterations - at->iterations),
        .shift = shifted ? at->shift : NULL,
        .centre = shifted ? at->centre : NULL,
    };
    memcpy(at->before, at->r, at->size * sizeof *at->r);
    const bool has_tried = friction_interior_solve(at->system, &with, at->r);
    at->no_memory = at->no_memory || with.no_memory;
    at->iterations += (int64_t)ceil(with.cost);
    at->no_interior = !has_tried || !(with.cost > 0); // without a step it would be asked for ever
    if (has_tried && with.residual.scaled < least)
        return with.residual.scaled <= enough;
    memcpy(at->r, at->before, at->size * sizeof *at->r);
    return false;
}

static friction_residual true_residual(const solving *at)
{
    friction_velocity(at->system, at->r, at->u);
    return friction_residual_of(at->system, at->r, at->u);
}

// How far it is now; the best reactions stay in `found`.
static double look(solving *at, double *found, friction_outcome *out)
{
    const friction_residual now = true_residual(at);
    if (now.scaled < out->residual.scaled) {
        out->residual = now;
        memcpy(found, at->r, at->size * sizeof *at->r);
    }
    return now.scaled;
}

// What the course has come to: sweeps alone until they fail, then steps from within, and where those have come near, both.
typedef struct course {
    double alpha, alpha_within; // of the two
    double last;                // residual
    bool is_within;             // sweeps have failed once
    // The residual and the sweeps when it was last a tenth of what it had been.
    double mark;
    int64_t mark_at;
} course;

// Sweeps may solve one problem of the proximal-point method after the other and come no nearer.
static bool is_stalled(const solving *at, course *course, double residual)
{
    if (residual <= 0.1 * course->mark) {
        course->mark = residual;
        course->mark_at = at->iterations;
    }
    return at->iterations - course->mark_at >= STALL;
}

// One problem of the proximal-point method by sweeps. True: there it is.
static bool go_by_sweeps(solving *at, course *course, double *found, friction_outcome *out)
{
    const int64_t before = at->iterations;
    set_alpha(at, course->alpha);
    const bool close = approach(at, fmax(share_left * course->last, 0.3 * at->wish->tolerance));
    course->last = look(at, found, out);
    if (!close)
        course->alpha = fmin(4 * course->alpha, alpha_most);
    else if (at->iterations - before <= EASY)
        course->alpha = fmax(0.5 * course->alpha, alpha_least);
    return close;
}

// The same from within the cones, from the best that is known; the first time the whole problem as it stands.
static void go_within(solving *at, course *course, double *found, friction_outcome *out)
{
    const double tolerance = 0.3 * at->wish->tolerance;
    const bool is_shifted = course->is_within;
    if (!is_shifted)
        memcpy(at->r, found, at->size * sizeof *at->r);
    const double least = is_shifted ? course->last : out->residual.scaled;
    set_alpha(at, course->alpha_within);
    const double enough = is_shifted ? fmax(share_left * least, tolerance) : tolerance;
    const bool close = approach_from_within(at, is_shifted, enough, least);
    course->last = look(at, found, out);
    if (is_shifted)
        course->alpha_within = close ? fmax(0.1 * course->alpha_within, alpha_least)
                                     : fmin(4 * course->alpha_within, alpha_within_most);
    course->is_within = true;
}

static void run(solving *at, double *found, friction_outcome *out)
{
    const friction_wish *wish = at->wish;
    course course = {.alpha = alpha_first, .alpha_within = alpha_first};
    out->residual = true_residual(at);
    memcpy(found, at->r, at->size * sizeof *at->r);
    course.last = out->residual.scaled;
    course.mark = out->residual.scaled;
    while (out->residual.scaled > wish->tolerance && at->iterations < wish->iterations &&
           !at->no_memory) {
        bool close = false;
        if (at->no_interior || !course.is_within || out->residual.scaled <= near)
            close = go_by_sweeps(at, &course, found, out);
        const bool is_needed = !close || is_stalled(at, &course, out->residual.scaled);
        const bool is_open =
            out->residual.scaled > wish->tolerance && at->iterations < wish->iterations;
        if (is_needed && is_open && !at->no_interior) {
            go_within(at, &course, found, out);
            course.mark = out->residual.scaled;
            course.mark_at = at->iterations;
        }
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
    // Sweeps alone would come to other bits than on a machine with more memory.
    return at.no_memory ? fail_memory(error, "friction problem") : SCREE_OK;
}
