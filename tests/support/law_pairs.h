// law_pairs.h - the allowed combinations of laws as the `pairs` of a case, with values for the parameters that are
// required; and worlds of many lonely pairs of balls that meet once.
#ifndef SCREE_TESTS_LAW_PAIRS_H
#define SCREE_TESTS_LAW_PAIRS_H

#include "base/random.h"
#include "support/scenes.h"

typedef struct combination {
    int law[LAW_SLOTS]; // -1: none
    double friction;    // of the tangential law; 0: 0.3
} combination;

// Combinations that law_misfit allows, in an order of their own. `all` false: those in which each pair of laws of two
// slots meets at least once where it can, which is what quick tests take; true: every one. Returns how many there are;
// writes up to `room`.
int combinations_list(bool all, combination *out, int room);
enum { COMBINATIONS_MOST = 20000 };
// Keeps those of the list that are this process's: SCREE_SHARE "2/3" is the second of three equal shares, all without it and with SCREE_WHOLE.
// Returns how many.
int combinations_share(combination *list, int count);
// "hertz + mindlin + rolling constant", without the empty slots
const char *combination_name(combination c, char out[160]);
// The text of the `pairs` of a case; restitution (where a law has it) as given.
void combination_pairs(combination c, double restitution, char *out, size_t room);
// The same with other values for the friction of the tangential law, and for the dashpots of all laws beside the normal
// one as a ratio (of those in N m s, which have none, one that acts within an impact); NAN: as above.
typedef struct pair_values {
    double restitution, friction, damping;
} pair_values;
void combination_pairs_with(combination c, pair_values values, char *out, size_t room);
// One law of it, appended: "normal: {law: hertz, ...}", of other slots with a comma before it. `law` -1: none.
void combination_law(char *out, size_t room, int slot, int law, const pair_values *values);

// Two balls, to be written to a table of grains.
typedef struct duo {
    double radius[2];
    v3 position[2], velocity[2], spin[2];
} duo;

enum { DUO_TEXT = 4096 };
bool duos_write(const char *file, const duo *d, int count);
// A case without gravity whose grains are those of `file`; step 0: auto.
void duos_case(char out[DUO_TEXT], combination c, double restitution, const char *file, double step,
               const char *run);

v3 duos_direction(rng *r); // a unit vector, all directions alike
// The duration of the fastest impact of that table, by which the engine would choose its step; 0 and a message on
// failure.
double duos_duration(combination c, const char *file);
bool duos_open(sim *s, combination c, double restitution, const char *file, double step,
               const char *run, int width);

// Impacts at 181 angles from -90 to 90 degrees, from contacts never touched before, with steps of 1/fraction of the
// duration: the largest share of its kinetic energy that one gains that does not stick, and at which angle. The first
// balls spin at that rate about all axes.
double fan_worst_gain(combination c, int fraction, double restitution, double spin, int *angle);

// Momentum, angular momentum about the origin and kinetic energy of balls first..last of a world, of the velocities
// half a step back.
typedef struct motion_sums {
    v3 momentum, turning;
    double kinetic, size_turning;
} motion_sums;
motion_sums motion_of(sim *s, int64_t first, int64_t last);

#endif
