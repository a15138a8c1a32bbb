// rows.h - the rows of a block, as making and breaking of contacts changes them. Observers read them by row_lines
// (block.h), and the step reads them itself.
#ifndef SCREE_CONTACT_ROWS_H
#define SCREE_CONTACT_ROWS_H

#include "contact/block.h"

// What is added to or taken from the row of one body: a line, of a partner whose id is lower or higher.
// False without memory.
bool row_insert(block *block, int32_t body, bool lower, uint32_t line,
                const contact_context *context);
void row_remove(block *block, int32_t body, bool lower, uint32_t line,
                const contact_context *context);
void row_rename(block *block, int32_t body, bool lower, uint32_t from, uint32_t to,
                const contact_context *context);

// Renames the lines of bucket `index` and of all behind it, when its room has grown by `grown` contacts.
// False without memory.
bool rows_shift_lines(block *block, int index, int32_t old_room, int32_t grown);

#endif
