// steps.c - steps of a world without the interpreter lock: other threads of Python run meanwhile, and Ctrl-C ends them.
//
// The library asks every few milliseconds whether to stop; Python is asked at most every 20 ms, since a thread that
// computes in Python keeps the lock for 5 ms at a time. Also here: threads of OpenMP do not live on in a child of fork,
// where a step of several threads would wait for ever; that is refused instead.
#include "module.h"

#include <time.h>
#include <unistd.h>

static const double between_questions = 0.02; // s

// The process that used several threads first; 0: none did.
static pid_t threads_of;

int threads_are_lost(void)
{
    return threads_of != 0 && threads_of != getpid();
}

void threads_note_use(int threads)
{
    if (threads != 1 && threads_of == 0)
        threads_of = getpid();
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int watch_says_stop(world_object *self)
{
    if (!self->watch)
        return 0;
    PyObject *answer = PyObject_CallFunctionObjArgs(self->watch, (PyObject *)self, NULL);
    const int stops = answer ? PyObject_IsTrue(answer) : 1;
    Py_XDECREF(answer);
    return stops != 0;
}

// With the interpreter lock. 1: stop; an exception that is set is that of a signal or of the watch. Signals that wait need not do
// so here, between two steps.
static int python_says_stop(world_object *self)
{
    if (self->raised || PyErr_CheckSignals())
        return 1;
    if (!self->held || !(self->watch || signals_came()))
        return watch_says_stop(self);
    held_signals *held = self->held;
    self->held = NULL;
    if (signals_let(held) || watch_says_stop(self))
        return 1;
    self->held = signals_hold();
    return PyErr_Occurred() != NULL;
}

static int ask(void *context, const scree_world *handle)
{
    (void)handle;
    world_object *self = context;
    const double now = seconds_now();
    if (now - self->asked < between_questions)
        return 0;
    PyEval_RestoreThread(self->waiting);
    self->use = WORLD_WATCHED;
    const int stops = python_says_stop(self);
    self->use = WORLD_STEPS;
    self->waiting = PyEval_SaveThread();
    self->asked = seconds_now();
    return stops;
}

typedef struct step_order {
    int until; // 1: to `time`; 0: `steps`
    long long steps;
    double time;
    PyObject *watch;
} step_order;

static scree_status carry_out(world_object *self, const step_order *order, scree_error *error)
{
    scree_status status;
    self->use = WORLD_STEPS;
    self->stepper = PyThread_get_thread_ident();
    self->watch = order->watch == Py_None ? NULL : order->watch;
    self->asked = seconds_now();
    scree_world_watch(self->handle, ask, self);
    self->waiting = PyEval_SaveThread();
    status = order->until ? scree_world_step_until(self->handle, order->time, error)
                          : scree_world_step(self->handle, order->steps, error);
    PyEval_RestoreThread(self->waiting);
    scree_world_watch(self->handle, NULL, NULL);
    self->watch = NULL;
    self->use = WORLD_FREE;
    self->stopped = status == SCREE_STOPPED;
    world_raise_kept(self);
    world_end_orphans(self);
    held_signals *held = self->held; // handlers may look at the world, and use it
    self->held = NULL;
    signals_let(held);
    return status;
}

// The number of steps that were taken.
static PyObject *take_steps(world_object *self, const step_order *order)
{
    scree_error error;
    if (!world_handle(self))
        return NULL;
    if (self->use == WORLD_CALLED) {
        PyErr_SetString(PyExc_RuntimeError,
                        "a call between two steps takes none itself: return from it first");
        return NULL;
    }
    if (order->watch != Py_None && !PyCallable_Check(order->watch)) {
        PyErr_SetString(PyExc_TypeError,
                        "watch is a function of the world that says whether to stop");
        return NULL;
    }
    if (self->threads != 1 && threads_are_lost()) {
        PyErr_SetString(PyExc_RuntimeError,
                        "threads do not live on in a child of fork: this world has several; make "
                        "worlds with threads=1, "
                        "or start processes with multiprocessing.get_context('spawn')");
        return NULL;
    }
    threads_note_use(self->threads);
    const int64_t before = scree_world_steps(self->handle);
    self->held = self->asks_python ? signals_hold() : NULL;
    if (PyErr_Occurred())
        return NULL;
    scree_status status = carry_out(self, order, &error);
    if (PyErr_Occurred())
        return NULL;
    if (status && status != SCREE_STOPPED)
        return raise_error(&error);
    return PyLong_FromLongLong(scree_world_steps(self->handle) - before);
}

PyObject *world_step_method(PyObject *self, PyObject *arguments, PyObject *named)
{
    static char *words[] = {"steps", "watch", NULL};
    step_order order = {.steps = 1, .watch = Py_None};
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|LO:step", words, &order.steps,
                                     &order.watch))
        return NULL;
    return take_steps((world_object *)self, &order);
}

PyObject *world_step_until_method(PyObject *self, PyObject *arguments, PyObject *named)
{
    static char *words[] = {"time", "watch", NULL};
    step_order order = {.until = 1, .watch = Py_None};
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "d|O:step_until", words, &order.time,
                                     &order.watch))
        return NULL;
    return take_steps((world_object *)self, &order);
}
