// words.h - numbers as people write them: 12,345; 3.4 MB; 2 min 10 s; and text broken into lines.
#ifndef SCREE_CLI_WORDS_H
#define SCREE_CLI_WORDS_H

#include <stdint.h>
#include <stdio.h>

enum { WORD_ROOM = 48 };

// Each writes into `out` and returns it.
const char *word_count(char out[WORD_ROOM], int64_t value); // 1,234,567
const char *word_bytes(char out[WORD_ROOM], double bytes);  // 1.2 GB
// Of waiting: 3 s, 2 min 10 s, 5 h 20 min, 3 days.
const char *word_span(char out[WORD_ROOM], double seconds);
const char *word_rate(char out[WORD_ROOM], double per_second); // 950, 12.3 thousand, 4.5 million
const char *word_name(char out[WORD_ROOM], const char *name);  // as a case spells it: vu-quoc-zhang

// 23580 +- 700, 1.765 +- 0.029: two digits of the error and as many places of the value; without an error six digits.
const char *word_with_error(char out[WORD_ROOM], double value, double error);

// `text` broken at blanks; lines after the first begin with `indent` blanks. Ends with a newline.
void print_wrapped(FILE *to, const char *text, int indent, int width);

#endif
