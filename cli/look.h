// look.h - how `scree picture` and `scree film` show a run: the options that both have, and what they make of a moment of it.
#ifndef SCREE_CLI_LOOK_H
#define SCREE_CLI_LOOK_H

#include "console/args.h"
#include "draw/picture.h"
#include "run/record.h"

// As they were given; NULL: not at all.
typedef struct look_wish {
    const char *view, *colour, *range, *cut, *size, *title, *walls, *walls_range;
    bool chains, dark;
} look_wish;

#define LOOK_OPTIONS(wish)                                                                          \
    {"view",                                                                                        \
     OPTION_TEXT,                                                                                   \
     &(wish).view,                                                                                  \
     0,                                                                                             \
     "WORD",                                                                                        \
     "front, back, left, right, top, bottom, or a direction of looking 'x,y,z'; default: "          \
     "obliquely from the front"},                                                                   \
        {"colour",                                                                                  \
         OPTION_TEXT,                                                                               \
         &(wish).colour,                                                                            \
         0,                                                                                         \
         "WORD",                                                                                    \
         "speed, size, height, set, shape, material, or a column of docs/columns.md, of vectors "   \
         "the length; default: set where there are several, else speed"},                           \
        {"range", OPTION_TEXT, &(wish).range,                                                       \
         0,       "LOW:HIGH",  "ends of the colour bar, such as '0 m/s:2 m/s'"},                    \
        {"cut", OPTION_TEXT,  &(wish).cut,                                                          \
         0,     "AXIS=PLACE", "leave out the balls on the near side of a plane, such as 'y=5 mm'"}, \
        {"walls",                                                                                   \
         OPTION_TEXT,                                                                               \
         &(wish).walls,                                                                             \
         0,                                                                                         \
         "MAP",                                                                                     \
         "walls in the colours of a wall map that the run has measured, such as "                   \
         "wall_wear_pressure"},                                                                     \
        {"walls-range",       OPTION_TEXT,                                                          \
         &(wish).walls_range, 0,                                                                    \
         "LOW:HIGH",          "ends of its colour bar, such as '0 Pa:2 kPa'"},                      \
        {"force-chains",                                                                            \
         OPTION_FLAG,                                                                               \
         &(wish).chains,                                                                            \
         0,                                                                                         \
         NULL,                                                                                      \
         "contacts as lines as wide as their forces; the run has written output: {contacts: "       \
         "true}"},                                                                                  \
        {"size", OPTION_TEXT, &(wish).size, 0, "WIDTHxHEIGHT", "pixels; default: 1280x720"},        \
        {"title", OPTION_TEXT, &(wish).title, 0, "TEXT", "in the place of that of the case"},       \
    {                                                                                               \
        "dark", OPTION_FLAG, &(wish).dark, 0, NULL, "dark ground"                                   \
    }

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
    look_surface walls;
} look;

// Faults name the option.
scree_status look_begin(look *look, const look_wish *wish, const model *model, scree_error *error);
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
