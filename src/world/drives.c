// drives.c - walls whose drives have no place for them: expressions such as sqrt(1 - t/s) end somewhere.
#include "world/internal.h"

#include <math.h>
#include <stdio.h>

static bool is_finite(v3 vector)
{
    return isfinite(vector.x) && isfinite(vector.y) && isfinite(vector.z);
}

static scree_status no_number(const world *world, const moving_wall *wall, const char *what,
                              const char *hint, scree_error *error)
{
    char where[80];
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)world->shared->step);
    return fail(error, SCREE_DIVERGED, where, hint, "wall `%s` has no %s gives no number",
                wall->name, what);
}

scree_status world_check_drives(const world *world, scree_error *error)
{
    static const char values[] = "let its expressions have values at all times, or end the motion "
                                 "with `to`";
    const shared *shared = world->shared;
    const double then = shared_time_of(shared, shared->step + 1);
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        const wall_surface *surface = &shared->wall_state[i].surface;
        if (surface->moves && !isfinite(surface->now))
            return no_number(world, wall, "speed of its surface: the factor", values, error);
        if (drive_chain_answers(&wall->drive) && !is_finite(wall->now.position))
            return no_number(world, wall, "place: its drive", values, error);
        if (!drive_chain_partial(&wall->drive))
            continue;
        const wall_pose next = moving_wall_at(wall, then);
        if (is_finite(next.position) && is_finite(next.velocity) && is_finite(next.spin))
            continue;
        return no_number(world, wall, "place at the end of this step: its drive", values, error);
    }
    return SCREE_OK;
}
