// vtk_bytes.c - see vtk_bytes.h.
#include "scene/vtk_bytes.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

// --- numbers ----------------------------------------------------------------------------------------------------------

static uint64_t whole_of(const unsigned char *from, int size, bool big_endian)
{
    uint64_t whole = 0;
    for (int i = 0; i < size; i++)
        whole = whole << 8 | from[big_endian ? i : size - 1 - i];
    return whole;
}

static double real_of(uint64_t bits, int size)
{
    if (size == 8) {
        double real;
        memcpy(&real, &bits, sizeof real);
        return real;
    }
    const uint32_t half = (uint32_t)bits;
    float single;
    memcpy(&single, &half, sizeof single);
    return single;
}

// The top bit of a number of `size` bytes has the value -2^(8 size - 1).
static double signed_of(uint64_t bits, int size)
{
    const uint64_t top = UINT64_C(1) << (8 * size - 1);
    return bits & top ? -(double)(top - (bits & (top - 1))) : (double)bits;
}

void vtk_convert(vtk_type type, bool big_endian, const unsigned char *from, int64_t count,
                 double *to)
{
    for (int64_t i = 0; i < count; i++) {
        const uint64_t bits = whole_of(from + i * type.size, type.size, big_endian);
        to[i] = type.kind == VTK_REAL     ? real_of(bits, type.size)
                : type.kind == VTK_SIGNED ? signed_of(bits, type.size)
                                          : (double)bits;
    }
}

// --- streams ----------------------------------------------------------------------------------------------------------

static int digit_of(char sign)
{
    if (sign >= 'A' && sign <= 'Z')
        return sign - 'A';
    if (sign >= 'a' && sign <= 'z')
        return sign - 'a' + 26;
    if (sign >= '0' && sign <= '9')
        return sign - '0' + 52;
    return sign == '+' ? 62 : sign == '/' ? 63 : -1;
}

static bool is_blank(char sign)
{
    return sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r';
}

// The next four signs become up to three bytes; false: there are none, or they are no base64.
static bool decode_group(vtk_stream *from)
{
    uint32_t bits = 0;
    int signs = 0;
    int padding = 0;
    while (signs < 4) {
        while (from->at < from->end && is_blank(*from->at))
            from->at++;
        if (from->at == from->end)
            return false;
        const char sign = *from->at++;
        const int digit = digit_of(sign);
        padding += sign == '=';
        if ((digit < 0 && sign != '=') || (digit >= 0 && padding > 0))
            return false;
        bits = bits << 6 | (uint32_t)(digit < 0 ? 0 : digit);
        signs++;
    }
    if (padding > 2)
        return false;
    from->keeps = 3 - padding;
    for (int i = 0; i < from->keeps; i++)
        from->kept[i] = (unsigned char)(bits >> (16 - 8 * i));
    return true;
}

static bool stream_read(vtk_stream *from, unsigned char *to, size_t size)
{
    if (!from->base64) {
        if ((size_t)(from->end - from->at) < size)
            return false;
        memcpy(to, from->at, size);
        from->at += size;
        return true;
    }
    while (size > 0) {
        if (from->keeps == 0 && !decode_group(from))
            return false;
        const size_t given = size < (size_t)from->keeps ? size : (size_t)from->keeps;
        memcpy(to, from->kept, given);
        memmove(from->kept, from->kept + given, sizeof from->kept - given);
        from->keeps -= (int)given;
        to += given;
        size -= given;
    }
    return true;
}

// No more bytes than these can be left.
static uint64_t stream_left(const vtk_stream *from)
{
    return (uint64_t)(from->end - from->at) + 3;
}

static bool read_count(const vtk_packing *how, vtk_stream *from, uint64_t *count)
{
    unsigned char bytes[8];
    if (!stream_read(from, bytes, (size_t)how->header_size))
        return false;
    *count = whole_of(bytes, how->header_size, how->big_endian);
    return true;
}

// --- arrays -----------------------------------------------------------------------------------------------------------

static const char cut_hint[] = "the file may be cut off or damaged; save it anew";

static scree_status cut_off(const vtk_job *job, const vtk_field *field)
{
    return vtk_fail(job, cut_hint, "the data of the array '%.60s' cannot be read",
                    field->name ? field->name : "points");
}

// The bytes of an array that is not packed: their number, then they.
static scree_status read_plain(const vtk_job *job, const vtk_packing *how, vtk_stream *from,
                               const vtk_field *field, unsigned char **bytes, uint64_t *size)
{
    if (!read_count(how, from, size) || *size > stream_left(from))
        return cut_off(job, field);
    *bytes = malloc(*size ? *size : 1);
    if (!*bytes)
        return fail_memory(job->error, job->path);
    return stream_read(from, *bytes, *size) ? SCREE_OK : cut_off(job, field);
}

// The sizes of the blocks: how many, of each before packing, of the last (0: as the others), of each when packed.
typedef struct block_sizes {
    uint64_t count, whole, last;
    uint64_t *packed;
} block_sizes;

static const uint64_t most_packing = 1040; // zlib packs at most 1032 to one

static bool read_sizes(const vtk_packing *how, vtk_stream *from, block_sizes *sizes, bool *room)
{
    *room = true;
    if (!read_count(how, from, &sizes->count) || !read_count(how, from, &sizes->whole) ||
        !read_count(how, from, &sizes->last))
        return false;
    if (sizes->count > stream_left(from) / (uint64_t)how->header_size ||
        sizes->last > sizes->whole || sizes->whole > UINT32_MAX)
        return false;
    sizes->packed = malloc((size_t)(sizes->count + 1) * sizeof *sizes->packed);
    *room = sizes->packed != NULL;
    for (uint64_t i = 0; *room && i < sizes->count; i++) {
        if (!read_count(how, from, &sizes->packed[i]))
            return false;
    }
    return *room;
}

static bool unpack_block(vtk_stream *from, uint64_t packed, unsigned char *to, uint64_t size)
{
    if (packed > stream_left(from))
        return false;
    unsigned char *bytes = malloc(packed ? packed : 1);
    uLongf came = size;
    const bool good = bytes && stream_read(from, bytes, packed) &&
                      uncompress(to, &came, bytes, packed) == Z_OK && came == size;
    free(bytes);
    return good;
}

static scree_status read_blocks(const vtk_job *job, const vtk_packing *how, vtk_stream *from,
                                const vtk_field *field, unsigned char **bytes, uint64_t *size)
{
    block_sizes sizes = {0};
    bool room;
    bool good = read_sizes(how, from, &sizes, &room);
    *size = 0;
    if (good && sizes.count > 0) {
        const uint64_t last = sizes.last ? sizes.last : sizes.whole;
        *size = (sizes.count - 1) * sizes.whole + last;
        good = *size <= most_packing * stream_left(from);
    }
    if (good) {
        *bytes = malloc(*size ? *size : 1);
        room = *bytes != NULL;
    }
    for (uint64_t i = 0; good && room && i < sizes.count; i++) {
        const uint64_t begin = i * sizes.whole;
        const uint64_t part = i + 1 < sizes.count ? sizes.whole : *size - begin;
        good = unpack_block(from, sizes.packed[i], *bytes + begin, part);
    }
    free(sizes.packed);
    if (!room)
        return fail_memory(job->error, job->path);
    return good ? SCREE_OK : cut_off(job, field);
}

scree_status vtk_read_array(const vtk_job *job, const vtk_packing *how, vtk_type type,
                            vtk_stream *from, vtk_field *field)
{
    unsigned char *bytes = NULL;
    uint64_t size = 0;
    scree_status status = how->packed ? read_blocks(job, how, from, field, &bytes, &size)
                                      : read_plain(job, how, from, field, &bytes, &size);
    const uint64_t of_tuple = (uint64_t)type.size * (uint64_t)field->components;
    if (!status && size % of_tuple != 0)
        status = cut_off(job, field);
    if (!status) {
        field->tuples = (int64_t)(size / of_tuple);
        field->value = malloc(size ? size / (uint64_t)type.size * sizeof *field->value : 1);
        if (!field->value)
            status = fail_memory(job->error, job->path);
    }
    if (!status)
        vtk_convert(type, how->big_endian, bytes, (int64_t)(size / (uint64_t)type.size),
                    field->value);
    free(bytes);
    return status;
}

bool vtk_read_number(const char *at, double *value, const char **end)
{
    static const char *const words[] = {"nan", "-nan", "inf", "-inf"};
    static const double values[] = {NAN, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 4; i++) {
        const size_t length = strlen(words[i]);
        if (strncasecmp(at, words[i], length) != 0)
            continue;
        *value = values[i];
        *end = at + length;
        return true;
    }
    return text_number(at, value, end);
}

scree_status vtk_read_words(const vtk_job *job, const char *at, const char *end, vtk_field *field)
{
    int64_t count = 0;
    int64_t room = 0;
    for (;;) {
        while (at < end && is_blank(*at))
            at++;
        if (at == end)
            break;
        if (count == room) {
            room = room ? 2 * room : 1024;
            double *grown = realloc(field->value, (size_t)room * sizeof *grown);
            if (!grown)
                return fail_memory(job->error, job->path);
            field->value = grown;
        }
        if (!vtk_read_number(at, &field->value[count], &at) || (at < end && !is_blank(*at))) {
            return vtk_fail(job, "write decimal numbers such as 1.5e-3",
                            "the array '%.60s' has something that is not a number",
                            field->name ? field->name : "points");
        }
        count++;
    }
    if (count % field->components != 0)
        return cut_off(job, field);
    if (!field->value)
        field->value = malloc(1);
    if (!field->value)
        return fail_memory(job->error, job->path);
    field->tuples = count / field->components;
    return SCREE_OK;
}
