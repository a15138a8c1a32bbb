// shape_values.c - lengths, faults and memory of shapes; see shapes.h.
#include "case/shapes.h"

#include <stdlib.h>

bool shape_refused(reader *reader, const node *node, const scree_error *error)
{
    if (error->status == SCREE_NO_MEMORY)
        reader->book->no_memory = true;
    else
        reader_fault(reader, node, error->hint, "%.120s: %.240s", error->where, error->what);
    return false;
}

void shape_set_reach(model_shape *shape, double reach)
{
    shape->radius = (spread){
        .kind = SPREAD_FIXED,
        .value = reach > 0 ? reach : 1,
        .from = reach,
        .to = reach,
        .deviation = 0,
    };
}

bool shape_read_length(reader *reader, const node *node, double *out)
{
    char path[200];
    if (node && node->kind == NODE_MAP) {
        node_path(node, path, sizeof path);
        reader_fault(reader, node, "give one length, and make a shape of its own for each size",
                     "%s: a shape that is no ball has one size, not a distribution", path);
        return false;
    }
    return reader_real(reader, node, "m", ROW_POSITIVE, INFINITY, out);
}

void *shape_room(reader *reader, int64_t count, size_t size)
{
    void *list = calloc((size_t)count + 1, size);
    if (!list)
        reader->book->no_memory = true;
    return list;
}
