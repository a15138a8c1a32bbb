// law.c - laws of a program, of scree/law.h.
#include "api/objects.h"

#include "case/unit.h"

#include <stdio.h>
#include <stdlib.h>

static scree_status refuse_unit(const scree_law_parameter *is, const unit_value *unit,
                                scree_error *error)
{
    char si[80];
    char hint[160];
    unit_spell(unit, si, sizeof si);
    snprintf(hint, sizeof hint, "declare it in %s; cases may write %.40s", si, is->unit);
    return fail(error, SCREE_BAD_INPUT, is->name, hint,
                "the unit '%.40s' of a parameter is not SI, as its default and its range are",
                is->unit);
}

// Cases may write any unit of the dimension, and what they write comes to the law in SI. A unit that is not SI itself would be one in
// which nobody reads the default and the range.
static scree_status check_units(const scree_law_terms *terms, scree_error *error)
{
    const int count = terms->parameters <= SCREE_LAW_PARAMETERS ? terms->parameters : 0;
    for (int i = 0; i < count; i++) {
        const scree_law_parameter *is = &terms->parameter[i];
        unit_value unit;
        quantity_fault fault = {0};
        if (!is->name || !is->unit)
            continue; // own_make says so
        if (!unit_parse(is->unit, &unit, &fault))
            return fail(error, SCREE_BAD_INPUT, is->name, fault.hint,
                        "the unit '%.40s' of a parameter is none: %s", is->unit, fault.what);
        if (unit.shift != 0 || unit.times != unit.divide)
            return refuse_unit(is, &unit, error);
    }
    return SCREE_OK;
}

scree_status scree_law_create(const scree_law_terms *terms, scree_law **out, scree_error *error)
{
    scree_law *law = calloc(1, sizeof *law);
    *out = NULL;
    if (!law)
        return fail_memory(error, "law");
    scree_status status = check_units(terms, error);
    if (!status)
        status = own_make(terms, &law->own, error);
    if (status) {
        free(law);
        return status;
    }
    *out = law;
    return SCREE_OK;
}

void scree_law_destroy(scree_law *law)
{
    if (!law)
        return;
    own_release(law->own);
    free(law);
}
