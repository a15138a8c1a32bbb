// saving_parts.h - what saving.c, saving_parts.c and saving_verdict.c know of the files of a save together; see saving.h.
#ifndef SCREE_CLI_SAVING_PARTS_H
#define SCREE_CLI_SAVING_PARTS_H

#include "run/saving.h"

enum { PART_STATE, PART_SUMS, PART_EFFORT, PARTS };

// The file of a part of a series, and that of a generation; owned. NULL: out of memory.
char *saving_path(const char *folder, int series, int part, bool previous);
char *saving_part_path(const char *folder, const generation *generation, int part, bool previous);
bool saving_is_there(const char *folder, int series, int part, bool previous);
// The state in a file, and its step.
scree_status saving_read(const char *path, state_wish wish, generation *generation, image *im,
                         scree_error *error);
// False: out of memory.
bool saving_stamp_verdict(image *im, const scree_error *verdict);

#endif
