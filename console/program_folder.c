// program_folder.c - see program_folder.h.
#include "console/program_folder.h"

#include "base/text.h"

#include <limits.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

char *program_folder(void)
{
    char folder[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length <= 0)
        return NULL;
    folder[length] = 0;
    char *slash = strrchr(folder, '/');
    if (!slash)
        return NULL;
    slash[1] = 0;
    return text_copy(folder);
}
