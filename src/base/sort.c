// sort.c - see sort.h. Radix sort from the lowest byte up, all eight histograms counted in one reading; insertion for
// few.
#include "base/sort.h"

#include <string.h>

#define FEW 48 // below, insertion is faster than clearing the histograms

uint64_t sort_key_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static void insert_all(sort_pair *pair, int64_t count)
{
    for (int64_t i = 1; i < count; i++) {
        sort_pair sort_pair = pair[i];
        int64_t j = i;
        for (; j > 0 && pair[j - 1].key > sort_pair.key; j--)
            pair[j] = pair[j - 1];
        pair[j] = sort_pair;
    }
}

void sort_u64_by_key(sort_pair *pair, int64_t count, sort_pair *scratch)
{
    if (count < FEW) {
        insert_all(pair, count);
        return;
    }
    int64_t histogram[8][256] = {{0}};
    for (int64_t i = 0; i < count; i++)
        for (int byte = 0; byte < 8; byte++)
            histogram[byte][pair[i].key >> 8 * byte & 255]++;
    sort_pair *from = pair;
    sort_pair *to = scratch;
    for (int byte = 0; byte < 8; byte++) {
        int64_t *place = histogram[byte];
        int64_t next = 0;
        if (place[from[0].key >> 8 * byte & 255] == count)
            continue; // this byte is the same in all keys
        for (int digit = 0; digit < 256; digit++) {
            int64_t here = place[digit];
            place[digit] = next;
            next += here;
        }
        for (int64_t i = 0; i < count; i++)
            to[place[from[i].key >> 8 * byte & 255]++] = from[i];
        sort_pair *swap = from;
        from = to;
        to = swap;
    }
    if (from != pair)
        memcpy(pair, from, (size_t)count * sizeof *pair);
}
