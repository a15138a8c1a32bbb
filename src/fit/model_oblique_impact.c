// model_oblique_impact.c - a ball that meets a hard flat wall at an angle, simulated: a case is written, read, built
// and stepped as any other, so every law of the engine can be fitted, and a new one needs nothing here.
//
// The parameters are those of the material and all real-valued rows of the laws chosen, under the names that
// `scree list laws` shows; where two slots have a row of one name, that of the later slot gets its slot in front
// (`friction` of the tangential law and `rolling_friction`). What the fit does not name keeps the law's default.
#include "fit/model.h"

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/text.h"
#include "case/case.h"
#include "law/registry.h"
#include "world/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const row rows[] = {
    {"radius", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "radius of the ball"},
    {"density", ROW_REAL, "kg/m^3", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "density of the ball"},
    {"normal", ROW_TEXT, "1", ROW_REQUIRED, 0, 0, "normal law, as in `scree list laws`"},
    {"cohesion", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "cohesion law; none where left out"},
    {"tangential", ROW_TEXT, "1", ROW_REQUIRED, 0, 0, "tangential law"},
    {"rolling", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "rolling law; none where left out"},
    {"twisting", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "twisting law; none where left out"},
};
static const fit_column input[] = {
    {"speed", "m/s", "speed of impact"},
    {"angle", "rad", "between the velocity and the normal of the wall"}};
enum { RESTITUTION, TANGENTIAL, SPIN, OUTPUTS };
static const fit_column output[] = {
    {"restitution", "1", "normal speed of rebound / normal speed of impact"},
    {"tangential_restitution", "1", "tangential speed of rebound / tangential speed of impact"},
    {"spin", "rad/s", "spin after the impact, positive as of a ball that begins to roll"},
};

enum { MATERIAL_ROWS = 3, STEPS_PER_IMPACT = 200, IMPACTS_MOST = 40 };
static const row material[MATERIAL_ROWS] = {
    {"young", ROW_REAL, "Pa", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH, "Young's modulus E"},
    {"poisson", ROW_REAL, "1", ROW_OPTIONAL, -1, 0.5, "Poisson's ratio nu"},
    {"yield", ROW_REAL, "Pa", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH, "yield stress"},
};

static scree_status find_law(const choice *constants, int slot, const plugin **out,
                             scree_error *error)
{
    const char *name = choice_text(constants, law_slot_word(slot));
    int count;
    const plugin *const *list = law_plugins(slot, &count);
    *out = name && strcmp(name, "none") != 0 ? plugin_find(list, count, name) : NULL;
    if (*out || !name || !strcmp(name, "none"))
        return SCREE_OK;
    const char *names[64];
    for (int i = 0; i < count && i < 64; i++)
        names[i] = list[i]->name;
    const char *near = text_closest(name, names, count < 64 ? count : 64, 3);
    char hint[128] = "`scree list laws` names them";
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    return fail(error, SCREE_BAD_INPUT, law_slot_word(slot), hint, "there is no %s law '%.60s'",
                law_slot_word(slot), name);
}

static bool known(const fit_wanted *list, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (!strcmp(list[i].name, name))
            return true;
    }
    return false;
}

static scree_status parameters(const choice *constants, fit_wanted *list, int *count,
                               scree_error *error)
{
    int residuals = 0;
    for (; residuals < MATERIAL_ROWS; residuals++) {
        snprintf(list[residuals].name, sizeof list[residuals].name, "%s", material[residuals].name);
        list[residuals].is = material[residuals];
    }
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        const plugin *law;
        scree_status status = find_law(constants, slot, &law, error);
        if (!status && !law && slot == LAW_NORMAL) {
            status = fail(error, SCREE_BAD_INPUT, "normal", "such as normal: hertz",
                          "an impact needs a normal law");
        }
        if (status)
            return status;
        for (int i = 0; law && i < law->count; i++) {
            const row *is = &law->rows[i];
            if (is->type != ROW_REAL)
                continue;
            if (residuals == FIT_PARAMETERS_MOST) {
                return fail(error, SCREE_BAD_INPUT, law_slot_word(slot), "choose simpler laws",
                            "these laws have more than %d parameters", FIT_PARAMETERS_MOST);
            }
            bool taken = known(list, residuals, is->name);
            snprintf(list[residuals].name, sizeof list[residuals].name, "%s%s%.30s",
                     taken ? law_slot_word(slot) : "", taken ? "_" : "", is->name);
            list[residuals++].is = *is;
        }
    }
    *count = residuals;
    return SCREE_OK;
}

// --- the case -------------------------------------------------------------------------------------------------------

static void write_rows(text_buffer *text, const fit_wanted *list, const double *value, int from,
                       int to)
{
    for (int i = from; i < to; i++) {
        if (!isnan(value[i])) {
            text_append_format(text, ", %s: %.17g %s", list[i].is.name, value[i],
                               strcmp(list[i].is.unit, "1") ? list[i].is.unit : "");
        }
    }
}

static int real_rows(const plugin *law)
{
    int count = 0;
    for (int i = 0; law && i < law->count; i++)
        count += law->rows[i].type == ROW_REAL;
    return count;
}

static scree_status write_case(const choice *constants, const double *parameter, const double *in,
                               text_buffer *text, scree_error *error)
{
    fit_wanted list[FIT_PARAMETERS_MOST];
    double radius = choice_real(constants, "radius");
    double sine;
    double cosine;
    int count;
    int at = MATERIAL_ROWS;
    scree_status status = parameters(constants, list, &count, error);
    if (status)
        return status;
    real_sin_cos(in[1], &sine, &cosine);
    text_append_format(
        text, "scree: 1\ngravity: 0\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n");
    text_append_format(
        text, "materials:\n  base: {density: 1000 kg/m^3}\n  grain: {density: %.17g kg/m^3",
        choice_real(constants, "density"));
    write_rows(text, list, parameter, 0, MATERIAL_ROWS);
    text_append(text, "}\npairs:\n  default:\n");
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        const plugin *law;
        find_law(constants, slot, &law, error); // has been found before
        int next = at + real_rows(law);
        text_append_format(text, "    %s: {law: %s", law_slot_word(slot), law ? law->name : "none");
        write_rows(text, list, parameter, at, next);
        text_append(text, "}\n");
        at = next;
    }
    text_append_format(text, "shapes: {ball: {ball: {radius: %.17g m}}}\n", radius);
    text_append(
        text,
        "walls: {wall: {material: base, plane: {point: [0 m, 0 m, 0 m], normal: [0, 0, 1]}}}\n");
    text_append_format(text,
                       "grains:\n  - {name: ball, shape: ball, material: grain, velocity: [%.17g "
                       "m/s, 0 m/s, %.17g "
                       "m/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], "
                       "origin: [0 m, 0 m, "
                       "%.17g m]}}\nrun: {steps: 1, step: 1 s, deepest_overlap: none}\n",
                       in[0] * sine, -in[0] * cosine, radius * (1 + 1e-9));
    return text->failed ? fail_memory(error, "oblique-impact") : SCREE_OK;
}

static scree_status read_case(const char *text, model *out, scree_error *error)
{
    case_families families = all_families();
    fault_list faults = {0};
    fault_list notes = {0};
    scree_status status = case_parse(&(case_source){text, strlen(text), "oblique-impact"},
                                     &(case_context){.families = &families}, out, &faults, &notes);
    if (status && faults.count)
        *error = faults.item[0];
    else if (status)
        fail_memory(error, "oblique-impact");
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return status;
}

// --- the impact -----------------------------------------------------------------------------------------------------

// Steps until the ball has left the wall; `out` stays NaN where it never does.
static scree_status collide(world *world, const double *in, double *out, scree_error *error)
{
    frame frame = {0};
    double sine;
    double cosine;
    scree_status status = SCREE_OK;
    real_sin_cos(in[1], &sine, &cosine);
    for (int i = 0; i < IMPACTS_MOST && !status; i++) {
        status = world_step(world, STEPS_PER_IMPACT, error);
        if (!status)
            status = world_frame(world, &frame, error);
        if (status || frame.contact.count || !(frame.ball.velocity[0].z > 0))
            continue;
        out[RESTITUTION] = frame.ball.velocity[0].z / (in[0] * cosine);
        out[TANGENTIAL] = frame.ball.velocity[0].x / (in[0] * sine);
        out[SPIN] = frame.ball.spin[0].y;
        break;
    }
    frame_clear(&frame);
    return status;
}

// The step is a part of the duration of the impact, which the laws of the pair know.
static scree_status prepare(model *model, const choice *constants, const double *in,
                            scree_error *error)
{
    law_set set;
    double radius = choice_real(constants, "radius");
    double speed = in[0] * real_cos(in[1]);
    double mass = model->material[1].density * 4.0 / 3.0 * PI * radius * radius * radius;
    scree_status status = law_set_mix(model, 0, 1, &set, error);
    if (status)
        return status;
    double duration = law_set_duration(&set, radius, mass, speed);
    double reach = 10 * (radius + in[0] * duration);
    model->step = duration / STEPS_PER_IMPACT;
    model->low = v3_make(-reach, -reach, -reach);
    model->high = v3_make(reach, reach, reach);
    return SCREE_OK;
}

static scree_status predict(const choice *constants, const double *parameter, const double *in,
                            double *out, scree_error *error)
{
    text_buffer text = {0};
    model model = {0};
    world *world = NULL;
    world_options options = {.threads = 1};
    for (int i = 0; i < OUTPUTS; i++)
        out[i] = NAN;
    scree_status status = write_case(constants, parameter, in, &text, error);
    if (!status)
        status = read_case(text.data, &model, error);
    text_buffer_clear(&text);
    if (status)
        return status;
    status = prepare(&model, constants, in, error);
    if (!status)
        status = world_create(&model, &options, &world, error);
    if (!status)
        status = collide(world, in, out, error);
    world_destroy(world);
    model_clear(&model);
    // A ball that goes through the wall, or away, is no answer; a search may try such parameters.
    return status == SCREE_DIVERGED ? SCREE_OK : status;
}

const fit_model fit_model_oblique_impact = {
    .what = {"oblique-impact",
             "a ball meets a rigid flat wall at an angle; simulated, with any laws", rows,
             sizeof rows / sizeof *rows},
    .input = input,
    .output = output,
    .inputs = 2,
    .outputs = OUTPUTS,
    .precision = 1e-5,
    .parameters = parameters,
    .predict = predict,
    .derived = NULL,
    .deriveds = 0,
};
