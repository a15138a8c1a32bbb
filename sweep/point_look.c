// point_look.c - what has become of a run, by its summary and its tables; see orders.h.
#include "sweep/orders.h"

#include "base/text.h"
#include "case/tree.h"
#include "store/file_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void copy_text(const node *root, const char *key, char *out, size_t size)
{
    const node *value = node_find(root, key);
    const bool is_text = value && value->kind == NODE_SCALAR;
    snprintf(out, size, "%s", is_text ? value->text : "");
}

// JSON is YAML, so the reader of cases reads the summary.
static point_state read_summary(const char *path, char words[POINT_WORDS])
{
    char *text = NULL;
    size_t size = 0;
    char status[40] = "";
    char what[300] = "";
    fault_book book = {0};
    fault_list faults = {0};
    if (file_in_load(path, &text, &size, NULL))
        return POINT_HALF;
    node *root = tree_read(text, size, path, &book);
    if (root) {
        copy_text(root, "status", status, sizeof status);
        copy_text(root, "what", what, sizeof what);
    }
    tree_free(root);
    book_close(&book, &faults);
    fault_list_clear(&faults);
    free(text);
    if (!*status)
        strcpy(status, "begun");
    const char *colon = *what ? ": " : "";
    snprintf(words, POINT_WORDS, "%s%s%s", status, colon, what);
    if (!strcmp(status, "finished"))
        return POINT_WHOLE;
    const bool failed =
        !strcmp(status, "diverged") || !strcmp(status, "limit") || !strcmp(status, "refused");
    return failed ? POINT_FAILED : POINT_HALF;
}

static bool is_table(const char *name)
{
    static const char begin[] = "probes/";
    static const char ending[] = ".csv";
    const size_t length = strlen(name);
    const size_t end = sizeof ending - 1;
    return !strncmp(name, begin, sizeof begin - 1) && length > end &&
           !strcmp(name + length - end, ending);
}

// A table is never without its first line.
static bool is_empty(const char *folder, const char *name)
{
    struct stat file;
    char *path = text_format("%s/%s", folder, name);
    const bool empty = path && (stat(path, &file) || file.st_size == 0);
    free(path);
    return empty;
}

bool point_lost_a_table(const char *folder, char words[POINT_WORDS])
{
    owned files;
    bool lost = false;
    if (owned_open(&files, folder, NULL))
        return false;
    for (int64_t i = 0; i < files.count && !lost; i++) {
        const char *name = files.name[i];
        lost = is_table(name) && is_empty(folder, name);
        if (lost)
            snprintf(words, POINT_WORDS, "finished, but its table %.200s is gone or empty", name);
    }
    owned_close(&files);
    return lost;
}

point_state point_look(const char *folder, char words[POINT_WORDS])
{
    char *summary = text_format("%s/summary.json", folder);
    point_state state = folder_exists(folder) ? POINT_HALF : POINT_NONE;
    snprintf(words, POINT_WORDS, "%s", state == POINT_HALF ? "begun" : "not run");
    if (summary && state == POINT_HALF && !access(summary, F_OK))
        state = read_summary(summary, words);
    if (state == POINT_WHOLE && point_lost_a_table(folder, words))
        state = POINT_HALF;
    free(summary);
    return state;
}
