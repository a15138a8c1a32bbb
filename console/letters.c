// letters.c - see letters.h.
#include "console/letters.h"

#include "draw/font.h"

#include <stdio.h>

void note_missing_letters(void)
{
    const char *file = font_missing();
    if (!file)
        return;
    fprintf(
        stderr,
        "note: no font can be read from %s, so the words of the picture are plain strokes; install "
        "the package "
        "fonts-dejavu-core, or name the file of a font in the environment variable SCREE_FONT\n",
        file);
}
