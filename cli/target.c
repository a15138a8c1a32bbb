// target.c - see target.h.
#include "cli/target.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

scree_status target_check(const char *path, const char *begin, scree_error *error)
{
    char text[64];
    struct stat status;
    const size_t size = strlen(begin);
    if (!path || lstat(path, &status))
        return SCREE_OK;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const bool own = file >= 0 && S_ISREG(status.st_mode) && size <= sizeof text &&
                     read(file, text, size) == (ssize_t)size && !memcmp(text, begin, size);
    if (file >= 0)
        close(file);
    if (own)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path, "move it away, or give another name",
                S_ISREG(status.st_mode) ? "a file is here that is no older one of this kind"
                                        : "this is no plain file");
}
