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

void touch_share_norm(touch *item, int count)
{
    touch_norm norm = {0};
    for (int i = 0; i < count; i++)
        norm.deepest = real_max(norm.deepest, -item[i].gap);
    for (int i = 0; i < count; i++)
        touch_norm_add(&norm, item[i].gap, 1);
    norm.root = sqrt(sqrt(sqrt(norm.sum)));
    for (int i = 0; i < count; i++) {
        const double gap = item[i].gap;
        item[i].weight = touch_norm_weight(&norm, gap);
        item[i].extra = touch_norm_extra(&norm, gap);
    }
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
        const double like = likeness(item[i].normal, item[j].normal);
        const bool nearer = item[j].gap < item[i].gap;
        const bool as_near = item[j].gap == item[i].gap && j < i;
        sum += like * (item[j].fade * item[j].depth);
        if (like > 0 && (nearer || as_near))
            nearest = false;
    }
    return sum > 0 ? item[i].fade * item[i].depth / sum : nearest;
}

void touch_share_alike(touch *item, int count)
{
    for (int i = 0; i < count; i++)
        item[i].weight = share_of(item, count, i);
}

// The norm of what is alike, as a contact sees it.
static touch_norm norm_alike(const touch *item, int count, int i, double deepest)
{
    touch_norm norm = {.deepest = deepest};
    for (int j = 0; j < count; j++) {
        const double like = likeness(item[i].normal, item[j].normal);
        touch_norm_add(&norm, item[j].gap, item[j].fade * like);
    }
    norm.root = sqrt(sqrt(sqrt(norm.sum)));
    return norm;
}

void touch_share_norm_alike(touch *item, int count)
{
    double deepest = 0;
    for (int i = 0; i < count; i++)
        deepest = real_max(deepest, -item[i].gap);
    for (int i = 0; i < count; i++) {
        const touch_norm norm = norm_alike(item, count, i, deepest);
        item[i].weight = 0;
        item[i].extra = 0;
        if (!(norm.sum > 0))
            continue;
        item[i].weight = item[i].fade * touch_norm_weight(&norm, item[i].gap);
        item[i].extra = touch_norm_extra(&norm, item[i].gap);
    }
}
