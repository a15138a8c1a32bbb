// look.h - how `scree picture` and `scree film` show a run: the options that both have, and what they make of a moment of it.
#ifndef SCREE_CLI_LOOK_H
#define SCREE_CLI_LOOK_H

#include "console/args.h"
#include "draw/picture.h"
#include "run/record.h"

// As they were given; NULL: not at all.
typedef struct look_wish {
    const char *view, *colour, *range, *cut, *size, *title;
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
} look;

// Faults name the option.
scree_status look_begin(look *look, const look_wish *wish, const model *model, scree_error *error);
// The options for that moment, valid until the next call.
scree_status look_at(look *look, const record_moment *moment, picture_options *out,
                     scree_error *error);
// The box of the grains of a moment and of what of the walls is shown with them.
void look_box(const record_moment *moment, v3 *low, v3 *high);
// The walls without the borders of the domain, which are drawn as a box.
wall_surface look_walls(const record_moment *moment);
void look_end(look *look);

// What numbers of that unit are small against where they are rounding, such as the whole force on a grain at rest against
// those in contacts; 0: nothing is known.
double look_scale(const record_moment *moment, const char *unit);

#endif
