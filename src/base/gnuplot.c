// gnuplot.c - see gnuplot.h.
#include "base/gnuplot.h"

static void append_signs(text_buffer *script, const char *text)
{
    for (const char *sign = text; *sign; sign++) {
        const bool printable = (unsigned char)*sign >= ' ' && *sign != 127;
        text_append_format(script, "%s%c", *sign == '\'' ? "'" : "", printable ? *sign : ' ');
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
