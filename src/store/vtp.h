// vtp.h - frames for ParaView: grains, their surfaces, force chains and walls as .vtp files, and the .pvd list that
// gives them their times.
//
// The arrays of each file and their units are listed in docs/file-formats.md. Files are replaced as a whole or not at
// all.
#ifndef SCREE_STORE_VTP_H
#define SCREE_STORE_VTP_H

#include "base/fail.h"
#include "state/frame.h"
#include "store/file_out.h"

// One number of each triangle of walls, from a probe.
typedef struct wall_value {
    char name[128];
    const double *of_triangle;
} wall_value;

// The surfaces of all walls as triangles, in space at the time of the frame. Pointers are borrowed.
typedef struct wall_surface {
    const v3 *point; // m
    int64_t points;
    const int64_t (*corner)[3]; // of each triangle, indices into point
    const int32_t *wall;        // of each triangle, index into frame.wall
    int64_t triangles;
    const wall_value *value; // besides
    int values;
    const char
        *shown; // one of them, which programs show unless they are told otherwise; NULL: none
} wall_surface;

// One frame of a series; `file` is relative to the folder of the .pvd.
typedef struct pvd_entry {
    double time; // s
    const char *file;
} pvd_entry;

typedef enum vtp_kind { VTP_BODIES, VTP_SHAPES, VTP_CONTACTS, VTP_WALLS } vtp_kind;
typedef struct vtp_content {
    vtp_kind kind;
    const frame *frame;
    const wall_surface *surface; // of VTP_WALLS
} vtp_content;
// Into a file that is open, and stays so.
scree_status vtp_put(file_out *out, const vtp_content *what, scree_error *error);
scree_status vtp_put_shapes(file_out *out, const frame *frame, scree_error *error);

scree_status store_bodies_vtp(const char *path, const frame *frame, scree_error *error);
// The surfaces of all grains with corners, each as cells of its own (shapes_vtp.c).
scree_status store_shapes_vtp(const char *path, const frame *frame, scree_error *error);
// A line from centre to centre for every contact; against a wall from the grain to the contact point.
scree_status store_contacts_vtp(const char *path, const frame *frame, scree_error *error);
// Triangles with index, force, torque, velocity, spin and power of their wall, and with the values besides.
scree_status store_walls_vtp(const char *path, const frame *frame, const wall_surface *surface,
                             scree_error *error);

scree_status store_pvd(const char *path, const pvd_entry *list, int64_t count, scree_error *error);

#endif
