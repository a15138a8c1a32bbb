// bodies.c - see bodies.h. Everything here walks the table of columns.h.
#include "state/bodies.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PADDING = 2, MOST_BUFFERS = 24, GEARS = 4 };

// One buffer of one column, whatever its type.
typedef struct buffer {
    void **data;
    size_t size; // bytes per body
} buffer;

static int put_buffer(buffer *out, int n, void *data, size_t size)
{
    out[n].data = data;
    out[n].size = size;
    return n + 1;
}

static int buffers_of(bodies *b, buffer out[MOST_BUFFERS])
{
    int n = 0;
#define PUT_1(name, type, width) n = put_buffer(out, n, &b->name, sizeof(type) * (width));
#define PUT_2(name, type, width)                                                                   \
    for (int k = 0; k < 2; k++)                                                                    \
        n = put_buffer(out, n, &b->name[k], sizeof(type) * (width));
#define PUT(name, type, width, buffers, unit, saved, sent, stage, doc)                             \
    PUT_##buffers(name, type, width)
    BODY_COLUMNS(PUT)
    if (b->with_orientation)
        n = put_buffer(out, n, &b->orientation, sizeof *b->orientation);
    if (b->with_image)
        n = put_buffer(out, n, &b->image, 3 * sizeof *b->image);
    if (b->with_clumps) {
        n = put_buffer(out, n, &b->member, 2 * sizeof *b->member);
        n = put_buffer(out, n, &b->centre, sizeof *b->centre);
    }
    if (b->with_clumps && !b->with_gear) {
        n = put_buffer(out, n, &b->drift, sizeof *b->drift);
        n = put_buffer(out, n, &b->turning, sizeof *b->turning);
    }
    if (b->with_gear) {
        n = put_buffer(out, n, &b->path, GEARS * sizeof *b->path);
        n = put_buffer(out, n, &b->swing, GEARS * sizeof *b->swing);
    }
    if (b->with_rate)
        n = put_buffer(out, n, &b->rate, sizeof *b->rate);
    if (b->with_given) {
        n = put_buffer(out, n, &b->given, sizeof *b->given);
        n = put_buffer(out, n, &b->moment, sizeof *b->moment);
    }
    return n;
}

bool bodies_reserve(bodies *bodies, int32_t room)
{
    if (room <= bodies->room && bodies->id)
        return true;
    if (room < bodies->room)
        room = bodies->room;
    buffer list[MOST_BUFFERS];
    void *fresh[MOST_BUFFERS];
    int count = buffers_of(bodies, list);
    int got = 0;
    for (; got < count; got++) {
        if (!(fresh[got] = mem_large(((size_t)room + PADDING) * list[got].size)))
            break;
    }
    if (got < count) {
        while (got)
            mem_free(fresh[--got]);
        return false;
    }
    for (int k = 0; k < count; k++) {
        if (*list[k].data)
            memcpy(fresh[k], *list[k].data, (size_t)bodies->count * list[k].size);
        mem_free(*list[k].data);
        *list[k].data = fresh[k];
    }
    bodies->room = room;
    bodies_pad(bodies);
    return true;
}

void bodies_free(bodies *bodies)
{
    buffer list[MOST_BUFFERS];
    int count = buffers_of(bodies, list);
    for (int k = 0; k < count; k++)
        mem_free(*list[k].data);
    memset(bodies, 0, sizeof *bodies);
}

void bodies_pad(bodies *bodies)
{
    const rec4 still = {{0, 0, 0, 1}};
    const int32_t first = bodies_padding(bodies);
    for (int buffer = 0; buffer < 2; buffer++) {
        rec4 *position = bodies->position[buffer] + first;
        rec4 *velocity = bodies->velocity[buffer] + first;
        rec4 *spin = bodies->spin[buffer] + first;
        for (int k = 0; k < PADDING; k++) {
            position[k] = (rec4){{k, 0, 0, 0}};
            velocity[k] = still;
            spin[k] = still;
        }
    }
    for (int k = 0; k < PADDING; k++) {
        bodies->id[first + k] = INT64_MAX - PADDING + k;
        bodies->set[first + k] = 0;
    }
}

static void permute(void *to, const void *from, size_t size, const int32_t *slot, int32_t count,
                    int threads)
{
    char *out = to;
    const char *in = from;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t k = 0; k < count; k++)
        memcpy(out + (size_t)k * size, in + (size_t)slot[k] * size, size);
}

// One of several records per body at a time, through a scratch that has room for one.
static void permute_gears(rec4 *data, rec4 *scratch, const int32_t *slot, int32_t count,
                          int threads)
{
    for (int k = 0; k < GEARS; k++) {
        rec4 *gear = data + k;
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int32_t i = 0; i < count; i++)
            scratch[i] = gear[GEARS * (size_t)slot[i]];
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int32_t i = 0; i < count; i++)
            gear[GEARS * (size_t)i] = scratch[i];
    }
}

void bodies_reorder(bodies *bodies, const int32_t *from, int32_t count, int threads)
{
    int now = bodies->now;
    void *scratch = bodies->hold;
    permute(bodies->position[1 - now], bodies->position[now], sizeof(rec4), from, count, threads);
    permute(bodies->velocity[1 - now], bodies->velocity[now], sizeof(rec4), from, count, threads);
    permute(bodies->spin[1 - now], bodies->spin[now], sizeof(rec4), from, count, threads);
    bodies->now = 1 - now;
    struct {
        void *data;
        size_t size;
    } single[] = {{bodies->id, sizeof *bodies->id},
                  {bodies->material, sizeof *bodies->material},
                  {bodies->set, sizeof *bodies->set},
                  {bodies->with_orientation ? bodies->orientation : NULL, sizeof(rec4)},
                  {bodies->with_image ? bodies->image : NULL, 12},
                  {bodies->with_clumps ? bodies->member : NULL, 8},
                  {bodies->with_clumps ? bodies->centre : NULL, sizeof(rec4)},
                  {bodies->drift, sizeof(rec4)},
                  {bodies->turning, sizeof(rec4)},
                  {bodies->rate, sizeof(rec4)},
                  {bodies->given, sizeof(rec4)},
                  {bodies->moment, sizeof(rec4)}};
    for (size_t k = 0; k < sizeof single / sizeof *single; k++) {
        if (!single[k].data)
            continue;
        permute(scratch, single[k].data, single[k].size, from, count, threads);
        memcpy(single[k].data, scratch, (size_t)count * single[k].size);
    }
    if (bodies->with_gear) {
        permute_gears(bodies->path, scratch, from, count, threads);
        permute_gears(bodies->swing, scratch, from, count, threads);
    }
    bodies->count = count;
}

// ---- images

// Where the columns of the bodies go: row k gets what is in slot order[k].
typedef struct saving {
    image *im;
    const int32_t *order;
    int32_t count;
} saving;

static bool put_records(const saving *to, const char *name, const rec4 *from, size_t width,
                        const char *unit, const char *doc)
{
    const image_shape shape = {IMAGE_F64, to->count, 4 * (int)width};
    double *row = image_add(to->im, name, shape, unit, doc);
    if (!row)
        return false;
    for (int32_t k = 0; k < to->count; k++) {
        const size_t slot = (size_t)to->order[k];
        memcpy(row, from + width * slot, width * sizeof(rec4));
        row += 4 * width;
    }
    return true;
}

static bool put_numbers(const saving *to, const char *name, const int32_t *from, int width,
                        const char *unit, const char *doc)
{
    const image_shape shape = {IMAGE_I64, to->count, width};
    int64_t *row = image_add(to->im, name, shape, unit, doc);
    if (!row)
        return false;
    for (int32_t k = 0; k < to->count; k++) {
        const int32_t *number = from + (size_t)to->order[k] * (size_t)width;
        for (int d = 0; d < width; d++)
            row[d] = number[d];
        row += width;
    }
    return true;
}

static bool put_ids(const saving *to, const char *name, const int64_t *from, const char *doc)
{
    const image_shape shape = {IMAGE_I64, to->count, 1};
    int64_t *row = image_add(to->im, name, shape, "1", doc);
    if (!row)
        return false;
    for (int32_t k = 0; k < to->count; k++)
        row[k] = from[to->order[k]];
    return true;
}

scree_status bodies_to_image(const bodies *b, const int32_t *order, image *im, scree_error *error)
{
    const saving to = {.im = im, .order = order, .count = b->count};
    bool ok = true;
#define AS_rec4(name, data, width, unit, doc) put_records(&to, name, data, width, unit, doc)
#define AS_int32_t(name, data, width, unit, doc) put_numbers(&to, name, data, width, unit, doc)
#define AS_int64_t(name, data, width, unit, doc) put_ids(&to, name, data, doc)
#define OF_1(name) b->name
#define OF_2(name) b->name[b->now]
#define SAVE(name, type, width, buffers, unit, saved, sent, stage, doc)                            \
    if (saved && OF_##buffers(name))                                                               \
        ok = ok && AS_##type("body/" #name, OF_##buffers(name), width, unit, doc);
    BODY_COLUMNS(SAVE)
    BODY_OPTIONAL_COLUMNS(SAVE)
    return ok ? SCREE_OK : fail_memory(error, "snapshot of the bodies");
}

static bool get_records(const image *im, const char *name, rec4 *to, int width, int64_t n)
{
    const image_column *column = image_find(im, name, IMAGE_F64, 4 * width);
    if (!column || column->rows != n)
        return false;
    memcpy(to, column->data, (size_t)n * (size_t)width * sizeof *to);
    return true;
}

static bool get_numbers(const image *im, const char *name, int32_t *to, int width, int64_t n)
{
    const image_column *column = image_find(im, name, IMAGE_I64, width);
    if (!column || column->rows != n)
        return false;
    for (int64_t k = 0; k < n * width; k++)
        to[k] = (int32_t)image_integers(column)[k];
    return true;
}

static bool get_ids(const image *im, const char *name, int64_t *to, int64_t n)
{
    const image_column *column = image_find(im, name, IMAGE_I64, 1);
    if (!column || column->rows != n)
        return false;
    memcpy(to, column->data, (size_t)n * sizeof *to);
    return true;
}

scree_status bodies_from_image(bodies *b, const image *im, scree_error *error)
{
    const image_column *id = image_find(im, "body/id", IMAGE_I64, 1);
    if (!id || id->rows > INT32_MAX - 16) {
        return fail(error, SCREE_BAD_INPUT, "body/id", "is this a snapshot of Scree?",
                    "the column is missing");
    }
    if (!bodies_reserve(b, (int32_t)id->rows))
        return fail_memory(error, "bodies of the snapshot");
    b->count = (int32_t)id->rows;
#define FROM_rec4(name, data, width) get_records(im, name, data, width, b->count)
#define FROM_int32_t(name, data, width) get_numbers(im, name, data, width, b->count)
#define FROM_int64_t(name, data, width) get_ids(im, name, data, b->count)
#define LOAD(name, type, width, buffers, unit, saved, sent, stage, doc)                            \
    if (saved && OF_##buffers(name) && !FROM_##type("body/" #name, OF_##buffers(name), width))     \
        return fail(error, SCREE_BAD_INPUT, "body/" #name,                                         \
                    "resume with the version that wrote it",                                       \
                    "the column is missing or has another shape");
    BODY_COLUMNS(LOAD)
    BODY_OPTIONAL_COLUMNS(LOAD)
    return SCREE_OK;
}
