// silent.h - what ranks other than the first do with the standard files.
#ifndef SCREE_RANKS_SILENT_H
#define SCREE_RANKS_SILENT_H

#include <stdbool.h>

// From now on standard input is empty, and nobody hears the standard output and errors. False: there is no /dev/null.
bool ranks_fall_silent(void);

#endif
