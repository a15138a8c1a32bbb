// look.h - how pictures and films show a moment: what is asked for, in texts, and what becomes of it.
#ifndef SCREE_SHOW_LOOK_H
#define SCREE_SHOW_LOOK_H

#include "draw/picture.h"
#include "draw/png.h"
#include "show/record.h"

// As they were given; NULL: not at all.
typedef struct look_wish {
    const char *view, *colour, *range, *cut, *size, *title, *walls, *walls_range;
    bool chains, dark;
} look_wish;

// The walls that a moment shows, in the place of those of its frame, with a number of each triangle (look_walls.c). All is owned.
typedef struct look_surface {
    surfaces shown;
    double *number;
    int64_t room;
} look_surface;

typedef struct look {
    picture_options options; // what all moments have in common
    const model *model;
    int column; // of the table of columns, -1: none
    int cut;    // axis, -1: none
    double cut_at;
    bool cut_below;     // the part with the lower coordinates is left out
    const char **names; // of kinds, owned
    double *value;      // of each ball, owned
    bool *hidden;       // likewise
    int64_t room;
    const char *map;   // of the walls, as frames call it; NULL: none is asked for
    char map_name[80]; // as the legend calls it
    bool may_lack_map; // a moment without it has walls without numbers; else it is a fault
    bool has_map;      // the moment that was looked at last
    look_surface walls;
} look;

// Faults name the option.
scree_status look_begin(look *look, const look_wish *wish, const model *model, scree_error *error);
// The moment by itself as a PNG file in memory: the view is fitted to what is seen in it.
scree_status look_png(look *look, const record_moment *moment, png_bytes *out, scree_error *error);
// What picture_draw wants for that.
scree_status look_alone(look *look, const record_moment *moment, picture_options *out,
                        wall_surface *walls, scree_error *error);
// The options for that moment, valid until the next call.
scree_status look_at(look *look, const record_moment *moment, picture_options *out,
                     scree_error *error);
// The mean time between two of those frames, s; 0: there is one alone.
double look_pace(const record *record, int64_t first, int64_t last);
// The box of the grains of a moment and of what of the walls is shown with them.
void look_box(const record_moment *moment, v3 *low, v3 *high);
// The walls of the moment that look_at was given last: without the borders of the domain, which are drawn as a box; with a map
// those that have numbers, too, and all of them cut where the grains are. Valid until the next call.
wall_surface look_walls(const look *look, const record_moment *moment);

// Of look_walls.c, for look.c: what the options say, and the walls of a moment with the numbers of the map.
scree_status look_begin_walls(look *look, const look_wish *wish, scree_error *error);
scree_status look_at_walls(look *look, const record_moment *moment, picture_options *out,
                           scree_error *error);
void look_end_walls(look *look);
wall_surface look_without_borders(const record_moment *moment);
// "LOW:HIGH" in that unit, upwards.
scree_status look_read_range(const char *option, const char *given, const char *unit, double *low,
                             double *high, scree_error *error);
void look_end(look *look);
// Width and height of "640x480", pixels; NULL is the default.
scree_status look_size(const char *given, int *width, int *height, scree_error *error);

// What numbers of that unit are small against where they are rounding, such as the whole force on a grain at rest against
// those in contacts; 0: nothing is known.
double look_scale(const record_moment *moment, const char *unit);

#endif
