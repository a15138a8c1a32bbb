// shapes.c - see shapes.h.
#include "cli/shapes.h"

#include "base/constants.h"
#include "base/spread.h"
#include "shape/plate.h"

#include <math.h>
#include <stdio.h>

typedef struct shape_figures {
    double volume, radius; // m^3, m; in the plane m^2
    v3 inertia;            // principal, over density
} shape_figures;

static shape_figures figures_of(const model *model, const model_shape *shape)
{
    if (shape->clump.balls && !shape->clump.of_ball) {
        v3 i = shape->clump.inertia;
        return (shape_figures){shape->clump.volume, shape->radius.value,
                               model->dimensions == 2 ? v3_make(0, 0, i.z) : i};
    }
    const double r = spread_mean(&shape->radius);
    const double disk = PI * r * r;
    const double ball = disk * r * 4 / 3;
    const double i = ball * r * r * 2 / 5;
    if (model->dimensions == 2)
        return (shape_figures){disk, r, v3_make(0, 0, disk * r * r / 2)};
    return (shape_figures){ball, r, v3_make(i, i, i)};
}

static const char *form_of(const model *model, const model_shape *shape)
{
    if (shape->core.vertices) {
        if (model->dimensions == 2)
            return "spheropolygon";
        return shape->core.radius > 0 ? "spheropolyhedron" : "polyhedron";
    }
    if (shape->clump.balls && !shape->clump.of_ball)
        return "clump";
    return model->dimensions == 2 ? "disk" : "ball";
}

int shape_material(const model *model, int shape)
{
    for (int i = 0; i < model->grain_sets; i++)
        if (model->grains[i].shape == shape)
            return model->grains[i].material;
    for (int i = 0; i < model->streams; i++)
        if (model->stream[i].shape == shape)
            return model->stream[i].material;
    return -1;
}

static const char *const meetings[] = {"features", "convex", "solid"};

// How grains of a shape meet their like, of `meetings`: with the nonsmooth solver what encloses a volume and is not convex
// meets as a solid.
static int meeting_of(const model *model, const model_core *core)
{
    const bool solid = core->triangles && !core_is_plate(core);
    const bool other = core->meeting != MEET_CONVEX;
    return model->solver == SOLVER_NONSMOOTH && solid && other ? MEET_SOLID : (int)core->meeting;
}

static int add_parts(const model *model, const model_shape *shape, char *out, size_t size)
{
    const model_core *core = &shape->core;
    if (!core->vertices && shape->clump.balls && !shape->clump.of_ball)
        return snprintf(out, size, " of %d %s%s", shape->clump.balls,
                        model->dimensions == 2 ? "disk" : "ball",
                        shape->clump.balls == 1 ? "" : "s");
    if (!core->vertices)
        return 0;
    int n = snprintf(out, size, ", %d vertices, %d edge%s", core->vertices, core->edges,
                     core->edges == 1 ? "" : "s");
    if (core->faces)
        n += snprintf(out + n, size - (size_t)n, ", %d faces", core->faces);
    if (core->radius > 0)
        n += snprintf(out + n, size - (size_t)n, ", radius %.6g m", core->radius);
    static const char *const ways[] = {"by features", "as a convex body", "as a solid"};
    return n + snprintf(out + n, size - (size_t)n, ", meets %s", ways[meeting_of(model, core)]);
}

// Of a distribution the least radius counts, so that one rare grain is no reason to warn.
bool shape_warning(const model *model, int shape, char out[SHAPE_WORDS])
{
    const model_shape *form = &model->shape[shape];
    const bool spread = form->radius.kind != SPREAD_FIXED;
    const double across = 2 * (spread ? form->radius.from : form->radius.value);
    v3 domain = v3_sub(model->high, model->low);
    if (model->dimensions == 2)
        domain.z = 0;
    const double most = v3_norm(domain);
    if (shape_material(model, shape) < 0 || !(across > most))
        return false;
    snprintf(out, SHAPE_WORDS,
             "grains of the shape `%.60s` are %s%.3g m across, more than the domain with %.3g m "
             "from corner to corner: "
             "are their lengths and units right?",
             form->name, spread ? "at least " : "", across, most);
    return true;
}

void shape_words(const model *model, int shape, char out[SHAPE_WORDS])
{
    const model_shape *form = &model->shape[shape];
    const shape_figures figures = figures_of(model, form);
    const bool flat = model->dimensions == 2;
    const int made_of = shape_material(model, shape);
    int n = snprintf(out, SHAPE_WORDS, "%.60s: %s", form->name, form_of(model, form));
    n += add_parts(model, form, out + n, SHAPE_WORDS - (size_t)n);
    if (form->radius.kind != SPREAD_FIXED)
        n += snprintf(out + n, SHAPE_WORDS - (size_t)n, ", radius %.4g to %.4g m, in the middle",
                      form->radius.from, form->radius.to);
    n += snprintf(out + n, SHAPE_WORDS - (size_t)n, "; %s %.6g %s", flat ? "area" : "volume",
                  figures.volume, flat ? "m^2" : "m^3");
    const double density = made_of < 0 ? 1 : model->material[made_of].density;
    if (made_of >= 0)
        n +=
            snprintf(out + n, SHAPE_WORDS - (size_t)n, ", mass %.6g %s of %.40s",
                     density * figures.volume, flat ? "kg/m" : "kg", model->material[made_of].name);
    n +=
        snprintf(out + n, SHAPE_WORDS - (size_t)n, ", inertia%s ", made_of < 0 ? " / density" : "");
    if (flat)
        n += snprintf(out + n, SHAPE_WORDS - (size_t)n, "%.6g", density * figures.inertia.z);
    else
        n += snprintf(out + n, SHAPE_WORDS - (size_t)n, "(%.6g, %.6g, %.6g)",
                      density * figures.inertia.x, density * figures.inertia.y,
                      density * figures.inertia.z);
    const char *unit = made_of < 0 ? (flat ? "m^4" : "m^5") : flat ? "kg m" : "kg m^2";
    snprintf(out + n, SHAPE_WORDS - (size_t)n, " %s, bounding radius %.6g m", unit, figures.radius);
}

void shape_summary(const model *model, int shape, char out[SHAPE_WORDS])
{
    const model_shape *form = &model->shape[shape];
    const shape_figures figures = figures_of(model, form);
    const bool flat = model->dimensions == 2;
    int n = snprintf(out, SHAPE_WORDS, "%s", form_of(model, form));
    if (!form->core.vertices)
        n += add_parts(model, form, out + n, SHAPE_WORDS - (size_t)n);
    snprintf(out + n, SHAPE_WORDS - (size_t)n, ": %s %.4g %s, bounding radius %.4g m",
             flat ? "area" : "volume", figures.volume, flat ? "m\xc2\xb2" : "m\xc2\xb3",
             figures.radius);
}

void shape_json(json *json, const char *key, const model *model, int shape)
{
    const model_shape *form = &model->shape[shape];
    const model_core *core = &form->core;
    const shape_figures figures = figures_of(model, form);
    const int made_of = shape_material(model, shape);
    json_object(json, key);
    json_text(json, "name", form->name);
    json_text(json, "form", form_of(model, form));
    json_text(json, "material", made_of < 0 ? NULL : model->material[made_of].name);
    json_number(json, "volume", figures.volume);
    json_number(json, "mass",
                made_of < 0 ? NAN : model->material[made_of].density * figures.volume);
    json_list(json, "inertia_per_density");
    json_number(json, NULL, figures.inertia.x);
    json_number(json, NULL, figures.inertia.y);
    json_number(json, NULL, figures.inertia.z);
    json_close(json);
    json_list(json, "centre");
    json_number(json, NULL, form->clump.centre.x);
    json_number(json, NULL, form->clump.centre.y);
    json_number(json, NULL, form->clump.centre.z);
    json_close(json);
    const q4 axes = form->clump.balls ? form->clump.axes : q4_identity();
    json_list(json, "principal_axes");
    json_number(json, NULL, axes.w);
    json_number(json, NULL, axes.x);
    json_number(json, NULL, axes.y);
    json_number(json, NULL, axes.z);
    json_close(json);
    json_number(json, "bounding_radius", figures.radius);
    char warning[SHAPE_WORDS];
    json_text(json, "warning", shape_warning(model, shape, warning) ? warning : NULL);
    json_integer(json, "balls", core->vertices ? 0 : form->clump.balls ? form->clump.balls : 1);
    json_integer(json, "vertices", core->vertices);
    json_integer(json, "edges", core->edges);
    json_integer(json, "faces", core->faces);
    json_number(json, "radius", core->vertices ? core->radius : spread_mean(&form->radius));
    json_number(json, "contact_radius", core->vertices ? core->contact_radius : NAN);
    json_text(json, "meeting", core->vertices ? meetings[meeting_of(model, core)] : NULL);
    json_close(json);
}

void shapes_json(json *json, const model *model)
{
    json_list(json, "shapes");
    for (int i = 0; i < model->shapes; i++)
        shape_json(json, NULL, model, i);
    json_close(json);
}
