// vtk_legacy.c - VTK files of the legacy kind: a head of four lines, then sections that begin with a word each; values as
// text, or binary with the most significant byte first.
//
// Sections of cells are passed over, in their form up to version 4 (whole numbers) and from 5 on (offsets and
// connectivity). Source: VTK User's Guide, "Simple Legacy Formats".
#include "scene/vtk_bytes.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD = 128, MOST_COMPONENTS = 1000 };

typedef struct legacy {
    const vtk_job *job;
    const char *at, *end;
    bool binary;
    bool of_points; // the arrays that follow are over the points
    int64_t count;  // of their tuples
} legacy;

static const char hint[] = "the file may be cut off or damaged; save it anew";

static bool is_blank(char sign)
{
    return sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r';
}

// The next word; false: there is none, or it is too long.
static bool next_word(legacy *file, char word[WORD])
{
    while (file->at < file->end && is_blank(*file->at))
        file->at++;
    size_t length = 0;
    while (file->at + length < file->end && !is_blank(file->at[length]))
        length++;
    if (length == 0 || length >= WORD)
        return false;
    memcpy(word, file->at, length);
    word[length] = 0;
    file->at += length;
    return true;
}

static bool next_count(legacy *file, int64_t *count)
{
    char word[WORD];
    const char *end;
    double value;
    if (!next_word(file, word) || !text_number(word, &value, &end) || *end)
        return false;
    *count = (int64_t)value;
    return value >= 0 && value <= 1e15 && (double)*count == value;
}

static void skip_line(legacy *file)
{
    while (file->at < file->end && *file->at != '\n')
        file->at++;
    if (file->at < file->end)
        file->at++;
}

static vtk_type type_of(const char *word)
{
    static const struct {
        const char *name;
        vtk_type type;
    } types[] = {
        {"char", {VTK_SIGNED, 1}},
        {"signed_char", {VTK_SIGNED, 1}},
        {"unsigned_char", {VTK_UNSIGNED, 1}},
        {"short", {VTK_SIGNED, 2}},
        {"unsigned_short", {VTK_UNSIGNED, 2}},
        {"int", {VTK_SIGNED, 4}},
        {"unsigned_int", {VTK_UNSIGNED, 4}},
        {"vtkIdType", {VTK_SIGNED, 4}},
        {"long", {VTK_SIGNED, 8}},
        {"unsigned_long", {VTK_UNSIGNED, 8}},
        {"vtktypeint64", {VTK_SIGNED, 8}},
        {"vtktypeuint64", {VTK_UNSIGNED, 8}},
        {"float", {VTK_REAL, 4}},
        {"double", {VTK_REAL, 8}},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (!strcasecmp(types[i].name, word))
            return types[i].type;
    }
    return (vtk_type){VTK_NO_NUMBER, 0};
}

static scree_status damaged(const legacy *file, const char *section)
{
    return vtk_fail(file->job, hint, "the section %.60s cannot be read", section);
}

// `count` values as text become numbers of the field; the file goes on behind them.
static bool read_text(legacy *file, int64_t count, double *value)
{
    char word[WORD];
    for (int64_t i = 0; i < count; i++) {
        const char *end;
        double number;
        if (!next_word(file, word) || !vtk_read_number(word, &number, &end) || *end)
            return false;
        if (value)
            value[i] = number;
    }
    return true;
}

// The values of an array; into `field`, whose components and tuples are known, or past them where it is NULL.
static scree_status read_values(legacy *file, vtk_type type, int64_t count, vtk_field *field,
                                const char *section)
{
    const int64_t left = file->end - file->at;
    if (count > left) // each value takes a byte and more
        return damaged(file, section);
    if (field) {
        field->value = malloc(count ? (size_t)count * sizeof *field->value : 1);
        if (!field->value)
            return fail_memory(file->job->error, file->job->path);
    }
    double *value = field ? field->value : NULL;
    if (!file->binary)
        return read_text(file, count, value) ? SCREE_OK : damaged(file, section);
    skip_line(file);
    if (count > (file->end - file->at) / type.size)
        return damaged(file, section);
    if (value)
        vtk_convert(type, true, (const unsigned char *)file->at, count, value);
    file->at += count * type.size;
    return SCREE_OK;
}

static scree_status read_array(legacy *file, const char *name, vtk_type type, int64_t components,
                               int64_t tuples)
{
    if (type.kind == VTK_NO_NUMBER || components < 1 || components > MOST_COMPONENTS) {
        return vtk_fail(file->job, "save arrays of numbers alone",
                        "the array '%.60s' has values that are no numbers", name);
    }
    if (tuples > INT64_MAX / MOST_COMPONENTS)
        return damaged(file, name);
    if (!file->of_points)
        return read_values(file, type, components * tuples, NULL, name);
    vtk_field field = {.components = (int)components, .tuples = tuples, .name = text_copy(name)};
    if (!field.name)
        return fail_memory(file->job->error, file->job->path);
    scree_status status = read_values(file, type, components * tuples, &field, name);
    if (!status)
        status = vtk_take(file->job, &field);
    vtk_field_clear(&field);
    return status;
}

// --- sections ---------------------------------------------------------------------------------------------------------

static scree_status read_points(legacy *file, const char *word)
{
    char type[WORD];
    vtk_field *place = &file->job->out->place;
    int64_t count;
    if (!next_count(file, &count) || !next_word(file, type) || place->value)
        return damaged(file, word);
    const vtk_type known = type_of(type);
    if (known.kind == VTK_NO_NUMBER || count > INT64_MAX / 3)
        return damaged(file, word);
    place->components = 3;
    place->tuples = count;
    return read_values(file, known, 3 * count, place, word);
}

// Cells up to version 4 are `n size` and size whole numbers; from 5 on `n size`, offsets and connectivity, each with its
// type.
static scree_status read_cells(legacy *file, const char *word)
{
    int64_t count[2];
    const vtk_type whole = {VTK_SIGNED, 4};
    if (!next_count(file, &count[0]) || !next_count(file, &count[1]))
        return damaged(file, word);
    const char *before = file->at;
    char next[WORD];
    if (count[0] == 0 || !next_word(file, next) || strcmp(next, "OFFSETS") != 0) {
        file->at = before;
        return count[1] ? read_values(file, whole, count[1], NULL, word) : SCREE_OK;
    }
    scree_status status = SCREE_OK;
    for (int part = 0; part < 2 && !status; part++) {
        char type[WORD];
        if (part == 1 && (!next_word(file, next) || strcmp(next, "CONNECTIVITY") != 0))
            return damaged(file, word);
        if (!next_word(file, type) || type_of(type).kind == VTK_NO_NUMBER)
            return damaged(file, word);
        status = read_values(file, type_of(type), count[part], NULL, word);
    }
    return status;
}

static scree_status read_cell_types(legacy *file, const char *word)
{
    int64_t count;
    if (!next_count(file, &count))
        return damaged(file, word);
    return read_values(file, (vtk_type){VTK_SIGNED, 4}, count, NULL, word);
}

static scree_status begin_data(legacy *file, const char *word)
{
    file->of_points = !strcmp(word, "POINT_DATA");
    return next_count(file, &file->count) ? SCREE_OK : damaged(file, word);
}

// SCALARS name type [components], and the line LOOKUP_TABLE behind it.
static scree_status read_scalars(legacy *file, const char *word)
{
    char name[WORD];
    char type[WORD];
    char next[WORD];
    int64_t components = 1;
    if (!next_word(file, name) || !next_word(file, type))
        return damaged(file, word);
    while (file->at < file->end && (*file->at == ' ' || *file->at == '\t'))
        file->at++;
    if (file->at < file->end && *file->at >= '0' && *file->at <= '9' &&
        !next_count(file, &components))
        return damaged(file, word);
    const char *before = file->at;
    if (!next_word(file, next) || strcmp(next, "LOOKUP_TABLE") != 0)
        file->at = before;
    else if (!next_word(file, next))
        return damaged(file, word);
    return read_array(file, name, type_of(type), components, file->count);
}

// VECTORS, NORMALS and TENSORS name type; TEXTURE_COORDINATES name components type.
static scree_status read_tuples(legacy *file, const char *word)
{
    char name[WORD];
    char type[WORD];
    int64_t components = !strcmp(word, "TENSORS") ? 9 : 3;
    if (!next_word(file, name))
        return damaged(file, word);
    if (!strcmp(word, "TEXTURE_COORDINATES") && !next_count(file, &components))
        return damaged(file, word);
    if (!next_word(file, type))
        return damaged(file, word);
    return read_array(file, name, type_of(type), components, file->count);
}

// COLOR_SCALARS name n: n bytes a tuple, as text reals. LOOKUP_TABLE name n: four of them for each of n colours.
static scree_status read_colours(legacy *file, const char *word)
{
    char name[WORD];
    int64_t count;
    if (!next_word(file, name) || !next_count(file, &count))
        return damaged(file, word);
    const bool table = !strcmp(word, "LOOKUP_TABLE");
    if (count > (file->end - file->at) || file->count > (file->end - file->at))
        return damaged(file, word);
    if (!table && count > MOST_COMPONENTS)
        return damaged(file, word);
    const int64_t values = table ? 4 * count : count * file->count;
    return read_values(file, (vtk_type){VTK_UNSIGNED, 1}, values, NULL, word);
}

// FIELD name n: n arrays, each `name components tuples type`. Fields before POINT_DATA are of the whole.
static scree_status read_field(legacy *file, const char *word)
{
    char name[WORD];
    char type[WORD];
    int64_t arrays;
    int64_t components;
    int64_t tuples;
    if (!next_word(file, name) || !next_count(file, &arrays))
        return damaged(file, word);
    scree_status status = SCREE_OK;
    for (int64_t i = 0; i < arrays && !status; i++) {
        if (!next_word(file, name) || !next_count(file, &components) ||
            !next_count(file, &tuples) || !next_word(file, type))
            return damaged(file, word);
        status = read_array(file, name, type_of(type), components, tuples);
    }
    return status;
}

// METADATA ends with an empty line.
static scree_status skip_metadata(legacy *file, const char *word)
{
    (void)word;
    skip_line(file);
    while (file->at < file->end && *file->at != '\n' && *file->at != '\r')
        skip_line(file);
    return SCREE_OK;
}

typedef struct section {
    const char *word;
    scree_status (*read)(legacy *file, const char *word);
} section;

static const section sections[] = {
    {"POINTS", read_points},         {"VERTICES", read_cells},
    {"LINES", read_cells},           {"POLYGONS", read_cells},
    {"TRIANGLE_STRIPS", read_cells}, {"CELLS", read_cells},
    {"CELL_TYPES", read_cell_types}, {"POINT_DATA", begin_data},
    {"CELL_DATA", begin_data},       {"SCALARS", read_scalars},
    {"VECTORS", read_tuples},        {"NORMALS", read_tuples},
    {"TENSORS", read_tuples},        {"TEXTURE_COORDINATES", read_tuples},
    {"COLOR_SCALARS", read_colours}, {"LOOKUP_TABLE", read_colours},
    {"FIELD", read_field},           {"METADATA", skip_metadata},
};

static scree_status read_section(legacy *file, const char *word)
{
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (!strcmp(sections[i].word, word))
            return sections[i].read(file, word);
    }
    return vtk_fail(file->job, hint, "'%.60s' begins no section that is known", word);
}

scree_status vtk_read_legacy(const vtk_job *job, const char *text, size_t size)
{
    legacy file = {.job = job, .at = text, .end = text + size};
    char word[WORD];
    skip_line(&file);
    skip_line(&file); // a title
    if (!next_word(&file, word))
        return damaged(&file, "head");
    file.binary = !strcasecmp(word, "BINARY");
    if ((!file.binary && strcasecmp(word, "ASCII") != 0) || !next_word(&file, word) ||
        strcasecmp(word, "DATASET") != 0 || !next_word(&file, word))
        return damaged(&file, "head");
    if (strcasecmp(word, "POLYDATA") != 0 && strcasecmp(word, "UNSTRUCTURED_GRID") != 0) {
        return vtk_fail(job, "save POLYDATA or UNSTRUCTURED_GRID", "is a dataset of %.60s", word);
    }
    scree_status status = SCREE_OK;
    while (!status && next_word(&file, word))
        status = read_section(&file, word);
    return status;
}
