// world_change.c - worlds that Python changes while they go on: velocities, forces, grains that come and go, walls that are led.
#include "module.h"

#include <scree/change.h>

#include <stdlib.h>
#include <string.h>

int take_buffer(PyObject *given, Py_buffer *out, const char *formats, int width)
{
    if (PyObject_GetBuffer(given, out, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS))
        return -1;
    const char *format = out->format ? out->format : "B";
    if (out->itemsize == 8 && strlen(format) == 1 && strchr(formats, format[0]) &&
        out->len % (8 * width) == 0)
        return 0;
    PyErr_Format(PyExc_ValueError,
                 "an array of format '%s' and %zd bytes is not rows of %d numbers of eight bytes",
                 format, out->len, width);
    PyBuffer_Release(out);
    return -1;
}

void give_back(Py_buffer *buffer)
{
    if (buffer->obj)
        PyBuffer_Release(buffer);
}

// ---- velocities and forces -------------------------------------------------------------------------------------------

// What is given but no column: by their places, so that no name of Python's is one of them.
static const char forces[] = "forces";
static const char moments[] = "moments";

typedef struct given_rows {
    const int64_t *ids; // NULL: of all
    const double *values;
    int64_t count;
} given_rows;

static scree_status give_rows(scree_world *handle, const char *what, const given_rows *rows,
                              scree_error *error)
{
    if (what == forces)
        return scree_world_push(handle, rows->ids, rows->values, rows->count, error);
    if (what == moments)
        return scree_world_turn(handle, rows->ids, rows->values, rows->count, error);
    return scree_world_write(handle, what, rows->ids, rows->values, rows->count, error);
}

static PyObject *write_rows(scree_world *handle, const char *column, const Py_buffer *values,
                            const Py_buffer *ids)
{
    scree_error error;
    const int64_t count = values->len / (3 * 8);
    const int64_t *of = ids->obj ? ids->buf : NULL;
    if (of && ids->len / 8 != count)
        return PyErr_Format(PyExc_ValueError, "%zd ids do not fit %lld rows", ids->len / 8,
                            (long long)count);
    const given_rows rows = {of, values->buf, count};
    const scree_status status = give_rows(handle, column, &rows, &error);
    if (status)
        return raise_error(&error);
    Py_RETURN_NONE;
}

static PyObject *write_given(PyObject *object, const char *column, PyObject *given,
                             PyObject *given_ids)
{
    scree_world *handle = world_handle((world_object *)object);
    Py_buffer values = {0};
    Py_buffer ids = {0};
    PyObject *done = NULL;
    if (handle && !take_buffer(given, &values, "d", 3) &&
        (given_ids == Py_None || !take_buffer(given_ids, &ids, "ql", 1)))
        done = write_rows(handle, column, &values, &ids);
    give_back(&values);
    give_back(&ids);
    return done;
}

PyObject *world_write_method(PyObject *object, PyObject *arguments)
{
    const char *column;
    PyObject *given;
    PyObject *ids;
    if (!PyArg_ParseTuple(arguments, "sOO:_write_rows", &column, &given, &ids))
        return NULL;
    return write_given(object, column, given, ids);
}

PyObject *world_push_method(PyObject *object, PyObject *arguments)
{
    PyObject *given;
    PyObject *ids;
    if (!PyArg_ParseTuple(arguments, "OO:_push_rows", &given, &ids))
        return NULL;
    return write_given(object, forces, given, ids);
}

PyObject *world_turn_method(PyObject *object, PyObject *arguments)
{
    PyObject *given;
    PyObject *ids;
    if (!PyArg_ParseTuple(arguments, "OO:_turn_rows", &given, &ids))
        return NULL;
    return write_given(object, moments, given, ids);
}

// ---- grains that come and go -----------------------------------------------------------------------------------------

// What is said of grains that are to come, a row of each for each of them; a buffer without an object: all zero.
enum { GIVEN_POSITION, GIVEN_RADIUS, GIVEN_ORIENTATION, GIVEN_VELOCITY, GIVEN_SPIN, GIVEN_KINDS };
static const int given_width[GIVEN_KINDS] = {3, 1, 4, 3, 3};

static const double *given_row(const Py_buffer *given, int kind, Py_ssize_t row)
{
    static const double nothing[4];
    return given[kind].obj ? (const double *)given[kind].buf + row * given_width[kind] : nothing;
}

static void fill_grain(scree_grain *grain, const char *set, const Py_buffer *given, Py_ssize_t row)
{
    grain->set = set;
    grain->radius = given_row(given, GIVEN_RADIUS, row)[0];
    memcpy(grain->position, given_row(given, GIVEN_POSITION, row), sizeof grain->position);
    memcpy(grain->orientation, given_row(given, GIVEN_ORIENTATION, row), sizeof grain->orientation);
    memcpy(grain->velocity, given_row(given, GIVEN_VELOCITY, row), sizeof grain->velocity);
    memcpy(grain->spin, given_row(given, GIVEN_SPIN, row), sizeof grain->spin);
}

static int rows_agree(const Py_buffer *given, Py_ssize_t count)
{
    for (int kind = 0; kind < GIVEN_KINDS; kind++)
        if (given[kind].obj && given[kind].len != 8 * given_width[kind] * count) {
            PyErr_SetString(
                PyExc_ValueError,
                "positions, radii, orientations, velocities and spins are of as many grains");
            return 0;
        }
    return 1;
}

// The ids as 64-bit integers, one after the other.
static PyObject *add_grains(scree_world *handle, const char *set, const Py_buffer *given)
{
    scree_error error;
    const Py_ssize_t count = given[GIVEN_POSITION].len / (3 * 8);
    if (!rows_agree(given, count))
        return NULL;
    scree_grain *grain = malloc(((size_t)count + 1) * sizeof *grain);
    int64_t *ids = malloc(((size_t)count + 1) * sizeof *ids);
    PyObject *made = NULL;
    if (!grain || !ids) {
        PyErr_NoMemory();
    } else {
        for (Py_ssize_t row = 0; row < count; row++)
            fill_grain(&grain[row], set, given, row);
        if (scree_world_add(handle, grain, count, ids, &error))
            raise_error(&error);
        else
            made = PyBytes_FromStringAndSize((const char *)ids, count * (Py_ssize_t)sizeof *ids);
    }
    free(grain);
    free(ids);
    return made;
}

PyObject *world_add_method(PyObject *object, PyObject *arguments)
{
    scree_world *handle = world_handle((world_object *)object);
    const char *set;
    PyObject *from[GIVEN_KINDS];
    Py_buffer given[GIVEN_KINDS] = {0};
    if (!handle || !PyArg_ParseTuple(arguments, "sOOOOO:_add_rows", &set, &from[0], &from[1],
                                     &from[2], &from[3], &from[4]))
        return NULL;
    int bad = 0;
    for (int kind = 0; kind < GIVEN_KINDS && !bad; kind++)
        if (from[kind] != Py_None)
            bad = take_buffer(from[kind], &given[kind], "d", given_width[kind]);
    PyObject *made = bad ? NULL : add_grains(handle, set, given);
    for (int kind = 0; kind < GIVEN_KINDS; kind++)
        give_back(&given[kind]);
    return made;
}

PyObject *world_remove_method(PyObject *object, PyObject *given)
{
    scree_world *handle = world_handle((world_object *)object);
    Py_buffer ids;
    scree_error error;
    if (!handle || take_buffer(given, &ids, "ql", 1))
        return NULL;
    scree_status status = scree_world_remove(handle, ids.buf, ids.len / 8, &error);
    PyBuffer_Release(&ids);
    if (status)
        return raise_error(&error);
    Py_RETURN_NONE;
}

// ---- walls -------------------------------------------------------------------------------------------------------------

PyObject *world_wall_pose_method(PyObject *object, PyObject *word)
{
    const scree_world *handle = world_handle_to_read((world_object *)object);
    const char *wall = handle ? name_of(word) : NULL;
    scree_pose pose;
    scree_error error;
    if (!wall)
        return NULL;
    if (scree_world_wall_pose(handle, wall, &pose, &error))
        return raise_error(&error);
    return Py_BuildValue("(ddd)(dddd)(ddd)(ddd)", pose.position[0], pose.position[1],
                         pose.position[2], pose.orientation[0], pose.orientation[1],
                         pose.orientation[2], pose.orientation[3], pose.velocity[0],
                         pose.velocity[1], pose.velocity[2], pose.spin[0], pose.spin[1],
                         pose.spin[2]);
}

PyObject *world_wall_move_method(PyObject *object, PyObject *arguments)
{
    scree_world *handle = world_handle((world_object *)object);
    const char *wall;
    double velocity[3];
    double spin[3];
    double duration;
    scree_error error;
    if (!handle ||
        !PyArg_ParseTuple(arguments, "s(ddd)(ddd)d:_wall_move", &wall, &velocity[0], &velocity[1],
                          &velocity[2], &spin[0], &spin[1], &spin[2], &duration))
        return NULL;
    if (scree_world_wall_move(handle, wall, velocity, spin, duration, &error))
        return raise_error(&error);
    Py_RETURN_NONE;
}

PyObject *world_wall_push_method(PyObject *object, PyObject *arguments)
{
    scree_world *handle = world_handle((world_object *)object);
    const char *wall;
    double force[3];
    double torque[3];
    scree_error error;
    if (!handle || !PyArg_ParseTuple(arguments, "s(ddd)(ddd):_wall_push", &wall, &force[0],
                                     &force[1], &force[2], &torque[0], &torque[1], &torque[2]))
        return NULL;
    if (scree_world_wall_push(handle, wall, force, torque, &error))
        return raise_error(&error);
    Py_RETURN_NONE;
}

PyObject *world_wall_to_method(PyObject *object, PyObject *arguments)
{
    scree_world *handle = world_handle((world_object *)object);
    const char *wall;
    double position[3];
    double turned[4];
    PyObject *orientation;
    double duration;
    scree_error error;
    if (!handle || !PyArg_ParseTuple(arguments, "s(ddd)Od:_wall_to", &wall, &position[0],
                                     &position[1], &position[2], &orientation, &duration))
        return NULL;
    const int turns = orientation != Py_None;
    if (turns &&
        !PyArg_ParseTuple(orientation, "dddd", &turned[0], &turned[1], &turned[2], &turned[3]))
        return NULL;
    if (scree_world_wall_to(handle, wall, position, turns ? turned : NULL, duration, &error))
        return raise_error(&error);
    Py_RETURN_NONE;
}
