// memory.h - checked allocation: growing arrays, aligned blocks, large blocks on huge pages.
//
// Two families that do not mix. Arrays grown by mem_grow are plain malloc blocks: free(). Blocks from mem_aligned,
// mem_array and mem_large are zeroed, begin on a cache line and go back through mem_free. All return NULL or false, and
// change nothing, when memory runs out or a size overflows.
#ifndef SCREE_BASE_MEMORY_H
#define SCREE_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEM_ALIGNMENT 64 // bytes: a cache line, and the widest vector register

// Makes room for at least `need` items of `item` bytes in the array *array (NULL with *room == 0 at first), by half as
// much again at a time, so that adding one by one costs O(1) each. Items beyond the old room are not initialised. On
// failure *array and *room are as before.
bool mem_grow(void **array, int64_t *room, int64_t need, size_t item);
// The same for arrays whose places are counted with 32 bits; more places than those can count do not fit either.
bool mem_grow32(void **array, int32_t *room, int64_t need, size_t item);

// The same by the names of a pointer to the first item and of its room, which says the size of an item once:
//   MEM_GROW(list->face, list->room, list->faces + 1)
#define MEM_GROW(array, room, need) mem_grow((void **)&(array), &(room), (need), sizeof *(array))
#define MEM_GROW32(array, room, need)                                                              \
    mem_grow32((void **)&(array), &(room), (need), sizeof *(array))

// `size` bytes, zeroed, aligned to MEM_ALIGNMENT; readable up to the next multiple of it, so that the last vector of an
// array may be loaded whole. Size zero gives a valid block too.
void *mem_aligned(size_t size);
// The same for `count` items of `item` bytes; NULL also where count is negative or the product overflows.
void *mem_array(int64_t count, size_t item);
// The same for arrays that a step walks through: from 1 MiB on in pages of its own, huge ones where the system has
// them. A page belongs to the processor whose thread writes it first.
void *mem_large(size_t size);
// Gives back a block of the three above; NULL is fine.
void mem_free(void *block);

// What all programs of this machine can have at most, bytes: its memory and its swap space, or less where a control
// group (version 2) allows the process less. INFINITY: nobody tells.
double mem_of_machine(void);

#endif
