// reader.c - see reader.h.
#include "case/reader.h"

#include "base/place.h"
#include "base/text.h"
#include "case/nodes.h"
#include "case/quantity.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 200, NOTES_MOST = 100 };

void reader_fault(reader *r, const node *n, const char *hint, const char *what, ...)
{
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    book_add(r->book, n->source, n->line, n->column, hint, "%s", text);
}

void reader_note(reader *r, const node *n, const char *what, ...)
{
    char text[400];
    char where[320];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    if (n->line > 0)
        snprintf(where, sizeof where, "%s:%d:%d", n->source, n->line, n->column);
    else
        snprintf(where, sizeof where, "%s", n->source);
    if (!r->notes)
        return;
    if (r->notes->count < NOTES_MOST)
        fault_add(r->notes, SCREE_OK, where, "", "%s", text);
    else
        r->notes->left_out++;
}

// --- keys -----------------------------------------------------------------------------------------------------------

static void remember_asked(reader *r, node *map, const char *key)
{
    if (map->asked_count == map->asked_room) {
        int room = map->asked_room ? 2 * map->asked_room : 16;
        const char **grown = realloc(map->asked, (size_t)room * sizeof *grown);
        if (!grown) {
            r->book->no_memory = true;
            return;
        }
        map->asked = grown;
        map->asked_room = room;
    }
    map->asked[map->asked_count++] = key;
}

node *reader_take(reader *r, node *map, const char *key)
{
    remember_asked(r, map, key);
    node_entry *e = node_entry_find(map, key);
    if (!e)
        return NULL;
    e->seen = true;
    return e->value;
}

static const char *path_of(const node *n, char *path)
{
    node_path(n, path, PATH);
    return *path ? path : "the case";
}

node *reader_need(reader *r, node *map, const char *key, const char *hint)
{
    char path[PATH];
    node *n = reader_take(r, map, key);
    if (!n)
        reader_fault(r, map, hint, "missing key '%s' in %s", key, path_of(map, path));
    return n;
}

static int allowance(const char *word)
{
    size_t n = strlen(word);
    return n <= 3 ? 1 : n <= 7 ? 2 : 3;
}

// "did you mean 'x'?" where something is near, else the list of what there is.
static void suggestion(const char *word, const char *const *list, int count, const char *others,
                       char *out, size_t size)
{
    const char *near = text_closest(word, list, count, allowance(word));
    if (near) {
        snprintf(out, size, "did you mean '%s'?", near);
        return;
    }
    size_t n = (size_t)snprintf(out, size, "%s", others);
    for (int i = 0; i < count && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%s", i ? ", " : " ", list[i]);
    if (!count && n < size)
        snprintf(out + n, size - n, " none");
}

void reader_finish(reader *r, node *map)
{
    char path[PATH];
    char hint[300];
    for (int i = 0; i < map->count; i++) {
        const node_entry *e = &map->entry[i];
        if (e->seen)
            continue;
        if (book_is_full(r->book)) { // no time for words that nobody will read
            r->book->left_out++;
            continue;
        }
        suggestion(e->key, map->asked, map->asked_count, "known here:", hint, sizeof hint);
        const char *source = e->line > 0 ? map->source : e->value->source;
        book_add(r->book, source, e->line, e->column, hint, "unknown key '%.60s' in %s", e->key,
                 path_of(map, path));
    }
}

// --- kinds ----------------------------------------------------------------------------------------------------------

static void wrong_kind(reader *r, const node *n, const char *wanted)
{
    char path[PATH];
    if (n->kind == NODE_FAULTY)
        return;
    const char *is = n->kind == NODE_MAP    ? "a mapping"
                     : n->kind == NODE_LIST ? "a list"
                     : *n->text             ? n->text
                                            : "empty";
    reader_fault(r, n, "", "%s must be %s, but is %.60s", path_of(n, path), wanted, is);
}

bool reader_is_map(reader *r, const node *n)
{
    if (n && n->kind != NODE_MAP)
        wrong_kind(r, n, "a mapping {key: value, ...}");
    return n && n->kind == NODE_MAP;
}

bool reader_is_list(reader *r, const node *n)
{
    if (n && n->kind != NODE_LIST)
        wrong_kind(r, n, "a list [a, b, ...]");
    return n && n->kind == NODE_LIST;
}

static bool is_scalar(reader *r, const node *n, const char *wanted)
{
    if (n && (n->kind != NODE_SCALAR || (!*n->text && !n->quoted))) {
        wrong_kind(r, n, wanted);
        return false;
    }
    return n;
}

const char *reader_text(reader *r, const node *n)
{
    return is_scalar(r, n, "a text") ? n->text : NULL;
}

char *reader_copy(reader *r, const node *n)
{
    const char *text = reader_text(r, n);
    char *copy = text ? text_copy(text) : NULL;
    if (text && !copy)
        r->book->no_memory = true;
    return copy;
}

char *reader_path(const reader *r, const char *file)
{
    const char *slash = r->name ? strrchr(r->name, '/') : NULL;
    return file[0] == '/' || !slash
               ? text_copy(file)
               : text_format("%.*s%s", (int)(slash + 1 - r->name), r->name, file);
}

bool reader_may_read(reader *r, const node *at, const char *file)
{
    if (!r->within)
        return true;
    char *path = reader_path(r, file);
    if (!path)
        r->book->no_memory = true;
    const bool may = path && place_is_within(path, r->within);
    free(path);
    if (path && !may)
        reader_fault(r, at, "put it there, or leave out --confine",
                     "'%.120s' is not in the folder of the case, and nothing else may be read",
                     file);
    return may;
}

bool reader_name_is_good(reader *r, const node *at, const char *name)
{
    bool good = *name && *name != '-' && strlen(name) < 48;
    for (const char *c = name; *c && good; c++)
        good = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
               *c == '_' || *c == '-' || (unsigned char)*c >= 0x80;
    if (!good)
        reader_fault(r, at, "use letters, digits, '_' and '-', at most 47 of them",
                     "'%.60s' cannot be a name: it becomes part of file names", name);
    return good;
}

// --- values ---------------------------------------------------------------------------------------------------------

// "[-1, 0.5]", "above 0 m", "at least 1 s", ...
static void range_text(double low, double high, const char *unit, char *out, size_t size)
{
    char a[60];
    char b[60];
    quantity_print(low == ROW_POSITIVE ? 0 : low, unit, a, sizeof a);
    quantity_print(high, unit, b, sizeof b);
    if (low == ROW_POSITIVE && high == INFINITY)
        snprintf(out, size, "not above %s", a);
    else if (high == INFINITY)
        snprintf(out, size, "below %s", a);
    else if (low == -INFINITY)
        snprintf(out, size, "above %s", b);
    else
        snprintf(out, size, "outside %s%s, %s]", low == ROW_POSITIVE ? "(" : "[", a, b);
}

static void out_of_range(reader *r, const node *n, const char *unit, double low, double high)
{
    char path[PATH];
    char range[140];
    range_text(low, high, unit, range, sizeof range);
    reader_fault(r, n, "", "%s = %.60s is %s", path_of(n, path), n->text, range);
}

// The value without its range; `hint` instead of what the unit suggests, where not NULL.
static bool read_number(reader *r, const node *n, const char *unit, const char *hint, double *out)
{
    char path[PATH];
    quantity_fault fault;
    if (!is_scalar(r, n, "a number"))
        return false;
    if (quantity_read(n->text, unit, out, &fault))
        return true;
    bool verb = !strncmp(fault.what, "is ", 3) || !strncmp(fault.what, "has ", 4) ||
                !strncmp(fault.what, "divides ", 8);
    reader_fault(r, n, hint ? hint : fault.hint, verb ? "%s = %.60s %s" : "%s = %.60s: %s",
                 path_of(n, path), n->text, fault.what);
    return false;
}

bool reader_is_quantity(const node *n, const char *unit)
{
    quantity_fault unused;
    double value;
    if (!n || n->kind != NODE_SCALAR || !quantity_read(n->text, unit, &value, &unused))
        return false;
    return value != 0 || !quantity_read(n->text, "1", &value, &unused);
}

bool reader_real(reader *r, const node *n, const char *unit, double low, double high, double *out)
{
    return reader_real_or(r, n, unit, NULL, low, high, out);
}

bool reader_real_or(reader *r, const node *n, const char *unit, const char *hint, double low,
                    double high, double *out)
{
    double value;
    if (!read_number(r, n, unit, hint, &value))
        return false;
    if (!(value >= low && value <= high)) {
        out_of_range(r, n, unit, low, high);
        return false;
    }
    *out = value;
    return true;
}

bool reader_integer(reader *r, const node *n, int64_t low, int64_t high, int64_t *out)
{
    const double exact = 9007199254740992.0; // 2^53: beyond it doubles skip whole numbers
    char path[PATH];
    double value;
    if (!read_number(r, n, "1", "give a whole number", &value))
        return false;
    if (value != floor(value) || fabs(value) >= exact) {
        reader_fault(r, n, "", "%s = %.60s is not a whole number below 2^53", path_of(n, path),
                     n->text);
        return false;
    }
    if (value < (double)low || value > (double)high) {
        out_of_range(r, n, "1", (double)low, high == INT64_MAX ? INFINITY : (double)high);
        return false;
    }
    *out = (int64_t)value;
    return true;
}

bool reader_flag(reader *r, const node *n, bool *out)
{
    char path[PATH];
    if (!is_scalar(r, n, "true or false"))
        return false;
    bool yes = !strcmp(n->text, "true");
    if (!yes && strcmp(n->text, "false") != 0) {
        reader_fault(r, n, "write true or false", "%s = %.60s is neither true nor false",
                     path_of(n, path), n->text);
        return false;
    }
    *out = yes;
    return true;
}

static bool is_nought(const node *n, const char *unit)
{
    quantity_fault unused;
    double value;
    return n->kind == NODE_SCALAR && quantity_read(n->text, unit, &value, &unused) && value == 0;
}

bool reader_vector(reader *r, const node *n, const char *unit, double low, double high,
                   double third, v3 *out)
{
    char path[PATH];
    double nought;
    if (!n)
        return false;
    if (is_nought(n, unit)) {
        if (!reader_real(r, n, unit, low, high, &nought))
            return false;
        *out = v3_make(0, 0, r->dimensions == 2 ? third : 0);
        return true;
    }
    if (n->kind != NODE_LIST)
        return wrong_kind(r, n, "a vector [x, y, z]"), false;
    bool flat = r->dimensions == 2 && n->count == 2;
    if (n->count != 3 && !flat) {
        const char *comma = "write [x, y, z], with points before decimals";
        reader_fault(r, n,
                     n->count > 3         ? comma
                     : r->dimensions == 2 ? "write [x, y] or [x, y, z]"
                                          : "write [x, y, z]",
                     "%s needs 3 values, got %d", path_of(n, path), n->count);
        return false;
    }
    double x[3] = {0, 0, third};
    bool good = true;
    for (int i = 0; i < n->count; i++)
        good = reader_real(r, n->entry[i].value, unit, low, high, &x[i]) && good;
    if (good)
        *out = v3_make(x[0], x[1], x[2]);
    return good;
}

int reader_word(reader *r, const node *n, const char *const *words, int count)
{
    char path[PATH];
    char hint[200];
    if (!is_scalar(r, n, "a name"))
        return -1;
    for (int i = 0; i < count; i++)
        if (!strcmp(n->text, words[i]))
            return i;
    suggestion(n->text, words, count, "known are:", hint, sizeof hint);
    reader_fault(r, n, hint, "%s = %.60s is not known", path_of(n, path), n->text);
    return -1;
}

// Limits must be in order and a deviation not negative; the mean must lie between the limits.
static bool spread_is_sound(reader *r, const node *n, const spread *s)
{
    char path[PATH];
    if (s->from > s->to) {
        reader_fault(r, n, "exchange the two", "%s: 'from' is above 'to'", path_of(n, path));
        return false;
    }
    if (s->kind == SPREAD_UNIFORM || (s->value >= s->from && s->value <= s->to))
        return true;
    reader_fault(r, n, "widen the limits", "%s: 'mean' lies outside of 'from' and 'to'",
                 path_of(n, path));
    return false;
}

bool reader_spread(reader *r, node *n, const char *unit, double low, double high, spread *out)
{
    static const char *const kinds[] = {"uniform", "normal", "lognormal"};
    static const spread_kind kind_of[] = {SPREAD_UNIFORM, SPREAD_NORMAL, SPREAD_LOGNORMAL};
    if (n && n->kind == NODE_SCALAR) {
        double value;
        if (!reader_real(r, n, unit, low, high, &value))
            return false;
        *out = (spread){SPREAD_FIXED, value, value, value, 0};
        return true;
    }
    if (!reader_is_map(r, n))
        return false;
    const node *word = reader_need(r, n, "distribution", "known are: uniform, normal, lognormal");
    int kind = word ? reader_word(r, word, kinds, 3) : -1;
    if (kind < 0)
        return false;
    spread s = {kind_of[kind], 0, 0, 0, 0};
    bool good =
        reader_real(r, reader_need(r, n, "from", "give the lower limit"), unit, low, high, &s.from);
    good =
        reader_real(r, reader_need(r, n, "to", "give the upper limit"), unit, low, high, &s.to) &&
        good;
    if (s.kind != SPREAD_UNIFORM) {
        bool log = s.kind == SPREAD_LOGNORMAL;
        good = reader_real(r, reader_need(r, n, "mean", "give the mean value"), unit, low, high,
                           &s.value) &&
               good;
        good = reader_real(
                   r,
                   reader_need(r, n, "deviation",
                               log ? "give the standard deviation of the logarithm, a plain number"
                                   : "give the standard deviation"),
                   log ? "1" : unit, 0, INFINITY, &s.deviation) &&
               good;
    }
    reader_finish(r, n);
    if (!good || !spread_is_sound(r, n, &s))
        return false;
    if (s.kind == SPREAD_UNIFORM)
        s.value = s.from + 0.5 * (s.to - s.from);
    *out = s;
    return true;
}
