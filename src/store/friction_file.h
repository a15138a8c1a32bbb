// friction_file.h - friction-contact problems in files: fclib (HDF5), and the text of Siconos (.dat).
//
// fclib is the form of the collections of problems (Acary, Bremond, Koziara, Perignon 2014, "FCLIB: a collection of
// discrete 3D frictional contact problems"): groups fclib_local (W, q, mu) or fclib_global (M, H, f, w, mu), matrices
// by columns, by rows or as triplets, and a group `solution` (u, r). It is read and written by HDF5 itself: libfclib
// ends the program where a file is not as it should be. The text of Siconos has the same numbers one after the other,
// with dense matrices or such of blocks.
#ifndef SCREE_STORE_FRICTION_FILE_H
#define SCREE_STORE_FRICTION_FILE_H

#include "friction/system.h"

// Which of the two a file is, its first bytes tell.
scree_status friction_file_read(const char *path, friction_system *out, scree_error *error);

// What goes into an fclib file besides the problem; all may be NULL.
typedef struct friction_note {
    const char *title;
    const double *r, *u; // a solution, 3 numbers a contact
} friction_note;

// Which of the two is written, the name tells: .hdf5 or .h5, or .dat. Whether it does, and whether such a file can
// be made there, is to be asked before long work.
scree_status friction_file_check(const char *path, scree_error *error);
scree_status friction_file_write(const char *path, const friction_system *system,
                                 const friction_note *about, scree_error *error);

#endif
