// encoder.h - where the pictures of a film go: an animated PNG of our own (draw/film.h), or ffmpeg through a pipe, by the ending of the name.
#ifndef SCREE_CLI_ENCODER_H
#define SCREE_CLI_ENCODER_H

#include "draw/film.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct encoder {
    film film; // where it is a PNG
    bool piped;
    char *path, *part; // of what ffmpeg writes; owned
    int lock;          // on the part, for this program alone
    film_form form;
    pid_t child;
    int to; // the pipe
} encoder;

// .png and .apng; .mp4, .webm and .gif where ffmpeg is installed, else SCREE_BAD_INPUT says what to do.
scree_status encoder_open(encoder *encoder, const char *path, film_form form, scree_error *error);
scree_status encoder_add(encoder *encoder, const uint32_t *pixel, scree_error *error);
// The file appears as a whole, or with `whole` false not at all.
scree_status encoder_close(encoder *encoder, bool whole, scree_error *error);

#endif
