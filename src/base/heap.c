// heap.c - see heap.h. A block of the program's begins with a head, which has where the program's block begins.
#include "base/heap.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Those of the C library in a program that the library is in; NULL in Scree's own.
extern void *system_malloc(size_t size) __attribute__((weak));
extern void *system_calloc(size_t count, size_t size) __attribute__((weak));
extern void *system_realloc(void *block, size_t size) __attribute__((weak));
extern void *system_aligned_alloc(size_t alignment, size_t size) __attribute__((weak));
extern void system_free(void *block) __attribute__((weak));
extern void *system_mmap(void *at, size_t size, int protection, int flags, int file, off_t from)
    __attribute__((weak));

enum { HEAD = 16 }; // bytes, as malloc aligns

// Set once, before anything else, and read only from then on.
static heap_source own;
static atomic_bool taken;

static void note(void)
{
    if (!atomic_load_explicit(&taken, memory_order_relaxed))
        atomic_store_explicit(&taken, true, memory_order_relaxed);
}

bool heap_set(const heap_source *source)
{
    if (!system_malloc || own.allocate || atomic_load(&taken))
        return false;
    own = *source;
    return true;
}

void heap_free_system(void *block)
{
    if (system_free)
        system_free(block);
    else
        free(block);
}

// ---- blocks of the program

// The block at `at`, in the program's block at `base`.
static void *put(char *base, char *at)
{
    memcpy(at - sizeof base, &base, sizeof base);
    return at;
}

static void *base_of(const void *block)
{
    void *base;
    memcpy(&base, (const char *)block - sizeof base, sizeof base);
    return base;
}

static void *take(size_t size)
{
    char *base = size < PTRDIFF_MAX - HEAD ? own.allocate(size + HEAD, own.user) : NULL;
    return base ? put(base, base + HEAD) : NULL;
}

static void *take_aligned(size_t alignment, size_t size)
{
    const size_t more = HEAD + alignment;
    char *base = size < PTRDIFF_MAX - more ? own.allocate(size + more, own.user) : NULL;
    if (!base)
        return NULL;
    const size_t over = ((uintptr_t)base + HEAD) % alignment;
    return put(base, base + HEAD + (over ? alignment - over : 0));
}

// Its head stays as long as it is, so that what stands in an aligned block keeps its place.
static void *take_again(void *block, size_t size)
{
    char *was = base_of(block);
    const size_t head = (size_t)((char *)block - was);
    char *base = size < PTRDIFF_MAX - head ? own.reallocate(was, size + head, own.user) : NULL;
    return base ? put(base, base + head) : NULL;
}

// ---- what malloc and its like are

void *heap_malloc(size_t size)
{
    note();
    return own.allocate ? take(size) : system_malloc(size);
}

void *heap_calloc(size_t count, size_t size)
{
    note();
    if (!own.allocate)
        return system_calloc(count, size);
    if (size && count > PTRDIFF_MAX / size)
        return NULL;
    void *block = take(count * size);
    if (block)
        memset(block, 0, count * size);
    return block;
}

void *heap_realloc(void *block, size_t size)
{
    note();
    if (!own.allocate)
        return system_realloc(block, size);
    return block ? take_again(block, size) : take(size);
}

void *heap_aligned_alloc(size_t alignment, size_t size)
{
    note();
    return own.allocate ? take_aligned(alignment, size) : system_aligned_alloc(alignment, size);
}

void heap_free(void *block)
{
    if (!own.allocate)
        system_free(block);
    else if (block)
        own.release(base_of(block), own.user);
}

void *heap_mmap(void *at, size_t size, int protection, int flags, int file, off_t from)
{
    note();
    if (!own.allocate)
        return system_mmap(at, size, protection, flags, file, from);
    errno = ENOMEM;
    return MAP_FAILED;
}
