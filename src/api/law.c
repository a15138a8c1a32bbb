// law.c - laws of a program, of scree/law.h.
#include "api/objects.h"

#include <stdlib.h>

scree_status scree_law_create(const scree_law_terms *terms, scree_law **out, scree_error *error)
{
    scree_law *law = calloc(1, sizeof *law);
    *out = NULL;
    if (!law)
        return fail_memory(error, "law");
    const scree_status status = own_make(terms, &law->own, error);
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
