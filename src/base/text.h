// text.h - strings on the heap, a growing buffer, numbers that do not depend on the locale, and "did you mean".
#ifndef SCREE_BASE_TEXT_H
#define SCREE_BASE_TEXT_H

#include "base/fail.h"

#include <stdbool.h>
#include <stddef.h>

// Owned copies; NULL when out of memory (and for text_copy(NULL)). text_slice copies the first `length` bytes.
char *text_copy(const char *text);
char *text_slice(const char *text, size_t length);
char *text_format(const char *format, ...) SCREE_PRINTF(1, 2);

// A string that grows. Start with all zero. `data` is NULL until something was added, then always ends in a zero byte.
// When memory runs out `failed` is set, what was there stays, and later additions do nothing: check once at the end.
typedef struct text_buffer {
    char *data; // owned
    size_t length, room;
    bool failed;
} text_buffer;

void text_append(text_buffer *buffer, const char *text);
void text_append_slice(text_buffer *buffer, const char *text, size_t length);
void text_append_format(text_buffer *buffer, const char *format, ...) SCREE_PRINTF(2, 3);
void text_buffer_clear(text_buffer *buffer);

// Smallest number of insertions, deletions, replacements and swaps of neighbours that turn `one` into `other` (no byte
// is touched twice: "optimal string alignment"). Words of 64 bytes and more count as sharing nothing: the longer
// length.
int text_distance(const char *one, const char *other);
// The entry nearest to `word` and not further than `most`, the first of equals; NULL where none is. Entries may be
// NULL.
const char *text_closest(const char *word, const char *const *list, int count, int most);

// Adds a name to a list for people in an array of `size` bytes, which begins empty or with words that end in a colon:
// "there are: a, b and more". Names that find no room are left out whole, and told by the last two words.
void text_list_add(char *list, size_t size, const char *name);

// Reads a decimal number, sign, digits with or without a point, exponent, from the very start of `text` (no blanks),
// rounded to the nearest double, whatever the locale. Sets *end (may be NULL) behind it. False, and nothing set, for
// anything else: no digits, nan, inf; a value too large, or one that is not zero but would become zero. Hexadecimal
// "0x10" reads as 0 and ends before the x.
bool text_number(const char *text, double *out, const char **end);
// The same of the number times 10^shift, rounded once: "3.3" with shift -3 is the double nearest to 0.0033.
bool text_number_shifted(const char *text, int shift, double *out, const char **end);

#endif
