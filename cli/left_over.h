// left_over.h - what stays in a folder of an older run: what was made of it afterwards, and snapshots that were saved by hand.
#ifndef SCREE_CLI_LEFT_OVER_H
#define SCREE_CLI_LEFT_OVER_H

// After --force: a note on the standard error for each kind that is there.
void left_over_note(const char *folder);

// Of a run that begins anew since it saved nothing by itself: says so, and what was saved by hand.
void left_over_say_begins(const char *folder);

#endif
