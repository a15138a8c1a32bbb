// diverged.c - see diverged.h.
#include "run/diverged.h"

#include "console/called.h"
#include "run/saving.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void diverged_say_how_to_branch(const char *folder, int64_t step)
{
    char word[SHELL_ROOM];
    generation before;
    print_called_format(stderr,
                        "the state after that step is saved in %s; to go on with other settings: "
                        "scree resume %s --set ... --out FOLDER\n",
                        folder, shell_word(word, folder));
    if (!generation_before(folder, step, &before)) {
        fprintf(stderr, "nothing was saved before that step; from the start, with other settings: "
                        "run the case\n");
        return;
    }
    char *path = generation_path(folder, &before);
    if (path)
        print_called_format(stderr,
                            "the last one before it, of step %" PRId64
                            ", in the same way: scree resume %s --set ... --out FOLDER\n",
                            before.step, shell_word(word, path));
    free(path);
}
