// fuzz_units.c - fuzz target: any bytes as a quantity and as an expression. What is accepted is finite and survives
// printing.
#include "fuzz/fuzz.h"

#include "case/expression.h"
#include "case/quantity.h"
#include "case/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PRINT_ROOM = 100 };

static void read_as(const char *text, const char *unit)
{
    double value;
    double again;
    quantity_fault fault;
    char back[PRINT_ROOM];
    if (!quantity_read(text, unit, &value, &fault)) {
        FUZZ_WANT(fault.what[0]);
        return;
    }
    quantity_print(value, unit, back, sizeof back);
    FUZZ_WANT(isfinite(value));
    FUZZ_WANT(quantity_read(back, unit, &again, &fault));
    FUZZ_WANT(again == value);
}

static void read_expression(const char *text)
{
    static const expression_scope scope = {.time = true};
    formula formula;
    expression_value value;
    double again;
    quantity_fault fault;
    char unit[PRINT_ROOM];
    char back[2 * PRINT_ROOM];
    if (!expression_read(text, &scope, &formula, &value.unit, &fault)) {
        FUZZ_WANT(fault.what[0]);
        return;
    }
    value.value = formula_at(&formula, 0.5, NULL);
    if (!formula_is_constant(&formula) || fabs(value.value) < 1e-300)
        return;
    unit_spell(&value.unit, unit, sizeof unit);
    expression_print(&value, back, sizeof back);
    FUZZ_WANT(quantity_read(back, unit, &again, &fault));
    FUZZ_WANT(again == value.value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const units[] = {"m", "1", "rad/s", "kg/m^3", "N s/m", "N/m^1.5"};
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        read_as(text, units[i]);
    read_expression(text);
    free(text);
    return 0;
}
