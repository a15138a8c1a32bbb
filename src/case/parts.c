// parts.c - shapes, walls, grains, streams, removals and probes; see parts.h.
#include "case/parts.h"

#include "base/mathlib.h"
#include "base/text.h"
#include "case/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- things with names ----------------------------------------------------------------------------------------------

// Sections are maps by name, or lists of maps with a `name`. What `section_thing` gives for entry i: the map, and its
// name (owned by the caller; NULL with a fault).
static node *section_thing(reader *r, node *section, int i, char **name)
{
    node *n = section->entry[i].value;
    *name = NULL;
    section->entry[i].seen = true;
    if (!reader_is_map(r, n))
        return NULL;
    const node *at = n;
    if (section->kind == NODE_MAP)
        *name = text_copy(section->entry[i].key);
    else {
        at = reader_need(r, n, "name", "give it a name for messages and results");
        if (at)
            *name = reader_copy(r, at);
    }
    if (*name)
        reader_name_is_good(r, at, *name);
    return n;
}

static bool is_section(reader *r, const node *n)
{
    if (!n || n->kind == NODE_LIST || n->kind == NODE_MAP)
        return n;
    return reader_is_map(r, n);
}

// The `name` of an entry of a list; NULL where it has none.
static const node *name_in(const node *entry)
{
    const node *name = entry->kind == NODE_MAP ? node_find(entry, "name") : NULL;
    return name && name->kind == NODE_SCALAR ? name : NULL;
}

static int by_name(const void *left, const void *right)
{
    const node *a = *(const node *const *)left;
    const node *b = *(const node *const *)right;
    const int order = strcmp(a->text, b->text);
    return order ? order : a->parent->place - b->parent->place;
}

// Names in a list are each used once (in a map that is so by itself).
static void check_names(reader *r, const node *list)
{
    const node **name = calloc((size_t)list->count + 1, sizeof *name);
    size_t names = 0;
    if (!name) {
        r->book->no_memory = true;
        return;
    }
    for (int i = 0; i < list->count; i++)
        if (name_in(list->entry[i].value))
            name[names++] = name_in(list->entry[i].value);
    if (names)
        qsort(name, names, sizeof *name, by_name);
    for (size_t i = 1; i < names; i++)
        if (!strcmp(name[i]->text, name[i - 1]->text))
            reader_fault(r, name[i], "give each its own",
                         "the name '%.60s' is taken by an earlier entry", name[i]->text);
    free(name);
}

// Room for what the entries of a section are read into.
static void *section_list(reader *r, const node *n, size_t size, int *count)
{
    void *list = calloc((size_t)n->count + 1, size);
    if (n->kind == NODE_LIST)
        check_names(r, n);
    if (list)
        *count = n->count;
    else
        r->book->no_memory = true;
    return list;
}

// --- shapes ---------------------------------------------------------------------------------------------------------

void part_shapes(reader *r, node *n, model *m)
{
    if (!reader_is_map(r, n) || !(m->shape = section_list(r, n, sizeof *m->shape, &m->shapes)))
        return;
    for (int i = 0; i < n->count; i++) {
        node *thing = section_thing(r, n, i, &m->shape[i].name);
        if (thing)
            shape_read(r, thing, &m->shape[i]);
    }
}

static int read_shape_name(reader *r, const node *n, const model *m)
{
    const char *name = n ? reader_text(r, n) : NULL;
    const char *names[64];
    int count = 0;
    for (int i = 0; name && i < m->shapes; i++) {
        if (m->shape[i].name && !strcmp(m->shape[i].name, name))
            return i;
        if (count < 64)
            names[count++] = m->shape[i].name;
    }
    if (!name)
        return -1;
    const char *near = text_closest(name, names, count, 3);
    char hint[120] = "name one of `shapes`";
    if (!m->shapes)
        snprintf(hint, sizeof hint, "add `shapes` with that name in it");
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    reader_fault(r, n, hint, "there is no shape '%.60s'", name);
    return -1;
}

// --- walls ----------------------------------------------------------------------------------------------------------

// Exactly one key of a wall is the name of its primitive.
static void read_primitive(reader *r, node *n, choice *out)
{
    const case_families *f = r->families;
    node *found = NULL;
    const plugin *what = NULL;
    for (int i = 0; i < f->primitives; i++) {
        node *rows = reader_take(r, n, f->primitive[i]->name);
        if (rows && found)
            reader_fault(r, rows, "make two walls of it", "a wall has one form, this one has two");
        if (!rows || found)
            continue;
        found = rows;
        what = f->primitive[i];
    }
    if (found) {
        if (reader_is_map(r, found)) {
            reader_rows(r, found, what, out);
            reader_finish(r, found);
        }
        return;
    }
    char hint[200];
    size_t length = (size_t)snprintf(hint, sizeof hint, "give one of:");
    for (int i = 0; i < f->primitives && length < sizeof hint; i++)
        length += (size_t)snprintf(hint + length, sizeof hint - length, "%s %s", i ? "," : "",
                                   f->primitive[i]->name);
    char path[200];
    node_path(n, path, sizeof path);
    reader_fault(r, n, hint, "missing form in %s", path);
}

static void read_wall(reader *r, node *n, const model *m, model_wall *out)
{
    const case_families *f = r->families;
    out->material =
        part_material_name(r, reader_need(r, n, "material", "name one of `materials`"), m);
    read_primitive(r, n, &out->primitive);
    node *drive = reader_take(r, n, "drive");
    const plugin *still = plugin_find(f->drive, f->drives, "fixed");
    if (drive)
        reader_choice(r, drive, f->drive, f->drives, "drive", false, &out->drive);
    else if (still) {
        node none = {.kind = NODE_MAP,
                     .source = n->source,
                     .line = n->line,
                     .column = n->column,
                     .parent = n->parent};
        reader_rows(r, &none, still, &out->drive);
        free(none.asked);
    }
    reader_finish(r, n);
}

void part_walls(reader *r, node *n, model *m)
{
    if (!is_section(r, n) || !(m->wall = section_list(r, n, sizeof *m->wall, &m->walls)))
        return;
    for (int i = 0; i < n->count; i++) {
        m->wall[i].material = -1;
        node *thing = section_thing(r, n, i, &m->wall[i].name);
        if (m->wall[i].name && !strncmp(m->wall[i].name, "domain-", 7))
            reader_fault(r, thing, "choose another name",
                         "'%.60s' is a name of the boundaries of the domain", m->wall[i].name);
        if (thing)
            read_wall(r, thing, m, &m->wall[i]);
    }
}

// --- grains ---------------------------------------------------------------------------------------------------------

static const char vector_low[] = "give the corner [x, y, z] of the box";

// A box of two corners, low below high on every axis that counts.
static void read_box(reader *r, node *n, v3 *low, v3 *high)
{
    bool good =
        reader_vector(r, reader_need(r, n, "low", vector_low), "m", -INFINITY, INFINITY, -0.5, low);
    good = reader_vector(r, reader_need(r, n, "high", vector_low), "m", -INFINITY, INFINITY, 0.5,
                         high) &&
           good;
    bool flat = r->dimensions == 2;
    if (good && !(low->x < high->x && low->y < high->y && (flat || low->z < high->z)))
        reader_fault(r, n, "every component of `low` must be below that of `high`",
                     "the box is empty");
}

// A turn is meant from the axes in which the case gives the shape; grains are turned from their principal axes. Where
// the two are the same the vector keeps its bits.
static v3 turn_of_principal_axes(v3 turn, q4 axes)
{
    if (axes.x == 0 && axes.y == 0 && axes.z == 0)
        return turn;
    double angle = v3_norm(turn);
    double s = angle > 0 ? real_sin(0.5 * angle) / angle : 0;
    q4 q = q4_mul((q4){real_cos(0.5 * angle), s * turn.x, s * turn.y, s * turn.z}, axes);
    v3 along = v3_scale(q.w < 0 ? -1 : 1, v3_make(q.x, q.y, q.z));
    double half_sine = v3_norm(along);
    return v3_scale(half_sine > 0 ? 2 * real_atan2(half_sine, fabs(q.w)) / half_sine : 2, along);
}

static void read_grain_set(reader *r, node *n, const model *m, model_grains *out)
{
    const case_families *f = r->families;
    out->shape = read_shape_name(r, reader_need(r, n, "shape", "name one of `shapes`"), m);
    out->material =
        part_material_name(r, reader_need(r, n, "material", "name one of `materials`"), m);
    node *packing =
        reader_need(r, n, "packing", "say where the grains start: packing: {law: NAME, ...}");
    reader_choice(r, packing, f->packing, f->packings, "packing", false, &out->packing);
    node *turn = reader_take(r, n, "turn");
    node *velocity = reader_take(r, n, "velocity");
    node *spin = reader_take(r, n, "spin");
    node *fixed = reader_take(r, n, "fixed");
    reader_vector(r, velocity, "m/s", -INFINITY, INFINITY, 0, &out->velocity);
    reader_vector(r, spin, "rad/s", -INFINITY, INFINITY, 0, &out->spin);
    out->turned = turn && reader_vector(r, turn, "rad", -INFINITY, INFINITY, 0, &out->turn);
    if (out->turned && out->shape >= 0)
        out->turn = turn_of_principal_axes(out->turn, m->shape[out->shape].clump.axes);
    if (fixed)
        reader_flag(r, fixed, &out->fixed);
    bool moves = v3_dot(out->velocity, out->velocity) > 0 || v3_dot(out->spin, out->spin) > 0;
    if (out->fixed && moves)
        reader_fault(r, velocity ? velocity : spin, "leave it out, or leave out `fixed`",
                     "fixed grains cannot move");
    if (r->dimensions == 2 && (out->velocity.z != 0 || out->spin.x != 0 || out->spin.y != 0))
        reader_fault(r, velocity ? velocity : spin,
                     "in 2D only vx, vy and the spin about z are free", "motion out of the plane");
    reader_finish(r, n);
}

void part_grains(reader *r, node *n, model *m)
{
    if (!is_section(r, n) || !(m->grains = section_list(r, n, sizeof *m->grains, &m->grain_sets)))
        return;
    for (int i = 0; i < n->count; i++) {
        m->grains[i].shape = m->grains[i].material = -1;
        node *thing = section_thing(r, n, i, &m->grains[i].name);
        if (thing)
            read_grain_set(r, thing, m, &m->grains[i]);
    }
}

static void read_stream(reader *r, node *n, const model *m, model_stream *out)
{
    int64_t seed = (int64_t)m->seed;
    out->shape = read_shape_name(r, reader_need(r, n, "shape", "name one of `shapes`"), m);
    out->material =
        part_material_name(r, reader_need(r, n, "material", "name one of `materials`"), m);
    read_box(r, n, &out->low, &out->high);
    const char *rates = "give grains per second, such as 100/s, or mass per second, such as 2 kg/s";
    node *rate = reader_need(r, n, "rate", rates);
    out->by_mass = reader_is_quantity(rate, "kg/s");
    reader_real_or(r, rate, out->by_mass ? "kg/s" : "1/s", rates, ROW_POSITIVE, INFINITY,
                   &out->rate);
    reader_vector(r, reader_take(r, n, "velocity"), "m/s", -INFINITY, INFINITY, 0, &out->velocity);
    node *from = reader_take(r, n, "from");
    node *to = reader_take(r, n, "to");
    node *count = reader_take(r, n, "count");
    node *own = reader_take(r, n, "seed");
    reader_real(r, from, "s", 0, INFINITY, &out->from);
    if (reader_real(r, to, "s", 0, INFINITY, &out->to) && out->to < out->from)
        reader_fault(r, to, "exchange the two", "'from' is after 'to'");
    if (count)
        reader_integer(r, count, 1, INT64_MAX, &out->most);
    if (own)
        reader_integer(r, own, 0, INT64_MAX, &seed);
    out->seed = (uint64_t)seed;
    reader_finish(r, n);
}

void part_streams(reader *r, node *n, model *m)
{
    if (!is_section(r, n) || !(m->stream = section_list(r, n, sizeof *m->stream, &m->streams)))
        return;
    for (int i = 0; i < n->count; i++) {
        m->stream[i] =
            (model_stream){.shape = -1, .material = -1, .to = INFINITY, .most = INT64_MAX};
        node *thing = section_thing(r, n, i, &m->stream[i].name);
        if (thing)
            read_stream(r, thing, m, &m->stream[i]);
    }
}

void part_removals(reader *r, node *n, model *m)
{
    if (!is_section(r, n) || !(m->removal = section_list(r, n, sizeof *m->removal, &m->removals)))
        return;
    for (int i = 0; i < n->count; i++) {
        node *thing = section_thing(r, n, i, &m->removal[i].name);
        if (!thing)
            continue;
        read_box(r, thing, &m->removal[i].low, &m->removal[i].high);
        reader_real(r, reader_need(r, thing, "every", "say how often it is emptied, such as 1 ms"),
                    "s", ROW_POSITIVE, INFINITY, &m->removal[i].every);
        reader_finish(r, thing);
    }
}

// --- probes ---------------------------------------------------------------------------------------------------------

void part_probes(reader *r, node *n, model *m)
{
    const case_families *f = r->families;
    if (!is_section(r, n) || !(m->probe = section_list(r, n, sizeof *m->probe, &m->probes)))
        return;
    for (int i = 0; i < n->count; i++) {
        node *thing = section_thing(r, n, i, &m->probe[i].name);
        if (!thing)
            continue;
        node *every = reader_take(r, thing, "every");
        reader_real(r, every, "s", 0, INFINITY, &m->probe[i].every);
        reader_choice(r, thing, f->probe, f->probes, "probe", false, &m->probe[i].measure);
    }
}
