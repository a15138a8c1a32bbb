// fuzz_fit.c - fuzz target: a file of a fit and, behind a line "%%%%", the table of measurements it names (data.csv).
// It is read or refused with a reason; reading includes one prediction of every line by its model.
#include "fuzz/fuzz.h"

#include "fit/fit_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *table;
    size_t length;
    fit_job job = {0};
    fault_list faults = {0};
    size = fuzz_cut(data, size, &table, &length);
    fuzz_file("fit.yaml", data, size);
    fuzz_file("data.csv", table, length);
    scree_status status = fit_read("fit.yaml", NULL, 0, &job, &faults);
    FUZZ_WANT((status == SCREE_OK) == (faults.count == 0));
    if (status == SCREE_OK)
        fit_job_clear(&job);
    fault_list_clear(&faults);
    return 0;
}
