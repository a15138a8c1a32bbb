// vtk_fields.c - the arrays that a reader of a VTK file keeps, by their names, and what it says of a faulty file.
#include "scene/vtk_bytes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_FIELDS = 1000 };

scree_status vtk_fail(const vtk_job *job, const char *hint, const char *what, ...)
{
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    return fail(job->error, SCREE_BAD_INPUT, job->path, hint, "%s", text);
}

void vtk_field_clear(vtk_field *field)
{
    free(field->name);
    free(field->value);
    memset(field, 0, sizeof *field);
}

scree_status vtk_take(const vtk_job *job, vtk_field *field)
{
    vtk_points *out = job->out;
    if (vtk_parts_find(out, field->part, field->name)) {
        vtk_field_clear(field);
        return SCREE_OK;
    }
    if (out->count == MOST_FIELDS) {
        return vtk_fail(job, "save the arrays that are needed alone", "has more than %d arrays",
                        MOST_FIELDS);
    }
    vtk_field *grown = realloc(out->field, (size_t)(out->count + 1) * sizeof *grown);
    if (!grown)
        return fail_memory(job->error, job->path);
    out->field = grown;
    out->field[out->count++] = *field;
    memset(field, 0, sizeof *field);
    return SCREE_OK;
}

const vtk_field *vtk_points_find(const vtk_points *points, const char *name)
{
    return vtk_parts_find(points, VTK_POINT_DATA, name);
}

const vtk_field *vtk_parts_find(const vtk_points *points, vtk_part part, const char *name)
{
    for (int i = 0; i < points->count; i++) {
        if (points->field[i].part == part && !strcasecmp(points->field[i].name, name))
            return &points->field[i];
    }
    return NULL;
}
