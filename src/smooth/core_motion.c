// core_motion.c - forms and law sets of grains with a core, and how their surfaces move at a contact.
#include "smooth/grains.h"

#include "state/bodies.h"

v3 grains_offset(const stepping *stepping, const near_grain *near)
{
    const v3 a = v3_of(position_at(stepping, near->a));
    const v3 b = v3_of(position_at(stepping, near->b));
    return nearest_image(&stepping->context, v3_sub(b, a));
}

int grains_set(const stepping *stepping, const near_grain *near)
{
    const contact_context *context = &stepping->context;
    const int32_t *material = context->body->material;
    const int first = near->wall ? stepping->wall[near->a].material : material[near->a];
    return context->set_of[first * context->materials + material[near->b]];
}

// Velocity of one side of a contact there, in the middle of the step that led here, and its spin.
static v3 side_velocity(const stepping *stepping, const bucket *bucket, int32_t i, int side,
                        v3 *spin)
{
    const double half = 0.5 * stepping->context.dt;
    const int32_t slot = side ? bucket->b[i] : bucket->a[i];
    if (!side && bucket_walls(bucket->kind)) {
        *spin = columns_v3(bucket->geometry, GRAIN_SPIN, i);
        return columns_v3(bucket->geometry, GRAIN_V, i);
    }
    *spin = spin_at(stepping, slot);
    const v3 arm = columns_v3(bucket->geometry, side ? GRAIN_ARM_B : GRAIN_ARM_A, i);
    const v3 arm_then = v3_fma(arm, -half, v3_cross(*spin, arm));
    return v3_add(v3_of(velocity_at(stepping, slot)), v3_cross(*spin, arm_then));
}

core_motion block_core_motion(const stepping *stepping, const bucket *bucket, int32_t i)
{
    core_motion motion;
    const v3 velocity_a = side_velocity(stepping, bucket, i, 0, &motion.spin_a);
    const v3 velocity_b = side_velocity(stepping, bucket, i, 1, &motion.spin_b);
    motion.velocity = v3_sub(velocity_b, velocity_a);
    if (stepping->context.deforms && !bucket_walls(bucket->kind)) {
        const v3 of_image = image_motion(stepping, bucket->a[i], bucket->b[i]);
        motion.velocity = v3_add(motion.velocity, of_image);
    }
    return motion;
}
