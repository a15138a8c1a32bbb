// case.c - scree._core.Case: a case from a file or a text, with settings.
#include "module.h"

#include <stdlib.h>

// Settings are texts KEY=VALUE; the array ends with NULL and borrows from `kept`.
static const char **settings_of(PyObject *kept)
{
    const Py_ssize_t count = PyTuple_Size(kept);
    const char **settings = calloc((size_t)count + 1, sizeof *settings);
    if (!settings) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *setting = PyTuple_GetItem(kept, i);
        settings[i] = PyUnicode_AsUTF8AndSize(setting, NULL);
        if (!settings[i]) {
            free(settings);
            return NULL;
        }
    }
    return settings;
}

// The laws of a tuple; the array ends with NULL and borrows from it.
static const scree_law **laws_of(PyObject *kept)
{
    const Py_ssize_t count = PyTuple_Size(kept);
    const scree_law **laws = calloc((size_t)count + 1, sizeof *laws);
    if (!laws) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *law = PyTuple_GetItem(kept, i);
        const int is_law = PyObject_TypeCheck(law, python_module.law_type);
        laws[i] = is_law ? ((law_object *)law)->handle : NULL;
        if (!laws[i]) {
            PyErr_SetString(PyExc_TypeError, "laws are objects of scree.Law");
            free(laws);
            return NULL;
        }
    }
    return laws;
}

static int any_asks_python(PyObject *kept)
{
    int asks = 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(kept); i++)
        asks |= law_asks_python((law_object *)PyTuple_GetItem(kept, i));
    return asks;
}

static int open_case(case_object *self, const char *text, const char *name,
                     const char *const *settings, const scree_law *const *laws)
{
    scree_error error;
    scree_status status =
        text ? scree_case_parse_with(text, name, settings, laws, &self->handle, &error)
             : scree_case_read_with(name, settings, laws, &self->handle, &error);
    if (!status)
        return 0;
    raise_faults(&error, self->handle);
    scree_case_destroy(self->handle);
    self->handle = NULL;
    return -1;
}

static int case_init(PyObject *object, PyObject *arguments, PyObject *named)
{
    case_object *self = (case_object *)object;
    static char *words[] = {"name", "text", "settings", "laws", NULL};
    PyObject *name = NULL;
    const char *text = NULL;
    PyObject *given = NULL;
    PyObject *given_laws = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "O&|zOO:Case", words, PyUnicode_FSConverter,
                                     &name, &text, &given, &given_laws))
        return -1;
    int bad = -1;
    PyObject *kept = given ? PySequence_Tuple(given) : PyTuple_New(0);
    PyObject *kept_laws = !kept ? NULL : given_laws ? PySequence_Tuple(given_laws) : PyTuple_New(0);
    const char **settings = kept_laws ? settings_of(kept) : NULL;
    const scree_law **laws = settings ? laws_of(kept_laws) : NULL;
    if (self->handle)
        PyErr_SetString(PyExc_RuntimeError, "a case is made once; make another one");
    else if (laws)
        bad = open_case(self, text, PyBytes_AsString(name), settings, laws);
    if (laws)
        self->asks_python = any_asks_python(kept_laws);
    free(settings);
    free(laws);
    Py_XDECREF(kept);
    Py_XDECREF(kept_laws);
    Py_XDECREF(name);
    return bad;
}

static void case_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    scree_case_destroy(((case_object *)object)->handle);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *case_notes(PyObject *object, void *unused)
{
    (void)unused;
    const case_object *self = (case_object *)object;
    PyObject *notes = PyList_New(0);
    const scree_error *note;
    for (int i = 0; notes && self->handle && (note = scree_case_note(self->handle, i)); i++) {
        PyObject *text =
            note->hint[0] ? PyUnicode_FromFormat("%s: %s (%s)", note->where, note->what, note->hint)
                          : PyUnicode_FromFormat("%s: %s", note->where, note->what);
        if (!text || PyList_Append(notes, text))
            Py_CLEAR(notes);
        Py_XDECREF(text);
    }
    return notes;
}

static PyObject *case_resolved_method(PyObject *object, PyObject *unused)
{
    (void)unused;
    const case_object *self = (case_object *)object;
    char *text;
    scree_error error;
    if (!self->handle) {
        PyErr_SetString(PyExc_RuntimeError, "this case was never read");
        return NULL;
    }
    if (scree_case_text(self->handle, &text, &error))
        return raise_error(&error);
    PyObject *made = text_object(text);
    scree_memory_free(text);
    return made;
}

static PyMethodDef methods[] = {
    {"_resolved", case_resolved_method, METH_NOARGS,
     "_resolved($self, /)\n--\n\nFor Case.write: the YAML with all settings and defaults."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef properties[] = {
    {"notes", case_notes, NULL, "Remarks on a case that is fine: texts.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "A case that was read and checked."},
                              {Py_tp_init, case_init},
                              {Py_tp_dealloc, case_free},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {0, NULL}};
static PyType_Spec spec = {"scree._core.Case", sizeof(case_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int case_add_type(PyObject *into)
{
    return module_add_type(into, &spec, &python_module.case_type);
}
