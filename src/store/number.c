// number.c - see number.h. Seventeen significant digits always suffice for a double, fifteen often do.
#include "store/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int number_text(char text[NUMBER_ROOM], double value)
{
    if (!isfinite(value)) {
        strcpy(text, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        return (int)strlen(text);
    }
    int length = 0;
    // Tables of walls are full of zeros.
    if (value == 0) {
        strcpy(text, signbit(value) ? "-0" : "0");
        return (int)strlen(text);
    }
    for (int digits = 15; digits <= 17; digits++) {
        length = snprintf(text, NUMBER_ROOM, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return length;
}
