// file_out.c - see file_out.h.
#include "store/file_out.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *remedy(int number)
{
    switch (number) {
    case ENOSPC:
    case EDQUOT:
        return "free some space there or write to another disk";
    case EFBIG:
        return "raise the limit of the file size (ulimit -f) or write less often";
    case EACCES:
    case EPERM:
    case EROFS:
        return "choose a folder that you may write to, or change its permissions";
    case ENOENT:
    case ENOTDIR:
        return "check the name, and that its folder is there";
    case ENAMETOOLONG:
        return "choose a shorter name";
    case EMFILE:
    case ENFILE:
        return "raise the limit of open files (ulimit -n)";
    case EISDIR:
        return "choose another name; a folder stands there";
    case ENOMEM:
        return "use fewer grains or a machine with more memory";
    default:
        return "check the disk and the path";
    }
}

scree_status file_fault(scree_error *error, const char *path, const char *action, int number)
{
    char why[128];
    if (strerror_r(number, why, sizeof why))
        snprintf(why, sizeof why, "error %d", number);
    return fail(error, SCREE_IO, path, remedy(number), "%s: %s", action, why);
}

static char *joined(const char *a, const char *b)
{
    size_t length = strlen(a);
    size_t m = strlen(b);
    char *text = malloc(length + m + 1);
    if (!text)
        return NULL;
    memcpy(text, a, length);
    memcpy(text + length, b, m + 1);
    return text;
}

static void release(file_out *out)
{
    if (out->lock >= 0)
        close(out->lock);
    out->lock = -1;
    free(out->path);
    free(out->part);
    free(out->data);
    out->path = out->part = out->data = NULL;
    out->stream = NULL;
}

scree_status file_busy(scree_error *error, const char *path)
{
    return fail(error, SCREE_IO, path, "wait until it has ended, or give another name",
                "another program is writing this file");
}

// Is the file that was opened still the one of that name? Its last writer may have given it another one meanwhile.
static bool still_named(int file, const char *name)
{
    struct stat opened;
    struct stat named;
    if (fstat(file, &opened) || lstat(name, &named))
        return false;
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

int file_part_open(const char *part)
{
    for (;;) {
        const int file = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (file < 0)
            return -1;
        // File systems without locks do without.
        const bool busy = flock(file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
        const bool named = !busy && still_named(file, part);
        if (named && !ftruncate(file, 0))
            return file;
        const int number = errno;
        close(file);
        errno = busy ? EWOULDBLOCK : number;
        if (busy || named)
            return -1;
    }
}

scree_status file_out_open(file_out *out, const char *path, scree_error *error)
{
    memset(out, 0, sizeof *out);
    out->lock = -1;
    struct stat there;
    if (!stat(path, &there) && !S_ISREG(there.st_mode))
        return fail(error, SCREE_IO, path, "choose the name of a plain file",
                    S_ISDIR(there.st_mode) ? "is a folder"
                                           : "is no plain file and would be replaced");
    out->path = joined(path, "");
    out->part = joined(path, ".part");
    if (!out->path || !out->part) {
        release(out);
        return fail_memory(error, path);
    }
    const int file = file_part_open(out->part);
    if (file >= 0)
        out->lock = fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (out->lock >= 0)
        out->stream = fdopen(file, "w+");
    if (out->stream)
        return SCREE_OK;
    const int number = errno;
    if (file >= 0) {
        close(file);
        unlink(out->part);
    }
    release(out);
    if (file < 0 && number == EWOULDBLOCK)
        return file_busy(error, path);
    return file_fault(error, path, "cannot create the file", number);
}

scree_status file_out_open_memory(file_out *out, const char *name, scree_error *error)
{
    *out = (file_out){.lock = -1, .in_memory = true, .path = joined(name, "")};
    return out->path ? SCREE_OK : fail_memory(error, name);
}

scree_status file_out_take(file_out *out, void **data, int64_t *size, scree_error *error)
{
    scree_status status = SCREE_OK;
    *data = NULL;
    *size = 0;
    if (out->fault)
        status = fail_memory(error, out->path);
    else {
        *data = out->data;
        *size = out->size;
        out->data = NULL;
    }
    release(out);
    return status;
}

static void note(file_out *out, int number)
{
    if (!out->fault)
        out->fault = number ? number : EIO;
}

// Room for so many bytes more, in memory.
static bool has_room(file_out *out, size_t size)
{
    const bool good =
        size < PTRDIFF_MAX / 4 && MEM_GROW(out->data, out->room, out->size + (int64_t)size + 1);
    if (!good)
        note(out, ENOMEM);
    return good;
}

void file_out_write(file_out *out, const void *data, size_t size)
{
    if (out->fault || !size)
        return;
    if (out->in_memory) {
        if (has_room(out, size)) {
            memcpy(out->data + out->size, data, size);
            out->size += (int64_t)size;
        }
        return;
    }
    errno = 0;
    if (fwrite(data, 1, size, out->stream) != size)
        note(out, errno);
}

static void print_to_memory(file_out *out, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int size = vsnprintf(NULL, 0, format, args);
    if (size < 0)
        note(out, errno);
    else if (has_room(out, (size_t)size)) {
        vsnprintf(out->data + out->size, (size_t)size + 1, format, again);
        out->size += size;
    }
    va_end(again);
}

void file_out_printf(file_out *out, const char *format, ...)
{
    if (out->fault)
        return;
    va_list args;
    va_start(args, format);
    errno = 0;
    if (out->in_memory)
        print_to_memory(out, format, args);
    else if (vfprintf(out->stream, format, args) < 0)
        note(out, errno);
    va_end(args);
}

long file_out_place(file_out *out)
{
    if (out->fault)
        return 0;
    if (out->in_memory)
        return (long)out->size;
    long place = ftell(out->stream);
    if (place < 0)
        note(out, errno);
    return place < 0 ? 0 : place;
}

void file_out_patch(file_out *out, long place, const void *data, size_t size)
{
    if (out->fault)
        return;
    if (out->in_memory) {
        memcpy(out->data + place, data, size);
        return;
    }
    errno = 0;
    if (fseek(out->stream, place, SEEK_SET))
        note(out, errno);
    file_out_write(out, data, size);
    errno = 0;
    if (!out->fault && fseek(out->stream, 0, SEEK_END))
        note(out, errno);
}

// Flushes the folder that holds `path`, so that a rename survives a power cut. File systems that cannot do it say
// EINVAL.
static int folder_sync(const char *path)
{
    char *folder = joined(path, "");
    if (!folder)
        return ENOMEM;
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = 0;
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (fd < 0)
        return errno == EACCES ? 0 : errno;
    int number = fsync(fd) ? errno : 0;
    close(fd);
    return number == EINVAL || number == ENOTSUP ? 0 : number;
}

// Writes out all buffers and closes; the fault of the file then tells whether its contents are safe.
static void finish(file_out *out)
{
    errno = 0;
    if (!out->fault && (fflush(out->stream) || fsync(fileno(out->stream))))
        note(out, errno);
    errno = 0;
    if (fclose(out->stream))
        note(out, errno);
    out->stream = NULL;
}

// Gives the file at `path` the second name PATH.previous. File systems without hard links get a plain rename.
static int keep_previous(const char *path)
{
    char *previous = joined(path, ".previous");
    char *step = joined(path, ".previous.part");
    int number = 0;
    if (!previous || !step)
        number = ENOMEM;
    else {
        unlink(step);
        if (link(path, step))
            number = errno == ENOENT ? 0 : rename(path, previous) ? errno : 0;
        else if (rename(step, previous))
            number = errno;
        // Renaming one name of a file over another name of the same file does nothing and leaves the first.
        unlink(step);
    }
    free(previous);
    free(step);
    return number;
}

static scree_status commit(file_out *out, bool keeping, scree_error *error)
{
    finish(out);
    if (!out->fault && keeping)
        out->fault = keep_previous(out->path);
    if (!out->fault && rename(out->part, out->path))
        note(out, errno);
    scree_status status = SCREE_OK;
    if (out->fault) {
        unlink(out->part);
        status = file_fault(error, out->path, "cannot write the file", out->fault);
    } else {
        int number = folder_sync(out->path);
        if (number == ENOMEM)
            status = fail_memory(error, out->path);
        else if (number)
            status = file_fault(error, out->path, "cannot flush the folder of the file", number);
    }
    release(out);
    return status;
}

scree_status file_out_commit(file_out *out, scree_error *error)
{
    return commit(out, false, error);
}
scree_status file_out_commit_keeping(file_out *out, scree_error *error)
{
    return commit(out, true, error);
}

void file_out_abort(file_out *out)
{
    if (out->in_memory)
        release(out);
    if (!out->stream)
        return;
    fclose(out->stream);
    unlink(out->part);
    release(out);
}
