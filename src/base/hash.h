// hash.h - a 64-bit hash of a stream of bytes: XXH64, as published (Yann Collet, xxHash specification, version 0.1.1).
//
// The value depends on the bytes alone, not on how they were cut into pieces nor on the byte order of the processor.
// Numbers are hashed by their little-endian bits: -0.0 is not 0.0, and two NaN with different bits differ. Not for
// secrets.
#ifndef SCREE_BASE_HASH_H
#define SCREE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct hash {
    uint64_t lane[4];
    uint64_t total; // bytes so far
    uint64_t seed;
    unsigned char pending[32]; // the last total % 32 bytes, not yet in the lanes
} hash;

hash hash_make(uint64_t seed);
void hash_bytes(hash *hash, const void *data, size_t size);
// Numbers as eight little-endian bytes each.
void hash_u64(hash *hash, uint64_t value);
void hash_words(hash *hash, const void *data, size_t count); // `count` doubles, int64_t or uint64_t
// The hash of all that was put in; more may follow.
uint64_t hash_value(const hash *hash);

// The hash of one block.
uint64_t hash_of(const void *data, size_t size, uint64_t seed);

#endif
