// command_table.h - the commands of the program: their names, what runs them, and what they do in a line.
#ifndef SCREE_CLI_COMMAND_TABLE_H
#define SCREE_CLI_COMMAND_TABLE_H

typedef struct command {
    const char *name;
    int (*main)(int argc, char **argv);
    const char *doc;
} command;

extern const command commands[];               // ends with one without a name
const command *command_find(const char *name); // NULL: there is none

// The page of the manual, in the language of man, to standard output. Returns an exit code.
int manual_print(void);
// What a shell may offer for the last of the words that follow the name of the program, one a line, with what it is behind a
// tab; nothing where it is to offer files. Returns an exit code.
int complete_print(int words, char **word);

#endif
