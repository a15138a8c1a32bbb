// reader.c - keys and kinds of the values of a case; see reader.h.
#include "case/reader_kinds.h"
#include "case/reader.h"

#include "base/place.h"
#include "base/text.h"
#include "case/nodes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTES_MOST = 100 };

void reader_fault(reader *reader, const node *node, const char *hint, const char *what, ...)
{
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    const text_place place = {node->source, node->line, node->column};
    book_add(reader->book, place, hint, "%s", text);
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
    for (int i = 0; i < map->asked_count; i++) {
        if (!strcmp(map->asked[i], key))
            return;
    }
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

const char *reader_path_of(const node *node, char *path)
{
    node_path(node, path, READER_PATH);
    return *path ? path : "the case";
}

static int allowance(const char *word)
{
    size_t length = strlen(word);
    return length <= 3 ? 1 : length <= 7 ? 2 : 3;
}

const char *reader_remedy(const node *map, const char *hint, char out[READER_HINT])
{
    enum { MOST = 64 };
    const char *names[MOST];
    const node *section = map->parent;
    int count = 0;
    if (!map->made || !section || section->kind != NODE_MAP)
        return hint;
    const char *own = section->entry[map->place].key;
    for (int i = 0; i < section->count && count < MOST; i++) {
        if (i != map->place)
            names[count++] = section->entry[i].key;
    }
    const char *near = text_closest(own, names, count, allowance(own));
    if (!near)
        return hint;
    snprintf(out, READER_HINT, "it was not there: did you mean '%.60s'? else %.200s", near, hint);
    return out;
}

node *reader_need(reader *reader, node *map, const char *key, const char *hint)
{
    char path[READER_PATH];
    char remedy[READER_HINT];
    node *node = reader_take(reader, map, key);
    if (!node)
        reader_fault(reader, map, reader_remedy(map, hint, remedy), "missing key '%s' in %s", key,
                     reader_path_of(map, path));
    return node;
}

// "did you mean 'x'?" where something is near, else the list of what there is.
void reader_suggestion(const char *word, const char *const *list, int count, const char *others,
                       char *out, size_t size)
{
    const char *near = text_closest(word, list, count, allowance(word));
    if (near) {
        snprintf(out, size, "did you mean '%s'?", near);
        return;
    }
    snprintf(out, size, "%s", others);
    for (int i = 0; i < count; i++)
        text_list_add(out, size, list[i]);
    if (!count)
        text_list_add(out, size, "none");
}

// In {poisson: 0,25} the decimals are a key of their own.
static bool is_rest_of_number(const char *key)
{
    return *key >= '0' && *key <= '9';
}

void reader_finish(reader *reader, node *map)
{
    char path[READER_PATH];
    char hint[300];
    for (int i = 0; i < map->count; i++) {
        const node_entry *entry = &map->entry[i];
        if (entry->seen)
            continue;
        if (book_is_full(reader->book)) { // no time for words that nobody will read
            reader->book->left_out++;
            continue;
        }
        reader_suggestion(entry->key, map->asked, map->asked_count, "known here:", hint,
                          sizeof hint);
        if (is_rest_of_number(entry->key))
            snprintf(hint, sizeof hint, "write a point, not a comma, before decimals");
        const char *source = entry->line > 0 ? map->source : entry->value->source;
        book_add(reader->book, (text_place){source, entry->line, entry->column}, hint,
                 "unknown key '%.60s' in %s", entry->key, reader_path_of(map, path));
    }
}

// --- kinds ----------------------------------------------------------------------------------------------------------

void reader_wrong_kind(reader *reader, const node *node, const char *wanted)
{
    char path[READER_PATH];
    if (node->kind == NODE_FAULTY)
        return;
    const char *is = node->kind == NODE_MAP    ? "a mapping"
                     : node->kind == NODE_LIST ? "a list"
                     : *node->text             ? node->text
                                               : "empty";
    reader_fault(reader, node, "", "%s must be %s, but is %.60s", reader_path_of(node, path),
                 wanted, is);
}

bool reader_is_map(reader *reader, const node *node)
{
    if (node && node->kind != NODE_MAP)
        reader_wrong_kind(reader, node, "a mapping {key: value, ...}");
    return node && node->kind == NODE_MAP;
}

bool reader_is_list(reader *reader, const node *node)
{
    if (node && node->kind != NODE_LIST)
        reader_wrong_kind(reader, node, "a list [a, b, ...]");
    return node && node->kind == NODE_LIST;
}

bool reader_is_scalar(reader *reader, const node *node, const char *wanted)
{
    if (node && (node->kind != NODE_SCALAR || (!*node->text && !node->quoted))) {
        reader_wrong_kind(reader, node, wanted);
        return false;
    }
    return node;
}

const char *reader_text(reader *reader, const node *node)
{
    return reader_is_scalar(reader, node, "a text") ? node->text : NULL;
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
    if (file[0] == '/' || !slash)
        return text_copy(file);
    const int folder = (int)(slash + 1 - reader->name);
    return text_format("%.*s%s", folder, reader->name, file);
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
    if (path && !may) {
        reader_fault(reader, at, "put it there, or leave out --confine",
                     "'%.120s' is not in the folder of the case, and nothing else may be read",
                     file);
    }
    return may;
}

static bool may_stand_in_name(char sign)
{
    const bool letter = (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
    const bool digit = sign >= '0' && sign <= '9';
    const bool beyond_ascii = (unsigned char)sign >= 0x80;
    return letter || digit || beyond_ascii || sign == '_' || sign == '-';
}

bool reader_name_is_good(reader *reader, const node *at, const char *name)
{
    bool good = *name && *name != '-' && strlen(name) < 48;
    for (const char *sign = name; *sign && good; sign++)
        good = may_stand_in_name(*sign);
    if (!good) {
        reader_fault(reader, at, "use letters, digits, '_' and '-', at most 47 of them",
                     "'%.60s' cannot be a name: it becomes part of file names", name);
    }
    return good;
}
