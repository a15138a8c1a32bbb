// check.c - scree check: what a case is and what it will cost, without running it.
//
// The world is built, so that everything a run would refuse at its start is refused here; then it takes steps for about
// half a second to see how fast this machine is (forecast.c). Those steps change nothing on the disk, and nothing in a
// case depends on them.
#include "base/text.h"
#include "cli/check_lines.h"
#include "cli/commands.h"
#include "cli/estimate.h"
#include "cli/meshes.h"
#include "cli/preview.h"
#include "cli/probe_faults.h"
#include "cli/servos.h"
#include "cli/shapes.h"
#include "cli/stages.h"
#include "console/exit.h"
#include "console/paint.h"
#include "console/session.h"
#include "console/words.h"
#include "run/aims.h"
#include "run/scaling.h"

enum { SHAPES_SHOWN = 20 };

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
    int streams = 0; // a mixture is one
    for (int i = 0; i < session->model.streams; i++)
        streams += session->model.stream[i].mixed.part == 0;
    if (streams)
        snprintf(text + length, sizeof text - (size_t)length,
                 ", and up to %s more from %d stream%s",
                 word_count(b, (int64_t)(estimate->expected - (double)estimate->grains)), streams,
                 streams == 1 ? "" : "s");
    check_line("grains", text);
    if (estimate->parts > 1) {
        snprintf(text, sizeof text, "the grains are dealt to %d, as measured here",
                 estimate->parts);
        check_line("parts", text);
    }
    snprintf(text, sizeof text, "%s for %.6g s", word_count(a, estimate->steps),
             (double)estimate->steps * estimate->step);
    check_line("steps", text);
}

static void print_shapes(const model *model)
{
    char text[SHAPE_WORDS];
    for (int i = 0; i < model->shapes && i < SHAPES_SHOWN; i++) {
        shape_words(model, i, text);
        check_line(i ? "" : "shapes", text);
    }
    if (model->shapes <= SHAPES_SHOWN)
        return;
    snprintf(text, sizeof text, "and %d more; --json has all", model->shapes - SHAPES_SHOWN);
    check_line("", text);
}

static void print_shape_warnings(const model *model)
{
    char text[SHAPE_WORDS];
    for (int i = 0; i < model->shapes; i++)
        if (shape_warning(model, i, text))
            check_line("warning", text);
}

static bool potential_warning(const session *session, const world *world, int shape,
                              char out[MESHES_ROOM])
{
    const char *why = world_lacks_potential(world, shape);
    if (why)
        snprintf(out, MESHES_ROOM,
                 "contacts of `%.60s` may gain or lose energy: %.200s (run.ledger tells how much)",
                 session->model.shape[shape].name, why);
    return why != NULL;
}

static bool wall_potential_warning(const world *world, int wall, char out[MESHES_ROOM])
{
    const char *why = world_wall_lacks_potential(world, wall);
    if (why)
        snprintf(out, MESHES_ROOM,
                 "grains with corners at wall `%.60s` may gain or lose energy: %.200s (run.ledger "
                 "tells how much)",
                 world_wall_name(world, wall), why);
    return why != NULL;
}

static void print_potentials(const session *session, const world *world)
{
    char text[MESHES_ROOM];
    for (int i = 0; i < session->model.shapes; i++)
        if (potential_warning(session, world, i, text))
            check_line("warning", text);
    for (int k = 0; k < world_walls(world); k++)
        if (wall_potential_warning(world, k, text))
            check_line("warning", text);
}

static void print_servos(const world *world, const servo_warnings *servos)
{
    char text[AIMS_ROOM];
    for (int i = 0; i < servos->areas; i++) {
        aims_area_words(text, &servos->area[i], world_model(world)->dimensions);
        check_line("servo", text);
    }
    for (int i = 0; i < servos->count; i++)
        check_line("warning", servos->text[i]);
}

static void print_step(const session *session, const world *world)
{
    char text[1040];
    const step_choice *choice = world_step_choice(world);
    snprintf(text, sizeof text, "%.4g s%s: %s", choice->step,
             session->model.step > 0 ? " (given)" : "", choice->reason);
    check_line("step", text);
    if (scaling_words(text, world_model(world)))
        check_line("masses", text);
    if (*choice->warning)
        check_line("warning", choice->warning);
}

static void print_depths(const model *model, const depth_forecast *forecast)
{
    char text[DEPTHS_ROOM];
    if (depths_words(text, model, forecast))
        check_line("overlaps", text);
    if (depths_warning(text, model, forecast))
        check_line("warning", text);
}

// What either solver would have to do, and which has less.
static void print_solvers(const session *session, const world *world)
{
    char text[COSTS_ROOM];
    const step_choice *choice = world_step_choice(world);
    if (costs_words(text, &session->model, choice))
        check_line("solvers", text);
    if (!*choice->warning && costs_advice(text, &session->model, choice))
        check_line("warning", text);
}

// The time that was measured, over what the other solver has less to do.
static void print_other_time(const session *session, const world *world, const estimate *estimate)
{
    char a[WORD_ROOM];
    char text[COSTS_ROOM];
    const bool smooth = session->model.solver == SOLVER_SMOOTH;
    const step_choice *choice = world_step_choice(world);
    if (isnan(estimate->takes.most) || !costs_words(text, &session->model, choice))
        return;
    if (costs_hindrance(&session->model, text, sizeof text))
        return;
    const double less = smooth ? 1 / estimate->cost.gain : estimate->cost.gain;
    const double steps = less * estimate->takes.steps_most;
    snprintf(text, sizeof text, "by that the %s solver takes some %s",
             smooth ? "nonsmooth" : "smooth", word_span(a, steps + estimate->takes.besides));
    check_line("", text);
}

static void print_memory(const estimate *estimate)
{
    char a[WORD_ROOM];
    char b[WORD_ROOM];
    char c[WORD_ROOM];
    char text[300];
    const forecast *forecast = &estimate->takes;
    const double at_first = forecast->memory - forecast->memory_bed;
    int at = snprintf(text, sizeof text, "%s, %s of it for the picture at the end",
                      word_bytes(a, at_first), word_bytes(b, forecast->memory_picture));
    if (forecast->memory_bed > 0.02 * forecast->memory)
        snprintf(text + at, sizeof text - (size_t)at, "; up to %s once all grains touch",
                 word_bytes(c, forecast->memory));
    check_line("memory", text);
}

// Why the time may be longer than what was measured from the start.
static const char *what_grows(const estimate *estimate)
{
    const forecast *forecast = &estimate->takes;
    if (estimate->expected > (double)estimate->grains && forecast->tried == 0)
        return "; it grows with the grains of the streams";
    if (forecast->steps_most > 1.01 * forecast->steps_least)
        return "; a bed in which all grains touch takes longer";
    return "";
}

static void print_span(const estimate *estimate)
{
    char least[WORD_ROOM];
    char most[WORD_ROOM];
    char steps[WORD_ROOM];
    char rate[WORD_ROOM];
    char text[500];
    const forecast *forecast = &estimate->takes;
    const bool alone = estimate->threads == 1;
    word_count(steps, forecast->measured);
    const int64_t grains = estimate->grains > 0 ? estimate->grains : forecast->tried;
    word_rate(rate, forecast->rate * (double)grains);
    size_t length = (size_t)snprintf(
        text, sizeof text,
        "%s to %s of processor time%s, which is what the clock shows where %s; %s steps %s just "
        "took here %s particle-steps/s%s",
        word_span(least, forecast->least), word_span(most, forecast->most),
        alone ? "" : " of each thread",
        alone ? "a core is free for it" : "each has a core for itself", steps,
        estimate->grains > 0 ? "from the start" : "of grains of the streams, side by side,", rate,
        what_grows(estimate));
    if (forecast->tried > 0 && length < sizeof text)
        snprintf(text + length, sizeof text - length,
                 "; what streams bring counts for as long as it is there, at least for a fall "
                 "through the domain");
    check_line("time", text);
}

static void print_time(const estimate *estimate)
{
    if (!estimate->steps)
        check_line("time", "none: the run writes its start and takes no step");
    else if (estimate->grains == 0 && estimate->takes.tried == 0)
        check_line("time", "unknown: there are no grains to measure with");
    else if (estimate->takes.rate > 0)
        print_span(estimate);
    else
        check_line("time", "unknown: the first steps fail, scree run will tell why");
}

static void print_stages(const session *session, const world *world)
{
    char text[STAGES_ROOM];
    for (int i = 0; i < session->model.stages; i++) {
        stages_words(text, session, i);
        check_line(i ? "" : "stages", text);
        if (stages_warning(text, session, world, i))
            check_line("warning", text);
    }
}

static void print_cost(const session *session, const world *world, const estimate *estimate)
{
    char text[AMOUNTS_ROOM];
    char ranks[RANK_COSTS_ROOM];
    print_memory(estimate);
    amounts_words(text, &estimate->writes);
    check_line("output", text);
    if (amounts_warning(text, &estimate->writes, session->folder))
        check_line("warning", text);
    print_time(estimate);
    print_other_time(session, world, estimate);
    if (rank_costs_words(ranks, &estimate->ranks))
        check_line("ranks", ranks);
}

static void print_warnings(const session *session, const world *world, const estimate *estimate,
                           const servo_warnings *servos)
{
    char text[MESHES_ROOM];
    if (costs_warning(text, &session->model, world_step_choice(world)))
        print_warning("%s", text);
    if (depths_warning(text, &session->model, &estimate->depths))
        print_warning("%s", text);
    if (amounts_warning(text, &estimate->writes, session->folder))
        print_warning("%s", text);
    for (int k = 0; k < world_walls(world); k++)
        if (meshes_warning(text, world, k) || meshes_parts_warning(text, world, k))
            print_warning("%s", text);
    for (int i = 0; i < estimate->gaps.count; i++)
        if (gaps_warning(text, world, &estimate->gaps, i))
            print_warning("%s", text);
    char words[STAGES_ROOM];
    for (int i = 0; i < session->model.stages; i++)
        if (stages_warning(words, session, world, i))
            print_warning("%s", words);
    for (int i = 0; i < session->model.shapes; i++)
        if (shape_warning(&session->model, i, text))
            print_warning("%s", text);
    for (int i = 0; i < session->model.shapes; i++)
        if (potential_warning(session, world, i, text))
            print_warning("%s", text);
    for (int k = 0; k < world_walls(world); k++)
        if (wall_potential_warning(world, k, text))
            print_warning("%s", text);
    for (int i = 0; i < servos->count; i++)
        print_warning("%s", servos->text[i]);
}

// What is asked of a check besides the case.
typedef struct wishes {
    bool as_json, quiet;
    preview_wish picture;
} wishes;

static void print_all(const session *session, const world *world, const estimate *estimate,
                      const servo_warnings *servos)
{
    print_size(session, estimate);
    print_shapes(&session->model);
    print_stages(session, world);
    print_step(session, world);
    print_depths(&session->model, &estimate->depths);
    print_solvers(session, world);
    print_shape_warnings(&session->model);
    print_potentials(session, world);
    print_servos(world, servos);
    check_print_meshes(world);
    check_print_gaps(world, &estimate->gaps);
    print_cost(session, world, estimate);
}

static int check_world(const session *session, const machine *with, const wishes *wishes)
{
    world *world;
    scree_error error;
    estimate estimate = {0};
    int threads;
    int code = world_open(session, with, NULL, &world, &threads);
    if (code != ARGS_GO_ON)
        return code;
    code = session_foresee(session, world);
    if (code != ARGS_GO_ON) {
        world_destroy(world);
        return code;
    }
    servo_warnings servos = {0};
    // These ask how walls stand at the start, before any step is taken.
    scree_status status = gaps_of(world, &estimate.gaps, &error);
    if (!status && !servo_warnings_of(world, &servos))
        status = fail_memory(&error, "servos");
    if (!status && wishes->picture.path)
        status = preview_write(session, world, &wishes->picture, &error);
    if (!status)
        status = estimate_make(session, world, threads, &estimate, &error);
    if (!status && (wishes->quiet || wishes->as_json))
        print_warnings(session, world, &estimate, &servos);
    if (!status && wishes->as_json)
        estimate_json(session, world, &estimate, &servos);
    if (!status && !wishes->as_json && !wishes->quiet)
        print_all(session, world, &estimate, &servos);
    servo_warnings_clear(&servos);
    code = status ? probe_faults_give_up(session, world, &error) : EXIT_DONE;
    world_destroy(world);
    return code;
}

int check_main(int argc, char **argv)
{
    machine with = {0};
    int64_t ranks = 0;
    settings set = {0};
    wishes wishes = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        OPTION_SET(set),
        OPTION_CONFINE(set),
        OPTION_THREADS(with),
        OPTION_PARTS(with),
        {"ranks", OPTION_INTEGER, &ranks, 1, "N",
         "what each of N ranks would own and how long it would take; default: 1"},
        OPTION_WIDTH(with),
        {"picture", OPTION_TEXT, &wishes.picture.path, 0, "FILE",
         "draw the start into a PNG file, with outlines of where streams bring grains"},
        {"force", OPTION_FLAG, &wishes.picture.force, 0, NULL, "let that file be written over"},
        {"size", OPTION_TEXT, &wishes.picture.size, 0, "WIDTHxHEIGHT",
         "of the picture, pixels; default: 1200x900"},
        {"json", OPTION_FLAG, &wishes.as_json, 0, NULL, "one line of JSON"},
        {"quiet", OPTION_FLAG, &wishes.quiet, 0, NULL,
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
        code = rank_costs_begin(&with, ranks);
    if (code == ARGS_GO_ON)
        code = session_open(&open, operand[0], &set, wishes.quiet || wishes.as_json);
    if (code == ARGS_GO_ON) {
        code = check_world(&open, &with, &wishes);
        session_close(&open);
    }
    settings_clear(&set);
    return code;
}
