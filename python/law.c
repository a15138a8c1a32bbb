// law.c - scree._core.Law: a contact law whose function is given by its address. What the function needs is kept for as long as a
// case or a world has the law.
#include "module.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The context of a law holds on to a Python object, and hands its own context to nobody: the function gets that of the caller.
typedef struct law_context {
    scree_law_function *push;
    void *context;
    PyObject *kept;
    PyObject *asks; // of Python, called with addresses of the arrays; NULL: `push` is the function
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

// Whatever stops the function of Python, wherever it strikes, is a failure: an interrupt comes between any two of its lines.
static int push(void *context, int64_t count, const double *pair, const double *given, double *kept,
                double *answer)
{
    const law_context *is = context;
    if (!is->asks)
        return is->push(is->context, count, pair, given, kept, answer);
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *answered = ask_python(is->asks, count, pair, given, kept, answer);
    const int failed = !answered;
    if (failed)
        note_failure();
    Py_XDECREF(answered);
    PyGILState_Release(state);
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
    if (scree_law_create(terms, &self->handle, &error)) {
        free(context);
        raise_error(&error);
        return -1;
    }
    Py_INCREF(context->kept);
    Py_XINCREF(context->asks);
    return 0;
}

static int law_init(PyObject *object, PyObject *arguments, PyObject *named)
{
    static char *words[] = {"name",   "version", "doc",     "parameters", "kept", "rise", "onset",
                            "yields", "alone",   "address", "context",    "keep", "asks", NULL};
    law_object *self = (law_object *)object;
    scree_law_terms terms = {0};
    scree_law_parameter parameter[SCREE_LAW_PARAMETERS];
    law_context context = {0};
    PyObject *list;
    unsigned long long address;
    unsigned long long of_caller;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "sizO!iddppKKOO:Law", words, &terms.name,
                                     &terms.version, &terms.doc, &PyTuple_Type, &list, &terms.kept,
                                     &terms.rise, &terms.onset, &terms.yields, &terms.alone,
                                     &address, &of_caller, &context.kept, &context.asks))
        return -1;
    if (self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "a law is made once; make another one");
        return -1;
    }
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

static void law_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    scree_law_destroy(((law_object *)object)->handle);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {{Py_tp_doc, "A contact law by the address of its function."},
                              {Py_tp_init, law_init},
                              {Py_tp_dealloc, law_free},
                              {0, NULL}};
static PyType_Spec spec = {"scree._core.Law", sizeof(law_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int law_add_type(PyObject *into)
{
    return module_add_type(into, &spec, &python_module.law_type);
}
