// start.c - see start.h.
#include "console/start.h"

#include "console/exit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

// Threads that spin at a barrier burn the core that the last one needs as soon as the machine has other work (two
// threads were slower than one); waiting passively costs little. OpenMP reads its environment before main, so the
// program starts itself once more.
//
// It does so by the path of its file: the system calls a program that was started as /proc/self/exe `exe`, and ps, top
// and killall would know it by no other name.
static void wait_passively(char **argv)
{
    char path[4096];
    if (getenv("OMP_WAIT_POLICY") || setenv("OMP_WAIT_POLICY", "passive", 1))
        return;
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) {
        path[length] = 0;
        execv(path, argv);
    }
    execv("/proc/self/exe", argv); // where the file has been moved since, or its path is very long
}

// Were one of the three standard descriptors closed, the next file that is opened would get its number, and messages
// would be written into results. What is printed to a standard output that is closed is lost, which is to be told: into a
// file that is open for reading alone nothing can be written.
static void reserve_standard_files(void)
{
    for (int file = 0; file < 3; file++)
        if (fcntl(file, F_GETFD) < 0 &&
            open("/dev/null", file == STDOUT_FILENO ? O_RDONLY : O_RDWR) < 0)
            exit(EXIT_INPUT);
}

void program_start(char **argv)
{
    reserve_standard_files(); // the lowest number that is free is taken, so they are filled in their order
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is told like a full disk
    wait_passively(argv);     // returns where it has happened, or cannot be had
}

int program_end(int code)
{
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "scree: cannot write to the standard output\n");
        if (!code)
            code = EXIT_INPUT;
    }
    return code;
}
