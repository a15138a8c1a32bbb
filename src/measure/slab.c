// slab.c - see slab.h.
#include "measure/slab.h"

#include "base/constants.h"

#include <math.h>

static double clamp(double x, double most)
{
    return x < -most ? -most : x > most ? most : x;
}

static double ball_below(double height, double radius)
{
    return PI * height * (radius * radius - height * height / 3);
}

static double disk_below(double height, double radius)
{
    return height * sqrt((radius - height) * (radius + height)) +
           radius * radius * asin(height / radius);
}

double slab_ball(double centre, double radius, double low, double high)
{
    double from = clamp(low - centre, radius);
    double to = clamp(high - centre, radius);
    return from < to ? ball_below(to, radius) - ball_below(from, radius) : 0;
}

double slab_disk(double centre, double radius, double low, double high)
{
    double from = clamp(low - centre, radius);
    double to = clamp(high - centre, radius);
    return from < to ? disk_below(to, radius) - disk_below(from, radius) : 0;
}
