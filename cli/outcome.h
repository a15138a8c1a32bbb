// outcome.h - how a run ended, as one line for programs: what `scree run --json` and `scree resume --json` print.
#ifndef SCREE_CLI_OUTCOME_H
#define SCREE_CLI_OUTCOME_H

// {"folder": FOLDER, "summary": what FOLDER/summary.json says, null where there is none}, to standard output.
void outcome_print(const char *folder);

#endif
