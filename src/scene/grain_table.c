// grain_table.c - see grain_table.h.
#include "scene/grain_table.h"

#include "base/text.h"
#include "scene/text_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_bytes = (size_t)16 << 30;

bool grain_table_open(grain_table_scan *scan, const char *path, fault_list *faults)
{
    size_t length;
    scree_error fault;
    memset(scan, 0, sizeof *scan);
    scan->path = path;
    scan->tally.list = faults;
    scree_status status = text_file_load(path, most_bytes, &scan->text, &length, &fault);
    if (!status && memchr(scan->text, 0, length)) {
        status = fail(&fault, SCREE_BAD_INPUT, path, "give a text file, one grain per line",
                      "this is not a text file");
    }
    if (status) {
        grain_table_goes_on(scan, &fault);
        return false;
    }
    scan->at = scan->text;
    scan->end = scan->text + length;
    return true;
}

scree_status grain_table_close(grain_table_scan *scan, scree_error *error)
{
    scree_status status = fault_tally_end(&scan->tally, error);
    free(scan->text);
    memset(scan, 0, sizeof *scan);
    return status;
}

static void split(grain_table_scan *scan, char *line)
{
    static const char gaps[] = " \t,;\r";
    scan->fields = 0;
    line[strcspn(line, "#")] = 0;
    for (char *at = line + strspn(line, gaps); *at;) {
        size_t length = strcspn(at, gaps);
        bool last = !at[length];
        at[length] = 0;
        if (scan->fields < (int)(sizeof scan->field / sizeof *scan->field))
            scan->field[scan->fields++] = at;
        if (last)
            return;
        at += length + 1;
        at += strspn(at, gaps);
    }
}

bool grain_table_next(grain_table_scan *scan)
{
    while (scan->at < scan->end) {
        char *line = scan->at;
        char *stop = memchr(line, '\n', (size_t)(scan->end - line));
        if (stop)
            *stop = 0;
        scan->at = stop ? stop + 1 : scan->end;
        scan->line++;
        split(scan, line);
        if (scan->fields)
            return true;
    }
    return false;
}

scree_status grain_table_fail(const grain_table_scan *scan, scree_error *error, const char *hint,
                              const char *what, ...)
{
    char where[320];
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    if (scan->line > 0)
        snprintf(where, sizeof where, "%.280s:%ld", scan->path, scan->line);
    else
        snprintf(where, sizeof where, "%.280s", scan->path);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", text);
}

bool grain_table_goes_on(grain_table_scan *scan, const scree_error *fault)
{
    fault_tally_add(&scan->tally, fault);
    return fault->status == SCREE_BAD_INPUT;
}

scree_status grain_table_number(const grain_table_scan *scan, int field, const char *name,
                                bool infinite, double *out, scree_error *error)
{
    const char *text = scan->field[field];
    const char *end;
    bool inf = !strcmp(text, "inf") || !strcmp(text, "+inf") || !strcmp(text, "Inf") ||
               !strcmp(text, "INF") || !strcmp(text, "infinity");
    if (inf && infinite) {
        *out = INFINITY;
        return SCREE_OK;
    }
    if (text_number(text, out, &end) && !*end)
        return SCREE_OK;
    return grain_table_fail(scan, error, "write a decimal number such as 1.5e-3",
                            "%s = %.60s is not a finite number", name, text);
}

scree_status grain_table_check(const grain_table_scan *scan, const grain_entry *entry,
                               scree_error *error)
{
    if (!(entry->radius > 0)) {
        return grain_table_fail(scan, error, "give a radius above zero",
                                "radius = %g m is not above zero", entry->radius);
    }
    if (!(entry->mass >= 0)) {
        return grain_table_fail(scan, error, "give a mass above zero, or inf",
                                "mass = %g kg is not above zero", entry->mass);
    }
    return SCREE_OK;
}

// --- the course format ----------------------------------------------------------------------------------------------

static scree_status course_line(const grain_table_scan *scan, grain_entry *entry,
                                scree_error *error)
{
    static const char *const names[] = {"mass", "radius", "x", "y", "z", "vx", "vy", "vz"};
    double value[8];
    if (scan->fields != 8) {
        return grain_table_fail(scan, error, "write m r x y z vx vy vz",
                                "a grain has 8 numbers, this line has %d", scan->fields);
    }
    for (int i = 0; i < 8; i++) {
        scree_status status = grain_table_number(scan, i, names[i], i == 0, &value[i], error);
        if (status)
            return status;
    }
    if (!(value[0] > 0)) {
        return grain_table_fail(scan, error, "give a mass above zero, or inf",
                                "mass = %g kg is not above zero", value[0]);
    }
    *entry = (grain_entry){
        .position = v3_make(value[2], value[3], value[4]),
        .velocity = v3_make(value[5], value[6], value[7]),
        .radius = value[1],
        .mass = value[0],
        .line = scan->line,
        .told = true,
    };
    return grain_table_check(scan, entry, error);
}

static scree_status course_head(grain_table_scan *scan, double *promised, scree_error *error)
{
    if (!grain_table_next(scan)) {
        return grain_table_fail(scan, error, "begin with the number of grains",
                                "the file is empty");
    }
    if (scan->fields != 1) {
        return grain_table_fail(
            scan, error, "put the number of grains in front, on a line of its own",
            "the first line is the number of grains, and this one has %d values", scan->fields);
    }
    if (grain_table_number(scan, 0, "the number of grains", false, promised, NULL) ||
        *promised != floor(*promised) || *promised < 0) {
        return grain_table_fail(scan, error, "write the number of grains there",
                                "the first line is no number of grains");
    }
    return SCREE_OK;
}

// More or fewer lines than promised are one fault of the file, told after those of its lines.
static scree_status course_count(grain_table_scan *scan, double promised, double found, long extra,
                                 scree_error *error)
{
    if (found == promised)
        return SCREE_OK;
    if (found < promised) {
        return grain_table_fail(scan, error, "the file may be cut off, or its first line be wrong",
                                "the file ends after %.0f of %.0f grains", found, promised);
    }
    scan->line = extra;
    return grain_table_fail(scan, error, "correct the number in the first line",
                            "the first line says %.0f grains, the file has %.0f", promised, found);
}

static void course_walk(grain_table_scan *scan, course_grain each, void *context, double *largest)
{
    double promised;
    double found = 0;
    long extra = 0;
    grain_entry entry;
    scree_error fault;
    if (course_head(scan, &promised, &fault)) {
        grain_table_goes_on(scan, &fault);
        return;
    }
    for (; grain_table_next(scan); found++) {
        if (found == promised)
            extra = scan->line;
        scree_status status = course_line(scan, &entry, &fault);
        if (!status && each)
            status = each(context, &entry, &fault);
        if (status && !grain_table_goes_on(scan, &fault))
            return;
        if (!status && largest && entry.radius > *largest)
            *largest = entry.radius;
    }
    if (course_count(scan, promised, found, extra, &fault))
        grain_table_goes_on(scan, &fault);
}

scree_status course_particles(const char *path, course_grain each, void *context, double *largest,
                              fault_list *faults, scree_error *error)
{
    grain_table_scan scan;
    if (largest)
        *largest = 0;
    if (grain_table_open(&scan, path, faults))
        course_walk(&scan, each, context, largest);
    return grain_table_close(&scan, error);
}
