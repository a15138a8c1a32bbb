// books.c - see books.h.
#include "run/books.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void books_worst(char out[BOOKS_ROOM], const world *world, const frame_ledger *ledger)
{
    const int wall = world_wall_of_id(world, ledger->worst_a);
    if (wall >= 0)
        snprintf(out, BOOKS_ROOM, "wall `%.100s` and grain %" PRId64, world_wall_name(world, wall),
                 ledger->worst_b);
    else
        snprintf(out, BOOKS_ROOM, "grains %" PRId64 " and %" PRId64, ledger->worst_a,
                 ledger->worst_b);
}

bool books_warning(char out[BOOKS_ROOM], const world *world, const frame_ledger *ledger)
{
    char worst[BOOKS_ROOM] = "";
    const double missed = fabs(ledger->residual) / ledger->turned_over;
    if (!(ledger->turned_over > 0) || !(missed > BOOKS_MISSED))
        return false;
    if (ledger->worst > 0)
        books_worst(worst, world, ledger);
    snprintf(out, BOOKS_ROOM,
             "the energy books miss %.2g %% of what was turned over (%.3g J)%s%.200s: take a "
             "shorter step; where that changes nothing, let shapes meet by a potential (scree "
             "check names those that do not)",
             100 * missed, ledger->residual, *worst ? ", most at " : "", worst);
    return true;
}
