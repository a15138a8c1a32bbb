// owned.c - see owned.h.
#include "store/owned.h"

#include "base/memory.h"
#include "base/place.h"
#include "base/text.h"
#include "store/file_in.h"
#include "store/file_out.h"
#include "store/result_names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char head[] = "scree files 1\n";

// ---- names

// The place of a name among the sorted ones, or where it would stand.
static int64_t place_of(const owned *owned, const char *name)
{
    int64_t low = 0;
    int64_t high = owned->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (strcmp(owned->name[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool owned_has(const owned *owned, const char *name)
{
    const int64_t at = place_of(owned, name);
    return at < owned->count && !strcmp(owned->name[at], name);
}

static bool insert(owned *owned, const char *name)
{
    const int64_t at = place_of(owned, name);
    if (at < owned->count && !strcmp(owned->name[at], name))
        return true;
    char *copy = text_copy(name);
    if (!copy || !MEM_GROW(owned->name, owned->room, owned->count + 1)) {
        free(copy);
        return false;
    }
    memmove(owned->name + at + 1, owned->name + at,
            (size_t)(owned->count - at) * sizeof *owned->name);
    owned->name[at] = copy;
    owned->count++;
    return true;
}

static char *full(const owned *owned, const char *name, const char *ending)
{
    return text_format("%s/%s%s", owned->folder, name, ending);
}

// ---- the list on the disk

// Lines without their break are the rest of a write that was cut off: no file was made after it.
static scree_status read_list(owned *owned, char *text, const char *path, scree_error *error)
{
    const size_t length = sizeof head - 1;
    if (strncmp(text, head, length) != 0)
        return fail(error, SCREE_BAD_INPUT, path, "choose another folder with --out",
                    "a file of this name is here that is no list of the files of a run");
    for (char *line = text + length, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (!place_objection(line) && !insert(owned, line))
            return fail_memory(error, path);
    }
    return SCREE_OK;
}

scree_status owned_open(owned *owned, const char *folder, scree_error *error)
{
    memset(owned, 0, sizeof *owned);
    owned->file = -1;
    owned->folder = text_copy(folder);
    char *path = owned->folder ? full(owned, OWNED_NAME, "") : NULL;
    struct stat state;
    char *text = NULL;
    size_t size;
    scree_status status = path ? SCREE_OK : fail_memory(error, folder);
    const bool there = path && !lstat(path, &state);
    if (there && !S_ISREG(state.st_mode))
        status = fail(error, SCREE_BAD_INPUT, path, "choose another folder with --out",
                      "this is no plain file");
    if (!status && there)
        status = file_in_load(path, &text, &size, error);
    if (!status && text)
        status = read_list(owned, text, path, error);
    owned->listed = text;
    free(text);
    free(path);
    if (status)
        owned_close(owned);
    return status;
}

void owned_close(owned *owned)
{
    if (owned->file >= 0)
        close(owned->file);
    for (int64_t i = 0; i < owned->count; i++)
        free(owned->name[i]);
    free(owned->name);
    free(owned->folder);
    memset(owned, 0, sizeof *owned);
    owned->file = -1;
}

// The whole list as one file that replaces the old one; the place for more names is behind it.
static scree_status write_list(owned *owned, scree_error *error)
{
    char *path = full(owned, OWNED_NAME, "");
    file_out out;
    if (!path)
        return fail_memory(error, owned->folder);
    if (owned->file >= 0)
        close(owned->file);
    owned->file = -1;
    scree_status status = file_out_open(&out, path, error);
    if (!status) {
        file_out_printf(&out, "%s", head);
        for (int64_t i = 0; i < owned->count; i++)
            file_out_printf(&out, "%s\n", owned->name[i]);
        status = file_out_commit(&out, error);
    }
    if (!status) {
        owned->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
        if (owned->file < 0)
            status = file_fault(error, path, "cannot open the list of files", errno);
    }
    free(path);
    return status;
}

static scree_status list_fault(const owned *owned, int number, scree_error *error)
{
    char *path = full(owned, OWNED_NAME, "");
    const scree_status status =
        file_fault(error, path ? path : owned->folder, "cannot write the list of files", number);
    free(path);
    return status;
}

static scree_status append(owned *owned, const char *name, scree_error *error)
{
    char *line = text_format("%s\n", name);
    if (!line)
        return fail_memory(error, name);
    const off_t before = lseek(owned->file, 0, SEEK_END);
    const size_t size = strlen(line);
    errno = 0;
    const ssize_t written = write(owned->file, line, size);
    int number = written == (ssize_t)size ? 0 : errno ? errno : ENOSPC;
    free(line);
    if (!number && fdatasync(owned->file) && errno != EINVAL)
        number = errno;
    if (!number)
        return SCREE_OK;
    // Half a line would swallow the next name; without the place it was at, the list is written anew next time.
    if (before < 0 || ftruncate(owned->file, before)) {
        close(owned->file);
        owned->file = -1;
    }
    return list_fault(owned, number, error);
}

static scree_status note(owned *owned, const char *name, scree_error *error)
{
    if (owned_has(owned, name))
        return SCREE_OK;
    scree_status status =
        owned->file < 0 ? write_list(owned, error) : SCREE_OK; // also drops the rest of a line
    if (!status)
        status = append(owned, name, error);
    if (!status && !insert(owned, name))
        status = fail_memory(error, name);
    return status;
}

// ---- files

// Makes the folders of a name. None may be a link, which would lead to where nothing is to be written.
static scree_status make_way(const owned *owned, char *path, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (char *slash = path + strlen(owned->folder) + 1; !status && (slash = strchr(slash, '/'));
         slash++) {
        struct stat state;
        *slash = 0;
        if (mkdir(path, 0777) && errno != EEXIST)
            status = file_fault(error, path, "cannot make the folder", errno);
        else if (lstat(path, &state) || !S_ISDIR(state.st_mode))
            status = fail(error, SCREE_BAD_INPUT, path,
                          "move it away, or choose another folder with --out",
                          "this is no folder, and results were to go into it");
        *slash = '/';
    }
    return status;
}

static scree_status check_free(const owned *owned, const char *name, const char *path,
                               scree_error *error)
{
    struct stat status;
    if (owned_has(owned, name) || lstat(path, &status))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path, "move it away, or choose another folder with --out",
                "a file is here that no run of Scree has written, and a result is to get its name");
}

scree_status owned_path(owned *owned, const char *name, char **path, scree_error *error)
{
    *path = NULL;
    const char *objection = place_objection(name);
    if (objection)
        return fail(error, SCREE_BAD_INPUT, owned->folder,
                    "results go into the folder of the run: give a plain name",
                    "the name of a result cannot be used, %s", objection);
    char *made = full(owned, name, "");
    if (!made)
        return fail_memory(error, name);
    scree_status status = make_way(owned, made, error);
    if (!status)
        status = check_free(owned, name, made, error);
    if (!status)
        status = note(owned, name, error);
    if (status)
        free(made);
    else
        *path = made;
    return status;
}

scree_status owned_adopt(owned *owned, const char *name, scree_error *error)
{
    return place_objection(name) ? SCREE_OK : note(owned, name, error);
}

// Is every folder on the way a folder, and no link? A list that somebody has put there must not remove files elsewhere.
static bool stays_inside(const owned *owned, char *path)
{
    bool inside = true;
    for (char *slash = path + strlen(owned->folder) + 1; inside && (slash = strchr(slash, '/'));
         slash++) {
        struct stat status;
        *slash = 0;
        inside = !lstat(path, &status) && S_ISDIR(status.st_mode);
        *slash = '/';
    }
    return inside;
}

static void remove_one(const owned *owned, const char *name, const char *ending)
{
    char *path = full(owned, name, ending);
    if (path && stays_inside(owned, path))
        unlink(path);
    free(path);
}

void owned_remove(const owned *owned, const char *name)
{
    remove_one(owned, name, "");
    remove_one(owned, name, ".part");
}

void owned_sweep(const owned *owned)
{
    for (int64_t i = 0; i < owned->count; i++)
        remove_one(owned, owned->name[i], ".part");
    remove_one(owned, OWNED_NAME, ".part");
}

// The folders on the way to a name, where nothing is left in them.
static void remove_way(const owned *owned, const char *name)
{
    char *path = full(owned, name, "");
    if (path && stays_inside(owned, path))
        for (char *slash; (slash = strrchr(path, '/')) && slash > path + strlen(owned->folder);) {
            *slash = 0;
            if (rmdir(path))
                break;
        }
    free(path);
}

void owned_remove_all(owned *owned)
{
    for (int64_t i = 0; i < owned->count; i++)
        if (!result_name_is_kept(owned->name[i]))
            owned_remove(owned, owned->name[i]);
    for (int64_t i = 0; i < owned->count; i++)
        remove_way(owned, owned->name[i]);
    if (owned->file >= 0)
        close(owned->file);
    owned->file = -1;
    owned_remove(owned, OWNED_NAME);
    for (int64_t i = 0; i < owned->count; i++)
        free(owned->name[i]);
    owned->count = 0;
}

scree_status owned_settle(owned *owned, scree_error *error)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < owned->count; i++) {
        char *path = full(owned, owned->name[i], "");
        struct stat status;
        const bool there = !path || !lstat(path, &status);
        free(path);
        if (there)
            owned->name[kept++] = owned->name[i];
        else
            free(owned->name[i]);
    }
    owned->count = kept;
    return write_list(owned, error);
}
