// outcome.c - see outcome.h.
#include "cli/outcome.h"

#include "base/read_file.h"
#include "run/folder.h"
#include "store/json.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

// The same object on one line: blanks outside of texts say nothing.
static void print_on_a_line(const char *text)
{
    bool within = false;
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            within = !within;
        if (within && *c == '\\' && c[1])
            putchar(*c++);
        if (within || !isspace((unsigned char)*c))
            putchar(*c);
    }
}

void outcome_print(const char *folder)
{
    enum { MOST = 16 << 20 };
    char *path = folder_path(folder, "summary.json");
    char *summary = NULL;
    size_t size;
    int number;
    json out = {0};
    json_begin(&out);
    json_text(&out, "folder", folder);
    json_close(&out);
    if (path && read_file(path, MOST, &summary, &size, &number) != READ_GOOD)
        summary = NULL;
    if (!out.failed) {
        printf("%.*s, \"summary\": ", (int)out.length - 1, out.text);
        print_on_a_line(summary ? summary : "null");
        printf("}\n");
    }
    json_clear(&out);
    free(summary);
    free(path);
}
