// motions.c - see motions.h.
#include "world/motions.h"

#include "smooth/written.h"

#include "base/memory.h"
#include "state/bodies.h"

typedef struct asking {
    const body_place *at;
    const int32_t *number_of;
    grain_motion *now;
    rec4 *pull; // on the balls of bodies that move as a whole, as in stepping, part by part
} asking;

static grain_motion motion_now(const world *world, const part *part, const block *block,
                               int32_t slot, const scratch *scratch)
{
    const bodies *bodies = &part->body;
    const written_motion *written = written_of(world->shared, bodies->id[slot]);
    if (written)
        return (grain_motion){written->velocity, written->spin};
    const pull_sum pull = block_sum(block, slot, scratch);
    double taken;
    const body_motion now = world_motion(world, part, &pull, slot, &taken);
    const double inverse = spin_now(bodies, slot)->v[3];
    return (grain_motion){now.velocity, v3_scale(inverse, now.rim)};
}

static void look_at(void *context, const world *world, const part *part, const block *block,
                    const contact_seen *seen, const scratch *scratch)
{
    asking *asking = context;
    const int64_t before = world_before(world, part);
    const int32_t *number_of = asking->number_of + before;
    (void)seen;
    for (int32_t slot = block->low; slot < block->high; slot++) {
        if (number_of[slot] < 0)
            continue;
        if (!bodies_clumped(&part->body, slot)) {
            asking->now[number_of[slot]] = motion_now(world, part, block, slot, scratch);
            continue;
        }
        const pull_sum sum = block_sum(block, slot, scratch);
        rec4 *pull = asking->pull + 2 * (before + slot);
        pull[0] = (rec4){{sum.force.x, sum.force.y, sum.force.z, 0}};
        pull[1] = (rec4){{sum.turn.x, sum.turn.y, sum.turn.z, 0}};
    }
}

// Once all blocks have told the pulls on their balls.
static void look_at_bodies(const world *world, const asking *asking, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const body_place *at = &asking->at[i];
        if (!bodies_clumped(&at->part->body, at->slot))
            continue;
        stepping stepping = at->part->stepping;
        stepping.pull = asking->pull + 2 * world_before(world, at->part);
        stepping.follow = NULL;
        const clump_motion motion = world_clump_motion(world, &stepping, at->slot);
        asking->now[i] = (grain_motion){motion.velocity, motion.spin};
    }
}

// A grain led in each step of a large world costs the look at its own block.
static bool is_asked_for(void *context, const world *world, const part *part, const block *block)
{
    const asking *asking = context;
    const int32_t *number_of = asking->number_of + world_before(world, part);
    for (int32_t slot = block->low; slot < block->high; slot++) {
        if (number_of[slot] >= 0)
            return true;
    }
    return false;
}

scree_status world_motions(world *world, const body_place *at, const int32_t *number_of,
                           int64_t count, grain_motion *now, scree_error *error)
{
    const int64_t balls = world->part->body.with_clumps ? world_balls(world) : 0;
    asking asking = {
        .at = at,
        .number_of = number_of,
        .now = now,
        .pull = mem_array(2 * (balls + 1), sizeof *asking.pull),
    };
    scree_status status = asking.pull ? SCREE_OK : fail_memory(error, "motion of grains");
    if (!status)
        status = world_look_where(world, is_asked_for, look_at, &asking, error);
    if (!status)
        look_at_bodies(world, &asking, count);
    mem_free(asking.pull);
    return status;
}
