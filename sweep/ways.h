// ways.h - the places in a case that a name of a sweep means.
//
// A name is a whole way, `materials.glass.young` or `let.rate`, or its end: `friction`, `tangential.friction`, `rate`.
// An end means all places of the case at which it stands, if they have the two last words of their ways in common, so
// that `friction` is that of all tangential laws, and not that of rolling besides. A name of `let` comes first, for the
// case has said what hangs on it. Where the case has no value of that name those that its stages have are meant, as
// `stages.press.set.walls.lid.drive.force`. `seed` means `random.seed` and every seed that packings, streams and removals
// have of their own. What the case leaves out because it has a default, such as `solver` or `damping`, is found where it would stand.
#ifndef SCREE_SWEEP_WAYS_H
#define SCREE_SWEEP_WAYS_H

#include "console/args.h"
#include "sweep/axis.h"

// Fills the keys of the axis. `path` is a case file, and `set` what is set in it.
scree_status ways_find(const char *path, const settings *set, axis *axis, scree_error *error);

#endif
