// paint.h - what is printed in colour: on a terminal alone, and not where NO_COLOR is set (no-color.org) or TERM is dumb.
#ifndef SCREE_CONSOLE_PAINT_H
#define SCREE_CONSOLE_PAINT_H

#include "base/fail.h"

#include <stdio.h>

typedef enum paint {
    PAINT_PLAIN,
    PAINT_PLACE,  // where something is wrong
    PAINT_WARNING // the word before it
} paint;

// What begins that colour on a stream; empty where there is none.
const char *paint_on(FILE *to, paint which);

// "warning: ", the text and the end of the line, to standard error.
void print_warning(const char *format, ...) SCREE_PRINTF(1, 2);

#endif
