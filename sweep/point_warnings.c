// point_warnings.c - what a run warned of, by its log; see orders.h.
#include "sweep/orders.h"

#include "base/text.h"
#include "store/file_in.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Behind the time of day, which has a fixed length; see run/output_log.c.
static const char *warning_of(const char *line)
{
    static const char begin[] = "warning: ";
    enum { STAMP = sizeof "2000-01-01 00:00:00  " - 1 };
    const size_t length = strcspn(line, "\n");
    const bool is = length > STAMP && !strncmp(line + STAMP, begin, sizeof begin - 1);
    return is ? line + STAMP + sizeof begin - 1 : NULL;
}

int64_t point_warnings(const char *folder, char first[POINT_WORDS])
{
    int64_t count = 0;
    char *text = NULL;
    size_t size = 0;
    char *path = text_format("%s/log.txt", folder);
    const bool there = path && !access(path, R_OK) && !file_in_load(path, &text, &size, NULL);
    *first = 0;
    for (const char *line = there ? text : NULL; line && *line;) {
        const char *warning = warning_of(line);
        const char *end = strchr(line, '\n');
        if (warning && count++ == 0)
            snprintf(first, POINT_WORDS, "%.*s", (int)strcspn(warning, "\n"), warning);
        line = end ? end + 1 : NULL;
    }
    free(text);
    free(path);
    return count;
}
