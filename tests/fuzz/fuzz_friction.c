// fuzz_friction.c - fuzz target: any bytes as a friction problem in the text of Siconos are refused with a message, or
// give a problem that a few sweeps make no worse than no reactions at all.
#include "fuzz/fuzz.h"

#include "friction/solve.h"
#include "store/friction_file.h"

#include <math.h>
#include <stdlib.h>

enum { CONTACTS_MOST = 200 };

static void solve(const friction_system *system)
{
    const size_t size = 3 * (size_t)system->contacts;
    double *r = calloc(2 * size, sizeof *r);
    double *u = r + size;
    friction_outcome outcome;
    scree_error error;
    const friction_wish wish = {.tolerance = 1e-6, .iterations = 20};
    friction_velocity(system, r, u);
    const friction_residual before = friction_residual_of(system, r, u);
    FUZZ_WANT(friction_solve(system, &wish, r, u, &outcome, &error) == SCREE_OK);
    FUZZ_WANT(outcome.residual.scaled <= before.scaled || !isfinite(before.scaled));
    free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    friction_system system;
    scree_error error = {0};
    fuzz_file("fuzz.dat", data, size);
    scree_status status = friction_file_read("fuzz.dat", &system, &error);
    if (status) {
        FUZZ_WANT(status == error.status && *error.where && *error.what && *error.hint);
        FUZZ_WANT(system.contacts == 0 && !system.first);
        return 0;
    }
    if (system.contacts <= CONTACTS_MOST)
        solve(&system);
    friction_system_clear(&system);
    return 0;
}
