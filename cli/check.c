// check.c - scree check: what a case is and what it will cost, without running it.
//
// The world is built, so that everything a run would refuse at its start is refused here; then it takes steps for about
// half a second to see how fast this machine is. Those steps change nothing on the disk, and nothing in a case depends
// on them.
#include "cli/commands.h"
#include "cli/costs.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/shapes.h"
#include "cli/words.h"
#include "base/text.h"
#include "store/json.h"

#include <time.h>

enum { LABEL = 10, WIDTH = 100, SHAPES_SHOWN = 20 };

typedef struct estimate {
    int64_t grains, fixed, steps, frames, memory;
    double expected;               // grains, once all streams have run
    double step, seconds, longest; // s: of a step; for the whole run, at least and at most
    step_cost cost;
    double rate;      // steps per second, measured
    int64_t measured; // steps
    int threads;
    double frame_bytes;
} estimate;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Steps for half a second. A case that fails at once is no reason to stop: `scree run` will say where.
static void measure(const model *m, world *w, estimate *e)
{
    scree_error error;
    double begin = now(), spent = 0, contacts = (double)world_pulse_of(w).contacts;
    for (int64_t chunk = 1; spent < 0.5 && e->measured < e->steps; chunk = spent < 0.05 ? 2 * chunk : chunk) {
        if (chunk > e->steps - e->measured) chunk = e->steps - e->measured;
        if (world_step(w, chunk, &error)) break;
        e->measured += chunk;
        spent = now() - begin;
    }
    e->rate = spent > 0 && e->measured ? (double)e->measured / spent : 0;
    e->seconds = e->rate > 0 ? (double)e->steps / e->rate : NAN;
    cost_sample seen = {(double)(e->grains - e->fixed), 0, world_effort_of(w, false)};
    const world_effort *did = &seen.did;
    seen.contacts = did->steps ? did->contact_sweeps / (double)(did->sweeps + did->impact_sweeps)
                               : 0.5 * (contacts + (double)world_pulse_of(w).contacts);
    e->longest = e->seconds * costs_growth(m, &e->cost, &seen);
    if (e->expected > (double)e->grains && e->grains) e->longest *= e->expected / (double)e->grains;
}

static int64_t fixed_grains(const frame *f)
{
    int64_t fixed = 0;
    for (int64_t i = 0; i < f->body.count; i++) fixed += !isfinite(f->body.mass[i]);
    return fixed;
}

static scree_status estimate_all(const session *s, world *w, int threads, estimate *e, scree_error *error)
{
    output o;
    frame f = {0};
    scree_status status = output_plan(&o, &s->m, w, threads, error); // the probes are checked here
    if (!status) status = world_frame(w, &f, error);
    if (!status) status = probing_rehearse(&s->m, w, &f, error);
    if (!status) {
        e->grains = world_grains(w);
        e->fixed = fixed_grains(&f);
        e->steps = o.end;
        e->step = world_dt(w);
        e->frames = o.frames_at.every > 0 ? o.end / o.frames_at.every + 1 : 0;
        e->expected = grains_expected(s, w);
        e->frame_bytes = s->m.output.bodies ? 150.0 * e->expected : 0;
        e->threads = threads;
        e->cost = step_cost_of(&s->m, world_step_choice(w));
        measure(&s->m, w, e);
        e->memory = world_memory(w);
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
    char a[WORD_ROOM], b[WORD_ROOM], text[300];
    if (s->m.title && *s->m.title) printf("%s\n", s->m.title);
    int length = snprintf(text, sizeof text, "%s", word_count(a, e->grains));
    if (e->fixed)
        length += snprintf(text + length, sizeof text - (size_t)length, ", %s of them fixed", word_count(b, e->fixed));
    if (s->m.streams)
        snprintf(text + length, sizeof text - (size_t)length, ", and up to %s more from %d stream%s",
                 word_count(b, (int64_t)(e->expected - (double)e->grains)), s->m.streams, s->m.streams == 1 ? "" : "s");
    line("grains", text);
    snprintf(text, sizeof text, "%s for %.6g s", word_count(a, e->steps), (double)e->steps * e->step);
    line("steps", text);
}

static void print_shapes(const model *m)
{
    char text[SHAPE_WORDS];
    for (int i = 0; i < m->shapes && i < SHAPES_SHOWN; i++) {
        shape_words(m, i, text);
        line(i ? "" : "shapes", text);
    }
    if (m->shapes <= SHAPES_SHOWN) return;
    snprintf(text, sizeof text, "and %d more; --json has all", m->shapes - SHAPES_SHOWN);
    line("", text);
}

static void print_step(const session *s, const world *w)
{
    char text[800];
    const step_choice *c = world_step_choice(w);
    snprintf(text, sizeof text, "%.4g s%s: %s", c->step, s->m.step > 0 ? " (given)" : "", c->reason);
    line("step", text);
    if (*c->warning) line("warning", c->warning);
}

// What either solver would have to do, and which has less.
static void print_solvers(const session *s, const world *w)
{
    char text[COSTS_ROOM];
    const step_choice *c = world_step_choice(w);
    if (costs_words(text, &s->m, c)) line("solvers", text);
    if (!*c->warning && costs_advice(text, &s->m, c)) line("warning", text);
}

// What the meshes of walls turned out to be, and what was healed in them.
static void print_meshes(const world *w)
{
    for (int k = 0; k < world_walls(w); k++) {
        const char *report = primitive_report(world_wall_primitive(w, k));
        text_buffer text = {0};
        if (!report) continue;
        text_append_format(&text, "%s: %s", world_wall_name(w, k), report);
        line("mesh", text.data && !text.failed ? text.data : report);
        text_buffer_clear(&text);
    }
}

// The time that was measured, over what the other solver has less to do.
static void print_other_time(const session *s, const world *w, const estimate *e)
{
    char a[WORD_ROOM], text[COSTS_ROOM];
    const bool smooth = s->m.solver == SOLVER_SMOOTH;
    if (!(e->rate > 0) || !e->grains || !costs_words(text, &s->m, world_step_choice(w))) return;
    if (costs_hindrance(&s->m, text, sizeof text)) return;
    double seconds = smooth ? e->longest / e->cost.gain : e->longest * e->cost.gain;
    snprintf(text, sizeof text, "by that the %s solver takes some %s", smooth ? "nonsmooth" : "smooth",
             word_span(a, seconds));
    line("", text);
}

static void print_cost(const session *s, const world *w, const estimate *e)
{
    char a[WORD_ROOM], b[WORD_ROOM], c[WORD_ROOM], d[WORD_ROOM], text[400];
    snprintf(text, sizeof text, "%s now; contacts and a frame add some", word_bytes(a, (double)e->memory));
    line("memory", text);
    if (e->frames) {
        snprintf(text, sizeof text, "%s frames, up to %s of bodies", word_count(a, e->frames),
                 word_bytes(b, e->frame_bytes * (double)e->frames));
        line("output", text);
    } else
        line("output", "no frames (output.every is 0); a picture and a snapshot at the end");
    if (!e->steps)
        snprintf(text, sizeof text, "none: the run writes its start and takes no step");
    else if (e->grains == 0)
        snprintf(text, sizeof text, "unknown: there are no grains at the start to measure with");
    else if (e->rate > 0)
        snprintf(text, sizeof text,
                 "%s%s%s with %d thread%s: %s steps from the start just took here %s particle-steps/s%s",
                 word_span(a, e->seconds), e->longest > e->seconds ? " to " : "",
                 e->longest > e->seconds ? word_span(d, e->longest) : "", e->threads, e->threads == 1 ? "" : "s",
                 word_count(c, e->measured), word_rate(b, e->rate * (double)e->grains),
                 e->expected > (double)e->grains ? "; it grows with the grains of the streams"
                 : e->longest > e->seconds       ? "; a bed in which all grains touch takes longer"
                                                 : "");
    else
        snprintf(text, sizeof text, "unknown: the first steps fail, scree run will tell why");
    line("time", text);
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
    json_number(&j, "diameter", c->diameter);
    json_number(&j, "layers", c->layers);
    json_close(&j);
    json_object(&j, "meshes");
    for (int k = 0; k < world_walls(w); k++) {
        const char *report = primitive_report(world_wall_primitive(w, k));
        if (report) json_text(&j, world_wall_name(w, k), report);
    }
    json_close(&j);
    json_integer(&j, "memory_bytes", e->memory);
    json_integer(&j, "frames", e->frames);
    json_number(&j, "seconds_least", e->seconds);
    json_number(&j, "seconds_most", e->longest);
    json_number(&j, "particle_steps_per_second", e->rate * (double)e->grains);
    json_integer(&j, "threads", e->threads);
    json_close(&j);
    printf("%s\n", j.failed ? "{}" : j.text);
    json_clear(&j);
}

static int check_world(const session *s, const machine *with, bool as_json, bool quiet)
{
    world *w;
    scree_error error;
    estimate e = {0};
    int threads;
    int code = world_open(s, with, NULL, &w, &threads);
    if (code != ARGS_GO_ON) return code;
    scree_status status = estimate_all(s, w, threads, &e, &error);
    if (!status && as_json) print_json(s, w, &e);
    char warning[COSTS_ROOM];
    if (!status && quiet && costs_warning(warning, &s->m, world_step_choice(w)))
        fprintf(stderr, "warning: %s\n", warning);
    if (!status && !as_json && !quiet) {
        print_size(s, &e);
        print_shapes(&s->m);
        print_step(s, w);
        print_solvers(s, w);
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
        OPTION_THREADS(with),
        OPTION_WIDTH(with),
        {"json", OPTION_FLAG, &as_json, 0, NULL, "one line of JSON"},
        {"quiet", OPTION_FLAG, &quiet, 0, NULL, "print nothing but errors and warnings; the exit code tells"},
    };
    const syntax s = {
        "check",
        "CASE",
        "Looks at a case without running it: all its faults, or the number of grains, the time step and what\n"
        "limits it, memory, and an estimate of the time it takes here.",
        options,
        sizeof options / sizeof *options,
        1,
        1};
    session open;
    int code = args_read(&s, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON) code = session_open(&open, operand[0], &set, quiet || as_json);
    if (code == ARGS_GO_ON) {
        code = check_world(&open, &with, as_json, quiet);
        session_close(&open);
    }
    settings_clear(&set);
    return code;
}
