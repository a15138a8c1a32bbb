// fuzz_lammps.c - libFuzzer target: any bytes as a LAMMPS data file are refused with a message or give sound data.
//
// clang -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Isrc tests/fuzz/fuzz_lammps.c src/store/lammps_parse.c
// ...
#include "store/lammps_data.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void want(bool held)
{
    if (!held) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    lammps_data d;
    scree_error error = {0};
    scree_status status = lammps_data_parse((const char *)bytes, size, "fuzz", &d, NULL, &error);
    want(status == error.status);
    if (status)
        want(*error.where && *error.what && *error.hint && !d.id);
    else
        for (int64_t i = 0; i < d.count; i++)
            want(d.id[i] > (i ? d.id[i - 1] : 0) && d.type[i] >= 1 && d.type[i] <= d.types && d.diameter[i] > 0 &&
                 d.density[i] > 0 && isfinite(d.diameter[i]) && isfinite(d.density[i]) && isfinite(d.position[i].x) &&
                 isfinite(d.position[i].y) && isfinite(d.position[i].z) && isfinite(d.velocity[i].x));
    lammps_data_clear(&d);
    return 0;
}
