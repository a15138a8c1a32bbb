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

scree_status grain_table_open(grain_table_scan *t, const char *path, scree_error *error)
{
    size_t length;
    memset(t, 0, sizeof *t);
    t->path = path;
    scree_status status = text_file_load(path, most_bytes, &t->text, &length, error);
    if (status) return status;
    t->at = t->text;
    t->end = t->text + length;
    if (!memchr(t->text, 0, length)) return SCREE_OK;
    grain_table_close(t);
    return fail(error, SCREE_BAD_INPUT, path, "give a text file, one grain per line", "is not a text file");
}

void grain_table_close(grain_table_scan *t)
{
    free(t->text);
    memset(t, 0, sizeof *t);
}

static void split(grain_table_scan *t, char *line)
{
    static const char gaps[] = " \t,;\r";
    t->fields = 0;
    line[strcspn(line, "#")] = 0;
    for (char *p = line + strspn(line, gaps); *p;) {
        size_t n = strcspn(p, gaps);
        bool last = !p[n];
        p[n] = 0;
        if (t->fields < (int)(sizeof t->field / sizeof *t->field)) t->field[t->fields++] = p;
        if (last) return;
        p += n + 1;
        p += strspn(p, gaps);
    }
}

bool grain_table_next(grain_table_scan *t)
{
    while (t->at < t->end) {
        char *line = t->at, *stop = memchr(line, '\n', (size_t)(t->end - line));
        if (stop) *stop = 0;
        t->at = stop ? stop + 1 : t->end;
        t->line++;
        split(t, line);
        if (t->fields) return true;
    }
    return false;
}

scree_status grain_table_fail(const grain_table_scan *t, scree_error *error, const char *hint, const char *what, ...)
{
    char where[320], text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    snprintf(where, sizeof where, "%.280s:%ld", t->path, t->line);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", text);
}

scree_status grain_table_number(const grain_table_scan *t, int field, const char *name, bool infinite, double *out,
                                scree_error *error)
{
    const char *text = t->field[field], *end;
    bool inf = !strcmp(text, "inf") || !strcmp(text, "+inf") || !strcmp(text, "Inf") || !strcmp(text, "INF") ||
               !strcmp(text, "infinity");
    if (inf && infinite) {
        *out = INFINITY;
        return SCREE_OK;
    }
    if (text_number(text, out, &end) && !*end) return SCREE_OK;
    return grain_table_fail(t, error, "write a decimal number such as 1.5e-3", "%s = %.60s is not a finite number",
                            name, text);
}

scree_status grain_table_check(const grain_table_scan *t, const grain_entry *g, scree_error *error)
{
    if (!(g->radius > 0))
        return grain_table_fail(t, error, "give a radius above zero", "radius = %g m is not above zero", g->radius);
    if (!(g->mass >= 0))
        return grain_table_fail(t, error, "give a mass above zero, or inf", "mass = %g kg is not above zero", g->mass);
    return SCREE_OK;
}

// --- the course format ----------------------------------------------------------------------------------------------

static scree_status course_line(const grain_table_scan *t, grain_entry *g, scree_error *error)
{
    static const char *const names[] = {"mass", "radius", "x", "y", "z", "vx", "vy", "vz"};
    double v[8];
    if (t->fields != 8)
        return grain_table_fail(t, error, "write m r x y z vx vy vz", "a grain has 8 numbers, this line has %d",
                                t->fields);
    for (int i = 0; i < 8; i++) {
        scree_status status = grain_table_number(t, i, names[i], i == 0, &v[i], error);
        if (status) return status;
    }
    if (!(v[0] > 0))
        return grain_table_fail(t, error, "give a mass above zero, or inf", "mass = %g kg is not above zero", v[0]);
    *g = (grain_entry){
        .position = v3_make(v[2], v[3], v[4]), .velocity = v3_make(v[5], v[6], v[7]), .radius = v[1], .mass = v[0]};
    return grain_table_check(t, g, error);
}

static scree_status course_walk(grain_table_scan *t, course_grain each, void *context, double *largest,
                                scree_error *error)
{
    double promised;
    grain_entry g;
    if (!grain_table_next(t)) return grain_table_fail(t, error, "begin with the number of grains", "the file is empty");
    if (t->fields != 1 || grain_table_number(t, 0, "the number of grains", false, &promised, NULL) ||
        promised != floor(promised) || promised < 0)
        return grain_table_fail(t, error, "the first line is the number of grains", "'%.60s' is not a number of grains",
                                t->field[0]);
    double found = 0;
    for (; grain_table_next(t); found++) {
        if (found == promised)
            return grain_table_fail(t, error, "correct the number in the first line",
                                    "more than the %.0f grains promised", promised);
        scree_status status = course_line(t, &g, error);
        if (!status && each) status = each(context, &g, error);
        if (status) return status;
        if (largest && g.radius > *largest) *largest = g.radius;
    }
    if (found == promised) return SCREE_OK;
    return grain_table_fail(t, error, "the file may be cut off, or its first line be wrong",
                            "ends after %.0f of %.0f grains", found, promised);
}

scree_status course_particles(const char *path, course_grain each, void *context, double *largest, scree_error *error)
{
    grain_table_scan t;
    if (largest) *largest = 0;
    scree_status status = grain_table_open(&t, path, error);
    if (!status) status = course_walk(&t, each, context, largest, error);
    grain_table_close(&t);
    return status;
}
