// solve.c - scree solve: solves a friction-contact problem from a file, or takes that of a step of a run.
#include "cli/commands.h"
#include "cli/solve_step.h"
#include "cli/target.h"
#include "console/exit.h"
#include "console/session.h"

#include "friction/solve.h"
#include "store/file_out.h"
#include "store/friction_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NOT_GIVEN = -1 };
#define HISTORY_HEAD "sweeps,seconds,residual"

typedef struct solve_options {
    double tolerance;
    int64_t iterations;
    const char *history;
    bool as_json;
    solve_step step;
} solve_options;

typedef struct solve_watch {
    file_out *history; // NULL: nobody wants it
    clock_t begin;
} solve_watch;

static double seconds_since(clock_t begin)
{
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

static bool note(void *context, int64_t iterations, double residual)
{
    const solve_watch *watch = context;
    if (watch->history)
        file_out_printf(watch->history, "%" PRId64 ",%.6g,%.6g\n", iterations,
                        seconds_since(watch->begin), residual);
    return false;
}

typedef struct contact_counts {
    int pushing, sliding;
} contact_counts;

static contact_counts count_contacts(const friction_system *system, const double *r)
{
    contact_counts counts = {0, 0};
    for (int32_t contact = 0; contact < system->contacts; contact++) {
        const double *of = r + 3 * (size_t)contact;
        double limit = system->friction[contact] * of[0];
        if (!(of[0] > 0))
            continue;
        counts.pushing++;
        counts.sliding += hypot(of[1], of[2]) >= limit * (1 - 1e-9);
    }
    return counts;
}

static void print_outcome(const char *path, const friction_system *system, const double *r,
                          const friction_outcome *outcome, double seconds,
                          const solve_options *with)
{
    const contact_counts counts = count_contacts(system, r);
    if (with->as_json) {
        printf("{\"contacts\": %d, \"dimension\": %d, \"solved\": %s, \"residual\": %.6g, "
               "\"natural_map\": %.6g, \"sweeps\": %" PRId64
               ", \"seconds\": %.4g, \"pushing\": %d, "
               "\"sliding\": %d}\n",
               system->contacts, system->dimension, outcome->solved ? "true" : "false",
               outcome->residual.scaled, outcome->residual.natural, outcome->iterations, seconds,
               counts.pushing, counts.sliding);
        return;
    }
    printf("%s: %d contacts in %dD, %" PRId64 " blocks of W\n", path, system->contacts,
           system->dimension, system->first[system->contacts]);
    printf("  %-14s%s: residual %.3g, asked for %.3g\n", "solved", outcome->solved ? "yes" : "no",
           outcome->residual.scaled, with->tolerance);
    printf("  %-14s%.3g with r and u as they stand\n", "natural map", outcome->residual.natural);
    printf("  %-14s%" PRId64 " in %.3g s\n", "sweeps", outcome->iterations, seconds);
    printf("  %-14s%d push, %d of them slide\n", "contacts", counts.pushing, counts.sliding);
}

static scree_status work(const char *path, const solve_options *with, friction_system *system,
                         file_out *history, friction_outcome *outcome, scree_error *error)
{
    const size_t size = 3 * (size_t)system->contacts;
    double *r = malloc(2 * size * sizeof *r);
    if (!r)
        return fail_memory(error, path);
    solve_watch watch = {history, clock()};
    const friction_wish wish = {.tolerance = with->tolerance,
                                .iterations = with->iterations,
                                .watch = note,
                                .context = &watch};
    if (history)
        file_out_printf(history, HISTORY_HEAD "\n");
    scree_status status = friction_solve(system, &wish, r, r + size, outcome, error);
    const double seconds = seconds_since(watch.begin);
    if (!status && with->step.out)
        status = friction_file_write(
            with->step.out, system,
            &(friction_note){.title = "solved by scree " SCREE_VERSION, .r = r, .u = r + size},
            error);
    if (!status)
        print_outcome(path, system, r, outcome, seconds, with);
    free(r);
    return status;
}

static int solve_file(const char *path, const solve_options *with)
{
    friction_system system;
    friction_outcome outcome = {0};
    file_out history = {0};
    scree_error error;
    if (with->step.out && solve_check_target(with->step.out, path, &error))
        return give_up(&error);
    if (target_check(with->history, HISTORY_HEAD, &error))
        return give_up(&error);
    scree_status status = friction_file_read(path, &system, &error);
    if (status)
        return give_up(&error);
    if (with->history)
        status = file_out_open(&history, with->history, &error);
    if (!status)
        status = work(path, with, &system, with->history ? &history : NULL, &outcome, &error);
    if (!status && with->history)
        status = file_out_commit(&history, &error);
    file_out_abort(&history);
    friction_system_clear(&system);
    if (status)
        return give_up(&error);
    return outcome.solved ? EXIT_DONE : EXIT_MISS;
}

// Options that go with only one of the two uses of the command are refused beside the other.
static int check_use(const solve_options *with)
{
    const bool takes_step = with->step.step > 0;
    const bool has_settings = with->step.set.count > 0 || with->step.set.confine;
    if (takes_step && !with->step.out)
        return args_fail("solve", "such as --out problem.hdf5",
                         "--step needs --out: the problem becomes a file");
    if (takes_step && (with->history || with->tolerance >= 0 || with->iterations >= 0))
        return args_fail(
            "solve", "solve the file that it writes",
            "with --step nothing is solved, so --tolerance, --iterations and --history "
            "have no effect");
    if (with->history && with->step.out && !strcmp(with->history, with->step.out))
        return args_fail("solve", "give each a name of its own",
                         "--out and --history both write %s", with->history);
    if (!takes_step && has_settings)
        return args_fail("solve", "leave them out, or take a step of a case by --step N",
                         "--set and --confine are for cases, and have no effect on a problem");
    return ARGS_GO_ON;
}

int solve_main(int argc, char **argv)
{
    solve_options with = {.tolerance = NOT_GIVEN, .iterations = NOT_GIVEN};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"tolerance", OPTION_REAL, &with.tolerance, 0, "X",
         "residual to reach, of the natural map over |q|; default, and for 0: 1e-9"},
        {"iterations", OPTION_INTEGER, &with.iterations, 0, "N",
         "sweeps over all contacts at most; default: 100000"},
        {"out", OPTION_TEXT, &with.step.out, 0, "FILE",
         "write the problem, as .hdf5 (fclib, with the solution) or .dat (Siconos)"},
        {"history", OPTION_TEXT, &with.history, 0, "FILE",
         "write sweeps, seconds and the residual reached as a table"},
        {"step", OPTION_INTEGER, &with.step.step, 1, "N",
         "take the problem of this step of a case or a snapshot, and write it to --out"},
        OPTION_SET(with.step.set),
        OPTION_CONFINE(with.step.set),
        {"json", OPTION_FLAG, &with.as_json, 0, NULL, "one line of JSON"},
    };
    const syntax syntax = {
        "solve",
        "FILE",
        "Solves a problem of contact with Coulomb friction, u = W r + q, from a file of fclib\n"
        "(.hdf5) or of Siconos (.dat); 0 when the tolerance was reached, else 1.\n"
        "With --step FILE is a case or a snapshot (with its case.yaml beside it) of the nonsmooth\n"
        "solver, and nothing is solved: the contacts of that step become such a file.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON)
        code = check_use(&with);
    with.step.as_json = with.as_json;
    if (with.tolerance <= 0) // 0 as in scree/friction.h
        with.tolerance = FRICTION_TOLERANCE;
    if (with.iterations < 0)
        with.iterations = FRICTION_ITERATIONS;
    if (code == ARGS_GO_ON)
        code = with.step.step > 0 ? solve_take_step(operand[0], &with.step)
                                  : solve_file(operand[0], &with);
    settings_clear(&with.step.set);
    return code;
}
