// vtk_points.c - opens a VTK file, finds out of which kind it is, and holds the arrays that its reader brought against the
// points.
#include "scene/vtk_points.h"

#include "base/read_file.h"
#include "scene/vtk_bytes.h"

#include <stdlib.h>
#include <string.h>

void vtk_points_clear(vtk_points *points)
{
    for (int i = 0; i < points->count; i++)
        vtk_field_clear(&points->field[i]);
    free(points->field);
    vtk_field_clear(&points->place);
    memset(points, 0, sizeof *points);
}

static scree_status load(const vtk_job *job, char **text, size_t *size)
{
    int number = 0;
    const read_verdict verdict = read_file(job->path, READ_MOST_TABLE, text, size, &number);
    if (verdict == READ_GOOD)
        return SCREE_OK;
    if (verdict == READ_NO_MEMORY)
        return fail_memory(job->error, job->path);
    if (verdict == READ_FAILED) {
        return vtk_fail(job, "check the name and the rights of the file", "cannot be read: %s",
                        strerror(number));
    }
    return vtk_fail(job, "give a VTK file", "cannot be read: it %s", read_verdict_words(verdict));
}

// Places have three components, and every array of points as many tuples as there are places.
static scree_status check(const vtk_job *job)
{
    const vtk_points *points = job->out;
    if (!points->place.value && job->all_parts)
        return SCREE_OK;
    if (!points->place.value)
        return vtk_fail(job, "save points with their arrays", "has no points");
    if (points->place.components != 3)
        return vtk_fail(job, "save points in space", "its points have no three coordinates");
    for (int i = 0; i < points->count; i++) {
        const vtk_field *field = &points->field[i];
        if (field->part == VTK_POINT_DATA && field->tuples != points->place.tuples) {
            return vtk_fail(job, "the file may be cut off, or its counts be wrong",
                            "the array '%.60s' has %lld values for %lld points", field->name,
                            (long long)field->tuples, (long long)points->place.tuples);
        }
    }
    return SCREE_OK;
}

static scree_status read(const vtk_job *job)
{
    static const char legacy[] = "# vtk DataFile";
    char *text;
    size_t size;
    memset(job->out, 0, sizeof *job->out);
    scree_status status = load(job, &text, &size);
    if (status)
        return status;
    const char *begin = text + strspn(text, " \t\r\n");
    if (!strncmp(text, legacy, sizeof legacy - 1))
        status = vtk_read_legacy(job, text, size);
    else if (*begin == '<')
        status = vtk_read_xml(job, begin, size - (size_t)(begin - text));
    else
        status = vtk_fail(job, "give a .vtk, .vtp or .vtu file", "this is not a VTK file");
    free(text);
    if (!status)
        status = check(job);
    if (status)
        vtk_points_clear(job->out);
    return status;
}

scree_status vtk_points_read(const char *path, vtk_points *out, scree_error *error)
{
    return read(&(vtk_job){.path = path, .out = out, .error = error});
}

scree_status vtk_parts_read(const char *path, vtk_points *out, scree_error *error)
{
    return read(&(vtk_job){.path = path, .out = out, .all_parts = true, .error = error});
}
