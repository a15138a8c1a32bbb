// builder.c - see builder.h.
#include "case/builder.h"

#include "case/nodes.h"
#include "case/quantity.h"
#include "case/resolved_values.h"

#include "base/text.h"

#include <ctype.h>
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

// Names and keys of cases have no other signs; what is no ASCII is left to whoever reads the case.
static bool is_key(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char sign = (unsigned char)text[i];
        if (sign < 0x80 && !isalnum(sign) && sign != '_' && sign != '-')
            return false;
    }
    return length > 0;
}

// Keys of the value, and those that lead to it, are written as they stand.
static void check_keys(const node *value, fault_book *book)
{
    for (int i = 0; value->kind != NODE_SCALAR && i < value->count; i++) {
        const node_entry *entry = &value->entry[i];
        if (entry->key && !is_key(entry->key, strlen(entry->key)))
            book_add(book, nowhere, "use letters, digits, '_' and '-'", "'%.60s' is no key",
                     entry->key);
        check_keys(entry->value, book);
    }
}

static void check_way(const char *way, fault_book *book)
{
    for (const char *at = way; *at;) {
        const size_t length = strcspn(at, ".");
        if (length > 0 && !is_key(at, length))
            book_add(book, nowhere, "use letters, digits, '_' and '-'", "'%.*s' is no key",
                     length < 60 ? (int)length : 60, at);
        at += length;
        at += *at != 0;
    }
}

scree_status case_builder_put(case_builder *builder, const char *way, const char *value,
                              scree_error *error)
{
    fault_book book = {0};
    node *fresh = node_read(value, strlen(value), source, false, &book);
    check_way(way, &book);
    if (fresh)
        check_keys(fresh, &book);
    node *root = fresh && !book.count ? node_copy(builder->root) : NULL;
    if (root) {
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
