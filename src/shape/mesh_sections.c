// mesh_sections.c - see mesh_sections.h.
#include "shape/mesh_sections.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 64 }; // told in messages

bool mesh_sections_begin(mesh_sections *sections, const char *names)
{
    for (int32_t i = 0; i < sections->count; i++) {
        if (!strcmp(sections->item[i].names, names)) {
            sections->latest = i;
            return true;
        }
    }
    if (!MEM_GROW(sections->item, sections->room, sections->count + 1))
        return false;
    mesh_section *added = &sections->item[sections->count];
    *added = (mesh_section){.names = text_copy(names)};
    if (!added->names)
        return false;
    sections->latest = sections->count++;
    return true;
}

int32_t mesh_sections_take(mesh_sections *sections)
{
    if (!sections->count && !mesh_sections_begin(sections, ""))
        return -1;
    sections->item[sections->latest].facets++;
    return sections->latest;
}

// The name that begins at *at, its length in *length; false behind the last one. *at goes on to the next.
static bool next_name(const char **at, const char **name, size_t *length)
{
    while (**at == '\n')
        ++*at;
    *name = *at;
    *length = strcspn(*at, "\n");
    *at += *length;
    return *length > 0;
}

bool mesh_section_is(const mesh_section *section, const char *part)
{
    const char *at = section->names;
    const char *name;
    size_t length;
    while (next_name(&at, &name, &length)) {
        if (strlen(part) == length && !memcmp(name, part, length))
            return true;
    }
    return false;
}

void mesh_section_words(const mesh_section *section, char *out, size_t room)
{
    const char *first = section->names + strspn(section->names, "\n");
    snprintf(out, room, "%s", *first ? first : "without a name");
    size_t length = strlen(out);
    while (length && out[length - 1] == '\n')
        out[--length] = 0;
    for (char *sign = out; *sign; sign++)
        *sign = *sign == '\n' ? '/' : *sign;
}

// All names, each once.
typedef struct name_list {
    char *item[NAMES_MOST]; // owned
    int count;
} name_list;

static void add_name(name_list *list, const char *name, size_t length)
{
    char *copy = list->count < NAMES_MOST ? text_slice(name, length) : NULL;
    for (int i = 0; copy && i < list->count; i++) {
        if (!strcmp(list->item[i], copy)) {
            free(copy);
            return;
        }
    }
    if (copy)
        list->item[list->count++] = copy;
}

static name_list all_names(const mesh_sections *sections)
{
    name_list list = {.count = 0};
    for (int32_t i = 0; i < sections->count; i++) {
        const char *at = sections->item[i].names;
        const char *name;
        size_t length;
        while (next_name(&at, &name, &length))
            add_name(&list, name, length);
    }
    return list;
}

static void clear_names(name_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->item[i]);
}

void mesh_sections_words(const mesh_sections *sections, char *out, size_t room)
{
    name_list list = all_names(sections);
    size_t length = 0;
    *out = 0;
    for (int i = 0; i < list.count && length < room; i++) {
        const int more = snprintf(out + length, room - length, "%s%s", i ? ", " : "", list.item[i]);
        length += (size_t)more;
    }
    clear_names(&list);
}

const char *mesh_sections_nearest(const mesh_sections *sections, const char *part, char *out,
                                  size_t room)
{
    name_list list = all_names(sections);
    const int most = strlen(part) < 4 ? 1 : 2;
    const char *nearest = text_closest(part, (const char *const *)list.item, list.count, most);
    if (nearest)
        snprintf(out, room, "%s", nearest);
    clear_names(&list);
    return nearest ? out : NULL;
}

bool mesh_sections_copy(const mesh_sections *from, mesh_sections *out)
{
    *out = (mesh_sections){.latest = -1};
    for (int32_t i = 0; i < from->count; i++) {
        if (!mesh_sections_begin(out, from->item[i].names)) {
            mesh_sections_clear(out);
            return false;
        }
        out->item[i].facets = from->item[i].facets;
    }
    return true;
}

void mesh_sections_clear(mesh_sections *sections)
{
    for (int32_t i = 0; i < sections->count; i++)
        free(sections->item[i].names);
    free(sections->item);
    *sections = (mesh_sections){.latest = -1};
}
