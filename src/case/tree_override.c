// tree_override.c - settings of the command line, and of stages, are put into the tree of a case; see tree.h.
#include "case/tree.h"

#include "case/bounds.h"
#include "case/nodes.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The entry of a list called by its number or by the `name` in it.
static node_entry *list_entry(const node *list, const char *key)
{
    for (int i = 0; i < list->count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        const node *name = node_find(list->entry[i].value, "name");
        const bool named = name && name->kind == NODE_SCALAR && !strcmp(name->text, key);
        if (named || !strcmp(key, number))
            return &list->entry[i];
    }
    return NULL;
}

const node *node_entry_of(const node *node, const char *key)
{
    node_entry *entry =
        node->kind == NODE_LIST ? list_entry(node, key) : node_entry_find(node, key);
    return entry ? entry->value : NULL;
}

static void no_entry(const node *list, const char *path, const char *key, text_place place,
                     fault_book *book)
{
    const char *names[32];
    char hint[200] = "entries are called by number from 0, or by name";
    int count = 0;
    for (int i = 0; i < list->count && count < 32; i++) {
        const node *name = node_find(list->entry[i].value, "name");
        if (name && name->kind == NODE_SCALAR)
            names[count++] = name->text;
    }
    const char *near = text_closest(key, names, count, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%.60s'?", near);
    book_add(book, place, hint, "%s has no entry '%s'", path, key);
}

// The pair a-b, called b-a.
static node_entry *pair_entry(node *pairs, const char *key)
{
    char turned[160];
    const char *dash = strchr(key, '-');
    if (!dash)
        return NULL;
    snprintf(turned, sizeof turned, "%s-%.*s", dash + 1, (int)(dash - key), key);
    return node_entry_find(pairs, turned);
}

// The entry `key` of `map`, made with an empty map in it where a map has none. NULL: fault.
static node_entry *step_into(node *map, const char *key, text_place place, fault_book *book)
{
    char path[200];
    node_path(map, path, sizeof path);
    if (map->kind == NODE_SCALAR || map->kind == NODE_FAULTY) {
        book_add(book, place, "set the whole value instead",
                 "%s is a single value and has no '%s' in it", path, key);
        return NULL;
    }
    if (map->kind == NODE_LIST) {
        node_entry *entry = list_entry(map, key);
        if (!entry)
            no_entry(map, path, key, place, book);
        return entry;
    }
    node_entry *entry = node_entry_find(map, key);
    if (!entry && !strcmp(path, "pairs"))
        entry = pair_entry(map, key);
    if (entry)
        return entry;
    node *fresh = node_make(NODE_MAP, place.source, place.line, place.column);
    char *copy = text_copy(key);
    if (!fresh || !copy) {
        free(fresh);
        free(copy);
        book->no_memory = true;
        return NULL;
    }
    fresh->made = true;
    if (!node_add(map, copy, place.line, place.column, fresh)) {
        book->no_memory = true;
        return NULL;
    }
    return &map->entry[map->count - 1];
}

// Of two keys of which a map has one, a setting of the one takes the place of the other, as the file has it.
static void drop_rival(node *map, const char *key, const node *value)
{
    // in which map, the key that is set, the other one, and the value with which alone they exclude each other
    static const char *const rivals[][4] = {{"run", "duration", "steps", NULL},
                                            {"run", "steps", "duration", NULL},
                                            {"run", "integrator", "rotation", "gear"},
                                            {"ball", "radius", "diameter", NULL},
                                            {"ball", "diameter", "radius", NULL}};
    char path[200];
    node_path(map, path, sizeof path);
    const char *dot = strrchr(path, '.');
    const char *name = dot ? dot + 1 : path;
    for (size_t rival = 0; rival < sizeof rivals / sizeof *rivals; rival++) {
        node_entry *entry = node_entry_find(map, rivals[rival][2]);
        const char *only = rivals[rival][3];
        if (only && (value->kind != NODE_SCALAR || strcmp(value->text, only) != 0))
            continue;
        const bool rivals_key = !strcmp(name, rivals[rival][0]) && !strcmp(key, rivals[rival][1]);
        if (!rivals_key || !entry || !entry->line)
            continue;
        node_remove(map, entry);
    }
}

// ---- entries that come and go

static bool is_none(const node *value)
{
    return value->kind == NODE_SCALAR && !value->quoted && !strcmp(value->text, "none");
}

bool tree_has_named_entries(const char *section)
{
    static const char *const sections[] = {"walls", "removals", "probes", "forces"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (!strcmp(section, sections[i]))
            return true;
    }
    return false;
}

// What the first stage sets that puts up the entry of a section; NULL: none does.
static const node *stage_with(const node *root, const char *section, const char *name)
{
    char key[120];
    const node *stages = node_find(root, "stages");
    snprintf(key, sizeof key, "%.50s.%.60s", section, name);
    for (int i = 0; stages && i < stages->count; i++) {
        const node *stage = stages->entry[i].value;
        const node *set = node_find(stage, "set");
        const node *puts = set ? node_find(set, key) : NULL;
        if (puts && puts->kind == NODE_MAP)
            return set;
    }
    return NULL;
}

static void take_away(const node *root, node *section, const char *path, const char *name,
                      text_place at, fault_book *book)
{
    node_entry *entry = NULL;
    if (section)
        entry =
            section->kind == NODE_LIST ? list_entry(section, name) : node_entry_find(section, name);
    if (entry) {
        node_remove(section, entry);
        return;
    }
    const char *names[32];
    int count = 0;
    for (int i = 0; section && i < section->count && count < 32; i++)
        if (section->entry[i].key)
            names[count++] = section->entry[i].key;
    const char *near = text_closest(name, names, count, 3);
    char hint[200] = "only what is there can be taken away";
    const node *set = stage_with(root, path, name);
    const node *stage = set ? node_find(set->parent, "name") : NULL;
    if (stage && stage->kind == NODE_SCALAR)
        snprintf(hint, sizeof hint, "a stage puts it up: stages.%.60s.set.%.40s.%.60s=none",
                 stage->text, path, name);
    else if (near)
        snprintf(hint, sizeof hint, "did you mean '%.60s'?", near);
    book_add(book, at, hint, "%s has no '%s' to take away", path, name);
}

static void put_text(node *root, const char *key, const char *text, text_place at, fault_book *book)
{
    node *value = node_make(NODE_SCALAR, at.source, at.line, at.column);
    if (value)
        value->text = text_copy(text);
    if (value && value->text)
        return tree_put(root, key, value, at, book);
    tree_free(value);
    book->no_memory = true;
}

// Grains of a stream that ends know it still, so it stays, and no more of its grains are due.
static void end_stream(node *root, const char *key, text_place at, fault_book *book)
{
    static const char *const ends[] = {"from", "to"};
    const node *streams = node_find(root, "streams");
    if (!streams || !node_entry_of(streams, strchr(key, '.') + 1)) {
        book_add(book, at, "only what is there can be ended", "there is no %.80s", key);
        return;
    }
    for (int i = 0; i < 2; i++) {
        char name[120];
        snprintf(name, sizeof name, "%.100s.%s", key, ends[i]);
        put_text(root, name, "0 s", at, book);
    }
}

// A new entry behind those of a list, called by its name.
static void add_to_list(node *list, const char *name, node *value, text_place at, fault_book *book)
{
    const bool named = node_find(value, "name") || node_add_text(value, "name", name, at);
    if (!node_add(list, NULL, at.line, at.column, value) || !named)
        book->no_memory = true;
}

// Sections are spelt as lists or as maps. True: the setting has been worked in, or a fault told.
static bool put_entry(node *root, const char *key, node *value, text_place at, fault_book *book)
{
    char section[64];
    const char *dot = strchr(key, '.');
    if (!dot || strchr(dot + 1, '.') || (size_t)(dot - key) >= sizeof section)
        return false;
    snprintf(section, sizeof section, "%.*s", (int)(dot - key), key);
    node *in = node_find(root, section);
    const bool of_streams = !strcmp(section, "streams");
    if (is_none(value) && tree_has_named_entries(section)) {
        take_away(root, in, section, dot + 1, at, book);
        tree_free(value);
        return true;
    }
    if (is_none(value) && of_streams) {
        end_stream(root, key, at, book);
        tree_free(value);
        return true;
    }
    const bool listed = in && in->kind == NODE_LIST;
    if (value->kind != NODE_MAP || !(of_streams || (listed && tree_has_named_entries(section))))
        return false;
    if (!in) {
        char *name = text_copy(section);
        in = node_make(NODE_LIST, at.source, at.line, at.column);
        if (!in || !name || !node_add(root, name, at.line, at.column, in)) {
            book->no_memory = true;
            tree_free(value);
            return true;
        }
    }
    if (in->kind != NODE_LIST || list_entry(in, dot + 1))
        return false;
    add_to_list(in, dot + 1, value, at, book);
    return true;
}

static void replace(node_entry *entry, node *value, text_place at)
{
    value->parent = entry->value->parent;
    value->place = entry->value->place;
    tree_free(entry->value);
    entry->value = value;
    entry->line = at.line;
    entry->column = at.column;
}

// Down the way `key` from a node, each step one word of it.
static void put_below(node *in, const char *key, node *value, text_place at, fault_book *book)
{
    node_entry *entry = NULL;
    for (int depth = 0; in; depth++) {
        size_t length = strcspn(key, ".");
        char part[64];
        if (!length || length >= sizeof part || depth == BOUND_DEPTH) {
            book_add(book, at, "write keys joined by points, such as run.duration",
                     "is not the name of a value");
            entry = NULL;
            break;
        }
        snprintf(part, sizeof part, "%.*s", (int)length, key);
        if (!key[length])
            drop_rival(in, part, value);
        entry = step_into(in, part, at, book);
        in = entry ? entry->value : NULL;
        if (!key[length])
            break;
        key += length + 1;
    }
    if (entry)
        replace(entry, value, at);
    else
        tree_free(value);
}

// ---- what a stage sets

static void add_entry(node *map, const char *key, node *value, text_place at, fault_book *book)
{
    char *copy = text_copy(key);
    if (!copy)
        tree_free(value);
    if (!copy || !node_add(map, copy, at.line, at.column,
                           value)) // which takes both over, whatever comes of it
        book->no_memory = true;
}

// `set` of the stage that a key `stages.NAME.set.KEY` names, made where the stage sets nothing; *rest is KEY. NULL: the key is
// no such one, or there is no such stage.
static node *set_of_stage(node *root, const char *key, const char **rest, text_place at,
                          fault_book *book)
{
    static const char section[] = "stages.";
    static const char word[] = ".set.";
    char name[64];
    node *stages = node_find(root, "stages");
    if (!stages || strncmp(key, section, sizeof section - 1) != 0)
        return NULL;
    const char *begin = key + sizeof section - 1;
    const size_t length = strcspn(begin, ".");
    if (length >= sizeof name || strncmp(begin + length, word, sizeof word - 1) != 0)
        return NULL;
    snprintf(name, sizeof name, "%.*s", (int)length, begin);
    *rest = begin + length + sizeof word - 1;
    node *stage = (node *)node_entry_of(stages, name);
    if (!stage || stage->kind != NODE_MAP)
        return NULL;
    if (!node_find(stage, "set")) {
        node *fresh = node_make(NODE_MAP, at.source, at.line, at.column);
        if (fresh)
            add_entry(stage, "set", fresh, at, book);
        else
            book->no_memory = true;
    }
    node *set = node_find(stage, "set");
    return set && set->kind == NODE_MAP ? set : NULL;
}

// Of what a stage sets, the longest key that the way begins with.
static node_entry *setting_of(node *set, const char *way)
{
    node_entry *found = NULL;
    size_t longest = 0;
    for (int i = 0; i < set->count; i++) {
        node_entry *entry = &set->entry[i];
        const size_t length = strlen(entry->key);
        const bool begins = !strncmp(way, entry->key, length);
        if (!begins || (way[length] && way[length] != '.') || length < longest)
            continue;
        found = entry;
        longest = length;
    }
    return found;
}

// Does this stage put up what the way names, which is not there before? Then `none` leaves nothing to be taken away.
static bool puts_first(const node *root, const node *set, const char *way)
{
    char section[64];
    const char *dot = strchr(way, '.');
    if (!dot || strchr(dot + 1, '.') || (size_t)(dot - way) >= sizeof section)
        return false;
    snprintf(section, sizeof section, "%.*s", (int)(dot - way), way);
    const node *in = node_find(root, section);
    const bool there = in && node_entry_of(in, dot + 1);
    return !there && tree_has_named_entries(section) && stage_with(root, section, dot + 1) == set;
}

// Keys of `set` are ways with points: one that is there gets the value, at its end or further down; else the stage sets one
// more. True: the setting has been worked in, or a fault told.
static bool put_in_stage(node *root, const char *key, node *value, text_place at, fault_book *book)
{
    const char *way = NULL;
    node *set = set_of_stage(root, key, &way, at, book);
    if (!set || !*way)
        return false;
    node_entry *entry = setting_of(set, way);
    if (entry && is_none(value) && puts_first(root, set, way)) {
        node_remove(set, entry);
        tree_free(value);
    } else if (!entry)
        add_entry(set, way, value, at, book);
    else if (!way[strlen(entry->key)])
        replace(entry, value, at);
    else
        put_below(entry->value, way + strlen(entry->key) + 1, value, at, book);
    return true;
}

void tree_put(node *root, const char *key, node *value, text_place at, fault_book *book)
{
    if (!put_in_stage(root, key, value, at, book) && !put_entry(root, key, value, at, book))
        put_below(root, key, value, at, book);
}

void tree_override(node *root, const case_override *set, const char *label, fault_book *book)
{
    node *value = node_read(set->value, strlen(set->value), label, false, book);
    if (value)
        tree_put(root, set->key, value, (text_place){label, 0, 0}, book);
}
