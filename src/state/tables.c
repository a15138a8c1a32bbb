// tables.c - see tables.h. One expansion, of `X(radius, double, "m", "radius")` among the bodies:
//
//     {"radius", "m", "radius", NUMBER_F64, 1, false, false, "", 1, offsetof(frame_balls, radius), sizeof(double)}
#include "state/tables.h"

#include <string.h>

#define TYPE_OF_double NUMBER_F64
#define TYPE_OF_v3 NUMBER_F64
#define TYPE_OF_q4 NUMBER_F64
#define TYPE_OF_rec4 NUMBER_F64
#define TYPE_OF_i3 NUMBER_I32
#define TYPE_OF_int32_t NUMBER_I32
#define TYPE_OF_int64_t NUMBER_I64
#define NUMBER_SIZE(type) (TYPE_OF_##type == NUMBER_I32 ? sizeof(int32_t) : sizeof(int64_t))
#define WIDTH_OF(type) ((int)(sizeof(type) / NUMBER_SIZE(type)))

#define STATE(name, type, values, buffers, unit, saved, sent, stage, doc)                          \
    {#name, unit,  doc,     TYPE_OF_##type,         WIDTH_OF(type) * (values), saved,              \
     false, stage, buffers, offsetof(bodies, name), sizeof(type) * (values)},
#define STATE_OPTIONAL(name, type, values, buffers, unit, saved, sent, stage, doc)                 \
    {#name, unit,  doc,     TYPE_OF_##type,         WIDTH_OF(type) * (values), saved,              \
     true,  stage, buffers, offsetof(bodies, name), sizeof(type) * (values)},
#define SEEN(owner, name, type, unit, doc)                                                         \
    {#name, unit, doc, TYPE_OF_##type,        WIDTH_OF(type), false,                               \
     false, "",   1,   offsetof(owner, name), sizeof(type)},
#define BODY(name, type, unit, doc) SEEN(frame_balls, name, type, unit, doc)
#define CONTACT(name, type, unit, doc) SEEN(frame_contacts, name, type, unit, doc)
#define WALL(name, type, unit, doc) SEEN(frame_wall, name, type, unit, doc)
#define LEDGER(name, type, unit, doc) SEEN(frame_ledger, name, type, unit, doc)

static const column state[] = {BODY_COLUMNS(STATE) BODY_OPTIONAL_COLUMNS(STATE_OPTIONAL)};
static const column body[] = {FRAME_BALLS(BODY)};
static const column contact[] = {FRAME_CONTACTS(CONTACT)};
static const column wall[] = {FRAME_WALLS(WALL)};
static const column ledger[] = {FRAME_LEDGER(LEDGER)};

const column *columns_of(table table, int *count)
{
    static const struct {
        const column *list;
        size_t size;
    } tables[TABLES] = {{state, sizeof state},
                        {body, sizeof body},
                        {contact, sizeof contact},
                        {wall, sizeof wall},
                        {ledger, sizeof ledger}};
    *count = (int)(tables[table].size / sizeof(column));
    return tables[table].list;
}

const column *column_named(table table, const char *name)
{
    int count;
    const column *list = columns_of(table, &count);
    for (int i = 0; i < count; i++) {
        if (!strcmp(list[i].name, name))
            return &list[i];
    }
    return NULL;
}

const char *number_type_name(number_type type)
{
    static const char *const names[] = {"float64", "int32", "int64"};
    return names[type];
}

// The member at the offset is a pointer to an array of some type.
static const void *array_at(const void *owner, size_t offset)
{
    const void *array;
    memcpy(&array, (const char *)owner + offset, sizeof array);
    return array;
}

column_place column_in_state(const column *column, const bodies *bodies)
{
    const size_t now = column->buffers == 2 ? (size_t)bodies->now * sizeof(void *) : 0;
    const void *data = array_at(bodies, column->offset + now);
    return (column_place){
        .data = data,
        .rows = data ? bodies->count : 0,
        .stride = (ptrdiff_t)column->size,
    };
}

column_place column_in_frame(const column *column, table table, const frame *frame)
{
    const void *data = NULL;
    int64_t rows = 0;
    ptrdiff_t stride = (ptrdiff_t)column->size;
    if (table == TABLE_BALLS) {
        data = array_at(&frame->ball, column->offset);
        rows = data ? frame->ball.count : 0;
    } else if (table == TABLE_CONTACTS) {
        data = array_at(&frame->contact, column->offset);
        rows = frame->contact.count;
    } else if (table == TABLE_WALLS) {
        data = frame->wall ? (const char *)frame->wall + column->offset : NULL;
        rows = frame->walls;
        stride = (ptrdiff_t)sizeof *frame->wall;
    } else if (table == TABLE_LEDGER) {
        data = (const char *)&frame->ledger + column->offset;
        rows = 1;
        stride = (ptrdiff_t)sizeof frame->ledger;
    }
    return (column_place){
        .data = data,
        .rows = rows,
        .stride = stride,
    };
}
