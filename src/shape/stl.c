// stl.c - see stl.h.
//
// A file is binary when its length is exactly 84 + 50 n bytes for the n at byte 80, whatever its first word is (many
// binary writers begin the header with "solid"). Otherwise it is text when it begins with "solid" and holds no zero
// byte near its start; anything else is a damaged binary file.
#include "shape/stl.h"

#include "base/memory.h"
#include "shape/mesh_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEADER = 84, RECORD = 50 };

static const stl_unit units[] = {{"m", 0, 1},   {"cm", -2, 1},   {"mm", -3, 1},
                                 {"um", -6, 1}, {"in", -4, 254}, {"ft", -4, 3048}};

const stl_unit *stl_unit_find(const char *name)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (!strcmp(units[i].name, name))
            return &units[i];
    }
    return NULL;
}

void stl_clear(stl_soup *soup)
{
    free(soup->corner);
    free(soup->section);
    mesh_sections_clear(&soup->sections);
    memset(soup, 0, sizeof *soup);
}

// Counts a facet whose stored normal (zero: none given) looks against its corners.
static bool is_opposed(v3 normal, const v3 *corner)
{
    return v3_dot(normal, v3_triangle(corner[0], corner[1], corner[2])) < 0;
}

// ---- binary

static uint32_t little_u32(const unsigned char *bytes)
{
    return mesh_input_whole(bytes, 4, false);
}

static double little_float(const unsigned char *bytes)
{
    return mesh_input_float(bytes, false);
}

static v3 little_v3(const unsigned char *bytes)
{
    return v3_make(little_float(bytes), little_float(bytes + 4), little_float(bytes + 8));
}

static bool is_finite(v3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static scree_status parse_binary(const unsigned char *bytes, const char *name, const stl_unit *unit,
                                 stl_soup *soup, scree_error *error)
{
    char where[320];
    uint32_t count = little_u32(bytes + 80);
    if (!count) {
        return fail(error, SCREE_BAD_INPUT, name, "export the mesh again",
                    "the file holds no facets");
    }
    if (count > MESH_FACETS_MOST) {
        return fail(error, SCREE_BAD_INPUT, name, "simplify the mesh", "%u facets are more than %d",
                    count, MESH_FACETS_MOST);
    }
    soup->corner = malloc((size_t)count * 3 * sizeof *soup->corner);
    if (!soup->corner)
        return fail_memory(error, name);
    soup->facets = (int32_t)count;
    soup->binary = true;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *record = bytes + HEADER + (size_t)i * RECORD;
        v3 *corner = soup->corner + 3 * (size_t)i;
        for (int k = 0; k < 3; k++) {
            v3 vertex = little_v3(record + 12 + 12 * k);
            if (!is_finite(vertex)) {
                snprintf(where, sizeof where, "%.250s: byte %zu", name,
                         HEADER + (size_t)i * RECORD + 12 + 12 * (size_t)k);
                return fail(error, SCREE_BAD_INPUT, where, "export the mesh again",
                            "corner %d of facet %u is not a finite number", k + 1, i + 1);
            }
            corner[k] =
                v3_make(mesh_input_metres(unit, vertex.x), mesh_input_metres(unit, vertex.y),
                        mesh_input_metres(unit, vertex.z));
        }
        soup->opposed += is_opposed(little_v3(record), corner);
    }
    return SCREE_OK;
}

// ---- ascii

typedef struct reader {
    mesh_words words;
    const stl_unit *unit;
    v3 *corner;
    int64_t corners, room;
    int32_t opposed;
    mesh_sections sections;
    int32_t *section; // of each facet
    int64_t section_room;
} reader;

static scree_status fault(reader *reader, const char *hint, const char *what, const char *detail)
{
    return mesh_words_fault(&reader->words, hint, what, detail);
}

static scree_status expect(reader *reader, const char *word)
{
    char what[160];
    if (!mesh_words_next(&reader->words)) {
        snprintf(what, sizeof what, "the file ends where '%s' should stand", word);
        return fault(reader, "the file is cut short; copy or export it again", what, NULL);
    }
    if (!strcasecmp(reader->words.word, word))
        return SCREE_OK;
    snprintf(what, sizeof what, "expected '%s', found", word);
    return fault(reader, "this is not the order of words of an ascii STL file; export it again",
                 what, reader->words.word);
}

static scree_status read_v3(reader *reader, int shift, v3 *out)
{
    double value[3];
    for (int i = 0; i < 3; i++) {
        if (!mesh_words_next(&reader->words)) {
            return fault(reader, "the file is cut short; copy or export it again",
                         "the file ends inside a facet", NULL);
        }
        if (!mesh_words_number(&reader->words, shift, &value[i])) {
            return fault(reader, "write a finite decimal number",
                         "not a number that can be used:", reader->words.word);
        }
    }
    *out = v3_make(value[0], value[1], value[2]);
    return SCREE_OK;
}

static scree_status make_room(reader *reader)
{
    if (reader->corners + 3 <= reader->room)
        return SCREE_OK;
    if (reader->corners / 3 >= MESH_FACETS_MOST)
        return fault(reader, "simplify the mesh", "too many facets", NULL);
    int64_t room = reader->room ? 2 * reader->room : 3 * 256;
    v3 *grown = realloc(reader->corner, (size_t)room * sizeof *grown);
    if (!grown)
        return fail_memory(reader->words.error, reader->words.name);
    reader->corner = grown;
    reader->room = room;
    if (!MEM_GROW(reader->section, reader->section_room, room / 3))
        return fail_memory(reader->words.error, reader->words.name);
    return SCREE_OK;
}

// "facet" is already read: normal, loop, three vertices, ends.
static scree_status read_facet(reader *reader)
{
    static const char *const before[] = {"outer", "loop"};
    static const char *const after[] = {"endloop", "endfacet"};
    v3 normal;
    scree_status status = make_room(reader);
    if (!status)
        status = expect(reader, "normal");
    if (!status)
        status = read_v3(reader, 0, &normal);
    for (int i = 0; !status && i < 2; i++)
        status = expect(reader, before[i]);
    v3 *corner = reader->corner + reader->corners;
    for (int k = 0; !status && k < 3; k++) {
        status = expect(reader, "vertex");
        if (!status)
            status = read_v3(reader, reader->unit->exponent, &corner[k]);
        if (!status)
            corner[k] = v3_scale(reader->unit->factor, corner[k]);
    }
    for (int i = 0; !status && i < 2; i++)
        status = expect(reader, after[i]);
    if (status)
        return status;
    const int32_t section = mesh_sections_take(&reader->sections);
    if (section < 0)
        return fail_memory(reader->words.error, reader->words.name);
    reader->section[reader->corners / 3] = section;
    reader->opposed += is_opposed(normal, corner);
    reader->corners += 3;
    return SCREE_OK;
}

// One or more solids, one after the other.
static scree_status read_solids(reader *reader)
{
    char name[MESH_LINE_MOST];
    while (mesh_words_next(&reader->words)) {
        if (strcasecmp(reader->words.word, "solid")) {
            return fault(reader, "a solid begins with the word 'solid'", "unexpected",
                         reader->words.word);
        }
        mesh_words_rest(&reader->words, name);
        if (!mesh_sections_begin(&reader->sections, name))
            return fail_memory(reader->words.error, reader->words.name);
        for (;;) {
            if (!mesh_words_next(&reader->words)) {
                return fault(reader, "the file is cut short; copy or export it again",
                             "the file ends without 'endsolid'", NULL);
            }
            if (!strcasecmp(reader->words.word, "endsolid"))
                break;
            if (strcasecmp(reader->words.word, "facet")) {
                return fault(reader, "inside a solid stand only facets",
                             "expected 'facet' or 'endsolid', found", reader->words.word);
            }
            scree_status status = read_facet(reader);
            if (status)
                return status;
        }
        mesh_words_skip_line(&reader->words);
    }
    if (!reader->corners) {
        return fail(reader->words.error, SCREE_BAD_INPUT, reader->words.name,
                    "export the mesh again", "the file holds no facets");
    }
    return SCREE_OK;
}

static scree_status parse_ascii(const char *bytes, size_t size, const char *name,
                                const stl_unit *unit, stl_soup *soup, scree_error *error)
{
    reader reader = {
        .words = {.at = bytes, .end = bytes + size, .line = 1, .name = name, .error = error},
        .unit = unit};
    scree_status status = read_solids(&reader);
    soup->corner = reader.corner;
    soup->facets = (int32_t)(reader.corners / 3);
    soup->opposed = reader.opposed;
    soup->sections = reader.sections;
    soup->section = reader.section;
    return status;
}

// ---- either

static bool is_blank(char sign)
{
    return sign == ' ' || (sign >= '\t' && sign <= '\r');
}

static bool looks_like_text(const char *bytes, size_t size)
{
    size_t i = 0;
    while (i < size && is_blank(bytes[i]))
        i++;
    if (size - i < 5 || strncasecmp(bytes + i, "solid", 5))
        return false;
    return !memchr(bytes, 0, size < 512 ? size : 512);
}

static scree_status refuse_binary(const char *bytes, size_t size, const char *name,
                                  scree_error *error)
{
    char where[320];
    if (!size)
        return fail(error, SCREE_BAD_INPUT, name, "export the mesh again", "the file is empty");
    if (size < HEADER) {
        return fail(error, SCREE_BAD_INPUT, name, "give a mesh in STL format",
                    "not an STL file: it does not begin with 'solid' and %zu bytes are too few for "
                    "the binary form",
                    size);
    }
    uint32_t count = little_u32((const unsigned char *)bytes + 80);
    snprintf(where, sizeof where, "%.280s: byte 80", name);
    return fail(error, SCREE_BAD_INPUT, where,
                "the file is truncated or not STL; copy or export it again",
                "a binary STL file with %u facets has %llu bytes, this one has %zu", count,
                (unsigned long long)HEADER + (unsigned long long)RECORD * count, size);
}

scree_status stl_parse(const char *bytes, size_t size, const char *name, const stl_unit *unit,
                       stl_soup *soup, scree_error *error)
{
    memset(soup, 0, sizeof *soup);
    scree_status status;
    if (size >= HEADER &&
        (uint64_t)size == HEADER + (uint64_t)RECORD * little_u32((const unsigned char *)bytes + 80))
        status = parse_binary((const unsigned char *)bytes, name, unit, soup, error);
    else if (looks_like_text(bytes, size))
        status = parse_ascii(bytes, size, name, unit, soup, error);
    else
        status = refuse_binary(bytes, size, name, error);
    if (status)
        stl_clear(soup);
    return status;
}
