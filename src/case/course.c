// course.c - the course format: a .par file of `key value` lines and a particle file, read as they stand.
//
// The file is turned into the text of a case (with a block `course` that says what the course wants written) and that
// is read as any other, so that nothing of the engine knows of the format and settings of the command line work on it
// too. Forces as the course prints them: F_n = k_s p - k_dn v_n, not clamped; F_t = min(k_dt |v_t|, k_f max(F_n, 0))
// (see docs/case-files.md).
#include "case/course_par.h"
#include "case/case.h"

#include "base/memory.h"
#include "base/place.h"
#include "base/text.h"
#include "scene/grain_table.h"
#include "scene/text_file.h"
#include "store/result_names.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE_KEYS = 200, MAX_PAR = 1 << 20 };

// KEY_IDLE: belongs to the format but not to what we need; our cells are chosen automatically.
static const par_key keys[KEYS] = {
    [PART_FILE] = {"part_input_file", KEY_TEXT, true, 0, 0},
    [DT] = {"timestep_length", KEY_NUMBER, true, 0, ROW_POSITIVE},
    [TIME_END] = {"time_end", KEY_NUMBER, true, 0, 0},
    [OUT_FREQ] = {"part_out_freq", KEY_COUNT, false, 0, 0},
    [OUT_NAME] = {"part_out_name_base", KEY_TEXT, false, 0, 0},
    [VTK_FREQ] = {"vtk_out_freq", KEY_COUNT, false, 0, 0},
    [VTK_NAME] = {"vtk_out_name_base", KEY_TEXT, false, 0, 0},
    [X_MIN] = {"x_min", KEY_NUMBER, true, 0, -INFINITY},
    [X_MAX] = {"x_max", KEY_NUMBER, true, 0, -INFINITY},
    [Y_MIN] = {"y_min", KEY_NUMBER, true, 0, -INFINITY},
    [Y_MAX] = {"y_max", KEY_NUMBER, true, 0, -INFINITY},
    [Z_MIN] = {"z_min", KEY_NUMBER, true, 0, -INFINITY},
    [Z_MAX] = {"z_max", KEY_NUMBER, true, 0, -INFINITY},
    [X_N] = {"x_n", KEY_IDLE, false, 0, 0},
    [Y_N] = {"y_n", KEY_IDLE, false, 0, 0},
    [Z_N] = {"z_n", KEY_IDLE, false, 0, 0},
    [R_CUT] = {"r_cut", KEY_IDLE, false, 0, 0},
    [K_S] = {"k_s", KEY_NUMBER, true, 0, ROW_POSITIVE},
    [K_DN] = {"k_dn", KEY_NUMBER, true, 0, 0},
    [K_DT] = {"k_dt", KEY_NUMBER, true, 0, 0},
    [K_F] = {"k_f", KEY_NUMBER, true, 0, 0},
    [REFLECT_X] = {"reflect_x", KEY_NUMBER, true, 0, -INFINITY},
    [REFLECT_Y] = {"reflect_y", KEY_NUMBER, true, 0, -INFINITY},
    [REFLECT_Z] = {"reflect_z", KEY_NUMBER, true, 0, -INFINITY},
    [G_X] = {"g_x", KEY_NUMBER, true, 0, -INFINITY},
    [G_Y] = {"g_y", KEY_NUMBER, true, 0, -INFINITY},
    [G_Z] = {"g_z", KEY_NUMBER, true, 0, -INFINITY},
};

SCREE_PRINTF(5, 6)
static void par_fault(par *par, int line, int column, const char *hint, const char *what, ...)
{
    char where[320];
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    if (line > 0)
        snprintf(where, sizeof where, "%.280s:%d:%d", par->path, line, column);
    else
        snprintf(where, sizeof where, "%.280s", par->path);
    if (par->faulty++ < MAX_LINE_KEYS)
        fault_add(par->faults, SCREE_BAD_INPUT, where, hint, "%s", text);
}

static void par_note(par *par, int line, const char *what, const char *key)
{
    char where[320];
    snprintf(where, sizeof where, "%.280s:%d:1", par->path, line);
    if (par->notes)
        fault_add(par->notes, SCREE_OK, where, "", what, key);
}

// --- reading the lines ----------------------------------------------------------------------------------------------

static void read_number(par *par, int key, const char *text, int line, int column)
{
    const par_key *par_key = &keys[key];
    const char *end;
    double value;
    if (!text_number(text, &value, &end) || *end) {
        par_fault(par, line, column, "write a decimal number such as 0.01",
                  "%s = %.60s is not a finite number", par_key->name, text);
        return;
    }
    if (value < par_key->low) {
        par_fault(par, line, column, "", "%s = %.60s is %s", par_key->name, text,
                  par_key->low == ROW_POSITIVE ? "not above 0" : "below 0");
    } else if (par_key->kind == KEY_COUNT && (value != floor(value) || value > 9e15)) {
        par_fault(par, line, column, "give a number of steps", "%s = %.60s is not a whole number",
                  par_key->name, text);
    }
    par->number[key] = value;
}

static int key_find(const char *name)
{
    for (int i = 0; i < KEYS; i++) {
        if (!strcmp(keys[i].name, name))
            return i;
    }
    return -1;
}

static void meet_stranger(par *par, const char *name, int line, int column)
{
    char *copy = text_copy(name);
    if (!copy || !MEM_GROW(par->stranger, par->stranger_room, par->strangers + 1)) {
        free(copy);
        par->out_of_memory = true;
        return;
    }
    par->stranger[par->strangers++] = (par_stranger){
        .name = copy,
        .line = line,
        .column = column,
    };
}

static void read_line(par *par, char *text, int line)
{
    static const char gaps[] = " \t\r";
    text[strcspn(text, "#")] = 0;
    char *name = text + strspn(text, gaps);
    if (!*name)
        return;
    size_t size = strcspn(name, gaps);
    char *value = name + size + strspn(name + size, gaps);
    name[size] = 0;
    for (size_t length = strlen(value); length && strchr(gaps, value[length - 1]);)
        value[--length] = 0;
    int key = key_find(name);
    int column = (int)(value - text) + 1;
    if (key < 0) {
        meet_stranger(par, name, line, (int)(name - text) + 1);
        return;
    }
    if (par->line[key]) {
        par_fault(par, line, (int)(name - text) + 1, "leave one of them",
                  "key '%s' stands twice, first on line %d", name, par->line[key]);
        return;
    }
    par->line[key] = line;
    if (!*value) {
        par_fault(par, line, column, "write the value behind the key", "key '%s' has no value",
                  name);
    } else if (keys[key].kind == KEY_IDLE) {
        par_note(par, line, "key '%s' is ignored: search cells are chosen automatically", name);
    } else if (keys[key].kind == KEY_TEXT) {
        par->out_of_memory = !(par->text[key] = text_copy(value)) || par->out_of_memory;
    } else {
        read_number(par, key, value, line, column);
    }
}

// Keys of other machinery (OpenCL work groups, Lennard-Jones) are left alone with a note. One that is nearly a key
// which is not given is a slip of the pen and no small one: without k_f nothing has friction. What is said of it
// stands for the missing key too.
static void check_strangers(par *par)
{
    for (int64_t i = 0; i < par->strangers; i++) {
        const par_stranger *is = &par->stranger[i];
        const char *wanted[KEYS];
        const char *near;
        char hint[80];
        for (int k = 0; k < KEYS; k++)
            wanted[k] = par->line[k] || keys[k].kind == KEY_IDLE ? NULL : keys[k].name;
        near = text_closest(is->name, wanted, KEYS, strlen(is->name) < 6 ? 1 : 2);
        if (!near) {
            par_note(par, is->line, "key '%s' is not needed and is ignored", is->name);
            continue;
        }
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
        par_fault(par, is->line, is->column, hint, "unknown key '%.60s'", is->name);
        par->line[key_find(near)] = -1; // told
    }
}

// Names to which a number is added, of files that go into the folder of the run and nowhere else.
static void check_result(par *par, int key)
{
    const char *objection = par->text[key] ? result_base_objection(par->text[key]) : NULL;
    if (objection) {
        par_fault(par, par->line[key], 1,
                  "results go into the folder of the run: give a plain name", "%s = %.80s: %s",
                  keys[key].name, par->text[key], objection);
    }
}

static void check(par *par)
{
    static const char axes[] = "xyz";
    check_strangers(par);
    for (int i = 0; i < KEYS; i++) {
        if (keys[i].required && !par->line[i])
            par_fault(par, 0, 0, "add a line with it", "missing key '%s'", keys[i].name);
    }
    for (int axis = 0; axis < 3; axis++) {
        int low = X_MIN + 2 * axis;
        int high = low + 1;
        const bool given = par->line[low] > 0 && par->line[high] > 0;
        if (given && !(par->number[low] < par->number[high])) {
            par_fault(par, par->line[high], 1, "exchange the two", "%c_max is not above %c_min",
                      axes[axis], axes[axis]);
        }
    }
    if (par->number[OUT_FREQ] > 0 && !par->line[OUT_NAME]) {
        par_fault(par, par->line[OUT_FREQ], 1, "add it, or set part_out_freq to 0",
                  "missing key 'part_out_name_base'");
    }
    if (par->number[VTK_FREQ] > 0 && !par->line[VTK_NAME]) {
        par_fault(par, par->line[VTK_FREQ], 1, "add it, or set vtk_out_freq to 0",
                  "missing key 'vtk_out_name_base'");
    }
    check_result(par, OUT_NAME);
    check_result(par, VTK_NAME);
}

static void read_lines(par *par, char *text, size_t length)
{
    int line = 0;
    for (char *at = text, *end = text + length; at < end;) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        if (stop)
            *stop = 0;
        read_line(par, at, ++line);
        at = stop ? stop + 1 : end;
    }
    check(par);
}

// Reads the particle file through, so that its faults are told with those of the .par file.
static double check_particles(par *par)
{
    double largest = 0;
    const char *slash = strrchr(par->path, '/');
    const char *name = par->text[PART_FILE];
    char *path = slash && *name != '/'
                     ? text_format("%.*s/%s", (int)(slash - par->path), par->path, name)
                     : text_copy(name);
    if (!path)
        return 0;
    if (par->within && !place_is_within(path, par->within)) {
        par_fault(par, par->line[PART_FILE], 1, "put it there, or leave out --confine",
                  "'%.120s' is not in the folder of the case, and nothing else may be read", name);
        free(path);
        return 1;
    }
    if (course_particles(path, NULL, NULL, &largest, par->faults, NULL))
        par->faulty++;
    free(path);
    return largest > 0 ? largest : 1;
}

bool case_is_course(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".par");
}

scree_status course_read(const char *par_path, const case_context *context, model *out,
                         fault_list *faults, fault_list *notes)
{
    par par = {
        .path = par_path,
        .within = context->families->within,
        .faults = faults,
        .notes = notes,
    };
    char *text;
    size_t length;
    scree_error error;
    text_buffer buffer = {0};
    scree_status status = text_file_load(par_path, MAX_PAR, &text, &length, &error);
    if (status) {
        fault_add(faults, status, error.where, error.hint, "%s", error.what);
        return status;
    }
    read_lines(&par, text, length);
    free(text);
    double largest = par.text[PART_FILE] ? check_particles(&par) : 1;
    if (par.out_of_memory) {
        faults->out_of_memory = true;
        status = SCREE_NO_MEMORY;
    } else if (!par.faulty) {
        course_write_case(&par, largest, &buffer);
        status = buffer.failed ? SCREE_NO_MEMORY
                               : case_parse(&(case_source){buffer.data, buffer.length, par_path},
                                            context, out, faults, notes);
    } else
        status = SCREE_BAD_INPUT;
    text_buffer_clear(&buffer);
    for (int i = 0; i < KEYS; i++)
        free(par.text[i]);
    for (int64_t i = 0; i < par.strangers; i++)
        free(par.stranger[i].name);
    free(par.stranger);
    return status;
}
