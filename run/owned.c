// owned.c - see owned.h.
#include "run/owned.h"

#include "base/memory.h"
#include "base/place.h"
#include "base/text.h"
#include "store/file_in.h"
#include "store/file_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char head[] = "scree files 1\n";

// ---- names

// The place of a name among the sorted ones, or where it would stand.
static int64_t place_of(const owned *o, const char *name)
{
    int64_t low = 0;
    int64_t high = o->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (strcmp(o->name[middle], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool owned_has(const owned *o, const char *name)
{
    const int64_t at = place_of(o, name);
    return at < o->count && !strcmp(o->name[at], name);
}

static bool insert(owned *o, const char *name)
{
    const int64_t at = place_of(o, name);
    if (at < o->count && !strcmp(o->name[at], name))
        return true;
    char *copy = text_copy(name);
    if (!copy || !mem_grow((void **)&o->name, &o->room, o->count + 1, sizeof *o->name)) {
        free(copy);
        return false;
    }
    memmove(o->name + at + 1, o->name + at, (size_t)(o->count - at) * sizeof *o->name);
    o->name[at] = copy;
    o->count++;
    return true;
}

static char *full(const owned *o, const char *name, const char *ending)
{
    return text_format("%s/%s%s", o->folder, name, ending);
}

// ---- the list on the disk

// Lines without their break are the rest of a write that was cut off: no file was made after it.
static scree_status read_list(owned *o, char *text, const char *path, scree_error *error)
{
    const size_t length = sizeof head - 1;
    if (strncmp(text, head, length) != 0)
        return fail(error, SCREE_BAD_INPUT, path, "choose another folder with --out",
                    "a file of this name is here that is no list of the files of a run");
    for (char *line = text + length, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (!place_objection(line) && !insert(o, line))
            return fail_memory(error, path);
    }
    return SCREE_OK;
}

scree_status owned_open(owned *o, const char *folder, scree_error *error)
{
    memset(o, 0, sizeof *o);
    o->file = -1;
    o->folder = text_copy(folder);
    char *path = o->folder ? full(o, OWNED_NAME, "") : NULL;
    struct stat s;
    char *text = NULL;
    size_t size;
    scree_status status = path ? SCREE_OK : fail_memory(error, folder);
    const bool there = path && !lstat(path, &s);
    if (there && !S_ISREG(s.st_mode))
        status = fail(error, SCREE_BAD_INPUT, path, "choose another folder with --out",
                      "this is no plain file");
    if (!status && there)
        status = file_in_load(path, &text, &size, error);
    if (!status && text)
        status = read_list(o, text, path, error);
    o->listed = text;
    free(text);
    free(path);
    if (status)
        owned_close(o);
    return status;
}

void owned_close(owned *o)
{
    if (o->file >= 0)
        close(o->file);
    for (int64_t i = 0; i < o->count; i++)
        free(o->name[i]);
    free(o->name);
    free(o->folder);
    memset(o, 0, sizeof *o);
    o->file = -1;
}

// The whole list as one file that replaces the old one; the place for more names is behind it.
static scree_status write_list(owned *o, scree_error *error)
{
    char *path = full(o, OWNED_NAME, "");
    file_out out;
    if (!path)
        return fail_memory(error, o->folder);
    if (o->file >= 0)
        close(o->file);
    o->file = -1;
    scree_status status = file_out_open(&out, path, error);
    if (!status) {
        file_out_printf(&out, "%s", head);
        for (int64_t i = 0; i < o->count; i++)
            file_out_printf(&out, "%s\n", o->name[i]);
        status = file_out_commit(&out, error);
    }
    if (!status) {
        o->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
        if (o->file < 0)
            status = file_fault(error, path, "cannot open the list of files", errno);
    }
    free(path);
    return status;
}

static scree_status list_fault(const owned *o, int number, scree_error *error)
{
    char *path = full(o, OWNED_NAME, "");
    const scree_status status =
        file_fault(error, path ? path : o->folder, "cannot write the list of files", number);
    free(path);
    return status;
}

static scree_status append(owned *o, const char *name, scree_error *error)
{
    char *line = text_format("%s\n", name);
    if (!line)
        return fail_memory(error, name);
    const off_t before = lseek(o->file, 0, SEEK_END);
    const size_t size = strlen(line);
    errno = 0;
    const ssize_t written = write(o->file, line, size);
    int number = written == (ssize_t)size ? 0 : errno ? errno : ENOSPC;
    free(line);
    if (!number && fdatasync(o->file) && errno != EINVAL)
        number = errno;
    if (!number)
        return SCREE_OK;
    // Half a line would swallow the next name; without the place it was at, the list is written anew next time.
    if (before < 0 || ftruncate(o->file, before)) {
        close(o->file);
        o->file = -1;
    }
    return list_fault(o, number, error);
}

static scree_status note(owned *o, const char *name, scree_error *error)
{
    if (owned_has(o, name))
        return SCREE_OK;
    scree_status status =
        o->file < 0 ? write_list(o, error) : SCREE_OK; // also drops the rest of a line
    if (!status)
        status = append(o, name, error);
    if (!status && !insert(o, name))
        status = fail_memory(error, name);
    return status;
}

// ---- files

// Makes the folders of a name. None may be a link, which would lead to where nothing is to be written.
static scree_status make_way(const owned *o, char *path, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (char *slash = path + strlen(o->folder) + 1; !status && (slash = strchr(slash, '/'));
         slash++) {
        struct stat s;
        *slash = 0;
        if (mkdir(path, 0777) && errno != EEXIST)
            status = file_fault(error, path, "cannot make the folder", errno);
        else if (lstat(path, &s) || !S_ISDIR(s.st_mode))
            status = fail(error, SCREE_BAD_INPUT, path,
                          "move it away, or choose another folder with --out",
                          "this is no folder, and results were to go into it");
        *slash = '/';
    }
    return status;
}

static scree_status check_free(const owned *o, const char *name, const char *path,
                               scree_error *error)
{
    struct stat s;
    if (owned_has(o, name) || lstat(path, &s))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path, "move it away, or choose another folder with --out",
                "a file is here that no run of Scree has written, and a result is to get its name");
}

scree_status owned_path(owned *o, const char *name, char **path, scree_error *error)
{
    *path = NULL;
    const char *objection = place_objection(name);
    if (objection)
        return fail(error, SCREE_BAD_INPUT, o->folder,
                    "results go into the folder of the run: give a plain name",
                    "the name of a result cannot be used, %s", objection);
    char *made = full(o, name, "");
    if (!made)
        return fail_memory(error, name);
    scree_status status = make_way(o, made, error);
    if (!status)
        status = check_free(o, name, made, error);
    if (!status)
        status = note(o, name, error);
    if (status)
        free(made);
    else
        *path = made;
    return status;
}

scree_status owned_adopt(owned *o, const char *name, scree_error *error)
{
    return place_objection(name) ? SCREE_OK : note(o, name, error);
}

// Is every folder on the way a folder, and no link? A list that somebody has put there must not remove files elsewhere.
static bool stays_inside(const owned *o, char *path)
{
    bool inside = true;
    for (char *slash = path + strlen(o->folder) + 1; inside && (slash = strchr(slash, '/'));
         slash++) {
        struct stat s;
        *slash = 0;
        inside = !lstat(path, &s) && S_ISDIR(s.st_mode);
        *slash = '/';
    }
    return inside;
}

static void remove_one(const owned *o, const char *name, const char *ending)
{
    char *path = full(o, name, ending);
    if (path && stays_inside(o, path))
        unlink(path);
    free(path);
}

void owned_remove(const owned *o, const char *name)
{
    remove_one(o, name, "");
    remove_one(o, name, ".part");
}

void owned_sweep(const owned *o)
{
    for (int64_t i = 0; i < o->count; i++)
        remove_one(o, o->name[i], ".part");
    remove_one(o, OWNED_NAME, ".part");
}

// The folders on the way to a name, where nothing is left in them.
static void remove_way(const owned *o, const char *name)
{
    char *path = full(o, name, "");
    if (path && stays_inside(o, path))
        for (char *slash; (slash = strrchr(path, '/')) && slash > path + strlen(o->folder);) {
            *slash = 0;
            if (rmdir(path))
                break;
        }
    free(path);
}

void owned_remove_all(owned *o)
{
    for (int64_t i = 0; i < o->count; i++)
        owned_remove(o, o->name[i]);
    for (int64_t i = 0; i < o->count; i++)
        remove_way(o, o->name[i]);
    if (o->file >= 0)
        close(o->file);
    o->file = -1;
    owned_remove(o, OWNED_NAME);
    for (int64_t i = 0; i < o->count; i++)
        free(o->name[i]);
    o->count = 0;
}

scree_status owned_settle(owned *o, scree_error *error)
{
    int64_t kept = 0;
    for (int64_t i = 0; i < o->count; i++) {
        char *path = full(o, o->name[i], "");
        struct stat s;
        const bool there = !path || !lstat(path, &s);
        free(path);
        if (there)
            o->name[kept++] = o->name[i];
        else
            free(o->name[i]);
    }
    o->count = kept;
    return write_list(o, error);
}
