// shape_classes.c - shapes of several sizes, as shapes of a few classes of size. All lengths of a class are those of the
// shape times a factor, so that volume goes by its third power (2D: second) and inertia over density by the fifth.
#include "case/shapes.h"

#include "base/mathlib.h"
#include "base/spread.h"
#include "base/text.h"
#include "shape/clump.h"

#include <stdlib.h>
#include <string.h>

enum { CLASSES_USUAL = 5 };

void shape_take_scale(reader *reader, node *map, shape_scale *out)
{
    int64_t most = CLASSES_USUAL;
    spread scale = {.kind = SPREAD_FIXED};
    memset(out, 0, sizeof *out);
    if (map->kind != NODE_MAP)
        return;
    out->node = reader_take(reader, map, "scale");
    node *classes = reader_take(reader, map, "classes");
    if (classes && !out->node)
        reader_fault(reader, classes, "give a `scale`, a distribution, or leave it out",
                     "a shape of one size has no classes");
    if (!out->node)
        return;
    const bool good = !classes || reader_integer(reader, classes, 1, MODEL_PARTS_MOST, &most);
    if (!reader_spread(reader, out->node, "1", ROW_POSITIVE, 1e6, &scale) || !good)
        return;
    if (scale.table && scale.table->pieces > MODEL_PARTS_MOST)
        reader_fault(reader, out->node, "take fewer sizes", "%d sizes are more than %d",
                     scale.table->pieces, MODEL_PARTS_MOST);
    else
        out->count = spread_classes(&scale, reader->dimensions, (int)most, out->class);
    spread_clear(&scale);
}

// Puts a copy of an array in its own place; false without memory.
static bool copy(void **array, int64_t count, size_t size)
{
    const void *from = *array;
    if (!from)
        return true;
    *array = malloc((size_t)(count + 1) * size);
    if (*array)
        memcpy(*array, from, (size_t)count * size);
    return *array != NULL;
}

// A shape with arrays of its own; false without memory.
static bool copy_shape(const model_shape *from, model_shape *out)
{
    *out = *from;
    out->name = NULL;
    model_clump *clump = &out->clump;
    model_core *core = &out->core;
#define COPY(array, count) copy((void **)&(array), count, sizeof *(array))
    bool good = COPY(clump->at, clump->balls);
    good = COPY(clump->radius, clump->balls) && good;
    good = COPY(core->vertex, core->vertices) && good;
    good = COPY(core->edge, core->edges) && good;
    good = COPY(core->triangle, core->triangles) && good;
    good = COPY(core->face, core->faces + 1) && good;
#undef COPY
    return good;
}

// From the scaled lengths, as a reader of the resolved case finds it.
static double reach_of(const model_shape *shape)
{
    const model_clump *clump = &shape->clump;
    const model_core *core = &shape->core;
    double reach = 0;
    for (int32_t i = 0; i < core->vertices; i++)
        reach = real_max(reach, v3_norm(core->vertex[i]) + core->radius);
    for (int i = 0; i < clump->balls && core->vertices == 0; i++)
        reach = real_max(reach, v3_norm(clump->at[i]) + clump->radius[i]);
    return reach;
}

static void scale_shape(model_shape *shape, double factor, int dimensions)
{
    const double area = factor * factor;
    const double volume = dimensions == 2 ? area : area * factor;
    model_clump *clump = &shape->clump;
    for (int i = 0; i < clump->balls; i++)
        clump->at[i] = v3_scale(factor, clump->at[i]);
    for (int i = 0; i < clump->balls; i++)
        clump->radius[i] *= factor;
    clump->volume *= volume;
    clump->inertia = v3_scale(volume * area, clump->inertia);
    clump->centre = v3_scale(factor, clump->centre);
    if (clump->balls && shape->core.vertices == 0)
        clump_weigh(clump, dimensions == 2);
    for (int32_t i = 0; i < shape->core.vertices; i++)
        shape->core.vertex[i] = v3_scale(factor, shape->core.vertex[i]);
    shape->core.radius *= factor;
    shape->core.contact_radius *= factor;
    const double reach = reach_of(shape);
    if (shape->core.vertices)
        clump->radius[0] = reach;
    shape_set_reach(shape, reach);
}

void shape_make_classes(reader *reader, const shape_scale *scale, model_shape *first)
{
    char *name = first->name;
    bool good = name != NULL;
    if (first->clump.balls == 0) {
        reader_fault(reader, scale->node, "give its radius or diameter as a distribution",
                     "a ball has no `scale`");
        return;
    }
    for (int i = 1; i < scale->count; i++)
        good = copy_shape(first, &first[i]) && good;
    for (int i = 0; good && i < scale->count; i++) {
        scale_shape(&first[i], scale->class[i].size, reader->dimensions);
        first[i].share = scale->class[i].share;
        first[i].name = scale->count > 1 ? text_format("%s-%d", name, i + 1) : text_copy(name);
        good = first[i].name != NULL;
    }
    first->classes = scale->count > 1 ? scale->count : 0;
    reader->book->no_memory = reader->book->no_memory || !good;
    if (first->name != name)
        free(name);
}
