// resolved.c - a model as a case: every default spelt out, in SI units, numbers as the shortest text that reads back to
// the same double. Reading it gives the same model bit for bit, so a run can be repeated from it alone.
#include "case/case.h"

#include "base/text.h"
#include "case/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void quantity(text_buffer *b, double value, const char *si)
{
    char text[100];
    quantity_print(value, si, text, sizeof text);
    text_append(b, text);
}

static void vector(text_buffer *b, const double x[3], const char *si)
{
    for (int i = 0; i < 3; i++) {
        text_append(b, i ? ", " : "[");
        quantity(b, x[i], si);
    }
    text_append(b, "]");
}

static void vector_of(text_buffer *b, v3 v, const char *si)
{
    const double x[3] = {v.x, v.y, v.z};
    vector(b, x, si);
}

static void quoted(text_buffer *b, const char *text)
{
    text_append(b, "\"");
    for (const char *c = text ? text : ""; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_append(b, "\\");
        text_append_slice(b, c, 1);
    }
    text_append(b, "\"");
}

static const char *flag(bool value)
{
    return value ? "true" : "false";
}

static void distribution(text_buffer *b, const spread *s, const char *si)
{
    static const char *const names[] = {"", "uniform", "normal", "lognormal"};
    if (s->kind == SPREAD_FIXED) {
        quantity(b, s->value, si);
        return;
    }
    text_append_format(b, "{distribution: %s, from: ", names[s->kind]);
    quantity(b, s->from, si);
    text_append(b, ", to: ");
    quantity(b, s->to, si);
    if (s->kind != SPREAD_UNIFORM) {
        text_append(b, ", mean: ");
        quantity(b, s->value, si);
        text_append(b, ", deviation: ");
        quantity(b, s->deviation, s->kind == SPREAD_LOGNORMAL ? "1" : si);
    }
    text_append(b, "}");
}

static void one_word(text_buffer *b, const row *is, int index)
{
    int length = 0;
    const char *word = row_word(is, index, &length);
    if (word)
        text_append_format(b, "%.*s", length, word);
}

// One line per row: `indent key: value  # what it is`. What was left out and has no default stays left out.
static void row_line(text_buffer *b, const char *indent, const row *is, const row_value *v)
{
    bool absent = is->type == ROW_TEXT
                      ? !v->text
                      : isnan(is->type == ROW_DISTRIBUTION ? v->range.value : v->number[0]);
    if (absent)
        return;
    text_append_format(b, "%s%s: ", indent, is->name);
    switch (is->type) {
    case ROW_REAL:
        quantity(b, v->number[0], is->unit);
        break;
    case ROW_INTEGER:
        text_append_format(b, "%.0f", v->number[0]);
        break;
    case ROW_FLAG:
        text_append(b, flag(v->number[0] != 0));
        break;
    case ROW_WORD:
        one_word(b, is, (int)v->number[0]);
        break;
    case ROW_TEXT:
        quoted(b, v->text);
        break;
    case ROW_VECTOR:
        vector(b, v->number, is->unit);
        break;
    case ROW_DISTRIBUTION:
        distribution(b, &v->range, is->unit);
        break;
    }
    text_append_format(b, " # %s\n", is->doc);
}

static void rows(text_buffer *b, const char *indent, const choice *c)
{
    for (int i = 0; i < c->what->count; i++)
        row_line(b, indent, &c->what->rows[i], &c->value[i]);
}

static void chosen(text_buffer *b, const char *indent, const choice *c)
{
    text_append_format(b, "%slaw: %s\n", indent, c->what ? c->what->name : "none");
    if (c->what)
        rows(b, indent, c);
}

// "# there are: a, b, c", so that the file also says what else could stand there.
static void alternatives(text_buffer *b, const char *what, const plugin *const *list, int count)
{
    text_append_format(b, "# %s:", what);
    for (int i = 0; i < count; i++)
        text_append_format(b, "%s %s", i ? "," : "", list[i]->name);
    text_append(b, "\n");
}

static void or_auto(text_buffer *b, const char *key, double value, bool chosen, const char *si)
{
    text_append_format(b, "  %s: ", key);
    if (chosen)
        quantity(b, value, si);
    else
        text_append(b, "auto");
    text_append(b, "\n");
}

static void nonsmooth(text_buffer *b, const model_nonsmooth *n)
{
    text_append(b, "nonsmooth: # of no effect with another solver\n");
    or_auto(b, "tolerance", n->tolerance, true, "1");
    or_auto(b, "iterations", (double)n->iterations, n->iterations > 0, "1");
    or_auto(b, "most_iterations", (double)n->most, true, "1");
    or_auto(b, "warm", n->warm, !isnan(n->warm), "1");
    or_auto(b, "diameter", n->diameter, n->diameter > 0, "m");
    or_auto(b, "settling", n->settling, !isnan(n->settling), "1");
    or_auto(b, "damping_time", n->time, true, "s");
    or_auto(b, "impact_speed", n->impact, !isnan(n->impact), "m/s");
    text_append_format(
        b,
        "  impact: %s\n  impact_sweeps: %lld\n  speculative: %s\n  relax: %lld\n  precision: %s\n",
        impact_names[n->mode], (long long)n->impact_sweeps, flag(n->speculative),
        (long long)n->relax, n->single ? "single" : "double");
}

static void head(text_buffer *b, const model *m)
{
    static const char *const kinds[] = {"open", "periodic", "wall"};
    text_append(b, "# Every value of this run, in SI units and exact to the last bit.\n");
    bool plain = m->path != NULL; // a line break in a path would end the comment
    for (const char *c = m->path; plain && *c; c++)
        plain = (unsigned char)*c >= 0x20 && *c != 0x7f;
    if (plain)
        text_append_format(b, "# Read from %s; names of files below are relative to its folder.\n",
                           m->path);
    text_append(b, "scree: 1\ntitle: ");
    quoted(b, m->title);
    text_append_format(b, "\ndimensions: %d\nsolver: %s\n", m->dimensions, solver_names[m->solver]);
    nonsmooth(b, &m->nonsmooth);
    text_append_format(b, "random: {seed: %llu}\ngravity: ", (unsigned long long)m->seed);
    vector_of(b, m->gravity, "m/s^2");
    text_append(b, "\ndomain:\n  low: ");
    vector_of(b, m->low, "m");
    text_append(b, "\n  high: ");
    vector_of(b, m->high, "m");
    text_append_format(b, "\n  boundary: {x: %s, y: %s, z: %s}\n", kinds[m->boundary[0]],
                       kinds[m->boundary[1]], kinds[m->boundary[2]]);
    if (m->domain_material >= 0)
        text_append_format(b, "  material: %s\n", m->material[m->domain_material].name);
}

static void materials(text_buffer *b, const model *m)
{
    text_append(b, "materials:\n");
    for (int i = 0; i < m->materials; i++) {
        const model_material *is = &m->material[i];
        text_append_format(b, "  %s: {density: ", is->name);
        quantity(b, is->density, "kg/m^3");
        text_append(b, ", young: ");
        if (isinf(is->young))
            text_append(b, "rigid");
        else
            quantity(b, is->young, "Pa");
        text_append(b, ", poisson: ");
        quantity(b, is->poisson, "1");
        if (!isnan(is->yield)) {
            text_append(b, ", yield: ");
            quantity(b, is->yield, "Pa");
        }
        text_append(b, "}\n");
    }
}

static void modulus(text_buffer *b, const char *name, double value)
{
    if (!(value > 0))
        return;
    text_append_format(b, "    %s: ", name);
    quantity(b, value, "Pa");
    text_append(b, "\n");
}

static void pairs(text_buffer *b, const model *m, const case_families *f)
{
    static const char *const slots[LAW_SLOTS] = {"normal", "cohesion", "tangential", "rolling",
                                                 "twisting"};
    static const char *const titles[LAW_SLOTS] = {"normal laws", "cohesion laws", "tangential laws",
                                                  "rolling laws", "twisting laws"};
    for (int s = 0; s < LAW_SLOTS; s++)
        alternatives(b, titles[s], f->law[s], f->laws[s]);
    text_append(b, "pairs:\n");
    int given = 0;
    for (int i = 0; i < m->materials; i++)
        for (int k = i; k < m->materials; k++) {
            const model_pair *p = model_pair_of(m, i, k);
            if (!p->given)
                continue;
            text_append_format(b, "  %s-%s:\n", m->material[i].name, m->material[k].name);
            modulus(b, "effective_modulus", p->modulus);
            modulus(b, "effective_shear_modulus", p->shear_modulus);
            for (int s = 0; s < LAW_SLOTS; s++) {
                text_append_format(b, "    %s:\n", slots[s]);
                chosen(b, "      ", &p->law[s]);
            }
            given++;
        }
    if (!given)
        text_append(b, "  {}\n");
}

// With its mass properties as they were found, so that nothing is computed again.
static void clump(text_buffer *b, const model *m, const model_shape *s)
{
    const model_clump *c = &s->clump;
    bool flat = m->dimensions == 2;
    text_append_format(b, "  %s:\n    clump:\n      volume: ", s->name);
    quantity(b, c->volume, flat ? "m^2" : "m^3");
    text_append(b, "\n      inertia: ");
    vector_of(b, c->inertia, flat ? "m^4" : "m^5");
    text_append(b, "\n      balls:\n");
    for (int k = 0; k < c->balls; k++) {
        text_append(b, "        - {at: ");
        vector_of(b, c->at[k], "m");
        text_append(b, ", radius: ");
        quantity(b, c->radius[k], "m");
        text_append(b, "}\n");
    }
}

static const char *form_of(const model_core *c, bool flat)
{
    return flat ? "spheropolygon" : c->radius > 0 ? "spheropolyhedron" : "polyhedron";
}

static void faces_of(text_buffer *b, const model_core *c)
{
    text_append(b, "      faces: # each a list of triangles in one plane\n");
    for (int f = 0; f < c->faces; f++) {
        text_append(b, "        - [");
        for (int t = c->face[f]; t < c->face[f + 1]; t++)
            text_append_format(b, "%s[%d, %d, %d]", t > c->face[f] ? ", " : "", c->triangle[t][0],
                               c->triangle[t][1], c->triangle[t][2]);
        text_append(b, "]\n");
    }
}

// About the centre of mass, in the principal axes, and with its mass properties: as the model has it.
static void surface(text_buffer *b, const model *m, const model_shape *s)
{
    static const char *const meetings[] = {"features", "convex", "solid"};
    const model_core *c = &s->core;
    bool flat = m->dimensions == 2;
    text_append_format(b, "  %s:\n    %s:\n      volume: ", s->name, form_of(c, flat));
    quantity(b, s->clump.volume, flat ? "m^2" : "m^3");
    text_append(b, "\n      inertia: ");
    vector_of(b, s->clump.inertia, flat ? "m^4" : "m^5");
    if (c->radius > 0) {
        text_append(b, "\n      radius: ");
        quantity(b, c->radius, "m");
    }
    text_append(b, "\n      contact_radius: ");
    quantity(b, c->contact_radius, "m");
    text_append_format(b, "\n      weights: %s", c->summed ? "sum" : "shared");
    if (flat)
        text_append_format(b, "\n      closed: %s", flag(c->edges == c->vertices));
    else
        text_append_format(b, "\n      meeting: %s", meetings[c->meeting]);
    text_append(b, "\n      vertices:\n");
    for (int i = 0; i < c->vertices; i++) {
        text_append(b, "        - ");
        vector_of(b, c->vertex[i], "m");
        text_append(b, "\n");
    }
    if (c->faces)
        faces_of(b, c);
}

static void shapes_and_walls(text_buffer *b, const model *m, const case_families *f)
{
    if (m->shapes)
        text_append(b, "shapes:\n");
    for (int i = 0; i < m->shapes; i++) {
        if (m->shape[i].core.vertices) {
            surface(b, m, &m->shape[i]);
            continue;
        }
        if (m->shape[i].clump.balls) {
            clump(b, m, &m->shape[i]);
            continue;
        }
        text_append_format(b, "  %s: {ball: {radius: ", m->shape[i].name);
        distribution(b, &m->shape[i].radius, "m");
        text_append(b, "}}\n");
    }
    if (!m->walls)
        return;
    alternatives(b, "forms of walls", f->primitive, f->primitives);
    alternatives(b, "drives", f->drive, f->drives);
    text_append(b, "walls:\n");
    for (int i = 0; i < m->walls; i++) {
        const model_wall *w = &m->wall[i];
        text_append_format(b, "  %s:\n    material: %s\n    %s:\n", w->name,
                           m->material[w->material].name, w->primitive.what->name);
        size_t before = b->length;
        rows(b, "      ", &w->primitive);
        if (b->length == before)
            text_append(b, "      {}\n");
        if (!w->drive.what)
            continue;
        text_append(b, "    drive:\n");
        chosen(b, "      ", &w->drive);
    }
}

static void grains(text_buffer *b, const model *m, const case_families *f)
{
    if (!m->grain_sets)
        return;
    alternatives(b, "packings", f->packing, f->packings);
    text_append(b, "grains:\n");
    for (int i = 0; i < m->grain_sets; i++) {
        const model_grains *g = &m->grains[i];
        text_append_format(b, "  - name: %s\n    shape: %s\n    material: %s\n    packing:\n",
                           g->name, m->shape[g->shape].name, m->material[g->material].name);
        chosen(b, "      ", &g->packing);
        text_append(b, "    velocity: ");
        vector_of(b, g->velocity, "m/s");
        if (g->turned) {
            text_append(b, "\n    turn: ");
            vector_of(b, g->turn, "rad");
        }
        text_append(b, "\n    spin: ");
        vector_of(b, g->spin, "rad/s");
        text_append_format(b, "\n    fixed: %s\n", flag(g->fixed));
    }
}

static void corners(text_buffer *b, v3 low, v3 high)
{
    text_append(b, "    low: ");
    vector_of(b, low, "m");
    text_append(b, "\n    high: ");
    vector_of(b, high, "m");
    text_append(b, "\n");
}

static void streams(text_buffer *b, const model *m)
{
    if (m->streams)
        text_append(b, "streams:\n");
    for (int i = 0; i < m->streams; i++) {
        const model_stream *s = &m->stream[i];
        text_append_format(b, "  - name: %s\n    shape: %s\n    material: %s\n", s->name,
                           m->shape[s->shape].name, m->material[s->material].name);
        corners(b, s->low, s->high);
        text_append(b, "    velocity: ");
        vector_of(b, s->velocity, "m/s");
        text_append(b, "\n    rate: ");
        quantity(b, s->rate, s->by_mass ? "kg/s" : "1/s");
        text_append(b, "\n    from: ");
        quantity(b, s->from, "s");
        if (isfinite(s->to)) {
            text_append(b, "\n    to: ");
            quantity(b, s->to, "s");
        }
        if (s->most != INT64_MAX)
            text_append_format(b, "\n    count: %lld", (long long)s->most);
        text_append_format(b, "\n    seed: %llu\n", (unsigned long long)s->seed);
    }
    if (m->removals)
        text_append(b, "removals:\n");
    for (int i = 0; i < m->removals; i++) {
        text_append_format(b, "  %s:\n", m->removal[i].name);
        corners(b, m->removal[i].low, m->removal[i].high);
        text_append(b, "    every: ");
        quantity(b, m->removal[i].every, "s");
        text_append(b, "\n");
    }
}

static void run(text_buffer *b, const model *m)
{
    text_append(b, "run:\n");
    if (m->steps)
        text_append_format(b, "  steps: %lld\n", (long long)m->steps);
    else {
        text_append(b, "  duration: ");
        quantity(b, m->duration, "s");
        text_append(b, "\n");
    }
    text_append(b, "  step: ");
    if (m->step > 0) {
        quantity(b, m->step, "s");
        text_append(b, " # settled before the run, by the case or by `auto`\n");
    } else
        text_append(b, "auto\n");
    text_append_format(b, "  integrator: %s\n", integrator_names[m->integrator]);
    if (m->integrator != INTEGRATOR_GEAR)
        text_append_format(b, "  rotation: %s\n", rotation_names[m->rotation]);
    text_append_format(b, "  on_loss: %s\n  arm: %s\n",
                       m->loss == ON_LOSS_REMOVE ? "remove" : "stop",
                       m->full_arm ? "full" : "common");
    text_append(b, "  deepest_overlap: ");
    if (isinf(m->deepest))
        text_append(b, "none");
    else
        quantity(b, m->deepest, "1");
    text_append_format(
        b, " # of the smaller radius; deeper stops the run\n  ledger: %s\n  orientation: %s\n",
        flag(m->ledger), flag(m->orientation));
    text_append_format(b, "  search: %s\n", search_names[m->search]);
}

static void output(text_buffer *b, const model *m, const case_families *f)
{
    const model_output *o = &m->output;
    text_append(b, "output:\n  every: ");
    quantity(b, o->every, "s");
    text_append(b, " # 0: no frames\n  snapshot_every: ");
    quantity(b, o->snapshot_every, "s");
    text_append(b, " # 0: only at the end\n  autosave: ");
    if (o->autosave > 0)
        quantity(b, o->autosave, "s");
    else
        text_append(b, "off");
    text_append_format(b,
                       " # of wall time\n  bodies: %s\n  contacts: %s\n  walls: %s\n  dump: %s\n  "
                       "lammps: %s\n  kardan: %s\n",
                       flag(o->bodies), flag(o->contacts), flag(o->walls), flag(o->dump),
                       flag(o->lammps), flag(o->kardan));
    if (m->probes) {
        alternatives(b, "probes", f->probe, f->probes);
        text_append(b, "probes:\n");
    }
    for (int i = 0; i < m->probes; i++) {
        text_append_format(b, "  %s:\n    every: ", m->probe[i].name);
        quantity(b, m->probe[i].every, "s");
        text_append(b, " # 0: with the frames, or a hundred times in the run\n");
        chosen(b, "    ", &m->probe[i].measure);
    }
}

static void course(text_buffer *b, const model_course *c)
{
    if (!c->active)
        return;
    text_append(b, "course:\n");
    if (c->out_name) {
        text_append(b, "  out_name: ");
        quoted(b, c->out_name);
        text_append(b, "\n");
    }
    if (c->vtk_name) {
        text_append(b, "  vtk_name: ");
        quoted(b, c->vtk_name);
        text_append(b, "\n");
    }
    text_append_format(b, "  out_every: %lld\n  vtk_every: %lld\n", (long long)c->out_every,
                       (long long)c->vtk_every);
}

char *case_resolved(const model *m, const case_families *families)
{
    text_buffer b = {0};
    head(&b, m);
    materials(&b, m);
    pairs(&b, m, families);
    shapes_and_walls(&b, m, families);
    grains(&b, m, families);
    streams(&b, m);
    run(&b, m);
    output(&b, m, families);
    course(&b, &m->course);
    if (!b.failed)
        return b.data;
    text_buffer_clear(&b);
    return NULL;
}
