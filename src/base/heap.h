// heap.h - memory of a program that the library is in: what malloc and its like are there.
//
// When the library for other programs is made (CMakeLists.txt), the names malloc, calloc, realloc, aligned_alloc, free and mmap in all of
// Scree's own objects become heap_malloc and so on, and the names system_... become those of the C library. So no file of Scree
// has to know of it, none can forget it, and Scree's own programs, which are made of the same objects, call the C library itself.
#ifndef SCREE_BASE_HEAP_H
#define SCREE_BASE_HEAP_H

#include "base/fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct heap_source {
    void *(*allocate)(size_t size, void *user);
    void *(*reallocate)(void *block, size_t size, void *user);
    void (*release)(void *block, void *user);
    void *user;
} heap_source;

// False: memory was taken already, or this program has no such names.
bool heap_set(const heap_source *source);

// Gives back what a function of the C library has made, such as realpath.
void heap_free_system(void *block);

void *heap_malloc(size_t size);
void *heap_calloc(size_t count, size_t size);
void *heap_realloc(void *block, size_t size);
void *heap_aligned_alloc(size_t alignment, size_t size);
void heap_free(void *block);
// There are no pages of its own where memory is that of the program.
void *heap_mmap(void *at, size_t size, int protection, int flags, int file, off_t from);

#endif
