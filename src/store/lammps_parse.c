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

static scree_status fault(parser *p, const char *hint, const char *what, ...) SCREE_PRINTF(3, 4);
static scree_status fault(parser *p, const char *hint, const char *what, ...)
{
    char where[320];
    char text[400];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    if (p->line > 0 && p->column > 0)
        snprintf(where, sizeof where, "%.280s:%" PRId64 ":%d", p->name, p->line, p->column);
    else if (p->line > 0)
        snprintf(where, sizeof where, "%.290s:%" PRId64, p->name, p->line);
    else
        snprintf(where, sizeof where, "%.290s", p->name);
    return fail(p->error, SCREE_BAD_INPUT, where, hint, "%s", text);
}

// ---- lines and words

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void split(parser *p, const char *at, const char *stop)
{
    p->count = 0;
    while (at < stop) {
        while (at < stop && blank(*at))
            at++;
        const char *from = at;
        while (at < stop && !blank(*at))
            at++;
        if (at == from)
            break;
        if (p->count < WORDS_MOST)
            p->words[p->count] = (word){from, (size_t)(at - from)};
        if (p->count <= WORDS_MOST)
            p->count++;
    }
}

static void copy_word(char text[WORD_ROOM], word w)
{
    size_t size = w.size < WORD_ROOM - 1 ? w.size : WORD_ROOM - 1;
    memcpy(text, w.at, size);
    text[size] = 0;
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = '?'; // for messages
}

// Takes the next line apart; false at the end of the text.
static bool next_line(parser *p)
{
    if (p->at == p->end)
        return false;
    p->begin = p->at;
    const char *stop = memchr(p->at, '\n', (size_t)(p->end - p->at));
    const char *after = stop ? stop + 1 : p->end;
    if (!stop)
        stop = p->end;
    const char *hash = memchr(p->at, '#', (size_t)(stop - p->at));
    p->comment[0] = 0;
    if (hash) {
        split(p, hash + 1, stop);
        if (p->count)
            copy_word(p->comment, p->words[0]);
        stop = hash;
    }
    split(p, p->at, stop);
    p->at = after;
    p->line++;
    return true;
}

static bool next_filled_line(parser *p)
{
    while (next_line(p))
        if (p->count)
            return true;
    return false;
}

static bool word_is(word w, const char *text)
{
    return w.size == strlen(text) && !memcmp(w.at, text, w.size);
}

// Are the words from `first` to the end those of `text`, which are separated by single blanks?
static bool words_are(const parser *p, int first, const char *text)
{
    for (int i = first; i < p->count; i++) {
        size_t size = strcspn(text, " ");
        if (p->words[i].size != size || memcmp(p->words[i].at, text, size))
            return false;
        text += size;
        if (*text == ' ')
            text++;
        if (!*text)
            return i == p->count - 1;
    }
    return false;
}

// ---- numbers

static scree_status take_real(parser *p, int at, const char *what, double *value)
{
    char text[WORD_ROOM];
    char *stop = text;
    word w = p->words[at];
    copy_word(text, w);
    bool plain = w.size < WORD_ROOM && strspn(text, "0123456789+-.eE") == w.size;
    if (plain)
        *value = strtod(text, &stop);
    if (!plain || *stop || stop == text)
        return fault(p, "write a plain decimal number", "%s is '%s', which is no finite number",
                     what, text);
    if (!isfinite(*value))
        return fault(p, "write a smaller number", "%s = %s is too large", what, text);
    return SCREE_OK;
}

static scree_status take_integer(parser *p, int at, const char *what, int64_t low, int64_t high,
                                 int64_t *value)
{
    char text[WORD_ROOM];
    word w = p->words[at];
    copy_word(text, w);
    bool sign = *text == '-' || *text == '+';
    size_t digits = strspn(text + sign, "0123456789");
    if (w.size >= WORD_ROOM || !digits || digits + sign != w.size)
        return fault(p, "write a whole number", "%s is '%s', which is no whole number", what, text);
    if (digits > 18)
        return fault(p, "write a smaller number", "%s = %s is too large", what, text);
    *value = strtoll(text, NULL, 10);
    if (*value < low || *value > high)
        return fault(p, "correct the number", "%s = %s is outside %" PRId64 " to %" PRId64, what,
                     text, low, high);
    return SCREE_OK;
}

static scree_status take_vector(parser *p, int at, const char *const names[3], v3 *value)
{
    scree_status status = take_real(p, at, names[0], &value->x);
    if (!status)
        status = take_real(p, at + 1, names[1], &value->y);
    return status ? status : take_real(p, at + 2, names[2], &value->z);
}

// ---- header

static scree_status header_count(parser *p, const char *what, int64_t low, int64_t high,
                                 int64_t *value)
{
    if (*value >= 0)
        return fault(p, "keep one of the two lines", "the number of %s is given twice", what);
    return take_integer(p, 0, what, low, high, value);
}

static scree_status header_bounds(parser *p, int axis)
{
    static const char *const low[] = {"xlo", "ylo", "zlo"};
    static const char *const high[] = {"xhi", "yhi", "zhi"};
    if (p->has_bounds[axis])
        return fault(p, "keep one of the two lines", "%s is given twice", low[axis]);
    scree_status status = take_real(p, 0, low[axis], &p->bounds[axis][0]);
    if (!status)
        status = take_real(p, 1, high[axis], &p->bounds[axis][1]);
    if (!status && !(p->bounds[axis][0] < p->bounds[axis][1]))
        status =
            fault(p, "write the lower bound first", "%s is not below %s", low[axis], high[axis]);
    p->has_bounds[axis] = true;
    return status;
}

// Numbers of things that spheres do not have.
static scree_status header_foreign(parser *p)
{
    static const char *const none[] = {
        "bonds",     "angles", "dihedrals",  "impropers",   "ellipsoids",     "lines",
        "triangles", "bodies", "bond types", "angle types", "dihedral types", "improper types"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (words_are(p, 1, none[i])) {
            int64_t count = 0;
            scree_status status = take_integer(p, 0, none[i], 0, INT64_MAX, &count);
            if (!status && count)
                status = fault(p, "export grains of atom_style sphere only", "%s cannot be read",
                               none[i]);
            return status;
        }
    return fault(p, "known are: atoms, atom types, xlo xhi, ylo yhi, zlo zhi",
                 "the header line cannot be understood");
}

static scree_status header_tilt(parser *p)
{
    static const char *const names[] = {"xy", "xz", "yz"};
    v3 tilt;
    scree_status status = take_vector(p, 0, names, &tilt);
    if (!status && (tilt.x != 0 || tilt.y != 0 || tilt.z != 0))
        status = fault(p, "export an orthogonal box", "the box is tilted");
    return status;
}

static scree_status header_line(parser *p)
{
    static const char *const axis[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
    if (words_are(p, 1, "atoms"))
        return header_count(p, "atoms", 0, INT64_MAX, &p->atoms);
    if (words_are(p, 1, "atom types"))
        return header_count(p, "atom types", 1, INT32_MAX, &p->types);
    for (int k = 0; k < 3; k++)
        if (words_are(p, 2, axis[k]))
            return header_bounds(p, k);
    if (words_are(p, 3, "xy xz yz"))
        return header_tilt(p);
    if (p->count == 5 && word_is(p->words[1], "extra") && word_is(p->words[3], "per"))
        return SCREE_OK;
    return header_foreign(p);
}

static scree_status header_complete(parser *p, size_t size)
{
    if (p->atoms < 0)
        return fault(p, "add a line like `1000 atoms` before the sections",
                     "the number of atoms is missing");
    if (p->types < 0)
        return fault(p, "add a line like `1 atom types` before the sections",
                     "the number of atom types is missing");
    for (int k = 0; k < 3; k++)
        if (!p->has_bounds[k])
            return fault(p, "add a line like `0 1 xlo xhi` for each axis",
                         "the %clo %chi line is missing", "xyz"[k], "xyz"[k]);
    if ((uint64_t)p->atoms > size / SHORTEST_LINE + 1)
        return fault(p, "copy the file again or correct the number of atoms",
                     "%" PRId64 " atoms are announced, but the whole file is too short for them",
                     p->atoms);
    return SCREE_OK;
}

// ---- sections

static scree_status columns_fault(parser *p, const char *section, const char *wanted)
{
    return fault(p, wanted, "a line of %s has %d column%s", section,
                 p->count > WORDS_MOST ? WORDS_MOST + 1 : p->count, p->count == 1 ? "" : "s");
}

static scree_status take_images(parser *p, lammps_image *image)
{
    int64_t flag[3];
    scree_status status = SCREE_OK;
    for (int k = 0; k < 3 && !status; k++)
        status = take_integer(p, 7 + k, "an image flag", INT32_MIN, INT32_MAX, &flag[k]);
    if (!status)
        *image = (lammps_image){(int32_t)flag[0], (int32_t)flag[1], (int32_t)flag[2]};
    return status;
}

// A place is one in the box, or so many of its lengths away that images can tell it: farther out its digits no longer
// say where in the box it is.
static scree_status check_place(parser *p, int at, v3 place)
{
    static const double lengths_most = 1e6;
    const double x[3] = {place.x, place.y, place.z};
    for (int k = 0; k < 3; k++) {
        const double low = p->bounds[k][0];
        const double high = p->bounds[k][1];
        if (fabs(x[k] - low) <= lengths_most * (high - low))
            continue;
        p->column = (int)(p->words[at + k].at - p->begin) + 1;
        scree_status status =
            fault(p, "give it a place in the box, or near it",
                  "%c = %g is too far away from the box, %g to %g", "xyz"[k], x[k], low, high);
        p->column = 0;
        return status;
    }
    return SCREE_OK;
}

static scree_status atom_line(parser *p, int64_t i)
{
    static const char *const names[] = {"x", "y", "z"};
    atom *a = &p->atom[i];
    int64_t type = 0;
    if (p->count != 7 && p->count != 10)
        return columns_fault(
            p, "Atoms",
            "write `id type diameter density x y z`, with or without three image flags");
    if (p->images < 0)
        p->images = p->count == 10;
    if (p->images != (p->count == 10))
        return fault(p, "give image flags on every line or on none",
                     "some lines of Atoms have image flags, some not");
    a->line = p->line;
    scree_status status = take_integer(p, 0, "the id", 1, INT64_MAX, &a->id);
    if (!status)
        status = take_integer(p, 1, "the type", 1, p->types, &type);
    if (!status)
        status = take_real(p, 2, "the diameter", &a->diameter);
    if (!status && !(a->diameter > 0))
        status = fault(p, "grains need a size",
                       "the diameter of atom %" PRId64 " is %g, not positive", a->id, a->diameter);
    if (!status)
        status = take_real(p, 3, "the density", &a->density);
    if (!status && !(a->density > 0))
        status = fault(p, "grains need a mass",
                       "the density of atom %" PRId64 " is %g, not positive", a->id, a->density);
    if (!status)
        status = take_vector(p, 4, names, &a->position);
    if (!status)
        status = check_place(p, 4, a->position);
    if (!status && p->images)
        status = take_images(p, &a->image);
    a->type = (int32_t)type;
    return status;
}

static scree_status motion_line(parser *p, int64_t i)
{
    static const char *const linear[] = {"vx", "vy", "vz"};
    static const char *const angular[] = {"wx", "wy", "wz"};
    motion *m = &p->motion[i];
    if (p->count != 7)
        return columns_fault(p, "Velocities", "write `id vx vy vz wx wy wz`");
    m->line = p->line;
    scree_status status = take_integer(p, 0, "the id", 1, INT64_MAX, &m->id);
    if (!status)
        status = take_vector(p, 1, linear, &m->velocity);
    return status ? status : take_vector(p, 4, angular, &m->spin);
}

static bool starts_section(const parser *p)
{
    char c = *p->words[0].at;
    return p->count <= 2 && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

// Reads the lines of a section into records, one for each atom. Faulty lines are noted and the next ones read.
static scree_status section_lines(parser *p, const char *section,
                                  scree_status (*take)(parser *, int64_t))
{
    static const char hint[] =
        "correct the number of atoms in the header or restore the missing lines";
    for (int64_t i = 0; i < p->atoms; i++) {
        if (!next_filled_line(p))
            return fault(p, hint, "the file ends after %" PRId64 " of %" PRId64 " lines of %s", i,
                         p->atoms, section);
        if (starts_section(p))
            return fault(p, hint, "%s ends after %" PRId64 " of %" PRId64 " lines", section, i,
                         p->atoms);
        if (take(p, i))
            fault_tally_add(&p->tally, p->error);
    }
    return SCREE_OK;
}

static scree_status section_atoms(parser *p)
{
    if (p->atom)
        return fault(p, "keep one of the two sections", "the section Atoms stands there twice");
    if (*p->comment && strcmp(p->comment, "sphere"))
        return fault(p, "export the grains with atom_style sphere", "atom_style %s cannot be read",
                     p->comment);
    p->atom = calloc((size_t)p->atoms + 1, sizeof *p->atom);
    if (!p->atom)
        return fail_memory(p->error, p->name);
    return section_lines(p, "Atoms", atom_line);
}

static scree_status section_velocities(parser *p)
{
    if (p->motion)
        return fault(p, "keep one of the two sections",
                     "the section Velocities stands there twice");
    p->motion = calloc((size_t)p->atoms + 1, sizeof *p->motion);
    if (!p->motion)
        return fail_memory(p->error, p->name);
    return section_lines(p, "Velocities", motion_line);
}

static scree_status section(parser *p)
{
    char text[WORD_ROOM];
    if (words_are(p, 0, "Atoms"))
        return section_atoms(p);
    if (words_are(p, 0, "Velocities"))
        return section_velocities(p);
    copy_word(text, p->words[0]);
    if (!starts_section(p))
        return fault(p, "correct the number of atoms in the header or remove the line",
                     "a line beginning with '%s' stands where a section should begin", text);
    return fault(p, "remove it; read are the sections Atoms and Velocities",
                 "the section %s cannot be read", text);
}

static scree_status read_all(parser *p, size_t size)
{
    bool in_header = true;
    scree_status status = SCREE_OK;
    next_line(p); // the title
    while (!status && next_filled_line(p)) {
        if (in_header && starts_section(p)) {
            in_header = false;
            status = header_complete(p, size);
        }
        if (!status)
            status = in_header ? header_line(p) : section(p);
    }
    if (!status && in_header)
        status = header_complete(p, size);
    if (!status && p->atoms && !p->atom)
        status = fault(p, "add the section `Atoms # sphere`", "the section Atoms is missing");
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

static scree_status sort_atoms(parser *p)
{
    if (p->atoms < 1)
        return SCREE_OK;
    qsort(p->atom, (size_t)p->atoms, sizeof *p->atom, by_id);
    for (int64_t i = 1; i < p->atoms; i++)
        if (p->atom[i].id == p->atom[i - 1].id) {
            p->line = p->atom[i].line;
            return fault(p, "give every atom its own id",
                         "atom %" PRId64 " stood at line %" PRId64 " already", p->atom[i].id,
                         p->atom[i - 1].line);
        }
    return SCREE_OK;
}

// There are as many velocities as atoms: sorted, each must have the id of its atom.
static scree_status sort_motions(parser *p)
{
    if (!p->motion || p->atoms < 1)
        return SCREE_OK;
    qsort(p->motion, (size_t)p->atoms, sizeof *p->motion, by_id);
    for (int64_t i = 0; i < p->atoms; i++) {
        const motion *m = &p->motion[i];
        p->line = m->line;
        if (i && m->id == m[-1].id)
            return fault(p, "keep one of the two lines",
                         "the velocity of atom %" PRId64 " stood at line %" PRId64 " already",
                         m->id, m[-1].line);
        if (m->id < p->atom[i].id)
            return fault(p, "correct the id", "there is no atom %" PRId64 " in the section Atoms",
                         m->id);
        if (m->id > p->atom[i].id)
            return fault(p, "give a velocity for every atom",
                         "atom %" PRId64 " of line %" PRId64 " has no velocity", p->atom[i].id,
                         p->atom[i].line);
    }
    return SCREE_OK;
}

static scree_status fill_columns(const parser *p, lammps_data *d)
{
    const size_t n = (size_t)p->atoms + 1;
    d->count = p->atoms;
    d->types = (int32_t)p->types;
    d->low = v3_make(p->bounds[0][0], p->bounds[1][0], p->bounds[2][0]);
    d->high = v3_make(p->bounds[0][1], p->bounds[1][1], p->bounds[2][1]);
    d->has_velocities = p->motion != NULL;
    d->has_images = p->images == 1;
    d->id = calloc(n, sizeof *d->id);
    d->type = calloc(n, sizeof *d->type);
    d->diameter = calloc(n, sizeof *d->diameter);
    d->density = calloc(n, sizeof *d->density);
    d->position = calloc(n, sizeof *d->position);
    d->velocity = calloc(n, sizeof *d->velocity);
    d->spin = calloc(n, sizeof *d->spin);
    d->image = calloc(n, sizeof *d->image);
    if (!d->id || !d->type || !d->diameter || !d->density || !d->position || !d->velocity ||
        !d->spin || !d->image)
        return fail_memory(p->error, p->name);
    for (int64_t i = 0; i < p->atoms; i++) {
        const atom *a = &p->atom[i];
        d->id[i] = a->id;
        d->type[i] = a->type;
        d->diameter[i] = a->diameter;
        d->density[i] = a->density;
        d->position[i] = a->position;
        d->image[i] = a->image;
        if (!p->motion)
            continue;
        d->velocity[i] = p->motion[i].velocity;
        d->spin[i] = p->motion[i].spin;
    }
    return SCREE_OK;
}

scree_status lammps_data_parse(const char *text, size_t size, const char *name, lammps_data *data,
                               fault_list *faults, scree_error *error)
{
    scree_error fault;
    parser p = {.name = name,
                .at = text,
                .end = text + size,
                .atoms = -1,
                .types = -1,
                .images = -1,
                .error = &fault};
    p.tally.list = faults;
    memset(data, 0, sizeof *data);
    scree_status status = read_all(&p, size);
    if (!status && !p.tally.count)
        status = sort_atoms(&p);
    if (!status && !p.tally.count)
        status = sort_motions(&p);
    if (!status && !p.tally.count)
        status = fill_columns(&p, data);
    if (status)
        fault_tally_add(&p.tally, &fault);
    if (p.tally.count)
        lammps_data_clear(data);
    free(p.atom);
    free(p.motion);
    return fault_tally_end(&p.tally, error);
}
