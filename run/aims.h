// aims.h - what a run tells of servos: on which area they press, and which did not come to what they are to hold.
#ifndef SCREE_RUN_AIMS_H
#define SCREE_RUN_AIMS_H

#include "store/json.h"
#include "world/world.h"

#include <stdbool.h>

enum { AIMS_ROOM = 360 };

// On which area the servo of a wall presses now whose case does not say it. `wall` and `note` live as long as the world.
typedef struct aims_area {
    const char *wall; // its name
    const char *note; // what has to be known of it, "" where there is nothing
    double area;      // m^2, in 2D m
    bool by_face;     // its own face, else the section of the planes around it
} aims_area;
// False: there is no such servo.
bool aims_area_of(const world *world, int wall, aims_area *out);
// Those of all walls, owned; NULL without memory.
aims_area *aims_areas_of(const world *world, int *count);
void aims_area_words(char out[AIMS_ROOM], const aims_area *area, int dimensions);

// What servos had not come to, when they were over: at the end of the run, or of the stage after which their wall is no more, or
// has another drive; as many as there is room for.
enum { AIMS_MOST = 32 };
typedef struct aims {
    char text[AIMS_MOST][AIMS_ROOM];
    int count;
    int told; // of them, by whoever tells the user
} aims;

// Adds those which miss by more than AIMS_MISSED of it in the mean over the last quarter of their time, of those that do
// not go on in `next`; NULL: of all.
#define AIMS_MISSED 0.1
void aims_judge(aims *aims, const world *world, const model *next);
void aims_json(json *json, const aims *aims);

// The areas as an object of the names of their walls.
void aims_areas_json(json *json, const aims_area *area, int count);

#endif
