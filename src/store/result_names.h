// result_names.h - the names that a run gives to its own files in its folder.
#ifndef SCREE_STORE_RESULT_NAMES_H
#define SCREE_STORE_RESULT_NAMES_H

#include <stdbool.h>

// Is it a name that a run gives to a file in the folder itself? Those in `probes` and `inputs` have the names that the
// case gives them.
bool result_name_is_own(const char *name);

// Is it a snapshot that was saved by hand, kept-000001234.h5, or what probes kept with it?
bool result_name_is_kept(const char *name);

// Why names of further results cannot begin with `base`, to which a number and an ending are added, as words; NULL:
// they can. A folder in `base` must be none of the run's own, nor have a name that the run gives to a file.
const char *result_base_objection(const char *base);

#endif
