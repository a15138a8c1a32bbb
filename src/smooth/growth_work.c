// growth_work.c - the work of grains that grow against the contacts that push them: dW = P (dRa + dRb), with P the force
// along the normal, whatever law it is of.
//
// An overlap grows as radii do and as bodies come nearer, and laws know of the overlap alone: of what a contact takes
// up, dE + losses = P (dRa + dRb) - P n.(db - da), the second part is the work on the bodies. In a step it is P of the
// time of the positions times the mean of what radii gain before and after, as with the works of walls and bodies.
#include "smooth/smooth.h"

// What both radii gain.
static double gain_of(const stepping *stepping, const bucket *bucket, int32_t contact, bool half)
{
    const int32_t *set = stepping->context.body->set;
    const int32_t slots[2] = {bucket->b[contact], bucket->a[contact]};
    const int sides = bucket_walls(bucket->kind) ? 1 : 2;
    double gain = 0;
    for (int side = 0; side < sides; side++) {
        const growth_pace *pace = &stepping->growth[set[slots[side]]];
        const double radius = radius_at(stepping, slots[side]);
        gain +=
            half ? pace->half_part * radius + pace->half : pace->mean_part * radius + pace->mean;
    }
    return gain;
}

static v3 normal_of(const stepping *stepping, const bucket *bucket, int32_t contact)
{
    if (bucket_cores(bucket->kind))
        return columns_v3(bucket->geometry, GRAIN_N, contact);
    if (bucket_walls(bucket->kind))
        return v3_unit(columns_v3(bucket->geometry, WALL_D, contact));
    const int32_t a = bucket->a[contact];
    const int32_t b = bucket->b[contact];
    const v3 from = v3_of(position_at(stepping, a));
    const v3 to = v3_of(position_at(stepping, b));
    const v3 way = v3_sub(to, from);
    return v3_unit(nearest_image(&stepping->context, way));
}

void block_growth_work(const stepping *stepping, const block *block, const scratch *scratch,
                       bool half, exact_sum *sum)
{
    for (int index = 0; index < block->buckets; index++) {
        const bucket *bucket = &block->bucket[index];
        const bool walls = bucket_walls(bucket->kind);
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const int32_t a = bucket->a[contact];
            if (!walls && !(a >= block->low && a < block->high))
                continue;
            const size_t line = (size_t)(1 + bucket->first + contact);
            const v3 on_a = v3_at(scratch->lines + 8 * line);
            const v3 normal = normal_of(stepping, bucket, contact);
            const double push = -v3_dot(on_a, normal);
            const double gain = gain_of(stepping, bucket, contact, half);
            if (push * gain != 0)
                exact_sum_add(sum, push * gain);
        }
    }
}
