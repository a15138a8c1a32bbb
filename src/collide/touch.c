// touch.c - contacts of one pair: middle of the overlap, and the shares of stiffness.
#include "collide/touch.h"

#include "base/mathlib.h"

// The middle of the overlap is X + (r_a - overlap/2) n, seed 001 (4) with the sign put right; written so that a and b
// take the same part in it.
void touch_between(v3 on_a, v3 on_b, v3 apart, double radius_a, double radius_b, double reach, int64_t feature,
                   touch_list *list)
{
    double radii = radius_a + radius_b, square = v3_dot(apart, apart), limit = radii + reach;
    if (!(square < limit * limit)) return;
    if (!(square > 0)) {
        list->lost++;
        return;
    }
    double distance = sqrt(square);
    touch t = {.feature = feature, .weight = 1, .gap = distance - radii};
    if (!(t.gap < reach)) return;
    t.normal = v3_scale(1 / distance, apart);
    v3 middle = v3_scale(0.5, v3_add(on_a, on_b));
    t.point = v3_fma(middle, 0.5 * (radius_a - radius_b), t.normal);
    touch_add(list, t);
}

void touch_share_beyond(touch *item, int count, double beyond)
{
    double sum = 0;
    int nearest = 0;
    for (int i = 0; i < count; i++) {
        sum += real_max(beyond - item[i].gap, 0);
        if (item[i].gap < item[nearest].gap) nearest = i;
    }
    for (int i = 0; i < count; i++) item[i].weight = sum > 0 ? real_max(beyond - item[i].gap, 0) / sum : i == nearest;
}
