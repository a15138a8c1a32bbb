// vtk_xml.h - one VTK XML file, PolyData (.vtp) or ImageData (.vti): arrays in appended raw form, compressed by zlib in
// blocks.
//
// The layout of the file is in docs/file-formats.md. Arrays are written block by block, so that a frame of many grains
// needs no second copy in memory.
#ifndef SCREE_STORE_VTK_XML_H
#define SCREE_STORE_VTK_XML_H

#include "store/file_out.h"

#include <stdint.h>

typedef enum vtk_type { VTK_FLOAT64, VTK_INT64, VTK_INT32 } vtk_type;

// tuples * components values, either at `data` or made by `fill`, which puts `count` tuples from `first` on into `out`.
typedef struct vtk_array {
    const char *name;
    vtk_type type;
    int components;
    int64_t tuples;
    const void *data;
    void (*fill)(const void *context, int64_t first, int64_t count, void *out);
    const void *context;
} vtk_array;

// Cells of one kind: their points one after another, and per cell the place after its last point.
typedef struct vtk_cells {
    int64_t count;
    vtk_array connectivity, offsets;
} vtk_cells;

typedef struct vtk_polydata {
    double time; // s
    vtk_array points;
    vtk_cells verts, lines, polys; // count 0 where there are none
    const vtk_array *point_data, *cell_data;
    int point_arrays, cell_arrays;
    // Arrays of points, and of cells, that programs show unless they are told otherwise; NULL: none.
    const char *point_scalars, *point_vectors, *cell_scalars, *cell_vectors;
    const vtk_array *field_data; // of the file as a whole
    int field_arrays;
    const char *const *names; // texts written as the field array "names"; may be NULL
    int name_count;
} vtk_polydata;

// Into a file that is open, and stays so.
scree_status vtk_xml_put(file_out *out, const vtk_polydata *poly, scree_error *error);
scree_status vtk_xml_write(const char *path, const vtk_polydata *poly, scree_error *error);

// Cells of equal size, those along x one after another.
typedef struct vtk_image {
    double time;               // s
    double origin[3], edge[3]; // m; an edge of 0: in the plane
    int count[3];              // cells
    const vtk_array *cell_data;
    int cell_arrays;
} vtk_image;

scree_status vtk_xml_write_image(const char *path, const vtk_image *image, scree_error *error);

// Writes `text` with the signs that XML reserves escaped.
void vtk_xml_text(file_out *out, const char *text);

#endif
