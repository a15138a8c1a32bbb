// sections.c - see sections.h.
#include "case/sections.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

node *section_thing(reader *reader, node *section, int i, char **name)
{
    node *map = section->entry[i].value;
    *name = NULL;
    section->entry[i].seen = true;
    if (!reader_is_map(reader, map))
        return NULL;
    const node *at = map;
    if (section->kind == NODE_MAP) {
        *name = text_copy(section->entry[i].key);
        reader->book->no_memory = reader->book->no_memory || !*name;
    } else {
        at = reader_need(reader, map, "name", "give it a name for messages and results");
        if (at)
            *name = reader_copy(reader, at);
    }
    if (*name)
        reader_name_is_good(reader, at, *name);
    return map;
}

bool section_is(reader *reader, const node *node)
{
    if (!node || node->kind == NODE_LIST || node->kind == NODE_MAP)
        return node;
    return reader_is_map(reader, node);
}

const node *section_name(const node *entry)
{
    const node *name = entry->kind == NODE_MAP ? node_find(entry, "name") : NULL;
    return name && name->kind == NODE_SCALAR ? name : NULL;
}

static int by_name(const void *left, const void *right)
{
    const node *first = *(const node *const *)left;
    const node *second = *(const node *const *)right;
    const int order = strcmp(first->text, second->text);
    return order ? order : first->parent->place - second->parent->place;
}

// Names in a list are each used once (in a map that is so by itself).
static void check_names(reader *reader, const node *list)
{
    const node **name = calloc((size_t)list->count + 1, sizeof *name);
    size_t names = 0;
    if (!name) {
        reader->book->no_memory = true;
        return;
    }
    for (int i = 0; i < list->count; i++) {
        if (section_name(list->entry[i].value))
            name[names++] = section_name(list->entry[i].value);
    }
    if (names)
        qsort(name, names, sizeof *name, by_name);
    for (size_t i = 1; i < names; i++) {
        if (!strcmp(name[i]->text, name[i - 1]->text)) {
            reader_fault(reader, name[i], "give each its own",
                         "the name '%.60s' is taken by an earlier entry", name[i]->text);
        }
    }
    free(name);
}

void *section_list(reader *reader, const node *node, size_t size, int *count)
{
    void *list = calloc((size_t)node->count + 1, size);
    if (node->kind == NODE_LIST)
        check_names(reader, node);
    if (list)
        *count = node->count;
    else
        reader->book->no_memory = true;
    return list;
}

bool section_grow(reader *reader, void **list, size_t size, int count, int more)
{
    char *grown = realloc(*list, (size_t)(count + more + 1) * size);
    if (!grown) {
        reader->book->no_memory = true;
        return false;
    }
    memset(grown + (size_t)count * size, 0, (size_t)(more + 1) * size);
    *list = grown;
    return true;
}
