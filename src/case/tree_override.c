// tree_override.c - settings of the command line are put into the tree of a case; see tree.h.
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

static void no_entry(const node *list, const char *path, const char *key, const char *label,
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
    book_add(book, (text_place){label, 0, 0}, hint, "%s has no entry '%s'", path, key);
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
static node_entry *step_into(node *map, const char *key, const char *label, fault_book *book)
{
    char path[200];
    node_path(map, path, sizeof path);
    if (map->kind == NODE_SCALAR || map->kind == NODE_FAULTY) {
        book_add(book, (text_place){label, 0, 0}, "set the whole value instead",
                 "%s is a single value and has no '%s' in it", path, key);
        return NULL;
    }
    if (map->kind == NODE_LIST) {
        node_entry *entry = list_entry(map, key);
        if (!entry)
            no_entry(map, path, key, label, book);
        return entry;
    }
    node_entry *entry = node_entry_find(map, key);
    if (!entry && !strcmp(path, "pairs"))
        entry = pair_entry(map, key);
    if (entry)
        return entry;
    node *fresh = node_make(NODE_MAP, label, 0, 0);
    char *copy = text_copy(key);
    if (!fresh || !copy) {
        free(fresh);
        free(copy);
        book->no_memory = true;
        return NULL;
    }
    if (!node_add(map, copy, 0, 0, fresh)) {
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

void tree_override(node *root, const case_override *set, const char *label, fault_book *book)
{
    node *value = node_read(set->value, strlen(set->value), label, false, book);
    if (!value)
        return;
    node *at = root;
    node_entry *entry = NULL;
    const char *key = set->key;
    for (int depth = 0; at; depth++) {
        size_t length = strcspn(key, ".");
        char part[64];
        if (!length || length >= sizeof part || depth == BOUND_DEPTH) {
            book_add(book, (text_place){label, 0, 0},
                     "write keys joined by points, such as run.duration",
                     "is not the name of a value");
            entry = NULL;
            break;
        }
        snprintf(part, sizeof part, "%.*s", (int)length, key);
        if (!key[length])
            drop_rival(at, part, value);
        entry = step_into(at, part, label, book);
        at = entry ? entry->value : NULL;
        if (!key[length])
            break;
        key += length + 1;
    }
    if (!entry) {
        tree_free(value);
        return;
    }
    value->parent = entry->value->parent;
    value->place = entry->value->place;
    tree_free(entry->value);
    entry->value = value;
    entry->line = 0;
    entry->column = 0;
}
