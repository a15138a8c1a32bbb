// world.c - scree._core.World: the type, how a world is made and what it says of itself; steps are in steps.c, looking and
// keeping in world_use.c.
//
// Making, loading and saving keep the interpreter lock: HDF5 serves one thread of a process at a time, and other modules
// that use it (h5py) keep the lock, too.
#include "module.h"

#include <limits.h>
#include <unistd.h>

enum { GRAINS_PER_THREAD = 4000 };

const scree_world *world_handle_to_read(world_object *self)
{
    if (self->use == WORLD_FREE)
        forget_failure();
    if (!self->handle)
        PyErr_SetString(PyExc_RuntimeError, "this world was never made: call World.__init__");
    else if (self->use == WORLD_STEPS && self->stepper == PyThread_get_thread_ident())
        PyErr_SetString(PyExc_RuntimeError,
                        "a law that is asked in the middle of a step cannot use its world");
    else if (self->use == WORLD_STEPS ||
             (self->use == WORLD_CALLED && self->stepper != PyThread_get_thread_ident()))
        PyErr_SetString(PyExc_RuntimeError,
                        "the world takes steps in another thread; wait for them");
    else
        return self->handle;
    return NULL;
}

scree_world *world_handle(world_object *self)
{
    if (!world_handle_to_read(self))
        return NULL;
    if (self->use == WORLD_WATCHED) {
        PyErr_SetString(
            PyExc_RuntimeError,
            "a watch, a drive and a log may read a world and not use it otherwise: it is in the "
            "middle of steps; World.at and World.when call what changes it");
        return NULL;
    }
    return refuse_views(self->views, "world") ? NULL : self->handle;
}

// ---- making --------------------------------------------------------------------------------------------------------

// What a world is made of: its case, and a snapshot in a file or in memory; neither: at time 0.
typedef struct world_source {
    scree_case *of;
    const char *path;
    Py_buffer memory;
} world_source;

static scree_status make(const world_source *source, int threads, scree_world **out,
                         scree_error *error)
{
    forget_failure();
    if (source->memory.obj)
        return scree_world_load_memory(source->of, source->memory.buf, source->memory.len, threads,
                                       out, error);
    if (source->path)
        return scree_world_load(source->of, source->path, threads, out, error);
    return scree_world_create(source->of, threads, out, error);
}

static int make_world(world_object *self, const world_source *source, int threads)
{
    scree_error error;
    threads_note_use(threads);
    scree_status status = make(source, threads, &self->handle, &error);
    self->threads = threads;
    if (!status)
        return 0;
    raise_error(&error);
    return -1;
}

// As the program does: all threads, but none for fewer than 4000 balls. How many there are is known once a world is made;
// where they are few, so is making it once more.
static int make_with_useful_threads(world_object *self, const world_source *source)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores <= 1 || threads_are_lost())
        return make_world(self, source, 1);
    if (make_world(self, source, 0))
        return -1;
    const int64_t useful = scree_world_ball_count(self->handle) / GRAINS_PER_THREAD;
    if (useful >= cores)
        return 0;
    scree_world_destroy(self->handle);
    self->handle = NULL;
    return make_world(self, source, useful < 1 ? 1 : (int)useful);
}

static int make_as_asked(world_object *self, const world_source *source, PyObject *threads)
{
    if (threads == Py_None)
        return make_with_useful_threads(self, source);
    const long count = PyLong_AsLong(threads);
    if (count == -1 && PyErr_Occurred())
        return -1;
    if (count != 1 && threads_are_lost()) {
        PyErr_SetString(
            PyExc_RuntimeError,
            "threads do not live on in a child of fork: give threads=1, or start processes with "
            "multiprocessing.get_context('spawn')");
        return -1;
    }
    const int asked = count < INT_MIN || count > INT_MAX ? INT_MAX : (int)count;
    return make_world(self, source, asked);
}

static int begin_world(world_object *self, const world_source *source, int parts, PyObject *threads)
{
    scree_error error;
    if (self->handle || !source->of)
        PyErr_SetString(PyExc_RuntimeError, self->handle ? "a world is made once; make another one"
                                                         : "this case was never read");
    else if (scree_case_parts(source->of, parts, &error))
        raise_error(&error);
    else
        return make_as_asked(self, source, threads);
    return -1;
}

static int world_init(PyObject *object, PyObject *arguments, PyObject *named)
{
    static char *words[] = {"case", "threads", "parts", "snapshot", "memory", NULL};
    PyObject *of;
    PyObject *threads = Py_None;
    PyObject *path = NULL;
    world_source source = {0};
    int parts = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "O!|OiO&y*:World", words,
                                     python_module.case_type, &of, &threads, &parts,
                                     PyUnicode_FSConverter, &path, &source.memory))
        return -1;
    source.of = ((case_object *)of)->handle;
    ((world_object *)object)->asks_python = ((case_object *)of)->asks_python;
    source.path = path ? PyBytes_AsString(path) : NULL;
    const int bad = begin_world((world_object *)object, &source, parts, threads);
    Py_XDECREF(path);
    if (source.memory.obj)
        PyBuffer_Release(&source.memory);
    return bad;
}

static void world_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    scree_world_destroy(((world_object *)object)->handle);
    scree_share_destroy(((world_object *)object)->share);
    world_free_numbers((world_object *)object);
    world_free_calls((world_object *)object);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

// ---- what it says of itself ------------------------------------------------------------------------------------------

static PyObject *world_time(PyObject *object, void *unused)
{
    (void)unused;
    const scree_world *handle = world_handle_to_read((world_object *)object);
    return handle ? PyFloat_FromDouble(scree_world_time(handle)) : NULL;
}

static PyObject *world_step_size(PyObject *object, void *unused)
{
    (void)unused;
    const scree_world *handle = world_handle_to_read((world_object *)object);
    return handle ? PyFloat_FromDouble(scree_world_step_size(handle)) : NULL;
}

// Which count is asked for is the closure of the property.
typedef int64_t (*world_count)(const scree_world *handle);
static const world_count counts[] = {scree_world_steps, scree_world_last_step,
                                     scree_world_grain_count, scree_world_ball_count};

static PyObject *world_counted(PyObject *object, void *which)
{
    const scree_world *handle = world_handle_to_read((world_object *)object);
    return handle ? PyLong_FromLongLong((*(const world_count *)which)(handle)) : NULL;
}

static PyObject *world_stage(PyObject *object, void *unused)
{
    (void)unused;
    const scree_world *handle = world_handle_to_read((world_object *)object);
    if (!handle)
        return NULL;
    const char *name = scree_world_stage(handle, NULL);
    return name ? text_object(name) : Py_NewRef(Py_None);
}

static PyObject *world_over(PyObject *object, void *unused)
{
    (void)unused;
    int over = 0;
    const scree_world *handle = world_handle_to_read((world_object *)object);
    if (!handle)
        return NULL;
    scree_world_stage(handle, &over);
    return PyBool_FromLong(over);
}

static PyObject *world_domain(PyObject *object, void *unused)
{
    (void)unused;
    double low[3];
    double high[3];
    int periodic[3];
    const scree_world *handle = world_handle_to_read((world_object *)object);
    if (!handle)
        return NULL;
    scree_world_domain(handle, low, high, periodic);
    return Py_BuildValue("(ddd)(ddd)(NNN)", low[0], low[1], low[2], high[0], high[1], high[2],
                         PyBool_FromLong(periodic[0]), PyBool_FromLong(periodic[1]),
                         PyBool_FromLong(periodic[2]));
}

static PyObject *world_stopped(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((world_object *)object)->stopped);
}

static PyObject *world_threads(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromLong(((world_object *)object)->threads);
}

static PyObject *world_names(PyObject *object, PyObject *which)
{
    const scree_world *handle = world_handle_to_read((world_object *)object);
    const long kind = PyLong_AsLong(which);
    if (!handle || (kind == -1 && PyErr_Occurred()))
        return NULL;
    PyObject *names = PyList_New(0);
    const char *name;
    for (int i = 0; names && (name = scree_world_name(handle, (scree_names)kind, i)); i++) {
        PyObject *text = text_object(name);
        if (!text || PyList_Append(names, text))
            Py_CLEAR(names);
        Py_XDECREF(text);
    }
    return names;
}

static PyObject *world_effort(PyObject *object, PyObject *word)
{
    const scree_world *handle = world_handle_to_read((world_object *)object);
    const char *name = handle ? name_of(word) : NULL;
    double value;
    scree_error error;
    if (!name)
        return NULL;
    if (scree_world_effort(handle, name, &value, &error))
        return raise_error(&error);
    return PyFloat_FromDouble(value);
}

// ---- the type ----------------------------------------------------------------------------------------------------------

static PyMethodDef methods[] = {
    {"step", (PyCFunction)(void (*)(void))world_step_method, METH_VARARGS | METH_KEYWORDS,
     "step($self, steps=1, watch=None)\n--\n\nTakes steps, without the interpreter lock, and tells "
     "how many. "
     "Ctrl-C ends them after a "
     "whole one. `watch` is asked with the world every 20 ms; where it says something true they "
     "end, too. BufferError while "
     "arrays of `column` are held."},
    {"step_until", (PyCFunction)(void (*)(void))world_step_until_method,
     METH_VARARGS | METH_KEYWORDS,
     "step_until($self, time, watch=None)\n--\n\nSteps on to the first step whose time (s) is not "
     "before "
     "`time`, as `step` does."},
    {"_names_of", world_names, METH_O,
     "_names_of($self, kind, /)\n--\n\nNames of the case that indices stand for."},
    {"effort", world_effort, METH_O,
     "effort($self, name, /)\n--\n\nWhat the nonsmooth solver did: 'sweeps', 'residual', "
     "'overlap', ... "
     "(docs/nonsmooth.md)."},
    {"column", world_column_method, METH_O,
     "column($self, name, /)\n--\n\nA column of the state as an array that can be read, without a "
     "copy, in the "
     "order of memory; "
     "velocities are those half a step before positions. While it is held the world takes no "
     "steps: BufferError."},
    {"describe", world_describe_method, METH_O,
     "describe($self, name, /)\n--\n\n(type, width, unit, what it is) of a column of the state."},
    {"hash", world_hash_method, METH_NOARGS,
     "hash($self, /)\n--\n\nThe state hash, 16 hexadecimal digits: equal for equal states, and "
     "that of `scree "
     "run`."},
    {"save", world_save_method, METH_O,
     "save($self, path, /)\n--\n\nWrites a snapshot (HDF5), from which World.load goes on to the "
     "bit."},
    {"save_bytes", world_save_bytes_method, METH_NOARGS,
     "save_bytes($self, /)\n--\n\nThe snapshot in memory, as a file would have it."},
    {"_draw", world_picture_method, METH_O,
     "_draw($self, options, /)\n--\n\nFor World.picture: a PNG file. Options are a tuple of texts "
     "or "
     "None and two truths, as scree_picture_options has them."},
    {"_vtk", world_vtk_method, METH_O, "_vtk($self, kind, /)\n--\n\nFor World.vtk: a .vtp file."},
    {"_at", world_at_method, METH_VARARGS,
     "_at($self, time, every, function, /)\n--\n\nFor World.at, which keeps the function; its "
     "number."},
    {"_when", world_when_method, METH_VARARGS,
     "_when($self, condition, every, function, /)\n--\n\nFor World.when, likewise."},
    {"_cancel", world_cancel_method, METH_O, "_cancel($self, id, /)\n--\n\nFor World.cancel."},
    {"_drive", world_drive_method, METH_VARARGS,
     "_drive($self, wall, function, /)\n--\n\nFor Wall.drive, which keeps the function; None: no "
     "more."},
    {"_log", world_log_method, METH_O,
     "_log($self, function, /)\n--\n\nFor World.log, which keeps the function; None: no more."},
    {"_give", world_give_method, METH_VARARGS,
     "_give($self, probe, frame_class, function, /)\n--\n\nFor World.give, which keeps the "
     "function."},
    {"_add_rows", world_add_method, METH_VARARGS,
     "_add_rows($self, set, positions, radii, orientations, velocities, spins, /)\n--\n\nFor "
     "World.add: plain "
     "buffers of doubles, or None; "
     "the ids as bytes."},
    {"_push_rows", world_push_method, METH_VARARGS,
     "_push_rows($self, forces, ids, /)\n--\n\nFor World.push: plain buffers of doubles and of "
     "64-bit ids, or "
     "None."},
    {"_turn_rows", world_turn_method, METH_VARARGS,
     "_turn_rows($self, moments, ids, /)\n--\n\nFor World.turn: as _push_rows."},
    {"_remove_rows", world_remove_method, METH_O,
     "_remove_rows($self, ids, /)\n--\n\nFor World.remove: a plain buffer of 64-bit ids."},
    {"_become_rows", world_become_method, METH_VARARGS,
     "_become_rows($self, ids, positions, orientations, velocities, spins, set, material, hold, "
     "/)\n--\n\nFor World.change: plain buffers of 64-bit ids and of doubles, or None; texts or "
     "None; a scree_hold."},
    {"_share", world_share_method, METH_VARARGS,
     "_share($self, pace, every, /)\n--\n\nFor World.share: a scree_pace, or -1."},
    {"_share_glances", world_glances_method, METH_O,
     "_share_glances($self, glance, /)\n--\n\nFor World.share: short looks, or whole frames."},
    {"_shared", world_shared_method, METH_O,
     "_shared($self, frame_class, /)\n--\n\nFor World.shared_frame; None: there is none yet."},
    {"_wall_pose", world_wall_pose_method, METH_O,
     "_wall_pose($self, name, /)\n--\n\nPosition, orientation, velocity and spin of a wall."},
    {"_wall_move", world_wall_move_method, METH_VARARGS,
     "_wall_move($self, name, velocity, spin, duration, /)\n--\n\nFor Wall.move."},
    {"_wall_push", world_wall_push_method, METH_VARARGS,
     "_wall_push($self, name, force, torque, /)\n--\n\nFor Wall.push."},
    {"_wall_to", world_wall_to_method, METH_VARARGS,
     "_wall_to($self, name, position, orientation, duration, /)\n--\n\nFor Wall.move_to."},
    {"_write_rows", world_write_method, METH_VARARGS,
     "_write_rows($self, column, values, ids, /)\n--\n\nFor World.write: plain buffers of doubles "
     "and of 64-bit "
     "ids, or None."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef properties[] = {
    {"time", world_time, NULL, "Time, s.", NULL},
    {"step_size", world_step_size, NULL, "Length of a step, s.", NULL},
    {"steps", world_counted, NULL, "Steps taken since the start of the case.", (void *)&counts[0]},
    {"last_step", world_counted, NULL, "The step at which the run of the case ends, at the latest.",
     (void *)&counts[1]},
    {"grain_count", world_counted, NULL, "Grains now, whatever their shape.", (void *)&counts[2]},
    {"ball_count", world_counted, NULL, "Balls that grains are made of; rows of a frame.",
     (void *)&counts[3]},
    {"stage", world_stage, NULL, "Name of the stage it is in; None: the case has no stages.", NULL},
    {"over", world_over, NULL, "Whether the run of the case is over.", NULL},
    {"domain", world_domain, NULL,
     "Lower corner, upper corner (m), and along which axes it is periodic.", NULL},
    {"_stopped", world_stopped, NULL,
     "Whether a watch or a call ended the steps that were taken last.", NULL},
    {"threads", world_threads, NULL, "Threads that it was given; 0: all.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "Grains, walls and laws of a case."},
                              {Py_tp_init, world_init},
                              {Py_tp_dealloc, world_free},
                              {Py_tp_methods, methods},
                              {Py_tp_getset, properties},
                              {0, NULL}};
static PyType_Spec spec = {"scree._core.World", sizeof(world_object), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

int world_add_type(PyObject *into)
{
    return module_add_type(into, &spec, &python_module.world_type);
}
