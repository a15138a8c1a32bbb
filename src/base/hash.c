// hash.c - see hash.h.
#include "base/hash.h"

#include <xxhash.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the state hash is of little-endian numbers: turn them round before they are hashed"
#endif

uint64_t hash_of(const void *data, size_t size, uint64_t seed)
{
    return XXH64(data, size, seed);
}

uint64_t hash_number(uint64_t value, uint64_t seed)
{
    return XXH64(&value, sizeof value, seed);
}
