// record_file.c - see record_file.h.
#include "show/record_file.h"

scree_status record_damaged(const source *from, const char *name)
{
    return fail(from->error, SCREE_BAD_INPUT, from->path, "run the case again",
                "the array '%s' is missing or does not fit the others", name);
}

const double *record_values(const source *from, vtk_part part, const char *name, int64_t tuples,
                            int width)
{
    const vtk_field *field = vtk_parts_find(&from->parts, part, name);
    const bool fits = field && field->tuples == tuples && field->components == width;
    return fits ? field->value : NULL;
}
