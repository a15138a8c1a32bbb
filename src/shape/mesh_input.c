// mesh_input.c - see mesh_input.h.
#include "shape/mesh_input.h"

#include "base/memory.h"
#include "base/read_file.h"
#include "base/text.h"
#include "shape/polygon.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BENT 1e-4 // of a face's size: more than the rounding of coordinates in single precision

// ---- files

scree_status mesh_input_load(const char *path, char **bytes, size_t *size, scree_error *error)
{
    int number;
    const read_verdict verdict = read_file(path, READ_MOST_MESH, bytes, size, &number);
    if (verdict == READ_GOOD)
        return SCREE_OK;
    if (verdict == READ_NO_MEMORY)
        return fail_memory(error, path);
    if (verdict == READ_FAILED && number == ENOENT) {
        return fail(error, SCREE_IO, path,
                    "check the path; in a case it is taken relative to the case file",
                    "cannot open the mesh");
    }
    if (verdict == READ_FAILED) {
        return fail(error, SCREE_IO, path, "check that it is a readable file",
                    "cannot read the mesh: %s", strerror(number));
    }
    return fail(error, SCREE_IO, path, "give an STL, PLY or OBJ file",
                "cannot read the mesh: it %s", read_verdict_words(verdict));
}

// ---- words

static bool is_blank(char sign)
{
    const bool ends_line = sign == '\r' || sign == '\n' || sign == '\v' || sign == '\f';
    return ends_line || sign == ' ' || sign == '\t';
}

static bool take_word(mesh_words *words)
{
    size_t length = 0;
    words->cut = false;
    for (; words->at < words->end && !is_blank(*words->at); words->at++) {
        if (length + 1 < sizeof words->word)
            words->word[length++] = *words->at >= 32 && *words->at < 127 ? *words->at : '?';
        else
            words->cut = true;
    }
    words->word[length] = 0;
    return length > 0;
}

bool mesh_words_next(mesh_words *words)
{
    while (words->at < words->end && is_blank(*words->at))
        words->line += *words->at++ == '\n';
    return take_word(words);
}

// A backslash with nothing but the end of the line behind it.
static const char *behind_continuation(const mesh_words *words)
{
    const char *at = words->at + 1;
    if (at < words->end && *at == '\r')
        at++;
    return at < words->end && *at == '\n' ? at + 1 : NULL;
}

bool mesh_words_next_here(mesh_words *words)
{
    while (words->at < words->end && *words->at != '\n') {
        const char *next = *words->at == '\\' ? behind_continuation(words) : NULL;
        if (next) {
            words->at = next;
            words->line++;
        } else if (is_blank(*words->at))
            words->at++;
        else
            return take_word(words);
    }
    words->word[0] = 0;
    return false;
}

void mesh_words_skip_line(mesh_words *words)
{
    while (words->at < words->end && *words->at != '\n')
        words->at++;
}

void mesh_words_rest(mesh_words *words, char out[MESH_LINE_MOST])
{
    size_t length = 0;
    while (words->at < words->end && *words->at != '\n' && is_blank(*words->at))
        words->at++;
    for (; words->at < words->end && *words->at != '\n'; words->at++) {
        const char sign = *words->at;
        const bool shown = sign >= 32 && sign < 127;
        if (length + 1 < MESH_LINE_MOST)
            out[length++] = is_blank(sign) ? ' ' : shown ? sign : '?';
    }
    while (length && out[length - 1] == ' ')
        length--;
    out[length] = 0;
}

scree_status mesh_words_fault(const mesh_words *words, const char *hint, const char *what,
                              const char *detail)
{
    char where[320];
    snprintf(where, sizeof where, "%.280s:%lld", words->name, (long long)words->line);
    return fail(words->error, SCREE_BAD_INPUT, where, hint, "%s%s%s%s", what, detail ? " '" : "",
                detail ? detail : "", detail ? "'" : "");
}

bool mesh_words_number(const mesh_words *words, int shift, double *out)
{
    const char *end;
    return !words->cut && text_number_shifted(words->word, shift, out, &end) && !*end;
}

// ---- binary numbers

uint32_t mesh_input_whole(const unsigned char *p, int bytes, bool big_endian)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | p[big_endian ? i : bytes - 1 - i];
    return value;
}

double mesh_input_float(const unsigned char *bytes, bool big_endian)
{
    uint32_t bits = mesh_input_whole(bytes, 4, big_endian);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double mesh_input_double(const unsigned char *bytes, bool big_endian)
{
    uint64_t bits = (uint64_t)mesh_input_whole(bytes + (big_endian ? 0 : 4), 4, big_endian) << 32 |
                    mesh_input_whole(bytes + (big_endian ? 4 : 0), 4, big_endian);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double mesh_input_metres(const mesh_unit *unit, double value)
{
    double divisor = 1;
    for (int i = unit->exponent; i < 0; i++)
        divisor *= 10;
    return value * unit->factor / divisor;
}

// ---- points and faces

scree_status mesh_gather_fault(const mesh_gather *gather, int64_t place, const char *hint,
                               const char *what, ...)
{
    char where[320];
    char text[256];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    snprintf(where, sizeof where, gather->bytes ? "%.280s: byte %lld" : "%.280s:%lld", gather->name,
             (long long)place);
    return fail(gather->error, SCREE_BAD_INPUT, where, hint, "%s", text);
}

scree_status mesh_gather_point(mesh_gather *gather, v3 point)
{
    if (!MEM_GROW(gather->point, gather->point_room, gather->points + 1))
        return fail_memory(gather->error, gather->name);
    gather->point[gather->points++] = point;
    return SCREE_OK;
}

scree_status mesh_gather_face(mesh_gather *gather, int64_t place)
{
    if (!MEM_GROW(gather->ring, gather->ring_room, gather->rings + 1))
        return fail_memory(gather->error, gather->name);
    const int32_t section = gather->names ? mesh_sections_take(&gather->sections) : 0;
    if (section < 0)
        return fail_memory(gather->error, gather->name);
    gather->ring[gather->rings++] = (mesh_ring){
        .first = gather->indices,
        .count = 0,
        .place = place,
        .section = section,
    };
    return SCREE_OK;
}

scree_status mesh_gather_corner(mesh_gather *gather, int64_t index)
{
    mesh_ring *ring = &gather->ring[gather->rings - 1];
    if (ring->count == POLYGON_CORNERS_MOST) {
        return mesh_gather_fault(gather, ring->place, "cut the face into smaller ones",
                                 "a face has more than %d corners", POLYGON_CORNERS_MOST);
    }
    if (!MEM_GROW(gather->index, gather->index_room, gather->indices + 1))
        return fail_memory(gather->error, gather->name);
    gather->index[gather->indices++] = index;
    ring->count++;
    return SCREE_OK;
}

static scree_status check_rings(const mesh_gather *gather, bool *used, int64_t *facets)
{
    *facets = 0;
    for (int64_t r = 0; r < gather->rings; r++) {
        const mesh_ring *ring = &gather->ring[r];
        if (ring->count < 3) {
            return mesh_gather_fault(gather, ring->place, "a face needs three corners or more",
                                     "face %lld has %d", (long long)(r + 1), ring->count);
        }
        for (int k = 0; k < ring->count; k++) {
            int64_t i = gather->index[ring->first + k];
            if (i < 0 || i >= gather->points) {
                return mesh_gather_fault(
                    gather, ring->place, "the file is damaged or cut short; export it again",
                    "a face names a point that does not exist: the file has %lld points",
                    (long long)gather->points);
            }
            used[i] = true;
        }
        *facets += ring->count - 2;
    }
    if (!*facets) {
        return fail(gather->error, SCREE_BAD_INPUT, gather->name, "export the mesh again",
                    "the file holds no faces");
    }
    if (*facets > MESH_FACETS_MOST) {
        return fail(gather->error, SCREE_BAD_INPUT, gather->name, "simplify the mesh",
                    "%lld triangles are more than %d", (long long)*facets, MESH_FACETS_MOST);
    }
    return SCREE_OK;
}

static scree_status cut_ring(const mesh_gather *gather, const mesh_ring *ring, v3 *corner,
                             int32_t (*triangle)[3], mesh_soup *soup)
{
    double bend;
    for (int k = 0; k < ring->count; k++)
        corner[k] = gather->point[gather->index[ring->first + k]];
    const int made = polygon_cut(corner, ring->count, triangle, &bend);
    if (made == POLYGON_NO_MEMORY)
        return fail_memory(gather->error, gather->name);
    if (made == POLYGON_CROSSED) {
        return mesh_gather_fault(gather, ring->place,
                                 "let the program that made the mesh cut it into triangles",
                                 "the outline of a face of %d corners crosses itself", ring->count);
    }
    soup->cut += ring->count > 3;
    soup->bent += bend > BENT;
    for (int t = 0; t < made; t++, soup->facets++) {
        v3 *facet = soup->corner + 3 * (size_t)soup->facets;
        for (int k = 0; k < 3; k++)
            facet[k] = corner[triangle[t][k]];
        if (soup->section)
            soup->section[soup->facets] = ring->section;
    }
    return SCREE_OK;
}

static int by_place(const void *a, const void *b)
{
    const v3 *first = a;
    const v3 *second = b;
    if (first->x != second->x)
        return first->x < second->x ? -1 : 1;
    if (first->y != second->y)
        return first->y < second->y ? -1 : 1;
    return (first->z > second->z) - (first->z < second->z);
}

// A surface with points of its own for each face, or a slip: the file does not tell, so the report does.
static scree_status count_repeated(const mesh_gather *gather, mesh_soup *soup)
{
    v3 *sorted = malloc(((size_t)gather->points + 1) * sizeof *sorted);
    if (!sorted)
        return fail_memory(gather->error, gather->name);
    if (gather->points)
        memcpy(sorted, gather->point, (size_t)gather->points * sizeof *sorted);
    qsort(sorted, (size_t)gather->points, sizeof *sorted, by_place);
    for (int64_t i = 1; i < gather->points; i++)
        soup->repeated += !by_place(&sorted[i - 1], &sorted[i]);
    free(sorted);
    return SCREE_OK;
}

scree_status mesh_gather_cut(mesh_gather *gather, mesh_soup *soup)
{
    int64_t facets = 0;
    int32_t most = 0;
    bool *used = calloc((size_t)gather->points + 1, 1);
    scree_status status =
        used ? check_rings(gather, used, &facets) : fail_memory(gather->error, gather->name);
    for (int64_t i = 0; !status && i < gather->points; i++)
        soup->unused += !used[i];
    free(used);
    if (!status)
        status = count_repeated(gather, soup);
    if (status)
        return status;
    for (int64_t ring = 0; ring < gather->rings; ring++)
        most = gather->ring[ring].count > most ? gather->ring[ring].count : most;
    soup->faces = (int32_t)gather->rings;
    soup->corner = malloc((size_t)facets * 3 * sizeof *soup->corner);
    v3 *corner = malloc((size_t)most * sizeof *corner);
    int32_t(*triangle)[3] = malloc((size_t)most * sizeof *triangle);
    if (gather->names)
        soup->section = malloc((size_t)facets * sizeof *soup->section);
    if (!soup->corner || !corner || !triangle || (gather->names && !soup->section))
        status = fail_memory(gather->error, gather->name);
    for (int64_t ring = 0; !status && ring < gather->rings; ring++)
        status = cut_ring(gather, &gather->ring[ring], corner, triangle, soup);
    if (!status && !soup->facets) {
        status = fail(gather->error, SCREE_BAD_INPUT, gather->name, "export the mesh again",
                      "no face has an area");
    }
    soup->sections = gather->sections;
    gather->sections = (mesh_sections){0};
    free(corner);
    free(triangle);
    return status;
}

void mesh_gather_clear(mesh_gather *gather)
{
    free(gather->point);
    free(gather->index);
    free(gather->ring);
    mesh_sections_clear(&gather->sections);
    memset(gather, 0, sizeof *gather);
}
