// locate.c - from the way to a value, as faults of laws, walls and probes name it when the world is built, to its place
// in the file, as faults of reading name it.
#include "case/tree.h"

#include "scene/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20 };

// The deepest node on a way such as walls.lid.plane; NULL where not even its beginning is there.
static const node *follow(const node *root, const char *way)
{
    const node *at = root;
    char part[64];
    while (*way) {
        size_t n = strcspn(way, ".");
        snprintf(part, sizeof part, "%.*s", (int)n, way);
        const node *next = n < sizeof part ? node_entry_of(at, part) : NULL;
        if (!next) break;
        at = next;
        way += n + (way[n] == '.');
    }
    return at == root ? NULL : at;
}

bool case_locate(const char *path, const case_override *override, int overrides, const char *way, char *out,
                 size_t size)
{
    char *text;
    size_t length;
    fault_book book = {0};
    fault_list faults = {0};
    bool found = false;
    if (strpbrk(way, "/:") || case_is_course(path) || text_file_load(path, MAX_FILE, &text, &length, NULL))
        return false;
    node *root = tree_read(text, length, path, &book);
    for (int i = 0; root && i < overrides; i++) tree_override(root, &override[i], "--set", &book);
    const node *at = root ? follow(root, way) : NULL;
    if (at) {
        found = true;
        if (at->line > 0)
            snprintf(out, size, "%s:%d:%d: %s", path, at->line, at->column, way);
        else
            snprintf(out, size, "--set %s", way);
    }
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    free(text);
    return found;
}
