// course.c - see course.h.
#include "store/course.h"

#include "store/file_out.h"

#include <float.h>
#include <inttypes.h>

scree_status course_name(char *text, size_t room, const char *base, int64_t number,
                         const char *ending, scree_error *error)
{
    int length = snprintf(text, room, "%s%" PRId64 "%s", base, number, ending);
    if (length < 0 || (size_t)length >= room)
        return fail(error, SCREE_BAD_INPUT, base, "choose a shorter name",
                    "the name of the output files is too long");
    return SCREE_OK;
}

scree_status course_write_out(const char *path, const frame *frame, scree_error *error)
{
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    const frame_balls *balls = &frame->ball;
    file_out_printf(&out, "%" PRId64 "\n", balls->count);
    for (int64_t i = 0; i < balls->count && !out.fault; i++) {
        v3 x = balls->position[i];
        v3 vector = balls->velocity[i];
        if (isfinite(balls->mass[i]))
            file_out_printf(&out, "%.17g", balls->mass[i]);
        else
            file_out_printf(&out, "inf");
        file_out_printf(&out, " %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", balls->radius[i], x.x,
                        x.y, x.z, vector.x, vector.y, vector.z);
    }
    return file_out_commit(&out, error);
}

static void put_vector(file_out *out, v3 vector)
{
    file_out_printf(out, "%.17g %.17g %.17g\n", vector.x, vector.y, vector.z);
}

static void put_vectors(file_out *out, const char *name, const v3 *list, int64_t count)
{
    file_out_printf(out, "VECTORS %s double\n", name);
    for (int64_t i = 0; i < count && !out->fault; i++)
        put_vector(out, list[i]);
}

static void put_scalars(file_out *out, const char *name, const double *list, int64_t count)
{
    file_out_printf(out, "SCALARS %s double 1\nLOOKUP_TABLE default\n", name);
    for (int64_t i = 0; i < count && !out->fault; i++)
        file_out_printf(out, "%.17g\n", list[i] > DBL_MAX ? DBL_MAX : list[i]);
}

// The second line of the format is a title of at most 255 signs without a line break.
static void put_title(file_out *par, const char *buffer)
{
    char text[200];
    snprintf(text, sizeof text, "%s", buffer && *buffer ? buffer : "grains");
    for (char *sign = text; *sign; sign++)
        if ((unsigned char)*sign < ' ')
            *sign = ' ';
    file_out_printf(par, "%s\n", text);
}

scree_status course_write_vtk(const char *path, const frame *frame, const char *title,
                              scree_error *error)
{
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    const frame_balls *balls = &frame->ball;
    const int64_t count = balls->count;
    file_out_printf(&out, "# vtk DataFile Version 3.0\n");
    put_title(&out, title);
    file_out_printf(&out, "ASCII\nDATASET POLYDATA\nPOINTS %" PRId64 " double\n", count);
    for (int64_t i = 0; i < count && !out.fault; i++)
        put_vector(&out, balls->position[i]);
    file_out_printf(&out, "VERTICES %" PRId64 " %" PRId64 "\n", count, 2 * count);
    for (int64_t i = 0; i < count && !out.fault; i++)
        file_out_printf(&out, "1 %" PRId64 "\n", i);
    file_out_printf(&out, "POINT_DATA %" PRId64 "\n", count);
    put_scalars(&out, "radius", balls->radius, count);
    put_scalars(&out, "mass", balls->mass, count);
    file_out_printf(&out, "SCALARS id long 1\nLOOKUP_TABLE default\n");
    for (int64_t i = 0; i < count && !out.fault; i++)
        file_out_printf(&out, "%" PRId64 "\n", balls->id[i]);
    put_vectors(&out, "velocity", balls->velocity, count);
    put_vectors(&out, "angular_velocity", balls->spin, count);
    if (balls->orientation) {
        file_out_printf(&out, "VECTORS rotation double\n");
        for (int64_t i = 0; i < count && !out.fault; i++)
            put_vector(&out, q4_rotate(balls->orientation[i], v3_make(1, 0, 0)));
    }
    return file_out_commit(&out, error);
}
