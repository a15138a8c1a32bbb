// module.c - the module scree._core: its types, its version, and what it learns from the Python files beside it.
#include "module.h"

module_state python_module;

int module_add_type(PyObject *into, PyType_Spec *spec, PyTypeObject **type)
{
    *type = (PyTypeObject *)PyType_FromSpec(spec);
    if (!*type)
        return -1;
    return PyModule_AddType(into, *type);
}

static PyObject *use_arrays(PyObject *self, PyObject *asarray)
{
    (void)self;
    // Of a further interpreter Python gives its module the objects of the first one, without asking the module.
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_ImportError,
                        "scree is for the main interpreter of a process; use processes in place of "
                        "subinterpreters (multiprocessing)");
        return NULL;
    }
    Py_CLEAR(python_module.asarray);
    if (asarray != Py_None)
        python_module.asarray = Py_NewRef(asarray);
    Py_RETURN_NONE;
}

static PyObject *column_names(PyObject *self, PyObject *number)
{
    (void)self;
    const long table = PyLong_AsLong(number);
    if (table == -1 && PyErr_Occurred())
        return NULL;
    PyObject *names = PyList_New(0);
    const char *name;
    for (int i = 0; names && (name = scree_column_name((scree_table)table, i)); i++) {
        PyObject *text = text_object(name);
        if (!text || PyList_Append(names, text))
            Py_CLEAR(names);
        Py_XDECREF(text);
    }
    return names;
}

static PyMethodDef methods[] = {
    {"use_arrays", use_arrays, METH_O,
     "use_arrays($module, asarray, /)\n--\n\nWhat makes arrays of columns; None: they are "
     "memoryviews."},
    {"column_names", column_names, METH_O,
     "column_names($module, table, /)\n--\n\nThe names of the columns of a table."},
    {"end_laws", end_laws, METH_NOARGS,
     "end_laws($module, /)\n--\n\nFor atexit: threads that still step worlds with laws of Python "
     "stand still from now on."},
    {"folder_picture", folder_picture, METH_VARARGS,
     "folder_picture($module, folder, at, options, /)\n--\n\nFor Run.picture: a PNG file; options "
     "as "
     "those of World._draw."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "scree._core",
    .m_doc = "The objects of the library Scree, for the module scree.", .m_size = -1,
    .m_methods = methods};

static int add_constants(PyObject *into)
{
    const struct {
        const char *name;
        long value;
    } numbers[] = {{"STATE", SCREE_STATE},           {"BALLS", SCREE_BALLS},
                   {"CONTACTS", SCREE_CONTACTS},     {"WALLS", SCREE_WALLS},
                   {"LEDGER", SCREE_LEDGER},         {"MATERIALS", SCREE_MATERIAL_NAMES},
                   {"SHAPES", SCREE_SHAPE_NAMES},    {"SETS", SCREE_SET_NAMES},
                   {"WALL_NAMES", SCREE_WALL_NAMES}, {"VERSION_NUMBER", SCREE_VERSION_NUMBER}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (PyModule_AddIntConstant(into, numbers[i].name, numbers[i].value))
            return -1;
    return 0;
}

static int find_error(void)
{
    PyObject *errors = PyImport_ImportModule("scree._errors");
    if (!errors)
        return -1;
    python_module.error = PyObject_GetAttrString(errors, "Error");
    Py_DECREF(errors);
    return python_module.error ? 0 : -1;
}

PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *made = PyModule_Create(&definition);
    if (!made)
        return NULL;
    if (find_error() || add_constants(made) || column_make_type() || case_add_type(made) ||
        law_add_type(made) || world_add_type(made) || frame_add_type(made) ||
        probe_add_type(made) || query_add_type(made)) {
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
