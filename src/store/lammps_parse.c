// lammps_parse.c - the reader of lammps_data.h.
//
// The text is taken line by line: the first is a title; then header lines `numbers keyword`; then sections, each a line
// with a name and as many lines as there are atoms. Lines are kept as records with their line number until all is read;
// then they are sorted by id, so that doubled and unknown ids are found and both places can be named. Source: LAMMPS
// manual, "read_data command".
#include "store/lammps_data.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 16, WORD_ROOM = 48, SHORTEST_LINE = 13 /* "1 1 1 1 0 0 0" */ };

typedef struct word {
    const char *at;
    size_t size;
} word;

typedef struct atom {
    int64_t id, line;
    double diameter, density;
    v3 position;
    lammps_image image;
    int32_t type;
} atom;

typedef struct motion {
    int64_t id, line;
    v3 velocity, spin;
} motion;

typedef struct parser {
    const char *name, *at, *end;
    int64_t line;      // of the words below, from 1
    const char *begin; // of that line
    int column;        // of what a fault is about, from 1; 0: the line is enough
    word words[WORDS_MOST];
    int count;               // of words, or WORDS_MOST + 1 where there are more
    char comment[WORD_ROOM]; // first word after #
    int64_t atoms, types;    // -1: not given
    double bounds[3][2];
    bool has_bounds[3];
    atom *atom; // atoms entries, or NULL before the section
    motion *motion;
    int images;        // image flags on the lines: -1 not known yet, else 0 or 1
    fault_tally tally; // of lines of sections that could not be read
    scree_error *error;
} parser;

static scree_status fault(parser *parser, const char *hint, const char *what, ...)
    SCREE_PRINTF(3, 4);
static scree_status fault(parser *parser, const char *hint, const char *what, ...)
{
    char where[320];
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    if (parser->line > 0 && parser->column > 0)
        snprintf(where, sizeof where, "%.280s:%" PRId64 ":%d", parser->name, parser->line,
                 parser->column);
    else if (parser->line > 0)
        snprintf(where, sizeof where, "%.290s:%" PRId64, parser->name, parser->line);
    else
        snprintf(where, sizeof where, "%.290s", parser->name);
    return fail(parser->error, SCREE_BAD_INPUT, where, hint, "%s", text);
}

// ---- lines and words

static bool blank(char sign)
{
    return sign == ' ' || sign == '\t' || sign == '\r' || sign == '\f' || sign == '\v';
}

static void split(parser *parser, const char *at, const char *stop)
{
    parser->count = 0;
    while (at < stop) {
        while (at < stop && blank(*at))
            at++;
        const char *from = at;
        while (at < stop && !blank(*at))
            at++;
        if (at == from)
            break;
        if (parser->count < WORDS_MOST)
            parser->words[parser->count] = (word){from, (size_t)(at - from)};
        if (parser->count <= WORDS_MOST)
            parser->count++;
    }
}

static void copy_word(char text[WORD_ROOM], word word)
{
    size_t size = word.size < WORD_ROOM - 1 ? word.size : WORD_ROOM - 1;
    memcpy(text, word.at, size);
    text[size] = 0;
    for (char *sign = text; *sign; sign++)
        if ((unsigned char)*sign < ' ')
            *sign = '?'; // for messages
}

// Takes the next line apart; false at the end of the text.
static bool next_line(parser *parser)
{
    if (parser->at == parser->end)
        return false;
    parser->begin = parser->at;
    const char *stop = memchr(parser->at, '\n', (size_t)(parser->end - parser->at));
    const char *after = stop ? stop + 1 : parser->end;
    if (!stop)
        stop = parser->end;
    const char *hash = memchr(parser->at, '#', (size_t)(stop - parser->at));
    parser->comment[0] = 0;
    if (hash) {
        split(parser, hash + 1, stop);
        if (parser->count)
            copy_word(parser->comment, parser->words[0]);
        stop = hash;
    }
    split(parser, parser->at, stop);
    parser->at = after;
    parser->line++;
    return true;
}

static bool next_filled_line(parser *parser)
{
    while (next_line(parser))
        if (parser->count)
            return true;
    return false;
}

static bool word_is(word word, const char *text)
{
    return word.size == strlen(text) && !memcmp(word.at, text, word.size);
}

// Are the words from `first` to the end those of `text`, which are separated by single blanks?
static bool words_are(const parser *parser, int first, const char *text)
{
    for (int i = first; i < parser->count; i++) {
        size_t size = strcspn(text, " ");
        if (parser->words[i].size != size || memcmp(parser->words[i].at, text, size))
            return false;
        text += size;
        if (*text == ' ')
            text++;
        if (!*text)
            return i == parser->count - 1;
    }
    return false;
}

// ---- numbers

static scree_status take_real(parser *parser, int at, const char *what, double *value)
{
    char text[WORD_ROOM];
    char *stop = text;
    word word = parser->words[at];
    copy_word(text, word);
    bool plain = word.size < WORD_ROOM && strspn(text, "0123456789+-.eE") == word.size;
    if (plain)
        *value = strtod(text, &stop);
    if (!plain || *stop || stop == text)
        return fault(parser, "write a plain decimal number",
                     "%s is '%s', which is no finite number", what, text);
    if (!isfinite(*value))
        return fault(parser, "write a smaller number", "%s = %s is too large", what, text);
    return SCREE_OK;
}

static scree_status take_integer(parser *parser, int at, const char *what, int64_t low,
                                 int64_t high, int64_t *value)
{
    char text[WORD_ROOM];
    word word = parser->words[at];
    copy_word(text, word);
    bool sign = *text == '-' || *text == '+';
    size_t digits = strspn(text + sign, "0123456789");
    if (word.size >= WORD_ROOM || !digits || digits + sign != word.size)
        return fault(parser, "write a whole number", "%s is '%s', which is no whole number", what,
                     text);
    if (digits > 18)
        return fault(parser, "write a smaller number", "%s = %s is too large", what, text);
    *value = strtoll(text, NULL, 10);
    if (*value < low || *value > high)
        return fault(parser, "correct the number", "%s = %s is outside %" PRId64 " to %" PRId64,
                     what, text, low, high);
    return SCREE_OK;
}

static scree_status take_vector(parser *parser, int at, const char *const names[3], v3 *value)
{
    scree_status status = take_real(parser, at, names[0], &value->x);
    if (!status)
        status = take_real(parser, at + 1, names[1], &value->y);
    return status ? status : take_real(parser, at + 2, names[2], &value->z);
}

// ---- header

static scree_status header_count(parser *parser, const char *what, int64_t low, int64_t high,
                                 int64_t *value)
{
    if (*value >= 0)
        return fault(parser, "keep one of the two lines", "the number of %s is given twice", what);
    return take_integer(parser, 0, what, low, high, value);
}

static scree_status header_bounds(parser *parser, int axis)
{
    static const char *const low[] = {"xlo", "ylo", "zlo"};
    static const char *const high[] = {"xhi", "yhi", "zhi"};
    if (parser->has_bounds[axis])
        return fault(parser, "keep one of the two lines", "%s is given twice", low[axis]);
    scree_status status = take_real(parser, 0, low[axis], &parser->bounds[axis][0]);
    if (!status)
        status = take_real(parser, 1, high[axis], &parser->bounds[axis][1]);
    if (!status && !(parser->bounds[axis][0] < parser->bounds[axis][1]))
        status = fault(parser, "write the lower bound first", "%s is not below %s", low[axis],
                       high[axis]);
    parser->has_bounds[axis] = true;
    return status;
}

// Numbers of things that spheres do not have.
static scree_status header_foreign(parser *parser)
{
    static const char *const none[] = {
        "bonds",     "angles", "dihedrals",  "impropers",   "ellipsoids",     "lines",
        "triangles", "bodies", "bond types", "angle types", "dihedral types", "improper types"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (words_are(parser, 1, none[i])) {
            int64_t count = 0;
            scree_status status = take_integer(parser, 0, none[i], 0, INT64_MAX, &count);
            if (!status && count)
                status = fault(parser, "export grains of atom_style sphere only",
                               "%s cannot be read", none[i]);
            return status;
        }
    return fault(parser, "known are: atoms, atom types, xlo xhi, ylo yhi, zlo zhi",
                 "the header line cannot be understood");
}

static scree_status header_tilt(parser *parser)
{
    static const char *const names[] = {"xy", "xz", "yz"};
    v3 tilt;
    scree_status status = take_vector(parser, 0, names, &tilt);
    if (!status && (tilt.x != 0 || tilt.y != 0 || tilt.z != 0))
        status = fault(parser, "export an orthogonal box", "the box is tilted");
    return status;
}

static scree_status header_line(parser *parser)
{
    static const char *const axis[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
    if (words_are(parser, 1, "atoms"))
        return header_count(parser, "atoms", 0, INT64_MAX, &parser->atoms);
    if (words_are(parser, 1, "atom types"))
        return header_count(parser, "atom types", 1, INT32_MAX, &parser->types);
    for (int k = 0; k < 3; k++)
        if (words_are(parser, 2, axis[k]))
            return header_bounds(parser, k);
    if (words_are(parser, 3, "xy xz yz"))
        return header_tilt(parser);
    if (parser->count == 5 && word_is(parser->words[1], "extra") &&
        word_is(parser->words[3], "per"))
        return SCREE_OK;
    return header_foreign(parser);
}

static scree_status header_complete(parser *parser, size_t size)
{
    if (parser->atoms < 0)
        return fault(parser, "add a line like `1000 atoms` before the sections",
                     "the number of atoms is missing");
    if (parser->types < 0)
        return fault(parser, "add a line like `1 atom types` before the sections",
                     "the number of atom types is missing");
    for (int k = 0; k < 3; k++)
        if (!parser->has_bounds[k])
            return fault(parser, "add a line like `0 1 xlo xhi` for each axis",
                         "the %clo %chi line is missing", "xyz"[k], "xyz"[k]);
    if ((uint64_t)parser->atoms > size / SHORTEST_LINE + 1)
        return fault(parser, "copy the file again or correct the number of atoms",
                     "%" PRId64 " atoms are announced, but the whole file is too short for them",
                     parser->atoms);
    return SCREE_OK;
}

// ---- sections

static scree_status columns_fault(parser *parser, const char *section, const char *wanted)
{
    return fault(parser, wanted, "a line of %s has %d column%s", section,
                 parser->count > WORDS_MOST ? WORDS_MOST + 1 : parser->count,
                 parser->count == 1 ? "" : "s");
}

static scree_status take_images(parser *parser, lammps_image *image)
{
    int64_t flag[3];
    scree_status status = SCREE_OK;
    for (int k = 0; k < 3 && !status; k++)
        status = take_integer(parser, 7 + k, "an image flag", INT32_MIN, INT32_MAX, &flag[k]);
    if (!status)
        *image = (lammps_image){(int32_t)flag[0], (int32_t)flag[1], (int32_t)flag[2]};
    return status;
}

// A place is one in the box, or so many of its lengths away that images can tell it: farther out its digits no longer
// say where in the box it is.
static scree_status check_place(parser *parser, int at, v3 place)
{
    static const double lengths_most = 1e6;
    const double x[3] = {place.x, place.y, place.z};
    for (int k = 0; k < 3; k++) {
        const double low = parser->bounds[k][0];
        const double high = parser->bounds[k][1];
        if (fabs(x[k] - low) <= lengths_most * (high - low))
            continue;
        parser->column = (int)(parser->words[at + k].at - parser->begin) + 1;
        scree_status status =
            fault(parser, "give it a place in the box, or near it",
                  "%c = %g is too far away from the box, %g to %g", "xyz"[k], x[k], low, high);
        parser->column = 0;
        return status;
    }
    return SCREE_OK;
}

static scree_status atom_line(parser *parser, int64_t i)
{
    static const char *const names[] = {"x", "y", "z"};
    atom *atom = &parser->atom[i];
    int64_t type = 0;
    if (parser->count != 7 && parser->count != 10)
        return columns_fault(
            parser, "Atoms",
            "write `id type diameter density x y z`, with or without three image flags");
    if (parser->images < 0)
        parser->images = parser->count == 10;
    if (parser->images != (parser->count == 10))
        return fault(parser, "give image flags on every line or on none",
                     "some lines of Atoms have image flags, some not");
    atom->line = parser->line;
    scree_status status = take_integer(parser, 0, "the id", 1, INT64_MAX, &atom->id);
    if (!status)
        status = take_integer(parser, 1, "the type", 1, parser->types, &type);
    if (!status)
        status = take_real(parser, 2, "the diameter", &atom->diameter);
    if (!status && !(atom->diameter > 0))
        status =
            fault(parser, "grains need a size",
                  "the diameter of atom %" PRId64 " is %g, not positive", atom->id, atom->diameter);
    if (!status)
        status = take_real(parser, 3, "the density", &atom->density);
    if (!status && !(atom->density > 0))
        status =
            fault(parser, "grains need a mass",
                  "the density of atom %" PRId64 " is %g, not positive", atom->id, atom->density);
    if (!status)
        status = take_vector(parser, 4, names, &atom->position);
    if (!status)
        status = check_place(parser, 4, atom->position);
    if (!status && parser->images)
        status = take_images(parser, &atom->image);
    atom->type = (int32_t)type;
    return status;
}

static scree_status motion_line(parser *parser, int64_t i)
{
    static const char *const linear[] = {"vx", "vy", "vz"};
    static const char *const angular[] = {"wx", "wy", "wz"};
    motion *motion = &parser->motion[i];
    if (parser->count != 7)
        return columns_fault(parser, "Velocities", "write `id vx vy vz wx wy wz`");
    motion->line = parser->line;
    scree_status status = take_integer(parser, 0, "the id", 1, INT64_MAX, &motion->id);
    if (!status)
        status = take_vector(parser, 1, linear, &motion->velocity);
    return status ? status : take_vector(parser, 4, angular, &motion->spin);
}

static bool starts_section(const parser *parser)
{
    char sign = *parser->words[0].at;
    return parser->count <= 2 && ((sign >= 'A' && sign <= 'Z') || (sign >= 'a' && sign <= 'z'));
}

// Reads the lines of a section into records, one for each atom. Faulty lines are noted and the next ones read.
static scree_status section_lines(parser *of, const char *section,
                                  scree_status (*take)(parser *, int64_t))
{
    static const char hint[] =
        "correct the number of atoms in the header or restore the missing lines";
    for (int64_t i = 0; i < of->atoms; i++) {
        if (!next_filled_line(of))
            return fault(of, hint, "the file ends after %" PRId64 " of %" PRId64 " lines of %s", i,
                         of->atoms, section);
        if (starts_section(of))
            return fault(of, hint, "%s ends after %" PRId64 " of %" PRId64 " lines", section, i,
                         of->atoms);
        if (take(of, i))
            fault_tally_add(&of->tally, of->error);
    }
    return SCREE_OK;
}

static scree_status section_atoms(parser *parser)
{
    if (parser->atom)
        return fault(parser, "keep one of the two sections",
                     "the section Atoms stands there twice");
    if (*parser->comment && strcmp(parser->comment, "sphere"))
        return fault(parser, "export the grains with atom_style sphere",
                     "atom_style %s cannot be read", parser->comment);
    parser->atom = calloc((size_t)parser->atoms + 1, sizeof *parser->atom);
    if (!parser->atom)
        return fail_memory(parser->error, parser->name);
    return section_lines(parser, "Atoms", atom_line);
}

static scree_status section_velocities(parser *parser)
{
    if (parser->motion)
        return fault(parser, "keep one of the two sections",
                     "the section Velocities stands there twice");
    parser->motion = calloc((size_t)parser->atoms + 1, sizeof *parser->motion);
    if (!parser->motion)
        return fail_memory(parser->error, parser->name);
    return section_lines(parser, "Velocities", motion_line);
}

static scree_status section(parser *parser)
{
    char text[WORD_ROOM];
    if (words_are(parser, 0, "Atoms"))
        return section_atoms(parser);
    if (words_are(parser, 0, "Velocities"))
        return section_velocities(parser);
    copy_word(text, parser->words[0]);
    if (!starts_section(parser))
        return fault(parser, "correct the number of atoms in the header or remove the line",
                     "a line beginning with '%s' stands where a section should begin", text);
    return fault(parser, "remove it; read are the sections Atoms and Velocities",
                 "the section %s cannot be read", text);
}

static scree_status read_all(parser *parser, size_t size)
{
    bool in_header = true;
    scree_status status = SCREE_OK;
    next_line(parser); // the title
    while (!status && next_filled_line(parser)) {
        if (in_header && starts_section(parser)) {
            in_header = false;
            status = header_complete(parser, size);
        }
        if (!status)
            status = in_header ? header_line(parser) : section(parser);
    }
    if (!status && in_header)
        status = header_complete(parser, size);
    if (!status && parser->atoms && !parser->atom)
        status = fault(parser, "add the section `Atoms # sphere`", "the section Atoms is missing");
    return status;
}

// ---- from records to columns

static int by_id(const void *a, const void *b)
{
    const int64_t *x = a;
    const int64_t *y = b; // both records begin with id and line
    if (x[0] != y[0])
        return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

static scree_status sort_atoms(parser *parser)
{
    if (parser->atoms < 1)
        return SCREE_OK;
    qsort(parser->atom, (size_t)parser->atoms, sizeof *parser->atom, by_id);
    for (int64_t i = 1; i < parser->atoms; i++)
        if (parser->atom[i].id == parser->atom[i - 1].id) {
            parser->line = parser->atom[i].line;
            return fault(parser, "give every atom its own id",
                         "atom %" PRId64 " stood at line %" PRId64 " already", parser->atom[i].id,
                         parser->atom[i - 1].line);
        }
    return SCREE_OK;
}

// There are as many velocities as atoms: sorted, each must have the id of its atom.
static scree_status sort_motions(parser *parser)
{
    if (!parser->motion || parser->atoms < 1)
        return SCREE_OK;
    qsort(parser->motion, (size_t)parser->atoms, sizeof *parser->motion, by_id);
    for (int64_t i = 0; i < parser->atoms; i++) {
        const motion *motion = &parser->motion[i];
        parser->line = motion->line;
        if (i && motion->id == motion[-1].id)
            return fault(parser, "keep one of the two lines",
                         "the velocity of atom %" PRId64 " stood at line %" PRId64 " already",
                         motion->id, motion[-1].line);
        if (motion->id < parser->atom[i].id)
            return fault(parser, "correct the id",
                         "there is no atom %" PRId64 " in the section Atoms", motion->id);
        if (motion->id > parser->atom[i].id)
            return fault(parser, "give a velocity for every atom",
                         "atom %" PRId64 " of line %" PRId64 " has no velocity", parser->atom[i].id,
                         parser->atom[i].line);
    }
    return SCREE_OK;
}

static scree_status fill_columns(const parser *parser, lammps_data *data)
{
    const size_t length = (size_t)parser->atoms + 1;
    data->count = parser->atoms;
    data->types = (int32_t)parser->types;
    data->low = v3_make(parser->bounds[0][0], parser->bounds[1][0], parser->bounds[2][0]);
    data->high = v3_make(parser->bounds[0][1], parser->bounds[1][1], parser->bounds[2][1]);
    data->has_velocities = parser->motion != NULL;
    data->has_images = parser->images == 1;
    data->id = calloc(length, sizeof *data->id);
    data->type = calloc(length, sizeof *data->type);
    data->diameter = calloc(length, sizeof *data->diameter);
    data->density = calloc(length, sizeof *data->density);
    data->position = calloc(length, sizeof *data->position);
    data->velocity = calloc(length, sizeof *data->velocity);
    data->spin = calloc(length, sizeof *data->spin);
    data->image = calloc(length, sizeof *data->image);
    if (!data->id || !data->type || !data->diameter || !data->density || !data->position ||
        !data->velocity || !data->spin || !data->image)
        return fail_memory(parser->error, parser->name);
    for (int64_t i = 0; i < parser->atoms; i++) {
        const atom *atom = &parser->atom[i];
        data->id[i] = atom->id;
        data->type[i] = atom->type;
        data->diameter[i] = atom->diameter;
        data->density[i] = atom->density;
        data->position[i] = atom->position;
        data->image[i] = atom->image;
        if (!parser->motion)
            continue;
        data->velocity[i] = parser->motion[i].velocity;
        data->spin[i] = parser->motion[i].spin;
    }
    return SCREE_OK;
}

scree_status lammps_data_parse(const char *text, size_t size, const char *name, lammps_data *data,
                               fault_list *faults, scree_error *error)
{
    scree_error fault;
    parser parser = {.name = name,
                     .at = text,
                     .end = text + size,
                     .atoms = -1,
                     .types = -1,
                     .images = -1,
                     .error = &fault};
    parser.tally.list = faults;
    memset(data, 0, sizeof *data);
    scree_status status = read_all(&parser, size);
    if (!status && !parser.tally.count)
        status = sort_atoms(&parser);
    if (!status && !parser.tally.count)
        status = sort_motions(&parser);
    if (!status && !parser.tally.count)
        status = fill_columns(&parser, data);
    if (status)
        fault_tally_add(&parser.tally, &fault);
    if (parser.tally.count)
        lammps_data_clear(data);
    free(parser.atom);
    free(parser.motion);
    return fault_tally_end(&parser.tally, error);
}
