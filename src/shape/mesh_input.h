// mesh_input.h - what the readers of mesh files share: whole files, words with their lines, binary numbers, and points
// and faces on their way to triangles.
#ifndef SCREE_SHAPE_MESH_INPUT_H
#define SCREE_SHAPE_MESH_INPUT_H

#include "shape/mesh_file.h"

#include <stdbool.h>
#include <stddef.h>

enum { MESH_WORD_MOST = 64, MESH_FACETS_MOST = 300000000 };

// ---- files

// All bytes of a file; the caller frees *bytes.
scree_status mesh_input_load(const char *path, char **bytes, size_t *size, scree_error *error);

// ---- words

// Where a reader of text stands. Words are cut to fit, and bytes that cannot be shown become question marks.
typedef struct mesh_words {
    const char *at, *end;
    int64_t line;
    const char *name; // of the file, for messages
    scree_error *error;
    char word[MESH_WORD_MOST];
    bool cut;
} mesh_words;

// The next word of the file, or of the line (which may go on behind a backslash at its end); false where none is left.
bool mesh_words_next(mesh_words *words);
bool mesh_words_next_here(mesh_words *words);
void mesh_words_skip_line(mesh_words *words); // up to its end, which stays
// What is left of the line without blanks around it, cut to fit, and such bytes as above.
enum { MESH_LINE_MOST = 160 };
void mesh_words_rest(mesh_words *words, char out[MESH_LINE_MOST]);
// A fault at the line: "what 'detail'"; detail may be NULL.
scree_status mesh_words_fault(const mesh_words *words, const char *hint, const char *what,
                              const char *detail);
// The last word as a number times 10^shift.
bool mesh_words_number(const mesh_words *words, int shift, double *out);

// ---- binary numbers

double mesh_input_float(const unsigned char *bytes, bool big_endian);
double mesh_input_double(const unsigned char *bytes, bool big_endian);
// An unsigned integer of 1, 2 or 4 bytes.
uint32_t mesh_input_whole(const unsigned char *p, int bytes, bool big_endian);
// A length that was read as it stands in the file, in metres.
double mesh_input_metres(const mesh_unit *unit, double value);

// ---- points and faces

typedef struct mesh_ring {
    int64_t first; // of its corners in mesh_gather.index
    int32_t count;
    int64_t place; // line or byte in the file
    int32_t section;
} mesh_ring;

// Points and faces as a file names them. Start with name, error and unit_of_place, all else zero.
typedef struct mesh_gather {
    const char *name;
    scree_error *error;
    bool bytes; // places are bytes, not lines
    v3 *point;  // m
    int64_t points, point_room;
    int64_t *index; // of points, from 0
    int64_t indices, index_room;
    mesh_ring *ring;
    int64_t rings, ring_room;
    bool names; // the format has sections with names
    mesh_sections sections;
} mesh_gather;

scree_status mesh_gather_point(mesh_gather *gather, v3 point);
// A face is begun, then gets its corners one by one.
scree_status mesh_gather_face(mesh_gather *gather, int64_t place);
scree_status mesh_gather_corner(mesh_gather *gather, int64_t index);
// Checks all faces and cuts them into the triangles of `soup`, which takes over the sections.
scree_status mesh_gather_cut(mesh_gather *gather, mesh_soup *soup);
void mesh_gather_clear(mesh_gather *gather);
// A fault at a place of the file.
scree_status mesh_gather_fault(const mesh_gather *gather, int64_t place, const char *hint,
                               const char *what, ...) SCREE_PRINTF(4, 5);

// ---- the formats

scree_status obj_parse(const char *bytes, size_t size, const char *name, const mesh_unit *unit,
                       mesh_soup *soup, scree_error *error);
bool ply_begins(const char *bytes, size_t size);
scree_status ply_parse(const char *bytes, size_t size, const char *name, const mesh_unit *unit,
                       mesh_soup *soup, scree_error *error);

#endif
