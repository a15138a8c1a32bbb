// embedded.h - a text file that was built into the library; scripts/plugins.cmake makes arrays of them.
#ifndef SCREE_BASE_EMBEDDED_H
#define SCREE_BASE_EMBEDDED_H

typedef struct embedded_text {
    const char *name; // of the file, without its ending
    const char *text;
} embedded_text;

#endif
