// drive.c - the table of drives; see drive.h. The list comes from the names of the files.
#include "scene/drive.h"

#include "drive_list.h"

#include <stddef.h>

#define DECLARE(name) extern const drive drive_##name;
#define DRIVE(name) &drive_##name,
#define WHAT(name) &drive_##name.what,
DRIVE_LIST(DECLARE)

static const drive *const drives[] = {DRIVE_LIST(DRIVE)};
static const plugin *const plugins[] = {DRIVE_LIST(WHAT)};
enum { COUNT = sizeof drives / sizeof *drives };

const drive *drive_find(const plugin *what)
{
    for (int i = 0; i < COUNT; i++) {
        if (plugins[i] == what)
            return drives[i];
    }
    return NULL;
}

const plugin *const *drive_plugins(int *count)
{
    *count = COUNT;
    return plugins;
}
