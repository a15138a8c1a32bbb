// known.c - what is refused, as a file: a line for each, `FACTOR=LEVEL;FACTOR=LEVEL|MESSAGE`, in the order of the text. It
// saves the quick test the search; the whole matrix finds everything anew.
#include "matrix/known.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_side(const factors *all, const char *text, size_t length, conflict *out)
{
    for (int f = 0; f < FACTORS; f++) {
        const size_t name = strlen(all->of[f].name);
        if (length <= name || strncmp(text, all->of[f].name, name) != 0 || text[name] != '=')
            continue;
        for (int i = 0; i < all->of[f].levels; i++) {
            const char *level = all->of[f].level[i].name;
            if (strlen(level) != length - name - 1 ||
                strncmp(level, text + name + 1, strlen(level)) != 0 || out->count == TOGETHER_MOST)
                continue;
            out->factor[out->count] = f;
            out->level[out->count++] = i;
            return true;
        }
    }
    fprintf(stderr, "there is no level '%.*s'\n", (int)length, text);
    return false;
}

bool known_sides(const factors *all, const char *text, conflict *out)
{
    while (*text) {
        const size_t length = strcspn(text, ";|\n");
        if (!add_side(all, text, length, out))
            return false;
        text += length;
        if (*text != ';')
            return true;
        text++;
    }
    return true;
}

bool known_read(const factors *all, const char *path, conflict_list *out)
{
    char line[2000];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    bool good = true;
    while (good && fgets(line, sizeof line, file)) {
        conflict is = {.named = true};
        if (line[0] == '#')
            continue;
        const char *message = strchr(line, '|');
        snprintf(is.message, sizeof is.message, "%s", message ? message + 1 : "");
        is.message[strcspn(is.message, "\n")] = 0;
        good = known_sides(all, line, &is) && conflicts_add(out, &is);
    }
    fclose(file);
    return good;
}

static void text_of(const factors *all, const conflict *is, char *out, size_t room)
{
    size_t at = 0;
    *out = 0;
    for (int k = 0; k < is->count && at < room; k++) {
        const factor *f = &all->of[is->factor[k]];
        at += (size_t)snprintf(out + at, room - at, "%s%s=%s", k ? ";" : "", f->name,
                               f->level[is->level[k]].name);
    }
    // Without the line and column, which differ from row to row.
    const char *message = is->message;
    if (!strncmp(message, "case.yaml:", 10) && strstr(message, ": "))
        message = strstr(message, ": ") + 2;
    if (at < room)
        snprintf(out + at, room - at, "|%s\n", message);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool known_write(const factors *all, const char *path, const conflict_list *conflicts)
{
    enum { ROOM = 2200 };
    const size_t count = (size_t)conflicts->count;
    char *text = malloc((count + 1) * ROOM);
    char **line = malloc((count + 1) * sizeof *line);
    FILE *file = fopen(path, "w");
    bool good = text && line && file;
    size_t lines = 0;
    for (size_t i = 0; good && i < count; i++) {
        if (conflicts->item[i].count == FACTORS) // a row as a whole, which tells nothing of others
            continue;
        line[lines] = text + lines * ROOM;
        text_of(all, &conflicts->item[i], line[lines++], ROOM);
    }
    if (good) {
        qsort(line, lines, sizeof *line, by_text);
        fprintf(file, "# What is refused by name; made by matrix --write.\n");
        for (size_t i = 0; i < lines; i++)
            fputs(line[i], file);
    }
    if (file)
        good = fclose(file) == 0 && good;
    free(text);
    free(line);
    return good;
}
