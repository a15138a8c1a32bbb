// place.h - names of files inside of a folder.
#ifndef SCREE_BASE_PLACE_H
#define SCREE_BASE_PLACE_H

#include <stdbool.h>

// Why a name cannot be that of a file in a folder or below it, as words; NULL: it can. Such a name is relative, has no
// part `.` or `..` and none that is empty, and only signs that can be printed.
const char *place_objection(const char *name);

// Is there a file of that path which stands in the folder or below it, once all symbolic links are followed?
bool place_is_within(const char *path, const char *folder);

#endif
