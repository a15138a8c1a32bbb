// resolved_stages.c - stages of a resolved case. What a stage sets is found by holding its resolved case against the one
// before: the values that differ, each under its way. Read back, they make the same cases to the bit, whatever was
// written: names of `let`, other units, settings that changed nothing.
#include "case/resolved_values.h"

#include "case/nodes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAY_ROOM = 200 };

typedef struct differences {
    text_buffer *text;
    int count;
} differences;

// ---- values

static bool is_scalar(const node *node)
{
    return node->kind == NODE_SCALAR;
}

static bool same(const node *was, const node *is)
{
    if (was->kind != is->kind || was->count != is->count)
        return false;
    if (is_scalar(was))
        return !strcmp(was->text, is->text);
    for (int i = 0; i < was->count; i++) {
        const node *other = is->entry[i].value;
        if (is->kind == NODE_MAP)
            other = node_find(is, was->entry[i].key);
        if (!other || !same(was->entry[i].value, other))
            return false;
    }
    return true;
}

// ---- differences

static void put_setting(differences *out, const char *way, const node *value)
{
    if (out->count++ == 0)
        text_append(out->text, "    set:\n");
    text_append_format(out->text, "      %s: ", way);
    if (value)
        put_node(out->text, value);
    else
        text_append(out->text, "none");
    text_append(out->text, "\n");
}

static bool lacks_keys(const node *was, const node *is)
{
    for (int i = 0; i < was->count; i++) {
        if (!node_find(is, was->entry[i].key))
            return true;
    }
    return false;
}

static bool is_word(const node *value, const char *word)
{
    return is_scalar(value) && !value->quoted && !strcmp(value->text, word);
}

static void compare(differences *out, const char *way, const node *was, const node *is);

static void compare_streams(differences *out, const node *was, const node *is)
{
    char next[WAY_ROOM];
    for (int i = 0; i < is->count; i++) {
        const node *value = is->entry[i].value;
        const node *name = node_find(value, "name");
        snprintf(next, sizeof next, "streams.%.100s", name ? name->text : "");
        if (i < was->count)
            compare(out, next, was->entry[i].value, value);
        else
            put_setting(out, next, value);
    }
}

static void compare_maps(differences *out, const char *way, const node *was, const node *is)
{
    char next[WAY_ROOM];
    for (int i = 0; i < was->count; i++) {
        const char *key = was->entry[i].key;
        snprintf(next, sizeof next, "%s%s%s", way, *way ? "." : "", key);
        if (!node_find(is, key) && *way)
            put_setting(out, next, NULL);
        else if (!node_find(is, key) && tree_has_named_entries(key))
            for (int k = 0; k < was->entry[i].value->count; k++) {
                snprintf(next, sizeof next, "%s.%s", key, was->entry[i].value->entry[k].key);
                put_setting(out, next, NULL);
            }
    }
    for (int i = 0; i < is->count; i++) {
        const char *key = is->entry[i].key;
        const node *before = node_find(was, key);
        snprintf(next, sizeof next, "%s%s%s", way, *way ? "." : "", key);
        if (before)
            compare(out, next, before, is->entry[i].value);
        else
            put_setting(out, next, is->entry[i].value);
    }
}

static void compare(differences *out, const char *way, const node *was, const node *is)
{
    if (same(was, is))
        return;
    // What was chosen before is kept, or told by put_choices.
    if (is_word(is, "auto") && (!strcmp(way, "run.step") || !strcmp(way, "nonsmooth.diameter")))
        return;
    const bool maps = was->kind == NODE_MAP && is->kind == NODE_MAP;
    const bool in_parts = maps && (!*way || tree_has_named_entries(way) || !lacks_keys(was, is));
    if (in_parts)
        compare_maps(out, way, was, is);
    else if (!strcmp(way, "streams") && was->kind == NODE_LIST && is->kind == NODE_LIST)
        compare_streams(out, was, is);
    else
        put_setting(out, way, is);
}

// What `auto` chose for another solver does not hold for this one, and the case around has it as a number: the stage says
// that it chooses anew.
static void put_auto(differences *out, const node *now, const char *section, const char *key)
{
    char way[WAY_ROOM];
    const node *map = node_find(now, section);
    const node *value = map ? node_find(map, key) : NULL;
    snprintf(way, sizeof way, "%s.%s", section, key);
    if (value && is_word(value, "auto"))
        put_setting(out, way, value);
}

static void put_choices(differences *out, const node *now, const model *model)
{
    put_auto(out, now, "run", "step");
    if (model->solver == SOLVER_NONSMOOTH)
        put_auto(out, now, "nonsmooth", "diameter");
}

// ---- the section

static node *tree_of(const model *model, const case_families *families)
{
    fault_book book = {0};
    fault_list ignored = {0};
    char *text = case_resolved(model, families);
    node *tree = text ? tree_read(text, strlen(text), "case", &book) : NULL;
    free(text);
    book_close(&book, &ignored);
    fault_list_clear(&ignored);
    return tree;
}

static void put_time(text_buffer *text, const char *key, double value)
{
    text_append_format(text, "    %s: ", key);
    put_quantity(text, value, "s");
    text_append(text, "\n");
}

static void put_end(text_buffer *text, const model_stage *stage)
{
    if (!stage->until_holds) {
        if (isfinite(stage->lasts))
            put_time(text, "until", stage->lasts);
        return;
    }
    text_append(text, "    until: ");
    put_quoted(text, stage->until);
    text_append_format(text, "\n    every: %lld # steps from look to look\n",
                       (long long)stage->every);
    if (isfinite(stage->limit))
        put_time(text, "limit", stage->limit);
    text_append_format(text, "    at_limit: %s\n", stage->goes_on ? "next" : "stop");
}

static void put_stages(text_buffer *text, const model *root, const case_families *families)
{
    model plain = *root;
    plain.stages = 0;
    const model *was = &plain;
    node *before = text->failed ? NULL : tree_of(was, families);
    text_append(text, "stages:\n");
    for (int i = 0; i < root->stages && before; i++) {
        const model_stage *stage = &root->stage[i];
        node *now = tree_of(stage->model, families);
        if (!now)
            break;
        differences out = {text, 0};
        text_append_format(text, "  - name: %s\n", stage->name);
        put_end(text, stage);
        if (was->solver != stage->model->solver)
            put_choices(&out, now, stage->model);
        compare(&out, "", before, now);
        tree_free(before);
        before = now;
        was = stage->model;
    }
    text->failed = text->failed || !before;
    tree_free(before);
}

char *case_resolved(const model *model, const case_families *families)
{
    text_buffer text = {0};
    put_case(&text, model, families);
    if (model->stages > 0)
        put_stages(&text, model, families);
    if (!text.failed)
        return text.data;
    text_buffer_clear(&text);
    return NULL;
}
