// cell_sums.c - what of the stress of a periodic cell a block of bodies and their contacts have in a step.
//
// Of Love-Weber's sum over contacts, F_i d_j, only few terms are one contact's own. With d = x_b - x_a + H s and the
// forces of all contacts on a body in one, the sum is that over bodies of F_i x_j, and over the contacts across a border
// of F_i (H s)_j; from walls, where no grain feels the counter-force, F_i times the place on the wall is taken off. So
// there is one exact sum to add to for each body, and the sum over all of them knows nothing of blocks, threads, parts.
#include "smooth/smooth.h"

static void add_part(exact_sum *sum, double term)
{
    if (term != 0)
        exact_sum_add(sum, term);
}

static void add_product(exact_sum *sum, v3 first, v3 second)
{
    add_part(&sum[CELL_XX], first.x * second.x);
    add_part(&sum[CELL_YY], first.y * second.y);
    add_part(&sum[CELL_ZZ], first.z * second.z);
    add_part(&sum[CELL_XY], first.x * second.y);
    add_part(&sum[CELL_XZ], first.x * second.z);
    add_part(&sum[CELL_YZ], first.y * second.z);
}

// A body with its mass, as it moved half a step back, when it was not yet where it is.
static void add_motion(const stepping *stepping, cell_sums *sums, double mass, v3 at, v3 velocity)
{
    const cell_step *cell = stepping->cell;
    const v3 then = v3_fma(at, -0.5 * stepping->before, velocity);
    const v3 from = v3_sub(then, cell->corner);
    const v3 own = v3_sub(velocity, cell_times(&cell->before, from));
    add_product(sums->motion, v3_scale(mass, own), own);
}

static void add_body(const stepping *stepping, const block *block, int32_t slot,
                     const scratch *scratch, cell_sums *sums)
{
    const bodies *bodies = stepping->context.body;
    const double inverse_mass = bodies_inverse_mass(bodies, slot);
    const v3 force = block_sum(block, slot, scratch).force;
    v3 at = v3_of(position_at(stepping, slot));
    if (bodies_clumped(bodies, slot)) {
        const int32_t head = bodies_first(bodies, slot);
        at = v3_sub(at, clump_arm(stepping, head, slot - head));
        const rec4 *centre = &bodies->centre[head];
        // Gear's scheme keeps no velocity: a ball that is a body by itself has it
        const rec4 *moves = bodies->drift ? &bodies->drift[head] : velocity_at(stepping, head);
        if (slot == head)
            add_motion(stepping, sums, centre->v[3], v3_of(centre), v3_of(moves));
    } else if (inverse_mass > 0) {
        add_motion(stepping, sums, 1 / inverse_mass, at, v3_of(velocity_at(stepping, slot)));
    }
    add_product(sums->contact, force, v3_sub(at, stepping->cell->corner));
}

// A contact across a border: F on b times what the nearest image of b is away from b.
static void add_across(const stepping *stepping, const bucket *bucket, int32_t contact,
                       const scratch *scratch, cell_sums *sums)
{
    const v3 a = v3_of(position_at(stepping, bucket->a[contact]));
    const v3 b = v3_of(position_at(stepping, bucket->b[contact]));
    v3 way = v3_sub(b, a);
    const v3 turns = cell_turns(&stepping->context, &way);
    if (turns.x == 0 && turns.y == 0 && turns.z == 0)
        return;
    const v3 away = cell_times(&stepping->context.cell, turns);
    const v3 on_a = v3_at(scratch->lines + 8 * (size_t)(1 + bucket->first + contact));
    add_product(sums->contact, on_a, away);
}

static void add_wall(const stepping *stepping, const bucket *bucket, int32_t contact,
                     const scratch *scratch, cell_sums *sums)
{
    const int32_t slot = bucket->b[contact];
    const v3 centre = v3_of(position_at(stepping, slot));
    const v3 arm = bucket_cores(bucket->kind)
                       ? columns_v3(bucket->geometry, GRAIN_ARM_B, contact)
                       : v3_scale(-1, columns_v3(bucket->geometry, WALL_D, contact));
    const v3 on_wall = v3_at(scratch->lines + 8 * (size_t)(1 + bucket->first + contact));
    const v3 from = v3_sub(v3_add(centre, arm), stepping->cell->corner);
    add_product(sums->contact, on_wall, from);
}

void block_cell_sums(const stepping *stepping, const block *block, const scratch *scratch,
                     cell_sums *sums)
{
    for (int32_t slot = block->low; slot < block->high; slot++)
        add_body(stepping, block, slot, scratch, sums);
    for (int index = 0; index < block->buckets; index++) {
        const bucket *bucket = &block->bucket[index];
        const bool walls = bucket_walls(bucket->kind);
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const int32_t a = bucket->a[contact];
            if (walls)
                add_wall(stepping, bucket, contact, scratch, sums);
            else if (block->wrap && a >= block->low && a < block->high)
                add_across(stepping, bucket, contact, scratch, sums);
        }
    }
}
