// vtk_xml_points.c - VTK files in XML, PolyData (.vtp) or UnstructuredGrid (.vtu): arrays as text, in base64, or behind
// the XML as raw bytes or base64, packed by zlib or not. Which part of the file an array belongs to, the element around it says.
//
// The markup is read by expat; raw bytes behind it are no XML, so it is shown what stands before them. Only the points of
// one piece are read. Source: VTK User's Guide, "XML File Formats".
#include "scene/vtk_bytes.h"

#include "base/text.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COMPONENTS = 1000, NO_PART = -1 };

static const struct {
    const char *name;
    vtk_part part;
} parts[] = {{"PointData", VTK_POINT_DATA},
             {"CellData", VTK_CELL_DATA},
             {"Lines", VTK_LINES},
             {"Polys", VTK_POLYS},
             {"FieldData", VTK_FIELD_DATA}};

typedef enum vtk_form { FORM_TEXT, FORM_BASE64, FORM_APPENDED } vtk_form;

// An array that stands behind the markup, to be read when that is over.
typedef struct later {
    vtk_field field; // without values
    vtk_type type;
    uint64_t offset;
    bool places;
} later;

typedef struct xml_file {
    const vtk_job *job;
    XML_Parser parser;
    scree_status status; // the first fault
    vtk_packing packing;
    bool opened, base64_behind;
    int pieces;
    bool in_points;
    int in_part; // a vtk_part; NO_PART: its arrays are passed over
    // The array that is being read.
    bool in_array;
    int inner; // elements within it that are open: their text is not of the array
    vtk_field field;
    vtk_type type;
    vtk_form form;
    text_buffer text;
    later *later;
    int laters;
} xml_file;

static void stop(xml_file *file, scree_status status)
{
    if (!file->status)
        file->status = status;
    XML_StopParser(file->parser, XML_FALSE);
}

static const char *attribute(const char **attributes, const char *name)
{
    for (int i = 0; attributes[i]; i += 2) {
        if (!strcmp(attributes[i], name))
            return attributes[i + 1];
    }
    return "";
}

static vtk_type type_of(const char *name)
{
    static const struct {
        const char *name;
        vtk_type type;
    } types[] = {
        {"Int8", {VTK_SIGNED, 1}},     {"UInt8", {VTK_UNSIGNED, 1}},  {"Int16", {VTK_SIGNED, 2}},
        {"UInt16", {VTK_UNSIGNED, 2}}, {"Int32", {VTK_SIGNED, 4}},    {"UInt32", {VTK_UNSIGNED, 4}},
        {"Int64", {VTK_SIGNED, 8}},    {"UInt64", {VTK_UNSIGNED, 8}}, {"Float32", {VTK_REAL, 4}},
        {"Float64", {VTK_REAL, 8}},    {"String", {VTK_UNSIGNED, 1}},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (!strcmp(types[i].name, name))
            return types[i].type;
    }
    return (vtk_type){VTK_NO_NUMBER, 0};
}

static void begin_file(xml_file *file, const char **attributes)
{
    const char *type = attribute(attributes, "type");
    const char *packer = attribute(attributes, "compressor");
    if (strcmp(type, "PolyData") != 0 && strcmp(type, "UnstructuredGrid") != 0) {
        stop(file,
             vtk_fail(file->job, "give the .vtp or .vtu file of one moment",
                      "is a VTK file of type '%.60s', not PolyData or UnstructuredGrid", type));
        return;
    }
    if (*packer && strcmp(packer, "vtkZLibDataCompressor") != 0) {
        stop(file, vtk_fail(file->job, "save it with zlib, or not compressed",
                            "is compressed by %.60s", packer));
        return;
    }
    file->opened = true;
    file->packing.packed = *packer != 0;
    file->packing.big_endian = !strcmp(attribute(attributes, "byte_order"), "BigEndian");
    file->packing.header_size = strcmp(attribute(attributes, "header_type"), "UInt64") ? 4 : 8;
}

static void begin_piece(xml_file *file, const char **attributes)
{
    if (!strcmp(attribute(attributes, "NumberOfPoints"), "0"))
        return;
    if (++file->pieces > 1) {
        stop(file, vtk_fail(file->job, "save it as one piece", "has more than one piece"));
    }
}

// A whole number of an attribute; `other` where it is not given.
static bool whole(const char *text, uint64_t other, uint64_t *out)
{
    double value;
    const char *end;
    *out = other;
    if (!*text)
        return true;
    if (!text_number(text, &value, &end) || *end || !(value >= 0 && value <= 1e15))
        return false;
    *out = (uint64_t)value;
    return true;
}

static void keep_for_later(xml_file *file, uint64_t offset)
{
    later *grown = realloc(file->later, (size_t)(file->laters + 1) * sizeof *grown);
    if (!grown) {
        stop(file, fail_memory(file->job->error, file->job->path));
        return;
    }
    file->later = grown;
    file->later[file->laters++] = (later){file->field, file->type, offset, file->in_points};
    memset(&file->field, 0, sizeof file->field);
}

static void begin_array(xml_file *file, const char **attributes)
{
    const char *name = attribute(attributes, "Name");
    const char *form = attribute(attributes, "format");
    uint64_t components;
    uint64_t offset;
    file->type = type_of(attribute(attributes, "type"));
    if (file->type.size == 1 && file->type.kind == VTK_UNSIGNED &&
        file->in_part != VTK_FIELD_DATA && !strcmp(attribute(attributes, "type"), "String"))
        return; // texts of points and cells are passed over
    if (file->type.kind == VTK_NO_NUMBER)
        return; // texts: passed over
    if (!whole(attribute(attributes, "NumberOfComponents"), 1, &components) || components < 1 ||
        components > MOST_COMPONENTS || !whole(attribute(attributes, "offset"), 0, &offset)) {
        stop(file, vtk_fail(file->job, "the file may be damaged; save it anew",
                            "the array '%.60s' has wrong attributes", name));
        return;
    }
    file->field = (vtk_field){.name = text_copy(name), .components = (int)components};
    if (!file->in_points)
        file->field.part = (vtk_part)file->in_part;
    if (!file->field.name) {
        stop(file, fail_memory(file->job->error, file->job->path));
        return;
    }
    if (!strcmp(form, "appended")) {
        keep_for_later(file, offset);
        return;
    }
    file->form = !strcmp(form, "binary") ? FORM_BASE64 : FORM_TEXT;
    file->in_array = true;
}

// Which part an element begins, of those that are wanted.
static int part_of(const xml_file *file, const char *name)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!strcmp(parts[i].name, name) &&
            (file->job->all_parts || parts[i].part == VTK_POINT_DATA))
            return (int)parts[i].part;
    }
    return NO_PART;
}

// Texts of the whole file are arrays of the codes of their letters, each text ended by a zero.
static bool is_array(const xml_file *file, const char *name)
{
    return !strcmp(name, "DataArray") ||
           (!strcmp(name, "Array") && file->in_part == VTK_FIELD_DATA);
}

static void XMLCALL begin(void *context, const char *name, const char **attributes)
{
    xml_file *file = context;
    if (file->status)
        return;
    if (file->in_array)
        file->inner++;
    else if (!strcmp(name, "VTKFile"))
        begin_file(file, attributes);
    else if (!strcmp(name, "Piece"))
        begin_piece(file, attributes);
    else if (!strcmp(name, "Points"))
        file->in_points = true;
    else if (part_of(file, name) != NO_PART)
        file->in_part = part_of(file, name);
    else if (is_array(file, name) && (file->in_points || file->in_part != NO_PART))
        begin_array(file, attributes);
    else if (!strcmp(name, "AppendedData"))
        file->base64_behind = !strcmp(attribute(attributes, "encoding"), "base64");
}

static void XMLCALL add_text(void *context, const char *text, int length)
{
    xml_file *file = context;
    if (file->in_array && file->inner == 0 && !file->status)
        text_append_slice(&file->text, text, (size_t)length);
}

static scree_status take(xml_file *file, vtk_field *field, bool places)
{
    if (!places)
        return vtk_take(file->job, field);
    vtk_points *out = file->job->out;
    vtk_field_clear(&out->place);
    out->place = *field;
    memset(field, 0, sizeof *field);
    return SCREE_OK;
}

static scree_status end_array(xml_file *file)
{
    static const char nothing[] = "";
    const char *text = file->text.data ? file->text.data : nothing;
    const char *end = text + file->text.length;
    if (file->text.failed)
        return fail_memory(file->job->error, file->job->path);
    scree_status status;
    if (file->form == FORM_TEXT) {
        status = vtk_read_words(file->job, text, end, &file->field);
    } else {
        vtk_stream from = {.at = text, .end = end, .base64 = true};
        status = vtk_read_array(file->job, &file->packing, file->type, &from, &file->field);
    }
    return status ? status : take(file, &file->field, file->in_points);
}

static void XMLCALL end(void *context, const char *name)
{
    xml_file *file = context;
    if (file->status)
        return;
    if (file->inner > 0)
        file->inner--;
    else if (!strcmp(name, "Points"))
        file->in_points = false;
    else if (part_of(file, name) != NO_PART)
        file->in_part = NO_PART;
    else if (is_array(file, name) && file->in_array) {
        const scree_status status = end_array(file);
        if (status)
            stop(file, status);
        text_buffer_clear(&file->text);
        vtk_field_clear(&file->field);
        file->in_array = false;
    }
}

static void XMLCALL refuse_types(void *context, const char *name, const char *system,
                                 const char *public, int inner)
{
    (void)name;
    (void)system;
    (void)public;
    (void)inner;
    xml_file *file = context;
    stop(file, vtk_fail(file->job, "give a VTK file", "declares a document type of its own"));
}

// The place of "<AppendedData", or the end: what is behind may be no XML.
static const char *markup_end(const char *text, size_t size)
{
    static const char tag[] = "<AppendedData";
    const char *stop_at = text + size;
    const char *found = memchr(text, '<', size);
    while (found && strncmp(found, tag, sizeof tag - 1) != 0)
        found = memchr(found + 1, '<', (size_t)(stop_at - found - 1));
    const char *close = found ? memchr(found, '>', (size_t)(stop_at - found)) : NULL;
    return close ? close + 1 : stop_at;
}

static scree_status parse(xml_file *file, const char *text, const char *stop_at, bool whole_file)
{
    const size_t most = (size_t)1 << 28; // expat counts in int
    while (text < stop_at) {
        const size_t left = (size_t)(stop_at - text);
        const size_t part = left < most ? left : most;
        const bool last = whole_file && part == left;
        if (XML_Parse(file->parser, text, (int)part, last) == XML_STATUS_ERROR) {
            if (file->status)
                return file->status;
            const enum XML_Error what = XML_GetErrorCode(file->parser);
            if (what == XML_ERROR_NO_MEMORY)
                return fail_memory(file->job->error, file->job->path);
            return vtk_fail(file->job, "the file may be cut off or damaged; save it anew",
                            "line %lu: %s", (unsigned long)XML_GetCurrentLineNumber(file->parser),
                            XML_ErrorString(what));
        }
        text += part;
    }
    return file->status;
}

// The arrays behind the markup, which count from the sign _ on.
static scree_status read_later(xml_file *file, const char *behind, const char *stop_at)
{
    if (file->laters == 0)
        return SCREE_OK;
    while (behind < stop_at && *behind != '_')
        behind++;
    scree_status status = SCREE_OK;
    for (int i = 0; i < file->laters && !status; i++) {
        later *later = &file->later[i];
        const uint64_t left = (uint64_t)(stop_at - behind);
        if (left < 1 || later->offset >= left) {
            return vtk_fail(file->job, "the file may be cut off; save it anew",
                            "the data of the array '%.60s' are not in it", later->field.name);
        }
        vtk_stream from = {
            .at = behind + 1 + later->offset, .end = stop_at, .base64 = file->base64_behind};
        status = vtk_read_array(file->job, &file->packing, later->type, &from, &later->field);
        if (!status)
            status = take(file, &later->field, later->places);
    }
    return status;
}

scree_status vtk_read_xml(const vtk_job *job, const char *text, size_t size)
{
    xml_file file = {.job = job, .parser = XML_ParserCreate(NULL), .in_part = NO_PART};
    const char *close = markup_end(text, size);
    if (!file.parser)
        return fail_memory(job->error, job->path);
    XML_SetUserData(file.parser, &file);
    XML_SetElementHandler(file.parser, begin, end);
    XML_SetCharacterDataHandler(file.parser, add_text);
    XML_SetStartDoctypeDeclHandler(file.parser, refuse_types);
    scree_status status = parse(&file, text, close, close == text + size);
    if (!status && !file.opened)
        status = vtk_fail(job, "give a .vtk, .vtp or .vtu file", "this is not a VTK file");
    if (!status)
        status = read_later(&file, close, text + size);
    for (int i = 0; i < file.laters; i++)
        vtk_field_clear(&file.later[i].field);
    free(file.later);
    vtk_field_clear(&file.field);
    text_buffer_clear(&file.text);
    XML_ParserFree(file.parser);
    return status;
}
