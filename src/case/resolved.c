// resolved.c - a model as a case: every default spelt out, in SI units, numbers as the shortest text that reads back to
// the same double. Reading it gives the same model bit for bit, so a run can be repeated from it alone.
#include "case/resolved_values.h"
#include "case/case.h"

#include "base/spread.h"
#include "base/text.h"
#include "law/registry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
        put_quantity(text, value, si);
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
    or_auto(text, "impact_sweeps", (double)settings->impact_sweeps, settings->impact_sweeps > 0,
            "1");
    text_append_format(text, "  impact: %s\n  speculative: %s\n  relax: %lld\n  precision: %s\n",
                       impact_names[settings->mode], flag_word(settings->speculative),
                       (long long)settings->relax, settings->single ? "single" : "double");
}

static void head(text_buffer *text, const model *model)
{
    static const char *const kinds[] = {"open", "periodic", "wall"};
    text_append(text, "# Every value of this run, in SI units and exact to the last bit.\n");
    bool plain = model->path != NULL; // a line break in a path would end the comment
    for (const char *sign = model->path; plain && *sign; sign++)
        plain = (unsigned char)*sign >= 0x20 && *sign != 0x7f;
    if (plain) {
        text_append_format(text,
                           "# Read from %s; names of files below are relative to its folder.\n",
                           model->path);
    }
    text_append(text, "scree: 1\ntitle: ");
    put_quoted(text, model->title);
    text_append_format(text, "\ndimensions: %d\nsolver: %s\n", model->dimensions,
                       solver_names[model->solver]);
    nonsmooth(text, &model->nonsmooth);
    text_append_format(text, "random: {seed: %llu}\ngravity: ", (unsigned long long)model->seed);
    put_v3(text, model->gravity, "m/s^2");
    text_append(text, "\ndomain:\n  low: ");
    put_v3(text, model->low, "m");
    text_append(text, "\n  high: ");
    put_v3(text, model->high, "m");
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
        put_quantity(text, is->density, "kg/m^3");
        text_append(text, ", young: ");
        if (isinf(is->young))
            text_append(text, "rigid");
        else
            put_quantity(text, is->young, "Pa");
        text_append(text, ", poisson: ");
        put_quantity(text, is->poisson, "1");
        if (!isnan(is->yield)) {
            text_append(text, ", yield: ");
            put_quantity(text, is->yield, "Pa");
        }
        text_append(text, "}\n");
    }
}

static void modulus(text_buffer *text, const char *name, double value)
{
    if (!(value > 0))
        return;
    text_append_format(text, "    %s: ", name);
    put_quantity(text, value, "Pa");
    text_append(text, "\n");
}

static void pairs(text_buffer *text, const model *model, const case_families *families)
{
    char title[40];
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        snprintf(title, sizeof title, "%s laws", law_slot_word(slot));
        alternatives(text, title, families->law[slot], families->laws[slot]);
    }
    text_append(text, "pairs:\n");
    int given = 0;
    for (int i = 0; i < model->materials; i++) {
        for (int k = i; k < model->materials; k++) {
            const model_pair *pair = model_pair_of(model, i, k);
            if (!pair->given)
                continue;
            text_append_format(text, "  %s-%s:\n", model->material[i].name,
                               model->material[k].name);
            modulus(text, "effective_modulus", pair->modulus);
            modulus(text, "effective_shear_modulus", pair->shear_modulus);
            for (int slot = 0; slot < LAW_SLOTS; slot++) {
                text_append_format(text, "    %s:\n", law_slot_word(slot));
                put_chosen(text, "      ", &pair->law[slot]);
            }
            given++;
        }
    }
    if (!given)
        text_append(text, "  {}\n");
}

static void put_drives(text_buffer *text, const model_wall *wall)
{
    if (wall->drives == 0)
        return;
    text_append(text, "    drive:\n");
    if (wall->drives == 1)
        put_chosen(text, "      ", wall->drive);
    for (int i = 0; wall->drives > 1 && i < wall->drives; i++) {
        text_append(text, "      -\n");
        put_chosen(text, "        ", &wall->drive[i]);
    }
}

static void put_surface_motion(text_buffer *text, const model_wall *wall)
{
    if (!wall->surface.what)
        return;
    text_append(text, "    surface:\n");
    put_rows(text, "      ", &wall->surface);
    if (!wall->surface_turn.what)
        return;
    text_append(text, "      rotation:\n");
    put_rows(text, "        ", &wall->surface_turn);
}

static void put_life(text_buffer *text, const model_wall *wall)
{
    if (isfinite(wall->from)) {
        text_append(text, "    from: ");
        put_quantity(text, wall->from, "s");
        text_append(text, "\n");
    }
    if (isfinite(wall->until)) {
        text_append(text, "    until: ");
        put_quantity(text, wall->until, "s");
        text_append(text, "\n");
    }
}

static void shapes_and_walls(text_buffer *text, const model *model, const case_families *families)
{
    if (model->shapes)
        text_append(text, "shapes:\n");
    for (int i = 0; i < model->shapes; i++) {
        if (model->shape[i].core.vertices) {
            put_surface(text, model, &model->shape[i]);
            continue;
        }
        if (model->shape[i].clump.balls && !model->shape[i].clump.of_ball) {
            put_clump(text, model, &model->shape[i]);
            continue;
        }
        text_append_format(text, "  %s: {ball: {radius: ", model->shape[i].name);
        put_spread(text, &model->shape[i].radius, "m");
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
        put_rows(text, "      ", &wall->primitive);
        if (text->length == before)
            text_append(text, "      {}\n");
        put_drives(text, wall);
        put_surface_motion(text, wall);
        put_life(text, wall);
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
        if (grains->mixed.part > 0)
            continue;
        put_kinds(text, model, i, true);
        text_append(text, "    packing:\n");
        put_chosen(text, "      ", &grains->packing);
        text_append(text, "    velocity: ");
        put_v3(text, grains->velocity, "m/s");
        if (grains->turned && !grains->mixed.entry) {
            text_append(text, "\n    turn: ");
            put_v3(text, grains->turn, "rad");
        }
        text_append(text, "\n    spin: ");
        put_v3(text, grains->spin, "rad/s");
        if (grains->temperature > 0) {
            text_append(text, "\n    temperature: ");
            put_quantity(text, grains->temperature, "m^2/s^2");
        }
        text_append_format(text, "\n    fixed: %s\n", flag_word(grains->fixed));
        if (grains->locked)
            text_append(text, "    locked: rotation\n");
        put_growth(text, &grains->growth);
    }
}

static void run(text_buffer *text, const model *model)
{
    text_append(text, "run:\n");
    if (model->steps)
        text_append_format(text, "  steps: %lld\n", (long long)model->steps);
    else if (!model->no_duration) {
        text_append(text, "  duration: ");
        put_quantity(text, model->duration, "s");
        text_append(text, "\n");
    }
    text_append(text, "  step: ");
    if (model->step > 0) {
        put_quantity(text, model->step, "s");
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
        put_quantity(text, model->deepest, "1");
    text_append_format(
        text, " # of the smaller radius; deeper stops the run\n  ledger: %s\n  orientation: %s\n",
        flag_word(model->ledger), flag_word(model->orientation));
    text_append_format(text, "  search: %s\n", search_names[model->search]);
    put_kit(text, model);
}

static void output(text_buffer *text, const model *model, const case_families *families)
{
    const model_output *output = &model->output;
    text_append(text, "output:\n  every: ");
    put_quantity(text, output->every, "s");
    text_append(text, " # 0: no frames\n  snapshot_every: ");
    put_quantity(text, output->snapshot_every, "s");
    text_append(text, " # 0: only at the end\n  autosave: ");
    if (output->autosave > 0)
        put_quantity(text, output->autosave, "s");
    else
        text_append(text, "off");
    text_append_format(text,
                       " # of wall time\n  bodies: %s\n  contacts: %s\n  walls: %s\n  dump: %s\n  "
                       "lammps: %s\n  kardan: %s\n",
                       flag_word(output->bodies), flag_word(output->contacts),
                       flag_word(output->walls), flag_word(output->dump), flag_word(output->lammps),
                       flag_word(output->kardan));
    if (model->probes) {
        alternatives(text, "probes", families->probe, families->probes);
        text_append(text, "probes:\n");
    }
    for (int i = 0; i < model->probes; i++) {
        text_append_format(text, "  %s:\n    every: ", model->probe[i].name);
        put_quantity(text, model->probe[i].every, "s");
        text_append(text, " # 0: with the frames, or a hundred times in the run\n");
        put_chosen(text, "    ", &model->probe[i].measure);
    }
}

static void course(text_buffer *text, const model_course *course)
{
    if (!course->active)
        return;
    text_append(text, "course:\n");
    if (course->out_name) {
        text_append(text, "  out_name: ");
        put_quoted(text, course->out_name);
        text_append(text, "\n");
    }
    if (course->vtk_name) {
        text_append(text, "  vtk_name: ");
        put_quoted(text, course->vtk_name);
        text_append(text, "\n");
    }
    text_append_format(text, "  out_every: %lld\n  vtk_every: %lld\n", (long long)course->out_every,
                       (long long)course->vtk_every);
}

void put_case(text_buffer *text, const model *model, const case_families *families)
{
    head(text, model);
    materials(text, model);
    pairs(text, model, families);
    put_regions(text, model);
    shapes_and_walls(text, model, families);
    grains(text, model, families);
    put_streams(text, model);
    put_removals(text, model);
    put_forces(text, model);
    put_cell(text, &model->cell);
    put_maser(text, &model->maser);
    run(text, model);
    output(text, model, families);
    course(text, &model->course);
}
