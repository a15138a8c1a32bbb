// vtk_bytes.h - the arrays of VTK files as bytes: types of numbers, byte orders, base64, blocks packed by zlib; and what
// the readers of the two kinds of files share.
#ifndef SCREE_SCENE_VTK_BYTES_H
#define SCREE_SCENE_VTK_BYTES_H

#include "scene/vtk_points.h"

#include <stddef.h>

typedef enum vtk_number {
    VTK_NO_NUMBER,
    VTK_SIGNED,
    VTK_UNSIGNED,
    VTK_REAL, // of 4 or 8 bytes
} vtk_number;

typedef struct vtk_type {
    vtk_number kind;
    int size; // bytes
} vtk_type;

// Bytes that are read from left to right, as they are or written in base64. Parts of base64 that were encoded one by one
// may follow each other: padding within is passed over.
typedef struct vtk_stream {
    const char *at, *end;
    bool base64;
    unsigned char kept[3]; // decoded and not yet given
    int keeps;
} vtk_stream;

// How the arrays of a file in XML are packed.
typedef struct vtk_packing {
    bool big_endian;
    bool packed;     // in blocks, by zlib
    int header_size; // of the counts before an array, 4 or 8
} vtk_packing;

// What is being read: a fault names `path`.
typedef struct vtk_job {
    const char *path;
    vtk_points *out;
    bool all_parts;     // not points alone
    scree_error *error; // may be NULL
} vtk_job;

// Always SCREE_BAD_INPUT.
scree_status vtk_fail(const vtk_job *job, const char *hint, const char *what, ...)
    SCREE_PRINTF(3, 4);

// A number as text; nan and inf, which programs write into arrays that nobody asks for, are taken. Sets *end behind it.
bool vtk_read_number(const char *at, double *value, const char **end);
// Fills `count` values of that type from bytes.
void vtk_convert(vtk_type type, bool big_endian, const unsigned char *from, int64_t count,
                 double *to);
// An array with its header, for the field, whose name and components are known; sets its tuples and values.
scree_status vtk_read_array(const vtk_job *job, const vtk_packing *how, vtk_type type,
                            vtk_stream *from, vtk_field *field);
// An array as text, up to `end`, with as many values as there are.
scree_status vtk_read_words(const vtk_job *job, const char *at, const char *end, vtk_field *field);

// Takes the field over (it is cleared); refuses a name that is there already by keeping the first.
scree_status vtk_take(const vtk_job *job, vtk_field *field);
void vtk_field_clear(vtk_field *field);

// The readers; `text` has `size` bytes and a closing zero.
scree_status vtk_read_legacy(const vtk_job *job, const char *text, size_t size);
scree_status vtk_read_xml(const vtk_job *job, const char *text, size_t size);

#endif
