// probe.c - scree._core.Probe: a probe of the case of a world, as numbers in memory. It keeps its world.
#include "module.h"

#include <scree/measure.h>

#include <stdlib.h>

typedef struct probe_object {
    PyObject_HEAD world_object *world;
    scree_probe *handle; // NULL until __init__
    long views;
} probe_object;

static int probe_init(PyObject *object, PyObject *arguments, PyObject *named)
{
    probe_object *self = (probe_object *)object;
    static char *words[] = {"world", "name", NULL};
    PyObject *world;
    const char *name;
    scree_error error;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "O!s:Probe", words, python_module.world_type,
                                     &world, &name))
        return -1;
    scree_world *handle = world_handle((world_object *)world);
    if (!handle)
        return -1;
    if (self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "a probe is made once; make another one");
        return -1;
    }
    if (scree_probe_create(handle, name, &self->handle, &error)) {
        raise_error(&error);
        return -1;
    }
    self->world = (world_object *)Py_NewRef(world);
    return 0;
}

void world_end_orphans(world_object *world)
{
    for (int i = 0; i < world->orphans; i++)
        scree_probe_destroy(world->orphan[i]);
    free(world->orphan);
    world->orphan = NULL;
    world->orphans = 0;
}

// A world in the middle of steps knows its probes; one that nobody has any more goes when they are done. Where there is no
// memory to note it, it stays as long as the process.
static void leave_probe(world_object *world, scree_probe *handle)
{
    scree_probe **longer =
        realloc(world->orphan, ((size_t)world->orphans + 1) * sizeof(scree_probe *));
    if (!longer)
        return;
    world->orphan = longer;
    world->orphan[world->orphans] = handle;
    world->orphans += 1;
}

static void probe_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    probe_object *self = (probe_object *)object;
    if (self->handle && self->world->use != WORLD_FREE)
        leave_probe(self->world, self->handle);
    else
        scree_probe_destroy(self->handle);
    Py_XDECREF((PyObject *)self->world);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

// The handle, where world and table may change; NULL with an exception.
static scree_probe *probe_handle(PyObject *object)
{
    probe_object *self = (probe_object *)object;
    if (!self->handle)
        PyErr_SetString(PyExc_RuntimeError, "this probe was never made: call World.probe");
    else if (world_handle(self->world) && !refuse_views(self->views, "probe"))
        return self->handle;
    return NULL;
}

static PyObject *probe_sample(PyObject *object, PyObject *unused)
{
    (void)unused;
    scree_probe *handle = probe_handle(object);
    scree_error error;
    if (!handle)
        return NULL;
    const scree_status status = scree_probe_sample(handle, &error);
    if (PyErr_Occurred()) // of a function that gives a number
        return NULL;
    if (status)
        return raise_error(&error);
    Py_RETURN_NONE;
}

static PyObject *probe_finish(PyObject *object, PyObject *unused)
{
    (void)unused;
    scree_probe *handle = probe_handle(object);
    scree_error error;
    if (!handle)
        return NULL;
    if (scree_probe_finish(handle, &error))
        return raise_error(&error);
    Py_RETURN_NONE;
}

// (name, unit, array) of the column of an index; None beyond the last.
static PyObject *probe_column(PyObject *object, PyObject *number)
{
    probe_object *self = (probe_object *)object;
    scree_view view;
    const long index = PyLong_AsLong(number);
    if (index == -1 && PyErr_Occurred())
        return NULL;
    if (index < 0 || index > 100000 || !self->handle ||
        !scree_probe_column(self->handle, (int)index, &view))
        Py_RETURN_NONE;
    PyObject *seen = column_look(object, &self->views, &view);
    return seen ? Py_BuildValue("ssN", view.name, view.unit, seen) : NULL;
}

static PyMethodDef methods[] = {
    {"sample", probe_sample, METH_NOARGS,
     "sample($self, /)\n--\n\nLooks at the world as it is now: one more row, or one more look for "
     "means. Costs a "
     "frame and what the probe does with it."},
    {"finish", probe_finish, METH_NOARGS,
     "finish($self, /)\n--\n\nMakes the means of a probe that averages, from all its samples so "
     "far."},
    {"_column_at", probe_column, METH_O,
     "_column_at($self, index, /)\n--\n\n(name, unit, array) of a column; None beyond the last."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "A probe of the case of a world, as numbers in memory."},
                              {Py_tp_init, probe_init},
                              {Py_tp_dealloc, probe_free},
                              {Py_tp_methods, methods},
                              {0, NULL}};
static PyType_Spec spec = {"scree._core.Probe", sizeof(probe_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int probe_add_type(PyObject *into)
{
    return module_add_type(into, &spec, &python_module.probe_type);
}
