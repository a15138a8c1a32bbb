// ply.c - PLY, ascii and binary of both byte orders: the points of `vertex` and the lists of `face`, whatever other
// elements and properties stand around them.
//
// Format: G. Turk, The PLY polygon file format (1994).
#include "shape/mesh_input.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS_MOST = 32, PROPERTIES_MOST = 64, NAME_MOST = 32 };

typedef enum ply_form { PLY_ASCII, PLY_LITTLE, PLY_BIG } ply_form;
typedef enum ply_type { I8, U8, I16, U16, I32, U32, F32, F64, NO_TYPE } ply_type;
static const int type_size[] = {1, 1, 2, 2, 4, 4, 4, 8};

// What a property is for.
typedef enum ply_use { USE_NONE, USE_X, USE_Y, USE_Z, USE_CORNERS } ply_use;

typedef struct ply_property {
    ply_type type, counted_by; // counted_by: NO_TYPE where it is no list
    ply_use use;
} ply_property;

typedef struct ply_element {
    char name[NAME_MOST];
    int64_t count, line;
    ply_property property[PROPERTIES_MOST];
    int properties;
} ply_element;

typedef struct ply_reader {
    mesh_words words; // at: also where binary data are read
    const char *begin;
    mesh_gather gather;
    const mesh_unit *unit;
    mesh_soup *soup;
    ply_form form;
    ply_element element[ELEMENTS_MOST];
    int elements;
} ply_reader;

static const char short_file[] = "the file is cut short; copy or export it again";

bool ply_begins(const char *bytes, size_t size)
{
    return size >= 4 && !memcmp(bytes, "ply", 3) && (bytes[3] == '\n' || bytes[3] == '\r');
}

// ---- the header

static ply_type type_called(const char *word)
{
    static const struct {
        const char *name;
        ply_type type;
    } list[] = {{"char", I8},   {"int8", I8},     {"uchar", U8},   {"uint8", U8},
                {"short", I16}, {"int16", I16},   {"ushort", U16}, {"uint16", U16},
                {"int", I32},   {"int32", I32},   {"uint", U32},   {"uint32", U32},
                {"float", F32}, {"float32", F32}, {"double", F64}, {"float64", F64}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (!strcmp(word, list[i].name))
            return list[i].type;
    return NO_TYPE;
}

static scree_status header_fault(ply_reader *r, const char *what, const char *detail)
{
    return mesh_words_fault(&r->words, "the header of the PLY file is damaged; export it again",
                            what, detail);
}

static scree_status read_format(ply_reader *r)
{
    static const char *const form[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    static const char *const words[] = {"ascii PLY", "binary PLY, little-endian",
                                        "binary PLY, big-endian"};
    mesh_words_next_here(&r->words);
    for (int i = 0; i < 3; i++) {
        if (strcmp(r->words.word, form[i]) != 0)
            continue;
        r->form = (ply_form)i;
        r->soup->format = words[i];
        mesh_words_next_here(&r->words);
        return strcmp(r->words.word, "1.0")
                   ? header_fault(r, "the version of the format is not 1.0 but", r->words.word)
                   : SCREE_OK;
    }
    return header_fault(r, "the format is not ascii, binary_little_endian or binary_big_endian but",
                        r->words.word);
}

static scree_status read_element(ply_reader *r)
{
    if (r->elements == ELEMENTS_MOST)
        return header_fault(r, "too many elements", NULL);
    ply_element *e = &r->element[r->elements];
    memset(e, 0, sizeof *e);
    e->line = r->words.line;
    if (!mesh_words_next_here(&r->words))
        return header_fault(r, "an element without a name", NULL);
    snprintf(e->name, sizeof e->name, "%.31s", r->words.word);
    double count;
    if (!mesh_words_next_here(&r->words) || !mesh_words_number(&r->words, 0, &count) || count < 0 ||
        count > 4e9 || count != floor(count))
        return header_fault(r, "an element without a count that can be used:", r->words.word);
    e->count = (int64_t)count;
    r->elements++;
    return SCREE_OK;
}

static ply_use use_of(const ply_element *e, const char *name, bool is_list)
{
    static const char *const axis[] = {"x", "y", "z"};
    if (!strcmp(e->name, "vertex") && !is_list)
        for (int k = 0; k < 3; k++)
            if (!strcmp(name, axis[k]))
                return (ply_use)(USE_X + k);
    if (!strcmp(e->name, "face") && is_list &&
        (!strcmp(name, "vertex_indices") || !strcmp(name, "vertex_index")))
        return USE_CORNERS;
    return USE_NONE;
}

static scree_status read_property(ply_reader *r)
{
    if (!r->elements)
        return header_fault(r, "a property in front of the first element", NULL);
    ply_element *e = &r->element[r->elements - 1];
    if (e->properties == PROPERTIES_MOST)
        return header_fault(r, "too many properties", NULL);
    ply_property *p = &e->property[e->properties];
    *p = (ply_property){NO_TYPE, NO_TYPE, USE_NONE};
    mesh_words_next_here(&r->words);
    const bool is_list = !strcmp(r->words.word, "list");
    if (is_list) {
        mesh_words_next_here(&r->words);
        p->counted_by = type_called(r->words.word);
        if (p->counted_by > U32)
            return header_fault(r, "a list is not counted by a whole number but by", r->words.word);
        mesh_words_next_here(&r->words);
    }
    p->type = type_called(r->words.word);
    if (p->type == NO_TYPE)
        return header_fault(r, "unknown type of number:", r->words.word);
    if (!mesh_words_next_here(&r->words))
        return header_fault(r, "a property without a name", NULL);
    p->use = use_of(e, r->words.word, is_list);
    if (p->use == USE_CORNERS && p->type > U32)
        return header_fault(r, "the corners of faces are no whole numbers", NULL);
    for (int i = 0; i < e->properties && p->use; i++)
        if (e->property[i].use == p->use)
            return header_fault(r, "a property stands twice:", r->words.word);
    e->properties++;
    return SCREE_OK;
}

static bool uses(const ply_element *e, ply_use use)
{
    for (int i = 0; i < e->properties; i++)
        if (e->property[i].use == use)
            return true;
    return false;
}

// Is everything there that a surface needs?
static scree_status check_header(ply_reader *r)
{
    const ply_element *vertex = NULL;
    const ply_element *face = NULL;
    bool strips = false;
    for (int i = 0; i < r->elements; i++) {
        const ply_element *e = &r->element[i];
        const ply_element **known = !strcmp(e->name, "vertex") ? &vertex
                                    : !strcmp(e->name, "face") ? &face
                                                               : NULL;
        strips |= !strcmp(e->name, "tristrips");
        if (!known)
            continue;
        if (*known)
            return header_fault(r, "an element stands twice:", e->name);
        *known = e;
    }
    if (!vertex || !uses(vertex, USE_X) || !uses(vertex, USE_Y) || !uses(vertex, USE_Z))
        return header_fault(r, "there is no element 'vertex' with properties x, y and z", NULL);
    if (strips && (!face || !face->count))
        return mesh_words_fault(&r->words, "export the surface as faces",
                                "triangle strips are not read", NULL);
    if (!face || !uses(face, USE_CORNERS))
        return mesh_words_fault(&r->words,
                                "a cloud of points has no surface; give a mesh with faces",
                                "there is no element 'face' with a list vertex_indices", NULL);
    return SCREE_OK;
}

static scree_status read_header(ply_reader *r)
{
    bool formed = false;
    mesh_words_next(&r->words); // ply
    for (;;) {
        scree_status status = SCREE_OK;
        if (!mesh_words_next(&r->words))
            return mesh_words_fault(&r->words, short_file, "the header has no end", NULL);
        const char *word = r->words.word;
        if (!strcmp(word, "end_header"))
            break;
        if (!strcmp(word, "format")) {
            status = read_format(r);
            formed = true;
        } else if (!strcmp(word, "element"))
            status = read_element(r);
        else if (!strcmp(word, "property"))
            status = read_property(r);
        else if (strcmp(word, "comment") != 0 && strcmp(word, "obj_info") != 0)
            status = header_fault(r, "no word of a PLY header:", word);
        if (status)
            return status;
        mesh_words_skip_line(&r->words);
    }
    if (!formed)
        return header_fault(r, "the header does not say the format", NULL);
    if (r->form != PLY_ASCII && r->words.at < r->words.end) {
        const char first = *r->words.at++;
        if (first == '\r' && r->words.at < r->words.end && *r->words.at == '\n')
            r->words.at++;
    }
    return check_header(r);
}

// ---- the data

static int64_t place_of(const ply_reader *r)
{
    return r->form == PLY_ASCII ? r->words.line : (int64_t)(r->words.at - r->begin);
}

static double binary_number(const unsigned char *p, ply_type type, bool big)
{
    switch (type) {
    case I8:
        return (int8_t)p[0];
    case U8:
        return p[0];
    case I16:
        return (int16_t)(uint16_t)mesh_input_whole(p, 2, big);
    case U16:
        return mesh_input_whole(p, 2, big);
    case I32:
        return (int32_t)mesh_input_whole(p, 4, big);
    case U32:
        return mesh_input_whole(p, 4, big);
    case F32:
        return mesh_input_float(p, big);
    default:
        return mesh_input_double(p, big);
    }
}

// The next number. `metres`: it is a length, and comes back in metres.
static scree_status read_number(ply_reader *r, ply_type type, bool metres, double *out)
{
    if (r->form == PLY_ASCII) {
        if (!mesh_words_next(&r->words))
            return mesh_words_fault(&r->words, short_file, "the file ends inside its data", NULL);
        if (!mesh_words_number(&r->words, metres ? r->unit->exponent : 0, out))
            return mesh_words_fault(&r->words, "write a finite decimal number",
                                    "not a number that can be used:", r->words.word);
        if (metres)
            *out *= r->unit->factor;
        return SCREE_OK;
    }
    if (r->words.end - r->words.at < type_size[type])
        return mesh_gather_fault(&r->gather, place_of(r), short_file,
                                 "the file ends inside its data");
    *out = binary_number((const unsigned char *)r->words.at, type, r->form == PLY_BIG);
    if (metres && !isfinite(*out))
        return mesh_gather_fault(&r->gather, place_of(r), "export the mesh again",
                                 "a coordinate of point %lld is not a finite number",
                                 (long long)(r->gather.points + 1));
    if (metres)
        *out = mesh_input_metres(r->unit, *out);
    r->words.at += type_size[type];
    return SCREE_OK;
}

static scree_status read_whole(ply_reader *r, ply_type type, int64_t *out)
{
    double value;
    const int64_t place = place_of(r);
    scree_status status = read_number(r, type, false, &value);
    if (status)
        return status;
    if (!(value >= 0 && value < 4294967296.0 && value == floor(value)))
        return mesh_gather_fault(&r->gather, r->form == PLY_ASCII ? r->words.line : place,
                                 "the file is damaged; export it again",
                                 "%g is no count and no number of a point", value);
    *out = (int64_t)value;
    return SCREE_OK;
}

static scree_status read_list(ply_reader *r, const ply_property *p)
{
    int64_t count;
    int64_t index;
    const int64_t place = place_of(r);
    scree_status status = read_whole(r, p->counted_by, &count);
    const bool corners = p->use == USE_CORNERS;
    if (!status && corners)
        status = mesh_gather_face(&r->gather, r->form == PLY_ASCII ? r->words.line : place);
    for (int64_t i = 0; !status && i < count; i++) {
        double value;
        status = corners ? read_whole(r, p->type, &index) : read_number(r, p->type, false, &value);
        if (!status && corners)
            status = mesh_gather_corner(&r->gather, index);
    }
    return status;
}

static scree_status read_item(ply_reader *r, const ply_element *e)
{
    double x[3] = {0, 0, 0};
    double value;
    scree_status status = SCREE_OK;
    for (int i = 0; !status && i < e->properties; i++) {
        const ply_property *p = &e->property[i];
        const bool coordinate = p->use >= USE_X && p->use <= USE_Z;
        if (p->counted_by != NO_TYPE)
            status = read_list(r, p);
        else
            status = read_number(r, p->type, coordinate, coordinate ? &x[p->use - USE_X] : &value);
    }
    if (!status && !strcmp(e->name, "vertex"))
        status = mesh_gather_point(&r->gather, v3_make(x[0], x[1], x[2]));
    return status;
}

static scree_status read_data(ply_reader *r)
{
    for (int i = 0; i < r->elements; i++) {
        const ply_element *e = &r->element[i];
        if (!e->properties)
            continue;
        // Every item takes a byte or more: counts that no file of this size can hold are found before the work.
        if (e->count > r->words.end - r->words.at)
            return mesh_gather_fault(&r->gather, place_of(r), short_file,
                                     "%lld items of '%s' do not fit into the file",
                                     (long long)e->count, e->name);
        for (int64_t k = 0; k < e->count; k++) {
            scree_status status = read_item(r, e);
            if (status)
                return status;
        }
    }
    return SCREE_OK;
}

scree_status ply_parse(const char *bytes, size_t size, const char *name, const mesh_unit *unit,
                       mesh_soup *soup, scree_error *error)
{
    ply_reader *r = calloc(1, sizeof *r);
    if (!r)
        return fail_memory(error, name);
    r->words =
        (mesh_words){.at = bytes, .end = bytes + size, .line = 1, .name = name, .error = error};
    r->begin = bytes;
    r->gather = (mesh_gather){.name = name, .error = error};
    r->unit = unit;
    r->soup = soup;
    scree_status status = read_header(r);
    r->gather.bytes = r->form != PLY_ASCII;
    if (!status)
        status = read_data(r);
    if (!status)
        status = mesh_gather_cut(&r->gather, soup);
    mesh_gather_clear(&r->gather);
    free(r);
    return status;
}
