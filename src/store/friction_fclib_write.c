// friction_fclib_write.c - writing a local friction-contact problem, and a solution, as fclib has them.
//
// The file is built in memory by HDF5's core driver and written by file_out, as snapshots are.
#include "store/file_out.h"
#include "store/friction_parts.h"
#include "store/snapshot_parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct fclib_columns {
    int *begin, *row; // of each column; of each entry
    double *value;
    int entries;
} fclib_columns;

static void columns_clear(fclib_columns *columns)
{
    free(columns->begin);
    free(columns->row);
    free(columns->value);
}

// Numbers of a contact that are in a file: 3, or 2 in the plane.
static bool counts(const friction_system *system, int64_t block, int row, int column)
{
    return row < system->dimension && column < system->dimension &&
           (system->block[block][3 * row + column] != 0 || row == column);
}

// Entry by entry, in rows of blocks, so that each column has its rows in order.
static bool columns_make(const friction_system *system, fclib_columns *out)
{
    const int dimension = system->dimension;
    const int64_t blocks = system->first[system->contacts];
    const size_t rows = (size_t)dimension * (size_t)system->contacts;
    const size_t most = (size_t)blocks * (size_t)(dimension * dimension);
    out->begin = calloc(rows + 2, sizeof *out->begin);
    out->row = malloc((most + 1) * sizeof *out->row);
    out->value = malloc((most + 1) * sizeof *out->value);
    if (most > INT_MAX || !out->begin || !out->row || !out->value)
        return false;
    int *next = out->begin + 1; // one further: when all are placed they are where they belong
    for (int64_t i = 0; i < blocks; i++)
        for (int row = 0; row < dimension; row++)
            for (int column = 0; column < dimension; column++)
                if (counts(system, i, row, column))
                    next[dimension * system->column[i] + column + 1]++;
    for (size_t i = 0; i < rows; i++)
        next[i + 1] += next[i];
    out->entries = next[rows];
    for (int32_t contact = 0; contact < system->contacts; contact++)
        for (int row = 0; row < dimension; row++)
            for (int64_t i = system->first[contact]; i < system->first[contact + 1]; i++)
                for (int column = 0; column < dimension; column++)
                    if (counts(system, i, row, column)) {
                        const double *block = system->block[i];
                        int *end = &next[dimension * system->column[i] + column];
                        int at = *end;
                        *end = at + 1;
                        out->row[at] = dimension * contact + row;
                        out->value[at] = block[3 * row + column];
                    }
    return true;
}

static bool put(hid_t file, const char *name, hid_t type, hsize_t count, const void *value)
{
    hid_t space = H5Screate_simple(1, &count, NULL);
    hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_obj_track_times(create, 0);
    H5Pset_create_intermediate_group(link, 1);
    hid_t data = H5Dcreate2(file, name, type, space, link, create, H5P_DEFAULT);
    bool good = data >= 0;
    if (good && count > 0)
        good = H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0;
    if (data >= 0)
        H5Dclose(data);
    H5Pclose(link);
    H5Pclose(create);
    H5Sclose(space);
    return good;
}

static bool put_int(hid_t file, const char *name, int value)
{
    return put(file, name, H5T_NATIVE_INT, 1, &value);
}

static bool put_text(hid_t file, const char *name, const char *text)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text) + 1);
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t create = H5Pcreate(H5P_DATASET_CREATE);
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_obj_track_times(create, 0);
    H5Pset_create_intermediate_group(link, 1);
    hid_t data = H5Dcreate2(file, name, type, space, link, create, H5P_DEFAULT);
    bool good = data >= 0 && H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0;
    if (data >= 0)
        H5Dclose(data);
    H5Pclose(link);
    H5Pclose(create);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

// Numbers of contacts, packed into `room` where the plane leaves some out.
static bool put_vector(hid_t file, const char *name, const friction_system *system,
                       const double *value, double *room)
{
    const size_t dimension = (size_t)system->dimension;
    for (size_t contact = 0; contact < (size_t)system->contacts; contact++)
        for (size_t row = 0; row < dimension; row++)
            room[dimension * contact + row] = value[3 * contact + row];
    return put(file, name, H5T_NATIVE_DOUBLE, dimension * (hsize_t)system->contacts, room);
}

static bool put_matrix(hid_t file, const friction_system *system, const fclib_columns *w)
{
    const int rows = system->dimension * system->contacts;
    const hsize_t entries = (hsize_t)w->entries;
    if (!put_int(file, "/fclib_local/W/nzmax", w->entries))
        return false;
    if (!put_int(file, "/fclib_local/W/m", rows))
        return false;
    if (!put_int(file, "/fclib_local/W/n", rows))
        return false;
    if (!put_int(file, "/fclib_local/W/nz", -1))
        return false;
    if (!put(file, "/fclib_local/W/p", H5T_NATIVE_INT, (hsize_t)rows + 1, w->begin))
        return false;
    if (!put(file, "/fclib_local/W/i", H5T_NATIVE_INT, entries, w->row))
        return false;
    return put(file, "/fclib_local/W/x", H5T_NATIVE_DOUBLE, entries, w->value);
}

static bool put_note(hid_t file, const friction_system *system, const friction_note *about,
                     double *room)
{
    const char what[] = "u = W r + q, normal first; velocities in m/s, impulses in N s";
    if (about->title) {
        if (!put_text(file, "/fclib_local/info/title", about->title))
            return false;
        if (!put_text(file, "/fclib_local/info/description", what))
            return false;
    }
    if (!about->r)
        return true;
    if (!put_vector(file, "/solution/u", system, about->u, room))
        return false;
    return put_vector(file, "/solution/r", system, about->r, room);
}

static bool put_all(hid_t file, const friction_system *system, const fclib_columns *w,
                    const friction_note *about, double *room)
{
    const hsize_t contacts = (hsize_t)system->contacts;
    if (!put_int(file, "/fclib_local/spacedim", system->dimension))
        return false;
    if (!put_matrix(file, system, w))
        return false;
    if (!put_vector(file, "/fclib_local/vectors/q", system, system->offset, room))
        return false;
    if (!put(file, "/fclib_local/vectors/mu", H5T_NATIVE_DOUBLE, contacts, system->friction))
        return false;
    return put_note(file, system, about, room);
}

typedef struct file_bytes {
    void *data; // owned
    size_t size;
} file_bytes;

static bool make_bytes(const friction_system *system, const fclib_columns *w,
                       const friction_note *about, file_bytes *out)
{
    enum { GROW = 1 << 20 };
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, GROW, 0);
    H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
    hid_t file = H5Fcreate("scree-friction-problem", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    double *room = malloc(3 * (size_t)system->contacts * sizeof *room);
    H5Pclose(access);
    bool good = file >= 0 && room && put_all(file, system, w, about, room) &&
                H5Fflush(file, H5F_SCOPE_LOCAL) >= 0;
    ssize_t length = good ? H5Fget_file_image(file, NULL, 0) : -1;
    out->size = length > 0 ? (size_t)length : 0;
    out->data = length > 0 ? malloc(out->size) : NULL;
    good = out->data && H5Fget_file_image(file, out->data, out->size) == length;
    if (file >= 0)
        H5Fclose(file);
    free(room);
    return good;
}

scree_status friction_fclib_write(const char *path, const friction_system *system,
                                  const friction_note *about, scree_error *error)
{
    fclib_columns w = {0};
    file_out out;
    file_bytes bytes = {0};
    scree_status status = SCREE_OK;
    quiet quiet = quiet_begin();
    if (!columns_make(system, &w) || !make_bytes(system, &w, about, &bytes))
        status = fail_memory(error, path);
    quiet_end(quiet);
    if (!status)
        status = file_out_open(&out, path, error);
    if (!status) {
        file_out_write(&out, bytes.data, bytes.size);
        status = file_out_commit(&out, error);
    }
    free(bytes.data);
    columns_clear(&w);
    return status;
}
