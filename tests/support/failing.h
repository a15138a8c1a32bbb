// failing.h - allocations of a test program that can be made to fail. The linker puts the functions below before those of the
// system (tests/CMakeLists.txt).
#ifndef SCREE_TESTS_FAILING_H
#define SCREE_TESTS_FAILING_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **block, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size);

static long until_failure = -1; // allocations that succeed before one does not; negative: all do

static bool one_failed; // of them

static bool fails(void)
{
    if (until_failure < 0 || until_failure-- > 0)
        return false;
    one_failed = true;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}
int __wrap_posix_memalign(void **block, size_t alignment, size_t size)
{
    return fails() ? ENOMEM : __real_posix_memalign(block, alignment, size);
}

#endif
