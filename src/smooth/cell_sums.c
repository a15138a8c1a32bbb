// cell_sums.c - what of the stress of a periodic cell a block of bodies and their contacts have in a step.
//
// Of Love-Weber's sum over contacts, F_i d_j, only few terms are one contact's own. With d = x_b - x_a + H s and the
// forces of all contacts on a body in one, the sum is that over bodies of F_i x_j, and over the contacts across a border
// of F_i (H s)_j; from walls, where no grain feels the counter-force, F_i times the place on the wall is taken off. So
// there is one exact sum to add to for each body, and the sum over all of them knows nothing of blocks, threads, parts.
// What is taken off at walls is no stress, but against the flow it does work (world/cells.c): it has a sum of its own.
#include "smooth/smooth.h"

static void add_product(exact_sum *sum, v3 first, v3 second)
{
    const double product[CELL_PARTS] = {
        [CELL_XX] = first.x * second.x, [CELL_YY] = first.y * second.y,
        [CELL_ZZ] = first.z * second.z, [CELL_XY] = first.x * second.y,
        [CELL_XZ] = first.x * second.z, [CELL_YZ] = first.y * second.z,
    };
    for (int i = 0; i < CELL_PARTS; i++) {
        if (product[i] != 0)
            exact_sum_add(&sum[i], product[i]);
    }
}

// A body with its mass, as it moved half a step back, when it was not yet where it is.
static void add_motion(const stepping *stepping, cell_sums *sums, double mass, v3 at, v3 velocity)
{
    const cell_step *cell = stepping->cell;
    const v3 then = v3_fma(at, -0.5 * stepping->before, velocity);
    const v3 from = v3_sub(then, cell->corner);
    const v3 flow = cell_times(&cell->before, from);
    const v3 own = v3_sub(velocity, flow);
    const v3 momentum = v3_scale(mass, own);
    add_product(sums->motion, momentum, own);
    exact_sum_add(&sums->mass, mass);
    exact_sum_v3_add(&sums->momentum, momentum);
}

cell_matrix cell_sums_value(const exact_sum *sum)
{
    cell_matrix out;
    for (int i = 0; i < CELL_PARTS; i++)
        out.of[i] = exact_sum_value(&sum[i]);
    return out;
}

cell_matrix cell_sums_drift(const cell_sums *sums)
{
    const double mass = exact_sum_value(&sums->mass);
    const v3 p = exact_sum_v3_value(&sums->momentum);
    if (!(mass > 0))
        return (cell_matrix){{0}};
    const v3 v = v3_scale(1 / mass, p);
    return (cell_matrix){{[CELL_XX] = p.x * v.x,
                          [CELL_YY] = p.y * v.y,
                          [CELL_ZZ] = p.z * v.z,
                          [CELL_XY] = p.x * v.y,
                          [CELL_XZ] = p.x * v.z,
                          [CELL_YZ] = p.y * v.z}};
}

// `force` is that of all its contacts.
static void add_body(const stepping *stepping, int32_t slot, v3 force, cell_sums *sums)
{
    const bodies *bodies = stepping->context.body;
    const double inverse_mass = bodies_inverse_mass(bodies, slot);
    v3 at = v3_of(position_at(stepping, slot));
    if (bodies_clumped(bodies, slot)) {
        const int32_t head = bodies_first(bodies, slot);
        const v3 arm = clump_arm(stepping, head, slot - head);
        at = v3_sub(at, arm);
        const rec4 *centre = &bodies->centre[head];
        // Gear's scheme keeps no velocity: a ball that is a body by itself has it
        const rec4 *moves = bodies->drift ? &bodies->drift[head] : velocity_at(stepping, head);
        if (slot == head)
            add_motion(stepping, sums, centre->v[3], v3_of(centre), v3_of(moves));
    } else if (inverse_mass > 0) {
        add_motion(stepping, sums, 1 / inverse_mass, at, v3_of(velocity_at(stepping, slot)));
    }
    const v3 from = v3_sub(at, stepping->cell->corner);
    add_product(sums->contact, force, from);
}

// The force on the first of two.
static v3 first_force(const bucket *bucket, int32_t contact, const scratch *scratch)
{
    const size_t line = (size_t)(1 + bucket->first + contact);
    return v3_at(scratch->lines + 8 * line);
}

// A contact across a border: F on b times what the nearest image of b is away from b.
static void add_across(const stepping *stepping, const bucket *bucket, int32_t contact,
                       const scratch *scratch, cell_sums *sums)
{
    const contact_context *context = &stepping->context;
    const int32_t slot_a = bucket->a[contact];
    const int32_t slot_b = bucket->b[contact];
    const v3 a = v3_of(position_at(stepping, slot_a));
    const v3 b = v3_of(position_at(stepping, slot_b));
    v3 way = v3_sub(b, a);
    const v3 turns = cell_turns(context, &way);
    if (v3_dot(turns, turns) == 0)
        return;
    const v3 away = cell_times(&context->cell, turns);
    const v3 on_a = first_force(bucket, contact, scratch);
    add_product(sums->contact, on_a, away);
}

static void add_wall(const stepping *stepping, const bucket *bucket, int32_t contact,
                     const scratch *scratch, cell_sums *sums)
{
    const int32_t slot = bucket->b[contact];
    const v3 centre = v3_of(position_at(stepping, slot));
    v3 arm;
    if (bucket_cores(bucket->kind)) {
        arm = columns_v3(bucket->geometry, GRAIN_ARM_B, contact);
    } else {
        const v3 from_wall = columns_v3(bucket->geometry, WALL_D, contact);
        arm = v3_scale(-1, from_wall);
    }
    const v3 on_wall = first_force(bucket, contact, scratch);
    const v3 place = v3_add(centre, arm);
    const v3 from = v3_sub(place, stepping->cell->corner);
    const v3 on_body = v3_scale(-1, on_wall);
    add_product(sums->contact, on_wall, from);
    add_product(sums->walls, on_body, from);
}

void block_cell_sums(const stepping *stepping, const block *block, const scratch *scratch,
                     block_sum_function *sum, cell_sums *sums)
{
    for (int32_t slot = block->low; slot < block->high; slot++)
        add_body(stepping, slot, sum(block, slot, scratch).force, sums);
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
