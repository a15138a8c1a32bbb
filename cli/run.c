// run.c - scree run: a case from its start to its end.
#include "cli/commands.h"
#include "cli/costs.h"
#include "cli/depths.h"
#include "cli/meshes.h"
#include "cli/shapes.h"
#include "console/session.h"
#include "console/words.h"
#include "run/advance.h"
#include "run/amounts.h"
#include "run/folder.h"
#include "run/inputs.h"

#include <signal.h>

typedef struct run_options {
    machine machine;
    settings set;
    const char *out;
    bool force, quiet;
} run_options;

static void announce(const session *s, const world *w, const char *folder, const output *o)
{
    char grains[WORD_ROOM];
    char steps[WORD_ROOM];
    const step_choice *c = world_step_choice(w);
    if (s->m.title && *s->m.title)
        fprintf(stderr, "%s\n", s->m.title);
    fprintf(stderr, "%s grains, %s steps of %.3g s; results in %s\n",
            word_count(grains, world_grains(w)), word_count(steps, o->end), c->step, folder);
}

static void log_begin(output *o, const session *s)
{
    const step_choice *c = world_step_choice(o->w);
    output_log(o, "scree %s runs %s with %d thread%s", SCREE_VERSION, s->path, o->threads,
               o->threads == 1 ? "" : "s");
    output_log(o, "%lld grains, %lld steps of %.9g s: %s", (long long)world_grains(o->w),
               (long long)o->end, c->step, c->reason);
    char warning[COSTS_ROOM];
    if (costs_warning(warning, &s->m, c))
        output_log(o, "warning: %s", warning);
    char text[MESHES_ROOM];
    const depth_forecast depths = world_depth_forecast(o->w);
    if (depths_warning(text, &s->m, &depths))
        output_log(o, "warning: %s", text);
    const amounts writes = amounts_of(o, grains_expected(s, o->w));
    if (amounts_warning(text, &writes, o->folder))
        output_log(o, "warning: %s", text);
    for (int k = 0; k < world_walls(o->w); k++) {
        if (meshes_words(text, o->w, k))
            output_log(o, "mesh of wall %s: %s", world_wall_name(o->w, k), text);
        if (meshes_warning(text, o->w, k))
            output_log(o, "warning: %s", text);
    }
    for (int i = 0; i < s->m.shapes; i++)
        if (shape_warning(&s->m, i, text))
            output_log(o, "warning: %s", text);
}

// The world stands; now a folder is taken.
static scree_status claim(run_folder *in, const session *s, const run_options *with,
                          scree_error *error)
{
    char **inputs = inputs_paths(&s->m, s->folder);
    char **results = probing_names(&s->m);
    scree_status status = inputs && results ? SCREE_OK : fail_memory(error, "folder");
    const folder_wish wish = {.out = with->out,
                              .beside = s->folder,
                              .case_path = s->path,
                              .input = inputs,
                              .name = (const char *const *)results,
                              .force = with->force};
    if (!status)
        status = folder_claim(in, &wish, error);
    inputs_paths_free(inputs);
    inputs_paths_free(results);
    return status;
}

static scree_status prepare(output *o, const session *s, const run_options *with, run_folder *in,
                            scree_error *error)
{
    scree_status status = world_frame(o->w, &o->seen, error);
    if (!status)
        status = probing_rehearse(&s->m, o->w, &o->seen, error);
    if (!status)
        status = claim(in, s, with, error);
    if (!status)
        status = output_begin(o, in, s->folder, &s->families, error);
    return status;
}

static int run_world(const session *s, const run_options *with, world *w, int threads)
{
    scree_error error;
    output o;
    run_folder in = {0};
    scree_status status = output_plan(&o, &s->m, w, threads, &error);
    if (!status)
        status = prepare(&o, s, with, &in, &error);
    if (status) {
        output_close(&o, NULL);
        folder_withdraw(&in);
        int code = session_give_up(s, &error);
        if (status == SCREE_IO)
            fprintf(stderr, "nothing was run and nothing saved\n");
        return code;
    }
    const step_choice *c = world_step_choice(w);
    char warning[COSTS_ROOM];
    if (costs_warning(warning, &s->m, c))
        fprintf(stderr, "warning: %s\n", warning);
    char text[MESHES_ROOM];
    const depth_forecast depths = world_depth_forecast(w);
    if (depths_warning(text, &s->m, &depths))
        fprintf(stderr, "warning: %s\n", text);
    const amounts writes = amounts_of(&o, grains_expected(s, w));
    if (amounts_warning(text, &writes, in.path))
        fprintf(stderr, "warning: %s\n", text);
    for (int k = 0; k < world_walls(w); k++)
        if (meshes_warning(text, w, k))
            fprintf(stderr, "warning: %s\n", text);
    for (int i = 0; i < s->m.shapes; i++)
        if (shape_warning(&s->m, i, text))
            fprintf(stderr, "warning: %s\n", text);
    if (!with->quiet)
        announce(s, w, in.path, &o);
    log_begin(&o, s);
    int code = advance(&o, true, with->quiet);
    folder_leave(&in);
    return code;
}

static int run_case(const char *path, const run_options *with)
{
    session s;
    world *w;
    int threads;
    int code = session_open(&s, path, &with->set, with->quiet);
    if (code != ARGS_GO_ON)
        return code;
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
        OPTION_CONFINE(with.set),
        OPTION_THREADS(with.machine),
        OPTION_WIDTH(with.machine),
        {"force", OPTION_FLAG, &with.force, 0, NULL,
         "replace the files of an older run in the folder"},
        {"quiet", OPTION_FLAG, &with.quiet, 0, NULL, "print nothing but errors and warnings"},
    };
    const syntax s = {"run",
                      "CASE",
                      "Runs a case: a YAML file, a folder with a case.yaml, or a .par file of the "
                      "course format.\n"
                      "Ctrl-C, SIGTERM and SIGHUP finish the step, save, and say how to go on; a "
                      "second one ends at once.\n"
                      "Every ten minutes (output.autosave) the run saves by itself; scree resume "
                      "goes on after anything.",
                      options,
                      sizeof options / sizeof *options,
                      1,
                      1};
    int code = args_read(&s, argc, argv, operand, &operands);
    signal(SIGPIPE, SIG_IGN); // that nobody reads the progress line is no reason to stop
    if (code == ARGS_GO_ON)
        code = run_case(operand[0], &with);
    settings_clear(&with.set);
    return code;
}
