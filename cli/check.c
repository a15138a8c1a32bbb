// check.c - scree check: what a case is and what it will cost, without running it.
//
// The world is built, so that everything a run would refuse at its start is refused here; then it takes steps for about
// half a second to see how fast this machine is (forecast.c). Those steps change nothing on the disk, and nothing in a
// case depends on them.
#include "base/text.h"
#include "cli/commands.h"
#include "cli/costs.h"
#include "cli/depths.h"
#include "cli/forecast.h"
#include "cli/meshes.h"
#include "cli/shapes.h"
#include "console/exit.h"
#include "console/session.h"
#include "console/words.h"
#include "run/amounts.h"
#include "run/output.h"
#include "store/json.h"

enum { LABEL = 10, WIDTH = 100, SHAPES_SHOWN = 20 };

typedef struct estimate {
    int64_t grains, fixed, steps;
    amounts writes;
    double expected; // grains, once all streams have run
    double step;     // s
    step_cost cost;
    int threads;
    forecast takes;
    depth_forecast depths;
} estimate;

static int64_t fixed_grains(const frame *f)
{
    int64_t fixed = 0;
    for (int64_t i = 0; i < f->body.count; i++)
        fixed += !isfinite(f->body.mass[i]);
    return fixed;
}

static scree_status estimate_all(const session *s, world *w, int threads, estimate *e,
                                 scree_error *error)
{
    output o;
    frame f = {0};
    scree_status status = output_plan(&o, &s->m, w, threads, error); // the probes are checked here
    if (!status)
        status = world_frame(w, &f, error);
    if (!status)
        status = probing_rehearse(&s->m, w, &f, error);
    if (!status) {
        e->grains = world_grains(w);
        e->fixed = fixed_grains(&f);
        e->steps = o.end;
        e->step = world_dt(w);
        e->expected = grains_expected(s, w);
        e->writes = amounts_of(&o, e->expected);
        e->threads = threads;
        e->cost = step_cost_of(&s->m, world_step_choice(w));
        e->depths = world_depth_forecast(w);
        const forecast_run run = {e->steps,         e->writes.frames, (double)e->grains,
                                  (double)e->fixed, e->expected,      threads,
                                  e->cost};
        e->takes = forecast_make(&s->m, w, &run);
    }
    frame_clear(&f);
    output_close(&o, NULL);
    return status;
}

static void line(const char *label, const char *text)
{
    printf("%-*s ", LABEL, label);
    print_wrapped(stdout, text, LABEL + 1, WIDTH);
}

static void print_size(const session *s, const estimate *e)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char text[300];
    if (s->m.title && *s->m.title)
        printf("%s\n", s->m.title);
    int length = snprintf(text, sizeof text, "%s", word_count(a, e->grains));
    if (e->fixed)
        length += snprintf(text + length, sizeof text - (size_t)length, ", %s of them fixed",
                           word_count(b, e->fixed));
    if (s->m.streams)
        snprintf(text + length, sizeof text - (size_t)length,
                 ", and up to %s more from %d stream%s",
                 word_count(b, (int64_t)(e->expected - (double)e->grains)), s->m.streams,
                 s->m.streams == 1 ? "" : "s");
    line("grains", text);
    snprintf(text, sizeof text, "%s for %.6g s", word_count(a, e->steps),
             (double)e->steps * e->step);
    line("steps", text);
}

static void print_shapes(const model *m)
{
    char text[SHAPE_WORDS];
    for (int i = 0; i < m->shapes && i < SHAPES_SHOWN; i++) {
        shape_words(m, i, text);
        line(i ? "" : "shapes", text);
    }
    if (m->shapes <= SHAPES_SHOWN)
        return;
    snprintf(text, sizeof text, "and %d more; --json has all", m->shapes - SHAPES_SHOWN);
    line("", text);
}

static void print_shape_warnings(const model *m)
{
    char text[SHAPE_WORDS];
    for (int i = 0; i < m->shapes; i++)
        if (shape_warning(m, i, text))
            line("warning", text);
}

static void print_step(const session *s, const world *w)
{
    char text[1040];
    const step_choice *c = world_step_choice(w);
    snprintf(text, sizeof text, "%.4g s%s: %s", c->step, s->m.step > 0 ? " (given)" : "",
             c->reason);
    line("step", text);
    if (*c->warning)
        line("warning", c->warning);
}

static void print_depths(const model *m, const depth_forecast *f)
{
    char text[DEPTHS_ROOM];
    if (depths_words(text, m, f))
        line("overlaps", text);
    if (depths_warning(text, m, f))
        line("warning", text);
}

// What either solver would have to do, and which has less.
static void print_solvers(const session *s, const world *w)
{
    char text[COSTS_ROOM];
    const step_choice *c = world_step_choice(w);
    if (costs_words(text, &s->m, c))
        line("solvers", text);
    if (!*c->warning && costs_advice(text, &s->m, c))
        line("warning", text);
}

// What the meshes of walls turned out to be, what was healed in them, and how large they are.
static void print_meshes(const world *w)
{
    char words[MESHES_ROOM];
    char text[MESHES_ROOM + 80];
    for (int k = 0; k < world_walls(w); k++) {
        if (!meshes_words(words, w, k))
            continue;
        snprintf(text, sizeof text, "%.60s: %s", world_wall_name(w, k), words);
        line("mesh", text);
        if (meshes_warning(words, w, k))
            line("warning", words);
    }
}

// The time that was measured, over what the other solver has less to do.
static void print_other_time(const session *s, const world *w, const estimate *e)
{
    char a[WORD_ROOM];
    char text[COSTS_ROOM];
    const bool smooth = s->m.solver == SOLVER_SMOOTH;
    if (isnan(e->takes.most) || !costs_words(text, &s->m, world_step_choice(w)))
        return;
    if (costs_hindrance(&s->m, text, sizeof text))
        return;
    const double steps =
        smooth ? e->takes.steps_most / e->cost.gain : e->takes.steps_most * e->cost.gain;
    snprintf(text, sizeof text, "by that the %s solver takes some %s",
             smooth ? "nonsmooth" : "smooth", word_span(a, steps + e->takes.besides));
    line("", text);
}

static void print_memory(const estimate *e)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char c[WORD_ROOM];
    char text[300];
    const forecast *f = &e->takes;
    int at = snprintf(text, sizeof text, "%s, %s of it for the picture at the end",
                      word_bytes(a, f->memory - f->memory_bed), word_bytes(b, f->memory_picture));
    if (f->memory_bed > 0.02 * f->memory)
        snprintf(text + at, sizeof text - (size_t)at, "; up to %s once all grains touch",
                 word_bytes(c, f->memory));
    line("memory", text);
}

static void print_time(const estimate *e)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char c[WORD_ROOM];
    char d[WORD_ROOM];
    char text[500];
    const forecast *f = &e->takes;
    if (!e->steps)
        snprintf(text, sizeof text, "none: the run writes its start and takes no step");
    else if (e->grains == 0)
        snprintf(text, sizeof text, "unknown: there are no grains at the start to measure with");
    else if (f->rate > 0)
        snprintf(text, sizeof text,
                 "%s to %s of processor time%s, which is what the clock shows where %s; %s steps "
                 "from the start just "
                 "took here %s particle-steps/s%s",
                 word_span(a, f->least), word_span(d, f->most),
                 e->threads == 1 ? "" : " of each thread",
                 e->threads == 1 ? "a core is free for it" : "each has a core for itself",
                 word_count(c, f->measured), word_rate(b, f->rate * (double)e->grains),
                 e->expected > (double)e->grains ? "; it grows with the grains of the streams"
                 : f->steps_most > 1.01 * f->steps_least
                     ? "; a bed in which all grains touch takes longer"
                     : "");
    else
        snprintf(text, sizeof text, "unknown: the first steps fail, scree run will tell why");
    line("time", text);
}

static void print_cost(const session *s, const world *w, const estimate *e)
{
    char text[AMOUNTS_ROOM];
    print_memory(e);
    amounts_words(text, &e->writes);
    line("output", text);
    if (amounts_warning(text, &e->writes, s->folder))
        line("warning", text);
    print_time(e);
    print_other_time(s, w, e);
}

static void print_json(const session *s, const world *w, const estimate *e)
{
    json j = {0};
    char warning[COSTS_ROOM];
    const step_choice *c = world_step_choice(w);
    json_begin(&j);
    json_text(&j, "case", s->path);
    json_text(&j, "title", s->m.title);
    json_integer(&j, "grains", e->grains);
    json_integer(&j, "fixed_grains", e->fixed);
    shapes_json(&j, &s->m);
    json_integer(&j, "steps", e->steps);
    json_number(&j, "duration", (double)e->steps * c->step);
    json_number(&j, "step", c->step);
    json_flag(&j, "step_given", s->m.step > 0);
    json_number(&j, "longest_step", c->longest);
    json_text(&j, "step_reason", c->reason);
    json_text(&j, "warning", costs_warning(warning, &s->m, c) ? warning : NULL);
    json_object(&j, "limit");
    bool known = c->duration < INFINITY && c->duration > 0;
    json_text(&j, "material", known ? s->m.material[c->material_a].name : NULL);
    json_text(&j, "against", known ? s->m.material[c->material_b].name : NULL);
    json_flag(&j, "against_wall", known && !(c->radius_b > 0));
    json_number(&j, "radius", c->radius_a);
    json_number(&j, "impact_duration", c->duration);
    json_number(&j, "impact_speed", c->speed);
    json_number(&j, "steps_saved_by_ten_times_softer", known ? 1 - 1 / c->saved_by_softening : 0);
    json_close(&j);
    const step_cost cost = e->cost;
    char why[300];
    json_object(&j, "solvers");
    json_text(&j, "solver", solver_names[s->m.solver]);
    json_number(&j, "smooth_steps", cost.smooth);
    json_text(&j, "nonsmooth_hindrance", costs_hindrance(&s->m, why, sizeof why));
    json_number(&j, "nonsmooth_steps", cost.nonsmooth);
    json_number(&j, "nonsmooth_sweeps", cost.sweeps);
    json_number(&j, "nonsmooth_impact_sweeps", cost.blows);
    json_number(&j, "smooth_work", cost.smooth_work);
    json_number(&j, "nonsmooth_work", cost.nonsmooth_work);
    json_number(&j, "nonsmooth_gain", cost.gain);
    json_flag(&j, "gas", cost.gas);
    json_number(&j, "diameter", c->diameter);
    json_number(&j, "layers", c->layers);
    json_close(&j);
    depths_json(&j, &s->m, &e->depths);
    meshes_json(&j, w);
    json_integer(&j, "memory_bytes", (int64_t)e->takes.memory);
    json_integer(&j, "memory_bytes_least", (int64_t)(e->takes.memory - e->takes.memory_bed));
    json_integer(&j, "frames", e->writes.frames);
    json_integer(&j, "frame_files", e->writes.files);
    json_integer(&j, "frame_bytes", (int64_t)e->writes.bytes);
    json_number(&j, "seconds_least", e->takes.least);
    json_number(&j, "seconds_most", e->takes.most);
    json_number(&j, "particle_steps_per_second", e->takes.rate * (double)e->grains);
    json_integer(&j, "threads", e->threads);
    json_close(&j);
    printf("%s\n", j.failed ? "{}" : j.text);
    json_clear(&j);
}

static void print_warnings(const session *s, const world *w, const estimate *e)
{
    char text[MESHES_ROOM];
    if (costs_warning(text, &s->m, world_step_choice(w)))
        fprintf(stderr, "warning: %s\n", text);
    if (depths_warning(text, &s->m, &e->depths))
        fprintf(stderr, "warning: %s\n", text);
    if (amounts_warning(text, &e->writes, s->folder))
        fprintf(stderr, "warning: %s\n", text);
    for (int k = 0; k < world_walls(w); k++)
        if (meshes_warning(text, w, k))
            fprintf(stderr, "warning: %s\n", text);
    for (int i = 0; i < s->m.shapes; i++)
        if (shape_warning(&s->m, i, text))
            fprintf(stderr, "warning: %s\n", text);
}

static int check_world(const session *s, const machine *with, bool as_json, bool quiet)
{
    world *w;
    scree_error error;
    estimate e = {0};
    int threads;
    int code = world_open(s, with, NULL, &w, &threads);
    if (code != ARGS_GO_ON)
        return code;
    scree_status status = estimate_all(s, w, threads, &e, &error);
    if (!status && as_json)
        print_json(s, w, &e);
    if (!status && quiet)
        print_warnings(s, w, &e);
    if (!status && !as_json && !quiet) {
        print_size(s, &e);
        print_shapes(&s->m);
        print_step(s, w);
        print_depths(&s->m, &e.depths);
        print_solvers(s, w);
        print_shape_warnings(&s->m);
        print_meshes(w);
        print_cost(s, w, &e);
    }
    world_destroy(w);
    return status ? session_give_up(s, &error) : EXIT_DONE;
}

int check_main(int argc, char **argv)
{
    machine with = {0};
    settings set = {0};
    bool as_json = false, quiet = false;
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        OPTION_SET(set),
        OPTION_CONFINE(set),
        OPTION_THREADS(with),
        OPTION_WIDTH(with),
        {"json", OPTION_FLAG, &as_json, 0, NULL, "one line of JSON"},
        {"quiet", OPTION_FLAG, &quiet, 0, NULL,
         "print nothing but errors and warnings; the exit code tells"},
    };
    const syntax s = {"check",
                      "CASE",
                      "Looks at a case without running it: all its faults, or the number of "
                      "grains, the time step and what\n"
                      "limits it, memory, and an estimate of the time it takes here.",
                      options,
                      sizeof options / sizeof *options,
                      1,
                      1};
    session open;
    int code = args_read(&s, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON)
        code = session_open(&open, operand[0], &set, quiet || as_json);
    if (code == ARGS_GO_ON) {
        code = check_world(&open, &with, as_json, quiet);
        session_close(&open);
    }
    settings_clear(&set);
    return code;
}
