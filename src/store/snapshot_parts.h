// snapshot_parts.h - what writing and reading of snapshots share: the seal, HDF5 kept quiet, types of columns.
#ifndef SCREE_STORE_SNAPSHOT_PARTS_H
#define SCREE_STORE_SNAPSHOT_PARTS_H

#include "store/snapshot.h"

#include <hdf5.h>
#include <stdbool.h>

enum { SEAL = 512, CHUNK_BYTES = 1 << 20 };
// Version 1, which 0.1 wrote in its first year, has the same columns under another state hash.
#define SNAPSHOT_MAGIC "scree-snapshot "
enum { SNAPSHOT_VERSION = 2, SNAPSHOT_OLDEST = 1 };
// Units and descriptions of all columns as lines of text, besides the attributes: HDF5 1.10.8 crashes on attributes
// that were made to deceive, so those are for other programs and are not read.
#define SNAPSHOT_COLUMNS "case/columns"

typedef struct seal {
    int version;
    uint64_t bytes; // of the whole file
    uint32_t crc;   // of what follows the seal
    uint64_t state; // image_hash; in version 1 a hash that is no longer computed
} seal;
void seal_text(char text[SEAL], const seal *seal);
uint32_t seal_crc(uint32_t crc, const unsigned char *data, size_t size);

// While HDF5 works, it prints nothing; its own printing is put back afterwards.
typedef struct quiet {
    H5E_auto2_t print;
    void *data;
    bool known;
} quiet;
quiet quiet_begin(void);
void quiet_end(quiet quiet);

// What to do about a snapshot that cannot be read: the one before it is named where it is there.
const char *snapshot_remedy(const char *path);
// After a call that failed: was it for want of memory? HDF5 then gives no reason at all, as that takes some.
bool hdf5_lacked_memory(void);
scree_status hdf5_fault(const char *path, const char *action, const char *object,
                        scree_error *error);
hid_t hdf5_file_type(image_type type);
hid_t hdf5_memory_type(image_type type);

// Units and descriptions, where the file has them; then their column is taken out.
void snapshot_describe(image *im);

#endif
