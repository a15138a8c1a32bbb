// share.c - frames that a world shares while another thread takes its steps: World.share and World.shared_frame.
//
// Each frame of Python has a reader of its own, which takes one frame and keeps it: so arrays of it show what they showed for as long as
// they live, and nothing is copied.
#include "module.h"

PyObject *world_share_method(PyObject *object, PyObject *arguments)
{
    world_object *self = (world_object *)object;
    scree_world *handle = world_handle(self);
    int pace;
    double every;
    scree_error error;
    if (!handle || !PyArg_ParseTuple(arguments, "id:_share", &pace, &every))
        return NULL;
    if (!self->share)
        self->share = scree_share_create();
    if (!self->share)
        return PyErr_NoMemory();
    const scree_status status =
        pace < 0 ? scree_world_share(handle, NULL, SCREE_BY_CALL, 0, &error)
                 : scree_world_share(handle, self->share, (scree_pace)pace, every, &error);
    if (!status && pace < 0) { // frames that are held have it for as long as they live
        scree_share_destroy(self->share);
        self->share = NULL;
    }
    return status ? raise_error(&error) : Py_NewRef(Py_None);
}

PyObject *world_glances_method(PyObject *object, PyObject *truth)
{
    world_object *self = (world_object *)object;
    const int glance = PyObject_IsTrue(truth);
    if (glance < 0 || !world_handle(self))
        return NULL;
    if (!self->share)
        self->share = scree_share_create();
    if (!self->share)
        return PyErr_NoMemory();
    scree_share_glance(self->share, glance);
    Py_RETURN_NONE;
}

// Uses nothing of the world that steps change.
PyObject *world_shared_method(PyObject *object, PyObject *frame_class)
{
    const world_object *self = (world_object *)object;
    scree_reader *reader = self->share ? scree_reader_create(self->share) : NULL;
    if (!self->share)
        return Py_NewRef(Py_None);
    if (!reader)
        return PyErr_NoMemory();
    const scree_frame *newest = scree_reader_take(reader);
    PyObject *made =
        newest ? PyObject_CallMethod(frame_class, "__new__", "O", frame_class) : Py_NewRef(Py_None);
    if (!newest || !made) {
        scree_reader_destroy(reader);
        return made;
    }
    frame_object *frame = (frame_object *)made;
    frame->reader = reader;
    frame->handle = (scree_frame *)newest; // never written to, see frame.c
    return made;
}
