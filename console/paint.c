// paint.c - see paint.h.
#include "console/paint.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_coloured(FILE *to)
{
    const char *no = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (no && *no)
        return false;
    if (!terminal || !strcmp(terminal, "dumb"))
        return false;
    return isatty(fileno(to));
}

const char *paint_on(FILE *to, paint which)
{
    static const char *const colours[] = {
        [PAINT_PLAIN] = "\033[0m",
        [PAINT_PLACE] = "\033[1m",
        [PAINT_WARNING] = "\033[1;33m",
    };
    return is_coloured(to) ? colours[which] : "";
}

void print_warning(const char *format, ...)
{
    va_list values;
    fprintf(stderr, "%swarning:%s ", paint_on(stderr, PAINT_WARNING),
            paint_on(stderr, PAINT_PLAIN));
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
}
