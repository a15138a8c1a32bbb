// picture.c - pictures and VTK files as bytes: methods of scree._core.World and Frame, and of the module for folders of runs.
#include "module.h"

#include <scree/picture.h>

static PyObject *bytes_of(void *data, int64_t size)
{
    PyObject *bytes = PyBytes_FromStringAndSize(data, (Py_ssize_t)size);
    scree_memory_free(data);
    return bytes;
}

// Options as a tuple in the order of the fields; texts or None, then two numbers. They are borrowed from it.
static int take_options(PyObject *given, scree_picture_options *out)
{
    *out = (scree_picture_options){.view = NULL};
    return PyArg_ParseTuple(given, "zzzzzzzzpp:options", &out->view, &out->colour, &out->range,
                            &out->cut, &out->size, &out->title, &out->walls, &out->walls_range,
                            &out->force_chains, &out->dark);
}

PyObject *world_picture_method(PyObject *object, PyObject *given)
{
    scree_world *handle = world_handle((world_object *)object);
    scree_picture_options options;
    scree_error error;
    void *data;
    int64_t size;
    if (!handle || !take_options(given, &options))
        return NULL;
    if (scree_world_picture(handle, &options, &data, &size, &error))
        return raise_error(&error);
    return bytes_of(data, size);
}

PyObject *world_vtk_method(PyObject *object, PyObject *kind)
{
    scree_world *handle = world_handle((world_object *)object);
    scree_error error;
    void *data;
    int64_t size;
    const long what = handle ? PyLong_AsLong(kind) : -1;
    if (!handle || (what == -1 && PyErr_Occurred()))
        return NULL;
    if (scree_world_vtk(handle, (scree_vtk)what, &data, &size, &error))
        return raise_error(&error);
    return bytes_of(data, size);
}

static const scree_world *world_of(PyObject *given)
{
    if (PyObject_TypeCheck(given, python_module.world_type))
        return world_handle((world_object *)given);
    PyErr_SetString(PyExc_TypeError, "a frame is drawn with the World that it was taken of");
    return NULL;
}

PyObject *frame_picture_method(PyObject *object, PyObject *arguments)
{
    const frame_object *self = frame_made(object);
    PyObject *world;
    PyObject *given;
    scree_picture_options options;
    scree_error error;
    void *data;
    int64_t size;
    if (!self || !PyArg_ParseTuple(arguments, "OO:_draw", &world, &given))
        return NULL;
    const scree_world *handle = world_of(world);
    if (!handle || !take_options(given, &options))
        return NULL;
    if (scree_frame_picture(self->handle, handle, &options, &data, &size, &error))
        return raise_error(&error);
    return bytes_of(data, size);
}

PyObject *frame_vtk_method(PyObject *object, PyObject *arguments)
{
    const frame_object *self = frame_made(object);
    PyObject *world;
    int what;
    scree_error error;
    void *data;
    int64_t size;
    if (!self || !PyArg_ParseTuple(arguments, "Oi:_vtk", &world, &what))
        return NULL;
    const scree_world *handle = world_of(world);
    if (!handle)
        return NULL;
    if (scree_frame_vtk(self->handle, handle, (scree_vtk)what, &data, &size, &error))
        return raise_error(&error);
    return bytes_of(data, size);
}

PyObject *folder_picture(PyObject *self, PyObject *arguments)
{
    PyObject *folder = NULL;
    PyObject *given;
    const char *at;
    scree_picture_options options;
    scree_error error;
    void *data;
    int64_t size;
    (void)self;
    if (!PyArg_ParseTuple(arguments, "O&zO:folder_picture", PyUnicode_FSConverter, &folder, &at,
                          &given))
        return NULL;
    if (!take_options(given, &options)) {
        Py_DECREF(folder);
        return NULL;
    }
    const scree_status status =
        scree_folder_picture(PyBytes_AsString(folder), at, &options, &data, &size, &error);
    Py_DECREF(folder);
    return status ? raise_error(&error) : bytes_of(data, size);
}
