// resolved_shapes.c - clumps and surfaces of a model as parts of a case; see resolved_values.h.
#include "case/resolved_values.h"

#include "case/case.h"
#include "base/text.h"

// With its mass properties as they were found, so that nothing is computed again.
void put_clump(text_buffer *text, const model *model, const model_shape *shape)
{
    const model_clump *clump = &shape->clump;
    bool flat = model->dimensions == 2;
    text_append_format(text, "  %s:\n    clump:\n      volume: ", shape->name);
    put_quantity(text, clump->volume, flat ? "m^2" : "m^3");
    text_append(text, "\n      inertia: ");
    put_v3(text, clump->inertia, flat ? "m^4" : "m^5");
    text_append(text, "\n      balls:\n");
    for (int k = 0; k < clump->balls; k++) {
        text_append(text, "        - {at: ");
        put_v3(text, clump->at[k], "m");
        text_append(text, ", radius: ");
        put_quantity(text, clump->radius[k], "m");
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
        for (int triangle = core->face[face]; triangle < core->face[face + 1]; triangle++) {
            text_append_format(text, "%s[%d, %d, %d]", triangle > core->face[face] ? ", " : "",
                               core->triangle[triangle][0], core->triangle[triangle][1],
                               core->triangle[triangle][2]);
        }
        text_append(text, "]\n");
    }
}

// About the centre of mass, in the principal axes, and with its mass properties: as the model has it.
void put_surface(text_buffer *text, const model *model, const model_shape *shape)
{
    static const char *const meetings[] = {"features", "convex", "solid"};
    static const char *const weights[] = {"norm", "shared", "sum"};
    const model_core *core = &shape->core;
    bool flat = model->dimensions == 2;
    text_append_format(text, "  %s:\n    %s:\n      volume: ", shape->name, form_of(core, flat));
    put_quantity(text, shape->clump.volume, flat ? "m^2" : "m^3");
    text_append(text, "\n      inertia: ");
    put_v3(text, shape->clump.inertia, flat ? "m^4" : "m^5");
    if (core->radius > 0) {
        text_append(text, "\n      radius: ");
        put_quantity(text, core->radius, "m");
    }
    text_append(text, "\n      contact_radius: ");
    put_quantity(text, core->contact_radius, "m");
    text_append_format(text, "\n      weights: %s", weights[core->weights]);
    if (flat)
        text_append_format(text, "\n      closed: %s", flag_word(core->edges == core->vertices));
    else
        text_append_format(text, "\n      meeting: %s",
                           core->potential ? "potential" : meetings[core->meeting]);
    text_append(text, "\n      vertices:\n");
    for (int i = 0; i < core->vertices; i++) {
        text_append(text, "        - ");
        put_v3(text, core->vertex[i], "m");
        text_append(text, "\n");
    }
    if (core->faces)
        faces_of(text, core);
}
