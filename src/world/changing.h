// changing.h - grains that a program changes, between the look at what they are (change.c) and their place among the bodies
// (change_put.c).
#ifndef SCREE_WORLD_CHANGING_H
#define SCREE_WORLD_CHANGING_H

#include "world/newcomers.h"

// A ball as it was.
typedef struct changed_ball {
    int64_t id;
    body_place at;
    rec4 position;
    double inverse_mass; // of its body
    i3 image;
    rec4 given, moment;
} changed_ball;

typedef struct changed_grain {
    int64_t first; // of its balls, of which it has so many
    int balls;
    bool was_fixed;
    v3 centre;          // as it went through space
    int32_t periods[3]; // by which that has left the domain along periodic axes
    double mass;        // kg, as wanted; INFINITY: fixed
} changed_grain;

typedef struct changing {
    world *world;
    const grain_change *change;
    int64_t count;
    int64_t *id; // of each grain
    changed_grain *of;
    world_newcomer *grain; // as they are, and then as they are wanted
    bool *fixed, *stays;   // wanted to be fixed; stands there already
    int *set_of;           // that it had
    changed_ball *ball;    // of all grains
    int64_t balls, ball_room;
    int64_t *ball_id;   // ascending
    int32_t *number_of; // of each ball of the world, part by part: whose it is, -1: nobody asks
} changing;

// Does it stand to the bit as it did? A fixed body of several balls that is let go has a centre again, from which its balls stand.
static inline bool changing_unmoved(const changing *changing, int64_t i)
{
    const grain_change *change = &changing->change[i];
    const changed_grain *of = &changing->of[i];
    const bool becomes_whole = of->was_fixed && !changing->fixed[i] && of->balls > 1;
    return !change->placed && !change->turned && !becomes_whole;
}

// Of the balls of a part, by slots.
static inline int32_t *changing_numbers(const changing *changing, const part *part)
{
    return changing->number_of + world_before(changing->world, part);
}

// What is said of them.
#define CHANGING_DOING "to be changed"
scree_status changing_refuse(int64_t id, scree_error *error, const char *hint, const char *what);
// Looks for the grains and at what they are. There is room for all that is counted by grains.
scree_status changing_find(changing *changing, scree_error *error);
// Where there is no room nothing has been changed.
bool changing_make_room(changing *changing);
// The bodies that part.keep leaves out become others. A failure leaves no world to go on with.
scree_status changing_put(changing *changing, const grain_extremes *extreme, scree_error *error);

#endif
