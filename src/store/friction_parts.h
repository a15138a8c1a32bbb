// friction_parts.h - what readers and writers of friction-contact problems share: a problem as it stands in a file.
#ifndef SCREE_STORE_FRICTION_PARTS_H
#define SCREE_STORE_FRICTION_PARTS_H

#include "store/friction_file.h"

#include <stddef.h>

enum { FRICTION_ARRAYS = 24 };

// A problem and the arrays that it borrows.
typedef struct friction_parts {
    friction_given given;
    void *array[FRICTION_ARRAYS];
    int arrays;
} friction_parts;

// Room for so many items that is freed with the parts; NULL without memory.
void *friction_parts_take(friction_parts *parts, int64_t count, size_t item);
void friction_parts_clear(friction_parts *parts);

scree_status friction_fclib_read(const char *path, friction_parts *out, scree_error *error);
scree_status friction_text_read(const char *path, friction_parts *out, scree_error *error);

scree_status friction_fclib_write(const char *path, const friction_system *system,
                                  const friction_note *about, scree_error *error);
scree_status friction_text_write(const char *path, const friction_system *system,
                                 scree_error *error);

#endif
