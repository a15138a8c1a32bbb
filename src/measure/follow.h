// follow.h - which one grain a probe follows: by its permanent id, or as the n-th of a set of grains or of a stream.
//
// Grains of a set are counted in the order of their ids, which is that in which they were placed or came; the first is
// number 1. Who is meant is decided once, at the first sample that has seen so many, and kept from then on, also over
// an interruption; so grains that go do not shift the count. Of a stream a grain that came and went between two samples
// is not counted.
#ifndef SCREE_MEASURE_FOLLOW_H
#define SCREE_MEASURE_FOLLOW_H

#include "measure/table.h"

// Rows that a probe of one grain has: one of them must be given.
#define FOLLOW_GRAIN_ROW                                                                           \
    {                                                                                              \
        "grain", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,                                                \
            "the first grain of this entry of `grains` or `streams`; NAME/3: its third; or an id"  \
    }
#define FOLLOW_ID_ROW                                                                              \
    {                                                                                              \
        "id", ROW_INTEGER, "1", ROW_OPTIONAL, 0, 9007199254740991,                                 \
            "instead of `grain`: permanent id, as in the frames; walls have the first ids, "       \
            "grains follow"                                                                        \
    }

typedef struct grain_follow {
    int set, sets;        // so many from that one on, streams after sets; -1: the id was given
    double number;        // of the set, from 1
    double id;            // -1: not known yet
    double counted, last; // so many of the set were seen, up to this id
} grain_follow;

scree_status follow_begin(const choice *choice, const model *model, const char *law,
                          grain_follow *out, scree_error *error);
// Where the grain stands in the frame; -1: not come yet, or gone. Fails where it cannot ever come.
scree_status follow_find(grain_follow *is, const model *model, const frame *frame, const char *law,
                         int64_t *at, scree_error *error);

bool follow_save(const grain_follow *is, probe_memory *out);
bool follow_load(grain_follow *is, const double *value, int64_t count);

#endif
