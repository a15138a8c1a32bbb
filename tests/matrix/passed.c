// passed.c - rows that have run, as a file: a line for each, `FACTOR=LEVEL;FACTOR=LEVEL;...`. So a matrix that was cut off goes
// on where it was, and several processes that name the same file share its rows: each reads what the others have added before
// it makes its next row. Two of them may run rows that have much in common, since neither sees what the other is running.
#include "matrix/passed.h"

#include "matrix/known.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MOST = 4000 };

// A row that another process is still writing ends without a line feed, and is read the next time.
bool passed_take(const factors *all, const char *path, long *at, array *into, int *rows)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        if (errno != ENOENT)
            perror(path);
        return errno == ENOENT;
    }
    char line[LINE_MOST];
    bool good = fseek(file, *at, SEEK_SET) == 0;
    while (good && fgets(line, sizeof line, file) && strchr(line, '\n')) {
        conflict sides = {0};
        selection row = selection_plain(all);
        good = known_sides(all, line, &sides) && sides.count == FACTORS;
        for (int k = 0; good && k < FACTORS; k++)
            row.level[sides.factor[k]] = sides.level[k];
        if (!good) {
            fprintf(stderr, "%s: not a row of this matrix; remove the file\n", path);
            break;
        }
        array_cover(into, &row);
        *rows += 1;
        *at = ftell(file);
    }
    fclose(file);
    return good;
}

bool passed_add(const factors *all, const char *path, const selection *row)
{
    char line[LINE_MOST];
    size_t length = 0;
    for (int f = 0; f < FACTORS && length < sizeof line; f++)
        length +=
            (size_t)snprintf(line + length, sizeof line - length, "%s=%s%c", all->of[f].name,
                             all->of[f].level[row->level[f]].name, f + 1 < FACTORS ? ';' : '\n');
    FILE *file = length < sizeof line ? fopen(path, "a") : NULL;
    if (!file) {
        perror(path);
        return false;
    }
    const bool good = fwrite(line, 1, length, file) == length;
    return fclose(file) == 0 &&
           good; // one write of the buffer, so that lines of two processes do not mix
}
