// column.c - columns as arrays without copies: an object that lends the memory of a world or a frame by the buffer protocol.
//
// numpy.asarray of an object that refuses its buffer makes an array of one object and raises nothing. So nobody gets such
// an object: column_look gives the array itself, and what refuses later is the world that is to change.
#include "module.h"

#include <string.h>

typedef struct column_object {
    PyObject_HEAD PyObject *owner;
    long *views; // of the owner
    scree_view view;
    Py_ssize_t shape[2], strides[2];
} column_object;

static Py_ssize_t item_size(scree_type type)
{
    return type == SCREE_INT32 ? 4 : 8;
}

static char *item_format(scree_type type)
{
    switch (type) {
    case SCREE_FLOAT64:
        return "d";
    case SCREE_INT32:
        return "i";
    case SCREE_INT64:
        break;
    }
    return "q";
}

static int column_lend(PyObject *object, Py_buffer *out, int flags)
{
    static double nothing; // where a column without rows begins
    column_object *self = (column_object *)object;
    const scree_view *view = &self->view;
    const Py_ssize_t item = item_size(view->type);
    const int plain = view->width == 1 && view->stride == item;
    out->obj = NULL;
    if (flags & PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError,
                        "columns can be read only; World.write gives grains another velocity");
        return -1;
    }
    if (!plain && (flags & PyBUF_STRIDES) != PyBUF_STRIDES) {
        PyErr_SetString(PyExc_BufferError, "columns have strides, which this reader does not take");
        return -1;
    }
    self->shape[0] = (Py_ssize_t)view->rows;
    self->shape[1] = view->width;
    self->strides[0] = (Py_ssize_t)view->stride;
    self->strides[1] = item;
    memset(out, 0, sizeof *out);
    out->buf = view->rows > 0 ? (void *)view->data : &nothing;
    out->obj = Py_NewRef(object);
    out->len = (Py_ssize_t)view->rows * view->width * item;
    out->itemsize = item;
    out->readonly = 1;
    out->ndim = view->width > 1 ? 2 : 1;
    out->format = flags & PyBUF_FORMAT ? item_format(view->type) : NULL;
    out->shape = self->shape;
    out->strides = self->strides;
    *self->views += 1;
    return 0;
}

static void column_return(PyObject *object, Py_buffer *lent)
{
    (void)lent;
    *((column_object *)object)->views -= 1;
}

static void column_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(((column_object *)object)->owner);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {{Py_tp_doc, "Lends a column."},
                              {Py_tp_dealloc, column_free},
                              {Py_bf_getbuffer, column_lend},
                              {Py_bf_releasebuffer, column_return},
                              {0, NULL}};
static PyType_Spec spec = {"scree._core.Column", sizeof(column_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

int column_make_type(void)
{
    python_module.column_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return python_module.column_type ? 0 : -1;
}

PyObject *column_look(PyObject *owner, long *views, const scree_view *view)
{
    PyTypeObject *type = python_module.column_type;
    PyObject *lender = ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (!lender)
        return NULL;
    column_object *column = (column_object *)lender;
    column->owner = Py_NewRef(owner);
    column->views = views;
    column->view = *view;
    PyObject *seen = python_module.asarray
                         ? PyObject_CallFunctionObjArgs(python_module.asarray, lender, NULL)
                         : PyMemoryView_FromObject(lender);
    Py_DECREF(lender);
    return seen;
}

PyObject *column_describe(const scree_view *view)
{
    static const char *const types[] = {
        [SCREE_FLOAT64] = "float64", [SCREE_INT32] = "int32", [SCREE_INT64] = "int64"};
    return Py_BuildValue("siss", types[view->type], view->width, view->unit, view->doc);
}

int refuse_views(long views, const char *of)
{
    if (views == 0)
        return 0;
    PyErr_Format(
        PyExc_BufferError,
        "%ld arrays still look into the %s; copy them (numpy.array(a)) or delete them first", views,
        of);
    return -1;
}
