// changes.c - see changes.h. Both texts are those of case_resolved, so that equal values are equal texts. A value that
// is `auto` now is no change: what `auto` has chosen, a run keeps.
#include "case/changes.h"

#include "case/tree.h"

#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = sizeof((case_change *)0)->path, TEXT_ROOM = sizeof((case_change *)0)->was };

static bool of_scalars(const node *node)
{
    for (int i = 0; i < node->count; i++) {
        if (node->entry[i].value->kind != NODE_SCALAR)
            return false;
    }
    return node->kind == NODE_LIST;
}

// A value on one line; of what holds others only that it is there.
static void spell(const node *node, char out[TEXT_ROOM])
{
    out[0] = 0;
    if (!node)
        return;
    if (node->kind == NODE_SCALAR) {
        snprintf(out, TEXT_ROOM, "%s", node->text);
        return;
    }
    if (!of_scalars(node)) {
        snprintf(out, TEXT_ROOM, "%d values", node->count);
        return;
    }
    size_t length = 0;
    for (int i = 0; i < node->count && length < TEXT_ROOM; i++) {
        length += (size_t)snprintf(out + length, TEXT_ROOM - length, "%s%s", i ? ", " : "[",
                                   node->entry[i].value->text);
    }
    if (length < TEXT_ROOM)
        snprintf(out + length, TEXT_ROOM - length, "]");
}

static bool same_scalars(const node *first, const node *second)
{
    if (first->kind == NODE_SCALAR || second->kind == NODE_SCALAR)
        return first->kind == second->kind && !strcmp(first->text, second->text);
    if (first->count != second->count)
        return false;
    for (int i = 0; i < first->count; i++) {
        const node *one = first->entry[i].value;
        const node *other = second->entry[i].value;
        if (strcmp(one->text, other->text) != 0)
            return false;
    }
    return true;
}

static bool is_auto(const node *node)
{
    return node && node->kind == NODE_SCALAR && !node->quoted && !strcmp(node->text, "auto");
}

static void note(case_changes *changes, const char *path, const node *was, const node *is)
{
    case_change one;
    snprintf(one.path, sizeof one.path, "%s", path);
    spell(was, one.was);
    spell(is, one.is);
    const node *held = is ? is : was;
    one.holds_others = held && held->kind != NODE_SCALAR && !of_scalars(held);
    const case_difference difference = {
        .kind = !was  ? CHANGE_ADDED
                : !is ? CHANGE_GONE
                      : CHANGE_OF_VALUE,
        .path = path,
        .was = one.was,
        .is = one.is,
    };
    if (is_auto(is) || !changes->tells(&difference, changes->context))
        return;
    if (changes->count < CHANGES_TOLD)
        changes->item[changes->count] = one;
    changes->count++;
}

static void compare(case_changes *changes, const char *path, const node *was, const node *is);

// Entries of a list stand at numbers, those of a map behind names.
static void descend(case_changes *changes, const char *path, const node *parent, int i,
                    const node *was, const node *is)
{
    char way[PATH_ROOM];
    if (parent->kind == NODE_LIST)
        snprintf(way, sizeof way, "%s[%d]", path, i);
    else
        snprintf(way, sizeof way, "%s%s%s", path, *path ? "." : "", parent->entry[i].key);
    compare(changes, way, was, is);
}

static const node *partner(const node *in, const node *of, int i)
{
    if (in->kind != NODE_LIST)
        return node_find(in, of->entry[i].key);
    return i < in->count ? in->entry[i].value : NULL;
}

// Materials are known by their numbers: another order is another case. So are walls to states of older versions.
static void compare_order(case_changes *changes, const char *path, const node *was, const node *is)
{
    const int most = was->count < is->count ? was->count : is->count;
    const bool walls = !strcmp(path, "walls") && was->count == is->count;
    if (strcmp(path, "materials") != 0 && !walls)
        return;
    for (int i = 0; i < most; i++) {
        if (strcmp(was->entry[i].key, is->entry[i].key) != 0) {
            note(changes, path, was, is);
            return;
        }
    }
}

// Sections of things that are known by their names: the first of them comes, and the last one goes, as any other.
static bool is_of_names(const char *path)
{
    static const char *const sections[] = {"walls",  "probes",   "streams",
                                           "forces", "removals", "regions"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (!strcmp(path, sections[i]))
            return true;
    }
    return false;
}

static void compare_section(case_changes *changes, const char *path, const node *was,
                            const node *is)
{
    const node *whole = was ? was : is;
    for (int i = 0; i < whole->count; i++) {
        const node *entry = whole->entry[i].value;
        descend(changes, path, whole, i, was ? entry : NULL, is ? entry : NULL);
    }
}

static void compare(case_changes *changes, const char *path, const node *was, const node *is)
{
    const node *whole = was ? was : is;
    const bool section = whole && whole->kind == NODE_MAP && is_of_names(path);
    if (section && (!was || !is)) {
        compare_section(changes, path, was, is);
        return;
    }
    if (!was || !is) {
        note(changes, path, was, is);
        return;
    }
    bool leaf =
        was->kind == NODE_SCALAR || is->kind == NODE_SCALAR || (of_scalars(was) && of_scalars(is));
    if (leaf || was->kind != is->kind) {
        if (was->kind != is->kind || !same_scalars(was, is))
            note(changes, path, was, is);
        return;
    }
    for (int i = 0; i < was->count; i++)
        descend(changes, path, was, i, was->entry[i].value, partner(is, was, i));
    for (int i = 0; i < is->count; i++) {
        if (!partner(was, is, i))
            descend(changes, path, is, i, NULL, is->entry[i].value);
    }
    if (was->kind == NODE_MAP)
        compare_order(changes, path, was, is);
}

scree_status case_changes_find(const char *was, const char *is, case_changes *out)
{
    fault_book book = {0};
    fault_list faults = {0};
    node *first = tree_read(was, strlen(was), "before", &book);
    node *second = tree_read(is, strlen(is), "now", &book);
    scree_status status = first && second && book.count == 0 ? SCREE_OK : SCREE_BAD_INPUT;
    if (book.no_memory)
        status = SCREE_NO_MEMORY;
    out->count = 0;
    if (!status)
        compare(out, "", first, second);
    tree_free(first);
    tree_free(second);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return status;
}
