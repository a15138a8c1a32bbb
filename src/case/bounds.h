// bounds.h - how large, and how deeply nested, a YAML text may be. Asked of its events, before libyaml makes nodes of
// them: it looks at all levels of a nest for each bracket, and at all anchors for each alias, so that 300 kB of
// brackets took half a minute.
#ifndef SCREE_CASE_BOUNDS_H
#define SCREE_CASE_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

enum { BOUND_DEPTH = 48, BOUND_VALUES = 200000, BOUND_ANCHORS = 1000 };

extern const char bounds_too_deep[], bounds_too_many[], bounds_remedy[];

typedef struct bounds_fault {
    yaml_mark_t mark;
    const char *what, *remedy;
} bounds_fault;

// False where the text goes beyond a bound, and then where. What is wrong with its syntax is left to be told later.
bool bounds_hold(const char *text, size_t length, bounds_fault *out);

#endif
