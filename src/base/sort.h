// sort.h - stable sorting of numbers by 64-bit keys.
#ifndef SCREE_BASE_SORT_H
#define SCREE_BASE_SORT_H

#include <stdint.h>

typedef struct sort_pair {
    uint64_t key;
    uint32_t value; // an index, as a rule
} sort_pair;

// Sorts `count` pairs by rising key; equal keys keep their order. `scratch` has room for count pairs. O(count): one
// pass for each of the eight bytes in which keys differ at all, so that small or close keys are cheap.
void sort_u64_by_key(sort_pair *pair, int64_t count, sort_pair *scratch);

// Keys by which numbers sort as their values do: signed integers, and doubles (-0 before 0; NaN at the ends).
static inline uint64_t sort_key_i64(int64_t value)
{
    return (uint64_t)value ^ UINT64_C(1) << 63;
}
uint64_t sort_key_f64(double value);

#endif
