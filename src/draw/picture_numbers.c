// picture_numbers.c - the numbers beside a picture: units that make them handy, round lengths, the marks of a bar.
#include "draw/picture_numbers.h"

#include "draw/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const picture_unit units[] = {
    {1e3, 1e4, "k"}, {1, 0.1, ""}, {1e-3, 1e-4, "m"}, {1e-6, 1e-7, "\xc2\xb5"}, {1e-9, 0, "n"}};

const picture_unit *picture_unit_of(const char *base, double most)
{
    static const char *const plain[] = {"m", "m/s", "N", "J", "W", "Pa"};
    bool takes_prefix = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        takes_prefix = takes_prefix || !strcmp(base, plain[i]);
    const picture_unit *unit = units;
    if (!takes_prefix || !(most > 0))
        return &units[1];
    while (most < unit->from)
        unit++;
    return unit;
}

double picture_round_below(double value)
{
    const double power = pow(10, floor(log10(value)));
    const double share = value / power;
    if (share >= 5)
        return 5 * power;
    return share >= 2 ? 2 * power : power;
}

// The least of 1, 2, 5 times a power of ten that makes no more steps than there is room for.
picture_ticks picture_ticks_of(double low, double high, int steps)
{
    static const double multiple[3] = {2, 5, 10};
    const double least = (high - low) / steps;
    const double power = pow(10, floor(log10(least)));
    double step = power;
    for (int k = 0; k < 3 && step < 0.999999 * least; k++)
        step = multiple[k] * power;
    const double first = ceil(low / step - 1e-6) * step;
    const double count = floor((high - first) / step + 1e-6) + 1;
    const double digits = -floor(log10(step) + 1e-6);
    picture_ticks ticks = {.first = first, .step = step};
    if (isfinite(count) && count > 0 && count <= steps + 1)
        ticks.count = (int)count;
    ticks.decimals = (int)fmax(0, digits);
    return ticks;
}

void picture_write_tick(char out[PICTURE_NUMBER], const picture_ticks *ticks, int k)
{
    double value = ticks->first + k * ticks->step;
    if (fabs(value) < 1e-6 * ticks->step)
        value = 0;
    if (ticks->decimals > 6 || fabs(value) >= 1e7)
        snprintf(out, PICTURE_NUMBER, "%.6g", value);
    else
        snprintf(out, PICTURE_NUMBER, "%.*f", ticks->decimals, value);
}

// As many decimals as it takes to write the pace itself within a fiftieth: frames come at the first step that is not before
// their time, so what is beyond that is the grain of the steps.
static int decimals_of(double pace)
{
    enum { MOST = 9 };
    static const double near = 0.02;
    double shown = pace;
    for (int digits = 0; digits < MOST; digits++) {
        if (fabs(shown - round(shown)) <= near * shown && round(shown) > 0)
            return digits;
        shown *= 10;
    }
    return MOST;
}

void picture_time(double time, double pace, bool plain, char *out, size_t room)
{
    char number[PICTURE_NUMBER * 2];
    if (!(pace > 0) || !isfinite(pace)) {
        snprintf(out, room, "t = %.4g s", time);
        return;
    }
    snprintf(number, sizeof number, "%.*f", decimals_of(pace), time);
    size_t end = strlen(number);
    while (plain && strchr(number, '.') && (number[end - 1] == '0' || number[end - 1] == '.')) {
        end--;
        number[end] = 0;
    }
    snprintf(out, room, "t = %s s", number);
}
