// memory.c - see memory.h.
//
// In front of every block, one alignment unit wide, stands a head that says how to give the block back: whether it was
// mapped or allocated, where that began, and how long it is. So one mem_free serves all, and a caller need not remember
// sizes.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS, madvise
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

#define LARGE ((size_t)1 << 20)
#define HUGE_PAGE ((size_t)2 << 20)
#define MOST (SIZE_MAX / 2 - 2 * HUGE_PAGE) // larger requests fail before any sum can overflow

typedef struct block_head {
    void *begin;
    size_t mapped; // length of the mapping; 0: from aligned_alloc
} block_head;

_Static_assert(sizeof(block_head) <= MEM_ALIGNMENT, "the head fits in front of a block");

static size_t round_up(size_t size, size_t unit)
{
    return (size + unit - 1) / unit * unit;
}

static void *place(void *begin, char *block, size_t mapped)
{
    block_head head = {begin, mapped};
    memcpy(block - MEM_ALIGNMENT, &head, sizeof head);
    return block;
}

bool mem_grow(void **array, int64_t *room, int64_t need, size_t item)
{
    if (need <= *room)
        return true;
    int64_t grown = *room > INT64_MAX / 2 ? need : *room + *room / 2;
    if (grown < need)
        grown = need;
    if (grown < 16)
        grown = 16;
    if ((uint64_t)grown > MOST / (item ? item : 1))
        grown = need;
    if ((uint64_t)grown > MOST / (item ? item : 1))
        return false;
    void *old;
    memcpy(&old, array, sizeof old); // *array may be declared as a pointer to anything
    void *now = realloc(old, (size_t)grown * (item ? item : 1));
    if (!now)
        return false;
    memcpy(array, &now, sizeof now);
    *room = grown;
    return true;
}

bool mem_grow32(void **array, int32_t *room, int64_t need, size_t item)
{
    int64_t grown = *room;
    if (need > INT32_MAX || !mem_grow(array, &grown, need, item))
        return false;
    *room = grown < INT32_MAX ? (int32_t)grown : INT32_MAX;
    return true;
}

void *mem_aligned(size_t size)
{
    if (size > MOST)
        return NULL;
    size_t whole = MEM_ALIGNMENT + round_up(size, MEM_ALIGNMENT);
    char *begin = aligned_alloc(MEM_ALIGNMENT, whole);
    if (!begin)
        return NULL;
    memset(begin, 0, whole);
    return place(begin, begin + MEM_ALIGNMENT, 0);
}

void *mem_array(int64_t count, size_t item)
{
    if (count < 0 || (item && (uint64_t)count > MOST / item))
        return NULL;
    return mem_aligned((size_t)count * item);
}

void *mem_large(size_t size)
{
    if (size < LARGE)
        return mem_aligned(size);
    if (size > MOST)
        return NULL;
    // Mapped pages come zeroed. One huge page more than needed leaves room to begin on a boundary of huge pages, head
    // before.
    size_t mapped = round_up(size, HUGE_PAGE) + HUGE_PAGE;
    char *begin = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED)
        return mem_aligned(size);
    size_t lead = HUGE_PAGE - (uintptr_t)begin % HUGE_PAGE;
#ifdef MADV_HUGEPAGE
    (void)madvise(begin + lead, mapped - lead,
                  MADV_HUGEPAGE); // advice only: refusal costs speed, nothing else
#endif
    return place(begin, begin + lead, mapped);
}

void mem_free(void *block)
{
    if (!block)
        return;
    block_head head;
    memcpy(&head, (char *)block - MEM_ALIGNMENT, sizeof head);
    if (head.mapped)
        munmap(head.begin, head.mapped);
    else
        free(head.begin);
}

// The limit that the file of a control group tells, bytes.
static double group_limit(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return INFINITY;
    double bytes;
    const bool told = fscanf(file, "%lf", &bytes) == 1; // the word `max` stands for no limit
    fclose(file);
    return told ? bytes : INFINITY;
}

double mem_of_machine(void)
{
    struct sysinfo machine;
    if (sysinfo(&machine) != 0)
        return INFINITY;
    const double unit = machine.mem_unit;
    const double swap = (double)machine.totalswap * unit;
    const double memory = (double)machine.totalram * unit;
    const double allowed = group_limit("/sys/fs/cgroup/memory.max");
    return (allowed < memory ? allowed : memory) + swap;
}
