// resolved.c - a model as a case: every default spelt out, in SI units, numbers as the shortest text that reads back to
// the same double. Reading it gives the same model bit for bit, so a run can be repeated from it alone.
#include "case/case.h"

#include "base/text.h"
#include "case/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void quantity(text_buffer *buffer, double value, const char *si)
{
    char text[100];
    quantity_print(value, si, text, sizeof text);
    text_append(buffer, text);
}

static void vector(text_buffer *text, const double x[3], const char *si)
{
    for (int i = 0; i < 3; i++) {
        text_append(text, i ? ", " : "[");
        quantity(text, x[i], si);
    }
    text_append(text, "]");
}

static void vector_of(text_buffer *text, v3 v, const char *si)
{
    const double x[3] = {v.x, v.y, v.z};
    vector(text, x, si);
}

static void quoted(text_buffer *buffer, const char *text)
{
    text_append(buffer, "\"");
    for (const char *sign = text ? text : ""; *sign; sign++) {
        if (*sign == '"' || *sign == '\\')
            text_append(buffer, "\\");
        text_append_slice(buffer, sign, 1);
    }
    text_append(buffer, "\"");
}

static const char *flag(bool value)
{
    return value ? "true" : "false";
}

static void distribution(text_buffer *text, const spread *spread, const char *si)
{
    static const char *const names[] = {"", "uniform", "normal", "lognormal"};
    if (spread->kind == SPREAD_FIXED) {
        quantity(text, spread->value, si);
        return;
    }
    text_append_format(text, "{distribution: %s, from: ", names[spread->kind]);
    quantity(text, spread->from, si);
    text_append(text, ", to: ");
    quantity(text, spread->to, si);
    if (spread->kind != SPREAD_UNIFORM) {
        text_append(text, ", mean: ");
        quantity(text, spread->value, si);
        text_append(text, ", deviation: ");
        quantity(text, spread->deviation, spread->kind == SPREAD_LOGNORMAL ? "1" : si);
    }
    text_append(text, "}");
}

static void one_word(text_buffer *text, const row *is, int index)
{
    int length = 0;
    const char *word = row_word(is, index, &length);
    if (word)
        text_append_format(text, "%.*s", length, word);
}

// One line per row: `indent key: value  # what it is`. What was left out and has no default stays left out.
static void row_line(text_buffer *text, const char *indent, const row *is, const row_value *value)
{
    bool absent = is->type == ROW_TEXT
                      ? !value->text
                      : isnan(is->type == ROW_DISTRIBUTION ? value->range.value : value->number[0]);
    if (absent)
        return;
    text_append_format(text, "%s%s: ", indent, is->name);
    switch (is->type) {
    case ROW_REAL:
        quantity(text, value->number[0], is->unit);
        break;
    case ROW_INTEGER:
        text_append_format(text, "%.0f", value->number[0]);
        break;
    case ROW_FLAG:
        text_append(text, flag(value->number[0] != 0));
        break;
    case ROW_WORD:
        one_word(text, is, (int)value->number[0]);
        break;
    case ROW_TEXT:
        quoted(text, value->text);
        break;
    case ROW_VECTOR:
        vector(text, value->number, is->unit);
        break;
    case ROW_DISTRIBUTION:
        distribution(text, &value->range, is->unit);
        break;
    }
    text_append_format(text, " # %s\n", is->doc);
}

static void rows(text_buffer *text, const char *indent, const choice *choice)
{
    for (int i = 0; i < choice->what->count; i++)
        row_line(text, indent, &choice->what->rows[i], &choice->value[i]);
}

static void chosen(text_buffer *text, const char *indent, const choice *choice)
{
    text_append_format(text, "%slaw: %s\n", indent, choice->what ? choice->what->name : "none");
    if (choice->what)
        rows(text, indent, choice);
}

// "# there are: a, b, c", so that the file also says what else could stand there.
static void alternatives(text_buffer *text, const char *what, const plugin *const *list, int count)
{
    text_append_format(text, "# %s:", what);
    for (int i = 0; i < count; i++)
        text_append_format(text, "%s %s", i ? "," : "", list[i]->name);
    text_append(text, "\n");
}

static void or_auto(text_buffer *text, const char *key, double value, bool chosen, const char *si)
{
    text_append_format(text, "  %s: ", key);
    if (chosen)
        quantity(text, value, si);
    else
        text_append(text, "auto");
    text_append(text, "\n");
}

static void nonsmooth(text_buffer *text, const model_nonsmooth *settings)
{
    text_append(text, "nonsmooth: # of no effect with another solver\n");
    or_auto(text, "tolerance", settings->tolerance, true, "1");
    or_auto(text, "iterations", (double)settings->iterations, settings->iterations > 0, "1");
    or_auto(text, "most_iterations", (double)settings->most, true, "1");
    or_auto(text, "warm", settings->warm, !isnan(settings->warm), "1");
    or_auto(text, "diameter", settings->diameter, settings->diameter > 0, "m");
    or_auto(text, "settling", settings->settling, !isnan(settings->settling), "1");
    or_auto(text, "damping_time", settings->time, true, "s");
    or_auto(text, "impact_speed", settings->impact, !isnan(settings->impact), "m/s");
    text_append_format(
        text,
        "  impact: %s\n  impact_sweeps: %lld\n  speculative: %s\n  relax: %lld\n  precision: %s\n",
        impact_names[settings->mode], (long long)settings->impact_sweeps,
        flag(settings->speculative), (long long)settings->relax,
        settings->single ? "single" : "double");
}

static void head(text_buffer *text, const model *model)
{
    static const char *const kinds[] = {"open", "periodic", "wall"};
    text_append(text, "# Every value of this run, in SI units and exact to the last bit.\n");
    bool plain = model->path != NULL; // a line break in a path would end the comment
    for (const char *sign = model->path; plain && *sign; sign++)
        plain = (unsigned char)*sign >= 0x20 && *sign != 0x7f;
    if (plain)
        text_append_format(text,
                           "# Read from %s; names of files below are relative to its folder.\n",
                           model->path);
    text_append(text, "scree: 1\ntitle: ");
    quoted(text, model->title);
    text_append_format(text, "\ndimensions: %d\nsolver: %s\n", model->dimensions,
                       solver_names[model->solver]);
    nonsmooth(text, &model->nonsmooth);
    text_append_format(text, "random: {seed: %llu}\ngravity: ", (unsigned long long)model->seed);
    vector_of(text, model->gravity, "m/s^2");
    text_append(text, "\ndomain:\n  low: ");
    vector_of(text, model->low, "m");
    text_append(text, "\n  high: ");
    vector_of(text, model->high, "m");
    text_append_format(text, "\n  boundary: {x: %s, y: %s, z: %s}\n", kinds[model->boundary[0]],
                       kinds[model->boundary[1]], kinds[model->boundary[2]]);
    if (model->domain_material >= 0)
        text_append_format(text, "  material: %s\n", model->material[model->domain_material].name);
}

static void materials(text_buffer *text, const model *model)
{
    text_append(text, "materials:\n");
    for (int i = 0; i < model->materials; i++) {
        const model_material *is = &model->material[i];
        text_append_format(text, "  %s: {density: ", is->name);
        quantity(text, is->density, "kg/m^3");
        text_append(text, ", young: ");
        if (isinf(is->young))
            text_append(text, "rigid");
        else
            quantity(text, is->young, "Pa");
        text_append(text, ", poisson: ");
        quantity(text, is->poisson, "1");
        if (!isnan(is->yield)) {
            text_append(text, ", yield: ");
            quantity(text, is->yield, "Pa");
        }
        text_append(text, "}\n");
    }
}

static void modulus(text_buffer *text, const char *name, double value)
{
    if (!(value > 0))
        return;
    text_append_format(text, "    %s: ", name);
    quantity(text, value, "Pa");
    text_append(text, "\n");
}

static void pairs(text_buffer *text, const model *model, const case_families *families)
{
    static const char *const slots[LAW_SLOTS] = {"normal", "cohesion", "tangential", "rolling",
                                                 "twisting"};
    static const char *const titles[LAW_SLOTS] = {"normal laws", "cohesion laws", "tangential laws",
                                                  "rolling laws", "twisting laws"};
    for (int slot = 0; slot < LAW_SLOTS; slot++)
        alternatives(text, titles[slot], families->law[slot], families->laws[slot]);
    text_append(text, "pairs:\n");
    int given = 0;
    for (int i = 0; i < model->materials; i++)
        for (int k = i; k < model->materials; k++) {
            const model_pair *pair = model_pair_of(model, i, k);
            if (!pair->given)
                continue;
            text_append_format(text, "  %s-%s:\n", model->material[i].name,
                               model->material[k].name);
            modulus(text, "effective_modulus", pair->modulus);
            modulus(text, "effective_shear_modulus", pair->shear_modulus);
            for (int slot = 0; slot < LAW_SLOTS; slot++) {
                text_append_format(text, "    %s:\n", slots[slot]);
                chosen(text, "      ", &pair->law[slot]);
            }
            given++;
        }
    if (!given)
        text_append(text, "  {}\n");
}

// With its mass properties as they were found, so that nothing is computed again.
static void clump(text_buffer *text, const model *model, const model_shape *shape)
{
    const model_clump *clump = &shape->clump;
    bool flat = model->dimensions == 2;
    text_append_format(text, "  %s:\n    clump:\n      volume: ", shape->name);
    quantity(text, clump->volume, flat ? "m^2" : "m^3");
    text_append(text, "\n      inertia: ");
    vector_of(text, clump->inertia, flat ? "m^4" : "m^5");
    text_append(text, "\n      balls:\n");
    for (int k = 0; k < clump->balls; k++) {
        text_append(text, "        - {at: ");
        vector_of(text, clump->at[k], "m");
        text_append(text, ", radius: ");
        quantity(text, clump->radius[k], "m");
        text_append(text, "}\n");
    }
}

static const char *form_of(const model_core *core, bool flat)
{
    return flat ? "spheropolygon" : core->radius > 0 ? "spheropolyhedron" : "polyhedron";
}

static void faces_of(text_buffer *text, const model_core *core)
{
    text_append(text, "      faces: # each a list of triangles in one plane\n");
    for (int face = 0; face < core->faces; face++) {
        text_append(text, "        - [");
        for (int triangle = core->face[face]; triangle < core->face[face + 1]; triangle++)
            text_append_format(text, "%s[%d, %d, %d]", triangle > core->face[face] ? ", " : "",
                               core->triangle[triangle][0], core->triangle[triangle][1],
                               core->triangle[triangle][2]);
        text_append(text, "]\n");
    }
}

// About the centre of mass, in the principal axes, and with its mass properties: as the model has it.
static void surface(text_buffer *text, const model *model, const model_shape *shape)
{
    static const char *const meetings[] = {"features", "convex", "solid"};
    const model_core *core = &shape->core;
    bool flat = model->dimensions == 2;
    text_append_format(text, "  %s:\n    %s:\n      volume: ", shape->name, form_of(core, flat));
    quantity(text, shape->clump.volume, flat ? "m^2" : "m^3");
    text_append(text, "\n      inertia: ");
    vector_of(text, shape->clump.inertia, flat ? "m^4" : "m^5");
    if (core->radius > 0) {
        text_append(text, "\n      radius: ");
        quantity(text, core->radius, "m");
    }
    text_append(text, "\n      contact_radius: ");
    quantity(text, core->contact_radius, "m");
    text_append_format(text, "\n      weights: %s", core->summed ? "sum" : "shared");
    if (flat)
        text_append_format(text, "\n      closed: %s", flag(core->edges == core->vertices));
    else
        text_append_format(text, "\n      meeting: %s", meetings[core->meeting]);
    text_append(text, "\n      vertices:\n");
    for (int i = 0; i < core->vertices; i++) {
        text_append(text, "        - ");
        vector_of(text, core->vertex[i], "m");
        text_append(text, "\n");
    }
    if (core->faces)
        faces_of(text, core);
}

static void shapes_and_walls(text_buffer *text, const model *model, const case_families *families)
{
    if (model->shapes)
        text_append(text, "shapes:\n");
    for (int i = 0; i < model->shapes; i++) {
        if (model->shape[i].core.vertices) {
            surface(text, model, &model->shape[i]);
            continue;
        }
        if (model->shape[i].clump.balls) {
            clump(text, model, &model->shape[i]);
            continue;
        }
        text_append_format(text, "  %s: {ball: {radius: ", model->shape[i].name);
        distribution(text, &model->shape[i].radius, "m");
        text_append(text, "}}\n");
    }
    if (!model->walls)
        return;
    alternatives(text, "forms of walls", families->primitive, families->primitives);
    alternatives(text, "drives", families->drive, families->drives);
    text_append(text, "walls:\n");
    for (int i = 0; i < model->walls; i++) {
        const model_wall *wall = &model->wall[i];
        text_append_format(text, "  %s:\n    material: %s\n    %s:\n", wall->name,
                           model->material[wall->material].name, wall->primitive.what->name);
        size_t before = text->length;
        rows(text, "      ", &wall->primitive);
        if (text->length == before)
            text_append(text, "      {}\n");
        if (!wall->drive.what)
            continue;
        text_append(text, "    drive:\n");
        chosen(text, "      ", &wall->drive);
    }
}

static void grains(text_buffer *text, const model *model, const case_families *families)
{
    if (!model->grain_sets)
        return;
    alternatives(text, "packings", families->packing, families->packings);
    text_append(text, "grains:\n");
    for (int i = 0; i < model->grain_sets; i++) {
        const model_grains *grains = &model->grains[i];
        text_append_format(text, "  - name: %s\n    shape: %s\n    material: %s\n    packing:\n",
                           grains->name, model->shape[grains->shape].name,
                           model->material[grains->material].name);
        chosen(text, "      ", &grains->packing);
        text_append(text, "    velocity: ");
        vector_of(text, grains->velocity, "m/s");
        if (grains->turned) {
            text_append(text, "\n    turn: ");
            vector_of(text, grains->turn, "rad");
        }
        text_append(text, "\n    spin: ");
        vector_of(text, grains->spin, "rad/s");
        text_append_format(text, "\n    fixed: %s\n", flag(grains->fixed));
    }
}

static void corners(text_buffer *text, v3 low, v3 high)
{
    text_append(text, "    low: ");
    vector_of(text, low, "m");
    text_append(text, "\n    high: ");
    vector_of(text, high, "m");
    text_append(text, "\n");
}

static void streams(text_buffer *text, const model *model)
{
    if (model->streams)
        text_append(text, "streams:\n");
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        text_append_format(text, "  - name: %s\n    shape: %s\n    material: %s\n", stream->name,
                           model->shape[stream->shape].name,
                           model->material[stream->material].name);
        corners(text, stream->low, stream->high);
        text_append(text, "    velocity: ");
        vector_of(text, stream->velocity, "m/s");
        text_append(text, "\n    rate: ");
        quantity(text, stream->rate, stream->by_mass ? "kg/s" : "1/s");
        text_append(text, "\n    from: ");
        quantity(text, stream->from, "s");
        if (isfinite(stream->to)) {
            text_append(text, "\n    to: ");
            quantity(text, stream->to, "s");
        }
        if (stream->most != INT64_MAX)
            text_append_format(text, "\n    count: %lld", (long long)stream->most);
        text_append_format(text, "\n    seed: %llu\n", (unsigned long long)stream->seed);
    }
    if (model->removals)
        text_append(text, "removals:\n");
    for (int i = 0; i < model->removals; i++) {
        text_append_format(text, "  %s:\n", model->removal[i].name);
        corners(text, model->removal[i].low, model->removal[i].high);
        text_append(text, "    every: ");
        quantity(text, model->removal[i].every, "s");
        text_append(text, "\n");
    }
}

static void run(text_buffer *text, const model *model)
{
    text_append(text, "run:\n");
    if (model->steps)
        text_append_format(text, "  steps: %lld\n", (long long)model->steps);
    else {
        text_append(text, "  duration: ");
        quantity(text, model->duration, "s");
        text_append(text, "\n");
    }
    text_append(text, "  step: ");
    if (model->step > 0) {
        quantity(text, model->step, "s");
        text_append(text, " # settled before the run, by the case or by `auto`\n");
    } else
        text_append(text, "auto\n");
    text_append_format(text, "  integrator: %s\n", integrator_names[model->integrator]);
    if (model->integrator != INTEGRATOR_GEAR)
        text_append_format(text, "  rotation: %s\n", rotation_names[model->rotation]);
    text_append_format(text, "  on_loss: %s\n  arm: %s\n",
                       model->loss == ON_LOSS_REMOVE ? "remove" : "stop",
                       model->full_arm ? "full" : "common");
    text_append(text, "  deepest_overlap: ");
    if (isinf(model->deepest))
        text_append(text, "none");
    else
        quantity(text, model->deepest, "1");
    text_append_format(
        text, " # of the smaller radius; deeper stops the run\n  ledger: %s\n  orientation: %s\n",
        flag(model->ledger), flag(model->orientation));
    text_append_format(text, "  search: %s\n", search_names[model->search]);
}

static void output(text_buffer *text, const model *model, const case_families *families)
{
    const model_output *output = &model->output;
    text_append(text, "output:\n  every: ");
    quantity(text, output->every, "s");
    text_append(text, " # 0: no frames\n  snapshot_every: ");
    quantity(text, output->snapshot_every, "s");
    text_append(text, " # 0: only at the end\n  autosave: ");
    if (output->autosave > 0)
        quantity(text, output->autosave, "s");
    else
        text_append(text, "off");
    text_append_format(text,
                       " # of wall time\n  bodies: %s\n  contacts: %s\n  walls: %s\n  dump: %s\n  "
                       "lammps: %s\n  kardan: %s\n",
                       flag(output->bodies), flag(output->contacts), flag(output->walls),
                       flag(output->dump), flag(output->lammps), flag(output->kardan));
    if (model->probes) {
        alternatives(text, "probes", families->probe, families->probes);
        text_append(text, "probes:\n");
    }
    for (int i = 0; i < model->probes; i++) {
        text_append_format(text, "  %s:\n    every: ", model->probe[i].name);
        quantity(text, model->probe[i].every, "s");
        text_append(text, " # 0: with the frames, or a hundred times in the run\n");
        chosen(text, "    ", &model->probe[i].measure);
    }
}

static void course(text_buffer *text, const model_course *course)
{
    if (!course->active)
        return;
    text_append(text, "course:\n");
    if (course->out_name) {
        text_append(text, "  out_name: ");
        quoted(text, course->out_name);
        text_append(text, "\n");
    }
    if (course->vtk_name) {
        text_append(text, "  vtk_name: ");
        quoted(text, course->vtk_name);
        text_append(text, "\n");
    }
    text_append_format(text, "  out_every: %lld\n  vtk_every: %lld\n", (long long)course->out_every,
                       (long long)course->vtk_every);
}

char *case_resolved(const model *model, const case_families *families)
{
    text_buffer text = {0};
    head(&text, model);
    materials(&text, model);
    pairs(&text, model, families);
    shapes_and_walls(&text, model, families);
    grains(&text, model, families);
    streams(&text, model);
    run(&text, model);
    output(&text, model, families);
    course(&text, &model->course);
    if (!text.failed)
        return text.data;
    text_buffer_clear(&text);
    return NULL;
}
