// allocator.c - the allocator of scree/memory.h.
#include "scree/memory.h"

#include "base/fail.h"
#include "base/heap.h"

scree_status scree_set_allocator(scree_allocator allocator, scree_error *error)
{
    const heap_source source = {
        .allocate = allocator.allocate,
        .reallocate = allocator.reallocate,
        .release = allocator.release,
        .user = allocator.user,
    };
    if (!source.allocate || !source.reallocate || !source.release)
        return fail(error, SCREE_BAD_INPUT, "allocator", "give all three functions",
                    "a function is missing");
    if (heap_set(&source))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "allocator",
                "set it once, before any other call of the library",
                "memory has been taken already, or an allocator set");
}
