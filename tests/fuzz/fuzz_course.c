// fuzz_course.c - fuzz target: a parameter file of the course format and, behind a line "%%%%", its particle file.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const case_families families = all_families();
    const uint8_t *particles;
    size_t length;
    model m;
    fault_list faults = {0};
    fault_list notes = {0};
    size = fuzz_cut(data, size, &particles, &length);
    fuzz_file("fuzz.par", data, size);
    fuzz_file("particles.in", particles, length);
    scree_status status =
        course_read("fuzz.par", &(case_context){.families = &families}, &m, &faults, &notes);
    FUZZ_WANT((status == SCREE_OK) == (faults.count == 0));
    if (status == SCREE_OK)
        model_clear(&m);
    fault_list_clear(&faults);
    fault_list_clear(&notes);
    return 0;
}
