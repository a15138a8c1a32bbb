// advance.c - see advance.h.
#include "run/advance.h"

#include "console/called.h"
#include "console/exit.h"
#include "console/paint.h"
#include "console/session.h"
#include "console/words.h"
#include "run/books.h"
#include "run/diverged.h"
#include "run/flows.h"
#include "run/onlooker.h"
#include "run/pace.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t stop_signal;
static volatile sig_atomic_t stop_time; // of the first one, as of milliseconds_now

// By a clock that nobody sets; modulo some eleven days, so that it fits into what a handler may write.
enum { CLOCK_ROUND = 1000000000 };
static int milliseconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int)((now.tv_sec % (CLOCK_ROUND / 1000)) * 1000 + now.tv_nsec / 1000000);
}

// A program such as `timeout` tells the process and then its group, so one wish comes twice: what follows within half a second is the same one.
enum { SAME_WISH = 500 };
static void on_signal(int number)
{
    const int now = milliseconds_now();
    if (stop_signal == 0) {
        stop_time = now;
        stop_signal = number;
    } else if ((now - stop_time + CLOCK_ROUND) % CLOCK_ROUND > SAME_WISH) {
        signal(number, SIG_DFL);
        raise(number); // comes as soon as this handler ends
    }
}

bool run_is_asked_to_stop(void)
{
    return stop_signal != 0;
}

// From here on SIGINT, SIGTERM and SIGHUP ask for the end of the step; a second one, later, ends the program as usual.
static void watch_signals(void)
{
    struct sigaction act;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_signal;
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    if (signal(SIGHUP, SIG_IGN) != SIG_IGN)
        sigaction(SIGHUP, &act, NULL); // nohup has it ignored
}

// What must be said meanwhile stands on lines of its own.
static void watch(output *output, pace *pace)
{
    char text[WATCH_ROOM];
    while (output_watch(output, text)) {
        pace_wipe(pace);
        print_warning("%s", text);
        if (output->onlooker)
            output->onlooker->told(output->onlooker->self, text);
    }
}

// ---- the loop

// Steps at a time: what takes about a twentieth of a second, so that signals and the progress line do not wait. Who looks on may do so
// ten times a second, which wants shorter ones.
static int64_t chunk(const output *output, const pace *pace)
{
    const double seconds = output->onlooker ? 0.01 : 0.05;
    double steps = pace->step_seconds > 0 ? seconds / pace->step_seconds : 1;
    return steps < 1 ? 1 : steps > 1e6 ? 1000000 : (int64_t)steps;
}

static scree_status take_steps(output *output, pace *pace, int64_t count, scree_error *error)
{
    double before = pace_clock();
    scree_error later;
    scree_status status = world_step(output->world, count, error);
    scree_status passed = output_pass(output, status ? &later : error);
    pace->step_seconds = (pace_clock() - before) / (double)count;
    return status ? status : passed;
}

// Saving looks and changes nothing, so the state has the same bits whenever it falls due.
static scree_status save_by_the_clock(output *output, pace *pace, scree_error *error)
{
    const double now = pace_clock();
    const double every = output->model->output.autosave;
    if (output->good == world_steps(output->world))
        pace->saved = now;
    if (!(every > 0) || now - pace->saved < every || world_is_over(output->world))
        return SCREE_OK;
    pace->saved = now;
    return output_save(output, SAVE_AUTO, error);
}

// Where a stage is over the next one begins, unless the run was asked to stop there.
static scree_status change_stage(output *output, pace *pace, scree_error *error)
{
    const stage_mark mark = world_stage(output->world);
    if (!output_stage_is_over(output))
        return SCREE_OK;
    if (mark.number == output->last_stage) {
        output->stopped = true;
        return SCREE_OK;
    }
    scree_status status = output_next_stage(output, error);
    if (status)
        return status;
    pace_wipe(pace);
    if (!pace->quiet)
        fprintf(stderr, "stage %s is over at t = %.6g s; stage %s begins\n", mark.name,
                world_time(output->world), world_stage(output->world).name);
    return SCREE_OK;
}

// The most steps that whoever looks on lets the run take; 0: it was asked to stop while it stood still.
static int64_t let_look(output *output, pace *pace)
{
    const onlooker *by = output->onlooker;
    bool paused = false;
    if (!by)
        return INT64_MAX;
    pace_gather(pace, output);
    const double before = pace_clock();
    const int64_t most = by->between(by->self, output, pace, &paused);
    if (paused)
        pace_pass(pace, pace_clock() - before);
    return stop_signal ? 0 : most;
}

static scree_status go(output *output, pace *pace, bool fresh, scree_error *error)
{
    scree_status status = fresh ? output_step(output, error) : SCREE_OK;
    if (!status) // a branch may have let go what was lost
        status = output_pass(output, error);
    while (!status && !stop_signal && !world_is_over(output->world)) {
        status = change_stage(output, pace, error);
        if (status || output->stopped)
            break;
        int64_t step = world_steps(output->world);
        int64_t next = output_next(output, step);
        const int64_t allowed = let_look(output, pace);
        int64_t most = chunk(output, pace);
        if (allowed < most)
            most = allowed;
        if (most == 0)
            continue;
        status = take_steps(output, pace, next - step < most ? next - step : most, error);
        watch(output, pace);
        if (status == SCREE_DIVERGED)
            output->verdict = error;
        // a step on which a verdict fell is shown as any other
        if (world_steps(output->world) == next && !world_spent(output->world)) {
            scree_error later;
            scree_status shown = output_step(output, status ? &later : error);
            status = status ? status : shown;
        }
        if (!status)
            status = save_by_the_clock(output, pace, error);
        pace_show_now_and_then(pace, output);
    }
    return status;
}

// ---- the end

static void say_what_is_left(const output *output)
{
    char folder[SHELL_ROOM];
    if (!world_spent(output->world))
        diverged_say_how_to_branch(output->folder, world_steps(output->world));
    else if (output->good >= 0)
        print_called_format(
            stderr,
            "that step leaves no state to go on from; the last good one, of step %" PRId64
            ", t = %.9g s, is the snapshot in %s; with other settings: "
            "scree resume %s --set ... --out FOLDER\n",
            output->good, output->good_time, output->folder, shell_word(folder, output->folder));
    else
        fprintf(stderr,
                "that step leaves no state to go on from, and nothing had been saved before it\n");
}

static void say_end(const output *output, const pace *pace, const ending *end, uint64_t hash)
{
    char steps[WORD_ROOM];
    char grains[WORD_ROOM];
    char rate[WORD_ROOM];
    char span[WORD_ROOM];
    if (pace->quiet)
        return;
    printf("%s: t = %.6g s, %s grain%s, %s step%s in %s (%s particle-steps/s)\n", end->status,
           world_time(output->world), word_count(grains, world_grains(output->world)),
           world_grains(output->world) == 1 ? "" : "s", word_count(steps, end->steps),
           end->steps == 1 ? "" : "s", word_span(span, end->seconds),
           word_rate(rate, end->seconds > 0 ? (double)end->steps *
                                                  (double)world_grains(output->world) / end->seconds
                                            : 0));
    char flow[FLOW_ROOM];
    if (*flows_words(flow, world_flows_of(output->world)))
        printf("grains: %s\n", flow);
    char effort[EFFORT_ROOM];
    if (*effort_words(effort, &output->effort))
        printf("solver: %s\n", effort);
    for (int k = 0; k < world_walls(output->world); k++) {
        const double held = world_servo_held(output->world, k);
        if (held > 0)
            printf("servo: wall `%s` was at its limit of speed for %.3g s\n",
                   world_wall_name(output->world, k), held);
    }
    const frame_ledger *ledger = &output->seen.ledger;
    if (output->model->ledger && ledger->turned_over > 0)
        printf("energy: %.3g J unaccounted for, %.1g of what was turned over\n", ledger->residual,
               fabs(ledger->residual) / ledger->turned_over);
    char books[BOOKS_ROOM];
    if (output->model->ledger && ledger->worst > 0) {
        books_worst(books, output->world, ledger);
        printf("the worst contact: %.3g J, %s\n", ledger->worst, books);
    }
    if (!world_spent(output->world))
        printf("state hash %016" PRIx64 "\n", hash);
    char folder[SHELL_ROOM];
    printf("results in %s\n", output->folder);
    shell_word(folder, output->folder);
    const bool frames = output->model->output.bodies && output->model->output.every > 0;
    if (frames)
        print_called_format(stdout, "next: scree report %s, scree film %s\n", folder, folder);
    else
        print_called_format(stdout, "next: scree report %s\n", folder);
}

static void say_how_to_resume(const output *output)
{
    char folder[SHELL_ROOM];
    print_called_format(stderr, "stopped and saved at t = %.6g s; go on with: scree resume %s\n",
                        world_time(output->world), shell_word(folder, output->folder));
}

// What is in the folder after something could not be written.
static void say_what_is_saved(const output *output)
{
    char folder[SHELL_ROOM];
    // In its own folder a run keeps its stages, so one that cannot begin is changed in a branch.
    if (output->refused && output->good >= 0) {
        const int next = world_stage(output->world).number + 1;
        print_called_format(stderr,
                            "the state at t = %.6g s is saved; change the stage in a branch: scree "
                            "resume %s --out FOLDER --set stages.%s.set.KEY=VALUE\n",
                            output->good_time, shell_word(folder, output->folder),
                            output->root->stage[next].name);
        return;
    }
    if (output->good < 0)
        print_called_format(
            stderr, "nothing was saved yet: when that is mended, scree resume %s begins anew\n",
            shell_word(folder, output->folder));
    else
        print_called_format(
            stderr,
            "the state at t = %.6g s is saved; when that is mended, go on with: scree resume %s\n",
            output->good_time, shell_word(folder, output->folder));
}

// Did a stage wait in vain?
static bool is_limit(const output *output, const scree_error *error)
{
    return world_stage(output->world).end == STAGE_END_LIMIT &&
           !strncmp(error->where, "stages.", 7);
}

// Saves and draws whatever the steps came to; the first fault counts, and faults are told.
static scree_status finish(output *output, const pace *pace, scree_status status,
                           scree_error *error)
{
    scree_error later;
    uint64_t hash = 0;
    const double spent = pace_clock() - pace->begin;
    const bool over = world_is_over(output->world);
    const bool by_signal = !status && stop_signal && !over && !output->stopped;
    const bool stopped = by_signal || (!status && output->stopped);
    const bool waited = status == SCREE_DIVERGED && is_limit(output, error);
    const bool refused = output->refused;
    const ending end = {waited    ? "limit"
                        : refused ? "refused"
                        : status  ? "diverged"
                        : stopped ? "stopped"
                                  : "finished",
                        spent, world_steps(output->world) - pace->first, output->threads,
                        status ? error : NULL};
    if (status)
        output_log(output, "%s: %s (%s)", error->where, error->what, error->hint);
    if (status && status != SCREE_DIVERGED) {
        print_error(error);
        // The state itself may still find its place, unless a table or a frame of its step is missing: a run that went
        // on from there would never write them.
        if (world_spent(output->world)) {
            say_what_is_left(output);
            return status;
        }
        scree_status kept = output_save(output, SAVE_AUTO, &later);
        if (!kept && refused)
            kept = output_end(output, &end, &hash, &later);
        if (kept)
            print_error(&later);
        say_what_is_saved(output);
        return status;
    }
    if (world_stage(output->world).end != STAGE_END_NONE)
        output_log_stage(output);
    scree_status saved = output_save(output, by_signal ? SAVE_AUTO : SAVE_SNAPSHOT, &later);
    if (!saved)
        saved = output_end(output, &end, &hash, &later);
    if (status)
        print_error(error);
    if (saved)
        print_error(&later);
    if (saved)
        say_what_is_saved(output);
    if (status && !saved)
        say_what_is_left(output);
    if (!saved)
        say_end(output, pace, &end, hash);
    char text[WATCH_ROOM];
    while (!saved && output_watch(output, text))
        print_warning("%s", text);
    if (!saved && stopped)
        say_how_to_resume(output);
    return status ? status : saved ? saved : by_signal ? SCREE_STOPPED : SCREE_OK;
}

int advance(output *output, bool fresh, bool quiet)
{
    scree_error error = {0};
    scree_error closing;
    watch_signals();
    pace pace;
    pace_begin(&pace, output, quiet);
    scree_status status = go(output, &pace, fresh, &error);
    pace_wipe(&pace);
    status = finish(output, &pace, status, &error);
    scree_status closed = output_close(output, &closing);
    if (closed && !status)
        return give_up(&closing);
    if (status == SCREE_STOPPED && stop_signal == SIGTERM)
        return EXIT_TERMINATE;
    if (status == SCREE_STOPPED && stop_signal == SIGHUP)
        return EXIT_HANGUP;
    return exit_code(status);
}
