// friction_fclib.c - reading a friction-contact problem from an fclib file; see friction_file.h.
//
// What is in the file is not trusted: of links only hard ones are followed, and memory is taken only for what the file
// holds.
#include "base/text.h"
#include "store/friction_parts.h"
#include "store/snapshot_parts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char other_file[] = "give a file as fclib writes it, see docs/friction-problems.md";

typedef struct fclib_reading {
    const char *path;
    hid_t file;
    uint64_t bytes; // of the file
    bool no_memory;
    friction_parts *out;
    scree_error *error;
} fclib_reading;

// Is there an object of that name, and are all links on the way hard ones?
static bool is_there(fclib_reading *reading, const char *name)
{
    char part[128];
    const size_t length = strlen(name);
    if (length >= sizeof part)
        return false;
    for (size_t i = 1; i <= length; i++) {
        if (name[i] != '/' && name[i] != 0)
            continue;
        memcpy(part, name, i);
        part[i] = 0;
        H5L_info_t info;
        const htri_t exists = H5Lexists(reading->file, part, H5P_DEFAULT);
        if (exists < 0)
            reading->no_memory = hdf5_lacked_memory();
        if (exists <= 0 || H5Lget_info(reading->file, part, &info, H5P_DEFAULT) < 0 ||
            info.type != H5L_TYPE_HARD)
            return false;
    }
    return true;
}

static bool plain_filters(hid_t create)
{
    for (int i = 0; i < H5Pget_nfilters(create); i++) {
        unsigned flags;
        unsigned config;
        size_t count = 0;
        H5Z_filter_t filter =
            H5Pget_filter2(create, (unsigned)i, &flags, &count, NULL, 0, NULL, &config);
        if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE)
            return false;
    }
    return H5Pget_nfilters(create) <= 2;
}

// Whether the file has the bytes that the dataset says; deflate packs at most 1032 to one.
static bool holds(hid_t data, uint64_t size, uint64_t file_bytes)
{
    enum { CHUNK_MOST = 1 << 28 };
    hid_t create = H5Dget_create_plist(data);
    hsize_t stored = H5Dget_storage_size(data);
    H5D_layout_t layout = H5Pget_layout(create);
    hsize_t chunk[1] = {0};
    bool good = H5Pget_external_count(create) == 0 && stored <= file_bytes;
    if (layout == H5D_CHUNKED)
        good = good && plain_filters(create) && H5Pget_chunk(create, 1, chunk) == 1 &&
               chunk[0] > 0 && chunk[0] <= CHUNK_MOST && size / 1032 <= stored;
    else
        good = good && (layout == H5D_CONTIGUOUS || layout == H5D_COMPACT) && stored >= size;
    H5Pclose(create);
    return good;
}

// So many numbers into `to`; `is_int` tells of which kind.
static scree_status read_values(fclib_reading *reading, const char *name, bool is_int,
                                int64_t count, void *to)
{
    const H5T_class_t kind = is_int ? H5T_INTEGER : H5T_FLOAT;
    if (!is_there(reading, name))
        return fail(reading->error, SCREE_BAD_INPUT, reading->path, other_file,
                    "there is no dataset %s", name);
    hid_t data = H5Dopen2(reading->file, name, H5P_DEFAULT);
    if (data < 0)
        return fail(reading->error, SCREE_BAD_INPUT, reading->path, other_file, "%s is no dataset",
                    name);
    hid_t type = H5Dget_type(data);
    hid_t space = H5Dget_space(data);
    scree_status status = SCREE_OK;
    hssize_t points = H5Sget_simple_extent_npoints(space);
    if (H5Tget_class(type) != kind || H5Tget_size(type) > 8 ||
        H5Sget_simple_extent_ndims(space) > 1 || points < 0)
        status = fail(reading->error, SCREE_BAD_INPUT, reading->path, other_file,
                      "%s is no list of %s", name, is_int ? "whole numbers" : "numbers");
    else if (points != count)
        status = fail(reading->error, SCREE_BAD_INPUT, reading->path, other_file,
                      "%s has %lld numbers where %lld are due", name, (long long)points,
                      (long long)count);
    else if (count > 0 &&
             !holds(data, (uint64_t)count * (uint64_t)H5Tget_size(type), reading->bytes))
        status = fail(reading->error, SCREE_BAD_INPUT, reading->path, other_file,
                      "the file does not hold what %s claims", name);
    else if (count > 0 && H5Dread(data, is_int ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE, H5S_ALL,
                                  H5S_ALL, H5P_DEFAULT, to) < 0)
        status = hdf5_fault(reading->path, "cannot read", name, reading->error);
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(data);
    return status;
}

static scree_status read_int(fclib_reading *reading, const char *group, const char *name, int *to)
{
    char full[128];
    snprintf(full, sizeof full, "%s/%s", group, name);
    return read_values(reading, full, true, 1, to);
}

// A list of so many numbers; memory is taken for no more than the file may unpack to.
static scree_status read_list(fclib_reading *reading, const char *group, const char *name,
                              bool is_int, int64_t count, void **to)
{
    char full[128];
    snprintf(full, sizeof full, "%s/%s", group, name);
    const size_t item = is_int ? sizeof(int) : sizeof(double);
    if (count < 0 || (uint64_t)count / 1032 > reading->bytes)
        return fail(reading->error, SCREE_BAD_INPUT, reading->path, other_file,
                    "%s should have %lld numbers, more than the file holds", full,
                    (long long)count);
    *to = friction_parts_take(reading->out, count, item);
    if (!*to)
        return fail_memory(reading->error, reading->path);
    return read_values(reading, full, is_int, count, *to);
}

// Where runs begin, of `lines` columns or rows, becomes the line of each entry.
static scree_status unroll(fclib_reading *reading, const char *group, const int *begin, int lines,
                           int nzmax, const int32_t **out)
{
    bool good = begin[0] == 0 && begin[lines] >= 0 && begin[lines] <= nzmax;
    for (int line = 0; line < lines && good; line++)
        good = begin[line] <= begin[line + 1];
    if (!good)
        return fail(reading->error, SCREE_BAD_INPUT, reading->path, other_file,
                    "%s/p does not rise from 0 to at most nzmax, %d", group, nzmax);
    int32_t *line_of = friction_parts_take(reading->out, begin[lines], sizeof *line_of);
    if (!line_of)
        return fail_memory(reading->error, reading->path);
    for (int line = 0; line < lines; line++)
        for (int i = begin[line]; i < begin[line + 1]; i++)
            line_of[i] = line;
    *out = line_of;
    return SCREE_OK;
}

static scree_status read_matrix(fclib_reading *reading, const char *group, const char *name,
                                friction_matrix *out)
{
    int nzmax = 0;
    int nz = 0;
    void *p = NULL;
    void *i = NULL;
    void *x = NULL;
    out->name = name;
    scree_status status = read_int(reading, group, "nzmax", &nzmax);
    if (!status)
        status = read_int(reading, group, "m", &out->rows);
    if (!status)
        status = read_int(reading, group, "n", &out->columns);
    if (!status)
        status = read_int(reading, group, "nz", &nz);
    if (status)
        return status;
    if (out->rows < 1 || out->columns < 1 || nzmax < 0 || nz < -2 || nz > nzmax)
        return fail(reading->error, SCREE_BAD_INPUT, reading->path,
                    "nz is the number of triplets, -1 for columns or -2 for rows",
                    "%s says that it is %d x %d, with nzmax %d and nz %d", group, out->rows,
                    out->columns, nzmax, nz);
    const int lines = nz == -1 ? out->columns : out->rows;
    status = read_list(reading, group, "p", true, nz >= 0 ? nz : (int64_t)lines + 1, &p);
    if (!status)
        status = read_list(reading, group, "i", true, nz >= 0 ? nz : nzmax, &i);
    if (!status)
        status = read_list(reading, group, "x", false, nzmax, &x);
    out->value = x;
    if (status)
        return status;
    if (nz >= 0) {
        out->entries = nz;
        out->row = p;
        out->column = i;
        return SCREE_OK;
    }
    out->entries = ((const int *)p)[lines];
    out->row = i;
    out->column = i;
    return unroll(reading, group, p, lines, nzmax, nz == -1 ? &out->column : &out->row);
}

static scree_status refuse_constraints(fclib_reading *reading, const char *name)
{
    if (!is_there(reading, name))
        return SCREE_OK;
    return fail(reading->error, SCREE_BAD_INPUT, reading->path,
                "eliminate the constraints before the problem is written",
                "%s: problems with constraints beside the contacts are not solved", name);
}

// `rows` of a problem are its contacts times its dimension.
static scree_status read_sizes(fclib_reading *reading, const char *group, int32_t rows)
{
    friction_given *given = &reading->out->given;
    scree_status status = read_int(reading, group, "spacedim", &given->dimension);
    if (status)
        return status;
    if ((given->dimension != 2 && given->dimension != 3) || rows % given->dimension != 0)
        return fail(reading->error, SCREE_BAD_INPUT, reading->path,
                    "spacedim is 3, or 2 in the plane, and divides the rows",
                    "%s/spacedim is %d, with %d rows", group, given->dimension, rows);
    given->contacts = rows / given->dimension;
    return SCREE_OK;
}

static scree_status read_local(fclib_reading *reading)
{
    friction_given *given = &reading->out->given;
    void *q = NULL;
    void *friction = NULL;
    scree_status status = refuse_constraints(reading, "/fclib_local/V");
    if (!status)
        status = refuse_constraints(reading, "/fclib_local/R");
    if (!status)
        status = read_matrix(reading, "/fclib_local/W", "W", &given->w);
    if (!status)
        status = read_sizes(reading, "/fclib_local", given->w.rows);
    if (!status)
        status = read_list(reading, "/fclib_local/vectors", "q", false, given->w.rows, &q);
    if (!status)
        status =
            read_list(reading, "/fclib_local/vectors", "mu", false, given->contacts, &friction);
    given->q = q;
    given->friction = friction;
    return status;
}

static scree_status read_global(fclib_reading *reading)
{
    friction_given *given = &reading->out->given;
    void *f = NULL;
    void *offset = NULL;
    void *friction = NULL;
    scree_status status = refuse_constraints(reading, "/fclib_global/G");
    if (!status)
        status = read_matrix(reading, "/fclib_global/M", "M", &given->m);
    if (!status)
        status = read_matrix(reading, "/fclib_global/H", "H", &given->h);
    if (!status)
        status = read_sizes(reading, "/fclib_global", given->h.columns);
    if (!status)
        status = read_list(reading, "/fclib_global/vectors", "f", false, given->m.rows, &f);
    if (!status)
        status = read_list(reading, "/fclib_global/vectors", "w", false, given->h.columns, &offset);
    if (!status)
        status =
            read_list(reading, "/fclib_global/vectors", "mu", false, given->contacts, &friction);
    given->f = f;
    given->offset = offset;
    given->friction = friction;
    return status;
}

scree_status friction_fclib_read(const char *path, friction_parts *out, scree_error *error)
{
    struct stat is;
    if (stat(path, &is))
        return fail(error, SCREE_IO, path, other_file, "the file has gone");
    quiet quiet = quiet_begin();
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    fclib_reading reading = {
        .path = path,
        .file = H5Fopen(path, H5F_ACC_RDONLY, access),
        .bytes = (uint64_t)is.st_size,
        .out = out,
        .error = error,
    };
    reading.no_memory = reading.file < 0 && hdf5_lacked_memory();
    H5Pclose(access);
    scree_status status = SCREE_OK;
    if (reading.file < 0)
        status = fail(error, SCREE_BAD_INPUT, path, other_file,
                      "it begins as an HDF5 file does, and cannot be opened as one: it is cut off "
                      "or damaged");
    else if (is_there(&reading, "/fclib_local"))
        status = read_local(&reading);
    else if (is_there(&reading, "/fclib_global"))
        status = read_global(&reading);
    else
        status = fail(error, SCREE_BAD_INPUT, path, other_file,
                      "an HDF5 file with neither fclib_local nor fclib_global");
    if (reading.file >= 0)
        H5Fclose(reading.file);
    quiet_end(quiet);
    return status && reading.no_memory ? fail_memory(error, path) : status;
}
