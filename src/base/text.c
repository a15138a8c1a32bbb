// text.c - see text.h.
//
// Numbers: the digits are read here. A whole number below 2^53 and a power of ten up to 10^22 are both exact doubles,
// so one multiplication or division rounds correctly (Clinger, 1990); that is nearly every number met. The rest goes to
// strtod as whole digits and an exponent, which have no decimal point and so no locale. Digits beyond 800 are replaced
// by a single 1 if any of them is not zero: no midpoint between doubles has more than 768.
#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_slice(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *text_copy(const char *text)
{
    return text ? text_slice(text, strlen(text)) : NULL;
}

static char *format_alloc(const char *format, va_list args, size_t *length)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *made = size < 0 ? NULL : malloc((size_t)size + 1);
    if (!made)
        return NULL;
    vsnprintf(made, (size_t)size + 1, format, args);
    *length = (size_t)size;
    return made;
}

char *text_format(const char *format, ...)
{
    size_t length;
    va_list args;
    va_start(args, format);
    char *made = format_alloc(format, args, &length);
    va_end(args);
    return made;
}

void text_append_slice(text_buffer *buffer, const char *text, size_t length)
{
    if (buffer->failed)
        return;
    if (length > SIZE_MAX / 4 || buffer->length > SIZE_MAX / 4) {
        buffer->failed = true;
        return;
    }
    size_t need = buffer->length + length + 1;
    if (need > buffer->room) {
        size_t room = need + need / 2 + 64;
        char *grown = realloc(buffer->data, room);
        if (!grown) {
            buffer->failed = true;
            return;
        }
        buffer->data = grown;
        buffer->room = room;
    }
    memcpy(buffer->data + buffer->length, text, length);
    buffer->length += length;
    buffer->data[buffer->length] = 0;
}

void text_append(text_buffer *buffer, const char *text)
{
    text_append_slice(buffer, text, strlen(text));
}

void text_append_format(text_buffer *buffer, const char *format, ...)
{
    char small[256]; // most pieces fit, without a detour over the heap
    va_list args;
    va_start(args, format);
    int size = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (size >= 0 && (size_t)size < sizeof small) {
        text_append_slice(buffer, small, (size_t)size);
        return;
    }
    size_t length = 0;
    va_start(args, format);
    char *made = format_alloc(format, args, &length);
    va_end(args);
    if (made)
        text_append_slice(buffer, made, length);
    else
        buffer->failed = true;
    free(made);
}

void text_buffer_clear(text_buffer *buffer)
{
    free(buffer->data);
    memset(buffer, 0, sizeof *buffer);
}

#define WORD_MOST 63 // longest word compared, bytes

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Row i of the table holds the distances of the first i bytes of `one` to the first j of `other`, j = 0, 1, ...; three
// rows are enough.
int text_distance(const char *one, const char *other)
{
    size_t long_a = strlen(one);
    size_t long_b = strlen(other);
    if (long_a > WORD_MOST || long_b > WORD_MOST) {
        if (!strcmp(one, other))
            return 0;
        size_t longest = long_a > long_b ? long_a : long_b;
        return longest > INT32_MAX ? INT32_MAX : (int)longest;
    }
    int table[3][WORD_MOST + 1];
    int la = (int)long_a;
    int lb = (int)long_b;
    for (int j = 0; j <= lb; j++)
        table[0][j] = j;
    for (int i = 1; i <= la; i++) {
        int *row = table[i % 3];
        int *above = table[(i - 1) % 3];
        int *second = table[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= lb; j++) {
            row[j] =
                least(above[j - 1] + (one[i - 1] != other[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return table[la % 3][lb];
}

const char *text_closest(const char *word, const char *const *list, int count, int most)
{
    const char *best = NULL;
    int nearest = most;
    for (int i = 0; i < count; i++) {
        if (!list[i])
            continue;
        int distance = text_distance(word, list[i]);
        if (distance < nearest || (distance == nearest && !best)) {
            nearest = distance;
            best = list[i];
        }
    }
    return best;
}

void text_list_add(char *list, size_t size, const char *name)
{
    static const char more[] = " and more";
    const size_t length = strlen(list);
    const size_t ending = sizeof more - 1;
    if (length >= ending && !strcmp(list + length - ending, more))
        return;
    const char *between = !length ? "" : list[length - 1] == ':' ? " " : ", ";
    const bool fits = length + strlen(between) + strlen(name) + sizeof more <= size;
    if (fits)
        snprintf(list + length, size - length, "%s%s", between, name);
    else
        snprintf(list + length, size - length, "%s", more);
}

#define DIGITS_MOST 800
#define EXPONENT_MOST 100000000 // far beyond every double; keeps sums of exponents small

// A decimal number: its significant digits as a whole number, times 10^exponent.
typedef struct decimal {
    bool negative, cut; // cut: digits that are not zero were left out
    int count;
    int64_t exponent;
    char digit[DIGITS_MOST + 16]; // room for what convert appends
} decimal;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void take_digit(decimal *decimal, char digit, bool fraction)
{
    if (decimal->count == 0 && digit == '0') {
        decimal->exponent -= fraction; // a zero in front says only where the point is
    } else if (decimal->count < DIGITS_MOST) {
        decimal->digit[decimal->count++] = digit;
        decimal->exponent -= fraction;
    } else {
        decimal->cut |= digit != '0';
        decimal->exponent += !fraction;
    }
}

// Returns where the number ends, or NULL.
static const char *scan(const char *text, decimal *decimal)
{
    decimal->negative = *text == '-';
    decimal->cut = false;
    decimal->count = 0;
    decimal->exponent = 0;
    if (*text == '-' || *text == '+')
        text++;
    bool any = is_digit(*text);
    for (; is_digit(*text); text++)
        take_digit(decimal, *text, false);
    if (*text == '.' && (any || is_digit(text[1])))
        for (text++, any = true; is_digit(*text); text++)
            take_digit(decimal, *text, true);
    if (!any)
        return NULL;
    if (*text == 'e' || *text == 'E') {
        const char *next = text + 1;
        bool minus = *next == '-';
        if (*next == '-' || *next == '+')
            next++;
        if (is_digit(*next)) {
            int64_t exponent = 0;
            for (; is_digit(*next); next++)
                if (exponent < EXPONENT_MOST)
                    exponent = 10 * exponent + (*next - '0');
            decimal->exponent += minus ? -exponent : exponent;
            text = next;
        }
    }
    return text;
}

static double convert(decimal *decimal)
{
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (decimal->count == 0)
        return 0;
    if (decimal->count <= 15 && decimal->exponent >= -22 && decimal->exponent <= 22) {
        int64_t whole = 0;
        for (int i = 0; i < decimal->count; i++)
            whole = 10 * whole + (decimal->digit[i] - '0');
        return decimal->exponent < 0 ? (double)whole / power[-decimal->exponent]
                                     : (double)whole * power[decimal->exponent];
    }
    char *tail = decimal->digit + decimal->count;
    if (decimal->cut) {
        *tail++ = '1';
        decimal->exponent--;
    }
    if (decimal->exponent > EXPONENT_MOST)
        decimal->exponent = EXPONENT_MOST;
    if (decimal->exponent < -EXPONENT_MOST)
        decimal->exponent = -EXPONENT_MOST;
    snprintf(tail, (size_t)(decimal->digit + sizeof decimal->digit - tail), "e%d",
             (int)decimal->exponent);
    return strtod(decimal->digit, NULL);
}

bool text_number_shifted(const char *text, int shift, double *out, const char **end)
{
    decimal decimal;
    const char *behind = scan(text, &decimal);
    if (!behind)
        return false;
    decimal.exponent += shift;
    bool zero = decimal.count == 0;
    double value = convert(&decimal);
    if (value - value != 0 || (value == 0 && !zero))
        return false;
    *out = decimal.negative ? -value : value;
    if (end)
        *end = behind;
    return true;
}

bool text_number(const char *text, double *out, const char **end)
{
    return text_number_shifted(text, 0, out, end);
}
