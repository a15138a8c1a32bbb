// sweep.c - scree sweep: a case over values of its keys, a run for each; then one table of all that was measured.
//
// The same command goes on with a sweep that was stopped, and so does `scree sweep FOLDER`.
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 // realpath
#endif
#include "cli/commands.h"
#include "cli/report_sweep.h"
#include "cli/sweep_leave.h"
#include "cli/sweep_tell.h"
#include "console/called.h"
#include "console/exit.h"
#include "console/session.h"
#include "fit/sensitivity.h"
#include "sweep/sweep_file.h"

#include "base/text.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct sweep_options {
    settings set, over;
    const char *out, *of, *plot, *from, *format;
    int64_t jobs, threads, latin, sobol, seed;
    bool quiet, no_plots, as_json;
} sweep_options;

// What is swept: the case by its whole path, and the plan.
typedef struct sweep {
    const sweep_options *with;
    char *path;     // of the case, owned
    char *folder;   // of the case, owned
    const char *in; // the folder of a sweep that was named instead of a case; or NULL
    plan plan;
    plan_wish wish;
    uint64_t hash;
    sweep_words words; // that were given, or else those from before
    sweep_file before; // the sweep that is in the folder already, if there is one
    sweep_asked asked;
} sweep;

// ---- what is asked for

static sweep_words words_of(const sweep_options *with)
{
    const sweep_words words = {
        .of = with->of, .plot = with->plot, .from = with->from, .format = with->format};
    return words;
}

static sweep_kept kept_of(const sweep *all)
{
    const sweep_kept kept = {&all->wish, &all->plan, all->hash, all->words};
    return kept;
}

static scree_status read_asked(sweep *all, scree_error *error)
{
    const sweep_options *with = all->with;
    all->words = words_of(with);
    all->asked.quiet = with->quiet;
    all->asked.no_plots = with->no_plots;
    scree_status status = sweep_asked_read(&all->words, &all->asked, error);
    if (!status && all->wish.latin && all->wish.sobol)
        status = fail(error, SCREE_BAD_INPUT, "--latin", "leave one of them out",
                      "a Latin hypercube has no Sobol indices");
    if (!status && all->wish.sobol && !with->of && !all->in)
        status = fail(error, SCREE_BAD_INPUT, "--sobol",
                      "name the numbers, such as --of lid.force_z:mean",
                      "Sobol's indices are of numbers of probes");
    return status;
}

// Names of probes, in the case as it is.
static scree_status check_asked(const sweep *all, const model *model, scree_error *error)
{
    const sweep_asked *asked = &all->asked;
    scree_status status = since_check(model, "--from", &asked->from, error);
    for (int i = 0; i < asked->of.count && !status; i++)
        status = wanted_check_number(model, "--of", &asked->of.name[i], error);
    for (int i = 0; i < asked->plot.count && !status; i++) {
        status = wanted_check(model, "--plot", &asked->plot.pair[i].upward, error);
        if (!status)
            status = wanted_check(model, "--plot", &asked->plot.pair[i].across, error);
    }
    return status;
}

static void tell_ways(const plan *plan)
{
    for (int i = 0; i < plan->axes; i++) {
        const axis *axis = &plan->axis[i];
        if (axis->keys == 1 && !strcmp(axis->key[0], axis->name))
            continue;
        fprintf(stderr, "%s is", axis->name);
        for (int k = 0; k < axis->keys; k++) {
            const bool last = k && k + 1 == axis->keys;
            const char *sign = last ? " and" : k ? "," : "";
            fprintf(stderr, "%s %s", sign, axis->key[k]);
        }
        fputc('\n', stderr);
    }
}

// The case as it is, the plan, then the cases of all points.
static int look(sweep *all)
{
    session session;
    scree_error error;
    const sweep_options *with = all->with;
    int code = session_open(&session, all->path, all->wish.set, with->quiet);
    if (code != ARGS_GO_ON)
        return code;
    free(all->path);
    free(all->folder);
    char real[PATH_MAX];
    all->path = text_copy(realpath(session.path, real) ? real : session.path);
    all->folder = text_copy(session.folder);
    all->wish.path = all->path;
    scree_status status = all->path && all->folder ? SCREE_OK : fail_memory(&error, session.path);
    if (!status)
        status = check_asked(all, &session.model, &error);
    session_close(&session);
    if (!status)
        status = plan_make(&all->wish, &all->plan, &error);
    if (status)
        return give_up(&error);
    if (!with->quiet)
        tell_ways(&all->plan);
    return points_check(&all->plan, all->path, all->wish.set, with->quiet, &all->hash);
}

// ---- the folder

static scree_status refuse_other(const char *folder, bool named, scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, folder,
                named ? "sweep the case anew into another folder" : "choose another with --out",
                named ? "the case, or what it reads, has changed since the sweep began"
                      : "the folder holds another sweep");
}

// What was asked of the sweep that is there holds, unless something else is asked now.
static scree_status recall(sweep *all, const char *folder, scree_error *error)
{
    const scree_status status =
        sweep_asked_recall(folder, all->hash, &all->before, &all->words, error);
    return status ? status : sweep_asked_read(&all->words, &all->asked, error);
}

static scree_status claim(const sweep *all, const char *folder, run_folder *in, scree_error *error)
{
    static const char *const results[] = {SWEEP_FILE, "table.csv", "scatter.csv", NULL};
    uint64_t hash;
    const sweep_kept kept = kept_of(all);
    if (sweep_file_hash(folder, &hash)) {
        if (hash != all->hash)
            return refuse_other(folder, all->in != NULL, error);
        const scree_status entered = folder_enter(in, folder, error);
        const sweep_options *with = all->with;
        const bool news = with->of || with->plot || with->from || with->format;
        return entered || !news ? entered : sweep_asked_keep(&kept, in, error);
    }
    const folder_wish wish = {.out = folder,
                              .beside = all->folder,
                              .case_path = all->path,
                              .no_force = true,
                              .name = results};
    const scree_status status = folder_claim(in, &wish, error);
    return status ? status : sweep_asked_keep(&kept, in, error);
}

// `sweep` beside the case, or the next number, where nothing is or this very sweep.
static char *suggest(const sweep *all)
{
    for (int i = 1; i < INT_MAX; i++) {
        uint64_t hash;
        const bool here = !strcmp(all->folder, ".");
        const char *beside = here ? "" : all->folder;
        const char *slash = here ? "" : "/";
        char *folder = i == 1 ? text_format("%s%ssweep", beside, slash)
                              : text_format("%s%ssweep-%d", beside, slash, i);
        const bool fits = folder && (access(folder, F_OK) ||
                                     (sweep_file_hash(folder, &hash) && hash == all->hash));
        if (fits || !folder)
            return folder;
        free(folder);
    }
    return NULL;
}

// ---- the sweep

static int ended_by(int signal)
{
    return signal == SIGTERM ? EXIT_TERMINATE : signal == SIGHUP ? EXIT_HANGUP : EXIT_INTERRUPT;
}

static scree_status leave(sweep *all, const points_wish *wish, sweep_left *left, scree_error *error)
{
    const sweep_kept kept = kept_of(all);
    results results;
    scree_status status = results_gather(wish, &all->asked.from, &results, error);
    if (!status)
        status = sweep_leave(wish, &all->asked, &results, left, error);
    if (!status && !all->with->no_plots)
        status = report_sweep_after(wish, &results, &kept, &all->asked, error);
    if (!status)
        status = owned_settle(&wish->in->files, error);
    if (!status && all->with->as_json)
        sweep_tell(wish, &all->asked, &results);
    results_clear(&results);
    return status;
}

static int go(sweep *all, run_folder *in)
{
    scree_error error;
    int signal = 0;
    sweep_left left = {0};
    const sweep_options *with = all->with;
    const points_wish wish = {.plan = &all->plan,
                              .path = all->path,
                              .set = all->wish.set,
                              .in = in,
                              .jobs = with->jobs,
                              .threads = with->threads,
                              .quiet = with->quiet,
                              .no_pictures = with->no_plots};
    scree_status status = points_run(&wish, &signal, &error);
    if (!status && signal) {
        char folder[SHELL_ROOM];
        print_called_format(stderr, "stopped and saved; go on with: scree sweep %s\n",
                            shell_word(folder, in->path));
        return ended_by(signal);
    }
    if (!status)
        status = leave(all, &wish, &left, &error);
    if (status)
        return give_up(&error);
    if (left.broken)
        return EXIT_INPUT;
    return left.failed ? EXIT_DIVERGED : EXIT_DONE;
}

static int sweep_case(sweep *all)
{
    scree_error error;
    run_folder in = {0};
    scree_status status = read_asked(all, &error);
    if (status)
        return give_up(&error);
    int code = look(all);
    if (code != ARGS_GO_ON)
        return code;
    const char *asked = all->in ? all->in : all->with->out;
    char *folder = asked ? text_copy(asked) : suggest(all);
    status = folder ? recall(all, folder, &error) : fail_memory(&error, all->path);
    if (!status)
        status = claim(all, folder, &in, &error);
    free(folder);
    if (status) {
        folder_withdraw(&in);
        return give_up(&error);
    }
    code = go(all, &in);
    folder_leave(&in);
    return code;
}

// A folder with a sweep in it, instead of a case: all that was asked for stands there.
static int sweep_folder(sweep *all, const char *given, sweep_file *file)
{
    scree_error error;
    const sweep_options *with = all->with;
    char *path = text_format("%s/" SWEEP_FILE, given);
    if (!path)
        return EXIT_MEMORY;
    const scree_status status = sweep_file_read(path, file, &error);
    free(path);
    if (status)
        return give_up(&error);
    const bool drawn = with->latin || with->sobol || with->seed >= 0;
    const bool changed = with->over.count || with->set.count;
    if (drawn || changed || with->out)
        return args_fail("sweep", "leave --over, --set, --latin, --sobol, --seed and --out away",
                         "%s holds a sweep, which goes on as it began", given);
    all->path = text_copy(file->path);
    all->in = given;
    all->wish = (plan_wish){.set = &file->set,
                            .over = &file->over,
                            .latin = file->latin,
                            .sobol = file->sobol,
                            .seed = file->seed};
    return all->path ? sweep_case(all) : EXIT_MEMORY;
}

static int sweep_given(const char *given, const sweep_options *with)
{
    sweep all = {.with = with};
    sweep_file file = {0};
    int code;
    if (sweep_file_is_there(given)) {
        code = sweep_folder(&all, given, &file);
    } else {
        all.path = text_copy(given);
        all.wish = (plan_wish){.set = &with->set,
                               .over = &with->over,
                               .latin = with->latin,
                               .sobol = with->sobol,
                               .seed = with->seed < 0 ? 1 : with->seed};
        code = all.path ? sweep_case(&all) : EXIT_MEMORY;
    }
    plan_clear(&all.plan);
    sweep_file_clear(&file);
    sweep_file_clear(&all.before);
    free(all.path);
    free(all.folder);
    return code;
}

int sweep_main(int argc, char **argv)
{
    sweep_options with = {.seed = -1}; // as it is
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"over", OPTION_SETTING, &with.over, 0, "NAME=VALUES",
         "what is varied: 0.1:1:0.1, '1 mm,2 mm', 1..3, words, or 0.1:1 to draw from; as often as "
         "you like"},
        {"jobs", OPTION_INTEGER, &with.jobs, 1, "N",
         "runs at a time; default: one per core. The results do not depend on it"},
        {"threads", OPTION_INTEGER, &with.threads, 1, "N",
         "threads of each run; default: cores over jobs"},
        {"out", OPTION_TEXT, &with.out, 0, "FOLDER",
         "where results go; default: `sweep` beside the case, or the next free number"},
        OPTION_SET(with.set),
        OPTION_CONFINE(with.set),
        {"latin", OPTION_INTEGER, &with.latin, 1, "N",
         "N points of a Latin hypercube of the ranges without a step"},
        {"sobol", OPTION_INTEGER, &with.sobol, SENSITIVITY_ROWS_LEAST, "N",
         "Sobol's indices by N (k + 2) points, k the number of ranges; with --of"},
        {"seed", OPTION_INTEGER, &with.seed, 0, "N", "of what is drawn; default: 1"},
        {"of", OPTION_TEXT, &with.of, 0, "PROBE.COLUMN:TAKE,...",
         "numbers to print and to plot; TAKE is last, mean, error of the mean, peak, at, where the "
         "peak is, or sum, of rows that are parts of a whole"},
        {"from", OPTION_TEXT, &with.from, 0, "TIME",
         "means, peaks and --plot are of times from there on; stage:NAME is where that stage "
         "begins"},
        {"plot", OPTION_TEXT, &with.plot, 0, "PROBE.COLUMN/PROBE.COLUMN,...",
         "one column over another, all points in one plot, and as a table"},
        {"format", OPTION_TEXT, &with.format, 0, "FORMAT",
         "of all plots: png, svg or pdf; default: png"},
        {"no-plots", OPTION_FLAG, &with.no_plots, 0, NULL,
         "leave the pictures, also those of the points, and the report out"},
        {"quiet", OPTION_FLAG, &with.quiet, 0, NULL, "print nothing but errors and warnings"},
        OPTION_JSON(with.as_json),
    };
    const syntax syntax = {
        "sweep",
        "CASE|FOLDER",
        "Runs a case over values of its keys, each point in a folder of its own, and leaves one "
        "table of\n"
        "all that its probes measured, with scatter over seeds, and overlaid plots. Of a case with "
        "the probes\nsample and strain, stress over strain at ten frictions:\n"
        "  scree new biaxial && scree sweep biaxial --over friction=0.1:1:0.1 --plot "
        "sample.q/strain.yy\n"
        "The same command, or scree sweep FOLDER, goes on with what was stopped. docs/sweep.md "
        "tells more.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    int code = args_read(&syntax, argc, argv, operand, &operands);
    signal(SIGPIPE, SIG_IGN);
    with.quiet = with.quiet || with.as_json;
    if (code == ARGS_GO_ON)
        code = sweep_given(operand[0], &with);
    settings_clear(&with.set);
    settings_clear(&with.over);
    return code;
}
