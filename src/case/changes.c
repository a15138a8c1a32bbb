// changes.c - see changes.h. Both texts are those of case_resolved, so that equal values are equal texts. A value that
// is `auto` now is no change: what `auto` has chosen, a run keeps.
#include "case/changes.h"

#include "case/tree.h"

#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = sizeof((case_change *)0)->path, TEXT_ROOM = sizeof((case_change *)0)->was };

static bool of_scalars(const node *n)
{
    for (int i = 0; i < n->count; i++)
        if (n->entry[i].value->kind != NODE_SCALAR)
            return false;
    return n->kind == NODE_LIST;
}

// A value on one line; of what holds others only that it is there.
static void spell(const node *n, char out[TEXT_ROOM])
{
    out[0] = 0;
    if (!n)
        return;
    if (n->kind == NODE_SCALAR) {
        snprintf(out, TEXT_ROOM, "%s", n->text);
        return;
    }
    if (!of_scalars(n)) {
        snprintf(out, TEXT_ROOM, "%d values", n->count);
        return;
    }
    size_t length = 0;
    for (int i = 0; i < n->count && length < TEXT_ROOM; i++)
        length += (size_t)snprintf(out + length, TEXT_ROOM - length, "%s%s", i ? ", " : "[",
                                   n->entry[i].value->text);
    if (length < TEXT_ROOM)
        snprintf(out + length, TEXT_ROOM - length, "]");
}

static bool same_scalars(const node *a, const node *b)
{
    if (a->kind == NODE_SCALAR || b->kind == NODE_SCALAR)
        return a->kind == b->kind && !strcmp(a->text, b->text);
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = !strcmp(a->entry[i].value->text, b->entry[i].value->text);
    return same;
}

static bool is_auto(const node *n)
{
    return n && n->kind == NODE_SCALAR && !n->quoted && !strcmp(n->text, "auto");
}

static void note(case_changes *c, const char *path, const node *was, const node *is)
{
    if (is_auto(is) || !c->tells(path, c->context))
        return;
    if (c->count < CHANGES_TOLD) {
        case_change *item = &c->item[c->count];
        snprintf(item->path, sizeof item->path, "%s", path);
        spell(was, item->was);
        spell(is, item->is);
    }
    c->count++;
}

static void compare(case_changes *c, const char *path, const node *was, const node *is);

// Entries of a list stand at numbers, those of a map behind names.
static void descend(case_changes *c, const char *path, const node *parent, int i, const node *was,
                    const node *is)
{
    char way[PATH_ROOM];
    if (parent->kind == NODE_LIST)
        snprintf(way, sizeof way, "%s[%d]", path, i);
    else
        snprintf(way, sizeof way, "%s%s%s", path, *path ? "." : "", parent->entry[i].key);
    compare(c, way, was, is);
}

static const node *partner(const node *in, const node *of, int i)
{
    if (in->kind != NODE_LIST)
        return node_find(in, of->entry[i].key);
    return i < in->count ? in->entry[i].value : NULL;
}

// Materials and walls are known by their numbers: another order is another case.
static void compare_order(case_changes *c, const char *path, const node *was, const node *is)
{
    if (strcmp(path, "materials") != 0 && strcmp(path, "walls") != 0)
        return;
    bool same = true;
    int most = was->count < is->count ? was->count : is->count;
    for (int i = 0; same && i < most; i++)
        same = !strcmp(was->entry[i].key, is->entry[i].key);
    if (!same)
        note(c, path, was, is);
}

static void compare(case_changes *c, const char *path, const node *was, const node *is)
{
    if (!was || !is) {
        note(c, path, was, is);
        return;
    }
    bool leaf =
        was->kind == NODE_SCALAR || is->kind == NODE_SCALAR || (of_scalars(was) && of_scalars(is));
    if (leaf || was->kind != is->kind) {
        if (was->kind != is->kind || !same_scalars(was, is))
            note(c, path, was, is);
        return;
    }
    for (int i = 0; i < was->count; i++)
        descend(c, path, was, i, was->entry[i].value, partner(is, was, i));
    for (int i = 0; i < is->count; i++)
        if (!partner(was, is, i))
            descend(c, path, is, i, NULL, is->entry[i].value);
    if (was->kind == NODE_MAP)
        compare_order(c, path, was, is);
}

bool case_changes_find(const char *was, const char *is, case_changes *out)
{
    fault_book book = {0};
    fault_list faults = {0};
    node *a = tree_read(was, strlen(was), "before", &book);
    node *b = tree_read(is, strlen(is), "now", &book);
    bool good = a && b && book.count == 0 && !book.no_memory;
    out->count = 0;
    if (good)
        compare(out, "", a, b);
    tree_free(a);
    tree_free(b);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return good;
}
