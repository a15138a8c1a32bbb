// list_columns.c - see list_columns.h. All that is said of a column is in the lists of state/columns.h and
// state/frame.h.
#include "cli/list_columns.h"

#include "console/words.h"
#include "state/tables.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 14, WIDTH = 110 };

// What stands over each table.
static const struct {
    const char *title, *symbol, *doc;
} heads[TABLES] = {
    {"State", "SCREE_STATE",
     "What a world keeps of each ball, in slots whose order changes now and then. Velocities and "
     "spins are those half "
     "a step before the positions. What is saved is in snapshots as `body/NAME` and in the state "
     "hash."},
    {"Balls", "SCREE_BALLS",
     "What a frame shows of the balls, in the order of their ids, all at the same time. A clump "
     "has "
     "several; the ball of a grain with corners is the one around it."},
    {"Contacts", "SCREE_CONTACTS",
     "A row per contact that overlaps, sorted by the ids of its partners."},
    {"Walls", "SCREE_WALLS", "A row per wall, the planes of the domain first."},
    {"Ledger", "SCREE_LEDGER",
     "One row; see docs/energy.md. Without `run.ledger: true` only the energies of now (kinetic, "
     "rotational, "
     "gravitational, elastic); the others are nan, and the worst contact is -1."}};

static void type_of(const column *column, char out[32])
{
    if (column->width == 1)
        snprintf(out, 32, "%s", number_type_name(column->type));
    else
        snprintf(out, 32, "%d x %s", column->width, number_type_name(column->type));
}

void print_columns(void)
{
    for (int t = 0; t < TABLES; t++) {
        int count;
        char type[32];
        const column *list = columns_of((table)t, &count);
        printf("columns: %s (%s)\n", heads[t].title, heads[t].symbol);
        for (int i = 0; i < count; i++) {
            type_of(&list[i], type);
            printf("  %-*s %s, %s\n  %-*s ", NAME, list[i].name, type, list[i].unit, NAME, "");
            print_wrapped(stdout, list[i].doc, NAME + 3, WIDTH);
        }
        printf("\n");
    }
}

static void print_state_row(const column *column, const char *type)
{
    printf("| `%s` | %s | %s | %s | %s | %s%s |\n", column->name, type, column->unit,
           column->saved ? "yes" : "no", column->stage, column->doc,
           column->optional ? "; only in worlds that follow it" : "");
}

void print_columns_page(void)
{
    printf("# Columns\n\n"
           "Made by `scree list columns --markdown` from `src/state/columns.h` and "
           "`src/state/frame.h`; a test keeps it "
           "fresh. How to read\nthem from a program is in [c-api.md](c-api.md).\n");
    for (int t = 0; t < TABLES; t++) {
        int count;
        char type[32];
        const column *list = columns_of((table)t, &count);
        printf("\n## %s\n\n`%s`. %s\n\n", heads[t].title, heads[t].symbol, heads[t].doc);
        printf(t == TABLE_STATE ? "| column | type | unit | saved | written by | what "
                                  "|\n|---|---|---|---|---|---|\n"
                                : "| column | type | unit | what |\n|---|---|---|---|\n");
        for (int i = 0; i < count; i++) {
            type_of(&list[i], type);
            if (t == TABLE_STATE)
                print_state_row(&list[i], type);
            else
                printf("| `%s` | %s | %s | %s |\n", list[i].name, type, list[i].unit, list[i].doc);
        }
    }
}
