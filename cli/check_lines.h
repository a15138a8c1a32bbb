// check_lines.h - what `scree check` prints: lines with a label before them, and those about walls.
#ifndef SCREE_CLI_CHECK_LINES_H
#define SCREE_CLI_CHECK_LINES_H

#include "cli/gaps.h"

// A text behind its label, wrapped; an empty label goes on with the one before.
void check_line(const char *label, const char *text);
// What the meshes of walls turned out to be, what was healed in them, and how large they are.
void check_print_meshes(const world *world);
// The narrowest places between walls.
void check_print_gaps(const world *world, const gaps *gaps);

#endif
