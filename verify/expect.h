// expect.h - cases with expected values: a file NAME.expect.yaml stands beside a case NAME.yaml, and says which numbers
// are to come out. docs/verification.md tells how to write one.
#ifndef SCREE_VERIFY_EXPECT_H
#define SCREE_VERIFY_EXPECT_H

#include "verify/reading.h"

// The case with some settings over it, and what is asked of it.
typedef struct expect_run {
    const node *place;
    const char *id, *source;
    bool full; // a long run
    case_override *set;
    int sets;
    reading *reading; // as many as the file has
} expect_run;

// Everything that the file says; texts are those of the tree.
typedef struct expect_file {
    char *name, *case_name, *case_text; // owned
    node *tree;
    const node *suites;
    int readings;
    expect_run *run;
    int runs;
} expect_file;

// A text that was built into the program.
typedef struct expect_text {
    const char *name, *text;
} expect_text;

// All files of verify/cases, in alphabetical order; NULL ends them.
extern const expect_text expect_texts[];

// Reads the text of such a file, and the case that it names, from the disk or, where `built_in`, from the program. False:
// faults has what is wrong.
bool expect_read(const case_source *source, bool built_in, expect_file *out, fault_list *faults);
bool expect_is_of(const expect_file *file, const char *suite);
void expect_clear(expect_file *file);

// Runs what the table asks for; adds its rows.
void expect_run_all(verify *table, const expect_file *file);

#endif
