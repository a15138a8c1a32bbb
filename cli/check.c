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

static int64_t fixed_grains(const frame *frame)
{
    int64_t fixed = 0;
    for (int64_t i = 0; i < frame->ball.count; i++)
        fixed += !isfinite(frame->ball.mass[i]);
    return fixed;
}

static scree_status estimate_all(const session *session, world *world, int threads,
                                 estimate *estimate, scree_error *error)
{
    output output;
    frame frame = {0};
    scree_status status =
        output_plan(&output, &session->model, world, threads, error); // the probes are checked here
    if (!status)
        status = world_frame(world, &frame, error);
    if (!status)
        status = probing_rehearse(&session->model, world, &frame, error);
    if (!status) {
        estimate->grains = world_grains(world);
        estimate->fixed = fixed_grains(&frame);
        estimate->steps = output.end;
        estimate->step = world_dt(world);
        estimate->expected = grains_expected(session, world);
        estimate->writes = amounts_of(&output, estimate->expected);
        estimate->threads = threads;
        estimate->cost = step_cost_of(&session->model, world_step_choice(world));
        estimate->depths = world_depth_forecast(world);
        const forecast_run run = {
            estimate->steps,         estimate->writes.frames, (double)estimate->grains,
            (double)estimate->fixed, estimate->expected,      threads,
            estimate->cost};
        estimate->takes = forecast_make(&session->model, world, &run);
    }
    frame_clear(&frame);
    output_close(&output, NULL);
    return status;
}

static void line(const char *label, const char *text)
{
    printf("%-*s ", LABEL, label);
    print_wrapped(stdout, text, LABEL + 1, WIDTH);
}

static void print_size(const session *session, const estimate *estimate)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char text[300];
    if (session->model.title && *session->model.title)
        printf("%s\n", session->model.title);
    int length = snprintf(text, sizeof text, "%s", word_count(a, estimate->grains));
    if (estimate->fixed)
        length += snprintf(text + length, sizeof text - (size_t)length, ", %s of them fixed",
                           word_count(b, estimate->fixed));
    if (session->model.streams)
        snprintf(text + length, sizeof text - (size_t)length,
                 ", and up to %s more from %d stream%s",
                 word_count(b, (int64_t)(estimate->expected - (double)estimate->grains)),
                 session->model.streams, session->model.streams == 1 ? "" : "s");
    line("grains", text);
    snprintf(text, sizeof text, "%s for %.6g s", word_count(a, estimate->steps),
             (double)estimate->steps * estimate->step);
    line("steps", text);
}

static void print_shapes(const model *model)
{
    char text[SHAPE_WORDS];
    for (int i = 0; i < model->shapes && i < SHAPES_SHOWN; i++) {
        shape_words(model, i, text);
        line(i ? "" : "shapes", text);
    }
    if (model->shapes <= SHAPES_SHOWN)
        return;
    snprintf(text, sizeof text, "and %d more; --json has all", model->shapes - SHAPES_SHOWN);
    line("", text);
}

static void print_shape_warnings(const model *model)
{
    char text[SHAPE_WORDS];
    for (int i = 0; i < model->shapes; i++)
        if (shape_warning(model, i, text))
            line("warning", text);
}

static void print_step(const session *session, const world *world)
{
    char text[1040];
    const step_choice *choice = world_step_choice(world);
    snprintf(text, sizeof text, "%.4g s%s: %s", choice->step,
             session->model.step > 0 ? " (given)" : "", choice->reason);
    line("step", text);
    if (*choice->warning)
        line("warning", choice->warning);
}

static void print_depths(const model *model, const depth_forecast *forecast)
{
    char text[DEPTHS_ROOM];
    if (depths_words(text, model, forecast))
        line("overlaps", text);
    if (depths_warning(text, model, forecast))
        line("warning", text);
}

// What either solver would have to do, and which has less.
static void print_solvers(const session *session, const world *world)
{
    char text[COSTS_ROOM];
    const step_choice *choice = world_step_choice(world);
    if (costs_words(text, &session->model, choice))
        line("solvers", text);
    if (!*choice->warning && costs_advice(text, &session->model, choice))
        line("warning", text);
}

// What the meshes of walls turned out to be, what was healed in them, and how large they are.
static void print_meshes(const world *world)
{
    char words[MESHES_ROOM];
    char text[MESHES_ROOM + 80];
    for (int k = 0; k < world_walls(world); k++) {
        if (!meshes_words(words, world, k))
            continue;
        snprintf(text, sizeof text, "%.60s: %s", world_wall_name(world, k), words);
        line("mesh", text);
        if (meshes_warning(words, world, k))
            line("warning", words);
    }
}

// The time that was measured, over what the other solver has less to do.
static void print_other_time(const session *session, const world *world, const estimate *estimate)
{
    char a[WORD_ROOM];
    char text[COSTS_ROOM];
    const bool smooth = session->model.solver == SOLVER_SMOOTH;
    if (isnan(estimate->takes.most) ||
        !costs_words(text, &session->model, world_step_choice(world)))
        return;
    if (costs_hindrance(&session->model, text, sizeof text))
        return;
    const double steps = smooth ? estimate->takes.steps_most / estimate->cost.gain
                                : estimate->takes.steps_most * estimate->cost.gain;
    snprintf(text, sizeof text, "by that the %s solver takes some %s",
             smooth ? "nonsmooth" : "smooth", word_span(a, steps + estimate->takes.besides));
    line("", text);
}

static void print_memory(const estimate *estimate)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char c[WORD_ROOM];
    char text[300];
    const forecast *forecast = &estimate->takes;
    int at = snprintf(text, sizeof text, "%s, %s of it for the picture at the end",
                      word_bytes(a, forecast->memory - forecast->memory_bed),
                      word_bytes(b, forecast->memory_picture));
    if (forecast->memory_bed > 0.02 * forecast->memory)
        snprintf(text + at, sizeof text - (size_t)at, "; up to %s once all grains touch",
                 word_bytes(c, forecast->memory));
    line("memory", text);
}

static void print_time(const estimate *estimate)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char c[WORD_ROOM];
    char d[WORD_ROOM];
    char text[500];
    const forecast *forecast = &estimate->takes;
    if (!estimate->steps)
        snprintf(text, sizeof text, "none: the run writes its start and takes no step");
    else if (estimate->grains == 0)
        snprintf(text, sizeof text, "unknown: there are no grains at the start to measure with");
    else if (forecast->rate > 0)
        snprintf(text, sizeof text,
                 "%s to %s of processor time%s, which is what the clock shows where %s; %s steps "
                 "from the start just "
                 "took here %s particle-steps/s%s",
                 word_span(a, forecast->least), word_span(d, forecast->most),
                 estimate->threads == 1 ? "" : " of each thread",
                 estimate->threads == 1 ? "a core is free for it" : "each has a core for itself",
                 word_count(c, forecast->measured),
                 word_rate(b, forecast->rate * (double)estimate->grains),
                 estimate->expected > (double)estimate->grains
                     ? "; it grows with the grains of the streams"
                 : forecast->steps_most > 1.01 * forecast->steps_least
                     ? "; a bed in which all grains touch takes longer"
                     : "");
    else
        snprintf(text, sizeof text, "unknown: the first steps fail, scree run will tell why");
    line("time", text);
}

static void print_cost(const session *session, const world *world, const estimate *estimate)
{
    char text[AMOUNTS_ROOM];
    print_memory(estimate);
    amounts_words(text, &estimate->writes);
    line("output", text);
    if (amounts_warning(text, &estimate->writes, session->folder))
        line("warning", text);
    print_time(estimate);
    print_other_time(session, world, estimate);
}

static void print_json(const session *session, const world *world, const estimate *estimate)
{
    json json = {0};
    char warning[COSTS_ROOM];
    const step_choice *choice = world_step_choice(world);
    json_begin(&json);
    json_text(&json, "case", session->path);
    json_text(&json, "title", session->model.title);
    json_integer(&json, "grains", estimate->grains);
    json_integer(&json, "fixed_grains", estimate->fixed);
    shapes_json(&json, &session->model);
    json_integer(&json, "steps", estimate->steps);
    json_number(&json, "duration", (double)estimate->steps * choice->step);
    json_number(&json, "step", choice->step);
    json_flag(&json, "step_given", session->model.step > 0);
    json_number(&json, "longest_step", choice->longest);
    json_text(&json, "step_reason", choice->reason);
    json_text(&json, "warning", costs_warning(warning, &session->model, choice) ? warning : NULL);
    json_object(&json, "limit");
    bool known = choice->duration < INFINITY && choice->duration > 0;
    json_text(&json, "material", known ? session->model.material[choice->material_a].name : NULL);
    json_text(&json, "against", known ? session->model.material[choice->material_b].name : NULL);
    json_flag(&json, "against_wall", known && !(choice->radius_b > 0));
    json_number(&json, "radius", choice->radius_a);
    json_number(&json, "impact_duration", choice->duration);
    json_number(&json, "impact_speed", choice->speed);
    json_number(&json, "steps_saved_by_ten_times_softer",
                known ? 1 - 1 / choice->saved_by_softening : 0);
    json_close(&json);
    const step_cost cost = estimate->cost;
    char why[300];
    json_object(&json, "solvers");
    json_text(&json, "solver", solver_names[session->model.solver]);
    json_number(&json, "smooth_steps", cost.smooth);
    json_text(&json, "nonsmooth_hindrance", costs_hindrance(&session->model, why, sizeof why));
    json_number(&json, "nonsmooth_steps", cost.nonsmooth);
    json_number(&json, "nonsmooth_sweeps", cost.sweeps);
    json_number(&json, "nonsmooth_impact_sweeps", cost.blows);
    json_number(&json, "smooth_work", cost.smooth_work);
    json_number(&json, "nonsmooth_work", cost.nonsmooth_work);
    json_number(&json, "nonsmooth_gain", cost.gain);
    json_flag(&json, "gas", cost.gas);
    json_number(&json, "diameter", choice->diameter);
    json_number(&json, "layers", choice->layers);
    json_close(&json);
    depths_json(&json, &session->model, &estimate->depths);
    meshes_json(&json, world);
    json_integer(&json, "memory_bytes", (int64_t)estimate->takes.memory);
    json_integer(&json, "memory_bytes_least",
                 (int64_t)(estimate->takes.memory - estimate->takes.memory_bed));
    json_integer(&json, "frames", estimate->writes.frames);
    json_integer(&json, "frame_files", estimate->writes.files);
    json_integer(&json, "frame_bytes", (int64_t)estimate->writes.bytes);
    json_number(&json, "seconds_least", estimate->takes.least);
    json_number(&json, "seconds_most", estimate->takes.most);
    json_number(&json, "particle_steps_per_second",
                estimate->takes.rate * (double)estimate->grains);
    json_integer(&json, "threads", estimate->threads);
    json_close(&json);
    printf("%s\n", json.failed ? "{}" : json.text);
    json_clear(&json);
}

static void print_warnings(const session *session, const world *world, const estimate *estimate)
{
    char text[MESHES_ROOM];
    if (costs_warning(text, &session->model, world_step_choice(world)))
        fprintf(stderr, "warning: %s\n", text);
    if (depths_warning(text, &session->model, &estimate->depths))
        fprintf(stderr, "warning: %s\n", text);
    if (amounts_warning(text, &estimate->writes, session->folder))
        fprintf(stderr, "warning: %s\n", text);
    for (int k = 0; k < world_walls(world); k++)
        if (meshes_warning(text, world, k))
            fprintf(stderr, "warning: %s\n", text);
    for (int i = 0; i < session->model.shapes; i++)
        if (shape_warning(&session->model, i, text))
            fprintf(stderr, "warning: %s\n", text);
}

static int check_world(const session *session, const machine *with, bool as_json, bool quiet)
{
    world *world;
    scree_error error;
    estimate estimate = {0};
    int threads;
    int code = world_open(session, with, NULL, &world, &threads);
    if (code != ARGS_GO_ON)
        return code;
    scree_status status = estimate_all(session, world, threads, &estimate, &error);
    if (!status && as_json)
        print_json(session, world, &estimate);
    if (!status && quiet)
        print_warnings(session, world, &estimate);
    if (!status && !as_json && !quiet) {
        print_size(session, &estimate);
        print_shapes(&session->model);
        print_step(session, world);
        print_depths(&session->model, &estimate.depths);
        print_solvers(session, world);
        print_shape_warnings(&session->model);
        print_meshes(world);
        print_cost(session, world, &estimate);
    }
    world_destroy(world);
    return status ? session_give_up(session, &error) : EXIT_DONE;
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
    const syntax syntax = {"check",
                           "CASE",
                           "Looks at a case without running it: all its faults, or the number of "
                           "grains, the time step and what\n"
                           "limits it, memory, and an estimate of the time it takes here.",
                           options,
                           sizeof options / sizeof *options,
                           1,
                           1};
    session open;
    int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code == ARGS_GO_ON)
        code = session_open(&open, operand[0], &set, quiet || as_json);
    if (code == ARGS_GO_ON) {
        code = check_world(&open, &with, as_json, quiet);
        session_close(&open);
    }
    settings_clear(&set);
    return code;
}
