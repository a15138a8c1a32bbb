// plot.c - see plot.h.
#include "cli/plot.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Is there a program of that name on the PATH? Asked before the pipe is opened, since writing into one that nobody
// reads is a signal.
static bool installed(const char *name)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        char file[1024];
        int n = (int)strcspn(path, ":");
        int length = snprintf(file, sizeof file, "%.*s/%s", n, path, name);
        if (length > 0 && (size_t)length < sizeof file && !access(file, X_OK))
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

bool plot_draw(const char *script, const char *part, const char *png, char *why, size_t size)
{
    struct stat status;
    // A script holds a blank in its place, so that gnuplot would write a file that nobody has looked at.
    for (const char *c = part; *c; c++) {
        if ((unsigned char)*c >= ' ' && *c != 127)
            continue;
        snprintf(why, size,
                 "gnuplot takes no name with a line break or another sign that cannot be printed");
        return false;
    }
    if (!installed("gnuplot")) {
        snprintf(why, size, "gnuplot is not installed");
        return false;
    }
    unlink(part); // it might be a link, and gnuplot would follow it
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    FILE *to = popen("gnuplot >/dev/null 2>&1", "w");
    if (to)
        fputs(script, to);
    int code = to ? pclose(to) : -1;
    signal(SIGPIPE, before);
    bool drawn = !code && !lstat(part, &status) && S_ISREG(status.st_mode) && status.st_size > 0;
    drawn = drawn && !rename(part, png);
    if (drawn)
        return true;
    unlink(part);
    snprintf(why, size, "gnuplot could not draw it");
    return false;
}
