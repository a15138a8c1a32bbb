// film.h - pictures in a row as one file that browsers play: an animated PNG, which is the first picture to programs that know no films.
//
// Source: APNG Specification 1.0 (Parmenter, Vukicevic, Smith 2008), now in the PNG Specification, Third Edition (W3C 2025), chunks acTL,
// fcTL and fdAT. libpng 1.6 writes no such chunks: it packs the pictures, and their data are put into chunks here.
#ifndef SCREE_DRAW_FILM_H
#define SCREE_DRAW_FILM_H

#include "draw/png.h"
#include "store/file_out.h"

typedef struct film_form {
    int width, height; // pixels
    int pictures;      // there will be
    int rate;          // pictures a second, 1 to 1000
} film_form;

typedef struct film {
    film_form form;
    file_out out;
    png_bytes packed; // the picture that is being added
    uint32_t next;    // number of the next chunk of the film
    int added;
} film;

scree_status film_open(film *film, const char *path, film_form form, scree_error *error);
// `pixel` as in png.h. As many as were announced are to be added.
scree_status film_add(film *film, const uint32_t *pixel, scree_error *error);
// The file appears, or with `whole` false does not.
scree_status film_close(film *film, bool whole, scree_error *error);

#endif
