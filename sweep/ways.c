// ways.c - see ways.h.
#include "sweep/ways.h"

#include "base/memory.h"
#include "base/text.h"
#include "case/tree.h"
#include "store/file_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAY_ROOM = 400 };

typedef struct ways {
    const char *name;
    char **way; // owned
    int64_t count, room;
    bool failed, idle_default;
} ways;

static void ways_clear(ways *ways)
{
    for (int64_t i = 0; i < ways->count; i++)
        free(ways->way[i]);
    free(ways->way);
}

static void ways_add(ways *ways, const char *way)
{
    if (!MEM_GROW(ways->way, ways->room, ways->count + 1)) {
        ways->failed = true;
        return;
    }
    ways->way[ways->count] = text_copy(way);
    ways->failed = ways->failed || !ways->way[ways->count];
    ways->count++;
}

// Is `name` all of `way`, or its end behind a point?
static bool ends_with(const char *way, const char *name)
{
    const size_t length = strlen(way);
    const size_t end = strlen(name);
    if (end > length || strcmp(way + length - end, name) != 0)
        return false;
    return end == length || way[length - end - 1] == '.';
}

// What an entry is called in a way: its key, of a list its name or its number.
static void entry_name(const node *in, int which, char out[80])
{
    const node_entry *entry = &in->entry[which];
    const node *name = entry->key ? NULL : node_find(entry->value, "name");
    if (entry->key)
        snprintf(out, 80, "%s", entry->key);
    else if (name && name->kind == NODE_SCALAR)
        snprintf(out, 80, "%s", name->text);
    else
        snprintf(out, 80, "%d", which);
}

// Stages set values of their own, which are not those of the case, and are looked into where the case has none.
static bool is_walked(const char *way, const char *name)
{
    const bool stages = !strcmp(name, "stages");
    const bool let = !strcmp(name, "let");
    return *way || (!stages && !let);
}

// Have all pairs of materials laws of their own? Then those of `default` are laws of nothing.
static bool default_is_idle(const node *root)
{
    const node *materials = node_find(root, "materials");
    const node *pairs = node_find(root, "pairs");
    if (!materials || !pairs || pairs->kind != NODE_MAP)
        return false;
    const int own = pairs->count - (node_find(pairs, "default") != NULL);
    return own >= materials->count * (materials->count + 1) / 2;
}

// A single value, or a list of them, such as a vector.
static bool is_value(const node *node)
{
    bool plain = node->kind == NODE_SCALAR || node->kind == NODE_LIST;
    for (int i = 0; node->kind == NODE_LIST && i < node->count; i++)
        plain = plain && node->entry[i].value->kind == NODE_SCALAR;
    return plain;
}

static void walk(const node *in, const char *way, ways *ways)
{
    const bool idle = ways->idle_default && !strncmp(way, "pairs.default.", 14);
    if (*way && is_value(in) && !idle && ends_with(way, ways->name))
        ways_add(ways, way);
    if (in->kind != NODE_MAP && in->kind != NODE_LIST)
        return;
    for (int i = 0; i < in->count; i++) {
        char name[80];
        char below[WAY_ROOM];
        entry_name(in, i, name);
        if (!is_walked(way, name))
            continue;
        const int length = snprintf(below, sizeof below, "%s%s%s", way, *way ? "." : "", name);
        if (length < (int)sizeof below)
            walk(in->entry[i].value, below, ways);
    }
}

// The last two words of a way.
static const char *tail(const char *way)
{
    const char *end = strrchr(way, '.');
    while (end && end > way && end[-1] != '.')
        end--;
    return end ? end : way;
}

static scree_status refuse_ambiguous(const ways *ways, const char *where, scree_error *error)
{
    text_buffer hint = {0};
    text_append(&hint, "name more of the way; there are ");
    for (int64_t i = 0; i < ways->count && i < 8; i++)
        text_append_format(&hint, "%s%s", i ? ", " : "", ways->way[i]);
    const scree_status status = fail(error, SCREE_BAD_INPUT, where, hint.failed ? "" : hint.data,
                                     "the name can mean several things in the case");
    text_buffer_clear(&hint);
    return status;
}

static scree_status check_tails(const ways *ways, const char *where, scree_error *error)
{
    for (int64_t i = 1; i < ways->count; i++) {
        const char *first = tail(ways->way[0]);
        const char *other = tail(ways->way[i]);
        if (strcmp(first, other) != 0)
            return refuse_ambiguous(ways, where, error);
    }
    return SCREE_OK;
}

// Words at the root of cases: a name that begins with one is a whole way.
static bool is_whole(const node *root, const char *name)
{
    static const char *const sections[] = {"let", "run", "output", "random", "nonsmooth", "title"};
    const size_t length = strcspn(name, ".");
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (strlen(sections[i]) == length && !strncmp(sections[i], name, length))
            return true;
    }
    for (int i = 0; i < root->count; i++) {
        const char *key = root->entry[i].key;
        if (key && strlen(key) == length && !strncmp(key, name, length))
            return true;
    }
    return false;
}

// All keys of single values in a case, each as its last word; borrowed from the tree.
static void collect(const node *in, const char **name, int *count, int most)
{
    for (int i = 0; i < in->count && *count < most; i++) {
        const node_entry *entry = &in->entry[i];
        if (entry->key && entry->value->kind == NODE_SCALAR)
            name[(*count)++] = entry->key;
        collect(entry->value, name, count, most);
    }
}

static scree_status not_found(const node *root, const char *name, const char *where,
                              scree_error *error)
{
    enum { NAMES_MOST = 500 };
    const char *names[NAMES_MOST];
    int count = 0;
    char hint[160] = "give the whole way, as --set takes it, such as materials.glass.young";
    collect(root, names, &count, NAMES_MOST);
    const char *near = text_closest(name, names, count, 2);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%.60s'?", near);
    return fail(error, SCREE_BAD_INPUT, where, hint, "the case holds no value of that name");
}

static scree_status find_in(const node *root, const char *name, ways *found, scree_error *error)
{
    char where[140];
    char named[120];
    snprintf(where, sizeof where, "--over %.100s", name);
    snprintf(named, sizeof named, "let.%.100s", name);
    const node *let = node_find(root, "let");
    if (let && node_find(let, name)) {
        ways_add(found, named);
        return SCREE_OK;
    }
    if (is_whole(root, name)) {
        ways_add(found, name);
        return SCREE_OK;
    }
    const bool seed = !strcmp(name, "seed");
    if (seed && !node_find(root, "random"))
        ways_add(found, "random.seed");
    found->idle_default = default_is_idle(root);
    walk(root, "", found);
    // What only stages have: what they set, and when they end.
    const node *stages = node_find(root, "stages");
    if (!found->count && stages)
        walk(stages, "stages", found);
    if (!found->count)
        return not_found(root, name, where, error);
    return seed ? SCREE_OK : check_tails(found, where, error);
}

static scree_status find_in_text(const char *text, size_t length, const settings *set, axis *axis,
                                 scree_error *error)
{
    fault_book book = {0};
    fault_list faults = {0};
    node *root = tree_read(text, length, "the case", &book);
    for (int i = 0; root && i < set->count; i++)
        tree_override(root, &set->item[i], "--set", &book);
    ways found = {.name = axis->name};
    scree_status status = root ? find_in(root, axis->name, &found, error)
                               : fail(error, SCREE_BAD_INPUT, axis->name, "", "no case to look in");
    if (found.failed)
        status = fail_memory(error, axis->name);
    if (status) {
        ways_clear(&found);
    } else {
        axis->key = found.way;
        axis->keys = (int)found.count;
    }
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return status;
}

scree_status ways_find(const char *path, const settings *set, axis *axis, scree_error *error)
{
    char *text = NULL;
    size_t length = 0;
    if (case_is_course(path)) { // its keys have no sections
        axis->key = calloc(1, sizeof *axis->key);
        if (axis->key)
            axis->key[0] = text_copy(axis->name);
        axis->keys = axis->key && axis->key[0];
        return axis->keys ? SCREE_OK : fail_memory(error, path);
    }
    scree_status status = file_in_load(path, &text, &length, error);
    if (!status)
        status = find_in_text(text, length, set, axis, error);
    free(text);
    return status;
}
