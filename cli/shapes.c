// shapes.c - see shapes.h.
#include "cli/shapes.h"

#include "base/constants.h"

#include <math.h>
#include <stdio.h>

typedef struct shape_figures {
    double volume, radius; // m^3, m; in the plane m^2
    v3 inertia;            // principal, over density
} shape_figures;

static shape_figures figures_of(const model *m, const model_shape *s)
{
    if (s->clump.balls) {
        v3 i = s->clump.inertia;
        return (shape_figures){s->clump.volume, s->radius.value,
                               m->dimensions == 2 ? v3_make(0, 0, i.z) : i};
    }
    const double r = s->radius.value;
    const double disk = PI * r * r;
    const double ball = disk * r * 4 / 3;
    const double i = ball * r * r * 2 / 5;
    if (m->dimensions == 2)
        return (shape_figures){disk, r, v3_make(0, 0, disk * r * r / 2)};
    return (shape_figures){ball, r, v3_make(i, i, i)};
}

static const char *form_of(const model *m, const model_shape *s)
{
    if (s->core.vertices) {
        if (m->dimensions == 2)
            return "spheropolygon";
        return s->core.radius > 0 ? "spheropolyhedron" : "polyhedron";
    }
    if (s->clump.balls)
        return "clump";
    return m->dimensions == 2 ? "disk" : "ball";
}

int shape_material(const model *m, int shape)
{
    for (int i = 0; i < m->grain_sets; i++)
        if (m->grains[i].shape == shape)
            return m->grains[i].material;
    for (int i = 0; i < m->streams; i++)
        if (m->stream[i].shape == shape)
            return m->stream[i].material;
    return -1;
}

static const char *const meetings[] = {"features", "convex", "solid"};

static int add_parts(const model *m, const model_shape *s, char *out, size_t size)
{
    const model_core *c = &s->core;
    if (!c->vertices && s->clump.balls)
        return snprintf(out, size, " of %d %s%s", s->clump.balls,
                        m->dimensions == 2 ? "disk" : "ball", s->clump.balls == 1 ? "" : "s");
    if (!c->vertices)
        return 0;
    int n = snprintf(out, size, ", %d vertices, %d edge%s", c->vertices, c->edges,
                     c->edges == 1 ? "" : "s");
    if (c->faces)
        n += snprintf(out + n, size - (size_t)n, ", %d faces", c->faces);
    if (c->radius > 0)
        n += snprintf(out + n, size - (size_t)n, ", radius %.6g m", c->radius);
    static const char *const ways[] = {"by features", "as a convex body", "as a solid"};
    return n + snprintf(out + n, size - (size_t)n, ", meets %s", ways[c->meeting]);
}

// Of a distribution the least radius counts, so that one rare grain is no reason to warn.
bool shape_warning(const model *m, int shape, char out[SHAPE_WORDS])
{
    const model_shape *s = &m->shape[shape];
    const bool spread = s->radius.kind != SPREAD_FIXED;
    const double across = 2 * (spread ? s->radius.from : s->radius.value);
    v3 domain = v3_sub(m->high, m->low);
    if (m->dimensions == 2)
        domain.z = 0;
    const double most = v3_norm(domain);
    if (shape_material(m, shape) < 0 || !(across > most))
        return false;
    snprintf(out, SHAPE_WORDS,
             "grains of the shape `%.60s` are %s%.3g m across, more than the domain with %.3g m "
             "from corner to corner: "
             "are their lengths and units right?",
             s->name, spread ? "at least " : "", across, most);
    return true;
}

void shape_words(const model *m, int shape, char out[SHAPE_WORDS])
{
    const model_shape *s = &m->shape[shape];
    const shape_figures f = figures_of(m, s);
    const bool flat = m->dimensions == 2;
    const int made_of = shape_material(m, shape);
    int n = snprintf(out, SHAPE_WORDS, "%.60s: %s", s->name, form_of(m, s));
    n += add_parts(m, s, out + n, SHAPE_WORDS - (size_t)n);
    if (s->radius.kind != SPREAD_FIXED)
        n += snprintf(out + n, SHAPE_WORDS - (size_t)n, ", radius %.4g to %.4g m, in the middle",
                      s->radius.from, s->radius.to);
    n += snprintf(out + n, SHAPE_WORDS - (size_t)n, "; %s %.6g %s", flat ? "area" : "volume",
                  f.volume, flat ? "m^2" : "m^3");
    const double density = made_of < 0 ? 1 : m->material[made_of].density;
    if (made_of >= 0)
        n += snprintf(out + n, SHAPE_WORDS - (size_t)n, ", mass %.6g %s of %.40s",
                      density * f.volume, flat ? "kg/m" : "kg", m->material[made_of].name);
    n +=
        snprintf(out + n, SHAPE_WORDS - (size_t)n, ", inertia%s ", made_of < 0 ? " / density" : "");
    if (flat)
        n += snprintf(out + n, SHAPE_WORDS - (size_t)n, "%.6g", density * f.inertia.z);
    else
        n += snprintf(out + n, SHAPE_WORDS - (size_t)n, "(%.6g, %.6g, %.6g)", density * f.inertia.x,
                      density * f.inertia.y, density * f.inertia.z);
    const char *unit = made_of < 0 ? (flat ? "m^4" : "m^5") : flat ? "kg m" : "kg m^2";
    snprintf(out + n, SHAPE_WORDS - (size_t)n, " %s, bounding radius %.6g m", unit, f.radius);
}

void shape_summary(const model *m, int shape, char out[SHAPE_WORDS])
{
    const model_shape *s = &m->shape[shape];
    const shape_figures f = figures_of(m, s);
    const bool flat = m->dimensions == 2;
    int n = snprintf(out, SHAPE_WORDS, "%s", form_of(m, s));
    if (!s->core.vertices)
        n += add_parts(m, s, out + n, SHAPE_WORDS - (size_t)n);
    snprintf(out + n, SHAPE_WORDS - (size_t)n, ": %s %.4g %s, bounding radius %.4g m",
             flat ? "area" : "volume", f.volume, flat ? "m\xc2\xb2" : "m\xc2\xb3", f.radius);
}

void shape_json(json *j, const char *key, const model *m, int shape)
{
    const model_shape *s = &m->shape[shape];
    const model_core *c = &s->core;
    const shape_figures f = figures_of(m, s);
    const int made_of = shape_material(m, shape);
    json_object(j, key);
    json_text(j, "name", s->name);
    json_text(j, "form", form_of(m, s));
    json_text(j, "material", made_of < 0 ? NULL : m->material[made_of].name);
    json_number(j, "volume", f.volume);
    json_number(j, "mass", made_of < 0 ? NAN : m->material[made_of].density * f.volume);
    json_list(j, "inertia_per_density");
    json_number(j, NULL, f.inertia.x);
    json_number(j, NULL, f.inertia.y);
    json_number(j, NULL, f.inertia.z);
    json_close(j);
    json_list(j, "centre");
    json_number(j, NULL, s->clump.centre.x);
    json_number(j, NULL, s->clump.centre.y);
    json_number(j, NULL, s->clump.centre.z);
    json_close(j);
    const q4 axes = s->clump.balls ? s->clump.axes : q4_identity();
    json_list(j, "principal_axes");
    json_number(j, NULL, axes.w);
    json_number(j, NULL, axes.x);
    json_number(j, NULL, axes.y);
    json_number(j, NULL, axes.z);
    json_close(j);
    json_number(j, "bounding_radius", f.radius);
    char warning[SHAPE_WORDS];
    json_text(j, "warning", shape_warning(m, shape, warning) ? warning : NULL);
    json_integer(j, "balls", c->vertices ? 0 : s->clump.balls ? s->clump.balls : 1);
    json_integer(j, "vertices", c->vertices);
    json_integer(j, "edges", c->edges);
    json_integer(j, "faces", c->faces);
    json_number(j, "radius", c->vertices ? c->radius : s->radius.value);
    json_number(j, "contact_radius", c->vertices ? c->contact_radius : NAN);
    json_text(j, "meeting", c->vertices ? meetings[c->meeting] : NULL);
    json_close(j);
}

void shapes_json(json *j, const model *m)
{
    json_list(j, "shapes");
    for (int i = 0; i < m->shapes; i++)
        shape_json(j, NULL, m, i);
    json_close(j);
}
