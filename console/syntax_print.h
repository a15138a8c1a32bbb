// syntax_print.h - the syntax of a command for others than people at a terminal: as a section of the page of the manual, and
// as words that a shell offers.
#ifndef SCREE_CONSOLE_SYNTAX_PRINT_H
#define SCREE_CONSOLE_SYNTAX_PRINT_H

#include "console/args.h"

// The argument that asks a command for such a form, in the place of all others:
//   --help=manual        its section, in the language of man
//   --help=options       its options, one a line, with what they do behind a tab
//   --help=operands      words that its operand can be
//   --help=value=NAME    words that the value of that option can be
// False, with nothing printed: it is none of these.
bool syntax_print(const syntax *syntax, const char *argument);

// A text in the language of man: what would be taken for its commands is protected.
void print_manual_text(const char *text);

#endif
