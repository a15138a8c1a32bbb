// gnuplot.c - see gnuplot.h.
#include "base/gnuplot.h"

static void append_signs(text_buffer *script, const char *text)
{
    for (const char *c = text; *c; c++) {
        const bool printable = (unsigned char)*c >= ' ' && *c != 127;
        text_append_format(script, "%s%c", *c == '\'' ? "'" : "", printable ? *c : ' ');
    }
}

void gnuplot_text(text_buffer *script, const char *text)
{
    text_append(script, "'");
    append_signs(script, text);
    text_append(script, "'");
}

void gnuplot_file(text_buffer *script, const char *path)
{
    text_append(script, *path == '/' ? "'" : "'./");
    append_signs(script, path);
    text_append(script, "'");
}
