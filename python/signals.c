// signals.c - signals of Python that wait until a step is whole.
//
// A law of Python runs in the middle of a step, and the interpreter may call the handler of a signal between any two of its lines:
// the KeyboardInterrupt of a Ctrl-C would be what stops the law, and half a step cannot be taken back. So while a world with such
// laws takes steps, handlers of Python are exchanged for one that notes the signal; between two steps the noted ones are let go
// to the handlers that are theirs. Handlers run in the main thread alone, and there alone they can be exchanged.
#include "module.h"

enum { SIGNALS = 65 };

static int came[SIGNALS];

static PyObject *note_signal(PyObject *self, PyObject *arguments)
{
    int number;
    PyObject *frame;
    (void)self;
    if (!PyArg_ParseTuple(arguments, "iO", &number, &frame))
        return NULL;
    if (number > 0 && number < SIGNALS)
        came[number] = 1;
    Py_RETURN_NONE;
}

static PyMethodDef noter = {"note_signal", note_signal, METH_VARARGS,
                            "Notes a signal until the step is whole."};

struct held_signals {
    PyObject *module;          // _signal, whose functions run no line of Python
    PyObject *before[SIGNALS]; // NULL: not exchanged
};

static int is_main_thread(void)
{
    int same = 0;
    PyObject *threading = PyImport_ImportModule("threading");
    PyObject *main = threading ? PyObject_CallMethod(threading, "main_thread", NULL) : NULL;
    PyObject *its = main ? PyObject_GetAttrString(main, "ident") : NULL;
    PyObject *own = its ? PyObject_CallMethod(threading, "get_ident", NULL) : NULL;
    if (own)
        same = PyObject_RichCompareBool(its, own, Py_EQ);
    Py_XDECREF(own);
    Py_XDECREF(its);
    Py_XDECREF(main);
    Py_XDECREF(threading);
    return own ? same : -1;
}

// Handlers are what can be called: a signal that is ignored, or ends the process, is no matter of Python.
static int exchange(held_signals *held, PyObject *with)
{
    for (int number = 1; number < SIGNALS; number++) {
        PyObject *handler = PyObject_CallMethod(held->module, "getsignal", "i", number);
        if (!handler && !PyErr_ExceptionMatches(PyExc_ValueError))
            return -1;
        PyErr_Clear(); // there is no signal of that number
        if (!handler || !PyCallable_Check(handler)) {
            Py_XDECREF(handler);
            continue;
        }
        held->before[number] = handler;
        PyObject *old = PyObject_CallMethod(held->module, "signal", "iO", number, with);
        if (!old)
            return -1;
        Py_DECREF(old);
    }
    return 0;
}

held_signals *signals_hold(void)
{
    const int main = is_main_thread();
    held_signals *held = main > 0 ? PyMem_Calloc(1, sizeof *held) : NULL;
    if (!held) {
        if (main > 0)
            PyErr_NoMemory();
        return NULL;
    }
    held->module = PyImport_ImportModule("_signal");
    PyObject *with = held->module ? PyCFunction_New(&noter, NULL) : NULL;
    const int bad = with ? exchange(held, with) : -1;
    Py_XDECREF(with);
    if (!bad)
        return held;
    signals_let(held);
    return NULL;
}

int signals_came(void)
{
    for (int number = 1; number < SIGNALS; number++)
        if (came[number])
            return 1;
    return 0;
}

// What is raised meanwhile does not keep the others from getting their handlers back; the first exception stays.
int signals_let(held_signals *held)
{
    PyObject *type;
    PyObject *value;
    PyObject *trace;
    if (!held)
        return PyErr_Occurred() ? -1 : 0;
    PyErr_Fetch(&type, &value, &trace);
    for (int number = 1; number < SIGNALS; number++) {
        if (!held->before[number])
            continue;
        PyObject *old =
            PyObject_CallMethod(held->module, "signal", "iO", number, held->before[number]);
        Py_XDECREF(old);
        Py_DECREF(held->before[number]);
        if (old)
            continue;
        if (type)
            PyErr_Clear();
        else
            PyErr_Fetch(&type, &value, &trace);
    }
    Py_XDECREF(held->module);
    PyMem_Free(held);
    for (int number = 1; number < SIGNALS; number++)
        if (came[number]) {
            came[number] = 0;
            PyErr_SetInterruptEx(number);
        }
    if (type)
        PyErr_Restore(type, value, trace); // the signals are handled by the next line of Python
    else if (PyErr_CheckSignals())
        return -1;
    return type ? -1 : 0;
}
