// touch.c - contacts of one pair: middle of the overlap, and the shares of stiffness.
#include "collide/touch.h"

#include "base/mathlib.h"

// The middle of the overlap is X + (r_a - overlap/2) n, Alonso-Marroquin and Wang 2009, (4) with the sign put right;
// written so that a and b take the same part in it.
void touch_between(const touch_ends *ends, double reach, int64_t feature, touch_list *list)
{
    double radii = ends->radius_a + ends->radius_b;
    double square = v3_dot(ends->apart, ends->apart);
    double limit = radii + reach;
    if (!(square < limit * limit))
        return;
    if (!(square > 0)) {
        list->lost++;
        return;
    }
    double distance = sqrt(square);
    touch touch = {.feature = feature, .weight = 1, .gap = distance - radii};
    if (!(touch.gap < reach))
        return;
    touch.normal = v3_scale(1 / distance, ends->apart);
    v3 middle = v3_scale(0.5, v3_add(ends->on_a, ends->on_b));
    touch.point = v3_fma(middle, 0.5 * (ends->radius_a - ends->radius_b), touch.normal);
    touch_add(list, touch);
}

void touch_share_beyond(touch *item, int count, double beyond)
{
    double sum = 0;
    int nearest = 0;
    for (int i = 0; i < count; i++) {
        sum += real_max(beyond - item[i].gap, 0);
        if (item[i].gap < item[nearest].gap)
            nearest = i;
    }
    for (int i = 0; i < count; i++)
        item[i].weight = sum > 0 ? real_max(beyond - item[i].gap, 0) / sum : i == nearest;
}

// Cosines of 30 and 60 degrees.
#define ALIKE 0.8660254037844386
#define DIFFERENT 0.5

static double likeness(v3 normal, v3 m)
{
    return real_max(0, real_min(1, (v3_dot(normal, m) - DIFFERENT) / (ALIKE - DIFFERENT)));
}

static double share_of(const touch *item, int count, int i)
{
    double sum = 0;
    bool nearest = true;
    for (int j = 0; j < count; j++) {
        double like = likeness(item[i].normal, item[j].normal);
        sum += like * (item[j].fade * item[j].depth);
        if (like > 0 && (item[j].gap < item[i].gap || (item[j].gap == item[i].gap && j < i)))
            nearest = false;
    }
    return sum > 0 ? item[i].fade * item[i].depth / sum : nearest;
}

void touch_share_alike(touch *item, int count)
{
    for (int i = 0; i < count; i++)
        item[i].weight = share_of(item, count, i);
}
