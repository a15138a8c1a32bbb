// memory.h - where the library takes its memory from. The conventions are those of scree.h.
#ifndef SCREE_MEMORY_H
#define SCREE_MEMORY_H

#include "scree/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

// All memory of Scree itself comes from `allocate` and goes back by `release`, for all worlds of the process and to its end: call it once,
// before any other function of the library. They are to do what malloc, realloc and free do, aligned as these, and may be
// called by several threads at once; NULL means that there is none, which calls tell by SCREE_NO_MEMORY. `release` gets no NULL. What the libraries
// below take for themselves (HDF5, libyaml, Cairo, FreeType, libpng, Qhull, NLopt, zlib, OpenMP, the C library for open files) is theirs as
// before. Large arrays then lie where `allocate` puts them and not in huge pages of their own. Refused: NULL, a second time, after memory was taken.
typedef struct scree_allocator {
    void *(*allocate)(size_t size, void *user);
    void *(*reallocate)(void *block, size_t size, void *user);
    void (*release)(void *block, void *user);
    void *user;
} scree_allocator;
scree_status scree_set_allocator(scree_allocator allocator, scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
