// errors.c - errors of the library as the exception scree.Error, with place, words, remedy and kind; those of a case with
// all its faults.
#include "module.h"

#include <stdio.h>
#include <string.h>

PyObject *text_object(const char *text)
{
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

const char *name_of(PyObject *text)
{
    Py_ssize_t size;
    if (PyUnicode_Check(text)) {
        const char *name = PyUnicode_AsUTF8AndSize(text, &size);
        if (!name || strlen(name) == (size_t)size)
            return name;
        PyErr_SetString(PyExc_ValueError, "a name has no null character");
        return NULL;
    }
    PyErr_SetString(PyExc_TypeError, "a name is wanted, which is a text");
    return NULL;
}

static PyObject *texts_of(const scree_error *error)
{
    PyObject *where = text_object(error->where);
    PyObject *what = text_object(error->what);
    PyObject *hint = text_object(error->hint);
    PyObject *texts = where && what && hint ? PyTuple_Pack(3, where, what, hint) : NULL;
    Py_XDECREF(where);
    Py_XDECREF(what);
    Py_XDECREF(hint);
    return texts;
}

static PyObject *raise_with(const scree_error *error, PyObject *faults)
{
    PyObject *texts = texts_of(error);
    if (texts && faults) {
        PyObject *made = PyObject_CallFunction(python_module.error, "OsO", texts,
                                               scree_status_name(error->status), faults);
        if (made)
            PyErr_SetObject(python_module.error, made);
        Py_XDECREF(made);
    }
    Py_XDECREF(texts);
    Py_XDECREF(faults);
    return NULL;
}

// What a law of Python raised, in the thread that asked it; NULL: nothing.
static _Thread_local PyObject *failure;

// Of several the last one is told; what is no ordinary exception, such as Ctrl-C, stays.
void note_failure(void)
{
    PyObject *type;
    PyObject *raised;
    PyObject *trace;
    if (failure && !PyObject_IsInstance(failure, PyExc_Exception)) {
        PyErr_Clear();
        return;
    }
    PyErr_Fetch(&type, &raised, &trace);
    PyErr_NormalizeException(&type, &raised, &trace);
    if (raised && trace)
        PyException_SetTraceback(raised, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    Py_XDECREF(failure);
    failure = raised;
}

void tell_failure(char *words, int room)
{
    PyObject *text = failure ? PyObject_Str(failure) : NULL;
    PyObject *type =
        failure ? PyObject_GetAttrString((PyObject *)Py_TYPE(failure), "__name__") : NULL;
    PyObject *both = text && type ? PyUnicode_FromFormat("%U: %U", type, text) : NULL;
    PyObject *bytes = both ? PyUnicode_AsEncodedString(both, "utf-8", "replace") : NULL;
    const char *data = bytes ? PyBytes_AsString(bytes) : NULL;
    snprintf(words, (size_t)room, "%.*s", room - 1, data ? data : "");
    PyErr_Clear();
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(both);
    Py_XDECREF(bytes);
}

void forget_failure(void)
{
    Py_CLEAR(failure);
}

// It goes with the error that came of it.
static PyObject *raise_with_cause(const scree_error *error)
{
    PyObject *cause = failure;
    PyObject *type;
    PyObject *made;
    PyObject *trace;
    failure = NULL;
    if (!PyObject_IsInstance(cause, PyExc_Exception)) {
        PyErr_SetObject((PyObject *)Py_TYPE(cause), cause);
        Py_DECREF(cause);
        return NULL;
    }
    raise_with(error, PyList_New(0));
    PyErr_Fetch(&type, &made, &trace);
    PyErr_NormalizeException(&type, &made, &trace);
    if (made)
        PyException_SetCause(made, Py_NewRef(cause));
    PyErr_Restore(type, made, trace);
    Py_DECREF(cause);
    return NULL;
}

PyObject *raise_error(const scree_error *error)
{
    if (error->status == SCREE_NO_MEMORY)
        return PyErr_Format(PyExc_MemoryError, "%s: %s", error->where, error->what);
    if (failure)
        return raise_with_cause(error);
    return raise_with(error, PyList_New(0));
}

PyObject *raise_faults(const scree_error *error, const scree_case *opened)
{
    PyObject *faults = PyList_New(0);
    const scree_error *fault;
    for (int i = 0; opened && faults && (fault = scree_case_fault(opened, i)); i++) {
        PyObject *texts = texts_of(fault);
        if (!texts || PyList_Append(faults, texts))
            Py_CLEAR(faults);
        Py_XDECREF(texts);
    }
    return raise_with(error, faults);
}
