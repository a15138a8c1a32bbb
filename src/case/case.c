// case.c - reading a case: the file, the settings over it, the sections in order, and one list of all faults. See
// case.h and, for what the keys mean, docs/case-files.md.
#include "case/case.h"

#include "base/text.h"
#include "case/cards.h"
#include "case/let.h"
#include "case/nodes.h"
#include "case/parts.h"
#include "case/reader.h"
#include "case/regions.h"
#include "case/stages.h"
#include "case/tree.h"
#include "scene/text_file.h"
#include "store/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20 };

// "--set KEY" for each setting, owned; NULL when out of memory.
static char **labels_make(const case_override *override, int overrides)
{
    char **label = calloc((size_t)overrides + 1, sizeof *label);
    for (int i = 0; label && i < overrides; i++)
        label[i] = text_format("--set %.200s", override[i].key);
    return label;
}

static void labels_free(char **label, int overrides)
{
    for (int i = 0; label && i < overrides; i++)
        free(label[i]);
    free(label);
}

static void read_map(reader *reader, node *root, model *model)
{
    model->read_image = snapshot_read;
    cards_apply(reader, root);
    let_table *names = let_begin(reader, root);
    part_root(reader, root, model);
    if (names)
        stages_name_values(reader, root, model);
    let_end(names);
}

// The cases of stages are read from the tree as it was before anything was read of it.
static void read_whole(reader *reader, node *root, model *model)
{
    node *written = node_find(root, "stages") ? node_copy(root) : NULL;
    read_map(reader, root, model);
    node *stages = node_find(root, "stages");
    if (!stages)
        return;
    reader->book->no_memory = reader->book->no_memory || !written;
    if (!reader->book->no_memory) // else the tree has holes
        stages_read(reader, written, stages, read_map, model);
    tree_free(written);
}

static void read_tree(node *root, const char *name, const case_families *families, fault_book *book,
                      fault_list *notes, model *model)
{
    reader reader = {
        .families = families,
        .book = book,
        .notes = notes,
        .name = name,
        .dimensions = 3,
        .within = families->within,
        .model = model,
        .region = region_read,
        .text_alone = families->text_alone,
    };
    model->path = text_copy(name); // where probes that a condition asks find their files
    if (!model->path)
        book->no_memory = true;
    if (root->kind == NODE_MAP && !node_find(root, "scree")) {
        // This may be any file. Its contents are not repeated in messages, so only what it lacks is told.
        book->count = 0;
        book->left_out = 0;
        reader_fault(&reader, root, "begin the file with scree: 1",
                     "missing key 'scree' in the case");
    } else if (root->kind == NODE_MAP) {
        read_whole(&reader, root, model);
    } else
        reader_fault(&reader, root, "begin with scree: 1", "a case is a mapping of keys to values");
}

scree_status case_parse(const case_source *given, const case_context *context, model *out,
                        fault_list *faults, fault_list *notes)
{
    fault_book book = {0};
    model model = {0};
    char **label = labels_make(context->override, context->overrides);
    if (!label)
        return SCREE_NO_MEMORY;
    node *root = tree_read(given->text, given->length, given->name, &book);
    for (int i = 0; root && i < context->overrides; i++) {
        if (label[i])
            tree_override(root, &context->override[i], label[i], &book);
        else
            book.no_memory = true;
    }
    if (root)
        read_tree(root, given->name, context->families, &book, notes, &model);
    const bool no_memory = book.no_memory;
    const bool faulty = book.count > 0 || !root;
    tree_free(root);
    book_close(&book, faults);
    labels_free(label, context->overrides);
    if (!no_memory && !faulty) {
        *out = model;
        return SCREE_OK;
    }
    model_clear(&model);
    if (no_memory) {
        fault_add(faults, SCREE_NO_MEMORY, given->name, "use a machine with more memory",
                  "out of memory while reading");
    }
    return no_memory ? SCREE_NO_MEMORY : SCREE_BAD_INPUT;
}

scree_status case_read(const char *path, const case_context *context, model *out,
                       fault_list *faults, fault_list *notes)
{
    char *text;
    size_t length;
    scree_error error;
    scree_status status = text_file_load(path, MAX_FILE, &text, &length, &error);
    if (status) {
        fault_add(faults, status, error.where, error.hint, "%s", error.what);
        return status;
    }
    static const char snapshot[] = "scree-snapshot ";
    if (length >= sizeof snapshot && !memcmp(text, snapshot, sizeof snapshot - 1)) {
        status = fail(&error, SCREE_BAD_INPUT, path, "go on with it: scree resume",
                      "this is a snapshot, not a case");
    } else if (memchr(text, 0, length)) {
        status = fail(&error, SCREE_BAD_INPUT, path, "give a case, a YAML file",
                      "this is not a text file");
    }
    if (status)
        fault_add(faults, status, error.where, error.hint, "%s", error.what);
    else
        status = case_parse(&(case_source){text, length, path}, context, out, faults, notes);
    free(text);
    return status;
}
