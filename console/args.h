// args.h - the options and operands of a command, from a table that also makes its help.
//
// Options are --name VALUE or --name=VALUE, flags --name; `--` ends them; they may stand before and behind operands.
// One with a value comes once, but settings as often as one likes.
#ifndef SCREE_CLI_ARGS_H
#define SCREE_CLI_ARGS_H

#include "case/case.h"

#include <stdbool.h>

typedef enum option_kind {
    OPTION_FLAG,    // bool
    OPTION_TEXT,    // const char *, of argv
    OPTION_INTEGER, // int64_t, at least `low`
    OPTION_REAL,    // double, at least `low`
    OPTION_VECTOR,  // int64_t, a vector width
    OPTION_SETTING  // settings: each use adds one key=value
} option_kind;

typedef struct option {
    const char *name; // without the two dashes
    option_kind kind;
    void *to;
    double low;
    const char *value; // what stands for the value in the help
    const char *doc;
} option;

typedef struct syntax {
    const char *command;
    const char *operands; // as in the help: "CASE"
    const char *about;    // a few lines
    const option *option;
    int options;
    int least, most; // operands
} syntax;

typedef struct settings {
    case_override *item; // keys are owned
    int count, room;
    bool confine; // nothing outside of the folder of the case is read
} settings;

enum { ARGS_GO_ON = -1, OPERANDS_MOST = 64 };

// ARGS_GO_ON, or the exit code: the help was printed, or what is wrong. operand needs room for OPERANDS_MOST entries.
int args_read(const syntax *syntax, int argc, char **argv, const char **operand, int *operands);
// Adds one: the key is copied, the value borrowed. False: out of memory.
bool settings_add(settings *settings, const char *key, const char *value);
void settings_clear(settings *settings);

// Ends a sentence on stderr: "scree COMMAND: what (hint)". Returns EXIT_INPUT.
int args_fail(const char *command, const char *hint, const char *what, ...) SCREE_PRINTF(3, 4);

// The options that all commands with a world share.
typedef struct machine {
    int64_t threads, width;
    int64_t parts; // 0: one
    int64_t ranks; // 0: one
    const struct transport
        *given; // ranks that have been started together (ranks/mpi.h); NULL: none
} machine;
#define OPTION_RANKS(machine)                                                                      \
    {                                                                                              \
        "ranks", OPTION_INTEGER, &(machine).ranks, 1, "N",                                         \
            "processes of this machine that the grains are shared among; default: 1. The results " \
            "do not depend on it"                                                                  \
    }
#define OPTION_THREADS(machine)                                                                    \
    {                                                                                              \
        "threads", OPTION_INTEGER, &(machine).threads, 1, "N",                                     \
            "threads; default: all cores. The results do not depend on it"                         \
    }
#define OPTION_PARTS(machine)                                                                      \
    {                                                                                              \
        "parts", OPTION_INTEGER, &(machine).parts, 1, "N",                                         \
            "parts that the grains are dealt to, each with copies of its neighbours; default: 1. " \
            "The results do not depend on it"                                                      \
    }
#define OPTION_WIDTH(machine)                                                                      \
    {                                                                                              \
        "width", OPTION_VECTOR, &(machine).width, 0, "N",                                          \
            "vector width 1, 2, 4 or 8; default: the widest that runs here"                        \
    }
#define OPTION_SET(settings)                                                                       \
    {                                                                                              \
        "set", OPTION_SETTING, &(settings), 0, "KEY=VALUE",                                        \
            "puts a value in the place of that of the case, such as run.duration='2 s'"            \
    }

#define OPTION_JSON(flag)                                                                          \
    {                                                                                              \
        "json", OPTION_FLAG, &(flag), 0, NULL, "one line of JSON: what was made, and its numbers"  \
    }

#define OPTION_CONFINE(settings)                                                                   \
    {                                                                                              \
        "confine", OPTION_FLAG, &(settings).confine, 0, NULL,                                      \
            "read no file outside of the folder of the case, also not through links"               \
    }

#endif
