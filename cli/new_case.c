// new_case.c - see new_case.h.
#include "cli/new_case.h"
#include "cli/made.h"
#include "console/called.h"
#include "console/exit.h"

#include "base/memory.h"
#include "run/folder.h"
#include "store/file_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void new_case_clear(new_case *made)
{
    for (int64_t i = 0; i < made->files; i++)
        free(made->file[i]);
    free(made->file);
}

scree_status new_check_free(const char *folder, const char *name, scree_error *error)
{
    char *path = folder_path(folder, name);
    struct stat state;
    if (!path)
        return fail_memory(error, folder);
    scree_status status = SCREE_OK;
    if (!lstat(path, &state))
        status = fail(error, SCREE_BAD_INPUT, path, "choose another folder: scree new NAME FOLDER",
                      "there is such a file already");
    free(path);
    return status;
}

scree_status new_write(new_case *made, const char *name, const char *text, scree_error *error)
{
    const char *folder = made->folder;
    char *path = folder_path(folder, name);
    if (!path || !MEM_GROW(made->file, made->room, made->files + 1)) {
        free(path);
        return fail_memory(error, folder);
    }
    made->file[made->files++] = path;
    file_out out;
    scree_status status = new_check_free(folder, name, error);
    if (!status)
        status = folder_make(folder, error);
    if (!status)
        status = file_out_open(&out, path, error);
    if (!status) {
        file_out_write(&out, text, strlen(text));
        status = file_out_commit(&out, error);
    }
    return status;
}

static int say_next(const new_case *made)
{
    const char *folder = made->folder;
    char *path = folder_path(folder, "case.yaml");
    char typed[SHELL_ROOM];
    if (!path)
        return EXIT_MEMORY;
    shell_word(typed, path);
    print_called_format(stdout, "%s is written. Next:\n  scree check %s\n  scree run %s\n", path,
                        typed, typed);
    free(path);
    return EXIT_DONE;
}

int new_tell(const new_case *made)
{
    json line;
    if (!made->as_json)
        return say_next(made);
    made_begin(&line, made->folder);
    made_files(&line, (const char *const *)made->file, made->files);
    return made_end(&line);
}
