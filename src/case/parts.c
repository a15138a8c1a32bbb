// parts.c - shapes, walls, grains, streams, removals and probes; see parts.h.
#include "case/parts.h"

#include "base/text.h"
#include "shape/clump.h"

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
    if (!reader_is_map(r, n)) return NULL;
    const node *at = n;
    if (section->kind == NODE_MAP)
        *name = text_copy(section->entry[i].key);
    else {
        at = reader_need(r, n, "name", "give it a name for messages and results");
        if (at) *name = reader_copy(r, at);
    }
    if (*name) reader_name_is_good(r, at, *name);
    for (int k = 0; *name && section->kind == NODE_LIST && k < i; k++) {
        const node *other = node_find(section->entry[k].value, "name");
        if (other && other->kind == NODE_SCALAR && !strcmp(other->text, *name))
            reader_fault(r, at, "give each its own", "the name '%.60s' is taken by an earlier entry", *name);
    }
    return n;
}

static bool is_section(reader *r, const node *n)
{
    if (!n || n->kind == NODE_LIST || n->kind == NODE_MAP) return n;
    return reader_is_map(r, n);
}

static void *section_list(reader *r, const node *n, size_t size, int *count)
{
    void *list = calloc((size_t)n->count + 1, size);
    if (list)
        *count = n->count;
    else
        r->book->no_memory = true;
    return list;
}

// --- shapes ---------------------------------------------------------------------------------------------------------

static void halve(spread *s)
{
    s->value *= 0.5, s->from *= 0.5, s->to *= 0.5;
    if (s->kind == SPREAD_NORMAL) s->deviation *= 0.5; // of a lognormal it is a pure number
}

static void read_ball(reader *r, node *n, model_shape *out)
{
    if (!reader_is_map(r, n)) return;
    node *radius = reader_take(r, n, "radius"), *diameter = reader_take(r, n, "diameter");
    if (!radius == !diameter)
        reader_fault(r, n, "such as radius: 1 mm",
                     radius ? "give radius or diameter, not both" : "missing key 'radius' or 'diameter'");
    else if (reader_spread(r, radius ? radius : diameter, "m", ROW_POSITIVE, INFINITY, &out->radius) && diameter)
        halve(&out->radius);
    reader_finish(r, n);
}

static bool clump_room(reader *r, model_clump *c, int balls)
{
    c->at = calloc((size_t)balls + 1, sizeof *c->at);
    c->radius = calloc((size_t)balls + 1, sizeof *c->radius);
    if (!c->at || !c->radius) r->book->no_memory = true;
    return c->at && c->radius;
}

static bool read_balls(reader *r, node *n, model_clump *c)
{
    bool good = true;
    if (n->kind != NODE_LIST || n->count < 2) {
        reader_fault(r, n, "such as balls: [{at: [0 mm, 0 mm, 0 mm], radius: 1 mm}, ...]",
                     "a clump needs a list of at least two balls");
        return false;
    }
    if (!clump_room(r, c, n->count)) return false;
    c->balls = n->count;
    for (int i = 0; i < n->count; i++) {
        node *ball = n->entry[i].value;
        n->entry[i].seen = true;
        if (!reader_is_map(r, ball)) return false;
        good = reader_vector(r, reader_need(r, ball, "at", "give its place"), "m", -INFINITY, INFINITY, 0, &c->at[i]) &&
               good;
        good = reader_real(r, reader_need(r, ball, "radius", "give its radius"), "m", ROW_POSITIVE, INFINITY,
                           &c->radius[i]) &&
               good;
        reader_finish(r, ball);
    }
    return good;
}

// What the shape's own functions refuse belongs to the clump.
static double refused(reader *r, const node *n, const scree_error *error)
{
    if (error->status == SCREE_NO_MEMORY)
        r->book->no_memory = true;
    else
        reader_fault(r, n, error->hint, "%.60s: %.200s", error->where, error->what);
    return 0;
}

static mass_overlap read_overlap(reader *r, const node *n)
{
    const char *how = n ? reader_text(r, n) : "union";
    if (how && strcmp(how, "union") != 0 && strcmp(how, "sum") != 0)
        reader_fault(r, n, "write union or sum", "mass = %.40s is not known", how);
    return how && !strcmp(how, "sum") ? MASS_SUM : MASS_UNION;
}

// `volume` and `inertia` over density given: places are about the centre of mass, in the principal axes.
static double read_properties(reader *r, node *n, node *volume, node *inertia, model_clump *c)
{
    double most = 0;
    scree_error error;
    bool flat = r->dimensions == 2;
    node *mass = reader_take(r, n, "mass");
    if (!volume && !inertia) {
        scree_status status = clump_from_balls(c, read_overlap(r, mass), flat, &most, &error);
        return status == SCREE_OK ? most : refused(r, n, &error);
    }
    if (mass) reader_fault(r, mass, "leave it out", "volume and inertia say what the mass is");
    reader_real(r, volume ? volume : reader_need(r, n, "volume", "give both or none"), flat ? "m^2" : "m^3",
                ROW_POSITIVE, INFINITY, &c->volume);
    reader_vector(r, inertia ? inertia : reader_need(r, n, "inertia", "give both or none"), flat ? "m^4" : "m^5",
                  ROW_POSITIVE, INFINITY, 1, &c->inertia);
    for (int k = 0; k < c->balls; k++) {
        double reach = v3_norm(c->at[k]) + c->radius[k];
        most = reach > most ? reach : most;
    }
    return most;
}

static double read_ellipsoid(reader *r, node *n, model_clump *c)
{
    double length = 0, width = 0, height = 0, most = 0;
    scree_error error;
    if (!reader_is_map(r, n)) return 0;
    bool good =
        reader_real(r, reader_need(r, n, "length", "give the longest axis"), "m", ROW_POSITIVE, INFINITY, &length);
    good =
        reader_real(r, reader_need(r, n, "width", "give the middle axis"), "m", ROW_POSITIVE, INFINITY, &width) && good;
    good =
        reader_real(r, reader_need(r, n, "height", "give the shortest axis"), "m", ROW_POSITIVE, INFINITY, &height) &&
        good;
    if (good && !(length >= width && width >= height))
        reader_fault(r, n, "sort them", "an ellipsoid needs length >= width >= height");
    else if (good && r->dimensions == 2)
        reader_fault(r, n, "give balls", "an ellipsoid of four balls is a shape of three dimensions");
    else if (good && clump_room(r, c, 4) && clump_from_ellipsoid(c, length, width, height, &most, &error) != SCREE_OK)
        refused(r, n, &error);
    reader_finish(r, n);
    return most;
}

static void read_clump(reader *r, node *n, model_shape *out)
{
    if (!reader_is_map(r, n)) return;
    node *balls = reader_take(r, n, "balls"), *ellipsoid = reader_take(r, n, "ellipsoid");
    node *volume = reader_take(r, n, "volume"), *inertia = reader_take(r, n, "inertia");
    double most = 0;
    if (!balls == !ellipsoid)
        reader_fault(r, n, "such as ellipsoid: {length: 7.3 mm, width: 6.1 mm, height: 5.5 mm}",
                     balls ? "give balls or an ellipsoid, not both" : "a clump needs balls or an ellipsoid");
    else if (ellipsoid && (volume || inertia))
        reader_fault(r, n, "leave them out", "the ellipsoid has its own volume and inertia");
    else if (ellipsoid)
        most = read_ellipsoid(r, ellipsoid, &out->clump);
    else if (read_balls(r, balls, &out->clump))
        most = read_properties(r, n, volume, inertia, &out->clump);
    out->radius = (spread){.kind = SPREAD_FIXED, .value = most > 0 ? most : 1, .from = most, .to = most};
    reader_finish(r, n);
}

static void read_shape(reader *r, node *n, model_shape *out)
{
    node *ball = reader_take(r, n, "ball"), *clump = reader_take(r, n, "clump");
    if (!ball == !clump)
        reader_fault(r, n, "give its form: ball: {radius: 1 mm}, or clump: {balls: [...]}",
                     ball ? "a shape has one form, this one has two" : "missing form of a shape");
    else if (ball)
        read_ball(r, ball, out);
    else
        read_clump(r, clump, out);
    reader_finish(r, n);
}

void part_shapes(reader *r, node *n, model *m)
{
    if (!reader_is_map(r, n) || !(m->shape = section_list(r, n, sizeof *m->shape, &m->shapes))) return;
    for (int i = 0; i < n->count; i++) {
        node *thing = section_thing(r, n, i, &m->shape[i].name);
        if (thing) read_shape(r, thing, &m->shape[i]);
    }
}

static int read_shape_name(reader *r, const node *n, const model *m)
{
    const char *name = n ? reader_text(r, n) : NULL, *names[64];
    int count = 0;
    for (int i = 0; name && i < m->shapes; i++) {
        if (m->shape[i].name && !strcmp(m->shape[i].name, name)) return i;
        if (count < 64) names[count++] = m->shape[i].name;
    }
    if (!name || !m->shapes) return -1;
    const char *near = text_closest(name, names, count, 3);
    char hint[120] = "name one of `shapes`";
    if (near) snprintf(hint, sizeof hint, "did you mean '%s'?", near);
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
        if (rows && found) reader_fault(r, rows, "make two walls of it", "a wall has one form, this one has two");
        if (!rows || found) continue;
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
        length += (size_t)snprintf(hint + length, sizeof hint - length, "%s %s", i ? "," : "", f->primitive[i]->name);
    char path[200];
    node_path(n, path, sizeof path);
    reader_fault(r, n, hint, "missing form in %s", path);
}

static void read_wall(reader *r, node *n, const model *m, model_wall *out)
{
    const case_families *f = r->families;
    out->material = part_material_name(r, reader_need(r, n, "material", "name one of `materials`"), m);
    read_primitive(r, n, &out->primitive);
    node *drive = reader_take(r, n, "drive");
    const plugin *still = plugin_find(f->drive, f->drives, "fixed");
    if (drive)
        reader_choice(r, drive, f->drive, f->drives, "drive", false, &out->drive);
    else if (still) {
        node none = {.kind = NODE_MAP, .source = n->source, .line = n->line, .column = n->column, .parent = n->parent};
        reader_rows(r, &none, still, &out->drive);
        free(none.asked);
    }
    reader_finish(r, n);
}

void part_walls(reader *r, node *n, model *m)
{
    if (!is_section(r, n) || !(m->wall = section_list(r, n, sizeof *m->wall, &m->walls))) return;
    for (int i = 0; i < n->count; i++) {
        m->wall[i].material = -1;
        node *thing = section_thing(r, n, i, &m->wall[i].name);
        if (m->wall[i].name && !strncmp(m->wall[i].name, "domain-", 7))
            reader_fault(r, thing, "choose another name", "'%.60s' is a name of the boundaries of the domain",
                         m->wall[i].name);
        if (thing) read_wall(r, thing, m, &m->wall[i]);
    }
}

// --- grains ---------------------------------------------------------------------------------------------------------

static const char vector_low[] = "give the corner [x, y, z] of the box";

// A box of two corners, low below high on every axis that counts.
static void read_box(reader *r, node *n, v3 *low, v3 *high)
{
    bool good = reader_vector(r, reader_need(r, n, "low", vector_low), "m", -INFINITY, INFINITY, -0.5, low);
    good = reader_vector(r, reader_need(r, n, "high", vector_low), "m", -INFINITY, INFINITY, 0.5, high) && good;
    bool flat = r->dimensions == 2;
    if (good && !(low->x < high->x && low->y < high->y && (flat || low->z < high->z)))
        reader_fault(r, n, "every component of `low` must be below that of `high`", "the box is empty");
}

static void read_grain_set(reader *r, node *n, const model *m, model_grains *out)
{
    const case_families *f = r->families;
    out->shape = read_shape_name(r, reader_need(r, n, "shape", "name one of `shapes`"), m);
    out->material = part_material_name(r, reader_need(r, n, "material", "name one of `materials`"), m);
    node *packing = reader_need(r, n, "packing", "say where the grains start: packing: {law: NAME, ...}");
    reader_choice(r, packing, f->packing, f->packings, "packing", false, &out->packing);
    node *turn = reader_take(r, n, "turn"), *velocity = reader_take(r, n, "velocity"),
         *spin = reader_take(r, n, "spin"), *fixed = reader_take(r, n, "fixed");
    reader_vector(r, velocity, "m/s", -INFINITY, INFINITY, 0, &out->velocity);
    reader_vector(r, spin, "rad/s", -INFINITY, INFINITY, 0, &out->spin);
    out->turned = turn && reader_vector(r, turn, "rad", -INFINITY, INFINITY, 0, &out->turn);
    if (fixed) reader_flag(r, fixed, &out->fixed);
    bool moves = v3_dot(out->velocity, out->velocity) > 0 || v3_dot(out->spin, out->spin) > 0;
    if (out->fixed && moves)
        reader_fault(r, velocity ? velocity : spin, "leave it out, or leave out `fixed`", "fixed grains cannot move");
    if (r->dimensions == 2 && (out->velocity.z != 0 || out->spin.x != 0 || out->spin.y != 0))
        reader_fault(r, velocity ? velocity : spin, "in 2D only vx, vy and the spin about z are free",
                     "motion out of the plane");
    reader_finish(r, n);
}

void part_grains(reader *r, node *n, model *m)
{
    if (!is_section(r, n) || !(m->grains = section_list(r, n, sizeof *m->grains, &m->grain_sets))) return;
    for (int i = 0; i < n->count; i++) {
        m->grains[i].shape = m->grains[i].material = -1;
        node *thing = section_thing(r, n, i, &m->grains[i].name);
        if (thing) read_grain_set(r, thing, m, &m->grains[i]);
    }
}

static void read_stream(reader *r, node *n, const model *m, model_stream *out)
{
    int64_t seed = (int64_t)m->seed;
    out->shape = read_shape_name(r, reader_need(r, n, "shape", "name one of `shapes`"), m);
    out->material = part_material_name(r, reader_need(r, n, "material", "name one of `materials`"), m);
    read_box(r, n, &out->low, &out->high);
    reader_real(r, reader_need(r, n, "rate", "give grains per second, such as 100/s"), "1/s", ROW_POSITIVE, INFINITY,
                &out->rate);
    reader_vector(r, reader_take(r, n, "velocity"), "m/s", -INFINITY, INFINITY, 0, &out->velocity);
    node *from = reader_take(r, n, "from"), *to = reader_take(r, n, "to"), *count = reader_take(r, n, "count"),
         *own = reader_take(r, n, "seed");
    reader_real(r, from, "s", 0, INFINITY, &out->from);
    if (reader_real(r, to, "s", 0, INFINITY, &out->to) && out->to < out->from)
        reader_fault(r, to, "exchange the two", "'from' is after 'to'");
    if (count) reader_integer(r, count, 1, INT64_MAX, &out->most);
    if (own) reader_integer(r, own, 0, INT64_MAX, &seed);
    out->seed = (uint64_t)seed;
    reader_finish(r, n);
}

void part_streams(reader *r, node *n, model *m)
{
    if (!is_section(r, n) || !(m->stream = section_list(r, n, sizeof *m->stream, &m->streams))) return;
    for (int i = 0; i < n->count; i++) {
        m->stream[i] = (model_stream){.shape = -1, .material = -1, .to = INFINITY, .most = INT64_MAX};
        node *thing = section_thing(r, n, i, &m->stream[i].name);
        if (thing) read_stream(r, thing, m, &m->stream[i]);
    }
}

void part_removals(reader *r, node *n, model *m)
{
    if (!is_section(r, n) || !(m->removal = section_list(r, n, sizeof *m->removal, &m->removals))) return;
    for (int i = 0; i < n->count; i++) {
        node *thing = section_thing(r, n, i, &m->removal[i].name);
        if (!thing) continue;
        read_box(r, thing, &m->removal[i].low, &m->removal[i].high);
        reader_real(r, reader_need(r, thing, "every", "say how often it is emptied, such as 1 ms"), "s", ROW_POSITIVE,
                    INFINITY, &m->removal[i].every);
        reader_finish(r, thing);
    }
}

// --- probes ---------------------------------------------------------------------------------------------------------

void part_probes(reader *r, node *n, model *m)
{
    const case_families *f = r->families;
    if (!is_section(r, n) || !(m->probe = section_list(r, n, sizeof *m->probe, &m->probes))) return;
    for (int i = 0; i < n->count; i++) {
        node *thing = section_thing(r, n, i, &m->probe[i].name);
        if (!thing) continue;
        node *every = reader_take(r, thing, "every");
        reader_real(r, every, "s", 0, INFINITY, &m->probe[i].every);
        reader_choice(r, thing, f->probe, f->probes, "probe", false, &m->probe[i].measure);
    }
}
