// force.h - forces on grains that no contact makes: towards a point or an axis, by a fluid in which they are. One file each
// (force_NAME.c), found by the build.
//
// Each gives an acceleration that is linear in the velocity of the grain, a - b v, and those of several forces add up.
// The integrators take b v half from before and half from after the kick, so that it is of second order and stable.
#ifndef SCREE_SCENE_FORCE_H
#define SCREE_SCENE_FORCE_H

#include "base/fail.h"
#include "base/row.h"
#include "base/vec.h"
#include "scene/region.h"
#include "state/model.h"

// What a force is asked about: a grain, by its centre.
typedef struct force_in {
    v3 at;         // m
    double mass;   // kg (2D: per metre of depth)
    double radius; // of the ball of the same volume, m
    v3 given;      // by a program, N
    int set;       // of the model
} force_in;

typedef struct force_pull {
    v3 acceleration; // m/s^2, of a grain at rest
    double brake;    // falls by so much with its velocity, 1/s
} force_pull;

// The numbers of a force, as its file has them.
typedef struct force_terms {
    v3 point, along, velocity;
    double strength, width;
    bool line, flat;      // it is one, not a point; in 2D
    const region *region; // acts on grains with their centre in it, of the model; NULL: everywhere
    int set, sets;        // on so many sets from that one on; -1: on all
} force_terms;

typedef struct force_law {
    plugin what;
    bool led; // it is what a program gives each grain
    // Takes the numbers out of the choice, in SI; refuses what cannot be. `name` is that of the force.
    scree_status (*prepare)(const choice *choice, const model *model, const char *name,
                            force_terms *out, scree_error *error);
    void (*pull)(const force_terms *terms, const force_in *in, force_pull *out); // adds its own
    // Of a grain over its mass, J/kg; NULL: it has no potential, and what it does is booked as a loss.
    double (*potential)(const force_terms *terms, v3 at);
} force_law;

// All forces of a case.
typedef struct force_field {
    const force_law **law;
    force_terms *terms;
    int count;
    bool brakes; // some have no potential
} force_field;

const plugin *const *force_plugins(int *count);
const force_law *force_find(const plugin *what);

bool force_is_led(const model *model); // is one of the forces of a case given by a program?
// Prepares all forces of a case; the caller frees.
scree_status force_field_make(const model *model, force_field *out, scree_error *error);
void force_field_free(force_field *field);
force_pull force_field_pull(const force_field *field, const force_in *in);
// Of those alone that have no potential.
force_pull force_field_drag(const force_field *field, const force_in *in);
double force_field_potential(const force_field *field, v3 at); // J/kg

// A fault of the force of that name.
scree_status force_fail(scree_error *error, const char *name, const char *hint, const char *what);
// The rows `point` and `axis` of a force that depends on the place alone. Refuses an axis that is none or leads out of the
// plane, and what does not repeat itself along a periodic axis.
scree_status force_centre_read(const choice *choice, const model *model, const char *name,
                               force_terms *out, scree_error *error);
v3 force_away(const force_terms *terms, v3 at); // from the point or the line, m

// Rows of a force that acts on some grains alone, and may therefore have no potential.
#define FORCE_SET_ROW                                                                              \
    {                                                                                              \
        "set", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0,                                                  \
            "on the grains of this entry of `grains` or `streams` alone; ENTRY.PART: of a part "   \
            "of a mixture"                                                                         \
    }
#define FORCE_INSIDE_ROW                                                                           \
    {                                                                                              \
        "inside", ROW_REGION, "", ROW_OPTIONAL, 0, 0,                                              \
            "on grains with their centre in this region alone"                                     \
    }
// Takes them out of the choice.
scree_status force_where_read(const choice *choice, const model *model, const char *name,
                              force_terms *out, scree_error *error);
bool force_acts(const force_terms *terms, const force_in *in); // on that grain, there

#endif
