// reach.c - how far the lists of the nonsmooth solver must reach: by the fastest of all bodies and walls.
#include "nonsmooth/finder.h"
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "state/bodies.h"

#include <math.h>

// Motion of the walls in the step to come: that in its middle.
static void move_ahead(impulses *impulses)
{
    const shared *shared = impulses->shared;
    double middle = shared_time(shared) + 0.5 * shared->dt;
    for (int number = 0; number < shared->walls; number++) {
        const moving_wall *wall = &shared->wall[number];
        wall_pose *motion = &impulses->motion[number];
        const bool told = drive_chain_is(&wall->drive) && !drive_chain_answers(&wall->drive);
        *motion = told ? moving_wall_at(wall, middle) : wall->now;
        impulses->surface[number] = shared_wall_surface(shared, number, middle, middle);
    }
}

static void count_part(const impulses *impulses, const part *part, ns_count *out)
{
    const shared *shared = impulses->shared;
    const bodies *bodies = &part->body;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *velocity = bodies->velocity[bodies->now];
    const rec4 *spin = bodies->spin[bodies->now];
    double speed2 = out->speed2;
    double rim2 = out->rim2;
    double largest = out->largest;
#pragma omp parallel for num_threads(shared->threads) schedule(static)                             \
    reduction(max                                                                                  \
              : speed2, rim2, largest)
    for (int32_t i = 0; i < bodies->count; i++) {
        speed2 = real_max(speed2, v3_dot(v3_of(&velocity[i]), v3_of(&velocity[i])));
        if (shared->core[bodies->set[i]])
            rim2 = real_max(rim2, v3_dot(v3_of(&spin[i]), v3_of(&spin[i])));
        largest = real_max(largest, position[i].v[3]);
    }
    *out = (ns_count){out->bodies + bodies->count, speed2, rim2, largest};
}

ns_count impulses_count(impulses *impulses)
{
    const ns_sharing *sharing = &impulses->sharing;
    ns_count count = {0};
    for (const part *part = sharing_here(sharing); part < sharing_end(sharing); part++)
        count_part(impulses, part, &count);
    return count;
}

double impulses_reach_of(impulses *impulses, const ns_count *count)
{
    const shared *shared = impulses->shared;
    double fastest_wall = 0;
    move_ahead(impulses);
    for (int wall = 0; wall < shared->walls; wall++)
        fastest_wall = real_max(fastest_wall, finder_wall_reach(impulses, wall));
    double near = 2 * touching * count->largest * (1 + 1e-9);
    if (!shared->model->nonsmooth.speculative)
        return near;
    double fast = sqrt(count->speed2) + sqrt(count->rim2);
    double closing = real_max(2 * fast, fast + fastest_wall);
    double way = shared->dt * closing + finder_fall(impulses);
    return real_max(near, way * (1 + 1e-9));
}

double impulses_reach(void *state)
{
    impulses *impulses = state;
    ns_count count = impulses_count(impulses);
    if (!sharing_count(&impulses->sharing, &count))
        sharing_abandon(&impulses->sharing);
    return impulses_reach_of(impulses, &count);
}
