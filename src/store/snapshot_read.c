// snapshot_read.c - reading a snapshot, see snapshot.h.
//
// What is in the file is not trusted: HDF5 is asked for names, shapes and values of datasets alone, not for attributes,
// and for values only where the file has the bytes.
#include "base/read_file.h"
#include "store/file_out.h"
#include "store/snapshot_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    READ_BUFFER = 1 << 18,
    COLUMNS_MOST = 1000,
    GROW = 1 << 20,
    MAGIC = sizeof SNAPSHOT_MAGIC - 1
};
enum { FIRST_LINE = MAGIC + 2 }; // a digit, the version, ends it
static const char other_file[] = "give a snapshot written by `scree run`";

static scree_status foreign(const char *path, const char head[SEAL], size_t size,
                            scree_error *error)
{
    if (size && size < FIRST_LINE && !memcmp(head, SNAPSHOT_MAGIC, size < MAGIC ? size : MAGIC))
        return fail(error, SCREE_IO, path, snapshot_remedy(path),
                    "the snapshot is truncated: only %zu bytes are left", size);
    if (size >= MAGIC && !memcmp(head, SNAPSHOT_MAGIC, MAGIC))
        return fail(error, SCREE_IO, path, "read it with the version that wrote it",
                    "the snapshot is of another version than this program reads");
    if (size >= 8 && !memcmp(head, "\211HDF\r\n\032\n", 8))
        return fail(error, SCREE_IO, path, other_file, "an HDF5 file, but no snapshot");
    return fail(error, SCREE_IO, path, other_file,
                size ? "this is no snapshot" : "the file is empty");
}

// 0: none that is written so.
static int version_of(const char head[SEAL], size_t size)
{
    const bool is = size >= FIRST_LINE && !memcmp(head, SNAPSHOT_MAGIC, MAGIC) &&
                    head[MAGIC] >= '0' && head[MAGIC] <= '9' && head[MAGIC + 1] == '\n';
    return is ? head[MAGIC] - '0' : 0;
}

static scree_status read_seal(const char *path, FILE *in, seal *seal, scree_error *error)
{
    char head[SEAL] = {0};
    char again[SEAL];
    char bytes[21] = "";
    char crc[9] = "";
    char state[17] = "";
    errno = 0;
    size_t size = fread(head, 1, SEAL, in);
    if (ferror(in))
        return file_fault(error, path, "cannot read the file", errno ? errno : EIO);
    seal->version = version_of(head, size);
    if (seal->version < SNAPSHOT_OLDEST || seal->version > SNAPSHOT_VERSION)
        return foreign(path, head, size, error);
    if (size < SEAL)
        return fail(error, SCREE_IO, path, snapshot_remedy(path),
                    "the snapshot is truncated: only %zu bytes are left", size);
    sscanf(head + FIRST_LINE, "bytes %20[0-9]\ncrc32 %8[0-9a-f]\nstate %16[0-9a-f]", bytes, crc,
           state);
    seal->bytes = strtoull(bytes, NULL, 10);
    seal->crc = (uint32_t)strtoul(crc, NULL, 16);
    seal->state = strtoull(state, NULL, 16);
    seal_text(again, seal);
    if (memcmp(head, again, SEAL))
        return fail(error, SCREE_IO, path, snapshot_remedy(path),
                    "the snapshot is damaged: its seal cannot be read");
    return SCREE_OK;
}

// What is far too long is not read to its end to find that out.
static scree_status check_length(const char *path, FILE *in, const seal *seal, scree_error *error)
{
    struct stat is;
    if (fstat(fileno(in), &is) || !S_ISREG(is.st_mode) || (uint64_t)is.st_size <= seal->bytes)
        return SCREE_OK;
    return fail(error, SCREE_IO, path, snapshot_remedy(path),
                "the snapshot is damaged: it has %" PRIu64 " bytes, and its seal says %" PRIu64,
                (uint64_t)is.st_size, seal->bytes);
}

static scree_status check_rest(const char *path, FILE *in, const seal *seal, scree_error *error)
{
    unsigned char *part = malloc(READ_BUFFER);
    if (!part)
        return fail_memory(error, path);
    uint64_t total = SEAL;
    uint32_t crc = 0;
    size_t size;
    errno = 0;
    while ((size = fread(part, 1, READ_BUFFER, in)) > 0) {
        crc = seal_crc(crc, part, size);
        total += size;
    }
    free(part);
    if (ferror(in))
        return file_fault(error, path, "cannot read the file", errno ? errno : EIO);
    if (total < seal->bytes)
        return fail(error, SCREE_IO, path, snapshot_remedy(path),
                    "the snapshot is truncated: %" PRIu64 " of %" PRIu64 " bytes are left", total,
                    seal->bytes);
    if (total > seal->bytes || crc != seal->crc)
        return fail(error, SCREE_IO, path, snapshot_remedy(path),
                    "the snapshot is damaged: its check sum does not fit");
    return SCREE_OK;
}

static scree_status check_seal(const char *path, seal *seal, scree_error *error)
{
    read_verdict verdict;
    int number;
    FILE *in = read_file_open(path, &verdict, &number);
    if (!in && verdict == READ_NOT_PLAIN)
        return fail(error, SCREE_IO, path, "give a snapshot written by `scree run`",
                    "cannot read it: it %s", read_verdict_words(verdict));
    if (!in)
        return file_fault(error, path, "cannot open the file", number);
    scree_status status = read_seal(path, in, seal, error);
    if (!status)
        status = check_length(path, in, seal, error);
    if (!status)
        status = check_rest(path, in, seal, error);
    fclose(in);
    return status;
}

typedef struct reading {
    const char *path;
    image *im;
    bool without_rows;
    uint64_t bytes;  // of the file
    uint64_t stored; // of them, in columns read so far
    scree_error *error;
    scree_status status;
} reading;

// Finds type, rows and width of a dataset; false where it is none of ours.
static bool get_shape(hid_t data, image_type *type, hsize_t dims[2])
{
    hid_t stored = H5Dget_type(data);
    hid_t space = H5Dget_space(data);
    bool good = false;
    for (int t = IMAGE_F64; t <= IMAGE_U8 && !good; t++) {
        *type = (image_type)t;
        good = H5Tequal(stored, hdf5_file_type(*type)) > 0;
    }
    dims[1] = 1;
    int rank = H5Sget_simple_extent_ndims(space);
    if (rank < 1 || rank > 2 || H5Sget_simple_extent_dims(space, dims, NULL) < 0)
        good = false;
    if (dims[1] > INT32_MAX || dims[0] > INT64_MAX / 8 / (dims[1] ? dims[1] : 1))
        good = false;
    H5Sclose(space);
    H5Tclose(stored);
    return good;
}

// Only the two filters that are written, so that no file makes HDF5 load a library.
static bool plain_filters(hid_t create)
{
    for (int i = 0; i < H5Pget_nfilters(create); i++) {
        unsigned flags;
        unsigned config;
        unsigned values[8];
        size_t count = sizeof values / sizeof *values;
        char name[8];
        H5Z_filter_t filter =
            H5Pget_filter2(create, (unsigned)i, &flags, &count, values, sizeof name, name, &config);
        if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE)
            return false;
    }
    return H5Pget_nfilters(create) <= 2;
}

// Does the file hold as much as the dataset says? Only then memory is taken. All of it lies in the file itself, in one
// piece or in chunks of the size that is written; deflate packs at most 1032 to one. Rows without values (histories of
// laws that keep none) belong to rows of another column, so they cannot be more than what the file may unpack to.
static bool holds(hid_t data, image_type type, const hsize_t dims[2], uint64_t file_bytes)
{
    const uint64_t most_packing = 1032;
    const uint64_t size = dims[0] * dims[1] * image_type_size(type);
    hid_t create = H5Dget_create_plist(data);
    hsize_t stored = H5Dget_storage_size(data);
    hsize_t chunk[2] = {0, 1};
    bool good = H5Pget_external_count(create) == 0 && plain_filters(create) && stored <= file_bytes;
    H5D_layout_t layout = H5Pget_layout(create);
    if (dims[1] == 0)
        good = good && dims[0] / most_packing <= file_bytes;
    if (layout == H5D_CHUNKED) {
        const hsize_t row = dims[1] * image_type_size(type);
        int rank = H5Pget_chunk(create, 2, chunk);
        good = good && rank >= 1 && rank <= 2 && chunk[0] > 0 && chunk[0] <= dims[0] &&
               chunk[1] == dims[1] && (chunk[0] == 1 || chunk[0] * row <= CHUNK_BYTES) &&
               size / most_packing <= stored;
    } else {
        good = good && (layout == H5D_CONTIGUOUS || layout == H5D_COMPACT) &&
               H5Pget_nfilters(create) == 0 && (size == 0 || stored == size);
    }
    H5Pclose(create);
    return good;
}

static bool leaves_rows(const reading *reading, const char *name)
{
    image_column column = {0};
    snprintf(column.name, sizeof column.name, "%s", name);
    return reading->without_rows && image_is_of_rows(&column);
}

static scree_status get_column(reading *reading, hid_t data, const char *name)
{
    image_type type;
    hsize_t dims[2];
    if (strlen(name) >= sizeof reading->im->column->name || !get_shape(data, &type, dims))
        return fail(reading->error, SCREE_IO, reading->path, other_file,
                    "the column %.60s is not in the form of a snapshot", name);
    reading->stored += H5Dget_storage_size(data);
    // counted together, or one dataset could stand there under a thousand names
    if (!holds(data, type, dims, reading->bytes) || reading->stored > reading->bytes ||
        reading->im->count >= COLUMNS_MOST)
        return fail(reading->error, SCREE_IO, reading->path, other_file,
                    "the file does not hold what the column %.60s claims", name);
    const int64_t rows = leaves_rows(reading, name) ? 0 : (int64_t)dims[0];
    void *values = image_add(reading->im, name, (image_shape){type, rows, (int)dims[1]}, "", "");
    if (!values)
        return fail_memory(reading->error, reading->path);
    if (rows == 0)
        return SCREE_OK;
    if (dims[0] && dims[1] &&
        H5Dread(data, hdf5_memory_type(type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
        return hdf5_fault(reading->path, "cannot read", name, reading->error);
    return SCREE_OK;
}

// Links that lead elsewhere, into other files above all, are followed by nobody.
static herr_t visit(hid_t file, const char *name, const H5L_info_t *info, void *context)
{
    reading *reading = context;
    if (info->type != H5L_TYPE_HARD) {
        reading->status = fail(reading->error, SCREE_IO, reading->path, other_file,
                               "%.60s is a link, and snapshots have none", name);
        return -1;
    }
    hid_t object = H5Oopen(file, name, H5P_DEFAULT);
    if (object < 0)
        reading->status = hdf5_fault(reading->path, "cannot read", name, reading->error);
    else {
        if (H5Iget_type(object) == H5I_DATASET)
            reading->status = get_column(reading, object, name);
        H5Oclose(object);
    }
    return reading->status ? -1 : 0;
}

// A file, or its bytes.
typedef struct given_snapshot {
    const char *path;          // or what stands for it in messages
    const unsigned char *data; // NULL: the file of that path
    size_t size;
    bool without_rows;
} given_snapshot;

static hid_t open_snapshot(const given_snapshot *given)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    bool good = true;
    if (given->data) {
        good = H5Pset_fapl_core(access, GROW, 0) >= 0 &&
               H5Pset_file_image(access, (void *)given->data, given->size) >= 0;
    }
    const char *name = given->data ? "scree-snapshot" : given->path;
    hid_t file = good ? H5Fopen(name, H5F_ACC_RDONLY, access) : -1;
    H5Pclose(access);
    return file;
}

static scree_status read_columns(const given_snapshot *given, image *im, const seal *seal,
                                 scree_error *error)
{
    const char *path = given->path;
    hid_t file = open_snapshot(given);
    if (file < 0)
        return hdf5_fault(path, "cannot open", "the snapshot", error);
    reading reading = {path, im, given->without_rows, seal->bytes, 0, error, SCREE_OK};
    if (H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, visit, &reading) < 0 && !reading.status)
        reading.status = hdf5_fault(path, "cannot list", "the columns", error);
    H5Fclose(file);
    if (!reading.status)
        snapshot_describe(im);
    // in version 1 the check sum of the file alone stands for the values
    const bool hashed = seal->version == SNAPSHOT_VERSION && !given->without_rows;
    if (!reading.status && hashed && image_hash(im) != seal->state)
        reading.status = fail(error, SCREE_IO, path, snapshot_remedy(path),
                              "the snapshot is damaged: its state hash is %016" PRIx64
                              " and should be %016" PRIx64,
                              image_hash(im), seal->state);
    return reading.status;
}

static scree_status read_image(const given_snapshot *given, image *im, const seal *seal,
                               scree_error *error)
{
    quiet quiet = quiet_begin();
    const scree_status status = read_columns(given, im, seal, error);
    quiet_end(quiet);
    if (status)
        image_clear(im);
    return status;
}

static scree_status read_from(const given_snapshot *given, image *im, scree_error *error)
{
    seal seal;
    const scree_status status = check_seal(given->path, &seal, error);
    return status ? status : read_image(given, im, &seal, error);
}

scree_status snapshot_read(const char *path, image *im, scree_error *error)
{
    return read_from(&(given_snapshot){.path = path}, im, error);
}

scree_status snapshot_read_without_rows(const char *path, image *im, scree_error *error)
{
    return read_from(&(given_snapshot){.path = path, .without_rows = true}, im, error);
}

scree_status snapshot_read_memory(const char *name, const unsigned char *data, size_t size,
                                  image *im, scree_error *error)
{
    seal seal;
    if (size == 0)
        return fail(error, SCREE_IO, name, other_file, "the snapshot is empty");
    FILE *in = fmemopen((void *)data, size, "rb");
    if (!in)
        return fail_memory(error, name);
    scree_status status = read_seal(name, in, &seal, error);
    if (!status)
        status = check_rest(name, in, &seal, error);
    fclose(in);
    if (status)
        return status;
    return read_image(&(given_snapshot){name, data, size, false}, im, &seal, error);
}

scree_status snapshot_hash(const char *path, uint64_t *hash, scree_error *error)
{
    seal seal;
    scree_status status = check_seal(path, &seal, error);
    if (status)
        return status;
    *hash = seal.state;
    if (seal.version == SNAPSHOT_VERSION)
        return SCREE_OK;
    image im = {0};
    status = snapshot_read(path, &im, error);
    *hash = image_hash(&im);
    image_clear(&im);
    return status;
}
