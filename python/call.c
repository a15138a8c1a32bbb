// call.c - functions of Python that a world calls while it takes steps: at times, at conditions, for the motion of walls, for what there
// is to tell. World.at, World.when, World.cancel, World.log, Wall.drive.
//
// The world's instance in Python keeps the functions, so that the collector of cycles sees them; here they are borrowed. What one raises
// waits until the steps have ended, and comes out of them whole.
#include "module.h"

#include <scree/event.h>

#include <stdlib.h>
#include <string.h>

struct world_call {
    struct world_call *next;
    world_object *world;
    PyObject *function; // borrowed
    int64_t id;         // of the library; 0: a drive, or the log
    int once, busy, over;
    char wall[]; // that it drives; "": none
};

// ---- in and out of Python

typedef struct visit {
    world_use before;
    PyObject *type, *value, *trace; // of an exception that was set already
} visit;

static visit enter(world_object *self, world_use use)
{
    visit visit = {.before = self->use};
    if (visit.before == WORLD_STEPS)
        PyEval_RestoreThread(self->waiting);
    PyErr_Fetch(&visit.type, &visit.value, &visit.trace);
    self->use = use;
    return visit;
}

// Takes the exception that is set. One that waits already becomes the context of the new one, as of one raised while the first was handled.
static void keep_raised(world_object *self)
{
    PyObject *type;
    PyObject *value;
    PyObject *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (value && trace)
        PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    if (!value)
        return;
    if (self->raised && self->raised != value)
        PyException_SetContext(value, self->raised); // takes it
    else
        Py_XDECREF(self->raised);
    self->raised = value;
}

static void leave(world_object *self, const visit *visit)
{
    if (PyErr_Occurred())
        keep_raised(self);
    self->use = visit->before;
    PyErr_Restore(visit->type, visit->value, visit->trace);
    if (visit->before == WORLD_STEPS)
        self->waiting = PyEval_SaveThread();
}

void world_raise_kept(world_object *self)
{
    if (!self->raised)
        return;
    if (PyErr_Occurred())
        keep_raised(self);
    PyObject *raised = self->raised;
    self->raised = NULL;
    PyErr_SetObject((PyObject *)Py_TYPE(raised), raised);
    Py_DECREF(raised);
}

// ---- the list

static void forget(struct world_call *call)
{
    struct world_call **link = &call->world->call;
    while (*link != call)
        link = &(*link)->next;
    *link = call->next;
    free(call);
}

void world_free_calls(world_object *self)
{
    while (self->call)
        forget(self->call);
    Py_CLEAR(self->raised);
}

static struct world_call *remember(world_object *self, PyObject *function, const char *wall)
{
    const size_t size = strlen(wall) + 1;
    struct world_call *call = calloc(1, sizeof *call + size);
    if (!call) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(call->wall, wall, size);
    call->world = self;
    call->function = function;
    call->next = self->call;
    self->call = call;
    return call;
}

// Of those but `made` the one that drives this wall; with "" the log. NULL: there is none.
static struct world_call *find_lasting(world_object *self, const char *wall,
                                       const struct world_call *made)
{
    for (struct world_call *call = self->call; call; call = call->next) {
        if (call != made && call->id == 0 && !strcmp(call->wall, wall))
            return call;
    }
    return NULL;
}

// ---- calls

static int come(void *context, scree_world *handle)
{
    struct world_call *call = context;
    world_object *self = call->world;
    (void)handle;
    const visit visit = enter(self, WORLD_CALLED);
    call->busy = 1;
    PyObject *answer = PyObject_CallFunctionObjArgs(call->function, (PyObject *)self, NULL);
    int stops = answer ? PyObject_IsTrue(answer) : 1;
    Py_XDECREF(answer);
    stops |= self->raised != NULL; // of the log, which cannot end steps
    leave(self, &visit);
    call->busy = 0;
    if (call->once || call->over)
        forget(call);
    return stops != 0;
}

static PyObject *number_of_call(struct world_call *call, scree_status status,
                                const scree_error *error)
{
    if (!status)
        return PyLong_FromLongLong(call->id);
    forget(call);
    if (PyErr_Occurred()) // of a function that gives a number to the condition
        return NULL;
    return raise_error(error);
}

PyObject *world_at_method(PyObject *object, PyObject *arguments)
{
    world_object *self = (world_object *)object;
    scree_world *handle = world_handle(self);
    double time;
    double every;
    PyObject *function;
    scree_error error;
    if (!handle || !PyArg_ParseTuple(arguments, "ddO:_at", &time, &every, &function))
        return NULL;
    struct world_call *call = remember(self, function, "");
    if (!call)
        return NULL;
    call->once = !(every > 0);
    const scree_event event = {come, call};
    return number_of_call(call, scree_world_at(handle, time, every, event, &call->id, &error),
                          &error);
}

PyObject *world_when_method(PyObject *object, PyObject *arguments)
{
    world_object *self = (world_object *)object;
    scree_world *handle = world_handle(self);
    const char *condition;
    double every;
    PyObject *function;
    scree_error error;
    if (!handle || !PyArg_ParseTuple(arguments, "sdO:_when", &condition, &every, &function))
        return NULL;
    struct world_call *call = remember(self, function, "");
    if (!call)
        return NULL;
    call->once = 1;
    const scree_event event = {come, call};
    return number_of_call(
        call, scree_world_when(handle, condition, every, event, &call->id, &error), &error);
}

PyObject *world_cancel_method(PyObject *object, PyObject *number)
{
    world_object *self = (world_object *)object;
    scree_world *handle = world_handle(self);
    scree_error error;
    const long long id = handle ? PyLong_AsLongLong(number) : -1;
    if (!handle || (id == -1 && PyErr_Occurred()))
        return NULL;
    if (scree_world_cancel(handle, id, &error))
        return raise_error(&error);
    struct world_call *call = self->call;
    while (call && call->id != id)
        call = call->next;
    if (call && call->busy)
        call->over = 1;
    else if (call)
        forget(call);
    Py_RETURN_NONE;
}

// ---- drives

// The answer is ((velocity), (spin)), three numbers each.
static int ask_drive(const struct world_call *call, double velocity[3], double spin[3])
{
    PyObject *answer = PyObject_CallFunctionObjArgs(call->function, (PyObject *)call->world, NULL);
    const int good = answer && PyArg_ParseTuple(answer, "(ddd)(ddd)", &velocity[0], &velocity[1],
                                                &velocity[2], &spin[0], &spin[1], &spin[2]);
    Py_XDECREF(answer);
    return good ? 0 : -1;
}

static int drive(void *context, const scree_world *handle, double velocity[3], double spin[3])
{
    const struct world_call *call = context;
    world_object *self = call->world;
    (void)handle;
    const visit visit = enter(self, WORLD_WATCHED);
    const int failed = ask_drive(call, velocity, spin) || self->raised;
    leave(self, &visit);
    return failed;
}

PyObject *world_drive_method(PyObject *object, PyObject *arguments)
{
    world_object *self = (world_object *)object;
    scree_world *handle = world_handle(self);
    const char *wall;
    PyObject *function;
    scree_error error;
    if (!handle || !PyArg_ParseTuple(arguments, "sO:_drive", &wall, &function))
        return NULL;
    const int drives = function != Py_None;
    struct world_call *call = drives ? remember(self, function, wall) : NULL;
    if (drives && !call)
        return NULL;
    const scree_status status =
        scree_world_drive(handle, wall, drives ? drive : NULL, call, &error);
    struct world_call *gone = status ? call : find_lasting(self, wall, call);
    if (gone)
        forget(gone);
    return status ? raise_error(&error) : Py_NewRef(Py_None);
}

// ---- the log

static void tell(void *context, const scree_world *handle, const scree_error *note)
{
    const struct world_call *call = context;
    world_object *self = call->world;
    (void)handle;
    const visit visit = enter(self, WORLD_WATCHED);
    PyObject *told = PyObject_CallFunction(call->function, "NNN", text_object(note->where),
                                           text_object(note->what), text_object(note->hint));
    Py_XDECREF(told);
    leave(self, &visit);
}

PyObject *world_log_method(PyObject *object, PyObject *function)
{
    world_object *self = (world_object *)object;
    scree_world *handle = world_handle(self);
    scree_error error;
    if (!handle)
        return NULL;
    const int tells = function != Py_None;
    struct world_call *call = tells ? remember(self, function, "") : NULL;
    if (tells && !call)
        return NULL;
    const scree_status status = scree_world_log(handle, tells ? tell : NULL, call, &error);
    struct world_call *gone = status ? call : find_lasting(self, "", call);
    if (gone)
        forget(gone);
    if (status)
        return raise_error(&error);
    world_raise_kept(self); // of a function that was called at once
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}
