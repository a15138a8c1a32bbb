// let.c - names of a case and the values of expressions in it; see let.h. Names may build on each other in any order:
// each is worked out when it is first asked for.
#include "case/let.h"

#include "base/text.h"
#include "case/expression.h"
#include "case/nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_ROOM = 160, PATH_ROOM = 200, NAMES_MOST = 1000, TEXT_MOST = 10000 };

typedef enum name_state { NAME_NEW, NAME_BUSY, NAME_KNOWN, NAME_WRONG } name_state;

typedef struct let_name {
    const node_entry *entry;
    name_state state;
    expression_value value;
    bool used;
} let_name;

struct let_table {
    reader *reader;
    let_name *name; // owned
    int count;
};

static expression_found look_up(void *names, const char *name, expression_value *out,
                                quantity_fault *fault);
static const char *nearest(void *names, const char *word);

static expression_scope scope_of(let_table *table)
{
    return (expression_scope){
        .lookup = look_up,
        .names = table,
        .nearest = nearest,
    };
}

// A fault of an expression, with its place and what stands there.
static void complain(const let_table *table, const node *node, const char *text,
                     const quantity_fault *fault)
{
    char path[PATH_ROOM];
    node_path(node, path, sizeof path);
    reader_fault(table->reader, node, fault->hint, "%s = %.80s %s", path, text, fault->what);
}

static bool evaluate(let_table *table, const char *text, expression_value *out,
                     quantity_fault *fault)
{
    formula formula;
    const expression_scope scope = scope_of(table);
    if (!expression_read(text, &scope, &formula, &out->unit, fault))
        return false;
    out->value = formula_at(&formula, 0, NULL);
    return true;
}

// The text with the values of its expressions in their places; owned. NULL: see *fault, which is empty where it was told
// before, or where memory was short.
static char *expand(let_table *table, const char *text, quantity_fault *fault)
{
    text_buffer out = {0};
    const char *at = text;
    const char *begin = strstr(at, "${");
    bool good = true;
    fault->what[0] = 0;
    if (begin && strlen(text) > TEXT_MOST) {
        snprintf(fault->what, sizeof fault->what, "has more than %d signs", TEXT_MOST);
        return NULL;
    }
    for (; begin && good; begin = strstr(at, "${")) {
        if (begin > at && begin[-1] == '$') { // it stands for itself
            text_append_slice(&out, at, (size_t)(begin - at - 1));
            text_append(&out, "${");
            at = begin + 2;
            continue;
        }
        char value_text[VALUE_ROOM];
        expression_value value;
        const char *end = strchr(begin, '}');
        if (!end) {
            snprintf(fault->what, sizeof fault->what, "misses a '}' behind ${");
            snprintf(fault->hint, sizeof fault->hint, "write ${NAME} or ${2*NAME}");
            good = false;
            break;
        }
        if (end[1] == '^') {
            snprintf(fault->what, sizeof fault->what, "raises only the unit of ${...} to a power");
            snprintf(fault->hint, sizeof fault->hint, "write it inside: ${NAME^2}");
            good = false;
            break;
        }
        char *expression = text_slice(begin + 2, (size_t)(end - begin - 2));
        good = expression && evaluate(table, expression, &value, fault);
        out.failed = out.failed || !expression;
        free(expression);
        if (!good)
            break;
        expression_print(&value, value_text, sizeof value_text);
        text_append_slice(&out, at, (size_t)(begin - at));
        text_append(&out, value_text);
        at = end + 1;
    }
    text_append(&out, at);
    if (good && !out.failed)
        return out.data;
    table->reader->book->no_memory = table->reader->book->no_memory || out.failed;
    text_buffer_clear(&out);
    return NULL;
}

// ---- names

// Works out the value of a name. Its own faults are told where it stands; who asked for it says no more.
static void work_out(let_table *table, let_name *name)
{
    const node *node = name->entry->value;
    quantity_fault fault = {{0}, {0}};
    name->state = NAME_BUSY;
    bool good = false;
    if (node->kind != NODE_SCALAR) {
        snprintf(fault.what, sizeof fault.what, "is no single value");
        snprintf(fault.hint, sizeof fault.hint, "write let: {NAME: 5 mm}");
        complain(table, node, name->entry->key, &fault);
    } else {
        char *text = expand(table, node->text, &fault);
        good = text && evaluate(table, text, &name->value, &fault);
        if (fault.what[0])
            complain(table, node, node->text, &fault);
        free(text);
    }
    name->state = good ? NAME_KNOWN : NAME_WRONG;
}

static expression_found look_up(void *names, const char *word, expression_value *out,
                                quantity_fault *fault)
{
    let_table *table = names;
    let_name *name = NULL;
    for (int i = 0; i < table->count && !name; i++) {
        if (!strcmp(table->name[i].entry->key, word))
            name = &table->name[i];
    }
    if (!name)
        return EXPRESSION_UNKNOWN;
    name->used = true;
    if (name->state == NAME_NEW)
        work_out(table, name);
    if (name->state == NAME_BUSY) {
        snprintf(fault->what, sizeof fault->what, "needs its own value, by the name '%s'", word);
        snprintf(fault->hint, sizeof fault->hint, "names may not build on each other in a circle");
    }
    *out = name->value;
    return name->state == NAME_KNOWN ? EXPRESSION_KNOWN : EXPRESSION_WRONG;
}

static const char *nearest(void *names, const char *word)
{
    const let_table *table = names;
    const char **list = calloc((size_t)table->count + 1, sizeof *list);
    const char *found = NULL;
    for (int i = 0; list && i < table->count; i++)
        list[i] = table->name[i].entry->key;
    if (list)
        found = text_closest(word, list, table->count, 3);
    free(list);
    return found;
}

// Takes down the names of `let`. False: there are none to be had, and why was told.
static bool read_names(let_table *table, const node *let)
{
    reader *reader = table->reader;
    if (!reader_is_map(reader, let))
        return false;
    if (let->count > NAMES_MOST) {
        reader_fault(reader, let, "leave some out", "let holds %d names, more than %d", let->count,
                     NAMES_MOST);
        return false;
    }
    table->name = calloc((size_t)let->count + 1, sizeof *table->name);
    if (!table->name) {
        reader->book->no_memory = true;
        return false;
    }
    for (int i = 0; i < let->count; i++) {
        const node_entry *entry = &let->entry[i];
        quantity_fault fault;
        if (expression_name_is_good(entry->key, &fault))
            table->name[table->count++] = (let_name){.entry = entry};
        else
            reader_fault(reader, entry->value, fault.hint, "let: %s", fault.what);
    }
    return true;
}

// All values are worked out, so that faults of names that nothing asks for are found, too.
static void finish_names(let_table *table)
{
    for (int i = 0; i < table->count; i++) {
        let_name *name = &table->name[i];
        const node *value = name->entry->value;
        const bool from_file = value->line > 0;
        if (name->state == NAME_NEW)
            work_out(table, name);
        if (name->used)
            continue;
        if (from_file)
            reader_note(table->reader, value, "let.%.60s is not used", name->entry->key);
        else
            reader_fault(table->reader, value, "write ${NAME} where it shall stand",
                         "let.%.60s is not used in this case", name->entry->key);
    }
}

// ---- the tree

static void replace(let_table *table, node *node)
{
    for (int i = 0; i < node->count; i++)
        replace(table, node->entry[i].value);
    if (node->kind != NODE_SCALAR || !strstr(node->text, "${"))
        return;
    quantity_fault fault = {{0}, {0}};
    char *text = expand(table, node->text, &fault);
    if (text) {
        free(node->text);
        node->text = text;
        return;
    }
    if (fault.what[0])
        complain(table, node, node->text, &fault);
    node->kind = NODE_FAULTY;
}

let_table *let_begin(reader *reader, node *root)
{
    let_table *table = calloc(1, sizeof *table);
    if (!table) {
        reader->book->no_memory = true;
        return NULL;
    }
    table->reader = reader;
    reader->scope = scope_of(table);
    const node *let = reader_take(reader, root, "let");
    if (let && !read_names(table, let))
        return table;
    for (int i = 0; i < root->count; i++) {
        if (root->entry[i].value != let)
            replace(table, root->entry[i].value);
    }
    return table;
}

void let_end(let_table *table)
{
    if (!table)
        return;
    table->reader->scope = (expression_scope){0};
    finish_names(table);
    free(table->name);
    free(table);
}
