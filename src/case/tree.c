// tree.c - see tree.h. libyaml's document API does the syntax; what it leaves open (doubled keys, merge keys, aliases
// that multiply or contain themselves, tags, several documents) is decided here.
#include "case/tree.h"

#include "case/bounds.h"
#include "case/let.h"
#include "case/nodes.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { MAX_BYTES = 64 << 20 }; // of all texts, once aliases are expanded

typedef struct building {
    yaml_document_t *document;
    const char *source;
    bool in_file; // the marks are places in a file
    bool hidden;  // signs of expressions are (let.h)
    int nodes;
    size_t bytes; // of texts
    fault_book *book;
    bool broken; // reported already
} building;

static int line_of(const building *building, yaml_mark_t mark)
{
    return building->in_file ? (int)mark.line + 1 : 0;
}
static int column_of(const building *building, yaml_mark_t mark)
{
    return building->in_file ? (int)mark.column + 1 : 0;
}

static void complain(building *building, yaml_mark_t mark, const char *hint, const char *what)
{
    book_add(building->book,
             (text_place){building->source, line_of(building, mark), column_of(building, mark)},
             hint, "%s", what);
}

static bool usual_tag(const char *tag)
{
    return !tag || !strcmp(tag, YAML_STR_TAG) || !strcmp(tag, YAML_SEQ_TAG) ||
           !strcmp(tag, YAML_MAP_TAG);
}

// A copy of a scalar's text, or NULL with a fault.
static char *scalar_text(building *building, const yaml_node_t *from)
{
    const char *bytes = (const char *)from->data.scalar.value;
    for (size_t i = 0; i < from->data.scalar.length; i++) {
        if ((unsigned char)bytes[i] < 0x20 || bytes[i] == 0x7f) {
            complain(building, from->start_mark,
                     "write the text on one line, without tabs and escapes",
                     "control character or line break in a text");
            return NULL;
        }
    }
    char *copy = text_slice(bytes, from->data.scalar.length);
    if (!copy)
        building->book->no_memory = true;
    else if (building->hidden)
        let_show(copy);
    return copy;
}

static node *build(building *building, int index, int depth);

// Stands for a value that was complained of already.
static node *faulty(building *building, const yaml_node_t *from)
{
    node *node = node_make(NODE_FAULTY, building->source, line_of(building, from->start_mark),
                           column_of(building, from->start_mark));
    if (!node) {
        building->book->no_memory = true;
        building->broken = true;
    }
    return node;
}

static void build_list(building *building, node *map, const yaml_node_t *from, int depth)
{
    for (const yaml_node_item_t *item = from->data.sequence.items.start;
         item < from->data.sequence.items.top && !building->broken; item++) {
        node *value = build(building, *item, depth + 1);
        if (value && !node_add(map, NULL, value->line, value->column, value)) {
            building->book->no_memory = true;
            building->broken = true;
        }
    }
}

// The text of a key, or NULL where it cannot be one.
static char *key_text(building *building, const node *map, const yaml_node_t *key)
{
    if (key->type != YAML_SCALAR_NODE) {
        complain(building, key->start_mark, "write a name before the ':'", "a key must be a name");
        return NULL;
    }
    char *text = scalar_text(building, key);
    if (!text)
        return NULL;
    const node_entry *first = node_entry_find(map, text);
    if (!strcmp(text, "<<") && key->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
        complain(building, key->start_mark, "repeat the keys, or use an alias for a whole value",
                 "merge keys '<<' are not supported");
    } else if (first && first->line > 0) {
        book_add(building->book,
                 (text_place){building->source, line_of(building, key->start_mark),
                              column_of(building, key->start_mark)},
                 "leave one of them", "key '%.60s' stands twice, first on line %d", text,
                 first->line);
    } else if (first) {
        book_add(building->book, (text_place){building->source, 0, 0}, "leave one of them",
                 "key '%.60s' stands twice", text);
    } else {
        return text;
    }
    free(text);
    return NULL;
}

static void build_map(building *building, node *map, const yaml_node_t *from, int depth)
{
    for (const yaml_node_pair_t *entry = from->data.mapping.pairs.start;
         entry < from->data.mapping.pairs.top && !building->broken; entry++) {
        const yaml_node_t *key = yaml_document_get_node(building->document, entry->key);
        char *text = key_text(building, map, key);
        if (!text)
            continue;
        node *value = build(building, entry->value, depth + 1);
        if (!value)
            free(text);
        else if (!node_add(map, text, line_of(building, key->start_mark),
                           column_of(building, key->start_mark), value)) {
            building->book->no_memory = true;
            building->broken = true;
        }
    }
}

// Which bound the value goes beyond; NULL where it does not.
static const char *beyond_bounds(building *building, const yaml_node_t *from, int depth)
{
    if (from->type == YAML_SCALAR_NODE)
        building->bytes += from->data.scalar.length;
    if (depth > BOUND_DEPTH)
        return bounds_too_deep;
    if (++building->nodes > BOUND_VALUES)
        return bounds_too_many;
    return building->bytes > MAX_BYTES ? "too much text once all aliases are expanded" : NULL;
}

static node *build(building *building, int index, int depth)
{
    const yaml_node_t *from = yaml_document_get_node(building->document, index);
    const char *beyond = beyond_bounds(building, from, depth);
    if (beyond) {
        complain(building, from->start_mark, bounds_remedy, beyond);
        building->broken = true;
        return NULL;
    }
    if (!usual_tag((const char *)from->tag)) {
        complain(building, from->start_mark, "leave the tag out",
                 "tags such as !!float are not used in cases");
        return faulty(building, from);
    }
    node_kind kind = from->type == YAML_SCALAR_NODE     ? NODE_SCALAR
                     : from->type == YAML_SEQUENCE_NODE ? NODE_LIST
                                                        : NODE_MAP;
    node *node = node_make(kind, building->source, line_of(building, from->start_mark),
                           column_of(building, from->start_mark));
    if (!node) {
        building->book->no_memory = true;
        building->broken = true;
        return NULL;
    }
    if (kind == NODE_LIST)
        build_list(building, node, from, depth);
    else if (kind == NODE_MAP)
        build_map(building, node, from, depth);
    else {
        node->text = scalar_text(building, from);
        node->quoted = from->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
        if (!node->text)
            node->kind = NODE_FAULTY;
    }
    return node;
}

static yaml_mark_t mark_of(const char *input, size_t length, size_t offset)
{
    yaml_mark_t mark = {offset, 0, 0};
    for (size_t i = 0; i < offset && i < length; i++) {
        mark.column = input[i] == '\n' ? 0 : mark.column + 1;
        mark.line += input[i] == '\n';
    }
    return mark;
}

// What to do about the syntax errors that are made most.
static const char *syntax_remedy(const char *problem)
{
    static const char *const known[][2] = {
        {"mapping values are not allowed",
         "put texts that hold ': ' in quotes; look for a missing ',' or '{' before it"},
        {"did not find expected key",
         "let all keys of one mapping begin in the same column, and close every bracket"},
        {"did not find expected ',' or", "put a comma between the values, or close the bracket"},
        {"cannot start any token",
         "indent with blanks, not with tabs; put texts that begin with @, ` or % in quotes"},
        {"could not find expected ':'", "write key: value, with a blank behind the ':'"},
        {"undefined alias", "put texts that begin with * in quotes"},
    };
    for (size_t i = 0; problem && i < sizeof known / sizeof *known; i++) {
        if (strstr(problem, known[i][0]))
            return known[i][1];
    }
    return "";
}

// What libyaml says of a syntax error, in our form.
static void syntax_fault(building *building, const yaml_parser_t *parser, const char *input,
                         size_t length)
{
    if (parser->error == YAML_MEMORY_ERROR) {
        building->book->no_memory = true;
        return;
    }
    char what[300];
    if (parser->context) {
        snprintf(what, sizeof what, "YAML syntax: %s %s (line %d)", parser->problem,
                 parser->context, (int)parser->context_mark.line + 1);
    } else {
        snprintf(what, sizeof what, "YAML syntax: %s",
                 parser->problem ? parser->problem : "unreadable");
    }
    bool reader = parser->error == YAML_READER_ERROR; // it reads ahead and knows only the offset
    yaml_mark_t mark =
        reader ? mark_of(input, length, parser->problem_offset) : parser->problem_mark;
    complain(building, mark,
             reader ? "save the file as UTF-8 text" : syntax_remedy(parser->problem), what);
}

// One more document behind the first is more than a case.
static void second_document(building *building, yaml_parser_t *parser, const char *input,
                            size_t length)
{
    yaml_document_t next;
    if (!yaml_parser_load(parser, &next)) {
        syntax_fault(building, parser, input, length);
        return;
    }
    const yaml_node_t *root = yaml_document_get_root_node(&next);
    if (root) {
        complain(building, root->start_mark, "keep one case per file",
                 "a second document begins here");
    }
    yaml_document_delete(&next);
}

// The tree of a text in which nothing is left to hide.
static node *read_hidden(const char *text, size_t length, building *given)
{
    yaml_parser_t parser;
    yaml_document_t document;
    building building = *given;
    fault_book *book = building.book;
    building.document = &document;
    bounds_fault beyond;
    if (!bounds_hold(text, length, &beyond)) {
        complain(&building, beyond.mark, beyond.remedy, beyond.what);
        return NULL;
    }
    if (!yaml_parser_initialize(&parser)) {
        book->no_memory = true;
        return NULL;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
    node *root = NULL;
    if (!yaml_parser_load(&parser, &document))
        syntax_fault(&building, &parser, text, length);
    else {
        if (!yaml_document_get_root_node(&document)) {
            const bool in_file = building.in_file;
            book_add(book, (text_place){building.source, in_file, in_file},
                     in_file ? "begin with scree: 1" : "", "holds no value");
        } else {
            root = build(&building, 1, 0);
            if (building.broken) {
                tree_free(root);
                root = NULL;
            }
            second_document(&building, &parser, text, length);
        }
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    return root;
}

node *node_read(const char *text, size_t length, const char *source, bool in_file, fault_book *book)
{
    size_t hidden_length = 0;
    char *hidden = let_hide(text, length, &hidden_length);
    building building = {
        .source = source,
        .in_file = in_file,
        .hidden = hidden != NULL,
        .book = book,
    };
    node *root = hidden ? read_hidden(hidden, hidden_length, &building)
                        : read_hidden(text, length, &building);
    free(hidden);
    return root;
}

node *tree_read(const char *text, size_t length, const char *source, fault_book *book)
{
    return node_read(text, length, source, true, book);
}
