// picture_colours.c - the colours of grains: along a scale of values, and of kinds; those of maps of walls. See picture.h.
#include "draw/picture_parts.h"

// From dark blue to pale yellow, each step lighter than the one before, so that the order survives printing in grey.
static const rgb shades[PICTURE_SHADES] = {{0.19f, 0.16f, 0.46f}, {0.15f, 0.37f, 0.63f},
                                           {0.13f, 0.58f, 0.62f}, {0.36f, 0.75f, 0.47f},
                                           {0.78f, 0.84f, 0.32f}, {0.99f, 0.92f, 0.52f}};
// From pale grey to dark red, each step darker than the one before: no colour of the grains, and walls that nothing has met are
// pale.
static const rgb heats[PICTURE_SHADES] = {{0.91f, 0.90f, 0.87f}, {0.96f, 0.80f, 0.57f},
                                          {0.94f, 0.60f, 0.36f}, {0.84f, 0.36f, 0.27f},
                                          {0.63f, 0.16f, 0.26f}, {0.36f, 0.06f, 0.20f}};
enum { HUES = 8 };
static const rgb hues[HUES] = {{0.24f, 0.52f, 0.78f}, {0.92f, 0.60f, 0.26f}, {0.42f, 0.71f, 0.40f},
                               {0.80f, 0.36f, 0.38f}, {0.58f, 0.47f, 0.75f}, {0.56f, 0.42f, 0.34f},
                               {0.87f, 0.57f, 0.76f}, {0.55f, 0.58f, 0.60f}};

static rgb shade_of(const rgb shade[PICTURE_SHADES], const picture_scale *scale, double value)
{
    const double shown = scale->uniform ? scale->value : value;
    const double share = (shown - scale->low) / (scale->high - scale->low);
    double within = share < 1 ? share : 1;
    if (!(share > 0)) // NaN is the first
        within = 0;
    const float at = (float)within * (PICTURE_SHADES - 1);
    const int k = at >= PICTURE_SHADES - 1 ? PICTURE_SHADES - 2 : (int)at;
    return rgb_mix(shade[k], shade[k + 1], at - (float)k);
}

// All hues as they are, then pale, then dark.
rgb picture_kind(int kind)
{
    const rgb white = {1, 1, 1};
    const rgb black = {0, 0, 0};
    const rgb hue = hues[kind % HUES];
    const int round = kind % PICTURE_KINDS / HUES;
    if (round == 0)
        return hue;
    return round == 1 ? rgb_mix(hue, white, 0.5f) : rgb_mix(hue, black, 0.45f);
}

rgb picture_shade(const picture_scale *scale, double value)
{
    return shade_of(shades, scale, value);
}

rgb picture_map_shade(const picture_scale *scale, double value)
{
    return shade_of(heats, scale, value);
}
