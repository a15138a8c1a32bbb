// place.c - see place.h.
#define _XOPEN_SOURCE 700 // realpath
#include "base/place.h"

#include "base/heap.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *place_objection(const char *name)
{
    if (!*name)
        return "it is empty";
    if (*name == '/')
        return "it begins with a slash";
    for (const char *sign = name; *sign; sign++)
        if ((unsigned char)*sign < ' ' || *sign == 127)
            return "it holds a sign that cannot be printed";
    for (const char *part = name;; part++) {
        size_t length = strcspn(part, "/");
        if (length == 0)
            return "a part of it is empty";
        if (length == 1 && *part == '.')
            return "it holds a part `.`";
        if (length == 2 && part[0] == '.' && part[1] == '.')
            return "it leads out of the folder";
        part += length;
        if (!*part)
            return NULL;
    }
}

bool place_is_within(const char *path, const char *folder)
{
    char *file = realpath(path, NULL);
    char *root = realpath(folder, NULL);
    bool within = false;
    if (file && root) {
        const size_t length = strlen(root);
        const bool all = length == 1; // the root of the system
        within = !strncmp(file, root, length) && (all || file[length] == '/');
    }
    heap_free_system(file);
    heap_free_system(root);
    return within;
}
