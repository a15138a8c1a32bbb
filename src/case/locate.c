// locate.c - from the way to a value, as faults of laws, walls and probes name it when the world is built, to its place
// in the file, as faults of reading name it.
#include "case/tree.h"

#include "scene/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20 };

// What a stage sets has keys of several parts, such as `walls.lid`: the longest that a way begins with, and how long.
static const node *set_on(const node *at, const char *way, size_t *length)
{
    const node *found = NULL;
    *length = 0;
    for (int i = 0; at->kind == NODE_MAP && i < at->count; i++) {
        const char *key = at->entry[i].key;
        const size_t is = strlen(key);
        const bool begins = !strncmp(way, key, is) && (way[is] == '.' || !way[is]);
        if (!begins || is <= *length)
            continue;
        found = at->entry[i].value;
        *length = is;
    }
    return found;
}

// The deepest node on a way such as walls.lid.plane; NULL where not even its beginning is there.
static const node *follow(const node *root, const char *way)
{
    const node *at = root;
    char part[64];
    while (*way) {
        size_t length = strcspn(way, ".");
        snprintf(part, sizeof part, "%.*s", (int)length, way);
        const node *next = length < sizeof part ? node_entry_of(at, part) : NULL;
        if (!next)
            next = set_on(at, way, &length);
        if (!next)
            break;
        at = next;
        way += length + (way[length] == '.');
    }
    return at == root ? NULL : at;
}

// The line of a .par file that a way in the case came from.
static bool locate_in_course(const char *path, const char *text, const char *way, char *out,
                             size_t size)
{
    static const char *const from[][2] = {{"run.step", "timestep_length"},
                                          {"run.duration", "time_end"},
                                          {"domain", "x_min"},
                                          {"grains", "part_input_file"},
                                          {"pairs", "k_s"},
                                          {"materials", "part_input_file"}};
    const char *key = NULL;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        if (!strncmp(way, from[i][0], strlen(from[i][0])))
            key = from[i][1];
    }
    int line = 1;
    for (const char *at = text; key && at; line++) {
        const char *name = at + strspn(at, " \t");
        size_t length = strlen(key);
        if (!strncmp(name, key, length) && strchr(" \t", name[length])) {
            snprintf(out, size, "%s:%d: %s", path, line, way);
            return true;
        }
        at = strchr(at, '\n');
        if (at)
            at++;
    }
    return false;
}

static bool locate(const case_source *given, const case_context *context, const char *way,
                   char *out, size_t size)
{
    fault_book book = {0};
    fault_list faults = {0};
    node *root = tree_read(given->text, given->length, given->name, &book);
    for (int i = 0; root && i < context->overrides; i++)
        tree_override(root, &context->override[i], "--set", &book);
    const node *at = root ? follow(root, way) : NULL;
    bool found = at != NULL;
    if (at && at->line > 0)
        snprintf(out, size, "%s:%d:%d: %s", given->name, at->line, at->column, way);
    else if (at)
        snprintf(out, size, "--set %s", way);
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return found;
}

bool case_locate(const char *path, const case_override *override, int overrides, const char *way,
                 char *out, size_t size)
{
    char *text;
    size_t length;
    if (strpbrk(way, "/:") || text_file_load(path, MAX_FILE, &text, &length, NULL))
        return false;
    bool found = case_is_course(path)
                     ? locate_in_course(path, text, way, out, size)
                     : locate(&(case_source){text, length, path},
                              &(case_context){NULL, override, overrides}, way, out, size);
    free(text);
    return found;
}
