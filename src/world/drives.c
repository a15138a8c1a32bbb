// drives.c - walls whose drives have no place for them: expressions such as sqrt(1 - t/s) end somewhere.
#include "world/internal.h"

#include <math.h>
#include <stdio.h>

static bool is_finite(v3 vector)
{
    return isfinite(vector.x) && isfinite(vector.y) && isfinite(vector.z);
}

scree_status world_check_drives(const world *world, scree_error *error)
{
    const shared *shared = world->shared;
    const double then = shared_time_of(shared, shared->step + 1);
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        char where[80];
        if (!drive_chain_partial(&wall->drive))
            continue;
        const wall_pose next = moving_wall_at(wall, then);
        if (is_finite(next.position) && is_finite(next.velocity) && is_finite(next.spin))
            continue;
        snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
                 (long long)shared->step);
        return fail(error, SCREE_DIVERGED, where,
                    "let its expressions have values at all times, or end the motion with `to`",
                    "wall `%s` has no place at the end of this step: its drive gives no number",
                    wall->name);
    }
    return SCREE_OK;
}
