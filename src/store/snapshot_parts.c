// snapshot_parts.c - see snapshot_parts.h.
#include "store/snapshot_parts.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

const char *snapshot_remedy(const char *path)
{
    char *previous = text_format("%s.previous", path);
    const bool there = previous && access(previous, R_OK) == 0;
    free(previous);
    return there ? "use the .previous file beside it or another copy" : "use another copy";
}

void seal_text(char text[SEAL], const seal *seal)
{
    memset(text, 0, SEAL);
    snprintf(text, SEAL, "%s%d\nbytes %020" PRIu64 "\ncrc32 %08" PRIx32 "\nstate %016" PRIx64 "\n",
             SNAPSHOT_MAGIC, seal->version, seal->bytes, seal->crc, seal->state);
}

quiet quiet_begin(void)
{
    quiet quiet = {NULL, NULL, false};
    H5open();
    quiet.known = H5Eget_auto2(H5E_DEFAULT, &quiet.print, &quiet.data) >= 0;
    if (quiet.known)
        H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return quiet;
}

void quiet_end(quiet quiet)
{
    H5Eclear2(H5E_DEFAULT);
    if (quiet.known)
        H5Eset_auto2(H5E_DEFAULT, quiet.print, quiet.data);
}

static herr_t first_reason(unsigned depth, const H5E_error2_t *entry, void *text)
{
    if (!depth && entry->desc)
        snprintf(text, 128, "%s", entry->desc);
    return 0;
}

bool hdf5_lacked_memory(void)
{
    char why[128] = "";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first_reason, why);
    return !why[0] || strstr(why, "memory allocation failed");
}

scree_status hdf5_fault(const char *path, const char *action, const char *object,
                        scree_error *error)
{
    char why[128] = "";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first_reason, why);
    if (hdf5_lacked_memory())
        return fail_memory(error, path);
    return fail(error, SCREE_IO, path, snapshot_remedy(path), "%s %s: %s (HDF5)", action, object,
                why);
}

hid_t hdf5_memory_type(image_type type)
{
    return type == IMAGE_F64   ? H5T_NATIVE_DOUBLE
           : type == IMAGE_I64 ? H5T_NATIVE_INT64
                               : H5T_NATIVE_UINT8;
}

hid_t hdf5_file_type(image_type type)
{
    return type == IMAGE_F64 ? H5T_IEEE_F64LE : type == IMAGE_I64 ? H5T_STD_I64LE : H5T_STD_U8LE;
}

uint32_t seal_crc(uint32_t crc, const unsigned char *data, size_t size)
{
    const size_t most = 1u << 30; // zlib counts in unsigned int
    for (; size > most; data += most, size -= most)
        crc = (uint32_t)crc32(crc, data, (uInt)most);
    return (uint32_t)crc32(crc, data, (uInt)size);
}
