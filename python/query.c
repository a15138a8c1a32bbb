// query.c - scree._core.Query: questions about space to a world. It keeps its world.
#include "module.h"

#include <scree/query.h>

#include <stdlib.h>

typedef struct query_object {
    PyObject_HEAD world_object *world;
    scree_query *handle; // NULL until __init__
} query_object;

static int query_init(PyObject *object, PyObject *arguments, PyObject *named)
{
    query_object *self = (query_object *)object;
    static char *words[] = {"world", NULL};
    PyObject *world;
    scree_error error;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "O!:Query", words, python_module.world_type,
                                     &world))
        return -1;
    scree_world *handle = world_handle((world_object *)world);
    if (!handle)
        return -1;
    if (self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "a query is made once; call renew");
        return -1;
    }
    if (scree_query_create(handle, &self->handle, &error)) {
        raise_error(&error);
        return -1;
    }
    self->world = (world_object *)Py_NewRef(world);
    return 0;
}

static void query_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    query_object *self = (query_object *)object;
    scree_query_destroy(self->handle);
    Py_XDECREF((PyObject *)self->world);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

// The handle, while nobody takes steps; NULL with an exception.
static scree_query *query_handle(PyObject *object)
{
    query_object *self = (query_object *)object;
    if (!self->handle)
        PyErr_SetString(PyExc_RuntimeError, "this query was never made: call World.query");
    else if (world_handle(self->world))
        return self->handle;
    return NULL;
}

static PyObject *query_renew(PyObject *object, PyObject *unused)
{
    (void)unused;
    scree_query *handle = query_handle(object);
    scree_error error;
    if (!handle)
        return NULL;
    if (scree_query_renew(handle, &error))
        return raise_error(&error);
    Py_RETURN_NONE;
}

// ---- ids

typedef struct asked_room {
    double low[3], high[3]; // a box, or a ball's centre and
    double radius;          // its radius; below 0: a box
    int is_ball;
} asked_room;

static scree_status ask_room(const scree_query *query, const asked_room *room, scree_ids *ids,
                             scree_error *error)
{
    if (room->is_ball)
        return scree_query_ball(query, room->low, room->radius, ids, error);
    return scree_query_box(query, room->low, room->high, ids, error);
}

// The ids as 64-bit integers, one after the other: asked how many there are, then for them.
static PyObject *ids_in(scree_query *query, const asked_room *room)
{
    scree_error error;
    scree_ids ids = {NULL, 0, 0};
    if (ask_room(query, room, &ids, &error))
        return raise_error(&error);
    ids.id = malloc(((size_t)ids.count + 1) * sizeof *ids.id);
    ids.room = ids.count;
    if (!ids.id)
        return PyErr_NoMemory();
    PyObject *made = NULL;
    if (ask_room(query, room, &ids, &error))
        raise_error(&error);
    else
        made = PyBytes_FromStringAndSize((const char *)ids.id,
                                         (Py_ssize_t)ids.count * (Py_ssize_t)sizeof *ids.id);
    free(ids.id);
    return made;
}

static PyObject *query_box(PyObject *object, PyObject *arguments)
{
    asked_room room = {.is_ball = 0};
    double *low = room.low;
    double *high = room.high;
    if (!PyArg_ParseTuple(arguments, "(ddd)(ddd):_box", &low[0], &low[1], &low[2], &high[0],
                          &high[1], &high[2]))
        return NULL;
    scree_query *handle = query_handle(object);
    return handle ? ids_in(handle, &room) : NULL;
}

static PyObject *query_ball(PyObject *object, PyObject *arguments)
{
    asked_room room = {.is_ball = 1};
    double *centre = room.low;
    if (!PyArg_ParseTuple(arguments, "(ddd)d:_ball", &centre[0], &centre[1], &centre[2],
                          &room.radius))
        return NULL;
    scree_query *handle = query_handle(object);
    return handle ? ids_in(handle, &room) : NULL;
}

// ---- hits

// (id, number of the wall or -1, distance, place, normal); None: there is nothing.
static PyObject *hit_object(const scree_hit *hit)
{
    const double *place = hit->place;
    const double *normal = hit->normal;
    if (hit->kind == SCREE_HIT_NOTHING)
        Py_RETURN_NONE;
    return Py_BuildValue("Lid(ddd)(ddd)", (long long)hit->id, hit->wall, hit->distance, place[0],
                         place[1], place[2], normal[0], normal[1], normal[2]);
}

static PyObject *query_ray(PyObject *object, PyObject *arguments)
{
    double from[3];
    double along[3];
    double length;
    scree_error error;
    scree_hit hit;
    if (!PyArg_ParseTuple(arguments, "(ddd)(ddd)d:_ray", &from[0], &from[1], &from[2], &along[0],
                          &along[1], &along[2], &length))
        return NULL;
    scree_query *handle = query_handle(object);
    if (!handle)
        return NULL;
    if (scree_query_ray(handle, from, along, length, &hit, &error))
        return raise_error(&error);
    return hit_object(&hit);
}

static PyObject *query_nearest(PyObject *object, PyObject *arguments)
{
    double point[3];
    double most;
    scree_error error;
    scree_hit hit;
    if (!PyArg_ParseTuple(arguments, "(ddd)d:_nearest", &point[0], &point[1], &point[2], &most))
        return NULL;
    scree_query *handle = query_handle(object);
    if (!handle)
        return NULL;
    if (scree_query_nearest(handle, point, most, &hit, &error))
        return raise_error(&error);
    return hit_object(&hit);
}

// ---- contacts

static PyObject *touch_object(const scree_touch *touch)
{
    const double *place = touch->place;
    const double *normal = touch->normal;
    const double *force = touch->force;
    return Py_BuildValue("Li(ddd)(ddd)d(ddd)", (long long)touch->partner, touch->wall, place[0],
                         place[1], place[2], normal[0], normal[1], normal[2], touch->overlap,
                         force[0], force[1], force[2]);
}

static PyObject *touches_object(const scree_touches *touches)
{
    PyObject *list = PyList_New(0);
    for (int64_t i = 0; list && i < touches->count; i++) {
        PyObject *one = touch_object(&touches->touch[i]);
        if (!one || PyList_Append(list, one))
            Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *query_contacts(PyObject *object, PyObject *number)
{
    scree_error error;
    scree_touches touches = {NULL, 0, 0};
    const long long id = PyLong_AsLongLong(number);
    if (id == -1 && PyErr_Occurred())
        return NULL;
    scree_query *handle = query_handle(object);
    if (!handle)
        return NULL;
    if (scree_query_contacts(handle, id, &touches, &error))
        return raise_error(&error);
    touches.touch = malloc(((size_t)touches.count + 1) * sizeof *touches.touch);
    touches.room = touches.count;
    if (!touches.touch)
        return PyErr_NoMemory();
    PyObject *made = NULL;
    if (scree_query_contacts(handle, id, &touches, &error))
        raise_error(&error);
    else
        made = touches_object(&touches);
    free(touches.touch);
    return made;
}

static PyMethodDef methods[] = {
    {"renew", query_renew, METH_NOARGS,
     "renew($self, /)\n--\n\nLooks at the world again, once it has gone on."},
    {"_box", query_box, METH_VARARGS, "_box($self, low, high, /)\n--\n\nIds as bytes."},
    {"_ball", query_ball, METH_VARARGS, "_ball($self, centre, radius, /)\n--\n\nIds as bytes."},
    {"_ray", query_ray, METH_VARARGS,
     "_ray($self, start, direction, length, /)\n--\n\nWhat a Hit is made of, or None."},
    {"_nearest", query_nearest, METH_VARARGS,
     "_nearest($self, point, most, /)\n--\n\nWhat a Hit is made of, or None."},
    {"_contacts", query_contacts, METH_O,
     "_contacts($self, id, /)\n--\n\nWhat Touches are made of."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "Questions about space to a world."},
                              {Py_tp_init, query_init},
                              {Py_tp_dealloc, query_free},
                              {Py_tp_methods, methods},
                              {0, NULL}};
static PyType_Spec spec = {"scree._core.Query", sizeof(query_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int query_add_type(PyObject *into)
{
    return module_add_type(into, &spec, &python_module.query_type);
}
