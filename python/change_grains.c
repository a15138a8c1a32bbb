// change_grains.c - grains that Python places elsewhere, holds, lets go, gives another set: World.change.
#include "module.h"

#include <scree/change.h>

#include <stdlib.h>

// What is told, a row for each grain; a buffer without an object: it stays.
enum { TOLD_POSITION, TOLD_ORIENTATION, TOLD_VELOCITY, TOLD_SPIN, TOLD_KINDS };
static const int told_width[TOLD_KINDS] = {3, 4, 3, 3};

typedef struct told {
    Py_buffer ids, rows[TOLD_KINDS];
    const char *set, *material;
    int hold;
} told;

static const double *told_row(const told *told, int kind, Py_ssize_t row)
{
    const Py_buffer *rows = &told->rows[kind];
    return rows->obj ? (const double *)rows->buf + row * told_width[kind] : NULL;
}

static PyObject *change_grains(scree_world *handle, const told *told)
{
    scree_error error;
    const Py_ssize_t count = told->ids.len / 8;
    for (int kind = 0; kind < TOLD_KINDS; kind++) {
        if (told->rows[kind].obj && told->rows[kind].len != 8 * told_width[kind] * count)
            return PyErr_Format(PyExc_ValueError, "%zd ids do not fit what is told of %zd grains",
                                count, told->rows[kind].len / (8 * told_width[kind]));
    }
    scree_change *change = malloc(((size_t)count + 1) * sizeof *change);
    if (!change)
        return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count; i++) {
        change[i] = (scree_change){
            .id = ((const int64_t *)told->ids.buf)[i],
            .position = told_row(told, TOLD_POSITION, i),
            .orientation = told_row(told, TOLD_ORIENTATION, i),
            .velocity = told_row(told, TOLD_VELOCITY, i),
            .spin = told_row(told, TOLD_SPIN, i),
            .set = told->set,
            .material = told->material,
            .hold = (scree_hold)told->hold,
        };
    }
    const scree_status status = scree_world_change(handle, change, count, &error);
    free(change);
    return status ? raise_error(&error) : Py_NewRef(Py_None);
}

PyObject *world_become_method(PyObject *object, PyObject *arguments)
{
    scree_world *handle = world_handle((world_object *)object);
    PyObject *ids;
    PyObject *from[TOLD_KINDS];
    told told = {.hold = 0};
    if (!handle || !PyArg_ParseTuple(arguments, "OOOOOzzi:_become_rows", &ids, &from[0], &from[1],
                                     &from[2], &from[3], &told.set, &told.material, &told.hold))
        return NULL;
    int bad = take_buffer(ids, &told.ids, "ql", 1);
    for (int kind = 0; kind < TOLD_KINDS && !bad; kind++) {
        if (from[kind] != Py_None)
            bad = take_buffer(from[kind], &told.rows[kind], "d", told_width[kind]);
    }
    PyObject *done = bad ? NULL : change_grains(handle, &told);
    for (int kind = 0; kind < TOLD_KINDS; kind++)
        give_back(&told.rows[kind]);
    give_back(&told.ids);
    return done;
}
