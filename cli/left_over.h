// left_over.h - what stays in a folder of an older run: what was made of it afterwards, and snapshots that were saved by hand.
#ifndef SCREE_CLI_LEFT_OVER_H
#define SCREE_CLI_LEFT_OVER_H

// After --force: a note on the standard error for each kind that is there.
void left_over_note(const char *folder);

// The newest snapshot of the folder that was saved by hand, "kept-000001234.h5", owned; NULL: there is none.
char *left_over_kept(const char *folder);

#endif
