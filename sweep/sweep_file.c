// sweep_file.c - see sweep_file.h.
#include "sweep/sweep_file.h"

#include "base/memory.h"
#include "base/text.h"
#include "store/owned.h"
#include "store/file_in.h"
#include "store/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put_settings(json *json, const char *key, const settings *set)
{
    json_list(json, key);
    for (int i = 0; i < set->count; i++) {
        json_list(json, NULL);
        json_text(json, NULL, set->item[i].key);
        json_text(json, NULL, set->item[i].value);
        json_close(json);
    }
    json_close(json);
}

static void put_points(json *json, const plan *plan)
{
    json_list(json, "points");
    for (int i = 0; i < plan->points; i++) {
        json_object(json, NULL);
        json_text(json, "folder", plan->point[i].name);
        for (int k = 0; k < plan->axes; k++)
            json_text(json, plan->axis[k].name, plan->point[i].text[k]);
        json_close(json);
    }
    json_close(json);
}

// What is varied, with the places in the case that it means.
static void put_ways(json *json, const plan *plan)
{
    json_object(json, "ways");
    for (int i = 0; i < plan->axes; i++) {
        json_list(json, plan->axis[i].name);
        for (int k = 0; k < plan->axis[i].keys; k++)
            json_text(json, NULL, plan->axis[i].key[k]);
        json_close(json);
    }
    json_close(json);
}

static void put_words(json *json, const sweep_words *asked)
{
    if (asked->of)
        json_text(json, "of", asked->of);
    if (asked->plot)
        json_text(json, "plot", asked->plot);
    if (asked->from)
        json_text(json, "from", asked->from);
    if (asked->format)
        json_text(json, "format", asked->format);
}

scree_status sweep_file_write(const char *path, const sweep_kept *kept, scree_error *error)
{
    const plan_wish *wish = kept->wish;
    json json = {.lines = true};
    char number[20];
    snprintf(number, sizeof number, "%016" PRIx64, kept->hash);
    json_begin(&json);
    json_integer(&json, "scree_sweep", 1);
    json_text(&json, "program", "scree " SCREE_VERSION);
    json_text(&json, "case", wish->path);
    json_text(&json, "hash", number);
    put_settings(&json, "set", wish->set);
    put_settings(&json, "over", wish->over);
    json_integer(&json, "latin", wish->latin);
    json_integer(&json, "sobol", wish->sobol);
    json_integer(&json, "seed", wish->seed);
    put_words(&json, &kept->asked);
    put_ways(&json, kept->plan);
    put_points(&json, kept->plan);
    json_close(&json);
    const scree_status status =
        json.failed ? fail_memory(error, path) : json_store(&json, path, error);
    json_clear(&json);
    return status;
}

// ---- reading

static char *keep(sweep_file *file, const char *text)
{
    char *copy = text_copy(text);
    if (!copy || !MEM_GROW(file->words, file->word_room, file->wordings + 1)) {
        free(copy);
        return NULL;
    }
    return file->words[file->wordings++] = copy;
}

static const char *text_of(const node *root, const char *key)
{
    const node *value = node_find(root, key);
    return value && value->kind == NODE_SCALAR ? value->text : NULL;
}

static bool read_pair(sweep_file *file, const node *pair, settings *to)
{
    if (pair->kind != NODE_LIST || pair->count != 2)
        return false;
    const node *key = pair->entry[0].value;
    const node *value = pair->entry[1].value;
    if (key->kind != NODE_SCALAR || value->kind != NODE_SCALAR)
        return false;
    const char *kept = keep(file, value->text);
    return kept && settings_add(to, key->text, kept);
}

static bool read_settings(sweep_file *file, const node *root, const char *key, settings *to)
{
    const node *list = node_find(root, key);
    bool ok = list && list->kind == NODE_LIST;
    for (int i = 0; ok && i < list->count; i++)
        ok = read_pair(file, list->entry[i].value, to);
    return ok;
}

static bool read_count(const node *root, const char *key, int64_t *out)
{
    const char *text = text_of(root, key);
    char *end;
    if (!text || !*text)
        return false;
    *out = strtoll(text, &end, 10);
    return !*end;
}

// False: out of memory.
static bool keep_words(sweep_file *file, const node *root, const char *key, const char **out)
{
    const char *text = text_of(root, key);
    *out = text ? keep(file, text) : NULL;
    return *out || !text;
}

static bool read_words(sweep_file *file, const node *root)
{
    return keep_words(file, root, "of", &file->asked.of) &&
           keep_words(file, root, "plot", &file->asked.plot) &&
           keep_words(file, root, "from", &file->asked.from) &&
           keep_words(file, root, "format", &file->asked.format);
}

static bool read_root(sweep_file *file, const node *root)
{
    const char *path = text_of(root, "case");
    const char *hash = text_of(root, "hash");
    const char *version = text_of(root, "scree_sweep");
    if (!path || !hash || !version || strcmp(version, "1") != 0)
        return false;
    file->path = text_copy(path);
    file->hash = strtoull(hash, NULL, 16);
    bool ok = file->path && read_settings(file, root, "set", &file->set);
    ok = ok && read_settings(file, root, "over", &file->over);
    ok = ok && read_count(root, "latin", &file->latin);
    ok = ok && read_count(root, "sobol", &file->sobol);
    ok = ok && read_count(root, "seed", &file->seed);
    return ok && read_words(file, root);
}

scree_status sweep_file_read(const char *path, sweep_file *out, scree_error *error)
{
    char *text = NULL;
    size_t size = 0;
    fault_book book = {0};
    fault_list faults = {0};
    memset(out, 0, sizeof *out);
    scree_status status = file_in_load(path, &text, &size, error);
    if (status)
        return status;
    out->root = tree_read(text, size, SWEEP_FILE, &book);
    if (!out->root || !read_root(out, out->root))
        status = fail(error, SCREE_BAD_INPUT, path, "begin the sweep anew in another folder",
                      "this does not tell of a sweep");
    book_close(&book, &faults);
    fault_list_clear(&faults);
    free(text);
    return status;
}

static bool take_keys(axis *axis, const node *list)
{
    const int count = list && list->kind == NODE_LIST ? list->count : 0;
    bool ok = true;
    axis->key = calloc((size_t)count + 1, sizeof *axis->key);
    for (int k = 0; k < count && axis->key && ok; k++) {
        const node *way = list->entry[k].value;
        if (way->kind != NODE_SCALAR)
            continue;
        axis->key[axis->keys] = text_copy(way->text);
        ok = axis->key[axis->keys] != NULL;
        axis->keys += ok;
    }
    return ok && axis->key;
}

bool sweep_file_keys(const sweep_file *file, plan *plan)
{
    const node *ways = node_find(file->root, "ways");
    bool ok = true;
    for (int i = 0; i < plan->axes && ok; i++) {
        const bool there = ways && ways->kind == NODE_MAP;
        ok = take_keys(&plan->axis[i], there ? node_find(ways, plan->axis[i].name) : NULL);
    }
    return ok;
}

void sweep_file_clear(sweep_file *file)
{
    settings_clear(&file->set);
    settings_clear(&file->over);
    for (int64_t i = 0; i < file->wordings; i++)
        free(file->words[i]);
    tree_free(file->root);
    free(file->words);
    free(file->path);
    memset(file, 0, sizeof *file);
}

bool sweep_file_hash(const char *folder, uint64_t *hash)
{
    sweep_file file;
    char *path = text_format("%s/" SWEEP_FILE, folder);
    const bool there = path && !sweep_file_read(path, &file, NULL);
    if (there)
        *hash = file.hash;
    if (path)
        sweep_file_clear(&file);
    free(path);
    return there;
}

bool sweep_file_is_there(const char *folder)
{
    owned files;
    char *path = text_format("%s/" SWEEP_FILE, folder);
    bool there = path && !access(path, F_OK);
    free(path);
    if (!there && !owned_open(&files, folder, NULL)) {
        there = owned_has(&files, SWEEP_FILE);
        owned_close(&files);
    }
    return there;
}
