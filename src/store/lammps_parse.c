// lammps_parse.c - the reader of lammps_data.h.
//
// The text is taken line by line: the first is a title; then header lines `numbers keyword`; then sections, each a line
// with a name and as many lines as there are atoms. Lines are kept as records with their line number until all is read;
// then they are sorted by id, so that doubled and unknown ids are found and both places can be named. Source: LAMMPS
// manual, "read_data command".
#include "store/lammps_parser.h"

#include "store/lammps_data.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- header

static scree_status header_count(lammps_parser *parser, const char *what, int64_t low, int64_t high,
                                 int64_t *value)
{
    if (*value >= 0)
        return lammps_fault(parser, "keep one of the two lines", "the number of %s is given twice",
                            what);
    return lammps_take_integer(parser, 0, what, low, high, value);
}

static scree_status header_bounds(lammps_parser *parser, int axis)
{
    static const char *const low[] = {"xlo", "ylo", "zlo"};
    static const char *const high[] = {"xhi", "yhi", "zhi"};
    if (parser->has_bounds[axis])
        return lammps_fault(parser, "keep one of the two lines", "%s is given twice", low[axis]);
    scree_status status = lammps_take_real(parser, 0, low[axis], &parser->bounds[axis][0]);
    if (!status)
        status = lammps_take_real(parser, 1, high[axis], &parser->bounds[axis][1]);
    if (!status && !(parser->bounds[axis][0] < parser->bounds[axis][1]))
        status = lammps_fault(parser, "write the lower bound first", "%s is not below %s",
                              low[axis], high[axis]);
    parser->has_bounds[axis] = true;
    return status;
}

// Numbers of things that spheres do not have.
static scree_status header_foreign(lammps_parser *parser)
{
    static const char *const none[] = {
        "bonds",     "angles", "dihedrals",  "impropers",   "ellipsoids",     "lines",
        "triangles", "bodies", "bond types", "angle types", "dihedral types", "improper types"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (lammps_words_are(parser, 1, none[i])) {
            int64_t count = 0;
            scree_status status = lammps_take_integer(parser, 0, none[i], 0, INT64_MAX, &count);
            if (!status && count)
                status = lammps_fault(parser, "export grains of atom_style sphere only",
                                      "%s cannot be read", none[i]);
            return status;
        }
    return lammps_fault(parser, "known are: atoms, atom types, xlo xhi, ylo yhi, zlo zhi",
                        "the header line cannot be understood");
}

static scree_status header_tilt(lammps_parser *parser)
{
    static const char *const names[] = {"xy", "xz", "yz"};
    v3 tilt;
    scree_status status = lammps_take_vector(parser, 0, names, &tilt);
    if (!status && (tilt.x != 0 || tilt.y != 0 || tilt.z != 0))
        status = lammps_fault(parser, "export an orthogonal box", "the box is tilted");
    return status;
}

static scree_status header_line(lammps_parser *parser)
{
    static const char *const axis[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
    if (lammps_words_are(parser, 1, "atoms"))
        return header_count(parser, "atoms", 0, INT64_MAX, &parser->atoms);
    if (lammps_words_are(parser, 1, "atom types"))
        return header_count(parser, "atom types", 1, INT32_MAX, &parser->types);
    for (int k = 0; k < 3; k++)
        if (lammps_words_are(parser, 2, axis[k]))
            return header_bounds(parser, k);
    if (lammps_words_are(parser, 3, "xy xz yz"))
        return header_tilt(parser);
    if (parser->count == 5 && lammps_word_is(parser->words[1], "extra") &&
        lammps_word_is(parser->words[3], "per"))
        return SCREE_OK;
    return header_foreign(parser);
}

static scree_status header_complete(lammps_parser *parser, size_t size)
{
    if (parser->atoms < 0)
        return lammps_fault(parser, "add a line like `1000 atoms` before the sections",
                            "the number of atoms is missing");
    if (parser->types < 0)
        return lammps_fault(parser, "add a line like `1 atom types` before the sections",
                            "the number of atom types is missing");
    for (int k = 0; k < 3; k++)
        if (!parser->has_bounds[k])
            return lammps_fault(parser, "add a line like `0 1 xlo xhi` for each axis",
                                "the %clo %chi line is missing", "xyz"[k], "xyz"[k]);
    if ((uint64_t)parser->atoms > size / SHORTEST_LINE + 1)
        return lammps_fault(parser, "copy the file again or correct the number of atoms",
                            "%" PRId64
                            " atoms are announced, but the whole file is too short for them",
                            parser->atoms);
    return SCREE_OK;
}

// ---- sections

static scree_status columns_fault(lammps_parser *parser, const char *section, const char *wanted)
{
    return lammps_fault(parser, wanted, "a line of %s has %d column%s", section,
                        parser->count > WORDS_MOST ? WORDS_MOST + 1 : parser->count,
                        parser->count == 1 ? "" : "s");
}

static scree_status take_images(lammps_parser *parser, lammps_image *image)
{
    int64_t flag[3];
    scree_status status = SCREE_OK;
    for (int k = 0; k < 3 && !status; k++)
        status =
            lammps_take_integer(parser, 7 + k, "an image flag", INT32_MIN, INT32_MAX, &flag[k]);
    if (!status)
        *image = (lammps_image){(int32_t)flag[0], (int32_t)flag[1], (int32_t)flag[2]};
    return status;
}

// A place is one in the box, or so many of its lengths away that images can tell it: farther out its digits no longer
// say where in the box it is.
static scree_status check_place(lammps_parser *parser, int at, v3 place)
{
    static const double lengths_most = 1e6;
    for (int k = 0; k < 3; k++) {
        const double low = parser->bounds[k][0];
        const double high = parser->bounds[k][1];
        if (fabs(v3_component(place, k) - low) <= lengths_most * (high - low))
            continue;
        parser->column = (int)(parser->words[at + k].at - parser->begin) + 1;
        scree_status status = lammps_fault(parser, "give it a place in the box, or near it",
                                           "%c = %g is too far away from the box, %g to %g",
                                           "xyz"[k], v3_component(place, k), low, high);
        parser->column = 0;
        return status;
    }
    return SCREE_OK;
}

static scree_status atom_line(lammps_parser *parser, int64_t i)
{
    static const char *const names[] = {"x", "y", "z"};
    lammps_atom *atom = &parser->atom[i];
    int64_t type = 0;
    if (parser->count != 7 && parser->count != 10)
        return columns_fault(
            parser, "Atoms",
            "write `id type diameter density x y z`, with or without three image flags");
    if (parser->images < 0)
        parser->images = parser->count == 10;
    if (parser->images != (parser->count == 10))
        return lammps_fault(parser, "give image flags on every line or on none",
                            "some lines of Atoms have image flags, some not");
    atom->line = parser->line;
    scree_status status = lammps_take_integer(parser, 0, "the id", 1, INT64_MAX, &atom->id);
    if (!status)
        status = lammps_take_integer(parser, 1, "the type", 1, parser->types, &type);
    if (!status)
        status = lammps_take_real(parser, 2, "the diameter", &atom->diameter);
    if (!status && !(atom->diameter > 0))
        status = lammps_fault(parser, "grains need a size",
                              "the diameter of atom %" PRId64 " is %g, not positive", atom->id,
                              atom->diameter);
    if (!status)
        status = lammps_take_real(parser, 3, "the density", &atom->density);
    if (!status && !(atom->density > 0))
        status = lammps_fault(parser, "grains need a mass",
                              "the density of atom %" PRId64 " is %g, not positive", atom->id,
                              atom->density);
    if (!status)
        status = lammps_take_vector(parser, 4, names, &atom->position);
    if (!status)
        status = check_place(parser, 4, atom->position);
    if (!status && parser->images)
        status = take_images(parser, &atom->image);
    atom->type = (int32_t)type;
    return status;
}

static scree_status motion_line(lammps_parser *parser, int64_t i)
{
    static const char *const linear[] = {"vx", "vy", "vz"};
    static const char *const angular[] = {"wx", "wy", "wz"};
    lammps_motion *motion = &parser->motion[i];
    if (parser->count != 7)
        return columns_fault(parser, "Velocities", "write `id vx vy vz wx wy wz`");
    motion->line = parser->line;
    scree_status status = lammps_take_integer(parser, 0, "the id", 1, INT64_MAX, &motion->id);
    if (!status)
        status = lammps_take_vector(parser, 1, linear, &motion->velocity);
    return status ? status : lammps_take_vector(parser, 4, angular, &motion->spin);
}

static bool starts_section(const lammps_parser *parser)
{
    char sign = *parser->words[0].at;
    const bool letter = (sign >= 'A' && sign <= 'Z') || (sign >= 'a' && sign <= 'z');
    return parser->count <= 2 && letter;
}

// Reads the lines of a section into records, one for each atom. Faulty lines are noted and the next ones read.
static scree_status section_lines(lammps_parser *of, const char *section,
                                  scree_status (*take)(lammps_parser *, int64_t))
{
    static const char hint[] =
        "correct the number of atoms in the header or restore the missing lines";
    for (int64_t i = 0; i < of->atoms; i++) {
        if (!lammps_next_filled_line(of))
            return lammps_fault(of, hint,
                                "the file ends after %" PRId64 " of %" PRId64 " lines of %s", i,
                                of->atoms, section);
        if (starts_section(of))
            return lammps_fault(of, hint, "%s ends after %" PRId64 " of %" PRId64 " lines", section,
                                i, of->atoms);
        if (take(of, i))
            fault_tally_add(&of->tally, of->error);
    }
    return SCREE_OK;
}

static scree_status section_atoms(lammps_parser *parser)
{
    if (parser->atom)
        return lammps_fault(parser, "keep one of the two sections",
                            "the section Atoms stands there twice");
    if (*parser->comment && strcmp(parser->comment, "sphere"))
        return lammps_fault(parser, "export the grains with atom_style sphere",
                            "atom_style %s cannot be read", parser->comment);
    parser->atom = calloc((size_t)parser->atoms + 1, sizeof *parser->atom);
    if (!parser->atom)
        return fail_memory(parser->error, parser->name);
    return section_lines(parser, "Atoms", atom_line);
}

static scree_status section_velocities(lammps_parser *parser)
{
    if (parser->motion)
        return lammps_fault(parser, "keep one of the two sections",
                            "the section Velocities stands there twice");
    parser->motion = calloc((size_t)parser->atoms + 1, sizeof *parser->motion);
    if (!parser->motion)
        return fail_memory(parser->error, parser->name);
    return section_lines(parser, "Velocities", motion_line);
}

static scree_status section(lammps_parser *parser)
{
    char text[WORD_ROOM];
    if (lammps_words_are(parser, 0, "Atoms"))
        return section_atoms(parser);
    if (lammps_words_are(parser, 0, "Velocities"))
        return section_velocities(parser);
    lammps_copy_word(text, parser->words[0]);
    if (!starts_section(parser))
        return lammps_fault(parser, "correct the number of atoms in the header or remove the line",
                            "a line beginning with '%s' stands where a section should begin", text);
    return lammps_fault(parser, "remove it; read are the sections Atoms and Velocities",
                        "the section %s cannot be read", text);
}

static scree_status read_all(lammps_parser *parser, size_t size)
{
    bool in_header = true;
    scree_status status = SCREE_OK;
    lammps_next_line(parser); // the title
    while (!status && lammps_next_filled_line(parser)) {
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
        status = lammps_fault(parser, "add the section `Atoms # sphere`",
                              "the section Atoms is missing");
    return status;
}

void lammps_data_clear(lammps_data *data)
{
    free(data->id);
    free(data->type);
    free(data->diameter);
    free(data->density);
    free(data->position);
    free(data->velocity);
    free(data->spin);
    free(data->image);
    memset(data, 0, sizeof *data);
}

scree_status lammps_data_parse(const char *text, size_t size, const char *name, lammps_data *data,
                               fault_list *faults, scree_error *error)
{
    scree_error fault;
    lammps_parser parser = {.name = name,
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
        status = lammps_sort_atoms(&parser);
    if (!status && !parser.tally.count)
        status = lammps_sort_motions(&parser);
    if (!status && !parser.tally.count)
        status = lammps_fill_columns(&parser, data);
    if (status)
        fault_tally_add(&parser.tally, &fault);
    if (parser.tally.count)
        lammps_data_clear(data);
    free(parser.atom);
    free(parser.motion);
    return fault_tally_end(&parser.tally, error);
}
