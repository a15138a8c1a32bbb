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

static scree_status header_fault(ply_reader *reader, const char *what, const char *detail)
{
    return mesh_words_fault(&reader->words,
                            "the header of the PLY file is damaged; export it again", what, detail);
}

static scree_status read_format(ply_reader *reader)
{
    static const char *const form[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    static const char *const words[] = {"ascii PLY", "binary PLY, little-endian",
                                        "binary PLY, big-endian"};
    mesh_words_next_here(&reader->words);
    for (int i = 0; i < 3; i++) {
        if (strcmp(reader->words.word, form[i]) != 0)
            continue;
        reader->form = (ply_form)i;
        reader->soup->format = words[i];
        mesh_words_next_here(&reader->words);
        return strcmp(reader->words.word, "1.0")
                   ? header_fault(reader, "the version of the format is not 1.0 but",
                                  reader->words.word)
                   : SCREE_OK;
    }
    return header_fault(reader,
                        "the format is not ascii, binary_little_endian or binary_big_endian but",
                        reader->words.word);
}

static scree_status read_element(ply_reader *reader)
{
    if (reader->elements == ELEMENTS_MOST)
        return header_fault(reader, "too many elements", NULL);
    ply_element *element = &reader->element[reader->elements];
    memset(element, 0, sizeof *element);
    element->line = reader->words.line;
    if (!mesh_words_next_here(&reader->words))
        return header_fault(reader, "an element without a name", NULL);
    snprintf(element->name, sizeof element->name, "%.31s", reader->words.word);
    double count;
    if (!mesh_words_next_here(&reader->words) || !mesh_words_number(&reader->words, 0, &count) ||
        count < 0 || count > 4e9 || count != floor(count))
        return header_fault(reader,
                            "an element without a count that can be used:", reader->words.word);
    element->count = (int64_t)count;
    reader->elements++;
    return SCREE_OK;
}

static ply_use use_of(const ply_element *element, const char *name, bool is_list)
{
    static const char *const axis[] = {"x", "y", "z"};
    if (!strcmp(element->name, "vertex") && !is_list)
        for (int k = 0; k < 3; k++)
            if (!strcmp(name, axis[k]))
                return (ply_use)(USE_X + k);
    if (!strcmp(element->name, "face") && is_list &&
        (!strcmp(name, "vertex_indices") || !strcmp(name, "vertex_index")))
        return USE_CORNERS;
    return USE_NONE;
}

static scree_status read_property(ply_reader *reader)
{
    if (!reader->elements)
        return header_fault(reader, "a property in front of the first element", NULL);
    ply_element *element = &reader->element[reader->elements - 1];
    if (element->properties == PROPERTIES_MOST)
        return header_fault(reader, "too many properties", NULL);
    ply_property *property = &element->property[element->properties];
    *property = (ply_property){
        .type = NO_TYPE,
        .counted_by = NO_TYPE,
        .use = USE_NONE,
    };
    mesh_words_next_here(&reader->words);
    const bool is_list = !strcmp(reader->words.word, "list");
    if (is_list) {
        mesh_words_next_here(&reader->words);
        property->counted_by = type_called(reader->words.word);
        if (property->counted_by > U32)
            return header_fault(reader, "a list is not counted by a whole number but by",
                                reader->words.word);
        mesh_words_next_here(&reader->words);
    }
    property->type = type_called(reader->words.word);
    if (property->type == NO_TYPE)
        return header_fault(reader, "unknown type of number:", reader->words.word);
    if (!mesh_words_next_here(&reader->words))
        return header_fault(reader, "a property without a name", NULL);
    property->use = use_of(element, reader->words.word, is_list);
    if (property->use == USE_CORNERS && property->type > U32)
        return header_fault(reader, "the corners of faces are no whole numbers", NULL);
    for (int i = 0; i < element->properties && property->use; i++)
        if (element->property[i].use == property->use)
            return header_fault(reader, "a property stands twice:", reader->words.word);
    element->properties++;
    return SCREE_OK;
}

static bool uses(const ply_element *element, ply_use use)
{
    for (int i = 0; i < element->properties; i++)
        if (element->property[i].use == use)
            return true;
    return false;
}

// Is everything there that a surface needs?
static scree_status check_header(ply_reader *reader)
{
    const ply_element *vertex = NULL;
    const ply_element *face = NULL;
    bool strips = false;
    for (int i = 0; i < reader->elements; i++) {
        const ply_element *element = &reader->element[i];
        const ply_element **known = !strcmp(element->name, "vertex") ? &vertex
                                    : !strcmp(element->name, "face") ? &face
                                                                     : NULL;
        strips |= !strcmp(element->name, "tristrips");
        if (!known)
            continue;
        if (*known)
            return header_fault(reader, "an element stands twice:", element->name);
        *known = element;
    }
    if (!vertex || !uses(vertex, USE_X) || !uses(vertex, USE_Y) || !uses(vertex, USE_Z))
        return header_fault(reader, "there is no element 'vertex' with properties x, y and z",
                            NULL);
    if (strips && (!face || !face->count))
        return mesh_words_fault(&reader->words, "export the surface as faces",
                                "triangle strips are not read", NULL);
    if (!face || !uses(face, USE_CORNERS))
        return mesh_words_fault(&reader->words,
                                "a cloud of points has no surface; give a mesh with faces",
                                "there is no element 'face' with a list vertex_indices", NULL);
    return SCREE_OK;
}

static scree_status read_header(ply_reader *reader)
{
    bool formed = false;
    mesh_words_next(&reader->words); // ply
    for (;;) {
        scree_status status = SCREE_OK;
        if (!mesh_words_next(&reader->words))
            return mesh_words_fault(&reader->words, short_file, "the header has no end", NULL);
        const char *word = reader->words.word;
        if (!strcmp(word, "end_header"))
            break;
        if (!strcmp(word, "format")) {
            status = read_format(reader);
            formed = true;
        } else if (!strcmp(word, "element"))
            status = read_element(reader);
        else if (!strcmp(word, "property"))
            status = read_property(reader);
        else if (strcmp(word, "comment") != 0 && strcmp(word, "obj_info") != 0)
            status = header_fault(reader, "no word of a PLY header:", word);
        if (status)
            return status;
        mesh_words_skip_line(&reader->words);
    }
    if (!formed)
        return header_fault(reader, "the header does not say the format", NULL);
    if (reader->form != PLY_ASCII && reader->words.at < reader->words.end) {
        const char first = *reader->words.at++;
        if (first == '\r' && reader->words.at < reader->words.end && *reader->words.at == '\n')
            reader->words.at++;
    }
    return check_header(reader);
}

// ---- the data

static int64_t place_of(const ply_reader *reader)
{
    return reader->form == PLY_ASCII ? reader->words.line
                                     : (int64_t)(reader->words.at - reader->begin);
}

static double binary_number(const unsigned char *bytes, ply_type type, bool big)
{
    switch (type) {
    case I8:
        return (int8_t)bytes[0];
    case U8:
        return bytes[0];
    case I16:
        return (int16_t)(uint16_t)mesh_input_whole(bytes, 2, big);
    case U16:
        return mesh_input_whole(bytes, 2, big);
    case I32:
        return (int32_t)mesh_input_whole(bytes, 4, big);
    case U32:
        return mesh_input_whole(bytes, 4, big);
    case F32:
        return mesh_input_float(bytes, big);
    default:
        return mesh_input_double(bytes, big);
    }
}

// The next number. `metres`: it is a length, and comes back in metres.
static scree_status read_number(ply_reader *reader, ply_type type, bool metres, double *out)
{
    if (reader->form == PLY_ASCII) {
        if (!mesh_words_next(&reader->words))
            return mesh_words_fault(&reader->words, short_file, "the file ends inside its data",
                                    NULL);
        if (!mesh_words_number(&reader->words, metres ? reader->unit->exponent : 0, out))
            return mesh_words_fault(&reader->words, "write a finite decimal number",
                                    "not a number that can be used:", reader->words.word);
        if (metres)
            *out *= reader->unit->factor;
        return SCREE_OK;
    }
    if (reader->words.end - reader->words.at < type_size[type])
        return mesh_gather_fault(&reader->gather, place_of(reader), short_file,
                                 "the file ends inside its data");
    *out = binary_number((const unsigned char *)reader->words.at, type, reader->form == PLY_BIG);
    if (metres && !isfinite(*out))
        return mesh_gather_fault(&reader->gather, place_of(reader), "export the mesh again",
                                 "a coordinate of point %lld is not a finite number",
                                 (long long)(reader->gather.points + 1));
    if (metres)
        *out = mesh_input_metres(reader->unit, *out);
    reader->words.at += type_size[type];
    return SCREE_OK;
}

static scree_status read_whole(ply_reader *reader, ply_type type, int64_t *out)
{
    double value;
    const int64_t place = place_of(reader);
    scree_status status = read_number(reader, type, false, &value);
    if (status)
        return status;
    if (!(value >= 0 && value < 4294967296.0 && value == floor(value)))
        return mesh_gather_fault(&reader->gather,
                                 reader->form == PLY_ASCII ? reader->words.line : place,
                                 "the file is damaged; export it again",
                                 "%g is no count and no number of a point", value);
    *out = (int64_t)value;
    return SCREE_OK;
}

static scree_status read_list(ply_reader *reader, const ply_property *property)
{
    int64_t count;
    int64_t index;
    const int64_t place = place_of(reader);
    scree_status status = read_whole(reader, property->counted_by, &count);
    const bool corners = property->use == USE_CORNERS;
    if (!status && corners)
        status = mesh_gather_face(&reader->gather,
                                  reader->form == PLY_ASCII ? reader->words.line : place);
    for (int64_t i = 0; !status && i < count; i++) {
        double value;
        status = corners ? read_whole(reader, property->type, &index)
                         : read_number(reader, property->type, false, &value);
        if (!status && corners)
            status = mesh_gather_corner(&reader->gather, index);
    }
    return status;
}

static scree_status read_item(ply_reader *reader, const ply_element *element)
{
    double x[3] = {0, 0, 0};
    double value;
    scree_status status = SCREE_OK;
    for (int i = 0; !status && i < element->properties; i++) {
        const ply_property *property = &element->property[i];
        const bool coordinate = property->use >= USE_X && property->use <= USE_Z;
        if (property->counted_by != NO_TYPE)
            status = read_list(reader, property);
        else
            status = read_number(reader, property->type, coordinate,
                                 coordinate ? &x[property->use - USE_X] : &value);
    }
    if (!status && !strcmp(element->name, "vertex"))
        status = mesh_gather_point(&reader->gather, v3_make(x[0], x[1], x[2]));
    return status;
}

static scree_status read_data(ply_reader *reader)
{
    for (int i = 0; i < reader->elements; i++) {
        const ply_element *element = &reader->element[i];
        if (!element->properties)
            continue;
        // Every item takes a byte or more: counts that no file of this size can hold are found before the work.
        if (element->count > reader->words.end - reader->words.at)
            return mesh_gather_fault(&reader->gather, place_of(reader), short_file,
                                     "%lld items of '%s' do not fit into the file",
                                     (long long)element->count, element->name);
        for (int64_t k = 0; k < element->count; k++) {
            scree_status status = read_item(reader, element);
            if (status)
                return status;
        }
    }
    return SCREE_OK;
}

scree_status ply_parse(const char *bytes, size_t size, const char *name, const mesh_unit *unit,
                       mesh_soup *soup, scree_error *error)
{
    ply_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return fail_memory(error, name);
    reader->words = (mesh_words){
        .at = bytes,
        .end = bytes + size,
        .line = 1,
        .name = name,
        .error = error,
    };
    reader->begin = bytes;
    reader->gather = (mesh_gather){.name = name, .error = error};
    reader->unit = unit;
    reader->soup = soup;
    scree_status status = read_header(reader);
    reader->gather.bytes = reader->form != PLY_ASCII;
    if (!status)
        status = read_data(reader);
    if (!status)
        status = mesh_gather_cut(&reader->gather, soup);
    mesh_gather_clear(&reader->gather);
    free(reader);
    return status;
}
