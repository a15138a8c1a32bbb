// nodes.c - see nodes.h. Maps of more than a few keys have a hash table with open addresses beside their entries, at
// most half full, so that a map of n keys is made and read in a time that grows as n. Without memory for it keys are
// compared one by one: slower, and the same.
#include "case/nodes.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEARCHED = 16,
    WAY_MOST = 112
}; // keys that are compared one by one; steps of a way that is told

void tree_free(node *n)
{
    if (!n)
        return;
    for (int i = 0; i < n->count; i++) {
        free(n->entry[i].key);
        tree_free(n->entry[i].value);
    }
    free(n->entry);
    free(n->slot);
    free(n->asked);
    free(n->text);
    free(n);
}

node *node_make(node_kind kind, const char *source, int line, int column)
{
    node *n = calloc(1, sizeof *n);
    if (n)
        *n = (node){.kind = kind, .source = source, .line = line, .column = column};
    return n;
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
        for (int i = 0; i < map->count; i++)
            if (!strcmp(map->entry[i].key, key))
                return &map->entry[i];
        return NULL;
    }
    uint32_t at = first_slot(map, key);
    for (; map->slot[at]; at = (at + 1) & (uint32_t)(map->slots - 1)) {
        node_entry *e = &map->entry[map->slot[at] - 1];
        if (!strcmp(e->key, key))
            return e;
    }
    return NULL;
}

// ---- entries

bool node_add(node *n, char *key, int line, int column, node *value)
{
    if (n->count == n->room) {
        int room = n->room ? 2 * n->room : 4;
        node_entry *grown = realloc(n->entry, (size_t)room * sizeof *grown);
        if (!grown) {
            free(key);
            tree_free(value);
            return false;
        }
        n->entry = grown;
        n->room = room;
    }
    value->parent = n;
    value->place = n->count;
    n->entry[n->count++] = (node_entry){key, line, column, value, false};
    if (n->slots >= 2 * n->count)
        table_put(n, n->count - 1);
    else if (n->count > SEARCHED)
        table_make(n);
    return true;
}

void node_remove(node *map, node_entry *e)
{
    free(e->key);
    tree_free(e->value);
    map->count--;
    // The last entry fills the gap; the one removed may be the last itself, and its value is gone by now.
    const int place = (int)(e - map->entry);
    if (place < map->count) {
        *e = map->entry[map->count];
        e->value->place = place;
    }
    table_make(map);
}

node *node_find(const node *map, const char *key)
{
    node_entry *e = node_entry_find(map, key);
    return e ? e->value : NULL;
}

void node_path(const node *n, char *out, size_t size)
{
    const node *way[WAY_MOST];
    int depth = 0;
    for (; n->parent && depth < WAY_MOST; n = n->parent)
        way[depth++] = n;
    size_t length = 0;
    out[0] = 0;
    while (depth-- > 0 && length < size) {
        const node *at = way[depth];
        const node *up = at->parent;
        if (up->kind == NODE_LIST)
            length += (size_t)snprintf(out + length, size - length, "[%d]", at->place);
        else
            length += (size_t)snprintf(out + length, size - length, "%s%.60s", length ? "." : "",
                                       up->entry[at->place].key);
    }
}
