// builder.c - see builder.h.
#include "case/builder.h"

#include "case/nodes.h"
#include "case/quantity.h"
#include "case/resolved_values.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct case_builder {
    node *root;
};

static const char source[] = "value";
static const text_place nowhere = {source, 0, 0};

// ---- the tree

case_builder *case_builder_make(void)
{
    static const char first[] = "scree: 1";
    fault_book book = {0};
    case_builder *builder = calloc(1, sizeof *builder);
    if (builder)
        builder->root = node_read(first, sizeof first - 1, source, false, &book);
    if (builder && builder->root)
        return builder;
    free(builder);
    return NULL;
}

void case_builder_free(case_builder *builder)
{
    if (!builder)
        return;
    tree_free(builder->root);
    free(builder);
}

// Sections that are lists of entries with names.
static bool is_listed(const char *section)
{
    static const char *const sections[] = {"grains", "streams", "stages"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (!strcmp(section, sections[i]))
            return true;
    }
    return false;
}

// The list of a section, made where there is none; NULL: it is no list, or there is no memory.
static node *list_of(node *root, const char *section, fault_book *book)
{
    node *list = node_find(root, section);
    if (list)
        return list->kind == NODE_LIST ? list : NULL;
    char *key = text_copy(section);
    list = node_make(NODE_LIST, source, 0, 0);
    if (key && list && node_add(root, key, 0, 0, list))
        return list;
    if (!key || !list) { // else node_add has taken them
        free(key);
        tree_free(list);
    }
    book->no_memory = true;
    return NULL;
}

// Makes the entry of a list that a way goes through, or to. Its text needs no place of its own in the tree.
static void make_entry(node *root, const char *way, fault_book *book)
{
    char section[64];
    char name[64];
    const size_t first = strcspn(way, ".");
    const size_t second = way[first] ? strcspn(way + first + 1, ".") : 0;
    if (!second || first >= sizeof section || second >= sizeof name)
        return;
    snprintf(section, sizeof section, "%.*s", (int)first, way);
    snprintf(name, sizeof name, "%.*s", (int)second, way + first + 1);
    if (!is_listed(section))
        return;
    node *list = list_of(root, section, book);
    if (!list || node_entry_of(list, name))
        return;
    node *entry = node_make(NODE_MAP, source, 0, 0);
    if (!entry || !node_add(list, NULL, 0, 0, entry) ||
        !node_add_text(entry, "name", name, nowhere))
        book->no_memory = true;
}

// An entry of a list that is given whole keeps the name by which it is called.
static void keep_name(const char *way, node *value, fault_book *book)
{
    const char *dot = strchr(way, '.');
    char section[64];
    if (!dot || strchr(dot + 1, '.') || value->kind != NODE_MAP || node_find(value, "name"))
        return;
    snprintf(section, sizeof section, "%.*s", (int)(dot - way), way);
    if (is_listed(section) && !node_add_text(value, "name", dot + 1, nowhere))
        book->no_memory = true;
}

static scree_status told(fault_book *book, const char *way, scree_error *error)
{
    fault_list faults = {0};
    const bool no_memory = book->no_memory;
    book_close(book, &faults);
    scree_status status = no_memory ? fail_memory(error, way) : SCREE_OK;
    if (!status && faults.count > 0) {
        const scree_error *first = &faults.item[0];
        status = fail(error, SCREE_BAD_INPUT, way, first->hint, "%s", first->what);
    }
    fault_list_clear(&faults);
    return status;
}

scree_status case_builder_put(case_builder *builder, const char *way, const char *value,
                              scree_error *error)
{
    fault_book book = {0};
    node *fresh = node_read(value, strlen(value), source, false, &book);
    node *root = fresh && !book.count ? node_copy(builder->root) : NULL;
    if (root) {
        make_entry(root, way, &book);
        keep_name(way, fresh, &book);
        tree_put(root, way, fresh, nowhere, &book);
    } else {
        book.no_memory = book.no_memory || (fresh && !book.count);
        tree_free(fresh);
    }
    const bool good = root && !book.count && !book.no_memory;
    const scree_status status = told(&book, way, error);
    tree_free(good ? builder->root : root);
    if (good)
        builder->root = root;
    return status;
}

void case_builder_number(double value, char *out, size_t size)
{
    char number[40];
    quantity_print(value, "1", number, sizeof number);
    snprintf(out, size, "%s SI", number);
}

void case_builder_quote(text_buffer *out, const char *text)
{
    put_quoted(out, text);
}

// ---- its text

// A section of named things, or a list of entries: a line for each.
static bool wants_lines(const node *section)
{
    if (section->kind == NODE_SCALAR || section->count == 0)
        return false;
    for (int i = 0; i < section->count; i++) {
        if (section->entry[i].value->kind != NODE_MAP)
            return false;
    }
    return true;
}

static void put_section(text_buffer *text, const node_entry *entry)
{
    const node *section = entry->value;
    text_append_format(text, "%s:", entry->key);
    if (!wants_lines(section)) {
        text_append(text, " ");
        put_node(text, section);
        text_append(text, "\n");
        return;
    }
    text_append(text, "\n");
    for (int i = 0; i < section->count; i++) {
        if (section->kind == NODE_MAP)
            text_append_format(text, "  %s: ", section->entry[i].key);
        else
            text_append(text, "  - ");
        put_node(text, section->entry[i].value);
        text_append(text, "\n");
    }
}

char *case_builder_text(const case_builder *builder)
{
    text_buffer text = {0};
    for (int i = 0; i < builder->root->count; i++)
        put_section(&text, &builder->root->entry[i]);
    if (!text.failed)
        return text.data;
    text_buffer_clear(&text);
    return NULL;
}
