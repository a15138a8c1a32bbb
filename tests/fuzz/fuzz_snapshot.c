// fuzz_snapshot.c - fuzz target: snapshot files that somebody crafted with the means of HDF5. The file of a world gets
// columns of other types, ranks, sizes, names and attributes, groups, links and values, and then a seal that fits. It
// is refused with a reason, or the world made of it can take a step.
//
// The bytes of HDF5's own structures are not touched: HDF5 1.10 does not survive that (docs/reliability.md). HDF5 wants
// a true path, so its opening is replaced by one that takes bytes from memory (--wrap).
#include "fuzz/cases.h"

#include "store/snapshot.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    SEAL = 512,
    SIZE_MOST = 1 << 20,
    GROW = 1 << 16,
    CHANGES_MOST = 6,
    RANK_MOST = 3,
    DATA_MOST = 4096
};

hid_t __wrap_H5Fopen(const char *path, unsigned flags, hid_t access);
hid_t __real_H5Fopen(const char *path, unsigned flags, hid_t access);
uint64_t __wrap_image_hash(const image *im);
uint64_t __real_image_hash(const image *im);

typedef struct file_bytes {
    char *data;
    size_t size;
} file_bytes;

static file_bytes base[FUZZ_CASES]; // the files before changes, made once
static file_bytes now;              // the file that is read

static hid_t open_bytes(const char *path, unsigned flags, hid_t access, const file_bytes *b)
{
    hid_t from_memory = H5Pcopy(access);
    hid_t file = -1;
    if (H5Pset_fapl_core(from_memory, GROW, 0) >= 0 &&
        H5Pset_file_image(from_memory, b->data, b->size) >= 0)
        file = __real_H5Fopen(path, flags, from_memory);
    H5Pclose(from_memory);
    return file;
}

hid_t __wrap_H5Fopen(const char *path, unsigned flags, hid_t access)
{
    return open_bytes(path, flags, access, &now);
}

// Takes over what HDF5 has made, behind room for the seal, and closes it.
static file_bytes close_bytes(hid_t file)
{
    file_bytes b = {NULL, 0};
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    const ssize_t size = H5Fget_file_image(file, NULL, 0);
    if (size > 0 && size <= SIZE_MOST)
        b.data = calloc(1, SEAL + (size_t)size);
    if (b.data && H5Fget_file_image(file, b.data + SEAL, (size_t)size) == size)
        b.size = SEAL + (size_t)size;
    H5Fclose(file);
    return b;
}

// ---- the file of a world, as store/snapshot.c lays it out

static void put_text(hid_t object, const char *name, const char *value)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    hid_t space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(value) + 1);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        H5Awrite(attribute, type, value);
        H5Aclose(attribute);
    }
    H5Sclose(space);
    H5Tclose(type);
}

static hid_t type_of(image_type type)
{
    if (type == IMAGE_F64)
        return H5T_IEEE_F64LE;
    return type == IMAGE_I64 ? H5T_STD_I64LE : H5T_STD_U8LE;
}

static void put_column(hid_t file, hid_t link, const image_column *c)
{
    const hsize_t dims[2] = {(hsize_t)c->rows, (hsize_t)c->width};
    hid_t space = H5Screate_simple(c->width == 1 ? 1 : 2, dims, NULL);
    hid_t data = H5Dcreate2(file, c->name, type_of(c->type), space, link, H5P_DEFAULT, H5P_DEFAULT);
    FUZZ_WANT(data >= 0);
    put_text(data, "unit", c->unit);
    put_text(data, "doc", c->doc);
    if (c->rows > 0 && c->width > 0)
        FUZZ_WANT(H5Dwrite(data, type_of(c->type), H5S_ALL, H5S_ALL, H5P_DEFAULT, c->data) >= 0);
    H5Dclose(data);
    H5Sclose(space);
}

static file_bytes make_base(const image *im)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t create = H5Pcreate(H5P_FILE_CREATE);
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_fapl_core(access, GROW, 0);
    H5Pset_userblock(create, SEAL);
    H5Pset_create_intermediate_group(link, 1);
    hid_t file = H5Fcreate("base", H5F_ACC_TRUNC, create, access);
    FUZZ_WANT(file >= 0);
    put_text(file, "format", "scree-snapshot");
    put_text(file, "version", "2");
    for (int i = 0; i < im->count; i++)
        put_column(file, link, &im->column[i]);
    file_bytes b = close_bytes(file);
    H5Pclose(access);
    H5Pclose(create);
    H5Pclose(link);
    return b;
}

static void open_all(void)
{
    if (now.data)
        return;
    fuzz_cases_open();
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    H5set_free_list_limits(
        -1, -1, -1, -1, -1,
        -1); // its caches are of a megabyte for each opening: kept, not mapped anew
    for (int i = 0; i < FUZZ_CASES; i++)
        base[i] = make_base(fuzz_case_image(i, 1));
    now.data = malloc(SEAL + SIZE_MOST);
    FUZZ_WANT(now.data != NULL);
}

// ---- changes

static hid_t odd_type(fuzz_bytes *b)
{
    switch (fuzz_choice(b, 9)) {
    case 0:
        return H5T_IEEE_F64LE;
    case 1:
        return H5T_STD_I64LE;
    case 2:
        return H5T_STD_U8LE;
    case 3:
        return H5T_IEEE_F32LE;
    case 4:
        return H5T_STD_I64BE;
    case 5:
        return H5T_STD_I32LE;
    case 6:
        return H5T_STD_U64LE;
    case 7:
        return H5T_C_S1;
    default:
        return H5T_STD_B8LE;
    }
}

// From 0 rows to more than any memory holds.
static hsize_t odd_size(fuzz_bytes *b)
{
    const int kind = fuzz_byte(b);
    if (kind < 200)
        return (hsize_t)(kind % 40);
    return (hsize_t)1 << (kind - 200);
}

// A data set that claims a size; what it holds is only there where that is little.
static void make_column(hid_t file, fuzz_bytes *b, const char *name)
{
    hsize_t dims[RANK_MOST];
    hsize_t chunk[RANK_MOST] = {1, 1, 1};
    const int rank = fuzz_choice(b, RANK_MOST + 1);
    for (int i = 0; i < rank; i++)
        dims[i] = odd_size(b);
    const bool chunked = fuzz_byte(b) % 2 == 1;
    hid_t type = odd_type(b);
    hid_t space = rank > 0 ? H5Screate_simple(rank, dims, NULL) : H5Screate(H5S_SCALAR);
    hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(link, 1);
    if (chunked && rank > 0)
        H5Pset_chunk(create, rank, chunk);
    H5Pset_alloc_time(create, chunked ? H5D_ALLOC_TIME_INCR : H5D_ALLOC_TIME_LATE);
    hid_t data = H5Dcreate2(file, name, type, space, link, create, H5P_DEFAULT);
    if (data >= 0) {
        if (fuzz_byte(b) < 240)
            put_text(data, "unit", fuzz_byte(b) < 240 ? "m" : "a unit that is much too long");
        if (fuzz_byte(b) < 240)
            put_text(data, "doc", "made by a fuzzer");
        H5Dclose(data);
    }
    if (space >= 0)
        H5Sclose(space);
    H5Pclose(create);
    H5Pclose(link);
}

// Values of a column that stays as it is.
static void write_values(hid_t file, fuzz_bytes *b, const image_column *c)
{
    const size_t size = (size_t)c->rows * (size_t)c->width * image_type_size(c->type);
    if (size == 0 || size > DATA_MOST)
        return;
    uint64_t copy[DATA_MOST / sizeof(uint64_t)];
    memcpy(copy, c->data, size);
    const size_t words = size / sizeof *copy;
    if (words > 0)
        copy[fuzz_choice(b, (int)words)] = fuzz_word(b);
    hid_t data = H5Dopen2(file, c->name, H5P_DEFAULT);
    if (data < 0)
        return;
    hid_t space = H5Dget_space(data); // it may have been made anew, and larger
    if (H5Sget_simple_extent_npoints(space) == c->rows * c->width)
        H5Dwrite(data, type_of(c->type), H5S_ALL, H5S_ALL, H5P_DEFAULT, copy);
    H5Sclose(space);
    H5Dclose(data);
}

static void change(hid_t file, fuzz_bytes *b, const image *im)
{
    const image_column *c = &im->column[fuzz_choice(b, im->count)];
    switch (fuzz_choice(b, 8)) {
    case 0:
        H5Ldelete(file, c->name, H5P_DEFAULT);
        break;
    case 1:
    case 2:
        H5Ldelete(file, c->name, H5P_DEFAULT);
        make_column(file, b, c->name);
        break;
    case 3:
        make_column(file, b,
                    fuzz_byte(b) < 128 ? "more/column"
                                       : "a/name/that/goes/down/by/many/folders/and/is/long/"
                                         "er/than/any/name/that/a/column/may/have/in/us");
        break;
    case 4:
        H5Lcreate_soft(fuzz_byte(b) < 128 ? c->name : "/", file, "soft", H5P_DEFAULT, H5P_DEFAULT);
        break;
    case 5:
        H5Lcreate_hard(file, fuzz_byte(b) < 128 ? c->name : "/", file, "hard", H5P_DEFAULT,
                       H5P_DEFAULT);
        break;
    case 6:
        H5Adelete(file, fuzz_byte(b) < 128 ? "format" : "version");
        put_text(file, fuzz_byte(b) < 128 ? "format" : "version",
                 fuzz_byte(b) < 128 ? "scree-snapshot" : "1");
        break;
    default:
        write_values(file, b, c);
        break;
    }
}

// ---- reading

static void seal(const char *hash)
{
    memset(now.data, 0, SEAL);
    snprintf(now.data, SEAL, "scree-snapshot 2\nbytes %020zu\ncrc32 %08lx\nstate %s\n", now.size,
             crc32(0, (unsigned char *)now.data + SEAL, (uInt)(now.size - SEAL)), hash);
    fuzz_file("fuzz.h5", now.data, now.size);
}

// The seal claims the hash 0, and the reader finds that one (--wrap): finding the true one first would cost a second
// reading.
static bool sealed_reading;

uint64_t __wrap_image_hash(const image *im)
{
    const uint64_t hash = __real_image_hash(im);
    return sealed_reading ? 0 : hash;
}

static scree_status read_sealed(image *im, scree_error *error)
{
    seal("0000000000000000");
    sealed_reading = true;
    scree_status status = snapshot_read("fuzz.h5", im, error);
    sealed_reading = false;
    return status;
}

static void try_file(const model *m)
{
    const world_options options = fuzz_options();
    scree_error error = {0};
    image im = {0};
    world *w = NULL;
    if (read_sealed(&im, &error) != SCREE_OK) {
        FUZZ_WANT(error.what[0] && im.count == 0);
        return;
    }
    scree_status status = world_restore(m, &options, &im, &w, &error);
    FUZZ_WANT((status == SCREE_OK) == (w != NULL));
    if (w)
        (void)world_step(w, 1, &error);
    world_destroy(w);
    image_clear(&im);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, data + size};
    open_all();
    const int which = fuzz_choice(&b, FUZZ_CASES);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t file = open_bytes("fuzz.h5", H5F_ACC_RDWR, access, &base[which]);
    H5Pclose(access);
    FUZZ_WANT(file >= 0);
    for (int i = 0; i < CHANGES_MOST && b.at < b.end; i++)
        change(file, &b, fuzz_case_image(which, 1));
    file_bytes made = close_bytes(file);
    if (made.size > 0) {
        memcpy(now.data, made.data, made.size);
        now.size = made.size;
        try_file(fuzz_case_model(which));
    }
    free(made.data);
    return 0;
}
