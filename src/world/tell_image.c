// tell_image.c - what the image of a saved state has besides rows of bodies and contacts goes from rank 0 to the others, which may
// not have read those, and so cannot know what came of a contact that a branch ends.
#include "world/hand_over.h"

#include "world/adapt_columns.h"

#include <string.h>

// Of a column, before its values; a name that is empty ends them.
typedef struct told_column {
    char name[sizeof((image_column *)0)->name];
    int64_t type, rows, width;
} told_column;

static size_t bytes_of(const told_column *head)
{
    const size_t size = image_type_size((image_type)head->type);
    return (size_t)head->rows * (size_t)head->width * size;
}

static void say(const transport *ranks, const image *im)
{
    for (int i = 0; i < im->count; i++) {
        const image_column *column = &im->column[i];
        told_column head = {.type = column->type, .rows = column->rows, .width = column->width};
        if (image_is_of_rows(column))
            continue;
        memcpy(head.name, column->name, sizeof head.name);
        ranks->tell(ranks->context, &head, sizeof head);
        if (bytes_of(&head) > 0)
            ranks->tell(ranks->context, column->data, bytes_of(&head));
    }
    told_column end = {.rows = 0};
    ranks->tell(ranks->context, &end, sizeof end);
}

static void hear(const transport *ranks, adapted *out)
{
    told_column head = {.rows = 0};
    for (ranks->tell(ranks->context, &head, sizeof head); *head.name;
         ranks->tell(ranks->context, &head, sizeof head)) {
        const image_shape shape = {(image_type)head.type, head.rows, (int)head.width};
        void *data = adapt_put(out, head.name, shape);
        if (!data)
            ranks->abandon(ranks->context, "out of memory for a snapshot");
        else if (bytes_of(&head) > 0)
            ranks->tell(ranks->context, data, bytes_of(&head));
    }
}

// They are those of rank 0.
static void leave_rows(image *im)
{
    for (int i = 0; i < im->count; i++) {
        image_column *column = &im->column[i];
        if (image_is_of_rows(column))
            column->rows = 0;
    }
}

void tell_image(const transport *ranks, adapted *from)
{
    if (ranks->rank == 0) {
        say(ranks, &from->im);
    } else {
        leave_rows(&from->im);
        hear(ranks, from);
    }
}
