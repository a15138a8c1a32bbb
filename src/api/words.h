// words.h - what the words of scree/change.h have in common.
#ifndef SCREE_API_WORDS_H
#define SCREE_API_WORDS_H

#include "api/objects.h"

static inline v3 vector_of(const double value[3])
{
    return v3_make(value[0], value[1], value[2]);
}

// The set of that name; of a mixture its first part. -1: there is none.
int api_set_of(const model *model, const char *name);
scree_status api_check_count(int64_t count, scree_error *error);

#endif
