// words.c - see words.h.
#include "console/words.h"

#include "console/called.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *word_count(char out[WORD_ROOM], int64_t value)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRId64, value);
    int at = 0;
    for (int i = 0; i < length; i++) {
        out[at++] = digits[i];
        int left = length - 1 - i;
        if (left && left % 3 == 0 && digits[i] != '-')
            out[at++] = ',';
    }
    out[at] = 0;
    return out;
}

const char *word_bytes(char out[WORD_ROOM], double bytes)
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    int k = 0;
    for (; bytes >= 999.5 && k < 4; k++)
        bytes /= 1000;
    snprintf(out, WORD_ROOM, k && bytes < 9.95 ? "%.1f %s" : "%.0f %s", bytes, units[k]);
    return out;
}

const char *word_span(char out[WORD_ROOM], double seconds)
{
    const double minute = 60;
    const double hour = 3600;
    const double day = 86400;
    if (!(seconds < 1e4 * day))
        snprintf(out, WORD_ROOM, "very long");
    else if (seconds < 9.95)
        snprintf(out, WORD_ROOM, "%.1f s", seconds);
    else if (seconds < minute - 0.5)
        snprintf(out, WORD_ROOM, "%.0f s", seconds);
    else if (seconds < hour)
        snprintf(out, WORD_ROOM, "%d min %d s", (int)(seconds / minute),
                 (int)fmod(seconds, minute));
    else if (seconds < 2 * day)
        snprintf(out, WORD_ROOM, "%d h %d min", (int)(seconds / hour),
                 (int)(fmod(seconds, hour) / minute));
    else
        snprintf(out, WORD_ROOM, "%.1f days", seconds / day);
    return out;
}

const char *word_rate(char out[WORD_ROOM], double per_second)
{
    if (per_second < 9.995e3)
        snprintf(out, WORD_ROOM, "%.*f", per_second < 99.95 ? 1 : 0, per_second);
    else if (per_second < 9.995e5)
        snprintf(out, WORD_ROOM, "%.3g thousand", per_second / 1e3);
    else
        snprintf(out, WORD_ROOM, "%.3g million", per_second / 1e6);
    return out;
}

const char *word_name(char out[WORD_ROOM], const char *name)
{
    snprintf(out, WORD_ROOM, "%s", name);
    for (char *c = out; *c; c++)
        if (*c == '_')
            *c = '-';
    return out;
}

// Whole numbers up to a million and small ones down to 1e-4 stand without an exponent.
const char *word_with_error(char out[WORD_ROOM], double value, double error)
{
    const double size = fmax(fabs(value), error);
    const bool known = isfinite(error) && error > 0;
    if (!known)
        snprintf(out, WORD_ROOM, "%.6g%s", value, error == 0 ? " +- 0" : "");
    else if (size >= 1e7 || size < 1e-4 || error < 1e-9)
        snprintf(out, WORD_ROOM, "%.6g +- %.2g", value, error);
    else {
        const int digits = 1 - (int)floor(log10(error));
        const int places = digits > 0 ? digits : 0;
        snprintf(out, WORD_ROOM, "%.*f +- %.*f", places, value, places, error);
    }
    return out;
}

void print_wrapped(FILE *to, const char *said, int indent, int width)
{
    char *shown = called_text(said);
    const char *text = shown ? shown : said;
    int column = indent;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > width) {
            fprintf(to, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', to);
            column++;
        }
        fprintf(to, "%.*s", length, text);
        column += length;
        text += length;
        while (*text == ' ')
            text++;
    }
    fputc('\n', to);
    free(shown);
}
