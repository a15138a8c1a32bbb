// snapshot.c - writing a snapshot, see snapshot.h.
//
// The file is built in memory by HDF5's core driver and written by file_out, because HDF5 itself leaves a half-written
// file and an open descriptor behind when the disk is full. Its buffer is taken over at the close, so there is no
// second copy.
#include "base/text.h"
#include "store/file_out.h"
#include "store/snapshot_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PACK_FROM = 1 << 14, GROW = 1 << 20 };

typedef struct buffer {
    unsigned char *data;
    size_t size;
} buffer;

static void *buffer_malloc(size_t size, H5FD_file_image_op_t op, void *user)
{
    (void)op;
    buffer *buffer = user;
    buffer->size = size;
    return buffer->data = malloc(size);
}

static void *buffer_realloc(void *old, size_t size, H5FD_file_image_op_t op, void *user)
{
    (void)op;
    buffer *buffer = user;
    void *grown = realloc(old, size);
    if (!grown)
        return NULL;
    buffer->size = size;
    return buffer->data = grown;
}

// The buffer outlives the file that HDF5 closes; its owner frees it.
static herr_t buffer_keep(void *data, H5FD_file_image_op_t op, void *user)
{
    (void)data;
    (void)op;
    (void)user;
    return 0;
}
static void *user_copy(void *user)
{
    return user;
}
static herr_t user_keep(void *user)
{
    (void)user;
    return 0;
}

static hid_t create_in_memory(buffer *buffer)
{
    H5FD_file_image_callbacks_t calls = {buffer_malloc, NULL,      buffer_realloc, buffer_keep,
                                         user_copy,     user_keep, buffer};
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t create = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    if (H5Pset_fapl_core(access, GROW, 0) >= 0 &&
        H5Pset_file_image_callbacks(access, &calls) >= 0 &&
        H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0 && H5Pset_userblock(create, SEAL) >= 0)
        file = H5Fcreate("scree-snapshot", H5F_ACC_TRUNC, create, access);
    H5Pclose(create);
    H5Pclose(access);
    return file;
}

static bool put_text(hid_t object, const char *name, const char *value)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    hid_t space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(value) + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0)
        H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

static int rank_of(const image_column *column)
{
    return column->width == 1 ? 1 : 2;
}

// Times of making are left out, so that equal states give equal files.
static hid_t layout(const image_column *column, size_t row)
{
    hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(create, 0);
    if (row * (size_t)column->rows >= PACK_FROM) {
        hsize_t rows = CHUNK_BYTES / row ? CHUNK_BYTES / row : 1;
        hsize_t chunk[2] = {rows < (hsize_t)column->rows ? rows : (hsize_t)column->rows,
                            (hsize_t)column->width};
        H5Pset_chunk(create, rank_of(column), chunk);
        H5Pset_shuffle(create);
        H5Pset_deflate(create, 1);
    }
    return create;
}

// Where the columns go, and the hashes of those that are there.
typedef struct putting {
    hid_t file;
    const image *im;
    void *room; // for rows that come in portions
    uint64_t *hash;
} putting;

// A run of rows at a time, so that nobody needs all of them, and the hash is made on the way.
static bool put_rows(hid_t data, const putting *to, int number)
{
    const image_column *column = &to->im->column[number];
    const int rank = rank_of(column);
    hid_t there = H5Dget_space(data);
    bool good = there >= 0;
    to->hash[number] = image_column_begin(column);
    for (int64_t first = 0; good && first < column->rows; first += IMAGE_RUN_ROWS) {
        const int64_t left = column->rows - first;
        const int64_t count = left < IMAGE_RUN_ROWS ? left : IMAGE_RUN_ROWS;
        const void *rows = image_rows(to->im, number, first, count, to->room);
        const hsize_t from[2] = {(hsize_t)first, 0};
        const hsize_t size[2] = {(hsize_t)count, (hsize_t)column->width};
        hid_t here = H5Screate_simple(rank, size, NULL);
        good = rows != NULL;
        if (good && column->width)
            good =
                H5Sselect_hyperslab(there, H5S_SELECT_SET, from, NULL, size, NULL) >= 0 &&
                H5Dwrite(data, hdf5_memory_type(column->type), here, there, H5P_DEFAULT, rows) >= 0;
        if (good)
            to->hash[number] = image_hash_join(
                to->hash[number], image_run_hash(column->type, column->width, rows, count));
        H5Sclose(here);
    }
    if (there >= 0)
        H5Sclose(there);
    return good;
}

static bool put_column(const putting *to, int number)
{
    const image_column *column = &to->im->column[number];
    const hsize_t dims[2] = {(hsize_t)column->rows, (hsize_t)column->width};
    hid_t space = H5Screate_simple(rank_of(column), dims, NULL);
    hid_t create = layout(column, image_type_size(column->type) * (size_t)column->width);
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(link, 1);
    hid_t data = H5Dcreate2(to->file, column->name, hdf5_file_type(column->type), space, link,
                            create, H5P_DEFAULT);
    bool good = data >= 0;
    good = good && put_text(data, "unit", column->unit);
    good = good && put_text(data, "doc", column->doc);
    good = good && put_rows(data, to, number);
    if (data >= 0 && H5Dclose(data) < 0)
        good = false;
    H5Pclose(link);
    H5Pclose(create);
    H5Sclose(space);
    return good;
}

// A line for each column: name, unit, description, parted by tabs.
static bool put_descriptions(hid_t file, const image *im)
{
    text_buffer lines = {0};
    for (int i = 0; i < im->count; i++)
        text_append_format(&lines, "%s\t%s\t%s\n", im->column[i].name, im->column[i].unit,
                           im->column[i].doc);
    image_column column = {
        .name = SNAPSHOT_COLUMNS, .unit = "1", .doc = "name, unit and description of each column"};
    column.type = IMAGE_U8;
    column.rows = (int64_t)lines.length;
    column.width = 1;
    column.data = lines.data;
    uint64_t nobodys;
    const image alone = {.column = &column, .count = 1, .room = 1};
    const putting to = {.file = file, .im = &alone, .hash = &nobodys};
    bool good = !lines.failed && put_column(&to, 0);
    text_buffer_clear(&lines);
    return good;
}

static void hash_text(char text[17], uint64_t hash)
{
    snprintf(text, 17, "%016" PRIx64, hash);
}

// It is known once all columns are there.
static bool patch_hash(hid_t file, uint64_t hash)
{
    char text[17];
    hash_text(text, hash);
    hid_t attribute = H5Aopen(file, "state_hash", H5P_DEFAULT);
    hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
    const bool good = type >= 0 && H5Awrite(attribute, type, text) >= 0;
    if (type >= 0)
        H5Tclose(type);
    if (attribute >= 0)
        H5Aclose(attribute);
    return good;
}

static scree_status put_all(const putting *to, const char *path,
                            const snapshot_attribute *attributes, uint64_t *hash,
                            scree_error *error)
{
    const image *im = to->im;
    char text[17];
    hash_text(text, 0);
    bool good = put_text(to->file, "format", "scree-snapshot") &&
                put_text(to->file, "version", "1") && put_text(to->file, "state_hash", text);
    for (const snapshot_attribute *attribute = attributes; good && attribute && attribute->name;
         attribute++)
        good = put_text(to->file, attribute->name, attribute->value ? attribute->value : "");
    if (!good)
        return hdf5_fault(path, "cannot write", "the attributes", error);
    for (int i = 0; i < im->count; i++)
        if (!put_column(to, i))
            return hdf5_fault(path, "cannot write", im->column[i].name, error);
    if (!put_descriptions(to->file, im))
        return hdf5_fault(path, "cannot write", SNAPSHOT_COLUMNS, error);
    *hash = image_hash_of(im, to->hash);
    return patch_hash(to->file, *hash) ? SCREE_OK
                                       : hdf5_fault(path, "cannot write", "the attributes", error);
}

// The length that the file itself states, in its superblock (HDF5 file format, II.A): little-endian, 8 bytes, at byte
// 40 of versions 0 and 1 and byte 28 of later ones. The buffer is longer, as it grows in steps.
static uint64_t stated_length(const buffer *buffer)
{
    uint64_t length = 0;
    if (buffer->size < SEAL + 48)
        return 0;
    const unsigned char *at = buffer->data + SEAL + (buffer->data[SEAL + 8] < 2 ? 40 : 28);
    for (int i = 7; i >= 0; i--)
        length = length << 8 | at[i];
    return length;
}

static scree_status build(buffer *buffer, const char *path, const image *im,
                          const snapshot_attribute *attributes, uint64_t *hash, scree_error *error)
{
    putting to = {
        .file = create_in_memory(buffer),
        .im = im,
        .room = image_portion_room(im),
        .hash = malloc((size_t)(im->count + 1) * sizeof *to.hash),
    };
    scree_status status = SCREE_OK;
    if (to.file < 0)
        status = hdf5_fault(path, "cannot make", "the snapshot", error);
    else if (!to.room || !to.hash)
        status = fail_memory(error, path);
    else
        status = put_all(&to, path, attributes, hash, error);
    if (to.file >= 0 && H5Fclose(to.file) < 0 && !status)
        status = hdf5_fault(path, "cannot make", "the snapshot", error);
    free(to.room);
    free(to.hash);
    if (status)
        return status;
    uint64_t length = stated_length(buffer);
    if (length > buffer->size || length <= SEAL)
        status = fail(error, SCREE_IO, path, "use another version of the HDF5 library",
                      "HDF5 made a file of %" PRIu64 " bytes in %zu", length, buffer->size);
    buffer->size = length;
    return status;
}

// The bytes of the file; the hash of the state, which goes to *state.
static scree_status make_bytes(const char *name, const image *im,
                               const snapshot_attribute *attributes, buffer *out, uint64_t *state,
                               scree_error *error)
{
    buffer buffer = {NULL, 0};
    quiet quiet = quiet_begin();
    scree_status status = build(&buffer, name, im, attributes, state, error);
    quiet_end(quiet);
    if (status) {
        free(buffer.data);
        return status;
    }
    const seal sealed = {
        .version = SNAPSHOT_VERSION,
        .bytes = buffer.size,
        .crc = seal_crc(0, buffer.data + SEAL, buffer.size - SEAL),
        .state = *state,
    };
    char head[SEAL];
    seal_text(head, &sealed);
    memcpy(buffer.data, head, SEAL);
    *out = buffer;
    return SCREE_OK;
}

scree_status snapshot_write_memory(const char *name, const image *im,
                                   const snapshot_attribute *attributes, unsigned char **data,
                                   size_t *size, scree_error *error)
{
    buffer buffer = {NULL, 0};
    uint64_t state;
    const scree_status status = make_bytes(name, im, attributes, &buffer, &state, error);
    *data = buffer.data;
    *size = buffer.size;
    return status;
}

scree_status snapshot_write_hashed(const char *path, const image *im,
                                   const snapshot_attribute *attributes, uint64_t *hash,
                                   scree_error *error)
{
    buffer buffer = {NULL, 0};
    file_out out;
    scree_status status = make_bytes(path, im, attributes, &buffer, hash, error);
    if (!status)
        status = file_out_open(&out, path, error);
    if (!status) {
        file_out_write(&out, buffer.data, buffer.size);
        // only a snapshot that can be read is worth keeping as the previous one
        uint64_t old;
        bool good = !snapshot_hash(path, &old, NULL);
        status = good ? file_out_commit_keeping(&out, error) : file_out_commit(&out, error);
    }
    free(buffer.data);
    return status;
}

scree_status snapshot_write(const char *path, const image *im, const snapshot_attribute *attributes,
                            scree_error *error)
{
    uint64_t hash;
    return snapshot_write_hashed(path, im, attributes, &hash, error);
}
