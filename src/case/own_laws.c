// own_laws.c - the laws of a program that a snapshot was made with must be there to go on, in the same version: what contacts
// keep means nothing to others.
#include "base/fail.h"
#include "case/fingerprint.h"
#include "case/tree.h"
#include "law/own.h"

#include <stdlib.h>
#include <string.h>

// As '-' and '_' are one in names.
static bool same_law(const char *one, const char *other)
{
    for (; *one && *other; one++, other++) {
        const bool dashes = strchr("_-", *one) && strchr("_-", *other);
        if (*one != *other && !dashes)
            return false;
    }
    return *one == *other;
}

static const law_own *find(const case_families *families, const char *name)
{
    for (int slot = 0; slot < LAW_SLOTS; slot++) {
        for (int i = 0; i < families->laws[slot]; i++) {
            const plugin *what = families->law[slot][i];
            if (own_of(what) && same_law(what->name, name))
                return own_of(what);
        }
    }
    return NULL;
}

static scree_status check_law(const case_families *families, const char *name, const node *version,
                              scree_error *error)
{
    const law_own *own = find(families, name);
    const int was = version && version->kind == NODE_SCALAR ? atoi(version->text) : 1;
    if (!own)
        return fail(error, SCREE_BAD_INPUT, "pairs",
                    "read the case with that law (include/scree/law.h)",
                    "the snapshot was made with the law %.60s of a program, version %d, which is "
                    "not given here",
                    name, was);
    if (own_version(own) == was)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "pairs", "go on with the program that has that version",
                "the snapshot was made with version %d of the law %.60s, and version %d is given",
                was, name, own_version(own));
}

static scree_status check_node(const case_families *families, const node *is, scree_error *error)
{
    const node *law = is->kind == NODE_MAP ? node_find(is, "law") : NULL;
    scree_status status = SCREE_OK;
    if (law && law->kind == NODE_SCALAR && own_is_name(law->text))
        status = check_law(families, law->text, node_find(is, "version"), error);
    for (int i = 0; !status && is->kind != NODE_SCALAR && i < is->count; i++)
        status = check_node(families, is->entry[i].value, error);
    return status;
}

scree_status case_compare_own(const image *im, const case_families *families, scree_error *error)
{
    const image_column *text = image_find(im, "case/text", IMAGE_U8, 1);
    if (!text)
        return SCREE_OK;
    fault_book book = {0};
    fault_list faults = {0};
    node *root = tree_read(text->data, (size_t)text->rows, "case/text", &book);
    scree_status status = book.no_memory ? fail_memory(error, "case of the snapshot") : SCREE_OK;
    if (!status && root)
        status = check_node(families, root, error);
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return status;
}
