// run.c - scree run: a case from its start to its end.
#include "cli/advance.h"
#include "cli/commands.h"
#include "cli/costs.h"
#include "cli/folder.h"
#include "cli/session.h"
#include "cli/words.h"

#include <signal.h>
#include <stdlib.h>

typedef struct run_options {
    machine machine;
    settings set;
    const char *out;
    bool force, quiet;
} run_options;

static void announce(const session *s, const world *w, const char *folder, const output *o)
{
    char grains[WORD_ROOM], steps[WORD_ROOM];
    const step_choice *c = world_step_choice(w);
    if (s->m.title && *s->m.title) fprintf(stderr, "%s\n", s->m.title);
    fprintf(stderr, "%s grains, %s steps of %.3g s; results in %s\n", word_count(grains, world_grains(w)),
            word_count(steps, o->end), c->step, folder);
}

static void log_begin(output *o, const session *s)
{
    const step_choice *c = world_step_choice(o->w);
    output_log(o, "scree %s runs %s with %d thread%s", SCREE_VERSION, s->path, o->threads, o->threads == 1 ? "" : "s");
    output_log(o, "%lld grains, %lld steps of %.9g s: %s", (long long)world_grains(o->w), (long long)o->end, c->step,
               c->reason);
    char warning[COSTS_ROOM];
    if (costs_warning(warning, &s->m, c)) output_log(o, "warning: %s", warning);
    for (int k = 0; k < world_walls(o->w); k++) {
        const char *report = primitive_report(world_wall_primitive(o->w, k));
        if (report) output_log(o, "mesh of wall %s: %s", world_wall_name(o->w, k), report);
    }
}

// The world stands; now the folder is made and the run goes on to its end.
static int run_world(const session *s, const run_options *with, world *w, int threads)
{
    scree_error error;
    output o;
    char *suggested = with->out ? NULL : folder_suggest(s->folder);
    const char *name = with->out ? with->out : suggested;
    scree_status status = output_plan(&o, &s->m, w, threads, &error);
    if (!status) status = world_frame(w, &o.seen, &error);
    if (!status) status = probing_rehearse(&s->m, w, &o.seen, &error);
    bool fresh = name && !folder_exists(name);
    if (!status) status = name ? folder_claim(name, s->path, with->force, &error) : fail_memory(&error, "folder");
    if (!status) status = output_begin(&o, name, s->folder, &s->families, &error);
    if (status) {
        output_close(&o, NULL);
        if (fresh) folder_withdraw(name);
        free(suggested);
        int code = session_give_up(s, &error);
        if (status == SCREE_IO) fprintf(stderr, "nothing was run and nothing saved\n");
        return code;
    }
    const step_choice *c = world_step_choice(w);
    char warning[COSTS_ROOM];
    if (costs_warning(warning, &s->m, c)) fprintf(stderr, "warning: %s\n", warning);
    if (!with->quiet) announce(s, w, name, &o);
    log_begin(&o, s);
    free(suggested);
    return advance(&o, true, with->quiet);
}

static int run_case(const char *path, const run_options *with)
{
    session s;
    world *w;
    int threads;
    int code = session_open(&s, path, &with->set, with->quiet);
    if (code != ARGS_GO_ON) return code;
    code = world_open(&s, &with->machine, NULL, &w, &threads);
    if (code == ARGS_GO_ON) {
        code = run_world(&s, with, w, threads);
        world_destroy(w);
    }
    session_close(&s);
    return code;
}

int run_main(int argc, char **argv)
{
    run_options with = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"out", OPTION_TEXT, &with.out, 0, "FOLDER",
         "where results go; default: `results` beside the case, or the next free number"},
        OPTION_SET(with.set),
        OPTION_THREADS(with.machine),
        OPTION_WIDTH(with.machine),
        {"force", OPTION_FLAG, &with.force, 0, NULL, "replace the files of an older run in the folder"},
        {"quiet", OPTION_FLAG, &with.quiet, 0, NULL, "print nothing but errors and warnings"},
    };
    const syntax s = {"run",
                      "CASE",
                      "Runs a case: a YAML file, a folder with a case.yaml, or a .par file of the course format.\n"
                      "Ctrl-C finishes the step, saves, and says how to go on.",
                      options,
                      sizeof options / sizeof *options,
                      1,
                      1};
    int code = args_read(&s, argc, argv, operand, &operands);
    signal(SIGPIPE, SIG_IGN); // that nobody reads the progress line is no reason to stop
    if (code == ARGS_GO_ON) code = run_case(operand[0], &with);
    settings_clear(&with.set);
    return code;
}
