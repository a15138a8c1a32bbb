// called.h - the program under the name by which it was called, so that a command in a message can be typed as it
// stands.
//
// Texts in the sources, also those of the library, say `scree run`. Somebody who typed build/scree reads
// `build/scree run` instead: what is printed through here has the word scree exchanged where a command follows it.
#ifndef SCREE_CLI_CALLED_H
#define SCREE_CLI_CALLED_H

#include "base/fail.h"

#include <stddef.h>
#include <stdio.h>

enum { SHELL_ROOM = 512 };

// The text as one word of a shell: in quotes where it holds anything but letters, digits and ._-/+,:@%=. Returns `out`.
// A text that has no room is given as "...", for half a word would name something else.
const char *shell_word(char out[SHELL_ROOM], const char *text);

// Prints the text with the word scree exchanged.
void print_called(FILE *to, const char *text);
// The same of a format and its values.
void print_called_format(FILE *to, const char *format, ...) SCREE_PRINTF(2, 3);
// The text with the word scree exchanged; owned by the caller, NULL without memory.
char *called_text(const char *text);

#endif
