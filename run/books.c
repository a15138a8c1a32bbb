// books.c - see books.h.
#include "run/books.h"

#include "scene/drive.h"

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

// What of the motions of walls makes their velocities jump, and what helps; empty: nothing.
static void jumps_of_walls(char *out, size_t room, const model *model)
{
    *out = 0;
    for (int i = 0; i < model->walls; i++) {
        const model_wall *wall = &model->wall[i];
        for (int k = 0; k < wall->drives; k++) {
            const drive *drive = drive_find(wall->drive[k].what);
            const char *helps = drive->steadier ? drive->steadier(&wall->drive[k]) : NULL;
            if (!helps)
                continue;
            snprintf(out, room, ", and `%s` of wall `%.60s`, whose velocity jumps at each row",
                     helps, wall->name);
            return;
        }
    }
}

bool books_warning(char out[BOOKS_ROOM], const world *world, const frame_ledger *ledger)
{
    char worst[BOOKS_ROOM] = "";
    char jumps[160];
    const double missed = fabs(ledger->residual) / ledger->turned_over;
    if (!(ledger->turned_over > 0) || !(missed > BOOKS_MISSED))
        return false;
    if (ledger->worst > 0)
        books_worst(worst, world, ledger);
    jumps_of_walls(jumps, sizeof jumps, world_model(world));
    snprintf(out, BOOKS_ROOM,
             "the energy books miss %.2g %% of what was turned over (%.3g J)%s%.100s: take a "
             "shorter step%s; where that changes nothing, let shapes meet by a potential (scree "
             "check names those that do not)",
             100 * missed, ledger->residual, *worst ? ", most at " : "", worst, jumps);
    return true;
}
