// kept_numbers.c - may contacts go on with other laws? A law keeps numbers whose meaning it alone knows: the deepest
// overlap, the speed of an approach, a force. Where another law keeps as many, only the cases tell that they are not the
// same ones. Normal laws share no meaning. Tangential laws of as many numbers have one core (law/spring.h,
// law/slip_curves.h), which keeps a force; but with `form: total` it keeps a displacement.
#include "base/fail.h"
#include "case/fingerprint.h"
#include "case/tree.h"
#include "law/own.h"
#include "law/registry.h"

#include <stdio.h>
#include <string.h>

// A word of a law of a pair, such as its name; "" where there is none.
static const char *word_of(const node *pair, const char *slot, const char *key)
{
    const node *law = pair && pair->kind == NODE_MAP ? node_find(pair, slot) : NULL;
    const node *word = law && law->kind == NODE_MAP ? node_find(law, key) : NULL;
    return word && word->kind == NODE_SCALAR ? word->text : "";
}

static scree_status refuse(const char *pair, const char *what, const char *was, const char *is,
                           scree_error *error)
{
    return fail(error, SCREE_BAD_INPUT, "pairs",
                "branch from a state in which nothing touches, or start a new run",
                "pairs.%.60s.%s was %.40s, is %.40s, and what contacts keep of the one means "
                "nothing to the other",
                pair, what, *was ? was : "not there", *is ? is : "not there");
}

// Could the numbers that one law keeps be taken for those of the other? How many a law of a program keeps it says itself.
static bool confused(const char *one, const char *other)
{
    const bool own = own_is_name(one) || own_is_name(other);
    const bool keeps_one = own_is_name(one) || law_keeps(LAW_NORMAL, one) > 0;
    const bool keeps_other = own_is_name(other) || law_keeps(LAW_NORMAL, other) > 0;
    if (own)
        return keeps_one && keeps_other;
    return keeps_one && law_keeps(LAW_NORMAL, one) == law_keeps(LAW_NORMAL, other);
}

static scree_status compare_pair(const char *name, const node *was, const node *is,
                                 scree_error *error)
{
    const char *before = word_of(was, "normal", "law");
    const char *now = word_of(is, "normal", "law");
    if (strcmp(before, now) != 0 && confused(before, now))
        return refuse(name, "normal.law", before, now, error);
    for (int slot = LAW_COHESION; slot < LAW_SLOTS; slot++) {
        const char *word = law_slot_word(slot);
        char what[40];
        before = word_of(was, word, "law");
        now = word_of(is, word, "law");
        snprintf(what, sizeof what, "%s.law", word);
        if (strcmp(before, now) != 0 && (own_is_name(before) || own_is_name(now)))
            return refuse(name, what, before, now, error);
    }
    const bool both = law_keeps(LAW_TANGENTIAL, word_of(was, "tangential", "law")) > 0 &&
                      law_keeps(LAW_TANGENTIAL, word_of(is, "tangential", "law")) > 0;
    before = word_of(was, "tangential", "form");
    now = word_of(is, "tangential", "form");
    if (both && !strcmp(before, "total") != !strcmp(now, "total"))
        return refuse(name, "tangential.form", before, now, error);
    return SCREE_OK;
}

static scree_status compare_pairs(const node *was, const node *is, scree_error *error)
{
    const node *before = was ? node_find(was, "pairs") : NULL;
    const node *now = is ? node_find(is, "pairs") : NULL;
    scree_status status = SCREE_OK;
    if (!before || !now || before->kind != NODE_MAP || now->kind != NODE_MAP)
        return SCREE_OK;
    for (int i = 0; i < now->count && !status; i++) {
        const char *name = now->entry[i].key;
        status = compare_pair(name, node_find(before, name), now->entry[i].value, error);
    }
    return status;
}

scree_status case_compare_texts_kept(const char *was, const char *now, scree_error *error)
{
    fault_book book = {0};
    fault_list faults = {0};
    node *first = tree_read(was, strlen(was), "before", &book);
    node *second = tree_read(now, strlen(now), "now", &book);
    scree_status status = book.no_memory ? fail_memory(error, "pairs") : SCREE_OK;
    if (!status)
        status = compare_pairs(first, second, error);
    tree_free(first);
    tree_free(second);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    return status;
}
