// mesh_rows.h - the keys with which a case names a mesh file and puts it in its place.
#ifndef SCREE_SHAPE_MESH_ROWS_H
#define SCREE_SHAPE_MESH_ROWS_H

#include "base/row.h"

#define MESH_ROWS                                                                                  \
    {"file",                                                                                       \
     ROW_TEXT,                                                                                     \
     "1",                                                                                          \
     ROW_REQUIRED,                                                                                 \
     ROW_ANY_LOW,                                                                                  \
     ROW_ANY_HIGH,                                                                                 \
     "STL, OBJ or PLY file, ascii or binary; a relative path starts at the folder of the case"},   \
        {"unit",                                                                                   \
         ROW_TEXT,                                                                                 \
         "1",                                                                                      \
         ROW_REQUIRED,                                                                             \
         ROW_ANY_LOW,                                                                              \
         ROW_ANY_HIGH,                                                                             \
         "length unit of the file: m, cm, mm, um, in or ft"},                                      \
        {"scale",                                                                                  \
         ROW_REAL,                                                                                 \
         "1",                                                                                      \
         1,                                                                                        \
         ROW_POSITIVE,                                                                             \
         ROW_ANY_HIGH,                                                                             \
         "factor on all lengths of the file"},                                                     \
        {"position",                                                                               \
         ROW_VECTOR,                                                                               \
         "m",                                                                                      \
         0,                                                                                        \
         ROW_ANY_LOW,                                                                              \
         ROW_ANY_HIGH,                                                                             \
         "where the origin of the file is put"},                                                   \
        {"along_x",                                                                                \
         ROW_VECTOR,                                                                               \
         "1",                                                                                      \
         ROW_OPTIONAL,                                                                             \
         ROW_ANY_LOW,                                                                              \
         ROW_ANY_HIGH,                                                                             \
         "direction into which the x axis of the file is turned; when left out: x"},               \
        {"along_z",                                                                                \
         ROW_VECTOR,                                                                               \
         "1",                                                                                      \
         ROW_OPTIONAL,                                                                             \
         ROW_ANY_LOW,                                                                              \
         ROW_ANY_HIGH,                                                                             \
         "direction into which the z axis of the file is turned: given alone it is exact, and x "  \
         "goes to its part across; with along_x the part across along_x counts; when left out: "   \
         "z"},                                                                                     \
        {"tolerance",                                                                              \
         ROW_REAL,                                                                                 \
         "m",                                                                                      \
         ROW_OPTIONAL,                                                                             \
         ROW_POSITIVE,                                                                             \
         ROW_ANY_HIGH,                                                                             \
         "corners closer than this are one, and faces flatter than this are flat; when left "      \
         "out: 1e-6 "                                                                              \
         "of the diagonal"},                                                                       \
    {                                                                                              \
        "part", ROW_TEXT, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,                            \
            "the part of the file that has this name: object or group of an OBJ file, solid of "   \
            "an ascii STL file; when left out: all"                                                \
    }

#endif
