// check_lines.c - see check_lines.h.
#include "cli/check_lines.h"

#include "cli/meshes.h"
#include "console/words.h"

#include <stdio.h>

enum { LABEL = 10, WIDTH = 100 };

void check_line(const char *label, const char *text)
{
    printf("%-*s ", LABEL, label);
    print_wrapped(stdout, text, LABEL + 1, WIDTH);
}

void check_print_meshes(const world *world)
{
    char words[MESHES_ROOM];
    char text[MESHES_ROOM + 80];
    for (int k = 0; k < world_walls(world); k++) {
        if (!meshes_words(words, world, k))
            continue;
        snprintf(text, sizeof text, "%.60s: %s", world_wall_name(world, k), words);
        check_line("mesh", text);
        if (meshes_warning(words, world, k))
            check_line("warning", words);
        if (meshes_parts_warning(words, world, k))
            check_line("warning", words);
    }
}

void check_print_gaps(const world *world, const gaps *gaps)
{
    char text[GAPS_ROOM];
    for (int i = 0; i < gaps->count; i++) {
        gaps_words(text, world, gaps, i);
        check_line(i ? "" : "gaps", text);
    }
    for (int i = 0; i < gaps->count; i++)
        if (gaps_warning(text, world, gaps, i))
            check_line("warning", text);
}
