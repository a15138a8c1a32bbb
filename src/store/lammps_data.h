// lammps_data.h - LAMMPS data files of `atom_style sphere`: reading and writing.
//
// Read are the header (atoms, atom types, xlo xhi, ylo yhi, zlo zhi), the section Atoms (`id type diameter density x y
// z`, with three image flags on every line or on none) and the optional section Velocities (`id vx vy vz wx wy wz`), in
// any order, with comments and blank lines. Anything else is refused with its line and what to do. See
// docs/file-formats.md.
#ifndef SCREE_STORE_LAMMPS_DATA_H
#define SCREE_STORE_LAMMPS_DATA_H

#include "base/fail.h"
#include "state/frame.h"
#include "state/model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lammps_image {
    int32_t x, y, z;
} lammps_image; // how many boxes the grain has left behind on each axis

// Arrays have `count` entries, in ascending order of id, and are owned by the struct. Units are those of the file.
typedef struct lammps_data {
    int64_t count;
    int32_t types;
    v3 low, high;
    int64_t *id;      // positive, each once
    int32_t *type;    // 1 to types
    double *diameter; // positive
    double *density;  // positive
    v3 *position;
    v3 *velocity, *spin; // zero where the file has no Velocities
    lammps_image *image; // zero where the file has none
    bool has_velocities, has_images;
} lammps_data;

// On failure `data` is empty. Errors name path:line; `faults` (may be NULL) gets those of all lines, `error` the first.
scree_status lammps_data_read(const char *path, lammps_data *data, fault_list *faults,
                              scree_error *error);
// The same from memory; `name` stands for the path in errors.
scree_status lammps_data_parse(const char *text, size_t size, const char *name, lammps_data *data,
                               fault_list *faults, scree_error *error);
void lammps_data_clear(lammps_data *data);

// One type per material, ids raised by one because LAMMPS counts from 1, 17 significant digits. The density is the one
// that gives a sphere the mass of the grain, as LAMMPS computes masses in 3D and in 2D; fixed grains, of infinite mass,
// have the density of their material. Grains with corners are refused by name.
scree_status store_lammps_data(const char *path, const frame *frame, const model *model,
                               scree_error *error);

#endif
