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

void reader_fault(reader *reader, const node *node, const char *hint, const char *what, ...)
{
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    book_add(reader->book, node->source, node->line, node->column, hint, "%s", text);
}

void reader_note(reader *reader, const node *node, const char *what, ...)
{
    char text[400];
    char where[320];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    if (node->line > 0)
        snprintf(where, sizeof where, "%s:%d:%d", node->source, node->line, node->column);
    else
        snprintf(where, sizeof where, "%s", node->source);
    if (!reader->notes)
        return;
    if (reader->notes->count < NOTES_MOST)
        fault_add(reader->notes, SCREE_OK, where, "", "%s", text);
    else
        reader->notes->left_out++;
}

// --- keys -----------------------------------------------------------------------------------------------------------

static void remember_asked(reader *reader, node *map, const char *key)
{
    if (map->asked_count == map->asked_room) {
        int room = map->asked_room ? 2 * map->asked_room : 16;
        const char **grown = realloc(map->asked, (size_t)room * sizeof *grown);
        if (!grown) {
            reader->book->no_memory = true;
            return;
        }
        map->asked = grown;
        map->asked_room = room;
    }
    map->asked[map->asked_count++] = key;
}

node *reader_take(reader *reader, node *map, const char *key)
{
    remember_asked(reader, map, key);
    node_entry *entry = node_entry_find(map, key);
    if (!entry)
        return NULL;
    entry->seen = true;
    return entry->value;
}

static const char *path_of(const node *node, char *path)
{
    node_path(node, path, PATH);
    return *path ? path : "the case";
}

node *reader_need(reader *reader, node *map, const char *key, const char *hint)
{
    char path[PATH];
    node *node = reader_take(reader, map, key);
    if (!node)
        reader_fault(reader, map, hint, "missing key '%s' in %s", key, path_of(map, path));
    return node;
}

static int allowance(const char *word)
{
    size_t length = strlen(word);
    return length <= 3 ? 1 : length <= 7 ? 2 : 3;
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
    size_t length = (size_t)snprintf(out, size, "%s", others);
    for (int i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s", i ? ", " : " ", list[i]);
    if (!count && length < size)
        snprintf(out + length, size - length, " none");
}

void reader_finish(reader *reader, node *map)
{
    char path[PATH];
    char hint[300];
    for (int i = 0; i < map->count; i++) {
        const node_entry *entry = &map->entry[i];
        if (entry->seen)
            continue;
        if (book_is_full(reader->book)) { // no time for words that nobody will read
            reader->book->left_out++;
            continue;
        }
        suggestion(entry->key, map->asked, map->asked_count, "known here:", hint, sizeof hint);
        const char *source = entry->line > 0 ? map->source : entry->value->source;
        book_add(reader->book, source, entry->line, entry->column, hint,
                 "unknown key '%.60s' in %s", entry->key, path_of(map, path));
    }
}

// --- kinds ----------------------------------------------------------------------------------------------------------

static void wrong_kind(reader *reader, const node *node, const char *wanted)
{
    char path[PATH];
    if (node->kind == NODE_FAULTY)
        return;
    const char *is = node->kind == NODE_MAP    ? "a mapping"
                     : node->kind == NODE_LIST ? "a list"
                     : *node->text             ? node->text
                                               : "empty";
    reader_fault(reader, node, "", "%s must be %s, but is %.60s", path_of(node, path), wanted, is);
}

bool reader_is_map(reader *reader, const node *node)
{
    if (node && node->kind != NODE_MAP)
        wrong_kind(reader, node, "a mapping {key: value, ...}");
    return node && node->kind == NODE_MAP;
}

bool reader_is_list(reader *reader, const node *node)
{
    if (node && node->kind != NODE_LIST)
        wrong_kind(reader, node, "a list [a, b, ...]");
    return node && node->kind == NODE_LIST;
}

static bool is_scalar(reader *reader, const node *node, const char *wanted)
{
    if (node && (node->kind != NODE_SCALAR || (!*node->text && !node->quoted))) {
        wrong_kind(reader, node, wanted);
        return false;
    }
    return node;
}

const char *reader_text(reader *reader, const node *node)
{
    return is_scalar(reader, node, "a text") ? node->text : NULL;
}

char *reader_copy(reader *reader, const node *node)
{
    const char *text = reader_text(reader, node);
    char *copy = text ? text_copy(text) : NULL;
    if (text && !copy)
        reader->book->no_memory = true;
    return copy;
}

char *reader_path(const reader *reader, const char *file)
{
    const char *slash = reader->name ? strrchr(reader->name, '/') : NULL;
    return file[0] == '/' || !slash
               ? text_copy(file)
               : text_format("%.*s%s", (int)(slash + 1 - reader->name), reader->name, file);
}

bool reader_may_read(reader *reader, const node *at, const char *file)
{
    if (!reader->within)
        return true;
    char *path = reader_path(reader, file);
    if (!path)
        reader->book->no_memory = true;
    const bool may = path && place_is_within(path, reader->within);
    free(path);
    if (path && !may)
        reader_fault(reader, at, "put it there, or leave out --confine",
                     "'%.120s' is not in the folder of the case, and nothing else may be read",
                     file);
    return may;
}

bool reader_name_is_good(reader *reader, const node *at, const char *name)
{
    bool good = *name && *name != '-' && strlen(name) < 48;
    for (const char *sign = name; *sign && good; sign++)
        good = (*sign >= 'a' && *sign <= 'z') || (*sign >= 'A' && *sign <= 'Z') ||
               (*sign >= '0' && *sign <= '9') || *sign == '_' || *sign == '-' ||
               (unsigned char)*sign >= 0x80;
    if (!good)
        reader_fault(reader, at, "use letters, digits, '_' and '-', at most 47 of them",
                     "'%.60s' cannot be a name: it becomes part of file names", name);
    return good;
}

// --- values ---------------------------------------------------------------------------------------------------------

// "[-1, 0.5]", "above 0 m", "at least 1 s", ...
static void range_text(double low, double high, const char *unit, char *out, size_t size)
{
    char low_text[60];
    char high_text[60];
    quantity_print(low == ROW_POSITIVE ? 0 : low, unit, low_text, sizeof low_text);
    quantity_print(high, unit, high_text, sizeof high_text);
    if (low == ROW_POSITIVE && high == INFINITY)
        snprintf(out, size, "not above %s", low_text);
    else if (high == INFINITY)
        snprintf(out, size, "below %s", low_text);
    else if (low == -INFINITY)
        snprintf(out, size, "above %s", high_text);
    else
        snprintf(out, size, "outside %s%s, %s]", low == ROW_POSITIVE ? "(" : "[", low_text,
                 high_text);
}

static void out_of_range(reader *reader, const node *node, const char *unit, double low,
                         double high)
{
    char path[PATH];
    char range[140];
    range_text(low, high, unit, range, sizeof range);
    reader_fault(reader, node, "", "%s = %.60s is %s", path_of(node, path), node->text, range);
}

// The value without its range; `hint` instead of what the unit suggests, where not NULL.
static bool read_number(reader *reader, const node *node, const char *unit, const char *hint,
                        double *out)
{
    char path[PATH];
    quantity_fault fault;
    if (!is_scalar(reader, node, "a number"))
        return false;
    if (quantity_read(node->text, unit, out, &fault))
        return true;
    bool verb = !strncmp(fault.what, "is ", 3) || !strncmp(fault.what, "has ", 4) ||
                !strncmp(fault.what, "divides ", 8);
    reader_fault(reader, node, hint ? hint : fault.hint, verb ? "%s = %.60s %s" : "%s = %.60s: %s",
                 path_of(node, path), node->text, fault.what);
    return false;
}

bool reader_is_quantity(const node *node, const char *unit)
{
    quantity_fault unused;
    double value;
    if (!node || node->kind != NODE_SCALAR || !quantity_read(node->text, unit, &value, &unused))
        return false;
    return value != 0 || !quantity_read(node->text, "1", &value, &unused);
}

bool reader_real(reader *reader, const node *node, const char *unit, double low, double high,
                 double *out)
{
    return reader_real_or(reader, node, unit, NULL, low, high, out);
}

bool reader_real_or(reader *reader, const node *node, const char *unit, const char *hint,
                    double low, double high, double *out)
{
    double value;
    if (!read_number(reader, node, unit, hint, &value))
        return false;
    if (!(value >= low && value <= high)) {
        out_of_range(reader, node, unit, low, high);
        return false;
    }
    *out = value;
    return true;
}

bool reader_integer(reader *reader, const node *node, int64_t low, int64_t high, int64_t *out)
{
    const double exact = 9007199254740992.0; // 2^53: beyond it doubles skip whole numbers
    char path[PATH];
    double value;
    if (!read_number(reader, node, "1", "give a whole number", &value))
        return false;
    if (value != floor(value) || fabs(value) >= exact) {
        reader_fault(reader, node, "", "%s = %.60s is not a whole number below 2^53",
                     path_of(node, path), node->text);
        return false;
    }
    if (value < (double)low || value > (double)high) {
        out_of_range(reader, node, "1", (double)low, high == INT64_MAX ? INFINITY : (double)high);
        return false;
    }
    *out = (int64_t)value;
    return true;
}

bool reader_flag(reader *reader, const node *node, bool *out)
{
    char path[PATH];
    if (!is_scalar(reader, node, "true or false"))
        return false;
    bool yes = !strcmp(node->text, "true");
    if (!yes && strcmp(node->text, "false") != 0) {
        reader_fault(reader, node, "write true or false", "%s = %.60s is neither true nor false",
                     path_of(node, path), node->text);
        return false;
    }
    *out = yes;
    return true;
}

static bool is_nought(const node *node, const char *unit)
{
    quantity_fault unused;
    double value;
    return node->kind == NODE_SCALAR && quantity_read(node->text, unit, &value, &unused) &&
           value == 0;
}

bool reader_vector(reader *reader, const node *node, const char *unit, double low, double high,
                   double third, v3 *out)
{
    char path[PATH];
    double nought;
    if (!node)
        return false;
    if (is_nought(node, unit)) {
        if (!reader_real(reader, node, unit, low, high, &nought))
            return false;
        *out = v3_make(0, 0, reader->dimensions == 2 ? third : 0);
        return true;
    }
    if (node->kind != NODE_LIST)
        return wrong_kind(reader, node, "a vector [x, y, z]"), false;
    bool flat = reader->dimensions == 2 && node->count == 2;
    if (node->count != 3 && !flat) {
        const char *comma = "write [x, y, z], with points before decimals";
        reader_fault(reader, node,
                     node->count > 3           ? comma
                     : reader->dimensions == 2 ? "write [x, y] or [x, y, z]"
                                               : "write [x, y, z]",
                     "%s needs 3 values, got %d", path_of(node, path), node->count);
        return false;
    }
    double x[3] = {0, 0, third};
    bool good = true;
    for (int i = 0; i < node->count; i++)
        good = reader_real(reader, node->entry[i].value, unit, low, high, &x[i]) && good;
    if (good)
        *out = v3_make(x[0], x[1], x[2]);
    return good;
}

int reader_word(reader *reader, const node *node, const char *const *words, int count)
{
    char path[PATH];
    char hint[200];
    if (!is_scalar(reader, node, "a name"))
        return -1;
    for (int i = 0; i < count; i++)
        if (!strcmp(node->text, words[i]))
            return i;
    suggestion(node->text, words, count, "known are:", hint, sizeof hint);
    reader_fault(reader, node, hint, "%s = %.60s is not known", path_of(node, path), node->text);
    return -1;
}

// Limits must be in order and a deviation not negative; the mean must lie between the limits.
static bool spread_is_sound(reader *reader, const node *node, const spread *spread)
{
    char path[PATH];
    if (spread->from > spread->to) {
        reader_fault(reader, node, "exchange the two", "%s: 'from' is above 'to'",
                     path_of(node, path));
        return false;
    }
    if (spread->kind == SPREAD_UNIFORM ||
        (spread->value >= spread->from && spread->value <= spread->to))
        return true;
    reader_fault(reader, node, "widen the limits", "%s: 'mean' lies outside of 'from' and 'to'",
                 path_of(node, path));
    return false;
}

bool reader_spread(reader *reader, node *map, const char *unit, double low, double high,
                   spread *out)
{
    static const char *const kinds[] = {"uniform", "normal", "lognormal"};
    static const spread_kind kind_of[] = {SPREAD_UNIFORM, SPREAD_NORMAL, SPREAD_LOGNORMAL};
    if (map && map->kind == NODE_SCALAR) {
        double value;
        if (!reader_real(reader, map, unit, low, high, &value))
            return false;
        *out = (spread){SPREAD_FIXED, value, value, value, 0};
        return true;
    }
    if (!reader_is_map(reader, map))
        return false;
    const node *word =
        reader_need(reader, map, "distribution", "known are: uniform, normal, lognormal");
    int kind = word ? reader_word(reader, word, kinds, 3) : -1;
    if (kind < 0)
        return false;
    spread spread = {kind_of[kind], 0, 0, 0, 0};
    bool good = reader_real(reader, reader_need(reader, map, "from", "give the lower limit"), unit,
                            low, high, &spread.from);
    good = reader_real(reader, reader_need(reader, map, "to", "give the upper limit"), unit, low,
                       high, &spread.to) &&
           good;
    if (spread.kind != SPREAD_UNIFORM) {
        bool log = spread.kind == SPREAD_LOGNORMAL;
        good = reader_real(reader, reader_need(reader, map, "mean", "give the mean value"), unit,
                           low, high, &spread.value) &&
               good;
        good = reader_real(
                   reader,
                   reader_need(reader, map, "deviation",
                               log ? "give the standard deviation of the logarithm, a plain number"
                                   : "give the standard deviation"),
                   log ? "1" : unit, 0, INFINITY, &spread.deviation) &&
               good;
    }
    reader_finish(reader, map);
    if (!good || !spread_is_sound(reader, map, &spread))
        return false;
    if (spread.kind == SPREAD_UNIFORM)
        spread.value = spread.from + 0.5 * (spread.to - spread.from);
    *out = spread;
    return true;
}
