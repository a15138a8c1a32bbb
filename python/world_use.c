// world_use.c - looking at a world and keeping it: methods of scree._core.World.
#include "module.h"

#include <inttypes.h>
#include <stdio.h>

static const scree_world *view_of(PyObject *object, PyObject *word, scree_view *view)
{
    const scree_world *handle = world_handle_to_read((world_object *)object);
    const char *name = handle ? name_of(word) : NULL;
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
    if (self->use == WORLD_WATCHED || self->use == WORLD_CALLED) {
        // An array that the function keeps would see the steps that follow.
        PyErr_SetString(PyExc_RuntimeError,
                        "what is called while steps are taken gets no columns; take a frame, "
                        "or look between steps");
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

PyObject *world_save_bytes_method(PyObject *object, PyObject *unused)
{
    (void)unused;
    scree_world *handle = world_handle((world_object *)object);
    void *data;
    int64_t size;
    scree_error error;
    if (!handle)
        return NULL;
    if (scree_world_save_memory(handle, &data, &size, &error))
        return raise_error(&error);
    PyObject *bytes = PyBytes_FromStringAndSize(data, (Py_ssize_t)size);
    scree_memory_free(data);
    return bytes;
}
