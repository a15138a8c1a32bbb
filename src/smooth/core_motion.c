// core_motion.c - forms and law sets of grains with a core, and how their surfaces move at a contact.
#include "smooth/grains.h"

#include "state/bodies.h"

const grain_form *grains_form(const stepping *s, int32_t slot)
{
    return s->form[s->context.body->set[slot]];
}

v3 grains_offset(const stepping *s, const near_grain *p)
{
    const contact_context *c = &s->context;
    const rec4 *at = c->body->position[c->body->now];
    return nearest_image(c, v3_sub(v3_of(&at[p->b]), v3_of(&at[p->a])));
}

int grains_set(const stepping *s, const near_grain *p)
{
    const contact_context *c = &s->context;
    int material = p->wall ? s->wall[p->a].material : c->body->material[p->a];
    return c->set_of[material * c->materials + c->body->material[p->b]];
}

core_motion block_core_motion(const stepping *s, const bucket *k, int32_t i)
{
    const bodies *o = s->context.body;
    const double half = 0.5 * s->context.dt;
    core_motion m;
    v3 velocity[2];
    for (int side = 0; side < 2; side++) {
        v3 *spin = side ? &m.spin_b : &m.spin_a;
        if (!side && bucket_walls(k->kind)) {
            velocity[0] = columns_v3(k->geometry, GRAIN_V, i);
            *spin = columns_v3(k->geometry, GRAIN_SPIN, i);
            continue;
        }
        int32_t slot = side ? k->b[i] : k->a[i];
        const rec4 *w = &o->spin[o->now][slot];
        int arm_at = side ? GRAIN_ARM_B : GRAIN_ARM_A;
        *spin = v3_scale(w->v[3], v3_of(w));
        v3 arm = columns_v3(k->geometry, arm_at, i);
        arm = v3_fma(arm, -half, v3_cross(*spin, arm));
        const v3 of_centre = v3_of(&o->velocity[o->now][slot]);
        velocity[side] = v3_add(of_centre, v3_cross(*spin, arm));
    }
    m.velocity = v3_sub(velocity[1], velocity[0]);
    return m;
}
