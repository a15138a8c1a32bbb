// left_over.c - see left_over.h.
#include "cli/left_over.h"

#include "console/called.h"
#include "run/folder.h"

#include "base/text.h"
#include "store/result_names.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The newest snapshot that was saved by hand, "kept-000001234.h5", owned; NULL: there is none. Names have the step with as many
// digits, so the last one of the alphabet is the newest.
static char *newest_kept(const char *folder)
{
    static const char ending[] = ".h5";
    char *newest = NULL;
    DIR *list = opendir(folder);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        const char *name = entry->d_name;
        const size_t length = strlen(name);
        if (!result_name_is_kept(name) || strcmp(name + length - strlen(ending), ending) != 0)
            continue;
        if (newest && strcmp(name, newest) < 0)
            continue;
        free(newest);
        newest = text_copy(name);
    }
    if (list)
        closedir(list);
    return newest;
}

void left_over_note(const char *folder)
{
    static const char *const names[] = {"report.html", "film.png", "film.mp4", "measured"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = folder_path(folder, names[i]);
        if (path && !access(path, F_OK))
            fprintf(stderr, "note: %s is of an older run, and stays\n", path);
        free(path);
    }
    char *kept = newest_kept(folder);
    if (kept)
        fprintf(stderr, "note: %s/%s was saved by hand in an older run, and stays\n", folder, kept);
    free(kept);
}

void left_over_say_begins(const char *folder)
{
    char *kept = newest_kept(folder);
    if (kept)
        print_called_format(stderr,
                            "this run saved nothing by itself, and begins anew; from what was "
                            "saved by hand goes on: scree resume %s/%s --out %s-2\n",
                            folder, kept, folder);
    else
        fprintf(stderr, "nothing was saved of this run: it begins anew\n");
    free(kept);
}
