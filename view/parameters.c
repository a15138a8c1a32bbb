// parameters.c - see parameters.h.
#include "view/parameters.h"

#include "base/text.h"
#include "case/freedom.h"
#include "case/tree.h"
#include "store/file_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_ROOM = 200 };

typedef struct parameter {
    char key[KEY_ROOM];
    double value;
    char unit[32];
} parameter;

typedef struct parameters {
    parameter *item; // owned
    int count;
    bool smooth; // the section of the other solver has no effect
} parameters;

static bool is_number(const node *node, parameter *out)
{
    const char *end;
    if (node->kind != NODE_SCALAR || node->quoted || !text_number(node->text, &out->value, &end))
        return false;
    if (*end && *end != ' ')
        return false;
    snprintf(out->unit, sizeof out->unit, "%s", *end ? end + 1 : "");
    return true;
}

// What is measured and written changes no physics.
static bool may_change(const parameters *all, const char *key)
{
    const case_freedom freedom = case_freedom_of(key);
    const bool other_solver = all->smooth && !strncmp(key, "nonsmooth.", 10);
    const bool looks = !strncmp(key, "probes.", 7) || !strncmp(key, "output.", 7);
    return (freedom == CHANGE_STAGE || freedom == CHANGE_BRANCH) && !other_solver && !looks;
}

static void add(parameters *all, const node *node, const char *key)
{
    parameter one = {0};
    if (all->count == PARAMETERS_MOST || !is_number(node, &one) || !may_change(all, key))
        return;
    snprintf(one.key, sizeof one.key, "%s", key);
    all->item[all->count] = one;
    all->count++;
}

// Depth is bounded by that of a tree (case/tree.h).
static void gather(parameters *all, const node *node, const char *key)
{
    add(all, node, key);
    for (int i = 0; i < node->count; i++) {
        char below[KEY_ROOM];
        char number[16];
        const node_entry *entry = &node->entry[i];
        snprintf(number, sizeof number, "%d", i);
        const int length = snprintf(below, sizeof below, "%s%s%s", key, *key ? "." : "",
                                    entry->key ? entry->key : number);
        if (length < KEY_ROOM)
            gather(all, entry->value, below);
    }
}

// Empty where the case cannot be read.
static parameters read_all(const char *path)
{
    parameters all = {0};
    fault_book book = {0};
    fault_list faults = {0};
    char *text = NULL;
    size_t size;
    node *root = NULL;
    all.item = calloc(PARAMETERS_MOST, sizeof *all.item);
    if (all.item && path && !file_in_load(path, &text, &size, NULL))
        root = tree_read(text, size, path, &book);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    if (root) {
        const node *solver = node_find(root, "solver");
        all.smooth = solver && solver->kind == NODE_SCALAR && !strcmp(solver->text, "smooth");
        gather(&all, root, "");
        tree_free(root);
    }
    free(text);
    return all;
}

void view_parameters_write(json *out, const char *path)
{
    parameters all = read_all(path);
    json_text(out, "kind", "parameters");
    json_list(out, "parameters");
    for (int i = 0; i < all.count; i++) {
        json_object(out, NULL);
        json_text(out, "key", all.item[i].key);
        json_number(out, "value", all.item[i].value);
        json_text(out, "unit", all.item[i].unit);
        json_close(out);
    }
    json_close(out);
    free(all.item);
}

bool view_parameters_has(const char *path, const char *key)
{
    parameters all = read_all(path);
    bool has = false;
    for (int i = 0; i < all.count; i++)
        has = has || !strcmp(all.item[i].key, key);
    free(all.item);
    return has;
}
