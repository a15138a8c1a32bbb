// snapshot.c - see snapshot.h.
//
// The file is built in memory by HDF5's core driver and written by file_out, because HDF5 itself leaves a half-written
// file and an open descriptor behind when the disk is full. Its buffer is taken over at the close, so there is no
// second copy.
#include "store/snapshot.h"

#include "store/file_out.h"

#include <errno.h>
#include <hdf5.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SEAL = 512, CHUNK_BYTES = 1 << 20, PACK_FROM = 1 << 14, GROW = 1 << 20, READ_BUFFER = 1 << 18 };
static const char magic[] = "scree-snapshot 1\n";
static const char other_file[] = "give a snapshot written by `scree run`";
static const char use_previous[] = "use the .previous file beside it or another copy";

typedef struct seal {
    uint64_t bytes; // of the whole file
    uint32_t crc;   // of what follows the seal
    uint64_t state; // image_hash
} seal;

static void seal_text(char text[SEAL], const seal *s)
{
    memset(text, 0, SEAL);
    snprintf(text, SEAL, "%sbytes %020" PRIu64 "\ncrc32 %08" PRIx32 "\nstate %016" PRIx64 "\n", magic, s->bytes, s->crc,
             s->state);
}

// While HDF5 works, it prints nothing; its own printing is put back afterwards.
typedef struct quiet {
    H5E_auto2_t print;
    void *data;
    bool known;
} quiet;

static quiet quiet_begin(void)
{
    quiet q = {NULL, NULL, false};
    H5open();
    q.known = H5Eget_auto2(H5E_DEFAULT, &q.print, &q.data) >= 0;
    if (q.known) H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return q;
}

static void quiet_end(quiet q)
{
    H5Eclear2(H5E_DEFAULT);
    if (q.known) H5Eset_auto2(H5E_DEFAULT, q.print, q.data);
}

static herr_t first_reason(unsigned depth, const H5E_error2_t *entry, void *text)
{
    if (!depth && entry->desc) snprintf(text, 128, "%s", entry->desc);
    return 0;
}

static scree_status hdf5_fault(const char *path, const char *action, const char *object, scree_error *error)
{
    char why[128] = "unknown reason";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first_reason, why);
    return fail(error, SCREE_IO, path, use_previous, "%s %s: %s (HDF5)", action, object, why);
}

// ---- writing

typedef struct buffer {
    unsigned char *data;
    size_t size;
} buffer;

static void *buffer_malloc(size_t size, H5FD_file_image_op_t op, void *user)
{
    (void)op;
    buffer *b = user;
    b->size = size;
    return b->data = malloc(size);
}

static void *buffer_realloc(void *old, size_t size, H5FD_file_image_op_t op, void *user)
{
    (void)op;
    buffer *b = user;
    void *grown = realloc(old, size);
    if (!grown) return NULL;
    b->size = size;
    return b->data = grown;
}

// The buffer outlives the file that HDF5 closes; its owner frees it.
static herr_t buffer_keep(void *data, H5FD_file_image_op_t op, void *user)
{
    (void)data, (void)op, (void)user;
    return 0;
}
static void *user_copy(void *user) { return user; }
static herr_t user_keep(void *user)
{
    (void)user;
    return 0;
}

static hid_t create_in_memory(buffer *b)
{
    H5FD_file_image_callbacks_t calls = {buffer_malloc, NULL, buffer_realloc, buffer_keep, user_copy, user_keep, b};
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), create = H5Pcreate(H5P_FILE_CREATE), file = -1;
    if (H5Pset_fapl_core(access, GROW, 0) >= 0 && H5Pset_file_image_callbacks(access, &calls) >= 0 &&
        H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0 && H5Pset_userblock(create, SEAL) >= 0)
        file = H5Fcreate("scree-snapshot", H5F_ACC_TRUNC, create, access);
    H5Pclose(create);
    H5Pclose(access);
    return file;
}

static bool put_text(hid_t object, const char *name, const char *value)
{
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(value) + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0) H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

static hid_t memory_type(image_type type)
{
    return type == IMAGE_F64 ? H5T_NATIVE_DOUBLE : type == IMAGE_I64 ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT8;
}

static hid_t file_type(image_type type)
{
    return type == IMAGE_F64 ? H5T_IEEE_F64LE : type == IMAGE_I64 ? H5T_STD_I64LE : H5T_STD_U8LE;
}

static int rank_of(const image_column *c) { return c->width == 1 ? 1 : 2; }

// Times of making are left out, so that equal states give equal files.
static hid_t layout(const image_column *c, size_t row)
{
    hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(create, 0);
    if (row * (size_t)c->rows >= PACK_FROM) {
        hsize_t rows = CHUNK_BYTES / row ? CHUNK_BYTES / row : 1;
        hsize_t chunk[2] = {rows < (hsize_t)c->rows ? rows : (hsize_t)c->rows, (hsize_t)c->width};
        H5Pset_chunk(create, rank_of(c), chunk);
        H5Pset_shuffle(create);
        H5Pset_deflate(create, 1);
    }
    return create;
}

static bool put_column(hid_t file, const image_column *c)
{
    const hsize_t dims[2] = {(hsize_t)c->rows, (hsize_t)c->width};
    hid_t space = H5Screate_simple(rank_of(c), dims, NULL);
    hid_t create = layout(c, image_type_size(c->type) * (size_t)c->width);
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(link, 1);
    hid_t data = H5Dcreate2(file, c->name, file_type(c->type), space, link, create, H5P_DEFAULT);
    bool good = data >= 0 && put_text(data, "unit", c->unit) && put_text(data, "doc", c->doc);
    if (good && c->rows && c->width)
        good = H5Dwrite(data, memory_type(c->type), H5S_ALL, H5S_ALL, H5P_DEFAULT, c->data) >= 0;
    if (data >= 0 && H5Dclose(data) < 0) good = false;
    H5Pclose(link);
    H5Pclose(create);
    H5Sclose(space);
    return good;
}

static scree_status put_all(hid_t file, const char *path, const image *im, uint64_t hash,
                            const snapshot_attribute *attributes, scree_error *error)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    bool good = put_text(file, "format", "scree-snapshot") && put_text(file, "version", "1") &&
                put_text(file, "state_hash", text);
    for (const snapshot_attribute *a = attributes; good && a && a->name; a++)
        good = put_text(file, a->name, a->value ? a->value : "");
    if (!good) return hdf5_fault(path, "cannot write", "the attributes", error);
    for (int i = 0; i < im->count; i++)
        if (!put_column(file, &im->column[i])) return hdf5_fault(path, "cannot write", im->column[i].name, error);
    return SCREE_OK;
}

// The length that the file itself states, in its superblock (HDF5 file format, II.A): little-endian, 8 bytes, at byte
// 40 of versions 0 and 1 and byte 28 of later ones. The buffer is longer, as it grows in steps.
static uint64_t stated_length(const buffer *b)
{
    uint64_t length = 0;
    if (b->size < SEAL + 48) return 0;
    const unsigned char *at = b->data + SEAL + (b->data[SEAL + 8] < 2 ? 40 : 28);
    for (int i = 7; i >= 0; i--) length = length << 8 | at[i];
    return length;
}

static scree_status build(buffer *b, const char *path, const image *im, uint64_t hash,
                          const snapshot_attribute *attributes, scree_error *error)
{
    hid_t file = create_in_memory(b);
    if (file < 0) return hdf5_fault(path, "cannot make", "the snapshot", error);
    scree_status status = put_all(file, path, im, hash, attributes, error);
    if (H5Fclose(file) < 0 && !status) status = hdf5_fault(path, "cannot make", "the snapshot", error);
    uint64_t length = stated_length(b);
    if (!status && (length > b->size || length <= SEAL))
        status = fail(error, SCREE_IO, path, "use another version of the HDF5 library",
                      "HDF5 made a file of %" PRIu64 " bytes in %zu", length, b->size);
    b->size = length;
    return status;
}

static uint32_t crc_of(uint32_t crc, const unsigned char *data, size_t size)
{
    const size_t most = 1u << 30; // zlib counts in unsigned int
    for (; size > most; data += most, size -= most) crc = (uint32_t)crc32(crc, data, (uInt)most);
    return (uint32_t)crc32(crc, data, (uInt)size);
}

scree_status snapshot_write(const char *path, const image *im, const snapshot_attribute *attributes, scree_error *error)
{
    const uint64_t hash = image_hash(im);
    buffer b = {NULL, 0};
    quiet q = quiet_begin();
    scree_status status = build(&b, path, im, hash, attributes, error);
    quiet_end(q);
    file_out out;
    if (!status) status = file_out_open(&out, path, error);
    if (!status) {
        char head[SEAL];
        seal_text(head, &(seal){b.size, crc_of(0, b.data + SEAL, b.size - SEAL), hash});
        file_out_write(&out, head, SEAL);
        file_out_write(&out, b.data + SEAL, b.size - SEAL);
        // only a snapshot that can be read is worth keeping as the previous one
        uint64_t old;
        bool good = !snapshot_hash(path, &old, NULL);
        status = good ? file_out_commit_keeping(&out, error) : file_out_commit(&out, error);
    }
    free(b.data);
    return status;
}

// ---- reading

static scree_status foreign(const char *path, const char head[SEAL], size_t size, scree_error *error)
{
    if (size && size < sizeof magic - 1 && !memcmp(head, magic, size))
        return fail(error, SCREE_IO, path, use_previous, "the snapshot is truncated: only %zu bytes are left", size);
    if (size >= 15 && !memcmp(head, magic, 15))
        return fail(error, SCREE_IO, path, "read it with the version that wrote it",
                    "the snapshot is of another version than this program reads");
    if (size >= 8 && !memcmp(head, "\211HDF\r\n\032\n", 8))
        return fail(error, SCREE_IO, path, other_file, "an HDF5 file, but no snapshot");
    return fail(error, SCREE_IO, path, other_file, size ? "this is no snapshot" : "the file is empty");
}

static scree_status read_seal(const char *path, FILE *in, seal *s, scree_error *error)
{
    char head[SEAL] = {0}, again[SEAL], bytes[21] = "", crc[9] = "", state[17] = "";
    errno = 0;
    size_t size = fread(head, 1, SEAL, in);
    if (ferror(in)) return file_fault(error, path, "cannot read the file", errno ? errno : EIO);
    if (size < sizeof magic - 1 || memcmp(head, magic, sizeof magic - 1)) return foreign(path, head, size, error);
    if (size < SEAL)
        return fail(error, SCREE_IO, path, use_previous, "the snapshot is truncated: only %zu bytes are left", size);
    sscanf(head + sizeof magic - 1, "bytes %20[0-9]\ncrc32 %8[0-9a-f]\nstate %16[0-9a-f]", bytes, crc, state);
    s->bytes = strtoull(bytes, NULL, 10);
    s->crc = (uint32_t)strtoul(crc, NULL, 16);
    s->state = strtoull(state, NULL, 16);
    seal_text(again, s);
    if (memcmp(head, again, SEAL))
        return fail(error, SCREE_IO, path, use_previous, "the snapshot is damaged: its seal cannot be read");
    return SCREE_OK;
}

static scree_status check_rest(const char *path, FILE *in, const seal *s, scree_error *error)
{
    unsigned char *part = malloc(READ_BUFFER);
    if (!part) return fail_memory(error, path);
    uint64_t total = SEAL;
    uint32_t crc = 0;
    size_t size;
    errno = 0;
    while ((size = fread(part, 1, READ_BUFFER, in)) > 0) {
        crc = crc_of(crc, part, size);
        total += size;
    }
    free(part);
    if (ferror(in)) return file_fault(error, path, "cannot read the file", errno ? errno : EIO);
    if (total < s->bytes)
        return fail(error, SCREE_IO, path, use_previous,
                    "the snapshot is truncated: %" PRIu64 " of %" PRIu64 " bytes are left", total, s->bytes);
    if (total > s->bytes || crc != s->crc)
        return fail(error, SCREE_IO, path, use_previous, "the snapshot is damaged: its check sum does not fit");
    return SCREE_OK;
}

static scree_status check_seal(const char *path, seal *s, scree_error *error)
{
    FILE *in = fopen(path, "rb");
    if (!in) return file_fault(error, path, "cannot open the file", errno);
    scree_status status = read_seal(path, in, s, error);
    if (!status) status = check_rest(path, in, s, error);
    fclose(in);
    return status;
}

typedef struct reading {
    const char *path;
    image *im;
    scree_error *error;
    scree_status status;
} reading;

static bool get_text(hid_t object, const char *name, char *text, size_t room)
{
    if (H5Aexists(object, name) <= 0) return false;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute < 0) return false;
    hid_t stored = H5Aget_type(attribute);
    bool good = H5Tget_class(stored) == H5T_STRING && H5Tis_variable_str(stored) == 0 && H5Tget_size(stored) <= room;
    memset(text, 0, room);
    if (good) good = H5Aread(attribute, stored, text) >= 0;
    text[room - 1] = 0;
    H5Tclose(stored);
    H5Aclose(attribute);
    return good;
}

// Finds type, rows and width of a dataset; false where it is none of ours.
static bool get_shape(hid_t data, image_type *type, hsize_t dims[2])
{
    hid_t stored = H5Dget_type(data), space = H5Dget_space(data);
    bool good = false;
    for (int t = IMAGE_F64; t <= IMAGE_U8 && !good; t++) {
        *type = (image_type)t;
        good = H5Tequal(stored, file_type(*type)) > 0;
    }
    dims[1] = 1;
    int rank = H5Sget_simple_extent_ndims(space);
    if (rank < 1 || rank > 2 || H5Sget_simple_extent_dims(space, dims, NULL) < 0) good = false;
    if (dims[1] > INT32_MAX || dims[0] > INT64_MAX / 8 / (dims[1] ? dims[1] : 1)) good = false;
    H5Sclose(space);
    H5Tclose(stored);
    return good;
}

static scree_status get_column(reading *r, hid_t data, const char *name)
{
    image_type type;
    hsize_t dims[2];
    image_column head;
    if (strlen(name) >= sizeof head.name || !get_shape(data, &type, dims) ||
        !get_text(data, "unit", head.unit, sizeof head.unit) || !get_text(data, "doc", head.doc, sizeof head.doc))
        return fail(r->error, SCREE_IO, r->path, other_file, "the column %s is not in the form of a snapshot", name);
    void *values = image_add(r->im, name, type, (int64_t)dims[0], (int)dims[1], head.unit, head.doc);
    if (!values) return fail_memory(r->error, r->path);
    if (dims[0] && dims[1] && H5Dread(data, memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
        return hdf5_fault(r->path, "cannot read", name, r->error);
    return SCREE_OK;
}

static herr_t visit(hid_t file, const char *name, const H5L_info_t *info, void *context)
{
    reading *r = context;
    (void)info;
    hid_t object = H5Oopen(file, name, H5P_DEFAULT);
    if (object < 0)
        r->status = hdf5_fault(r->path, "cannot read", name, r->error);
    else {
        if (H5Iget_type(object) == H5I_DATASET) r->status = get_column(r, object, name);
        H5Oclose(object);
    }
    return r->status ? -1 : 0;
}

static scree_status read_columns(const char *path, image *im, const seal *s, scree_error *error)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    if (file < 0) return hdf5_fault(path, "cannot open", "the snapshot", error);
    char format[32], version[8];
    reading r = {path, im, error, SCREE_OK};
    if (!get_text(file, "format", format, sizeof format) || !get_text(file, "version", version, sizeof version) ||
        strcmp(format, "scree-snapshot") || strcmp(version, "1"))
        r.status = fail(error, SCREE_IO, path, other_file, "an HDF5 file, but no snapshot of version 1");
    else if (H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, visit, &r) < 0 && !r.status)
        r.status = hdf5_fault(path, "cannot list", "the columns", error);
    H5Fclose(file);
    if (!r.status && image_hash(im) != s->state)
        r.status = fail(error, SCREE_IO, path, use_previous,
                        "the snapshot is damaged: its state hash is %016" PRIx64 " and should be %016" PRIx64,
                        image_hash(im), s->state);
    return r.status;
}

scree_status snapshot_read(const char *path, image *im, scree_error *error)
{
    seal s;
    scree_status status = check_seal(path, &s, error);
    if (status) return status;
    quiet q = quiet_begin();
    status = read_columns(path, im, &s, error);
    quiet_end(q);
    if (status) image_clear(im);
    return status;
}

scree_status snapshot_hash(const char *path, uint64_t *hash, scree_error *error)
{
    seal s;
    scree_status status = check_seal(path, &s, error);
    if (!status) *hash = s.state;
    return status;
}
