// frame.c - scree._core.Frame: what is seen of a world at one instant, a copy that outlives it.
#include "module.h"

frame_object *frame_made(PyObject *object)
{
    frame_object *self = (frame_object *)object;
    if (!self->handle)
        PyErr_SetString(PyExc_RuntimeError, "this frame was never made: call Frame.__init__");
    return self->handle ? self : NULL;
}

static void let_go(frame_object *self)
{
    if (self->reader)
        scree_reader_destroy(self->reader);
    else
        scree_frame_destroy(self->handle);
    self->reader = NULL;
    self->handle = NULL;
}

// One that was shared is nobody's to write to.
static int own_frame(frame_object *self)
{
    if (self->reader)
        let_go(self);
    if (!self->handle)
        self->handle = scree_frame_create();
    if (!self->handle)
        PyErr_NoMemory();
    return self->handle ? 0 : -1;
}

static int take(frame_object *self, PyObject *world, int glance)
{
    scree_error error;
    if (!PyObject_TypeCheck(world, python_module.world_type)) {
        PyErr_SetString(PyExc_TypeError, "a frame is taken of a World");
        return -1;
    }
    scree_world *handle = world_handle((world_object *)world);
    if (!handle || refuse_views(self->views, "frame") || own_frame(self))
        return -1;
    const scree_status status = glance ? scree_frame_glance(self->handle, handle, &error)
                                       : scree_frame_take(self->handle, handle, &error);
    if (status)
        raise_error(&error);
    return status ? -1 : 0;
}

static int frame_init(PyObject *object, PyObject *arguments, PyObject *named)
{
    frame_object *self = (frame_object *)object;
    static char *words[] = {"world", "glance", NULL};
    PyObject *world;
    int glance = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "O|p:Frame", words, &world, &glance))
        return -1;
    return own_frame(self) ? -1 : take(self, world, glance);
}

static void frame_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    let_go((frame_object *)object);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *frame_take(PyObject *object, PyObject *world)
{
    frame_object *self = frame_made(object);
    if (!self || take(self, world, 0))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *frame_glance(PyObject *object, PyObject *world)
{
    frame_object *self = frame_made(object);
    if (!self || take(self, world, 1))
        return NULL;
    Py_RETURN_NONE;
}

static frame_object *view_of(PyObject *object, PyObject *arguments, scree_view *view)
{
    frame_object *self = frame_made(object);
    int table;
    const char *name;
    scree_error error;
    if (!self || !PyArg_ParseTuple(arguments, "is", &table, &name))
        return NULL;
    if (!scree_frame_column(self->handle, (scree_table)table, name, view, &error))
        return self;
    raise_error(&error);
    return NULL;
}

static PyObject *frame_column(PyObject *object, PyObject *arguments)
{
    scree_view view;
    frame_object *self = view_of(object, arguments, &view);
    return self ? column_look(object, &self->views, &view) : NULL;
}

static PyObject *frame_describe(PyObject *object, PyObject *arguments)
{
    scree_view view;
    return view_of(object, arguments, &view) ? column_describe(&view) : NULL;
}

static PyObject *frame_rows(PyObject *object, PyObject *arguments)
{
    scree_view view;
    return view_of(object, arguments, &view) ? PyLong_FromLongLong(view.rows) : NULL;
}

static PyObject *frame_time(PyObject *object, void *unused)
{
    (void)unused;
    frame_object *self = frame_made(object);
    return self ? PyFloat_FromDouble(scree_frame_time(self->handle)) : NULL;
}

static PyObject *frame_steps(PyObject *object, void *unused)
{
    (void)unused;
    frame_object *self = frame_made(object);
    return self ? PyLong_FromLongLong(scree_frame_steps(self->handle)) : NULL;
}

static PyMethodDef methods[] = {
    {"take", frame_take, METH_O,
     "take($self, world, /)\n--\n\nFills the frame anew. BufferError while arrays of it are held."},
    {"glance", frame_glance, METH_O,
     "glance($self, world, /)\n--\n\nFills the frame with a short look. BufferError while arrays "
     "of it are held."},
    {"_column_of", frame_column, METH_VARARGS,
     "_column_of($self, table, name, /)\n--\n\nA column of a table as an array that can be read, "
     "without a "
     "copy."},
    {"_describe", frame_describe, METH_VARARGS,
     "_describe($self, table, name, /)\n--\n\n(type, width, unit, what it is) of a column."},
    {"_draw", frame_picture_method, METH_VARARGS,
     "_draw($self, world, options, /)\n--\n\nFor Frame.picture, with options as those of "
     "World._draw."},
    {"_vtk", frame_vtk_method, METH_VARARGS,
     "_vtk($self, world, kind, /)\n--\n\nFor Frame.vtk: a .vtp file."},
    {"_rows", frame_rows, METH_VARARGS,
     "_rows($self, table, name, /)\n--\n\nHow many rows a column has."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef properties[] = {
    {"time", frame_time, NULL, "Time of the world when it was taken, s.", NULL},
    {"steps", frame_steps, NULL, "Steps of the world when it was taken.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "What is seen of a world at one instant."},
                              {Py_tp_init, frame_init},
                              {Py_tp_dealloc, frame_free},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {0, NULL}};
static PyType_Spec spec = {"scree._core.Frame", sizeof(frame_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int frame_add_type(PyObject *into)
{
    return module_add_type(into, &spec, &python_module.frame_type);
}
