// primitives_common.c - what primitives share when they are read and drawn: memory, values of a choice, soups of triangles. See
// primitive.h.
#include "shape/primitive.h"

#include <stdlib.h>
#include <string.h>

primitive *primitive_allocate(size_t size, const primitive_kind *kind)
{
    primitive *primitive = calloc(1, size);
    if (primitive)
        primitive->kind = kind;
    return primitive;
}

v3 choice_v3(const choice *choice, const char *name)
{
    double value[3];
    choice_vector(choice, name, value);
    return v3_make(value[0], value[1], value[2]);
}

scree_status primitive_read_side(const choice *choice, const char *where, primitive_side *side,
                                 scree_error *error)
{
    const char *text = choice_text(choice, "side");
    *side = text && !strcmp(text, "inside") ? SIDE_INSIDE : SIDE_OUTSIDE;
    if (text && (*side == SIDE_INSIDE || !strcmp(text, "outside")))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, where, "say where the grains are: inside or outside",
                "side = '%s' is unknown", text ? text : "");
}

// Arrays grow by doubling from a power of two on; the counts alone tell when they are full.
static bool grow(void **array, int32_t count, size_t item)
{
    if (count & (count - 1) || (count && count < 16))
        return true;
    void *grown = realloc(*array, (count ? 2 * (size_t)count : 16) * item);
    if (grown)
        *array = grown;
    return grown != NULL;
}

bool soup_add_vertex(triangle_soup *soup, v3 point)
{
    if (!grow((void **)&soup->vertex, soup->vertices, sizeof *soup->vertex))
        return false;
    soup->vertex[soup->vertices++] = point;
    return true;
}

bool soup_add_triangle(triangle_soup *soup, int32_t a, int32_t b, int32_t c)
{
    if (!grow((void **)&soup->triangle, soup->triangles, 3 * sizeof *soup->triangle))
        return false;
    int32_t *corner = soup->triangle + 3 * (size_t)soup->triangles++;
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    return true;
}

void triangle_soup_clear(triangle_soup *soup)
{
    free(soup->vertex);
    free(soup->triangle);
    memset(soup, 0, sizeof *soup);
}
