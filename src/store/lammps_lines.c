// lammps_lines.c - lines, words and numbers of a LAMMPS data file; see lammps_parser.h.
#include "store/lammps_parser.h"

#include "store/lammps_data.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scree_status lammps_fault(lammps_parser *parser, const char *hint, const char *what, ...)
{
    char where[320];
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    if (parser->line > 0 && parser->column > 0)
        snprintf(where, sizeof where, "%.280s:%" PRId64 ":%d", parser->name, parser->line,
                 parser->column);
    else if (parser->line > 0)
        snprintf(where, sizeof where, "%.290s:%" PRId64, parser->name, parser->line);
    else
        snprintf(where, sizeof where, "%.290s", parser->name);
    return fail(parser->error, SCREE_BAD_INPUT, where, hint, "%s", text);
}

// ---- lines and words

static bool blank(char sign)
{
    return sign == ' ' || sign == '\t' || sign == '\r' || sign == '\f' || sign == '\v';
}

static void split(lammps_parser *parser, const char *at, const char *stop)
{
    parser->count = 0;
    while (at < stop) {
        while (at < stop && blank(*at))
            at++;
        const char *from = at;
        while (at < stop && !blank(*at))
            at++;
        if (at == from)
            break;
        if (parser->count < WORDS_MOST)
            parser->words[parser->count] = (lammps_word){from, (size_t)(at - from)};
        if (parser->count <= WORDS_MOST)
            parser->count++;
    }
}

void lammps_copy_word(char text[WORD_ROOM], lammps_word word)
{
    size_t size = word.size < WORD_ROOM - 1 ? word.size : WORD_ROOM - 1;
    memcpy(text, word.at, size);
    text[size] = 0;
    for (char *sign = text; *sign; sign++)
        if ((unsigned char)*sign < ' ')
            *sign = '?'; // for messages
}

// Takes the next line apart; false at the end of the text.
bool lammps_next_line(lammps_parser *parser)
{
    if (parser->at == parser->end)
        return false;
    parser->begin = parser->at;
    const char *stop = memchr(parser->at, '\n', (size_t)(parser->end - parser->at));
    const char *after = stop ? stop + 1 : parser->end;
    if (!stop)
        stop = parser->end;
    const char *hash = memchr(parser->at, '#', (size_t)(stop - parser->at));
    parser->comment[0] = 0;
    if (hash) {
        split(parser, hash + 1, stop);
        if (parser->count)
            lammps_copy_word(parser->comment, parser->words[0]);
        stop = hash;
    }
    split(parser, parser->at, stop);
    parser->at = after;
    parser->line++;
    return true;
}

bool lammps_next_filled_line(lammps_parser *parser)
{
    while (lammps_next_line(parser))
        if (parser->count)
            return true;
    return false;
}

bool lammps_word_is(lammps_word word, const char *text)
{
    return word.size == strlen(text) && !memcmp(word.at, text, word.size);
}

// Are the words from `first` to the end those of `text`, which are separated by single blanks?
bool lammps_words_are(const lammps_parser *parser, int first, const char *text)
{
    for (int i = first; i < parser->count; i++) {
        size_t size = strcspn(text, " ");
        if (parser->words[i].size != size || memcmp(parser->words[i].at, text, size))
            return false;
        text += size;
        if (*text == ' ')
            text++;
        if (!*text)
            return i == parser->count - 1;
    }
    return false;
}

// ---- numbers

scree_status lammps_take_real(lammps_parser *parser, int at, const char *what, double *value)
{
    char text[WORD_ROOM];
    char *stop = text;
    lammps_word word = parser->words[at];
    lammps_copy_word(text, word);
    bool plain = word.size < WORD_ROOM && strspn(text, "0123456789+-.eE") == word.size;
    if (plain)
        *value = strtod(text, &stop);
    if (!plain || *stop || stop == text)
        return lammps_fault(parser, "write a plain decimal number",
                            "%s is '%s', which is no finite number", what, text);
    if (!isfinite(*value))
        return lammps_fault(parser, "write a smaller number", "%s = %s is too large", what, text);
    return SCREE_OK;
}

scree_status lammps_take_integer(lammps_parser *parser, int at, const char *what, int64_t low,
                                 int64_t high, int64_t *value)
{
    char text[WORD_ROOM];
    lammps_word word = parser->words[at];
    lammps_copy_word(text, word);
    bool sign = *text == '-' || *text == '+';
    size_t digits = strspn(text + sign, "0123456789");
    if (word.size >= WORD_ROOM || !digits || digits + sign != word.size)
        return lammps_fault(parser, "write a whole number", "%s is '%s', which is no whole number",
                            what, text);
    if (digits > 18)
        return lammps_fault(parser, "write a smaller number", "%s = %s is too large", what, text);
    *value = strtoll(text, NULL, 10);
    if (*value < low || *value > high)
        return lammps_fault(parser, "correct the number",
                            "%s = %s is outside %" PRId64 " to %" PRId64, what, text, low, high);
    return SCREE_OK;
}

scree_status lammps_take_vector(lammps_parser *parser, int at, const char *const names[3],
                                v3 *value)
{
    scree_status status = lammps_take_real(parser, at, names[0], &value->x);
    if (!status)
        status = lammps_take_real(parser, at + 1, names[1], &value->y);
    return status ? status : lammps_take_real(parser, at + 2, names[2], &value->z);
}
