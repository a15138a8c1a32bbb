// obj.c - Wavefront OBJ: points (v) and faces (f) of any number of corners, with relative and absolute indices.
//
// Objects (o) and groups (g) are kept as names of sections (mesh_sections.h). What is no surface, or says nothing about
// its form, is passed over: normals, texture, materials; lines and points are counted. Free-form curves and surfaces are refused, since to leave them out would change the shape in
// silence. Format: Wavefront, Advanced Visualizer manual, appendix B1 (object files).
#include "shape/mesh_input.h"

#include "base/text.h"

#include <string.h>

typedef struct obj_reader {
    mesh_words words;
    mesh_gather gather;
    const mesh_unit *unit;
    mesh_soup *soup;
    char object[MESH_LINE_MOST]; // the latest; "": none
    char group[MESH_LINE_MOST];  // its names as one line
} obj_reader;

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; list++) {
        if (!strcmp(word, *list))
            return true;
    }
    return false;
}

static scree_status read_point(obj_reader *reader)
{
    double x[3];
    for (int k = 0; k < 3; k++) {
        if (!mesh_words_next_here(&reader->words)) {
            return mesh_words_fault(&reader->words, "write 'v x y z'",
                                    "a point needs three coordinates", NULL);
        }
        if (!mesh_words_number(&reader->words, reader->unit->exponent, &x[k])) {
            return mesh_words_fault(&reader->words, "write a finite decimal number",
                                    "not a number that can be used:", reader->words.word);
        }
    }
    return mesh_gather_point(&reader->gather,
                             v3_scale(reader->unit->factor, v3_make(x[0], x[1], x[2])));
}

// "7", "7/1", "7//3", "7/1/3", and negative: counted back from the last point.
static bool read_index(const obj_reader *reader, int64_t *out)
{
    const char *at = reader->words.word;
    const bool back = *at == '-';
    int64_t value = 0;
    at += back;
    if (reader->words.cut || *at < '0' || *at > '9')
        return false;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (value > INT32_MAX)
            return false;
        value = 10 * value + (*at - '0');
    }
    if (!value || (*at && *at != '/'))
        return false;
    *out = back ? reader->gather.points - value : value - 1;
    return !back || *out >= 0;
}

static scree_status read_face(obj_reader *reader)
{
    scree_status status = mesh_gather_face(&reader->gather, reader->words.line);
    while (!status && mesh_words_next_here(&reader->words) && reader->words.word[0] != '#') {
        int64_t index;
        if (!read_index(reader, &index)) {
            return mesh_words_fault(&reader->words,
                                    "write the number of a point, from 1, or from -1 backwards",
                                    "not a point of a face:", reader->words.word);
        }
        status = mesh_gather_corner(&reader->gather, index);
    }
    return status;
}

// An object ends with the next one, groups with the next ones. Some programs put blanks into the name of one group, so
// the whole line is a name too.
static scree_status read_name(obj_reader *reader)
{
    const bool object = reader->words.word[0] == 'o';
    text_buffer names = {0};
    mesh_words_rest(&reader->words, object ? reader->object : reader->group);
    text_append_format(&names, "%s\n%s", reader->object, reader->group);
    const char *at = strchr(reader->group, ' ') ? reader->group : "";
    while (*at) {
        const size_t length = strcspn(at, " ");
        text_append(&names, "\n");
        text_append_slice(&names, at, length);
        at += length + strspn(at + length, " ");
    }
    const bool named = *reader->object || *reader->group;
    const bool done =
        !names.failed && mesh_sections_begin(&reader->gather.sections, named ? names.data : "");
    text_buffer_clear(&names);
    return done ? SCREE_OK : fail_memory(reader->words.error, reader->words.name);
}

static scree_status read_line(obj_reader *reader)
{
    static const char *const passed[] = {
        "vt",  "vn",     "vp",     "s",      "mg",     "bevel",      "c_interp",  "d_interp",
        "lod", "usemtl", "mtllib", "usemap", "maplib", "shadow_obj", "trace_obj", NULL};
    static const char *const free_form[] = {"cstype", "deg",  "bmat", "step", "curv", "curv2",
                                            "surf",   "parm", "trim", "hole", "scrv", "sp",
                                            "end",    "con",  "call", "csh",  NULL};
    const char *word = reader->words.word;
    if (!strcmp(word, "v"))
        return read_point(reader);
    if (!strcmp(word, "f") || !strcmp(word, "fo"))
        return read_face(reader);
    if (!strcmp(word, "o") || !strcmp(word, "g"))
        return read_name(reader);
    if (!strcmp(word, "l") || !strcmp(word, "p"))
        reader->soup->skipped++;
    if (*word == '#' || !strcmp(word, "l") || !strcmp(word, "p") || is_one_of(word, passed))
        return SCREE_OK;
    if (is_one_of(word, free_form)) {
        return mesh_words_fault(&reader->words, "export the surface as triangles",
                                "free-form curves and surfaces are not read:", word);
    }
    // A file that has shown nothing of an OBJ file may be anything; its contents are not repeated in messages.
    return mesh_words_fault(&reader->words, "give an OBJ file, or name the file as what it is",
                            reader->gather.points ? "no word of an OBJ file:"
                                                  : "no line of an OBJ file",
                            reader->gather.points ? word : NULL);
}

scree_status obj_parse(const char *bytes, size_t size, const char *name, const mesh_unit *unit,
                       mesh_soup *soup, scree_error *error)
{
    obj_reader reader = {
        .words = {.at = bytes, .end = bytes + size, .line = 1, .name = name, .error = error},
        .gather = {.name = name, .error = error, .names = true},
        .unit = unit,
        .soup = soup,
    };
    scree_status status = SCREE_OK;
    if (!size)
        status = fail(error, SCREE_BAD_INPUT, name, "export the mesh again", "the file is empty");
    while (!status && mesh_words_next(&reader.words)) {
        status = read_line(&reader);
        // What is left of the line, with the lines that it goes on in.
        while (!status && mesh_words_next_here(&reader.words))
            continue;
    }
    if (!status)
        status = mesh_gather_cut(&reader.gather, soup);
    soup->format = "OBJ";
    mesh_gather_clear(&reader.gather);
    return status;
}
