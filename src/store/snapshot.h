// snapshot.h - the image of a world as an HDF5 file, and back.
//
// The file begins with a seal of 512 bytes (an HDF5 user block) that holds the length, a check sum and the state hash
// of what follows. Reading checks the seal before HDF5 sees a byte, so that a truncated, damaged or foreign file is
// told apart and refused; then every column; then the hash. Equal images and attributes give equal files, byte for
// byte. The layout is in docs/file-formats.md. HDF5 is not re-entrant on every system: call from one thread at a time.
#ifndef SCREE_STORE_SNAPSHOT_H
#define SCREE_STORE_SNAPSHOT_H

#include "base/fail.h"

#include <stddef.h>

#include "state/image.h"

// Texts for the reader of the file, such as title and version; they are no part of the state.
typedef struct snapshot_attribute {
    const char *name, *value;
} snapshot_attribute;

// Writes the image to PATH; what stood there becomes PATH.previous once the new file is complete. `attributes` ends
// with a NULL name, or is NULL.
scree_status snapshot_write(const char *path, const image *im, const snapshot_attribute *attributes,
                            scree_error *error);

// The same of an image whose columns may come in portions; its state hash is made on the way.
scree_status snapshot_write_hashed(const char *path, const image *im,
                                   const snapshot_attribute *attributes, uint64_t *hash,
                                   scree_error *error);

// The same bytes in memory, of which the caller frees *data; NULL on failure. `name` stands for the path in messages.
scree_status snapshot_write_memory(const char *name, const image *im,
                                   const snapshot_attribute *attributes, unsigned char **data,
                                   size_t *size, scree_error *error);
scree_status snapshot_read_memory(const char *name, const unsigned char *data, size_t size,
                                  image *im, scree_error *error);

// Fills `im`, which is empty or cleared before. On failure it is left empty.
scree_status snapshot_read(const char *path, image *im, scree_error *error);

// The same without the rows of bodies and contacts, of whose columns there are none: for a process that gets its own from another
// one. The state hash, which is over all of them, is left to that.
scree_status snapshot_read_without_rows(const char *path, image *im, scree_error *error);

// The state hash from the seal, after the whole file was checked against it; much quicker than reading. Of a file of
// version 1, whose seal has another hash, it is made anew, after reading.
scree_status snapshot_hash(const char *path, uint64_t *hash, scree_error *error);

#endif
