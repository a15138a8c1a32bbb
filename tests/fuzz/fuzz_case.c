// fuzz_case.c - fuzz target: any bytes as a case, with all laws, walls, packings and probes that there are. It is read,
// or refused with a reason; what was read comes back the same from its resolved text.
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const case_families families = all_families();
    model m;
    model again;
    if (!fuzz_read_case((const char *)data, size, &m))
        return 0;
    char *once = case_resolved(&m, &families);
    FUZZ_WANT(once != NULL);
    FUZZ_WANT(fuzz_read_case(once, strlen(once), &again));
    char *twice = case_resolved(&again, &families);
    FUZZ_WANT(twice != NULL && strcmp(once, twice) == 0);
    free(once);
    free(twice);
    model_clear(&again);
    model_clear(&m);
    return 0;
}
