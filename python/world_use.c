// world_use.c - looking at a world, keeping it, and writing to it: methods of scree._core.World.
#include "module.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const scree_world *view_of(PyObject *object, PyObject *word, scree_view *view)
{
    const scree_world *handle = world_handle_to_read((world_object *)object);
    const char *name = handle ? PyUnicode_AsUTF8AndSize(word, NULL) : NULL;
    scree_error error;
    if (!name)
        return NULL;
    if (!scree_world_column(handle, name, view, &error))
        return handle;
    raise_error(&error);
    return NULL;
}

PyObject *world_column_method(PyObject *object, PyObject *word)
{
    world_object *self = (world_object *)object;
    scree_view view;
    if (self->use == WORLD_WATCHED) {
        // An array that the watch keeps would see the steps that follow.
        PyErr_SetString(PyExc_RuntimeError, "a watch gets no columns; take a frame between steps");
        return NULL;
    }
    return view_of(object, word, &view) ? column_look(object, &self->views, &view) : NULL;
}

PyObject *world_describe_method(PyObject *object, PyObject *word)
{
    scree_view view;
    return view_of(object, word, &view) ? column_describe(&view) : NULL;
}

PyObject *world_hash_method(PyObject *object, PyObject *unused)
{
    (void)unused;
    scree_world *handle = world_handle((world_object *)object);
    uint64_t hash;
    char digits[17];
    scree_error error;
    if (!handle)
        return NULL;
    if (scree_world_hash(handle, &hash, &error))
        return raise_error(&error);
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    return text_object(digits);
}

PyObject *world_save_method(PyObject *object, PyObject *path)
{
    scree_world *handle = world_handle((world_object *)object);
    PyObject *bytes = NULL;
    scree_error error;
    if (!handle || !PyUnicode_FSConverter(path, &bytes))
        return NULL;
    scree_status status = scree_world_save(handle, PyBytes_AsString(bytes), &error);
    Py_DECREF(bytes);
    if (status)
        return raise_error(&error);
    Py_RETURN_NONE;
}

// A buffer of plain rows of one of the `formats`, each of `width` items of eight bytes.
static int take_buffer(PyObject *given, Py_buffer *out, const char *formats, int width)
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

static PyObject *write_rows(scree_world *handle, const char *column, const Py_buffer *values,
                            const Py_buffer *ids)
{
    scree_error error;
    const int64_t count = values->len / (3 * 8);
    if (ids->obj && ids->len / 8 != count)
        return PyErr_Format(PyExc_ValueError, "%zd ids do not fit %lld rows", ids->len / 8,
                            (long long)count);
    if (scree_world_write(handle, column, ids->obj ? ids->buf : NULL, values->buf, count, &error))
        return raise_error(&error);
    Py_RETURN_NONE;
}

PyObject *world_write_method(PyObject *object, PyObject *arguments)
{
    scree_world *handle = world_handle((world_object *)object);
    const char *column;
    PyObject *given;
    PyObject *given_ids;
    Py_buffer values = {0};
    Py_buffer ids = {0};
    if (!handle || !PyArg_ParseTuple(arguments, "sOO:write", &column, &given, &given_ids))
        return NULL;
    if (take_buffer(given, &values, "d", 3))
        return NULL;
    if (given_ids != Py_None && take_buffer(given_ids, &ids, "ql", 1)) {
        PyBuffer_Release(&values);
        return NULL;
    }
    PyObject *done = write_rows(handle, column, &values, &ids);
    PyBuffer_Release(&values);
    if (ids.obj)
        PyBuffer_Release(&ids);
    return done;
}
