// bodies_sent.c - bodies on their way to other parts, as bytes: whole ones, and the columns that ghosts have.
#include "state/bodies.h"

#include <string.h>

enum { MOST_BUFFERS = 24 };

// One column as it is now, and the buffer that a step writes; NULL: it has none.
typedef struct sent_column {
    char *now, *next;
    size_t size; // bytes per body
    column_sent sent;
} sent_column;

static int columns_of(const bodies *b, sent_column out[MOST_BUFFERS])
{
    int n = 0;
#define NOW_1(name) (char *)b->name, NULL
#define NOW_2(name) (char *)b->name[b->now], (char *)b->name[1 - b->now]
#define HAS_1(name) b->name
#define HAS_2(name) b->name[0]
#define LIST(name, type, width, buffers, unit, saved, sent, stage, doc)                            \
    if (HAS_##buffers(name))                                                                       \
        out[n++] = (sent_column){NOW_##buffers(name), sizeof(type) * (width), sent};
    BODY_COLUMNS(LIST)
    BODY_OPTIONAL_COLUMNS(LIST)
    return n;
}

size_t bodies_record_size(const bodies *b)
{
    sent_column list[MOST_BUFFERS];
    const int n = columns_of(b, list);
    size_t size = 0;
    for (int k = 0; k < n; k++)
        size += list[k].size;
    return size;
}

void bodies_pack(const bodies *b, int32_t slot, char *record)
{
    sent_column list[MOST_BUFFERS];
    const int n = columns_of(b, list);
    for (int k = 0; k < n; k++) {
        const size_t size = list[k].size;
        memcpy(record, list[k].now + (size_t)slot * size, size);
        record += size;
    }
}

void bodies_unpack(const bodies *b, int32_t slot, const char *record)
{
    sent_column list[MOST_BUFFERS];
    const int n = columns_of(b, list);
    for (int k = 0; k < n; k++) {
        const size_t size = list[k].size;
        memcpy(list[k].now + (size_t)slot * size, record, size);
        record += size;
    }
}

void bodies_send(const bodies *from, const int32_t *slot, int32_t count, const bodies *to,
                 int32_t first, column_sent when)
{
    sent_column here[MOST_BUFFERS];
    sent_column there[MOST_BUFFERS];
    const int n = columns_of(from, here);
    columns_of(to, there);
    for (int k = 0; k < n; k++) {
        if (here[k].sent < when)
            continue;
        const size_t size = here[k].size;
        for (int32_t i = 0; i < count; i++) {
            memcpy(there[k].now + (size_t)(first + i) * size, here[k].now + (size_t)slot[i] * size,
                   size);
        }
    }
}

size_t bodies_sent_size(const bodies *b, column_sent when)
{
    sent_column list[MOST_BUFFERS];
    const int n = columns_of(b, list);
    size_t size = 0;
    for (int k = 0; k < n; k++)
        size += list[k].sent < when ? 0 : list[k].size;
    return size;
}

// Records of that size are most of what is sent: a size that the compiler knows is a few moves.
static void pack_column(char *out, const char *column, size_t size, const int32_t *slot,
                        int32_t count)
{
    enum { RECORD = sizeof(rec4) };
    if (size == RECORD) {
        for (int32_t i = 0; i < count; i++, out += RECORD)
            memcpy(out, column + (size_t)slot[i] * RECORD, RECORD);
        return;
    }
    for (int32_t i = 0; i < count; i++, out += size)
        memcpy(out, column + (size_t)slot[i] * size, size);
}

void bodies_pack_sent(const bodies *b, const int32_t *slot, int32_t count, column_sent when,
                      bool next, char *out)
{
    bodies_pack_run(b, slot, (sent_run){0, count, count}, when, next, out);
}

void bodies_pack_run(const bodies *b, const int32_t *slot, sent_run run, column_sent when,
                     bool next, char *out)
{
    sent_column list[MOST_BUFFERS];
    const int n = columns_of(b, list);
    for (int k = 0; k < n; k++) {
        if (list[k].sent < when)
            continue;
        const char *column = next && list[k].next ? list[k].next : list[k].now;
        const size_t size = list[k].size;
        pack_column(out + (size_t)run.first * size, column, size, slot + run.first, run.count);
        out += (size_t)run.all * size;
    }
}

void bodies_unpack_sent(const bodies *b, int32_t first, int32_t count, column_sent when,
                        const char *in)
{
    sent_column list[MOST_BUFFERS];
    const int n = columns_of(b, list);
    for (int k = 0; k < n; k++) {
        if (list[k].sent < when)
            continue;
        const size_t bytes = (size_t)count * list[k].size;
        memcpy(list[k].now + (size_t)first * list[k].size, in, bytes);
        in += bytes;
    }
}

void bodies_poison(const bodies *b)
{
    const int none = 0xff; // bytes of a NaN
    sent_column list[MOST_BUFFERS];
    const int n = columns_of(b, list);
    const size_t first = (size_t)b->count;
    const size_t behind = first + (size_t)b->ghosts;
    const size_t room = (size_t)b->room;
    for (int k = 0; k < n; k++) {
        const sent_column *c = &list[k];
        const size_t from = c->sent == SENT_NEVER ? first : behind;
        memset(c->now + from * c->size, none, (room - from) * c->size);
        if (c->next)
            memset(c->next + first * c->size, none, (room - first) * c->size);
    }
}
