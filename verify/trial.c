// trial.c - small worlds for `scree verify`, made the way a user makes them: a case as text, read, built,
// stepped.
#include "console/session.h"
#include "base/constants.h"
#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_vector(text_buffer *text, const char *key, v3 v, const char *unit)
{
    text_append_format(text, "%s: [%.17g %s, %.17g %s, %.17g %s]", key, v.x, unit, v.y, unit, v.z,
                       unit);
}

static void write_material(text_buffer *text, int i, const scene_material *material)
{
    text_append_format(text, "  m%d: {density: %.17g kg/m^3", i, material->density);
    if (isfinite(material->young))
        text_append_format(text, ", young: %.17g Pa, poisson: %.17g", material->young,
                           material->poisson);
    text_append(text, "}\n");
}

static void write_ball(text_buffer *text, int i, const scene_ball *ball)
{
    text_append_format(text, "  b%d: {shape: s%d, material: m%d, fixed: %s, ", i, i, ball->material,
                       ball->fixed ? "true" : "false");
    write_vector(text, "velocity", ball->velocity, "m/s");
    text_append(text, ", ");
    write_vector(text, "spin", ball->spin, "rad/s");
    text_append(text, ", packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], ");
    write_vector(text, "origin", ball->position, "m");
    text_append(text, "}}\n");
}

void scene_write(const scene *scene, text_buffer *text)
{
    bool flat = scene->dimensions == 2;
    text_append_format(text, "scree: 1\ndimensions: %d\n", flat ? 2 : 3);
    write_vector(text, "gravity", scene->gravity, "m/s^2");
    text_append_format(text,
                       "\ndomain: {low: [%.17g m, %.17g m, %.17g m], high: [%.17g m, %.17g m, "
                       "%.17g m]}\nmaterials:\n",
                       -scene->reach, -scene->reach, -scene->reach, scene->reach, scene->reach,
                       scene->reach);
    for (int i = 0; i < scene->materials; i++)
        write_material(text, i, &scene->material[i]);
    text_append_format(text, "pairs: {default: {%s}}\nshapes:\n", scene->laws);
    for (int i = 0; i < scene->balls; i++)
        text_append_format(text, "  s%d: {ball: {radius: %.17g m}}\n", i, scene->ball[i].radius);
    if (scene->floor)
        text_append_format(text,
                           "walls: {floor: {material: m%d, plane: {point: [0 m, 0 m, 0 m], normal: "
                           "[0, %d, %d]}}}\n",
                           scene->floor_material, flat ? 1 : 0, flat ? 0 : 1);
    text_append(text, "grains:\n");
    for (int i = 0; i < scene->balls; i++)
        write_ball(text, i, &scene->ball[i]);
    text_append(text, "run: {steps: 1, step: ");
    if (scene->step > 0)
        text_append_format(text, "%.17g s", scene->step);
    else
        text_append(text, "auto");
    text_append_format(text, "%s%s}\n", scene->run ? ", " : "", scene->run ? scene->run : "");
}

double ball_mass(const scene *scene, int ball)
{
    double r = scene->ball[ball].radius;
    double density = scene->material[scene->ball[ball].material].density;
    return density * (scene->dimensions == 2 ? PI * r * r : 4.0 / 3.0 * PI * r * r * r);
}

static bool broke(trial *trial, const scree_error *error)
{
    claim_broken(trial->claim, error);
    trial_close(trial);
    return false;
}

static bool read_case(trial *trial, const case_source *source, const case_override *override,
                      int overrides, scree_error *error)
{
    case_families families = all_families();
    fault_list faults = {0};
    fault_list notes = {0};
    const case_context context = {&families, override, overrides};
    scree_status status = case_parse(source, &context, &trial->model, &faults, &notes);
    if (status) {
        memset(&trial->model, 0, sizeof trial->model);
        if (faults.count)
            *error = faults.item[0];
        else
            fail_memory(error, source->name);
    }
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return status == SCREE_OK;
}

static bool make_world(trial *trial, int threads, int width)
{
    world_options options = {.threads = threads, .width = width};
    scree_error error;
    if (world_create(&trial->model, &options, &trial->world, &error) == SCREE_OK)
        return true;
    trial->world = NULL;
    return broke(trial, &error);
}

static bool open(trial *trial, const claim *claim, const char *text, int threads, int width)
{
    const case_source source = {text, strlen(text), claim->id};
    scree_error error;
    *trial = (struct trial){.claim = claim};
    if (!read_case(trial, &source, NULL, 0, &error))
        return broke(trial, &error);
    return make_world(trial, threads, width);
}

bool trial_open_case(trial *trial, const claim *claim, const case_source *source,
                     const case_override *override, int overrides, const char *place)
{
    scree_error error;
    *trial = (struct trial){.claim = claim};
    if (read_case(trial, source, override, overrides, &error))
        return make_world(trial, 1, 0);
    fault_move(&error, place);
    return broke(trial, &error);
}

bool trial_open_text(trial *trial, const claim *claim, const char *text)
{
    return open(trial, claim, text, 1, 0);
}

bool trial_open_with(trial *trial, const claim *claim, const text_buffer *text, int threads,
                     int width)
{
    if (!text->failed)
        return open(trial, claim, text->data, threads, width);
    scree_error error;
    memset(trial, 0, sizeof *trial);
    trial->claim = claim;
    fail_memory(&error, claim->id);
    return broke(trial, &error);
}

bool trial_open_buffer(trial *trial, const claim *claim, const text_buffer *text)
{
    return trial_open_with(trial, claim, text, 1, 0);
}

bool trial_open(trial *trial, const claim *claim, const scene *scene)
{
    text_buffer text = {0};
    scene_write(scene, &text);
    bool good = trial_open_buffer(trial, claim, &text);
    text_buffer_clear(&text);
    return good;
}

bool trial_step(trial *trial, int64_t steps)
{
    scree_error error;
    if (!trial->world)
        return false;
    return world_step(trial->world, steps, &error) ? broke(trial, &error) : true;
}

bool trial_look(trial *trial)
{
    scree_error error;
    if (!trial->world)
        return false;
    return world_frame(trial->world, &trial->frame, &error) ? broke(trial, &error) : true;
}

void trial_close(trial *trial)
{
    if (trial->world)
        world_destroy(trial->world);
    frame_clear(&trial->frame);
    model_clear(&trial->model);
    trial->world = NULL;
    memset(&trial->frame, 0, sizeof trial->frame);
    memset(&trial->model, 0, sizeof trial->model);
}
