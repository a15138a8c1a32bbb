// core_motion.c - forms and law sets of grains with a core, and how their surfaces move at a contact.
#include "smooth/grains.h"

#include "state/bodies.h"

v3 grains_offset(const stepping *stepping, const near_grain *near)
{
    const contact_context *context = &stepping->context;
    const rec4 *at = context->body->position[context->body->now];
    return nearest_image(context, v3_sub(v3_of(&at[near->b]), v3_of(&at[near->a])));
}

int grains_set(const stepping *stepping, const near_grain *near)
{
    const contact_context *context = &stepping->context;
    int material = near->wall ? stepping->wall[near->a].material : context->body->material[near->a];
    return context->set_of[material * context->materials + context->body->material[near->b]];
}

core_motion block_core_motion(const stepping *stepping, const bucket *bucket, int32_t i)
{
    const bodies *bodies = stepping->context.body;
    const double half = 0.5 * stepping->context.dt;
    core_motion motion;
    v3 velocity[2];
    for (int side = 0; side < 2; side++) {
        v3 *spin = side ? &motion.spin_b : &motion.spin_a;
        if (!side && bucket_walls(bucket->kind)) {
            velocity[0] = columns_v3(bucket->geometry, GRAIN_V, i);
            *spin = columns_v3(bucket->geometry, GRAIN_SPIN, i);
            continue;
        }
        int32_t slot = side ? bucket->b[i] : bucket->a[i];
        const rec4 *turns = &bodies->spin[bodies->now][slot];
        int arm_at = side ? GRAIN_ARM_B : GRAIN_ARM_A;
        *spin = v3_scale(turns->v[3], v3_of(turns));
        v3 arm = columns_v3(bucket->geometry, arm_at, i);
        arm = v3_fma(arm, -half, v3_cross(*spin, arm));
        const v3 of_centre = v3_of(&bodies->velocity[bodies->now][slot]);
        velocity[side] = v3_add(of_centre, v3_cross(*spin, arm));
    }
    motion.velocity = v3_sub(velocity[1], velocity[0]);
    return motion;
}
