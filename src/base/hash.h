// hash.h - a 64-bit hash of memory: XXH64 (Yann Collet, xxHash specification, version 0.1.1), by libxxhash.
//
// Numbers are hashed by their little-endian bits: -0.0 is not 0.0, and two NaN with different bits differ. Not for
// secrets.
#ifndef SCREE_BASE_HASH_H
#define SCREE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

// Bytes as they lie in memory. Numbers among them lie there as they are hashed: hash.c does not compile elsewhere.
uint64_t hash_of(const void *data, size_t size, uint64_t seed);
// Of the eight bytes of one number, the lowest first. Under one seed no two numbers have one hash.
uint64_t hash_number(uint64_t value, uint64_t seed);

#endif
