// look_options.h - the options of `scree picture`, `scree film` and `scree report` for how a moment is shown.
#ifndef SCREE_CLI_LOOK_OPTIONS_H
#define SCREE_CLI_LOOK_OPTIONS_H

#include "console/args.h"
#include "show/look.h"

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

#endif
