// hash.c - see hash.h.
#include "base/hash.h"

#include <string.h>

#define PRIME_1 UINT64_C(0x9E3779B185EBCA87)
#define PRIME_2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define PRIME_3 UINT64_C(0x165667B19E3779F9)
#define PRIME_4 UINT64_C(0x85EBCA77C2B2AE63)
#define PRIME_5 UINT64_C(0x27D4EB2F165667C5)

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

// Compilers turn these into single loads where the processor is little-endian.
static uint64_t load_4(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
}
static uint64_t load_8(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

static uint64_t stir(uint64_t lane, uint64_t word)
{
    return rotate(lane + word * PRIME_2, 31) * PRIME_1;
}

static void stripe(uint64_t lane[4], const unsigned char *p)
{
    for (int i = 0; i < 4; i++)
        lane[i] = stir(lane[i], load_8(p + 8 * i));
}

hash hash_make(uint64_t seed)
{
    hash hash = {{seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1}, 0, seed, {0}};
    return hash;
}

void hash_bytes(hash *hash, const void *data, size_t size)
{
    const unsigned char *p = data;
    size_t held = hash->total % 32;
    hash->total += size;
    if (held + size < 32) {
        if (size)
            memcpy(hash->pending + held, p, size);
        return;
    }
    if (held) {
        memcpy(hash->pending + held, p, 32 - held);
        stripe(hash->lane, hash->pending);
        p += 32 - held;
        size -= 32 - held;
    }
    for (; size >= 32; p += 32, size -= 32)
        stripe(hash->lane, p);
    if (size)
        memcpy(hash->pending, p, size);
}

void hash_words(hash *hash, const void *data, size_t count)
{
    const uint16_t probe = 1;
    unsigned char first;
    memcpy(&first, &probe, 1);
    if (first) {
        hash_bytes(hash, data, 8 * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, (const char *)data + 8 * i, 8);
        hash_u64(hash, word);
    }
}

void hash_u64(hash *hash, uint64_t value)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
    hash_bytes(hash, bytes, 8);
}

uint64_t hash_value(const hash *hash)
{
    const uint64_t *v = hash->lane;
    uint64_t x = hash->seed + PRIME_5;
    if (hash->total >= 32) {
        x = rotate(v[0], 1) + rotate(v[1], 7) + rotate(v[2], 12) + rotate(v[3], 18);
        for (int i = 0; i < 4; i++)
            x = (x ^ stir(0, v[i])) * PRIME_1 + PRIME_4;
    }
    x += hash->total;
    const unsigned char *p = hash->pending;
    size_t left = hash->total % 32;
    for (; left >= 8; p += 8, left -= 8)
        x = rotate(x ^ stir(0, load_8(p)), 27) * PRIME_1 + PRIME_4;
    if (left >= 4) {
        x = rotate(x ^ load_4(p) * PRIME_1, 23) * PRIME_2 + PRIME_3;
        p += 4;
        left -= 4;
    }
    for (; left; p++, left--)
        x = rotate(x ^ *p * PRIME_5, 11) * PRIME_1;
    x = (x ^ x >> 33) * PRIME_2;
    x = (x ^ x >> 29) * PRIME_3;
    return x ^ x >> 32;
}

uint64_t hash_of(const void *data, size_t size, uint64_t seed)
{
    hash hash = hash_make(seed);
    hash_bytes(&hash, data, size);
    return hash_value(&hash);
}
