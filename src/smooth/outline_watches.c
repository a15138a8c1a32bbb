// outline_watches.c - which near grains are pairs of outlines in the plane. Each gets a watch after lists were built, of
// which nothing is known yet; outlines.c looks it through when it is first needed.
#include "smooth/grains.h"

#include "base/memory.h"

// The radius of the corners of a grain, or that of a ball.
static double corner_radius(const stepping *stepping, const grain_form *form, int32_t slot)
{
    return form ? form->core->radius : radius_at(stepping, slot);
}

static bool begin_watch(const stepping *stepping, block *block, int32_t number)
{
    outline_watches *outlines = &block->outlines;
    near_grain *near = &block->grains.pair[number];
    const grain_form *form_a = grains_form(stepping, near->a);
    const grain_form *form_b = grains_form(stepping, near->b);
    const int64_t need = outlines->watches + 1;
    const model_weights weights = grain_weights(form_a, form_b);
    const bool pushes = !stepping->law[grains_set(stepping, near)].attracts;
    if (!MEM_GROW32(outlines->watch, outlines->watch_room, need))
        return false;
    if (!MEM_GROW32(outlines->asleep, outlines->asleep_room, need))
        return false;
    outlines->watch[outlines->watches] = (outline_watch){
        .a = near->a,
        .b = near->b,
        .near = number,
        .slack = -1,
        .bucket = -1,
        .shares = weights != WEIGHTS_SUM,
        .norm = weights == WEIGHTS_NORM && pushes,
        .beyond = grains_beyond(stepping, near, 0),
        .radius = {corner_radius(stepping, form_a, near->a),
                   corner_radius(stepping, form_b, near->b)},
    };
    outlines->asleep[outlines->watches++] = -1;
    near->watched = true;
    return true;
}

// Is the near grain a pair of outlines in the plane?
static bool is_outlines(const stepping *stepping, const near_grain *near)
{
    if (!stepping->flat || near->wall)
        return false;
    return grain_by_features(grains_form(stepping, near->a), grains_form(stepping, near->b), true);
}

bool outlines_begin(const stepping *stepping, block *block)
{
    block->outlines.watches = 0;
    int32_t walls = 0;
    for (int32_t i = 0; i < block->grains.count; i++) {
        near_grain *near = &block->grains.pair[i];
        walls += near->wall;
        near->watched = false;
        if (is_outlines(stepping, near) && !begin_watch(stepping, block, i))
            return false;
    }
    if (walls + block->outlines.watches == block->grains.count)
        block->grains.asking = walls; // they come first
    block->outlines.linked = true;
    return true;
}
