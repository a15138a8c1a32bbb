// fuzz_lammps.c - fuzz target: any bytes as a LAMMPS data file are refused with a message or give sound data.
#include "fuzz/fuzz.h"

#include "store/lammps_data.h"

#include <math.h>

static void check(const lammps_data *d, int64_t i)
{
    FUZZ_WANT(d->id[i] > (i ? d->id[i - 1] : 0));
    FUZZ_WANT(d->type[i] >= 1 && d->type[i] <= d->types);
    FUZZ_WANT(d->diameter[i] > 0 && isfinite(d->diameter[i]));
    FUZZ_WANT(d->density[i] > 0 && isfinite(d->density[i]));
    FUZZ_WANT(isfinite(d->position[i].x) && isfinite(d->position[i].y) &&
              isfinite(d->position[i].z));
    FUZZ_WANT(isfinite(d->velocity[i].x));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lammps_data d;
    scree_error error = {0};
    scree_status status = lammps_data_parse((const char *)data, size, "fuzz", &d, NULL, &error);
    FUZZ_WANT(status == error.status);
    if (status)
        FUZZ_WANT(*error.where && *error.what && *error.hint && !d.id);
    else
        for (int64_t i = 0; i < d.count; i++)
            check(&d, i);
    lammps_data_clear(&d);
    return 0;
}
