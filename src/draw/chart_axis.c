// chart_axis.c - see chart_axis.h.
#include "draw/chart_axis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double power_of_ten(int power)
{
    double ten = 1;
    for (int k = 0; k < (power < 0 ? -power : power); k++)
        ten *= 10;
    return ten;
}

// Dividing by an exact power of ten rounds once, multiplying by a negative one twice.
static double scaled(double number, int power)
{
    const double ten = power_of_ten(power);
    return power < 0 ? number / ten : number * ten;
}

// The largest whole k with 10^k <= size.
static int decade_of(double size)
{
    int power = (int)floor(log10(size));
    if (scaled(1, power) > size)
        power--;
    if (scaled(1, power + 1) <= size)
        power++;
    return power;
}

static int shared_power(double size)
{
    const double too_large = 1e4;
    const double too_small = 1e-2;
    if (size < too_large && size >= too_small)
        return 0;
    return 3 * (int)floor(decade_of(size) / 3.0);
}

chart_axis chart_axis_of(double least, double greatest, int most)
{
    const double smallest = 1e-290;
    const double one = 1e-9; // of its size: such a range is a single number and its rounding
    chart_axis axis = {.low = least, .high = greatest};
    const double size = fmax(fabs(least), fabs(greatest));
    if (size < smallest) {
        axis.low = -1;
        axis.high = 1;
    } else if (greatest - least < one * size) {
        axis.low = least - 0.1 * size;
        axis.high = greatest + 0.1 * size;
    }
    const double rough = (axis.high - axis.low) / (most > 1 ? most : 1);
    axis.power = decade_of(rough);
    const double share = rough / scaled(1, axis.power);
    axis.mantissa = share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10;
    if (axis.mantissa == 10) {
        axis.mantissa = 1;
        axis.power++;
    }
    const double step = scaled(axis.mantissa, axis.power);
    const double rounding = 1e-9;
    axis.first = (int64_t)ceil(axis.low / step - rounding);
    const int64_t last = (int64_t)floor(axis.high / step + rounding);
    axis.ticks = last > axis.first ? (int)(last - axis.first) + 1 : 1;
    axis.shared = shared_power(fmax(fabs(axis.low), fabs(axis.high)));
    return axis;
}

double chart_axis_tick(const chart_axis *axis, int k)
{
    return scaled((double)((axis->first + k) * axis->mantissa), axis->power);
}

void chart_axis_label(const chart_axis *axis, int k, char out[TICK_ROOM])
{
    int64_t number = (axis->first + k) * axis->mantissa;
    const int shift = axis->power - axis->shared;
    if (number == 0) {
        snprintf(out, TICK_ROOM, "0");
        return;
    }
    const char *sign = number < 0 ? "\xe2\x88\x92" : ""; // U+2212, the minus sign
    number = number < 0 ? -number : number;
    if (shift >= 0) {
        snprintf(out, TICK_ROOM, "%s%" PRId64 "%.*s", sign, number, shift < 9 ? shift : 9,
                 "000000000");
        return;
    }
    int64_t ten = 1;
    for (int i = 0; i < -shift && i < 17; i++)
        ten *= 10;
    snprintf(out, TICK_ROOM, "%s%" PRId64 ".%0*" PRId64, sign, number / ten,
             -shift < 17 ? -shift : 17, number % ten);
}

void chart_axis_power(const chart_axis *axis, char out[TICK_ROOM])
{
    static const char *const raised[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
        "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
    char digits[TICK_ROOM];
    out[0] = 0;
    if (axis->shared == 0)
        return;
    snprintf(digits, sizeof digits, "%d", axis->shared < 0 ? -axis->shared : axis->shared);
    strcat(out, "10");
    if (axis->shared < 0)
        strcat(out, "\xe2\x81\xbb");
    for (const char *digit = digits; *digit; digit++)
        strcat(out, raised[*digit - '0']);
}
