// friction_file.c - see friction_file.h.
#include "store/friction_file.h"

#include "base/read_file.h"
#include "store/file_out.h"
#include "store/friction_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path);
    size_t tail = strlen(end);
    return length > tail && !strcmp(path + length - tail, end);
}

static scree_status look(const char *path, bool *is_hdf5, scree_error *error)
{
    const char hint[] = "give an fclib file or a .dat of Siconos";
    char head[8] = {0};
    read_verdict verdict;
    int number;
    FILE *in = read_file_open(path, &verdict, &number);
    if (!in && verdict == READ_NOT_PLAIN)
        return fail(error, SCREE_IO, path, hint, "cannot read it: it %s",
                    read_verdict_words(verdict));
    if (!in)
        return file_fault(error, path, "cannot open the file", number);
    size_t size = fread(head, 1, sizeof head, in);
    fclose(in);
    if (size == 0)
        return fail(error, SCREE_IO, path, hint, "the file is empty");
    if (size == sizeof head && !memcmp(head, "scree-sn", sizeof head))
        return fail(error, SCREE_IO, path,
                    "scree solve SNAPSHOT --step N --out FILE makes one of it",
                    "this is a snapshot, and no friction problem");
    if (ends_with(path, ".yaml") || ends_with(path, ".yml"))
        return fail(error, SCREE_BAD_INPUT, path,
                    "scree solve CASE --step N --out FILE makes one of a step of it",
                    "this is a case by its name, and no friction problem");
    *is_hdf5 = size == sizeof head && !memcmp(head, "\211HDF\r\n\032\n", sizeof head);
    return SCREE_OK;
}

scree_status friction_file_read(const char *path, friction_system *out, scree_error *error)
{
    friction_parts parts = {0};
    bool is_hdf5 = false;
    memset(out, 0, sizeof *out);
    scree_status status = look(path, &is_hdf5, error);
    if (!status)
        status = is_hdf5 ? friction_fclib_read(path, &parts, error)
                         : friction_text_read(path, &parts, error);
    if (!status) {
        parts.given.where = path;
        status = friction_system_make(&parts.given, out, error);
    }
    friction_parts_clear(&parts);
    return status;
}

static bool is_fclib(const char *path)
{
    return ends_with(path, ".hdf5") || ends_with(path, ".h5");
}

static scree_status check_name(const char *path, scree_error *error)
{
    if (is_fclib(path) || ends_with(path, ".dat"))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path, "let it end in .hdf5 (fclib) or .dat (Siconos)",
                "the name does not tell the form of the file");
}

scree_status friction_file_check(const char *path, scree_error *error)
{
    file_out trial;
    scree_status status = check_name(path, error);
    if (status)
        return status;
    status = file_out_open(&trial, path, error);
    file_out_abort(&trial);
    return status;
}

scree_status friction_file_write(const char *path, const friction_system *system,
                                 const friction_note *about, scree_error *error)
{
    scree_status status = check_name(path, error);
    if (status)
        return status;
    return is_fclib(path) ? friction_fclib_write(path, system, about, error)
                          : friction_text_write(path, system, error);
}
