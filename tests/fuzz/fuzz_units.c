// fuzz_units.c - libFuzzer target: any bytes as a quantity. What is accepted is finite and survives printing.
#include "case/quantity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    static const char *const units[] = {"m", "1", "rad/s", "kg/m^3", "N s/m", "N/m^1.5"};
    char *text = malloc(size + 1), back[100];
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        double value, again;
        quantity_fault fault;
        if (!quantity_read(text, units[i], &value, &fault)) {
            if (!fault.what[0]) abort();
            continue;
        }
        quantity_print(value, units[i], back, sizeof back);
        if (!isfinite(value) || !quantity_read(back, units[i], &again, &fault) || again != value) abort();
    }
    free(text);
    return 0;
}
