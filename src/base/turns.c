// turns.c - see turns.h. Both ends of a run change in one exchange, so that no item is taken twice or left.
#include "base/turns.h"

void turns_deal(turns *turns, int threads, int count)
{
    for (int k = 0; k < threads; k++) {
        const uint64_t from = (uint64_t)turns_begin(k, threads, count);
        const uint64_t to = (uint64_t)turns_begin(k + 1, threads, count);
        atomic_store_explicit(&turns[k].left, from << 32 | to, memory_order_relaxed);
    }
}

int turns_take(turns *turns, int threads, int me, int *next)
{
    *next = -1;
    for (int k = 0; k < threads; k++) {
        _Atomic uint64_t *left = &turns[(me + k) % threads].left;
        uint64_t run = atomic_load_explicit(left, memory_order_relaxed);
        while (run >> 32 < (run & UINT32_MAX)) {
            uint64_t rest = k == 0 ? run + ((uint64_t)1 << 32) : run - 1;
            if (!atomic_compare_exchange_weak_explicit(left, &run, rest, memory_order_relaxed,
                                                       memory_order_relaxed))
                continue;
            if (k > 0)
                return (int)((run & UINT32_MAX) - 1);
            if (rest >> 32 < (rest & UINT32_MAX))
                *next = (int)(rest >> 32);
            return (int)(run >> 32);
        }
    }
    return -1;
}
