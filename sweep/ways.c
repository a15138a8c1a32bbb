// ways.c - see ways.h.
#include "sweep/ways.h"

#include "base/memory.h"
#include "base/text.h"
#include "case/case.h"
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

// A case file, and what is set in it.
typedef struct case_at {
    const char *path;
    const settings *set;
} case_at;

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

// ---- what the case leaves out

// The entry of that name, or NULL.
static const node *entry_called(const node *in, const char *name, size_t length)
{
    for (int i = 0; i < in->count; i++) {
        char own[80];
        entry_name(in, i, own);
        if (strlen(own) == length && !strncmp(own, name, length))
            return in->entry[i].value;
    }
    return NULL;
}

// Does the case have what holds the value? Or is it a section that need not be there.
static bool has_place(const node *root, const char *way)
{
    static const char *const sections[] = {"run.", "output.", "random.", "nonsmooth."};
    const node *in = root;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (!strncmp(way, sections[i], strlen(sections[i])) && !node_find(root, "stages"))
            return !strchr(way + strlen(sections[i]), '.');
    }
    for (const char *dot = strchr(way, '.'); dot && in; dot = strchr(way, '.')) {
        in = entry_called(in, way, (size_t)(dot - way));
        way = dot + 1;
    }
    return in && in->kind == NODE_MAP;
}

// Laws stand where the case has them: those of a pair of which it says nothing are those of `default`.
static bool place_in(const node *root, const char *way, char out[WAY_ROOM])
{
    const char *rest = strncmp(way, "pairs.", 6) ? NULL : strchr(way + 6, '.');
    const node *pairs = node_find(root, "pairs");
    const bool own = rest && pairs && pairs->kind == NODE_MAP &&
                     entry_called(pairs, way + 6, (size_t)(rest - way - 6));
    snprintf(out, WAY_ROOM, "%s%s", rest && !own ? "pairs.default" : way, rest && !own ? rest : "");
    return has_place(root, out);
}

static void add_once(ways *found, const char *way)
{
    for (int64_t i = 0; i < found->count; i++) {
        if (!strcmp(found->way[i], way))
            return;
    }
    ways_add(found, way);
}

// The case with all defaults, owned; NULL: it cannot be read, which whoever runs it will tell.
static char *spelt_out(const char *path, const settings *set)
{
    const case_families families = all_families();
    const case_context context = {&families, set->item, set->count};
    fault_list faults = {0};
    fault_list notes = {0};
    model model = {0};
    char *text = NULL;
    if (!case_read(path, &context, &model, &faults, &notes)) {
        text = case_resolved(&model, &families);
        model_clear(&model);
    }
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return text;
}

// Keys that have a default may be left out. They are looked for in the case as it is with all of them, and those are meant
// whose place is there.
static void find_left_out(const node *root, const case_at *at, ways *found)
{
    fault_book book = {0};
    fault_list faults = {0};
    char *text = spelt_out(at->path, at->set);
    node *all = text ? tree_read(text, strlen(text), "the case", &book) : NULL;
    ways there = {.name = found->name};
    if (all)
        walk(all, "", &there);
    for (int64_t i = 0; i < there.count; i++) {
        char way[WAY_ROOM];
        if (place_in(root, there.way[i], way))
            add_once(found, way);
    }
    found->failed = found->failed || there.failed;
    ways_clear(&there);
    tree_free(all);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    free(text);
}

static scree_status find_in(const node *root, const case_at *at, ways *found, scree_error *error)
{
    const char *name = found->name;
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
        find_left_out(root, at, found);
    if (!found->count)
        return not_found(root, name, where, error);
    return seed ? SCREE_OK : check_tails(found, where, error);
}

static scree_status find_in_text(const char *text, size_t length, const case_at *at, axis *axis,
                                 scree_error *error)
{
    const settings *set = at->set;
    fault_book book = {0};
    fault_list faults = {0};
    node *root = tree_read(text, length, "the case", &book);
    for (int i = 0; root && i < set->count; i++)
        tree_override(root, &set->item[i], "--set", &book);
    ways found = {.name = axis->name};
    scree_status status = root ? find_in(root, at, &found, error)
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
    const case_at at = {path, set};
    if (!status)
        status = find_in_text(text, length, &at, axis, error);
    free(text);
    return status;
}
