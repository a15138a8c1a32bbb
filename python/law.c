// law.c - scree._core.Law: a contact law whose function is given by its address. What the function needs is kept for as long as a
// case or a world has the law.
#include "module.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The context of a law holds on to a Python object, and hands its own context to nobody: the function gets that of the caller.
typedef struct law_context {
    scree_law_function *push;
    void *context;
    PyObject *kept;
    PyObject *asks; // of Python, called with addresses of the arrays; NULL: `push` is the function
    char why[160];  // what it raised last
} law_context;

static PyObject *ask_python(PyObject *asks, int64_t count, const double *pair, const double *given,
                            double *kept, double *answer)
{
    PyObject *of[] = {PyLong_FromLongLong(count), PyLong_FromVoidPtr((void *)(uintptr_t)pair),
                      PyLong_FromVoidPtr((void *)(uintptr_t)given), PyLong_FromVoidPtr(kept),
                      PyLong_FromVoidPtr(answer)};
    PyObject *answered = NULL;
    if (of[0] && of[1] && of[2] && of[3] && of[4])
        answered = PyObject_CallFunctionObjArgs(asks, of[0], of[1], of[2], of[3], of[4], NULL);
    for (int i = 0; i < 5; i++)
        Py_XDECREF(of[i]);
    return answered;
}

// ---- the end of the interpreter

// A thread of Python that is still at work when the interpreter ends (a daemon) is ended by Python as soon as it asks for the lock,
// wherever it stands; in the middle of a step of the library that is a crash. It stands still instead.
static atomic_int being_asked;
static atomic_bool ending;
static pthread_t ender;

static void begin_asking(void)
{
    atomic_fetch_add(&being_asked, 1);
    if (!atomic_load(&ending) || pthread_equal(pthread_self(), ender))
        return;
    atomic_fetch_sub(&being_asked, 1);
    for (;;)
        pause();
}

PyObject *end_laws(PyObject *self, PyObject *unused)
{
    enum { TRIES = 200 }; // 2 s: a law that waits for something does not keep the process
    const struct timespec nap = {0, 10000000};
    (void)self;
    (void)unused;
    ender = pthread_self();
    atomic_store(&ending, true);
    for (int i = 0; i < TRIES && atomic_load(&being_asked) > 0; i++) {
        Py_BEGIN_ALLOW_THREADS;
        nanosleep(&nap, NULL);
        Py_END_ALLOW_THREADS;
    }
    Py_RETURN_NONE;
}

// ---- the function

static void note_failed(law_context *is)
{
    note_failure();
    tell_failure(is->why, (int)sizeof is->why);
}

static void why(void *context, char *words, int room)
{
    const law_context *is = context;
    const PyGILState_STATE state = PyGILState_Ensure();
    snprintf(words, (size_t)room, "%s", is->why);
    PyGILState_Release(state);
}

// Whatever stops the function of Python, wherever it strikes, is a failure: an interrupt comes between any two of its lines.
static int push(void *context, int64_t count, const double *pair, const double *given, double *kept,
                double *answer)
{
    const law_context *is = context;
    if (!is->asks)
        return is->push(is->context, count, pair, given, kept, answer);
    begin_asking();
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *answered = ask_python(is->asks, count, pair, given, kept, answer);
    const int failed = !answered;
    if (failed)
        note_failed((law_context *)context);
    Py_XDECREF(answered);
    PyGILState_Release(state);
    atomic_fetch_sub(&being_asked, 1);
    return failed;
}

static void let_go(void *context)
{
    law_context *is = context;
    const PyGILState_STATE state = PyGILState_Ensure();
    Py_XDECREF(is->kept);
    Py_XDECREF(is->asks);
    PyGILState_Release(state);
    free(is);
}

// (name, unit, fallback, low, high, doc)
static int read_parameters(PyObject *list, scree_law_terms *terms,
                           scree_law_parameter parameter[SCREE_LAW_PARAMETERS])
{
    const Py_ssize_t count = PyTuple_Size(list);
    if (count > SCREE_LAW_PARAMETERS) {
        PyErr_Format(PyExc_ValueError, "a law has up to %d parameters", SCREE_LAW_PARAMETERS);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        scree_law_parameter *to = &parameter[i];
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "ssdddz", &to->name, &to->unit,
                              &to->fallback, &to->low, &to->high, &to->doc))
            return -1;
    }
    terms->parameter = parameter;
    terms->parameters = (int)count;
    return 0;
}

static int make_law(law_object *self, scree_law_terms *terms, const law_context *like)
{
    scree_error error;
    law_context *context = malloc(sizeof *context);
    if (!context) {
        PyErr_NoMemory();
        return -1;
    }
    *context = *like;
    terms->push = push;
    terms->context = context;
    terms->release = let_go;
    terms->why = like->asks ? why : NULL;
    if (scree_law_create(terms, &self->handle, &error)) {
        free(context);
        raise_error(&error);
        return -1;
    }
    Py_INCREF(context->kept);
    Py_XINCREF(context->asks);
    self->context = context;
    return 0;
}

static int law_init(PyObject *object, PyObject *arguments, PyObject *named)
{
    static char *words[] = {"name",  "version", "doc",     "parameters", "kept",    "rise",
                            "onset", "yields",  "alone",   "address",    "context", "keep",
                            "asks",  "kind",    "follows", "slides",     NULL};
    law_object *self = (law_object *)object;
    scree_law_terms terms = {0};
    scree_law_parameter parameter[SCREE_LAW_PARAMETERS];
    law_context context = {0};
    PyObject *list;
    int kind;
    int follows;
    unsigned long long address;
    unsigned long long of_caller;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "sizO!iddppKKOOiip:Law", words, &terms.name,
                                     &terms.version, &terms.doc, &PyTuple_Type, &list, &terms.kept,
                                     &terms.rise, &terms.onset, &terms.yields, &terms.alone,
                                     &address, &of_caller, &context.kept, &context.asks, &kind,
                                     &follows, &terms.slides))
        return -1;
    if (self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "a law is made once; make another one");
        return -1;
    }
    terms.kind = (scree_law_kind)kind;
    terms.follows = (scree_law_follows)follows;
    const uintptr_t at = (uintptr_t)address;
    const uintptr_t with = (uintptr_t)of_caller;
    memcpy(&context.push, &at, sizeof context.push);
    memcpy(&context.context, &with, sizeof context.context);
    if (context.asks == Py_None)
        context.asks = NULL;
    if (!at && !context.asks) {
        PyErr_SetString(PyExc_ValueError, "a law has no function at address 0");
        return -1;
    }
    if (read_parameters(list, &terms, parameter))
        return -1;
    return make_law(self, &terms, &context);
}

int law_asks_python(const law_object *law)
{
    return law->context && law->context->asks;
}

// What the function needs may lead to a world with the law. The object stands for cases and worlds that have the law as well: those
// of Python hold on to it.
static int law_traverse(PyObject *object, visitproc visit, void *arg)
{
    const law_context *context = ((law_object *)object)->context;
    Py_VISIT(Py_TYPE(object));
    if (context) {
        Py_VISIT(context->kept);
        Py_VISIT(context->asks);
    }
    return 0;
}

static void law_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    scree_law_destroy(((law_object *)object)->handle);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {{Py_tp_doc, "A contact law by the address of its function."},
                              {Py_tp_init, law_init},
                              {Py_tp_dealloc, law_free},
                              {Py_tp_traverse, law_traverse},
                              {0, NULL}};
static PyType_Spec spec = {"scree._core.Law", sizeof(law_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};

int law_add_type(PyObject *into)
{
    return module_add_type(into, &spec, &python_module.law_type);
}
