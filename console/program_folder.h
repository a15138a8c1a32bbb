// program_folder.h - where the running program lies, for what lies beside it.
#ifndef SCREE_CONSOLE_PROGRAM_FOLDER_H
#define SCREE_CONSOLE_PROGRAM_FOLDER_H

#include <stdbool.h>

// With a slash at its end, owned by the caller; NULL where the system does not tell, or without memory.
char *program_folder(void);

#endif
