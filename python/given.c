// given.c - numbers of Python for probes `given`: World.give. The world's instance in Python keeps the functions, so that the collector of
// cycles sees them; here they are borrowed.
#include "module.h"

#include <scree/measure.h>

#include <stdlib.h>
#include <string.h>

struct world_number {
    struct world_number *next;
    world_object *world;
    PyObject *frame_class, *function; // borrowed
    char probe[];
};

void world_free_numbers(world_object *world)
{
    while (world->number) {
        struct world_number *first = world->number;
        world->number = first->next;
        free(first);
    }
}

// A frame of Python's class with what is seen; a new reference.
static PyObject *frame_of(PyObject *frame_class, const scree_frame *seen)
{
    scree_error error;
    PyObject *made = PyObject_CallMethod(frame_class, "__new__", "O", frame_class);
    if (!made)
        return NULL;
    frame_object *frame = (frame_object *)made;
    frame->handle = scree_frame_create();
    if (frame->handle && !scree_frame_copy(frame->handle, seen, &error))
        return made;
    Py_DECREF(made);
    return PyErr_NoMemory();
}

// With the interpreter lock. 0: *value has the number; else an exception is set.
static int call(const struct world_number *is, const scree_frame *seen, double *value)
{
    PyObject *frame = frame_of(is->frame_class, seen);
    PyObject *answer = NULL;
    if (frame)
        answer = PyObject_CallFunctionObjArgs(is->function, frame, NULL);
    Py_XDECREF(frame);
    if (!answer)
        return -1;
    *value = PyFloat_AsDouble(answer);
    Py_DECREF(answer);
    return PyErr_Occurred() ? -1 : 0;
}

static int ask(void *context, const scree_world *handle, const scree_frame *seen, double *value)
{
    const struct world_number *is = context;
    world_object *self = is->world;
    const world_use before = self->use;
    (void)handle;
    if (before == WORLD_STEPS)
        PyEval_RestoreThread(self->waiting);
    self->use = WORLD_WATCHED;
    const int failed = call(is, seen, value);
    self->use = before;
    if (before == WORLD_STEPS)
        self->waiting = PyEval_SaveThread();
    return failed;
}

PyObject *world_give_method(PyObject *object, PyObject *arguments)
{
    world_object *self = (world_object *)object;
    const char *probe;
    PyObject *frame_class;
    PyObject *function;
    scree_error error;
    scree_world *handle = world_handle(self);
    if (!handle || !PyArg_ParseTuple(arguments, "sOO:_give", &probe, &frame_class, &function))
        return NULL;
    const size_t size = strlen(probe) + 1;
    struct world_number *number = malloc(sizeof *number + size);
    if (!number)
        return PyErr_NoMemory();
    memcpy(number->probe, probe, size);
    number->world = self;
    number->frame_class = frame_class;
    number->function = function;
    const int gives = function != Py_None;
    if (scree_world_give(handle, probe, gives ? ask : NULL, number, &error)) {
        free(number);
        return raise_error(&error);
    }
    struct world_number **link = &self->number; // the one before is not asked any more
    while (*link && strcmp((*link)->probe, probe) != 0)
        link = &(*link)->next;
    struct world_number *old = *link;
    if (old)
        *link = old->next;
    free(old);
    number->next = self->number;
    self->number = number;
    Py_RETURN_NONE;
}
