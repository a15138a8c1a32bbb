// start.h - how each program begins and ends, whatever it does in between.
#ifndef SCREE_CONSOLE_START_H
#define SCREE_CONSOLE_START_H

// To be called first in main. Standard files that are closed are opened on /dev/null, a file that may not grow is told
// like a full disk, and threads wait for each other without burning the core that the last one needs. For that the
// program may start itself once more, so this function may return only in the second process.
void program_start(char **argv);

// The exit code of main: `code`, or EXIT_INPUT where the standard output could not be written.
int program_end(int code);

#endif
