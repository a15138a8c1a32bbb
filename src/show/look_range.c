// look_range.c - the ends of a colour bar as an option gives them; see look.h.
#include "show/look.h"

#include "base/text.h"
#include "case/quantity.h"

#include <stdlib.h>
#include <string.h>

scree_status look_read_range(const char *option, const char *given, const char *unit, double *low,
                             double *high, scree_error *error)
{
    quantity_fault fault = {0};
    const char *colon = strchr(given, ':');
    char *lower = colon ? text_slice(given, (size_t)(colon - given)) : NULL;
    const bool good = lower && quantity_read(lower, unit, low, &fault) &&
                      quantity_read(colon + 1, unit, high, &fault);
    free(lower);
    if (good && *low < *high)
        return SCREE_OK;
    if (good)
        return fail(error, SCREE_BAD_INPUT, option, "write the lower end first",
                    "'%.60s' does not go upwards", given);
    return fail(error, SCREE_BAD_INPUT, option,
                fault.hint[0] ? fault.hint : "write LOW:HIGH with units, such as '0 m/s:2 m/s'",
                "'%.60s' cannot be read", given);
}
