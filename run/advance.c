// advance.c - see advance.h.
#include "run/advance.h"

#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/words.h"
#include "run/flows.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stop_signal;

static void on_signal(int number)
{
    stop_signal = number;
}

// From here on SIGINT, SIGTERM and SIGHUP ask for the end of the step; a second one ends the program as usual.
static void watch_signals(void)
{
    struct sigaction act;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_signal;
    act.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    if (signal(SIGHUP, SIG_IGN) != SIG_IGN)
        sigaction(SIGHUP, &act, NULL); // nohup has it ignored
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct pace {
    bool quiet, terminal;
    double begin, shown; // s
    double saved;        // s, when there was last something to go on from
    int64_t first;       // step at the begin
    double step_seconds; // of one step, lately
    double rate;         // steps per second, outputs and all, over the last minute or so
    double rated;        // s, up to when
    int64_t rated_step;
    int drawn; // signs of the line on the terminal
} pace;

// ---- the progress line

// What a minute ago took long, or was quick, tells little of what is to come: a mean in which the past fades. In the
// first minute it is the plain mean since the begin.
static void gather_rate(pace *p, int64_t step, double now)
{
    const double memory = 60; // s
    const double span = now - p->rated;
    const double age = now - p->begin;
    if (!(span > 0))
        return;
    const double weight = span / (age < memory ? age : memory);
    p->rate += (weight < 1 ? weight : 1) * ((double)(step - p->rated_step) / span - p->rate);
    p->rated = now;
    p->rated_step = step;
}

static void show(pace *p, output *o, double now)
{
    char rate[WORD_ROOM];
    char left[WORD_ROOM];
    char contacts[WORD_ROOM];
    char flow[FLOW_ROOM];
    char sweeps[EFFORT_ROOM];
    char line[256 + FLOW_ROOM + EFFORT_ROOM];
    const world_pulse pulse = world_pulse_of(o->w);
    const int64_t step = world_steps(o->w);
    gather_rate(p, step, now);
    const double speed = p->rate;
    flows_words(flow, world_flows_of(o->w));
    effort_gather(&o->effort, o->w);
    effort_progress(sweeps, &o->effort);
    int length = snprintf(
        line, sizeof line,
        "%3.0f %%  t = %.4g of %.4g s  %s steps/s  %s contacts  kinetic %.3g J  %s%s%s%s%s left",
        o->end > 0 ? 100.0 * (double)step / (double)o->end : 100.0, world_time(o->w),
        world_time(o->w) + (double)(o->end - step) * world_dt(o->w), word_rate(rate, speed),
        word_count(contacts, pulse.contacts), pulse.kinetic, sweeps, *sweeps ? "  " : "", flow,
        *flow ? "  " : "", word_span(left, (double)(o->end - step) / speed));
    if (p->terminal)
        fprintf(stderr, "\r%-*s", p->drawn, line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    p->drawn = length;
    p->shown = now;
}

static void wipe(pace *p)
{
    if (p->terminal && p->drawn)
        fprintf(stderr, "\r%*s\r", p->drawn, "");
    p->drawn = 0;
}

static void show_now_and_then(pace *p, output *o)
{
    double now = seconds();
    double rest = p->terminal ? 0.2 : 10;
    if (!p->quiet && now - p->shown >= rest && world_steps(o->w) > p->first)
        show(p, o, now);
}

// What must be said meanwhile stands on lines of its own.
static void watch(output *o, pace *p)
{
    char text[WATCH_ROOM];
    while (output_watch(o, text)) {
        wipe(p);
        fprintf(stderr, "warning: %s\n", text);
    }
}

// ---- the loop

// Steps at a time: what takes about a twentieth of a second, so that signals and the progress line do not wait.
static int64_t chunk(const pace *p)
{
    double steps = p->step_seconds > 0 ? 0.05 / p->step_seconds : 1;
    return steps < 1 ? 1 : steps > 1e6 ? 1000000 : (int64_t)steps;
}

static scree_status take_steps(output *o, pace *p, int64_t count, scree_error *error)
{
    double before = seconds();
    scree_status status = world_step(o->w, count, error);
    p->step_seconds = (seconds() - before) / (double)count;
    return status;
}

// Saving looks and changes nothing, so the state has the same bits whenever it falls due.
static scree_status save_by_the_clock(output *o, pace *p, scree_error *error)
{
    const double now = seconds();
    const double every = o->m->output.autosave;
    if (o->good == world_steps(o->w))
        p->saved = now;
    if (!(every > 0) || now - p->saved < every || world_steps(o->w) >= o->end)
        return SCREE_OK;
    p->saved = now;
    return output_save(o, SAVE_AUTO, error);
}

static scree_status go(output *o, pace *p, bool fresh, scree_error *error)
{
    scree_status status = fresh ? output_step(o, error) : SCREE_OK;
    while (!status && !stop_signal && world_steps(o->w) < o->end) {
        int64_t step = world_steps(o->w);
        int64_t next = output_next(o, step);
        int64_t most = chunk(p);
        status = take_steps(o, p, next - step < most ? next - step : most, error);
        watch(o, p);
        // a step on which a verdict fell is shown as any other
        if (world_steps(o->w) == next && !world_spent(o->w)) {
            scree_error later;
            scree_status shown = output_step(o, status ? &later : error);
            status = status ? status : shown;
        }
        if (!status)
            status = save_by_the_clock(o, p, error);
        show_now_and_then(p, o);
    }
    return status;
}

// ---- the end

static void say_what_is_left(const output *o)
{
    char folder[SHELL_ROOM];
    if (!world_spent(o->w))
        print_called_format(stderr,
                            "the state after that step is saved in %s; to go on with other "
                            "settings: scree resume %s "
                            "--set ... --out FOLDER\n",
                            o->folder, shell_word(folder, o->folder));
    else if (o->good >= 0)
        fprintf(stderr,
                "that step leaves no state to go on from; the last good one, of step %" PRId64
                ", t = %.9g s, is the snapshot in %s\n",
                o->good, o->good_time, o->folder);
    else
        fprintf(stderr,
                "that step leaves no state to go on from, and nothing had been saved before it\n");
}

// The contact whose own books are out by most.
static void say_worst(const world *w, const frame_ledger *l)
{
    if (l->worst_a < world_walls(w))
        printf("the worst contact: %.3g J, wall `%s` and grain %" PRId64 "\n", l->worst,
               world_wall_name(w, (int)l->worst_a), l->worst_b);
    else
        printf("the worst contact: %.3g J, grains %" PRId64 " and %" PRId64 "\n", l->worst,
               l->worst_a, l->worst_b);
}

static void say_end(const output *o, const pace *p, const ending *end, uint64_t hash)
{
    char steps[WORD_ROOM];
    char grains[WORD_ROOM];
    char rate[WORD_ROOM];
    char span[WORD_ROOM];
    if (p->quiet)
        return;
    printf("%s: t = %.6g s, %s grains, %s steps in %s (%s particle-steps/s)\n", end->status,
           world_time(o->w), word_count(grains, world_grains(o->w)), word_count(steps, end->steps),
           word_span(span, end->seconds),
           word_rate(rate, end->seconds > 0
                               ? (double)end->steps * (double)world_grains(o->w) / end->seconds
                               : 0));
    char flow[FLOW_ROOM];
    if (*flows_words(flow, world_flows_of(o->w)))
        printf("grains: %s\n", flow);
    char effort[EFFORT_ROOM];
    if (*effort_words(effort, &o->effort))
        printf("solver: %s\n", effort);
    const frame_ledger *l = &o->seen.ledger;
    if (o->m->ledger && l->turned_over > 0)
        printf("energy: %.3g J unaccounted for, %.1g of what was turned over\n", l->residual,
               fabs(l->residual) / l->turned_over);
    if (o->m->ledger && l->worst > 0)
        say_worst(o->w, l);
    if (!world_spent(o->w))
        printf("state hash %016" PRIx64 "\n", hash);
    printf("results in %s\n", o->folder);
}

static void say_how_to_resume(const output *o)
{
    char folder[SHELL_ROOM];
    print_called_format(stderr, "stopped and saved at t = %.6g s; go on with: scree resume %s\n",
                        world_time(o->w), shell_word(folder, o->folder));
}

// What is in the folder after something could not be written.
static void say_what_is_saved(const output *o)
{
    char folder[SHELL_ROOM];
    if (o->good < 0)
        print_called_format(
            stderr, "nothing was saved yet: when that is mended, scree resume %s begins anew\n",
            shell_word(folder, o->folder));
    else
        print_called_format(
            stderr,
            "the state at t = %.6g s is saved; when that is mended, go on with: scree resume %s\n",
            o->good_time, shell_word(folder, o->folder));
}

// Saves and draws whatever the steps came to; the first fault counts, and faults are told.
static scree_status finish(output *o, const pace *p, scree_status status, scree_error *error)
{
    scree_error later;
    uint64_t hash = 0;
    const double spent = seconds() - p->begin;
    const bool stopped = !status && stop_signal && world_steps(o->w) < o->end;
    const ending end = {status    ? "diverged"
                        : stopped ? "stopped"
                                  : "finished",
                        spent, world_steps(o->w) - p->first, o->threads, status ? error : NULL};
    if (status)
        output_log(o, "%s: %s (%s)", error->where, error->what, error->hint);
    if (status && status != SCREE_DIVERGED) {
        print_error(error);
        // The state itself may still find its place, unless a table or a frame of its step is missing: a run that went
        // on from there would never write them.
        if (world_spent(o->w)) {
            say_what_is_left(o);
            return status;
        }
        output_save(o, SAVE_AUTO, &later);
        say_what_is_saved(o);
        return status;
    }
    scree_status saved = output_save(o, stopped ? SAVE_AUTO : SAVE_SNAPSHOT, &later);
    if (!saved)
        saved = output_end(o, &end, &hash, &later);
    if (status)
        print_error(error);
    if (saved)
        print_error(&later);
    if (saved)
        say_what_is_saved(o);
    if (status && !saved)
        say_what_is_left(o);
    if (!saved)
        say_end(o, p, &end, hash);
    if (!saved && stopped)
        say_how_to_resume(o);
    return status ? status : saved ? saved : stopped ? SCREE_STOPPED : SCREE_OK;
}

int advance(output *o, bool fresh, bool quiet)
{
    scree_error error = {0};
    scree_error closing;
    watch_signals();
    pace p = {.quiet = quiet, .terminal = isatty(STDERR_FILENO)};
    p.begin = p.shown = p.saved = p.rated = seconds();
    p.first = p.rated_step = world_steps(o->w);
    scree_status status = go(o, &p, fresh, &error);
    wipe(&p);
    status = finish(o, &p, status, &error);
    scree_status closed = output_close(o, &closing);
    if (closed && !status)
        return give_up(&closing);
    if (status == SCREE_STOPPED && stop_signal == SIGTERM)
        return EXIT_TERMINATE;
    if (status == SCREE_STOPPED && stop_signal == SIGHUP)
        return EXIT_HANGUP;
    return exit_code(status);
}
