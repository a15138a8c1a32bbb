// trial.c - small worlds for `scree verify`, made the way a user makes them: a case as text, read, built,
// stepped.
#include "console/session.h"
#include "base/constants.h"
#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_vector(text_buffer *b, const char *key, v3 v, const char *unit)
{
    text_append_format(b, "%s: [%.17g %s, %.17g %s, %.17g %s]", key, v.x, unit, v.y, unit, v.z,
                       unit);
}

static void write_material(text_buffer *b, int i, const scene_material *m)
{
    text_append_format(b, "  m%d: {density: %.17g kg/m^3", i, m->density);
    if (isfinite(m->young))
        text_append_format(b, ", young: %.17g Pa, poisson: %.17g", m->young, m->poisson);
    text_append(b, "}\n");
}

static void write_ball(text_buffer *b, int i, const scene_ball *k)
{
    text_append_format(b, "  b%d: {shape: s%d, material: m%d, fixed: %s, ", i, i, k->material,
                       k->fixed ? "true" : "false");
    write_vector(b, "velocity", k->velocity, "m/s");
    text_append(b, ", ");
    write_vector(b, "spin", k->spin, "rad/s");
    text_append(b, ", packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], ");
    write_vector(b, "origin", k->position, "m");
    text_append(b, "}}\n");
}

void scene_write(const scene *s, text_buffer *b)
{
    bool flat = s->dimensions == 2;
    text_append_format(b, "scree: 1\ndimensions: %d\n", flat ? 2 : 3);
    write_vector(b, "gravity", s->gravity, "m/s^2");
    text_append_format(b,
                       "\ndomain: {low: [%.17g m, %.17g m, %.17g m], high: [%.17g m, %.17g m, "
                       "%.17g m]}\nmaterials:\n",
                       -s->reach, -s->reach, -s->reach, s->reach, s->reach, s->reach);
    for (int i = 0; i < s->materials; i++)
        write_material(b, i, &s->material[i]);
    text_append_format(b, "pairs: {default: {%s}}\nshapes:\n", s->laws);
    for (int i = 0; i < s->balls; i++)
        text_append_format(b, "  s%d: {ball: {radius: %.17g m}}\n", i, s->ball[i].radius);
    if (s->floor)
        text_append_format(b,
                           "walls: {floor: {material: m%d, plane: {point: [0 m, 0 m, 0 m], normal: "
                           "[0, %d, %d]}}}\n",
                           s->floor_material, flat ? 1 : 0, flat ? 0 : 1);
    text_append(b, "grains:\n");
    for (int i = 0; i < s->balls; i++)
        write_ball(b, i, &s->ball[i]);
    text_append(b, "run: {steps: 1, step: ");
    if (s->step > 0)
        text_append_format(b, "%.17g s", s->step);
    else
        text_append(b, "auto");
    text_append_format(b, "%s%s}\n", s->run ? ", " : "", s->run ? s->run : "");
}

double ball_mass(const scene *s, int ball)
{
    double r = s->ball[ball].radius;
    double density = s->material[s->ball[ball].material].density;
    return density * (s->dimensions == 2 ? PI * r * r : 4.0 / 3.0 * PI * r * r * r);
}

static bool broke(trial *t, const scree_error *error)
{
    claim_broken(t->c, error);
    trial_close(t);
    return false;
}

static bool read_case(trial *t, const char *text, scree_error *error)
{
    case_families families = all_families();
    fault_list faults = {0};
    fault_list notes = {0};
    scree_status status =
        case_parse(text, strlen(text), t->c->id, &families, NULL, 0, &t->m, &faults, &notes);
    if (status) {
        memset(&t->m, 0, sizeof t->m);
        if (faults.count)
            *error = faults.item[0];
        else
            fail_memory(error, t->c->id);
    }
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return status == SCREE_OK;
}

static bool open(trial *t, const claim *c, const char *text, int threads, int width)
{
    world_options options = {.threads = threads, .width = width};
    scree_error error;
    memset(t, 0, sizeof *t);
    t->c = c;
    if (!read_case(t, text, &error))
        return broke(t, &error);
    if (world_create(&t->m, &options, &t->w, &error)) {
        t->w = NULL;
        return broke(t, &error);
    }
    return true;
}

bool trial_open_text(trial *t, const claim *c, const char *text)
{
    return open(t, c, text, 1, 0);
}

bool trial_open_with(trial *t, const claim *c, const text_buffer *text, int threads, int width)
{
    if (!text->failed)
        return open(t, c, text->data, threads, width);
    scree_error error;
    memset(t, 0, sizeof *t);
    t->c = c;
    fail_memory(&error, c->id);
    return broke(t, &error);
}

bool trial_open_buffer(trial *t, const claim *c, const text_buffer *text)
{
    return trial_open_with(t, c, text, 1, 0);
}

bool trial_open(trial *t, const claim *c, const scene *s)
{
    text_buffer text = {0};
    scene_write(s, &text);
    bool good = trial_open_buffer(t, c, &text);
    text_buffer_clear(&text);
    return good;
}

bool trial_step(trial *t, int64_t steps)
{
    scree_error error;
    if (!t->w)
        return false;
    return world_step(t->w, steps, &error) ? broke(t, &error) : true;
}

bool trial_look(trial *t)
{
    scree_error error;
    if (!t->w)
        return false;
    return world_frame(t->w, &t->f, &error) ? broke(t, &error) : true;
}

void trial_close(trial *t)
{
    if (t->w)
        world_destroy(t->w);
    frame_clear(&t->f);
    model_clear(&t->m);
    t->w = NULL;
    memset(&t->f, 0, sizeof t->f);
    memset(&t->m, 0, sizeof t->m);
}
