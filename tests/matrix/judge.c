// judge.c - a row that runs: it does not diverge, all is finite, momentum and the books balance, probes measure, and it has the
// same bits with other threads, parts, vectors and skin, stopped twice and resumed, and from its resolved case.
//
// The books close to second order in the step, and of contacts without a potential no better than those shift
// (docs/energy.md): where more than a hundredth of what was turned over is missing, a run of half the step must miss less.
#include "matrix/lives.h"
#include "matrix/momentum.h"

#include "measure/probe.h"
#include "measure/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double momentum_most = 1e-11; // of what there is and what is exchanged
static const double books_most = 1e-2;     // of what was turned over
static const double books_halved = 0.6;    // of that, with half the step

enum { SAVES = 2 };

typedef struct watch {
    verdict *verdict;
    const char *text; // of the case
    frame frame;
    momentum_seen seen;
    bool seen_before;
    image saved[SAVES];
    const probe *probe;
    const choice *measure;
    const model *model;
    probe_state *state;
    probe_table table;
    int stage; // the probe is of its case
} watch;

SCREE_PRINTF(2, 3) static bool say(verdict *to, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    vsnprintf(to->why, sizeof to->why, text, args);
    va_end(args);
    to->good = false;
    return false;
}

// ---- what is seen on the way

static bool all_finite(const frame *f)
{
    for (int64_t i = 0; i < f->ball.count; i++) {
        const v3 sum = v3_add(v3_add(f->ball.position[i], f->ball.velocity[i]),
                              v3_add(f->ball.spin[i], f->ball.force[i]));
        if (!isfinite(sum.x + sum.y + sum.z))
            return false;
    }
    return true;
}

static bool look(watch *on, world *w)
{
    scree_error error = {0};
    momentum_seen seen;
    if (world_frame(w, &on->frame, &error) != SCREE_OK)
        return say(on->verdict, "no frame: %s", error.what);
    if (!all_finite(&on->frame))
        return say(on->verdict, "not finite at step %lld", (long long)world_steps(w));
    if (!momentum_see(w, &on->frame, &seen))
        return say(on->verdict, "no image at step %lld", (long long)world_steps(w));
    if (on->seen_before && momentum_is_kept(world_model(w)))
        on->verdict->momentum = fmax(on->verdict->momentum, momentum_missing(w, &on->seen, &seen));
    // The first step begins with velocities of the start and not of half a step back.
    on->seen_before = world_steps(w) > 0;
    on->seen = seen;
    if (on->frame.contact.count > on->verdict->contacts)
        on->verdict->contacts = on->frame.contact.count;
    return true;
}

static bool measure(watch *on)
{
    scree_error error = {0};
    if (!on->probe || !on->probe->sample)
        return true;
    if (on->probe->sample(on->measure, on->model, &on->frame, on->state, &on->table, &error) ==
        SCREE_OK)
        return true;
    return say(on->verdict, "the probe: %s: %s", error.where, error.what);
}

static bool begin_probe(watch *on, const model *m)
{
    scree_error error = {0};
    on->model = m;
    if (m->probes == 0)
        return true;
    on->measure = &m->probe[0].measure;
    on->probe = probe_find(on->measure->what);
    if (probe_begin(on->probe, on->measure, m, &on->state, &on->table, &error) == SCREE_OK)
        return true;
    on->probe = NULL;
    return say(on->verdict, "the probe: %s: %s", error.where, error.what);
}

static bool end_probe(watch *on)
{
    scree_error error = {0};
    bool good = true;
    if (on->probe && on->probe->finish)
        good = on->probe->finish(on->measure, on->model, on->state, &on->table, &error) == SCREE_OK;
    if (on->probe)
        probe_end(on->probe, on->state);
    on->probe = NULL;
    table_clear(&on->table);
    return good || say(on->verdict, "the probe: %s: %s", error.where, error.what);
}

// A stage may have other sets of grains, which the probe is to know. As in a run one that was there goes on with what it keeps.
static bool follow_stage(watch *on, world *w)
{
    if (world_stages(w) == 0 || world_stage(w).number == on->stage)
        return true;
    on->stage = world_stage(w).number;
    const model *now = world_model(w);
    if (!on->probe || now->probes == 0 || probe_find(now->probe[0].measure.what) != on->probe)
        return end_probe(on) && begin_probe(on, now);
    on->model = now;
    on->measure = &now->probe[0].measure;
    return true;
}

// A wall that comes up where grains are, or to a border, stops the run with its name, and so does a stage that cannot begin:
// that is no fault. What came before is judged.
static bool is_told(watch *on, const scree_error *error)
{
    const bool wall = strstr(error->what, "wall") || strstr(error->where, "wall");
    snprintf(on->verdict->why, sizeof on->verdict->why, "%.250s: %.340s", error->where,
             error->what);
    return on->verdict->told = wall || error->status == SCREE_BAD_INPUT;
}

// ---- the run that the others are held against

static bool run_whole(watch *on, trial *of, int steps)
{
    scree_error error = {0};
    const int save_at[SAVES] = {steps / 3 + 1, 2 * steps / 3};
    bool good = look(on, of->w) && measure(on);
    while (good && world_steps(of->w) < steps && !world_is_over(of->w)) {
        const int64_t next = world_steps(of->w) + 1;
        if (!life_step(of->w, next, &error))
            return is_told(on, &error) ||
                   say(on->verdict, "stops at step %lld: %.200s: %.300s",
                       (long long)world_steps(of->w), error.where, error.what);
        good = follow_stage(on, of->w) && look(on, of->w);
        for (int k = 0; good && k < SAVES; k++)
            if (next == save_at[k] && world_image(of->w, &on->saved[k], &error) != SCREE_OK)
                good = say(on->verdict, "no image: %s", error.what);
        if (good && next % (steps / 6) == 0)
            good = measure(on);
    }
    on->verdict->steps = world_steps(of->w);
    on->verdict->grains = world_grains(of->w);
    return good;
}

static double missing_of(const frame_ledger *ledger)
{
    return ledger->turned_over > 0 ? fabs(ledger->residual) / ledger->turned_over : 0;
}

// ---- the others

static bool other_ways(const factors *all, const selection *row, watch *on, const char *resolved,
                       const life *whole)
{
    const world_options plain = options_of_row(all, row, true);
    const world_options options = options_of_row(all, row, false);
    char *why = on->verdict->why;
    const size_t room = sizeof on->verdict->why;
    bool good = life_again(on->text, &options, whole, "threads and parts", why, room);
    good = good && life_resumed(on->text, &options, &on->saved[0], whole, "resumed", why, room);
    good = good && life_through_a_file(&on->saved[1], why, room) &&
           life_resumed(on->text, &plain, &on->saved[1], whole, "from a file", why, room);
    good = good && life_again(resolved, &plain, whole, "the resolved case", why, room);
    on->verdict->good = good;
    return good;
}

// Where the centre of a ball is beyond the surface of a wall the nearest place jumps, and no potential is.
static void stop_where_centres_pass(char *text)
{
    static const char none[] = "deepest_overlap: none";
    char *at = strstr(text, none);
    if (at)
        memcpy(at, "deepest_overlap: 1   ", strlen(none));
}

// The books of the same run with half the step; nothing is asked of them where grains went through each other.
static double missing_with_half_the_step(const factors *all, const selection *row,
                                         case_length length, double step)
{
    const world_options plain = options_of_row(all, row, true);
    scree_error error = {0};
    fault_list faults = {0};
    frame f = {0};
    double missing = INFINITY;
    trial half;
    length.steps *= 2;
    case_of_row(all, row, length, half.text);
    char *run = strstr(half.text, "\nrun: {steps: ");
    char rest[CASE_MOST];
    snprintf(rest, sizeof rest, "%s", run + strlen("\nrun: {"));
    snprintf(run, (size_t)(half.text + CASE_MOST - run), "\nrun: {step: %.17g s, %s", step / 2,
             rest);
    stop_where_centres_pass(half.text);
    if (trial_open(&half, half.text, &plain, &faults)) {
        if (!life_step(half.w, length.steps, &error))
            missing = error.status == SCREE_DIVERGED ? 0 : INFINITY;
        else if (world_frame(half.w, &f, &error) == SCREE_OK)
            missing = missing_of(&f.ledger);
        trial_close(&half);
    }
    frame_clear(&f);
    fault_list_clear(&faults);
    return missing;
}

static bool has_potentials(const world *w)
{
    for (int i = 0; i < world_model(w)->shapes; i++)
        if (world_lacks_potential(w, i))
            return false;
    for (int i = 0; i < world_walls(w); i++)
        if (world_wall_lacks_potential(w, i))
            return false;
    return true;
}

static bool balances(const factors *all, const selection *row, case_length length, watch *on,
                     const trial *of)
{
    verdict *is = on->verdict;
    is->residual = missing_of(&on->frame.ledger);
    if (is->momentum > momentum_most)
        return say(is, "%.2g of the momentum is missing in a step", is->momentum);
    if (!isfinite(is->residual))
        return say(is, "the books hold no number");
    if (is->residual <= books_most || !has_potentials(of->w))
        return true;
    const double half = missing_with_half_the_step(all, row, length, world_dt(of->w));
    return half <= fmax(books_halved * is->residual, books_most) ||
           say(is, "%.2g of what was turned over is missing, %.2g with half the step", is->residual,
               half);
}

static bool run_all(const factors *all, const selection *row, case_length length, watch *on,
                    trial *of, const char *resolved)
{
    life whole;
    if (!begin_probe(on, world_model(of->w)))
        return false;
    const bool ran = run_whole(on, of, length.steps);
    const bool probed = end_probe(on);
    if (!ran || !probed)
        return false;
    if (on->verdict->told)
        return true;
    whole.steps = world_steps(of->w);
    if (!life_hash(of->w, &whole.hash, on->verdict->why, sizeof on->verdict->why))
        return false;
    if (!other_ways(all, row, on, resolved, &whole))
        return false;
    return balances(all, row, length, on, of);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

verdict judge(const factors *all, const selection *row)
{
    const world_options plain = options_of_row(all, row, true);
    verdict verdict = {0};
    fault_list faults = {0};
    watch on = {.verdict = &verdict};
    case_length length;
    trial of;
    const double begin = now();
    if (!row_length(all, row, &length, &faults)) {
        say(&verdict, "refused: %s", faults.count ? faults.item[0].what : "");
        fault_list_clear(&faults);
        return verdict;
    }
    case_of_row(all, row, length, of.text);
    if (trial_open(&of, of.text, &plain, &faults)) {
        // Before the first step, as a run writes it: a stage has a step of its own.
        char *resolved = life_resolved(&of);
        on.text = of.text;
        verdict.good = resolved && run_all(all, row, length, &on, &of, resolved);
        free(resolved);
        trial_close(&of);
    } else {
        say(&verdict, "refused at its own length: %s", faults.count ? faults.item[0].what : "");
    }
    for (int k = 0; k < SAVES; k++)
        image_clear(&on.saved[k]);
    frame_clear(&on.frame);
    fault_list_clear(&faults);
    verdict.seconds = now() - begin;
    return verdict;
}
