// module.h - what the files of the Python module scree._core share: its objects, and how errors become exceptions.
//
// The module is a client of the public headers, of the stable ABI of Python 3.11, and knows nothing of NumPy: arrays are
// seen through the buffer protocol. Its rule of memory: who looks into a world or a frame is counted there, and what
// would move the numbers is refused meanwhile, as by bytearray; so no array can show memory that is gone.
#ifndef SCREE_PYTHON_MODULE_H
#define SCREE_PYTHON_MODULE_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <scree/law.h>
#include <scree/scree.h>
#include <scree/share.h>

// What is the same for all objects of the process.
typedef struct module_state {
    PyObject *error;   // the exception scree.Error
    PyObject *asarray; // numpy.asarray; NULL: columns are memoryviews
    PyTypeObject *case_type, *law_type, *world_type, *frame_type, *column_type, *probe_type,
        *query_type;
} module_state;
extern module_state python_module;

typedef struct case_object {
    PyObject_HEAD scree_case *handle; // NULL until __init__
    int asks_python;                  // a law of it is a function of Python
} case_object;

typedef struct law_object {
    PyObject_HEAD scree_law *handle;   // NULL until __init__
    const struct law_context *context; // of it: what it keeps, for the collector of cycles
} law_object;
// Whether its function is one of Python.
int law_asks_python(const law_object *law);

// Handlers of signals that wait (signals.c).
typedef struct held_signals held_signals;

typedef enum world_use {
    WORLD_FREE,
    WORLD_STEPS,   // takes steps, without the interpreter lock
    WORLD_WATCHED, // asks Python in the middle of steps; it may be read
    WORLD_CALLED   // calls Python between two steps; that thread may change it, and takes no steps
} world_use;

typedef struct world_object {
    PyObject_HEAD scree_world *handle; // NULL until __init__
    long views;                        // columns that are looked at
    world_use use;
    int threads;                 // as asked; 0: all
    int asks_python;             // as its case
    held_signals *held;          // while steps are taken; NULL: signals do not wait
    PyObject *watch;             // while steps are taken; borrowed, NULL: none
    PyThreadState *waiting;      // of the thread that takes them
    unsigned long stepper;       // which thread that is
    int stopped;                 // the steps that were taken last ended at somebody's wish
    double asked;                // s, of a clock, when Python was asked last
    struct world_number *number; // given.c
    struct world_call *call;     // call.c
    PyObject *raised;            // by a function of it, until the steps have ended
    struct scree_probe **orphan; // probes that nobody has any more, while steps are taken
    int orphans;
    scree_share *share; // share.c; NULL: it shares no frames
} world_object;

typedef struct frame_object {
    PyObject_HEAD scree_frame *handle;
    scree_reader *reader; // whose frame the handle is; NULL: it is its own
    long views;
} frame_object;

// Takes the exception that is set, of the function of a law, until an error of the library in this thread tells it, or until
// this thread begins something else.
void note_failure(void);
void forget_failure(void);
// What it says, as "LookupError: no such overlap", into that room; "" where there is none.
void tell_failure(char *words, int room);
// Sets scree.Error and gives NULL; of a case with all its faults. What a law of Python has raised is its cause, or, where that is
// no ordinary exception (Ctrl-C), raised again in its place.
PyObject *raise_error(const scree_error *error);
PyObject *raise_faults(const scree_error *error, const scree_case *opened);
// A text of the library; what is no UTF-8, such as the end of one that was cut off, is replaced.
PyObject *text_object(const char *text);
// Borrowed from the text; NULL with an exception where it is none.
const char *name_of(PyObject *text);

// An array, or a memoryview, of what `view` shows. `views` of its owner counts it for as long as somebody looks.
PyObject *column_look(PyObject *owner, long *views, const scree_view *view);
// (type, width, unit, what it is) of a column.
PyObject *column_describe(const scree_view *view);
// Sets BufferError and gives -1 where somebody looks.
int refuse_views(long views, const char *of);

// The handle of a world that nobody uses at this moment; NULL with an exception.
scree_world *world_handle(world_object *world);
// The same of one that is not to change, which it may be asked in a watch, too.
const scree_world *world_handle_to_read(world_object *world);

// A buffer of plain rows of one of the `formats`, each of `width` items of eight bytes; -1 with an exception.
int take_buffer(PyObject *given, Py_buffer *out, const char *formats, int width);
void give_back(Py_buffer *buffer); // also one without an object

// The frame; NULL with an exception where it was never made.
frame_object *frame_made(PyObject *object);

int case_add_type(PyObject *into);
int law_add_type(PyObject *into);
int world_add_type(PyObject *into);
int frame_add_type(PyObject *into);
int probe_add_type(PyObject *into);
int query_add_type(PyObject *into);
int column_make_type(void);
int module_add_type(PyObject *into, PyType_Spec *spec, PyTypeObject **type);

// Methods of World. world_use.c:
PyObject *world_column_method(PyObject *self, PyObject *name);
PyObject *world_describe_method(PyObject *self, PyObject *name);
PyObject *world_hash_method(PyObject *self, PyObject *unused);
PyObject *world_save_method(PyObject *self, PyObject *path);
PyObject *world_save_bytes_method(PyObject *self, PyObject *unused);
// world_change.c:
PyObject *world_write_method(PyObject *self, PyObject *arguments);
PyObject *world_push_method(PyObject *self, PyObject *arguments);
PyObject *world_turn_method(PyObject *self, PyObject *arguments);
PyObject *world_add_method(PyObject *self, PyObject *arguments);
PyObject *world_remove_method(PyObject *self, PyObject *ids);
PyObject *world_wall_pose_method(PyObject *self, PyObject *name);
PyObject *world_wall_push_method(PyObject *self, PyObject *arguments);
PyObject *world_glances_method(PyObject *self, PyObject *truth);
PyObject *world_wall_move_method(PyObject *self, PyObject *arguments);
PyObject *world_wall_to_method(PyObject *self, PyObject *arguments);
// change_grains.c:
PyObject *world_become_method(PyObject *self, PyObject *arguments);
// share.c:
PyObject *world_share_method(PyObject *self, PyObject *arguments);
PyObject *world_shared_method(PyObject *self, PyObject *frame_class);
// given.c:
PyObject *world_give_method(PyObject *self, PyObject *arguments);
void world_free_numbers(world_object *world);
// call.c:
PyObject *world_at_method(PyObject *self, PyObject *arguments);
PyObject *world_when_method(PyObject *self, PyObject *arguments);
PyObject *world_cancel_method(PyObject *self, PyObject *id);
PyObject *world_drive_method(PyObject *self, PyObject *arguments);
PyObject *world_log_method(PyObject *self, PyObject *function);
void world_free_calls(world_object *world);
// Sets what a function has raised while steps were taken.
void world_raise_kept(world_object *world);
// picture.c:
PyObject *world_picture_method(PyObject *self, PyObject *options);
PyObject *world_vtk_method(PyObject *self, PyObject *kind);
PyObject *frame_picture_method(PyObject *self, PyObject *arguments);
PyObject *frame_vtk_method(PyObject *self, PyObject *arguments);
PyObject *folder_picture(PyObject *self, PyObject *arguments);
// steps.c:
PyObject *world_step_method(PyObject *self, PyObject *arguments, PyObject *named);
PyObject *world_step_until_method(PyObject *self, PyObject *arguments, PyObject *named);
// probe.c: ends the probes that were left while steps were taken.
void world_end_orphans(world_object *world);
// signals.c. From now on handlers of Python wait; NULL: they do not, as there is no need (not the main thread) or, with an exception
// set, as it failed. signals_let ends that, calls the handlers of those that came, and is -1 where an exception is set.
held_signals *signals_hold(void);
int signals_came(void);
int signals_let(held_signals *held);
// law.c: for atexit. From now on threads but this one get no answer of a law of Python; waits for those that are being asked.
PyObject *end_laws(PyObject *self, PyObject *unused);
// steps.c: whether this is a child of a fork whose parent used threads, which do not live on in it.
int threads_are_lost(void);
void threads_note_use(int threads);

#endif
