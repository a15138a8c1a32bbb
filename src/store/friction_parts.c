// friction_parts.c - see friction_parts.h.
#include "store/friction_parts.h"

#include <stdlib.h>
#include <string.h>

void *friction_parts_take(friction_parts *parts, int64_t count, size_t item)
{
    if (parts->arrays == FRICTION_ARRAYS || count < 0)
        return NULL;
    void *array = calloc((size_t)count + 1, item);
    if (array)
        parts->array[parts->arrays++] = array;
    return array;
}

void friction_parts_clear(friction_parts *parts)
{
    for (int i = 0; i < parts->arrays; i++)
        free(parts->array[i]);
    memset(parts, 0, sizeof *parts);
}
