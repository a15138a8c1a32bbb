// fuzz_case.c - libFuzzer target: any bytes as a case. It must be read or refused with a reason, and what was read must
// come back the same from its resolved text.
//
//   clang -fsanitize=fuzzer,address,undefined ... tests/fuzz/fuzz_case.c ... && ./fuzz_case examples/*/case.yaml
#include "../unit/case_fixture.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    case_families f = test_families();
    reading r = read_with((const char *)data, size, NULL, 0);
    if ((r.status == SCREE_OK) != (r.faults.count == 0)) abort();
    if (r.status == SCREE_OK) {
        char *once = case_resolved(&r.m, &f);
        reading again = read_case(once);
        if (again.status != SCREE_OK) abort();
        char *twice = case_resolved(&again.m, &f);
        if (strcmp(once, twice) != 0) abort();
        free(once);
        free(twice);
        reading_clear(&again);
    }
    reading_clear(&r);
    return 0;
}
