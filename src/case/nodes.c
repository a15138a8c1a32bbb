// nodes.c - see nodes.h. Maps of more than a few keys have a hash table with open addresses beside their entries, at
// most half full, so that a map of n keys is made and read in a time that grows as n. Without memory for it keys are
// compared one by one: slower, and the same.
#include "case/nodes.h"

#include "base/text.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEARCHED = 16,
    WAY_MOST = 112
}; // keys that are compared one by one; steps of a way that is told

void tree_free(node *node)
{
    if (!node)
        return;
    for (int i = 0; i < node->count; i++) {
        free(node->entry[i].key);
        tree_free(node->entry[i].value);
    }
    free(node->entry);
    free(node->slot);
    free(node->asked);
    free(node->text);
    free(node);
}

node *node_make(node_kind kind, const char *source, int line, int column)
{
    node *map = calloc(1, sizeof *map);
    if (map) {
        *map = (node){
            .kind = kind,
            .source = source,
            .line = line,
            .column = column,
        };
    }
    return map;
}

// ---- the table of keys

static uint32_t first_slot(const node *map, const char *key)
{
    return (uint32_t)hash_of(key, strlen(key), 0) & (uint32_t)(map->slots - 1);
}

static void table_put(node *map, int i)
{
    uint32_t at = first_slot(map, map->entry[i].key);
    while (map->slot[at])
        at = (at + 1) & (uint32_t)(map->slots - 1);
    map->slot[at] = i + 1;
}

static void table_make(node *map)
{
    free(map->slot);
    map->slot = NULL;
    map->slots = 0;
    if (map->kind != NODE_MAP || map->count <= SEARCHED)
        return;
    int slots = 4 * SEARCHED;
    while (slots < 4 * map->count)
        slots *= 2;
    map->slot = calloc((size_t)slots, sizeof *map->slot);
    if (!map->slot)
        return;
    map->slots = slots;
    for (int i = 0; i < map->count; i++)
        table_put(map, i);
}

node_entry *node_entry_find(const node *map, const char *key)
{
    if (map->kind != NODE_MAP)
        return NULL;
    if (!map->slots) {
        for (int i = 0; i < map->count; i++) {
            if (!strcmp(map->entry[i].key, key))
                return &map->entry[i];
        }
        return NULL;
    }
    uint32_t at = first_slot(map, key);
    for (; map->slot[at]; at = (at + 1) & (uint32_t)(map->slots - 1)) {
        node_entry *entry = &map->entry[map->slot[at] - 1];
        if (!strcmp(entry->key, key))
            return entry;
    }
    return NULL;
}

// ---- entries

bool node_add(node *map, char *key, int line, int column, node *value)
{
    if (map->count == map->room) {
        int room = map->room ? 2 * map->room : 4;
        node_entry *grown = realloc(map->entry, (size_t)room * sizeof *grown);
        if (!grown) {
            free(key);
            tree_free(value);
            return false;
        }
        map->entry = grown;
        map->room = room;
    }
    value->parent = map;
    value->place = map->count;
    map->entry[map->count++] = (node_entry){
        .key = key,
        .line = line,
        .column = column,
        .value = value,
        .seen = false,
    };
    if (map->slots >= 2 * map->count)
        table_put(map, map->count - 1);
    else if (map->count > SEARCHED)
        table_make(map);
    return true;
}

bool node_add_text(node *map, const char *key, const char *text, text_place at)
{
    node *value = node_make(NODE_SCALAR, at.source, at.line, at.column);
    char *own_key = text_copy(key);
    if (value)
        value->text = text_copy(text);
    if (own_key && value && value->text)
        return node_add(map, own_key, at.line, at.column, value);
    free(own_key);
    tree_free(value);
    return false;
}

void node_remove(node *map, node_entry *entry)
{
    free(entry->key);
    tree_free(entry->value);
    map->count--;
    for (int place = (int)(entry - map->entry); place < map->count; place++) {
        map->entry[place] = map->entry[place + 1];
        map->entry[place].value->place = place;
    }
    table_make(map);
}

node *node_copy(const node *from)
{
    node *copy = node_make(from->kind, from->source, from->line, from->column);
    bool ok = copy != NULL;
    if (ok && from->text) {
        copy->text = text_copy(from->text);
        ok = copy->text != NULL;
    }
    if (ok) {
        copy->quoted = from->quoted;
        copy->made = from->made;
    }
    for (int i = 0; ok && i < from->count; i++) {
        const node_entry *entry = &from->entry[i];
        char *key = entry->key ? text_copy(entry->key) : NULL;
        node *value = node_copy(entry->value);
        ok = value && (key || !entry->key);
        if (ok) {
            ok = node_add(copy, key, entry->line, entry->column, value);
        } else {
            free(key);
            tree_free(value);
        }
    }
    if (ok)
        return copy;
    tree_free(copy);
    return NULL;
}

node *node_find(const node *map, const char *key)
{
    node_entry *entry = node_entry_find(map, key);
    return entry ? entry->value : NULL;
}

void node_path(const node *map, char *out, size_t size)
{
    const node *way[WAY_MOST];
    int depth = 0;
    for (; map->parent && depth < WAY_MOST; map = map->parent)
        way[depth++] = map;
    size_t length = 0;
    out[0] = 0;
    while (depth-- > 0 && length < size) {
        const node *at = way[depth];
        const node *up = at->parent;
        if (up->kind == NODE_LIST) {
            length += (size_t)snprintf(out + length, size - length, "[%d]", at->place);
        } else {
            length += (size_t)snprintf(out + length, size - length, "%s%.60s", length ? "." : "",
                                       up->entry[at->place].key);
        }
    }
}
